// Language that another compiler's tests use and DXC accepts: conversions between aggregates, overloads by spelling of 16-bit types, ray queries,
// partial specialisations... Each source is our own and ends in a container the validator takes and whose PSV0 is DXC's.

import test, { type ExecutionContext } from 'ava'
import { compile } from '../../src/api/compile.ts'
import { type CompileOptions, listing } from '../../src/api/index.ts'
import { partOf } from '../corpus/container_facts.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { sameVerdict } from './same_verdict.ts'

const body = (globals: string, statements: string): string =>
  `${globals}\n[numthreads(8, 1, 1)]\nvoid main(uint id : SV_GroupIndex) {\n  ${statements}\n}\n`

/** The DXIL operations called: which, not how often, because a row is loaded again in every block or once. */
const operations = (container: Uint8Array): string[] =>
  [...new Set([...listing(container).matchAll(/call [^@\n]*@(dx\.op\.[\w.]+)\(i32 \d+/g)].map(m => m[1]!))].sort()

async function accepted(
  t: ExecutionContext,
  source: string,
  target: string,
  args: readonly string[] = [],
  more: Partial<CompileOptions> = {},
): Promise<void> {
  const both = await sameVerdict(t, source, target, args, { fileName: 'x.hlsl', ...more })
  if (both) t.deepEqual(operations(both.mine), operations(both.theirs))
}

const RECORDS = `struct Pair { int2 a; int b[2]; };
struct Row { int x, y, z, w; };
Pair pair;
RWBuffer<int> o;
int last(Row r) { return r.w; }
int third(int v[4]) { return v[2]; }`

oracleTest('dxc', 'before HLSL 2021 structs convert to whatever has the same leaves', async t => {
  const code = 'Row r = pair; int v[2][2] = r; o[id] = last(pair) + third(v) + v[1][0]; r = pair; o[id + 1] = r.y;'
  await accepted(t, body(RECORDS, code), 'cs_6_0', ['-HV', '2018'], { hlslVersion: '2018' })
})

test('in HLSL 2021 structs do not', t => {
  const r = compile(body(RECORDS, 'Row r = pair; o[id] = r.x;'), { target: 'cs_6_0', hlslVersion: '2021' })
  t.is(r.diagnostics[0]?.code, 'E2102')
})

oracleTest('dxc', 'arrays of the same leaves convert in every version', async t => {
  const globals = 'struct P { float2 a, b; };\nfloat4 flat[6];\nRWBuffer<float> o;\nstatic const P pairs[6] = flat;'
  await accepted(t, body(globals, 'float4 grid[2][3] = flat; o[id] = grid[1][id % 3].y + pairs[id % 6].b.x;'), 'cs_6_0')
})

oracleTest('dxc', 'vectors and one-line matrices are cut to each other', async t => {
  const code = 'int1x3 m = int1x3(1, 2, id); int2 v = m; int4 w = int4(v, v); int3x1 c = w; o[id] = v.y + c._31;'
  await accepted(t, body('RWBuffer<int> o;', code), 'cs_6_0')
})

oracleTest('dxc', 'with 16-bit types, half and the minimum precision types are different overloads', async t => {
  const globals = `half f(half x) { return x * x; }
min16float f(min16float x) { return sin(x); }
min10float f(min10float x) { return cos(x); }
int g(min16int x) { return countbits((uint)x); }
int g(min12int x) { return firstbitlow((uint)x); }
half a; min16float b; min10float c; min16int d; min12int e;
RWBuffer<float> o;`
  const source = body(globals, 'o[id] = f(a) + f(b); o[id + 8] = f(c); o[id + 16] = g(d); o[id + 24] = g(e);')
  await accepted(t, source, 'cs_6_2', ['-enable-16bit-types'], { enable16BitTypes: true })
})

oracleTest('dxc', 'partial specialisations: the most detailed pattern wins', async t => {
  const globals = `template<typename T, typename U> struct Same { static const bool value = false; };
template<typename T> struct Same<T, T> { static const bool value = true; };
template<typename T> struct Width { static const uint n = 1; };
template<typename T, int N> struct Width<vector<T, N> > { static const uint n = N; };
template<int N> struct Width<vector<float, N> > { static const uint n = N + 100; };
template<uint N> struct Factorial { enum { value = N * Factorial<N - 1>::value }; };
template<> struct Factorial<0> { enum { value = 1 }; };
RWBuffer<uint> o;`
  const code = `o[0] = Same<int, float>::value; o[1] = Same<int, int>::value; o[2] = Width<int3>::n; o[3] = Width<float2>::n;
  o[4] = Width<uint>::n; o[5] = Factorial<5>::value;`
  await accepted(t, body(globals, code), 'cs_6_0')
  const { container } = compile(body(globals, code), { target: 'cs_6_0' })
  const stored = [...listing(container!).matchAll(/bufferStore[^\n]*undef, i32 (\d+),/g)].map(m => Number(m[1]))
  t.deepEqual(stored, [0, 1, 3, 102, 1, 120])
})

const QUERIES = `RaytracingAccelerationStructure scenes[3] : register(t2, space1);
RWBuffer<uint> o;
RWBuffer<float> f;
void go(RayQuery<RAY_FLAG_FORCE_OPAQUE> q, uint i) {
  RayDesc ray = { float3(1, 2, 3), 0, float3(0, 0, i), 100 };
  q.TraceRayInline(scenes[i], RAY_FLAG_NONE, 255, ray);
}`

for (const target of ['cs_6_5', 'cs_6_6'])
  oracleTest('dxc', `ray queries: copies share the query, every kind of answer (${target})`, async t => {
    const code = `RayQuery<RAY_FLAG_FORCE_OPAQUE> q[2];
  RayQuery<RAY_FLAG_CULL_OPAQUE | RAY_FLAG_SKIP_TRIANGLES> unused;
  go(q[1], id); RayQuery<RAY_FLAG_FORCE_OPAQUE> same = q[1];
  while (same.Proceed()) {
    if (same.CandidateType() == CANDIDATE_PROCEDURAL_PRIMITIVE) same.CommitProceduralPrimitiveHit(same.RayTMin() + 1);
    else if (same.CandidateTriangleFrontFace()) same.CommitNonOpaqueTriangleHit();
    else same.Abort();
  }
  o[id] = same.CommittedStatus() == COMMITTED_TRIANGLE_HIT ? same.CommittedInstanceID() : 7;
  f[id] = q[1].CandidateObjectToWorld3x4()[1].w + q[1].CommittedWorldToObject4x3()[3].y + q[1].CommittedTriangleBarycentrics().y;
  go(q[0], 0); f[id + 8] = q[0].WorldRayOrigin().z;`
    await accepted(t, body(QUERIES, code), target)
  })

test('ray queries need shader model 6.5', t => {
  const r = compile(body(QUERIES, 'RayQuery<RAY_FLAG_FORCE_OPAQUE> q; go(q, 1); o[id] = q.CandidateType();'), {
    target: 'cs_6_4',
  })
  t.deepEqual([r.ok, r.diagnostics[0]?.code], [false, 'E3000'])
})

oracleTest('dxc', 'sample positions of textures, raw gathers', async t => {
  const source = `Texture2DMS<float4, 4> ms; Texture2D<uint> words; Texture2DArray<uint> layers; SamplerState s;
float4 main(float2 p : P, nointerpolation uint i : I) : SV_Target {
  uint4 w = words.GatherRaw(s, p) + layers.GatherRaw(s, float3(p, 1), int2(1, -2));
  return float4(ms.GetSamplePosition(i), w.xy) + w.z;
}`
  await accepted(t, source, 'ps_6_7')
})

oracleTest('dxc', 'unpacked bytes of every width', async t => {
  const code = 'const uint4 u = unpack_u8u32(id) ^ (uint4)unpack_s8s32(id * 7); o[id] = u.x ^ u.y ^ u.z ^ u.w;'
  await accepted(t, body('RWBuffer<uint> o;', code), 'cs_6_6')
})

oracleTest('dxc', 'effect objects are passed over with a warning', async t => {
  const source = `BlendState none { AlphaToCoverageEnable = FALSE; BlendEnable[0] = FALSE; };
DepthStencilState depth { DepthEnable = FALSE; };
float4 main() : SV_Target { return 1; }`
  await accepted(t, source, 'ps_6_0')
  t.true(compile(source, { target: 'ps_6_0' }).diagnostics.some(d => d.code === 'W1002'))
})

oracleTest('dxc', 'effect objects are never found, and a program may have types of their names', async t => {
  for (const name of ['texture', 'Texture', 'BlendState']) {
    const own = `struct ${name} { float4 v; }; namespace N { struct ${name} { float w; }; ${name} x; }
cbuffer C { ${name} list[3]; };
template<typename ${name}> ${name} id(${name} x) { return x; }
float4 main(uint i : I) : SV_Target { ${name} l = list[i]; return id(l.v) + N::x.w; }`
    await accepted(t, own, 'ps_6_0')
    for (const source of [
      `${name} t; float4 main() : SV_Target { return t; }`,
      `float4 main() : SV_Target { ${name} t; return t; }`,
      `typedef ${name} T; T t; float4 main() : SV_Target { return t; }`,
    ]) {
      t.false((await (await Dxc.shared()).compile(source, ['-T', 'ps_6_0'])).ok, source)
      t.false(compile(source, { target: 'ps_6_0' }).ok, source)
    }
  }
})

oracleTest('dxc', 'before HLSL 2018 fixed-width names are free', async t => {
  const globals = 'typedef int int16_t;\ntypedef float float16_t;\nint16_t a; float16_t b;\nRWBuffer<float> o;'
  await accepted(t, body(globals, 'o[id] = a * b;'), 'cs_6_0', ['-HV', '2017'], { hlslVersion: '2017' })
})

oracleTest('dxc', 'namespaces in a cbuffer declare members of it, with their resources and types', async t => {
  const source = `namespace N { float a; Texture2D t; struct R { Texture2D q; }; R r; }
cbuffer B : register(b3) {
  float first;
  namespace N {
    float c;
    struct S { float q; };
    S s;
    static float own;
    Texture2D u;
    float twice() { return 2 * c; }
    namespace M { float deep : packoffset(c9); struct R { Texture2D q; }; R r; }
  }
  float last;
}
namespace O { cbuffer C { float x; namespace P { float y; } } float loose; }
float main() : SV_Target {
  return N::a + first + N::twice() + N::s.q + N::M::deep + last + x + O::P::y + O::loose
    + N::t.Load(0).x + N::u.Load(0).y + N::r.q.Load(0).z + N::M::r.q.Load(0).w;
}`
  const both = await sameVerdict(t, source, 'ps_6_0')
  const tables = (x: Uint8Array): string => listing(x).split('; Buffer Definitions:')[1]!.split('; ViewId state')[0]!
  t.is(tables(both!.mine), tables(both!.theirs))
})

oracleTest('dxc', 'enums go in and out as the type they are stored as', async t => {
  for (const base of ['', ': int', ': uint', ': min16int', ': min12int', ': min16uint'])
    for (const word of ['enum', 'enum class'])
      for (const first of ['3', '-3']) {
        if (first === '-3' && /uint/.test(base)) continue
        const source = `${word} E ${base} { A = ${first}, B };
struct O { E e : FOO; E f[2] : BAR; float4 p : SV_Position; };
O main(E i : IN) { O o; o.e = i; o.f[0] = i; o.f[1] = E::A; o.p = 0; return o; }`
        const both = await sameVerdict(t, source, 'vs_6_0')
        for (const part of ['ISG1', 'OSG1'])
          t.deepEqual(partOf(both!.mine, part), partOf(both!.theirs, part), `${word} ${base} ${first}`)
      }
})

oracleTest('dxc', 'the status of a gather with four offsets is the first one', async t => {
  const source = `SamplerState s; Texture2D<float4> t; RWBuffer<uint> o;
float4 main(float4 a : A, float4 b : B) : SV_Target {
  uint status;
  float4 r = t.GatherAlpha(s, a.xy, b.xy, b.zw, a.xy, a.zw, status);
  return float4(CheckAccessFullyMapped(status), r.yyy);
}`
  await sameVerdict(t, source, 'ps_6_0')
})

oracleTest('dxc', 'a struct of the language needs no qualifiers as a payload', async t => {
  const source = `RWByteAddressBuffer b;
[shader("closesthit")] void e(inout BuiltInTriangleIntersectionAttributes p, in BuiltInTriangleIntersectionAttributes a) {
  b.Store(0, a.barycentrics.x);
  p.barycentrics = 1;
}
[shader("miss")] void m(inout RayDesc p) { p.TMin = 1; }`
  const mine = compile(source, { target: 'lib_6_7' })
  const theirs = await (await Dxc.shared()).compile(source, ['-T', 'lib_6_7'])
  t.true(mine.ok && theirs.ok, mine.text + theirs.errors)
  const places = (text: string): string[] => text.match(/:\d+:\d+: (?:warning|error): .*/g) ?? []
  t.deepEqual(places(mine.text), places(theirs.errors))
  t.true((await (await Dxc.shared()).validate(mine.container!)).ok)
})
