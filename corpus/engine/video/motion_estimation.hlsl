// dxilkit-corpus
// Motion search of an encoder: hierarchical diamond search by packed differences, half-pixel refinement with six taps, modes by a
// rate model, and the integer transform with quantisation of the residual.
// args: -T cs_6_0 -E Search
// args: -T cs_6_0 -E Search -D FULL_SEARCH=1
// args: -T cs_6_0 -E Refine
// args: -T cs_6_0 -E TransformBlocks
// args: -T cs_6_6 -E TransformBlocks -D SIZE8=1
// args: -T cs_6_0 -E TransformBlocks -D SIZE8=1
// args: -T cs_6_6 -E Search -D FULL_SEARCH=1 -D MSAD=1
// data: cb0 16i 16i 1u 0u 0 1 1u 3i 4 0.05 12u 3u
// dispatch: 2 2 1

#include "video.hlsli"

#ifndef FULL_SEARCH
#define FULL_SEARCH 0
#endif
#ifndef MSAD
#define MSAD 0
#endif
#ifdef SIZE8
#define BLOCK 8
#else
#define BLOCK 4
#endif

struct MotionVector
{
    int2 v;
    uint cost;

    uint Pack() { return (uint(v.x) & 0xff) | (uint(v.y) & 0xff) << 8 | min(cost, 0xffff) << 16; }
    static MotionVector Unpack(uint p)
    {
        MotionVector m;
        m.v = int2(p << 24, p << 16) >> 24;
        m.cost = p >> 16;
        return m;
    }
};

ConstantBuffer<VideoConstants> Video : register(b0);
Texture2D<float> Current : register(t0);
Texture2D<float> Reference : register(t1);
StructuredBuffer<uint> VectorsIn : register(t2);
RWStructuredBuffer<uint> Vectors : register(u0);
RWStructuredBuffer<int> Coefficients : register(u1);
RWTexture2D<float> Residual : register(u2);

groupshared uint CurrentRows[8][2];
groupshared uint2 Best[64];

int Level(Texture2D<float> picture, int2 at) { return int(saturate(picture[clamp(at, 0, Video.size - 1)]) * 255 + 0.5); }

uint PackRow(Texture2D<float> picture, int2 at)
{
    uint p = 0;
    [unroll]
    for (int i = 0; i < 4; ++i)
        p |= uint(Level(picture, at + int2(i, 0))) << (8 * i);
    return p;
}

uint AbsoluteDifferences(uint a, uint b)
{
#if MSAD
    const uint4 r = msad4(a, uint2(b, 0), uint4(0, 0, 0, 0));
    return r.x;
#else
    uint sum = 0;
    [unroll]
    for (uint i = 0; i < 4; ++i)
    {
        const int d = int((a >> (8 * i)) & 0xff) - int((b >> (8 * i)) & 0xff);
        sum += abs(d);
    }
    return sum;
#endif
}

uint RateOf(int2 v, int2 predicted)
{
    const uint2 d = abs(v - predicted);
    // Length of an exponential Golomb code.
    return 2 * (firstbithigh(d.x * 2 + 1) + firstbithigh(d.y * 2 + 1)) + 2;
}

uint BlockCost(int2 origin, int2 v)
{
    uint sum = 0;
    [loop]
    for (int y = 0; y < 8; ++y)
    {
        sum += AbsoluteDifferences(CurrentRows[y][0], PackRow(Reference, origin + v + int2(0, y)));
        sum += AbsoluteDifferences(CurrentRows[y][1], PackRow(Reference, origin + v + int2(4, y)));
    }
    return sum + uint(Video.lambda) * RateOf(v, 0);
}

