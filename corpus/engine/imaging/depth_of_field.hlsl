// dxilkit-corpus
// Depth of field: circles of confusion, near and far layers split in tiles, ring gathers with scatter-as-gather weights, polygonal
// apertures, and the composite; plus a Kawase-like bloom chain.
// args: -T cs_6_0 -E Prepare
// args: -T cs_6_0 -E TileDilate
// args: -T cs_6_0 -E Gather -D RINGS=3
// args: -T cs_6_0 -E Gather -D RINGS=4 -D BLADES=6
// args: -T cs_6_0 -E Composite
// args: -T cs_6_0 -E BloomDown
// args: -T cs_6_6 -E Gather -D RINGS=4 -D BLADES=6 -D BINDLESS=1
// data: cb0 16u 16u 0.0625 0.0625 0.4 0.05 2 8 6 0.3 0.1 4 0.8 0.2 1 0.5
// dispatch: 2 2 1

#include "image.hlsli"

#ifndef RINGS
#define RINGS 3
#endif
#ifndef BLADES
#define BLADES 0
#endif

struct LensConstants
{
    uint2 size;
    float2 inverseSize;
    float focus;
    float aperture;
    float focalLength;
    float maxRadius;
    float blades;
    float rotation;
    float nearPlane;
    float anamorphic;
    float bloomThreshold;
    float bloomKnee;
    float bloomScatter;
    float vignette;
};

ConstantBuffer<LensConstants> Lens : register(b0);
DECLARE_READ(Texture2D<float4>, Color, 0);
DECLARE_READ(Texture2D<float>, Depth, 1);
DECLARE_READ(Texture2D<float4>, Layers, 2);
DECLARE_READ(Texture2D<float2>, Tiles, 3);
DECLARE_READ(Texture2D<float4>, Near, 4);
DECLARE_WRITE(RWTexture2D<float4>, Output, 0);
DECLARE_WRITE(RWTexture2D<float2>, TilesOut, 1);
DECLARE_WRITE(RWTexture2D<float4>, NearOut, 2);
SamplerState LinearClamp : register(s0);

/// Signed radius in pixels: negative in front of the focus.
float Confusion(float depth)
{
    const float z = Lens.nearPlane / max(depth, 1e-3);
    const float c = Lens.aperture * (z - Lens.focus) / max(z, 1e-3) * Lens.focalLength * 40;
    return clamp(c, -Lens.maxRadius, Lens.maxRadius);
}

groupshared float2 TileRange[64];

[numthreads(8, 8, 1)]
void Prepare(uint2 pixel : SV_DispatchThreadID, uint lane : SV_GroupIndex, uint2 group : SV_GroupID)
{
    const float2 uv = (pixel + 0.5) * Lens.inverseSize;
    const float4 depths = Depth.Gather(LinearClamp, uv);
    const float4 c4 = float4(Confusion(depths.x), Confusion(depths.y), Confusion(depths.z), Confusion(depths.w));
    const float4 red = Color.GatherRed(LinearClamp, uv), green = Color.GatherGreen(LinearClamp, uv), blue = Color.GatherBlue(LinearClamp, uv);
    const float nearest = min(min(c4.x, c4.y), min(c4.z, c4.w));
    float3 sum = 0;
    float total = 0;
    [unroll]
    for (uint i = 0; i < 4; ++i)
    {
        const float3 c = float3(red[i], green[i], blue[i]);
        const float w = saturate(1 - abs(c4[i] - nearest) * 0.5) / (1 + MaxComponent(c));
        sum += c * w;
        total += w;
    }
    const float confusion = dot(c4, 0.25);
    Output[pixel] = float4(sum / max(total, 1e-3), confusion);
    TileRange[lane] = float2(min(nearest, 0), max(max(c4.x, c4.y), max(c4.z, c4.w)));
    GroupMemoryBarrierWithGroupSync();
    [unroll]
    for (uint half_ = 32; half_ > 0; half_ >>= 1)
    {
        if (lane < half_)
        {
            const float2 a = TileRange[lane], b = TileRange[lane + half_];
            TileRange[lane] = float2(min(a.x, b.x), max(a.y, b.y));
        }
        GroupMemoryBarrierWithGroupSync();
    }
    if (lane == 0)
        TilesOut[group] = TileRange[0];
}

