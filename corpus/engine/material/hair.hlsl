// dxilkit-corpus
// Strand hair after Marschner: three lobes with Gaussian longitudinal terms, a fitted azimuthal term, dual scattering and strand shadows.
// args: -T vs_6_0 -E VSMain
// args: -T ps_6_0 -E PSMain
// args: -T ps_6_0 -E PSMain -D MULTIPLE_SCATTERING=1 -D LOBES=3
// args: -T ps_6_0 -E PSMain -D MULTIPLE_SCATTERING=1 -D LOBES=2 -D MELANIN=1
// set: lightCount 4
// range: lightPositions -3 3
#include "../shared/view.hlsli"
#include "../shared/brdf.hlsli"

#ifndef MULTIPLE_SCATTERING
#define MULTIPLE_SCATTERING 0
#endif
#ifndef LOBES
#define LOBES 3
#endif
#ifndef MELANIN
#define MELANIN 0
#endif

cbuffer HairConstants : register(b1)
{
    float3 absorptionColor;
    float longitudinalRoughness;
    float melanin;
    float redness;
    float cuticleTilt;
    float scatterStrength;
    float strandDensity;
    float backlit;
    uint lightCount;
    float4 lightPositions[8];
    float4 lightColors[8];
};
ConstantBuffer<ViewData> View : register(b0);
Buffer<float4> StrandPoints : register(t0);
Texture2D<float> DeepShadow : register(t1);
SamplerState LinearClamp : register(s0);

struct Varyings
{
    float4 clip : SV_Position;
    float3 world : WORLD;
    float3 tangent : TANGENT;
    float2 strand : STRAND;
    nointerpolation uint seed : SEED;
};

Varyings VSMain(float3 position : POSITION, uint vertex : SV_VertexID)
{
    // Two neighbours on the strand give the tangent.
    float4 previous = StrandPoints[(vertex * 7u) & 63u];
    float4 next = StrandPoints[(vertex * 7u + 1u) & 63u];
    Varyings o;
    o.clip = float4(position, 1.0f);
    o.world = position + (next.xyz - 0.5f) * 0.1f;
    o.tangent = SafeNormalize(next.xyz - previous.xyz);
    o.strand = float2(next.w, previous.w);
    o.seed = HashUint(vertex / 6u);
    return o;
}

float Gaussian(float b, float x) { return exp(-0.5f * x * x / (b * b)) / (b * sqrt(TWO_PI)); }

float3 AbsorptionFromMelanin(float amount, float red)
{
    float m = -log(max(1.0f - amount, 1e-4f));
    float3 eumelanin = float3(0.506f, 0.841f, 1.653f);
    float3 pheomelanin = float3(0.343f, 0.733f, 1.924f);
    return m * ((1.0f - red) * eumelanin + red * pheomelanin);
}

struct HairAngles
{
    float sinThetaL, sinThetaV;
    float cosHalfDifference;
    float cosPhi;
    float cosHalfPhi;
    float VoL;

    void Set(float3 l, float3 v, float3 t)
    {
        sinThetaL = dot(t, l);
        sinThetaV = dot(t, v);
        VoL = dot(v, l);
        cosHalfDifference = cos(0.5f * abs(FastAcos(clamp(sinThetaV, -1.0f, 1.0f)) - FastAcos(clamp(sinThetaL, -1.0f, 1.0f))));
        float3 lp = l - sinThetaL * t;
        float3 vp = v - sinThetaV * t;
        cosPhi = dot(lp, vp) * rsqrt(dot(lp, lp) * dot(vp, vp) + 1e-4f);
        cosHalfPhi = sqrt(saturate(0.5f + 0.5f * cosPhi));
    }
};

float HairFresnel(float c)
{
    const float n = 1.55f;
    const float f0 = Square((1.0f - n) / (1.0f + n));
    return f0 + (1.0f - f0) * Pow5(1.0f - c);
}

struct Lobe
{
    float shift;
    float width;

    float Longitudinal(HairAngles a) { return Gaussian(width, a.sinThetaL + a.sinThetaV - shift); }
};

