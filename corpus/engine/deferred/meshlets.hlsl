// dxilkit-corpus
// Meshlets through amplification and mesh shaders: cone, frustum and pyramid culling, compressed vertices, primitive culling, visibility output.
// args: -T as_6_5 -E ASCull
// args: -T as_6_5 -E ASCull -D OCCLUSION=1
// args: -T ms_6_5 -E MSMeshlet
// args: -T ms_6_5 -E MSMeshlet -D CULL_PRIMITIVES=1
// args: -T ms_6_6 -E MSMeshlet -D CULL_PRIMITIVES=1 -D VISIBILITY=1
// args: -T ps_6_5 -E PSMeshlet
// args: -T ps_6_6 -E PSMeshlet -D VISIBILITY=1
// drawn: no
#include "../shared/view.hlsli"
#include "../shared/packing.hlsli"
#include "../shared/color.hlsli"

#ifndef OCCLUSION
#define OCCLUSION 0
#endif
#ifndef CULL_PRIMITIVES
#define CULL_PRIMITIVES 0
#endif
#ifndef VISIBILITY
#define VISIBILITY 0
#endif
#define AS_GROUP 32
#define MAX_VERTICES 64
#define MAX_PRIMITIVES 96

struct Meshlet
{
    uint vertexOffset;
    uint primitiveOffset;
    uint counts;
    uint cone;
    float4 sphere;
    float3 quantOffset;
    float quantScale;
};
struct Payload
{
    uint instance;
    uint lod;
    uint meshlets[AS_GROUP];
};

cbuffer Draw : register(b1, space2)
{
    float4 planes[6] : packoffset(c0);
    row_major float3x4 world : packoffset(c6);
    uint instanceIndex : packoffset(c9.x);
    uint meshletCount : packoffset(c9.y);
    float lodScale : packoffset(c9.z);
    uint flags : packoffset(c9.w);
    float2 pyramidSize : packoffset(c10);
};
ConstantBuffer<ViewData> View : register(b0);
StructuredBuffer<Meshlet> Meshlets : register(t0, space2);
ByteAddressBuffer VertexData : register(t1, space2);
ByteAddressBuffer PrimitiveData : register(t2, space2);
Texture2D<float> Pyramid : register(t3, space2);
SamplerState PointClamp : register(s0, space2);
#if VISIBILITY
RWTexture2D<uint64_t> VisibilityBuffer : register(u0, space2);
#endif

groupshared Payload SharedPayload;

float3 ToWorld(float3 p) { return mul(world, float4(p, 1.0f)); }
float MaxScale() { return sqrt(Max3(dot(world._m00_m10_m20, world._m00_m10_m20), dot(world._m01_m11_m21, world._m01_m11_m21), dot(world._m02_m12_m22, world._m02_m12_m22))); }

bool ConeFacesAway(Meshlet m, float3 center, float radius)
{
    if (m.cone == 0u) return false;
    int4 c = int4(m.cone << 24, m.cone << 16, m.cone << 8, m.cone) >> 24;
    float3 axis = normalize(mul((float3x3)world, float3(c.xyz) / 127.0f));
    float cutoff = float(c.w) / 127.0f;
    float3 d = center - View.cameraPosition;
    return dot(d, axis) >= cutoff * length(d) + radius;
}

#if OCCLUSION
bool Occluded(float3 center, float radius)
{
    float4 c = mul(View.viewFromWorld, float4(center, 1.0f));
    if (c.z - radius < View.nearPlane) return false;
    float2 cx = c.xz, cy = c.yz;
    float2 vx = float2(sqrt(max(dot(cx, cx) - radius * radius, 0.0f)), radius);
    float2 minX = mul(float2x2(vx.x, vx.y, -vx.y, vx.x), cx);
    float2 maxX = mul(float2x2(vx.x, -vx.y, vx.y, vx.x), cx);
    float2 vy = float2(sqrt(max(dot(cy, cy) - radius * radius, 0.0f)), radius);
    float2 minY = mul(float2x2(vy.x, vy.y, -vy.y, vy.x), cy);
    float2 maxY = mul(float2x2(vy.x, -vy.y, vy.y, vy.x), cy);
    float4 box = float4(minX.x / minX.y * View.clipFromView._m00, minY.x / minY.y * View.clipFromView._m11, maxX.x / maxX.y * View.clipFromView._m00, maxY.x / maxY.y * View.clipFromView._m11);
    box = box.xwzy * float4(0.5f, -0.5f, 0.5f, -0.5f) + 0.5f;
    float2 size = (box.zw - box.xy) * pyramidSize;
    float mip = floor(log2(max(max(size.x, size.y), 1.0f)));
    float farthest = Pyramid.SampleLevel(PointClamp, (box.xy + box.zw) * 0.5f, mip);
    return View.nearPlane / (c.z - radius) < farthest;
}
#endif

