// dxilkit-corpus
// Car paint: base with flakes under a clear coat with its own normal and absorption, lit by a buffer of lights.
// args: -T vs_6_0 -E VSMain
// args: -T ps_6_0 -E PSMain
// args: -T ps_6_0 -E PSMain -D FLAKES=1 -D COAT_NORMAL=1
// args: -T ps_6_2 -E PSMain -D FLAKES=1 -D ANISOTROPIC=1 -enable-16bit-types
// set: lightCount 5
// range: position -3 3
// range: range 3 9
// range: type 0 3
#include "../shared/view.hlsli"
#include "../shared/lights.hlsli"
#include "../shared/sampling.hlsli"

#ifndef FLAKES
#define FLAKES 0
#endif
#ifndef COAT_NORMAL
#define COAT_NORMAL 0
#endif
#ifndef ANISOTROPIC
#define ANISOTROPIC 0
#endif

cbuffer Paint : register(b1)
{
    float3 baseColor;
    float baseRoughness;
    float3 flopColor;
    float metallic;
    float3 absorption;
    float coatThickness;
    float coatRoughness;
    float coatStrength;
    float flakeDensity;
    float flakeSize;
    float anisotropy;
    uint lightCount;
};
ConstantBuffer<ViewData> View : register(b0);
StructuredBuffer<Light> Lights : register(t0);
Texture2D<float4> CoatNormalMap : register(t1);
SamplerState LinearWrap : register(s0);

struct Varyings
{
    float4 clip : SV_Position;
    float3 world : WORLD;
    float3 normal : NORMAL;
    float2 uv : TEXCOORD;
};

Varyings VSMain(float3 position : POSITION, float3 normal : NORMAL, float2 uv : TEXCOORD)
{
    Varyings o;
    o.clip = float4(position, 1.0f);
    o.world = position;
    o.normal = normalize(normal - 0.5f + float3(0.0f, 0.0f, 1.5f));
    o.uv = uv;
    return o;
}

/// Each cell of a grid in texture space is a flake with a normal of its own.
float3 FlakeNormal(float2 uv, float3 n, out float presence)
{
    float2 cell = floor(uv * 64.0f * (1.0f + flakeSize));
    uint h = HashCombine(asuint(int(cell.x)), asuint(int(cell.y)));
    float2 u = float2(ToUnitFloat(h), ToUnitFloat(HashUint(h)));
    presence = step(1.0f - flakeDensity, ToUnitFloat(HashUint(h + 7u)));
    Frame3 frame = MakeFrame(n);
    float3 local = SampleGGX(u, 0.4f);
    return frame.ToWorld(local);
}

struct CoatTerm
{
    float3 specular;
    float3 attenuation;
};

CoatTerm EvaluateCoat(float3 n, float3 v, float3 l)
{
    SurfaceAngles a;
    a.Set(n, v, l);
    float f = FresnelSchlickScalar(0.04f, 1.0f, a.VoH) * coatStrength;
    CoatTerm c;
    c.specular = (DistributionGGX(a.NoH, max(coatRoughness * 0.3f, 0.05f)) * VisibilityKelemen(a.LoH) * f * a.NoL).xxx;
    // Light goes through the coat twice, refracted.
    const float eta = 1.0f / 1.5f;
    float cosL = sqrt(1.0f - eta * eta * (1.0f - a.NoL * a.NoL));
    float cosV = sqrt(1.0f - eta * eta * (1.0f - a.NoV * a.NoV));
    float path = coatThickness * (rcp(cosL) + rcp(cosV));
    c.attenuation = exp(-absorption * path) * Square(1.0f - f);
    return c;
}

#if ANISOTROPIC
float3 BaseSpecular(float3 f0, Frame3 frame, float3 v, float3 l)
{
    float3 h = frame.ToLocal(normalize(v + l));
    float3 lv = frame.ToLocal(v);
    float3 ll = frame.ToLocal(l);
    float16_t aspect = (float16_t)sqrt(1.0f - 0.9f * anisotropy);
    float16_t r2 = (float16_t)Square(max(baseRoughness, 0.05f));
    float at = max(float(r2 / aspect), 1e-3f);
    float ab = max(float(r2 * aspect), 1e-3f);
    float d = DistributionGGXAnisotropic(saturate(h.z), h.x, h.y, at, ab);
    float vis = VisibilitySmithAnisotropic(at, ab, lv.x, lv.y, ll.x, ll.y, saturate(lv.z), saturate(ll.z));
    return d * vis * FresnelSchlick(f0, 1.0f, saturate(dot(lv, h))) * saturate(ll.z);
}
#endif

float4 PSMain(Varyings p) : SV_Target
{
    float3 n = normalize(p.normal);
    float3 v = SafeNormalize(View.cameraPosition + float3(0.0f, 0.0f, 3.0f) - p.world);
    float3 coatNormal = n;
#if COAT_NORMAL
    float2 peel = CoatNormalMap.Sample(LinearWrap, p.uv * 3.0f).xy - 0.5f;
    Frame3 cf = MakeFrame(n);
    coatNormal = normalize(n + 0.1f * (peel.x * cf.x + peel.y * cf.y));
#endif
    float facing = saturate(dot(n, v));
    float3 paint = lerp(flopColor, baseColor, Pow5(facing));
#if FLAKES
    float presence;
    float3 flake = FlakeNormal(p.uv, n, presence);
    float glint = presence * Pow4(saturate(dot(flake, v)));
    paint += glint * flopColor;
#endif
    float3 f0 = lerp(0.04f, paint, metallic);
    float3 diffuse = paint * (1.0f - metallic);
#if ANISOTROPIC
    Frame3 frame = MakeFrame(n);
#endif
    float3 color = 0.0f;
    for (uint i = 0u; i < lightCount; ++i)
    {
        Light light = Lights[i];
        LightSample s = SampleLight(light, p.world, n, v, max(baseRoughness, 0.1f));
        CoatTerm coat = EvaluateCoat(coatNormal, v, s.direction);
        BrdfResult base = StandardBrdf(diffuse, f0, max(baseRoughness, 0.1f), n, v, s.direction);
#if ANISOTROPIC
        base.specular = BaseSpecular(f0, frame, v, s.direction);
#endif
        color += ((base.diffuse + base.specular * s.specularNormalization) * coat.attenuation + coat.specular) * s.radiance;
    }
    return float4(color * View.exposure, 1.0f);
}
