// What DXC says of subobjects, of the entry points of ray tracing and of payload access qualifiers: the same messages on the same lines.

import test from 'ava'
import { oracleTest } from '../oracle/oracle_test.ts'
import { both, messages, oursAlone } from './both.ts'

interface Case {
  readonly what: string
  readonly source: string
  /** Default `-T lib_6_3`. */
  readonly flags?: string
  /** Messages that count; what a parser says behind its first error is its own. Default: all. */
  readonly count?: number
}

const PAYLOADS = 'struct P { float a; }; struct A { float2 b; }; struct E { }; struct R { Texture2D t; };\n'

const REFUSED: readonly Case[] = [
  {
    what: 'the form of another shader, which hides what could be warned of',
    flags: '-T lib_6_7',
    source:
      'struct [raypayload] P { float c : read(caller) : write(caller, miss); };\nRaytracingAccelerationStructure s;\n[shader("raygeneration")] void a() { RayDesc r = (RayDesc)0; P p; p.c = 1; TraceRay(s, 0, 0, 0, 0, 0, r, p); }\n[shader("raygeneration")] void b(uint x) { }',
  },
  { what: 'a subobject from a variable', source: 'uint x;\nRaytracingPipelineConfig c = { x };' },
  { what: 'a subobject from a string variable', source: 'string s = "CBV(b0)";\nGlobalRootSignature g = { s };' },
  { what: 'a subobject without a list', source: 'StateObjectConfig c = 1;' },
  { what: 'a copy of a subobject', source: 'RaytracingPipelineConfig c = { 1 };\nRaytracingPipelineConfig d = c;' },
  { what: 'too few values', source: 'RaytracingShaderConfig c = { 128 };' },
  { what: 'too many values', source: 'RaytracingPipelineConfig c = { 128, 3 };' },
  { what: 'values in inner braces', source: 'RaytracingShaderConfig c = { { 1, 2 } };' },
  { what: 'a vector of values', source: 'RaytracingShaderConfig c = { uint2(1, 2) };' },
  { what: 'no value', source: 'RaytracingPipelineConfig c;' },
  { what: 'an external subobject', source: 'extern RaytracingPipelineConfig c = { 3 };' },
  { what: 'a local subobject', source: 'export void f() {\n RaytracingPipelineConfig c = { 3 };\n}' },
  { what: 'a subobject in a namespace', source: 'namespace N {\n RaytracingPipelineConfig c = { 3 };\n}' },
  { what: 'a subobject in a block', source: 'cbuffer N {\n RaytracingPipelineConfig c;\n}' },
  { what: 'a subobject in a struct', source: 'struct S {\n RaytracingPipelineConfig c;\n};' },
  { what: 'a name for a subobject type', source: 'typedef RaytracingPipelineConfig C;' },
  { what: 'an array of subobjects', source: 'RaytracingPipelineConfig c[2] = { {1}, {2} };' },
  {
    what: 'a field of a subobject',
    source: 'RaytracingPipelineConfig c = { 1 };\nexport uint f() { return c.MaxTraceRecursionDepth; }',
  },
  { what: 'an empty root signature', source: 'GlobalRootSignature g = { "" };' },
  { what: 'an association with nothing', source: 'SubobjectToExportsAssociation s = { "", "a" };' },
  { what: 'a procedural hit group without intersection', source: 'ProceduralPrimitiveHitGroup h = { "", "", "" };' },
  { what: 'a number for a name', source: 'SubobjectToExportsAssociation s = { 1, "a" };' },
  { what: 'a name for a number', source: 'RaytracingPipelineConfig c = { "a" };' },
  { what: 'a subobject twice', source: 'RaytracingPipelineConfig c = { 1 };\nRaytracingPipelineConfig c = { 2 };' },
  { what: 'a struct named like a subobject type', source: 'struct RaytracingPipelineConfig { int a; };' },
  { what: 'a struct named like a ray', source: 'struct RayDesc { float a; };' },

  { what: 'parameters of ray generation', source: '[shader("raygeneration")] int gen(int a) { return 1; }' },
  { what: 'parameters of intersection', source: '[shader("intersection")] void isect(inout int p) { }' },
  { what: 'miss without payload', source: `${PAYLOADS}[shader("miss")] void m() {}` },
  { what: 'miss with a payload that does not come back', source: `${PAYLOADS}[shader("miss")] void m(P p) {}` },
  { what: 'miss with an out payload', source: `${PAYLOADS}[shader("miss")] void m(out P p) { p = (P)0; }` },
  { what: 'miss with a number as payload', source: `${PAYLOADS}[shader("miss")] void m(inout float p) {}` },
  { what: 'miss with a result', source: `${PAYLOADS}[shader("miss")] int m(inout P p) { return 1; }` },
  { what: 'miss with attributes', source: `${PAYLOADS}[shader("miss")] void m(inout P p, P a) { }` },
  { what: 'a payload of textures', source: `${PAYLOADS}[shader("miss")] void m(inout R p) { }` },
  { what: 'a payload of nothing', source: `${PAYLOADS}[shader("miss")] void m(inout E p) { }` },
  { what: 'closest hit without attributes', source: `${PAYLOADS}[shader("closesthit")] void c(inout P p) {}` },
  { what: 'attributes that are written', source: `${PAYLOADS}[shader("closesthit")] void c(P p, inout A a) {}` },
  { what: 'attributes that are no struct', source: `${PAYLOADS}[shader("closesthit")] void c(inout P p, float2 a) {}` },
  { what: 'attributes of nothing', source: `${PAYLOADS}[shader("closesthit")] void c(inout P p, E a) {}` },
  { what: 'any hit with out attributes', source: `${PAYLOADS}[shader("anyhit")] void c(inout P p, out A a) {}` },
  { what: 'any hit with one too many', source: `${PAYLOADS}[shader("anyhit")] void c(inout P p, A a, A b) {}` },
  { what: 'any hit without anything', source: `${PAYLOADS}[shader("anyhit")] void c(P p, A a) {}` },
  { what: 'callable without data', source: `${PAYLOADS}[shader("callable")] void c() {}` },
  { what: 'callable with data that does not come back', source: `${PAYLOADS}[shader("callable")] void c(P p) {}` },
  { what: 'callable with a number', source: `${PAYLOADS}[shader("callable")] void c(inout float p) {}` },
  { what: 'callable with nothing in it', source: `${PAYLOADS}[shader("callable")] void c(inout E p) {}` },
  {
    what: 'a root signature at a ray tracing entry',
    source: `${PAYLOADS}[RootSignature("CBV(b0)")] [shader("callable")] void c(inout P p) {}`,
  },

  {
    what: 'a field without qualifiers',
    flags: '-T lib_6_7',
    source:
      'struct [raypayload] P {\n int a : read(closesthit) : write(caller);\n int b;\n};\n[shader("miss")] void m(inout P p) {}',
  },
  {
    what: 'a payload without its attribute',
    flags: '-T lib_6_7',
    source: `${PAYLOADS}[shader("miss")] void m(inout P p) {}`,
  },
  {
    what: 'qualifiers of a payload inside a payload',
    flags: '-T lib_6_6 -enable-payload-qualifiers',
    source: `struct [raypayload] Q {\n int a : read(caller) : write(miss);\n};\nstruct [raypayload] P {\n Q q : read(caller) : write(caller);
 Q r;\n};\n[shader("miss")] void m(inout P p) {}`,
  },
  {
    what: 'readers without writers, and the other way round',
    flags: '-T lib_6_7',
    source: `struct [raypayload] P {
  int a : read(closesthit) : write(caller) : read(miss);
  int c : write(miss);
  int d : read(anyhit);
  int e : read() : write();
  int f : write(closesthit) : read(miss);
  int g : read(caller);
  int h : write(anyhit);
  int i : write(caller);
};`,
  },
  {
    what: 'a stage that nobody knows',
    flags: '-T lib_6_7',
    source: 'struct [raypayload] P { int a : read(foo) };',
    count: 1,
  },
  {
    what: 'a traced payload without its attribute',
    flags: '-T lib_6_7',
    source: `RaytracingAccelerationStructure s;\nstruct P { int a; };\n[shader("raygeneration")] void gen() {
  RayDesc r = (RayDesc)0;\n  P p = { 1 };\n  TraceRay(s, 0, 0, 0, 0, 0, r, p);\n}`,
  },
  {
    what: 'payloads without their attribute: those of shaders and what they trace, in their order, not those of other functions',
    flags: '-T lib_6_7',
    source: `RaytracingAccelerationStructure s;\nstruct P { int a; }; struct B { float2 b; };
void used() {\n  P q;\n  TraceRay(s, 0, 0, 0, 0, 0, (RayDesc)0, q);\n}
[shader("closesthit")] void c(inout P p, B b) {\n  P q;\n  TraceRay(s, 0, 0, 0, 0, 0, (RayDesc)0, q);\n  used();\n}
[shader("raygeneration")] void g() {\n  P q;\n  TraceRay(s, 0, 0, 0, 0, 0, (RayDesc)0, q);\n  used();\n}`,
  },
  {
    what: 'qualifiers of what is no field',
    flags: '-T lib_6_7',
    source: `int x : read(caller);
cbuffer C : read(caller) {
  int y : write(caller);
}
export void f(int a : read(caller)) {
  int q : read(caller) = 1;
}`,
  },
]

