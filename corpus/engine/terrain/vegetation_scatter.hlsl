// dxilkit-corpus
// Vegetation from density maps: cells place candidates, rules of species are chosen in a large switch, thinning by a table of ranks, instances packed and counted by wave.
// args: -T cs_6_0 -E Scatter
// args: -T cs_6_0 -E Scatter -D JITTER=1
// args: -T cs_6_0 -E Scatter -D JITTER=1 -D SLOPES=1
// args: -T cs_6_0 -E Compact
// args: -T vs_6_0 -E VSInstance
// args: -T ps_6_0 -E PSInstance
// set: CellSize 2
// set: Density 0.9
// vertices: 6
// dispatch: 2 2 1
#include "../shared/math.hlsli"
#ifndef JITTER
#define JITTER 0
#endif
#ifndef SLOPES
#define SLOPES 0
#endif

cbuffer Scattering : register(b0)
{
    float2 Origin;
    float CellSize;
    float Density;
    row_major float2x4 HeightBasis;
    uint Seed;
}

struct Species
{
    float minHeight, maxHeight;
    float scale;
    float spacing;
};

static const Species SPECIES[7] =
{
    {-1.0f, 0.2f, 0.5f, 1.0f}, {0.0f, 0.6f, 1.0f, 2.0f}, {0.1f, 0.9f, 1.5f, 2.5f}, {0.3f, 1.0f, 0.8f, 1.5f},
    {0.5f, 1.5f, 2.0f, 4.0f}, {-0.5f, 0.5f, 0.3f, 0.5f}, {0.7f, 2.0f, 1.2f, 3.0f}
};
static const uint BAYER[16] = {0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5};

RWStructuredBuffer<uint4> Candidates : register(u0);
RWStructuredBuffer<uint> Count : register(u1);

float Height(float2 p, out float2 slope)
{
    float4 phase = float4(p.x, p.y, p.x + p.y, p.x - p.y) * 0.7f;
    float4 s = sin(phase), c = cos(phase);
    slope = float2(dot(c, float4(1, 0, 1, 1) * HeightBasis[0]), dot(c, float4(0, 1, 1, -1) * HeightBasis[0])) * 0.7f;
    return dot(s, HeightBasis[0]) + HeightBasis[1].x;
}

uint ChooseSpecies(uint biome, float height, float moisture, float steepness)
{
    switch (biome)
    {
    case 0:
        return moisture > 0.5f ? 5u : 0u;
    case 1:
    case 2:
        if (steepness > 0.8f) return 3u;
        return height > 0.5f ? 4u : 1u;
    case 3:
        for (uint i = 0; i < 7u; ++i)
            if (height >= SPECIES[i].minHeight && height <= SPECIES[i].maxHeight && moisture * 4.0f > SPECIES[i].spacing) return i;
        return 0u;
    case 4: return 6u;
    case 5: return uint(moisture * 6.99f);
    case 6:
    {
        uint best = 0;
        float bestFit = -1e9f;
        [unroll]
        for (uint k = 0; k < 7u; ++k)
        {
            float fit = -abs(height - 0.5f * (SPECIES[k].minHeight + SPECIES[k].maxHeight)) - 0.1f * SPECIES[k].spacing * steepness;
            if (fit > bestFit) { bestFit = fit; best = k; }
        }
        return best;
    }
    case 9: return 2u;
    default: return 7u;
    }
}

[numthreads(8, 8, 1)]
void Scatter(uint2 cell : SV_DispatchThreadID, uint index : SV_GroupIndex, uint2 group : SV_GroupID)
{
    uint h = HashCombine(cell.x + cell.y * 4099u, Seed);
    float2 p = Origin + float2(cell) * CellSize;
#if JITTER
    p += (float2(h & 0xffffu, h >> 16) / 65535.0f - 0.5f) * CellSize;
#endif
    float2 slope;
    float height = Height(p, slope);
    float steepness = length(slope);
    uint biome = (uint(floor(height * 3.0f + 4.0f)) + group.x * 3u) % 11u;
    uint kind = ChooseSpecies(biome, height, ToUnitFloat(h * 747796405u), steepness);
    bool kept = kind < 7u && float(BAYER[(cell.x & 3u) | (cell.y & 3u) << 2]) < Density * 16.0f / SPECIES[min(kind, 6u)].spacing;
    uint normal = 0;
#if SLOPES
    float3 n = normalize(float3(-slope.x, 1.0f, -slope.y));
    uint3 q = uint3(round(n * 511.0f + 512.0f)) >> 3;
    normal = q.x | q.y << 8 | q.z << 16;
    kept = kept && n.y > 0.3f;
#endif
    uint slot = WavePrefixCountBits(kept);
    Candidates[(group.y * 2u + group.x) * 64u + index] = kept ? uint4(kind + 1u, uint(SPECIES[kind].scale * 16.0f), normal, biome) : 0u.xxxx;
    if (kept && slot == 0u) InterlockedAdd(Count[0], WaveActiveCountBits(true));
}

groupshared uint Sums[256];

[numthreads(256, 1, 1)]
void Compact(uint id : SV_DispatchThreadID, uint index : SV_GroupIndex)
{
    uint4 mine = Candidates[id & 63u];
    Sums[index] = mine.x & 1u;
    GroupMemoryBarrierWithGroupSync();
    [unroll]
    for (uint step = 1; step < 256u; step <<= 1)
    {
        uint before = index >= step ? Sums[index - step] : 0u;
        GroupMemoryBarrierWithGroupSync();
        Sums[index] += before;
        GroupMemoryBarrierWithGroupSync();
    }
    Count[id] = Sums[index] << 8 | (mine.y & 255u);
}

struct Blade
{
    float4 clip : SV_Position;
    float2 along : ALONG;
    nointerpolation uint kind : KIND;
};

Blade VSInstance(uint vertex : SV_VertexID, uint instance : SV_InstanceID)
{
    Blade b;
    uint h = HashUint(vertex / 3u + instance * 7u);
    float2 slope;
    float2 root = float2(h & 255u, (h >> 8) & 255u) / 128.0f - 1.0f;
    float height = Height(root, slope);
    b.kind = h % 7u;
    b.along = float2(vertex % 3u == 1u, vertex % 3u == 2u);
    float2 p = root * 0.5f + (b.along - 0.3f) * SPECIES[b.kind].scale;
    b.clip = float4(p, saturate(height) * 0.5f, 1.0f);
    return b;
}

float4 PSInstance(Blade b) : SV_Target
{
    float shade = b.along.x * (1.0f - b.along.y);
    float4 tints[3] = {float4(0.2f, 0.5f, 0.1f, 1.0f), float4(0.6f, 0.5f, 0.2f, 1.0f), float4(0.1f, 0.3f, 0.2f, 1.0f)};
    return lerp(tints[b.kind % 3u], tints[(b.kind + 1u) % 3u], shade) * (0.5f + 0.5f * shade);
}
