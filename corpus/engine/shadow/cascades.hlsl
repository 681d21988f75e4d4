// dxilkit-corpus
// Cascaded shadow maps: choice of cascade by projected bounds, blending between cascades, normal offset, PCF of several kernels.
// args: -T cs_6_0 -E ShadowMask
// args: -T cs_6_0 -E ShadowMask -D KERNEL=5
// args: -T cs_6_0 -E ShadowMask -D KERNEL=7 -D BLEND=1
// args: -T cs_6_0 -E ShadowMask -D KERNEL=0 -D BLEND=1 -D VISUALIZE=1
// args: -T cs_6_6 -E ShadowMask -D KERNEL=3 -D BLEND=1
// set: resolution 32 32
// set: invResolution 0.03125 0.03125
// set: nearPlane 0.1
// set: farPlane 30
// set: cascadeCount 4
// set: shadowSize 16 16
// set: splits 2 6 14 30
// dispatch: 4 4 1
#include "../shared/view.hlsli"
#include "../shared/packing.hlsli"
#include "../shared/sampling.hlsli"

#ifndef KERNEL
#define KERNEL 3
#endif
#ifndef BLEND
#define BLEND 0
#endif
#ifndef VISUALIZE
#define VISUALIZE 0
#endif
#define MAX_CASCADES 4

cbuffer Cascades : register(b1)
{
    float4x4 shadowFromWorld;
    float4 cascadeScale[MAX_CASCADES];
    float4 cascadeOffset[MAX_CASCADES];
    float4 splits;
    float2 shadowSize;
    float depthBias;
    float normalBias;
    float3 lightDirection;
    float blendBand;
    uint cascadeCount;
    float softness;
};
ConstantBuffer<ViewData> View : register(b0);
Texture2DArray<float> ShadowMap : register(t0);
Texture2D<float> DepthTexture : register(t1);
Texture2D<float4> NormalTexture : register(t2);
SamplerComparisonState ShadowClamp : register(s0);
RWTexture2D<float4> Mask : register(u0);

float Tap(float2 uv, uint cascade, float z) { return ShadowMap.SampleCmpLevelZero(ShadowClamp, float3(uv, float(cascade)), z); }

#if KERNEL == 3
float FilterPcf(float2 uv, uint cascade, float z)
{
    float2 texel = 1.0f / shadowSize;
    float sum = 0.0f;
    [unroll] for (int y = -1; y <= 1; ++y)
        [unroll] for (int x = -1; x <= 1; ++x)
            sum += Tap(uv + float2(x, y) * texel, cascade, z);
    return sum / 9.0f;
}
#elif KERNEL == 5
/// Nine bilinear taps weighted so that they are a tent of five texels.
float FilterPcf(float2 uv, uint cascade, float z)
{
    float2 at = uv * shadowSize;
    float2 base = floor(at + 0.5f);
    float2 st = at + 0.5f - base;
    base = (base - 0.5f) / shadowSize;
    float3 uw = float3(4.0f - 3.0f * st.x, 7.0f, 1.0f + 3.0f * st.x);
    float3 u = float3((3.0f - 2.0f * st.x) / uw.x - 2.0f, (3.0f + st.x) / uw.y, st.x / uw.z + 2.0f);
    float3 vw = float3(4.0f - 3.0f * st.y, 7.0f, 1.0f + 3.0f * st.y);
    float3 v = float3((3.0f - 2.0f * st.y) / vw.x - 2.0f, (3.0f + st.y) / vw.y, st.y / vw.z + 2.0f);
    float sum = 0.0f;
    [unroll] for (uint j = 0u; j < 3u; ++j)
        [unroll] for (uint i = 0u; i < 3u; ++i)
            sum += uw[i] * vw[j] * Tap(base + float2(u[i], v[j]) / shadowSize, cascade, z);
    return sum / 144.0f;
}
#elif KERNEL == 7
/// Gathered: a 7x7 disc from 16 gathers with weights of a static table.
static const float DISC[7][7] = {
    { 0.0f, 0.3f, 0.6f, 0.7f, 0.6f, 0.3f, 0.0f }, { 0.3f, 0.8f, 1.0f, 1.0f, 1.0f, 0.8f, 0.3f }, { 0.6f, 1.0f, 1.0f, 1.0f, 1.0f, 1.0f, 0.6f },
    { 0.7f, 1.0f, 1.0f, 1.0f, 1.0f, 1.0f, 0.7f }, { 0.6f, 1.0f, 1.0f, 1.0f, 1.0f, 1.0f, 0.6f }, { 0.3f, 0.8f, 1.0f, 1.0f, 1.0f, 0.8f, 0.3f },
    { 0.0f, 0.3f, 0.6f, 0.7f, 0.6f, 0.3f, 0.0f },
};
float FilterPcf(float2 uv, uint cascade, float z)
{
    float2 at = uv * shadowSize - 0.5f;
    float2 base = floor(at);
    float2 f = at - base;
    float sum = 0.0f;
    float weights = 0.0f;
    [unroll] for (int y = 0; y < 6; y += 2)
        [unroll] for (int x = 0; x < 6; x += 2)
        {
            float2 corner = (base + float2(x - 2, y - 2)) / shadowSize;
            float4 g = ShadowMap.GatherCmpRed(ShadowClamp, float3(corner, float(cascade)), z);
            float4 w = float4(
                lerp(DISC[y + 1][x], DISC[y + 1][x + 1], f.x), lerp(DISC[y + 1][x + 1], DISC[y + 1][x], f.x),
                lerp(DISC[y][x + 1], DISC[y][x], f.y), lerp(DISC[y][x], DISC[y][x + 1], f.y));
            sum += dot(g, w);
            weights += dot(w, 1.0f);
        }
    return sum / weights;
}
#else
float FilterPcf(float2 uv, uint cascade, float z)
{
    float angle = TWO_PI * InterleavedGradientNoise(uv * 512.0f);
    float s, c;
    sincos(angle, s, c);
    float2x2 rotate = float2x2(c, -s, s, c);
    float sum = 0.0f;
    [loop] for (uint i = 0u; i < 16u; ++i)
        sum += Tap(uv + mul(rotate, POISSON_16[i]) * (softness + 0.5f) * 2.0f / shadowSize, cascade, z);
    return sum / 16.0f;
}
#endif

