// dxilkit-corpus
// Depth of field: circle of confusion, near dilation by tile, polygonal ring gather with foreground and background layers, post filter, composite.
// args: -T cs_6_0 -E ComputeCoc
// args: -T cs_6_0 -E DilateTiles
// args: -T cs_6_0 -E GatherBokeh -D RINGS=3
// args: -T cs_6_0 -E GatherBokeh -D RINGS=4 -D POLYGON=1
// args: -T cs_6_0 -E Composite
// args: -T cs_6_2 -E GatherBokeh -D RINGS=2 -D POLYGON=1
// set: resolution 32 32
// set: invResolution 0.03125 0.03125
// set: nearPlane 0.1
// set: farPlane 30
// set: blades 6
// dispatch: 4 4 1
#include "../shared/view.hlsli"
#include "../shared/color.hlsli"

#ifndef RINGS
#define RINGS 3
#endif
#ifndef POLYGON
#define POLYGON 0
#endif

cbuffer Lens : register(b1)
{
    float focusDistance;
    float focalLength;
    float aperture;
    float maxRadius;
    float blades;
    float bladeRotation;
    float anamorphic;
    float highlightBoost;
};
ConstantBuffer<ViewData> View : register(b0);
Texture2D<float4> Scene : register(t0);
Texture2D<float> DepthTexture : register(t1);
Texture2D<float4> CocTexture : register(t2);
Texture2D<float4> TileTexture : register(t3);
Texture2D<float4> NearLayer : register(t4);
Texture2D<float4> FarLayer : register(t5);
SamplerState LinearClamp : register(s0);
SamplerState PointClamp : register(s1);
RWTexture2D<float4> Output : register(u0);
RWTexture2D<float4> OutputNear : register(u1);

float CocOf(float z)
{
    float focus = 0.5f + focusDistance * 5.0f;
    float f = 0.05f + focalLength * 0.1f;
    float coc = aperture * 20.0f * f * (z - focus) / max(z * (focus - f), 1e-3f);
    return clamp(coc, -1.0f, 1.0f);
}

groupshared float MinCoc, MaxNear;
groupshared float Cocs[64];

[numthreads(8, 8, 1)]
void ComputeCoc(uint3 id : SV_DispatchThreadID, uint lane : SV_GroupIndex, uint3 group : SV_GroupID)
{
    float2 uv = View.UvOf(id.xy);
    float4 depths = DepthTexture.GatherRed(PointClamp, uv);
    float4 cocs;
    [unroll] for (uint i = 0u; i < 4u; ++i) cocs[i] = CocOf(View.LinearDepth(depths[i]));
    float low = min(min(cocs.x, cocs.y), min(cocs.z, cocs.w));
    float high = max(max(cocs.x, cocs.y), max(cocs.z, cocs.w));
    float coc = -low > high ? low : high;
    float3 color = Scene.SampleLevel(LinearClamp, uv, 0.0f).rgb;
    color *= 1.0f + highlightBoost * smoothstep(0.8f, 1.0f, Luminance(color)) * 4.0f;
    Output[id.xy] = float4(color, coc);
    Cocs[lane] = coc;
    GroupMemoryBarrierWithGroupSync();
    [unroll] for (uint s = 32u; s > 0u; s >>= 1)
    {
        if (lane < s) Cocs[lane] = min(Cocs[lane], Cocs[lane + s]);
        GroupMemoryBarrierWithGroupSync();
    }
    if (lane == 0u) OutputNear[group.xy] = float4(Cocs[0], abs(Cocs[0]), 0.0f, 1.0f);
}

[numthreads(8, 8, 1)]
void DilateTiles(uint3 id : SV_DispatchThreadID)
{
    int2 at = int2(id.xy);
    float nearest = 0.0f;
    float farthest = 0.0f;
    int reach = int(ceil(maxRadius * 2.0f)) + 1;
    for (int y = -reach; y <= reach; ++y)
        for (int x = -reach; x <= reach; ++x)
        {
            float2 tile = TileTexture.Load(int3((at + int2(x, y)) & 15, 0)).xy - float2(0.5f, 0.0f);
            float distance = max(abs(float(x)), abs(float(y))) - 1.0f;
            // Only what spreads as far as this tile counts.
            if (-tile.x * maxRadius * 2.0f >= distance) nearest = min(nearest, tile.x);
            farthest = max(farthest, tile.y);
        }
    Output[id.xy] = float4(nearest, farthest, 0.0f, 1.0f);
}

struct Layer
{
    float4 sum;
    float weight;

