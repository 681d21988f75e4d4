// Random programs of structs with methods and operators, templates, namespaces, enums and matrices of both orders: what both compilers' code stores
// must be equal. `npm run objects` runs more.

import { oracleTest } from '../oracle/oracle_test.ts'
import { CASES } from './cases.ts'
import { check } from './check.ts'
import { generate } from './generate.ts'

const SEED = 700_000
const COUNT = 24

for (const [title, source] of CASES)
  oracleTest(['dxc-new'], `what both store: ${title}`, async t => {
    for (const optimization of [0, 3] as const) {
      const { kind, detail } = await check(source, optimization)
      t.is(kind, 'same', `-O${optimization}: ${detail}`)
    }
  })

oracleTest(['dxc-new'], 'random programs of structs, templates and operators', async t => {
  t.timeout(180_000)
  let same = 0
  let excused = 0
  for (let seed = SEED; seed < SEED + COUNT; seed++) {
    const { kind, detail } = await check(generate(seed), seed % 3 === 0 ? 0 : 3)
    if (kind === 'same') same++
    if (kind === 'dxc-undefined' || kind === 'dxc-unoptimised') excused++
    t.false(kind.startsWith('ours'), `seed ${seed}: ${kind}: ${detail}`)
  }
  t.true(excused <= 1, `${excused} of ${COUNT} are put down to DXC`)
  t.log(`${same} the same, ${excused} put down to DXC`)
  t.true(same >= 20, `only ${same} of ${COUNT} programs could be compared`)
})

oracleTest(['dxc-new'], 'the comparison sees a method of the base in place of the one that hides it', async t => {
  const program = (callee: string): string => `RWStructuredBuffer<int> o : register(u0);
    struct A { int x; int get() { return x; } };
    struct B : A { int get() { return x + 1; } };
    [numthreads(1, 1, 1)] void main() { B b = (B)4; o[0] = b.${callee}(); }`
  for (const optimization of [0, 3] as const) {
    t.is((await check(program('get'), optimization)).kind, 'same')
    const { kind, detail } = await check(program('get'), optimization, program('A::get'))
    t.is(kind, 'ours-wrong')
    t.regex(detail, /DXC 5 .*, ours 4 /)
  }
})
