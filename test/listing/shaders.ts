// Shaders that between them fill every section of the comment header, one or more a stage.

export interface ListingCase {
  readonly title: string
  readonly source: string
  readonly args: readonly string[]
}

const BUFFERS = `
struct Inner { float2 a; int b[3]; };
struct Outer { row_major float3x2 m; column_major float4x3 n[2]; Inner inner; Inner list[2][3]; bool flag; double d; };
struct Packed { min16float h; min16int i; uint low : 3; uint high : 7; };
struct Small { min16float h; uint u; };
cbuffer Plain : register(b1, space3) { float x; float4x4 world; float2 uv[5]; int3 last; Outer outer; }
ConstantBuffer<Inner> Array[4] : register(b2);
tbuffer Tex : register(t7) { float4 tint; Inner part; }
StructuredBuffer<float3> Vectors : register(t0);
StructuredBuffer<float2x4> Matrices : register(t1);
StructuredBuffer<Outer> Outers : register(t2);
StructuredBuffer<Packed> Packs[2] : register(t3);
RWStructuredBuffer<Small> Out : register(u0);
AppendStructuredBuffer<Inner> Appended : register(u1);
ByteAddressBuffer Bytes : register(t9);
RWByteAddressBuffer RwBytes[] : register(u5, space1);
Texture2DMS<float4, 4> Samples : register(t10);
Texture2DMSArray<unorm float2> Slices : register(t11);
RWTexture3D<snorm float> Volume : register(u7);
Texture1DArray<uint2> Row : register(t12);
TextureCubeArray<float3> Sky : register(t13);
Buffer<int4> Typed : register(t14);
SamplerState Linear : register(s0);
SamplerComparisonState Shadow : register(s1, space2);
Texture2D<float> Depth : register(t15);
float4 Everything(uint i) {
  Small p = { Packs[1][i].h, Packs[1][i].high };
  Out[i] = p; Appended.Append(outer.list[1][i % 3]); RwBytes[2].Store(i, Bytes.Load(i)); Volume[uint3(i, i, i)] = outer.m[1].x;
  float4 v = mul(world, float4(Vectors[i], x)) + Matrices[i][1] + Array[1].a.xyxy + tint + part.b[1] + uv[i % 5].xyxy;
  v += Samples.Load(int2(i, i), 1) + Slices.Load(int3(i, i, i), 0).xyxy + Row.Load(int3(i, 0, 0)).xyxy + Typed[i];
  v += Sky.SampleLevel(Linear, float4(v.xyz, 1), 0).xyzz + Depth.SampleCmpLevelZero(Shadow, v.xy, v.z) + outer.flag;
  return v + (float)Outers[i].d + Outers[i].list[1][2].b[0] + outer.n[1][2].y + last.z;
}
`

const COMPUTE = `${BUFFERS}
groupshared float4 shared_[64];
[numthreads(8, 4, 2)] void main(uint3 id : SV_DispatchThreadID, uint g : SV_GroupIndex) {
  shared_[g] = Everything(id.x); GroupMemoryBarrierWithGroupSync(); Volume[id] = shared_[63 - g].x + WaveActiveSum(g);
}`

const NATIVE16 = `
struct S { float16_t a; int16_t3 b; half4 c; uint64_t d; };
cbuffer C { S s; half2x3 m; }
StructuredBuffer<S> In; RWStructuredBuffer<half3> Out;
[numthreads(1, 1, 1)] void main(uint i : SV_GroupID) { Out[i] = In[i].c.xyz * s.a + m[1] + In[i].b; }`

const VERTEX = `
struct O { float4 pos : SV_Position; float2 uv[2] : TEXCOORD1; nointerpolation uint id : ID; float clip[2] : SV_ClipDistance;
  uint layer : SV_RenderTargetArrayIndex; };
float4x4 World;
O main(float3 p : POSITION, float3 n : NORMAL, int4 w : BLENDINDICES, uint v : SV_VertexID, uint i : SV_InstanceID, uint view : SV_ViewID) {
  O o; o.pos = mul(World, float4(p, 1)); o.uv[0] = n.xy; o.uv[1] = w.zw; o.id = v + view; o.clip[0] = p.x; o.clip[1] = 0; o.layer = i; return o; }`

