// dxilkit-corpus
// The last pass: exposure, bloom, grading through a LUT, one of several tone curves, vignette, grain, dither, output transfer for SDR and HDR.
// args: -T vs_6_0 -E VSFullScreen
// args: -T ps_6_0 -E PSTone -D CURVE=0
// args: -T ps_6_0 -E PSTone -D CURVE=1 -D GRAIN=1
// args: -T ps_6_0 -E PSTone -D CURVE=2 -D LUT=1
// args: -T ps_6_0 -E PSTone -D CURVE=3 -D LUT=1 -D GRAIN=1 -D CHROMATIC=1
// args: -T ps_6_0 -E PSTone -D CURVE=4 -D HDR_OUTPUT=1
// args: -T ps_6_6 -E PSTone -D CURVE=3 -D HDR_OUTPUT=1 -D CHROMATIC=1
// set: lutSize 16
// vertices: 3
#include "../shared/color.hlsli"

#ifndef CURVE
#define CURVE 0
#endif
#ifndef LUT
#define LUT 0
#endif
#ifndef GRAIN
#define GRAIN 0
#endif
#ifndef CHROMATIC
#define CHROMATIC 0
#endif
#ifndef HDR_OUTPUT
#define HDR_OUTPUT 0
#endif

cbuffer Tone : register(b0)
{
    float exposure;
    float bloomIntensity;
    float whitePoint;
    float vignetteIntensity;
    float3 vignetteColor;
    float vignetteRoundness;
    float4 filmCurve[3];
    float2 resolution;
    float grainIntensity;
    float grainSize;
    float lutSize;
    float paperWhite;
    float peakNits;
    float chromaticShift;
    uint frame;
};
Texture2D<float4> Scene : register(t0);
Texture2D<float4> Bloom : register(t1);
Texture3D<float4> GradingLut : register(t2);
Buffer<float> AutoExposure : register(t3);
SamplerState LinearClamp : register(s0);

struct FullScreen
{
    float4 clip : SV_Position;
    float2 uv : TEXCOORD;
};

FullScreen VSFullScreen(uint vertex : SV_VertexID)
{
    FullScreen o;
    o.uv = float2((vertex << 1) & 2u, vertex & 2u);
    o.clip = float4(o.uv * float2(2.0f, -2.0f) + float2(-1.0f, 1.0f), 0.0f, 1.0f);
    return o;
}

namespace curves
{
    float3 Reinhard(float3 c, float white)
    {
        float y = Luminance(c);
        return c * ((1.0f + y / (white * white)) / (1.0f + y));
    }

    float3 Filmic(float3 x)
    {
        const float A = 0.15f, B = 0.50f, C = 0.10f, D = 0.20f, E = 0.02f, F = 0.30f;
        return ((x * (A * x + C * B) + D * E) / (x * (A * x + B) + D * F)) - E / F;
    }

    float3 Aces(float3 c)
    {
        float3 a = mul(REC709_TO_AP1, c);
        float3 r = a * (a + 0.0245786f) - 0.000090537f;
        r /= a * (0.983729f * a + 0.4329510f) + 0.238081f;
        return mul(AP1_TO_REC709, r);
    }

    /// Piecewise power segments: toe, line, shoulder. Offsets and scales come from the constant buffer.
    float Segment(float x, float4 s, float power)
    {
        float t = (x - s.x) * s.y;
        return t > 0.0f ? exp2(s.w + power * log2(t)) * s.y + s.z : s.z;
    }
    float3 Piecewise(float3 c)
    {
        float3 result;
        [unroll] for (uint i = 0u; i < 3u; ++i)
        {
            float x = c[i];
            uint segment = x < filmCurve[0].x ? 0u : (x < filmCurve[1].x ? 1u : 2u);
            result[i] = Segment(x, filmCurve[segment], 0.5f + float(segment) * 0.5f);
        }
        return result;
    }

