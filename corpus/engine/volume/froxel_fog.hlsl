// dxilkit-corpus
// Volumetric fog: media into froxels, light scattering with shadows and history, integration front to back, application.
// args: -T cs_6_0 -E InjectMedia
// args: -T cs_6_0 -E ScatterLight
// args: -T cs_6_0 -E ScatterLight -D TEMPORAL=1 -D LOCAL_LIGHTS=1
// args: -T cs_6_0 -E Integrate
// args: -T cs_6_0 -E ApplyFog
// args: -T cs_6_6 -E ScatterLight -D TEMPORAL=1 -D LOCAL_LIGHTS=1
// set: resolution 32 32
// set: invResolution 0.03125 0.03125
// set: nearPlane 0.1
// set: farPlane 30
// set: gridSize 8 8 16
// set: volumeCount 3
// set: lightCount 4
// range: position -3 3
// range: range 2 6
// range: type 0 1
// range: center -2 2
// range: extent 0.5 3
// range: shape 0 1
// dispatch: 2 2 4
#include "../shared/view.hlsli"
#include "../shared/lights.hlsli"

#ifndef TEMPORAL
#define TEMPORAL 0
#endif
#ifndef LOCAL_LIGHTS
#define LOCAL_LIGHTS 0
#endif

struct FogVolume
{
    float3 center;
    float density;
    float3 extent;
    uint shape;
    float3 albedo;
    float edge;
    float4x4 rotation;
};

cbuffer Fog : register(b1)
{
    uint3 gridSize;
    float heightFalloff;
    float3 albedo;
    float baseDensity;
    float3 sunDirection;
    float anisotropy;
    float3 sunColor;
    float maxDistance;
    float3 ambient;
    float noiseScale;
    float3 wind;
    float historyWeight;
    uint volumeCount;
    uint lightCount;
    float depthDistribution;
};
ConstantBuffer<ViewData> View : register(b0);
StructuredBuffer<FogVolume> Volumes : register(t0);
StructuredBuffer<Light> Lights : register(t1);
Texture3D<float4> Media : register(t2);
Texture3D<float4> HistoryVolume : register(t3);
Texture2DArray<float> ShadowMap : register(t4);
Texture3D<float> Noise : register(t5);
Texture3D<float4> Scattering : register(t6);
Texture2D<float4> Scene : register(t7);
Texture2D<float> DepthTexture : register(t8);
SamplerState LinearClamp : register(s0);
SamplerState LinearWrap : register(s1);
SamplerComparisonState ShadowClamp : register(s2);
RWTexture3D<float4> Output : register(u0);
RWTexture2D<float4> Final : register(u1);

float SliceDepth(float slice)
{
    float t = slice / float(gridSize.z);
    float power = 1.0f + depthDistribution;
    return View.nearPlane + pow(t, power) * (2.0f + maxDistance * 10.0f);
}
float SliceOf(float z)
{
    float power = 1.0f + depthDistribution;
    return pow(saturate((z - View.nearPlane) / (2.0f + maxDistance * 10.0f)), rcp(power));
}
float3 FroxelPosition(float3 cell)
{
    float2 uv = cell.xy / float2(gridSize.xy);
    float z = SliceDepth(cell.z);
    return View.cameraPosition + float3((uv * 2.0f - 1.0f) * z, z);
}

float RadicalJitter(uint frame) { return float(reversebits(frame & 15u) >> 28) / 16.0f; }

float Phase(float c, float g)
{
    float g2 = g * g;
    return (1.0f - g2) / (4.0f * PI * pow(max(1.0f + g2 - 2.0f * g * c, 1e-3f), 1.5f));
}

float VolumeMask(FogVolume v, float3 p)
{
    float3 local = mul((float3x3)v.rotation, p - v.center) / max(v.extent, 0.1f);
    float d = v.shape == 0u ? length(local) : Max3(abs(local.x), abs(local.y), abs(local.z));
    return smoothstep(1.0f, 1.0f - saturate(v.edge) * 0.9f - 0.05f, d);
}

[numthreads(4, 4, 4)]
void InjectMedia(uint3 id : SV_DispatchThreadID)
{
    if (any(id >= gridSize)) return;
    float3 p = FroxelPosition(float3(id) + 0.5f);
    float density = baseDensity * exp(-max(p.y, -4.0f) * heightFalloff);
    float3 color = albedo * density;
    float n = Noise.SampleLevel(LinearWrap, p * noiseScale * 0.2f + wind * View.time, 0.0f);
    n += 0.5f * Noise.SampleLevel(LinearWrap, p * noiseScale * 0.5f - wind * View.time, 0.0f);
    density *= saturate(n * 0.8f + 0.2f);
    for (uint i = 0u; i < volumeCount; ++i)
    {
        FogVolume v = Volumes[i];
        float mask = VolumeMask(v, p) * v.density;
        if (mask <= 0.0f) continue;
        color += v.albedo * mask;
        density += mask;
    }
    Output[id] = float4(color, density);
}

