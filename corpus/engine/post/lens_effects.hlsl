// dxilkit-corpus
// Lens flare and glare: ghosts and halo from a bright buffer, spectral table, star streaks, sun flare sprites placed by a vertex shader with occlusion.
// args: -T cs_6_0 -E Ghosts
// args: -T cs_6_0 -E Ghosts -D GHOSTS=8 -D SPECTRAL=1
// args: -T cs_6_0 -E Streaks
// args: -T cs_6_0 -E Streaks -D ARMS=6
// args: -T vs_6_0 -E VSFlare
// args: -T ps_6_0 -E PSFlare
// args: -T ps_6_0 -E PSFlare -D RIPPLE=1
// set: outputSize 32 32
// set: flareCount 6
// range: offset -0.5 1
// range: scale 0.3 0.8
// range: shape 0 2
// vertices: 6
// instances: 5
// dispatch: 4 4 1
#include "../shared/color.hlsli"

#ifndef GHOSTS
#define GHOSTS 5
#endif
#ifndef SPECTRAL
#define SPECTRAL 0
#endif
#ifndef ARMS
#define ARMS 4
#endif
#ifndef RIPPLE
#define RIPPLE 0
#endif

struct FlareElement
{
    float4 color;
    float2 size;
    float offset;
    float rotation;
    uint shape;
    float falloff;
    float scale;
};

cbuffer LensConstants : register(b0)
{
    uint2 outputSize;
    float ghostSpacing;
    float haloRadius;
    float haloThickness;
    float distortion;
    float threshold;
    float streakAttenuation;
    float3 sunScreen;
    float sunIntensity;
    float aspect;
    uint flareCount;
};
Texture2D<float4> Bright : register(t0);
Texture2D<float> DepthTexture : register(t1);
StructuredBuffer<FlareElement> Elements : register(t2);
SamplerState LinearClamp : register(s0);
RWTexture2D<float4> Output : register(u0);

static const float3 SPECTRUM[8] = {
    float3(0.4f, 0.0f, 0.6f), float3(0.1f, 0.0f, 1.0f), float3(0.0f, 0.5f, 0.9f), float3(0.0f, 0.9f, 0.4f),
    float3(0.4f, 1.0f, 0.0f), float3(1.0f, 0.8f, 0.0f), float3(1.0f, 0.3f, 0.0f), float3(0.7f, 0.0f, 0.0f),
};
static const float4 GHOST_TINTS[8] = {
    float4(0.9f, 0.8f, 0.4f, 0.6f), float4(0.5f, 0.9f, 0.9f, -0.3f), float4(0.9f, 0.5f, 0.5f, 1.2f), float4(0.6f, 0.9f, 0.5f, -0.9f),
    float4(0.5f, 0.5f, 0.9f, 1.7f), float4(0.9f, 0.6f, 0.9f, -1.4f), float4(0.7f, 0.7f, 0.6f, 2.1f), float4(0.6f, 0.6f, 0.7f, -2.0f),
};

float3 BrightAt(float2 uv)
{
    float3 c = Bright.SampleLevel(LinearClamp, uv, 0.0f).rgb;
    return max(c - threshold * 0.5f, 0.0f);
}

float3 SampleDistorted(float2 uv, float2 direction, float amount)
{
#if SPECTRAL
    float3 sum = 0.0f, weights = 0.0f;
    [unroll] for (uint i = 0u; i < 8u; ++i)
    {
        float t = (float(i) - 3.5f) / 4.0f;
        sum += BrightAt(uv + direction * amount * t) * SPECTRUM[i];
        weights += SPECTRUM[i];
    }
    return sum / weights;
#else
    return float3(BrightAt(uv + direction * amount).r, BrightAt(uv).g, BrightAt(uv - direction * amount).b);
#endif
}

[numthreads(8, 8, 1)]
void Ghosts(uint3 id : SV_DispatchThreadID)
{
    if (any(id.xy >= outputSize)) return;
    float2 uv = (float2(id.xy) + 0.5f) / float2(outputSize);
    float2 flipped = 1.0f - uv;
    float2 toCenter = 0.5f - flipped;
    float2 direction = normalize(toCenter + 1e-4f);
    float amount = distortion * 0.05f;
    float3 sum = 0.0f;
    [unroll] for (uint i = 0u; i < GHOSTS; ++i)
    {
        float4 tint = GHOST_TINTS[i];
        float2 at = frac(flipped + toCenter * (tint.w * (0.3f + ghostSpacing)));
        float d = length(at - 0.5f) / 0.7071f;
        sum += SampleDistorted(at, direction, amount) * tint.rgb * Pow4(1.0f - saturate(d));
    }
    float2 halo = direction * (0.2f + haloRadius * 0.4f);
    float2 haloUv = frac(flipped + halo);
    float ring = length(frac(flipped + halo) - 0.5f) / 0.7071f;
    float w = 1.0f - saturate(abs(ring - 0.5f) / (0.1f + haloThickness));
    sum += SampleDistorted(haloUv, direction, amount) * Square(w);
    Output[id.xy] = float4(sum, Luminance(sum));
}

