// dxilkit-corpus
// A library of rays: reflections, shadows with any-hit transparency, procedural spheres, callable lights, one payload with methods.
// args: -T lib_6_3
// args: -T lib_6_3 -D SHADOW_ONLY=1
// args: -T lib_6_5 -D MAX_BOUNCES=4
// args: -T lib_6_6 -D BINDLESS=1
// drawn: no
#include "../kernel/config.hlsli"
#include "../kernel/packing.hlsli"
#include "../kernel/random.hlsli"
#include "../kernel/sampling.hlsli"

#ifndef SHADOW_ONLY
#define SHADOW_ONLY 0
#endif
#ifndef MAX_BOUNCES
#define MAX_BOUNCES 2
#endif

enum class RayFlavour : uint { Primary = 0, Bounce = 1, Shadow = 2 };

struct Payload
{
    float3 radiance;
    uint packed;
    float3 throughput;
    uint rng;
    float3 nextOrigin;
    float3 nextDirection;

    void Start(uint seed)
    {
        radiance = 0;
        throughput = 1;
        packed = (uint)RayFlavour::Primary;
        rng = seed;
        nextOrigin = 0;
        nextDirection = 0;
    }
    bool IsDone() { return (packed & 0x80000000u) != 0; }
    void Finish() { packed |= 0x80000000u; }
    uint Depth() { return (packed >> 8) & 0xff; }
    void Deeper() { packed += 1u << 8; }
    float Random()
    {
        rng = rng * 747796405u + 2891336453u;
        return UnitFloat(HashMix(rng));
    }
};
struct ShadowPayload
{
    float3 transmission;
};
struct LightQuery
{
    float3 position;
    uint light;
    float3 toLight;
    float distance;
    float3 colour;
    float pdf;
};
struct Surface
{
    float4 base;
    float3 emission;
    float roughness;
    uint textureIndex;
    float cutoff;
    uint2 pad;
};
struct Constants
{
    row_major float4x4 worldFromClip;
    float3 eye;
    uint frame;
    uint lightCount;
    float skyIntensity;
    float2 pad;
};

ConstantBuffer<Constants> Frame : register(b0);
RaytracingAccelerationStructure Scene : register(t0);
StructuredBuffer<Surface> Surfaces : register(t1);
StructuredBuffer<float4> LightData : register(t2);
ByteAddressBuffer Geometry : register(t3);
RWTexture2D<float4> Target : register(u0);
SamplerState LinearWrap : register(s0);
#if !BINDLESS
Texture2D<float4> Textures[] : register(t0, space2);
#endif

float4 SampleSurface(uint index, float2 uv)
{
#if BINDLESS
    Texture2D<float4> t = ResourceDescriptorHeap[NonUniformResourceIndex(index)];
    return t.SampleLevel(LinearWrap, uv, 0);
#else
    return Textures[NonUniformResourceIndex(index)].SampleLevel(LinearWrap, uv, 0);
#endif
}

float3 TraceShadow(float3 origin, float3 direction, float reach)
{
    ShadowPayload p;
    p.transmission = 0;
    RayDesc ray;
    ray.Origin = origin;
    ray.Direction = direction;
    ray.TMin = 1e-3;
    ray.TMax = reach;
    TraceRay(Scene, RAY_FLAG_SKIP_CLOSEST_HIT_SHADER | RAY_FLAG_CULL_BACK_FACING_TRIANGLES, 0xfe, 1, 2, 1, ray, p);
    return p.transmission;
}

[shader("raygeneration")]
void GenerateRays()
{
    const uint2 pixel = DispatchRaysIndex().xy;
    const uint2 size = DispatchRaysDimensions().xy;
    const float2 ndc = (float2(pixel) + 0.5) / float2(size) * float2(2, -2) + float2(-1, 1);
    const float4 far = mul(float4(ndc, 1, 1), Frame.worldFromClip);
    RayDesc ray;
    ray.Origin = Frame.eye;
    ray.Direction = normalize(far.xyz / far.w - Frame.eye);
    ray.TMin = 0;
    ray.TMax = 1e20;
#if SHADOW_ONLY
    Target[pixel] = float4(TraceShadow(ray.Origin, ray.Direction, ray.TMax), 1);
#else
    Payload p;
    p.Start(HashCombine(pixel.x | pixel.y << 16, Frame.frame));
    [loop]
    for (uint bounce = 0; bounce < MAX_BOUNCES && !p.IsDone(); ++bounce)
    {
        TraceRay(Scene, RAY_FLAG_NONE, ~0, 0, 2, 0, ray, p);
        ray.Origin = p.nextOrigin;
        ray.Direction = p.nextDirection;
        ray.TMin = 1e-3;
        if (bounce > 1)
        {
            const float keep = min(MaxComponent(p.throughput), 0.95);
            if (p.Random() > keep)
                break;
            p.throughput *= rcp(keep);
        }
    }
    const float4 history = Target[pixel];
    Target[pixel] = float4(lerp(history.rgb, any(isnan(p.radiance)) ? (float3)0 : p.radiance, rcp(history.a + 1)), history.a + 1);
#endif
}

