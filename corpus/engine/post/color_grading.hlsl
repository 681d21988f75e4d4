// dxilkit-corpus
// Grading baked into a table: white balance, channel mixer, lift-gamma-gain, shadows-midtones-highlights, hue curves, contrast, saturation.
// args: -T cs_6_0 -E BakeLut
// args: -T cs_6_0 -E BakeLut -D ACES=1
// args: -T cs_6_0 -E BakeLut -D CURVES=1 -D SPLIT_TONING=1
// args: -T cs_6_0 -E BakeLut -D ACES=1 -D CURVES=1 -D SPLIT_TONING=1
// set: lutSize 8
// range: lift -0.1 0.1
// range: gamma 0.8 1.2
// range: gain 0.8 1.2
// range: temperature -0.5 0.5
// dispatch: 2 2 8
#include "../shared/color.hlsli"

#ifndef ACES
#define ACES 0
#endif
#ifndef CURVES
#define CURVES 0
#endif
#ifndef SPLIT_TONING
#define SPLIT_TONING 0
#endif

cbuffer Grading : register(b0)
{
    uint lutSize;
    float temperature;
    float tintShift;
    float contrast;
    float3x3 mixer;
    float3 lift;
    float saturation;
    float3 gamma;
    float hueShift;
    float3 gain;
    float pivot;
    float3 shadowTint;
    float shadowEnd;
    float3 highlightTint;
    float highlightStart;
    float4 hueCurve[6];
    float4 toneSplit;
};
Texture2D<float> CurveTexture : register(t0);
SamplerState LinearClamp : register(s0);
RWTexture3D<float4> Lut : register(u0);

static const float3x3 LINEAR_TO_LMS = float3x3(
    0.390405f, 0.549941f, 0.00892632f,
    0.0708416f, 0.963172f, 0.00135775f,
    0.0231082f, 0.128021f, 0.936245f);
static const float3x3 LMS_TO_LINEAR = float3x3(
    2.85847f, -1.62879f, -0.0248910f,
    -0.210182f, 1.15820f, 0.000324281f,
    -0.0418120f, -0.118169f, 1.06867f);

struct LogSpace
{
    static const float a = 5.555556f;
    static const float b = 0.047996f;
    static const float c = 0.244161f;
    static const float d = 0.386036f;

    static float3 Encode(float3 x) { return c * log10(a * x + b) + d; }
    static float3 Decode(float3 x) { return (pow(10.0f, (x - d) / c) - b) / a; }
};

float3 WhiteBalance(float3 color)
{
    float x = 0.31271f - temperature * (temperature < 0.0f ? 0.1f : 0.05f);
    float standard = 2.87f * x - 3.0f * x * x - 0.27509507f;
    float y = standard + tintShift * 0.05f;
    float X = x / y, Z = (1.0f - x - y) / y;
    float3 lms = float3(0.7328f * X + 0.4296f - 0.1624f * Z, -0.7036f * X + 1.6975f + 0.0061f * Z, 0.0030f * X + 0.0136f + 0.9834f * Z);
    float3 balance = float3(0.949237f, 1.03542f, 1.08728f) / lms;
    return mul(LMS_TO_LINEAR, mul(LINEAR_TO_LMS, color) * balance);
}

float SampleHueCurve(float hue, uint channel)
{
    float at = frac(hue) * 6.0f;
    uint i = uint(at);
    float f = smoothstep(0.0f, 1.0f, at - float(i));
    return lerp(hueCurve[i][channel], hueCurve[(i + 1u) % 6u][channel], f);
}

float3 ShadowsMidtonesHighlights(float3 c)
{
    float y = Luminance(c);
    float shadows = 1.0f - smoothstep(0.0f, max(shadowEnd, 0.05f), y);
    float highlights = smoothstep(highlightStart * 0.5f, 1.0f, y);
    float midtones = max(1.0f - shadows - highlights, 0.0f);
    return c * (shadowTint * shadows + midtones + highlightTint * highlights);
}

float3 SoftLight(float3 base, float3 blend)
{
    float3 a = base * blend * 2.0f + base * base * (1.0f - 2.0f * blend);
    float3 b = sqrt(base) * (2.0f * blend - 1.0f) + 2.0f * base * (1.0f - blend);
    return select(blend < 0.5f, a, b);
}

float3 ApplyCurves(float3 c)
{
    float3 hsv = RGBToHSV(max(c, 0.0f));
    hsv.x = frac(hsv.x + (SampleHueCurve(hsv.x, 0u) - 0.5f) * 0.2f + hueShift * 0.1f + 1.0f);
    hsv.y = saturate(hsv.y * (0.5f + SampleHueCurve(hsv.x, 1u)));
    hsv.z *= 0.5f + SampleHueCurve(hsv.x, 2u);
    c = HSVToRGB(hsv);
    [unroll] for (uint i = 0u; i < 3u; ++i)
        c[i] = CurveTexture.SampleLevel(LinearClamp, float2(saturate(c[i]), (float(i) + 0.5f) / 4.0f), 0.0f);
    return c;
}

[numthreads(4, 4, 1)]
void BakeLut(uint3 id : SV_DispatchThreadID)
{
    if (any(id >= lutSize)) return;
    float3 encoded = float3(id) / float(lutSize - 1u);
    float3 c = LogSpace::Decode(encoded);
    c = WhiteBalance(c);
#if ACES
    c = mul(REC709_TO_AP1, c);
#endif
    float3 logColor = LogSpace::Encode(max(c, 0.0f));
    const float middle = 0.4135884f;
    logColor = (logColor - middle * (0.5f + pivot)) * (0.75f + 0.5f * contrast) + middle * (0.5f + pivot);
    c = LogSpace::Decode(logColor);
#if SPLIT_TONING
    float3 g = pow(max(c, 0.0f), 1.0f / 2.2f);
    float balance = saturate(Luminance(saturate(g)) + toneSplit.w - 0.5f);
    g = SoftLight(saturate(g), lerp(0.5f, shadowTint, 1.0f - balance));
    g = SoftLight(g, lerp(0.5f, highlightTint, balance));
    c = pow(g, 2.2f);
#endif
    c = mul(mixer * 0.2f + float3x3(1, 0, 0, 0, 1, 0, 0, 0, 1), c);
    c = ShadowsMidtonesHighlights(max(c, 0.0f));
    c = c * gain + lift;
    c = sign(c) * pow(abs(c), rcp(gamma));
    float y = Luminance(c);
    c = max(y + (c - y) * (0.5f + saturation), 0.0f);
#if CURVES
    c = ApplyCurves(c);
#endif
#if ACES
    c = max(mul(AP1_TO_REC709, c), 0.0f);
#endif
    Lut[id] = float4(c, 1.0f);
}
