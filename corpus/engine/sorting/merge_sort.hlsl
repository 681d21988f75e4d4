// dxilkit-corpus
// Merge sort: tiles by an odd-even network in registers and shared memory, then merges whose groups find their parts by merge path.
// args: -T cs_6_0 -E SortTiles
// args: -T cs_6_0 -E MergePass
// args: -T cs_6_6 -E SortTiles -D KEY64=1
// args: -T cs_6_6 -E MergePass -D KEY64=1
// data: cb0 64u 32u 64u 0u
// data: t0 3u 0u 9u 1u 1u 2u 77u 3u 12u 4u 4u 5u 99u 6u 2u 7u 13u 8u 5u 9u 8u 10u 44u 11u 6u 12u 7u 13u 61u 14u 100u 15u
// dispatch: 1 1 1

#include "../kernel/config.hlsli"
#include "../kernel/math.hlsli"

#define THREADS 32
#define ITEMS 4
#define TILE (THREADS * ITEMS)

#ifdef KEY64
typedef uint64_t SortKey;
static const SortKey LARGEST = 0xffffffffffffffffull;
#else
typedef uint SortKey;
static const SortKey LARGEST = 0xffffffffu;
#endif

struct SortItem
{
    SortKey key;
    uint value;

    bool Before(SortItem o) { return key < o.key; }
};

struct MergeConstants
{
    uint count;
    uint runLength;
    uint capacity;
    uint pad;
};

ConstantBuffer<MergeConstants> Merge : register(b0);
StructuredBuffer<uint2> Input : register(t0);
RWStructuredBuffer<uint2> Output : register(u0);

groupshared SortKey TileKeys[TILE];
groupshared uint TileValues[TILE];

SortItem Fetch(uint i)
{
    SortItem item;
    if (i < Merge.count)
    {
        const uint2 raw = Input[i];
#ifdef KEY64
        item.key = (SortKey(raw.x) << 32) | raw.y;
#else
        item.key = raw.x;
#endif
        item.value = raw.y;
    }
    else
    {
        item.key = LARGEST;
        item.value = ~0u;
    }
    return item;
}

void Put(uint i, SortItem item)
{
    if (i < Merge.capacity)
    {
#ifdef KEY64
        Output[i] = uint2(uint(item.key >> 32), item.value);
#else
        Output[i] = uint2(item.key, item.value);
#endif
    }
}

SortItem SharedItem(uint i)
{
    SortItem item;
    item.key = TileKeys[i];
    item.value = TileValues[i];
    return item;
}
void SetShared(uint i, SortItem item)
{
    TileKeys[i] = item.key;
    TileValues[i] = item.value;
}

void CompareExchange(inout SortItem a, inout SortItem b)
{
    if (b.Before(a))
        Swap(a, b);
}

struct SortedRegisters
{
    SortItem items[ITEMS];

    void SortNetwork()
    {
        [unroll]
        for (uint round = 0; round < ITEMS; ++round)
            [unroll]
            for (uint i = round & 1; i + 1 < ITEMS; i += 2)
                CompareExchange(items[i], items[i + 1]);
    }
};

/// How many of the first `diagonal` outputs come from run A.
uint MergePath(uint aFirst, uint aCount, uint bFirst, uint bCount, uint diagonal)
{
    uint low = diagonal > bCount ? diagonal - bCount : 0;
    uint high = min(diagonal, aCount);
    [loop]
    while (low < high)
    {
        const uint mid = (low + high) >> 1;
        if (TileKeys[bFirst + diagonal - 1 - mid] < TileKeys[aFirst + mid])
            high = mid;
        else
            low = mid + 1;
    }
    return low;
}

SortedRegisters MergeSerial(uint a, uint aEnd, uint b, uint bEnd)
{
    SortedRegisters r;
    [unroll]
    for (uint i = 0; i < ITEMS; ++i)
    {
        const bool takesA = b >= bEnd || (a < aEnd && !(TileKeys[b] < TileKeys[a]));
        r.items[i] = SharedItem(min(takesA ? a : b, TILE - 1));
        if (takesA)
            a++;
        else
            b++;
    }
    return r;
}