[shader("miss")]
void MissSky(inout Payload p)
{
    const float3 d = WorldRayDirection();
    const float3 sky = lerp(float3(0.9, 0.85, 0.8), float3(0.2, 0.4, 0.9), Pow5(saturate(d.y)));
    p.radiance += p.throughput * sky * Frame.skyIntensity;
    p.Finish();
}

[shader("miss")]
void MissShadow(inout ShadowPayload p) { p.transmission = 1; }

struct Attributes
{
    float2 uv;
};
struct Corner
{
    float3 normal;
    float2 uv;
};

Corner LoadCorner(uint index)
{
    const uint3 words = Geometry.Load3(index * 12);
    Corner c;
    c.normal = OctDecode(UnpackSnorm16(words.x));
    c.uv = float2(f16tof32(words.y), f16tof32(words.y >> 16));
    return c;
}

Corner Interpolate(uint primitive, float2 b)
{
    Corner r = (Corner)0;
    const float weights[3] = { 1 - b.x - b.y, b.x, b.y };
    [unroll]
    for (uint i = 0; i < 3; ++i)
    {
        const Corner c = LoadCorner(primitive * 3 + i);
        r.normal += weights[i] * c.normal;
        r.uv += weights[i] * c.uv;
    }
    r.normal = normalize(r.normal);
    return r;
}

[shader("anyhit")]
void AnyHitShadow(inout ShadowPayload p, Attributes a)
{
    const Surface s = Surfaces[InstanceID()];
    const Corner c = Interpolate(PrimitiveIndex(), a.uv);
    if (SampleSurface(s.textureIndex, c.uv).a * s.base.a < s.cutoff)
        IgnoreHit();
    else if (s.base.a >= 1)
        AcceptHitAndEndSearch();
}

[shader("closesthit")]
void HitTriangle(inout Payload p, BuiltInTriangleIntersectionAttributes a)
{
    const Surface s = Surfaces[InstanceID()];
    const Corner c = Interpolate(PrimitiveIndex(), a.barycentrics);
    const float3 n = normalize(mul((float3x3)ObjectToWorld3x4(), c.normal)) * (HitKind() == HIT_KIND_TRIANGLE_FRONT_FACE ? 1 : -1);
    const float3 at = WorldRayOrigin() + RayTCurrent() * WorldRayDirection();
    const float3 base = s.base.rgb * SampleSurface(s.textureIndex, c.uv).rgb;
    p.radiance += p.throughput * s.emission;
    LightQuery q = (LightQuery)0;
    q.position = at;
    q.light = min(uint(p.Random() * Frame.lightCount), Frame.lightCount - 1);
    CallShader(q.light & 1, q);
    const float cosine = dot(n, q.toLight);
    if (cosine > 0 && q.pdf > 0)
        p.radiance += p.throughput * base * q.colour * TraceShadow(at + n * 1e-3, q.toLight, q.distance) * (cosine * INV_PI / q.pdf);
    float3 t, b;
    BuildFrame(n, t, b);
    const DirectionSample d = SampleCosine(float2(p.Random(), p.Random()));
    p.nextOrigin = at + n * 1e-3;
    p.nextDirection = s.roughness < 0.05 ? reflect(WorldRayDirection(), n) : d.direction.x * t + d.direction.y * b + d.direction.z * n;
    p.throughput *= base;
    p.Deeper();
}

struct SphereAttributes
{
    float3 normal;
};

[shader("intersection")]
void IntersectSphereSet()
{
    const float4 sphere = LightData[PrimitiveIndex()];
    const float3 o = ObjectRayOrigin() - sphere.xyz;
    const float3 d = ObjectRayDirection();
    const float a = dot(d, d), b = dot(o, d), c = dot(o, o) - sphere.w * sphere.w;
    const float root = b * b - a * c;
    if (root < 0)
        return;
    const float s = sqrt(root);
    SphereAttributes r;
    const float near = (-b - s) / a;
    r.normal = (o + near * d) / sphere.w;
    if (!ReportHit(near, 0, r))
    {
        const float farther = (-b + s) / a;
        r.normal = -(o + farther * d) / sphere.w;
        ReportHit(farther, 1, r);
    }
}

[shader("closesthit")]
void HitSphere(inout Payload p, SphereAttributes a)
{
    const Surface s = Surfaces[InstanceIndex()];
    p.radiance += p.throughput * s.emission * saturate(dot(a.normal, -ObjectRayDirection()));
    p.nextOrigin = WorldRayOrigin() + RayTCurrent() * WorldRayDirection();
    p.nextDirection = reflect(WorldRayDirection(), normalize(mul(a.normal, (float3x3)WorldToObject3x4())));
    p.throughput *= s.base.rgb;
    p.Deeper();
}

[shader("callable")]
void PointLight(inout LightQuery q)
{
    const float4 l = LightData[q.light];
    const float3 v = l.xyz - q.position;
    q.distance = length(v);
    q.toLight = v / q.distance;
    q.colour = l.w / max(q.distance * q.distance, 1e-4);
    q.pdf = rcp(float(Frame.lightCount));
}

[shader("callable")]
void SunLight(inout LightQuery q)
{
    q.toLight = normalize(LightData[q.light].xyz);
    q.distance = 1e20;
    q.colour = LightData[q.light].www;
    q.pdf = rcp(float(Frame.lightCount));
}
