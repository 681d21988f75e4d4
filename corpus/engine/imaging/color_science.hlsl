// dxilkit-corpus
// Colour grading: white balance in a cone space, lift-gamma-gain, curves, a filmic tone scale with hue kept, gamut mapping, three-dimensional
// tables by tetrahedra, and output for several displays.
// args: -T cs_6_0 -E BuildLut
// args: -T cs_6_0 -E Apply -D OUTPUT=0
// args: -T cs_6_0 -E Apply -D OUTPUT=1 -D TETRAHEDRAL=1
// args: -T cs_6_0 -E Apply -D OUTPUT=2 -D DITHER=1
// args: -T cs_6_0 -E GamutMap
// args: -T cs_6_6 -E Apply -D OUTPUT=1 -D TETRAHEDRAL=1 -D BINDLESS=1
// data: cb0 16u 16u 16u 3u 0.1 0.05 0 1 0 0 0.01 1 1 1 1.1 1 1 0.9 1 1.1 0.2 0.9 0.3 0.7 1 0 0 0 0 1 0 0 0 0 1 1000
// dispatch: 2 2 2

#include "../kernel/config.hlsli"
#include "../kernel/color.hlsli"
#include "../kernel/random.hlsli"

#ifndef OUTPUT
#define OUTPUT 0
#endif
#ifndef TETRAHEDRAL
#define TETRAHEDRAL 0
#endif
#ifndef DITHER
#define DITHER 0
#endif

struct GradingConstants
{
    uint2 size;
    uint lutSize;
    uint frame;
    float temperature;
    float tint;
    float hueShift;
    float saturation;
    float3 lift;
    float contrast;
    float3 gamma;
    float pivot;
    float3 gain;
    float toe;
    float shoulder;
    float whitePoint;
    float blackPoint;
    float vibrance;
    row_major float3x3 mixer;
    float peakNits;
};

ConstantBuffer<GradingConstants> Grading : register(b0);
DECLARE_READ(Texture2D<float4>, Scene, 0);
DECLARE_READ(Texture3D<float4>, Lut, 1);
DECLARE_READ(Texture2D<float4>, Bloom, 2);
DECLARE_WRITE(RWTexture3D<float4>, LutOut, 0);
DECLARE_WRITE(RWTexture2D<float4>, Output, 1);
SamplerState LinearClamp : register(s0);

static const float3x3 REC709_TO_LMS = float3x3(
    0.390405, 0.549941, 0.00892632,
    0.0708416, 0.963172, 0.00135775,
    0.0231082, 0.128021, 0.936245);
static const float3x3 LMS_TO_REC709 = float3x3(
    2.85847, -1.62879, -0.0248910,
    -0.210182, 1.15820, 0.000324281,
    -0.0418120, -0.118169, 1.06867);

float3 WhiteBalanceScale(float temperature, float tint)
{
    // Planckian locus near D65, as chromaticity.
    const float x = 0.31271 - temperature * (temperature < 0 ? 0.1 : 0.05);
    const float y = 2.87 * x - 3 * x * x - 0.27509507 + tint * 0.05;
    const float3 xyz = float3(x / y, 1, (1 - x - y) / y);
    const float3 lms = float3(
        0.7328 * xyz.x + 0.4296 * xyz.y - 0.1624 * xyz.z,
        -0.7036 * xyz.x + 1.6975 * xyz.y + 0.0061 * xyz.z,
        0.0030 * xyz.x + 0.0136 * xyz.y + 0.9834 * xyz.z);
    return float3(0.949237, 1.03542, 1.08728) / lms;
}

struct ToneScale
{
    float toe, shoulder, white, black;

    float Apply(float x)
    {
        // Three pieces: power toe, line, shoulder that reaches white with slope 0.
        const float x0 = toe * 0.5, y0 = x0 * 0.8;
        const float x1 = max(x0 + shoulder * 0.5, x0 + 0.05), slope = 1;
        const float y1 = y0 + (x1 - x0) * slope;
        if (x < x0)
        {
            const float b = slope * x0 / max(y0, 1e-4);
            return y0 * pow(max(x / x0, 0), b);
        }
        if (x < x1)
            return y0 + (x - x0) * slope;
        const float left = max(white - x1, 1e-3), up = max(1 - y1, 1e-3);
        const float t = saturate((x - x1) / left);
        const float b = slope * left / up;
        return y1 + up * (1 - pow(1 - t, b));
    }
    float3 Apply(float3 c) { return float3(Apply(c.r), Apply(c.g), Apply(c.b)); }
};

/// The middle channel keeps its place between the other two.
float3 RestoreHue(float3 before, float3 after)
{
    const float hi = MaxComponent(before), lo = MinComponent(before);
    const float mid = dot(before, 1) - hi - lo;
    const float position = (mid - lo) / max(hi - lo, 1e-5);
    const float newHi = MaxComponent(after), newLo = MinComponent(after);
    const float newMid = lerp(newLo, newHi, position);
    float3 r;
    [unroll]
    for (uint i = 0; i < 3; ++i)
        r[i] = before[i] == hi ? newHi : before[i] == lo ? newLo : newMid;
    return r;
}

