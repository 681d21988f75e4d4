// Programs dense with literals: every word must be what DXC's container leaves and what the evaluator computed. `npm run literals` runs thousands.

import { oracleTest } from '../oracle/oracle_test.ts'
import { check } from './check.ts'
import { generate } from './generate.ts'

const PROGRAMS = 18

oracleTest(['dxc', 'd3d12'], 'programs of literals, as HLSL 2018 and 2021', async t => {
  t.timeout(120_000)
  let same = 0
  for (let seed = 1; seed <= PROGRAMS; seed++) {
    const program = generate(seed)
    if (program.version === '202x') continue
    const { kind, detail } = await check(program)
    if (kind === 'same') same++
    else t.true(kind === 'dxc-refuses' || kind === 'dxc-no-run', `seed ${seed}: ${kind}: ${detail}`)
  }
  t.true(same >= PROGRAMS / 2, `${same}`)
})

oracleTest(['dxc-new', 'd3d12'], 'programs of literals, as HLSL 202x', async t => {
  t.timeout(120_000)
  for (const seed of [3, 7, 11]) {
    const { kind, detail } = await check(generate(seed))
    t.is(kind, 'same', `seed ${seed}: ${kind}: ${detail}`)
  }
})
