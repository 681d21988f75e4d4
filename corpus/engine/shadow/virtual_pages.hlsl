// dxilkit-corpus
// Virtual shadow maps: pages that pixels need are marked by clipmap level, allocated by a scan, cleared; and the page-table lookup with filtering.
// args: -T cs_6_0 -E MarkPages
// args: -T cs_6_0 -E MarkPages -D MERGE_LANES=1
// args: -T cs_6_6 -E MarkPages -D MERGE_LANES=1 -D WIDE_ATOMICS=1
// args: -T cs_6_0 -E AllocatePages
// args: -T cs_6_0 -E SampleVirtual
// args: -T cs_6_0 -E SampleVirtual -D TRANSITION=1
// set: resolution 32 32
// set: invResolution 0.03125 0.03125
// set: nearPlane 0.1
// set: farPlane 30
// set: levels 4
// set: pagesAcross 8
// set: physicalAcross 4
// set: pageTexels 4
// set: firstLevel 0
// range: PageFlags 0 3
// range: PageTable 0 255
// range: FreeList 0 15
// dispatch: 4 4 1
#include "../shared/view.hlsli"
#include "../shared/sampling.hlsli"

#ifndef MERGE_LANES
#define MERGE_LANES 0
#endif
#ifndef WIDE_ATOMICS
#define WIDE_ATOMICS 0
#endif
#ifndef TRANSITION
#define TRANSITION 0
#endif

cbuffer VirtualShadow : register(b1)
{
    float4x4 lightFromWorld;
    float4 levelOffsets[8];
    uint levels;
    uint pagesAcross;
    uint physicalAcross;
    uint pageTexels;
    float firstLevel;
    float lodBias;
    float depthBias;
    uint freeCount;
};
ConstantBuffer<ViewData> View : register(b0);
Texture2D<float> DepthTexture : register(t0);
Texture2D<float> PhysicalPages : register(t1);
StructuredBuffer<uint> FreeList : register(t2);
StructuredBuffer<uint> PageTableRead : register(t3);
SamplerState PointClamp : register(s0);
SamplerComparisonState ShadowClamp : register(s1);
RWStructuredBuffer<uint> PageFlags : register(u0);
RWStructuredBuffer<uint> PageTable : register(u1);
RWTexture2D<float4> Mask : register(u2);
#if WIDE_ATOMICS
RWStructuredBuffer<uint64_t> PageBits : register(u3);
#endif

static const uint FLAG_NEEDED = 1u;
static const uint FLAG_DETAIL = 2u;

struct PageAddress
{
    uint level;
    uint2 page;
    float2 inside;
    bool valid;

    uint Flat() { return ((level * pagesAcross + page.y) * pagesAcross + page.x) & 63u; }
};

uint LevelOf(float3 world)
{
    float d = length(world - View.cameraPosition);
    return uint(clamp(log2(max(d, 1e-3f)) + lodBias - firstLevel, 0.0f, float(levels - 1u)));
}

PageAddress AddressOf(float3 light, uint level)
{
    PageAddress a;
    float size = exp2(float(level) + firstLevel + 1.0f);
    float2 uv = (light.xy - levelOffsets[level & 7u].xy) / size + 0.5f;
    a.level = level;
    a.valid = all(uv >= 0.0f) && all(uv < 1.0f);
    float2 at = saturate(uv) * float(pagesAcross);
    a.page = min(uint2(at), pagesAcross - 1u);
    a.inside = at - float2(a.page);
    return a;
}

void Mark(PageAddress a, uint flags)
{
    if (!a.valid) return;
    uint flat = a.Flat();
#if MERGE_LANES
    // Lanes of one page mark it once.
    bool done = false;
    while (!done)
    {
        uint first = WaveReadLaneFirst(flat);
        if (first == flat)
        {
            uint all = WaveActiveBitOr(flags);
            if (WaveIsFirstLane()) InterlockedOr(PageFlags[first], all);
            done = true;
        }
    }
#else
    InterlockedOr(PageFlags[flat], flags);
#endif
#if WIDE_ATOMICS
    InterlockedOr(PageBits[flat >> 6], (uint64_t)1 << (flat & 63u));
#endif
}

