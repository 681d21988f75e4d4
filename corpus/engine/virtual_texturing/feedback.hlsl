// dxilkit-corpus
// Feedback of a virtual texture: requests of pages from pixels, deduplicated in a hash set of 64-bit keys, ranked, and matched with the
// pool's least recently used pages.
// args: -T cs_6_0 -E Collect
// args: -T cs_6_6 -E Collect -D ATOMIC64=1
// args: -T cs_6_0 -E Resolve
// args: -T cs_6_0 -E Evict
// args: -T cs_6_6 -E Collect -D WAVE_DEDUP=1
// data: cb0 16u 16u 8u 5u 64u 3u 32u 0.5
// dispatch: 2 2 1

#include "../kernel/config.hlsli"
#include "../kernel/random.hlsli"
#include "../kernel/packing.hlsli"
#include "../kernel/waves.hlsli"

#ifndef ATOMIC64
#define ATOMIC64 0
#endif
#ifndef WAVE_DEDUP
#define WAVE_DEDUP 0
#endif
#define SET_SIZE 64
#define EMPTY 0xffffffffu

struct FeedbackConstants
{
    uint2 size;
    uint tileLog;
    uint levels;
    uint poolPages;
    uint frame;
    uint budget;
    float bias;
};

struct PageId
{
    uint space;
    uint level;
    uint2 page;

    uint Pack() { return (space & 0xff) << 24 | (level & 0xf) << 20 | (page.y & 0x3ff) << 10 | (page.x & 0x3ff); }
    static PageId Unpack(uint v)
    {
        PageId p;
        p.space = v >> 24;
        p.level = (v >> 20) & 0xf;
        p.page = uint2(v, v >> 10) & 0x3ff;
        return p;
    }
    PageId Parent()
    {
        PageId p;
        p.space = space;
        p.level = level + 1;
        p.page = page >> 1;
        return p;
    }
};

struct PoolEntry
{
    uint page;
    uint lastUsed;
    uint flags;
    uint pad;
};

ConstantBuffer<FeedbackConstants> Feedback : register(b0);
Texture2D<float4> UvAndGradients : register(t0);
Texture2D<uint> Spaces : register(t1);
Texture2D<uint> PageTable : register(t2);
StructuredBuffer<PoolEntry> Pool : register(t3);
RWStructuredBuffer<uint> RequestKeys : register(u0);
RWStructuredBuffer<uint> RequestCounts : register(u1);
#if ATOMIC64
RWStructuredBuffer<uint64_t> RequestWide : register(u2);
#endif
RWStructuredBuffer<uint2> Ranked : register(u3);
RWStructuredBuffer<uint2> Assignments : register(u4);

groupshared uint GroupKeys[SET_SIZE];
groupshared uint GroupCounts[SET_SIZE];

/// Open addressing; -1 when the set is full.
int InsertShared(uint key)
{
    uint slot = HashMix(key) % SET_SIZE;
    [loop]
    for (uint probe = 0; probe < SET_SIZE; ++probe)
    {
        uint old;
        InterlockedCompareExchange(GroupKeys[slot], EMPTY, key, old);
        if (old == EMPTY || old == key)
            return int(slot);
        slot = (slot + 1) % SET_SIZE;
    }
    return -1;
}

void InsertGlobal(uint key, uint count)
{
#if ATOMIC64
    // Key above, count below: one atomic keeps both.
    const uint slot = HashMix(key) & (SET_SIZE - 1);
    const uint64_t value = uint64_t(key) << 32 | count;
    uint64_t before;
    InterlockedMax(RequestWide[slot], value, before);
    if (before != 0 && uint(before >> 32) != key)
        InterlockedAdd(RequestWide[(slot + 1) & (SET_SIZE - 1)], 1ull);
#else
    uint slot = HashMix(key) & (SET_SIZE - 1);
    [loop]
    for (uint probe = 0; probe < 16; ++probe)
    {
        uint old;
        InterlockedCompareExchange(RequestKeys[slot], 0, key, old);
        if (old == 0 || old == key)
        {
            InterlockedAdd(RequestCounts[slot], count);
            break;
        }
        slot = (slot + probe + 1) & (SET_SIZE - 1);
    }
#endif
}

