// What DXC refuses only when it sees finished code or the constants behind an index: operations of other stages, textures that no filter takes,
// components and rows that are not there, atomics on constants. Beside each stands what is accepted.

import { oracleTest } from '../oracle/oracle_test.ts'
import { both, messages } from './both.ts'

interface Case {
  readonly what: string
  readonly flags: string
  readonly source: string
  /** Code and line of our first error; undefined where both accept. */
  readonly error?: readonly [code: string, line: number]
}

const FEEDBACK =
  'FeedbackTexture2D<SAMPLER_FEEDBACK_MIN_MIP> f; Texture2D<float4> t; SamplerState s;\n[numthreads(4, 4, 1)] void main() {\n'
const pixel = (globals: string, statements: string): string =>
  `${globals}\nfloat4 main(float2 a : A) : SV_Target {\n${statements}\n}\n`
const compute = (globals: string, statements: string): string =>
  `${globals}\n[numthreads(1, 1, 1)] void main() {\n${statements}\n}\n`
const RAW = '-T ps_6_7 -enable-16bit-types'
const raw = (type: string): string =>
  pixel(`Texture2D<${type}> t; SamplerState s;`, 'return (float)t.GatherRaw(s, a).x;')
const COMPARED = 'SamplerComparisonState s; Texture2D<int4> i; Texture2D<float2> f; Texture2D<unorm float4> u;'
const BLOCK = 'cbuffer c { float2 two; float2 pairs[2]; float4 rows[3]; }'

const FRONT = '[shader("pixel")] float4 main(bool front : SV_IsFrontFace) : SV_Target { return front; }'

const TESSELLATED = '[shader("compute")] [numthreads(1, 1, 1)] [maxtessfactor(3)] void main() { }'

