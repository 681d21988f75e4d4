// dxilkit-corpus
// Sound seen by a visualiser: windowed real FFT of 256 samples in shared memory, mel bands, loudness weighting, onset and pitch by autocorrelation.
// args: -T cs_6_0 -E Spectrum
// args: -T cs_6_0 -E Spectrum -D WINDOW=1
// args: -T cs_6_0 -E Spectrum -D WINDOW=2 -D RADIX4=1
// args: -T cs_6_0 -E MelBands
// args: -T cs_6_0 -E Pitch
// args: -T cs_6_6 -E Spectrum -D WINDOW=1 -D RADIX4=1
// range: Samples -1 1
// set: rate 48000
// set: hop 16
// set: bands 24
// dispatch: 2 1 1
#include "../kernel/math.hlsli"
#ifndef WINDOW
#define WINDOW 0
#endif
#ifndef RADIX4
#define RADIX4 0
#endif
#define SIZE 256
#define LOG_SIZE 8
#define THREADS (SIZE / 4)

cbuffer Analysis : register(b0)
{
    float rate;
    uint hop;
    uint bands;
    float decay;
    float floorLevel;
};
StructuredBuffer<float> Samples : register(t0);
StructuredBuffer<float2> Spectra : register(t1);
RWStructuredBuffer<float2> Bins : register(u0);
RWStructuredBuffer<float> Levels : register(u1);

groupshared float Real[SIZE];
groupshared float Imaginary[SIZE];

float WindowWeight(uint i)
{
    const float x = TWO_PI * (i + 0.5) / SIZE;
#if WINDOW == 0
    return 0.5 - 0.5 * cos(x);
#elif WINDOW == 1
    static const float A[4] = { 0.355768, 0.487396, 0.144232, 0.012604 };
    float w = 0;
    for (uint k = 0; k < 4; ++k)
        w += A[k] * cos(k * x) * (k & 1 ? -1 : 1);
    return w;
#else
    return 1;
#endif
}

struct Complex
{
    float re, im;
    static Complex Make(float re, float im)
    {
        Complex c = { re, im };
        return c;
    }
    Complex operator+(Complex o) { return Make(re + o.re, im + o.im); }
    Complex operator-(Complex o) { return Make(re - o.re, im - o.im); }
    Complex operator*(Complex o) { return Make(re * o.re - im * o.im, re * o.im + im * o.re); }
    Complex TimesMinusI() { return Make(im, -re); }
};

Complex Twiddle(uint k, uint n)
{
    Complex c;
    sincos(-TWO_PI * float(k) / float(n), c.im, c.re);
    return c;
}
Complex At(uint i) { return Complex::Make(Real[i], Imaginary[i]); }
void Put(uint i, Complex c)
{
    Real[i] = c.re;
    Imaginary[i] = c.im;
}

void Radix2(uint id, uint span)
{
    [unroll]
    for (uint j = 0; j < 2; ++j)
    {
        const uint i = id + j * THREADS;
        const uint inner = i & (span - 1), low = ((i - inner) << 1) + inner;
        const Complex a = At(low), b = At(low + span);
        const Complex t = Twiddle(inner, span << 1) * b;
        Put(low, a + t);
        Put(low + span, a - t);
    }
}

void Radix4(uint id, uint span)
{
    const uint inner = id & (span - 1), low = ((id - inner) << 2) + inner;
    const Complex w1 = Twiddle(inner, span << 2), w2 = w1 * w1, w3 = w2 * w1;
    // Reversed bits put the second and the third quarter in each other's place.
    const Complex a = At(low), b = w2 * At(low + span), c = w1 * At(low + 2 * span), d = w3 * At(low + 3 * span);
    const Complex ab = a + b, a_b = a - b, cd = c + d, c_d = (c - d).TimesMinusI();
    Put(low, ab + cd);
    Put(low + span, a_b + c_d);
    Put(low + 2 * span, ab - cd);
    Put(low + 3 * span, a_b - c_d);
}

