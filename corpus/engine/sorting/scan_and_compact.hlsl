// dxilkit-corpus
// Decoupled scan over an operator that is a template's argument, and the stable partition that is built on it.
// args: -T cs_6_0 -E ScanSum
// args: -T cs_6_0 -E ScanMax
// args: -T cs_6_0 -E ScanAffine
// args: -T cs_6_0 -E Partition
// args: -T cs_6_6 -E ScanAffine
// args: -T cs_6_6 -E Partition -D EXCLUSIVE=1
// data: cb0 64u 0.5 0u 0u
// dispatch: 1 1 1

#include "../kernel/config.hlsli"
#include "../kernel/waves.hlsli"

#define THREADS 32
#define ITEMS 2
#ifndef EXCLUSIVE
#define EXCLUSIVE 0
#endif

struct ScanConstants
{
    uint count;
    float threshold;
    uint2 pad;
};

ConstantBuffer<ScanConstants> Scan : register(b0);
StructuredBuffer<float2> Input : register(t0);
RWStructuredBuffer<float2> Output : register(u0);
RWStructuredBuffer<uint2> Counts : register(u1);

/// x -> scale * x + offset; composition is not commutative.
struct Affine
{
    float scale;
    float offset;

    static Affine Create(float2 v)
    {
        Affine a;
        a.scale = v.x;
        a.offset = v.y;
        return a;
    }
};

struct SumOperator
{
    static uint Identity() { return 0; }
    static uint Combine(uint a, uint b) { return a + b; }
};
struct MaxOperator
{
    static float Identity() { return -3.402823466e38; }
    static float Combine(float a, float b) { return max(a, b); }
};
struct AffineOperator
{
    static Affine Identity() { return Affine::Create(float2(1, 0)); }
    static Affine Combine(Affine a, Affine b) { return Affine::Create(float2(a.scale * b.scale, a.offset * b.scale + b.offset)); }
};

groupshared uint SharedUint[THREADS];
groupshared float SharedFloat[THREADS];
groupshared Affine SharedAffine[THREADS];

void StoreShared(uint i, uint v) { SharedUint[i] = v; }
void StoreShared(uint i, float v) { SharedFloat[i] = v; }
void StoreShared(uint i, Affine v) { SharedAffine[i] = v; }
void LoadShared(uint i, out uint v) { v = SharedUint[i]; }
void LoadShared(uint i, out float v) { v = SharedFloat[i]; }
void LoadShared(uint i, out Affine v) { v = SharedAffine[i]; }

template <typename T, typename Operator>
struct GroupScan
{
    /// Exclusive prefix of each thread's value, and the whole group's.
    static T Exclusive(T value, uint lane, out T total)
    {
        StoreShared(lane, value);
        GroupMemoryBarrierWithGroupSync();
        T inclusive = value;
        [unroll]
        for (uint offset = 1; offset < THREADS; offset *= 2)
        {
            T other = Operator::Identity();
            if (lane >= offset)
                LoadShared(lane - offset, other);
            GroupMemoryBarrierWithGroupSync();
            inclusive = Operator::Combine(other, inclusive);
            StoreShared(lane, inclusive);
            GroupMemoryBarrierWithGroupSync();
        }
        LoadShared(THREADS - 1, total);
        T before = Operator::Identity();
        if (lane > 0)
            LoadShared(lane - 1, before);
        return before;
    }
    static void Items(inout T items[ITEMS], uint lane)
    {
        T sum = items[0];
        [unroll]
        for (uint i = 1; i < ITEMS; ++i)
            sum = Operator::Combine(sum, items[i]);
        T total;
        T running = Exclusive(sum, lane, total);
        [unroll]
        for (uint k = 0; k < ITEMS; ++k)
        {
            const T v = items[k];
            const T next = Operator::Combine(running, v);
#if EXCLUSIVE
            items[k] = running;
#else
            items[k] = next;
#endif
            running = next;
        }
    }
};

[numthreads(THREADS, 1, 1)]
void ScanSum(uint lane : SV_GroupIndex)
{
    uint items[ITEMS];
    for (uint i = 0; i < ITEMS; ++i)
        items[i] = Input[lane * ITEMS + i].x > Scan.threshold ? 1 : 0;
    GroupScan<uint, SumOperator>::Items(items, lane);
    for (uint k = 0; k < ITEMS; ++k)
        Counts[lane * ITEMS + k] = uint2(items[k], lane);
}

[numthreads(THREADS, 1, 1)]
void ScanMax(uint lane : SV_GroupIndex)
{
    float items[ITEMS];
    for (uint i = 0; i < ITEMS; ++i)
        items[i] = Input[lane * ITEMS + i].x;
    GroupScan<float, MaxOperator>::Items(items, lane);
    for (uint k = 0; k < ITEMS; ++k)
        Output[lane * ITEMS + k] = float2(items[k], 0);
}

[numthreads(THREADS, 1, 1)]
void ScanAffine(uint lane : SV_GroupIndex)
{
    Affine items[ITEMS];
    for (uint i = 0; i < ITEMS; ++i)
        items[i] = Affine::Create(Input[lane * ITEMS + i]);
    GroupScan<Affine, AffineOperator>::Items(items, lane);
    for (uint k = 0; k < ITEMS; ++k)
        Output[lane * ITEMS + k] = float2(items[k].scale, items[k].offset);
}

[numthreads(THREADS, 1, 1)]
void Partition(uint lane : SV_GroupIndex)
{
    float2 values[ITEMS];
    uint keep = 0;
    [unroll]
    for (uint i = 0; i < ITEMS; ++i)
    {
        values[i] = Input[lane * ITEMS + i];
        keep += values[i].x > Scan.threshold;
    }
    uint kept;
    uint place = GroupScan<uint, SumOperator>::Exclusive(keep, lane, kept);
    uint other = kept + lane * ITEMS - place;
    [unroll]
    for (uint k = 0; k < ITEMS; ++k)
    {
        const bool isKept = values[k].x > Scan.threshold;
        Output[isKept ? place : other] = values[k];
        place += isKept;
        other += !isKept;
    }
    if (lane == 0)
        Counts[0] = uint2(kept, Scan.count - kept);
}
