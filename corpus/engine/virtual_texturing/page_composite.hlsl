// dxilkit-corpus
// Fills pages of a runtime virtual texture from layered decals and terrain layers, then compresses albedo and normal into blocks.
// args: -T cs_6_0 -E main
// args: -T cs_6_5 -E main -D LAYERS=3 -D COMPRESS=1
// args: -T cs_6_6 -E main -D LAYERS=3 -D COMPRESS=1
// data: cb0 0.1 0.2 0.5 0.5 3u 6u 16u 0u
// dispatch: 2 2 1

#include "../kernel/config.hlsli"
#include "../kernel/packing.hlsli"
#include "../kernel/color.hlsli"

#ifndef LAYERS
#define LAYERS 2
#endif
#ifndef COMPRESS
#define COMPRESS 0
#endif

struct DecalRecord
{
    row_major float2x3 worldToDecal;
    float2 fade;
    uint albedoTint;
    uint materialAndBlend;
    float roughness;
    float normalStrength;
};

struct PageConstants
{
    float2 worldOrigin;
    float2 worldSize;
    uint layerMask;
    uint decalCount;
    uint pageSize;
    uint flags;
};

ConstantBuffer<PageConstants> Page : register(b0);
Texture2D<float4> LayerAlbedo[LAYERS] : register(t0, space2);
Texture2D<float4> LayerNormal[LAYERS] : register(t0, space3);
Texture2D<float4> LayerWeights : register(t0);
StructuredBuffer<DecalRecord> Decals : register(t1);
Texture2D<float4> DecalAtlas : register(t2);
SamplerState LinearWrap : register(s0);
#if COMPRESS
RWTexture2D<uint4> AlbedoBlocks : register(u0);
RWTexture2D<uint4> NormalBlocks : register(u1);
#else
RWTexture2D<float4> AlbedoPage : register(u0);
RWTexture2D<float4> NormalPage : register(u1);
#endif

struct SurfaceLayer
{
    float3 albedo;
    float roughness;
    float2 slope;
    float occlusion;

    static SurfaceLayer Blend(SurfaceLayer a, SurfaceLayer b, float t)
    {
        SurfaceLayer r;
        r.albedo = lerp(a.albedo, b.albedo, t);
        r.roughness = lerp(a.roughness, b.roughness, t);
        r.slope = lerp(a.slope, b.slope, t);
        r.occlusion = lerp(a.occlusion, b.occlusion, t);
        return r;
    }
};

SurfaceLayer ReadLayer(uint i, float2 world)
{
    SurfaceLayer l;
    const float2 uv = world * (1 + i) * 0.7;
    const float4 a = LayerAlbedo[i].SampleLevel(LinearWrap, uv, 0), n = LayerNormal[i].SampleLevel(LinearWrap, uv, 0);
    l.albedo = a.rgb;
    l.roughness = a.a;
    const float2 xy = n.xy * 2 - 1;
    l.slope = xy / max(SafeSqrt(1 - dot(xy, xy)), 0.1);
    l.occlusion = n.z;
    return l;
}

SurfaceLayer Composite(float2 world)
{
    const float4 weights = LayerWeights.SampleLevel(LinearWrap, (world - Page.worldOrigin) / Page.worldSize, 0);
    SurfaceLayer result = ReadLayer(0, world);
    [unroll]
    for (uint i = 1; i < LAYERS; ++i)
    {
        if ((Page.layerMask >> i) & 1)
            result = SurfaceLayer::Blend(result, ReadLayer(i, world), weights[i]);
    }
    for (uint d = 0; d < Page.decalCount; ++d)
    {
        const DecalRecord decal = Decals[d];
        const float2 local = mul(decal.worldToDecal, float3(world, 1));
        const float2 edge = 1 - smoothstep(decal.fade.x, decal.fade.x + abs(decal.fade.y) + 0.01, abs(local));
        const float coverage = edge.x * edge.y;
        if (coverage <= 0.001)
            continue;
        const float4 texel = DecalAtlas.SampleLevel(LinearWrap, local * 0.5 + 0.5, 0) * UnpackUnorm8(decal.albedoTint | 0xff404040);
        const float alpha = texel.a * coverage;
        switch (decal.materialAndBlend & 3)
        {
        case 0:
            result.albedo = lerp(result.albedo, texel.rgb, alpha);
            break;
        case 1:
            result.albedo *= lerp(1, texel.rgb, alpha);
            break;
        case 2:
            result.albedo += texel.rgb * alpha;
            result.roughness = lerp(result.roughness, decal.roughness, alpha);
            break;
        default:
            result.slope += (texel.xy * 2 - 1) * decal.normalStrength * alpha;
            break;
        }
    }
    return result;
}

