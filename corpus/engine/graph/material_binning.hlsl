// dxilkit-corpus
// Work graph of deferred materials: tiles are classified, records go to one node array element a material, shading is coalesced, a tail thread writes statistics.
// args: -T lib_6_8
// args: -T lib_6_8 -D SPARSE=1
// args: -T lib_6_8 -D DEPTH_LEVELS=4 -D STATISTICS=1
// drawn: no
#include "../shared/math.hlsli"

#ifndef SPARSE
#define SPARSE 0
#endif
#ifndef DEPTH_LEVELS
#define DEPTH_LEVELS 2
#endif
#ifndef STATISTICS
#define STATISTICS 0
#endif
#define MATERIALS 8
#define TILE 8

struct FrameRecord
{
    uint3 grid : SV_DispatchGrid;
    uint2 origin;
    float exposure;
};

struct TileRecord
{
    uint tile;
    uint coverage;
    float nearest;
};

struct SplitRecord
{
    uint2 corner;
    uint extent;
    uint level;
};

struct [NodeTrackRWInputSharing] StatisticsRecord
{
    uint pixels;
    uint materials;
};

Texture2D<uint> MaterialIds : register(t0);
Texture2D<float> Depth : register(t1);
Texture2D<float4> Albedo : register(t2);
RWTexture2D<float4> Output : register(u0);
RWStructuredBuffer<uint> Counters : register(u1);
globallycoherent RWByteAddressBuffer Log : register(u2);

cbuffer Frame : register(b0)
{
    uint2 Size;
    float SplitDepth;
    uint LogCapacity;
    float4 Tints[MATERIALS];
}

groupshared uint Coverage[MATERIALS];
groupshared uint Nearest;

[Shader("node")]
[NodeLaunch("broadcasting")]
[NodeMaxDispatchGrid(256, 256, 1)]
[NumThreads(TILE, TILE, 1)]
[NodeIsProgramEntry]
void Classify(DispatchNodeInputRecord<FrameRecord> input,
              uint3 group : SV_GroupID, uint3 local : SV_GroupThreadID, uint index : SV_GroupIndex,
              [MaxRecords(MATERIALS)]
#if SPARSE
              [AllowSparseNodes]
#endif
              [NodeArraySize(MATERIALS)] [NodeID("Shade")] NodeOutputArray<TileRecord> shade,
              [MaxRecords(1)] [NodeID("Split")] NodeOutput<SplitRecord> split)
{
    FrameRecord frame = input.Get();
    if (index < MATERIALS) Coverage[index] = 0;
    if (index == 0) Nearest = 0x7f7fffffu;
    GroupMemoryBarrierWithGroupSync();

    uint2 pixel = frame.origin + group.xy * TILE + local.xy;
    bool inside = all(pixel < Size);
    uint material = inside ? MaterialIds[pixel] % MATERIALS : 0u;
    float depth = inside ? Depth[pixel] : 1.0f;
    if (inside)
    {
        uint ignored;
        InterlockedAdd(Coverage[material], 1u, ignored);
        InterlockedMin(Nearest, asuint(depth));
    }
    GroupMemoryBarrierWithGroupSync();

    for (uint m = 0; m < MATERIALS; ++m)
    {
        uint covered = Coverage[m];
        bool wanted = covered != 0u;
#if SPARSE
        wanted = wanted && shade[m].IsValid();
#endif
        GroupNodeOutputRecords<TileRecord> record = shade[m].GetGroupNodeOutputRecords(wanted ? 1 : 0);
        if (wanted && index == 0u)
        {
            record.Get().tile = group.y << 16 | group.x;
            record.Get().coverage = covered;
            record.Get().nearest = asfloat(Nearest);
        }
        record.OutputComplete();
    }

    bool divides = asfloat(Nearest) < SplitDepth;
    ThreadNodeOutputRecords<SplitRecord> half = split.GetThreadNodeOutputRecords(divides && index == 0u ? 1 : 0);
    if (divides && index == 0u)
    {
        SplitRecord value = {pixel, TILE, 0u};
        half.Get() = value;
    }
    half.OutputComplete();
}