float SunShadow(float3 p)
{
    float3 uvz = frac(p * 0.13f + 0.5f);
    float4 taps;
    taps.x = ShadowMap.SampleCmpLevelZero(ShadowClamp, float3(uvz.xy, 0.0f), uvz.z);
    taps.y = ShadowMap.SampleCmpLevelZero(ShadowClamp, float3(uvz.xy + float2(0.02f, 0.0f), 1.0f), uvz.z);
    taps.z = ShadowMap.SampleCmpLevelZero(ShadowClamp, float3(uvz.xy + float2(0.0f, 0.02f), 2.0f), uvz.z);
    taps.w = ShadowMap.SampleCmpLevelZero(ShadowClamp, float3(uvz.xy + 0.02f, 3.0f), uvz.z);
    return dot(taps, 0.25f);
}

[numthreads(4, 4, 4)]
void ScatterLight(uint3 id : SV_DispatchThreadID)
{
    if (any(id >= gridSize)) return;
    float jitter = frac(RadicalJitter(View.frameIndex));
    float3 cell = float3(id) + float3(0.5f, 0.5f, jitter);
    float3 p = FroxelPosition(cell);
    float3 v = SafeNormalize(View.cameraPosition - p);
    float4 media = Media.Load(int4(id & 15u, 0));
    float3 l = SafeNormalize(sunDirection);
    float3 light = sunColor * Phase(dot(v, -l), anisotropy * 0.8f) * SunShadow(p);
    light += ambient * (0.25f * INV_PI) * (1.0f + 0.5f * v.y);
#if LOCAL_LIGHTS
    for (uint i = 0u; i < lightCount; ++i)
    {
        Light local = Lights[i];
        float3 d = local.position - p;
        float d2 = dot(d, d);
        if (d2 > local.range * local.range) continue;
        float3 to = d * rsqrt(max(d2, 1e-4f));
        float falloff = DistanceFalloff(max(d2, 0.01f), local.range);
        if (local.type == LIGHT_SPOT) falloff *= SpotFalloff(local, to);
        light += local.color * falloff * Phase(dot(v, -to), anisotropy * 0.5f);
    }
#endif
    float4 result = float4(media.rgb * light, media.a);
#if TEMPORAL
    float4 before = mul(View.previousClipFromWorld, float4(FroxelPosition(float3(id) + 0.5f), 1.0f));
    float3 uvw = float3(before.xy / before.w * float2(0.5f, -0.5f) + 0.5f, SliceOf(abs(before.w)));
    bool inside = all(uvw >= 0.0f) && all(uvw <= 1.0f);
    float4 history = HistoryVolume.SampleLevel(LinearClamp, uvw, 0.0f);
    result = inside ? lerp(result, history, 0.9f * historyWeight) : result;
#endif
    Output[id] = result;
}

[numthreads(8, 8, 1)]
void Integrate(uint3 id : SV_DispatchThreadID)
{
    if (any(id.xy >= gridSize.xy) || id.z > 0u) return;
    float3 sum = 0.0f;
    float transmittance = 1.0f;
    float z = View.nearPlane;
    [loop] for (uint slice = 0u; slice < gridSize.z; ++slice)
    {
        float4 s = Scattering.Load(int4(uint3(id.xy, slice) & 15u, 0));
        float next = SliceDepth(float(slice) + 1.0f);
        float extinction = max(s.a, 1e-4f);
        float through = exp(-extinction * (next - z) * 0.2f);
        // Light that is scattered in the slice, with what the slice itself absorbs.
        sum += transmittance * (s.rgb - s.rgb * through) / extinction;
        transmittance *= through;
        z = next;
        Output[uint3(id.xy, slice)] = float4(sum, transmittance);
    }
}

[numthreads(8, 8, 1)]
void ApplyFog(uint3 id : SV_DispatchThreadID)
{
    if (!View.Contains(id.xy) || id.z > 0u) return;
    float z = View.LinearDepth(DepthTexture.Load(int3(id.xy & 15u, 0)));
    float2 jitter = float2(InterleavedGradientNoise(float2(id.xy)), InterleavedGradientNoise(float2(id.yx) + 17.0f)) - 0.5f;
    float3 uvw = float3(View.UvOf(id.xy) + jitter / float2(gridSize.xy), SliceOf(z));
    float4 fog = Scattering.SampleLevel(LinearClamp, uvw, 0.0f);
    float3 c = Scene.Load(int3(id.xy & 15u, 0)).rgb;
    Final[id.xy] = float4(c * fog.a + fog.rgb, fog.a);
}