    void Add(float3 color, float coverage)
    {
        sum += float4(color, 1.0f) * coverage;
        weight += coverage;
    }
    float3 Color() { return sum.rgb / max(sum.a, 1e-4f); }
};

float2 LensPoint(float radius, float angle)
{
#if POLYGON
    // A regular polygon's border, by the angle inside its sector.
    float sector = TWO_PI / max(blades, 3.0f);
    float inside = angle - sector * floor(angle / sector + 0.5f);
    radius *= cos(sector * 0.5f) / cos(inside);
#endif
    float s, c;
    sincos(angle + bladeRotation, s, c);
    return radius * float2(c * (1.0f - 0.5f * anamorphic), s);
}

[numthreads(8, 8, 1)]
void GatherBokeh(uint3 id : SV_DispatchThreadID)
{
    if (!View.Contains(id.xy)) return;
    float2 uv = View.UvOf(id.xy);
    float4 center = CocTexture.SampleLevel(PointClamp, uv, 0.0f);
    center.a = center.a * 2.0f - 1.0f;
    float2 tile = TileTexture.SampleLevel(PointClamp, uv, 0.0f).xy;
    float reach = max(tile.y, abs(center.a)) * (2.0f + maxRadius * 4.0f);
    Layer nearLayer, farLayer;
    nearLayer.sum = 0.0f;
    nearLayer.weight = 0.0f;
    farLayer.sum = 0.0f;
    farLayer.weight = 0.0f;
    farLayer.Add(center.rgb, saturate(center.a * 4.0f + 0.1f));
    float total = 1.0f;
    float dither = InterleavedGradientNoise(float2(id.xy)) - 0.5f;
    [loop] for (uint ring = 1u; ring <= RINGS; ++ring)
    {
        uint count = ring * 6u;
        float radius = (float(ring) + dither * 0.3f) / float(RINGS);
        for (uint i = 0u; i < count; ++i)
        {
            float angle = TWO_PI * (float(i) + dither) / float(count);
            float2 offset = LensPoint(radius * reach, angle);
            float4 s = CocTexture.SampleLevel(PointClamp, uv + offset * View.invResolution, 0.0f);
            s.a = s.a * 2.0f - 1.0f;
            float distance = radius * reach;
            float own = abs(s.a) * (2.0f + maxRadius * 4.0f);
            float covers = saturate(own - distance + 1.0f);
            float area = rcp(1.0f + own * own);
            if (s.a < 0.0f) nearLayer.Add(s.rgb, covers * area);
            // Sharp things in front do not bleed into the background.
            float behind = saturate((s.a - center.a) * 8.0f + 1.0f);
            if (s.a >= 0.0f) farLayer.Add(s.rgb, min(covers, saturate(own - distance + 1.0f)) * area * behind);
            total += area;
        }
    }
    float nearAlpha = saturate(2.0f * nearLayer.weight / max(total, 1e-3f));
    Output[id.xy] = float4(farLayer.Color(), saturate(farLayer.weight));
    OutputNear[id.xy] = float4(nearLayer.Color(), nearAlpha);
}

float4 Median(Texture2D<float4> t, float2 uv)
{
    float4 a = t.SampleLevel(PointClamp, uv, 0.0f, int2(-1, 0)), b = t.SampleLevel(PointClamp, uv, 0.0f, int2(1, 0));
    float4 c = t.SampleLevel(PointClamp, uv, 0.0f, int2(0, -1)), d = t.SampleLevel(PointClamp, uv, 0.0f, int2(0, 1));
    float4 e = t.SampleLevel(PointClamp, uv, 0.0f);
    float4 low = max(min(a, b), min(c, d));
    float4 high = min(max(a, b), max(c, d));
    return max(min(low, high), min(max(low, high), e));
}

[numthreads(8, 8, 1)]
void Composite(uint3 id : SV_DispatchThreadID)
{
    if (!View.Contains(id.xy)) return;
    float2 uv = View.UvOf(id.xy);
    float3 sharp = Scene.Load(int3(id.xy & 15u, 0)).rgb;
    float coc = CocOf(View.LinearDepth(DepthTexture.Load(int3(id.xy & 15u, 0))));
    float4 farColor = Median(FarLayer, uv);
    float4 nearColor = Median(NearLayer, uv);
    float farBlend = smoothstep(0.05f, 0.4f, coc);
    float3 color = lerp(sharp, farColor.rgb, farBlend * saturate(farColor.a * 4.0f));
    color = lerp(color, nearColor.rgb, nearColor.a);
    Output[id.xy] = float4(color, coc);
}
