// dxilkit-corpus
// Residency from sampler feedback: a material writes what it would have sampled, falls back to resident levels, and a pass decodes the residency map.
// args: -T vs_6_5 -E VSQuad
// args: -T ps_6_5 -E PSMaterial
// args: -T ps_6_5 -E PSMaterial -D STOCHASTIC=1
// args: -T ps_6_5 -E PSMaterial -D STOCHASTIC=1 -D BIASED=1 -D LAYERS=4
// args: -T cs_6_5 -E WriteGradients
// drawn: no
#include "../shared/math.hlsli"

#ifndef STOCHASTIC
#define STOCHASTIC 0
#endif
#ifndef BIASED
#define BIASED 0
#endif
#ifndef LAYERS
#define LAYERS 1
#endif

#if LAYERS > 1
#define MAP Texture2DArray<float4>
#define FEEDBACK FeedbackTexture2DArray<SAMPLER_FEEDBACK_MIN_MIP>
#define COORDINATE float3
#else
#define MAP Texture2D<float4>
#define FEEDBACK FeedbackTexture2D<SAMPLER_FEEDBACK_MIN_MIP>
#define COORDINATE float2
#endif

MAP Albedo : register(t0);
Texture2D<uint> Residency : register(t1);
Texture2D<float4> Detail : register(t2);
FEEDBACK AlbedoFeedback : register(u3);
FeedbackTexture2D<SAMPLER_FEEDBACK_MIP_REGION_USED> DetailFeedback : register(u4);
RWStructuredBuffer<uint> Missed : register(u5);
SamplerState Anisotropic : register(s0);

cbuffer Streaming : register(b0)
{
    float2 TileCount;
    uint Frame;
    float DiscardRate;
    float LodBias;
    uint MissCapacity;
}

struct Interpolants
{
    float4 position : SV_Position;
    centroid float2 uv : TEXCOORD0;
    nointerpolation uint layer : LAYER;
};

Interpolants VSQuad(uint vertex : SV_VertexID, uint instance : SV_InstanceID)
{
    Interpolants o;
    o.uv = float2((vertex << 1) & 2u, vertex & 2u);
    o.position = float4(o.uv * float2(2.0f, -2.0f) + float2(-1.0f, 1.0f), 0.0f, 1.0f);
    o.layer = instance % LAYERS;
    return o;
}

COORDINATE CoordinateOf(float2 uv, uint layer)
{
#if LAYERS > 1
    return float3(uv, layer);
#else
    return uv;
#endif
}

float ResidentLevel(float2 uv)
{
    float2 at = frac(uv) * TileCount - 0.5f;
    int2 base = int2(floor(at));
    uint finest = 0;
    [unroll]
    for (int i = 0; i < 4; ++i)
    {
        int2 tile = clamp(base + int2(i & 1, i >> 1), 0, int2(TileCount) - 1);
        finest = max(finest, Residency[tile]);
    }
    return float(finest) / 16.0f;
}

float4 PSMaterial(Interpolants i, bool front : SV_IsFrontFace) : SV_Target
{
    COORDINATE at = CoordinateOf(i.uv, i.layer);
    float level = ResidentLevel(i.uv);
    uint status;
    float4 color = Albedo.Sample(Anisotropic, at, int2(0, 0), level, status);
    bool wrote = true;
#if STOCHASTIC
    wrote = InterleavedGradientNoise(i.position.xy + 5.588238f * float(Frame & 63u)) >= DiscardRate;
#endif
    if (wrote)
    {
#if BIASED
        AlbedoFeedback.WriteSamplerFeedbackBias(Albedo, Anisotropic, at, LodBias, level);
#else
        AlbedoFeedback.WriteSamplerFeedback(Albedo, Anisotropic, at);
#endif
        DetailFeedback.WriteSamplerFeedbackLevel(Detail, Anisotropic, i.uv * 8.0f, level + 1.0f);
    }
    if (!CheckAccessFullyMapped(status))
    {
        uint slot = Missed.IncrementCounter();
        if (slot < MissCapacity) Missed[slot] = i.layer << 24 | uint(level * 16.0f);
        color = Albedo.SampleLevel(Anisotropic, at, ceil(level) + 1.0f);
    }
    float detail = Detail.SampleBias(Anisotropic, i.uv * 8.0f, LodBias).g;
    color.rgb *= detail * 2.0f;
    return front ? color : color.bgra;
}

[numthreads(8, 8, 1)]
void WriteGradients(uint2 id : SV_DispatchThreadID, uint3 group : SV_GroupID)
{
    float2 uv = (float2(id) + 0.5f) / (TileCount * 8.0f);
    float2 dx = float2(1.0f / TileCount.x, 0.0f), dy = float2(0.0f, 1.0f / TileCount.y);
    float stretch = exp2(float(group.x % 5u) - 2.0f);
    AlbedoFeedback.WriteSamplerFeedbackGrad(Albedo, Anisotropic, CoordinateOf(uv, 0), dx * stretch, dy * stretch, LodBias);
    if (Residency[uint2(uv * TileCount)] > 32u)
        DetailFeedback.WriteSamplerFeedbackGrad(Detail, Anisotropic, uv, dx, dy);
}