[numthreads(THREADS, 1, 1)]
void SortTiles(uint group : SV_GroupID, uint lane : SV_GroupIndex)
{
    SortedRegisters r;
    [unroll]
    for (uint i = 0; i < ITEMS; ++i)
        r.items[i] = Fetch(group * TILE + lane * ITEMS + i);
    r.SortNetwork();
    [loop]
    for (uint width = 1; width < THREADS; width <<= 1)
    {
        GroupMemoryBarrierWithGroupSync();
        [unroll]
        for (uint k = 0; k < ITEMS; ++k)
            SetShared(lane * ITEMS + k, r.items[k]);
        GroupMemoryBarrierWithGroupSync();
        const uint pair = lane & ~(2 * width - 1);
        const uint aFirst = pair * ITEMS, count = width * ITEMS, bFirst = aFirst + count;
        const uint diagonal = (lane - pair) * ITEMS;
        const uint fromA = MergePath(aFirst, count, bFirst, count, diagonal);
        r = MergeSerial(aFirst + fromA, aFirst + count, bFirst + diagonal - fromA, bFirst + count);
    }
    [unroll]
    for (uint o = 0; o < ITEMS; ++o)
        Put(group * TILE + lane * ITEMS + o, r.items[o]);
}

SortKey KeyAt(uint i) { return Fetch(i).key; }

uint GlobalMergePath(uint aFirst, uint aCount, uint bFirst, uint bCount, uint diagonal)
{
    uint low = diagonal > bCount ? diagonal - bCount : 0;
    uint high = min(diagonal, aCount);
    [loop]
    while (low < high)
    {
        const uint mid = (low + high) / 2;
        if (KeyAt(bFirst + diagonal - 1 - mid) < KeyAt(aFirst + mid))
            high = mid;
        else
            low = mid + 1;
    }
    return low;
}

[numthreads(THREADS, 1, 1)]
void MergePass(uint group : SV_GroupID, uint lane : SV_GroupIndex)
{
    const uint start = group * TILE;
    const uint pairLength = Merge.runLength * 2;
    const uint pair = start / pairLength * pairLength;
    const uint aCount = min(Merge.runLength, Merge.count - min(pair, Merge.count));
    const uint bFirst = pair + aCount;
    const uint bCount = min(Merge.runLength, Merge.count - min(bFirst, Merge.count));
    const uint diagonal0 = min(start - pair, aCount + bCount), diagonal1 = min(diagonal0 + TILE, aCount + bCount);
    const uint a0 = GlobalMergePath(pair, aCount, bFirst, bCount, diagonal0);
    const uint a1 = GlobalMergePath(pair, aCount, bFirst, bCount, diagonal1);
    const uint b0 = diagonal0 - a0, b1 = diagonal1 - a1;
    const uint aLocal = a1 - a0, bLocal = b1 - b0;
    for (uint i = lane; i < TILE; i += THREADS)
    {
        SortItem item;
        item.key = LARGEST;
        item.value = ~0u;
        if (i < aLocal)
            item = Fetch(pair + a0 + i);
        else if (i < aLocal + bLocal)
            item = Fetch(bFirst + b0 + i - aLocal);
        SetShared(i, item);
    }
    GroupMemoryBarrierWithGroupSync();
    const uint diagonal = min(lane * ITEMS, aLocal + bLocal);
    const uint fromA = MergePath(0, aLocal, aLocal, bLocal, diagonal);
    const SortedRegisters r = MergeSerial(fromA, aLocal, aLocal + diagonal - fromA, aLocal + bLocal);
    [unroll]
    for (uint o = 0; o < ITEMS; ++o)
        if (lane * ITEMS + o < aLocal + bLocal)
            Put(start + lane * ITEMS + o, r.items[o]);
}
