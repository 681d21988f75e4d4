// dxilkit-corpus
// Screen-space reflections: hierarchical trace through the depth pyramid, importance sampled microfacet directions, confidence and hit length.
// args: -T cs_6_0 -E TraceReflections
// args: -T cs_6_0 -E TraceReflections -D LINEAR_TRACE=1
// args: -T cs_6_0 -E TraceReflections -D MIRROR=1
// args: -T cs_6_6 -E TraceReflections -D TILE_LIST=1
// set: resolution 32 32
// set: invResolution 0.03125 0.03125
// set: nearPlane 0.1
// set: farPlane 30
// set: maxSteps 24
// set: coarsestMip 3
// range: clipFromView -1 1
// dispatch: 4 4 1
#include "../shared/view.hlsli"
#include "../shared/packing.hlsli"
#include "../shared/sampling.hlsli"
#include "../shared/brdf.hlsli"

#ifndef LINEAR_TRACE
#define LINEAR_TRACE 0
#endif
#ifndef MIRROR
#define MIRROR 0
#endif
#ifndef TILE_LIST
#define TILE_LIST 0
#endif

cbuffer Reflections : register(b1)
{
    uint maxSteps;
    uint coarsestMip;
    float thickness;
    float roughnessCutoff;
    float edgeFade;
    float historyWeight;
};
ConstantBuffer<ViewData> View : register(b0);
Texture2D<float> Pyramid : register(t0);
Texture2D<float4> NormalTexture : register(t1);
Texture2D<float4> SceneColor : register(t2);
Texture2D<float4> BlueNoise : register(t3);
#if TILE_LIST
StructuredBuffer<uint> Tiles : register(t4);
#endif
SamplerState PointClamp : register(s0);
SamplerState LinearClamp : register(s1);
RWTexture2D<float4> Reflection : register(u0);

struct ScreenRay
{
    float3 origin;
    float3 direction;
    float3 inverse;

    float3 At(float t) { return origin + direction * t; }
};

struct TraceResult
{
    float3 position;
    bool hit;
    uint steps;
    float confidence;
};

float2 SizeOf(uint mip) { return float2(max(View.resolution >> mip, 1u)); }

float DepthAt(float2 uv, uint mip) { return Pyramid.SampleLevel(PointClamp, uv, float(mip)); }

/// Distance to the border of the cell that the ray is in, and a bit beyond.
float CellExit(ScreenRay ray, float3 at, float2 size, float2 step, float2 nudge)
{
    float2 cell = floor(at.xy * size);
    float2 border = (cell + step) / size + nudge;
    float2 t = (border - ray.origin.xy) * ray.inverse.xy;
    return min(t.x, t.y);
}

TraceResult TraceHierarchical(ScreenRay ray)
{
    float2 step = float2(ray.direction.x < 0.0f ? 0.0f : 1.0f, ray.direction.y < 0.0f ? 0.0f : 1.0f);
    float2 nudge = 0.005f * View.invResolution * (step * 2.0f - 1.0f);
    int mip = 0;
    float t = CellExit(ray, ray.origin, SizeOf(0u), step, nudge);
    TraceResult r;
    r.hit = false;
    r.steps = 0u;
    r.confidence = 0.0f;
    float3 at = ray.At(t);
    [loop]
    while (r.steps < maxSteps && mip >= 0)
    {
        if (any(at.xy < 0.0f) || any(at.xy > 1.0f)) break;
        float surface = DepthAt(at.xy, uint(mip));
        float2 size = SizeOf(uint(mip));
        float exit = CellExit(ray, at, size, step, nudge);
        float plane = ray.direction.z != 0.0f ? (surface - ray.origin.z) * ray.inverse.z : FLOAT_LARGE;
        bool above = at.z > surface;
#if REVERSED_Z
        bool towards = ray.direction.z < 0.0f;
#else
        bool towards = ray.direction.z > 0.0f;
#endif
        float next = above && towards ? min(exit, plane) : exit;
        bool crossed = next != exit && above;
        if (above)
        {
            t = next;
            at = ray.At(t);
        }
        mip += crossed || !above ? -1 : (mip < int(coarsestMip) ? 1 : 0);
        ++r.steps;
    }
    r.position = at;
    r.hit = mip < 0;
    return r;
}

