// A planet's air: densities, transmittance, parametrisation of the tables.
#ifndef ENGINE_ATMOSPHERE_HLSLI
#define ENGINE_ATMOSPHERE_HLSLI

#include "math.hlsli"

struct DensityLayer
{
    float width;
    float expTerm;
    float expScale;
    float linearTerm;
    float constantTerm;

    float At(float altitude) { return saturate(expTerm * exp(expScale * altitude) + linearTerm * altitude + constantTerm); }
};

struct Atmosphere
{
    float3 rayleighScattering;
    float bottomRadius;
    float3 mieScattering;
    float topRadius;
    float3 mieExtinction;
    float miePhase;
    float3 ozoneAbsorption;
    float sunAngularRadius;
    float3 groundAlbedo;
    float multiScatteringFactor;
    float3 sunIlluminance;
    float muSMin;
    DensityLayer rayleigh;
    DensityLayer mie;
    DensityLayer ozone[2];
};

struct MediumSample
{
    float3 scattering, absorption, extinction;
    float3 scatteringMie, scatteringRayleigh;
    float3 albedo;
};

MediumSample SampleMedium(Atmosphere a, float3 p)
{
    float altitude = length(p) - a.bottomRadius;
    float dr = a.rayleigh.At(altitude);
    float dm = a.mie.At(altitude);
    float ozone;
    if (altitude < a.ozone[0].width) ozone = a.ozone[0].At(altitude);
    else ozone = a.ozone[1].At(altitude);
    MediumSample s;
    s.scatteringRayleigh = dr * a.rayleighScattering;
    s.scatteringMie = dm * a.mieScattering;
    float3 extinctionMie = dm * (a.mieExtinction + a.mieScattering);
    s.scattering = s.scatteringRayleigh + s.scatteringMie;
    s.absorption = max(extinctionMie - s.scatteringMie, 0.0f) + ozone * a.ozoneAbsorption;
    s.extinction = s.scattering + s.absorption;
    s.albedo = s.scattering / max(s.extinction, 1e-5f);
    return s;
}

float RayleighPhase(float c) { return 3.0f / (16.0f * PI) * (1.0f + c * c); }
float MiePhase(float c, float g)
{
    float k = 3.0f / (8.0f * PI) * (1.0f - g * g) / (2.0f + g * g);
    return k * (1.0f + c * c) / pow(max(1.0f + g * g - 2.0f * g * c, 1e-3f), 1.5f);
}

float DistanceToTop(Atmosphere a, float r, float mu)
{
    float d = r * r * (mu * mu - 1.0f) + a.topRadius * a.topRadius;
    return max(-r * mu + SafeSqrt(d), 0.0f);
}
float DistanceToBottom(Atmosphere a, float r, float mu)
{
    float d = r * r * (mu * mu - 1.0f) + a.bottomRadius * a.bottomRadius;
    return max(-r * mu - SafeSqrt(d), 0.0f);
}
bool HitsGround(Atmosphere a, float r, float mu) { return mu < 0.0f && r * r * (mu * mu - 1.0f) + a.bottomRadius * a.bottomRadius >= 0.0f; }

float UnitToTexture(float x, float size) { return 0.5f / size + x * (1.0f - 1.0f / size); }
float TextureToUnit(float u, float size) { return (u - 0.5f / size) / (1.0f - 1.0f / size); }

float2 TransmittanceUv(Atmosphere a, float r, float mu, float2 size)
{
    float h = SafeSqrt(a.topRadius * a.topRadius - a.bottomRadius * a.bottomRadius);
    float rho = SafeSqrt(r * r - a.bottomRadius * a.bottomRadius);
    float d = DistanceToTop(a, r, mu);
    float least = a.topRadius - r, most = rho + h;
    return float2(UnitToTexture((d - least) / max(most - least, 1e-4f), size.x), UnitToTexture(rho / h, size.y));
}
void TransmittanceParameters(Atmosphere a, float2 uv, float2 size, out float r, out float mu)
{
    float h = SafeSqrt(a.topRadius * a.topRadius - a.bottomRadius * a.bottomRadius);
    float rho = h * TextureToUnit(uv.y, size.y);
    r = sqrt(rho * rho + a.bottomRadius * a.bottomRadius);
    float least = a.topRadius - r, most = rho + h;
    float d = least + TextureToUnit(uv.x, size.x) * (most - least);
    mu = d == 0.0f ? 1.0f : clamp((h * h - rho * rho - d * d) / (2.0f * r * d), -1.0f, 1.0f);
}

#endif
