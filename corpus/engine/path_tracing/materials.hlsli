// Materials of the path tracer: a principled mixture of diffuse, specular, glass and coat, evaluated and sampled in tangent space.
#ifndef PATH_MATERIALS_HLSLI
#define PATH_MATERIALS_HLSLI

#include "../kernel/sampling.hlsli"
#include "../kernel/random.hlsli"
#include "../kernel/packing.hlsli"

struct PathMaterial
{
    uint baseAndMetal;
    uint emission;
    uint roughnessAndIor;
    uint parameters;
};

struct Principled
{
    float3 base;
    float metallic;
    float3 emission;
    float roughness;
    float ior;
    float transmission;
    float coat;
    float coatRoughness;

    static Principled Unpack(PathMaterial m)
    {
        Principled p;
        const float4 c = UnpackUnorm8(m.baseAndMetal);
        p.base = c.rgb * c.rgb;
        p.metallic = c.a;
        p.emission = UnpackRgb9e5(m.emission);
        const float2 ri = UnpackHalf2(m.roughnessAndIor);
        p.roughness = clamp(ri.x, 0.03, 1);
        p.ior = clamp(ri.y, 1.01, 2.5);
        const float4 q = UnpackUnorm8(m.parameters);
        p.transmission = q.x;
        p.coat = q.y;
        p.coatRoughness = max(q.z, 0.03);
        return p;
    }
    float3 F0()
    {
        const float f = Square((ior - 1) / (ior + 1));
        return lerp(f, base, metallic);
    }
};

struct BsdfSample
{
    float3 direction;
    float pdf;
    float3 weight;
    bool isTransmitted;
};

/// Written with the sine of the angle, which stays exact near the peak of smooth surfaces.
float GgxD(float3 h, float alpha)
{
    const float a2 = alpha * alpha;
    const float k = dot(h.xy, h.xy) / a2 + h.z * h.z;
    return 1 / (PI * a2 * k * k);
}
float GgxLambda(float3 v, float alpha)
{
    const float t = alpha * alpha * dot(v.xy, v.xy) / max(v.z * v.z, 1e-8);
    return 0.5 * (sqrt(1 + t) - 1);
}
float GgxG1(float3 v, float alpha) { return 1 / (1 + GgxLambda(v, alpha)); }
float GgxG2(float3 v, float3 l, float alpha) { return 1 / (1 + GgxLambda(v, alpha) + GgxLambda(l, alpha)); }

float3 FresnelSchlick(float3 f0, float c) { return f0 + (1 - f0) * Pow5(saturate(1 - c)); }

float FresnelDielectric(float cosI, float eta)
{
    const float sin2 = (1 - cosI * cosI) / (eta * eta);
    if (sin2 >= 1)
        return 1;
    const float cosT = sqrt(1 - sin2);
    const float s = (cosI - eta * cosT) / (cosI + eta * cosT);
    const float p = (eta * cosI - cosT) / (eta * cosI + cosT);
    return 0.5 * (s * s + p * p);
}

interface ILobe
{
    float3 Evaluate(float3 v, float3 l, out float pdf);
    float3 Sample(float3 v, float2 u);
};

struct DiffuseLobe : ILobe
{
    float3 albedo;
    float roughness;

    float3 Evaluate(float3 v, float3 l, out float pdf)
    {
        pdf = saturate(l.z) * INV_PI;
        const float3 h = SafeNormalize(v + l);
        const float fd90 = 0.5 + 2 * roughness * Square(dot(l, h));
        const float fl = 1 + (fd90 - 1) * Pow5(1 - saturate(l.z));
        const float fv = 1 + (fd90 - 1) * Pow5(1 - saturate(v.z));
        return albedo * (INV_PI * fl * fv * saturate(l.z));
    }
    float3 Sample(float3 v, float2 u) { return SampleCosine(u).direction; }
};

struct SpecularLobe : ILobe
{
    float3 f0;
    float alpha;

    float3 Evaluate(float3 v, float3 l, out float pdf)
    {
        pdf = 0;
        if (l.z <= 0 || v.z <= 0)
            return 0;
        const float3 h = SafeNormalize(v + l);
        const float d = GgxD(h, alpha);
        pdf = GgxG1(v, alpha) * d / max(4 * v.z, 1e-6);
        return FresnelSchlick(f0, dot(v, h)) * (d * GgxG2(v, l, alpha) / max(4 * v.z, 1e-6));
    }
    float3 Sample(float3 v, float2 u) { return reflect(-v, SampleVisibleNormal(v, alpha, u)); }
};

template <typename Lobe>
void AddLobe(Lobe lobe, float3 v, float3 l, float probability, inout float3 value, inout float pdf)
{
    float p;
    value += lobe.Evaluate(v, l, p);
    pdf += p * probability;
}

struct Bsdf
{
    DiffuseLobe diffuse;
    SpecularLobe specular;
    SpecularLobe coat;
    float3 probabilities;
    float glass;
    float ior;
    float3 tint;

    static Bsdf Create(Principled m)
    {
        Bsdf b;
        b.diffuse.albedo = m.base * (1 - m.metallic) * (1 - m.transmission);
        b.diffuse.roughness = m.roughness;
        b.specular.f0 = m.F0();
        b.specular.alpha = Square(m.roughness);
        b.coat.f0 = 0.04 * m.coat;
        b.coat.alpha = Square(m.coatRoughness);
        const float3 w = float3(Luminance(b.diffuse.albedo), Luminance(b.specular.f0) + 0.1, m.coat * 0.25);
        b.probabilities = w / max(dot(w, 1), 1e-4);
        b.glass = m.transmission * (1 - m.metallic);
        b.ior = m.ior;
        b.tint = sqrt(m.base);
        return b;
    }
    float3 Evaluate(float3 v, float3 l, out float pdf)
    {
        float3 value = 0;
        pdf = 0;
        AddLobe(diffuse, v, l, probabilities.x, value, pdf);
        AddLobe(specular, v, l, probabilities.y, value, pdf);
        AddLobe(coat, v, l, probabilities.z, value, pdf);
        return value;
    }
    BsdfSample Sample(float3 v, bool isInside, inout RandomState random)
    {
        BsdfSample s = (BsdfSample)0;
        const float pick = random.Float();
        const float2 u = random.Float2();
        if (pick < glass)
        {
            const float eta = isInside ? 1 / ior : ior;
            const float3 h = SampleVisibleNormal(v, specular.alpha, u);
            const float f = FresnelDielectric(saturate(dot(v, h)), eta);
            if (random.Float() < f)
                s.direction = reflect(-v, h);
            else
            {
                s.direction = refract(-v, h, 1 / eta);
                s.isTransmitted = true;
            }
            s.weight = tint * GgxG1(s.direction, specular.alpha);
            s.pdf = 1e6;
            return s;
        }
        const float lobe = (pick - glass) / max(1 - glass, 1e-4);
        if (lobe < probabilities.x)
            s.direction = diffuse.Sample(v, u);
        else if (lobe < probabilities.x + probabilities.y)
            s.direction = specular.Sample(v, u);
        else
            s.direction = coat.Sample(v, u);
        const float3 value = Evaluate(v, s.direction, s.pdf);
        s.weight = s.pdf > 1e-7 && s.direction.z > 0 ? value / s.pdf : 0;
        return s;
    }
};

#endif
