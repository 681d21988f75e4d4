// dxilkit-corpus
// Cloud layer: coverage map and two noise volumes, adaptive steps, cone-sampled light, dual-lobe phase, checkerboard updates.
// args: -T cs_6_0 -E MarchClouds
// args: -T cs_6_0 -E MarchClouds -D DETAIL=1 -D LIGHT_STEPS=6
// args: -T cs_6_0 -E MarchClouds -D DETAIL=1 -D CHECKERBOARD=1
// args: -T cs_6_6 -E MarchClouds -D DETAIL=1 -D CHECKERBOARD=1 -D BINDLESS=1
// set: resolution 32 32
// set: invResolution 0.03125 0.03125
// set: planetRadius 60
// set: layerBottom 62
// set: layerTop 66
// set: maxSteps 24
// set: sunDirection 0.3 0.8 0.4
// dispatch: 4 4 1
#include "../shared/view.hlsli"
#include "../shared/sampling.hlsli"

#ifndef DETAIL
#define DETAIL 0
#endif
#ifndef LIGHT_STEPS
#define LIGHT_STEPS 4
#endif
#ifndef CHECKERBOARD
#define CHECKERBOARD 0
#endif
#ifndef BINDLESS
#define BINDLESS 0
#endif

cbuffer Clouds : register(b1)
{
    float planetRadius;
    float layerBottom;
    float layerTop;
    float coverage;
    float3 sunDirection;
    float density;
    float3 sunColor;
    float absorption;
    float3 ambientTop;
    float silverIntensity;
    float3 ambientBottom;
    float silverSpread;
    float3 wind;
    float detailStrength;
    float4 gradients[3];
    uint maxSteps;
    uint heapBase;
};
ConstantBuffer<ViewData> View : register(b0);
#if !BINDLESS
Texture2D<float4> Weather : register(t0);
Texture3D<float4> BaseNoise : register(t1);
Texture3D<float4> DetailNoise : register(t2);
Texture2D<float4> Previous : register(t3);
RWTexture2D<float4> Output : register(u0);
#endif
Texture2D<float> DepthTexture : register(t4);
SamplerState LinearWrap : register(s0);
SamplerState LinearClamp : register(s1);

static const float3 CONE[6] = {
    float3(0.38f, -0.62f, 0.21f), float3(-0.51f, 0.14f, -0.33f), float3(0.12f, 0.44f, 0.68f),
    float3(-0.27f, -0.35f, 0.59f), float3(0.66f, 0.25f, -0.18f), float3(0.03f, -0.11f, -0.92f),
};

float HenyeyGreenstein(float c, float g)
{
    float g2 = g * g;
    return (1.0f - g2) / (4.0f * PI * pow(max(1.0f + g2 - 2.0f * g * c, 1e-3f), 1.5f));
}

float HeightFraction(float3 p) { return saturate((length(p) - layerBottom) / (layerTop - layerBottom)); }

float GradientOf(float height, float type)
{
    float stratus = 1.0f - saturate(type * 2.0f);
    float cumulus = 1.0f - abs(type - 0.5f) * 2.0f;
    float nimbus = saturate(type - 0.5f) * 2.0f;
    float4 g = gradients[0] * stratus + gradients[1] * cumulus + gradients[2] * nimbus;
    g = float4(0.0f, 0.1f, 0.6f, 0.9f) + g * 0.1f;
    return smoothstep(g.x, g.y, height) - smoothstep(g.z, g.w, height);
}

struct CloudSampler
{
    float3 offset;

    float Density(float3 p, float lod, bool cheap)
    {
#if BINDLESS
        Texture2D<float4> Weather = ResourceDescriptorHeap[heapBase];
        Texture3D<float4> BaseNoise = ResourceDescriptorHeap[heapBase + 1u];
        Texture3D<float4> DetailNoise = ResourceDescriptorHeap[heapBase + 2u];
#endif
        float height = HeightFraction(p);
        float3 weather = Weather.SampleLevel(LinearWrap, (p.xz + offset.xz) * 0.05f, 0.0f).rgb;
        float cover = saturate(weather.r * (0.5f + coverage));
        if (cover <= 0.05f) return 0.0f;
        float3 at = p + offset + height * wind;
        float4 noise = BaseNoise.SampleLevel(LinearWrap, at * 0.11f, lod);
        float fbm = dot(noise.gba, float3(0.625f, 0.25f, 0.125f));
        float base = saturate(Remap(noise.r, fbm - 1.0f, 1.0f, 0.0f, 1.0f));
        base *= GradientOf(height, weather.g);
        float result = saturate(Remap(base, 1.0f - cover, 1.0f, 0.0f, 1.0f)) * cover;
#if DETAIL
        if (!cheap && result > 0.0f)
        {
            float3 d = DetailNoise.SampleLevel(LinearWrap, at * 0.6f, lod).rgb;
            float erosion = dot(d, float3(0.625f, 0.25f, 0.125f));
            erosion = lerp(erosion, 1.0f - erosion, saturate(height * 10.0f));
            result = saturate(Remap(result, erosion * detailStrength * 0.5f, 1.0f, 0.0f, 1.0f));
        }
#endif
        return result * (0.5f + density);
    }

