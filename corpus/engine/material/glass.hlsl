// dxilkit-corpus
// Gems and glass: spectral arithmetic through operator overloads, dispersion with internal bounces in a faceted solid, thin-film interference.
// args: -T vs_6_0 -E VSMain
// args: -T ps_6_0 -E PSMain
// args: -T ps_6_0 -E PSMain -D BOUNCES=4
// args: -T ps_6_0 -E PSMain -D THIN_FILM=1
// args: -T ps_6_6 -E PSMain -D BOUNCES=4 -D THIN_FILM=1
// set: facetCount 10
// range: facets -1 1
#include "../shared/view.hlsli"
#include "../shared/color.hlsli"
#include "../shared/brdf.hlsli"

#ifndef BOUNCES
#define BOUNCES 2
#endif
#ifndef THIN_FILM
#define THIN_FILM 0
#endif
#define BANDS 4

namespace optics
{
    namespace bands
    {
        static const float WAVELENGTHS[BANDS] = { 0.46f, 0.53f, 0.59f, 0.66f };
        static const float3 RESPONSE[BANDS] = { float3(0.18f, 0.02f, 0.96f), float3(0.02f, 0.62f, 0.12f), float3(0.52f, 0.44f, 0.0f), float3(0.44f, 0.04f, 0.0f) };
    }

    struct Spectrum
    {
        float v[BANDS];

        Spectrum operator+(Spectrum o)
        {
            Spectrum r;
            [unroll] for (uint i = 0u; i < BANDS; ++i) r.v[i] = v[i] + o.v[i];
            return r;
        }
        Spectrum operator*(Spectrum o)
        {
            Spectrum r;
            [unroll] for (uint i = 0u; i < BANDS; ++i) r.v[i] = v[i] * o.v[i];
            return r;
        }
        Spectrum operator*(float s)
        {
            Spectrum r;
            [unroll] for (uint i = 0u; i < BANDS; ++i) r.v[i] = v[i] * s;
            return r;
        }
        float3 ToRGB()
        {
            float3 c = 0.0f;
            [unroll] for (uint i = 0u; i < BANDS; ++i) c += bands::RESPONSE[i] * v[i];
            return c;
        }
    };

    Spectrum Constant(float x)
    {
        Spectrum s;
        [unroll] for (uint i = 0u; i < BANDS; ++i) s.v[i] = x;
        return s;
    }
    Spectrum FromRGB(float3 c)
    {
        Spectrum s;
        s.v[0] = c.b;
        s.v[1] = c.g;
        s.v[2] = (c.r + c.g) * 0.5f;
        s.v[3] = c.r;
        return s;
    }

    float FresnelDielectric(float cosI, float eta)
    {
        float sinT2 = (1.0f - cosI * cosI) / (eta * eta);
        if (sinT2 >= 1.0f) return 1.0f;
        float cosT = sqrt(1.0f - sinT2);
        float rs = (cosI - eta * cosT) / (cosI + eta * cosT);
        float rp = (eta * cosI - cosT) / (eta * cosI + cosT);
        return 0.5f * (rs * rs + rp * rp);
    }
}

struct Medium
{
    float base;
    float dispersion;

    float IndexAt(uint band) { return base + dispersion / Square(optics::bands::WAVELENGTHS[band]); }
};
struct Gem : Medium
{
    float3 absorption;
    float size;

    optics::Spectrum Absorb(float distance) { return optics::FromRGB(exp(-absorption * distance)); }
};

cbuffer GemConstants : register(b1)
{
    float4 facets[16];
    float3 absorption;
    float filmThickness;
    float cauchyA;
    float cauchyB;
    uint facetCount;
    float roughness;
    float3x3 gemFromWorld;
};
ConstantBuffer<ViewData> View : register(b0);
TextureCube<float4> Environment : register(t0);
SamplerState LinearWrap : register(s0);

struct Varyings
{
    float4 clip : SV_Position;
    float3 local : LOCAL;
    float3 normal : NORMAL;
};

Varyings VSMain(float3 position : POSITION, float3 normal : NORMAL)
{
    Varyings o;
    o.clip = float4(position, 1.0f);
    o.local = position;
    o.normal = normal - 0.5f + float3(0.0f, 0.0f, -1.0f);
    return o;
}

