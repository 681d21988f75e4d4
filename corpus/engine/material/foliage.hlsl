// dxilkit-corpus
// Foliage: hierarchical wind in the vertex shader, instance culling data, alpha to coverage by mip, two-sided translucency, impostor views.
// args: -T vs_6_0 -E VSMain
// args: -T ps_6_0 -E PSMain
// args: -T vs_6_0 -E VSMain -D WIND=2
// args: -T ps_6_0 -E PSMain -D TRANSLUCENT=1
// args: -T vs_6_0 -E VSMain -D WIND=1
// args: -T ps_6_0 -E PSMain -D IMPOSTOR=1
// set: windDirection 1 0.3
// range: scale 0.3 0.8
// range: place -0.5 0.5
// instances: 4
#include "../shared/view.hlsli"
#include "../shared/brdf.hlsli"
#include "../shared/packing.hlsli"

#ifndef WIND
#define WIND 1
#endif
#ifndef TRANSLUCENT
#define TRANSLUCENT 0
#endif
#ifndef IMPOSTOR
#define IMPOSTOR 0
#endif

struct PlantInstance
{
    float3 place;
    float scale;
    float rotation;
    uint seed;
    float bend;
    uint species;
};
struct WindNode
{
    float frequency;
    float amplitude;
    float phase;
    float stiffness;
};

cbuffer Foliage : register(b1)
{
    float2 windDirection;
    float windStrength;
    float gustSize;
    WindNode nodes[3];
    float3 sunDirection;
    float alphaCutoff;
    float3 sunColor;
    float translucency;
    float3 interactor;
    float interactorRadius;
    float impostorFrames;
    float hueVariation;
};
ConstantBuffer<ViewData> View : register(b0);
StructuredBuffer<PlantInstance> Plants : register(t0);
Texture2D<float4> LeafColor : register(t1);
Texture2D<float4> LeafNormal : register(t2);
Texture2D<float4> WindNoise : register(t3);
SamplerState LinearWrap : register(s0);

struct Varyings
{
    float4 clip : SV_Position;
    float3 world : WORLD;
    float3 normal : NORMAL;
    float4 uvBlend : UVBLEND;
    nointerpolation float3 tint : TINT;
};

float3 RotateAround(float3 v, float3 axis, float angle)
{
    float s, c;
    sincos(angle, s, c);
    return v * c + cross(axis, v) * s + axis * dot(axis, v) * (1.0f - c);
}

/// Trunk, branch, leaf: each bends around the pivot of its level.
float3 ApplyWind(float3 p, float3 world, float4 weights, uint seed)
{
#if WIND == 0
    return p;
#else
    float3 along = SafeNormalize(float3(windDirection.x, 0.0f, windDirection.y));
    float3 axis = SafeNormalize(float3(-windDirection.y, 0.0f, windDirection.x));
    float gust = WindNoise.SampleLevel(LinearWrap, world.xz * (0.1f + gustSize) + windDirection * View.time, 0.0f).x;
    float strength = windStrength * (0.5f + gust);
    float phase = float(seed & 255u) * (TWO_PI / 256.0f);
    [unroll] for (uint level = 0u; level < 3u; ++level)
    {
        WindNode n = nodes[level];
        float t = View.time * (1.0f + n.frequency * 4.0f) + phase * (1.0f + n.phase) + weights[level] * 3.0f;
        float swing = sin(t) + 0.5f * sin(t * 2.3f + 1.0f);
        float angle = strength * n.amplitude * weights[level] * (0.4f + 0.3f * swing) / (0.3f + n.stiffness);
        p = RotateAround(p, level == 0u ? axis : normalize(axis + float3(0.0f, weights.w, 0.3f)), angle * 0.5f);
    }
#if WIND == 2
    float flutter = sin(View.time * 9.0f + dot(world, float3(3.1f, 2.7f, 4.3f)) + phase) * weights.z;
    p += along * flutter * 0.03f * strength;
#endif
    return p;
#endif
}

