// dxilkit-corpus
// Static meshes into a packed G-buffer: skinning or instancing in the vertex shader, octahedral normals, material id, motion vectors, dithered LOD.
// args: -T vs_6_0 -E VSMain
// args: -T ps_6_0 -E PSMain
// args: -T ps_6_0 -E PSMain -D DITHER_LOD=1 -D EMISSIVE=1
// args: -T vs_6_0 -E VSMain -D SKINNED=1
// args: -T ps_6_0 -E PSMain -D VELOCITY=1
// args: -T vs_6_2 -E VSMain -D SKINNED=1 -D PACKED_VERTICES=1
// args: -T ps_6_2 -E PSMain -D VELOCITY=1 -D DITHER_LOD=1
// set: resolution 32 32
// set: boneOffset 0
// rounded: 6
// range: world 0.2 1
#include "../shared/view.hlsli"
#include "../shared/packing.hlsli"

#ifndef SKINNED
#define SKINNED 0
#endif
#ifndef PACKED_VERTICES
#define PACKED_VERTICES 0
#endif
#ifndef DITHER_LOD
#define DITHER_LOD 0
#endif
#ifndef EMISSIVE
#define EMISSIVE 0
#endif
#ifndef VELOCITY
#define VELOCITY 0
#endif

struct InstanceData
{
    row_major float3x4 world;
    row_major float3x4 previousWorld;
    float4 boundsMin;
    float4 boundsExtent;
    uint materialId;
    uint boneOffset;
    float lodFade;
    uint tint;
};
struct Bone
{
    float4 rows[3];
};

cbuffer Draw : register(b1)
{
    uint firstInstance;
    uint flags;
    float mipBias;
    float emissiveScale;
};
ConstantBuffer<ViewData> View : register(b0);
StructuredBuffer<InstanceData> Instances : register(t0);
StructuredBuffer<Bone> Bones : register(t1);
StructuredBuffer<Bone> PreviousBones : register(t2);
Texture2D<float4> BaseColor : register(t3);
Texture2D<float4> NormalMap : register(t4);
Texture2D<float4> Orm : register(t5);
Texture2D<float4> EmissiveMap : register(t6);
SamplerState LinearWrap : register(s0);

struct VertexIn
{
#if PACKED_VERTICES
    uint4 packed : PACKED;
    float3 position : POSITION;
#else
    float3 position : POSITION;
    float3 normal : NORMAL;
    float4 tangent : TANGENT;
    float2 uv : TEXCOORD;
#endif
#if SKINNED
    uint4 bones : BLENDINDICES;
    float4 weights : BLENDWEIGHT;
#endif
};

struct Interpolants
{
    float4 clip : SV_Position;
    float3 normal : NORMAL;
    float4 tangent : TANGENT;
    float2 uv : TEXCOORD;
    float4 current : CURRENT;
    float4 previous : PREVIOUS;
    nointerpolation uint instance : INSTANCEINDEX;
};

struct SkinMatrix
{
    float4 rows[3];

    float3 Point(float3 p) { return float3(dot(rows[0], float4(p, 1.0f)), dot(rows[1], float4(p, 1.0f)), dot(rows[2], float4(p, 1.0f))); }
    float3 Vector(float3 v) { return float3(dot(rows[0].xyz, v), dot(rows[1].xyz, v), dot(rows[2].xyz, v)); }
};

SkinMatrix Blend(StructuredBuffer<Bone> bones, uint offset, uint4 indices, float4 weights)
{
    SkinMatrix m;
    [unroll] for (uint r = 0u; r < 3u; ++r) m.rows[r] = 0.0f;
    float sum = max(dot(weights, 1.0f), 1e-3f);
    [unroll] for (uint i = 0u; i < 4u; ++i)
    {
        Bone b = bones[offset + indices[i]];
        [unroll] for (uint r = 0u; r < 3u; ++r) m.rows[r] += b.rows[r] * (weights[i] / sum);
    }
    return m;
}

