// dxilkit-corpus
// One digit of a radix sort in one sweep: local ranks by matching lanes, prefixes of earlier groups found by looking back.
// args: -T cs_6_0 -E Histogram
// args: -T cs_6_0 -E ScanHistogram
// args: -T cs_6_0 -E Sweep
// args: -T cs_6_0 -E Sweep -D DESCENDING=1 -D KEY_FLOAT=1 -D HAS_VALUES=1
// args: -T cs_6_6 -E Sweep -D HAS_VALUES=1 -D USE_WAVE_MATCH=1
// args: -T cs_6_2 -E Histogram -D KEY_INT=1
// data: cb0 256u 8u 0u 0u
// data: t0 83u 1u 77u 250u 3u 99u 1000u 12u 65537u 4000000000u 5u 6u 7u 123456u 42u 41u 40u 39u 38u 1u 1u 1u 2u 3u 5u 8u 13u 21u 34u 55u 89u 144u 233u 377u 610u 987u
// data: u1 0u
// data: u2 0u 0u 0u 0u 0u 0u 0u 0u 0u 0u 0u 0u 0u 0u 0u 0u 0u 0u 0u 0u 0u 0u 0u 0u 0u 0u 0u 0u 0u 0u 0u 0u 0u 0u 0u 0u 0u 0u 0u 0u 0u 0u 0u 0u 0u 0u 0u 0u 0u 0u 0u 0u 0u 0u 0u 0u 0u 0u 0u 0u 0u 0u 0u 0u
// dispatch: 1 1 1

#include "../kernel/config.hlsli"
#include "../kernel/waves.hlsli"

#define RADIX_BITS 4
#define RADIX (1 << RADIX_BITS)
#define THREADS 64
#define KEYS_PER_THREAD 4
#define PART (THREADS * KEYS_PER_THREAD)
#ifndef DESCENDING
#define DESCENDING 0
#endif
#ifndef HAS_VALUES
#define HAS_VALUES 0
#endif
#ifndef USE_WAVE_MATCH
#define USE_WAVE_MATCH 0
#endif

#define FLAG_NONE 0u
#define FLAG_LOCAL 1u
#define FLAG_GLOBAL 2u

struct SortConstants
{
    uint count;
    uint shift;
    uint pad0;
    uint pad1;
};

ConstantBuffer<SortConstants> Sort : register(b0);
StructuredBuffer<uint> Keys : register(t0);
StructuredBuffer<uint> Values : register(t1);
RWStructuredBuffer<uint> GlobalHistogram : register(u0);
RWStructuredBuffer<uint> PartCounter : register(u1);
globallycoherent RWStructuredBuffer<uint> PartStates : register(u2);
RWStructuredBuffer<uint> OutKeys : register(u3);
RWStructuredBuffer<uint> OutValues : register(u4);

groupshared uint DigitCounts[THREADS / 4][RADIX];
groupshared uint DigitOffsets[RADIX];
groupshared uint GlobalOffsets[RADIX];
groupshared uint SharedKeys[PART];
groupshared uint SharedValues[PART];
groupshared uint Part;

/// Bits that sort as the type does.
uint Sortable(uint key)
{
#if defined(KEY_FLOAT)
    key ^= uint(int(key) >> 31) | 0x80000000u;
#elif defined(KEY_INT)
    key ^= 0x80000000u;
#endif
#if DESCENDING
    key = ~key;
#endif
    return key;
}

uint Digit(uint key) { return (Sortable(key) >> Sort.shift) & (RADIX - 1); }

[numthreads(THREADS, 1, 1)]
void Histogram(uint group : SV_GroupID, uint lane : SV_GroupIndex)
{
    if (lane < RADIX)
        DigitOffsets[lane] = 0;
    GroupMemoryBarrierWithGroupSync();
    [unroll]
    for (uint k = 0; k < KEYS_PER_THREAD; ++k)
    {
        const uint i = group * PART + k * THREADS + lane;
        if (i < Sort.count)
            InterlockedAdd(DigitOffsets[Digit(Keys[i])], 1);
    }
    GroupMemoryBarrierWithGroupSync();
    if (lane < RADIX)
        InterlockedAdd(GlobalHistogram[lane], DigitOffsets[lane]);
}

[numthreads(RADIX, 1, 1)]
void ScanHistogram(uint lane : SV_GroupIndex)
{
    uint value = GlobalHistogram[lane];
    SharedKeys[lane] = value;
    GroupMemoryBarrierWithGroupSync();
    uint sum = 0;
    [loop]
    for (uint i = 0; i < lane; ++i)
        sum += SharedKeys[i];
    OutKeys[lane] = sum;
}

