// Which outputs depend on which inputs, as DXC says, through control flow that decides between constants; `npm run dependence` does random shaders.

import test from 'ava'
import { disassemble } from '../../src/api/disassemble.ts'
import { oursAlone } from '../hlsl/both.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { sameVerdict } from '../parity/same_verdict.ts'
import { checkDependence, compareTables } from './check.ts'
import { generateDependence } from './generate.ts'

const storesIn = (source: string): number =>
  disassemble(oursAlone(source, '-T vs_6_0 -E main').container!).match(/call void @dx.op.storeOutput/g)?.length ?? 0

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

const FLAT = 'nointerpolation float2x3 m : M, nointerpolation float2x3 t[2] : T, nointerpolation int4 c : C'

oracleTest('dxc', 'a row or column of an input matrix chosen at run time depends on the whole matrix', async t => {
  const before = `float one(float2x3 t[2], int i, int j) { return t[i][1][j]; }\nfloat row(float2x3 m, int i) { return m[i].y; }\n`
  for (const value of [
    'm[c.x][1]',
    'm[1][c.x]',
    'm[c.x][c.y]',
    't[1][c.x][2]',
    't[c.x][1][2]',
    't[c.x][c.y][0]',
    '(m * 2)[c.x].y',
  ])
    await sameVerdict(t, `float main(${FLAT}) : SV_Target { return ${value}; }`, 'ps_6_0')
  for (const value of [
    'one(t, c.x, 2)',
    'one(t, 1, c.x)',
    'one(t, c.x, c.y)',
    'one(t, 1, 2)',
    'row(m, c.x)',
    'row(t[c.y], c.x)',
  ])
    await sameVerdict(t, `${before}float main(${FLAT}) : SV_Target { return ${value}; }`, 'ps_6_0')
  for (const value of ['row', 'one'])
    await sameVerdict(
      t,
      `struct P { float2x3 m : M; };
float row(const OutputPatch<P, 3> q, int i, int j) { return q[1].m[i][j]; }
float one(const OutputPatch<P, 3> q, int i, int j) { return q[j].m[i][1]; }
[domain("tri")] float4 main(int i : I, int j : J, const OutputPatch<P, 3> q) : SV_Position { return ${value}(q, i, j); }`,
      'ds_6_0',
    )
})

oracleTest('dxc', 'matrices in local arrays stay together, whatever is indexed', async t => {
  for (const body of [
    'float2x3 a[2] = { m, m * 2 }; return a[c.x][1][2];',
    'float2x3 a = m * 2; a[c.x] = 1; return a[1].y;',
    'float2x3 a = m * 2; a[c.x][1] = 1; return a[c.y].z;',
    'struct S { float2x3 m; float v[2]; }; S s[2]; s[0].m = m; s[1].m = t[1]; return s[c.x].m[1][2];',
  ])
    await sameVerdict(t, `float main(${FLAT}) : SV_Target { ${body} }`, 'ps_6_0')
})

oracleTest('dxc', 'output parameters that are never read are written in place', async t => {
  const vertex = (outs: string, body: string): string => `void main(${outs}, float4 p : P, int4 b : B) { ${body} }`
  const array = 'out float2 a[3] : A'
  const whole = 'struct O { float4 p : SV_Position; float2 a[3] : A; float2 c[2] : C; };\n'
  for (const source of [
    vertex(array, 'a[b.x] = p.xy;'),
    vertex(array, 'a[b.x].x = p.x;'),
    vertex(array, 'a[b.x].yx = p.xy;'),
    vertex(array, 'a[1][b.x] = p.x;'),
    vertex(array, 'a[b.y][b.x] = p.x; a[0] = 1;'),
    vertex(array, 'a[0] = a[1] = 2; a[2] = 1; a[b.x] += p.x;'),
    vertex(array, 'float2 y = (a[b.x] = p.xy); a[0] = a[1] = y; if (p.z) { a[b.y] = 1; return; } a[2] = 3;'),
    vertex('out float4 a : A', 'a = p; if (b.x) { a = 3; return; } a[b.y] = p.w;'),
    vertex('inout float2 a[3] : A', 'a[b.x] = p.xy;'),
    vertex('out float3x2 a[2] : A, out bool2 c[3] : C', 'a[b.x] = p.x; c[b.y] = p.x > 1;'),
    vertex('out float3x2 a : A', 'a[b.x][1] = p.x;'),
    vertex('out float2 a[3][2] : A', 'a[b.x][b.y] = p.xy; a[b.z][1] = 2;'),
    `void f(out float2 x[3], int i) { x[i] = 3; }\n${vertex(array, 'f(a, b.x);')}`,
    `void f(out float2 x[3], int i) { x[i] = 3; x[1] += 2; }\n${vertex(array, 'f(a, b.x);')}`,
    `void f(inout float2 x, int i) { x = 3; }\n${vertex(array, 'f(a[b.x], 1);')}`,
    whole + vertex('out O o', 'o.p = p; o.c[0] = 1; o.a[b.x] = p.x;'),
    whole + vertex('out O o', 'o.p = p; o.c[0].x = 1; o.a[b.x] = p.x;'),
    `struct B { float a; }; struct D : B { B c; float d; };\n${vertex('out D o[2] : I', 'for (int i = 0; i < b.x; i++) { o[i].a = p.x; o[i].d = p.y; o[i].c.a = p.z; }')}`,
    whole + vertex('out O o', 'O t = (O)0; t.a[b.y] = 3; o = t; o.a[b.x] = p.x;'),
  ])
    await sameVerdict(t, source, 'vs_6_0')
  await sameVerdict(
    t,
    `struct C { float4 p : P; int4 b : B; };
void PC(InputPatch<C, 3> q, out float e[3] : SV_TessFactor, out float i : SV_InsideTessFactor, out float2 x[3] : X, out float4 y : Y) {
  e[0] = e[1] = e[2] = 1; i = 1; x[q[0].b.x] = 2; y = 1; y[q[0].b.y] = 2;
}
[domain("tri")] [partitioning("integer")] [outputtopology("triangle_cw")] [outputcontrolpoints(3)] [patchconstantfunc("PC")]
void main(out float4 a[2] : A, InputPatch<C, 3> q, uint i : SV_OutputControlPointID) { a[q[i].b.x] = q[i].p; }`,
    'hs_6_0',
  )
})

