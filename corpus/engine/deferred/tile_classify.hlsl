// dxilkit-corpus
// Screen tiles sorted by what they need: shading model masks, indirect arguments, tile lists per permutation; and the argument builder.
// args: -T cs_6_0 -E ClassifyTiles
// args: -T cs_6_0 -E ClassifyTiles -D WAVE=1
// args: -T cs_6_0 -E BuildArguments
// args: -T cs_6_6 -E ClassifyTiles -D WAVE=1 -D DEPTH_EDGES=1
// set: resolution 32 32
// set: modelCount 6
// set: tilesAcross 4
// range: TileMasks 0 63
// dispatch: 4 4 1
#include "../shared/view.hlsli"

#ifndef WAVE
#define WAVE 0
#endif
#ifndef DEPTH_EDGES
#define DEPTH_EDGES 0
#endif
#define TILE 8
#define PERMUTATIONS 8

struct DispatchArguments
{
    uint3 groups;
    uint firstTile;
};

cbuffer Classification : register(b1)
{
    uint modelCount;
    uint tilesAcross;
    float edgeThreshold;
};
ConstantBuffer<ViewData> View : register(b0);
Texture2D<uint> Material : register(t0);
Texture2D<float> DepthTexture : register(t1);
Texture2D<float4> NormalTexture : register(t2);
RWStructuredBuffer<uint> TileMasks : register(u0);
RWStructuredBuffer<DispatchArguments> Arguments : register(u1);
RWStructuredBuffer<uint> TileList : register(u2);
RWByteAddressBuffer Statistics : register(u3);

groupshared uint GroupMask;
groupshared uint EdgeCount;

/// Masks of models to the permutation that covers them: one bit is that model's own, some pairs have theirs, the rest takes the whole shader.
static const uint2 PAIRS[4] = { uint2(0x3, 4), uint2(0x5, 5), uint2(0x9, 6), uint2(0x6, 5) };

uint PermutationOf(uint mask)
{
    if (mask == 0u) return 0u;
    if (countbits(mask) == 1u) return min(firstbitlow(mask) + 1u, 3u);
    [unroll] for (uint i = 0u; i < 4u; ++i)
        if ((mask & ~PAIRS[i].x) == 0u) return PAIRS[i].y;
    return PERMUTATIONS - 1u;
}

[numthreads(TILE, TILE, 1)]
void ClassifyTiles(uint3 id : SV_DispatchThreadID, uint3 group : SV_GroupID, uint lane : SV_GroupIndex)
{
    if (lane == 0u)
    {
        GroupMask = 0u;
        EdgeCount = 0u;
    }
    GroupMemoryBarrierWithGroupSync();
    int3 texel = int3(id.xy & 15u, 0);
    float depth = DepthTexture.Load(texel);
    uint model = Material.Load(texel) % modelCount;
    uint mask = depth > 0.05f ? 1u << model : 0u;
    bool edge = false;
#if DEPTH_EDGES
    float right = QuadReadAcrossX(depth);
    float below = QuadReadAcrossY(depth);
    float3 n = NormalTexture.Load(texel).xyz;
    float3 nx = QuadReadAcrossX(n);
    edge = abs(depth - right) > edgeThreshold || abs(depth - below) > edgeThreshold || dot(n, nx) < 0.8f;
#else
    float right = DepthTexture.Load(texel, int2(1, 0));
    float below = DepthTexture.Load(texel, int2(0, 1));
    edge = max(abs(depth - right), abs(depth - below)) > edgeThreshold;
#endif
#if WAVE
    uint waveMask = WaveActiveBitOr(mask);
    uint waveEdges = WaveActiveCountBits(edge);
    if (WaveIsFirstLane())
    {
        InterlockedOr(GroupMask, waveMask);
        InterlockedAdd(EdgeCount, waveEdges);
    }
#else
    InterlockedOr(GroupMask, mask);
    if (edge) InterlockedAdd(EdgeCount, 1u);
#endif
    GroupMemoryBarrierWithGroupSync();
    if (lane == 0u)
    {
        uint tile = group.y * tilesAcross + group.x;
        uint permutation = PermutationOf(GroupMask);
        TileMasks[tile] = GroupMask | (permutation << 16) | (EdgeCount > 16u ? 0x80000000u : 0u);
        Statistics.InterlockedAdd(permutation * 4u, 1u);
        Statistics.InterlockedMax(64u, EdgeCount);
        Statistics.InterlockedOr(68u, GroupMask);
    }
}

groupshared uint Counts[PERMUTATIONS];
groupshared uint Starts[PERMUTATIONS];
groupshared uint Cached[64];

[numthreads(64, 1, 1)]
void BuildArguments(uint lane : SV_GroupIndex, uint3 group : SV_GroupID)
{
    if (any(group.xy != 0u)) return;
    if (lane < PERMUTATIONS) Counts[lane] = 0u;
    GroupMemoryBarrierWithGroupSync();
    uint word = TileMasks[lane];
    uint permutation = PermutationOf(word & 0xffffu);
    Cached[lane] = permutation;
    InterlockedAdd(Counts[permutation], 1u);
    GroupMemoryBarrierWithGroupSync();
    if (lane == 0u)
    {
        uint sum = 0u;
        [unroll] for (uint i = 0u; i < PERMUTATIONS; ++i)
        {
            Starts[i] = sum;
            sum += Counts[i];
        }
    }
    GroupMemoryBarrierWithGroupSync();
    // Order inside a list is the order of the tiles.
    uint rank = 0u;
    for (uint k = 0u; k < lane; ++k) rank += Cached[k] == permutation ? 1u : 0u;
    uint2 tile = uint2(lane % tilesAcross, lane / tilesAcross);
    TileList[Starts[permutation] + rank] = tile.x | (tile.y << 16);
    if (lane < PERMUTATIONS)
    {
        DispatchArguments a;
        a.groups = uint3(Counts[lane], 1u, 1u);
        a.firstTile = Starts[lane];
        Arguments[lane] = a;
    }
}
