// dxilkit-corpus
// A work graph that bins tiles by material, splits the mixed ones recursively, and shades each bin with its own node.
// args: -T lib_6_8
// args: -T lib_6_8 -D DEPTH_LIMIT=6 -D STATISTICS=1
// drawn: no
#include "../kernel/math.hlsli"
#include "../kernel/random.hlsli"

#ifndef DEPTH_LIMIT
#define DEPTH_LIMIT 3
#endif
#ifndef STATISTICS
#define STATISTICS 0
#endif
#define KINDS 4

struct FrameRecord
{
    uint2 grid : SV_DispatchGrid;
    uint2 size;
    float exposure;
};
struct TileRecord
{
    uint2 origin;
    uint extent;
    uint kinds;
};
struct ShadeRecord
{
    uint tile;
    uint kind;
    float exposure;
};

Texture2D<uint> Materials : register(t0);
StructuredBuffer<float4> Palette : register(t1);
RWTexture2D<float4> Lit : register(u0);
RWStructuredBuffer<uint> Counters : register(u1);
globallycoherent RWByteAddressBuffer Log : register(u2);

groupshared uint TileKinds;
groupshared uint TileCounts[KINDS];

uint Pack(uint2 v) { return v.x | (v.y << 16); }
uint2 Unpack(uint v) { return uint2(v & 0xffff, v >> 16); }

void Note(uint slot, uint n)
{
#if STATISTICS
    uint before;
    Log.InterlockedAdd(slot * 4, n, before);
    if (before == 0)
        Log.Store<uint2>(256 + slot * 8, uint2(slot, n));
#endif
}

[Shader("node")]
[NodeLaunch("broadcasting")]
[NodeMaxDispatchGrid(64, 64, 1)]
[NumThreads(8, 8, 1)]
[NodeIsProgramEntry]
void Classify(DispatchNodeInputRecord<FrameRecord> input, uint2 group : SV_GroupID, uint2 thread : SV_GroupThreadID, uint lane : SV_GroupIndex,
              [MaxRecords(1)] [NodeID("Split")] NodeOutput<TileRecord> mixed,
              [MaxRecords(1)] [NodeID("Shade")] [NodeArraySize(KINDS)] NodeOutputArray<ShadeRecord> shade)
{
    if (lane == 0)
        TileKinds = 0;
    if (lane < KINDS)
        TileCounts[lane] = 0;
    GroupMemoryBarrierWithGroupSync();
    const uint2 pixel = group * 8 + thread;
    const bool inside = all(pixel < input.Get().size);
    const uint kind = inside ? Materials[pixel] % KINDS : 0;
    const uint waveKinds = WaveActiveBitOr(inside ? 1u << kind : 0u);
    if (WaveIsFirstLane())
        InterlockedOr(TileKinds, waveKinds);
    if (inside)
        InterlockedAdd(TileCounts[kind], 1);
    GroupMemoryBarrierWithGroupSync();
    const uint kinds = TileKinds;
    const bool isMixed = countbits(kinds) > 1;
    GroupNodeOutputRecords<TileRecord> tile = mixed.GetGroupNodeOutputRecords(isMixed ? 1 : 0);
    if (isMixed && lane == 0)
    {
        tile.Get().origin = group * 8;
        tile.Get().extent = 8;
        tile.Get().kinds = kinds;
    }
    tile.OutputComplete();
    const uint only = firstbitlow(kinds | 1u << 31) & (KINDS - 1);
    GroupNodeOutputRecords<ShadeRecord> one = shade[only].GetGroupNodeOutputRecords(isMixed || kinds == 0 ? 0 : 1);
    if (!isMixed && kinds != 0 && lane == 0)
    {
        ShadeRecord r;
        r.tile = Pack(group * 8) | 8u << 28;
        r.kind = only;
        r.exposure = input.Get().exposure;
        one[0] = r;
    }
    one.OutputComplete();
    Note(0, 1);
}

[Shader("node")]
[NodeLaunch("thread")]
[NodeMaxRecursionDepth(DEPTH_LIMIT)]
void Split(ThreadNodeInputRecord<TileRecord> input, [MaxRecords(4)] [NodeID("Split")] NodeOutput<TileRecord> again,
           [MaxRecords(4)] [NodeID("Shade")] [NodeArraySize(KINDS)] [AllowSparseNodes] NodeOutputArray<ShadeRecord> shade)
{
    const TileRecord t = input.Get();
    const bool stop = t.extent <= 2 || GetRemainingRecursionLevels() == 0;
    ThreadNodeOutputRecords<TileRecord> children = again.GetThreadNodeOutputRecords(stop ? 0 : 4);
    if (!stop)
    {
        const uint half_ = t.extent / 2;
        for (uint i = 0; i < 4; ++i)
        {
            children[i].origin = t.origin + half_ * uint2(i & 1, i >> 1);
            children[i].extent = half_;
            children[i].kinds = t.kinds;
        }
    }
    children.OutputComplete();
    uint kinds = stop ? t.kinds : 0;
    const uint first = firstbitlow(kinds);
    const bool valid = kinds != 0 && shade[first].IsValid();
    ThreadNodeOutputRecords<ShadeRecord> out_ = shade[valid ? first : 0].GetThreadNodeOutputRecords(valid ? 1 : 0);
    if (valid)
    {
        out_.Get().tile = Pack(t.origin);
        out_.Get().kind = first;
        out_.Get().exposure = 1;
    }
    out_.OutputComplete();
    Note(1, kinds);
}

float4 ShadeKind(uint kind, uint2 pixel, float exposure)
{
    const float4 base = Palette[kind];
    const float3 noise = UnitFloat(HashPcg3(uint3(pixel, kind)));
    switch (kind)
    {
    case 0: return base * exposure;
    case 1: return float4(base.rgb * noise, base.a) * exposure;
    case 2: return float4(Square(base.rgb), 1) * exposure;
    default: return float4(lerp(base.rgb, noise, 0.5) * exposure, base.a);
    }
}

[Shader("node")]
[NodeLaunch("coalescing")]
[NumThreads(64, 1, 1)]
[NodeID("Shade", 0)]
void ShadeSimple([MaxRecords(16)] GroupNodeInputRecords<ShadeRecord> input, uint lane : SV_GroupIndex)
{
    const uint records = input.Count();
    for (uint r = 0; r < records; ++r)
    {
        const uint2 pixel = (Unpack(input[r].tile) & 0xfff) + uint2(lane & 7, lane >> 3);
        Lit[pixel] = ShadeKind(0, pixel, input[r].exposure);
    }
    if (lane == 0)
        InterlockedAdd(Counters[0], records);
}

[Shader("node")]
[NodeLaunch("coalescing")]
[NumThreads(32, 1, 1)]
[NodeID("Shade", 1)]
void ShadeNoise([MaxRecords(8)] GroupNodeInputRecords<ShadeRecord> input, uint lane : SV_GroupIndex)
{
    if (lane < input.Count())
    {
        const ShadeRecord r = input.Get(lane);
        const uint2 origin = Unpack(r.tile) & 0xfff;
        for (uint y = 0; y < 8; ++y)
            for (uint x = 0; x < 8; ++x)
                Lit[origin + uint2(x, y)] += ShadeKind(r.kind, origin + uint2(x, y), r.exposure);
    }
}
