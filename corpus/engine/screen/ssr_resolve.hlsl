// dxilkit-corpus
// Reflection denoiser: rays of the neighbourhood reused by their densities, variance clipped history by hit-point reprojection, temporal blend.
// args: -T cs_6_0 -E ResolveReflections
// args: -T cs_6_0 -E ResolveReflections -D TAPS=8
// args: -T cs_6_0 -E TemporalReflections
// args: -T cs_6_2 -E TemporalReflections -D WIDE=1
// set: resolution 32 32
// set: invResolution 0.03125 0.03125
// set: nearPlane 0.1
// set: farPlane 30
// dispatch: 4 4 1
#include "../shared/view.hlsli"
#include "../shared/packing.hlsli"
#include "../shared/brdf.hlsli"
#include "../shared/color.hlsli"

#ifndef TAPS
#define TAPS 4
#endif
#ifndef WIDE
#define WIDE 0
#endif

cbuffer Denoise : register(b1)
{
    float historyWeight;
    float clipScale;
    float depthSharpness;
    float padding;
};
ConstantBuffer<ViewData> View : register(b0);
Texture2D<float4> Rays : register(t0);
Texture2D<float4> HitPoints : register(t1);
Texture2D<float4> NormalTexture : register(t2);
Texture2D<float> DepthTexture : register(t3);
Texture2D<float4> History : register(t4);
Texture2D<float4> Velocity : register(t5);
SamplerState LinearClamp : register(s0);
RWTexture2D<float4> Output : register(u0);

static const int2 OFFSETS[8] = { int2(0, 0), int2(-2, 1), int2(1, 2), int2(2, -1), int2(-1, -2), int2(-3, -1), int2(0, 3), int2(3, 1) };

[numthreads(8, 8, 1)]
void ResolveReflections(uint3 id : SV_DispatchThreadID)
{
    if (!View.Contains(id.xy)) return;
    int2 pixel = int2(id.xy);
    float depth = DepthTexture.Load(int3(pixel & 15, 0));
    float4 nr = NormalTexture.Load(int3(pixel & 15, 0));
    float3 n = DecodeOctahedral(nr.xy * 2.0f - 1.0f);
    float roughness = max(nr.z, 0.05f);
    float3 world = View.WorldPosition(View.UvOf(id.xy), depth);
    float3 v = SafeNormalize(View.cameraPosition - world);
    float linearZ = View.LinearDepth(depth);

    float4 sum = 0.0f;
    float weights = 0.0f;
    float2 moments = 0.0f;
    float nearestHit = FLOAT_LARGE;
    [loop] for (uint i = 0u; i < TAPS; ++i)
    {
        int2 at = clamp(pixel + OFFSETS[i], 0, int2(View.resolution) - 1);
        float4 ray = Rays.Load(int3(at & 15, 0));
        float4 hit = HitPoints.Load(int3(at & 15, 0));
        float3 l = SafeNormalize(hit.xyz * 8.0f - 4.0f - world);
        SurfaceAngles a;
        a.Set(n, v, l);
        float density = max(hit.w, 1e-3f);
        float brdf = DistributionGGX(a.NoH, roughness) * VisibilitySmithCorrelated(a.NoV, a.NoL, roughness) * a.NoL;
        float z = View.LinearDepth(DepthTexture.Load(int3(at & 15, 0)));
        float follow = exp(-abs(z - linearZ) * depthSharpness / max(linearZ, 0.1f));
        float w = clamp(brdf / density, 1e-3f, 10.0f) * follow;
        float3 tone = ray.rgb / (1.0f + Luminance(ray.rgb));
        sum += float4(tone, ray.a) * w;
        float y = Luminance(tone);
        moments += float2(y, y * y) * w;
        weights += w;
        nearestHit = min(nearestHit, length(hit.xyz * 8.0f - 4.0f - world));
    }
    sum /= max(weights, 1e-4f);
    moments /= max(weights, 1e-4f);
    sum.rgb /= max(1.0f - Luminance(sum.rgb), 0.05f);
    float variance = max(moments.y - moments.x * moments.x, 0.0f);
    Output[id.xy] = float4(sum.rgb, variance > 0.2f ? -nearestHit : nearestHit);
}

struct Statistics
{
    float3 mean, deviation;

    float3 ClipTowardsMean(float3 c, float scale)
    {
        float3 d = c - mean;
        float3 units = abs(d) / max(deviation * scale, 1e-4f);
        float most = Max3(units.x, units.y, units.z);
        return most > 1.0f ? mean + d / most : c;
    }
};

Statistics Gather(int2 pixel)
{
    float3 m1 = 0.0f, m2 = 0.0f;
#if WIDE
    const int reach = 2;
#else
    const int reach = 1;
#endif
    [unroll] for (int y = -reach; y <= reach; ++y)
        [unroll] for (int x = -reach; x <= reach; ++x)
        {
            float3 c = RGBToYCoCg(Rays.Load(int3((pixel + int2(x, y)) & 15, 0)).rgb);
            m1 += c;
            m2 += c * c;
        }
    const float count = float((2 * reach + 1) * (2 * reach + 1));
    Statistics s;
    s.mean = m1 / count;
    s.deviation = sqrt(max(m2 / count - s.mean * s.mean, 0.0f));
    return s;
}

/// Where the reflected point was on screen, if the reflector is flat.
float2 VirtualReprojection(float3 world, float3 v, float hitLength)
{
    float4 p = mul(View.previousClipFromWorld, float4(world - v * hitLength, 1.0f));
    return p.xy / p.w * float2(0.5f, -0.5f) + 0.5f;
}

[numthreads(8, 8, 1)]
void TemporalReflections(uint3 id : SV_DispatchThreadID)
{
    if (!View.Contains(id.xy)) return;
    int2 pixel = int2(id.xy);
    float2 uv = View.UvOf(id.xy);
    float4 now = Rays.Load(int3(pixel & 15, 0));
    float depth = DepthTexture.Load(int3(pixel & 15, 0));
    float roughness = NormalTexture.Load(int3(pixel & 15, 0)).z;
    float3 world = View.WorldPosition(uv, depth);
    float3 v = SafeNormalize(View.cameraPosition - world);
    Statistics s = Gather(pixel);

    float2 surfaceUv = uv - (Velocity.Load(int3(pixel & 15, 0)).xy - 0.5f) * 0.1f;
    float2 virtualUv = VirtualReprojection(world, v, abs(now.a));
    float4 a = History.SampleLevel(LinearClamp, surfaceUv, 0.0f);
    float4 b = History.SampleLevel(LinearClamp, virtualUv, 0.0f);
    float3 ca = RGBToYCoCg(a.rgb), cb = RGBToYCoCg(b.rgb);
    float da = length((ca - s.mean) / (s.deviation + 1e-3f));
    float db = length((cb - s.mean) / (s.deviation + 1e-3f));
    bool useVirtual = roughness < 0.4f && db < da;
    float3 history = useVirtual ? cb : ca;
    float2 historyUv = useVirtual ? virtualUv : surfaceUv;
    float3 clipped = s.ClipTowardsMean(history, 1.0f + clipScale);
    float amount = saturate(length(clipped - history) * 4.0f);
    float weight = lerp(0.5f + 0.45f * historyWeight, 0.5f, amount);
    if (any(historyUv < 0.0f) || any(historyUv > 1.0f)) weight = 0.0f;
    float3 result = YCoCgToRGB(lerp(RGBToYCoCg(now.rgb), clipped, weight));
    Output[id.xy] = float4(max(result, 0.0f), weight);
}