[numthreads(AS_GROUP, 1, 1)]
void ASCull(uint3 id : SV_DispatchThreadID)
{
    bool visible = false;
    if (id.x < meshletCount)
    {
        Meshlet m = Meshlets[id.x];
        float3 center = ToWorld(m.sphere.xyz);
        float radius = m.sphere.w * MaxScale();
        visible = !ConeFacesAway(m, center, radius);
        [unroll] for (uint i = 0u; i < 6u; ++i) visible = visible && dot(planes[i], float4(center, 1.0f)) > -radius;
#if OCCLUSION
        if (visible && (flags & 1u) != 0u) visible = !Occluded(center, radius);
#endif
    }
    if (visible)
    {
        uint slot = WavePrefixCountBits(visible);
        SharedPayload.meshlets[slot] = id.x;
    }
    SharedPayload.instance = instanceIndex;
    SharedPayload.lod = uint(lodScale);
    uint count = WaveActiveCountBits(visible);
    DispatchMesh(count, 1, 1, SharedPayload);
}

struct MeshVertex
{
    float4 clip : SV_Position;
    float3 normal : NORMAL;
    float2 uv : TEXCOORD;
};
struct MeshPrimitive
{
    uint id : SV_PrimitiveID;
    nointerpolation uint meshlet : MESHLET;
#if CULL_PRIMITIVES
    bool culled : SV_CullPrimitive;
#endif
};

groupshared float3 ClipXYW[MAX_VERTICES];

MeshVertex LoadVertex(Meshlet m, uint index)
{
    uint3 raw = VertexData.Load3(m.vertexOffset + index * 12u);
    float3 p = float3(raw.x & 0x7ffu, (raw.x >> 11) & 0x7ffu, raw.x >> 22) * m.quantScale + m.quantOffset;
    MeshVertex v;
    v.clip = mul(View.clipFromWorld, float4(ToWorld(p), 1.0f));
    v.normal = mul((float3x3)world, DecodeOctahedral(UnpackSnorm16x2(raw.y)));
    v.uv = UnpackHalf2(raw.z);
    return v;
}

uint3 LoadPrimitive(Meshlet m, uint index)
{
    uint w = PrimitiveData.Load(m.primitiveOffset + index * 4u);
    return uint3(w & 0x3ffu, (w >> 10) & 0x3ffu, (w >> 20) & 0x3ffu);
}

bool CullPrimitive(uint3 t)
{
    float3 a = ClipXYW[t.x], b = ClipXYW[t.y], c = ClipXYW[t.z];
    float area = determinant(float3x3(a, b, c));
    bool back = area <= 0.0f;
    bool behind = a.z < 0.0f && b.z < 0.0f && c.z < 0.0f;
    float2 pa = a.xy / a.z, pb = b.xy / b.z, pc = c.xy / c.z;
    float2 low = min(pa, min(pb, pc)) * 0.5f + 0.5f, high = max(pa, max(pb, pc)) * 0.5f + 0.5f;
    float2 size = float2(View.resolution);
    bool empty = any(round(low * size) == round(high * size)) && a.z > 0.0f && b.z > 0.0f && c.z > 0.0f;
    return back || behind || empty;
}

[numthreads(MAX_VERTICES, 1, 1)]
[outputtopology("triangle")]
void MSMeshlet(uint lane : SV_GroupIndex, uint3 group : SV_GroupID, in payload Payload p, out vertices MeshVertex vertices[MAX_VERTICES],
               out indices uint3 triangles[MAX_PRIMITIVES], out primitives MeshPrimitive primitives[MAX_PRIMITIVES])
{
    uint index = p.meshlets[group.x];
    Meshlet m = Meshlets[index];
    uint vertexCount = m.counts & 0xffu, primitiveCount = min((m.counts >> 8) & 0xffu, MAX_PRIMITIVES);
    SetMeshOutputCounts(vertexCount, primitiveCount);
    if (lane < vertexCount)
    {
        MeshVertex v = LoadVertex(m, lane);
        vertices[lane] = v;
        ClipXYW[lane] = v.clip.xyw;
    }
    GroupMemoryBarrierWithGroupSync();
    for (uint i = lane; i < primitiveCount; i += MAX_VERTICES)
    {
        uint3 t = LoadPrimitive(m, i);
        triangles[i] = t;
        MeshPrimitive primitive;
        primitive.id = i;
        primitive.meshlet = index | (p.lod << 28);
#if CULL_PRIMITIVES
        primitive.culled = CullPrimitive(t);
#endif
        primitives[i] = primitive;
    }
}

float4 PSMeshlet(MeshVertex v, uint primitive : SV_PrimitiveID, nointerpolation uint meshlet : MESHLET) : SV_Target
{
#if VISIBILITY
    uint64_t value = ((uint64_t)asuint(v.clip.z) << 32) | (meshlet << 7) | primitive;
    InterlockedMax(VisibilityBuffer[uint2(v.clip.xy)], value);
#endif
    float hue = ToUnitFloat(HashUint(meshlet));
    float light = saturate(dot(normalize(v.normal), float3(0.4f, 0.8f, 0.4f)));
    return float4(HSVToRGB(float3(hue, 0.5f, 0.9f)) * (0.2f + light) + float3(v.uv * 0.01f, 0.0f), 1.0f);
}