const CASES: readonly Case[] = [
  {
    what: 'a greatest tessellation factor of a compute shader',
    flags: '-T cs_6_6',
    source: TESSELLATED,
    error: ['E2323', 1],
  },
  { what: 'the same in a library', flags: '-T lib_6_6', source: TESSELLATED },
  { what: 'a front face as bool', flags: '-T ps_6_6', source: FRONT },
  { what: 'a front face as bool in a library', flags: '-T lib_6_6', source: FRONT, error: ['E2317', 1] },
  { what: 'a front face as a word in a library', flags: '-T lib_6_6', source: FRONT.replace('bool', 'uint') },
  {
    what: 'a constant buffer behind the end of an array of them',
    flags: '-T cs_6_0',
    source: compute('struct Q { float4 a; float4 b; }; ConstantBuffer<Q> q[3]; RWBuffer<float> o;', 'o[0] = q[4].b.x;'),
    error: ['E3031', 3],
  },
  {
    what: 'the last constant buffer of an array',
    flags: '-T cs_6_0',
    source: compute(
      'struct Q { float4 a; float4 b; }; ConstantBuffer<Q> q[3]; RWBuffer<float> o;',
      'o[0] = q[2].b.x; if (false) o[1] = q[4].b.x;',
    ),
  },
  {
    what: 'a parameter that is an array of no samplers',
    flags: '-T cs_6_0',
    source: compute('float f(SamplerState s[0]) { return 1; }', ''),
    error: ['E2213', 1],
  },
  { what: 'an array of no textures', flags: '-T cs_6_0', source: compute('float f(Texture2D t[0]) { return 1; }', '') },
  {
    what: 'a static array of sixteen million elements',
    flags: '-T cs_6_0',
    source: compute('static float a[1 << 24]; RWBuffer<float> o; cbuffer C { uint n; }', 'a[n] = 3; o[0] = a[n + 1];'),
  },
  { what: 'feedback of a level', flags: '-T cs_6_6', source: `${FEEDBACK}f.WriteSamplerFeedbackLevel(t, s, 0, 1); }` },
  {
    what: 'feedback that takes derivatives, in compute shaders of any model',
    flags: '-T cs_6_6',
    source: `${FEEDBACK}f.WriteSamplerFeedback(t, s, 0); }`,
    error: ['E3028', 3],
  },
  {
    what: 'biased feedback',
    flags: '-T cs_6_8',
    source: `${FEEDBACK}f.WriteSamplerFeedbackBias(t, s, 0, 1); }`,
    error: ['E3028', 3],
  },
  {
    what: 'derivatives in vertex shaders',
    flags: '-T vs_6_6',
    source: 'float4 main(float a : A) : SV_Position {\n return ddx(a);\n}',
    error: ['E3028', 2],
  },
  {
    what: 'quads in vertex shaders',
    flags: '-T vs_6_0',
    source: 'float4 main(float a : A) : SV_Position {\n return QuadReadAcrossX(a);\n}',
    error: ['E3028', 2],
  },
  {
    what: 'barriers for a group in vertex shaders',
    flags: '-T lib_6_6',
    source: '[shader("vertex")] float4 main(float a : A) : SV_Position {\n GroupMemoryBarrier();\n return a; }',
    error: ['E4300', 2],
  },
  {
    what: 'barriers for a group in nodes of one thread',
    flags: '-T lib_6_8',
    source: '[shader("node")] [NodeLaunch("thread")] void f() {\n AllMemoryBarrierWithGroupSync(); }',
    error: ['E4301', 2],
  },
  {
    what: 'the other side of a condition that is never true',
    flags: '-T cs_6_0',
    source: '[numthreads(1, 1, 1)] void main() { if (false) discard; }',
  },
  {
    what: 'derivatives in functions that a library exports',
    flags: '-T lib_6_5',
    source: 'export float f(float a) { return ddx(a); }',
  },
  { what: 'raw texels', flags: RAW, source: raw('uint16_t') },
  { what: 'raw texels of 64 bits', flags: RAW, source: raw('uint64_t') },
  { what: 'signed raw texels', flags: RAW, source: raw('int'), error: ['E2182', 3] },
  { what: 'raw texels of several components', flags: RAW, source: raw('uint2'), error: ['E2182', 3] },
  { what: 'raw floats', flags: RAW, source: raw('float'), error: ['E2182', 3] },
  {
    what: 'comparisons of floats',
    flags: '-T ps_6_8',
    source: pixel(COMPARED, 'return f.SampleCmpBias(s, a, 0, 1) + u.SampleCmpGrad(s, a, 0, 1, 1);'),
  },
  {
    what: 'biased comparisons of integers',
    flags: '-T ps_6_8',
    source: pixel(COMPARED, 'return i.SampleCmpBias(s, a, 0, 1);'),
    error: ['E3029', 3],
  },
  {
    what: 'comparisons of integers with gradients',
    flags: '-T ps_6_8',
    source: pixel(COMPARED, 'return i.SampleCmpGrad(s, a, 0, 1, 1);'),
    error: ['E3029', 3],
  },
  {
    what: 'a vertex that is computed',
    flags: '-T ps_6_1',
    source:
      'float4 main(nointerpolation float2 a : A, uint i : I) : SV_Target {\nreturn GetAttributeAtVertex(a, i).x;\n}',
    error: ['E3088', 2],
  },
  {
    what: 'a vertex that no triangle has',
    flags: '-T ps_6_1',
    source: 'float4 main(nointerpolation float2 a : A) : SV_Target {\nreturn GetAttributeAtVertex(a, 7).x;\n}',
  },
  {
    what: 'a coordinate that nobody wrote',
    flags: '-T ps_6_0',
    source: pixel(COMPARED, 'float2 b; b.x = 1;\nreturn f.Sample(S, b).x;').replace(
      'Sampler',
      'SamplerState S; Sampler',
    ),
    error: ['E3084', 4],
  },
  {
    what: 'coordinates of a load that nobody wrote',
    flags: '-T ps_6_0',
    source: pixel(COMPARED, 'int3 b; b.x = 1;\nreturn f.Load(b).x;'),
  },
  {
    what: 'the slice of a cube, which has no level of detail, is not asked for',
    flags: '-T ps_6_0',
    source: pixel(
      'TextureCubeArray<float> t; SamplerState s;',
      'float4 b; b.xyz = a.xyx;\nreturn t.CalculateLevelOfDetail(s, b.xyz);',
    ),
  },
  {
    what: 'half an offset',
    flags: '-T ps_6_0',
    source: pixel(COMPARED, 'int2 b; b.x = 1;\nreturn f.Load(int3(0, 0, 0), b).x;'),
    error: ['E3085', 4],
  },
  {
    what: 'an offset without its first half',
    flags: '-T ps_6_0',
    source: pixel(COMPARED, 'int2 b; b.y = 1;\nreturn f.Load(int3(0, 0, 0), b).x;'),
  },
  {
    what: 'half an offset of a gather',
    flags: '-T ps_6_7',
    source: pixel('Texture2D<float4> t; SamplerState s;', 'int2 b; b.x = 1;\nreturn t.Gather(s, a, b);'),
    error: ['E3085', 4],
  },
  {
    what: 'a sample that nobody chose',
    flags: '-T ps_6_0',
    source: pixel('Texture2DMS<float4> t;', 'int b;\nreturn t.Load(int2(0, 0), b);'),
    error: ['E3086', 4],
  },
  {
    what: 'comparisons nobody needs',
    flags: '-T ps_6_8',
    source: pixel(COMPARED, 'float unused = i.SampleCmpBias(s, a, 0, 1);\nreturn 0;'),
  },
  {
    what: 'a component that is not there',
    flags: '-T ps_6_0',
    source: pixel(BLOCK, 'int i = 1;\ni++;\nreturn two[i];'),
    error: ['E3030', 5],
  },
  {
    what: 'a component that is not there, without optimisation',
    flags: '-T ps_6_0 -Od',
    source: pixel(BLOCK, 'int i = -1;\nreturn pairs[a.x][i];'),
    error: ['E3030', 4],
  },
  {
    what: 'a component that is not there, in code that is never reached',
    flags: '-T ps_6_0',
    source: pixel(BLOCK, 'int i = 2;\nfloat r = 0;\nif (i < 2) r = two[i];\nreturn r;'),
  },
  {
    what: 'a component that is not there, in the last turn of a loop that skips it',
    flags: '-T ps_6_0',
    source: pixel(BLOCK, 'float r = 0;\n[unroll] for (int i = 0; i < 3; i++) if (i < 2) r += two[i];\nreturn r;'),
  },
  {
    what: 'a component that may not be there',
    flags: '-T ps_6_0',
    source: pixel(BLOCK, 'int i = 1;\nif (a.x > 0) i = 2;\nreturn two[i];'),
  },
  {
    what: 'a row behind the buffer',
    flags: '-T ps_6_0',
    source: pixel(BLOCK, 'int i = 3;\nreturn rows[i];'),
    error: ['E3031', 4],
  },
  {
    what: 'a specialisation of what is no template',
    flags: '-T ps_6_0',
    source: 'struct S { int a; };\ntemplate<> struct S<int> { int b; };\nfloat4 main() : SV_Target { return 0; }',
    error: ['E2437', 2],
  },
  {
    what: 'a method that is named and not called',
    flags: '-T ps_6_0',
    source: 'struct S { int f() { return 1; }\nvoid g() { f; } };\nfloat4 main() : SV_Target { return 0; }',
    error: ['E2438', 2],
  },
  {
    what: 'a declaration without a value as condition',
    flags: '-T ps_6_0',
    source: 'float4 main() : SV_Target {\nif (int a) return 1;\nreturn 0; }',
    error: ['E1163', 2],
  },
  { what: 'a row in front of the buffer', flags: '-T ps_6_0', source: pixel(BLOCK, 'int i = -8;\nreturn rows[i];') },
  {
    what: 'a constant as index',
    flags: '-T ps_6_0',
    source: pixel('', 'const uint i = 2;\nfloat v[2] = { 1, 2 };\nreturn v[i];'),
    error: ['E2147', 5],
  },
  {
    what: 'a constant expression as index',
    flags: '-T ps_6_0',
    source: pixel('', 'const uint i = 1;\nreturn a[true ? i + 1 : 0];'),
    error: ['E2148', 4],
  },
  {
    what: 'constants that are no integral constant expressions as index',
    flags: '-T ps_6_0',
    source: pixel('static const int I[1] = { 2 };', 'float v[2] = { 1, 2 };\nreturn v[I[0]] + v[2.0];'),
  },
  {
    what: 'indices under casts, members and braces',
    flags: '-T ps_6_0',
    source: pixel(
      '',
      'float2x2 m = { a, a };\nfloat v[2] = { a[2], 1 };\nv[0] = m[3].y;\nv[1] = (float)m[(2)][0];\nv[1] = v[2].x;\nreturn 0;',
    ),
  },
  {
    what: 'an atomic on a shared constant',
    flags: '-T cs_6_0',
    source: compute('const groupshared uint g[2] = { 0, 0 };', 'InterlockedAdd(g[0], 1);'),
    error: ['E2170', 3],
  },
  {
    what: 'a store to a shared constant',
    flags: '-T cs_6_0',
    source: compute('groupshared const uint g;', 'g = 1;'),
    error: ['E2131', 3],
  },
  {
    what: 'a shared constant does not hold what it was declared with',
    flags: '-T cs_6_0',
    source: compute('groupshared const uint g = 3; RWBuffer<uint> o;', 'o[0] = g;'),
  },
]

