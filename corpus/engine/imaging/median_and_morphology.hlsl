// dxilkit-corpus
// Order filters: median of 5x5 by a network with forgetting, histogram median with bytes in words, morphology by van Herk's runs, and
// connected components by union-find in shared memory.
// args: -T cs_6_0 -E MedianNetwork
// args: -T cs_6_6 -E MedianHistogram
// args: -T cs_6_0 -E Morphology -D DILATE=1
// args: -T cs_6_0 -E Components
// args: -T cs_6_6 -E Components
// args: -T cs_6_2 -E MedianNetwork -D SHORT=1 -enable-16bit-types
// data: cb0 16u 16u 0.0625 0.0625 2 0.2 0.5 0.01 0.5 0.5 0.25 0.25 3u 0u 0u 0u
// dispatch: 2 2 1

#include "image.hlsli"

#ifndef DILATE
#define DILATE 0
#endif
#ifdef SHORT
typedef uint16_t Level;
#else
typedef uint Level;
#endif

ConstantBuffer<FilterConstants> Filter : register(b0);
Texture2D<float4> Input : register(t0);
RWTexture2D<float4> Output : register(u0);
RWTexture2D<uint> Labels : register(u1);

Level ReadLevel(int2 at) { return Level(saturate(Luminance(Input[clamp(at, 0, int2(Filter.size) - 1)].rgb)) * 255); }

template <typename T>
void Order(inout T a, inout T b)
{
    const T lo = min(a, b);
    b = max(a, b);
    a = lo;
}

/// Least to the front, greatest to the back, of the first n.
template <typename T>
void MoveExtremes(inout T v[14], uint n)
{
    [unroll]
    for (uint i = 0; i + 1 < n; ++i)
        Order(v[i], v[i + 1]);
    [unroll]
    for (int k = int(n) - 3; k >= 0; --k)
        Order(v[k], v[k + 1]);
}

[numthreads(8, 8, 1)]
void MedianNetwork(int2 pixel : SV_DispatchThreadID)
{
    Level window[14];
    [unroll]
    for (uint i = 0; i < 14; ++i)
        window[i] = ReadLevel(pixel + int2(i % 5, i / 5) - 2);
    // Each round throws the least and the greatest away and takes a new one in.
    [unroll]
    for (uint n = 14; n > 3; --n)
    {
        MoveExtremes<Level>(window, n);
        const uint next = 14 + (14 - n);
        window[0] = ReadLevel(pixel + int2(next % 5, next / 5) - 2);
    }
    const Level lo = min(window[0], window[1]), hi = max(window[0], window[1]);
    const Level median = max(lo, min(hi, window[2]));
    Output[pixel] = float4(float(median) / 255, float(lo) / 255, float(hi) / 255, 1);
}

#define LEVELS 32

[numthreads(8, 8, 1)]
void MedianHistogram(int2 pixel : SV_DispatchThreadID)
{
    // Counts of four levels in a word: 25 pixels fit in a byte.
    uint counts[LEVELS / 4];
    [unroll]
    for (uint z = 0; z < LEVELS / 4; ++z)
        counts[z] = 0;
    for (int i = 0; i < 25; ++i)
    {
        const uint level = uint(ReadLevel(pixel + int2(i % 5, i / 5) - 2)) / (256 / LEVELS);
        counts[level >> 2] += 1u << (8 * (level & 3));
    }
    uint before = 0, found = 0;
    [loop]
    for (uint w = 0; w < LEVELS / 4; ++w)
    {
        const uint inWord = dot4add_u8packed(counts[w], 0x01010101u, 0u);
        if (before + inWord > 12)
        {
            [loop]
            for (uint b = 0; b < 4; ++b)
            {
                before += (counts[w] >> (8 * b)) & 0xff;
                if (before > 12)
                {
                    found = w * 4 + b;
                    break;
                }
            }
            break;
        }
        before += inWord;
    }
    Output[pixel] = found / float(LEVELS - 1);
}

#define LINE 16
#define WINDOW 5
groupshared float Row[LINE + WINDOW - 1];
groupshared float Prefix[LINE + WINDOW - 1];
groupshared float Suffix[LINE + WINDOW - 1];

float Pick(float a, float b) { return DILATE ? max(a, b) : min(a, b); }

[numthreads(LINE + WINDOW - 1, 1, 1)]
void Morphology(uint lane : SV_GroupIndex, uint3 group : SV_GroupID)
{
    const int2 at = int2(int(lane) - WINDOW / 2, group.y * 2 + group.x);
    Row[lane] = float(ReadLevel(at)) / 255;
    GroupMemoryBarrierWithGroupSync();
    const uint block = lane / WINDOW * WINDOW, end = min(block + WINDOW, LINE + WINDOW - 1);
    float p = Row[block], s = Row[end - 1];
    for (uint i = block + 1; i <= lane; ++i)
        p = Pick(p, Row[i]);
    for (uint k = lane; k + 1 < end; ++k)
        s = Pick(s, Row[k]);
    Prefix[lane] = p;
    Suffix[lane] = s;
    GroupMemoryBarrierWithGroupSync();
    if (lane < LINE)
        Output[uint2(lane, at.y)] = Pick(Suffix[lane], Prefix[lane + WINDOW - 1]);
}

groupshared uint Parents[64];

uint FindRoot(uint i)
{
    [loop]
    for (uint guard = 0; guard < 64; ++guard)
    {
        const uint p = Parents[i];
        if (p == i)
            break;
        i = p;
    }
    return i;
}

void Unite(uint a, uint b)
{
    [loop]
    for (uint guard = 0; guard < 64; ++guard)
    {
        a = FindRoot(a);
        b = FindRoot(b);
        if (a == b)
            return;
        if (a > b)
            Swap(a, b);
        uint old;
        InterlockedMin(Parents[b], a, old);
        if (old == b)
            return;
        b = old;
    }
}

[numthreads(8, 8, 1)]
void Components(int2 pixel : SV_DispatchThreadID, uint2 local : SV_GroupThreadID, uint index : SV_GroupIndex)
{
    const uint own = uint(ReadLevel(pixel)) >> 5;
    Parents[index] = index;
    GroupMemoryBarrierWithGroupSync();
    if (local.x > 0 && (uint(ReadLevel(pixel - int2(1, 0))) >> 5) == own)
        Unite(index, index - 1);
    if (local.y > 0 && (uint(ReadLevel(pixel - int2(0, 1))) >> 5) == own)
        Unite(index, index - 8);
    GroupMemoryBarrierWithGroupSync();
    Labels[uint2(pixel)] = FindRoot(index) << 8 | own;
}