    float LightDepth(float3 p, float3 l, float step)
    {
        float sum = 0.0f;
        float wide = 0.0f;
        [unroll] for (uint i = 0u; i < LIGHT_STEPS; ++i)
        {
            p += l * step;
            wide += 1.0f / float(LIGHT_STEPS);
            float3 q = p + CONE[i] * step * wide;
            sum += Density(q, 1.0f + float(i) * 0.5f, sum > 0.3f) * step;
        }
        // One far sample for clouds that shadow clouds.
        return sum + Density(p + l * step * 6.0f, 3.0f, true) * step * 3.0f;
    }
};

float3 LightEnergy(float depth, float height, float c, float local)
{
    float beer = exp(-depth * absorption * 2.0f);
    float powder = 1.0f - exp(-depth * 2.0f);
    float secondary = exp(-depth * 0.25f) * 0.7f;
    float attenuated = max(beer, secondary * saturate(Remap(c, 0.7f, 1.0f, 1.0f, 0.25f)));
    float phase = max(HenyeyGreenstein(c, 0.3f), silverIntensity * HenyeyGreenstein(c, 0.99f - silverSpread * 0.5f));
    float inScatter = 0.05f + pow(max(local, 1e-3f), saturate(Remap(height, 0.3f, 0.85f, 0.5f, 2.0f)));
    return sunColor * attenuated * phase * lerp(powder, 1.0f, saturate(c)) * inScatter * 4.0f;
}

float2 LayerSpan(float3 origin, float3 d)
{
    float2 outer = IntersectSphere(origin, d, layerTop);
    float2 inner = IntersectSphere(origin, d, layerBottom);
    float2 ground = IntersectSphere(origin, d, planetRadius);
    if (outer.y < 0.0f) return float2(1.0f, 0.0f);
    float start = max(outer.x, 0.0f), end = outer.y;
    if (inner.y > 0.0f && inner.x <= 0.0f) start = inner.y;
    else if (inner.x > 0.0f) end = min(end, inner.x);
    if (ground.x > 0.0f && ground.x < start) return float2(1.0f, 0.0f);
    return float2(start, end);
}

[numthreads(8, 8, 1)]
void MarchClouds(uint3 id : SV_DispatchThreadID)
{
    if (!View.Contains(id.xy)) return;
#if BINDLESS
    Texture2D<float4> Previous = ResourceDescriptorHeap[heapBase + 3u];
    RWTexture2D<float4> Output = ResourceDescriptorHeap[heapBase + 4u];
#endif
#if CHECKERBOARD
    static const uint order[16] = { 0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5 };
    uint cell = (id.y & 3u) * 4u + (id.x & 3u);
    if (order[cell] % 4u != (View.frameIndex & 3u))
    {
        Output[id.xy] = Previous.SampleLevel(LinearClamp, View.UvOf(id.xy), 0.0f);
        return;
    }
#endif
    float2 uv = View.UvOf(id.xy);
    float3 d = normalize(float3(uv.x * 2.0f - 1.0f, 0.2f + uv.y, 1.0f));
    float3 origin = float3(0.0f, planetRadius + 0.2f, 0.0f) + View.cameraPosition * 0.1f;
    float2 span = LayerSpan(origin, d);
    if (span.y <= span.x)
    {
        Output[id.xy] = float4(0.0f, 0.0f, 0.0f, 1.0f);
        return;
    }
    float3 l = normalize(sunDirection);
    CloudSampler clouds;
    clouds.offset = wind * View.time;
    float count = lerp(float(maxSteps), float(maxSteps) * 0.5f, saturate(d.y));
    float step = (span.y - span.x) / count;
    float t = span.x + step * InterleavedGradientNoise(float2(id.xy) + float(View.frameIndex & 15u));
    float c = dot(d, l);
    float3 light = 0.0f;
    float transmittance = 1.0f;
    float weightedDistance = 0.0f, weights = 0.0f;
    bool fine = false;
    uint empty = 0u;
    [loop] for (uint i = 0u; i < 2u * maxSteps && t < span.y; ++i)
    {
        float3 p = origin + d * t;
        if (!fine)
        {
            // Long steps until something is there, then back.
            if (clouds.Density(p, 2.0f, true) > 0.0f)
            {
                fine = true;
                empty = 0u;
                t -= step;
            }
            else t += step * 2.0f;
            continue;
        }
        float local = clouds.Density(p, 0.0f, false);
        if (local > 0.0f)
        {
            empty = 0u;
            float height = HeightFraction(p);
            float depth = clouds.LightDepth(p, l, step * 0.5f);
            float3 energy = LightEnergy(depth, height, c, local) + lerp(ambientBottom, ambientTop, height) * 0.3f;
            float through = exp(-local * step * absorption);
            light += transmittance * energy * (1.0f - through);
            weightedDistance += t * (1.0f - through) * transmittance;
            weights += (1.0f - through) * transmittance;
            transmittance *= through;
            if (transmittance < 0.01f) break;
        }
        else if (++empty > 6u) fine = false;
        t += step;
    }
    float distance = weights > 0.0f ? weightedDistance / weights : span.y;
    float fade = exp(-distance * 0.02f);
    float scene = DepthTexture.SampleLevel(LinearClamp, uv, 0.0f);
    Output[id.xy] = float4(light * fade + ambientBottom * (1.0f - fade) * (1.0f - transmittance), transmittance + scene * 1e-3f);
}