[numthreads(8, 8, 1)]
void MarkPages(uint3 id : SV_DispatchThreadID)
{
    if (!View.Contains(id.xy)) return;
    float depth = DepthTexture.Load(int3(id.xy & 15u, 0));
    if (depth <= 0.0f) return;
    float3 world = View.WorldPosition(View.UvOf(id.xy), depth);
    float3 light = mul(lightFromWorld, float4(world, 1.0f)).xyz;
    uint level = LevelOf(world);
    PageAddress a = AddressOf(light, level);
    Mark(a, FLAG_NEEDED | FLAG_DETAIL);
    // Near a border the filter needs the neighbour, too.
    float2 edge = 1.0f / float(pageTexels);
    if (any(a.inside < edge) || any(a.inside > 1.0f - edge))
    {
        PageAddress n = a;
        int2 step = int2(a.inside.x < edge.x ? -1 : (a.inside.x > 1.0f - edge.x ? 1 : 0), a.inside.y < edge.y ? -1 : (a.inside.y > 1.0f - edge.y ? 1 : 0));
        int2 page = int2(a.page) + step;
        n.valid = a.valid && all(page >= 0) && all(page < int2(int(pagesAcross).xx));
        n.page = uint2(page);
        Mark(n, FLAG_NEEDED);
    }
    if (level + 1u < levels) Mark(AddressOf(light, level + 1u), FLAG_NEEDED);
}

groupshared uint Needed[64];
groupshared uint Running;

[numthreads(64, 1, 1)]
void AllocatePages(uint lane : SV_GroupIndex, uint3 group : SV_GroupID)
{
    if (any(group.xy != 0u)) return;
    uint flags = PageFlags[lane];
    uint entry = PageTable[lane];
    bool cached = (entry & 0x80u) != 0u;
    bool wants = (flags & FLAG_NEEDED) != 0u && !cached;
    Needed[lane] = wants ? 1u : 0u;
    GroupMemoryBarrierWithGroupSync();
    uint rank = 0u;
    for (uint i = 0u; i < lane; ++i) rank += Needed[i];
    if (lane == 63u) Running = rank + Needed[63];
    GroupMemoryBarrierWithGroupSync();
    if (wants)
    {
        uint slot = rank < 16u + freeCount ? FreeList[rank & 63u] : 0xffu;
        entry = slot == 0xffu ? 0u : slot | 0x80u | (flags << 8) | 0x10000u;
    }
    else if ((flags & FLAG_NEEDED) == 0u) entry &= ~0x80u;
    PageTable[lane] = entry;
    PageFlags[lane] = lane == 0u ? Running : 0u;
}

float SamplePage(PageAddress a, float z, float2 offset)
{
    uint entry = PageTableRead[a.Flat()];
    if ((entry & 0x80u) == 0u) return -1.0f;
    uint2 physical = uint2(entry & 3u, (entry >> 2) & 3u);
    float2 inside = clamp(a.inside + offset / float(pageTexels), 0.5f / float(pageTexels), 1.0f - 0.5f / float(pageTexels));
    float2 uv = (float2(physical) + inside) / float(physicalAcross);
    return PhysicalPages.SampleCmpLevelZero(ShadowClamp, uv, z);
}

[numthreads(8, 8, 1)]
void SampleVirtual(uint3 id : SV_DispatchThreadID)
{
    if (!View.Contains(id.xy)) return;
    float depth = DepthTexture.Load(int3(id.xy & 15u, 0));
    float3 world = View.WorldPosition(View.UvOf(id.xy), depth);
    float3 light = mul(lightFromWorld, float4(world, 1.0f)).xyz;
    float z = saturate(light.z * 0.25f - depthBias * 0.05f);
    uint level = LevelOf(world);
    float lit = -1.0f;
    uint used = level;
    [loop] for (; used < levels && lit < 0.0f; ++used)
    {
        PageAddress a = AddressOf(light, used);
        if (!a.valid) continue;
        float sum = 0.0f;
        bool missing = false;
        [unroll] for (uint i = 0u; i < 8u; ++i)
        {
            float tap = SamplePage(a, z, POISSON_16[i]);
            missing = missing || tap < 0.0f;
            sum += max(tap, 0.0f);
        }
        if (!missing) lit = sum / 8.0f;
    }
#if TRANSITION
    float t = frac(log2(max(length(world - View.cameraPosition), 1e-3f)) + lodBias);
    if (t > 0.8f && used < levels)
    {
        PageAddress next = AddressOf(light, used);
        float coarse = next.valid ? SamplePage(next, z, 0.0f.xx) : -1.0f;
        if (coarse >= 0.0f) lit = lerp(lit, coarse, (t - 0.8f) * 5.0f);
    }
#endif
    Mask[id.xy] = float4(lit < 0.0f ? 1.0f : lit, float(used), float(level), 1.0f);
}