#if COMPRESS
groupshared float4 Texels[64];
groupshared float2 Slopes[64];

uint Pack565(float3 c)
{
    const uint3 q = uint3(saturate(c) * float3(31, 63, 31) + 0.5);
    return q.x << 11 | q.y << 5 | q.z;
}
float3 Unpack565(uint v) { return float3(v >> 11, (v >> 5) & 63, v & 31) / float3(31, 63, 31); }

uint2 EncodeColorBlock(uint base)
{
    float3 lo = 1, hi = 0;
    for (uint i = 0; i < 16; ++i)
    {
        const float3 c = Texels[base + (i >> 2) * 8 + (i & 3)].rgb;
        lo = min(lo, c);
        hi = max(hi, c);
    }
    const float3 inset = (hi - lo) / 16;
    uint c0 = Pack565(hi - inset), c1 = Pack565(lo + inset);
    if (c0 < c1)
        Swap(c0, c1);
    const float3 e0 = Unpack565(c0), e1 = Unpack565(c1), axis = e0 - e1;
    const float scale = 3 * SafeRcp(dot(axis, axis));
    uint indices = 0;
    for (uint k = 0; k < 16; ++k)
    {
        const float t = dot(Texels[base + (k >> 2) * 8 + (k & 3)].rgb - e1, axis) * scale;
        const uint step = uint(clamp(t + 0.5, 0, 3));
        // 0, 1, 2, 3 along the axis are the codes 1, 3, 2, 0.
        indices |= ((0x2du >> (2 * step)) & 3) << (2 * k);
    }
    return uint2(c0 | c1 << 16, indices);
}

uint2 EncodeSingleBlock(uint base, bool second)
{
    float lo = 1, hi = 0, v[16];
    [unroll]
    for (uint i = 0; i < 16; ++i)
    {
        const float2 s = Slopes[base + (i >> 2) * 8 + (i & 3)];
        v[i] = saturate((second ? s.y : s.x) * 0.5 + 0.5);
        lo = min(lo, v[i]);
        hi = max(hi, v[i]);
    }
    const uint r0 = uint(hi * 255 + 0.5), r1 = uint(lo * 255 + 0.5);
    const float scale = 7 * SafeRcp(hi - lo);
    uint64_t bits = 0;
    [unroll]
    for (uint k = 0; k < 16; ++k)
    {
        const uint t = uint((v[k] - lo) * scale + 0.5);
        const uint code = t == 7 ? 0 : t == 0 ? 1 : 8 - t;
        bits |= uint64_t(code & 7) << (16 + 3 * k);
    }
    bits |= r0 | r1 << 8;
    return uint2(uint(bits), uint(bits >> 32));
}
#endif

[numthreads(8, 8, 1)]
void main(uint2 texel : SV_DispatchThreadID, uint index : SV_GroupIndex, uint2 group : SV_GroupID)
{
    const float2 world = Page.worldOrigin + (texel + 0.5) / Page.pageSize * Page.worldSize;
    const SurfaceLayer s = Composite(world);
#if COMPRESS
    Texels[index] = float4(s.albedo, s.roughness);
    const float3 n = normalize(float3(-s.slope, 1));
    Slopes[index] = n.xy;
    GroupMemoryBarrierWithGroupSync();
    if (index >= 8)
        return;
    const uint block = index & 3;
    const uint base = (block >> 1) * 32 + (block & 1) * 4;
    const uint2 at = group * 2 + uint2(block & 1, block >> 1);
    if (index < 4)
        AlbedoBlocks[at] = uint4(EncodeColorBlock(base), EncodeSingleBlock(base, false));
    else
        NormalBlocks[at] = uint4(EncodeSingleBlock(base, false), EncodeSingleBlock(base, true));
#else
    AlbedoPage[texel] = float4(SrgbEncode(s.albedo), s.roughness);
    NormalPage[texel] = float4(normalize(float3(-s.slope, 1)) * 0.5 + 0.5, s.occlusion);
#endif
}
