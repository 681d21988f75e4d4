// Reflection models: microfacets, cloth, hair, coats.
#ifndef ENGINE_BRDF_HLSLI
#define ENGINE_BRDF_HLSLI

#include "math.hlsli"

struct SurfaceAngles
{
    float NoL, NoV, NoH, VoH, LoH;

    void Set(float3 n, float3 v, float3 l)
    {
        float3 h = normalize(v + l);
        NoL = saturate(dot(n, l));
        NoV = max(abs(dot(n, v)), 1e-4f);
        NoH = saturate(dot(n, h));
        VoH = saturate(dot(v, h));
        LoH = saturate(dot(l, h));
    }
};

float DistributionGGX(float NoH, float roughness)
{
    float a2 = Pow4(roughness);
    float d = (NoH * a2 - NoH) * NoH + 1.0f;
    return a2 / (PI * d * d);
}

float DistributionGGXAnisotropic(float NoH, float ToH, float BoH, float at, float ab)
{
    float a2 = at * ab;
    float3 v = float3(ab * ToH, at * BoH, a2 * NoH);
    float w2 = a2 / dot(v, v);
    return a2 * w2 * w2 * INV_PI;
}

float VisibilitySmithCorrelated(float NoV, float NoL, float roughness)
{
    float a2 = Pow4(roughness);
    float v = NoL * sqrt(NoV * NoV * (1.0f - a2) + a2);
    float l = NoV * sqrt(NoL * NoL * (1.0f - a2) + a2);
    return 0.5f / max(v + l, 1e-5f);
}

float VisibilitySmithAnisotropic(float at, float ab, float ToV, float BoV, float ToL, float BoL, float NoV, float NoL)
{
    float v = NoL * length(float3(at * ToV, ab * BoV, NoV));
    float l = NoV * length(float3(at * ToL, ab * BoL, NoL));
    return saturate(0.5f / max(v + l, 1e-5f));
}

float VisibilityKelemen(float LoH) { return 0.25f / max(LoH * LoH, 1e-4f); }
float VisibilityNeubelt(float NoV, float NoL) { return saturate(1.0f / (4.0f * (NoL + NoV - NoL * NoV))); }

float3 FresnelSchlick(float3 f0, float f90, float u) { return f0 + (f90 - f0) * Pow5(1.0f - u); }
float FresnelSchlickScalar(float f0, float f90, float u) { return f0 + (f90 - f0) * Pow5(1.0f - u); }

float DiffuseLambert() { return INV_PI; }
float DiffuseBurley(float roughness, SurfaceAngles a)
{
    float f90 = 0.5f + 2.0f * roughness * a.LoH * a.LoH;
    return FresnelSchlickScalar(1.0f, f90, a.NoL) * FresnelSchlickScalar(1.0f, f90, a.NoV) * INV_PI;
}
float DiffuseOrenNayar(float roughness, SurfaceAngles a, float VoL)
{
    float s2 = Square(roughness);
    float s = VoL - a.NoL * a.NoV;
    float t = s > 0.0f ? max(a.NoL, a.NoV) : 1.0f;
    float A = 1.0f - 0.5f * s2 / (s2 + 0.33f);
    float B = 0.45f * s2 / (s2 + 0.09f);
    return (A + B * s / max(t, 1e-4f)) * INV_PI;
}

/// Inverted Gaussian for fibres.
float DistributionCharlie(float NoH, float roughness)
{
    float invAlpha = 1.0f / max(roughness * roughness, 1e-3f);
    float sin2 = max(1.0f - NoH * NoH, 0.0078125f);
    return (2.0f + invAlpha) * pow(sin2, 0.5f * invAlpha) / TWO_PI;
}

struct BrdfResult
{
    float3 diffuse;
    float3 specular;
};

BrdfResult MakeBrdfResult()
{
    BrdfResult r;
    r.diffuse = 0.0f;
    r.specular = 0.0f;
    return r;
}

BrdfResult StandardBrdf(float3 albedo, float3 f0, float roughness, float3 n, float3 v, float3 l)
{
    SurfaceAngles a;
    a.Set(n, v, l);
    float f90 = saturate(dot(f0, 16.5f));
    BrdfResult r;
    r.diffuse = albedo * DiffuseBurley(roughness, a) * a.NoL;
    r.specular = DistributionGGX(a.NoH, roughness) * VisibilitySmithCorrelated(a.NoV, a.NoL, roughness) *
                 FresnelSchlick(f0, f90, a.VoH) * a.NoL;
    return r;
}

/// Split-sum approximation without a table.
float2 EnvironmentBrdfApprox(float roughness, float NoV)
{
    const float4 c0 = float4(-1.0f, -0.0275f, -0.572f, 0.022f);
    const float4 c1 = float4(1.0f, 0.0425f, 1.04f, -0.04f);
    float4 r = roughness * c0 + c1;
    float a004 = min(r.x * r.x, exp2(-9.28f * NoV)) * r.x + r.y;
    return float2(-1.04f, 1.04f) * a004 + r.zw;
}

float3 SpecularOcclusion(float3 specular, float NoV, float ao, float roughness)
{
    return specular * saturate(pow(NoV + ao, exp2(-16.0f * roughness - 1.0f)) - 1.0f + ao);
}

#endif
