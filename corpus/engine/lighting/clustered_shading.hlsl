// dxilkit-corpus
// Clustered forward+ shading as a compute pass over a thin G-buffer: every pixel finds its cluster and walks the cluster's lights.
// args: -T cs_6_0 -E ShadeClusters
// args: -T cs_6_0 -E ShadeClusters -D AREA_LIGHTS=0 -D DEBUG_HEAT=1
// args: -T cs_6_2 -E ShadeClusters -D SCALARIZE=1
// args: -T cs_6_6 -E ShadeClusters -D SCALARIZE=1 -D BINDLESS=1
// set: resolution 32 32
// set: invResolution 0.03125 0.03125
// set: nearPlane 0.1
// set: farPlane 40
// set: gridSize 2 2 8
// set: lightCount 24
// set: sliceScale 3
// set: sliceBias 2
// range: ClusterRanges 0 14
// range: LightIndexList 0 23
// range: position -3 3
// range: range 2 8
// range: type 0 3
#include "../shared/view.hlsli"
#include "../shared/lights.hlsli"
#include "../shared/packing.hlsli"

#ifndef AREA_LIGHTS
#define AREA_LIGHTS 1
#endif
#ifndef SCALARIZE
#define SCALARIZE 0
#endif
#ifndef BINDLESS
#define BINDLESS 0
#endif
#ifndef DEBUG_HEAT
#define DEBUG_HEAT 0
#endif
#define GROUP 8

struct ClusterConstants
{
    uint3 gridSize;
    uint lightCount;
    float sliceScale;
    float sliceBias;
    float2 padding;
    float4 ambientSH[9];
};

ConstantBuffer<ViewData> View : register(b0);
ConstantBuffer<ClusterConstants> Clusters : register(b1);
StructuredBuffer<Light> Lights : register(t0);
StructuredBuffer<uint2> ClusterRanges : register(t1);
StructuredBuffer<uint> LightIndexList : register(t2);

#if BINDLESS
struct Handles
{
    uint depth, normals, albedo, output;
};
ConstantBuffer<Handles> Heap : register(b2);
#define FETCH(kind, name, slot, texel) Texture2D<kind> name##Texture = ResourceDescriptorHeap[Heap.slot]; kind name = name##Texture.Load(int3(texel, 0))
#else
Texture2D<float> DepthTexture : register(t3);
Texture2D<float4> NormalTexture : register(t4);
Texture2D<float4> AlbedoTexture : register(t5);
RWTexture2D<float4> Output : register(u0);
#endif

struct Surface
{
    float3 position;
    float3 normal;
    float3 albedo;
    float3 f0;
    float3 view;
    float roughness;
};

uint3 ClusterOf(float2 uv, float linearDepth)
{
    float slice = log2(max(linearDepth, View.nearPlane)) * Clusters.sliceScale + Clusters.sliceBias;
    uint3 cell = uint3(uv * float2(Clusters.gridSize.xy), max(slice, 0.0f));
    return min(cell, Clusters.gridSize - 1u);
}

uint FlatCluster(uint3 c) { return (c.z * Clusters.gridSize.y + c.y) * Clusters.gridSize.x + c.x; }

float3 EvaluateSH(float3 n)
{
    float3 result = Clusters.ambientSH[0].rgb * 0.282095f;
    result += Clusters.ambientSH[1].rgb * (0.488603f * n.y);
    result += Clusters.ambientSH[2].rgb * (0.488603f * n.z);
    result += Clusters.ambientSH[3].rgb * (0.488603f * n.x);
    result += Clusters.ambientSH[4].rgb * (1.092548f * n.x * n.y);
    result += Clusters.ambientSH[5].rgb * (1.092548f * n.y * n.z);
    result += Clusters.ambientSH[6].rgb * (0.315392f * (3.0f * n.z * n.z - 1.0f));
    result += Clusters.ambientSH[7].rgb * (1.092548f * n.x * n.z);
    result += Clusters.ambientSH[8].rgb * (0.546274f * (n.x * n.x - n.y * n.y));
    return max(result, 0.0f);
}

