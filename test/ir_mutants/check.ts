// Mutants of printed IR: refused with a place, or compiled to what the validator accepts.

import { compileToIr } from '../../src/api/compile.ts'
import { compileModule } from '../../src/api/compile_module.ts'
import { Dxc } from '../oracle/dxc.ts'
import { mutate } from './mutate.ts'

export type Kind = 'refused' | 'valid' | 'invalid' | 'no-place' | 'crash'

export interface Outcome {
  readonly kind: Kind
  readonly detail: string
  readonly text: string
}

const SOURCES: readonly (readonly [target: string, source: string])[] = [
  [
    'cs_6_0',
    `cbuffer B { float4 k; float a[3]; int m; }
RWStructuredBuffer<float2> rw[3];
Texture2D<float4> tex;
SamplerState smp;
groupshared float g[16];
[numthreads(16, 1, 1)] void main(uint i : SV_GroupIndex) {
  g[i] = tex.SampleLevel(smp, float2(i, 2) / 16, 0).y + tex.Load(int3(i, 2, 0)).y;
  GroupMemoryBarrierWithGroupSync();
  float s = 0;
  [loop] for (uint n = 0; n < i; n++) { s += g[n] * k.x + a[n % 3]; if (s > 100) break; }
  switch (m) { case 0: s = sqrt(s); break; case 3: s = s / k.y; break; default: s = sin(s); }
  if (i > 3) rw[i % 3][i] = float2(s, 2);
}`,
  ],
  [
    'cs_6_6',
    `RWByteAddressBuffer b; RWTexture2D<uint> t; AppendStructuredBuffer<uint3> q; Buffer<float4> f; RWBuffer<int> w;
groupshared uint c; groupshared int64_t big[4];
[numthreads(8, 8, 1)] void main(uint3 id : SV_DispatchThreadID, uint i : SV_GroupIndex) {
  uint old; InterlockedAdd(c, 1, old); t[id.xy] = old; InterlockedMax(t[id.yx], old);
  q.Append(uint3(id.xy, WaveActiveSum(old)));
  while (true) { uint x = WaveReadLaneFirst(old & 3); if (x == (old & 3)) { b.Store(i * 4, WaveActiveCountBits(true)); break; } }
  big[i & 3] = (int64_t)old << 3; AllMemoryBarrierWithGroupSync();
  double d = f[i].x * 2.0L; w[i] = (int)d + (int)(big[(i + 1) & 3] >> 2);
  uint2 p = b.Load2(i * 8); b.InterlockedCompareExchange(4, p.x, p.y, old); b.Store(8, old);
}`,
  ],
  [
    'ps_6_0',
    `cbuffer C { float4x4 m; uint n; } Texture2D<float4> tex[2] : register(t0); SamplerState s; SamplerComparisonState cs; Texture2DArray<float> sh;
float4 main(float4 p : SV_Position, float2 uv : TEXCOORD0, nointerpolation uint k : KEY, bool front : SV_IsFrontFace) : SV_Target {
  float4 c = 0; float arr[4] = { 1, 2, 3, uv.x };
  for (uint i = 0; i < n; i++) c += tex[0].Sample(s, uv * i) * arr[i & 3];
  if (k > 2) discard;
  c.x += ddx(c.y) + sh.SampleCmpLevelZero(cs, float3(uv, 1), 0.5) + fwidth(uv.x);
  return front ? mul(m, c) : clamp(c, 0, 1);
}`,
  ],
  [
    'vs_6_0',
    `cbuffer C { row_major float3x4 m[2]; int3 sel; } StructuredBuffer<float4> sb;
struct O { float4 p : SV_Position; float2 uv : UV; uint id : ID; };
O main(float3 v : POSITION, uint id : SV_VertexID, float4 w : WEIGHT) { O o; o.p = float4(mul(m[id & 1], float4(v, 1)), 1) + sb[id]; o.uv = w.xy * sel.x; o.id = id ^ asuint(w.z); return o; }`,
  ],
  [
    'gs_6_0',
    `struct V { float4 p : SV_Position; float2 uv : UV; }; cbuffer C { float4 size; }
[maxvertexcount(6)] [instance(2)] void main(triangle V v[3], uint i : SV_GSInstanceID, uint prim : SV_PrimitiveID, inout TriangleStream<V> s) {
  for (uint k = 0; k < 3; k++) { V o = v[k]; o.p.xy += size.xy * i; o.uv *= prim & 3; s.Append(o); }
  s.RestartStrip();
}`,
  ],
  [
    'hs_6_0',
    `struct P { float3 p : POS; float w : W; }; struct F { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; float3 n : N; };
F pc(InputPatch<P, 3> v, uint id : SV_PrimitiveID) { F f; f.e[0] = f.e[1] = v[0].w; f.e[2] = id; f.i = 2; f.n = v[1].p + v[2].p; return f; }
[domain("tri")] [partitioning("integer")] [outputtopology("triangle_cw")] [outputcontrolpoints(3)] [patchconstantfunc("pc")]
P main(InputPatch<P, 3> v, uint i : SV_OutputControlPointID) { P o = v[i]; o.p *= v[(i + 1) % 3].w; return o; }`,
  ],
  [
    'ds_6_0',
    `struct P { float3 p : POS; float w : W; }; struct F { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; float3 n : N; };
Texture2D<float> h; SamplerState s;
[domain("tri")] float4 main(F f, float3 d : SV_DomainLocation, const OutputPatch<P, 3> v) : SV_Position {
  float3 p = v[0].p * d.x + v[1].p * d.y + v[2].p * d.z; return float4(p + f.n * h.SampleLevel(s, p.xy, f.i), f.e[1]);
}`,
  ],
  [
    'ms_6_5',
    `struct V { float4 p : SV_Position; nointerpolation uint m : M; }; struct Q { uint layer : SV_RenderTargetArrayIndex; float3 n : N; };
struct A { uint ids[4]; }; StructuredBuffer<float4> b;
[numthreads(32, 1, 1)] [outputtopology("triangle")] void main(uint t : SV_GroupIndex, in payload A a, out vertices V v[32], out indices uint3 i[16], out primitives Q q[16]) {
  SetMeshOutputCounts(32, 16); v[t].p = b[a.ids[t & 3] + t]; v[t].m = t;
  if (t < 16) { i[t] = uint3(t, t + 1, t + 2); q[t].layer = t & 1; q[t].n = b[t].xyz; }
}`,
  ],
  [
    'as_6_5',
    `struct A { uint ids[4]; float3 eye; }; groupshared A a; cbuffer C { float3 eye; uint n; }
[numthreads(4, 1, 1)] void main(uint t : SV_GroupIndex) { a.ids[t] = t + n; a.eye = eye; GroupMemoryBarrierWithGroupSync(); DispatchMesh(n, 1, 1, a); }`,
  ],
  [
    'ps_6_7',
    `Texture2D<uint4> u; Texture2DMS<float4> ms; TextureCubeArray<float4> c; RWTexture2D<float4> o; Texture3D<float> v; SamplerState s; SamplerComparisonState z;
TextureCube<float> d; float4 main(float4 p : SV_Position, float3 b : SV_Barycentrics, nointerpolation float3 n : N, uint i : SV_SampleIndex) : SV_Target {
  uint w, h; u.GetDimensions(w, h); o[p.xy] = ms.Load(p.xy, i); int2 off = int2(n.xy);
  return c.Sample(s, float4(n, w)) + c.GatherRed(s, float4(b, h)) + v.SampleGrad(s, n, ddx(n), ddy(n)) + d.SampleCmpLevelZero(z, n, 0.5) + u.Gather(s, b.xy, off) + GetAttributeAtVertex(n, 1).x;
}`,
  ],
  [
    'cs_6_6',
    `struct S { uint k; float4 v[2]; }; RWStructuredBuffer<S> r; Texture2D<float4> t[] : register(t0, space1); SamplerState s; groupshared float4 g[64];
[numthreads(64, 1, 1)] void main(uint i : SV_DispatchThreadID, uint l : SV_GroupIndex) {
  RWTexture2D<uint> heap = ResourceDescriptorHeap[i & 7]; InterlockedOr(heap[uint2(i, l)], 3);
  g[l] = t[NonUniformResourceIndex(i)].SampleLevel(s, float2(l, i), 0); GroupMemoryBarrierWithGroupSync();
  r[i].v[l & 1] += g[63 - l]; r[i].k = QuadReadAcrossX(l) + WavePrefixSum(i) + firstbithigh(i) + dot4add_u8packed(i, l, 1); uint old; InterlockedCompareExchange(r[l].k, 1, i, old);
}`,
  ],
  [
    'lib_6_3',
    `RaytracingAccelerationStructure a; RWTexture2D<float4> o; struct P { float4 c; uint n; }; cbuffer C { float4 k; }
[shader("raygeneration")] void rg() { RayDesc r; r.Origin = k.xyz; r.TMin = 0; r.Direction = float3(0, 0, 1); r.TMax = 9; P p = (P)0; TraceRay(a, 0, 255, 0, 1, 0, r, p); o[DispatchRaysIndex().xy] = p.c; }
[shader("closesthit")] void ch(inout P p, in BuiltInTriangleIntersectionAttributes t) { p.c = float4(t.barycentrics, RayTCurrent(), p.n); p.n += PrimitiveIndex(); }
[shader("miss")] void ms(inout P p) { p.c = k * WorldRayDirection().x; }
[shader("compute")] [numthreads(8, 1, 1)] void cs(uint i : SV_DispatchThreadID) { o[uint2(i, 0)] = i; }`,
  ],
  [
    'cs_6_9',
    `RWByteAddressBuffer b; ByteAddressBuffer c; [numthreads(8, 1, 1)] void main(uint i : SV_GroupIndex) {
  vector<float, 8> x = c.Load<vector<float, 8> >(i * 32); vector<float, 8> y = mad(x, x, (vector<float, 8>)i); b.Store<vector<float, 8> >(i * 32, select(x < y, max(x, y), exp(x)));
  b.Store(i * 4 + 512, dot(x, y) + (any(x < 1) ? 1 : 2));
}`,
  ],
]

