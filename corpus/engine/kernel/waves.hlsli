// Scans, reductions and appends over waves and groups. A group's scratch memory is declared by DECLARE_GROUP_SCAN.
#ifndef KERNEL_WAVES_HLSLI
#define KERNEL_WAVES_HLSLI

uint PrefixCountBits(uint4 ballot, uint lane)
{
    const uint4 mask = lane >= 96 ? uint4(~0u, ~0u, ~0u, (1u << (lane & 31)) - 1)
                     : lane >= 64 ? uint4(~0u, ~0u, (1u << (lane & 31)) - 1, 0)
                     : lane >= 32 ? uint4(~0u, (1u << (lane & 31)) - 1, 0, 0)
                                  : uint4((1u << lane) - 1, 0, 0, 0);
    const uint4 counts = countbits(ballot & mask);
    return counts.x + counts.y + counts.z + counts.w;
}

uint CountBallot(uint4 ballot)
{
    const uint4 c = countbits(ballot);
    return c.x + c.y + c.z + c.w;
}

/// One atomic for a wave: every lane that wants gets its own place.
uint WaveAppend(RWStructuredBuffer<uint> counters, uint which, bool wants)
{
    const uint count = WaveActiveCountBits(wants);
    const uint before = WavePrefixCountBits(wants);
    uint base = 0;
    if (WaveIsFirstLane() && count > 0)
        InterlockedAdd(counters[which], count, base);
    return WaveReadLaneFirst(base) + before;
}

#define DECLARE_GROUP_SCAN(TYPE, COUNT)                                                          \
    groupshared TYPE GroupScanMemory[COUNT];                                                     \
    TYPE GroupExclusiveScan(TYPE value, uint index, out TYPE total)                              \
    {                                                                                            \
        GroupScanMemory[index] = value;                                                          \
        GroupMemoryBarrierWithGroupSync();                                                       \
        [unroll]                                                                                 \
        for (uint offset = 1; offset < COUNT; offset <<= 1)                                      \
        {                                                                                        \
            TYPE other = (TYPE)0;                                                                \
            if (index >= offset)                                                                 \
                other = GroupScanMemory[index - offset];                                         \
            GroupMemoryBarrierWithGroupSync();                                                   \
            GroupScanMemory[index] += other;                                                     \
            GroupMemoryBarrierWithGroupSync();                                                   \
        }                                                                                        \
        total = GroupScanMemory[COUNT - 1];                                                      \
        const TYPE result = GroupScanMemory[index] - value;                                      \
        GroupMemoryBarrierWithGroupSync();                                                       \
        return result;                                                                           \
    }

#define DECLARE_GROUP_REDUCE(NAME, TYPE, COUNT, COMBINE)                                         \
    groupshared TYPE NAME##Memory[COUNT];                                                        \
    TYPE NAME(TYPE value, uint index)                                                            \
    {                                                                                            \
        NAME##Memory[index] = value;                                                             \
        GroupMemoryBarrierWithGroupSync();                                                       \
        [unroll]                                                                                 \
        for (uint half_ = (COUNT) / 2; half_ > 0; half_ >>= 1)                                   \
        {                                                                                        \
            if (index < half_)                                                                   \
                NAME##Memory[index] = COMBINE(NAME##Memory[index], NAME##Memory[index + half_]); \
            GroupMemoryBarrierWithGroupSync();                                                   \
        }                                                                                        \
        const TYPE result = NAME##Memory[0];                                                     \
        GroupMemoryBarrierWithGroupSync();                                                       \
        return result;                                                                           \
    }

#endif