float3 Shade(Surface s, Light light)
{
#if AREA_LIGHTS
    LightSample l = SampleLight(light, s.position, s.normal, s.view, s.roughness);
#else
    LightSample l;
    float3 d = light.position - s.position;
    l.direction = normalize(d);
    l.radiance = light.color * DistanceFalloff(dot(d, d), light.range);
    l.specularNormalization = 1.0f;
#endif
    BrdfResult r = StandardBrdf(s.albedo, s.f0, s.roughness, s.normal, s.view, l.direction);
    return (r.diffuse + r.specular * l.specularNormalization) * l.radiance;
}

float3 HeatColor(uint count)
{
    static const float3 ramp[5] = {
        float3(0.0f, 0.0f, 0.5f), float3(0.0f, 0.6f, 1.0f), float3(0.1f, 0.9f, 0.2f), float3(1.0f, 0.8f, 0.0f), float3(1.0f, 0.0f, 0.0f),
    };
    float t = saturate(float(count) / 16.0f) * 4.0f;
    uint i = min(uint(t), 3u);
    return lerp(ramp[i], ramp[i + 1u], t - float(i));
}

[numthreads(GROUP, GROUP, 1)]
void ShadeClusters(uint3 id : SV_DispatchThreadID)
{
    if (!View.Contains(id.xy)) return;
#if BINDLESS
    FETCH(float, depth, depth, id.xy);
    FETCH(float4, normalRoughness, normals, id.xy);
    FETCH(float4, albedoMetal, albedo, id.xy);
#else
    float depth = DepthTexture.Load(int3(id.xy & 15u, 0));
    float4 normalRoughness = NormalTexture.Load(int3(id.xy & 15u, 0));
    float4 albedoMetal = AlbedoTexture.Load(int3(id.xy & 15u, 0));
#endif
    float2 uv = View.UvOf(id.xy);
    float linearDepth = View.LinearDepth(depth);

    Surface s;
    s.position = View.WorldPosition(uv, depth);
    s.normal = DecodeOctahedral(normalRoughness.xy * 2.0f - 1.0f);
    s.roughness = clamp(normalRoughness.z, 0.045f, 1.0f);
    s.albedo = albedoMetal.rgb * (1.0f - albedoMetal.a);
    s.f0 = lerp(0.04f, albedoMetal.rgb, albedoMetal.a);
    s.view = SafeNormalize(View.cameraPosition - s.position);

    uint cluster = FlatCluster(ClusterOf(uv, linearDepth));
    float3 color = EvaluateSH(s.normal) * s.albedo;
    uint visited = 0u;
#if SCALARIZE
    // Lanes of a wave that share a cluster go together, so that the lights are loaded once.
    uint pending = cluster;
    bool done = false;
    [loop]
    while (!done)
    {
        uint scalar = WaveReadLaneFirst(pending);
        if (scalar == pending)
        {
            uint2 range = ClusterRanges[scalar & 63u];
            for (uint i = 0u; i < range.y; ++i)
            {
                color += Shade(s, Lights[LightIndexList[range.x + i]]);
                ++visited;
            }
            done = true;
        }
    }
#else
    uint2 range = ClusterRanges[cluster & 63u];
    for (uint i = 0u; i < range.y; ++i)
    {
        color += Shade(s, Lights[LightIndexList[range.x + i]]);
        ++visited;
    }
#endif
#if DEBUG_HEAT
    color = lerp(color, HeatColor(visited), 0.5f);
#endif
#if BINDLESS
    RWTexture2D<float4> output = ResourceDescriptorHeap[Heap.output];
    output[id.xy] = float4(color * View.exposure, 1.0f);
#else
    Output[id.xy] = float4(color * View.exposure, 1.0f);
#endif
}