[Shader("node")]
[NodeLaunch("thread")]
[NodeID("Split")]
[NodeMaxRecursionDepth(DEPTH_LEVELS)]
void SplitTile(ThreadNodeInputRecord<SplitRecord> input, [MaxRecords(4)] [NodeID("Split")] NodeOutput<SplitRecord> children)
{
    SplitRecord mine = input.Get();
    uint half = mine.extent >> 1;
    bool goesOn = half >= 2u && GetRemainingRecursionLevels() > 0u;
    ThreadNodeOutputRecords<SplitRecord> records = children.GetThreadNodeOutputRecords(goesOn ? 4 : 0);
    if (goesOn)
    {
        [unroll]
        for (uint i = 0; i < 4u; ++i)
        {
            records.Get(i).corner = mine.corner + uint2(i & 1u, i >> 1) * half;
            records.Get(i).extent = half;
            records.Get(i).level = mine.level + 1u;
        }
    }
    else
        Output[mine.corner] = float4(HashUint(mine.corner.x + mine.corner.y * 977u) & 255u, mine.level, mine.extent, 1.0f);
    records.OutputComplete();
}

float4 Resolve(uint material, uint2 pixel, float nearest)
{
    float4 color = Albedo[pixel];
    float fade = saturate(nearest / max(Depth[pixel], 1e-4f));
    switch (material)
    {
    case 0: return color * Tints[0];
    case 1: return float4(color.rgb * color.a, fade);
    case 2: return lerp(color, Tints[2], fade);
    case 3: return float4(Square(color.rgb), color.a);
    default: return color * fade + Tints[material & 7u] * (1.0f - fade);
    }
}

void ShadeTile(uint material, TileRecord record, uint index)
{
    uint2 pixel = uint2(record.tile & 0xffffu, record.tile >> 16) * TILE + uint2(index % TILE, index / TILE);
    if (all(pixel < Size) && MaterialIds[pixel] % MATERIALS == material)
        Output[pixel] = Resolve(material, pixel, record.nearest);
}

#define SHADE_NODE(N) \
    [Shader("node")] [NodeLaunch("coalescing")] [NodeID("Shade", N)] [NumThreads(64, 1, 1)] \
    void Shade##N([MaxRecords(4)] GroupNodeInputRecords<TileRecord> input, uint index : SV_GroupIndex) \
    { \
        for (uint i = 0; i < input.Count(); ++i) ShadeTile(N, input.Get(i), index); \
    }
SHADE_NODE(0)
SHADE_NODE(1)
SHADE_NODE(2)
#if !SPARSE
SHADE_NODE(3)
SHADE_NODE(4)
SHADE_NODE(5)
SHADE_NODE(6)
SHADE_NODE(7)
#endif

#if STATISTICS
[Shader("node")]
[NodeLaunch("broadcasting")]
[NodeDispatchGrid(1, 1, 1)]
[NumThreads(32, 1, 1)]
[NodeIsProgramEntry]
void Report(RWDispatchNodeInputRecord<StatisticsRecord> input, uint lane : SV_GroupIndex)
{
    uint count = lane < MATERIALS ? Counters[lane] : 0u;
    uint total = WaveActiveSum(count);
    uint used = WaveActiveCountBits(count != 0u);
    if (WaveIsFirstLane())
    {
        InterlockedAdd(input.Get().pixels, total);
        InterlockedMax(input.Get().materials, used);
    }
    Barrier(input, DEVICE_SCOPE | GROUP_SYNC);
    if (lane == 0u && input.FinishedCrossGroupSharing())
    {
        uint at;
        Log.InterlockedAdd(0, 8, at);
        if (at < LogCapacity) Log.Store2(at + 4u, uint2(input.Get().pixels, input.Get().materials));
    }
}
#endif
