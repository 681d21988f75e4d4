// What denoisers read of a pixel: depth, normal, motion, roughness; how alike two pixels are.
#ifndef DENOISING_GBUFFER_HLSLI
#define DENOISING_GBUFFER_HLSLI

#include "../kernel/config.hlsli"
#include "../kernel/camera.hlsli"
#include "../kernel/packing.hlsli"
#include "../kernel/color.hlsli"
#include "../kernel/random.hlsli"

struct GBufferPixel
{
    float3 normal;
    float linearDepth;
    float2 motion;
    float roughness;
    uint material;

    static GBufferPixel Unpack(uint4 packed)
    {
        GBufferPixel p;
        p.normal = UnpackNormal(packed.x);
        p.linearDepth = asfloat(packed.y);
        p.motion = UnpackHalf2(packed.z);
        p.roughness = float(packed.w & 0xff) / 255.0;
        p.material = packed.w >> 8;
        return p;
    }
    uint4 Pack()
    {
        return uint4(PackNormal(normal), asuint(linearDepth), PackHalf2(motion), uint(saturate(roughness) * 255.0 + 0.5) | (material << 8));
    }
};

struct EdgeStopping
{
    float phiDepth;
    float phiNormal;
    float phiLuminance;

    float Weight(float depth0, float depth1, float depthSlope, float3 n0, float3 n1, float l0, float l1)
    {
        const float wDepth = abs(depth0 - depth1) / max(depthSlope * phiDepth, 1e-4);
        const float wNormal = pow(saturate(dot(n0, n1)), phiNormal);
        const float wLuminance = abs(l0 - l1) / max(phiLuminance, 1e-4);
        return exp(-max(wLuminance, 0) - max(wDepth, 0)) * wNormal;
    }
};

bool IsInside(int2 p, uint2 size) { return all(p >= 0) && all(p < int2(size)); }

/// Catmull-Rom through five bilinear taps.
template <typename T>
T SampleCatmullRom(Texture2D<T> source, SamplerState s, float2 uv, float2 size)
{
    const float2 at = uv * size;
    const float2 center = floor(at - 0.5) + 0.5;
    const float2 f = at - center;
    const float2 w0 = f * (-0.5 + f * (1.0 - 0.5 * f));
    const float2 w1 = 1.0 + f * f * (-2.5 + 1.5 * f);
    const float2 w2 = f * (0.5 + f * (2.0 - 1.5 * f));
    const float2 w3 = f * f * (-0.5 + 0.5 * f);
    const float2 w12 = w1 + w2;
    const float2 t0 = (center - 1) / size, t3 = (center + 2) / size, t12 = (center + w2 / w12) / size;
    T sum = source.SampleLevel(s, float2(t12.x, t0.y), 0) * (w12.x * w0.y);
    sum += source.SampleLevel(s, float2(t0.x, t12.y), 0) * (w0.x * w12.y);
    sum += source.SampleLevel(s, t12, 0) * (w12.x * w12.y);
    sum += source.SampleLevel(s, float2(t3.x, t12.y), 0) * (w3.x * w12.y);
    sum += source.SampleLevel(s, float2(t12.x, t3.y), 0) * (w12.x * w3.y);
    return sum / (w12.x * w0.y + w0.x * w12.y + w12.x * w12.y + w3.x * w12.y + w12.x * w3.y);
}

#endif
