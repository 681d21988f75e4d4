// dxilkit-corpus
// Light baked as spherical gaussians: lobes fitted by least squares, irradiance by a fitted curve, specular by warped anisotropic lobes, lightmap drawn.
// args: -T vs_6_0 -E VSBaked
// args: -T ps_6_0 -E PSBaked
// args: -T ps_6_0 -E PSBaked -D LOBES=5
// args: -T ps_6_0 -E PSBaked -D LOBES=9 -D SPECULAR=1
// args: -T ps_6_0 -E PSBaked -D LOBES=5 -D SPECULAR=2
// args: -T cs_6_0 -E Fit -D LOBES=5
// args: -T cs_6_6 -E Fit -D LOBES=9 -D NONNEGATIVE=1
// range: radiance 0 3
// range: direction -1 1
// set: Sharpness 4
#include "../shared/math.hlsli"
#ifndef LOBES
#define LOBES 3
#endif
#ifndef SPECULAR
#define SPECULAR 0
#endif
#ifndef NONNEGATIVE
#define NONNEGATIVE 0
#endif

cbuffer Bake : register(b0)
{
    float3 Eye;
    float Sharpness;
    float Roughness;
    float3 F0;
    float4 Tint;
};
Texture2DArray<float4> Lightmap : register(t0);
Texture2D<float4> NormalMap : register(t1);
struct Ray
{
    float3 direction;
    float3 radiance;
};
StructuredBuffer<Ray> Rays : register(t2);
SamplerState LinearClamp : register(s0);
RWStructuredBuffer<float4> Amplitudes : register(u0);

namespace SG
{
    struct Lobe
    {
        float3 amplitude;
        float3 axis;
        float sharpness;

        float3 Evaluate(float3 d) { return amplitude * exp(sharpness * (dot(d, axis) - 1.0f)); }
        float3 Integral() { return amplitude * (TWO_PI / sharpness * (1.0f - exp(-2.0f * sharpness))); }
        float3 ApproximateIntegral() { return amplitude * (TWO_PI / sharpness); }
    };

    struct Aniso
    {
        float3 amplitude;
        float3x3 frame;
        float2 sharpness;

        /// Convolved with an isotropic lobe.
        float3 Convolve(Lobe l)
        {
            float nu = l.sharpness * 0.5f;
            float2 d = mul(frame, l.axis).xy;
            float2 s = nu * sharpness / (nu + sharpness);
            float3 c = amplitude * (PI / sqrt((nu + sharpness.x) * (nu + sharpness.y)));
            float smooth = saturate(dot(frame[2], l.axis));
            return l.amplitude * c * smooth * exp(-dot(s, d * d));
        }
    };

    Lobe Product(Lobe a, Lobe b)
    {
        float sum = a.sharpness + b.sharpness;
        float3 m = (a.sharpness * a.axis + b.sharpness * b.axis) / sum;
        float l = length(m);
        Lobe r;
        r.axis = m / max(l, FLOAT_TINY);
        r.sharpness = sum * l;
        r.amplitude = a.amplitude * b.amplitude * exp(sum * (l - 1.0f));
        return r;
    }

    float3 InnerProduct(Lobe a, Lobe b)
    {
        float u = length(a.sharpness * a.axis + b.sharpness * b.axis);
        float3 e = exp(u - a.sharpness - b.sharpness) * a.amplitude * b.amplitude;
        return TWO_PI * e * (1.0f - exp(-2.0f * u)) / max(u, FLOAT_TINY);
    }

    /// Cosine over a lobe, by a curve that was fitted to the integral.
    float3 Irradiance(Lobe l, float3 n)
    {
        float x = dot(l.axis, n), s = l.sharpness;
        static const float c0 = 0.36f, c1 = 1.0f / (4.0f * 0.36f);
        float e = exp(-s), e2 = e * e, r = rcp(s);
        float scale = 1.0f + 2.0f * e2 - r;
        float bias = (e - e2) * r - e2;
        float t = sqrt(1.0f - scale), x0 = c0 * x, x1 = c1 * t;
        float k = x0 + x1;
        float y = abs(x0) <= x1 ? k * k / max(t, FLOAT_TINY) : saturate(x);
        return (scale * y + bias) * l.ApproximateIntegral();
    }
}

SG::Lobe LobeAt(uint i)
{
    SG::Lobe l;
    float z = 1.0f - (i + 0.5f) / LOBES;
    float s, c;
    sincos(TWO_PI * frac(i * (GOLDEN_RATIO - 1.0f)), s, c);
    float r = SafeSqrt(1.0f - z * z);
    l.axis = float3(r * c, r * s, z);
    l.sharpness = max(Sharpness * LOBES * 0.5f, 0.5f);
    l.amplitude = 1.0f;
    return l;
}