float3 Grade(float3 c)
{
    float3 lms = mul(REC709_TO_LMS, c);
    lms *= WhiteBalanceScale(Grading.temperature, Grading.tint);
    c = mul(LMS_TO_REC709, lms);
    c = mul(Grading.mixer, c);
    c = pow(max(c / Grading.pivot, 0), Grading.contrast) * Grading.pivot;
    c = pow(max(c * Grading.gain + Grading.lift * (1 - c), 0), 1 / max(Grading.gamma, 0.01));
    float3 hsv = RgbToHsv(max(c, 0));
    hsv.x = frac(hsv.x + Grading.hueShift);
    const float vivid = 1 + Grading.vibrance * (1 - hsv.y);
    hsv.y = saturate(hsv.y * Grading.saturation * vivid);
    c = HsvToRgb(hsv);
    ToneScale tone;
    tone.toe = Grading.toe;
    tone.shoulder = Grading.shoulder;
    tone.white = 1 + Grading.whitePoint * 4;
    tone.black = Grading.blackPoint;
    return RestoreHue(c, tone.Apply(c));
}

float3 LutInput(float3 t) { return exp2(t * 20 - 12); }
float3 LutCoordinate(float3 c) { return saturate((log2(max(c, 1e-6)) + 12) / 20); }

[numthreads(8, 8, 1)]
void BuildLut(uint3 cell : SV_DispatchThreadID)
{
    if (any(cell >= Grading.lutSize))
        return;
    const float3 c = LutInput(cell / float(Grading.lutSize - 1));
    LutOut[cell] = float4(saturate(Grade(c)), 1);
}

float3 SampleTetrahedral(float3 t)
{
    const float3 at = t * (Grading.lutSize - 1);
    const float3 base = min(floor(at), Grading.lutSize - 2);
    const float3 f = at - base;
    const int3 i = int3(base);
    const float3 c000 = Lut[i].rgb, c111 = Lut[i + 1].rgb;
    int3 a, b;
    float3 w;
    if (f.x > f.y)
    {
        if (f.y > f.z)      { a = int3(1, 0, 0); b = int3(1, 1, 0); w = f.xyz; }
        else if (f.x > f.z) { a = int3(1, 0, 0); b = int3(1, 0, 1); w = f.xzy; }
        else                { a = int3(0, 0, 1); b = int3(1, 0, 1); w = f.zxy; }
    }
    else
    {
        if (f.z > f.y)      { a = int3(0, 0, 1); b = int3(0, 1, 1); w = f.zyx; }
        else if (f.z > f.x) { a = int3(0, 1, 0); b = int3(0, 1, 1); w = f.yzx; }
        else                { a = int3(0, 1, 0); b = int3(1, 1, 0); w = f.yxz; }
    }
    return (1 - w.x) * c000 + (w.x - w.y) * Lut[i + a].rgb + (w.y - w.z) * Lut[i + b].rgb + w.z * c111;
}

float3 Encode(float3 c)
{
#if OUTPUT == 0
    return SrgbEncode(saturate(c));
#elif OUTPUT == 1
    return PqEncode(mul(REC709_TO_REC2020, c) * (Grading.peakNits / 10000));
#else
    const float3 wide = mul(REC709_TO_REC2020, c);
    return float3(HlgEncode(wide.r), HlgEncode(wide.g), HlgEncode(wide.b));
#endif
}

[numthreads(8, 8, 1)]
void Apply(uint2 pixel : SV_DispatchThreadID)
{
    const float2 uv = (pixel + 0.5) / Grading.size;
    float3 c = Scene[pixel].rgb + Bloom.SampleLevel(LinearClamp, uv, 1).rgb * 0.1;
    const float3 t = LutCoordinate(c);
#if TETRAHEDRAL
    c = SampleTetrahedral(t);
#else
    const float n = Grading.lutSize;
    c = Lut.SampleLevel(LinearClamp, t * ((n - 1) / n) + 0.5 / n, 0).rgb;
#endif
    c = Encode(c);
#if DITHER
    const float3 noise = UnitFloat(HashPcg3(uint3(pixel, Grading.frame))) + UnitFloat(HashPcg3(uint3(pixel, Grading.frame + 7))) - 1;
    c += noise / 1023;
#endif
    Output[pixel] = float4(c, 1);
}

/// Chroma in Oklab is pulled in until the colour fits.
[numthreads(8, 8, 1)]
void GamutMap(uint2 pixel : SV_DispatchThreadID)
{
    const float3 wide = (Scene[pixel].rgb - 0.1) * 1.3;
    const float3 lab = RgbToOklab(max(wide, 0));
    float low = 0, high = 1;
    [loop]
    for (uint i = 0; i < 8; ++i)
    {
        const float mid = 0.5 * (low + high);
        const float3 c = OklabToRgb(float3(lab.x, lab.yz * mid));
        if (all(c >= -1e-4) && all(c <= 1.0001))
            low = mid;
        else
            high = mid;
    }
    Output[pixel] = float4(saturate(OklabToRgb(float3(lab.x, lab.yz * low))), low);
}
