// Classes of differences that comparing with another compiler's tests found; each source here is our own, each fact was measured with DXC.

import test, { type ExecutionContext } from 'ava'
import { type CompileResult, compile } from '../../src/api/compile.ts'
import { listing } from '../../src/api/index.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { sameVerdict } from './same_verdict.ts'

const ours = (source: string, target: string, more = {}): CompileResult => compile(source, { target, ...more })
const body = (globals: string, statements: string): string =>
  `${globals}\n[numthreads(8, 1, 1)]\nvoid main(uint id : SV_GroupIndex) {\n  ${statements}\n}\n`

/** Both reject, ours with this code at this line. */
async function refused(t: ExecutionContext, source: string, target: string, code: string, line: number) {
  const mine = ours(source, target)
  t.deepEqual([mine.diagnostics[0]?.code, mine.diagnostics[0]?.line], [code, line], mine.text)
  t.false((await (await Dxc.shared()).compile(source, ['-T', target])).ok)
}

oracleTest('dxc', 'typed UAV loads of one 64-bit component need no additional formats', async t => {
  await sameVerdict(t, body('RWBuffer<uint64_t> big;\nRWBuffer<uint> low;', 'low[id] = (uint)big[id];'), 'cs_6_6')
  await sameVerdict(t, body('RWBuffer<double2> big;\nRWBuffer<float> low;', 'low[id] = (float)big[id].y;'), 'cs_6_0')
})

const SAMPLED = 'Texture2D<float4> image;\nSamplerState s;\nSamplerComparisonState c;\nRWBuffer<float> o;\nint2 shift;'

oracleTest('dxc', 'comparison samplers are declared as such', async t => {
  for (const target of ['cs_6_0', 'cs_6_6'])
    await sameVerdict(t, body(SAMPLED, 'o[id] = image.SampleCmpLevelZero(c, float2(id, 1), 0.5);'), target)
})

oracleTest('dxc', 'offsets known at run time, level clamps and SampleCmpLevel set their flags', async t => {
  await sameVerdict(t, body(SAMPLED, 'o[id] = image.SampleLevel(s, float2(id, 1), 0, shift).x;'), 'cs_6_7')
  await sameVerdict(t, body(SAMPLED, 'o[id] = image.Sample(s, float2(id, 1), int2(0, 0), 2.5).x;'), 'cs_6_6')
  await sameVerdict(t, body(SAMPLED, 'o[id] = image.SampleCmpLevel(c, float2(id, 1), 0.5, 1);'), 'cs_6_7')
})

oracleTest('dxc', 'quad votes and derivatives in compute shaders', async t => {
  const votes = body('RWBuffer<uint> o;', 'o[id] = QuadAny(id > 3) ? 1 : 2; if (QuadAll(o[id + 8] == 1)) o[id] = 7;')
  await sameVerdict(t, votes, 'cs_6_0')
  await sameVerdict(t, votes, 'cs_6_7')
  const slope = body('RWBuffer<float> o;', 'float v = o[id + 8]; o[id] = ddx(v) + ddy_fine(v) + fwidth(v);')
  await sameVerdict(t, slope, 'cs_6_6')
  await refused(t, slope, 'cs_6_5', 'E3002', 4)
  await sameVerdict(t, body('RWBuffer<uint> o;', 'o[id] = IsHelperLane();'), 'cs_6_6')
})

oracleTest('dxc', 'discard counts only where the entry point reaches it', async t => {
  const pixel = 'void cut(float x) { if (x < 0) discard; }\nRWBuffer<float> o;'
  await sameVerdict(t, body(pixel, 'o[id] = id;'), 'cs_6_0')
  await refused(t, body(pixel, 'cut(o[id]);'), 'cs_6_0', 'E3028', 1)
})

oracleTest('dxc', 'atomics on .x of a scalar texel', async t => {
  await sameVerdict(t, body('RWTexture2D<uint> o;', 'InterlockedAdd(o[uint2(id, 0)].x, 1);'), 'cs_6_0')
  await refused(t, body('RWTexture2D<uint2> o;', 'InterlockedAdd(o[uint2(id, 0)].x, 1);'), 'cs_6_0', 'E2181', 4)
})

oracleTest('dxc', 'lanes that match in every component of a vector', async t => {
  await sameVerdict(t, body('RWStructuredBuffer<uint4> o;', 'o[id] = WaveMatch(o[id].xyz);'), 'cs_6_5')
})

