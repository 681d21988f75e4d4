// dxilkit-corpus
// Temporal upscaling: dilated motion, depth disocclusion, locks on thin features, Lanczos upsampling of jittered samples, variance boxes
// in YCoCg and reactive masks.
// args: -T cs_6_0 -E main
// args: -T cs_6_0 -E main -D LOCKS=1 -D REACTIVE=1
// args: -T cs_6_2 -E main -D LOCKS=1 -D REACTIVE=1 -D HALF=1 -enable-16bit-types
// args: -T cs_6_6 -E main -D LOCKS=1 -D REACTIVE=1 -D BINDLESS=1
// data: cb0 16 16 32 32 0.5 0.5 0.1 -0.2 1 0.05 0.9 0 0u 7u 1 0.5
// dispatch: 4 4 1

#include "gbuffer.hlsli"

#ifndef LOCKS
#define LOCKS 0
#endif
#ifndef REACTIVE
#define REACTIVE 0
#endif

struct UpscaleConstants
{
    float2 renderSize;
    float2 displaySize;
    float2 ratio;
    float2 jitter;
    float exposure;
    float minBlend;
    float lockDecay;
    float sharpness;
    uint reset;
    uint frame;
    float velocityScale;
    float depthTolerance;
};

ConstantBuffer<UpscaleConstants> Upscale : register(b0);
DECLARE_READ(Texture2D<float4>, Color, 0);
DECLARE_READ(Texture2D<float>, Depth, 1);
DECLARE_READ(Texture2D<float2>, Motion, 2);
DECLARE_READ(Texture2D<float4>, History, 3);
DECLARE_READ(Texture2D<float>, PreviousDepth, 4);
DECLARE_READ(Texture2D<float2>, ReactiveMask, 5);
DECLARE_READ(Texture2D<float2>, LockStatus, 6);
DECLARE_WRITE(RWTexture2D<float4>, Output, 0);
DECLARE_WRITE(RWTexture2D<float2>, LockStatusOut, 1);
SamplerState LinearClamp : register(s0);

#ifdef HALF
typedef float16_t Real;
typedef vector<float16_t, 3> Real3;
#else
typedef float Real;
typedef float3 Real3;
#endif

float LanczosApproximation(float x2)
{
    const float a = (2.0 / 5) * x2 - 1, b = 0.25 * x2 - 1;
    return ((25.0 / 16) * a * a - (25.0 / 16 - 1)) * b * b;
}

struct RectificationBox
{
    Real3 mean, square, lo, hi;
    Real weight;

    static RectificationBox Create()
    {
        RectificationBox b;
        b.mean = Real3(0, 0, 0);
        b.square = Real3(0, 0, 0);
        b.lo = Real3(1000, 1000, 1000);
        b.hi = Real3(-1000, -1000, -1000);
        b.weight = Real(0);
        return b;
    }
    void Add(Real3 c, Real w)
    {
        mean += c * w;
        square += c * c * w;
        lo = min(lo, c);
        hi = max(hi, c);
        weight += w;
    }
    void Finish()
    {
        const Real inv = abs(weight) > Real(1e-3) ? Real(1) / weight : Real(1);
        mean *= inv;
        square = sqrt(abs(square * inv - mean * mean));
    }
    Real3 Clip(Real3 c, Real gamma)
    {
        const Real3 extent = square * gamma + Real(1e-3);
        const Real3 d = (c - mean) / extent;
        const Real m = max(abs(d.x), max(abs(d.y), abs(d.z)));
        return m > Real(1) ? mean + (c - mean) / m : c;
    }
};

int2 ClosestDepth(int2 pixel, out float depth)
{
    depth = -1;
    int2 best = pixel;
    [unroll]
    for (int i = 0; i < 9; ++i)
    {
        const int2 at = clamp(pixel + int2(i % 3, i / 3) - 1, 0, int2(Upscale.renderSize) - 1);
        const float d = Depth[at];
        if (d > depth)
        {
            depth = d;
            best = at;
        }
    }
    return best;
}

float Disocclusion(float2 uv, float depth)
{
    const float2 at = uv * Upscale.renderSize - 0.5;
    const int2 corner = int2(floor(at));
    const float2 f = at - corner;
    const float near = 1 / max(depth, 1e-4);
    float sum = 0, weight = 0;
    [unroll]
    for (uint i = 0; i < 4; ++i)
    {
        const int2 p = corner + int2(i & 1, i >> 1);
        const float w = (i & 1 ? f.x : 1 - f.x) * (i & 2 ? f.y : 1 - f.y);
        if (!IsInside(p, uint2(Upscale.renderSize)) || w < 0.01)
            continue;
        const float difference = near - 1 / max(PreviousDepth[p], 1e-4);
        if (difference > 0)
            sum += saturate(Upscale.depthTolerance * max(near, 1) / difference) * w;
        else
            sum += w;
        weight += w;
    }
    return weight > 0 ? saturate(1 - sum / weight) : 1;
}