    /// A log curve with an approximated sigmoid.
    float3 Agx(float3 c)
    {
        const float3x3 inset = float3x3(0.842479f, 0.0784336f, 0.0792237f, 0.0423282f, 0.8784686f, 0.0791661f, 0.0423757f, 0.0784336f, 0.8791430f);
        const float3x3 outset = float3x3(1.19687900f, -0.09802088f, -0.09902975f, -0.05289685f, 1.15190313f, -0.09896117f, -0.05297163f, -0.09804345f, 1.15107367f);
        float3 v = mul(inset, c);
        v = saturate((log2(max(v, 1e-10f)) + 12.47393f) / 16.5f);
        float3 v2 = v * v, v4 = v2 * v2;
        v = 15.5f * v4 * v2 - 40.14f * v4 * v + 31.96f * v4 - 6.868f * v2 * v + 0.4298f * v2 + 0.1191f * v - 0.00232f;
        return max(mul(outset, v), 0.0f);
    }
}

float3 ApplyCurve(float3 c)
{
#if CURVE == 0
    return curves::Reinhard(c, 1.0f + whitePoint * 4.0f);
#elif CURVE == 1
    return curves::Filmic(c * 2.0f) / curves::Filmic(11.2f);
#elif CURVE == 2
    return curves::Aces(c * 0.6f);
#elif CURVE == 3
    return curves::Agx(c);
#else
    return curves::Piecewise(c);
#endif
}

float3 Grade(float3 c)
{
    // The table is addressed by logarithm, so that it has range.
    float3 t = saturate(log2(c * 16.0f + 1.0f) / log2(17.0f));
    float3 at = t * ((lutSize - 1.0f) / lutSize) + 0.5f / lutSize;
    return GradingLut.SampleLevel(LinearClamp, at, 0.0f).rgb;
}

float3 FilmGrain(float2 pixel, float luminance)
{
    uint2 cell = uint2(pixel / (1.0f + grainSize));
    uint h = HashCombine(HashCombine(cell.x, cell.y), frame);
    float3 noise = float3(ToUnitFloat(h), ToUnitFloat(HashUint(h + 1u)), ToUnitFloat(HashUint(h + 2u)));
    // Triangular.
    float3 second = float3(ToUnitFloat(HashUint(h + 3u)), ToUnitFloat(HashUint(h + 4u)), ToUnitFloat(HashUint(h + 5u)));
    return (noise + second - 1.0f) * grainIntensity * 0.1f * (1.0f - sqrt(saturate(luminance)));
}

float Vignette(float2 uv)
{
    float2 d = abs(uv - 0.5f) * vignetteIntensity;
    d.x *= lerp(1.0f, resolution.x / max(resolution.y, 0.1f), vignetteRoundness);
    return pow(saturate(1.0f - dot(d, d)), 2.0f);
}

float4 PSTone(FullScreen p) : SV_Target
{
    float3 color;
#if CHROMATIC
    float2 away = (p.uv - 0.5f) * dot(p.uv - 0.5f, p.uv - 0.5f) * chromaticShift;
    float3 sum = 0.0f, weights = 0.0f;
    [unroll] for (uint i = 0u; i < 6u; ++i)
    {
        float t = (float(i) + 0.5f) / 6.0f;
        float3 w = saturate(float3(1.0f - abs(t * 4.0f - 1.0f), 1.0f - abs(t * 4.0f - 2.0f), 1.0f - abs(t * 4.0f - 3.0f)));
        sum += Scene.SampleLevel(LinearClamp, p.uv - away * t, 0.0f).rgb * w;
        weights += w;
    }
    color = sum / weights;
#else
    color = Scene.SampleLevel(LinearClamp, p.uv, 0.0f).rgb;
#endif
    color = lerp(color, Bloom.SampleLevel(LinearClamp, p.uv, 0.0f).rgb, saturate(bloomIntensity * 0.3f));
    color *= exp2(exposure) * (0.5f + AutoExposure[0]);
    color = lerp(vignetteColor * color, color, Vignette(p.uv));
#if LUT
    color = Grade(color);
#endif
    color = max(ApplyCurve(color), 0.0f);
#if GRAIN
    color += FilmGrain(p.clip.xy, Luminance(color));
#endif
#if HDR_OUTPUT
    float3 wide = mul(REC709_TO_REC2020, color);
    float nits = lerp(80.0f, 300.0f, paperWhite);
    wide = min(wide * nits, lerp(400.0f, 1000.0f, peakNits));
    color = LinearToPQ(max(wide, 0.0f) / 10000.0f);
#else
    color = LinearToSrgb(saturate(color));
#endif
    color += (InterleavedGradientNoise(p.clip.xy) - 0.5f) / 255.0f;
    return float4(color, 1.0f);
}