oracleTest('dxc', 'an array of resources indexed by an unrolled loop', async t => {
  const globals = 'AppendStructuredBuffer<float4> a, b, c;'
  const loop =
    'AppendStructuredBuffer<float4> all[] = { a, b, c };\n[unroll] for (uint i = 0; i < 3; i++) all[i].Append(i);'
  await sameVerdict(t, body(globals, loop), 'cs_6_0')
  await refused(t, body(globals, loop.replace('all[i]', 'all[id % 3]')), 'cs_6_0', 'E3003', 4)
})

oracleTest('dxc', 'either of two elements of one resource array', async t => {
  await sameVerdict(
    t,
    body('RWStructuredBuffer<float> o[4] : register(u0);\nuint k;', '(k > 3 ? o[1] : o[2])[id] = id;'),
    'cs_6_0',
  )
  const two = body('RWBuffer<float> x[2], y[2];\nuint k;', 'RWBuffer<float> z = k > 3 ? x[0] : y[0];\nz[id] = 1;')
  await refused(t, two, 'cs_6_0', 'E3003', 5)
})

oracleTest('dxc', '&= |= ^= on bools, not += and friends', async t => {
  const code = 'bool b = id > 3; bool3 v = id;\nv OP true; b OP id > 2; o[id] = b + v.x;'
  for (const op of ['&=', '|=', '^='])
    await sameVerdict(t, body('RWBuffer<uint> o;', code.replaceAll('OP', op)), 'cs_6_0')
  await refused(t, body('RWBuffer<uint> o;', code.replaceAll('OP', '+=')), 'cs_6_0', 'E2109', 5)
})

oracleTest('dxc', 'a template whose result would become an array is no candidate', async t => {
  const globals = `float sum(float x[2])[2] { x[0] += 1; return x; }
template<typename T> T sum(T x) { return x; }
RWBuffer<float> o;`
  await sameVerdict(t, body(globals, 'float a[2] = { id, 1 }; o[id] = sum(a)[0];'), 'cs_6_0')
  const alone = globals.replace(/^.*\n/, '')
  await refused(t, body(alone, 'float a[2] = { id, 1 }; o[id] = sum(a)[0];'), 'cs_6_0', 'E2170', 5)
})

oracleTest('dxc', 'AddUint64 of one and two pairs, not of three words', async t => {
  const globals = 'RWBuffer<uint4> o;'
  await sameVerdict(
    t,
    body(globals, 'o[id] = AddUint64(o[id + 1], o[id + 2]) + AddUint64(o[0].xy, o[1].zw).xyxy;'),
    'cs_6_0',
  )
  await refused(t, body(globals, 'o[id] = AddUint64(o[0].xyz, o[1].xyz).xyzz;'), 'cs_6_0', 'E3000', 4)
})

oracleTest('dxc', 'rasterizer-ordered resources belong to pixel shaders', async t => {
  await refused(t, body('RasterizerOrderedBuffer<uint> o;', 'o[id] = id;'), 'cs_6_0', 'E3905', 1)
})

oracleTest('dxc', 'wave sizes are powers of two, in order, and what the shader model takes', async t => {
  const shader = (attributes: string): string => `${attributes}\n[numthreads(8, 1, 1)] void main() {}`
  for (const size of ['48', '256', '', '64, 32', '8, 64, 128'])
    await refused(t, shader(`[WaveSize(${size})]`), 'cs_6_8', 'E2747', 1)
  await refused(t, shader('[WaveSize(32, 32)]'), 'cs_6_8', 'E2746', 1)
  await refused(t, shader('[WaveSize(32)]'), 'cs_6_5', 'E2747', 1)
  await refused(t, shader('[WaveSize(4, 64)]'), 'cs_6_7', 'E2747', 1)
  await refused(t, shader('[WaveSize(64)] [WaveSize(32)]'), 'cs_6_6', 'E2328', 1)
  await sameVerdict(t, shader('[WaveSize(64)]'), 'cs_6_6')
  await sameVerdict(t, shader('[WaveSize(8, 64, 32)]'), 'cs_6_8')
})

oracleTest('dxc', 'a derived struct cast to its base may be assigned to and passed inout', async t => {
  const globals = `struct Base { int i; };
struct Derived : Base { int j; };
void bump(inout Base b) { b.i += 3; }
groupshared Derived kept;
RWStructuredBuffer<Derived> o;`
  const code =
    'Derived d = o[id]; (Base)d = (Base)o[id + 1]; bump((Base)d); bump((Base)kept); d.j += kept.i; o[id] = d;'
  await sameVerdict(t, body(globals, code), 'cs_6_0')
})