Interpolants VSMain(VertexIn v, uint instance : SV_InstanceID)
{
    uint index = firstInstance + instance;
    InstanceData data = Instances[index];
    float3 position = v.position;
#if PACKED_VERTICES
    float3 normal = DecodeOctahedral(UnpackSnorm16x2(v.packed.x));
    float2 tangentAngle = UnpackSnorm16x2(v.packed.y);
    float3 t, b;
    BuildBasis(normal, t, b);
    float s, c;
    sincos(tangentAngle.x * PI, s, c);
    float4 tangent = float4(t * c + b * s, tangentAngle.y < 0.0f ? -1.0f : 1.0f);
    float2 uv = UnpackHalf2(v.packed.z);
#else
    float3 normal = normalize(v.normal - 0.3f);
    float4 tangent = float4(normalize(v.tangent.xyz + 0.1f), v.tangent.w > 0.5f ? 1.0f : -1.0f);
    float2 uv = v.uv;
#endif
    float3 previous = position;
#if SKINNED
    SkinMatrix skin = Blend(Bones, data.boneOffset, v.bones, v.weights);
    SkinMatrix skinBefore = Blend(PreviousBones, data.boneOffset, v.bones, v.weights);
    previous = skinBefore.Point(position);
    position = skin.Point(position);
    normal = skin.Vector(normal);
    tangent.xyz = skin.Vector(tangent.xyz);
#endif
    float3 world = mul(data.world, float4(position, 1.0f));
    float3 worldBefore = mul(data.previousWorld, float4(previous, 1.0f));
    Interpolants o;
    o.clip = float4(v.position, 1.0f);
    o.normal = SafeNormalize(mul((float3x3)data.world, normal));
    o.tangent = float4(SafeNormalize(mul((float3x3)data.world, tangent.xyz)), tangent.w);
    o.uv = uv;
    o.current = mul(View.clipFromWorld, float4(world, 1.0f));
    o.previous = mul(View.previousClipFromWorld, float4(worldBefore, 1.0f));
    o.instance = index;
    return o;
}

struct GBuffer
{
    float4 albedo : SV_Target0;
    float4 normal : SV_Target1;
    uint4 material : SV_Target2;
#if VELOCITY
    float4 velocity : SV_Target3;
#elif EMISSIVE
    float4 emissive : SV_Target3;
#endif
};

static const uint BAYER[4][4] = { { 0, 8, 2, 10 }, { 12, 4, 14, 6 }, { 3, 11, 1, 9 }, { 15, 7, 13, 5 } };

GBuffer PSMain(Interpolants p, bool front : SV_IsFrontFace)
{
    InstanceData data = Instances[p.instance];
#if DITHER_LOD
    uint2 pixel = uint2(p.clip.xy);
    float threshold = (float(BAYER[pixel.y & 3u][pixel.x & 3u]) + 0.5f) / 16.0f;
    if (data.lodFade * 0.5f < threshold * 0.6f) discard;
#endif
    float4 base = BaseColor.SampleBias(LinearWrap, p.uv, mipBias);
    float3 orm = Orm.SampleBias(LinearWrap, p.uv, mipBias).rgb;
    float2 xy = NormalMap.SampleBias(LinearWrap, p.uv, mipBias).xy * 2.0f - 1.0f;
    float3 local = float3(xy, SafeSqrt(1.0f - dot(xy, xy)));
    float3 n = normalize(p.normal) * (front ? 1.0f : -1.0f);
    float3 t = normalize(p.tangent.xyz);
    float3 b = cross(n, t) * p.tangent.w;
    float3 normal = SafeNormalize(local.x * t + local.y * b + local.z * n);
    // Roughness gets the variance of the normals it stands for.
    float3 dnx = ddx(normal), dny = ddy(normal);
    float variance = 0.25f * (dot(dnx, dnx) + dot(dny, dny));
    float roughness = sqrt(saturate(Square(orm.y) + min(2.0f * variance, 0.18f)));

    GBuffer g;
    g.albedo = float4(base.rgb * UnpackRGBA8(data.tint | 0xff808080u).rgb, orm.x);
    g.normal = float4(EncodeOctahedral(normal) * 0.5f + 0.5f, roughness, orm.z);
    g.material = uint4(data.materialId | (flags << 16), PackUnorm(roughness, 8u) | (PackUnorm(orm.z, 8u) << 8), PackSnorm16x2(EncodeOctahedral(normal)), p.instance);
#if VELOCITY
    float2 now = p.current.xy / p.current.w - View.jitter;
    float2 before = p.previous.xy / p.previous.w - View.previousJitter;
    g.velocity = float4((now - before) * float2(0.5f, -0.5f), 0.0f, 1.0f);
#elif EMISSIVE
    g.emissive = float4(EmissiveMap.Sample(LinearWrap, p.uv).rgb * emissiveScale, 1.0f);
#endif
    return g;
}
