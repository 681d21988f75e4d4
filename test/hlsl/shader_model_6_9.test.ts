// What shader model 6.9 refuses: long vectors where there are none, hit objects in other stages, flags of opacity micromaps. The first
// message and its line are those of the later DXC.

import test from 'ava'
import { compile } from '../../src/api/index.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'

interface Case {
  readonly code: string
  readonly target: string
  readonly source: string
}

const LONG = 'struct S { float4 a; vector<float, 7> v; };\n'
const RAYS = 'RaytracingAccelerationStructure scene; RWBuffer<uint> o;\n'
const HIT = '[numthreads(1, 1, 1)] void main() {'

/** One lane of v has a value. */
const partly = (code: string): string =>
  `StructuredBuffer<float4> b; RWStructuredBuffer<float4> o; ${code.replace('void main() {', '[numthreads(1, 1, 1)] void main() { float4 v; v.x = b[0].x;')}`

const REFUSED: readonly Case[] = [
  { code: 'E2215', target: 'cs_6_9', source: `vector<int, 1025> f() { return 0; }\n${HIT} }` },
  { code: 'E2215', target: 'cs_6_8', source: `vector<int, 5> f() { return 0; }\n${HIT} }` },
  { code: 'E2215', target: 'cs_6_9', source: `matrix<int, 5, 2> f() { return 0; }\n${HIT} }` },
  { code: 'E2650', target: 'cs_6_9', source: `vector<float, 5> v;\n${HIT} }` },
  { code: 'E2650', target: 'cs_6_9', source: `${LONG}cbuffer C {\n S s[2]; }\n${HIT} }` },
  { code: 'E2650', target: 'cs_6_9', source: `${LONG}ConstantBuffer<S> b;\n${HIT} }` },
  { code: 'E2650', target: 'ps_6_9', source: `float4 main(\nvector<float, 8> v : A) : SV_Target { return v[7]; }` },
  { code: 'E2650', target: 'vs_6_9', source: `${LONG}\nS main() : A { return (S)0; }` },
  {
    code: 'E2650',
    target: 'lib_6_9',
    source: `${LONG}[shader("callable")]\nvoid main(inout S s) { }`,
  },
  {
    code: 'E2650',
    target: 'lib_6_9',
    source: `${LONG}[shader("intersection")] void main() { S s = (S)0;\n ReportHit(1, 2, s); }`,
  },
  { code: 'E2651', target: 'cs_6_9', source: `RWBuffer<float> o;\n${HIT} vector<float, 6> v = 1;\n o[0] = v.x; }` },
  { code: 'E2652', target: 'lib_6_9', source: 'struct A { int i; };\nRWStructuredBuffer<dx::HitObject> b;' },
  { code: 'E2652', target: 'lib_6_9', source: '\nstatic dx::HitObject h;' },
  { code: 'E2652', target: 'lib_6_9', source: '\ngroupshared dx::HitObject h;' },
  { code: 'E2652', target: 'lib_6_9', source: '\ndx::HitObject h;' },
  { code: 'E2653', target: 'vs_6_9', source: 'float main() : A {\n dx::HitObject::MakeNop();\n return 0; }' },
  { code: 'E2653', target: 'cs_6_9', source: `RWBuffer<uint> o;\n${HIT}\n dx::HitObject h; o[0] = h.IsHit(); }` },
  { code: 'E2665', target: 'lib_6_8', source: '[shader("raygeneration")] void main() {\n dx::HitObject h; }' },
  {
    code: 'E2654',
    target: 'lib_6_9',
    source: 'struct A { float4 a; };\n[shader("callable")] void main(inout A a) {\n dx::MaybeReorderThread(1, 2); }',
  },
  { code: 'E2655', target: 'cs_6_8', source: `${RAYS}${HIT}\n RayQuery<0, 1> q; }` },
  { code: 'E2656', target: 'cs_6_9', source: `${RAYS}${HIT}\n RayQuery<RAY_FLAG_FORCE_OMM_2_STATE> q; }` },
  { code: 'E2657', target: 'cs_6_8', source: `reordercoherent RWBuffer<uint> o; ${HIT} o[0] = 1; }` },
  { code: 'E2658', target: 'lib_6_9', source: '[shader("raygeneration")] void main() {\n Barrier(UAV_MEMORY, 16); }' },
  { code: 'E2373', target: 'cs_6_8', source: `${HIT}\n Barrier(UAV_MEMORY, 8); }` },
  { code: 'E2659', target: 'cs_6_9', source: `${HIT} Barrier(UAV_MEMORY, REORDER_SCOPE); }` },
  { code: 'E2247', target: 'cs_6_9', source: `reordercoherent Buffer<uint> o;\n${HIT} }` },
  { code: 'E2170', target: 'lib_6_9', source: '[shader("raygeneration")] void main() {\n dx::MaybeReorderThread(); }' },
  {
    code: 'E2002',
    target: 'lib_6_9',
    source: '[shader("raygeneration")] void main() {\n dx::HitObject::MakeSome(); }',
  },
  {
    code: 'E2664',
    target: 'lib_6_9',
    source:
      'RWByteAddressBuffer b;\n[shader("raygeneration")] void main() {\n dx::HitObject h;\n b.Store(0, h.LoadLocalRootTableConstant(3)); }',
  },
  {
    code: 'E2650',
    target: 'lib_6_9',
    source: `${LONG}[shader("node")] [NodeLaunch("thread")]\nvoid main(ThreadNodeInputRecord<S> i) { }`,
  },
  { code: 'E2277', target: 'cs_6_9', source: `RWTexture2D<vector<float, 5> > t;\n${HIT} }` },
  { code: 'E2277', target: 'cs_6_9', source: `Buffer<vector<int, 8> > t;\n${HIT} }` },
  {
    code: 'E2650',
    target: 'hs_6_9',
    source: `struct V { float v : A; };
struct C { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; vector<float, 8> x : X; };
C patch() { return (C)1; }
[domain("tri")] [partitioning("integer")] [outputtopology("triangle_cw")] [outputcontrolpoints(3)] [patchconstantfunc("patch")]
V main(InputPatch<V, 3> p) { return p[0]; }`,
  },
  ...[
    'float f(float x, float y) {\n return x * y; } void main() { o[1].x = f(v.x, b[3].y); o[2].x = f(v.y, b[2].x); }',
    'void main() { [unroll] for (int k = 0; k < 4; k++)\n o[k].x = v[k] * b[1].y; }',
  ].map(code => ({ code: 'E3020', target: 'cs_6_9', source: partly(code) })),
  { code: 'E2004', target: 'lib_6_9', source: '[shader("raygeneration")] void main() {\n HitObject h; }' },
]