[numthreads(8, 8, 1)]
void Search(uint2 group : SV_GroupID, uint lane : SV_GroupIndex)
{
    const int2 origin = int2(group) * 8;
    if (lane < 16)
        CurrentRows[lane >> 1][lane & 1] = PackRow(Current, origin + int2((lane & 1) * 4, lane >> 1));
    GroupMemoryBarrierWithGroupSync();
    MotionVector best;
    best.v = 0;
    best.cost = 0xffff;
#if FULL_SEARCH
    const int2 v = int2(lane & 7, lane >> 3) - 4;
    Best[lane] = uint2(BlockCost(origin, v), lane);
    GroupMemoryBarrierWithGroupSync();
    [unroll]
    for (uint half_ = 32; half_ > 0; half_ >>= 1)
    {
        if (lane < half_)
        {
            const uint2 other = Best[lane + half_];
            if (other.x < Best[lane].x || (other.x == Best[lane].x && other.y < Best[lane].y))
                Best[lane] = other;
        }
        GroupMemoryBarrierWithGroupSync();
    }
    best.cost = Best[0].x;
    best.v = int2(Best[0].y & 7, Best[0].y >> 3) - 4;
#else
    static const int2 LARGE[9] = { int2(0, 0), int2(0, -2), int2(1, -1), int2(2, 0), int2(1, 1), int2(0, 2), int2(-1, 1), int2(-2, 0), int2(-1, -1) };
    static const int2 SMALL[5] = { int2(0, 0), int2(0, -1), int2(1, 0), int2(0, 1), int2(-1, 0) };
    int2 center = 0;
    [loop]
    for (int round = 0; round < Video.searchRange; ++round)
    {
        Best[lane] = lane < 9 ? uint2(BlockCost(origin, center + LARGE[lane]), lane) : 0xffffffff;
        GroupMemoryBarrierWithGroupSync();
        uint2 b = Best[0];
        for (uint i = 1; i < 9; ++i)
            if (Best[i].x < b.x)
                b = Best[i];
        GroupMemoryBarrierWithGroupSync();
        center += LARGE[b.y];
        if (b.y == 0)
            break;
    }
    for (uint k = 0; k < 5; ++k)
    {
        const uint cost = BlockCost(origin, center + SMALL[k]);
        if (cost < best.cost)
        {
            best.cost = cost;
            best.v = center + SMALL[k];
        }
    }
#endif
    if (lane == 0)
        Vectors[(group.y * 4 + group.x) & 63] = best.Pack();
}

/// Six taps between two pixels.
float HalfPixel(int2 at, int2 step)
{
    static const int TAPS[6] = { 1, -5, 20, 20, -5, 1 };
    int sum = 0;
    [unroll]
    for (int i = 0; i < 6; ++i)
        sum += TAPS[i] * Level(Reference, at + step * (i - 2));
    return clamp((sum + 16) >> 5, 0, 255);
}

float Interpolated(int2 at, int2 fraction)
{
    switch (fraction.x | fraction.y << 1)
    {
    case 0: return Level(Reference, at);
    case 1: return HalfPixel(at, int2(1, 0));
    case 2: return HalfPixel(at, int2(0, 1));
    default: return 0.5 * (HalfPixel(at, int2(1, 0)) + HalfPixel(at + int2(0, 1), int2(1, 0)));
    }
}

[numthreads(8, 8, 1)]
void Refine(int2 pixel : SV_DispatchThreadID, uint2 group : SV_GroupID, uint lane : SV_GroupIndex)
{
    MotionVector m = MotionVector::Unpack(VectorsIn[(group.y * 4 + group.x) & 63]);
    m.v = clamp(m.v, -4, 4);
    const int current = Level(Current, pixel);
    uint bestCost = 0xffffffff, bestIndex = 0;
    [loop]
    for (uint k = 0; k < 9; ++k)
    {
        const int2 half_ = int2(k % 3, k / 3) - 1;
        const int2 doubled = m.v * 2 + half_;
        const float predicted = Interpolated(pixel + (doubled >> 1), doubled & 1);
        Best[lane] = uint2(uint(abs(current - predicted)), lane);
        GroupMemoryBarrierWithGroupSync();
        [unroll]
        for (uint width = 32; width > 0; width >>= 1)
        {
            if (lane < width)
                Best[lane].x += Best[lane + width].x;
            GroupMemoryBarrierWithGroupSync();
        }
        if (Best[0].x < bestCost)
        {
            bestCost = Best[0].x;
            bestIndex = k;
        }
        GroupMemoryBarrierWithGroupSync();
    }
    const int2 final_ = m.v * 2 + int2(bestIndex % 3, bestIndex / 3) - 1;
    Residual[uint2(pixel)] = current - Interpolated(pixel + (final_ >> 1), final_ & 1);
    if (lane == 0)
    {
        m.v = final_;
        m.cost = bestCost;
        Vectors[(group.y * 4 + group.x) & 63] = m.Pack();
    }
}

