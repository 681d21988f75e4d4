// dxilkit-corpus
// Everything through the heap: records of materials in raw memory read as templates, textures by index, samplers by index, an indirect argument writer.
// args: -T ps_6_6 -E PSForward
// args: -T ps_6_6 -E PSForward -D ALPHA=1 -D DETAIL=1
// args: -T ps_6_6 -E PSForward -enable-16bit-types -D DETAIL=1
// args: -T cs_6_6 -E CSArguments
// args: -T cs_6_6 -E CSDecay
// args: -T vs_6_6 -E VSPull
#include "../shared/brdf.hlsli"
#include "../shared/packing.hlsli"

#ifndef ALPHA
#define ALPHA 0
#endif
#ifndef DETAIL
#define DETAIL 0
#endif
typedef uint Handle;

struct Root
{
    Handle scene, instances, materials, vertices;
    Handle arguments, counters;
    uint instanceCount;
    uint debug;
};
ConstantBuffer<Root> RootConstants : register(b0);

struct MaterialBlock
{
    float4 tint;
    float2 roughnessRange;
    float metallic;
    float cutoff;
    uint textures[4];
    uint sampler_;
    uint flags;
    float2 detailScale;
};
struct InstanceBlock
{
    float3x4 worldFromObject;
    uint material;
    uint firstVertex;
    uint vertexCount;
    float radius;
};
struct SceneBlock
{
    float4x4 clipFromWorld;
    float3 eye;
    float time;
    float3 sun;
    float sunIntensity;
    float4 planes[6];
};
struct Interpolants
{
    float4 clip : SV_Position;
    float3 world : WORLD;
    float3 normal : NORMAL;
    float4 tangent : TANGENT;
    float2 uv : TEXCOORD;
    nointerpolation uint material : MATERIAL;
};

template <typename T> T LoadRecord(Handle h, uint index)
{
    ByteAddressBuffer b = ResourceDescriptorHeap[h];
    return b.Load<T>(index * sizeof(T));
}

SceneBlock Scene()
{
    ConstantBuffer<SceneBlock> c = ResourceDescriptorHeap[RootConstants.scene];
    return c;
}

Interpolants VSPull(uint vertex : SV_VertexID, uint instance : SV_InstanceID)
{
    const InstanceBlock i = LoadRecord<InstanceBlock>(RootConstants.instances, instance);
    ByteAddressBuffer vertices = ResourceDescriptorHeap[RootConstants.vertices];
    const uint at = (i.firstVertex + vertex) * 24;
    const float3 position = vertices.Load<float3>(at);
    const uint3 packed = vertices.Load3(at + 12);
    Interpolants o;
    o.world = mul(i.worldFromObject, float4(position, 1));
    o.clip = mul(Scene().clipFromWorld, float4(o.world, 1));
    o.normal = mul((float3x3)i.worldFromObject, DecodeOctahedral(UnpackSnorm16x2(packed.x)));
    o.tangent = UnpackRGBA8(packed.y) * 2 - 1;
    o.uv = UnpackHalf2(packed.z);
    o.material = i.material;
    return o;
}

float4 SampleSlot(MaterialBlock m, uint slot, float2 uv)
{
    Texture2D t = ResourceDescriptorHeap[NonUniformResourceIndex(m.textures[slot])];
    SamplerState s = SamplerDescriptorHeap[NonUniformResourceIndex(m.sampler_)];
    return t.Sample(s, uv);
}

float4 PSForward(Interpolants i, bool front : SV_IsFrontFace) : SV_Target
{
    const MaterialBlock m = LoadRecord<MaterialBlock>(RootConstants.materials, i.material);
    const SceneBlock scene = Scene();
    float4 base = SampleSlot(m, 0, i.uv) * m.tint;
#if ALPHA
    clip(base.a - m.cutoff);
#endif
#if DETAIL
    half3 detail = (half3)SampleSlot(m, 3, i.uv * m.detailScale).rgb;
    base.rgb *= saturate(detail * (half)2);
#endif
    const float3 packedNormal = float3(SampleSlot(m, 1, i.uv).xy * 2 - 1, 0);
    const float3 n = normalize(i.normal) * (front ? 1 : -1);
    const float3 t = normalize(i.tangent.xyz - n * dot(n, i.tangent.xyz));
    const float3 b = cross(n, t) * i.tangent.w;
    const float3 shading = normalize(packedNormal.x * t + packedNormal.y * b + SafeSqrt(1 - dot(packedNormal.xy, packedNormal.xy)) * n);
    const float4 orm = SampleSlot(m, 2, i.uv);
    const float roughness = lerp(m.roughnessRange.x, m.roughnessRange.y, orm.g);
    const float3 v = normalize(scene.eye - i.world), h = normalize(v + scene.sun);
    const float NoL = saturate(dot(shading, scene.sun)), NoV = abs(dot(shading, v)) + 1e-4f;
    const float3 f0 = lerp(0.04f, base.rgb, m.metallic * orm.b);
    const float3 specular = DistributionGGX(saturate(dot(shading, h)), roughness) * VisibilitySmithCorrelated(NoV, NoL, roughness)
                          * FresnelSchlick(f0, 1, saturate(dot(v, h)));
    const float3 colour = (base.rgb * (1 - m.metallic) * DiffuseLambert() + specular) * (NoL * scene.sunIntensity);
    return (RootConstants.debug & 1u) ? float4(shading * 0.5f + 0.5f, 1) : float4(colour * orm.r, base.a);
}

struct DrawArguments
{
    uint vertexCount, instanceCount, firstVertex, firstInstance;
};

[numthreads(64, 1, 1)]
void CSArguments(uint index : SV_DispatchThreadID)
{
    if (index >= RootConstants.instanceCount)
        return;
    const InstanceBlock i = LoadRecord<InstanceBlock>(RootConstants.instances, index);
    const SceneBlock scene = Scene();
    const float3 centre = float3(i.worldFromObject[0].w, i.worldFromObject[1].w, i.worldFromObject[2].w);
    bool visible = true;
    for (uint p = 0; p < 6; ++p)
        visible = visible && dot(scene.planes[p], float4(centre, 1)) > -i.radius;
    RWStructuredBuffer<uint> counters = ResourceDescriptorHeap[RootConstants.counters];
    RWByteAddressBuffer arguments = ResourceDescriptorHeap[RootConstants.arguments];
    if (visible)
    {
        uint slot;
        InterlockedAdd(counters[0], 1, slot);
        DrawArguments d;
        d.vertexCount = i.vertexCount;
        d.instanceCount = 1;
        d.firstVertex = i.firstVertex;
        d.firstInstance = index;
        arguments.Store<DrawArguments>(slot * sizeof(DrawArguments), d);
    }
}

[numthreads(8, 8, 1)]
void CSDecay(uint2 pixel : SV_DispatchThreadID)
{
    RWTexture2D<float4> targets[2] = { ResourceDescriptorHeap[RootConstants.arguments], ResourceDescriptorHeap[RootConstants.counters] };
    const float4 a = targets[0][pixel];
    [unroll]
    for (uint i = 0; i < 2; ++i)
        targets[i][pixel] = targets[i][pixel] * 0.5 + a * (0.25 * i);
}
