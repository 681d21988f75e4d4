// dxilkit-corpus
// Light by wavelengths: four at a time, dispersion by Sellmeier's formula, thin films, metals with complex indices, gemstones of planes, colours from spectra and back.
// args: -T cs_6_0 -E TraceGem
// args: -T cs_6_0 -E TraceGem -D FILM=1
// args: -T cs_6_0 -E TraceGem -D ABSORB=1 -D BOUNCES=6
// args: -T cs_6_0 -E Uplift
// args: -T ps_6_0 -E PSFilm
// args: -T vs_6_0 -E VSFilm
// args: -T ps_6_0 -E PSFilm -D METAL=1
// args: -T cs_6_6 -E TraceGem -D FILM=1 -D ABSORB=1
// range: plane -1 1
// range: sellmeierB 0.3 0.7
// set: sellmeierC 0.01 0.02 0.1 0
// dispatch: 2 2 1
#include "../kernel/math.hlsli"
#include "../kernel/random.hlsli"
#ifndef FILM
#define FILM 0
#endif
#ifndef ABSORB
#define ABSORB 0
#endif
#ifndef METAL
#define METAL 0
#endif
#ifndef BOUNCES
#define BOUNCES 4
#endif
#define FACETS 12

cbuffer Gem : register(b0)
{
    float4 sellmeierB;
    float4 sellmeierC;
    float4 absorption;
    float filmThickness;
    float filmIndex;
    uint frame;
    float zoom;
    float4 plane[FACETS];
};
TextureCube<float4> Sky : register(t0);
SamplerState LinearClamp : register(s0);
RWTexture2D<float4> Output : register(u0);
RWStructuredBuffer<float4> Coefficients : register(u1);

typedef float4 Waves;

Waves Hero(float u)
{
    return 380 + 400 * frac(u + float4(0, 0.25, 0.5, 0.75));
}

/// Observer as sums of lobes with different widths on both sides.
Waves Side(Waves l, float center, float below, float above)
{
    const Waves t = (l - center) * select(l < center, (Waves)below, (Waves)above);
    return exp(-0.5 * t * t);
}
float3 Observe(Waves l, Waves power)
{
    const Waves x = 0.362 * Side(l, 442.0, 0.0624, 0.0374) + 1.056 * Side(l, 599.8, 0.0264, 0.0323) - 0.065 * Side(l, 501.1, 0.0490, 0.0382);
    const Waves y = 0.821 * Side(l, 568.8, 0.0213, 0.0247) + 0.286 * Side(l, 530.9, 0.0613, 0.0322);
    const Waves z = 1.217 * Side(l, 437.0, 0.0845, 0.0278) + 0.681 * Side(l, 459.0, 0.0385, 0.0725);
    return float3(dot(x, power), dot(y, power), dot(z, power));
}
float3 ToRgb(float3 xyz)
{
    static const float3x3 m = { 3.2406, -1.5372, -0.4986, -0.9689, 1.8758, 0.0415, 0.0557, -0.2040, 1.0570 };
    return mul(m, xyz);
}

Waves IndexOf(Waves nanometres)
{
    const Waves l2 = Square(nanometres * 1e-3);
    Waves n2 = 1;
    [unroll]
    for (uint i = 0; i < 3; ++i)
        n2 += (0.5 + sellmeierB[i]) * l2 / (l2 - sellmeierC[i]);
    return sqrt(max(n2, 1));
}

/// Unpolarised reflectance between two dielectrics; one when all is reflected.
Waves Fresnel(float c, Waves eta)
{
    const Waves s2 = (1 - c * c) / (eta * eta);
    const Waves t = sqrt(max(1 - s2, 0));
    const Waves rs = (c - eta * t) / (c + eta * t), rp = (eta * c - t) / (eta * c + t);
    return select(s2 >= 1, (Waves)1, 0.5 * (rs * rs + rp * rp));
}