struct CascadeChoice
{
    uint index;
    float3 coordinates;
    float edge;
};

float3 CoordinatesIn(uint cascade, float3 shadowPosition)
{
    return shadowPosition * cascadeScale[cascade].xyz + cascadeOffset[cascade].xyz;
}

CascadeChoice Choose(float3 shadowPosition, float linearDepth)
{
    CascadeChoice choice;
    choice.index = cascadeCount - 1u;
    choice.edge = 1.0f;
    choice.coordinates = CoordinatesIn(choice.index, shadowPosition);
    [unroll] for (int i = MAX_CASCADES - 2; i >= 0; --i)
    {
        float3 c = CoordinatesIn(uint(i), shadowPosition);
        float inside = Min3(0.5f - abs(c.x - 0.5f), 0.5f - abs(c.y - 0.5f), splits[i] - linearDepth);
        if (inside > 0.0f && uint(i) < cascadeCount)
        {
            choice.index = uint(i);
            choice.coordinates = c;
            choice.edge = saturate(inside / max(blendBand * 0.2f, 1e-3f));
        }
    }
    return choice;
}

[numthreads(8, 8, 1)]
void ShadowMask(uint3 id : SV_DispatchThreadID)
{
    if (any(id.xy >= View.resolution)) return;
    int3 texel = int3(id.xy & 15u, 0);
    float depth = DepthTexture.Load(texel);
    float3 normal = DecodeOctahedral(NormalTexture.Load(texel).xy * 2.0f - 1.0f);
    float3 world = View.WorldPosition(View.UvOf(id.xy), depth);
    float linearDepth = View.LinearDepth(depth);
    float NoL = dot(normal, lightDirection);
    float3 lifted = world + normal * (normalBias * 0.1f * saturate(1.0f - NoL));
    float3 shadowPosition = mul(shadowFromWorld, float4(lifted, 1.0f)).xyz;

    CascadeChoice choice = Choose(shadowPosition, linearDepth);
    float lit = FilterPcf(choice.coordinates.xy, choice.index, choice.coordinates.z * 0.5f - depthBias * 0.01f);
#if BLEND
    if (choice.edge < 1.0f && choice.index + 1u < cascadeCount)
    {
        float3 next = CoordinatesIn(choice.index + 1u, shadowPosition);
        lit = lerp(FilterPcf(next.xy, choice.index + 1u, next.z * 0.5f - depthBias * 0.01f), lit, choice.edge);
    }
#endif
    lit *= step(0.0f, NoL + 0.5f);
#if VISUALIZE
    static const float3 tints[4] = { float3(1, 0.3f, 0.3f), float3(0.3f, 1, 0.3f), float3(0.3f, 0.3f, 1), float3(1, 1, 0.3f) };
    Mask[id.xy] = float4(tints[choice.index] * lit, 1.0f);
#else
    Mask[id.xy] = float4(lit, choice.edge, 0.0f, 1.0f);
#endif
}
