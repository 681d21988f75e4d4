// Colour spaces and transfer functions.
#ifndef ENGINE_COLOR_HLSLI
#define ENGINE_COLOR_HLSLI

#include "math.hlsli"

static const float3 LUMA_REC709 = float3(0.2126f, 0.7152f, 0.0722f);
static const float3x3 REC709_TO_REC2020 = float3x3(
    0.6274040f, 0.3292820f, 0.0433136f,
    0.0690970f, 0.9195400f, 0.0113612f,
    0.0163916f, 0.0880132f, 0.8955950f);
static const float3x3 REC709_TO_AP1 = float3x3(
    0.6131324f, 0.3395381f, 0.0474166f,
    0.0701934f, 0.9163540f, 0.0134526f,
    0.0206155f, 0.1095697f, 0.8696815f);
static const float3x3 AP1_TO_REC709 = float3x3(
    1.7048733f, -0.6217163f, -0.0832995f,
    -0.1300774f, 1.1407357f, -0.0105650f,
    -0.0239641f, -0.1289755f, 1.1530191f);

float Luminance(float3 c) { return dot(c, LUMA_REC709); }

float LinearToSrgbChannel(float c)
{
    return c <= 0.0031308f ? 12.92f * c : 1.055f * pow(c, 1.0f / 2.4f) - 0.055f;
}
float3 LinearToSrgb(float3 c)
{
    return float3(LinearToSrgbChannel(c.r), LinearToSrgbChannel(c.g), LinearToSrgbChannel(c.b));
}
float SrgbToLinearChannel(float c) { return c <= 0.04045f ? c / 12.92f : pow((c + 0.055f) / 1.055f, 2.4f); }
float3 SrgbToLinear(float3 c)
{
    return float3(SrgbToLinearChannel(c.r), SrgbToLinearChannel(c.g), SrgbToLinearChannel(c.b));
}

/// ST 2084, absolute: 1 is 10,000 nits.
float3 LinearToPQ(float3 c)
{
    const float m1 = 0.1593017578125f, m2 = 78.84375f, c1 = 0.8359375f, c2 = 18.8515625f, c3 = 18.6875f;
    float3 p = pow(max(c, 0.0f), m1);
    return pow((c1 + c2 * p) / (1.0f + c3 * p), m2);
}
float3 PQToLinear(float3 c)
{
    const float m1 = 0.1593017578125f, m2 = 78.84375f, c1 = 0.8359375f, c2 = 18.8515625f, c3 = 18.6875f;
    float3 p = pow(max(c, 0.0f), 1.0f / m2);
    return pow(max(p - c1, 0.0f) / (c2 - c3 * p), 1.0f / m1);
}

float3 RGBToYCoCg(float3 c)
{
    return float3(dot(c, float3(0.25f, 0.5f, 0.25f)), dot(c, float3(0.5f, 0.0f, -0.5f)), dot(c, float3(-0.25f, 0.5f, -0.25f)));
}
float3 YCoCgToRGB(float3 c)
{
    float t = c.x - c.z;
    return float3(t + c.y, c.x + c.z, t - c.y);
}

float3 RGBToHSV(float3 c)
{
    float4 p = c.g < c.b ? float4(c.bg, -1.0f, 2.0f / 3.0f) : float4(c.gb, 0.0f, -1.0f / 3.0f);
    float4 q = c.r < p.x ? float4(p.xyw, c.r) : float4(c.r, p.yzx);
    float d = q.x - min(q.w, q.y);
    return float3(abs(q.z + (q.w - q.y) / (6.0f * d + 1e-10f)), d / (q.x + 1e-10f), q.x);
}
float3 HSVToRGB(float3 c)
{
    float3 p = abs(frac(c.xxx + float3(1.0f, 2.0f / 3.0f, 1.0f / 3.0f)) * 6.0f - 3.0f);
    return c.z * lerp(1.0f, saturate(p - 1.0f), c.y);
}

#endif
