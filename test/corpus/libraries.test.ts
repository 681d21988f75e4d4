// The libraries of the corpus: accepted by the validator, described as DXC describes them, and no longer than its code.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { oursAlone } from '../hlsl/both.ts'
import { ROOT } from '../oracle/available.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { countCode } from '../parity/count_code.ts'
import { partOf } from './container_facts.ts'

const FOLDER = join(ROOT, 'corpus', 'libraries')
/** Parts that say what is in a library. */
const PARTS = ['SFI0', 'RDAT']
/** Instructions, ours over DXC's. */
const MOST = 1.1

const files = readdirSync(FOLDER).sort()

test('every library of the corpus says how it is compiled', t => {
  t.true(files.length >= 12)
  for (const file of files) t.true(flagsOf(readFileSync(join(FOLDER, file), 'utf8')).length > 0, file)
})

const flagsOf = (source: string): string[] => [...source.matchAll(/^\/\/ library: (.*)$/gm)].map(m => m[1]!.trim())

for (const file of files)
  oracleTest('dxc', `library: ${file}`, async t => {
    const source = readFileSync(join(FOLDER, file), 'utf8')
    const dxc = await Dxc.shared()
    for (const flags of flagsOf(source)) {
      const { container, text } = oursAlone(source, flags)
      if (!container) return t.fail(`${flags}: ${text}`)
      const verdict = await dxc.validate(container)
      t.true(verdict.ok && verdict.digest === 'right', `${flags}: ${verdict.message}`)
      const theirs = await dxc.compile(source, flags.split(' '))
      if (!theirs.container) return t.fail(`${flags}: ${theirs.errors}`)
      for (const part of PARTS)
        t.deepEqual(partOf(container, part), partOf(theirs.container, part), `${flags}: ${part}`)
      const ratio = countCode(container).total / countCode(theirs.container).total
      t.true(ratio <= MOST, `${flags}: ${ratio.toFixed(2)} times DXC's instructions`)
    }
  })
