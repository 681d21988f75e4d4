// Library targets: several compute entry points and exported functions in one container, everything compared with DXC's.

import test from 'ava'
import { compile } from '../../src/api/compile.ts'
import { disassemble } from '../../src/api/disassemble.ts'
import { partOf } from '../corpus/container_facts.ts'
import { dxcArgsToOptions } from '../corpus/corpus_options.ts'
import { both } from '../hlsl/both.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { type Description, describe, descriptionDifferences } from './described.ts'

const ENTRY = '[shader("compute")] [numthreads(8, 1, 1)]'

interface LibraryCase {
  readonly title: string
  readonly hlsl: string
  readonly targets?: readonly string[]
  readonly native16Bit?: boolean
  readonly compare?: readonly (keyof Description)[]
}

const EVERYTHING = ['resources', 'reflected', 'entries', 'properties', 'calls', 'parts'] as const
const TARGETS = ['lib_6_3', 'lib_6_5', 'lib_6_6', 'lib_6_8']

const CASES: readonly LibraryCase[] = [
  {
    title: 'two entry points share helpers and resources; what is hidden stays hidden',
    hlsl: `struct S { float4 a; uint b; };
RWBuffer<uint> Out : register(u3); StructuredBuffer<S> In; Texture2D<float> T[4] : register(t5, space1);
Buffer<uint> U[] : register(t0, space2); SamplerState Smp; cbuffer C { uint c; float d; }
uint helper(uint x) { return x * 2 + In[x].b; }
static uint hidden(uint x) { return x + 1; }
${ENTRY} void first(uint3 id : SV_DispatchThreadID) { Out[id.x] = helper(id.x) + c; }
[shader("compute")] [numthreads(4, 2, 1)] void second(uint i : SV_GroupIndex) {
  Out[i] = T[i].SampleLevel(Smp, 0, 0) + hidden(i) + U[NonUniformResourceIndex(i)][0];
}`,
  },
  {
    title: 'unbound resources stay unbound: lower bound -1, space as written',
    hlsl: `RWBuffer<uint> A : register(u3); RWBuffer<uint> B : register(space3); RWStructuredBuffer<double> D; ByteAddressBuffer R[3];
RWStructuredBuffer<uint> Cn; RWByteAddressBuffer W[2][3];
${ENTRY} void main(uint i : SV_GroupIndex) {
  B[i] = 1; D[i] = D[i + 1] * 2; A[i] = R[2].Load(4) + R[i].Load(0) + Cn.IncrementCounter(); W[1][2].Store(0, i);
}`,
  },
  {
    title: 'flags of the library are those of all its functions, entries carry none',
    hlsl: `RWBuffer<uint> A; RWStructuredBuffer<double> D;
${ENTRY} void zz(uint3 id : SV_DispatchThreadID) { A[id.x] = WaveActiveSum(id.x); }
${ENTRY} void aa(uint i : SV_GroupIndex) { D[i] = D[i + 1] * 2; }`,
  },
  {
    title: 'resources of every kind',
    hlsl: `struct S { float4 a; uint b; };
ConstantBuffer<S> CBs[3] : register(b2, space4); TextureBuffer<S> TB; Texture2DMS<float4, 4> MS; Buffer<float3> BB[2][3];
RWStructuredBuffer<float4> Vec; tbuffer tb { float4 tq; } float4 loose; globallycoherent RWTexture3D<unorm float2> T3;
AppendStructuredBuffer<S> App; RWByteAddressBuffer raws[] : register(u0, space7); SamplerComparisonState Cmp; Texture2D Tex;
${ENTRY} void zz(uint3 id : SV_DispatchThreadID) {
  Vec[id.x] = CBs[id.y].a + TB.a + MS.Load(id.xy, 1) + tq + loose + Tex.SampleCmpLevelZero(Cmp, 0, 0);
  T3[id] = 1; raws[id.x].Store(0, 1);
}
${ENTRY} void aa(uint i : SV_GroupIndex) {
  Vec[i] = BB[1][2][i].xyzz + CBs[1].b; S s = { 1, 1, 1, 1, 2 }; App.Append(s);
}`,
    compare: ['resources', 'entries', 'properties', 'parts'],
  },
  {
    title: 'descriptor heaps and wave sizes',
    hlsl: `${ENTRY} [WaveSize(32)] void main(uint i : SV_GroupIndex) { RWBuffer<uint> h = ResourceDescriptorHeap[i]; h[0] = i; }`,
    targets: ['lib_6_6', 'lib_6_8'],
  },
  {
    title: 'exported functions: scalars and vectors in and out, names mangled with back references',
    hlsl: `export float3 a1(float3 a) { return a; }
export float3 a2(float3 a, float3 b) { return a + b; }
export void a3() { }
export float2 a4(float3 a, float2 b, float3 c) { return a.xy + b + c.xy; }
export uint a5(uint a, uint b, int64_t c, int64_t d) { return a + b + (uint)c + (uint)d; }
export bool a6(bool3 a, bool b) { return a.x && b; }
namespace ns { export float f(float x) { return x; } }`,
  },
  {
    title: 'exported functions use resources, and entry points call them',
    hlsl: `cbuffer C { float d; } RWBuffer<float> O : register(u1);
export float3 fn(float2 a, int b, bool q) { return q ? a.xyx * b : d; }
${ENTRY} void main(uint i : SV_GroupIndex) { O[i] = fn(i, 2, i > 3).x; }`,
    compare: ['resources', 'reflected', 'entries', 'properties', 'parts'],
  },
  {
    title: 'native 16-bit types keep no annotations of functions',
    hlsl: `RWBuffer<half4> O; export half2 a2(half2 a, half b, int16_t c) { return a + b + (half)c; }
${ENTRY} void main(uint i : SV_GroupIndex) { O[i] = a2(i, 1, 2).xyxy; }`,
    native16Bit: true,
    compare: ['resources', 'reflected', 'entries', 'parts'],
  },
  {
    title: 'exported functions take and give structs, arrays, matrices, enums, and what goes out',
    hlsl: `struct B { int q; };
struct S : B { float4 a; bool b; float3x2 m; half h[3]; row_major float2x3 rm; double d; };
namespace N { struct T { bool2 b2; uint64_t l; S s; }; enum class E : uint { A }; enum G { GA }; }
template<typename T, int n> struct Row { T a[n]; };
class K { float a; };
typedef int Pair[2];
export float4x4 f(float4x4 m, float a[3], inout float o, out B s, S t, bool b, bool2 c) {
  s.q = 1;
  o = a[1] + t.a.x + b + c.y + t.rm[1][2];
  return transpose(m);
}
export B g(N::T t, inout N::T u, N::E e, out float4 v, inout bool bb, inout float2x2 mm, row_major float2x2 rmm) {
  B b = { t.b2.y };
  u.b2.x = true;
  v = 1;
  bb = !bb;
  mm[0][1] = rmm[0][1];
  return b;
}
export float rows(float x[4], S ss[2], int i) { x[i] = 2; return x[3] + ss[i].a.x; }
export Pair pair() { int x[2] = { 1, 2 }; return x; }
export N::G same(N::G b) { return b; }
export bool3 none(bool3 b) { return !b; }
export float templates(Row<float, 3> a, Row<K, 12> b, Row<float, 3> c, K k, Row<Row<float, 3>, 4> d) { return a.a[0] + k.a; }`,
    compare: ['resources', 'entries', 'parts'],
  },
  {
    title: 'shaders of other stages among the functions',
    hlsl: `Texture2D<float4> t; SamplerState s; cbuffer C { float4x4 m; }
struct V { float4 p : SV_Position; float2 uv : TEXCOORD0; nointerpolation uint i : I; };
[shader("vertex")] V vertices(float3 p : POSITION, uint id : SV_VertexID) {
  V v;
  v.p = mul(m, float4(p, 1));
  v.uv = p.xy;
  v.i = id;
  return v;
}
[shader("pixel")] float4 pixels(V v, out float d : SV_Depth) : SV_Target {
  d = v.p.z;
  return t.Sample(s, v.uv) * v.i * ddx(v.uv.x);
}
[shader("compute")] [numthreads(8, 8, 1)] void threads(uint3 i : SV_DispatchThreadID) { }
[shader("pixel")] [earlydepthstencil] float4 early(V v, uint sample : SV_SampleIndex) : SV_Target {
  if (v.i == 3) discard;
  return sample;
}
export float4 help(float a) { return a * m[0]; }
[shader("vertex")] void nothing() { }`,
    targets: ['lib_6_3', 'lib_6_6', 'lib_6_8'],
    compare: ['resources', 'entries', 'parts'],
  },
  {
    title: 'calls stay calls: functions that are only declared, and those that ask for it',
    hlsl: `RWBuffer<float4> O; struct B { int q; }; struct S : B { float4 a; float b[4]; bool c; };
float declared(S s, out float x, inout float2 v[2], float2x3 m);
S made(float x, bool b);
void nothing();
[noinline] float own(float x, S s, bool2 b) { O[0] = x; return sin(x) + s.a.x + (b.y ? 1 : 2); }
[noinline] S deep(inout S s, float4 v) { s.a += v; s.b[1] = own(v.x, s, s.c); return s; }
[noinline] float never() { return 1; }
export float h(float x) {
  S s = (S)x;
  float z;
  float2 v[2] = { 1, 2, 3, x };
  float y = declared(s, z, v, float2x3(1, 2, 3, 4, 5, x));
  nothing();
  s = deep(s, made(y, x > 2).a);
  return own(y, s, s.c) + z + v[1].x;
}
${ENTRY} void main(uint i : SV_GroupIndex) { S s = made(i, true); O[i] = own(i, s, false) + deep(s, 1).a.x; nothing(); }`,
    compare: ['resources', 'entries', 'parts'],
  },
  {
    title: 'ray tracing shaders',
    hlsl: `RaytracingAccelerationStructure scene : register(t0);
RWTexture2D<float4> image : register(u0);
struct Payload { float4 color; uint depth; bool hit; float3x3 m; };
struct Attributes { float2 bary; };
GlobalRootSignature global = { "UAV(u0), SRV(t0)" };
TriangleHitGroup group = { "", "hit" };
struct Data { float3 normal; uint2 id; };
[shader("raygeneration")] void gen() {
  RayDesc ray = { float3(DispatchRaysIndex()), 0, float3(0, 0, 1), 1000 };
  Payload p = (Payload)0;
  TraceRay(scene, RAY_FLAG_FORCE_OPAQUE, 0xff, 0, 1, 0, ray, p);
  image[DispatchRaysIndex().xy] = p.color * p.m[1][2] / DispatchRaysDimensions().x;
}
[shader("closesthit")] void hit(inout Payload p, in Attributes a) {
  p.color = float4(a.bary, RayTCurrent(), p.hit) + ObjectToWorld3x4()[1] + WorldToObject4x3()[2].xyzz;
  p.hit = HitKind() == HIT_KIND_TRIANGLE_FRONT_FACE;
  Data d = { WorldRayDirection(), uint2(InstanceID(), InstanceIndex()) };
  CallShader(PrimitiveIndex(), d);
  p.color.rgb += d.normal;
}
[shader("anyhit")] void filter(inout Payload p, Attributes a) {
  p.depth++;
  if (a.bary.x > 0.5) IgnoreHit();
  if (p.depth > 3) AcceptHitAndEndSearch();
  p.depth = RayFlags();
}
[shader("intersection")] void sphere() {
  Attributes a = { ObjectRayOrigin().xy };
  if (ReportHit(RayTMin(), 1, a)) { a.bary = ObjectRayDirection().xy; ReportHit(RayTCurrent(), 2, a); }
}
[shader("miss")] void sky(inout Payload p) { p.color = WorldRayOrigin().xyzz; p.depth++; }
[shader("callable")] void shade(inout Data d) { d.normal = normalize(d.normal) * d.id.x; }`,
    targets: ['lib_6_3', 'lib_6_5', 'lib_6_6'],
    compare: ['resources', 'entries', 'parts'],
  },
  {
    title: 'payloads whose fields say who reads and writes them',
    hlsl: `RaytracingAccelerationStructure scene;
RWBuffer<float4> o;
struct [raypayload] Inner { float q : read(caller) : write(miss); int2 z : read(caller, closesthit) : write(caller, anyhit); };
struct [raypayload] Payload {
  float4 color : read(caller) : write(closesthit, miss);
  uint depth : write(caller) : read(closesthit);
  Inner inner;
  float3x3 m[2] : read(caller) : write(caller);
  bool none : read() : write();
};
[shader("raygeneration")] void gen() {
  RayDesc ray = { 0, 0, 0, 0, 0, 1, 0, 1000 };
  Payload p;
  p.depth = 0;
  p.inner.z = 0;
  p.m[0] = 1;
  p.m[1] = 2;
  TraceRay(scene, 0, 0xff, 0, 1, 0, ray, p);
  o[0] = p.color * p.inner.q * p.inner.z.x * p.m[1][1][1];
}
[shader("miss")] void sky(inout Payload p) { p.color = 0; p.inner.q = 1; }`,
    targets: ['lib_6_7', 'lib_6_8'],
    compare: ['resources', 'entries', 'parts'],
  },
]

