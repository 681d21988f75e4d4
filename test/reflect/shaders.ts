// Shaders whose reflection covers what buffers, resources, signatures and stages can be.

export interface ReflectedShader {
  readonly name: string
  readonly source: string
  readonly args: readonly string[]
}

const BUFFERS = `
struct tile { float3 a; float2x3 m[2]; int b : 3; int c : 5; };
struct Rest { row_major float4x3 w; tile t[2][3]; double d; bool f; uint u; uint2 v[3]; min16float h; };
struct Empty { };
struct Mixed { float x; Texture2D<float> image; float y; };
cbuffer Camera : register(b2, space1) { float4 eye; Rest rest; float k : packoffset(c40.y); row_major float2x2 r; };
ConstantBuffer<tile> many[4] : register(b7);
ConstantBuffer<Rest> single;
tbuffer Table { float4 row[5]; int last; };
float loose; int2 pair[3]; Mixed mixed;
StructuredBuffer<tile> tiles; RWStructuredBuffer<Rest> rests; RWStructuredBuffer<float3> plain[2];
AppendStructuredBuffer<uint2> appended; ConsumeStructuredBuffer<float> consumed;
`
const RESOURCES = `
Texture1D<float> t1; Texture1DArray<float2> t1a; Texture2D<float3> t2; Texture2DArray<float4> t2a; Texture2DMS<int, 4> ms;
Texture2DMSArray<uint2> msa; Texture3D<unorm float4> t3; TextureCube<snorm float2> cube; TextureCubeArray<float> cubes;
Buffer<int3> ints; RWBuffer<double> doubles; RWTexture2D<uint> rw; globallycoherent RWTexture3D<float4> coherent;
RasterizerOrderedTexture2D<float> ordered; ByteAddressBuffer raw; RWByteAddressBuffer rwraw;
SamplerState s; SamplerComparisonState c; Texture2D<float4> open[] : register(t100);
`
const LIBRARY = `${BUFFERS}
export float outside(float);
export float linked(float x) { return x * loose + tiles[0].a.x; }
[shader("compute")] [numthreads(8, 4, 1)] void kernel(uint3 id : SV_DispatchThreadID) {
  rests[id.x].u = id.y; plain[1][id.x] = eye.xyz + outside(k);
}
struct [raypayload] Payload { float4 color : read(caller) : write(caller, closesthit, miss); };
struct Attributes { float2 at; };
[shader("closesthit")] void hit(inout Payload p, in Attributes a) { p.color = float4(a.at, row[1].x, 1); }
[shader("miss")] void missed(inout Payload p) { p.color = single.w[0].xyzx; }
`
const TESSELLATION = `
struct Point { float4 at : POSITION; float2 uv : UV; };
struct Factors { float edge[4] : SV_TessFactor; float inside[2] : SV_InsideTessFactor; float4 extra : EXTRA; };
Factors constants(InputPatch<Point, 9> p, uint id : SV_PrimitiveID) {
  Factors f; f.edge[0] = f.edge[1] = f.edge[2] = f.edge[3] = 2; f.inside[0] = f.inside[1] = p[0].uv.x; f.extra = id; return f;
}
[domain("quad")] [partitioning("fractional_odd")] [outputtopology("triangle_ccw")] [outputcontrolpoints(4)] [patchconstantfunc("constants")]
Point hull(InputPatch<Point, 9> p, uint i : SV_OutputControlPointID) { return p[i]; }
[domain("quad")] float4 domain(Factors f, float2 at : SV_DomainLocation, const OutputPatch<Point, 4> p, out float clip : SV_ClipDistance1) : SV_Position {
  clip = f.edge[1]; return p[0].at * at.x + f.extra;
}
struct Out { float4 at : SV_Position; uint layer : SV_RenderTargetArrayIndex; };
[maxvertexcount(6)] [instance(3)] void geometry(lineadj Point p[4], inout TriangleStream<Out> o, uint g : SV_GSInstanceID) {
  Out v; v.layer = g; v.at = p[1].at; o.Append(v); o.Append(v); o.RestartStrip();
}
`
const GRAPHICS = `
struct V { float4 at : SV_Position; nointerpolation int2 id[3] : ID; centroid float3 n : normal5; };
V vertex(float3 p : POSITION, uint i : SV_VertexID, min16float2 h : HALF) { V v = (V)0; v.at = float4(p, h.x); v.id[1] = i; v.n.y = 2; return v; }
[earlydepthstencil] float2 pixel(V v, bool front : SV_IsFrontFace, uint s : SV_SampleIndex, out uint cover : SV_Coverage) : SV_Target3 {
  cover = s; return front ? v.id[1] : v.n.xy;
}`
const MESH = `
struct P { uint ids[4]; }; struct V { float4 at : SV_Position; float2 uv : UV; }; struct Q { uint layer : SV_RenderTargetArrayIndex; bool cull : SV_CullPrimitive; };
groupshared P shared_payload;
[numthreads(4, 1, 1)] void amplify(uint i : SV_GroupIndex) { shared_payload.ids[i] = i; DispatchMesh(2, 1, 1, shared_payload); }
[numthreads(8, 2, 1)] [outputtopology("triangle")]
void mesh(in payload P p, uint i : SV_GroupIndex, out vertices V v[16], out indices uint3 t[8], out primitives Q q[8]) {
  SetMeshOutputCounts(16, 8); v[i].at = p.ids[i & 3]; v[i].uv = i; if (i < 8) { t[i] = uint3(i, 0, 1); q[i].layer = 1; q[i].cull = i > 3; }
}`
const USE_BUFFERS =
  'float4 main(float i : I) : SV_Target { return mixed.y + mixed.image[uint2(0, 0)] + eye + rest.t[1][2].m[0][1].x + k + r[1].y + many[2].b + single.d + row[2] + last + loose + pair[1].y + tiles[1].c + (float)rests[2].u + plain[1][4].x + consumed.Consume(); }'
