// Entry points that no stage takes: refused as from DXC, at the same line where it names one, and never made into an invalid container.

import { both } from '../hlsl/both.ts'
import { oracleTest } from '../oracle/oracle_test.ts'

const PAYLOAD = 'struct [raypayload] P { float a : read(caller) : write(miss); };\n'
const CASES: readonly (readonly [what: string, flags: string, source: string])[] = [
  [
    'shaders of rays that -exports leaves out',
    '-T lib_6_6 -exports Any',
    'struct H { float4 c; }; struct A { float2 b; };\n[shader("anyhit")] void Any(inout H p, in A a) { p.c = 1; }\n[shader("intersection")] int Inter() { return 1; }\n[shader("callable")] void Call(H p) { }\n[shader("miss")] void Miss(inout float p) { }',
  ],
  [
    'a triangle of two vertices',
    '-T gs_6_0',
    'struct V { float4 p : SV_Position; };\n[maxvertexcount(3)] void main(triangle V v[2], inout TriangleStream<V> s) { s.Append(v[0]); }',
  ],
  [
    'a geometry shader without its number of vertices',
    '-T gs_6_0',
    'struct V { float4 p : SV_Position; };\nvoid main(triangle V v[3], inout TriangleStream<V> s) { s.Append(v[0]); }',
  ],
  [
    'vertices of no primitive',
    '-T gs_6_0',
    'struct V { float4 p : SV_Position; };\n[maxvertexcount(3)] void main(V v[3], inout TriangleStream<V> s) { s.Append(v[0]); }',
  ],
  [
    'more output than a geometry shader may have',
    '-T gs_6_0',
    'struct V { float4 p : SV_Position; float4 q[30] : Q; };\n[maxvertexcount(1024)] void main(triangle V v[3], inout TriangleStream<V> s) { s.Append(v[0]); }',
  ],
  [
    'two streams of triangles',
    '-T gs_6_0',
    'struct V { float4 p : SV_Position; };\n[maxvertexcount(3)] void main(triangle V v[3], inout TriangleStream<V> s, inout TriangleStream<V> s2) { s.Append(v[0]); s2.Append(v[1]); }',
  ],
  [
    'patches of two sizes',
    '-T hs_6_0',
    'struct V { float4 p : SV_Position; }; struct C { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; };\nC pc(InputPatch<V, 4> p) { C c = (C)0; return c; }\n[domain("tri")][partitioning("integer")][outputtopology("triangle_cw")][outputcontrolpoints(3)][patchconstantfunc("pc")] V main(InputPatch<V, 3> p, uint i : SV_OutputControlPointID) { return p[i]; }',
  ],
  [
    'four factors of a triangle',
    '-T hs_6_0',
    'struct V { float4 p : SV_Position; }; struct C { float e[4] : SV_TessFactor; float i : SV_InsideTessFactor; };\nC pc(InputPatch<V, 3> p) { C c = (C)0; return c; }\n[domain("tri")][partitioning("integer")][outputtopology("triangle_cw")][outputcontrolpoints(3)][patchconstantfunc("pc")] V main(InputPatch<V, 3> p, uint i : SV_OutputControlPointID) { return p[i]; }',
  ],
  [
    'lines of a triangle',
    '-T hs_6_0',
    'struct V { float4 p : SV_Position; }; struct C { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; };\nC pc(InputPatch<V, 3> p) { C c = (C)0; return c; }\n[domain("tri")][partitioning("integer")][outputtopology("line")][outputcontrolpoints(3)][patchconstantfunc("pc")] V main(InputPatch<V, 3> p, uint i : SV_OutputControlPointID) { return p[i]; }',
  ],
  [
    '33 control points',
    '-T hs_6_0',
    'struct V { float4 p : SV_Position; }; struct C { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; };\nC pc(InputPatch<V, 33> p) { C c = (C)0; return c; }\n[domain("tri")][partitioning("integer")][outputtopology("triangle_cw")][outputcontrolpoints(33)][patchconstantfunc("pc")] V main(InputPatch<V, 33> p, uint i : SV_OutputControlPointID) { return p[i]; }',
  ],
  [
    'no patch constant function',
    '-T hs_6_0',
    'struct V { float4 p : SV_Position; };\n[domain("tri")][partitioning("integer")][outputtopology("triangle_cw")][outputcontrolpoints(3)][patchconstantfunc("nope")] V main(InputPatch<V, 3> p, uint i : SV_OutputControlPointID) { return p[i]; }',
  ],
  [
    'two coordinates in a triangle',
    '-T ds_6_0',
    'struct V { float4 p : SV_Position; }; struct C { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; };\n[domain("tri")] V main(C c, float2 uv : SV_DomainLocation, const OutputPatch<V, 3> p) { return p[0]; }',
  ],
  [
    'an unknown domain',
    '-T ds_6_0',
    'struct V { float4 p : SV_Position; }; struct C { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; };\n[domain("hex")] V main(C c, float3 uv : SV_DomainLocation, const OutputPatch<V, 3> p) { return p[0]; }',
  ],
  [
    'a payload of more than 16384 bytes',
    '-T ms_6_5',
    'struct P { float4 a[1025]; }; struct V { float4 p : SV_Position; };\n[numthreads(32,1,1)][outputtopology("triangle")] void main(in payload P p, out vertices V v[3], out indices uint3 t[1]) { SetMeshOutputCounts(3, 1); v[0].p = p.a[0]; t[0] = 0; }',
  ],
  [
    'indices of lines for triangles',
    '-T ms_6_5',
    'struct V { float4 p : SV_Position; };\n[numthreads(32,1,1)][outputtopology("triangle")] void main(out vertices V v[3], out indices uint2 t[1]) { SetMeshOutputCounts(3, 1); v[0].p = 0; t[0] = 0; }',
  ],
  [
    '300 vertices',
    '-T ms_6_5',
    'struct V { float4 p : SV_Position; };\n[numthreads(32,1,1)][outputtopology("triangle")] void main(out vertices V v[300], out indices uint3 t[1]) { SetMeshOutputCounts(3, 1); v[0].p = 0; t[0] = 0; }',
  ],
  [
    'no SetMeshOutputCounts',
    '-T ms_6_5',
    'struct V { float4 p : SV_Position; };\n[numthreads(32,1,1)][outputtopology("triangle")] void main(out vertices V v[3], out indices uint3 t[1]) { v[0].p = 0; t[0] = 0; }',
  ],
  [
    '129 threads',
    '-T ms_6_5',
    'struct V { float4 p : SV_Position; };\n[numthreads(129,1,1)][outputtopology("triangle")] void main(out vertices V v[3], out indices uint3 t[1]) { SetMeshOutputCounts(3, 1); v[0].p = 0; t[0] = 0; }',
  ],
  [
    'a dispatched payload of more than 16384 bytes',
    '-T as_6_5',
    'struct P { float4 a[1025]; }; groupshared P p;\n[numthreads(32,1,1)] void main() { DispatchMesh(1, 1, 1, p); }',
  ],
  [
    'two dispatches',
    '-T as_6_5',
    'struct P { float4 a; }; groupshared P p;\n[numthreads(32,1,1)] void main(uint i : SV_GroupIndex) { if (i > 3) DispatchMesh(1, 1, 1, p); DispatchMesh(1, 1, 1, p); }',
  ],
  [
    'a payload of one thread',
    '-T as_6_5',
    'struct P { float4 a; };\n[numthreads(32,1,1)] void main(uint i : SV_GroupIndex) { P p; p.a = i; DispatchMesh(1, 1, 1, p); }',
  ],
  ['no dispatch', '-T as_6_5', '\n[numthreads(32,1,1)] void main(uint i : SV_GroupIndex) { }'],
  [
    'a field without qualifiers',
    '-T lib_6_7',
    'struct [raypayload] P { float a; float b : read(caller) : write(miss); };\n[shader("miss")] void m(inout P p) { p.a = 1; }',
  ],
  [
    'a payload without its attribute',
    '-T lib_6_7',
    'struct P { float a; };\n[shader("miss")] void m(inout P p) { p.a = 1; }',
  ],
  [
    'qualifiers without the attribute',
    '-T lib_6_7',
    'struct P { float a : read(caller) : write(miss); };\n[shader("miss")] void m(inout P p) { p.a = 1; }',
  ],
  [
    'functions that call each other',
    '-T lib_6_3',
    'export float f(float x);\nfloat g(float x) { return f(x); }\nexport float f(float x) { return x > 1 ? g(x - 1) : x; }',
  ],
  ['a function that calls itself', '-T lib_6_3', 'export float f(float x) { return x > 1 ? f(x - 1) : x; }'],
  [
    'functions of a shader that call each other',
    '-T lib_6_3',
    PAYLOAD +
      'void h(inout P p);\nvoid k(inout P p) { h(p); }\nvoid h(inout P p) { k(p); }\n[shader("miss")] void m(inout P p) { h(p); }',
  ],
  ['a root signature without a comma', '-T lib_6_3', 'GlobalRootSignature g = { "CBV(b0) SRV(t0)" };'],
  ['an unknown root parameter', '-T lib_6_3', 'LocalRootSignature g = { "Bogus(b0)" };'],
  ['a root parameter twice', '-T lib_6_3', 'GlobalRootSignature g = { "CBV(b0), CBV(b0)" };'],
  ['unknown flags', '-T lib_6_3', 'StateObjectConfig c = { 8 };'],
  ['a number for the name of a shader', '-T lib_6_3', 'TriangleHitGroup h = { 1, "a" };'],
  [
    'an input without its record',
    '-T lib_6_8',
    '[shader("node")][NodeLaunch("broadcasting")][NodeDispatchGrid(1,1,1)][numthreads(1,1,1)] void n(DispatchNodeInputRecord r) { }',
  ],
  [
    'an input of an empty record',
    '-T lib_6_8',
    'struct R { };\n[shader("node")][NodeLaunch("broadcasting")][NodeDispatchGrid(1,1,1)][numthreads(1,1,1)] void n(DispatchNodeInputRecord<R> r) { }',
  ],
  [
    'an output without its record',
    '-T lib_6_8',
    'struct R { uint a; };\n[shader("node")][NodeLaunch("broadcasting")][NodeDispatchGrid(1,1,1)][numthreads(1,1,1)] void n(NodeOutput r) { }',
  ],
  [
    'a node without its grid',
    '-T lib_6_8',
    'struct R { uint a; };\n[shader("node")][NodeLaunch("broadcasting")][numthreads(1,1,1)] void n(DispatchNodeInputRecord<R> r) { }',
  ],
  [
    'an unknown launch',
    '-T lib_6_8',
    'struct R { uint a; };\n[shader("node")][NodeLaunch("often")][NodeDispatchGrid(1,1,1)][numthreads(1,1,1)] void n(DispatchNodeInputRecord<R> r) { }',
  ],
  [
    'a group of a thread node',
    '-T lib_6_8',
    'struct R { uint a; };\n[shader("node")][NodeLaunch("thread")][numthreads(8,1,1)] void n(ThreadNodeInputRecord<R> r) { }',
  ],
  [
    'a number as record',
    '-T lib_6_8',
    '[shader("node")][NodeLaunch("thread")] void n(ThreadNodeInputRecord<float> r) { }',
  ],
  [
    'fewer records than none',
    '-T lib_6_8',
    'struct R { uint a; };\n[shader("node")][NodeLaunch("thread")] void n([MaxRecords(-1)] NodeOutput<R> r) { }',
  ],
  [
    'nodes before 6.8',
    '-T lib_6_7',
    'struct R { uint a; };\n[shader("node")][NodeLaunch("thread")] void n(ThreadNodeInputRecord<R> r) { }',
  ],
  [
    'attributes of more than 32 bytes',
    '-T lib_6_3',
    'struct P { float a; }; struct A { float4 b[3]; };\n[shader("closesthit")] void c(inout P p, A a) { p.a = a.b[0].x; }\n[shader("intersection")] void i() { A a = (A)0; ReportHit(1, 0, a); }',
  ],
  [
    'data of a callable shader that does not come back',
    '-T lib_6_3',
    'struct P { float a; };\n[shader("callable")] void c(in P p) { }',
  ],
]

const FIRST_ERROR = /(?:x\.hlsl:(\d+):\d+: )?(?:fatal )?error:/
const lineOf = (text: string): string => FIRST_ERROR.exec(text)?.[1] ?? ''

oracleTest('dxc', 'bad entry points, payloads, subobjects and nodes', async t => {
  for (const [what, flags, source] of CASES) {
    const { ours, theirs, isValid } = await both(source, flags)
    t.is(ours.ok, theirs.ok, `${what}: ${ours.text}\nDXC: ${theirs.errors}`)
    t.true(isValid, what)
    if (ours.ok) continue
    t.regex(ours.text, FIRST_ERROR, what)
    const line = lineOf(theirs.errors)
    if (line !== '') t.is(lineOf(ours.text), line, `${what}: ${ours.text}\nDXC: ${theirs.errors}`)
  }
})