struct Butterfly
{
    int v[BLOCK];

    void Forward()
    {
#if BLOCK == 4
        const int s0 = v[0] + v[3], s1 = v[1] + v[2], d0 = v[0] - v[3], d1 = v[1] - v[2];
        v[0] = s0 + s1;
        v[1] = 2 * d0 + d1;
        v[2] = s0 - s1;
        v[3] = d0 - 2 * d1;
#else
        int s[4], d[4];
        [unroll]
        for (uint i = 0; i < 4; ++i)
        {
            s[i] = v[i] + v[7 - i];
            d[i] = v[i] - v[7 - i];
        }
        const int a0 = s[0] + s[3], a1 = s[1] + s[2], a2 = s[0] - s[3], a3 = s[1] - s[2];
        v[0] = a0 + a1;
        v[4] = a0 - a1;
        v[2] = a2 + (a3 >> 1);
        v[6] = (a2 >> 1) - a3;
        const int b0 = d[1] + d[2] + (d[0] + (d[0] >> 1)), b1 = d[0] - d[3] - (d[2] + (d[2] >> 1));
        const int b2 = d[0] + d[3] - (d[1] + (d[1] >> 1)), b3 = d[1] - d[2] + (d[3] + (d[3] >> 1));
        v[1] = b0 + (b3 >> 2);
        v[3] = b1 + (b2 >> 2);
        v[5] = b2 - (b1 >> 2);
        v[7] = (b0 >> 2) - b3;
#endif
    }
};

groupshared int Block[BLOCK][BLOCK];
groupshared uint NonZero;

[numthreads(BLOCK, BLOCK, 1)]
void TransformBlocks(uint2 group : SV_GroupID, uint2 thread : SV_GroupThreadID, uint lane : SV_GroupIndex)
{
    const int2 at = int2(group * BLOCK + thread);
    Block[thread.y][thread.x] = Level(Current, at) - Level(Reference, at);
    if (lane == 0)
        NonZero = 0;
    GroupMemoryBarrierWithGroupSync();
    [unroll]
    for (uint pass = 0; pass < 2; ++pass)
    {
        if (lane < BLOCK)
        {
            Butterfly b;
            [unroll]
            for (uint i = 0; i < BLOCK; ++i)
                b.v[i] = pass == 0 ? Block[lane][i] : Block[i][lane];
            b.Forward();
            [unroll]
            for (uint k = 0; k < BLOCK; ++k)
            {
                if (pass == 0)
                    Block[lane][k] = b.v[k];
                else
                    Block[k][lane] = b.v[k];
            }
        }
        GroupMemoryBarrierWithGroupSync();
    }
    static const int SCALES[6][3] = { { 13107, 5243, 8066 }, { 11916, 4660, 7490 }, { 10082, 4194, 6554 }, { 9362, 3647, 5825 }, { 8192, 3355, 5243 }, { 7282, 2893, 4559 } };
    const uint kind = (thread.x & 1) + (thread.y & 1) == 0 ? 0 : (thread.x & thread.y & 1) ? 1 : 2;
    const uint shift = 15 + Video.quantiser / 6;
    const int c = Block[thread.y][thread.x];
    const int magnitude = (abs(c) * SCALES[Video.quantiser % 6][kind] + int(1u << shift) / 3) >> shift;
    const int level = c < 0 ? -magnitude : magnitude;
    if (level != 0)
        InterlockedOr(NonZero, 1u << (lane & 31));
    GroupMemoryBarrierWithGroupSync();
    // Zigzag order.
    const uint diagonal = thread.x + thread.y;
    const uint before = diagonal < BLOCK ? diagonal * (diagonal + 1) / 2 : BLOCK * BLOCK - (2 * BLOCK - 1 - diagonal) * (2 * BLOCK - diagonal) / 2;
    const uint along = diagonal & 1 ? thread.y : thread.x;
    const uint place = before + (diagonal < BLOCK ? along : along - (diagonal - BLOCK + 1));
    Coefficients[place & 63] = level + int(countbits(NonZero) << 16);
}