/// Leaves a convex solid: the nearest of the planes in front.
float ExitFacet(float3 p, float3 d, out float3 n)
{
    float nearest = 8.0f;
    n = -d;
    [loop] for (uint i = 0u; i < facetCount; ++i)
    {
        float3 facing = SafeNormalize(facets[i].xyz);
        float towards = dot(facing, d);
        if (towards <= 1e-3f) continue;
        float t = (1.0f + 0.2f * facets[i].w - dot(facing, p)) / towards;
        if (t > 1e-3f && t < nearest)
        {
            nearest = t;
            n = facing;
        }
    }
    return nearest;
}

float TraceBand(uint band, Gem gem, float3 p, float3 d, float3 n, out float travelled)
{
    float index = gem.IndexAt(band);
    float3 inside = refract(d, n, 1.0f / index);
    float throughput = 1.0f - optics::FresnelDielectric(saturate(-dot(d, n)), index);
    float sum = 0.0f;
    travelled = 0.0f;
    [unroll] for (uint bounce = 0u; bounce < BOUNCES; ++bounce)
    {
        float3 facing;
        float t = ExitFacet(p, inside, facing);
        travelled += t;
        p += inside * t;
        float c = saturate(dot(inside, facing));
        float f = optics::FresnelDielectric(c, 1.0f / index);
        float3 outside = refract(inside, -facing, index);
        if (f < 1.0f)
        {
            float3 e = Environment.SampleLevel(LinearWrap, outside, roughness * 3.0f).rgb;
            sum += throughput * (1.0f - f) * dot(e, optics::bands::RESPONSE[band]);
        }
        throughput *= f;
        inside = reflect(inside, -facing);
    }
    return sum + throughput * 0.1f;
}

#if THIN_FILM
/// Reflectance of a film between air and the gem, by band.
optics::Spectrum FilmReflectance(float cosI, float inner)
{
    const float film = 1.33f;
    float sinT = SafeSqrt(1.0f - cosI * cosI) / film;
    float cosT = SafeSqrt(1.0f - sinT * sinT);
    float r12 = (cosI - film * cosT) / (cosI + film * cosT);
    float sinU = sinT * film / inner;
    float cosU = SafeSqrt(1.0f - sinU * sinU);
    float r23 = (film * cosT - inner * cosU) / (film * cosT + inner * cosU);
    optics::Spectrum s;
    [unroll] for (uint i = 0u; i < BANDS; ++i)
    {
        float phase = 4.0f * PI * film * (0.2f + filmThickness) * cosT / optics::bands::WAVELENGTHS[i];
        float c = cos(phase);
        s.v[i] = (r12 * r12 + r23 * r23 + 2.0f * r12 * r23 * c) / (1.0f + r12 * r12 * r23 * r23 + 2.0f * r12 * r23 * c);
    }
    return s;
}
#endif

float4 PSMain(Varyings p, bool front : SV_IsFrontFace) : SV_Target
{
    Gem gem;
    gem.base = 1.4f + cauchyA * 0.4f;
    gem.dispersion = cauchyB * 0.02f;
    gem.absorption = absorption;
    gem.size = 1.0f;
    float3 n = SafeNormalize(p.normal);
    float3 v = SafeNormalize(mul(gemFromWorld, View.cameraPosition) * 0.1f + float3(0.0f, 0.0f, -3.0f) - p.local);
    if (dot(n, v) < 0.0f) n = -n;
    optics::Spectrum light = optics::Constant(0.0f);
    float longest = 0.0f;
    [unroll] for (uint band = 0u; band < BANDS; ++band)
    {
        float travelled;
        light.v[band] = TraceBand(band, gem, p.local * 0.5f, -v, n, travelled);
        longest = max(longest, travelled);
    }
    light = light * gem.Absorb(longest * gem.size);
    float3 r = reflect(-v, n);
    optics::Spectrum outer = optics::FromRGB(Environment.SampleLevel(LinearWrap, r, roughness * 2.0f).rgb);
#if THIN_FILM
    light = light + outer * FilmReflectance(saturate(dot(n, v)), gem.base);
#else
    light = light + outer * optics::FresnelDielectric(saturate(dot(n, v)), gem.base);
#endif
    float3 color = light.ToRGB();
    return float4(color, front ? 1.0f : 0.9f);
}
