// Small programs: those in which executing found a difference, and one of each stage with a fault that must be seen.

import type { Source } from './sources.ts'

const LOADS = `struct M { float2x3 a; row_major float2x3 b; float x[2]; };
StructuredBuffer<float2x3> b : register(t0);
RWStructuredBuffer<float2x3> rb : register(u0);
StructuredBuffer<row_major float2x3> br : register(t1);
StructuredBuffer<M> bm : register(t3);
ConsumeStructuredBuffer<float2x3> consumed : register(u1);
AppendStructuredBuffer<float2x3> appended : register(u2);
RWStructuredBuffer<float> o : register(u3);
static uint n;
void put(float2x3 m) { o[n++] = m[0][1]; o[n++] = m[1][0]; o[n++] = m[0][2]; o[n++] = m[1][2]; }
[numthreads(1, 1, 1)] void main() {
  n = 0;
  uint status;
  put(b.Load(0)); put(b[0]); put(b.Load(0, status)); put(rb.Load(0)); put(rb[0]); put(br.Load(0)); put(br[0]);
  put(bm.Load(0).a); put(bm[0].a); put(bm.Load(0).b);
  put(consumed.Consume());
  appended.Append(b.Load(0));
  rb[5] = b.Load(1);
  o[n++] = b.Load(2)[0][1] + b.Load(2)._m10;
}`

const PASSED = `float2x3 g;
float2x3 Outside(float2x3 m, inout float2x3 n);
export float2x3 Made(float a) { return float2x3(1, 2, 3, 4, a, 5); }
export float2x3 Read() { return g; }
export row_major float2x3 Rows(float a) { return float2x3(1, 2, 3, 4, a, 5); }
export float Element(float2x3 m) { return m[0][1]; }
export float2x3 Passed(float2x3 m, inout float2x3 n) { n[0][2] = 7; return Outside(m, n); }`

const FEEDBACK = `FeedbackTexture2D<SAMPLER_FEEDBACK_MIN_MIP> f;
Texture2D t;
SamplerState s;
float4 main(float2 p : P) : SV_Target { f.WriteSamplerFeedbackBias(t, s, p, 27); f.WriteSamplerFeedbackBias(t, s, p, -27); return 0; }`

const COPY_IN_LOOP = `struct S { uint2 f[2]; };
RWStructuredBuffer<S> r;
RWStructuredBuffer<uint> q;
[numthreads(1, 1, 1)] void main(uint n : SV_GroupID) {
  S l = r.Load(n);
  for (uint k = 0; k < 3; k++) { r[n].f[0] += l.f[n % 2]; q[0] += 1; }
}`

const MIN_PRECISION_COPY = `struct S { column_major min16int2x4 a; min16float b[6]; column_major min16int2x4 m[1]; };
RWStructuredBuffer<S> r;
RWStructuredBuffer<float> o;
[numthreads(1, 1, 1)] void main(uint n : SV_GroupID) {
  S l = r[2];
  o[0] = l.m[0][(n + 1) % 2].y;
  o[1] = l.b[n % 5];
}`

const source = (text: string, flags: string): Source => ({ source: text, args: flags.split(' ') })

// Programs for functions of src/ that no other test ran (`npm run untested`).

/** A loop that declares its condition declares it anew in each round. */
const DECLARED_CONDITIONS = `RWBuffer<int> o;
int f(int n) { while (int s = n) { if (s == 5) return 7; n = n - 1; } return 2; }
[numthreads(1, 1, 1)] void main(uint i : SV_GroupIndex) {
  int n = o[i] & 15;
  while (int x = n) { o[x] = n; n = x - 1; }
  for (int k = 0; bool b = k < 4; k++) { if (k == 2) continue; o[k + 20] = b; }
  [unroll] for (int u = 0; bool c = u < 4; u++) o[u + 40] = u;
  [loop] for (int m = 0; int r = 3 - m; m++) o[30 + m] = r;
  if (uint q = i + 1) o[50] = q; else o[51] = q;
  switch (int z = int(i) + 1) { case 1: o[52] = z; break; default: o[53] = z; }
  o[60] = f(o[i] & 7); o[61] = f(3); o[62] = f(8);
}`

const POWERS = `float4 main(float4 a : A) : SV_Target {
  return float4(pow(a.x, 2), pow(a.y, 5), pow(a.z, -3), pow(a.w, 0)) + pow(a, 3) + pow(a, 16) + pow(a, -2).x + pow(a.xy, 7).xyxy;
}`

