// dxilkit-corpus
// Screen-space contact shadows: a wavefront of threads marches along the light, samples cached in groupshared memory; and a plain march.
// args: -T cs_6_0 -E MarchPlain
// args: -T cs_6_0 -E MarchPlain -D STEPS=16 -D BILINEAR=1
// args: -T cs_6_0 -E MarchWavefront
// args: -T cs_6_0 -E MarchWavefront -D IGNORE_EDGES=1
// set: resolution 32 32
// set: invResolution 0.03125 0.03125
// set: nearPlane 0.1
// set: farPlane 30
// set: thickness 0.5
// set: lightPixel 40 -20
// dispatch: 4 4 1
#include "../shared/view.hlsli"

#ifndef STEPS
#define STEPS 12
#endif
#ifndef BILINEAR
#define BILINEAR 0
#endif
#ifndef IGNORE_EDGES
#define IGNORE_EDGES 0
#endif
#define LANES 64
#define READS 2
#define HARD 4
#define FADE 8

cbuffer Contact : register(b1)
{
    float3 lightDirection;
    float reach;
    float2 lightPixel;
    float thickness;
    float contrast;
    float edgeThreshold;
};
ConstantBuffer<ViewData> View : register(b0);
Texture2D<float> DepthTexture : register(t0);
SamplerState PointClamp : register(s0);
SamplerState LinearClamp : register(s1);
RWTexture2D<float4> Shadow : register(u0);

float SampleDepth(float2 uv)
{
#if BILINEAR
    float a = DepthTexture.SampleLevel(PointClamp, uv, 0.0f);
    float b = DepthTexture.SampleLevel(LinearClamp, uv, 0.0f);
    return max(a, b);
#else
    return DepthTexture.SampleLevel(PointClamp, uv, 0.0f);
#endif
}

[numthreads(8, 8, 1)]
void MarchPlain(uint3 id : SV_DispatchThreadID)
{
    if (!View.Contains(id.xy)) return;
    float2 uv = View.UvOf(id.xy);
    float depth = SampleDepth(uv);
    float3 start = View.WorldPosition(uv, depth);
    float3 end = start + SafeNormalize(lightDirection) * (0.2f + reach);
    float3 a = float3(uv, depth);
    float3 b = View.ProjectToUv(end);
    float3 step = (b - a) / float(STEPS);
    float dither = InterleavedGradientNoise(float2(id.xy) + float(View.frameIndex));
    float3 at = a + step * dither;
    float occlusion = 0.0f;
    float firstHit = -1.0f;
    [loop] for (uint i = 0u; i < STEPS; ++i)
    {
        at += step;
        if (any(at.xy < 0.0f) || any(at.xy > 1.0f)) break;
        float scene = View.LinearDepth(SampleDepth(at.xy));
        float ray = View.LinearDepth(at.z);
        float behind = ray - scene;
        if (behind > 0.01f && behind < thickness)
        {
            occlusion = 1.0f - float(i) / float(STEPS);
            firstHit = float(i);
            break;
        }
    }
    float2 fade = saturate((1.0f - abs(at.xy * 2.0f - 1.0f)) * 8.0f);
    Shadow[id.xy] = float4(1.0f - occlusion * fade.x * fade.y, firstHit, dither, 1.0f);
}

groupshared float Cache[READS * LANES];

struct WaveLine
{
    float2 pixel;
    float2 step;
    float distance;
};

/// Lane's pixel on the line that goes through this group towards the light.
WaveLine LineOf(uint2 group, uint lane)
{
    float2 corner = float2(group * 8u) + 4.0f;
    float2 towards = lightPixel - corner;
    float most = max(max(abs(towards.x), abs(towards.y)), 1e-3f);
    WaveLine l;
    l.step = towards / most;
    l.pixel = corner - l.step * float(lane);
    l.distance = most + float(lane);
    return l;
}

[numthreads(LANES, 1, 1)]
void MarchWavefront(uint3 group : SV_GroupID, uint lane : SV_GroupIndex)
{
    WaveLine l = LineOf(group.xy, lane);
    float own = 0.0f;
    float2 pixel = l.pixel;
    bool isEdge = false;
    [unroll] for (uint r = 0u; r < READS; ++r)
    {
        float2 texel = floor(pixel);
        float offset = frac(abs(l.step.x) > abs(l.step.y) ? pixel.y : pixel.x) - 0.5f;
        int2 side = abs(l.step.x) > abs(l.step.y) ? int2(0, offset > 0.0f ? 1 : -1) : int2(offset > 0.0f ? 1 : -1, 0);
        float first = DepthTexture.Load(int3(int2(texel) & 15, 0));
        float second = DepthTexture.Load(int3((int2(texel) + side) & 15, 0));
        bool edge = abs(first - second) > edgeThreshold * 0.5f;
        float z = edge ? first : lerp(first, second, abs(offset));
        Cache[r * LANES + lane] = z / max(l.distance, 1.0f);
        if (r == 0u)
        {
            own = z;
            isEdge = edge;
        }
        pixel -= l.step * float(LANES);
    }
    GroupMemoryBarrierWithGroupSync();

    float start = own / max(l.distance, 1.0f);
    float scale = rcp(max(thickness * 0.1f, 1e-3f));
    float4 shadow = 1.0f;
    float hard = 1.0f;
    [unroll] for (uint i = 0u; i < HARD; ++i)
        hard = min(hard, abs(start - Cache[lane + i + 1u]) * scale);
    [loop] for (uint k = HARD; k < LANES - FADE; ++k)
        shadow[k & 3u] = min(shadow[k & 3u], abs(start - Cache[lane + k + 1u]) * scale);
    [unroll] for (uint f = LANES - FADE; f < LANES; ++f)
    {
        float fade = float(f + 1u - (LANES - FADE)) / float(FADE + 1);
        float d = abs(start - Cache[lane + f + 1u]) * scale;
        shadow[f & 3u] = min(shadow[f & 3u], d + fade);
    }
#if IGNORE_EDGES
    if (isEdge) hard = 1.0f;
#endif
    shadow = saturate(shadow * (1.0f + contrast) - contrast);
    hard = saturate(hard * (1.0f + contrast) - contrast);
    float result = min(hard, dot(shadow, 0.25f));
    int2 to = int2(floor(l.pixel));
    if (all(to >= 0) && View.Contains(uint2(to)) && all(uint2(to) / 8u == group.xy))
        Shadow[to] = float4(result, start, isEdge ? 1.0f : 0.0f, 1.0f);
}