for (const { title, hlsl, targets = TARGETS, native16Bit = false, compare = EVERYTHING } of CASES)
  oracleTest('dxc', `library: ${title}`, async t => {
    const dxc = await Dxc.shared()
    for (const target of targets) {
      const ours = compile(hlsl, { target, enable16BitTypes: native16Bit })
      if (!ours.container) return t.fail(`${target}: ${ours.text}`)
      const verdict = await dxc.validate(ours.container)
      t.true(verdict.ok && verdict.digest === 'right', `${target}: ${verdict.message}`)
      const theirs = await dxc.compile(hlsl, ['-T', target, ...(native16Bit ? ['-enable-16bit-types'] : [])])
      if (!theirs.container) return t.fail(`${target}: ${theirs.errors}`)
      const differences = descriptionDifferences(describe(ours.container), describe(theirs.container), compare)
      t.deepEqual(differences, [], target)
    }
  })

test('library: what cannot be exported is refused where it stands', t => {
  const refused = (hlsl: string, message: RegExp): void => {
    const result = compile(hlsl, { target: 'lib_6_3' })
    t.is(result.container, undefined)
    t.regex(result.text, message)
  }
  refused(
    '\nexport float f(RWBuffer<float> b) { return b[0]; }',
    /^hlsl\.hlsl:2:14: error: Exported function \\01\?f@@YAMV\?\$RWBuffer@M@@@Z must not contain/,
  )
})