const COPIED_MEMBERS = `struct M { Texture2D t; float4 c[2]; struct { float a; int b; } s; };
struct N { M m[2]; float z; };
N g; SamplerState ss; RWBuffer<float4> o;
float4 f(N n) { return n.m[1].c[0] * n.z + n.m[0].t.SampleLevel(ss, 0, 0); }
[numthreads(1, 1, 1)] void main(uint i : SV_GroupIndex) {
  N l = g;
  o[0] = f(l) + f(g);
  M q[2] = l.m;
  o[1] = q[1].c[i & 1] + q[1].t.SampleLevel(ss, 0, q[0].s.a) * q[1].s.b;
}`

const FUSED = `RWStructuredBuffer<double> o;
[numthreads(1, 1, 1)] void main(uint i : SV_GroupIndex) {
  double c = 134217729.0L;
  o[0] = fma(c, c, -18014398777917440.0L);
  o[1] = fma(2.5L, 3.25L, 0.125L);
  if (i == 0) { double k = i + 134217729.0L; o[2] = fma(k, k, -18014398777917440.0L); o[3] = fma(i + 1.5L, 2, 3); }
}`

const PACKED_CONSTANTS = `RWBuffer<uint> o;
static const uint P = (uint)pack_u8(uint4(1, 2, 3, 300));
static const int8_t4_packed Q = pack_clamp_s8(int4(1, -200, 300, 4));
[numthreads(1, 1, 1)] void main(uint i : SV_GroupIndex) {
  o[0] = (uint)pack_u8(uint4(1, 2, 3, 300)); o[1] = (uint)pack_clamp_u8(int4(-1, 2, 3, 300)); o[2] = P + (uint)Q;
  int4 u = unpack_s8s32(pack_s8(int4(-1, 2, 130, -300)));
  o[3] = u.x + u.y * 2 + u.z * 3 + u.w * 4;
}`

const CONSTANT_BITS = `struct S { uint a : 5; int b : 7; uint c : 20; };
static const S C = { 3, -4, 77 };
RWBuffer<int> o;
[numthreads(1, 1, 1)] void main(uint i : SV_GroupIndex) {
  o[0] = C.a + C.b * 10 + C.c * 100;
  S all[2] = { { 1, 2, 3 }, C };
  o[1] = all[i & 1].b + all[i & 1].c;
}`

const LISTED_MATRICES = `struct A { float2x2 m; float3 v; };
RWBuffer<float> o;
[numthreads(1, 1, 1)] void main(uint i : SV_GroupIndex) {
  A a = { { 1, 2, 3, 4 }, { 5, 6, 7 } };
  A b = { float2x2(1, 2, 3, 4), 5, float2(6, 7) };
  float2x3 m = { float3(1, 2, 3), float3(4, 5, i) };
  bool2x2 t = { true, false, i, 1 };
  A c[2] = { a, b };
  int2x2 n = { 1.5, 2.5, 3u, true };
  o[0] = c[i & 1].m[1][0] + m[1][2] + t[1][0] + n[0][1];
}`

/**
 * A matrix that a function takes or gives by value lies row by row; Load() of a structured buffer reads one so; constant biases are clamped; copies
 * of buffers hold what they held, whatever a loop writes behind them, and of minimum precision take words. Then what no other test runs.
 */
export const FOUND: readonly Source[] = [
  source(LOADS, '-T cs_6_0 -E main'),
  source(LOADS, '-T cs_6_6 -E main -Zpr'),
  source(LOADS, '-T cs_6_2 -E main -Od'),
  source(PASSED, '-T lib_6_3'),
  source(PASSED, '-T lib_6_x'),
  source(PASSED, '-T lib_6_3 -Zpr'),
  source(FEEDBACK, '-T ps_6_5 -E main'),
  source(COPY_IN_LOOP, '-T cs_6_0 -E main'),
  source(MIN_PRECISION_COPY, '-T cs_6_0 -E main'),
  source(DECLARED_CONDITIONS, '-T cs_6_0 -E main'),
  source(DECLARED_CONDITIONS, '-T cs_6_0 -E main -Od'),
  source(DECLARED_CONDITIONS, '-T cs_6_0 -E main -HV 2018'),
  source(POWERS, '-T ps_6_0 -E main -HV 2016'),
  source(COPIED_MEMBERS, '-T cs_6_0 -E main'),
  source(FUSED, '-T cs_6_0 -E main'),
  source(PACKED_CONSTANTS, '-T cs_6_6 -E main'),
  source(CONSTANT_BITS, '-T cs_6_0 -E main'),
  source(LISTED_MATRICES, '-T cs_6_0 -E main'),
]

