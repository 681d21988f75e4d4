// Which outputs depend on which inputs, as DXC says, through control flow that decides between constants; `npm run dependence` does random shaders.

import test from 'ava'
import { oracleTest } from '../oracle/oracle_test.ts'
import { sameVerdict } from '../parity/same_verdict.ts'
import { checkDependence } from './check.ts'
import { generateDependence } from './generate.ts'

const pixel = (body: string): string =>
  `uint n;\nfloat4 main(float4 a : A, nointerpolation int4 c : C) : SV_Target {\n  float4 r = 2;\n  ${body}\n  return r;\n}\n`

oracleTest(
  'dxc',
  'a constant that comes straight from a branch depends on what decides where it could be assigned alone',
  async t => {
    for (const body of [
      '[branch] switch (c.x) { case 0: [branch] if (a.x) r.x += 5; break; case 1: r.w += a.w; break; }',
      '[branch] switch (c.x) { case 0: [branch] if (a.x) r.x += a.y; break; case 1: case 2: r.w += 777; break; case 3: break; default: r.w = a.z; }',
      'if (c.x) { if (c.y) return 1; if (c.x && c.y) return 2; }',
      '[loop] for (uint i = 0; i < n; i++) { if (a.x > i) { r.y = 1; break; } r.z += a.z; }',
    ])
      await sameVerdict(t, pixel(body), 'ps_6_0')
  },
)

test('the same seed gives the same shader', t => {
  t.deepEqual(generateDependence(3), generateDependence(3))
  t.notDeepEqual(generateDependence(3), generateDependence(4))
})

// DXC's tables follow its local arrays and the outputs it writes more than once, so that they are wider there.
oracleTest('dxc', 'random shaders get the same verdict, and rarely a wider table', async t => {
  const counts = new Map<string, number>()
  for (let seed = 1; seed <= 40; seed++) {
    const { kind } = await checkDependence(generateDependence(seed))
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
  }
  const of = (kind: string): number => counts.get(kind) ?? 0
  const text = JSON.stringify([...counts])
  t.is(of('verdict'), 0, text)
  t.true(of('equal') >= 12, text)
  t.true(of('wider') + of('both') <= 4, text)
})
