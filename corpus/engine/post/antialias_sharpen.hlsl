// dxilkit-corpus
// Spatial antialiasing by edge search, and contrast adaptive sharpening with optional upscaling: twelve-tap edge-directed kernel.
// args: -T cs_6_0 -E EdgeAntialias
// args: -T cs_6_0 -E EdgeAntialias -D QUALITY=2
// args: -T cs_6_0 -E EdgeAntialias -D QUALITY=3
// args: -T cs_6_0 -E Sharpen
// args: -T cs_6_2 -E Sharpen -D PACKED_HALF=1 -enable-16bit-types
// args: -T cs_6_0 -E UpscaleEdges
// args: -T cs_6_2 -E UpscaleEdges -D PACKED_HALF=1 -enable-16bit-types
// set: outputSize 32 32
// set: inputSize 16 16
// rounded: 12
// dispatch: 4 4 1
#include "../shared/color.hlsli"

#ifndef QUALITY
#define QUALITY 1
#endif
#ifndef PACKED_HALF
#define PACKED_HALF 0
#endif
#if PACKED_HALF
typedef float16_t real;
typedef float16_t2 real2;
typedef float16_t3 real3;
#else
typedef float real;
typedef float2 real2;
typedef float3 real3;
#endif

cbuffer Filter : register(b0)
{
    uint2 outputSize;
    float2 inputSize;
    float contrastThreshold;
    float relativeThreshold;
    float subpixelBlending;
    float sharpness;
};
Texture2D<float4> Source : register(t0);
SamplerState LinearClamp : register(s0);
RWTexture2D<float4> Output : register(u0);

#if QUALITY == 1
static const uint SEARCH_STEPS = 4;
static const float SEARCH_SIZES[4] = { 1.0f, 1.5f, 2.0f, 4.0f };
static const float LAST_GUESS = 12.0f;
#elif QUALITY == 2
static const uint SEARCH_STEPS = 6;
static const float SEARCH_SIZES[6] = { 1.0f, 1.5f, 2.0f, 2.0f, 2.0f, 4.0f };
static const float LAST_GUESS = 8.0f;
#else
static const uint SEARCH_STEPS = 10;
static const float SEARCH_SIZES[10] = { 1.0f, 1.0f, 1.0f, 1.0f, 1.0f, 1.5f, 2.0f, 2.0f, 2.0f, 4.0f };
static const float LAST_GUESS = 8.0f;
#endif

float LumaAt(float2 uv, int x, int y) { return Luminance(Source.SampleLevel(LinearClamp, uv + float2(x, y) / inputSize, 0.0f).rgb); }

struct LumaCross
{
    float m, n, e, s, w;
    float ne, nw, se, sw;
    float highest, lowest, contrast;

    void Sample(float2 uv)
    {
        m = LumaAt(uv, 0, 0);
        n = LumaAt(uv, 0, 1);
        e = LumaAt(uv, 1, 0);
        s = LumaAt(uv, 0, -1);
        w = LumaAt(uv, -1, 0);
        ne = LumaAt(uv, 1, 1);
        nw = LumaAt(uv, -1, 1);
        se = LumaAt(uv, 1, -1);
        sw = LumaAt(uv, -1, -1);
        highest = max(max(max(n, e), max(s, w)), m);
        lowest = min(min(min(n, e), min(s, w)), m);
        contrast = highest - lowest;
    }
    bool IsFlat() { return contrast < contrastThreshold * 0.1f || contrast < relativeThreshold * highest * 0.2f; }
    float Subpixel()
    {
        float f = (2.0f * (n + e + s + w) + ne + nw + se + sw) / 12.0f;
        f = saturate(abs(f - m) / max(contrast, 1e-4f));
        return Square(smoothstep(0.0f, 1.0f, f)) * subpixelBlending;
    }
    bool IsHorizontal()
    {
        float h = abs(n + s - 2.0f * m) * 2.0f + abs(ne + se - 2.0f * e) + abs(nw + sw - 2.0f * w);
        float v = abs(e + w - 2.0f * m) * 2.0f + abs(ne + nw - 2.0f * n) + abs(se + sw - 2.0f * s);
        return h >= v;
    }
};