struct Complex4
{
    Waves re, im;
    Complex4 Times(Complex4 o)
    {
        Complex4 r;
        r.re = re * o.re - im * o.im;
        r.im = re * o.im + im * o.re;
        return r;
    }
    Waves Square() { return re * re + im * im; }
};

/// Airy's sum over what goes back and forth in a film.
Waves FilmReflectance(float c, Waves nanometres, float thickness, float nFilm, Waves nBase)
{
    const float s = SafeSqrt(1 - c * c) / nFilm, cf = SafeSqrt(1 - s * s);
    const Waves cb = sqrt(max(1 - Square(s * nFilm / nBase), 0));
    const Waves phase = 4 * PI * nFilm * thickness * cf / nanometres;
    Waves sum = 0;
    [unroll]
    for (uint polarisation = 0; polarisation < 2; ++polarisation)
    {
        const float r01 = polarisation == 0 ? (c - nFilm * cf) / (c + nFilm * cf) : (nFilm * c - cf) / (nFilm * c + cf);
        const Waves r12 = polarisation == 0 ? (nFilm * cf - nBase * cb) / (nFilm * cf + nBase * cb) : (nBase * cf - nFilm * cb) / (nBase * cf + nFilm * cb);
        Complex4 e, top, bottom;
        sincos(phase, e.im, e.re);
        top.re = r01 + r12 * e.re;
        top.im = r12 * e.im;
        bottom.re = 1 + r01 * r12 * e.re;
        bottom.im = r01 * r12 * e.im;
        sum += top.Square() / max(bottom.Square(), 1e-6);
    }
    return saturate(0.5 * sum);
}

Waves Conductor(float c, Waves n, Waves k)
{
    const float c2 = c * c, s2 = 1 - c2;
    const Waves n2 = n * n, k2 = k * k, t0 = n2 - k2 - s2;
    const Waves a2b2 = sqrt(max(t0 * t0 + 4 * n2 * k2, 0)), t1 = a2b2 + c2;
    const Waves a = sqrt(max(0.5 * (a2b2 + t0), 0)), t2 = 2 * a * c;
    const Waves rs = (t1 - t2) / (t1 + t2);
    const Waves t3 = c2 * a2b2 + s2 * s2, t4 = t2 * s2;
    return 0.5 * rs * (1 + (t3 - t4) / (t3 + t4));
}

Waves SkyPower(float3 d, Waves l)
{
    const float3 c = Sky.SampleLevel(LinearClamp, d, 0).rgb;
    return c.b * Side(l, 450, 0.02, 0.03) + c.g * Side(l, 540, 0.03, 0.03) + c.r * Side(l, 620, 0.03, 0.02) + 0.02;
}

/// Where a ray leaves a convex body of planes, or enters it.
bool Facet(float3 o, float3 d, bool isInside, out float t, out float3 n)
{
    float near = -1e9, far = 1e9;
    float3 nearN = 0, farN = 0;
    [loop]
    for (uint i = 0; i < FACETS; ++i)
    {
        const float3 pn = SafeNormalize(plane[i].xyz);
        const float dist = 0.5 + abs(plane[i].w) - dot(pn, o), along = dot(pn, d);
        if (abs(along) < 1e-6)
            continue;
        const float x = dist / along;
        if (along < 0 && x > near)
        {
            near = x;
            nearN = pn;
        }
        else if (along > 0 && x < far)
        {
            far = x;
            farN = pn;
        }
    }
    t = isInside ? far : near;
    n = isInside ? farN : nearN;
    return isInside ? far < 1e8 : near < far && near > 0;
}