const PIXEL = `
struct I { float4 pos : SV_Position; float2 uv[3] : TEXCOORD; nointerpolation uint id : ID; noperspective centroid float3 a : A;
  sample float b : B; noperspective sample float c : C; linear centroid float d : D; bool front : SV_IsFrontFace; uint s : SV_SampleIndex; min16float h : H; };
struct O { float4 c0 : SV_Target0; uint2 c2 : SV_Target2; float depth : SV_DepthGreaterEqual; uint mask : SV_Coverage; };
Texture2D T; SamplerState S; RasterizerOrderedTexture2D<float4> R;
O main(I i, uint cov : SV_Coverage) { O o; o.c0 = T.Sample(S, i.uv[i.id % 3]) * i.h + i.a.xyzz + i.b + i.c + i.d; o.c2 = i.id + cov; o.depth = i.pos.z;
  o.mask = i.front ? i.s : 1; R[uint2(i.pos.xy)] = o.c0; return o; }`

const BARYCENTRICS = `
float4 main(float3 bary : SV_Barycentrics, nointerpolation float3 c : COLOR, uint cov : SV_InnerCoverage, uint prim : SV_PrimitiveID,
  out uint stencil : SV_StencilRef, out float depth : SV_DepthLessEqual) : SV_Target
{ stencil = prim; depth = bary.x; return float4(GetAttributeAtVertex(c, 1) * bary, cov); }`

const GEOMETRY = `
struct V { float4 pos : SV_Position; float2 uv : TEXCOORD; };
struct W { float3 n : NORMAL; };
[maxvertexcount(12)] [instance(3)]
void main(triangleadj V v[6], uint p : SV_PrimitiveID, uint i : SV_GSInstanceID, inout PointStream<V> a, inout PointStream<W> b) {
  V o = v[0]; o.uv += p; a.Append(o); W w; w.n = v[1].pos.xyz * i; b.Append(w); }`

const HULL = `
struct V { float3 p : POSITION; float2 uv : TEXCOORD; };
struct T { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; float3 extra : EXTRA; };
T patch(InputPatch<V, 4> v, uint id : SV_PrimitiveID) { T t; t.e[0] = v[0].p.x; t.e[1] = 2; t.e[2] = id; t.i = v[1].uv.y; t.extra = v[2].p; return t; }
[domain("tri")] [partitioning("fractional_odd")] [outputtopology("triangle_ccw")] [outputcontrolpoints(3)] [patchconstantfunc("patch")]
V main(InputPatch<V, 4> v, uint i : SV_OutputControlPointID) { V o = v[i]; o.uv *= 2; return o; }`

const DOMAIN = `
struct V { float3 p : POSITION; float2 uv : TEXCOORD; };
struct T { float e[4] : SV_TessFactor; float i[2] : SV_InsideTessFactor; float3 extra : EXTRA; };
struct O { float4 pos : SV_Position; float2 uv : TEXCOORD; };
[domain("quad")] O main(T t, float2 l : SV_DomainLocation, const OutputPatch<V, 4> v) {
  O o; o.pos = float4(lerp(v[0].p, v[1].p, l.x) + t.extra, t.e[1]); o.uv = v[2].uv * l; return o; }`

const ISOLINE = `
struct V { float3 p : POSITION; };
struct T { float e[2] : SV_TessFactor; };
T patch() { T t; t.e[0] = 1; t.e[1] = 2; return t; }
[domain("isoline")] [partitioning("integer")] [outputtopology("line")] [outputcontrolpoints(2)] [patchconstantfunc("patch")]
V main(InputPatch<V, 2> v, uint i : SV_OutputControlPointID) { return v[i]; }`

const MESH = `
struct P { uint first; float4 data[2]; };
struct V { float4 pos : SV_Position; float3 n : NORMAL; };
struct Q { uint layer : SV_RenderTargetArrayIndex; bool cull : SV_CullPrimitive; float3 c : COLOR; };
groupshared uint counts[16];
[numthreads(32, 1, 1)] [outputtopology("triangle")]
void main(uint g : SV_GroupIndex, uint view : SV_ViewID, in payload P p, out vertices V v[32], out indices uint3 t[16], out primitives Q q[16]) {
  counts[g & 15] = g; SetMeshOutputCounts(32, 16); v[g].pos = p.data[g & 1] + view; v[g].n = g;
  if (g < 16) { t[g] = uint3(g, g + 1, g + 2); q[g].layer = p.first; q[g].cull = view == g; q[g].c = counts[3]; } }`

const AMPLIFICATION = `
struct P { uint first; float4 data[2]; };
groupshared P p;
[numthreads(4, 2, 1)] void main(uint g : SV_GroupIndex) { p.first = g; p.data[g & 1] = g; DispatchMesh(2, 1, 1, p); }`

