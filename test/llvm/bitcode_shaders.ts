// Shaders of every stage for the proof that reading and writing DXC's bitcode changes nothing: between them they hold every
// instruction, constant and attribute form DXC is known to emit.

/** Name, arguments, source. */
export type BitcodeShader = readonly [name: string, args: readonly string[], source: string]

export const BITCODE_SHADERS: readonly BitcodeShader[] = [
  [
    'vertex',
    ['-T', 'vs_6_0', '-E', 'main'],
    `
cbuffer C { float4x4 m; float4 bones[20]; };
struct O { float4 p : SV_Position; float3 n : NORMAL; nointerpolation uint id : ID; };
O main(float3 p : POSITION, float3 n : NORMAL, uint vid : SV_VertexID, uint iid : SV_InstanceID) {
  O o; o.p = mul(float4(p,1), m) + bones[vid % 20]; o.n = n * sin(p); o.id = vid + iid; return o; }`,
  ],
  [
    'pixel with control-flow hints and tables',
    ['-T', 'ps_6_6', '-E', 'main'],
    `
Texture2D<float4> t[4] : register(t0); SamplerState s; RWBuffer<uint> u : register(u3);
static const float w[5] = {1,2,3,4,5};
float4 main(float4 p : SV_Position, float2 uv : UV, nointerpolation int k : K, bool f : SV_IsFrontFace) : SV_Target {
  float4 c = 0;
  [loop] for (int i = 0; i < k; i++) c += t[NonUniformResourceIndex(i&3)].Sample(s, uv * w[i % 5]);
  [branch] if (c.x > 0.5) discard;
  [flatten] switch (k) { case 0: c *= 2; break; case 7: c = ddx(c); break; case -3: c.xy = 1; default: c.z = 4; }
  precise float q = c.x * c.y + c.z; InterlockedAdd(u[k], 1); return c + q + f; }`,
  ],
  [
    'geometry',
    ['-T', 'gs_6_0', '-E', 'main'],
    `
struct V { float4 p : SV_Position; float2 t : T; };
[maxvertexcount(6)] void main(triangle V v[3], inout TriangleStream<V> s) { for (int i = 0; i < 3; i++) { V o = v[i]; o.p.x += i; s.Append(o); } s.RestartStrip(); }`,
  ],
  [
    'hull',
    ['-T', 'hs_6_0', '-E', 'main'],
    `
struct V { float3 p : P; }; struct C { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; };
C pc(InputPatch<V,3> p) { C c; c.e[0] = p[0].p.x; c.e[1] = 2; c.e[2] = 3; c.i = p[1].p.y; return c; }
[domain("tri")][partitioning("fractional_odd")][outputtopology("triangle_cw")][outputcontrolpoints(3)][patchconstantfunc("pc")]
V main(InputPatch<V,3> p, uint i : SV_OutputControlPointID) { V v; v.p = p[i].p * 2; return v; }`,
  ],
  [
    'mesh',
    ['-T', 'ms_6_5', '-E', 'main'],
    `
struct V { float4 p : SV_Position; };
[outputtopology("triangle")][numthreads(32,1,1)] void main(uint i : SV_GroupIndex, out vertices V v[64], out indices uint3 t[64]) { SetMeshOutputCounts(64, 64); v[i].p = i; t[i] = uint3(i, i+1, i+2); }`,
  ],
  [
    'compute with 16- and 64-bit data, atomics, local arrays',
    ['-T', 'cs_6_2', '-E', 'main', '-enable-16bit-types'],
    `
RWStructuredBuffer<half4> a; RWStructuredBuffer<double> d; RWStructuredBuffer<int64_t> l; RWByteAddressBuffer r; RWStructuredBuffer<int16_t> s;
groupshared float4 g[64]; groupshared uint cnt; groupshared int64_t q;
static const half hh[4] = {1,2,3,0.5}; static const int16_t tt[3] = {1,-2,3}; static const double dd[3] = {1,2.5,1e300}; static const int64_t ll[3]={1,-2,0x123456789abcdefLL};
[numthreads(64,1,1)] void main(uint i : SV_GroupIndex, uint3 t : SV_DispatchThreadID) {
  float arr[8]; for (uint k = 0; k < 8; k++) arr[k] = k * i; 
  g[i] = t.xyzx; InterlockedAdd(cnt, 1); uint old; InterlockedCompareExchange(cnt, 5, 7, old); GroupMemoryBarrierWithGroupSync();
  a[i] = a[i+1] * hh[i & 3]; s[i] = tt[i%3]; d[i] = d[i] * 3.25L + dd[i%3]; l[i] = l[i] / 12345678901234LL - ll[i%3] + old; r.Store(i * 4, asuint(g[63 - i].x) + asuint(arr[t.x & 7])); }`,
  ],
  [
    'ray tracing library',
    ['-T', 'lib_6_6'],
    `
RaytracingAccelerationStructure as : register(t0); RWTexture2D<float4> o : register(u0);
struct P { float4 c; uint d; }; struct A { float2 b; };
GlobalRootSignature rs = { "UAV(u0), SRV(t0)" };
[shader("raygeneration")] void gen() { P p = (P)0; RayDesc r; r.Origin = 0; r.Direction = float3(0,0,1); r.TMin = 0; r.TMax = 10; TraceRay(as, 0, 255, 0, 1, 0, r, p); o[DispatchRaysIndex().xy] = p.c; }
[shader("closesthit")] void hit(inout P p, in BuiltInTriangleIntersectionAttributes a) { p.c = float4(a.barycentrics, 0, 1); }
[shader("miss")] void miss(inout P p) { p.c = 0; }
export float helper(float x, float y[4], int i) { return x + y[i]; }`,
  ],
  [
    'library with exports, old handles',
    ['-T', 'lib_6_3'],
    `
RWStructuredBuffer<float2> o : register(u0);
export float2 helper(float x, inout float2 y) { y += x; o[uint(x)] = y; return x * y.yx; }
[shader("compute")] [numthreads(4,1,1)] void cs(uint i : SV_DispatchThreadID) { float2 z = i; o[i] = helper(3, z) + z; }`,
  ],
  [
    'work graph node',
    ['-T', 'lib_6_8'],
    `
struct R { uint3 g : SV_DispatchGrid; uint x; };
[Shader("node")][NodeLaunch("broadcasting")][NodeMaxDispatchGrid(4,1,1)][NumThreads(8,1,1)] void n(DispatchNodeInputRecord<R> r, [MaxRecords(4)] NodeOutput<R> o) { ThreadNodeOutputRecords<R> q = o.GetThreadNodeOutputRecords(1); q.Get().x = r.Get().x; q.OutputComplete(); }`,
  ],
  [
    'compute with a root signature',
    ['-T', 'cs_6_0', '-E', 'main'],
    `
RWBuffer<float> b;
[RootSignature("DescriptorTable(UAV(u0))")][numthreads(1,1,1)] void main(uint i : SV_DispatchThreadID) { b[i] = WaveActiveSum(b[i]); }`,
  ],
]
