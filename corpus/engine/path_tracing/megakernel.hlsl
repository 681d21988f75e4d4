// dxilkit-corpus
// A path tracer in one kernel: two-level traversal, principled materials, next-event estimation with multiple importance sampling.
// args: -T cs_6_0 -E main
// args: -T cs_6_0 -E main -D SHARED_STACK=1 -D MAX_BOUNCES=2
// args: -T cs_6_5 -E main -D BVH_WIDTH=8 -D STACK_SIZE=12
// args: -T cs_6_6 -E main -D BVH_WIDTH=8 -D NEE=0
// data: cb0 8u 8u 3u 1u 0.1 0.2 -2 1 1 0 0 0.02 0 1 0 0 0 0 1 0
// data: cb0,space1 15u 31u 2u 0u
// data: t2,space1 1 0 0 0 0 1 0 0 0 0 1 0 0u 255u 0u 0u 0.8 0.1 0 0.2 0 1 0.1 0 0.1 0 1 0 1u 255u 1u 0u
// dispatch: 1 1 1

#define GROUP_SIZE 64
#include "bvh.hlsli"
#include "materials.hlsli"

#ifndef MAX_BOUNCES
#define MAX_BOUNCES 3
#endif
#ifndef NEE
#define NEE 1
#endif

struct PathConstants
{
    uint2 size;
    uint frame;
    uint samples;
    float3 position;
    float lensRadius;
    float3 right;
    float focus;
    float3 up;
    uint lightCount;
    float3 forward;
    float envScale;
};

struct SphereLight
{
    float3 center;
    float radius;
    float3 radiance;
    float pad;
};

ConstantBuffer<PathConstants> Path : register(b0);
StructuredBuffer<PathMaterial> Materials : register(t0);
StructuredBuffer<uint> TriangleMaterials : register(t1);
StructuredBuffer<SphereLight> Lights : register(t2);
TextureCube<float4> Environment : register(t3);
SamplerState LinearClamp : register(s0);
RWTexture2D<float4> Accumulated : register(u0);

struct PathState
{
    Ray ray;
    float3 throughput;
    float3 radiance;
    float bsdfPdf;
    bool isInside;
};

Ray CameraRay(uint2 pixel, inout RandomState random)
{
    const float2 uv = (pixel + random.Float2()) / float2(Path.size) * 2 - 1;
    const float3 target = normalize(Path.forward + uv.x * Path.right - uv.y * Path.up) * (Path.focus * 50 + 1);
    const float2 lens = SampleDisk(random.Float2()) * Path.lensRadius * 0.01;
    const float3 offset = lens.x * Path.right + lens.y * Path.up;
    Ray r;
    r.origin = Path.position + offset;
    r.direction = SafeNormalize(target - offset);
    r.tMin = 1e-3;
    r.tMax = 1e4;
    return r;
}

float3 DirectLight(float3 position, float3x3 frame, float3 v, Bsdf bsdf, uint lane, inout RandomState random)
{
    const uint count = 8;
    const SphereLight light = Lights[random.Below(count)];
    const float3 d = light.center - position;
    const float square = max(dot(d, d), 1e-4);
    const float radius = light.radius * 0.2 + 0.01;
    const float cosMax = SafeSqrt(1 - radius * radius / square);
    const DirectionSample s = SampleCone(random.Float2(), cosMax);
    float3 t, b;
    const float3 axis = d * rsqrt(square);
    BuildFrame(axis, t, b);
    const float3 l = s.direction.x * t + s.direction.y * b + s.direction.z * axis;
    const float3 local = mul(frame, l);
    if (local.z <= 0)
        return 0;
    float pdf;
    const float3 f = bsdf.Evaluate(v, local, pdf);
    if (Luminance(f) <= 0)
        return 0;
    Ray shadow;
    shadow.origin = position;
    shadow.direction = l;
    shadow.tMin = 1e-3;
    shadow.tMax = sqrt(square) - radius;
    if (Trace(shadow, 0xff, lane, true).IsHit())
        return 0;
    const float lightPdf = s.pdf / count;
    return f * light.radiance * (PowerHeuristic(lightPdf, pdf) / lightPdf);
}

bool Bounce(inout PathState path, uint depth, uint lane, inout RandomState random)
{
    const HitRecord hit = Trace(path.ray, 0xff, lane);
    if (!hit.IsHit())
    {
        const float3 sky = Environment.SampleLevel(LinearClamp, path.ray.direction, 0).rgb;
        path.radiance += path.throughput * sky * Path.envScale;
        return false;
    }
    const BvhTriangle tri = BvhTriangles[hit.triangleIndex];
    const Principled material = Principled::Unpack(Materials[TriangleMaterials[hit.triangleIndex] & 63]);
    float3 normal = SafeNormalize(cross(tri.e1.xyz, tri.e2.xyz));
    if (dot(normal, path.ray.direction) > 0)
        normal = -normal;
    float3 t, b;
    BuildFrame(normal, t, b);
    const float3x3 frame = float3x3(t, b, normal);
    const float3 position = path.ray.At(hit.t) + normal * 1e-4;
    path.radiance += path.throughput * min(material.emission, 4);
    const float3 v = mul(frame, -path.ray.direction);
    const Bsdf bsdf = Bsdf::Create(material);
#if NEE
    path.radiance += path.throughput * DirectLight(position, frame, v, bsdf, lane, random);
#endif
    const BsdfSample s = bsdf.Sample(v, path.isInside, random);
    path.throughput *= s.weight;
    path.bsdfPdf = s.pdf;
    if (s.isTransmitted)
        path.isInside = !path.isInside;
    path.ray.origin = s.isTransmitted ? position - 2e-4 * normal : position;
    path.ray.direction = SafeNormalize(mul(s.direction, frame));
    path.ray.tMax = 1e4;
    if (depth > 0)
    {
        const float survive = clamp(MaxComponent(path.throughput), 0.05, 1);
        if (random.Float() > survive)
            return false;
        path.throughput /= survive;
    }
    return MaxComponent(path.throughput) > 1e-4;
}

[numthreads(8, 8, 1)]
void main(uint2 pixel : SV_DispatchThreadID, uint lane : SV_GroupIndex)
{
    float3 sum = 0;
    const uint samples = clamp(Path.samples, 1, 2);
    for (uint s = 0; s < samples; ++s)
    {
        RandomState random = RandomState::Create(pixel, Path.frame, s);
        PathState path;
        path.ray = CameraRay(pixel, random);
        path.throughput = 1;
        path.radiance = 0;
        path.bsdfPdf = 0;
        path.isInside = false;
        for (uint depth = 0; depth < MAX_BOUNCES; ++depth)
            if (!Bounce(path, depth, lane, random))
                break;
        sum += select(isfinite(path.radiance), path.radiance, float3(0, 0, 0));
    }
    if (all(pixel < Path.size))
        Accumulated[pixel] = float4(sum / samples, 1);
}
