// dxilkit-corpus
// Ocean by Fourier synthesis: spectrum of waves with wind and swell, its evolution in time, a Stockham transform of rows or columns
// in shared memory, displacement, slopes and foam.
// args: -T cs_6_0 -E InitSpectrum
// args: -T cs_6_0 -E AnimateSpectrum
// args: -T cs_6_0 -E Transform -D AXIS=0
// args: -T cs_6_0 -E Transform -D AXIS=1 -D RADIX4=1
// args: -T cs_6_0 -E Resolve
// args: -T cs_6_6 -E Transform -D AXIS=1 -D RADIX4=1
// args: -T cs_6_2 -E Resolve -D FOAM=1
// data: cb0 64 9.81 0.8 0.6 12 0.0001 1.5 3.3 0.4 500 0.1 7u
// dispatch: 1 1 1

#include "../kernel/config.hlsli"
#include "../kernel/random.hlsli"
#include "../kernel/packing.hlsli"

#define SIZE 32
#define LOG_SIZE 5
#ifndef AXIS
#define AXIS 0
#endif
#ifndef RADIX4
#define RADIX4 0
#endif
#ifndef FOAM
#define FOAM 0
#endif

struct OceanConstants
{
    float patchSize;
    float gravity;
    float2 windDirection;
    float windSpeed;
    float amplitude;
    float time;
    float peak;
    float choppiness;
    float depth;
    float foamDecay;
    uint seed;
};

ConstantBuffer<OceanConstants> Ocean : register(b0);
Texture2D<float4> InitialSpectrum : register(t0);
Texture2D<float4> SpectrumIn : register(t1);
Texture2D<float4> SpatialA : register(t2);
Texture2D<float4> SpatialB : register(t3);
RWTexture2D<float4> SpectrumOut : register(u0);
RWTexture2D<float4> SpectrumOutB : register(u1);
RWTexture2D<float4> Displacement : register(u2);
RWTexture2D<float4> Slopes : register(u3);

struct Complex
{
    float re, im;

    static Complex Create(float2 v)
    {
        Complex c;
        c.re = v.x;
        c.im = v.y;
        return c;
    }
    static Complex Polar(float r, float angle)
    {
        Complex c;
        sincos(angle, c.im, c.re);
        c.re *= r;
        c.im *= r;
        return c;
    }
    Complex operator+(Complex o) { return Create(float2(re + o.re, im + o.im)); }
    Complex operator-(Complex o) { return Create(float2(re - o.re, im - o.im)); }
    Complex operator*(Complex o) { return Create(float2(re * o.re - im * o.im, re * o.im + im * o.re)); }
    Complex operator*(float s) { return Create(float2(re * s, im * s)); }
    Complex Conjugate() { return Create(float2(re, -im)); }
    Complex TimesI() { return Create(float2(-im, re)); }
    float2 Vector() { return float2(re, im); }
};

/// Two complex numbers at once.
struct ComplexPair
{
    Complex a, b;

    static ComplexPair Create(float4 v)
    {
        ComplexPair p;
        p.a = Complex::Create(v.xy);
        p.b = Complex::Create(v.zw);
        return p;
    }
    ComplexPair operator+(ComplexPair o)
    {
        ComplexPair p;
        p.a = a + o.a;
        p.b = b + o.b;
        return p;
    }
    ComplexPair operator-(ComplexPair o)
    {
        ComplexPair p;
        p.a = a - o.a;
        p.b = b - o.b;
        return p;
    }
    ComplexPair operator*(Complex w)
    {
        ComplexPair p;
        p.a = a * w;
        p.b = b * w;
        return p;
    }
    ComplexPair TimesI()
    {
        ComplexPair p;
        p.a = a.TimesI();
        p.b = b.TimesI();
        return p;
    }
    float4 Vector() { return float4(a.Vector(), b.Vector()); }
};

float2 WaveVector(uint2 at)
{
    const int2 n = int2(at) - SIZE / 2;
    return float2(n) * (TWO_PI / Ocean.patchSize);
}