[numthreads(8, 8, 1)]
void TraceGem(uint2 p : SV_DispatchThreadID)
{
    RandomState random = RandomState::Create(p, frame);
    const Waves l = Hero(random.Float()), n = IndexOf(l);
    float3 o = float3((float2(p) + 0.5) / 8 - 1, -4), d = float3(0, 0, 1);
    o.xy *= 0.3 + zoom * 0.3;
    Waves through = 1, sum = 0;
    float t;
    float3 normal;
    if (!Facet(o, d, false, t, normal))
        sum = SkyPower(d, l);
    else
    {
        o += d * t;
        const float c = saturate(-dot(d, normal));
#if FILM
        const Waves r = FilmReflectance(c, l, 100 + filmThickness * 500, 1.2 + filmIndex * 0.5, n);
#else
        const Waves r = Fresnel(c, n);
#endif
        sum += r * SkyPower(reflect(d, normal), l);
        through *= 1 - r;
        d = refract(d, normal, 1 / n.x);
        [loop]
        for (uint i = 0; i < BOUNCES; ++i)
        {
            if (!Facet(o, d, true, t, normal))
                break;
            t = max(t, 0);
            o += d * t * 0.999;
#if ABSORB
            through *= exp(-absorption * t);
#endif
            const float ci = saturate(dot(d, normal));
            const Waves ri = Fresnel(ci, 1 / n);
            const float3 leaving = refract(d, -normal, n.x);
            if (dot(leaving, leaving) > 0.01)
            {
                // What the other waves would do elsewhere is lost when they are split.
                sum += through * (1 - ri) * SkyPower(leaving, l);
            }
            through *= ri;
            if (max(max(through.x, through.y), max(through.z, through.w)) < 0.01)
                break;
            d = SafeNormalize(reflect(d, normal));
        }
    }
    Output[p] = float4(ToRgb(Observe(l, sum)) * 0.9, 1);
}

/// Three coefficients of a smooth spectrum that looks like a colour, by Gauss-Newton.
[numthreads(8, 1, 1)]
void Uplift(uint id : SV_DispatchThreadID)
{
    const float3 wanted = float3(id & 1 ? 0.7 : 0.2, id & 2 ? 0.6 : 0.3, id & 4 ? 0.8 : 0.1);
    float3 c = 0;
    float error = 0;
    [loop]
    for (uint round = 0; round < 4; ++round)
    {
        float3 got = 0;
        float3x3 j = (float3x3)0;
        for (uint s = 0; s < 16; ++s)
        {
            const float x = (s + 0.5) / 16;
            const float y = (c.x * x + c.y) * x + c.z, r = rsqrt(1 + y * y);
            const float value = 0.5 + 0.5 * y * r, slope = 0.5 * r * r * r;
            const float3 seen = float3(Side((Waves)x, 0.75, 6, 8).x, Side((Waves)x, 0.45, 8, 8).x, Side((Waves)x, 0.2, 9, 6).x) / 4;
            got += seen * value;
            const float3 by = float3(x * x, x, 1) * slope;
            j[0] += seen.x * by;
            j[1] += seen.y * by;
            j[2] += seen.z * by;
        }
        const float3 residual = wanted - got;
        error = dot(residual, residual);
        if (error < 1e-6)
            break;
        j[0][0] += 0.02;
        j[1][1] += 0.02;
        j[2][2] += 0.02;
        c += clamp(mul(Inverse3(j), residual) * 0.5, -4, 4);
    }
    Coefficients[id] = float4(c, error);
}

struct Surface
{
    float4 clip : SV_Position;
    float3 n : NORMAL;
};
Surface VSFilm(float4 p : POSITION, float3 n : NORMAL)
{
    Surface s;
    s.clip = p;
    s.n = float3(p.xy * 0.9, 0.4) + n * 0.1;
    return s;
}
float4 PSFilm(Surface s) : SV_Target
{
    const float3 n = SafeNormalize(s.n);
    const float c = saturate(n.z);
    float3 xyz = 0;
    [unroll]
    for (uint i = 0; i < 3; ++i)
    {
        const Waves l = Hero((i + 0.5) / 12);
#if METAL
        const Waves r = Conductor(c, 0.2 + 0.8 * Side(l, 480, 0.02, 0.015), 2 + l * 0.004);
#else
        const Waves r = FilmReflectance(c, l, 150 + 400 * frac(filmThickness + n.y), 1.33, IndexOf(l));
#endif
        xyz += Observe(l, r) / 3;
    }
    return float4(ToRgb(xyz), 1);
}