[numthreads(8, 8, 1)]
void Streaks(uint3 id : SV_DispatchThreadID)
{
    if (any(id.xy >= outputSize)) return;
    float2 uv = (float2(id.xy) + 0.5f) / float2(outputSize);
    float3 total = 0.0f;
    for (uint arm = 0u; arm < ARMS; ++arm)
    {
        float s, c;
        sincos(float(arm) * TWO_PI / float(ARMS) + 0.2f, s, c);
        float2 step = float2(c, s) / float2(outputSize);
        float3 streak = 0.0f;
        float attenuation = 0.7f + 0.25f * streakAttenuation;
        // Three passes of four taps each reach 64 texels.
        float reach = 1.0f;
        [unroll] for (uint turn = 0u; turn < 3u; ++turn)
        {
            [unroll] for (uint i = 0u; i < 4u; ++i)
            {
                float d = reach * float(i);
                streak += BrightAt(uv + step * d) * pow(attenuation, d) * (0.5f / float(turn + 1u));
            }
            reach *= 4.0f;
        }
        total += streak;
    }
    Output[id.xy] = float4(total / float(ARMS), 1.0f);
}

struct FlareVaryings
{
    float4 clip : SV_Position;
    float2 local : LOCAL;
    nointerpolation float4 color : COLOR;
    nointerpolation uint kind : KIND;
    nointerpolation float falloff : FALLOFF;
};

/// Share of the sun's disc that nothing hides.
float SunVisibility()
{
    float visible = 0.0f;
    float2 center = sunScreen.xy;
    [loop] for (uint i = 0u; i < 16u; ++i)
    {
        float a = float(i) * 2.39996f;
        float r = sqrt((float(i) + 0.5f) / 16.0f) * 0.05f;
        float2 at = center + r * float2(cos(a), sin(a));
        if (any(at < 0.0f) || any(at > 1.0f)) continue;
        visible += DepthTexture.SampleLevel(LinearClamp, at, 0.0f) < 0.5f + sunScreen.z ? 1.0f : 0.0f;
    }
    return visible / 16.0f;
}

FlareVaryings VSFlare(uint vertex : SV_VertexID, uint instance : SV_InstanceID)
{
    static const float2 corners[6] = { float2(-1, -1), float2(-1, 1), float2(1, -1), float2(1, -1), float2(-1, 1), float2(1, 1) };
    FlareElement e = Elements[instance % max(flareCount, 1u)];
    float2 sun = sunScreen.xy * 2.0f - 1.0f;
    float visibility = SunVisibility();
    float2 center = sun * (1.0f - 2.0f * e.offset);
    float s, c;
    sincos(e.rotation, s, c);
    float2 corner = corners[vertex];
    float2 rotated = float2(corner.x * c - corner.y * s, corner.x * s + corner.y * c) * (e.size + 0.2f) * e.scale;
    rotated.x *= 0.5f + aspect;
    FlareVaryings o;
    o.clip = float4(center + rotated, 0.5f, 1.0f);
    o.local = corner;
    o.color = e.color * (visibility * sunIntensity + 0.1f);
    o.kind = e.shape;
    o.falloff = e.falloff;
    return o;
}

float4 PSFlare(FlareVaryings p) : SV_Target
{
    float r = length(p.local);
    float mask;
    switch (p.kind)
    {
    case 0: mask = saturate(1.0f - r); break;
    case 1: mask = smoothstep(0.2f, 0.0f, abs(r - 0.7f)); break;
    default:
    {
        float a = FastAtan2(p.local.y, p.local.x);
        float sector = TWO_PI / 6.0f;
        float edge = cos(sector * 0.5f) / cos(a - sector * floor(a / sector + 0.5f));
        mask = smoothstep(0.0f, 0.1f, edge * 0.9f - r);
        break;
    }
    }
#if RIPPLE
    mask *= 0.5f + 0.5f * cos(r * 40.0f);
#endif
    return float4(p.color.rgb * pow(mask, 1.0f + p.falloff * 3.0f), mask);
}