TraceResult TraceLinear(ScreenRay ray, float dither)
{
    TraceResult r;
    r.hit = false;
    r.confidence = 0.0f;
    r.position = ray.origin;
    float t = 0.0f;
    float stride = 1.0f / float(maxSteps);
    float previous = 0.0f;
    uint i = 0u;
    [loop]
    for (; i < maxSteps; ++i)
    {
        previous = t;
        t = (float(i) + dither) * stride;
        t *= t;
        float3 at = ray.At(t);
        if (any(at.xy < 0.0f) || any(at.xy > 1.0f)) break;
        float surface = View.LinearDepth(DepthAt(at.xy, 0u));
        float own = View.LinearDepth(at.z);
        if (own > surface && own - surface < 2.0f + thickness)
        {
            float low = previous, high = t;
            [unroll] for (uint k = 0u; k < 5u; ++k)
            {
                float middle = (low + high) * 0.5f;
                float3 p = ray.At(middle);
                bool behind = View.LinearDepth(p.z) > View.LinearDepth(DepthAt(p.xy, 0u));
                if (behind) high = middle;
                else low = middle;
            }
            r.hit = true;
            r.position = ray.At(high);
            break;
        }
    }
    r.steps = i;
    return r;
}

float Validate(TraceResult r, float3 reflected, float2 startUv)
{
    if (!r.hit) return 0.0f;
    if (any(r.position.xy < 0.0f) || any(r.position.xy > 1.0f)) return 0.0f;
    if (all(abs(r.position.xy - startUv) < 2.0f * View.invResolution)) return 0.0f;
    float3 n = DecodeOctahedral(NormalTexture.SampleLevel(PointClamp, r.position.xy, 0.0f).xy * 2.0f - 1.0f);
    float facing = saturate(1.0f - dot(n, reflected) * 0.5f);
    float2 border = smoothstep(0.0f, 0.05f + edgeFade * 0.2f, 0.5f - abs(r.position.xy - 0.5f));
    float surface = View.LinearDepth(DepthAt(r.position.xy, 0u));
    float gap = abs(surface - View.LinearDepth(r.position.z));
    float depthFade = 1.0f - smoothstep(0.0f, 4.0f + thickness, gap);
    return facing * border.x * border.y * depthFade;
}

[numthreads(8, 8, 1)]
void TraceReflections(uint3 id : SV_DispatchThreadID, uint3 group : SV_GroupID, uint3 local : SV_GroupThreadID)
{
#if TILE_LIST
    uint tile = Tiles[group.x];
    uint2 pixel = uint2(tile & 0xffffu, tile >> 16) * 8u + local.xy;
#else
    uint2 pixel = id.xy;
#endif
    if (!View.Contains(pixel)) return;
    float2 uv = View.UvOf(pixel);
    float4 nr = NormalTexture.Load(int3(pixel & 15u, 0));
    float roughness = nr.z;
    if (roughness > max(roughnessCutoff, 0.6f))
    {
        Reflection[pixel] = 0.0f;
        return;
    }
    float depth = DepthAt(uv, 0u);
    float3 world = View.WorldPosition(uv, depth);
    float3 n = DecodeOctahedral(nr.xy * 2.0f - 1.0f);
    float3 v = SafeNormalize(View.cameraPosition - world);
#if MIRROR
    float3 h = n;
    float dither = 0.5f;
#else
    float4 noise = BlueNoise.Load(int3((pixel + View.frameIndex * 7u) & 15u, 0));
    Frame3 frame = MakeFrame(n);
    float3 local3 = SampleVisibleGGX(frame.ToLocal(v), noise.xy, Square(roughness).xx);
    float3 h = frame.ToWorld(local3);
    float dither = noise.z;
#endif
    float3 reflected = reflect(-v, h);
    float3 a = float3(uv, depth);
    float3 b = View.ProjectToUv(world + reflected);
    ScreenRay ray;
    ray.origin = a;
    ray.direction = b - a;
    float scale = max(max(abs(ray.direction.x), abs(ray.direction.y)), 1e-4f);
    ray.direction /= scale;
    ray.inverse = 1.0f / select(abs(ray.direction) < 1e-6f, 1e-6f.xxx, ray.direction);
#if LINEAR_TRACE
    TraceResult r = TraceLinear(ray, dither);
#else
    TraceResult r = TraceHierarchical(ray);
#endif
    float confidence = Validate(r, reflected, uv);
    float3 color = SceneColor.SampleLevel(LinearClamp, saturate(r.position.xy), 0.0f).rgb;
    color /= 1.0f + Max3(color.r, color.g, color.b) * historyWeight;
    Reflection[pixel] = float4(color * confidence, confidence) + float4(0.0f, 0.0f, 0.0f, float(r.steps) * 1e-4f);
}