test('library: targets begin with 6.3', t => {
  t.is(compile('', { target: 'lib_6_2' }).container, undefined)
  t.truthy(compile('', { target: 'lib_6_3' }).container)
})

const DESCRIBED: readonly (readonly [what: string, flags: string, source: string])[] = [
  [
    'a function that only dead code calls is not declared',
    '-T lib_6_3',
    'float unused();\nfloat used();\nexport float f() { if (false) return unused(); return used(); }',
  ],
  [
    'derivatives of a function that a mesh shader calls',
    '-T lib_6_8',
    'RWByteAddressBuffer b;\n[noinline] export void d(float2 u) { b.Store(0, ddx(u)); }\n' +
      '[shader("mesh")] [numthreads(8, 8, 1)] [outputtopology("triangle")] void m(uint3 t : SV_DispatchThreadID) { d(t.xy / 8.0); }',
  ],
  [
    'shaders that take streams, patches and arrays of structs come last',
    '-T lib_6_5',
    'struct V { float4 p : SV_Position; };\n' +
      '[shader("geometry")] [maxvertexcount(3)] void g(uint k : SV_PrimitiveID, inout PointStream<V> s) { V v; v.p = k; s.Append(v); }\n' +
      '[shader("mesh")] [numthreads(1, 1, 1)] [outputtopology("triangle")] void m(out indices uint3 t[1], out vertices V v[3]) {\n' +
      '  SetMeshOutputCounts(1, 1); v[0].p = 1; t[0] = 0; }\n' +
      '[shader("pixel")] void p(float4 c[2] : C, out float4 d : SV_Target) { d = c[1]; }\n' +
      '[shader("compute")] [numthreads(1, 1, 1)] void c(uint3 i : SV_GroupID) { }',
  ],
  [
    'an exported function may ask for helper lanes, whoever calls it',
    '-T lib_6_6',
    'export bool f() { return IsHelperLane(); }\n[shader("vertex")] float4 v() : SV_Position { return IsHelperLane(); }',
  ],
]

