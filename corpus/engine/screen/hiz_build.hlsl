// dxilkit-corpus
// Depth pyramid in one pass: five mips a group from groupshared memory and quads, minimum or maximum, odd sizes handled.
// args: -T cs_6_0 -E BuildPyramid
// args: -T cs_6_0 -E BuildPyramid -D CLOSEST=1
// args: -T cs_6_0 -E BuildPyramid -D QUADS=1
// args: -T cs_6_6 -E BuildPyramid -D QUADS=1 -D SINGLE_PASS=1
// set: sourceSize 30 28
// set: mipCount 5
// dispatch: 2 2 1
#include "../shared/math.hlsli"

#ifndef CLOSEST
#define CLOSEST 0
#endif
#ifndef QUADS
#define QUADS 0
#endif
#ifndef SINGLE_PASS
#define SINGLE_PASS 0
#endif
#define GROUP 8

cbuffer Pyramid : register(b0)
{
    uint2 sourceSize;
    uint mipCount;
    uint groupCount;
};
Texture2D<float> Source : register(t0);
SamplerState PointClamp : register(s0);
RWTexture2D<float4> Mip0 : register(u0);
RWTexture2D<float4> Mip1 : register(u1);
RWTexture2D<float4> Mip2 : register(u2);
RWTexture2D<float4> Mip3 : register(u3);
#if SINGLE_PASS
globallycoherent RWTexture2D<float4> Mip4 : register(u4);
globallycoherent RWStructuredBuffer<uint> Finished : register(u5);
groupshared uint IsLast;
#endif

groupshared float Tile[GROUP][GROUP + 1];

#if CLOSEST
float Reduce(float a, float b) { return max(a, b); }
#else
float Reduce(float a, float b) { return min(a, b); }
#endif
float Reduce4(float4 v) { return Reduce(Reduce(v.x, v.y), Reduce(v.z, v.w)); }

float LoadQuad(uint2 base)
{
    float4 v;
    [unroll] for (uint i = 0u; i < 4u; ++i)
    {
        uint2 at = min(base + uint2(i & 1u, i >> 1), sourceSize - 1u);
        v[i] = Source.Load(int3(at & 15u, 0));
    }
    float r = Reduce4(v);
    // The last row and column of odd sizes belong to the texel before them.
    bool2 odd = (sourceSize & 1u) != 0u;
    bool2 last = base + 3u == sourceSize;
    if (odd.x && last.x) r = Reduce(r, Source.Load(int3(min(base + uint2(2u, 0u), sourceSize - 1u) & 15u, 0)));
    if (odd.y && last.y) r = Reduce(r, Source.Load(int3(min(base + uint2(0u, 2u), sourceSize - 1u) & 15u, 0)));
    return r;
}

float ReduceQuadLanes(float v)
{
    float x = QuadReadAcrossX(v);
    float y = QuadReadAcrossY(v);
    float d = QuadReadAcrossDiagonal(v);
    return Reduce4(float4(v, x, y, d));
}

/// Lanes of 2x2 quads beside each other, so that quads of lanes are quads of texels.
uint2 Morton(uint lane)
{
    uint x = (lane & 1u) | ((lane >> 1) & 2u) | ((lane >> 2) & 4u);
    uint y = ((lane >> 1) & 1u) | ((lane >> 2) & 2u) | ((lane >> 3) & 4u);
    return uint2(x, y);
}

[numthreads(GROUP *GROUP, 1, 1)]
void BuildPyramid(uint3 group : SV_GroupID, uint lane : SV_GroupIndex)
{
    uint2 local = Morton(lane);
    uint2 texel = group.xy * GROUP + local;
    float v = LoadQuad(texel * 2u);
    Mip0[texel] = v;
    if (mipCount < 2u) return;

#if QUADS
    v = ReduceQuadLanes(v);
    if ((lane & 3u) == 0u)
    {
        Mip1[texel >> 1] = v;
        Tile[local.y >> 1][local.x >> 1] = v;
    }
#else
    Tile[local.y][local.x] = v;
    GroupMemoryBarrierWithGroupSync();
    float half = 0.0f;
    bool writes = lane < 16u;
    uint2 at = uint2(lane & 3u, lane >> 2);
    if (writes)
    {
        half = Reduce4(float4(Tile[at.y * 2u][at.x * 2u], Tile[at.y * 2u][at.x * 2u + 1u], Tile[at.y * 2u + 1u][at.x * 2u], Tile[at.y * 2u + 1u][at.x * 2u + 1u]));
        Mip1[group.xy * 4u + at] = half;
    }
    GroupMemoryBarrierWithGroupSync();
    if (writes) Tile[at.y][at.x] = half;
#endif
    GroupMemoryBarrierWithGroupSync();
    [unroll] for (uint level = 2u; level < 4u; ++level)
    {
        uint side = GROUP >> level;
        float reduced = 0.0f;
        bool active = lane < side * side && level < mipCount;
        uint2 to = uint2(lane % side, lane / side);
        if (active)
        {
            reduced = Reduce4(float4(Tile[to.y * 2u][to.x * 2u], Tile[to.y * 2u][to.x * 2u + 1u], Tile[to.y * 2u + 1u][to.x * 2u], Tile[to.y * 2u + 1u][to.x * 2u + 1u]));
            if (level == 2u) Mip2[group.xy * side + to] = reduced;
            else Mip3[group.xy * side + to] = reduced;
        }
        GroupMemoryBarrierWithGroupSync();
        if (active) Tile[to.y][to.x] = reduced;
        GroupMemoryBarrierWithGroupSync();
    }
#if SINGLE_PASS
    if (lane == 0u)
    {
        uint before;
        InterlockedAdd(Finished[0], 1u, before);
        IsLast = before == groupCount - 1u ? 1u : 0u;
    }
    DeviceMemoryBarrierWithGroupSync();
    if (IsLast == 0u) return;
    float all = Mip3[local].x;
    Mip4[local >> 1] = ReduceQuadLanes(all);
#endif
}