/** `FAULT` is 0 or 1. */
export const FAULTS: readonly Source[] = [
  source(
    `struct V { float4 p : SV_Position; float2 c : C; };
[maxvertexcount(6)] void main(triangle V v[3], inout TriangleStream<V> s) {
  for (uint i = 0; i < 3; i++) { V o = v[i]; o.c += i + FAULT; s.Append(o); if (i == 1) s.RestartStrip(); }
}`,
    '-T gs_6_0 -E main',
  ),
  source(
    `struct V { float4 p : P; }; struct K { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; float4 c : C; };
K patch(InputPatch<V, 3> v) { K k; k.e[0] = k.e[1] = k.e[2] = v[0].p.x + 1; k.i = v[1 + FAULT].p.y; k.c = v[2].p; return k; }
[domain("tri")] [partitioning("integer")] [outputtopology("triangle_cw")] [outputcontrolpoints(3)] [patchconstantfunc("patch")]
V main(InputPatch<V, 3> v, uint i : SV_OutputControlPointID) { V o; o.p = v[(i + 1) % 3].p * 2; return o; }`,
    '-T hs_6_0 -E main',
  ),
  source(
    `struct V { float4 p : P; }; struct K { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; float4 c : C; };
[domain("tri")] float4 main(K k, float3 l : SV_DomainLocation, const OutputPatch<V, 3> v) : SV_Position {
  return l.x * v[0].p + l.y * v[1].p + l.z * v[FAULT ? 1 : 2].p + k.c;
}`,
    '-T ds_6_0 -E main',
  ),
  source(
    `struct V { float4 p : SV_Position; float c : C; }; struct Q { uint n; float4 a[2]; };
[numthreads(4, 1, 1)] [outputtopology("triangle")] void main(uint i : SV_GroupIndex, in payload Q q, out vertices V v[4], out indices uint3 t[4]) {
  SetMeshOutputCounts(4, 2);
  v[i].p = q.a[i & 1]; v[i].c = q.n + i * (2 + FAULT);
  if (i < 2) t[i] = uint3(i, i + 1, i + 2);
}`,
    '-T ms_6_5 -E main',
  ),
  source(
    `struct Q { uint n; float4 a[2]; }; groupshared Q q; Buffer<float4> b;
[numthreads(4, 1, 1)] void main(uint i : SV_GroupIndex) {
  if (i == 0) q.n = 5 + FAULT;
  if (i < 2) q.a[i] = b[i];
  GroupMemoryBarrierWithGroupSync();
  DispatchMesh(q.n, 1, 1, q);
}`,
    '-T as_6_5 -E main',
  ),
  source(
    `struct [raypayload] P { float4 c : read(caller) : write(caller, closesthit); uint n : read(caller, closesthit) : write(caller); };
RaytracingAccelerationStructure scene; RWBuffer<float4> o;
[shader("raygeneration")] void generate() {
  P p = { float4(0, 0, 0, 0), 3 + FAULT };
  RayDesc r = { float3(DispatchRaysIndex()), 0, float3(0, 0, 1), 100 };
  TraceRay(scene, 0, 255, 0, 1, 0, r, p);
  o[DispatchRaysIndex().x] = p.c;
}
[shader("closesthit")] void hit(inout P p, in BuiltInTriangleIntersectionAttributes a) { p.c = a.barycentrics.xyxy * p.n; }
[shader("intersection")] void meet() { BuiltInTriangleIntersectionAttributes a = { ObjectRayOrigin().xy }; ReportHit(RayTMin() + FAULT, 1, a); }`,
    '-T lib_6_7',
  ),
  source(
    `struct R { uint a; float b[2]; };
[shader("node")] [nodelaunch("broadcasting")] [nodedispatchgrid(1, 1, 1)] [numthreads(4, 1, 1)]
void work(DispatchNodeInputRecord<R> r, [MaxRecords(4)] NodeOutput<R> next, uint i : SV_GroupIndex) {
  ThreadNodeOutputRecords<R> w = next.GetThreadNodeOutputRecords(1);
  w.Get().a = r.Get().a + i * (1 + FAULT);
  w.Get().b[1] = r.Get().b[i & 1];
  w.OutputComplete();
}`,
    '-T lib_6_8',
  ),
]
