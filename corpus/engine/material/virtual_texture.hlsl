// dxilkit-corpus
// Virtual texturing: page table walk with borders, feedback of wanted pages, fallback to coarser mips, sparse resource status in tiled textures.
// args: -T vs_6_0 -E VSMain
// args: -T ps_6_0 -E PSMain
// args: -T ps_6_0 -E PSMain -D TRILINEAR=1
// args: -T ps_6_6 -E PSMain -D TILED=1
// args: -T ps_6_6 -E PSMain -D TRILINEAR=1 -D FEEDBACK=1
// args: -T cs_6_0 -E CompactFeedback
// set: virtualPages 8 8
// set: physicalPages 4 4
// set: maxMip 3
// set: pageSize 4
// set: pixelCount 64
// data: u1 0u
#include "../shared/math.hlsli"
#include "../shared/packing.hlsli"

#ifndef TRILINEAR
#define TRILINEAR 0
#endif
#ifndef TILED
#define TILED 0
#endif
#ifndef FEEDBACK
#define FEEDBACK 0
#endif

cbuffer VirtualTexture : register(b0)
{
    uint2 virtualPages;
    uint2 physicalPages;
    float pageSize;
    float border;
    uint maxMip;
    float mipBias;
    uint pixelCount;
    uint frame;
};
Texture2D<uint> PageTable : register(t0);
Texture2D<float4> PhysicalAlbedo : register(t1);
Texture2D<float4> PhysicalNormal : register(t2);
Texture2D<float4> TiledTexture : register(t3);
StructuredBuffer<uint> FeedbackInput : register(t4);
SamplerState LinearClamp : register(s0);
SamplerState LinearWrap : register(s1);
RWStructuredBuffer<uint> Feedback : register(u1);
RWStructuredBuffer<uint> Requests : register(u2);

struct Varyings
{
    float4 clip : SV_Position;
    float2 uv : TEXCOORD;
};

Varyings VSMain(float3 position : POSITION, float2 uv : TEXCOORD)
{
    Varyings o;
    o.clip = float4(position, 1.0f);
    o.uv = uv * 2.0f;
    return o;
}

struct PageEntry
{
    uint2 physical;
    uint mip;
    bool resident;
};

PageEntry DecodeEntry(uint e)
{
    PageEntry p;
    p.physical = uint2(e & 3u, (e >> 2) & 3u);
    p.mip = (e >> 4) & 3u;
    p.resident = e != 0u;
    return p;
}

float WantedMip(float2 uv)
{
    float2 texels = uv * float2(virtualPages) * pageSize;
    float2 dx = ddx(texels), dy = ddy(texels);
    return clamp(0.5f * log2(max(max(dot(dx, dx), dot(dy, dy)), 1e-6f)) + mipBias, 0.0f, float(maxMip));
}

float2 PhysicalUv(float2 uv, PageEntry e, uint mip)
{
    uint level = max(mip, e.mip);
    float2 pages = float2(max(virtualPages >> level, 1u));
    float2 inside = frac(uv * pages);
    float padded = pageSize + 2.0f * border;
    float2 texel = float2(e.physical) * padded + border + inside * pageSize;
    return texel / (float2(physicalPages) * padded);
}

uint RequestOf(float2 uv, uint mip)
{
    uint2 page = uint2(frac(uv) * float2(max(virtualPages >> mip, 1u)));
    return page.x | (page.y << 8) | (mip << 16) | 0x80000000u;
}

struct VirtualSample
{
    float4 albedo;
    float3 normal;
    uint missed;
};

