// dxilkit-corpus
// Luminance histogram with counters per wave in shared memory, percentiles by scanning it, and the adapted exposure.
// args: -T cs_6_0 -E BuildHistogram
// args: -T cs_6_0 -E Adapt
// args: -T cs_6_2 -E BuildHistogram -D METERING=1
// args: -T cs_6_6 -E BuildHistogram -D METERING=2 -D BINDLESS=1
// args: -T cs_6_5 -E Adapt -D WAVE_REDUCE=1
// data: cb0 16u 16u -8 4 0.5 0.95 0.1 2 0.016 1 0.3 0.6
// data: u0 0u 0u 3u 4u 7u 12u 30u 14u 9u 4u 3u 1u 1u 0u 0u 0u 4u 4u 6u 7u 8u 9u 1u 0u 0u 0u 0u 0u 0u 0u 0u 0u 12u 11u 10u 9u 8u 7u 6u 5u 4u 3u 2u 1u 0u 0u 0u 0u 3u 3u 3u 3u 3u 1u 1u 1u 1u 1u 2u 2u 2u 2u 2u 1u
// dispatch: 1 1 1

#include "../kernel/config.hlsli"
#include "../kernel/color.hlsli"
#include "../kernel/waves.hlsli"

#define BINS 64
#define COPIES 4
#ifndef METERING
#define METERING 0
#endif
#ifndef WAVE_REDUCE
#define WAVE_REDUCE 0
#endif

struct ExposureConstants
{
    uint2 size;
    float minLog;
    float logRange;
    float lowPercent;
    float highPercent;
    float minExposure;
    float maxExposure;
    float deltaTime;
    float speedUp;
    float speedDown;
    float compensation;
};

ConstantBuffer<ExposureConstants> Exposure : register(b0);
DECLARE_READ(Texture2D<float4>, Scene, 0);
DECLARE_WRITE(RWStructuredBuffer<uint>, Histogram, 0);
DECLARE_WRITE(RWStructuredBuffer<float>, Adapted, 1);

groupshared uint LocalBins[COPIES][BINS];
groupshared float2 ScanPairs[BINS];

uint BinOf(float luminance)
{
    if (luminance < 1e-5)
        return 0;
    const float t = saturate((log2(luminance) - Exposure.minLog) / Exposure.logRange);
    return uint(t * (BINS - 2) + 1);
}
float LuminanceOf(uint bin) { return exp2((float(bin) - 0.5) / (BINS - 2) * Exposure.logRange + Exposure.minLog); }

uint Weight(uint2 pixel)
{
    const float2 d = (float2(pixel) + 0.5) / float2(Exposure.size) * 2 - 1;
    switch (METERING)
    {
    case 1:
        return uint(exp(-dot(d, d) * 2) * 16 + 0.5);
    case 2:
        return dot(d, d) < 0.1 ? 16 : 0;
    default:
        return 1;
    }
}

[numthreads(16, 16, 1)]
void BuildHistogram(uint2 pixel : SV_DispatchThreadID, uint index : SV_GroupIndex)
{
    LocalBins[index / BINS][index % BINS] = 0;
    GroupMemoryBarrierWithGroupSync();
    if (all(pixel < Exposure.size))
    {
        const uint bin = BinOf(Luminance(Scene[pixel].rgb));
        const uint copy = (index / WaveGetLaneCount()) % COPIES;
        InterlockedAdd(LocalBins[copy][bin], Weight(pixel));
    }
    GroupMemoryBarrierWithGroupSync();
    if (index < BINS)
    {
        uint sum = 0;
        [unroll]
        for (uint c = 0; c < COPIES; ++c)
            sum += LocalBins[c][index];
        if (sum > 0)
            InterlockedAdd(Histogram[index], sum);
    }
}

DECLARE_GROUP_SCAN(uint, BINS)

[numthreads(BINS, 1, 1)]
void Adapt(uint bin : SV_GroupIndex)
{
    const uint count = bin == 0 ? 0 : Histogram[bin];
    uint total;
    const uint before = GroupExclusiveScan(count, bin, total);
    const float low = total * Exposure.lowPercent, high = total * Exposure.highPercent;
    const float inside = max(min(float(before + count), high) - max(float(before), low), 0);
    float2 pair = float2(inside * LuminanceOf(bin), inside);
#if WAVE_REDUCE
    pair = WaveActiveSum(pair);
    ScanPairs[bin] = 0;
    GroupMemoryBarrierWithGroupSync();
    if (WaveIsFirstLane())
        ScanPairs[bin / WaveGetLaneCount()] = pair;
    GroupMemoryBarrierWithGroupSync();
    float2 sum = 0;
    for (uint w = 0; w < BINS / WaveGetLaneCount(); ++w)
        sum += ScanPairs[w];
#else
    ScanPairs[bin] = pair;
    GroupMemoryBarrierWithGroupSync();
    [unroll]
    for (uint half_ = BINS / 2; half_ > 0; half_ /= 2)
    {
        if (bin < half_)
            ScanPairs[bin] += ScanPairs[bin + half_];
        GroupMemoryBarrierWithGroupSync();
    }
    const float2 sum = ScanPairs[0];
#endif
    Histogram[bin] = 0;
    if (bin != 0)
        return;
    const float average = sum.x / max(sum.y, 1e-3);
    const float target = clamp(0.18 / max(average, 1e-4) * exp2(Exposure.compensation), Exposure.minExposure, Exposure.maxExposure);
    const float old = Adapted[0];
    const float speed = target > old ? Exposure.speedUp : Exposure.speedDown;
    Adapted[0] = old + (target - old) * (1 - exp(-Exposure.deltaTime * speed));
    Adapted[1] = average;
    Adapted[2] = target;
    Adapted[3] = asfloat(total);
}
