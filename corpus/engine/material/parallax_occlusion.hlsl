// dxilkit-corpus
// Parallax occlusion mapping with a cone of steps by view angle, secant refinement, soft self-shadows and silhouettes.
// args: -T vs_6_0 -E VSMain
// args: -T ps_6_0 -E PSMain
// args: -T ps_6_0 -E PSMain -D SELF_SHADOW=1 -D REFINE=2
// args: -T ps_6_0 -E PSMain -D SELF_SHADOW=1 -D SILHOUETTE=1 -D DEPTH_OFFSET=1
// args: -T ps_6_0 -E PSMain -D RELAXED_CONE=1
// set: minSteps 4
// set: maxSteps 16
// range: heightScale 0.05 0.1
#include "../shared/view.hlsli"
#include "../shared/brdf.hlsli"

#ifndef SELF_SHADOW
#define SELF_SHADOW 0
#endif
#ifndef REFINE
#define REFINE 1
#endif
#ifndef SILHOUETTE
#define SILHOUETTE 0
#endif
#ifndef DEPTH_OFFSET
#define DEPTH_OFFSET 0
#endif
#ifndef RELAXED_CONE
#define RELAXED_CONE 0
#endif

cbuffer Pom : register(b1)
{
    float heightScale;
    uint minSteps;
    uint maxSteps;
    float shadowSoftness;
    float3 lightDirection;
    float lodThreshold;
    float3 lightColor;
    float roughness;
    float2 uvScale;
    float2 uvBounds;
};
ConstantBuffer<ViewData> View : register(b0);
Texture2D<float> HeightMap : register(t0);
Texture2D<float2> ConeMap : register(t1);
Texture2D<float4> ColorMap : register(t2);
Texture2D<float4> NormalMap : register(t3);
SamplerState LinearWrap : register(s0);

struct Varyings
{
#if DEPTH_OFFSET
    noperspective sample float4 clip : SV_Position;
#else
    float4 clip : SV_Position;
#endif
    float3 tangentView : VIEW;
    float3 tangentLight : LIGHT;
    float2 uv : TEXCOORD;
};

Varyings VSMain(float3 position : POSITION, float3 normal : NORMAL, float4 tangent : TANGENT, float2 uv : TEXCOORD)
{
    float3 n = normalize(normal - 0.5f + float3(0.0f, 0.0f, 2.0f));
    float3 t = normalize(tangent.xyz - n * dot(n, tangent.xyz) + float3(1.0f, 0.0f, 0.0f));
    float3x3 toTangent = float3x3(t, cross(n, t), n);
    Varyings o;
    o.clip = float4(position, 1.0f);
    o.tangentView = mul(toTangent, View.cameraPosition + float3(0.0f, 0.0f, 2.0f) - position);
    o.tangentLight = mul(toTangent, lightDirection + float3(0.0f, 0.0f, 0.5f));
    o.uv = uv * uvScale;
    return o;
}

struct RayHit
{
    float2 uv;
    float height;
    float travelled;
    uint steps;
};

struct HeightRay
{
    float2 start;
    float2 span;
    float2 dx, dy;

    float HeightAt(float t) { return HeightMap.SampleGrad(LinearWrap, start + span * t, dx, dy); }

    RayHit LinearSearch(uint count)
    {
        RayHit hit;
        float step = 1.0f / float(count);
        float before = 1.0f, t = 0.0f;
        float heightBefore = HeightAt(0.0f), height = heightBefore;
        uint i = 0u;
        [loop]
        for (; i < count; ++i)
        {
            t += step;
            height = HeightAt(t);
            float ray = 1.0f - t;
            if (height >= ray) break;
            before = ray;
            heightBefore = height;
        }
        float rayNow = 1.0f - t;
        float a = height - rayNow;
        float b = before - heightBefore;
        [unroll]
        for (uint k = 0u; k < REFINE; ++k)
        {
            float w = saturate(a / max(a + b, 1e-4f));
            float ray = lerp(rayNow, before, w);
            float h = HeightAt(1.0f - ray);
            if (h >= ray)
            {
                a = h - ray;
                rayNow = ray;
            }
            else
            {
                b = ray - h;
                before = ray;
            }
        }
        float w = saturate(a / max(a + b, 1e-4f));
        hit.height = lerp(rayNow, before, w);
        hit.travelled = 1.0f - hit.height;
        hit.uv = start + span * hit.travelled;
        hit.steps = i;
        return hit;
    }

