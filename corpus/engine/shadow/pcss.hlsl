// dxilkit-corpus
// Percentage-closer soft shadows for spot and point lights: blocker search, penumbra estimate, adaptive filter, cube faces by hand.
// args: -T cs_6_0 -E SoftShadows
// args: -T cs_6_0 -E SoftShadows -D BLOCKER_TAPS=16 -D FILTER_TAPS=32
// args: -T cs_6_0 -E SoftShadows -D POINT_LIGHTS=1
// args: -T cs_6_2 -E SoftShadows -D POINT_LIGHTS=1 -D EARLY_OUT=1
// set: resolution 32 32
// set: invResolution 0.03125 0.03125
// set: nearPlane 0.1
// set: farPlane 30
// set: lightCount 3
// range: slice 0 3
// range: position -2 2
// range: size 0.05 0.3
// range: zNear 0.1 0.2
// range: zFar 10 20
// dispatch: 4 4 1
#include "../shared/view.hlsli"
#include "../shared/sampling.hlsli"

#ifndef BLOCKER_TAPS
#define BLOCKER_TAPS 8
#endif
#ifndef FILTER_TAPS
#define FILTER_TAPS 16
#endif
#ifndef POINT_LIGHTS
#define POINT_LIGHTS 0
#endif
#ifndef EARLY_OUT
#define EARLY_OUT 0
#endif

struct ShadowedLight
{
    float4x4 clipFromWorld;
    float3 position;
    float size;
    float zNear;
    float zFar;
    uint slice;
    float bias;
};

cbuffer Pass : register(b1)
{
    uint lightCount;
    float maxPenumbra;
    float2 padding;
};
ConstantBuffer<ViewData> View : register(b0);
StructuredBuffer<ShadowedLight> ShadowedLights : register(t0);
Texture2D<float> DepthTexture : register(t1);
#if POINT_LIGHTS
TextureCubeArray<float> ShadowMaps : register(t2);
#else
Texture2DArray<float> ShadowMaps : register(t2);
#endif
SamplerState PointClamp : register(s0);
SamplerComparisonState ShadowClamp : register(s1);
RWTexture2D<float4> Result : register(u0);

float LinearOf(ShadowedLight l, float z) { return l.zNear * l.zFar / (l.zFar - z * (l.zFar - l.zNear)); }
float DeviceOf(ShadowedLight l, float linearZ) { return (l.zFar - l.zNear * l.zFar / linearZ) / (l.zFar - l.zNear); }

struct Blockers
{
    float sum;
    uint count;

    void Add(float z, float receiver)
    {
        if (z < receiver)
        {
            sum += z;
            ++count;
        }
    }
    float Average() { return sum / float(max(count, 1u)); }
};

#if POINT_LIGHTS
float ShadowOf(ShadowedLight light, float3 world, float phi)
{
    float3 d = world - light.position;
    float3 a = abs(d);
    float receiver = Max3(a.x, a.y, a.z);
    Frame3 frame = MakeFrame(SafeNormalize(d));
    Blockers b;
    b.sum = 0.0f;
    b.count = 0u;
    float reach = light.size / max(receiver, 0.1f);
    for (uint i = 0u; i < BLOCKER_TAPS; ++i)
    {
        float2 o = VogelDisk(i, BLOCKER_TAPS, phi) * reach;
        float3 direction = frame.z + frame.x * o.x + frame.y * o.y;
        float z = ShadowMaps.SampleLevel(PointClamp, float4(direction, float(light.slice & 1u)), 0.0f);
        b.Add(LinearOf(light, z * 0.9f), receiver - light.bias * 0.1f);
    }
#if EARLY_OUT
    if (WaveActiveAllTrue(b.count == 0u)) return 1.0f;
#endif
    if (b.count == 0u) return 1.0f;
    float blocker = b.Average();
    float penumbra = min((receiver - blocker) / max(blocker, 0.1f) * light.size, maxPenumbra) / max(receiver, 0.1f);
    float z = DeviceOf(light, receiver - light.bias * 0.1f);
    float sum = 0.0f;
    for (uint k = 0u; k < FILTER_TAPS; ++k)
    {
        float2 o = VogelDisk(k, FILTER_TAPS, phi) * penumbra;
        float3 direction = frame.z + frame.x * o.x + frame.y * o.y;
        sum += ShadowMaps.SampleCmpLevelZero(ShadowClamp, float4(direction, float(light.slice & 1u)), z);
    }
    return sum / float(FILTER_TAPS);
}
#else
float ShadowOf(ShadowedLight light, float3 world, float phi)
{
    float4 p = mul(light.clipFromWorld, float4(world, 1.0f));
    float3 c = p.xyz / p.w;
    if (any(abs(c.xy) > 1.5f)) return 1.0f;
    float2 uv = c.xy * float2(0.5f, -0.5f) + 0.5f;
    float receiver = LinearOf(light, saturate(c.z * 0.9f));
    Blockers b;
    b.sum = 0.0f;
    b.count = 0u;
    float reach = light.size * (receiver - light.zNear) / max(receiver, 0.1f);
    for (uint i = 0u; i < BLOCKER_TAPS; ++i)
    {
        float2 at = uv + VogelDisk(i, BLOCKER_TAPS, phi) * reach;
        float z = ShadowMaps.SampleLevel(PointClamp, float3(at, float(light.slice)), 0.0f);
        b.Add(LinearOf(light, z * 0.9f), receiver - light.bias * 0.1f);
    }
    if (b.count == 0u) return 1.0f;
    float blocker = b.Average();
    float penumbra = min((receiver - blocker) / max(blocker, 0.1f) * light.size, maxPenumbra);
    float z = c.z - light.bias * 0.01f;
    float sum = 0.0f;
    for (uint k = 0u; k < FILTER_TAPS; ++k)
    {
        float2 at = uv + VogelDisk(k, FILTER_TAPS, phi) * penumbra;
        sum += ShadowMaps.SampleCmpLevelZero(ShadowClamp, float3(at, float(light.slice)), z);
    }
    return sum / float(FILTER_TAPS);
}
#endif

[numthreads(8, 8, 1)]
void SoftShadows(uint3 id : SV_DispatchThreadID)
{
    if (!View.Contains(id.xy)) return;
    float depth = DepthTexture.Load(int3(id.xy & 15u, 0));
    float3 world = View.WorldPosition(View.UvOf(id.xy), depth);
    float phi = TWO_PI * InterleavedGradientNoise(float2(id.xy) + 5.588238f * float(View.frameIndex & 63u));
    float4 result = 1.0f;
    for (uint i = 0u; i < min(lightCount, 4u); ++i)
    {
        ShadowedLight light = ShadowedLights[i];
        float lit = ShadowOf(light, world, phi);
        if (i == 0u) result.x = lit;
        else if (i == 1u) result.y = lit;
        else if (i == 2u) result.z = lit;
        else result.w = lit;
    }
    Result[id.xy] = result;
}
