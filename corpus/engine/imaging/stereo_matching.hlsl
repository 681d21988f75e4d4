// dxilkit-corpus
// Depth of two pictures: census transform, cost volume, semi-global paths with two penalties, winner with subpixel fit, left-right check, hole filling.
// args: -T cs_6_0 -E Census
// args: -T cs_6_0 -E Census -D WIDE=1
// args: -T cs_6_0 -E Aggregate
// args: -T cs_6_0 -E Aggregate -D PATH=1
// args: -T cs_6_0 -E Select
// args: -T cs_6_0 -E Select -D CHECK=1
// args: -T cs_6_6 -E Aggregate -D PATH=1
// range: CensusLeft 0 255
// range: CensusRight 0 255
// set: Size 16 16
// set: penalties 2 9
// dispatch: 2 2 1
#include "../kernel/math.hlsli"
#ifndef WIDE
#define WIDE 0
#endif
#ifndef PATH
#define PATH 0
#endif
#ifndef CHECK
#define CHECK 0
#endif
#define DISPARITIES 16
#define INVALID 255u

cbuffer Stereo : register(b0)
{
    uint2 Size;
    uint2 penalties;
    float uniqueness;
    float maxDifference;
};
Texture2D<float> Left : register(t0);
Texture2D<float> Right : register(t1);
StructuredBuffer<uint2> CensusLeft : register(t2);
StructuredBuffer<uint2> CensusRight : register(t3);
RWStructuredBuffer<uint2> CensusOut : register(u0);
RWStructuredBuffer<uint> Costs : register(u1);
RWTexture2D<float> Disparity : register(u2);

uint2 CensusOf(Texture2D<float> picture, int2 p)
{
    const float center = picture.Load(int3(p, 0));
    uint2 bits = 0;
    uint n = 0;
#if WIDE
    const int2 reach = int2(4, 3);
#else
    const int2 reach = int2(2, 2);
#endif
    [unroll]
    for (int y = -reach.y; y <= reach.y; ++y)
        [unroll]
        for (int x = -reach.x; x <= reach.x; ++x)
        {
            if (x == 0 && y == 0)
                continue;
            const int2 q = clamp(p + int2(x, y), 0, int2(Size) - 1);
            bits[n >> 5] |= (picture.Load(int3(q, 0)) < center ? 1u : 0u) << (n & 31);
            ++n;
        }
    return bits;
}

[numthreads(8, 8, 1)]
void Census(uint2 p : SV_DispatchThreadID)
{
    if (any(p >= Size))
        return;
    const uint at = (p.y * Size.x + p.x) * 2;
    CensusOut[at] = CensusOf(Left, p);
    CensusOut[at + 1] = CensusOf(Right, p);
}

uint Matching(uint2 p, uint d)
{
    if (p.x < d)
        return 40;
    const uint2 difference = CensusLeft[(p.y * Size.x + p.x) & 63] ^ CensusRight[(p.y * Size.x + p.x - d) & 63];
    const uint2 n = countbits(difference);
    return n.x + n.y;
}

groupshared uint Before[DISPARITIES + 2];
groupshared uint LeastBefore;

/// A group walks a line of pixels; a thread has a disparity.
[numthreads(DISPARITIES, 1, 1)]
void Aggregate(uint d : SV_GroupIndex, uint3 group : SV_GroupID)
{
    const uint line_ = group.y * 2 + group.x;
#if PATH
    uint2 p = uint2(line_ * 4, 0);
    const int2 step = int2(1, 1);
#else
    uint2 p = uint2(0, line_ * 4);
    const int2 step = int2(1, 0);
#endif
    Before[d + 1] = Matching(p, d);
    if (d == 0)
    {
        Before[0] = 1000;
        Before[DISPARITIES + 1] = 1000;
    }
    const uint count = min(Size.x, 16);
    [loop]
    for (uint i = 0; i < count; ++i)
    {
        GroupMemoryBarrierWithGroupSync();
        if (d == 0)
        {
            uint least = Before[1];
            [unroll]
            for (uint k = 2; k <= DISPARITIES; ++k)
                least = min(least, Before[k]);
            LeastBefore = least;
        }
        GroupMemoryBarrierWithGroupSync();
        const uint jump = LeastBefore + penalties.y, near = min(Before[d], Before[d + 2]) + penalties.x;
        const uint cost = Matching(p, d) + min(min(Before[d + 1], near), jump) - LeastBefore;
        Costs[(line_ * 16 + i) * DISPARITIES + d] = cost;
        GroupMemoryBarrierWithGroupSync();
        Before[d + 1] = cost;
        p = uint2(int2(p) + step) % max(Size, 1);
    }
}

struct Winner
{
    uint best, second, at;
    void Offer(uint cost, uint d)
    {
        if (cost < best)
        {
            // A neighbour of the winner is no rival.
            if (d > at + 1 || at == INVALID)
                second = best;
            best = cost;
            at = d;
        }
        else if (cost < second && d > at + 1)
            second = cost;
    }
    static Winner None()
    {
        Winner w = { INVALID, INVALID, INVALID };
        return w;
    }
};

[numthreads(8, 8, 1)]
void Select(uint2 p : SV_DispatchThreadID)
{
    if (any(p >= Size))
        return;
    uint costs[DISPARITIES];
    Winner w = Winner::None();
    uint d;
    for (d = 0; d < DISPARITIES; ++d)
    {
        costs[d] = Matching(p, d) * 4 + Matching(uint2(p.x, p.y ^ 1), d);
        w.Offer(costs[d], d);
    }
    float result = -1;
    if (w.at != INVALID && float(w.second) * (1 - 0.2 * uniqueness) > float(w.best))
    {
        result = w.at;
        if (w.at > 0 && w.at + 1 < DISPARITIES)
        {
            const float a = costs[w.at - 1], b = costs[w.at], c = costs[w.at + 1];
            result += clamp((a - c) * SafeRcp(2 * (a + c - 2 * b)), -0.5, 0.5);
        }
    }
#if CHECK
    if (result >= 0)
    {
        const uint right = p.x - min(uint(result + 0.5), p.x);
        Winner other = Winner::None();
        for (d = 0; d < DISPARITIES && right + d < Size.x; ++d)
            other.Offer(Matching(uint2(right + d, p.y), d), d);
        if (abs(float(other.at) - result) > 1 + maxDifference)
            result = -2;
    }
#endif
    Disparity[p] = result;
}
