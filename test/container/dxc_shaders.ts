// Small shaders of every stage for DXC to make containers of: between them they hold every part, signature and table kind.

/** Name, profile, further arguments, source; the entry is `main`. */
export type DxcShader = readonly [name: string, profile: string, args: readonly string[], source: string]

const DEBUGGED = `
RWBuffer<float> o;
[numthreads(1, 1, 1)] void main(uint i : SV_GroupID) { o[i] = i * 2.5; }`

const TWO_TEXCOORDS = `
float4 main(float2 a : TEXCOORD0, float2 b : TEXCOORD1, bool c : CC, float4 p : SV_Position) : SV_Target {
  return a.xyxy + b.xxyy * c;
}`

export const DXC_SHADERS: readonly DxcShader[] = [
  [
    'vertex with arrays and clip distance',
    'vs_6_0',
    [],
    `
struct I { float3 p : POSITION; float2 t0 : TEXCOORD0; float2 t1 : TEXCOORD1; uint id : SV_VertexID; };
struct O { float4 p : SV_Position; float2 t : TEXCOORD0; float c[2] : COLOR; float cd : SV_ClipDistance0; };
cbuffer C : register(b1) { float4x4 m; };
O main(I i) {
  O o;
  o.p = mul(m, float4(i.p, 1)); o.t = i.t0 + i.t1 * i.id; o.c[0] = 1; o.c[1] = i.id; o.cd = i.p.x;
  return o;
}`,
  ],
  [
    'pixel with depth, counter and two targets',
    'ps_6_0',
    [],
    `
Texture2D<float4> t : register(t0);
SamplerState s : register(s3);
RWStructuredBuffer<uint> u : register(u2, space1);
struct I { float4 p : SV_Position; float2 t : TEXCOORD0; nointerpolation uint q : FLAT; bool f : SV_IsFrontFace; };
struct O { float4 c : SV_Target0; float4 c1 : SV_Target1; float d : SV_Depth; };
O main(I i) {
  O o;
  uint x = u.IncrementCounter();
  u[x] = i.q; o.c = t.Sample(s, i.t); o.c1 = i.f ? o.c : 0; o.d = i.p.z * 0.5;
  return o;
}`,
  ],
  [
    'compute with every buffer kind',
    'cs_6_0',
    [],
    `
cbuffer C { uint n; };
Buffer<float4> a; RWBuffer<uint> b; ByteAddressBuffer raw; RWByteAddressBuffer wraw;
StructuredBuffer<float3> st[4]; Texture2DArray<half4> tx; RWTexture3D<float> t3;
groupshared float g[64];
[numthreads(8, 4, 2)] void main(uint3 d : SV_DispatchThreadID, uint gi : SV_GroupIndex) {
  g[gi] = a[d.x].y;
  GroupMemoryBarrierWithGroupSync();
  b[d.x] = g[gi ^ 1] * n + raw.Load(d.y * 4) + st[2][d.x].y + tx.Load(int4(d, 0)).x;
  wraw.Store(d.x * 4, n);
  t3[d] = n;
}`,
  ],
  [
    'compute with heap, wave size and 64-bit atomics',
    'cs_6_6',
    [],
    `
RWStructuredBuffer<uint64_t> w : register(u4);
[WaveSize(32)] [numthreads(64, 1, 1)] void main(uint3 d : SV_DispatchThreadID) {
  RWByteAddressBuffer b = ResourceDescriptorHeap[3];
  uint64_t o;
  InterlockedAdd(w[0], d.x, o);
  b.Store(8, WaveActiveSum(d.x));
}`,
  ],
  [
    'geometry with two streams',
    'gs_6_0',
    [],
    `
struct V { float4 p : SV_Position; float2 t : TEXCOORD0; };
struct W { float3 n : NORMAL; };
[maxvertexcount(6)]
void main(triangle V v[3], inout PointStream<V> s, inout PointStream<W> s2, uint id : SV_PrimitiveID) {
  for (int i = 0; i < 3; i++) { V o = v[i]; o.t *= id; s.Append(o); }
  W w; w.n = v[0].p.xyz; s2.Append(w);
}`,
  ],
  [
    'hull with view id',
    'hs_6_1',
    [],
    `
struct V { float4 p : POS; float2 t : TEX; };
struct P { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; float3 x : EXTRA; };
P pc(InputPatch<V, 3> v, uint vid : SV_ViewID) {
  P p; p.e[0] = v[0].p.x; p.e[1] = 2; p.e[2] = vid; p.i = 1; p.x = v[1].p.xyz; return p;
}
[domain("tri")] [partitioning("integer")] [outputtopology("triangle_cw")] [outputcontrolpoints(3)]
[patchconstantfunc("pc")] V main(InputPatch<V, 3> v, uint i : SV_OutputControlPointID) { return v[i]; }`,
  ],
  [
    'hull of isolines',
    'hs_6_0',
    [],
    `
struct V { float4 p : POS; };
struct P { float e[2] : SV_TessFactor; };
P pc() { P p; p.e[0] = 1; p.e[1] = 2; return p; }
[domain("isoline")] [partitioning("integer")] [outputtopology("line")] [outputcontrolpoints(2)]
[patchconstantfunc("pc")] V main(InputPatch<V, 3> v, uint i : SV_OutputControlPointID) { return v[i]; }`,
  ],
  [
    'domain of quads',
    'ds_6_0',
    [],
    `
struct V { float4 p : POS; float2 t : TEX; };
struct P { float e[4] : SV_TessFactor; float i[2] : SV_InsideTessFactor; float3 x : EXTRA; };
struct O { float4 p : SV_Position; float2 t : TEX; };
[domain("quad")] O main(P p, float2 d : SV_DomainLocation, const OutputPatch<V, 4> v) {
  O o; o.p = v[0].p * d.x + p.x.xyzz; o.t = v[1].t; return o;
}`,
  ],
  [
    'mesh with primitives and view id',
    'ms_6_5',
    [],
    `
struct V { float4 p : SV_Position; float2 t : TEX; };
struct P { uint id : SV_PrimitiveID; float3 c : COL; };
struct Y { uint x[4]; };
groupshared uint gg[16];
[numthreads(32, 1, 1)] [outputtopology("triangle")]
void main(uint i : SV_GroupIndex, in payload Y y, uint v : SV_ViewID, out vertices V vs[32], out primitives P ps[16],
          out indices uint3 ix[16]) {
  SetMeshOutputCounts(32, 16);
  if (i < 16) gg[i] = i;
  vs[i].p = v; vs[i].t = i + y.x[1];
  if (i < 16) { ps[i].id = gg[i]; ps[i].c = v; ix[i] = uint3(i, i + 1, i + 2); }
}`,
  ],
  [
    'amplification',
    'as_6_5',
    [],
    `
struct Y { uint x[4]; };
groupshared Y y;
[numthreads(4, 1, 1)] void main(uint i : SV_GroupIndex) { y.x[i] = i; DispatchMesh(1, 2, 3, y); }`,
  ],
  [
    'raytracing library',
    'lib_6_3',
    [],
    `
RaytracingAccelerationStructure a : register(t0);
RWTexture2D<float4> o : register(u0);
struct P { float4 c; };
[shader("raygeneration")] void rg() {
  P p; RayDesc r; r.Origin = 0; r.Direction = 1; r.TMin = 0; r.TMax = 1;
  TraceRay(a, 0, 255, 0, 1, 0, r, p);
  o[DispatchRaysIndex().xy] = p.c;
}
[shader("miss")] void ms(inout P p) { p.c = 1; }`,
  ],
  ['library of functions', 'lib_6_8', [], 'export float f(float x) { return x * 2; }'],
  [
    'pixel in min precision',
    'ps_6_0',
    [],
    'min16float4 main(min16float2 a : A, min16int b : B, min16uint c : C, bool d : D) : SV_Target { return a.xyxy * b + c + (d ? 1 : 0); }',
  ],
  [
    'pixel with native 16 bits',
    'ps_6_2',
    ['-enable-16bit-types'],
    'half4 main(half2 a : A, int16_t b : B, uint16_t c : C, noperspective centroid float4 e : E) : SV_Target { return a.xyxy * b + c + (half4)e; }',
  ],
  [
    'vertex with view id and output array',
    'vs_6_1',
    [],
    `
float4 main(float4 p : P, uint v : SV_ViewID, out float2 q[3] : Q, out uint l : SV_RenderTargetArrayIndex) : SV_Position {
  q[0] = p.xy; q[1] = v; q[2] = p.zw; l = v;
  return p;
}`,
  ],
  ['embedded debug info', 'cs_6_0', ['-Zi', '-Qembed_debug'], DEBUGGED],
  ['hash with source', 'cs_6_0', ['-Zi', '-Zss', '-Qembed_debug'], DEBUGGED],
  ['unsigned', 'cs_6_0', ['-Vd'], '[numthreads(1, 1, 1)] void main() {}'],
  ['validator 1.0', 'ps_6_0', ['-validator-version', '1.0'], TWO_TEXCOORDS],
  ['validator 1.4', 'ps_6_0', ['-validator-version', '1.4'], TWO_TEXCOORDS],
  ['validator 1.5', 'ps_6_0', ['-validator-version', '1.5'], TWO_TEXCOORDS],
  ['validator 1.6', 'ps_6_0', ['-validator-version', '1.6'], TWO_TEXCOORDS],
]

/** Validator version DXC's arguments ask for; 1.8 is the oracle's own. */
export function validatorOf(args: readonly string[]): { major: number; minor: number } {
  const at = args.indexOf('-validator-version')
  const [major = 1, minor = 8] = at < 0 ? [] : args[at + 1]!.split('.').map(Number)
  return { major, minor }
}
