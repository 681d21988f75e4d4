// Calls that pass one place twice, and operands with side effects: what both compilers' code stores must be equal. `npm run copyout` runs more.

import { oracleTest } from '../oracle/oracle_test.ts'
import { CASES } from './cases.ts'
import { check, checkSeed, VERSIONS } from './check.ts'

const HEAD = `ByteAddressBuffer input : register(t0);
RWStructuredBuffer<int> o : register(u0);
static int K = 0;
void P(int v) { o[K++] = v; }
`

for (const [title, source, versions] of CASES)
  oracleTest(['dxc', 'd3d12'], `copying out: ${title}`, async t => {
    for (const version of versions ?? (['2021'] as const))
      for (const optimization of [0, 3] as const) {
        const { kind, detail } = await check(HEAD + source, optimization, version)
        // What builtins write stays in memory at -Od, as do structs cast to their base, in a form that the runtime does not take.
        if (kind === 'no-run' && optimization === 0 && /^(builtins|structs passed as their base)/.test(title)) continue
        t.is(kind, 'same', `-O${optimization} -HV ${version}: ${detail}`)
      }
  })

const SEED = 900_000
const COUNT = 16

oracleTest(['dxc', 'd3d12'], 'random calls with arguments that name one place', async t => {
  t.timeout(120_000)
  let same = 0
  let excused = 0
  for (let seed = SEED; seed < SEED + COUNT; seed++) {
    const { kind, detail } = await checkSeed(seed, seed % 4 === 0 ? 0 : 3, VERSIONS[seed % VERSIONS.length]!)
    if (kind === 'same') same++
    if (kind.startsWith('dxc-')) excused++
    t.false(kind.startsWith('ours'), `seed ${seed}: ${kind}: ${detail}`)
  }
  t.true(excused <= 1, `${excused} of ${COUNT} are put down to DXC`)
  t.true(same > COUNT / 2, `only ${same} of ${COUNT} programs could be compared`)
})

oracleTest(
  ['dxc', 'd3d12'],
  'DXC lets an array and its copy share their memory until the original is read again',
  async t => {
    const program = (again: string): string =>
      `${HEAD}typedef int A2[2]; static A2 g; void f(in A2 a) { g[1] = 40; P(a[1]); }\n[numthreads(1, 1, 1)] void main() { g = (A2)30; f(g); ${again} }`
    const { kind, detail } = await check(program(''), 3)
    t.is(kind, 'ours-wrong')
    t.regex(detail, /DXC 40 .*, ours 30 /)
    t.is((await check(program('P(g[0]);'), 3)).kind, 'same')
  },
)

oracleTest(['dxc', 'd3d12'], 'the comparison sees another order', async t => {
  const program = (a: number, b: number): string =>
    `${HEAD}void f(out int a, out int b) { a = ${a}; b = ${b}; }\n[numthreads(1, 1, 1)] void main() { int x; f(x, x); P(x); }`
  t.is((await check(program(1, 2), 3)).kind, 'same')
  t.is((await check(program(1, 2), 3, '2021', { mine: program(2, 1) })).kind, 'ours-wrong')
})
