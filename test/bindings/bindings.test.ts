// Declaration sets against DXC in the normal suite: a few hundred of the generator's, and the spellings of register(...).
// `npm run bindings -- --count N --seed S [--run-every K] [--reduce]` runs more.

import { compile } from '../../src/api/compile.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { check, tableOf } from './check.ts'
import { print } from './declarations.ts'
import { generate } from './generate.ts'
import { REGISTER_CASES, sourceOf } from './register_cases.ts'

const SETS = 300

oracleTest('dxc', `${SETS} random declaration sets: verdict, resource table and PSV0 as DXC's`, async t => {
  t.timeout(240_000)
  const kinds = new Map<string, number>()
  for (let seed = 1; seed <= SETS; seed++) {
    const program = generate(seed, 3 + (seed % 10))
    const { kind, detail } = await check(program)
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
    t.true(['same', 'both-refuse', 'bug'].includes(kind), `seed ${seed}: ${kind}: ${detail}\n${print(program)}`)
  }
  t.true((kinds.get('same') ?? 0) > SETS * 0.7, JSON.stringify([...kinds]))
})

oracleTest(['dxc', 'd3d12'], 'random declaration sets compute what they compute with DXC', async t => {
  t.timeout(240_000)
  let same = 0
  for (let seed = 1001; seed <= 1040; seed++) {
    const { kind, detail } = await check(generate(seed, 3 + (seed % 10)), true)
    if (kind === 'same') same++
    t.true(['same', 'both-refuse', 'bug', 'no-run'].includes(kind), `seed ${seed}: ${kind}: ${detail}`)
  }
  t.true(same >= 8, `${same} executed`)
})

oracleTest('dxc', "register(...): every spelling has DXC's verdict and binding", async t => {
  t.timeout(120_000)
  const dxc = await Dxc.shared()
  for (const one of REGISTER_CASES) {
    const source = sourceOf(one)
    const ours = compile(source, { target: 'cs_6_0', entry: 'main' })
    // DXC dies of an index that it cannot resolve.
    if (one.declaration.includes('[y]')) {
      t.false(ours.ok, one.declaration)
      continue
    }
    const theirs = await dxc.compile(source, ['-T', 'cs_6_0', '-E', 'main'])
    const [a, b] = [theirs.container, ours.container].map(c => (c ? tableOf(c) : 'refused'))
    t.deepEqual(b, a, `${one.declaration}\n${theirs.errors}${ours.text()}`)
    if (ours.container) t.true((await dxc.validate(ours.container)).ok, one.declaration)
  }
})