[numthreads(8, 8, 1)]
void TileDilate(int2 tile : SV_DispatchThreadID)
{
    float2 result = Tiles[tile & 15];
    [unroll]
    for (int y = -2; y <= 2; ++y)
        [unroll]
        for (int x = -2; x <= 2; ++x)
        {
            const float2 other = Tiles[clamp(tile + int2(x, y), 0, 15)];
            // Only circles that are large enough to reach this tile.
            const float reach = (max(abs(x), abs(y)) - 0.5) * 8;
            if (-other.x > reach)
                result.x = min(result.x, other.x);
        }
    TilesOut[tile] = result;
}

float2 ShapeSample(uint ring, uint i, uint count)
{
    const float r = (ring + 1.0) / RINGS;
    const float angle = TWO_PI * (i + 0.5 * (ring & 1)) / count;
#if BLADES > 0
    const float sector = TWO_PI / BLADES;
    const float a = angle - sector * floor((angle + 0.5 * sector) / sector);
    const float polygon = cos(PI / BLADES) / cos(a);
    float s, c;
    sincos(angle + Lens.rotation, s, c);
    return r * polygon * float2(c, s * lerp(1, 1 / max(Lens.anamorphic, 1), 0.5));
#else
    float s, c;
    sincos(angle, s, c);
    return r * float2(c, s);
#endif
}

struct Bucket
{
    float4 color;
    float weight;
    float confusion;

    static Bucket Create()
    {
        Bucket b;
        b.color = 0;
        b.weight = 0;
        b.confusion = 0;
        return b;
    }
    void Add(float4 c, float w)
    {
        color += float4(c.rgb, 1) * w;
        confusion += abs(c.a) * w;
        weight += w;
    }
    /// The ring's samples go over or under what was gathered so far, by their mean circles.
    void Merge(Bucket ring, float samples)
    {
        if (ring.weight <= 0)
            return;
        const float mean = confusion / max(weight, 1e-4), ringMean = ring.confusion / ring.weight;
        const float occlusion = saturate(mean - ringMean);
        const float opacity = saturate(ring.weight / samples);
        const float keep = weight == 0 ? 0 : 1 - opacity * occlusion;
        color = color * keep + ring.color;
        confusion = confusion * keep + ring.confusion;
        weight = weight * keep + ring.weight;
    }
};

[numthreads(8, 8, 1)]
void Gather(uint2 pixel : SV_DispatchThreadID, uint2 group : SV_GroupID)
{
    const float2 uv = (pixel + 0.5) * Lens.inverseSize;
    const float2 range = Tiles[group];
    const float radius = min(max(-(range.x - 0.5) * 8, range.y * 8), Lens.maxRadius);
    const float4 center = Layers[pixel];
    Bucket far = Bucket::Create(), near = Bucket::Create();
    far.Add(center, center.a > 0 ? 1 : 0.01);
    [unroll]
    for (uint ring = 0; ring < RINGS; ++ring)
    {
        const uint count = 8 * (ring + 1);
        Bucket ringFar = Bucket::Create();
        [loop]
        for (uint i = 0; i < count; ++i)
        {
            const float2 offset = ShapeSample(ring, i, count) * radius;
            const float4 tap = Layers.SampleLevel(LinearClamp, uv + offset * Lens.inverseSize, 0);
            const float distance = length(offset);
            const float signedRadius = (tap.a - 0.5) * 2 * Lens.maxRadius;
            const float covers = saturate(abs(signedRadius) - distance + 1) / max(PI * Square(max(abs(signedRadius), 1)), 1);
            if (signedRadius < 0)
                near.Add(tap, covers);
            else
                ringFar.Add(tap, min(covers, saturate(signedRadius - distance + 1)));
        }
        far.Merge(ringFar, count);
    }
    Output[pixel] = float4(far.color.rgb / max(far.color.a, 1e-4), far.confusion / max(far.weight, 1e-4));
    const float area = PI * Square(max(radius, 1));
    NearOut[pixel] = float4(near.color.rgb / max(near.color.a, 1e-4), saturate(near.weight * area / (8.0 * RINGS * (RINGS + 1) / 2)));
}