float Dispersion(float k) { return sqrt(Ocean.gravity * k * tanh(min(k * Ocean.depth, 20))); }
float DispersionDerivative(float k)
{
    const float kd = min(k * Ocean.depth, 20);
    const float th = tanh(kd), ch = cosh(kd);
    return Ocean.gravity * (Ocean.depth * k / (ch * ch) + th) / (2 * max(Dispersion(k), 1e-4));
}

float JonswapSpectrum(float omega)
{
    const float peak = Ocean.peak;
    const float sigma = omega <= peak ? 0.07 : 0.09;
    const float r = exp(-Square(omega - peak) / (2 * Square(sigma * peak)));
    const float inv = 1 / max(omega, 1e-3);
    return Ocean.amplitude * Square(Ocean.gravity) * Pow5(inv) * exp(-1.25 * Pow4(peak * inv)) * pow(3.3, r);
}

float DirectionSpread(float2 direction, float omega)
{
    const float ratio = omega / Ocean.peak;
    const float s = ratio <= 1 ? 6.97 * pow(max(ratio, 1e-3), 4.06) : 9.77 * pow(ratio, -2.33 - 1.45 * (Ocean.windSpeed / 9.81 - 1.17));
    const float c = dot(direction, normalize(Ocean.windDirection));
    return pow(saturate(0.5 + 0.5 * c), min(s, 30)) * INV_PI;
}

float2 Gaussian(uint2 at, uint stream)
{
    RandomState r = RandomState::Create(at, Ocean.seed, stream);
    const float2 u = r.Float2();
    const float m = sqrt(-2 * log(max(u.x, 1e-6)));
    float s, c;
    sincos(TWO_PI * u.y, s, c);
    return m * float2(c, s);
}

[numthreads(8, 8, 1)]
void InitSpectrum(uint2 at : SV_DispatchThreadID)
{
    float4 h = 0;
    [unroll]
    for (uint mirror = 0; mirror < 2; ++mirror)
    {
        const uint2 cell = mirror == 0 ? at : (SIZE - at) % SIZE;
        const float2 k = WaveVector(cell);
        const float length2 = dot(k, k);
        if (length2 < 1e-8)
            continue;
        const float kl = sqrt(length2);
        const float omega = Dispersion(kl);
        const float s = JonswapSpectrum(omega) * DirectionSpread(k / kl, omega) * abs(DispersionDerivative(kl)) / kl;
        const float2 g = Gaussian(cell, 3) * sqrt(max(2 * s, 0)) * (TWO_PI / Ocean.patchSize);
        if (mirror == 0)
            h.xy = g;
        else
            h.zw = float2(g.x, -g.y);
    }
    SpectrumOut[at] = h;
}

[numthreads(8, 8, 1)]
void AnimateSpectrum(uint2 at : SV_DispatchThreadID)
{
    const float4 h0 = InitialSpectrum[at];
    const float2 k = WaveVector(at);
    const float kl = max(length(k), 1e-4);
    const Complex phase = Complex::Polar(1, Dispersion(kl) * Ocean.time);
    const Complex h = Complex::Create(h0.xy) * phase + Complex::Create(h0.zw) * phase.Conjugate();
    const Complex ih = h.TimesI();
    const Complex dx = ih * (k.x / kl), dz = ih * (k.y / kl);
    const Complex sx = ih * k.x, sz = ih * k.y;
    const Complex dxx = h * (-k.x * k.x / kl), dzz = h * (-k.y * k.y / kl);
    // Two real signals share one complex transform.
    SpectrumOut[at] = float4((dx + dz.TimesI()).Vector(), (h + sx.TimesI()).Vector());
    SpectrumOutB[at] = float4((sz + dxx.TimesI()).Vector(), dzz.Vector());
}

groupshared float4 Line[2][SIZE];

uint2 LinePixel(uint i, uint row) { return AXIS == 0 ? uint2(i, row) : uint2(row, i); }

