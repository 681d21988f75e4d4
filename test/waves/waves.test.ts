// Random programs about lanes: what ours store is what lanes in lockstep would, with and without optimisation, and what DXC's blob stores.

import { oracleTest } from '../oracle/oracle_test.ts'
import { check } from './check.ts'
import { generate } from './generate.ts'

const FAULTS: ReadonlySet<string> = new Set([
  'ours',
  'ours-or-evaluator',
  'all-differ',
  'evaluator',
  'invalid',
  'refused',
  'no-run',
])

for (const [optimization, first, count] of [
  [3, 1, 9],
  [0, 500, 5],
] as const)
  oracleTest(['dxc', 'd3d12'], `random programs about lanes at -O${optimization}`, async t => {
    t.timeout(240_000)
    let same = 0
    for (let seed = first; seed < first + count; seed++) {
      const { kind, detail } = await check(generate(seed), optimization)
      t.false(FAULTS.has(kind), `seed ${seed}: ${kind}: ${detail}`)
      if (kind === 'same') same++
    }
    t.true(same * 2 > count, `only ${same} of ${count} could be compared`)
  })