[numthreads(8, 8, 1)]
void Composite(uint2 pixel : SV_DispatchThreadID)
{
    const float2 uv = (pixel + 0.5) * Lens.inverseSize;
    const float3 sharp = Color[pixel].rgb;
    const float confusion = Confusion(Depth[pixel]);
    // Nine bilinear taps of a tent for the half-resolution layers.
    float4 far = 0, near = 0;
    [unroll]
    for (int y = -1; y <= 1; ++y)
        [unroll]
        for (int x = -1; x <= 1; ++x)
        {
            const float w = (2 - abs(x)) * (2 - abs(y)) / 16.0;
            const float2 at = uv + float2(x, y) * Lens.inverseSize * 0.5;
            far += Layers.SampleLevel(LinearClamp, at, 0) * w;
            near += Near.SampleLevel(LinearClamp, at, 0) * w;
        }
    float3 c = lerp(sharp, far.rgb, smoothstep(0.5, 2, confusion));
    c = lerp(c, near.rgb, saturate(near.a * 2));
    const float2 d = (uv - 0.5) * float2(1, float(Lens.size.y) / Lens.size.x);
    const float cos4 = Square(1 / (1 + dot(d, d) * Lens.vignette));
    Output[pixel] = float4(c * cos4, 1);
}

float3 Prefilter(float3 c)
{
    const float b = MaxComponent(c);
    float soft = clamp(b - Lens.bloomThreshold + Lens.bloomKnee, 0, 2 * Lens.bloomKnee);
    soft = soft * soft / (4 * Lens.bloomKnee + 1e-4);
    return c * max(soft, b - Lens.bloomThreshold) / max(b, 1e-4);
}

[numthreads(8, 8, 1)]
void BloomDown(uint2 pixel : SV_DispatchThreadID)
{
    const float2 uv = (pixel + 0.5) * Lens.inverseSize;
    // Thirteen taps: five overlapping blocks of four, each weighted against fireflies.
    float3 taps[13];
    static const float2 AT[13] =
    {
        float2(-1, -1), float2(0, -1), float2(1, -1), float2(-0.5, -0.5), float2(0.5, -0.5), float2(-1, 0), float2(0, 0),
        float2(1, 0), float2(-0.5, 0.5), float2(0.5, 0.5), float2(-1, 1), float2(0, 1), float2(1, 1)
    };
    [unroll]
    for (uint i = 0; i < 13; ++i)
        taps[i] = Prefilter(Color.SampleLevel(LinearClamp, uv + AT[i] * Lens.inverseSize * 2, 0).rgb);
    static const uint4 BLOCKS[5] = { uint4(3, 4, 8, 9), uint4(0, 1, 5, 6), uint4(1, 2, 6, 7), uint4(5, 6, 10, 11), uint4(6, 7, 11, 12) };
    float3 sum = 0;
    float total = 0;
    [unroll]
    for (uint b = 0; b < 5; ++b)
    {
        const float3 mean = (taps[BLOCKS[b].x] + taps[BLOCKS[b].y] + taps[BLOCKS[b].z] + taps[BLOCKS[b].w]) * 0.25;
        const float w = (b == 0 ? 0.5 : 0.125) / (1 + Luminance(mean));
        sum += mean * w;
        total += w;
    }
    Output[pixel] = float4(sum / max(total, 1e-4) * Lens.bloomScatter, 1);
}
