// dxilkit-corpus
// Sample distribution shadow maps: depth range reduced over the screen, logarithmic splits, light-space bounds a split, stabilised projections.
// args: -T cs_6_0 -E ReduceDepth
// args: -T cs_6_0 -E ReduceDepth -D WAVES=1
// args: -T cs_6_0 -E ReduceBounds
// args: -T cs_6_0 -E ComputeCascades
// args: -T cs_6_0 -E ComputeCascades -D STABILISE=1
// set: resolution 32 32
// set: invResolution 0.03125 0.03125
// set: nearPlane 0.1
// set: farPlane 30
// set: lambda 0.7
// set: shadowSize 1024
// range: low 1000000 900000000
// range: high 1000000 900000000
// range: DepthRange 1000000000 1060000000
// dispatch: 2 2 1
#include "../shared/view.hlsli"

#ifndef WAVES
#define WAVES 0
#endif
#ifndef STABILISE
#define STABILISE 0
#endif
#define CASCADES 4
#define GROUP 16

struct CascadeBounds
{
    uint3 low;
    uint3 high;
};
struct Cascade
{
    float4x4 shadowFromWorld;
    float4 split;
    float3 texelSize;
    uint valid;
};

cbuffer Fit : register(b1)
{
    float4x4 lightFromWorld;
    float lambda;
    float border;
    float shadowSize;
    float minRange;
};
ConstantBuffer<ViewData> View : register(b0);
Texture2D<float> DepthTexture : register(t0);
RWStructuredBuffer<uint> DepthRange : register(u0);
RWStructuredBuffer<CascadeBounds> Bounds : register(u1);
RWStructuredBuffer<Cascade> Result : register(u2);

/// Floats as unsigned numbers of the same order, negative ones too.
uint Ordered(float f)
{
    uint u = asuint(f);
    return (u & 0x80000000u) ? ~u : u | 0x80000000u;
}
float FromOrdered(uint u) { return asfloat((u & 0x80000000u) ? u & 0x7fffffffu : ~u); }

groupshared uint GroupMin, GroupMax;
groupshared uint3 GroupLow[CASCADES];
groupshared uint3 GroupHigh[CASCADES];

[numthreads(GROUP, GROUP, 1)]
void ReduceDepth(uint3 id : SV_DispatchThreadID, uint lane : SV_GroupIndex)
{
    if (lane == 0u)
    {
        GroupMin = 0xffffffffu;
        GroupMax = 0u;
    }
    GroupMemoryBarrierWithGroupSync();
    float z = DepthTexture.Load(int3(id.xy & 15u, 0));
    bool sky = z <= 0.0f;
    float linearZ = View.LinearDepth(z);
    uint low = sky ? 0xffffffffu : asuint(linearZ);
    uint high = sky ? 0u : asuint(linearZ);
#if WAVES
    low = WaveActiveMin(low);
    high = WaveActiveMax(high);
    if (WaveIsFirstLane())
#endif
    {
        InterlockedMin(GroupMin, low);
        InterlockedMax(GroupMax, high);
    }
    GroupMemoryBarrierWithGroupSync();
    if (lane == 0u)
    {
        InterlockedMin(DepthRange[0], GroupMin);
        InterlockedMax(DepthRange[1], GroupMax);
    }
}

float SplitAt(uint i)
{
    float nearest = max(asfloat(DepthRange[0]), View.nearPlane);
    float farthest = max(asfloat(DepthRange[1]), nearest + 0.1f + minRange);
    float t = float(i) / float(CASCADES);
    return lerp(lerp(nearest, farthest, t), nearest * pow(farthest / nearest, t), lambda);
}

[numthreads(GROUP, GROUP, 1)]
void ReduceBounds(uint3 id : SV_DispatchThreadID, uint lane : SV_GroupIndex)
{
    if (lane < CASCADES)
    {
        GroupLow[lane] = 0xffffffffu;
        GroupHigh[lane] = 0u;
    }
    GroupMemoryBarrierWithGroupSync();
    float z = DepthTexture.Load(int3(id.xy & 15u, 0));
    float linearZ = View.LinearDepth(z);
    float3 world = View.WorldPosition(View.UvOf(id.xy), z);
    float3 light = mul(lightFromWorld, float4(world, 1.0f)).xyz;
    [unroll] for (uint i = 0u; i < CASCADES; ++i)
    {
        if (linearZ < SplitAt(i) || linearZ > SplitAt(i + 1u)) continue;
        InterlockedMin(GroupLow[i].x, Ordered(light.x));
        InterlockedMin(GroupLow[i].y, Ordered(light.y));
        InterlockedMin(GroupLow[i].z, Ordered(light.z));
        InterlockedMax(GroupHigh[i].x, Ordered(light.x));
        InterlockedMax(GroupHigh[i].y, Ordered(light.y));
        InterlockedMax(GroupHigh[i].z, Ordered(light.z));
    }
    GroupMemoryBarrierWithGroupSync();
    if (lane < CASCADES)
    {
        InterlockedMin(Bounds[lane].low.x, GroupLow[lane].x);
        InterlockedMin(Bounds[lane].low.y, GroupLow[lane].y);
        InterlockedMin(Bounds[lane].low.z, GroupLow[lane].z);
        InterlockedMax(Bounds[lane].high.x, GroupHigh[lane].x);
        InterlockedMax(Bounds[lane].high.y, GroupHigh[lane].y);
        InterlockedMax(Bounds[lane].high.z, GroupHigh[lane].z);
    }
}

float4x4 OrthoFromBounds(float3 low, float3 high)
{
    float3 scale = 1.0f / max(high - low, 1e-4f);
    float3 offset = -low * scale;
    return float4x4(
        2.0f * scale.x, 0.0f, 0.0f, 2.0f * offset.x - 1.0f,
        0.0f, -2.0f * scale.y, 0.0f, 1.0f - 2.0f * offset.y,
        0.0f, 0.0f, scale.z, offset.z,
        0.0f, 0.0f, 0.0f, 1.0f);
}

[numthreads(CASCADES, 1, 1)]
void ComputeCascades(uint3 id : SV_DispatchThreadID, uint3 group : SV_GroupID)
{
    if (any(group.xy != 0u)) return;
    uint i = id.x;
    CascadeBounds b = Bounds[i];
    float3 low = float3(FromOrdered(b.low.x), FromOrdered(b.low.y), FromOrdered(b.low.z));
    float3 high = float3(FromOrdered(b.high.x), FromOrdered(b.high.y), FromOrdered(b.high.z));
    low = max(low, -1e4f);
    high = min(high, 1e4f);
    Cascade c;
    c.valid = all(low < high) ? 1u : 0u;
    if (!c.valid)
    {
        low = -1.0f;
        high = 1.0f;
    }
    float3 extent = high - low;
    low -= extent * border * 0.1f;
    high += extent * border * 0.1f;
#if STABILISE
    // Square, rounded up to a power of two, and moved in whole texels.
    float size = exp2(ceil(log2(max(max(extent.x, extent.y), 1e-3f))));
    float2 center = (low.xy + high.xy) * 0.5f;
    float texel = size / shadowSize;
    center = floor(center / texel) * texel;
    low.xy = center - size * 0.5f;
    high.xy = center + size * 0.5f;
#endif
    c.shadowFromWorld = mul(OrthoFromBounds(low, high), lightFromWorld);
    c.split = float4(SplitAt(i), SplitAt(i + 1u), 0.0f, 1.0f);
    c.texelSize = (high - low) / shadowSize;
    Result[i] = c;
}