for (const { what, source, flags = '-T lib_6_3', count } of REFUSED)
  oracleTest('dxc', `${what}: refused in DXC's words`, async t => {
    const { ours, theirs } = await both(source, flags)
    t.false(theirs.ok)
    const mine = messages(ours.text, 'error')
    t.deepEqual(mine.slice(0, count), messages(theirs.errors, 'error').slice(0, count))
  })

interface Exported {
  readonly what: string
  readonly flags: string
  readonly source: string
}

/** Every warning about access of payloads, with branches, loops and functions in between. */
function payloadAccess(): string {
  return `RaytracingAccelerationStructure s;
struct B { float2 b; };
struct [raypayload] P {
  float a : read(caller, closesthit) : write(caller);
  float2 b : read(caller) : write(closesthit, miss, anyhit);
  float c[2] : read(closesthit) : write(caller, anyhit);
  float d : read(anyhit, caller) : write(miss, caller);
};
struct [raypayload] N { P inner; float e : read(caller) : write(closesthit); };
float touch(float x, inout float y) { y = x; return x; }
void through(in P q) { float z = q.c[0] + q.b.x; }
void without(P q) { float z = q.d; }
void filled(out P q) { q = (P)0; q.a = 1; }
void outside(inout P q);
[shader("closesthit")] void hit(inout P p, B at) {
  if (at.b.x > 0.5) { p.b.x = p.c[1]; return; }
  through(p);
  without(p);
  [loop] for (int i = 0; i < 4; i++) {
    p.a++;
    if (p.d > i) break;
    if (p.b.y > i) continue;
    p.d = touch(p.b.y, p.c[0]);
  }
}
[shader("miss")] void sky(inout P p) {
  if (p.a > 0 && p.d < 1 || p.b.x > 0) p.b = 1;
  else if (p.c[0] > 0) p.d = p.b.x;
}
[shader("anyhit")] void any(inout N p, B at) {
  p.inner.b = at.b;
  if (p.e > 1) IgnoreHit();
  do { p.inner.c[0] += p.inner.a; } while (p.inner.d > 3);
  outside(p.inner);
}
[shader("miss")] void again(inout P p) {
  outside(p);
  TraceRay(s, 0, 255, 0, 1, 0, (RayDesc)0, p);
}
[shader("raygeneration")] void first() {
  P p;
  p.a = 1;
  p.b = 2;
  for (int i = 0; i < 2; i++) {
    p.c[i] = i;
    TraceRay(s, 0, 255, 0, 1, 0, (RayDesc)0, p);
    if (p.c[0] > 1) p.d = 4;
  }
  N n = (N)0;
  TraceRay(s, 0, 255, 0, 1, 0, (RayDesc)0, n);
  float q = n.inner.a + n.e + p.d;
  P o;
  filled(o);
  TraceRay(s, 0, 255, 0, 1, 0, (RayDesc)0, o);
  through(o);
  while (q > 0) { if (o.b.x > 1) break; q -= o.d; }
}`
}

