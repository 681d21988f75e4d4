// The outside witness of the bad sources: DXC refuses them too, but for the ones where the case says why not.

import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { type BadCase, COMPILE_ARGS } from './bad_case.ts'
import { PROGRAM_CASES } from './cases_program.ts'
import { SOURCE_CASES } from './cases_source.ts'

async function isTakenByDxc(dxc: Dxc, c: BadCase): Promise<boolean | undefined> {
  const source = c.files?.['in.hlsl']
  if (typeof source !== 'string') return undefined
  const words = c.args ?? COMPILE_ARGS
  const out = words.indexOf('-Fo')
  const args = words.slice(2).filter((_, i) => i + 2 !== out && i + 2 !== out + 1)
  return (await dxc.compile(source, args, { name: 'in.hlsl', includes: () => undefined })).ok
}

oracleTest('dxc', 'DXC refuses the bad sources too', async t => {
  const dxc = await Dxc.shared()
  let compared = 0
  for (const c of [...SOURCE_CASES, ...PROGRAM_CASES]) {
    const isTaken = await isTakenByDxc(dxc, c)
    if (isTaken === undefined) continue
    compared++
    t.is(isTaken, c.dxcTakes !== undefined, c.title)
  }
  t.true(compared > 150, `${compared} sources compared`)
})