const PHASES = ['lower', 'simplify_cfg', 'bind', 'lower_resources'] as const
const printed = new Map<string, string>()

function sourceOf(seed: number): { readonly target: string; readonly source: string } {
  const [target, source] = SOURCES[seed % SOURCES.length]!
  return { target, source }
}

function original(seed: number): string {
  const { target, source } = sourceOf(seed)
  const stopAfter = PHASES[(seed >> 2) % PHASES.length]!
  const key = `${target} ${stopAfter}`
  let text = printed.get(key)
  if (text === undefined) {
    const result = compileToIr(source, { target, stopAfter })
    if (result.ir === undefined) throw new Error(result.text)
    printed.set(key, (text = result.ir))
  }
  return text
}

export async function check(seed: number): Promise<Outcome> {
  const text = mutate(original(seed), seed)
  let result: ReturnType<typeof compileModule>
  try {
    result = compileModule(text)
  } catch (e) {
    return { kind: 'crash', detail: String((e as Error).stack).slice(0, 900), text }
  }
  if (!result.container) {
    const first = result.diagnostics[0]
    const placed = first !== undefined && first.line > 0 && first.column > 0
    return { kind: placed ? 'refused' : 'no-place', detail: first?.message ?? 'no message', text }
  }
  // The validator of DXC 1.8 does not know shader model 6.9.
  const { target } = sourceOf(seed)
  const valid = await (await Dxc.shared(target.endsWith('6_9') ? 'dxc-new' : 'dxc')).validate(result.container)
  return { kind: valid.ok ? 'valid' : 'invalid', detail: valid.message, text }
}

/** The lines that the mutant changed. */
export function changes(seed: number, text: string): string {
  const before = new Set(original(seed).split('\n'))
  return text
    .split('\n')
    .filter(line => !before.has(line))
    .join('\n')
}
