// dxilkit-corpus
// A lightmap baker: texels gather rays through an inline query, project into spherical harmonics of a templated order, dilate seams and denoise by coverage.
// args: -T cs_6_5 -E Gather -HV 2021
// args: -T cs_6_5 -E Gather -HV 2021 -D ORDER=3
// args: -T cs_6_5 -E Gather -HV 2021 -D ORDER=3 -D BACKFACES=1
// args: -T cs_6_0 -E Dilate -HV 2021
// args: -T cs_6_0 -E Filter -HV 2021
// args: -T cs_6_0 -E Filter -HV 2021 -D ORDER=3
// drawn: no
#include "../shared/math.hlsli"
#include "../shared/sampling.hlsli"
#ifndef ORDER
#define ORDER 2
#endif
#ifndef BACKFACES
#define BACKFACES 0
#endif
#define COEFFICIENTS (ORDER * ORDER)

template <typename T, int N>
struct Harmonics
{
    T c[N];

    static Harmonics<T, N> Zero()
    {
        Harmonics<T, N> h;
        [unroll] for (int i = 0; i < N; ++i) h.c[i] = (T)0;
        return h;
    }
    Harmonics<T, N> operator+(Harmonics<T, N> o)
    {
        [unroll] for (int i = 0; i < N; ++i) o.c[i] += c[i];
        return o;
    }
    Harmonics<T, N> operator*(float s)
    {
        Harmonics<T, N> h;
        [unroll] for (int i = 0; i < N; ++i) h.c[i] = c[i] * s;
        return h;
    }
};
typedef Harmonics<float, COEFFICIENTS> Basis;
typedef Harmonics<float3, COEFFICIENTS> Light3;

Basis Project(float3 d)
{
    Basis b;
    b.c[0] = 0.282095f;
    b.c[1] = 0.488603f * d.y;
    b.c[2] = 0.488603f * d.z;
    b.c[3] = 0.488603f * d.x;
#if ORDER > 2
    b.c[4] = 1.092548f * d.x * d.y;
    b.c[5] = 1.092548f * d.y * d.z;
    b.c[6] = 0.315392f * (3.0f * d.z * d.z - 1.0f);
    b.c[7] = 1.092548f * d.x * d.z;
    b.c[8] = 0.546274f * (d.x * d.x - d.y * d.y);
#endif
    return b;
}

Light3 Spread(Basis b, float3 radiance)
{
    Light3 l;
    [unroll] for (int i = 0; i < COEFFICIENTS; ++i) l.c[i] = b.c[i] * radiance;
    return l;
}

cbuffer Baker : register(b0)
{
    uint2 AtlasSize;
    uint SampleCount;
    uint Pass;
    float3 SkyColor;
    float MaxDistance;
}

struct Texel
{
    float3 position;
    float coverage;
    float3 normal;
    uint chart;
};

RaytracingAccelerationStructure Scene : register(t0);
StructuredBuffer<Texel> Texels : register(t1);
StructuredBuffer<float4> MaterialEmission : register(t2);
RWTexture2DArray<float4> Coefficients : register(u0);
RWTexture2DArray<float4> Previous : register(u1);

Light3 LoadLight(RWTexture2DArray<float4> from, uint2 at)
{
    Light3 l;
    [unroll] for (int i = 0; i < COEFFICIENTS; ++i) l.c[i] = from[uint3(at, i)].rgb;
    return l;
}

void StoreLight(uint2 at, Light3 l, float coverage)
{
    [unroll] for (int i = 0; i < COEFFICIENTS; ++i) Coefficients[uint3(at, i)] = float4(l.c[i], coverage);
}

