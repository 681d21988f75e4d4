// Colour spaces and transfer functions.
#ifndef KERNEL_COLOR_HLSLI
#define KERNEL_COLOR_HLSLI

#include "math.hlsli"

static const float3x3 REC709_TO_REC2020 = float3x3(
    0.627403896, 0.329283038, 0.043313066,
    0.069097289, 0.919540395, 0.011362316,
    0.016391439, 0.088013308, 0.895595253);
static const float3x3 REC709_TO_XYZ = float3x3(
    0.4123908, 0.3575843, 0.1804808,
    0.2126390, 0.7151687, 0.0721923,
    0.0193308, 0.1191948, 0.9505322);
static const float3x3 XYZ_TO_REC709 = float3x3(
    3.2409699, -1.5373832, -0.4986108,
    -0.9692436, 1.8759675, 0.0415551,
    0.0556301, -0.2039770, 1.0569715);
static const float3x3 REC709_TO_AP1 = float3x3(
    0.613097, 0.339523, 0.047379,
    0.070194, 0.916354, 0.013452,
    0.020616, 0.109570, 0.869815);

float SrgbEncode(float x) { return x <= 0.0031308 ? 12.92 * x : 1.055 * pow(abs(x), 1 / 2.4) - 0.055; }
float SrgbDecode(float x) { return x <= 0.04045 ? x / 12.92 : pow((abs(x) + 0.055) / 1.055, 2.4); }
float3 SrgbEncode(float3 c) { return float3(SrgbEncode(c.r), SrgbEncode(c.g), SrgbEncode(c.b)); }
float3 SrgbDecode(float3 c) { return float3(SrgbDecode(c.r), SrgbDecode(c.g), SrgbDecode(c.b)); }

/// SMPTE ST 2084, 1 = 10,000 nits.
float3 PqEncode(float3 l)
{
    const float m1 = 0.1593017578125, m2 = 78.84375, c1 = 0.8359375, c2 = 18.8515625, c3 = 18.6875;
    const float3 p = pow(saturate(l), m1);
    return pow((c1 + c2 * p) / (1 + c3 * p), m2);
}
float3 PqDecode(float3 e)
{
    const float m1 = 0.1593017578125, m2 = 78.84375, c1 = 0.8359375, c2 = 18.8515625, c3 = 18.6875;
    const float3 p = pow(saturate(e), 1 / m2);
    return pow(max(p - c1, 0) / (c2 - c3 * p), 1 / m1);
}

float HlgEncode(float x)
{
    const float a = 0.17883277, b = 0.28466892, c = 0.55991073;
    return x <= 1.0 / 12 ? sqrt(3 * max(x, 0)) : a * log(12 * x - b) + c;
}

float3 RgbToYCoCg(float3 c)
{
    return float3(dot(c, float3(0.25, 0.5, 0.25)), dot(c, float3(0.5, 0, -0.5)), dot(c, float3(-0.25, 0.5, -0.25)));
}
float3 YCoCgToRgb(float3 c)
{
    const float t = c.x - c.z;
    return float3(t + c.y, c.x + c.z, t - c.y);
}

float3 RgbToOklab(float3 c)
{
    const float3 lms = float3(
        dot(c, float3(0.4122214708, 0.5363325363, 0.0514459929)),
        dot(c, float3(0.2119034982, 0.6806995451, 0.1073969566)),
        dot(c, float3(0.0883024619, 0.2817188376, 0.6299787005)));
    const float3 r = pow(max(lms, 0), 1.0 / 3);
    return float3(
        dot(r, float3(0.2104542553, 0.7936177850, -0.0040720468)),
        dot(r, float3(1.9779984951, -2.4285922050, 0.4505937099)),
        dot(r, float3(0.0259040371, 0.7827717662, -0.8086757660)));
}
float3 OklabToRgb(float3 lab)
{
    const float3 r = float3(
        lab.x + 0.3963377774 * lab.y + 0.2158037573 * lab.z,
        lab.x - 0.1055613458 * lab.y - 0.0638541728 * lab.z,
        lab.x - 0.0894841775 * lab.y - 1.2914855480 * lab.z);
    const float3 lms = r * r * r;
    return float3(
        dot(lms, float3(4.0767416621, -3.3077115913, 0.2309699292)),
        dot(lms, float3(-1.2684380046, 2.6097574011, -0.3413193965)),
        dot(lms, float3(-0.0041960863, -0.7034186147, 1.7076147010)));
}

float3 HsvToRgb(float3 c)
{
    const float3 p = abs(frac(c.xxx + float3(1, 2.0 / 3, 1.0 / 3)) * 6 - 3);
    return c.z * lerp(1, saturate(p - 1), c.y);
}
float3 RgbToHsv(float3 c)
{
    const float4 p = c.g < c.b ? float4(c.bg, -1, 2.0 / 3) : float4(c.gb, 0, -1.0 / 3);
    const float4 q = c.r < p.x ? float4(p.xyw, c.r) : float4(c.r, p.yzx);
    const float d = q.x - min(q.w, q.y);
    return float3(abs(q.z + (q.w - q.y) / (6 * d + 1e-10)), d / (q.x + 1e-10), q.x);
}

float3 TonemapHable(float3 x)
{
    const float a = 0.15, b = 0.50, c = 0.10, d = 0.20, e = 0.02, f = 0.30;
    return ((x * (a * x + c * b) + d * e) / (x * (a * x + b) + d * f)) - e / f;
}
float3 TonemapAces(float3 x) { return saturate((x * (2.51 * x + 0.03)) / (x * (2.43 * x + 0.59) + 0.14)); }
float3 TonemapReversible(float3 c) { return c * rcp(1 + MaxComponent(c)); }
float3 TonemapReversibleInverse(float3 c) { return c * rcp(max(1 - MaxComponent(c), EPSILON)); }

#endif
