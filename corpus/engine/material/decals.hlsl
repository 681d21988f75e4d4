// dxilkit-corpus
// Deferred decals: boxes projected onto a G-buffer in compute, culled a tile, with channel masks, angle fade and an atlas in a byte buffer.
// args: -T cs_6_0 -E ApplyDecals
// args: -T cs_6_0 -E ApplyDecals -D WRITE_EMISSIVE=1 -D MAX_DECALS=16
// args: -T cs_6_2 -E ApplyDecals -D WAVE_MASK=1
// set: resolution 32 32
// set: invResolution 0.03125 0.03125
// set: nearPlane 0.1
// set: farPlane 40
// set: decalCount 24
// range: center -4 4
// range: extent 0.5 4
// set: axisX 1 0 0
// set: axisY 0 1 0
// set: axisZ 0 0 1
// range: channels 0 15
// range: atlasIndex 0 3
// data: t3 0.0 0.0 0.5 0.5 0.5 0.0 0.5 0.5 0.0 0.5 0.5 0.5 0.5 0.5 0.5 0.5
// dispatch: 2 2 1
#include "../shared/view.hlsli"
#include "../shared/packing.hlsli"

#ifndef MAX_DECALS
#define MAX_DECALS 32
#endif
#ifndef WRITE_EMISSIVE
#define WRITE_EMISSIVE 0
#endif
#ifndef WAVE_MASK
#define WAVE_MASK 0
#endif
#define TILE 8

enum DecalChannel
{
    ChannelAlbedo = 1,
    ChannelNormal = 2,
    ChannelRoughness = 4,
    ChannelEmissive = 8,
};

struct Decal
{
    float3 center;
    float opacity;
    float3 axisX;
    float angleFade;
    float3 axisY;
    uint channels;
    float3 axisZ;
    uint atlasIndex;
    float3 extent;
    float roughness;
    float4 tint;
};

cbuffer DecalPass : register(b1)
{
    uint decalCount;
    float normalStrength;
    float2 atlasTexel;
    float4x3 boundsFromWorld;
};
ConstantBuffer<ViewData> View : register(b0);
StructuredBuffer<Decal> Decals : register(t0);
Texture2D<float> DepthTexture : register(t1);
Texture2D<float4> AtlasColor : register(t2);
ByteAddressBuffer AtlasRects : register(t3);
Texture2D<float4> AtlasNormal : register(t4);
RWTexture2D<float4> GAlbedo : register(u0);
RWTexture2D<float4> GNormal : register(u1);
#if WRITE_EMISSIVE
RWTexture2D<float4> GEmissive : register(u2);
#endif
SamplerState LinearClamp : register(s0);

groupshared uint MinDepth;
groupshared uint MaxDepth;
groupshared uint Count;
groupshared uint Found[MAX_DECALS];

struct TileBounds
{
    float3 low, high;

    bool Touches(Decal d)
    {
        // Box against box: the decal's reach along each world axis.
        float3 reach = abs(d.axisX) * d.extent.x + abs(d.axisY) * d.extent.y + abs(d.axisZ) * d.extent.z;
        return all(d.center + reach >= low) && all(d.center - reach <= high);
    }
};

TileBounds BoundsOf(uint2 tile, float nearest, float farthest)
{
    TileBounds b;
    b.low = FLOAT_LARGE;
    b.high = -FLOAT_LARGE;
    [unroll] for (uint i = 0u; i < 8u; ++i)
    {
        float2 uv = (float2(tile) + float2(i & 1u, (i >> 1) & 1u)) * float(TILE) * View.invResolution;
        float3 w = View.WorldPosition(uv, (i & 4u) ? farthest : nearest);
        b.low = min(b.low, w);
        b.high = max(b.high, w);
    }
    return b;
}

[numthreads(TILE, TILE, 1)]
void ApplyDecals(uint3 id : SV_DispatchThreadID, uint3 group : SV_GroupID, uint lane : SV_GroupIndex)
{
    if (lane == 0u)
    {
        MinDepth = 0xffffffffu;
        MaxDepth = 0u;
        Count = 0u;
    }
    GroupMemoryBarrierWithGroupSync();
    float depth = DepthTexture.Load(int3(id.xy & 15u, 0));
    InterlockedMin(MinDepth, asuint(depth));
    InterlockedMax(MaxDepth, asuint(depth));
    GroupMemoryBarrierWithGroupSync();

    TileBounds bounds = BoundsOf(group.xy, asfloat(MinDepth), asfloat(MaxDepth));
    // One lane in order, so that decals are applied in the order of the list.
    if (lane == 0u)
    {
        uint n = 0u;
        for (uint i = 0u; i < decalCount && n < MAX_DECALS; ++i)
            if (bounds.Touches(Decals[i])) Found[n++] = i;
        Count = n;
    }
    GroupMemoryBarrierWithGroupSync();
    if (!View.Contains(id.xy)) return;

    float3 world = View.WorldPosition(View.UvOf(id.xy), depth);
    float3 local = mul(float4(world, 1.0f), boundsFromWorld);
    float4 albedo = GAlbedo[id.xy];
    float4 packed = GNormal[id.xy];
    float3 normal = DecodeOctahedral(packed.xy * 2.0f - 1.0f);
    float roughness = packed.z;
    float3 emissive = 0.0f;
    for (uint k = 0u; k < Count; ++k)
    {
        Decal d = Decals[Found[k]];
        float3 offset = world - d.center;
        float3 box = float3(dot(offset, d.axisX), dot(offset, d.axisY), dot(offset, d.axisZ)) / d.extent;
        bool inside = all(abs(box) <= 1.0f);
#if WAVE_MASK
        if (!WaveActiveAnyTrue(inside)) continue;
#endif
        if (!inside) continue;
        float facing = saturate((dot(normal, d.axisZ) - d.angleFade * 0.5f + 0.5f) * 2.0f);
        float edge = saturate((1.0f - abs(box.z)) * 4.0f);
        float4 rect = asfloat(AtlasRects.Load4(d.atlasIndex * 16u));
        float2 uv = rect.xy + (box.xy * 0.5f + 0.5f) * rect.zw;
        uv = clamp(uv, rect.xy + atlasTexel * 0.01f, rect.xy + rect.zw - atlasTexel * 0.01f);
        float4 color = AtlasColor.SampleLevel(LinearClamp, uv, 0.0f) * d.tint;
        float alpha = color.a * d.opacity * facing * edge;
        if (d.channels & ChannelAlbedo) albedo.rgb = lerp(albedo.rgb, color.rgb, alpha);
        if (d.channels & ChannelNormal)
        {
            float2 xy = (AtlasNormal.SampleLevel(LinearClamp, uv, 0.0f).xy * 2.0f - 1.0f) * normalStrength;
            float3 bent = xy.x * d.axisX + xy.y * d.axisY + SafeSqrt(1.0f - dot(xy, xy)) * d.axisZ;
            normal = SafeNormalize(lerp(normal, bent, alpha));
        }
        if (d.channels & ChannelRoughness) roughness = lerp(roughness, d.roughness, alpha);
        if (d.channels & ChannelEmissive) emissive += color.rgb * alpha * saturate(local.z);
    }
    GAlbedo[id.xy] = albedo;
    GNormal[id.xy] = float4(EncodeOctahedral(normal) * 0.5f + 0.5f, roughness, packed.w);
#if WRITE_EMISSIVE
    GEmissive[id.xy] = float4(emissive, 1.0f);
#endif
}