const USE_RESOURCES = `float4 main(float4 u : U, uint i : I) : SV_Target {
  rw[uint2(0, i)] = 4; coherent[uint3(0, 0, i)] = u; ordered[uint2(i, 0)] = u.x; rwraw.Store(i, raw.Load(i)); doubles[i] = 2;
  return t1[i] + t1a[uint2(i, 0)].x + t2.Sample(s, u.xy).x + t2a.Sample(s, u.xyz) + ms.Load(int2(i, 0), 1) + msa.Load(int3(0, 0, i), 0).y
    + t3.Sample(s, u.xyz) + cube.Sample(s, u.xyz).x + cubes.Sample(s, u) + ints[i].z + t2.SampleCmp(c, u.xy, u.z).x + open[i][uint2(0, 0)];
}`

export const REFLECTED: readonly ReflectedShader[] = [
  { name: 'buffers', source: BUFFERS + USE_BUFFERS, args: ['-T', 'ps_6_0'] },
  { name: 'buffers, 16-bit', source: BUFFERS + USE_BUFFERS, args: ['-T', 'ps_6_2', '-enable-16bit-types'] },
  { name: 'buffers, row major', source: BUFFERS + USE_BUFFERS, args: ['-T', 'ps_6_6', '-Zpr'] },
  { name: 'resources', source: RESOURCES + USE_RESOURCES, args: ['-T', 'ps_6_0'] },
  { name: 'resources, 6.6', source: RESOURCES + USE_RESOURCES, args: ['-T', 'ps_6_6'] },
  { name: 'library', source: LIBRARY, args: ['-T', 'lib_6_7', '-auto-binding-space', '1'] },
  { name: 'hull', source: TESSELLATION, args: ['-T', 'hs_6_0', '-E', 'hull'] },
  { name: 'domain', source: TESSELLATION, args: ['-T', 'ds_6_0', '-E', 'domain'] },
  { name: 'geometry', source: TESSELLATION, args: ['-T', 'gs_6_0', '-E', 'geometry'] },
  { name: 'vertex', source: GRAPHICS, args: ['-T', 'vs_6_0', '-E', 'vertex'] },
  { name: 'pixel', source: GRAPHICS, args: ['-T', 'ps_6_0', '-E', 'pixel'] },
  { name: 'pixel, stripped', source: GRAPHICS, args: ['-T', 'ps_6_0', '-E', 'pixel', '-Qstrip_reflect'] },
  { name: 'amplification', source: MESH, args: ['-T', 'as_6_5', '-E', 'amplify'] },
  { name: 'mesh', source: MESH, args: ['-T', 'ms_6_5', '-E', 'mesh'] },
  { name: 'wave size', source: '[WaveSize(32)] [numthreads(64, 1, 1)] void main() {}', args: ['-T', 'cs_6_6'] },
]