oracleTest('dxc', 'without optimisation too, what a constant condition rules out is gone', async t => {
  const code = 'uint i = 5; float v = 0; if (i < 4) v = row[i]; o[id] = v;'
  await sameVerdict(t, body('float4 row;\nRWBuffer<float> o;', code), 'cs_6_0', ['-Od'], { optimization: 0 })
})

test('constants of ray queries are there, with a warning before shader model 6.9, and others are undeclared', t => {
  const codes = (name: string, profile: string): readonly unknown[] => {
    const { diagnostics } = ours(body('RWBuffer<float> o;', `const uint flags = ${name};\no[id] = flags;`), profile)
    return diagnostics.map(d => [d.code, d.line])
  }
  t.deepEqual(codes('RAYQUERY_FLAG_NONE', 'cs_6_5'), [['W2651', 4]])
  t.deepEqual(codes('RAYQUERY_FLAG_NONE', 'cs_6_9'), [])
  t.deepEqual(codes('RAY_FLAG_NON', 'cs_6_5')[0], ['E2000', 4])
})

test('a sampler picked at run time from a struct of resources is an error with a place, not an exception', t => {
  const globals = 'struct Pair { Texture2D t; SamplerState s; };\nPair pairs[2];\nRWBuffer<float> o;'
  const r = ours(body(globals, 'o[id] = pairs[1].t.SampleLevel(pairs[id].s, float2(0, id), 0).x;'), 'cs_6_0')
  t.false(r.ok)
  t.is(r.diagnostics[0]?.line, 6)
})

oracleTest('dxc', 'conditions of one component are vectors, too', async t => {
  for (const text of ['c ? 1 : 2', 'int(c && true)', 'int(c || c)'])
    await refused(
      t,
      body('RWBuffer<int> o;', `bool1 c = id > 3; o[id] = ${text};`),
      'cs_6_0',
      text.includes('?') ? 'E2111' : 'E2110',
      4,
    )
  await sameVerdict(t, body('RWBuffer<int> o;', 'bool1 c = id > 3; if (c) o[id] = c.x ? 1 : 2;'), 'cs_6_0')
})

oracleTest('dxc', 'sizes of vectors and matrices are deduced as int', async t => {
  const call = (parameters: string, type: string): string =>
    body(
      `template <${parameters}> int first(${type} v) { return v[0][0]; } RWBuffer<int> o;`,
      'o[id] = first((int2x3)id);',
    )
  await sameVerdict(t, call('int R, int C', 'matrix<int, R, C>'), 'cs_6_0')
  await refused(t, call('uint R, int C', 'matrix<int, R, C>'), 'cs_6_0', 'E2170', 4)
})

test('items of initialiser lists are evaluated once, however many components they have', t => {
  const globals = `struct S { float4 a; int b; float c[2]; }; struct T { float v[2]; }; RWStructuredBuffer<float4> o; RWBuffer<uint> n;
float4 vec(uint i) { uint old; InterlockedAdd(n[0], 1, old); return old + i; }
T two(uint i) { T t; uint old; InterlockedAdd(n[1], 1, old); t.v[0] = old; t.v[1] = i; return t; }`
  const statements = `S s = { (int4)vec(id), id, two(id) }; float4 f = { vec(id).zw, 1, s.c[1] };
  S u = { WavePrefixSum(o[id]), 1, 2, 3 }; o[id] = s.a + f * s.c[0] + u.a;`
  for (const optimization of [0, 3] as const) {
    const { container, text } = ours(body(globals, statements), 'cs_6_0', { optimization })
    t.is(text, '')
    const calls = listing(container!)
    t.is([...calls.matchAll(/call i32 @dx\.op\.atomicBinOp/g)].length, 3)
    t.is([...calls.matchAll(/call float @dx\.op\.wavePrefixOp/g)].length, 4)
  }
})

test('select() chooses the sampler that a condition chooses', t => {
  const samplers = (sampler: string): string[] => {
    const source = `SamplerState a, b; Texture1D<float4> x; float4 main(int i : I) : SV_Target { return x.Sample(${sampler}, 0.5); }`
    const rows = listing(ours(source, 'ps_6_0').container!).matchAll(/^; (\w+) +sampler /gm)
    return [...rows].map(([, name]) => name!)
  }
  t.deepEqual(samplers('select(true, a, b)'), ['a'])
  t.deepEqual(samplers('select(i > 0 || i <= 0, a, b)'), ['a'])
  t.deepEqual(samplers('select(i > 0 && i < 0, a, b)'), ['b'])
})
