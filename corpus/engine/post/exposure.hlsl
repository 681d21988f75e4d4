// dxilkit-corpus
// Automatic exposure: luminance histogram in groupshared memory with metering weights, then percentile average and adaptation.
// args: -T cs_6_0 -E BuildHistogram
// args: -T cs_6_0 -E BuildHistogram -D CENTER_WEIGHTED=1
// args: -T cs_6_0 -E BuildHistogram -D CENTER_WEIGHTED=1 -D WAVE_MERGE=1
// args: -T cs_6_0 -E AverageHistogram
// args: -T cs_6_0 -E AverageHistogram -D WAVE_SCAN=1
// set: sourceSize 32 32
// set: lowPercent 0.1
// set: highPercent 0.9
// set: minLog -8
// set: rangeLog 12
// range: Histogram 0 20
// dispatch: 2 2 1
#include "../shared/math.hlsli"
#include "../shared/color.hlsli"

#ifndef CENTER_WEIGHTED
#define CENTER_WEIGHTED 0
#endif
#ifndef WAVE_MERGE
#define WAVE_MERGE 0
#endif
#ifndef WAVE_SCAN
#define WAVE_SCAN 0
#endif
#define BINS 64
#define GROUP 16

struct ExposureState
{
    float average;
    float target;
    float current;
    float key;
};

cbuffer Metering : register(b0)
{
    uint2 sourceSize;
    float minLog;
    float rangeLog;
    float lowPercent;
    float highPercent;
    float speedUp;
    float speedDown;
    float deltaTime;
    float compensation;
    float minExposure;
    float maxExposure;
    float4 meteringMask[4];
};
Texture2D<float4> Scene : register(t0);
RWStructuredBuffer<uint> Histogram : register(u0);
RWStructuredBuffer<ExposureState> State : register(u1);

groupshared uint Local[BINS];

uint BinOf(float3 color)
{
    float y = Luminance(color);
    if (y < 1e-3f) return 0u;
    float t = saturate((log2(y) - minLog) / rangeLog);
    return uint(t * float(BINS - 2)) + 1u;
}

uint MeteringWeight(uint2 pixel)
{
#if CENTER_WEIGHTED
    float2 uv = (float2(pixel) + 0.5f) / float2(sourceSize);
    uint2 cell = min(uint2(uv * 4.0f), 3u);
    float2 d = uv - 0.5f;
    return uint(saturate(exp(-4.0f * dot(d, d)) * meteringMask[cell.y][cell.x]) * 16.0f + 0.25f);
#else
    return 4u;
#endif
}

[numthreads(GROUP, GROUP, 1)]
void BuildHistogram(uint3 id : SV_DispatchThreadID, uint lane : SV_GroupIndex)
{
    if (lane < BINS) Local[lane] = 0u;
    GroupMemoryBarrierWithGroupSync();
    if (all(id.xy < sourceSize))
    {
        float3 c = Scene.Load(int3(id.xy & 15u, 0)).rgb;
        uint bin = BinOf(c);
        uint weight = MeteringWeight(id.xy);
#if WAVE_MERGE
        // Lanes with the same bin add once.
        bool pending = true;
        while (pending)
        {
            uint first = WaveReadLaneFirst(bin);
            if (first == bin)
            {
                uint total = WaveActiveSum(weight);
                if (WaveIsFirstLane()) InterlockedAdd(Local[first], total);
                pending = false;
            }
        }
#else
        InterlockedAdd(Local[bin], weight);
#endif
    }
    GroupMemoryBarrierWithGroupSync();
    if (lane < BINS) InterlockedAdd(Histogram[lane], Local[lane]);
}

groupshared uint Prefix[BINS];
groupshared float WeightedLog[BINS];
groupshared float WeightSum[BINS];

[numthreads(BINS, 1, 1)]
void AverageHistogram(uint lane : SV_GroupIndex, uint3 group : SV_GroupID)
{
    uint count = lane == 0u ? 0u : Histogram[lane];
    Prefix[lane] = count;
    GroupMemoryBarrierWithGroupSync();
#if WAVE_SCAN
    uint before = WavePrefixSum(count);
    uint waveTotal = WaveActiveSum(count);
    uint wave = lane / WaveGetLaneCount();
    GroupMemoryBarrierWithGroupSync();
    if (WaveIsFirstLane()) Prefix[wave] = waveTotal;
    GroupMemoryBarrierWithGroupSync();
    uint total = 0u;
    for (uint w = 0u; w < (BINS + WaveGetLaneCount() - 1u) / WaveGetLaneCount(); ++w)
    {
        before += w < wave ? Prefix[w] : 0u;
        total += Prefix[w];
    }
#else
    // Work-efficient scan: up, then down.
    uint offset = 1u;
    for (uint d = BINS >> 1; d > 0u; d >>= 1)
    {
        if (lane < d)
        {
            uint a = offset * (2u * lane + 1u) - 1u;
            uint b = offset * (2u * lane + 2u) - 1u;
            Prefix[b] += Prefix[a];
        }
        offset <<= 1;
        GroupMemoryBarrierWithGroupSync();
    }
    uint total = Prefix[BINS - 1];
    GroupMemoryBarrierWithGroupSync();
    if (lane == 0u) Prefix[BINS - 1] = 0u;
    GroupMemoryBarrierWithGroupSync();
    for (uint e = 1u; e < BINS; e <<= 1)
    {
        offset >>= 1;
        if (lane < e)
        {
            uint a = offset * (2u * lane + 1u) - 1u;
            uint b = offset * (2u * lane + 2u) - 1u;
            uint t = Prefix[a];
            Prefix[a] = Prefix[b];
            Prefix[b] += t;
        }
        GroupMemoryBarrierWithGroupSync();
    }
    uint before = Prefix[lane];
#endif
    float low = float(total) * lowPercent, high = float(total) * highPercent;
    float inside = max(0.0f, min(float(before + count), high) - max(float(before), low));
    float logOfBin = (float(lane) - 0.5f) / float(BINS - 2) * rangeLog + minLog;
    WeightedLog[lane] = inside * logOfBin;
    WeightSum[lane] = inside;
    GroupMemoryBarrierWithGroupSync();
    [unroll] for (uint s = BINS / 2; s > 0u; s >>= 1)
    {
        if (lane < s)
        {
            WeightedLog[lane] += WeightedLog[lane + s];
            WeightSum[lane] += WeightSum[lane + s];
        }
        GroupMemoryBarrierWithGroupSync();
    }
    if (lane != 0u || any(group.xy != 0u)) return;
    ExposureState state = State[0];
    state.average = exp2(WeightedLog[0] / max(WeightSum[0], 1e-3f));
    state.key = 1.03f - 2.0f / (2.0f + log10(state.average + 1.0f));
    state.target = clamp(state.key / max(state.average, 1e-4f) * exp2(compensation), minExposure * 0.1f, 1.0f + maxExposure * 8.0f);
    float speed = state.target > state.current ? speedUp : speedDown;
    state.current += (state.target - state.current) * (1.0f - exp(-deltaTime * speed));
    State[0] = state;
}