/// Lanes of the wave with the same digit.
uint4 MatchDigit(uint digit, bool isUsed)
{
#if USE_WAVE_MATCH
    return WaveMatch(isUsed ? digit : RADIX);
#else
    uint4 match = WaveActiveBallot(isUsed);
    [unroll]
    for (uint bit = 0; bit < RADIX_BITS; ++bit)
    {
        const bool isSet = (digit >> bit) & 1;
        const uint4 ballot = WaveActiveBallot(isSet);
        match &= isSet ? ballot : ~ballot;
    }
    return match;
#endif
}

uint LookBack(uint part, uint digit)
{
    uint sum = 0;
    [loop]
    for (uint guard = 0; guard < 1024; ++guard)
    {
        if (part == 0)
            break;
        const uint state = PartStates[((part - 1) * RADIX + digit) & 63];
        const uint flag = state >> 30;
        if (flag == FLAG_NONE)
            continue;
        sum += state & 0x3fffffff;
        if (flag == FLAG_GLOBAL)
            break;
        part--;
    }
    return sum;
}

[numthreads(THREADS, 1, 1)]
void Sweep(uint lane : SV_GroupIndex)
{
    if (lane == 0)
    {
        uint p;
        InterlockedAdd(PartCounter[0], 1, p);
        Part = p;
    }
    const uint wave = lane / WaveGetLaneCount();
    const uint waves = DIVIDE_ROUND_UP(THREADS, WaveGetLaneCount());
    for (uint c = lane; c < (THREADS / 4) * RADIX; c += THREADS)
        DigitCounts[c / RADIX][c % RADIX] = 0;
    GroupMemoryBarrierWithGroupSync();
    const uint part = Part;
    uint keys[KEYS_PER_THREAD], ranks[KEYS_PER_THREAD], digits[KEYS_PER_THREAD];
#if HAS_VALUES
    uint values[KEYS_PER_THREAD];
#endif
    // Each wave reads a stretch of its own, so that equal keys keep their order.
    const uint base = part * PART + wave * WaveGetLaneCount() * KEYS_PER_THREAD + WaveGetLaneIndex();
    [unroll]
    for (uint k = 0; k < KEYS_PER_THREAD; ++k)
    {
        const uint i = base + k * WaveGetLaneCount();
        const bool isUsed = i < Sort.count;
        keys[k] = isUsed ? Keys[i & 63] ^ (i >> 6) : 0xffffffff;
#if HAS_VALUES
        values[k] = isUsed ? Values[i & 63] : 0;
#endif
        digits[k] = Digit(keys[k]);
        const uint4 match = MatchDigit(digits[k], true);
        const uint before = PrefixCountBits(match, WaveGetLaneIndex());
        const uint total = CountBallot(match);
        const uint old = DigitCounts[wave][digits[k]];
        ranks[k] = old + before;
        GroupMemoryBarrierWithGroupSync();
        if (before == 0)
            DigitCounts[wave][digits[k]] = old + total;
        GroupMemoryBarrierWithGroupSync();
    }
    if (lane < RADIX)
    {
        uint sum = 0;
        for (uint w = 0; w < waves; ++w)
        {
            const uint n = DigitCounts[w][lane];
            DigitCounts[w][lane] = sum;
            sum += n;
        }
        DigitOffsets[lane] = sum;
        PartStates[(part * RADIX + lane) & 63] = sum | ((part == 0 ? FLAG_GLOBAL : FLAG_LOCAL) << 30);
        const uint earlier = LookBack(part, lane);
        if (part != 0)
            PartStates[(part * RADIX + lane) & 63] = (earlier + sum) | (FLAG_GLOBAL << 30);
        GlobalOffsets[lane] = (GlobalHistogram[lane] & 0xff) + earlier;
    }
    GroupMemoryBarrierWithGroupSync();
    uint start = 0;
    if (lane < RADIX)
        for (uint d = 0; d < lane; ++d)
            start += DigitOffsets[d];
    GroupMemoryBarrierWithGroupSync();
    if (lane < RADIX)
    {
        GlobalOffsets[lane] -= start;
        DigitOffsets[lane] = start;
    }
    GroupMemoryBarrierWithGroupSync();
    [unroll]
    for (uint s = 0; s < KEYS_PER_THREAD; ++s)
    {
        const uint place = DigitOffsets[digits[s]] + DigitCounts[wave][digits[s]] + ranks[s];
        SharedKeys[place & (PART - 1)] = keys[s];
#if HAS_VALUES
        SharedValues[place & (PART - 1)] = values[s];
#endif
    }
    GroupMemoryBarrierWithGroupSync();
    [unroll]
    for (uint o = 0; o < KEYS_PER_THREAD; ++o)
    {
        const uint i = o * THREADS + lane;
        const uint key = SharedKeys[i];
        const uint to = GlobalOffsets[Digit(key)] + i;
        if (to < Sort.count)
        {
            OutKeys[to & 63] = key;
#if HAS_VALUES
            OutValues[to & 63] = SharedValues[i];
#endif
        }
    }
}
