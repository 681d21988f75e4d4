// dxilkit-corpus
// Temporal antialiasing: tile in groupshared memory, Catmull-Rom history in five taps, variance clipping in YCoCg, anti-flicker, upscaling variant.
// args: -T cs_6_0 -E ResolveTaa
// args: -T cs_6_0 -E ResolveTaa -D UPSCALE=1
// args: -T cs_6_0 -E ResolveTaa -D CLIP=0 -D HISTORY_TAPS=1
// args: -T cs_6_2 -E ResolveTaa -D HALF=1 -enable-16bit-types
// args: -T cs_6_6 -E ResolveTaa -D UPSCALE=1 -D HALF=1 -enable-16bit-types
// set: resolution 32 32
// set: invResolution 0.03125 0.03125
// set: nearPlane 0.1
// set: farPlane 30
// set: inputSize 32 32
// set: historyIndex 3
// dispatch: 4 4 1
#include "../shared/view.hlsli"
#include "../shared/color.hlsli"

#ifndef UPSCALE
#define UPSCALE 0
#endif
#ifndef CLIP
#define CLIP 1
#endif
#ifndef HISTORY_TAPS
#define HISTORY_TAPS 5
#endif
#ifndef HALF
#define HALF 0
#endif
#if HALF
typedef float16_t real;
typedef float16_t3 real3;
typedef float16_t4 real4;
#else
typedef float real;
typedef float3 real3;
typedef float4 real4;
#endif
#define GROUP 8
#define SIDE (GROUP + 2)

cbuffer Taa : register(b1)
{
    float2 inputSize;
    float feedback;
    float sharpness;
    float varianceScale;
    float velocityReject;
    float antiFlicker;
    uint historyIndex;
};
ConstantBuffer<ViewData> View : register(b0);
Texture2D<float4> SceneColor : register(t0);
Texture2D<float4> History : register(t1);
Texture2D<float4> Velocity : register(t2);
Texture2D<float> DepthTexture : register(t3);
SamplerState LinearClamp : register(s0);
RWTexture2D<float4> Output : register(u0);

groupshared real3 TileColor[SIDE * SIDE];
groupshared float TileDepth[SIDE * SIDE];

real3 Compress(real3 c) { return c * rcp((real)1.0f + max(c.r, max(c.g, c.b))); }
real3 Expand(real3 c) { return c * rcp(max((real)1.0f - max(c.r, max(c.g, c.b)), (real)0.01f)); }

real3 ToYCoCg(real3 c)
{
    return real3((real)0.25f * c.r + (real)0.5f * c.g + (real)0.25f * c.b, (real)0.5f * (c.r - c.b), (real)-0.25f * c.r + (real)0.5f * c.g - (real)0.25f * c.b);
}
real3 ToRGB(real3 c)
{
    real t = c.x - c.z;
    return real3(t + c.y, c.x + c.z, t - c.y);
}

real3 SampleHistory(float2 uv)
{
#if HISTORY_TAPS == 1
    return (real3)History.SampleLevel(LinearClamp, uv, 0.0f).rgb;
#else
    float2 size = 16.0f;
    float2 at = uv * size;
    float2 center = floor(at - 0.5f) + 0.5f;
    float2 f = at - center;
    float2 f2 = f * f, f3 = f2 * f;
    float c = sharpness * 0.5f + 0.25f;
    float2 w0 = -c * f3 + 2.0f * c * f2 - c * f;
    float2 w1 = (2.0f - c) * f3 - (3.0f - c) * f2 + 1.0f;
    float2 w2 = -(2.0f - c) * f3 + (3.0f - 2.0f * c) * f2 + c * f;
    float2 w3 = c * f3 - c * f2;
    float2 w12 = w1 + w2;
    float2 t12 = (center + w2 / w12) / size;
    float2 t0 = (center - 1.0f) / size, t3 = (center + 2.0f) / size;
    float4 sum = float4(History.SampleLevel(LinearClamp, float2(t12.x, t0.y), 0.0f).rgb, 1.0f) * (w12.x * w0.y);
    sum += float4(History.SampleLevel(LinearClamp, float2(t0.x, t12.y), 0.0f).rgb, 1.0f) * (w0.x * w12.y);
    sum += float4(History.SampleLevel(LinearClamp, t12, 0.0f).rgb, 1.0f) * (w12.x * w12.y);
    sum += float4(History.SampleLevel(LinearClamp, float2(t3.x, t12.y), 0.0f).rgb, 1.0f) * (w3.x * w12.y);
    sum += float4(History.SampleLevel(LinearClamp, float2(t12.x, t3.y), 0.0f).rgb, 1.0f) * (w12.x * w3.y);
    return (real3)max(sum.rgb / sum.a, 0.0f);
#endif
}

struct Neighbourhood
{
    real3 low, high, mean, deviation;
    float2 offset;
    float closest;

