// Random numbers: integer hashes, PCG, xoshiro, blue-noise dither and low-discrepancy sequences.
#ifndef KERNEL_RANDOM_HLSLI
#define KERNEL_RANDOM_HLSLI

#include "math.hlsli"

uint HashWang(uint x)
{
    x = (x ^ 61) ^ (x >> 16);
    x *= 9;
    x ^= x >> 4;
    x *= 0x27d4eb2d;
    return x ^ (x >> 15);
}

uint HashMix(uint x)
{
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    return x ^ (x >> 16);
}

uint HashCombine(uint seed, uint value) { return seed ^ (HashMix(value) + 0x9e3779b9u + (seed << 6) + (seed >> 2)); }

uint3 HashPcg3(uint3 v)
{
    v = v * 1664525u + 1013904223u;
    v.x += v.y * v.z;
    v.y += v.z * v.x;
    v.z += v.x * v.y;
    v ^= v >> 16u;
    v.x += v.y * v.z;
    v.y += v.z * v.x;
    v.z += v.x * v.y;
    return v;
}

/// The 23 highest bits as a number in [0, 1).
float UnitFloat(uint x) { return asfloat(0x3f800000u | (x >> 9)) - 1.0; }
float2 UnitFloat(uint2 x) { return asfloat(0x3f800000u | (x >> 9)) - 1.0; }
float3 UnitFloat(uint3 x) { return asfloat(0x3f800000u | (x >> 9)) - 1.0; }

struct RandomState
{
    uint state;

    static RandomState Create(uint2 pixel, uint frame, uint stream = 0)
    {
        RandomState r;
        r.state = HashMix(pixel.x | (pixel.y << 16)) ^ HashWang(frame * 0x9e3779b9u + stream);
        return r;
    }
    uint Next()
    {
        state = state * 747796405u + 2891336453u;
        const uint word = ((state >> ((state >> 28) + 4)) ^ state) * 277803737u;
        return (word >> 22) ^ word;
    }
    uint Below(uint n) { return uint((uint64_t(Next()) * n) >> 32); }
    float Float() { return UnitFloat(Next()); }
    float2 Float2()
    {
        const float x = Float();
        return float2(x, Float());
    }
    float3 Float3()
    {
        const float2 xy = Float2();
        return float3(xy, Float());
    }
    float Normal()
    {
        const float2 u = Float2();
        return sqrt(-2 * log(max(u.x, 1e-7))) * cos(TWO_PI * u.y);
    }
};

float RadicalInverse2(uint i) { return float(reversebits(i)) * 2.3283064365386963e-10; }
float RadicalInverse(uint i, uint base)
{
    float inverse = 1.0 / base, factor = inverse, sum = 0;
    [loop]
    while (i > 0)
    {
        sum += float(i % base) * factor;
        i /= base;
        factor *= inverse;
    }
    return sum;
}
float2 Hammersley(uint i, uint n) { return float2((i + 0.5) / n, RadicalInverse2(i)); }

/// Roberts' R2 sequence.
float2 PlasticSequence(uint i) { return frac(0.5 + i * float2(0.7548776662466927, 0.5698402909980532)); }

/// Interleaved gradient noise.
float GradientDither(float2 pixel, uint frame)
{
    pixel += 5.588238 * float(frame & 63);
    return frac(52.9829189 * frac(dot(pixel, float2(0.06711056, 0.00583715))));
}

#endif