test('of outputs written in place that others overwrite only the last store is left', t => {
  const stores = (body: string): number =>
    storesIn(`void main(out float2 a[3] : A, float4 p : P, int4 b : B) { ${body} }`)
  t.is(stores('a[0] = a[1] = a[2] = 0; a[1] = p.xy; a[b.x] = 1;'), 8)
  t.is(stores('a[0] = 0; a[b.x] = p.xy; a[0] = 1;'), 4)
  t.is(stores('a[0] = a[1] = a[2] = 0; if (p.x) a[1] = p.xy; a[b.x] = 1;'), 10)
})

/** Shaders of model 6.9 that index local memory, which is arrays of vectors there. */
const INDEXED: readonly (readonly [target: string, source: string])[] = [
  [
    'vs_6_9',
    'float4 main(float4 a : A, float4 b : B, uint i : I) : SV_Position { float4 r[2] = { a, b }; return r[i]; }',
  ],
  ['vs_6_9', 'float main(float4 a : A, float4 b : B, uint i : I) : K { float s[3] = { a.x, b.z, a.z }; return s[i]; }'],
  [
    'vs_6_9',
    `struct S { float4 a; float b; };
void main(float4 a : A, float4 b : B, uint i : I, out float4 p : SV_Position) {
  S s[2]; s[0].a = a; s[0].b = 1; s[1].a = b; s[1].b = a.x; p = s[i].a + s[i].b;
}`,
  ],
  [
    'gs_6_9',
    `struct V { float4 q : Q; uint i : I; }; struct O { float4 p : SV_Position; float4 k : K; };
[maxvertexcount(3)] void main(point V i[1], uint v : SV_ViewID, inout PointStream<O> s) {
  O o; o.p = i[0].q; float4 k = 1; k[i[0].i & 3] = i[0].q.w; k[v] = 3; o.k = k; s.Append(o);
}`,
  ],
  [
    'ms_6_9',
    `struct V { float4 p : SV_Position; float4 k : K; };
[numthreads(4,1,1)] [outputtopology("line")]
void main(uint t : SV_GroupIndex, uint view : SV_ViewID, out vertices V v[4], out indices uint2 i[2]) {
  SetMeshOutputCounts(4, 2); v[t].p = t; float4 k = 1; k[view] = t; v[t].k = k; i[t >> 1] = t;
}`,
  ],
]

oracleTest('dxc-new', 'what goes through arrays of vectors still depends on what was stored there', async t => {
  for (const [target, source] of INDEXED) {
    const ours = oursAlone(source, `-T ${target} -E main`).container
    const { container } = await (await Dxc.shared('dxc-new')).compile(source, [
      '-T',
      target,
      '-validator-version',
      '1.9',
    ])
    t.deepEqual(compareTables(ours!, container!), { kind: 'equal' }, source)
  }
})

test('shader model 6.9 says of random shaders whatever an older one says', t => {
  const kinds = new Set<string>()
  for (let seed = 1; seed <= 40; seed++) {
    const { source, args } = generateDependence(seed)
    const [old, recent] = ['6_1', '6_9'].map(model => oursAlone(source, args.join(' ').replace('6_1', model)).container)
    if (old && recent) kinds.add(compareTables(recent, old).kind)
  }
  t.deepEqual([...kinds].sort(), ['equal', 'wider'])
})

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