const LIBRARY = `
GlobalRootSignature grs = { "CBV(b0), SRV(t0)" };
LocalRootSignature lrs = { "RootConstants(num32BitConstants=4, b1)" };
SubobjectToExportsAssociation link = { "lrs", "Hit;Miss" };
StateObjectConfig config = { STATE_OBJECT_FLAGS_ALLOW_LOCAL_DEPENDENCIES_ON_EXTERNAL_DEFINITONS | STATE_OBJECT_FLAG_ALLOW_STATE_OBJECT_ADDITIONS };
RaytracingShaderConfig sizes = { 32, 8 };
RaytracingPipelineConfig1 depth = { 4, RAYTRACING_PIPELINE_FLAG_SKIP_TRIANGLES };
TriangleHitGroup triangles = { "", "Hit" };
ProceduralPrimitiveHitGroup boxes = { "", "Hit", "Box" };
struct Payload { float4 c; };
RaytracingAccelerationStructure Scene : register(t0);
RWTexture2D<float4> Out : register(u0);
cbuffer View : register(b0) { float4x4 inverse_; float3 eye; }
[shader("closesthit")] void Hit(inout Payload p, BuiltInTriangleIntersectionAttributes a) { p.c = a.barycentrics.xyxy; }
[shader("miss")] void Miss(inout Payload p) { p.c = 0; }
[shader("raygeneration")] void Gen() { RayDesc r; r.Origin = eye; r.Direction = mul(inverse_, float4(0, 0, 1, 0)).xyz; r.TMin = 0; r.TMax = 1;
  Payload p; p.c = 0; TraceRay(Scene, 0, 255, 0, 1, 0, r, p); Out[DispatchRaysIndex().xy] = p.c; }`

const at = (profile: string, ...more: string[]): string[] => ['-T', profile, '-E', 'main', ...more]

export const LISTING_CASES: readonly ListingCase[] = [
  { title: 'compute', source: COMPUTE, args: at('cs_6_0') },
  {
    title: 'compute, reflection in the program',
    source: COMPUTE,
    args: at('cs_6_6', '-Qkeep_reflect_in_dxil', '-Qstrip_reflect'),
  },
  { title: 'compute, no reflection', source: COMPUTE, args: at('cs_6_0', '-Qstrip_reflect') },
  { title: 'compute, debug information', source: COMPUTE, args: at('cs_6_5', '-Zi', '-Qembed_debug', '-Zss') },
  { title: 'compute, debug name only', source: COMPUTE, args: at('cs_6_5', '-Zi') },
  { title: 'compute, validator 1.0', source: COMPUTE, args: at('cs_6_0', '-validator-version', '1.0', '-Vd') },
  { title: 'compute, validator 1.5', source: COMPUTE, args: at('cs_6_0', '-validator-version', '1.5') },
  { title: '16-bit types', source: NATIVE16, args: at('cs_6_2', '-enable-16bit-types') },
  {
    title: '16-bit types off',
    source: NATIVE16.replace(/float16_t/g, 'min16float').replace(/int16_t3/g, 'min16int3'),
    args: at('cs_6_2'),
  },
  { title: 'vertex', source: VERTEX, args: at('vs_6_1') },
  { title: 'vertex, nothing in or out', source: 'void main() {}', args: at('vs_6_0') },
  { title: 'pixel', source: PIXEL, args: at('ps_6_0') },
  { title: 'pixel, barycentrics', source: BARYCENTRICS, args: at('ps_6_1') },
  { title: 'geometry', source: GEOMETRY, args: at('gs_6_0') },
  { title: 'hull', source: HULL, args: at('hs_6_0') },
  { title: 'hull, isoline', source: ISOLINE, args: at('hs_6_0') },
  { title: 'domain', source: DOMAIN, args: at('ds_6_0') },
  { title: 'mesh', source: MESH, args: at('ms_6_5') },
  { title: 'amplification', source: AMPLIFICATION, args: at('as_6_5') },
  { title: 'library', source: LIBRARY, args: ['-T', 'lib_6_6'] },
  { title: 'wave size', source: '[WaveSize(32)] [numthreads(32, 1, 1)] void main() {}', args: at('cs_6_6') },
  { title: 'wave sizes', source: '[WaveSize(4, 32, 16)] [numthreads(32, 1, 1)] void main() {}', args: at('cs_6_8') },
]