PageId PageOf(uint2 pixel)
{
    const float4 data = UvAndGradients[pixel];
    const float2 size = 1u << (Feedback.tileLog + Feedback.levels);
    const float lod = max(0.5 * log2(max(dot(data.zw * size, data.zw * size), 1e-8)) + Feedback.bias, 0);
    PageId id;
    id.space = Spaces[pixel] & 3;
    // Dithered between two levels, so that both get loaded.
    id.level = min(uint(lod + GradientDither(pixel, Feedback.frame)), Feedback.levels);
    const uint pages = 1u << (Feedback.levels - id.level);
    id.page = min(uint2(frac(data.xy) * pages), pages - 1);
    return id;
}

[numthreads(8, 8, 1)]
void Collect(uint2 pixel : SV_DispatchThreadID, uint index : SV_GroupIndex)
{
    GroupKeys[index] = EMPTY;
    GroupCounts[index] = 0;
    GroupMemoryBarrierWithGroupSync();
    const uint key = PageOf(pixel).Pack();
#if WAVE_DEDUP
    const uint4 same = WaveMatch(key);
    const uint first = same.x != 0 ? firstbitlow(same.x) : same.y != 0 ? 32 + firstbitlow(same.y) : same.z != 0 ? 64 + firstbitlow(same.z) : 96 + firstbitlow(same.w);
    if (WaveGetLaneIndex() == first)
    {
        const int slot = InsertShared(key);
        if (slot >= 0)
            InterlockedAdd(GroupCounts[slot], CountBallot(same));
    }
#else
    // Lanes with the first lane's key go together until none is left.
    bool isDone = false;
    [loop]
    for (uint round = 0; round < 8 && !isDone; ++round)
    {
        const uint firstKey = WaveReadLaneFirst(key);
        const bool matches = key == firstKey;
        const uint count = WaveActiveCountBits(matches);
        if (matches)
        {
            if (WaveIsFirstLane())
            {
                const int slot = InsertShared(key);
                if (slot >= 0)
                    InterlockedAdd(GroupCounts[slot], count);
            }
            isDone = true;
        }
    }
#endif
    GroupMemoryBarrierWithGroupSync();
    const uint mine = GroupKeys[index];
    if (mine != EMPTY)
    {
        InsertGlobal(mine, GroupCounts[index]);
        PageId p = PageId::Unpack(mine);
        if (p.level < Feedback.levels)
            InsertGlobal(p.Parent().Pack(), 1);
    }
}

bool IsResident(PageId p)
{
    const uint entry = PageTable[(p.page + p.space * 4) & 15];
    return (entry & 15) <= p.level;
}

[numthreads(SET_SIZE, 1, 1)]
void Resolve(uint index : SV_GroupIndex)
{
    const uint key = RequestKeys[index], count = RequestCounts[index];
    const PageId p = PageId::Unpack(key);
    const bool wants = key != 0 && !IsResident(p);
    const uint priority = wants ? (p.level << 20 | min(count, 0xfffff)) : 0;
    GroupCounts[index] = priority;
    GroupKeys[index] = key;
    GroupMemoryBarrierWithGroupSync();
    uint rank = 0;
    [loop]
    for (uint i = 0; i < SET_SIZE; ++i)
        rank += GroupCounts[i] > priority || (GroupCounts[i] == priority && i < index);
    if (wants && rank < Feedback.budget)
        Ranked[rank] = uint2(key, priority);
    RequestKeys[index] = 0;
    RequestCounts[index] = 0;
}

[numthreads(SET_SIZE, 1, 1)]
void Evict(uint index : SV_GroupIndex)
{
    const PoolEntry e = Pool[index];
    const bool isLocked = e.flags & 1;
    const uint age = isLocked ? 0 : Feedback.frame - min(e.lastUsed, Feedback.frame);
    // Bitonic sort by age, oldest first; the slot comes along in the low bits.
    GroupKeys[index] = age << 8 | index;
    GroupMemoryBarrierWithGroupSync();
    for (uint size = 2; size <= SET_SIZE; size <<= 1)
        for (uint stride = size >> 1; stride > 0; stride >>= 1)
        {
            const uint other = index ^ stride;
            if (other > index)
            {
                const uint a = GroupKeys[index], b = GroupKeys[other];
                const bool descending = (index & size) == 0;
                if ((a < b) == descending)
                {
                    GroupKeys[index] = b;
                    GroupKeys[other] = a;
                }
            }
            GroupMemoryBarrierWithGroupSync();
        }
    const uint2 request = Ranked[index];
    if (index < Feedback.budget && request.y != 0 && (GroupKeys[index] >> 8) != 0)
        Assignments[index] = uint2(request.x, GroupKeys[index] & 0xff);
}