Varyings VSMain(float3 position : POSITION, float3 normal : NORMAL, float2 uv : TEXCOORD, float4 weights : COLOR, uint instance : SV_InstanceID)
{
    PlantInstance plant = Plants[instance];
    float3 p = position * plant.scale;
    float s, c;
    sincos(plant.rotation * TWO_PI, s, c);
    float3x3 yaw = float3x3(c, 0.0f, s, 0.0f, 1.0f, 0.0f, -s, 0.0f, c);
    p = mul(yaw, p);
    float3 n = mul(yaw, normalize(normal - 0.5f + float3(0.0f, 0.0f, 0.8f)));
    p = ApplyWind(p, plant.place, weights, plant.seed);
    float3 world = plant.place + p;
    // What walks through pushes it aside.
    float3 away = world - interactor;
    float push = saturate(1.0f - length(away) / (0.2f + interactorRadius)) * weights.x;
    world += SafeNormalize(float3(away.x, 0.0f, away.z)) * push * 0.3f;
    Varyings o;
    o.clip = float4(position.xy + p.xy * 0.1f, 0.5f, 1.0f);
    o.world = world;
    o.normal = n;
    uint h = HashUint(plant.seed + instance);
    o.uvBlend = float4(uv, ToUnitFloat(h), plant.bend);
    o.tint = 1.0f + (float3(ToUnitFloat(h), ToUnitFloat(HashUint(h)), 0.5f) - 0.5f) * hueVariation;
    return o;
}

float CoverageAlpha(float alpha, float2 uv)
{
    // Coarse mips lose alpha; a cutoff that follows the gradient keeps the coverage.
    float lod = LeafColor.CalculateLevelOfDetailUnclamped(LinearWrap, uv);
    alpha *= 1.0f + max(lod, 0.0f) * 0.25f;
    return saturate((alpha - alphaCutoff) / max(fwidth(alpha), 1e-4f) + 0.5f);
}

#if IMPOSTOR
float2 ImpostorFrame(float3 v, out float2 blend)
{
    float2 o = EncodeOctahedral(SafeNormalize(v)) * 0.5f + 0.5f;
    float2 at = o * (2.0f + floor(impostorFrames * 6.0f));
    blend = frac(at);
    return floor(at);
}
#endif

float4 PSMain(Varyings p, bool front : SV_IsFrontFace) : SV_Target
{
    float2 uv = p.uvBlend.xy;
    float4 color;
    float3 v = SafeNormalize(View.cameraPosition + float3(0.0f, 0.0f, 3.0f) - p.world);
#if IMPOSTOR
    float2 blend;
    float2 frame = ImpostorFrame(v, blend);
    float count = 2.0f + floor(impostorFrames * 6.0f);
    float2 a = (frame + uv) / count, b = (frame + float2(1.0f, 0.0f) + uv) / count, c = (frame + float2(0.0f, 1.0f) + uv) / count;
    float3 w = blend.x + blend.y < 1.0f ? float3(1.0f - blend.x - blend.y, blend.x, blend.y) : float3(0.0f, 1.0f - blend.y, 1.0f - blend.x);
    w /= w.x + w.y + w.z + 1e-4f;
    color = LeafColor.Sample(LinearWrap, a) * w.x + LeafColor.Sample(LinearWrap, b) * w.y + LeafColor.Sample(LinearWrap, c) * w.z;
#else
    color = LeafColor.Sample(LinearWrap, uv);
#endif
    float coverage = CoverageAlpha(color.a, uv);
    clip(coverage - 0.05f);
    float4 nm = LeafNormal.Sample(LinearWrap, uv);
    float3 n = normalize(p.normal) * (front ? 1.0f : -1.0f);
    Frame3 f = MakeFrame(n);
    n = SafeNormalize(f.ToWorld(float3(nm.xy - 0.5f, 0.7f)));
    float3 l = SafeNormalize(sunDirection);
    float3 albedo = color.rgb * p.tint;
    BrdfResult r = StandardBrdf(albedo, 0.04f, clamp(nm.z, 0.2f, 1.0f), n, v, l);
    float3 lit = (r.diffuse + r.specular) * sunColor * PI;
#if TRANSLUCENT
    float through = Pow4(saturate(dot(v, -normalize(l + n * 0.3f)))) + 0.3f * saturate(dot(-n, l));
    lit += albedo * float3(0.9f, 1.1f, 0.3f) * sunColor * through * translucency * nm.w;
#endif
    lit += albedo * (0.15f + 0.1f * n.y);
    return float4(lit, coverage);
}