[numthreads(8, 8, 1)]
void Gather(uint2 at : SV_DispatchThreadID)
{
    if (any(at >= AtlasSize)) return;
    Texel texel = Texels[at.y * AtlasSize.x + at.x];
    if (texel.coverage <= 0.0f)
    {
        StoreLight(at, Light3::Zero(), 0.0f);
        return;
    }
    float3 t, b;
    BuildBasis(texel.normal, t, b);
    Light3 sum = Light3::Zero();
    uint valid = 0, behind = 0;
    for (uint i = 0; i < SampleCount; ++i)
    {
        uint h = HashCombine(at.x | at.y << 16, i + Pass * SampleCount);
        float2 u = float2(ToUnitFloat(h), ToUnitFloat(HashUint(h)));
        float z = sqrt(1.0f - u.y), r = sqrt(u.y);
        float3 d = t * (r * cos(TWO_PI * u.x)) + b * (r * sin(TWO_PI * u.x)) + texel.normal * z;
        RayDesc ray;
        ray.Origin = texel.position + texel.normal * 1e-3f;
        ray.Direction = d;
        ray.TMin = 0.0f;
        ray.TMax = MaxDistance;
        RayQuery<RAY_FLAG_CULL_NON_OPAQUE> query;
        query.TraceRayInline(Scene, RAY_FLAG_NONE, 0xffu, ray);
        query.Proceed();
        float3 radiance = SkyColor * saturate(d.y * 0.5f + 0.5f);
        if (query.CommittedStatus() == COMMITTED_TRIANGLE_HIT)
        {
#if BACKFACES
            if (!query.CommittedTriangleFrontFace())
            {
                behind++;
                continue;
            }
#endif
            float4 emission = MaterialEmission[query.CommittedInstanceID()];
            radiance = emission.rgb * emission.a / (1.0f + query.CommittedRayT());
        }
        sum = sum + Spread(Project(d), radiance);
        valid++;
    }
    Light3 result = sum * (PI / max(float(valid), 1.0f));
    if (Pass > 0u)
    {
        float weight = 1.0f / float(Pass + 1u);
        result = result * weight + LoadLight(Previous, at) * (1.0f - weight);
    }
    float trust = behind * 2u > SampleCount ? 0.0f : texel.coverage;
    StoreLight(at, result, trust);
}

[numthreads(8, 8, 1)]
void Dilate(uint2 at : SV_DispatchThreadID)
{
    if (any(at >= AtlasSize)) return;
    float4 mine = Previous[uint3(at, 0)];
    if (mine.a > 0.0f)
    {
        StoreLight(at, LoadLight(Previous, at), mine.a);
        return;
    }
    Light3 sum = Light3::Zero();
    float total = 0.0f;
    for (int y = -1; y <= 1; ++y)
        for (int x = -1; x <= 1; ++x)
        {
            int2 p = int2(at) + int2(x, y);
            if (any(p < 0) || any(p >= int2(AtlasSize)) || (x == 0 && y == 0)) continue;
            float weight = Previous[uint3(p, 0)].a * (x == 0 || y == 0 ? 1.0f : 0.7071f);
            if (weight <= 0.0f) continue;
            sum = sum + LoadLight(Previous, p) * weight;
            total += weight;
        }
    if (total > 0.0f) sum = sum * (1.0f / total);
    StoreLight(at, sum, total > 0.0f ? 1e-3f : 0.0f);
}

[numthreads(8, 8, 1)]
void Filter(uint2 at : SV_DispatchThreadID)
{
    if (any(at >= AtlasSize)) return;
    Texel center = Texels[at.y * AtlasSize.x + at.x];
    Light3 sum = LoadLight(Previous, at);
    float total = 1.0f;
    [unroll]
    for (uint i = 0; i < 4u; ++i)
    {
        int2 offset = int2(i & 1u, i >> 1) * 2 - 1;
        int2 p = clamp(int2(at) + offset * int(1u << Pass), 0, int2(AtlasSize) - 1);
        Texel other = Texels[p.y * AtlasSize.x + p.x];
        if (other.chart != center.chart) continue;
        float weight = Pow4(saturate(dot(center.normal, other.normal))) * exp(-length(center.position - other.position)) * other.coverage;
        sum = sum + LoadLight(Previous, p) * weight;
        total += weight;
    }
    StoreLight(at, sum * rcp(total), center.coverage);
}
