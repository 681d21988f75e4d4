// dxilkit-corpus
// The whole chain of a depth pyramid in one dispatch: tiles reduced in shared memory, the last group finishes the small levels.
// args: -T cs_6_0 -E main
// args: -T cs_6_0 -E main -D REDUCE_MIN=1 -D USE_WAVE=1
// args: -T cs_6_6 -E main -D USE_WAVE=1
// data: cb0 16u 16u 1u 4u 0.03125 0.03125 0u 0u
// dispatch: 1 1 1

#include "../kernel/config.hlsli"
#include "../kernel/packing.hlsli"

#ifndef REDUCE_MIN
#define REDUCE_MIN 0
#endif
#ifndef USE_WAVE
#define USE_WAVE 0
#endif

struct PyramidConstants
{
    uint2 sourceSize;
    uint groupCount;
    uint levels;
    float2 inverseSize;
    uint slice;
    uint pad;
};

ConstantBuffer<PyramidConstants> Pyramid : register(b0);
Texture2D<float> Depth : register(t0);
globallycoherent RWTexture2D<float> Levels[6] : register(u0);
globallycoherent RWStructuredBuffer<uint> Finished : register(u8);
SamplerState PointClamp : register(s0);

groupshared float Tile[16][16];
groupshared bool IsLast;

float Combine(float a, float b)
{
#if REDUCE_MIN
    return min(a, b);
#else
    return max(a, b);
#endif
}
float Combine(float4 v) { return Combine(Combine(v.x, v.y), Combine(v.z, v.w)); }

float ReduceQuad(float v)
{
#if USE_WAVE
    return Combine(Combine(v, QuadReadAcrossX(v)), Combine(QuadReadAcrossY(v), QuadReadAcrossDiagonal(v)));
#else
    return v;
#endif
}

/// Threads of a group along a Z curve, so that four neighbours are a quad.
uint2 ZOrder(uint index)
{
    return UnMorton2(index);
}

void StoreLevel(uint level, uint2 at, float v)
{
    // A write to an array of textures with an index that is known only to the whole group.
    switch (level)
    {
    case 0: Levels[0][at] = v; break;
    case 1: Levels[1][at] = v; break;
    case 2: Levels[2][at] = v; break;
    case 3: Levels[3][at] = v; break;
    case 4: Levels[4][at] = v; break;
    default: Levels[5][at] = v; break;
    }
}

void ReduceInTile(uint2 thread, uint2 group, uint firstLevel, uint count)
{
    [unroll]
    for (uint step = 0; step < 4; ++step)
    {
        if (step >= count)
            return;
        const uint width = 8u >> step;
        GroupMemoryBarrierWithGroupSync();
        float v = 0;
        const bool isActive = all(thread < width);
        if (isActive)
        {
            const uint2 at = thread * 2;
            v = Combine(float4(Tile[at.y][at.x], Tile[at.y][at.x + 1], Tile[at.y + 1][at.x], Tile[at.y + 1][at.x + 1]));
        }
        GroupMemoryBarrierWithGroupSync();
        if (isActive)
        {
            Tile[thread.y][thread.x] = v;
            StoreLevel(firstLevel + step, group * width + thread, v);
        }
    }
}

[numthreads(256, 1, 1)]
void main(uint3 group : SV_GroupID, uint index : SV_GroupIndex)
{
    const uint2 thread = ZOrder(index);
    const uint2 pixel = group.xy * 16 + thread;
    const float2 uv = (pixel * 2 + 1) * Pyramid.inverseSize;
    float depth = Combine(Depth.GatherRed(PointClamp, uv));
    Levels[0][pixel] = depth;
#if USE_WAVE
    const float quad = ReduceQuad(depth);
    if ((index & 3) == 0)
    {
        const uint2 half_ = thread / 2;
        Levels[1][group.xy * 8 + half_] = quad;
        Tile[half_.y][half_.x] = quad;
    }
    GroupMemoryBarrierWithGroupSync();
    if (all(thread < 4))
    {
        const uint2 at = thread * 2;
        const float v = Combine(float4(Tile[at.y][at.x], Tile[at.y][at.x + 1], Tile[at.y + 1][at.x], Tile[at.y + 1][at.x + 1]));
        Levels[2][group.xy * 4 + thread] = v;
    }
#else
    Tile[thread.y][thread.x] = depth;
    ReduceInTile(thread, group.xy, 1, 4);
#endif
    AllMemoryBarrierWithGroupSync();
    if (index == 0)
    {
        uint before;
        InterlockedAdd(Finished[Pyramid.slice], 1, before);
        IsLast = (before & 0xffff) + 1 >= Pyramid.groupCount;
    }
    GroupMemoryBarrierWithGroupSync();
    if (!IsLast)
        return;
    if (index == 0)
        Finished[Pyramid.slice] = 0;
    const uint2 small = max(Pyramid.sourceSize >> 5, 1);
    if (all(thread < small) && Pyramid.levels > 4)
    {
        float v = Levels[4][thread * 2];
        v = Combine(v, Levels[4][thread * 2 + uint2(1, 0)]);
        v = Combine(v, Levels[4][thread * 2 + uint2(0, 1)]);
        v = Combine(v, Levels[4][thread * 2 + uint2(1, 1)]);
        Levels[5][thread] = v;
    }
}