    real3 Clip(real3 c)
    {
        real3 center = (low + high) * (real)0.5f;
        real3 extent = (high - low) * (real)0.5f + (real)1e-3f;
        real3 d = c - center;
        real3 units = abs(d / extent);
        real most = max(units.x, max(units.y, units.z));
        return most > (real)1.0f ? center + d / most : c;
    }
};

Neighbourhood Examine(uint2 center)
{
    Neighbourhood n;
    real3 m1 = (real3)0.0f, m2 = (real3)0.0f;
    n.low = (real3)60000.0f;
    n.high = (real3)-60000.0f;
    n.closest = TileDepth[center.y * SIDE + center.x];
    n.offset = 0.0f;
    real3 crossLow = n.low, crossHigh = n.high;
    [unroll] for (int y = -1; y <= 1; ++y)
        [unroll] for (int x = -1; x <= 1; ++x)
        {
            uint index = uint(int(center.y) + y) * SIDE + uint(int(center.x) + x);
            real3 c = TileColor[index];
            m1 += c;
            m2 += c * c;
            n.low = min(n.low, c);
            n.high = max(n.high, c);
            if (x == 0 || y == 0)
            {
                crossLow = min(crossLow, c);
                crossHigh = max(crossHigh, c);
            }
            float z = TileDepth[index];
            if (z > n.closest)
            {
                n.closest = z;
                n.offset = float2(x, y);
            }
        }
    n.mean = m1 / (real)9.0f;
    n.deviation = sqrt(max(m2 / (real)9.0f - n.mean * n.mean, (real3)0.0f));
    real scale = (real)(varianceScale + 0.75f);
    n.low = max((n.low + crossLow) * (real)0.5f, n.mean - n.deviation * scale);
    n.high = min((n.high + crossHigh) * (real)0.5f, n.mean + n.deviation * scale);
    return n;
}

/// The jittered samples around, weighted by their distance to the pixel's centre.
real3 Reconstruct(uint2 center, float2 jitter)
{
    real3 sum = (real3)0.0f;
    float weights = 0.0f;
    [unroll] for (int y = -1; y <= 1; ++y)
        [unroll] for (int x = -1; x <= 1; ++x)
        {
            float2 d = float2(x, y) - jitter;
            float w = exp(-2.29f * dot(d, d));
            sum += TileColor[uint(int(center.y) + y) * SIDE + uint(int(center.x) + x)] * (real)w;
            weights += w;
        }
    return sum / (real)max(weights, 1e-3f);
}

[numthreads(GROUP, GROUP, 1)]
void ResolveTaa(uint3 id : SV_DispatchThreadID, uint3 local : SV_GroupThreadID, uint3 group : SV_GroupID, uint lane : SV_GroupIndex)
{
#if UPSCALE
    float2 ratio = inputSize * View.invResolution;
    int2 corner = int2(floor((float2(group.xy * GROUP) + 0.5f) * ratio)) - 1;
#else
    int2 corner = int2(group.xy * GROUP) - 1;
#endif
    for (uint i = lane; i < SIDE * SIDE; i += GROUP * GROUP)
    {
        int2 at = clamp(corner + int2(i % SIDE, i / SIDE), 0, int2(inputSize) - 1);
        int3 texel = int3(at & 15, 0);
        TileColor[i] = ToYCoCg(Compress((real3)SceneColor.Load(texel).rgb));
        TileDepth[i] = DepthTexture.Load(texel);
    }
    GroupMemoryBarrierWithGroupSync();
    if (!View.Contains(id.xy)) return;
    float2 uv = View.UvOf(id.xy);
#if UPSCALE
    uint2 center = uint2(clamp(int2(floor((float2(id.xy) + 0.5f) * ratio)) - corner, 1, GROUP));
#else
    uint2 center = local.xy + 1u;
#endif
    Neighbourhood n = Examine(center);
    float2 velocity = (Velocity.SampleLevel(LinearClamp, uv + n.offset * View.invResolution, 0.0f).xy - 0.5f) * 0.1f;
    float2 before = uv - velocity;
    real3 current = Reconstruct(center, View.jitter - 0.5f);
    real3 history = ToYCoCg(Compress(SampleHistory(before)));
#if CLIP
    real3 clipped = n.Clip(history);
#else
    real3 clipped = clamp(history, n.low, n.high);
#endif
    float weight = lerp(0.85f, 0.97f, feedback);
    float speed = length(velocity * float2(View.resolution));
    weight = lerp(weight, 0.6f, saturate(speed * velocityReject * 0.1f));
    // Where little changes keep more of the history.
    float difference = abs(float(current.x - clipped.x)) / max(float(max(current.x, clipped.x)), 0.2f);
    weight = lerp(weight, 0.97f, Square(1.0f - saturate(difference)) * antiFlicker);
    if (any(before < 0.0f) || any(before > 1.0f) || historyIndex == 0u) weight = 0.0f;
    real3 result = Expand(ToRGB(lerp(current, clipped, (real)weight)));
    Output[id.xy] = float4(float3(max(result, (real3)0.0f)), weight);
}
