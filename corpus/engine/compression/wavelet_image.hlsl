// dxilkit-corpus
// Image codec by integer wavelets: reversible colour transform, lifting of rows and columns in shared memory (5/3 taps), dead-zone
// quantisation by subband, significance of bit planes by tile, and the way back.
// args: -T cs_6_0 -E Forward
// args: -T cs_6_0 -E Forward -D LEVELS=3
// args: -T cs_6_0 -E Inverse
// args: -T cs_6_0 -E Inverse -D LEVELS=1
// args: -T cs_6_0 -E Planes
// args: -T cs_6_6 -E Forward -D LEVELS=3
// set: tiles 2 2
// set: step 2
// range: Coefficients -40 40
// range: Pixels 0 255
// dispatch: 2 2 1
#include "../shared/math.hlsli"

#ifndef LEVELS
#define LEVELS 2
#endif
#define TILE 8

struct WaveletConstants
{
    uint2 tiles;
    int step;
    uint flags;
};

ConstantBuffer<WaveletConstants> Codec : register(b0);
StructuredBuffer<int3> Pixels : register(t0);
StructuredBuffer<int3> Coefficients : register(t1);
RWStructuredBuffer<int3> Output : register(u0);
RWStructuredBuffer<uint4> TilePlanes : register(u1);

groupshared int3 Tile[TILE][TILE];
groupshared uint PlaneBits[4];

int3 ToReversible(int3 rgb)
{
    const int co = rgb.r - rgb.b;
    const int t = rgb.b + (co >> 1);
    const int cg = rgb.g - t;
    return int3(t + (cg >> 1), co, cg);
}
int3 FromReversible(int3 c)
{
    const int t = c.x - (c.z >> 1);
    const int g = c.z + t;
    const int b = t - (c.y >> 1);
    return int3(b + c.y, g, b);
}

uint LinearIndex(uint2 group, uint2 local)
{
    const uint2 p = group * TILE + local;
    return (p.y * Codec.tiles.x * TILE + p.x) & 63u;
}

int Mirror(int i, int size) { return i < 0 ? -i : (i >= size ? 2 * size - 2 - i : i); }
int3 Fetch(bool column, int row, int i) { return column ? Tile[i][row] : Tile[row][i]; }
void Put(bool column, int row, int i, int3 v)
{
    if (column) Tile[i][row] = v;
    else Tile[row][i] = v;
}

/// One step of lifting over a line: odd samples predict from even ones, even ones are updated.
void LiftLine(bool column, int row, int size, bool forward)
{
    const int sign = forward ? 1 : -1;
    for (int pass = 0; pass < 2; ++pass)
    {
        const bool predict = (pass == 0) == forward;
        for (int i = predict ? 1 : 0; i < size; i += 2)
        {
            const int3 a = Fetch(column, row, Mirror(i - 1, size));
            const int3 b = Fetch(column, row, Mirror(i + 1, size));
            const int3 change = predict ? -((a + b) >> 1) : (a + b + 2) >> 2;
            Put(column, row, i, Fetch(column, row, i) + sign * change);
        }
    }
}

/// Low samples to the front half, or back to their even places.
void Deal(bool column, int row, int size, bool forward)
{
    int3 copy[TILE];
    for (int i = 0; i < size; ++i)
        copy[i] = Fetch(column, row, i);
    for (int k = 0; k < size; ++k)
    {
        const int split = (k >> 1) + ((k & 1) != 0 ? size >> 1 : 0);
        if (forward) Put(column, row, split, copy[k]);
        else Put(column, row, k, copy[split]);
    }
}

int BandShift(uint2 local)
{
    const uint furthest = max(local.x, local.y);
    return furthest == 0u ? 0 : int(firstbithigh(furthest));
}
int3 Quantise(int3 v, int step) { return sign(v) * (abs(v) / max(step, 1)); }
int3 Restore(int3 q, int step) { return q * step + sign(q) * (step >> 1); }

[numthreads(TILE, TILE, 1)]
void Forward(uint3 group : SV_GroupID, uint3 local : SV_GroupThreadID, uint index : SV_GroupIndex)
{
    Tile[local.y][local.x] = ToReversible(Pixels[LinearIndex(group.xy, local.xy)] - 128);
    GroupMemoryBarrierWithGroupSync();
    for (int level = 0; level < LEVELS; ++level)
    {
        const int size = TILE >> level;
        for (int axis = 0; axis < 2; ++axis)
        {
            if (int(index) < size)
            {
                LiftLine(axis == 1, int(index), size, true);
                Deal(axis == 1, int(index), size, true);
            }
            GroupMemoryBarrierWithGroupSync();
        }
    }
    Output[LinearIndex(group.xy, local.xy) + 64u * (group.x + group.y * 2u)] =
        Quantise(Tile[local.y][local.x], Codec.step << BandShift(local.xy));
}

[numthreads(TILE, TILE, 1)]
void Inverse(uint3 group : SV_GroupID, uint3 local : SV_GroupThreadID, uint index : SV_GroupIndex)
{
    Tile[local.y][local.x] = Restore(Coefficients[LinearIndex(group.xy, local.xy)], Codec.step << BandShift(local.xy));
    GroupMemoryBarrierWithGroupSync();
    for (int level = LEVELS - 1; level >= 0; --level)
    {
        const int size = TILE >> level;
        for (int axis = 1; axis >= 0; --axis)
        {
            if (int(index) < size)
            {
                Deal(axis == 1, int(index), size, false);
                LiftLine(axis == 1, int(index), size, false);
            }
            GroupMemoryBarrierWithGroupSync();
        }
    }
    const int3 rgb = FromReversible(Tile[local.y][local.x]) + 128;
    Output[LinearIndex(group.xy, local.xy) + 64u * (group.x + group.y * 2u)] = clamp(rgb, 0, 255);
}

[numthreads(TILE, TILE, 1)]
void Planes(uint3 group : SV_GroupID, uint3 local : SV_GroupThreadID, uint index : SV_GroupIndex)
{
    if (index < 4u) PlaneBits[index] = 0u;
    GroupMemoryBarrierWithGroupSync();
    const uint3 magnitude = uint3(abs(Coefficients[LinearIndex(group.xy, local.xy)]));
    const uint band = min(uint(BandShift(local.xy)), 3u);
    InterlockedOr(PlaneBits[band], magnitude.x | magnitude.y | magnitude.z);
    GroupMemoryBarrierWithGroupSync();
    if (index == 0u)
    {
        uint4 planes;
        [unroll]
        for (uint b = 0; b < 4; ++b)
            planes[b] = PlaneBits[b] == 0u ? 0u : firstbithigh(PlaneBits[b]) + 1u;
        TilePlanes[group.y * Codec.tiles.x + group.x] = planes;
    }
}
