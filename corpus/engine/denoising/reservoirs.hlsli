// Weighted reservoirs of light samples: streaming, merging with and without bias, packing.
#ifndef DENOISING_RESERVOIRS_HLSLI
#define DENOISING_RESERVOIRS_HLSLI

#include "gbuffer.hlsli"
#include "../kernel/sampling.hlsli"

struct PackedReservoir
{
    uint lightAndValid;
    uint uv;
    float weightSum;
    float targetPdf;
    uint mAndAge;
    uint visibility;
};

struct LightSample
{
    uint light;
    float2 uv;
};

struct Reservoir
{
    LightSample sample_;
    float weightSum;
    float targetPdf;
    uint M;
    uint age;
    float3 visibility;

    static Reservoir Empty()
    {
        Reservoir r = (Reservoir)0;
        r.sample_.light = 0xffffff;
        r.visibility = 1;
        return r;
    }
    static Reservoir Unpack(PackedReservoir p)
    {
        Reservoir r;
        r.sample_.light = p.lightAndValid & 0xffffff;
        r.sample_.uv = UnpackUnorm16(p.uv);
        r.weightSum = p.weightSum;
        r.targetPdf = p.targetPdf;
        r.M = p.mAndAge & 0xffff;
        r.age = p.mAndAge >> 16;
        r.visibility = float3(p.visibility & 0x3ff, (p.visibility >> 10) & 0x3ff, (p.visibility >> 20) & 0x3ff) / 1023.0;
        return r;
    }
    PackedReservoir Pack()
    {
        PackedReservoir p;
        p.lightAndValid = sample_.light & 0xffffff;
        p.uv = PackUnorm16(sample_.uv);
        p.weightSum = weightSum;
        p.targetPdf = targetPdf;
        p.mAndAge = min(M, 0xffff) | (min(age, 0xffff) << 16);
        const uint3 v = uint3(saturate(visibility) * 1023.0 + 0.5);
        p.visibility = v.x | (v.y << 10) | (v.z << 20);
        return p;
    }
    bool IsValid() { return sample_.light != 0xffffff && weightSum > 0; }

    /// Takes the sample with probability weight / (sum so far).
    bool Stream(LightSample s, float pdf, float inverseSourcePdf, float u)
    {
        const float w = pdf * inverseSourcePdf;
        M += 1;
        weightSum += w;
        const bool takes = u * weightSum < w;
        if (takes)
        {
            sample_ = s;
            targetPdf = pdf;
        }
        return takes;
    }
    /// `other` was finalized; `pdf` is its sample's at this place.
    bool Merge(Reservoir other, float pdf, float u)
    {
        const float w = pdf * other.weightSum * other.M;
        M += other.M;
        weightSum += w;
        const bool takes = u * weightSum < w;
        if (takes)
        {
            sample_ = other.sample_;
            targetPdf = pdf;
            age = other.age;
        }
        return takes;
    }
    void Finalize(float numerator, float denominator)
    {
        const float d = targetPdf * denominator;
        weightSum = d > 0 ? weightSum * numerator / d : 0;
    }
};

struct EmissiveLight
{
    float3 position;
    uint type;
    float3 axisX;
    float range;
    float3 axisY;
    uint radiance;
};

#define LIGHT_SPHERE 0
#define LIGHT_RECT 1
#define LIGHT_SPOT 2

struct SurfacePoint
{
    float3 position;
    float3 normal;
    float3 view;
    float3 albedo;
    float roughness;
};

struct LightPoint
{
    float3 position;
    float3 normal;
    float3 radiance;
    float inverseArea;
};

LightPoint PointOnLight(EmissiveLight light, float2 uv)
{
    LightPoint p;
    p.radiance = UnpackRgb9e5(light.radiance);
    switch (light.type % 3)
    {
    case LIGHT_SPHERE:
    {
        const DirectionSample s = SampleUniformSphere(uv);
        p.position = light.position + s.direction * light.range;
        p.normal = s.direction;
        p.inverseArea = 1 / max(4 * PI * Square(light.range), EPSILON);
        break;
    }
    case LIGHT_RECT:
    {
        p.position = light.position + light.axisX * (2 * uv.x - 1) + light.axisY * (2 * uv.y - 1);
        const float3 n = cross(light.axisX, light.axisY);
        const float area = length(n);
        p.normal = n / max(area, EPSILON);
        p.inverseArea = 1 / max(4 * area, EPSILON);
        break;
    }
    default:
        p.position = light.position;
        p.normal = SafeNormalize(light.axisX);
        p.inverseArea = 1;
        p.radiance *= Square(saturate(dot(p.normal, light.axisY)));
        break;
    }
    return p;
}

/// Unshadowed contribution that sampling aims at.
float3 Contribution(SurfacePoint s, LightPoint l)
{
    const float3 d = l.position - s.position;
    const float square = max(dot(d, d), 1e-4);
    const float3 w = d * rsqrt(square);
    const float nl = saturate(dot(s.normal, w));
    const float ll = saturate(dot(l.normal, -w));
    const float3 h = SafeNormalize(w + s.view);
    const float a2 = Square(Square(max(s.roughness, 0.05)));
    const float nh = saturate(dot(s.normal, h));
    const float d2 = a2 / (PI * Square(nh * nh * (a2 - 1) + 1));
    const float3 brdf = s.albedo * INV_PI + d2 * 0.04;
    return brdf * l.radiance * (nl * ll / square);
}

#endif
