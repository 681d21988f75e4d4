// dxilkit-corpus
// One pass of an edge-avoiding wavelet filter; the first passes keep the pixels in shared memory, later ones read with holes.
// args: -T cs_6_0 -E main -D STEP=1
// args: -T cs_6_0 -E main -D STEP=4 -D PREFILTER_VARIANCE=1
// args: -T cs_6_2 -E main -D STEP=2 -D SHARED=1 -D PREFILTER_VARIANCE=1
// args: -T cs_6_6 -E main -D STEP=1 -D SHARED=1 -D BINDLESS=1
// data: cb0 1 64 4 0.5 16u 16u 0u 0u
// dispatch: 2 2 1

#include "gbuffer.hlsli"

#ifndef STEP
#define STEP 1
#endif
#ifndef SHARED
#define SHARED 0
#endif
#ifndef PREFILTER_VARIANCE
#define PREFILTER_VARIANCE 0
#endif
#define TILE 8
#define RADIUS 2
#define BORDER (RADIUS * STEP)
#define PADDED (TILE + 2 * BORDER)

struct AtrousConstants
{
    EdgeStopping edges;
    float sigma;
    uint2 size;
    uint iteration;
    uint pad;
};

ConstantBuffer<AtrousConstants> Atrous : register(b0);
DECLARE_READ(Texture2D<float4>, ColorVariance, 0);
DECLARE_READ(Texture2D<uint4>, GBuffer, 1);
DECLARE_WRITE(RWTexture2D<float4>, Filtered, 0);

static const float KERNEL[RADIUS + 1] = { 0.375, 0.25, 0.0625 };
static const float GAUSS[2][2] = { { 0.25, 0.125 }, { 0.125, 0.0625 } };

struct Tap
{
    float4 color;
    float3 normal;
    float depth;
};

#if SHARED
groupshared uint2 SharedColor[PADDED * PADDED];
groupshared uint SharedNormal[PADDED * PADDED];
groupshared float SharedDepth[PADDED * PADDED];
#endif

Tap ReadTap(int2 pixel)
{
    const int2 at = clamp(pixel, 0, int2(Atrous.size) - 1);
    Tap t;
    t.color = ColorVariance[at];
    const GBufferPixel g = GBufferPixel::Unpack(GBuffer[at]);
    t.normal = g.normal;
    t.depth = g.linearDepth;
    return t;
}

Tap FetchTap(int2 pixel, int2 local)
{
#if SHARED
    const uint i = uint((local.y + BORDER) * PADDED + local.x + BORDER);
    Tap t;
    t.color = UnpackHalf4(SharedColor[i]);
    t.normal = UnpackNormal(SharedNormal[i]);
    t.depth = SharedDepth[i];
    return t;
#else
    return ReadTap(pixel);
#endif
}

float PrefilteredVariance(int2 pixel, int2 local)
{
#if PREFILTER_VARIANCE
    float sum = 0;
    [unroll]
    for (int y = -1; y <= 1; ++y)
        [unroll]
        for (int x = -1; x <= 1; ++x)
            sum += FetchTap(pixel + int2(x, y), local + int2(x, y)).color.a * GAUSS[abs(y)][abs(x)];
    return sum;
#else
    return FetchTap(pixel, local).color.a;
#endif
}

[numthreads(TILE, TILE, 1)]
void main(int2 pixel : SV_DispatchThreadID, int2 local : SV_GroupThreadID, uint2 group : SV_GroupID, uint index : SV_GroupIndex)
{
#if SHARED
    for (uint i = index; i < PADDED * PADDED; i += TILE * TILE)
    {
        const Tap t = ReadTap(int2(group * TILE) + int2(i % PADDED, i / PADDED) - BORDER);
        SharedColor[i] = PackHalf4(t.color);
        SharedNormal[i] = PackNormal(t.normal);
        SharedDepth[i] = t.depth;
    }
    GroupMemoryBarrierWithGroupSync();
#endif
    if (any(pixel >= int2(Atrous.size)))
        return;
    const Tap center = FetchTap(pixel, local);
    const float centerLuminance = Luminance(center.color.rgb);
    EdgeStopping edges = Atrous.edges;
    edges.phiLuminance *= sqrt(max(PrefilteredVariance(pixel, local), 0) + 1e-8);
    const float right = FetchTap(pixel + int2(1, 0), local + int2(1, 0)).depth;
    const float below = FetchTap(pixel + int2(0, 1), local + int2(0, 1)).depth;
    const float slope = max(abs(right - center.depth), abs(below - center.depth));
    float weight = Square(KERNEL[0]);
    float3 color = center.color.rgb * weight;
    float variance = center.color.a * Square(weight);
    float total = weight;
    [unroll]
    for (int y = -RADIUS; y <= RADIUS; ++y)
    {
        [unroll]
        for (int x = -RADIUS; x <= RADIUS; ++x)
        {
            if (x == 0 && y == 0)
                continue;
            const int2 offset = int2(x, y) * STEP;
            if (any(pixel + offset < 0) || any(pixel + offset >= int2(Atrous.size)))
                continue;
            const Tap tap = FetchTap(pixel + offset, local + offset);
            const float distance = length(float2(offset));
            float w = edges.Weight(center.depth, tap.depth, slope * distance, center.normal, tap.normal, centerLuminance, Luminance(tap.color.rgb));
            w *= KERNEL[abs(x)] * KERNEL[abs(y)];
            color += tap.color.rgb * w;
            variance += tap.color.a * w * w;
            total += w;
        }
    }
    Filtered[pixel] = float4(color / total, variance / Square(total));
}