struct Varyings
{
    float4 clip : SV_Position;
    float3 world : WORLD;
    float2 uv : TEXCOORD;
};

Varyings VSBaked(float4 position : POSITION, float2 uv : TEXCOORD)
{
    Varyings o = { position, float3(position.xy, position.z), uv };
    return o;
}

SG::Lobe DistributionLobe(float3 n, float roughness)
{
    float m2 = max(roughness * roughness, 0.01f);
    SG::Lobe d;
    d.axis = n;
    d.sharpness = 2.0f / m2;
    d.amplitude = 1.0f / (PI * m2);
    return d;
}

float Visibility(float m2, float x) { return 1.0f / (x + sqrt(m2 + (1.0f - m2) * x * x)); }

float4 PSBaked(Varyings v) : SV_Target
{
    float3 n = SafeNormalize(NormalMap.Sample(LinearClamp, v.uv).xyz * 2.0f - 0.6f);
    float3 view = SafeNormalize(Eye + float3(0.0f, 0.0f, 2.0f) - v.world);
    float3 diffuse = 0.0f, specular = 0.0f;
#if SPECULAR
    SG::Lobe ndf = DistributionLobe(n, Roughness);
    float nv = saturate(dot(n, view)) + 1e-3f;
    float m2 = max(Square(Square(Roughness)), 1e-3f);
    float3 mirror = reflect(-view, n);
#endif
#if SPECULAR == 2
    SG::Aniso warped;
    warped.frame[2] = SafeNormalize(mirror);
    warped.frame[0] = SafeNormalize(cross(n, warped.frame[2]));
    warped.frame[1] = cross(warped.frame[2], warped.frame[0]);
    warped.sharpness = ndf.sharpness * float2(0.125f / (nv * nv), 0.125f);
    warped.amplitude = ndf.amplitude;
#endif
    [unroll]
    for (uint i = 0u; i < LOBES; ++i)
    {
        SG::Lobe l = LobeAt(i);
        l.amplitude = Lightmap.SampleLevel(LinearClamp, float3(v.uv, i), 0.0f).rgb;
        diffuse += max(SG::Irradiance(l, n), 0.0f);
#if SPECULAR == 1
        SG::Lobe warp = ndf;
        warp.axis = mirror;
        warp.sharpness /= 4.0f * nv;
        specular += SG::InnerProduct(warp, l) * saturate(dot(n, mirror));
#elif SPECULAR == 2
        specular += warped.Convolve(l);
#endif
    }
#if SPECULAR
    float nl = saturate(dot(n, mirror));
    float3 h = SafeNormalize(mirror + view);
    float3 fresnel = F0 + (1.0f - F0) * Pow5(1.0f - saturate(dot(mirror, h)));
    specular *= fresnel * (Visibility(m2, nl) * Visibility(m2, nv));
#endif
    return float4(diffuse * INV_PI * Tint.rgb + specular, Tint.a);
}

/// Normal equations of the lobes' amplitudes over all rays, by Gauss-Seidel.
[numthreads(1, 1, 1)]
void Fit(uint id : SV_DispatchThreadID)
{
    float gram[LOBES][LOBES];
    float3 right[LOBES], x[LOBES];
    uint i, j;
    [unroll]
    for (i = 0u; i < LOBES; ++i)
    {
        right[i] = 0.0f;
        x[i] = 0.0f;
        for (j = 0u; j < LOBES; ++j)
            gram[i][j] = i == j ? 0.01f : 0.0f;
    }
    [loop]
    for (uint k = 0u; k < 64u; ++k)
    {
        Ray r = Rays[k];
        float3 d = SafeNormalize(r.direction);
        float basis[LOBES];
        [unroll]
        for (i = 0u; i < LOBES; ++i)
            basis[i] = LobeAt(i).Evaluate(d).x;
        [unroll]
        for (i = 0u; i < LOBES; ++i)
        {
            right[i] += basis[i] * r.radiance;
            [unroll]
            for (j = 0u; j < LOBES; ++j)
                gram[i][j] += basis[i] * basis[j];
        }
    }
    [loop]
    for (uint round = 0u; round < 8u; ++round)
        [unroll]
        for (i = 0u; i < LOBES; ++i)
        {
            float3 sum = right[i];
            [unroll]
            for (j = 0u; j < LOBES; ++j)
                if (j != i)
                    sum -= gram[i][j] * x[j];
            x[i] = sum / gram[i][i];
#if NONNEGATIVE
            x[i] = max(x[i], 0.0f);
#endif
        }
    for (i = 0u; i < LOBES; ++i)
        Amplitudes[id * LOBES + i] = float4(x[i], gram[i][i]);
}