const WORKING: readonly Exported[] = [
  {
    what: 'payload qualifiers before 6.7 are warned about',
    flags: '-T lib_6_6',
    source:
      'struct [raypayload] P { int a : read(closesthit) : write(caller); int b; };\n[shader("miss")] void m(inout P p) {}',
  },
  { what: 'access of payloads in the stages of a ray', flags: '-T lib_6_7', source: payloadAccess() },
  {
    what: 'subobjects from constants',
    flags: '-T lib_6_3',
    source: `static const uint N = 4;
enum E { A = 7 };
RaytracingShaderConfig shaders = { 128 * N, 3 };
static const RaytracingPipelineConfig depth = { A };
StateObjectConfig object = { STATE_OBJECT_FLAG_ALLOW_LOCAL_DEPENDENCIES_ON_EXTERNAL_DEFINITONS };
RaytracingPipelineConfig1 flags = { -1, RAYTRACING_PIPELINE_FLAG_SKIP_TRIANGLES };
LocalRootSignature local = { "CBV(b0)" };
GlobalRootSignature global = { "CBV(b0)," "SRV(t0)" };
SubobjectToExportsAssociation all = { "local", ";a;;b" };
TriangleHitGroup triangles = { "", "hit" };
ProceduralPrimitiveHitGroup spheres = { "any", "", "sphere" };`,
  },
  {
    what: 'subobjects of a shader',
    flags: '-T vs_6_0',
    source: 'RaytracingPipelineConfig c = { 1 };\nfloat4 main() : SV_Position { return 0; }',
  },
]