float EdgeBlend(LumaCross l, bool horizontal, float pixelStep, float opposite, float gradient, float2 uv)
{
    float2 at = uv;
    float2 step = 0.0f;
    if (horizontal)
    {
        at.y += pixelStep * 0.5f;
        step.x = 1.0f / inputSize.x;
    }
    else
    {
        at.x += pixelStep * 0.5f;
        step.y = 1.0f / inputSize.y;
    }
    float edgeLuma = (l.m + opposite) * 0.5f;
    float limit = gradient * 0.25f;
    float2 forward = at + step * SEARCH_SIZES[0];
    float deltaForward = Luminance(Source.SampleLevel(LinearClamp, forward, 0.0f).rgb) - edgeLuma;
    bool endForward = abs(deltaForward) >= limit;
    [unroll] for (uint i = 1u; i < SEARCH_STEPS && !endForward; ++i)
    {
        forward += step * SEARCH_SIZES[i];
        deltaForward = Luminance(Source.SampleLevel(LinearClamp, forward, 0.0f).rgb) - edgeLuma;
        endForward = abs(deltaForward) >= limit;
    }
    if (!endForward) forward += step * LAST_GUESS;
    float2 backward = at - step * SEARCH_SIZES[0];
    float deltaBackward = Luminance(Source.SampleLevel(LinearClamp, backward, 0.0f).rgb) - edgeLuma;
    bool endBackward = abs(deltaBackward) >= limit;
    [unroll] for (uint k = 1u; k < SEARCH_STEPS && !endBackward; ++k)
    {
        backward -= step * SEARCH_SIZES[k];
        deltaBackward = Luminance(Source.SampleLevel(LinearClamp, backward, 0.0f).rgb) - edgeLuma;
        endBackward = abs(deltaBackward) >= limit;
    }
    if (!endBackward) backward -= step * LAST_GUESS;
    float df = horizontal ? forward.x - uv.x : forward.y - uv.y;
    float db = horizontal ? uv.x - backward.x : uv.y - backward.y;
    bool sign = df <= db ? deltaForward >= 0.0f : deltaBackward >= 0.0f;
    if (sign == (l.m - edgeLuma >= 0.0f)) return 0.0f;
    return 0.5f - min(df, db) / max(df + db, 1e-5f);
}

[numthreads(8, 8, 1)]
void EdgeAntialias(uint3 id : SV_DispatchThreadID)
{
    if (any(id.xy >= outputSize)) return;
    float2 uv = (float2(id.xy) + 0.5f) / float2(outputSize);
    LumaCross l;
    l.Sample(uv);
    float4 color = Source.SampleLevel(LinearClamp, uv, 0.0f);
    if (l.IsFlat())
    {
        Output[id.xy] = color;
        return;
    }
    bool horizontal = l.IsHorizontal();
    float positive = horizontal ? l.n : l.e;
    float negative = horizontal ? l.s : l.w;
    float gp = abs(positive - l.m), gn = abs(negative - l.m);
    float pixelStep = 1.0f / (horizontal ? inputSize.y : inputSize.x);
    float opposite = positive, gradient = gp;
    if (gp < gn)
    {
        pixelStep = -pixelStep;
        opposite = negative;
        gradient = gn;
    }
    float blend = max(l.Subpixel(), EdgeBlend(l, horizontal, pixelStep, opposite, gradient, uv));
    if (horizontal) uv.y += pixelStep * blend;
    else uv.x += pixelStep * blend;
    Output[id.xy] = float4(Source.SampleLevel(LinearClamp, uv, 0.0f).rgb, blend);
}

real3 LoadColor(int2 at) { return (real3)Source.Load(int3(clamp(at, 0, int2(inputSize) - 1), 0)).rgb; }

[numthreads(8, 8, 1)]
void Sharpen(uint3 id : SV_DispatchThreadID)
{
    if (any(id.xy >= outputSize)) return;
    int2 p = int2(id.xy) / 2;
    real3 b = LoadColor(p + int2(0, -1)), d = LoadColor(p + int2(-1, 0)), e = LoadColor(p), f = LoadColor(p + int2(1, 0)), h = LoadColor(p + int2(0, 1));
    real3 low = min(min(b, d), min(f, h)), high = max(max(b, d), max(f, h));
    const real limit = (real)0.1875f;
    real3 hitLow = min(low, e) / ((real)4.0f * high + (real)1e-3f);
    real3 hitHigh = ((real)1.0f - max(high, e)) / ((real)4.0f * low - (real)4.0f - (real)1e-3f);
    real3 lobes = max(-hitLow, hitHigh);
    real lobe = max(-limit, min(max(lobes.r, max(lobes.g, lobes.b)), (real)0.0f)) * (real)exp2(-2.0f * (1.0f - sharpness));
    // Noise is not sharpened.
    real3 average = (b + d + f + h) * (real)0.25f;
    real noise = saturate(abs(average.g - e.g) / max(high.g - low.g, (real)1e-3f));
    lobe *= (real)1.0f - (real)0.5f * noise;
    real3 result = (lobe * (b + d + f + h) + e) / ((real)4.0f * lobe + (real)1.0f);
    Output[id.xy] = float4(float3(result), float(lobe));
}