void Butterfly2(uint lane, uint stage, uint from)
{
    const uint width = 1u << stage;
    const uint i = lane % width, base = lane / width * width;
    const uint half_ = SIZE / 2;
    const ComplexPair a = ComplexPair::Create(Line[from][base + i]);
    const ComplexPair b = ComplexPair::Create(Line[from][base + i + half_]);
    const Complex w = Complex::Polar(1, PI * float(i) / float(width));
    const uint to = base * 2 + i;
    const ComplexPair wb = b * w;
    Line[1 - from][to] = (a + wb).Vector();
    Line[1 - from][to + width] = (a - wb).Vector();
}

void Butterfly4(uint lane, uint width, uint from)
{
    const uint i = lane % width, base = lane / width * width;
    const uint quarter = SIZE / 4;
    ComplexPair v[4];
    [unroll]
    for (uint k = 0; k < 4; ++k)
        v[k] = ComplexPair::Create(Line[from][base + i + k * quarter]) * Complex::Polar(1, TWO_PI * float(i * k) / float(4 * width));
    const ComplexPair e0 = v[0] + v[2], e1 = v[0] - v[2], o0 = v[1] + v[3], o1 = (v[1] - v[3]).TimesI();
    const uint to = base * 4 + i;
    Line[1 - from][to] = (e0 + o0).Vector();
    Line[1 - from][to + width] = (e1 + o1).Vector();
    Line[1 - from][to + 2 * width] = (e0 - o0).Vector();
    Line[1 - from][to + 3 * width] = (e1 - o1).Vector();
}

[numthreads(SIZE / 2, 1, 1)]
void Transform(uint lane : SV_GroupIndex, uint3 group : SV_GroupID)
{
    const uint row = group.x;
    Line[0][lane] = SpectrumIn[LinePixel(lane, row)];
    Line[0][lane + SIZE / 2] = SpectrumIn[LinePixel(lane + SIZE / 2, row)];
    GroupMemoryBarrierWithGroupSync();
    uint from = 0;
#if RADIX4
    uint width = 1;
    [unroll]
    for (uint pass = 0; pass < LOG_SIZE / 2; ++pass)
    {
        if (lane < SIZE / 4)
            Butterfly4(lane, width, from);
        GroupMemoryBarrierWithGroupSync();
        width *= 4;
        from = 1 - from;
    }
    Butterfly2(lane, LOG_SIZE - 1, from);
    GroupMemoryBarrierWithGroupSync();
    from = 1 - from;
#else
    for (uint stage = 0; stage < LOG_SIZE; ++stage)
    {
        Butterfly2(lane, stage, from);
        GroupMemoryBarrierWithGroupSync();
        from = 1 - from;
    }
#endif
    SpectrumOut[LinePixel(lane, row)] = Line[from][lane];
    SpectrumOut[LinePixel(lane + SIZE / 2, row)] = Line[from][lane + SIZE / 2];
}

[numthreads(8, 8, 1)]
void Resolve(uint2 at : SV_DispatchThreadID)
{
    const float sign = (at.x + at.y) & 1 ? -1 : 1;
    const float4 a = SpatialA[at] * sign, b = SpatialB[at] * sign;
    const float3 d = float3(a.x * Ocean.choppiness, a.z, a.y * Ocean.choppiness);
    const float jxx = 1 + b.y * Ocean.choppiness, jzz = 1 + b.z * Ocean.choppiness, jxz = b.w * Ocean.choppiness;
    const float jacobian = jxx * jzz - jxz * jxz;
    const float2 slope = float2(a.w, b.x) / max(1 + abs(float2(b.y, b.z)) * Ocean.choppiness, 1e-3);
    float foam = saturate(1 - jacobian);
#if FOAM
    const float old = Slopes[at].w;
    foam = max(foam, old * exp(-Ocean.foamDecay));
#endif
    Displacement[at] = float4(d, jacobian);
    Slopes[at] = float4(normalize(float3(-slope.x, 1, -slope.y)), foam);
}
