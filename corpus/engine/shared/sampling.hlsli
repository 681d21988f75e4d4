// Sample patterns and warps.
#ifndef ENGINE_SAMPLING_HLSLI
#define ENGINE_SAMPLING_HLSLI

#include "math.hlsli"

static const float2 POISSON_16[16] = {
    float2(-0.94201624f, -0.39906216f), float2(0.94558609f, -0.76890725f), float2(-0.09418410f, -0.92938870f),
    float2(0.34495938f, 0.29387760f), float2(-0.91588581f, 0.45771432f), float2(-0.81544232f, -0.87912464f),
    float2(-0.38277543f, 0.27676845f), float2(0.97484398f, 0.75648379f), float2(0.44323325f, -0.97511554f),
    float2(0.53742981f, -0.47373420f), float2(-0.26496911f, -0.41893023f), float2(0.79197514f, 0.19090188f),
    float2(-0.24188840f, 0.99706507f), float2(-0.81409955f, 0.91437590f), float2(0.19984126f, 0.78641367f),
    float2(0.14383161f, -0.14100790f),
};

float RadicalInverse2(uint bits) { return float(reversebits(bits)) * 2.3283064365386963e-10f; }
float2 Hammersley(uint i, uint count) { return float2(float(i) / float(count), RadicalInverse2(i)); }
float RadicalInverse(uint i, uint base)
{
    float result = 0.0f;
    float digit = 1.0f / float(base);
    while (i > 0u)
    {
        result += float(i % base) * digit;
        i /= base;
        digit /= float(base);
    }
    return result;
}
float2 R2Sequence(uint i) { return frac(0.5f + float(i) * float2(0.7548776662f, 0.5698402910f)); }

float2 VogelDisk(uint i, uint count, float phi)
{
    float r = sqrt((float(i) + 0.5f) / float(count));
    float theta = float(i) * 2.4f + phi;
    float s, c;
    sincos(theta, s, c);
    return r * float2(c, s);
}

float3 SampleCosineHemisphere(float2 u)
{
    float r = sqrt(u.x);
    float s, c;
    sincos(TWO_PI * u.y, s, c);
    return float3(r * c, r * s, SafeSqrt(1.0f - u.x));
}

float3 SampleGGX(float2 u, float roughness)
{
    float a = roughness * roughness;
    float cosTheta = SafeSqrt((1.0f - u.y) / (1.0f + (a * a - 1.0f) * u.y));
    float sinTheta = SafeSqrt(1.0f - cosTheta * cosTheta);
    float s, c;
    sincos(TWO_PI * u.x, s, c);
    return float3(sinTheta * c, sinTheta * s, cosTheta);
}

/// Normals that the viewer can see, in the local frame.
float3 SampleVisibleGGX(float3 v, float2 u, float2 alpha)
{
    float3 vh = normalize(float3(alpha * v.xy, v.z));
    float lensq = dot(vh.xy, vh.xy);
    float3 t1 = lensq > 0.0f ? float3(-vh.y, vh.x, 0.0f) * rsqrt(lensq) : float3(1.0f, 0.0f, 0.0f);
    float3 t2 = cross(vh, t1);
    float r = sqrt(u.x);
    float s, c;
    sincos(TWO_PI * u.y, s, c);
    float x = r * c;
    float w = 0.5f * (1.0f + vh.z);
    float y = lerp(SafeSqrt(1.0f - x * x), r * s, w);
    float3 h = x * t1 + y * t2 + SafeSqrt(1.0f - x * x - y * y) * vh;
    return normalize(float3(alpha * h.xy, max(h.z, 0.0f)));
}

float3 SampleUniformSphere(float2 u)
{
    float z = 1.0f - 2.0f * u.x;
    float r = SafeSqrt(1.0f - z * z);
    float s, c;
    sincos(TWO_PI * u.y, s, c);
    return float3(r * c, r * s, z);
}

#endif