for (const { what, flags, source, error } of CASES)
  oracleTest('dxc', `${what}: ${error ? 'refused' : 'accepted'}`, async t => {
    const { ours, theirs, isValid } = await both(source, flags)
    t.is(theirs.ok, error === undefined, theirs.errors)
    const first = ours.diagnostics.find(d => d.severity === 'error')
    t.deepEqual(first && [first.code, first.line], error && [...error], ours.text)
    t.true(isValid)
  })

oracleTest('dxc', 'HLSL 2016 warns of array indices and knows the length of arrays', async t => {
  const source = pixel(
    'static const float table[] = { 1, 2, 3 };\nfloat again[table.Length];',
    'float v[1] = { 2 };\nv[1] = 1;\nreturn v[0] + table.Length + again[table.Length - 1];',
  )
  const { ours, theirs, isValid } = await both(source, '-T ps_6_0 -HV 2016')
  t.true(ours.ok && isValid, ours.text)
  // DXC tells what it found in a function when it has read all of it.
  t.deepEqual(messages(ours.text, 'warning').sort(), messages(theirs.errors, 'warning').sort())
  t.is(messages(ours.text, 'warning').length, 4)
  const newer = await both(source, '-T ps_6_0 -HV 2018')
  t.deepEqual(messages(newer.ours.text, 'error')[0], messages(newer.theirs.errors, 'error')[0])
})
