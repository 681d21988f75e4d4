// dxilkit-corpus
// Initial candidates of resampled direct lighting: lights drawn from an alias table, one reservoir for each pixel, temporal reuse.
// args: -T cs_6_0 -E main -D CANDIDATES=8
// args: -T cs_6_5 -E main -D CANDIDATES=16 -D TEMPORAL=1
// args: -T cs_6_6 -E main -D CANDIDATES=16 -D TEMPORAL=1 -D BINDLESS=1
// data: cb0 1 0 0 0 0 1 0 0 0 0 0.01 1 0 0 0.1 0.5 1 0 0 0 0 1 0 0 0 0 0.01 1 0 0 0.1 0.5 1 0 0 0 0 1 0 0 0 0 0.01 1 0 0 0.1 0.5 1 0 0 0 0 1 0 0 0 0 1 0 0.1 0.2 -0.5 0.1 8 8 0.125 0.125 0 0 7u 1 0 0 1 0u
// data: cb1 60u 64u 20u 0u 0.1 0.5 0 0
// dispatch: 1 1 1

#include "reservoirs.hlsli"

#ifndef CANDIDATES
#define CANDIDATES 8
#endif
#ifndef TEMPORAL
#define TEMPORAL 0
#endif

struct AliasEntry
{
    float probability;
    uint alias;
    float pdf;
};

struct ResampleConstants
{
    uint lightCount;
    uint aliasCount;
    uint historyLimit;
    uint frame;
    float depthTolerance;
    float normalTolerance;
    float2 pad;
};

ConstantBuffer<ViewConstants> View : register(b0);
ConstantBuffer<ResampleConstants> Resample : register(b1);
DECLARE_READ(Texture2D<uint4>, GBuffer, 0);
DECLARE_READ(Texture2D<float4>, Albedo, 1);
DECLARE_READ(StructuredBuffer<EmissiveLight>, Lights, 2);
DECLARE_READ(StructuredBuffer<AliasEntry>, AliasTable, 3);
#if TEMPORAL
DECLARE_READ(StructuredBuffer<PackedReservoir>, PreviousReservoirs, 4);
DECLARE_READ(Texture2D<uint4>, PreviousGBuffer, 5);
#endif
DECLARE_WRITE(RWStructuredBuffer<PackedReservoir>, Reservoirs, 0);

uint ReservoirIndex(uint2 pixel)
{
    // 4x4 blocks lie together.
    const uint2 block = pixel >> 2;
    const uint blocks = DIVIDE_ROUND_UP(uint(View.screenSize.x), 4u);
    return (block.y * blocks + block.x) * 16 + Morton2(pixel & 3);
}

SurfacePoint SurfaceAt(uint2 pixel, GBufferPixel g)
{
    SurfacePoint s;
    const float2 uv = (pixel + 0.5) * View.inverseScreenSize;
    s.position = float3(uv * 2 - 1, g.linearDepth);
    s.normal = g.normal;
    s.view = SafeNormalize(View.position - s.position);
    s.albedo = Albedo[pixel].rgb;
    s.roughness = g.roughness;
    return s;
}

float TargetPdf(SurfacePoint s, LightSample l)
{
    return Luminance(Contribution(s, PointOnLight(Lights[l.light % Resample.lightCount], l.uv)));
}

uint DrawLight(inout RandomState random, out float pdf)
{
    const float u = random.Float() * Resample.aliasCount;
    const uint slot = min(uint(u), Resample.aliasCount - 1);
    const AliasEntry e = AliasTable[slot];
    pdf = max(e.pdf, 1e-4);
    return (frac(u) < e.probability ? slot : e.alias) % Resample.lightCount;
}

[numthreads(8, 8, 1)]
void main(uint2 pixel : SV_DispatchThreadID)
{
    if (any(pixel >= uint2(View.screenSize)))
        return;
    RandomState random = RandomState::Create(pixel, Resample.frame);
    const GBufferPixel g = GBufferPixel::Unpack(GBuffer[pixel]);
    const SurfacePoint surface = SurfaceAt(pixel, g);
    Reservoir r = Reservoir::Empty();
    [loop]
    for (uint i = 0; i < CANDIDATES; ++i)
    {
        float lightPdf;
        LightSample s;
        s.light = DrawLight(random, lightPdf);
        s.uv = random.Float2();
        const LightPoint p = PointOnLight(Lights[s.light], s.uv);
        const float pdf = Luminance(Contribution(surface, p));
        r.Stream(s, pdf, 1 / (lightPdf * p.inverseArea), random.Float());
    }
    r.Finalize(1, r.M);
    r.M = 1;
#if TEMPORAL
    const int2 before = int2(float2(pixel) + 0.5 + g.motion * View.screenSize + (random.Float2() - 0.5));
    Reservoir merged = Reservoir::Empty();
    merged.Merge(r, r.targetPdf, 0.5);
    if (IsInside(before, uint2(View.screenSize)))
    {
        const GBufferPixel old = GBufferPixel::Unpack(PreviousGBuffer[before]);
        const bool alike = abs(old.linearDepth - g.linearDepth) < Resample.depthTolerance * max(g.linearDepth, 0.01) && dot(old.normal, g.normal) > Resample.normalTolerance;
        if (alike)
        {
            Reservoir h = Reservoir::Unpack(PreviousReservoirs[ReservoirIndex(before) & 63]);
            h.M = min(h.M, Resample.historyLimit * max(r.M, 1));
            h.age++;
            merged.Merge(h, TargetPdf(surface, h.sample_), random.Float());
        }
    }
    merged.Finalize(1, merged.M);
    r = merged;
#endif
    if (!r.IsValid())
        r = Reservoir::Empty();
    Reservoirs[ReservoirIndex(pixel) & 63] = r.Pack();
}