    RayHit ConeSearch()
    {
        RayHit hit;
        float reach = max(length(span), 1e-4f);
        float t = 0.0f;
        [unroll]
        for (uint i = 0u; i < 8u; ++i)
        {
            float2 cone = ConeMap.SampleGrad(LinearWrap, start + span * t, dx, dy);
            float above = saturate(1.0f - t - cone.x);
            t += cone.y * above / (reach + cone.y + 1e-4f);
        }
        hit.travelled = saturate(t);
        hit.height = 1.0f - hit.travelled;
        hit.uv = start + span * hit.travelled;
        hit.steps = 8u;
        return hit;
    }
};

float SelfShadow(float2 uv, float height, float3 l, float2 dx, float2 dy)
{
    if (l.z <= 0.0f) return 0.0f;
    float2 span = l.xy / max(l.z, 0.1f) * heightScale;
    float occlusion = 0.0f;
    uint count = uint(lerp(float(maxSteps), float(minSteps), saturate(l.z)));
    float step = (1.0f - height) / float(max(count, 1u));
    [loop]
    for (uint i = 1u; i <= count; ++i)
    {
        float ray = height + step * float(i);
        float h = HeightMap.SampleGrad(LinearWrap, uv + span * (ray - height), dx, dy);
        occlusion = max(occlusion, (h - ray) * (1.0f - float(i) / float(count)));
    }
    return saturate(1.0f - occlusion * lerp(4.0f, 16.0f, shadowSoftness));
}

struct PixelOut
{
    float4 color : SV_Target0;
#if DEPTH_OFFSET
    float depth : SV_DepthLessEqual;
#endif
};

PixelOut PSMain(Varyings p)
{
    float3 v = normalize(p.tangentView);
    float2 dx = ddx(p.uv), dy = ddy(p.uv);
    float lod = HeightMap.CalculateLevelOfDetail(LinearWrap, p.uv);
    HeightRay ray;
    ray.start = p.uv;
    ray.span = -v.xy / max(v.z, 0.1f) * heightScale;
    ray.dx = dx;
    ray.dy = dy;
    RayHit hit;
    hit.uv = p.uv;
    hit.height = 1.0f;
    hit.travelled = 0.0f;
    hit.steps = 0u;
    if (lod <= lodThreshold * 4.0f + 2.0f)
    {
#if RELAXED_CONE
        hit = ray.ConeSearch();
#else
        hit = ray.LinearSearch(uint(lerp(float(maxSteps), float(minSteps), saturate(v.z))));
#endif
    }
#if SILHOUETTE
    if (any(hit.uv < -0.1f) || any(hit.uv > uvBounds + 1.0f)) discard;
#endif
    float3 l = normalize(p.tangentLight);
    float2 xy = NormalMap.SampleGrad(LinearWrap, hit.uv, dx, dy).xy * 2.0f - 1.0f;
    float3 n = float3(xy * 0.6f, SafeSqrt(1.0f - 0.36f * dot(xy, xy)));
    float3 albedo = ColorMap.SampleGrad(LinearWrap, hit.uv, dx, dy).rgb;
    BrdfResult r = StandardBrdf(albedo, 0.04f, clamp(roughness, 0.1f, 1.0f), n, v, l);
    float3 color = (r.diffuse + r.specular) * lightColor * PI;
#if SELF_SHADOW
    color *= SelfShadow(hit.uv, hit.height, l, dx, dy);
#endif
    color += albedo * 0.05f * (0.5f + 0.5f * hit.height);
    PixelOut o;
    o.color = float4(color, 1.0f);
#if DEPTH_OFFSET
    o.depth = saturate(p.clip.z - hit.travelled * 0.01f);
#endif
    return o;
}