void AccumulateDirection(inout real2 direction, inout real length, real weight, real above, real left, real middle, real right, real below)
{
    real dc = right - middle, cb = middle - left;
    real lx = max(abs(dc), abs(cb));
    real dx = right - left;
    lx = saturate(abs(dx) / max(lx, (real)1e-3f));
    real dv = below - middle, mv = middle - above;
    real ly = max(abs(dv), abs(mv));
    real dy = below - above;
    ly = saturate(abs(dy) / max(ly, (real)1e-3f));
    direction += real2(dx, dy) * weight;
    length += (lx * lx + ly * ly) * weight;
}

void AddTap(inout real3 sum, inout real weights, real2 offset, real2 direction, real2 stretch, real lobe, real clipAt, real3 color)
{
    real2 v = real2(offset.x * direction.x + offset.y * direction.y, offset.y * direction.x - offset.x * direction.y) * stretch;
    real d2 = min(v.x * v.x + v.y * v.y, clipAt);
    real wb = (real)0.4f * d2 - (real)1.0f;
    real wa = lobe * d2 - (real)1.0f;
    wb = (real)(25.0f / 16.0f) * wb * wb - (real)(9.0f / 16.0f);
    real w = wb * wa * wa;
    sum += color * w;
    weights += w;
}

static const int2 TAPS[12] = { int2(0, -1), int2(1, -1), int2(-1, 0), int2(0, 0), int2(1, 0), int2(2, 0), int2(-1, 1), int2(0, 1), int2(1, 1), int2(2, 1), int2(0, 2), int2(1, 2) };

[numthreads(8, 8, 1)]
void UpscaleEdges(uint3 id : SV_DispatchThreadID)
{
    if (any(id.xy >= outputSize)) return;
    float2 at = (float2(id.xy) + 0.5f) * inputSize / float2(outputSize) - 0.5f;
    int2 base = int2(floor(at));
    real2 f = (real2)frac(at);
    real3 colors[12];
    real lumas[12];
    [unroll] for (uint i = 0u; i < 12u; ++i)
    {
        colors[i] = LoadColor(base + TAPS[i]);
        lumas[i] = colors[i].b * (real)0.5f + (colors[i].r * (real)0.5f + colors[i].g);
    }
    real2 direction = (real2)0.0f;
    real len = (real)0.0f;
    AccumulateDirection(direction, len, ((real)1.0f - f.x) * ((real)1.0f - f.y), lumas[0], lumas[2], lumas[3], lumas[4], lumas[7]);
    AccumulateDirection(direction, len, f.x * ((real)1.0f - f.y), lumas[1], lumas[3], lumas[4], lumas[5], lumas[8]);
    AccumulateDirection(direction, len, ((real)1.0f - f.x) * f.y, lumas[3], lumas[6], lumas[7], lumas[8], lumas[10]);
    AccumulateDirection(direction, len, f.x * f.y, lumas[4], lumas[7], lumas[8], lumas[9], lumas[11]);
    real d2 = direction.x * direction.x + direction.y * direction.y;
    bool zero = d2 < (real)(1.0f / 16384.0f);
    real inv = zero ? (real)1.0f : rsqrt(d2);
    direction.x = zero ? (real)1.0f : direction.x;
    direction *= inv;
    len *= (real)0.5f;
    len *= len;
    real stretch = rcp(max(abs(direction.x), abs(direction.y)));
    real2 len2 = real2((real)1.0f + (stretch - (real)1.0f) * len, (real)1.0f - (real)0.5f * len);
    real lobe = (real)0.5f + (real)((1.0f / 4.0f - 0.04f) - 0.5f) * len;
    real clipAt = rcp(lobe);
    real3 sum = (real3)0.0f;
    real weights = (real)0.0f;
    [unroll] for (uint k = 0u; k < 12u; ++k) AddTap(sum, weights, (real2)TAPS[k] - f, direction, len2, lobe, clipAt, colors[k]);
    real3 low = min(min(colors[3], colors[4]), min(colors[7], colors[8]));
    real3 high = max(max(colors[3], colors[4]), max(colors[7], colors[8]));
    Output[id.xy] = float4(float3(min(high, max(low, sum / weights))), float(len));
}