for (const [what, flags, source] of DESCRIBED)
  oracleTest('dxc', `library: ${what}`, async t => {
    const { ours, theirs, isValid } = await both(source, flags)
    t.true(isValid, ours.text)
    for (const part of ['SFI0', 'RDAT'])
      t.deepEqual(partOf(ours.container!, part), partOf(theirs.container!, part), part)
  })

oracleTest('dxc', 'functions of templates have the names that DXC gives them', async t => {
  const source = `struct S { float x; };
template<typename T> struct Box { T v; };
template<typename T> int width();
template<typename T, int N> T times(T x);
namespace ns { template<typename T> float both(T x, T y); }
template<typename T> float inside(Box<T> b, vector<T, 3> q);
export float f(float a, float3 b, int c) {
  Box<float> q; q.v = a;
  return width<float>() + width<S>() + width<float2x3>() + width<Box<float> >() + times<float, 3>(a) + times<int, 300>(c) +
    ns::both<float3>(b, b) + inside<float>(q, b);
}`
  const args = ['-T', 'lib_6_3', '-HV', '2021']
  const dxc = await (await Dxc.shared()).compile(source, args)
  const ours = compile(source, dxcArgsToOptions(args))
  const declared = (container: Uint8Array): string[] =>
    [...disassemble(container).matchAll(/^declare .*@"(\\01\?[^"]*)"/gm)].map(([, name]) => name!).sort()
  t.is(declared(ours.container!).length, 8)
  t.deepEqual(declared(ours.container!), declared(dxc.container!))
})