const WARNED: readonly Case[] = [
  {
    code: 'W2650',
    target: 'cs_6_9',
    source: `reordercoherent globallycoherent RWBuffer<uint> o;\n${HIT} o[0] = 1; }`,
  },
  {
    code: 'W2651',
    target: 'cs_6_8',
    source: `RWBuffer<uint> o;\n${HIT}\n o[0] = RAY_FLAG_FORCE_OMM_2_STATE; }`,
  },
  {
    code: 'W2107',
    target: 'lib_6_9',
    source: 'reordercoherent RWByteAddressBuffer b;\nexport globallycoherent RWByteAddressBuffer f() {\n return b; }',
  },
]

const firstOf = ({ target, source }: Case) => compile(source, { target }).diagnostics[0]

for (const c of [...REFUSED, ...WARNED])
  test(`${c.code} ${c.target} ${c.source.slice(-60)}`, t => t.is(firstOf(c)?.code, c.code))

/** Lines are counted by DXC's validator, too, but not always told. */
const NO_LINE: ReadonlySet<string> = new Set(['E2657', 'E2659'])

oracleTest('dxc-new', 'lanes without a value are no undefined value where others of the vector have one', async t => {
  const dxc = await Dxc.shared('dxc-new')
  for (const code of [
    'T f(T x, T y) { return x * y; } void main() { o[1] = f(v, b[1]); o[2].y = f(b[1].x, b[2].y); }'.replace(
      'T f',
      'template<typename T> T f',
    ),
    'void main() { o[1] = -v * b[1] + 1; }',
    'void main() { [unroll] for (int k = 0; k < 4; k++) v += b[k]; o[1] = v; }',
  ]) {
    const source = partly(code)
    t.true((await dxc.compile(source, ['-T', 'cs_6_9', '-E', 'main', '-validator-version', '1.9'])).ok, code)
    t.deepEqual(
      compile(source, { target: 'cs_6_9' }).diagnostics.map(d => d.code),
      [],
      code,
    )
  }
})

oracleTest('dxc-new', 'the later DXC refuses the same on the same line', async t => {
  const dxc = await Dxc.shared('dxc-new')
  for (const c of REFUSED) {
    const theirs = await dxc.compile(c.source, ['-T', c.target, '-E', 'main', '-validator-version', '1.9'])
    t.false(theirs.ok, c.source)
    const line = Number(/:(\d+):\d+: (?:fatal )?error:/.exec(theirs.errors)?.[1])
    const ours = firstOf(c)!
    if (!NO_LINE.has(c.code)) t.is(ours.line, line, `${c.source}\n${theirs.errors}`)
  }
})
