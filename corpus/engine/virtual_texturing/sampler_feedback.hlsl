// dxilkit-corpus
// Sampler feedback: what a frame wanted of each texture, residency by clamped levels, and the request list read back on the graphics card.
// args: -T ps_6_5 -E PSWantMinMip
// args: -T ps_6_5 -E PSWantMinMip -D STOCHASTIC=1
// args: -T ps_6_5 -E PSWantRegion
// args: -T ps_6_6 -E PSWantMinMip -D STOCHASTIC=1
// args: -T cs_6_6 -E WantFromGBuffer
// args: -T cs_6_0 -E CollectRequests
// args: -T cs_6_0 -E CollectRequests -D MERGE=1
// set: TilesWide 16
// range: Wanted 0 12
// dispatch: 1 1 1
#include "../kernel/math.hlsli"
#include "../kernel/random.hlsli"

#ifndef STOCHASTIC
#define STOCHASTIC 0
#endif
#ifndef MERGE
#define MERGE 0
#endif

cbuffer Streaming : register(b0)
{
    uint TilesWide;
    uint FrameIndex;
    float LevelBias;
    float Threshold;
};
Texture2D<float4> Colour : register(t0);
Texture2DArray<float4> Layers : register(t1);
Texture2D<float> Residency : register(t2);
StructuredBuffer<uint> Wanted : register(t3);
FeedbackTexture2D<SAMPLER_FEEDBACK_MIN_MIP> MinMip : register(u0);
FeedbackTexture2DArray<SAMPLER_FEEDBACK_MIP_REGION_USED> Regions : register(u1);
RWStructuredBuffer<uint2> Requests : register(u2);
RWStructuredBuffer<uint> RequestCount : register(u3);
RWTexture2D<float4> Target : register(u4);
SamplerState Anisotropic : register(s0);
SamplerState PointClamp : register(s1);

struct Pixel
{
    float4 at : SV_Position;
    float3 uvw : TEXCOORD0;
};

bool WritesThisFrame(float2 at)
{
#if STOCHASTIC
    return GradientDither(at, FrameIndex) < Threshold;
#else
    return true;
#endif
}

float4 PSWantMinMip(Pixel p) : SV_Target
{
    const float resident = Residency.SampleLevel(PointClamp, p.uvw.xy, 0) * 15;
    uint status;
    float4 c = Colour.Sample(Anisotropic, p.uvw.xy, int2(0, 0), resident, status);
    if (!CheckAccessFullyMapped(status))
        c = Colour.SampleBias(Anisotropic, p.uvw.xy, LevelBias + 2);
    if (WritesThisFrame(p.at.xy))
        MinMip.WriteSamplerFeedback(Colour, Anisotropic, p.uvw.xy, resident);
    return c;
}

float4 PSWantRegion(Pixel p) : SV_Target
{
    const float layer = floor(p.uvw.z);
    const float2 dx = ddx(p.uvw.xy), dy = ddy(p.uvw.xy);
    Regions.WriteSamplerFeedbackGrad(Layers, Anisotropic, float3(p.uvw.xy, layer), dx, dy);
    if (LevelBias > 0)
        Regions.WriteSamplerFeedbackBias(Layers, Anisotropic, float3(p.uvw.xy, layer), LevelBias);
    return Layers.SampleGrad(Anisotropic, float3(p.uvw.xy, layer), dx, dy);
}

[numthreads(8, 8, 1)]
void WantFromGBuffer(uint2 pixel : SV_DispatchThreadID)
{
    const float4 g = Target[pixel];
    const float level = log2(max(g.z, 1e-3)) + LevelBias;
    MinMip.WriteSamplerFeedbackLevel(Colour, Anisotropic, g.xy, level);
    Target[pixel] = Colour.SampleLevel(Anisotropic, g.xy, max(level, Residency.SampleLevel(PointClamp, g.xy, 0)));
}

groupshared uint Keys[64];

uint KeyOf(uint tile, uint level)
{
    const uint x = (tile % TilesWide) >> level, y = (tile / TilesWide) >> level;
    return (level << 24) | (y << 12) | x;
}

[numthreads(64, 1, 1)]
void CollectRequests(uint i : SV_GroupIndex)
{
    const uint word = Wanted[i];
    const uint key = KeyOf(i, min(word & 15, 11));
    Keys[i] = key;
    GroupMemoryBarrierWithGroupSync();
#if MERGE
    for (uint size = 2; size <= 64; size <<= 1)
        for (uint step = size >> 1; step > 0; step >>= 1)
        {
            const uint other = i ^ step;
            const uint mine = Keys[i], theirs = Keys[other];
            GroupMemoryBarrierWithGroupSync();
            const bool ascending = (i & size) == 0;
            const bool low = i < other;
            Keys[i] = (low == ascending) ? min(mine, theirs) : max(mine, theirs);
            GroupMemoryBarrierWithGroupSync();
        }
    const bool isFirst = i == 0 || Keys[i] != Keys[i - 1];
    uint place = 0;
    for (uint k = 1; k <= i; ++k)
        place += Keys[k] != Keys[k - 1] ? 1 : 0;
#else
    bool isFirst = true;
    for (uint k = 0; k < i && isFirst; ++k)
        isFirst = Keys[k] != key;
    const uint place = i;
#endif
    if (isFirst)
    {
        const uint k2 = Keys[i];
        Requests[place] = uint2(k2, (k2 >> 24) + 1);
        InterlockedAdd(RequestCount[0], 1);
    }
}
