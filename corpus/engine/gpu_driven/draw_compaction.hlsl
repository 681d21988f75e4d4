// dxilkit-corpus
// Builds draws per material: counts instances of each bucket, scans the buckets, scatters instances, writes draw and dispatch arguments.
// args: -T cs_6_0 -E CountBuckets
// args: -T cs_6_0 -E ScanBuckets
// args: -T cs_6_0 -E ScatterInstances
// args: -T cs_6_0 -E WriteArguments
// args: -T cs_6_6 -E ScatterInstances -D BINDLESS=1
// args: -T cs_6_6 -E ScanBuckets -D WAVE_SCAN=1
// data: cb0 60u 32u 64u 0u
// data: t0 3u 0u 1u 0.5 4u 0u 1u 0.25 3u 1u 1u 1.5 7u 2u 1u 4.5 9u 0u 1u 0.5 31u 0u 1u 0.75 3u 4u 1u 2.5
// data: u0 1u 2u 3u 4u 5u 6u 7u 8u 9u 0u 0u 0u 1u 1u 1u 1u 1u 1u 3u 2u 1u 0u 0u 0u 1u 1u 1u 1u 1u 1u 3u 2u 1u 0u 0u 0u 1u 1u 1u 1u 1u 1u 3u 2u
// data: u1 1u 2u 3u 4u 5u 6u 7u 8u 9u 9u 9u 9u 10u 11u 12u 13u
// dispatch: 1 1 1

#include "scene.hlsli"

#ifndef WAVE_SCAN
#define WAVE_SCAN 0
#endif

#define BUCKETS 64

struct VisibleInstance
{
    uint bucket;
    uint instanceIndex;
    uint lod;
    float depth;
};

struct CompactionConstants
{
    uint visibleCount;
    uint bucketCount;
    uint capacity;
    uint pad;
};

struct BucketRecord
{
    uint firstIndex;
    uint indexCount;
    int baseVertex;
    uint pipeline;
};

ConstantBuffer<CompactionConstants> Compaction : register(b0);
DECLARE_READ(StructuredBuffer<VisibleInstance>, VisibleInstances, 0);
DECLARE_READ(StructuredBuffer<BucketRecord>, Buckets, 1);
DECLARE_WRITE(RWStructuredBuffer<uint>, BucketCounts, 0);
DECLARE_WRITE(RWStructuredBuffer<uint>, BucketOffsets, 1);
DECLARE_WRITE(RWStructuredBuffer<uint2>, SortedInstances, 2);
DECLARE_WRITE(RWByteAddressBuffer, Arguments, 3);

groupshared uint LocalCounts[BUCKETS];
groupshared uint LocalBase[BUCKETS];
DECLARE_GROUP_SCAN(uint, BUCKETS)

[numthreads(GROUP_SIZE, 1, 1)]
void CountBuckets(uint index : SV_DispatchThreadID, uint lane : SV_GroupIndex)
{
    for (uint i = lane; i < BUCKETS; i += GROUP_SIZE)
        LocalCounts[i] = 0;
    GroupMemoryBarrierWithGroupSync();
    if (index < Compaction.visibleCount)
        InterlockedAdd(LocalCounts[VisibleInstances[index].bucket % BUCKETS], 1);
    GroupMemoryBarrierWithGroupSync();
    for (uint k = lane; k < BUCKETS; k += GROUP_SIZE)
        if (LocalCounts[k] != 0)
            InterlockedAdd(BucketCounts[k], LocalCounts[k]);
}

[numthreads(BUCKETS, 1, 1)]
void ScanBuckets(uint lane : SV_GroupIndex)
{
    const uint count = lane < Compaction.bucketCount ? BucketCounts[lane] & 0xff : 0;
#if WAVE_SCAN
    const uint inWave = WavePrefixSum(count);
    const uint waveTotal = WaveActiveSum(count);
    const uint wave = lane / WaveGetLaneCount();
    if (WaveIsFirstLane())
        LocalBase[wave] = waveTotal;
    GroupMemoryBarrierWithGroupSync();
    uint before = 0;
    for (uint i = 0; i < wave; ++i)
        before += LocalBase[i];
    const uint offset = before + inWave;
#else
    uint total;
    const uint offset = GroupExclusiveScan(count, lane, total);
    if (lane == 0)
        BucketOffsets[BUCKETS - 1] = total;
#endif
    if (lane < Compaction.bucketCount)
        BucketOffsets[lane] = offset;
}

/// Front to back inside a bucket is good enough by 12 bits of depth.
uint SortKey(VisibleInstance v)
{
    const uint depth = min(asuint(max(v.depth, 0)) >> 19, 0xfff);
    return (depth << 20) | (v.lod & 7) << 17 | (v.instanceIndex & 0x1ffff);
}

[numthreads(GROUP_SIZE, 1, 1)]
void ScatterInstances(uint index : SV_DispatchThreadID, uint lane : SV_GroupIndex)
{
    for (uint i = lane; i < BUCKETS; i += GROUP_SIZE)
        LocalCounts[i] = 0;
    GroupMemoryBarrierWithGroupSync();
    const bool isUsed = index < Compaction.visibleCount;
    VisibleInstance v = (VisibleInstance)0;
    uint rank = 0;
    if (isUsed)
    {
        v = VisibleInstances[index];
        v.bucket %= BUCKETS;
        InterlockedAdd(LocalCounts[v.bucket], 1, rank);
    }
    GroupMemoryBarrierWithGroupSync();
    for (uint k = lane; k < BUCKETS; k += GROUP_SIZE)
    {
        uint base = 0;
        if (LocalCounts[k] > 0)
            InterlockedAdd(BucketOffsets[k], LocalCounts[k], base);
        LocalBase[k] = base;
    }
    GroupMemoryBarrierWithGroupSync();
    if (!isUsed)
        return;
    const uint place = LocalBase[v.bucket] + rank;
    if (place < Compaction.capacity)
        SortedInstances[place] = uint2(SortKey(v), v.instanceIndex);
}

[numthreads(BUCKETS, 1, 1)]
void WriteArguments(uint bucket : SV_DispatchThreadID)
{
    const uint count = bucket < Compaction.bucketCount ? BucketCounts[bucket] & 0xff : 0;
    const bool isUsed = count > 0;
    const uint slot = WavePrefixCountBits(isUsed);
    if (isUsed)
    {
        const BucketRecord record = Buckets[bucket];
        DrawIndexedArguments draw;
        draw.indexCount = record.indexCount;
        draw.instanceCount = count;
        draw.startIndex = record.firstIndex;
        draw.baseVertex = record.baseVertex;
        draw.startInstance = BucketOffsets[bucket];
        Arguments.Store<DrawIndexedArguments>(slot * sizeof(DrawIndexedArguments), draw);
    }
    if (bucket == 0)
    {
        DispatchArguments groups;
        groups.x = DIVIDE_ROUND_UP(Compaction.visibleCount, GROUP_SIZE);
        groups.y = 1;
        groups.z = 1;
        Arguments.Store(BUCKETS * sizeof(DrawIndexedArguments), groups);
    }
}