float3 Bsdf(HairAngles a, float3 absorption, float roughness, float jitter)
{
    Lobe lobes[3];
    float tilt = 0.035f + cuticleTilt * 0.05f + jitter * 0.01f;
    float b = Square(clamp(roughness, 0.2f, 1.0f));
    lobes[0].shift = -2.0f * tilt;
    lobes[0].width = b;
    lobes[1].shift = tilt;
    lobes[1].width = b * 0.5f;
    lobes[2].shift = 4.0f * tilt;
    lobes[2].width = b * 2.0f;
    float3 result = 0.0f;
    [unroll] for (uint i = 0u; i < LOBES; ++i)
    {
        float m = lobes[i].Longitudinal(a);
        float3 azimuthal;
        switch (i)
        {
        case 0: azimuthal = 0.25f * a.cosHalfPhi * HairFresnel(sqrt(saturate(0.5f + 0.5f * a.VoL))); break;
        case 1:
        {
            float eta = 1.19f / max(a.cosHalfDifference, 0.1f) + 0.36f * a.cosHalfDifference;
            float h = a.cosHalfPhi * (1.0f + (0.6f - 0.8f * a.cosPhi) / eta);
            float f = HairFresnel(a.cosHalfDifference * SafeSqrt(1.0f - h * h));
            float3 t = exp(-absorption * sqrt(max(1.0f - Square(h / eta), 0.0f)) / max(2.0f * a.cosHalfDifference, 0.1f));
            azimuthal = Square(1.0f - f) * t * exp(-3.65f * a.cosPhi - 3.98f);
            break;
        }
        default:
        {
            float f = HairFresnel(a.cosHalfDifference * 0.5f);
            float3 t = exp(-absorption * 0.8f / max(a.cosHalfDifference, 0.1f));
            azimuthal = Square(1.0f - f) * f * t * t * exp(17.0f * a.cosPhi - 16.78f);
            break;
        }
        }
        result += m * azimuthal;
    }
    return result;
}

#if MULTIPLE_SCATTERING
float3 DualScatter(float3 absorption, float3 t, float3 v, float3 l, float depth)
{
    float3 color = exp(-absorption);
    float3 fakeNormal = normalize(v - t * dot(v, t));
    float wrapped = saturate((dot(fakeNormal, l) + 1.0f) * 0.25f);
    float3 tint = pow(max(color / max(dot(color, float3(0.299f, 0.587f, 0.114f)), 1e-3f), 1e-3f), depth);
    return sqrt(max(color, 0.0f)) * wrapped * INV_PI * tint * scatterStrength;
}
#endif

float4 PSMain(Varyings p) : SV_Target
{
    float3 t = SafeNormalize(p.tangent + 0.1f);
    float3 v = SafeNormalize(View.cameraPosition + float3(0.0f, 0.0f, 3.0f) - p.world);
    float jitter = ToUnitFloat(p.seed) - 0.5f;
#if MELANIN
    float3 absorption = AbsorptionFromMelanin(saturate(melanin + jitter * 0.2f), redness);
#else
    float3 absorption = Square(log(clamp(absorptionColor, 0.01f, 0.99f)) / (5.969f - 0.215f * longitudinalRoughness + 2.532f * Square(longitudinalRoughness)));
#endif
    float3 color = 0.0f;
    for (uint i = 0u; i < lightCount; ++i)
    {
        float3 d = lightPositions[i].xyz - p.world;
        float3 l = SafeNormalize(d);
        HairAngles a;
        a.Set(l, v, t);
        float count = DeepShadow.SampleLevel(LinearClamp, p.world.xy * 0.5f + 0.5f, 0.0f) * strandDensity * 8.0f;
        float3 shadow = exp(-absorption * count * 0.5f) * exp(-count * 0.2f);
        float3 scatter = Bsdf(a, absorption, longitudinalRoughness, jitter);
#if MULTIPLE_SCATTERING
        scatter += DualScatter(absorption, t, v, l, count * 0.1f) * lerp(0.5f, 1.0f, backlit);
#endif
        color += scatter * shadow * lightColors[i].rgb / (1.0f + dot(d, d));
    }
    float along = saturate(p.strand.x);
    color *= lerp(0.6f, 1.0f, along);
    return float4(color, 1.0f - 0.2f * along);
}
