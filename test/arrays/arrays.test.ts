// Random programs about local resource arrays: what ours store must be what was worked out while generating them, with and without optimisation.

import { oracleTest } from '../oracle/oracle_test.ts'
import { check } from './check.ts'
import { generate } from './generate.ts'

for (const [optimization, first, count] of [
  [3, 1, 20],
  [0, 500, 10],
] as const)
  oracleTest(['dxc', 'd3d12'], `random programs with local resource arrays at -O${optimization}`, async t => {
    t.timeout(120_000)
    for (let seed = first; seed < first + count; seed++) {
      const { kind, detail } = await check(generate(seed), optimization)
      t.false(kind.startsWith('ours'), `seed ${seed}: ${kind}: ${detail}`)
    }
  })
