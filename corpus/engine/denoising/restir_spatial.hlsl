// dxilkit-corpus
// Spatial reuse of reservoirs: neighbours on a rotated spiral, merged with correct normalisation, then shaded.
// args: -T cs_6_0 -E main -D NEIGHBOURS=4
// args: -T cs_6_5 -E main -D NEIGHBOURS=8 -D UNBIASED=1
// args: -T cs_6_6 -E main -D NEIGHBOURS=8 -D UNBIASED=1 -D BINDLESS=1
// data: cb0 1 0 0 0 0 1 0 0 0 0 0.01 1 0 0 0.1 0.5 1 0 0 0 0 1 0 0 0 0 0.01 1 0 0 0.1 0.5 1 0 0 0 0 1 0 0 0 0 0.01 1 0 0 0.1 0.5 1 0 0 0 0 1 0 0 0 0 1 0 0.1 0.2 -0.5 0.1 8 8 0.125 0.125 0 0 7u 1 0 0 1 0u
// data: cb1 60u 500u 3 5u 0.5 0.2 0 0
// dispatch: 1 1 1

#include "reservoirs.hlsli"

#ifndef NEIGHBOURS
#define NEIGHBOURS 4
#endif
#ifndef UNBIASED
#define UNBIASED 0
#endif

struct SpatialConstants
{
    uint lightCount;
    uint historyLimit;
    float radius;
    uint frame;
    float depthTolerance;
    float normalTolerance;
    float2 pad;
};

ConstantBuffer<ViewConstants> View : register(b0);
ConstantBuffer<SpatialConstants> Spatial : register(b1);
DECLARE_READ(Texture2D<uint4>, GBuffer, 0);
DECLARE_READ(Texture2D<float4>, Albedo, 1);
DECLARE_READ(StructuredBuffer<EmissiveLight>, Lights, 2);
DECLARE_READ(StructuredBuffer<PackedReservoir>, Reservoirs, 3);
DECLARE_WRITE(RWStructuredBuffer<PackedReservoir>, Merged, 0);
DECLARE_WRITE(RWTexture2D<float4>, Lighting, 1);

static const float2 SPIRAL[16] =
{
    float2(0.1768, 0.0000), float2(-0.2258, 0.2068), float2(0.0346, -0.3938), float2(0.2840, 0.3710),
    float2(-0.5221, -0.0923), float2(0.4946, -0.3144), float2(-0.1659, 0.6155), float2(-0.3152, -0.6077),
    float2(0.6847, 0.2502), float2(-0.7123, 0.2938), float2(0.3425, -0.7333), float2(0.2546, 0.8089),
    float2(-0.7652, -0.4438), float2(0.8976, -0.1978), float2(-0.5475, 0.7788), float2(-0.1288, -0.9759)
};

uint ReservoirIndex(uint2 pixel)
{
    const uint2 block = pixel >> 2;
    const uint blocks = DIVIDE_ROUND_UP(uint(View.screenSize.x), 4u);
    return ((block.y * blocks + block.x) * 16 + Morton2(pixel & 3)) & 63;
}

SurfacePoint SurfaceAt(uint2 pixel, GBufferPixel g)
{
    SurfacePoint s;
    s.position = float3((pixel + 0.5) * View.inverseScreenSize * 2 - 1, g.linearDepth);
    s.normal = g.normal;
    s.view = SafeNormalize(View.position - s.position);
    s.albedo = Albedo[pixel].rgb;
    s.roughness = g.roughness;
    return s;
}

float3 Shade(SurfacePoint surface, Reservoir r)
{
    const LightPoint p = PointOnLight(Lights[r.sample_.light % Spatial.lightCount], r.sample_.uv);
    return Contribution(surface, p) * r.weightSum * r.visibility;
}

struct NeighbourRecord
{
    int2 pixel;
    uint M;
};

[numthreads(8, 8, 1)]
void main(uint2 pixel : SV_DispatchThreadID)
{
    if (any(pixel >= uint2(View.screenSize)))
        return;
    RandomState random = RandomState::Create(pixel, Spatial.frame, 17);
    const GBufferPixel g = GBufferPixel::Unpack(GBuffer[pixel]);
    const SurfacePoint surface = SurfaceAt(pixel, g);
    const Reservoir own = Reservoir::Unpack(Reservoirs[ReservoirIndex(pixel)]);
    Reservoir r = Reservoir::Empty();
    r.Merge(own, own.targetPdf, 0.5);
    NeighbourRecord used[NEIGHBOURS + 1];
    used[0].pixel = pixel;
    used[0].M = own.M;
    uint count = 1, chosen = 0;
    float sn, cs;
    sincos(random.Float() * TWO_PI, sn, cs);
    const float2x2 rotation = float2x2(cs, -sn, sn, cs);
    const uint first = random.Next();
    [loop]
    for (uint i = 0; i < NEIGHBOURS; ++i)
    {
        const float2 offset = mul(rotation, SPIRAL[(first + i) & 15]) * Spatial.radius;
        const int2 at = int2(pixel) + int2(round(offset));
        if (!IsInside(at, uint2(View.screenSize)))
            continue;
        const GBufferPixel other = GBufferPixel::Unpack(GBuffer[at]);
        if (abs(other.linearDepth - g.linearDepth) > Spatial.depthTolerance || dot(other.normal, g.normal) < Spatial.normalTolerance)
            continue;
        Reservoir n = Reservoir::Unpack(Reservoirs[ReservoirIndex(at)]);
        n.M = min(n.M, Spatial.historyLimit);
        const LightPoint p = PointOnLight(Lights[n.sample_.light % Spatial.lightCount], n.sample_.uv);
        if (r.Merge(n, Luminance(Contribution(surface, p)), random.Float()))
            chosen = count;
        used[count].pixel = at;
        used[count].M = n.M;
        count++;
    }
#if UNBIASED
    // Only those neighbours count that could have drawn the sample that won.
    float numerator = 0, denominator = 0;
    const LightPoint winner = PointOnLight(Lights[r.sample_.light % Spatial.lightCount], r.sample_.uv);
    for (uint k = 0; k < count; ++k)
    {
        const SurfacePoint there = SurfaceAt(used[k].pixel, GBufferPixel::Unpack(GBuffer[used[k].pixel]));
        const float pdf = Luminance(Contribution(there, winner));
        denominator += pdf * used[k].M;
        if (k == chosen)
            numerator = pdf;
    }
    r.Finalize(numerator, denominator);
#else
    r.Finalize(1, r.M);
#endif
    r.M = min(r.M, Spatial.historyLimit);
    Merged[ReservoirIndex(pixel)] = r.Pack();
    Lighting[pixel] = float4(Shade(surface, r), r.weightSum);
}