float ThinFeature(int2 pixel)
{
    // A pixel that differs from every 2x2 block around it is thin.
    float l[9];
    [unroll]
    for (int i = 0; i < 9; ++i)
        l[i] = Luminance(Color[clamp(pixel + int2(i % 3, i / 3) - 1, 0, int2(Upscale.renderSize) - 1)].rgb);
    const float center = l[4];
    uint alike = 1u << 4;
    float least = FLOAT_MAX, most = 0;
    [unroll]
    for (uint k = 0; k < 9; ++k)
    {
        if (k == 4)
            continue;
        const float ratio = max(l[k], center) / max(min(l[k], center), 1e-3);
        if (ratio < 1.05)
            alike |= 1u << k;
        else
        {
            least = min(least, l[k]);
            most = max(most, l[k]);
        }
    }
    if (center <= most && center >= least)
        return 0;
    static const uint BLOCKS[4] = { 0x1b, 0x36, 0xd8, 0x1b0 };
    [unroll]
    for (uint b = 0; b < 4; ++b)
        if ((alike & BLOCKS[b]) == BLOCKS[b])
            return 0;
    return 1;
}

[numthreads(8, 8, 1)]
void main(uint2 pixel : SV_DispatchThreadID)
{
    const float2 uv = (pixel + 0.5) / Upscale.displaySize;
    const float2 source = uv * Upscale.renderSize - Upscale.jitter;
    const int2 base = int2(floor(source));
    float depth;
    const int2 nearest = ClosestDepth(base, depth);
    const float2 motion = (Motion[nearest] - 0.5) * Upscale.velocityScale;
    const float2 previous = uv - motion * 0.1;
    RectificationBox box = RectificationBox::Create();
    float3 color = 0;
    float weight = 0;
    [unroll]
    for (int y = -1; y <= 1; ++y)
    {
        [unroll]
        for (int x = -1; x <= 1; ++x)
        {
            const int2 at = clamp(base + int2(x, y), 0, int2(Upscale.renderSize) - 1);
            const float3 c = RgbToYCoCg(TonemapReversible(Color[at].rgb * Upscale.exposure));
            const float2 d = float2(base + int2(x, y)) + 0.5 - source;
            const float w = LanczosApproximation(min(dot(d, d), 4));
            color += c * w;
            weight += w;
            box.Add(Real3(c), Real(exp(-dot(d, d))));
        }
    }
    box.Finish();
    color = weight > 1e-3 ? clamp(color / weight, float3(box.lo), float3(box.hi)) : float3(box.mean);
    float4 history = History.SampleLevel(LinearClamp, previous, 0);
    float3 old = RgbToYCoCg(history.rgb);
    const float occluded = Disocclusion(previous, depth);
    const bool onScreen = all(previous >= 0) && all(previous <= 1);
    float accumulation = onScreen ? history.a * (1 - occluded) : 0;
    float lock = 0;
#if LOCKS
    float2 status = LockStatus.SampleLevel(LinearClamp, previous, 0);
    const float thin = ThinFeature(base);
    lock = max(thin, status.x * Upscale.lockDecay * (1 - occluded));
    if (abs(status.y - color.x) > 0.3)
        lock *= 0.5;
    LockStatusOut[pixel] = float2(lock, lerp(status.y, color.x, 0.25));
#endif
    float reactive = 0;
#if REACTIVE
    const float2 mask = ReactiveMask.SampleLevel(LinearClamp, uv, 0);
    reactive = max(mask.x * 0.5, mask.y);
    accumulation *= 1 - mask.x * 0.5;
#endif
    const float gamma = lerp(1.25, 3, saturate(lock)) * (1 - 0.5 * reactive);
    old = lerp(float3(box.Clip(Real3(old), Real(gamma))), old, saturate(lock) * 0.5);
    const float blend = max(Upscale.minBlend, saturate(weight) / (accumulation * 8 + 1));
    const float alpha = Upscale.reset != 0 || !onScreen ? 1 : saturate(blend + reactive * 0.3);
    const float3 result = TonemapReversibleInverse(saturate(YCoCgToRgb(lerp(old, color, alpha))) * 0.99) / Upscale.exposure;
    Output[pixel] = float4(result, min(accumulation + 1.0 / 16, 1));
}
