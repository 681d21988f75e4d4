// Random programs about lanes: what ours store is what lanes in lockstep would, with and without optimisation, and what DXC's blob stores.

import { oracleTest } from '../oracle/oracle_test.ts'
import { check } from './check.ts'
import { generate } from './generate.ts'

/** What may be otherwise than expected in the programs below, and how often it is; every other kind is a fault. */
const EXCUSED: Readonly<Record<string, number>> = {
  'not-judged': 1,
  'dxc-no-run': 1,
  dxc: 1,
  runtime: 1,
  'kept-breaks': 1,
}

for (const [optimization, first, count] of [
  [3, 1, 9],
  [0, 500, 5],
] as const)
  oracleTest(['dxc', 'd3d12'], `random programs about lanes at -O${optimization}`, async t => {
    t.timeout(240_000)
    let same = 0
    const excused = new Map<string, number>()
    for (let seed = first; seed < first + count; seed++) {
      const { kind, detail } = await check(generate(seed), optimization)
      if (kind === 'same') {
        same++
        continue
      }
      excused.set(kind, (excused.get(kind) ?? 0) + 1)
      t.true(excused.get(kind)! <= (EXCUSED[kind] ?? 0), `seed ${seed}: ${kind}: ${detail}`)
    }
    t.true(same * 2 > count, `only ${same} of ${count} could be compared`)
  })

oracleTest(['dxc', 'd3d12'], 'the runtime takes equal wave operations for one', async t => {
  t.timeout(120_000)
  t.is((await check(generate(20382), 3)).kind, 'runtime')
})

oracleTest(['dxc', 'd3d12'], 'the runtime takes the copies of an unrolled wave operation for one', async t => {
  t.timeout(120_000)
  t.is((await check(generate(32500288), 0)).kind, 'runtime')
})

oracleTest(
  ['dxc', 'd3d12'],
  'the runtime takes a wave operation of more lanes for one of fewer in our code alone',
  async t => {
    t.timeout(120_000)
    t.is((await check(generate(36500205), 0)).kind, 'runtime')
  },
)

oracleTest(['dxc', 'd3d12'], 'breaks that only the evaluator keeps, or only DXC does not, are told apart', async t => {
  t.timeout(120_000)
  t.is((await check(generate(36500022), 3)).kind, 'kept-breaks')
  t.is((await check(generate(36500042), 3)).kind, 'kept-breaks')
  t.is((await check(generate(37100386), 3)).kind, 'kept-breaks')
})

oracleTest(['dxc', 'd3d12'], 'lanes that return from several iterations are not brought together', async t => {
  t.timeout(120_000)
  t.is((await check(generate(9100462), 3)).kind, 'same')
})

oracleTest(['dxc', 'd3d12'], 'lanes that return from an unrolled loop come together behind it', async t => {
  t.timeout(120_000)
  t.is((await check(generate(10500286), 3)).kind, 'same')
})

oracleTest(['dxc', 'd3d12'], 'a loop that tests last keeps no break of the loop around it', async t => {
  t.timeout(120_000)
  t.is((await check(generate(10500244), 3)).kind, 'same')
})