[numthreads(THREADS, 1, 1)]
void Spectrum(uint id : SV_GroupIndex, uint frame : SV_GroupID)
{
    for (uint k = id; k < SIZE; k += THREADS)
    {
        const uint reversed = reversebits(k) >> (32 - LOG_SIZE);
        Real[reversed] = Samples[frame * hop + k & 63] * WindowWeight(k);
        Imaginary[reversed] = 0;
    }
    GroupMemoryBarrierWithGroupSync();
#if RADIX4
    for (uint span = 1; span < SIZE; span *= 4)
    {
        Radix4(id, span);
        GroupMemoryBarrierWithGroupSync();
    }
#else
    for (uint span = 1; span < SIZE; span *= 2)
    {
        Radix2(id, span);
        GroupMemoryBarrierWithGroupSync();
    }
#endif
    const float norm = 2.0 / SIZE;
    for (uint bin = id; bin < 32; bin += THREADS)
        Bins[frame * 32 + bin] = float2(Real[bin], Imaginary[bin]) * norm;
}

float MelOf(float hertz) { return 2595 * log10(1 + hertz / 700); }
float HertzOf(float mel) { return 700 * (pow(10, mel / 2595) - 1); }

/// Weighting of the ear at moderate levels, in decibels.
float EarWeight(float f)
{
    const float f2 = f * f;
    const float top = 148693636.0 * f2 * f2;
    const float below = (f2 + 424.36) * sqrt((f2 + 11599.29) * (f2 + 544496.41)) * (f2 + 148693636.0);
    return 20 * log10(max(top / max(below, 1e-6), 1e-6)) + 2;
}

[numthreads(32, 1, 1)]
void MelBands(uint band : SV_GroupIndex, uint frame : SV_GroupID)
{
    if (band >= bands)
        return;
    const float top = MelOf(rate * 0.5), step = top / (bands + 1);
    const float3 edges = float3(HertzOf(step * band), HertzOf(step * (band + 1)), HertzOf(step * (band + 2)));
    const float perBin = rate / SIZE;
    float energy = 0, flux = 0;
    const uint first = uint(edges.x / perBin), last = min(uint(edges.z / perBin) + 1, 31);
    for (uint bin = first; bin <= last; ++bin)
    {
        const float f = bin * perBin;
        const float weight = f < edges.y ? Remap01(f, edges.x, edges.y) : 1 - Remap01(f, edges.y, edges.z);
        const float2 c = Spectra[frame * 32 + bin & 63], before = Spectra[frame * 32 + bin + 32 & 63];
        const float power = dot(c, c);
        energy += weight * power * exp2(EarWeight(f) * 0.3321928);
        flux += max(sqrt(power) - length(before), 0) * weight;
    }
    const float level = max(10 * log10(energy + 1e-9), floorLevel * -80);
    const float previous = Levels[frame * 32 + band];
    Levels[frame * 32 + band] = max(level, lerp(level, previous, decay));
    Bins[frame * 32 + band] = float2(flux, flux > 0.1 ? 1 : 0);
}

groupshared float Correlation[THREADS];

[numthreads(THREADS, 1, 1)]
void Pitch(uint lag : SV_GroupIndex, uint frame : SV_GroupID)
{
    float sum = 0, energy = 1e-6;
    for (uint i = 0; i < 48; i += 4)
        [unroll]
        for (uint j = 0; j < 4; ++j)
        {
            const float a = Samples[(i + j) & 63], b = Samples[(i + j + lag) & 63];
            const float d = a - b;
            sum += d * d;
            energy += a * a + b * b;
        }
    Correlation[lag] = 1 - sum / energy;
    GroupMemoryBarrierWithGroupSync();
    if (lag != 0)
        return;
    uint best = 1;
    bool isFalling = true;
    for (uint k = 2; k + 1 < THREADS; ++k)
    {
        if (isFalling && Correlation[k] > Correlation[k - 1])
            isFalling = false;
        if (!isFalling && Correlation[k] > Correlation[best])
            best = k;
    }
    const float l = Correlation[best - 1], c = Correlation[best], r = Correlation[min(best + 1, THREADS - 1)];
    const float offset = 0.5 * (l - r) * SafeRcp(l - 2 * c + r);
    Levels[frame] = rate / (best + clamp(offset, -0.5, 0.5));
    Levels[frame + 32] = c;
}