for (const { what, flags, source } of WORKING)
  oracleTest('dxc', `${what}: accepted with DXC's warnings`, async t => {
    const { ours, theirs, isValid } = await both(source, flags)
    t.true(theirs.ok)
    t.true(ours.ok, ours.text)
    t.true(isValid)
    // DXC says the same once more for each way that leads there.
    t.deepEqual(messages(ours.text, 'warning'), [...new Set(messages(theirs.errors, 'warning'))])
  })

oracleTest('dxc', 'operations of rays in the wrong shader are refused', async t => {
  const cases: readonly (readonly [flags: string, source: string])[] = [
    ['-T lib_6_3', 'struct P { float a; };\n[shader("anyhit")] void f(inout P p, P a) {\n CallShader(1, p);\n}'],
    ['-T lib_6_3', '[shader("raygeneration")] void f() {\n IgnoreHit();\n}'],
    ['-T cs_6_3', 'RWBuffer<float> o;\n[numthreads(1, 1, 1)] void main() {\n o[0] = RayTMin();\n}'],
    ['-T lib_6_3', 'export void f() {\n IgnoreHit();\n}'],
  ]
  for (const [flags, source] of cases) {
    const { ours, theirs } = await both(source, flags)
    t.false(theirs.ok)
    t.deepEqual(
      ours.diagnostics.map(d => d.code),
      ['E3028'],
      ours.text,
    )
  }
  t.true(oursAlone('void f() { IgnoreHit(); }', '-T lib_6_x').ok)
})

oracleTest('dxc', 'exports that make no sense are refused', async t => {
  const cases: readonly (readonly [flags: string, code: string, source: string])[] = [
    ['-T lib_6_3 -exports nope;f', 'E2515', 'float f(float a) { return a; }'],
    ['-T lib_6_3 -exports f=g;f=h', 'E2516', 'float g(float a) { return a; }\nfloat h(float a) { return a; }'],
    ['-T lib_6_3 -exports =f', 'E2517', 'float f(float a) { return a; }'],
    ['-T lib_6_x -validator-version 1.8', 'E2518', 'float f(float a) { return a; }'],
    ['-T vs_6_0 -exports main', 'E2519', 'float4 main() : SV_Position { return 0; }'],
    ['-T lib_6_5 -enable-payload-qualifiers', 'E2513', ''],
    ['-T lib_6_3', 'E2514', 'export float f(Texture2D t) { return 1; }'],
    ['-T lib_6_3', 'E2640', 'float f();\nstatic float g = f();\nexport float h() { return g; }'],
  ]
  for (const [flags, code, source] of cases) {
    const { ours, theirs } = await both(source, flags)
    t.false(theirs.ok, flags)
    t.is(ours.diagnostics[0]?.code, code, ours.text)
  }
})

test('what a library does not export has no checks of exports', t => {
  t.true(oursAlone('float f(Texture2D t) { return 1; }', '-T lib_6_3').ok)
  t.true(oursAlone('inline float f(Texture2D t) { return 1; }', '-T lib_6_3 -default-linkage external').ok)
})

oracleTest('dxc', 'shaders of a library may have attributes of other stages that DXC does not look at', async t => {
  for (const attribute of ['[numthreads(2, 1, 1)]', '[outputcontrolpoints(3)]']) {
    const { ours, theirs } = await both(`[shader("raygeneration")] ${attribute} void f() {}`, '-T lib_6_3')
    t.true(theirs.ok)
    t.true(ours.ok, ours.text)
  }
})