VirtualSample SampleLevelOf(float2 uv, uint mip)
{
    VirtualSample s;
    s.missed = 0u;
    PageEntry e;
    e.resident = false;
    e.physical = 0u;
    e.mip = maxMip;
    [loop] for (uint level = mip; level <= maxMip; ++level)
    {
        uint2 page = uint2(frac(uv) * float2(max(virtualPages >> level, 1u)));
        e = DecodeEntry(PageTable.Load(int3(page, min(level, 3u))));
        if (e.resident) break;
        ++s.missed;
    }
    float2 at = PhysicalUv(frac(uv), e, mip + s.missed);
    s.albedo = PhysicalAlbedo.SampleLevel(LinearClamp, at, 0.0f);
    s.normal = DecodeOctahedral(PhysicalNormal.SampleLevel(LinearClamp, at, 0.0f).xy * 2.0f - 1.0f);
    return s;
}

float4 PSMain(Varyings p) : SV_Target
{
#if TILED
    uint status;
    float4 c = TiledTexture.Sample(LinearWrap, p.uv, int2(0, 0), 0.0f, status);
    float lodClamp = 0.0f;
    [loop] while (!CheckAccessFullyMapped(status) && lodClamp < 4.0f)
    {
        lodClamp += 1.0f;
        c = TiledTexture.SampleLevel(LinearWrap, p.uv, lodClamp, int2(0, 0), status);
    }
    float4 g = TiledTexture.Gather(LinearWrap, p.uv, int2(0, 0), status);
    return c + (CheckAccessFullyMapped(status) ? g * 0.1f : lodClamp * 0.01f);
#else
    float wanted = WantedMip(p.uv);
    uint mip = uint(wanted);
#if FEEDBACK
    uint2 pixel = uint2(p.clip.xy);
    // One pixel of 4x4 reports in turn.
    if (((pixel.x ^ frame) & 3u) == 0u && ((pixel.y ^ (frame >> 2)) & 3u) == 0u)
    {
        uint request = RequestOf(p.uv, mip);
        uint first = WaveReadLaneFirst(request);
        if (request != first || WaveIsFirstLane()) Feedback[(pixel.y >> 2) * 8u + (pixel.x >> 2)] = request;
    }
#endif
    VirtualSample s = SampleLevelOf(p.uv, mip);
#if TRILINEAR
    VirtualSample next = SampleLevelOf(p.uv, min(mip + 1u, maxMip));
    float f = frac(wanted);
    s.albedo = lerp(s.albedo, next.albedo, f);
    s.normal = SafeNormalize(lerp(s.normal, next.normal, f));
#endif
    float light = saturate(dot(s.normal, float3(0.3f, 0.5f, 0.8f))) + 0.1f;
    return float4(s.albedo.rgb * light, float(s.missed) * 0.25f);
#endif
}

groupshared uint Sorted[64];

/// Requests of a frame sorted in one group, duplicates dropped, written with their counts.
[numthreads(64, 1, 1)]
void CompactFeedback(uint lane : SV_GroupIndex)
{
    uint own = lane < pixelCount ? FeedbackInput[lane] | 0x100u : 0xffffffffu;
    Sorted[lane] = own;
    GroupMemoryBarrierWithGroupSync();
    for (uint k = 2u; k <= 64u; k <<= 1)
        for (uint j = k >> 1; j > 0u; j >>= 1)
        {
            uint other = lane ^ j;
            uint a = Sorted[lane], b = Sorted[other];
            bool ascending = (lane & k) == 0u;
            bool lower = lane < other;
            uint keep = (lower == ascending) ? min(a, b) : max(a, b);
            GroupMemoryBarrierWithGroupSync();
            Sorted[lane] = keep;
            GroupMemoryBarrierWithGroupSync();
        }
    uint value = Sorted[lane];
    bool head = value != 0xffffffffu && (lane == 0u || Sorted[lane - 1u] != value);
    uint rank = 0u;
    for (uint i = 1u; i <= lane; ++i) rank += Sorted[i] != Sorted[i - 1u] ? 1u : 0u;
    if (head)
    {
        uint count = 1u;
        for (uint i = lane + 1u; i < 64u && Sorted[i] == value; ++i) ++count;
        Requests[rank] = (value & 0xffffffu) | (min(count, 255u) << 24);
    }
}
