// dxilkit-corpus
// Stages of a wavefront path tracer: generation, extension, shading by material in queues, shadow rays; queues are appended by wave.
// args: -T cs_6_0 -E Generate
// args: -T cs_6_0 -E Extend
// args: -T cs_6_0 -E Shade
// args: -T cs_6_5 -E Connect
// args: -T cs_6_5 -E PrepareArguments
// args: -T cs_6_6 -E Shade -D COUNTERS_PER_WAVE=1
// data: cb0 8u 8u 3u 64u 0.1 0.2 -2 1 1 0 0 0.02 0 1 0 0 0 0 1 0
// data: cb0,space1 15u 31u 2u 0u
// data: t2,space1 1 0 0 0 0 1 0 0 0 0 1 0 0u 255u 0u 0u 0.8 0.1 0 0.2 0 1 0.1 0 0.1 0 1 0 1u 255u 1u 0u
// data: u0 0u 40u 33u 7u 12u 9u 0u 0u
// dispatch: 1 1 1

#define GROUP_SIZE 64
#define SHARED_STACK 1
#define STACK_SIZE 8
#include "bvh.hlsli"
#include "materials.hlsli"

#ifndef COUNTERS_PER_WAVE
#define COUNTERS_PER_WAVE 0
#endif

struct WavefrontConstants
{
    uint2 size;
    uint frame;
    uint capacity;
    float3 position;
    float lensRadius;
    float3 right;
    float focus;
    float3 up;
    uint pad0;
    float3 forward;
    uint pad1;
};

/// One path, as planes of a raw buffer would waste less; kept as a record of 64 bytes.
struct PathRecord
{
    float3 origin;
    uint pixelAndDepth;
    float3 direction;
    uint random;
    uint2 throughput;
    uint2 radiance;
    float pdf;
    float t;
    uint hitTriangle;
    uint hitInstanceAndFlags;
};

struct ShadowRecord
{
    float3 origin;
    uint path;
    float3 direction;
    float tMax;
    uint2 contribution;
};

enum Queue
{
    QUEUE_EXTEND = 1,
    QUEUE_SHADE = 2,
    QUEUE_SHADE_GLASS = 3,
    QUEUE_SHADOW = 4,
    QUEUE_DONE = 5,
};

ConstantBuffer<WavefrontConstants> Wavefront : register(b0);
StructuredBuffer<PathMaterial> Materials : register(t0);
StructuredBuffer<uint> TriangleMaterials : register(t1);
RWStructuredBuffer<uint> Counters : register(u0);
RWStructuredBuffer<PathRecord> Paths : register(u1);
RWStructuredBuffer<uint> Queues : register(u2);
RWStructuredBuffer<ShadowRecord> ShadowRays : register(u3);
RWByteAddressBuffer Arguments : register(u4);
RWTexture2D<float4> Output : register(u5);

uint Enqueue(Queue queue, bool wants)
{
#if COUNTERS_PER_WAVE
    uint base = 0;
    const uint n = WaveActiveCountBits(wants);
    if (WaveIsFirstLane() && n != 0)
        InterlockedAdd(Counters[queue], n, base);
    return WaveReadLaneFirst(base) + WavePrefixCountBits(wants);
#else
    uint place = 0;
    if (wants)
        InterlockedAdd(Counters[queue], 1, place);
    return place;
#endif
}

void Put(Queue queue, uint path, bool wants)
{
    const uint place = Enqueue(queue, wants);
    if (wants)
        Queues[((uint)queue * 8 + place) & 63] = path;
}

uint Get(Queue queue, uint index) { return Queues[((uint)queue * 8 + index) & 63] & 63; }

[numthreads(GROUP_SIZE, 1, 1)]
void Generate(uint index : SV_DispatchThreadID)
{
    const uint2 pixel = uint2(index % Wavefront.size.x, index / Wavefront.size.x);
    const bool isUsed = index < Wavefront.capacity && pixel.y < Wavefront.size.y;
    RandomState random = RandomState::Create(pixel, Wavefront.frame);
    const float2 uv = (pixel + random.Float2()) / float2(Wavefront.size) * 2 - 1;
    PathRecord p = (PathRecord)0;
    p.origin = Wavefront.position;
    p.direction = normalize(Wavefront.forward + uv.x * Wavefront.right - uv.y * Wavefront.up);
    p.pixelAndDepth = pixel.x | (pixel.y << 12);
    p.random = random.state;
    p.throughput = PackHalf4(1);
    p.pdf = 1;
    if (isUsed)
        Paths[index] = p;
    Put(QUEUE_EXTEND, index, isUsed);
}

[numthreads(GROUP_SIZE, 1, 1)]
void Extend(uint index : SV_DispatchThreadID, uint lane : SV_GroupIndex)
{
    const bool isUsed = index < Counters[QUEUE_EXTEND];
    uint path = 0, queue = QUEUE_DONE;
    if (isUsed)
    {
        path = Get(QUEUE_EXTEND, index);
        Ray ray;
        ray.origin = Paths[path].origin;
        ray.direction = Paths[path].direction;
        ray.tMin = 1e-3;
        ray.tMax = 1e4;
        const HitRecord hit = Trace(ray, 0xff, lane);
        Paths[path].t = hit.t;
        Paths[path].hitTriangle = hit.triangleIndex;
        Paths[path].hitInstanceAndFlags = hit.instanceIndex;
        if (hit.IsHit())
        {
            const uint parameters = Materials[TriangleMaterials[hit.triangleIndex] & 63].parameters;
            queue = (parameters & 0xff) > 128 ? QUEUE_SHADE_GLASS : QUEUE_SHADE;
        }
    }
    Put(QUEUE_SHADE, path, isUsed && queue == QUEUE_SHADE);
    Put(QUEUE_SHADE_GLASS, path, isUsed && queue == QUEUE_SHADE_GLASS);
    Put(QUEUE_DONE, path, isUsed && queue == QUEUE_DONE);
}

[numthreads(GROUP_SIZE, 1, 1)]
void Shade(uint index : SV_DispatchThreadID)
{
    const bool isUsed = index < min(Counters[QUEUE_SHADE], 64);
    bool goesOn = false, hasShadow = false;
    uint path = 0;
    ShadowRecord shadow = (ShadowRecord)0;
    if (isUsed)
    {
        path = Get(QUEUE_SHADE, index);
        PathRecord p = Paths[path];
        RandomState random;
        random.state = p.random;
        const BvhTriangle tri = BvhTriangles[p.hitTriangle & BvhSize.triangleMask];
        const Principled m = Principled::Unpack(Materials[TriangleMaterials[p.hitTriangle & 63] & 63]);
        float3 normal = SafeNormalize(cross(tri.e1.xyz, tri.e2.xyz));
        normal = dot(normal, p.direction) > 0 ? -normal : normal;
        float3 t, b;
        BuildFrame(normal, t, b);
        const float3x3 frame = float3x3(t, b, normal);
        const float3 v = mul(frame, -p.direction);
        const Bsdf bsdf = Bsdf::Create(m);
        float4 throughput = UnpackHalf4(p.throughput), radiance = UnpackHalf4(p.radiance);
        radiance.rgb += throughput.rgb * min(m.emission, 8);
        const float3 at = p.origin + p.direction * min(p.t, 100) + normal * 1e-3;
        // One shadow ray toward a fixed sun.
        const float3 sun = normalize(float3(0.3, 0.8, -0.5));
        const float3 local = mul(frame, sun);
        float pdf;
        const float3 f = bsdf.Evaluate(v, local, pdf);
        hasShadow = local.z > 0 && Luminance(f) > 1e-4;
        shadow.origin = at;
        shadow.path = path;
        shadow.direction = sun;
        shadow.tMax = 1e4;
        shadow.contribution = PackHalf4(float4(min(f * throughput.rgb * 3, 1000), 0));
        const BsdfSample s = bsdf.Sample(v, false, random);
        throughput.rgb *= min(s.weight, 100);
        const uint depth = p.pixelAndDepth >> 24;
        goesOn = depth < 6 && MaxComponent(throughput.rgb) > 1e-3;
        p.origin = at;
        p.direction = mul(s.direction, frame);
        p.pixelAndDepth += 1u << 24;
        p.random = random.state;
        p.pdf = s.pdf;
        p.throughput = PackHalf4(throughput);
        p.radiance = PackHalf4(min(radiance, 1000));
        Paths[path] = p;
    }
    const uint place = Enqueue(QUEUE_SHADOW, hasShadow);
    if (hasShadow)
        ShadowRays[place & 63] = shadow;
    Put(QUEUE_EXTEND, path, goesOn);
    Put(QUEUE_DONE, path, isUsed && !goesOn);
}

[numthreads(GROUP_SIZE, 1, 1)]
void Connect(uint index : SV_DispatchThreadID, uint lane : SV_GroupIndex)
{
    if (index >= min(Counters[QUEUE_SHADOW], 64))
        return;
    const ShadowRecord s = ShadowRays[index];
    Ray ray;
    ray.origin = s.origin;
    ray.direction = s.direction;
    ray.tMin = 1e-3;
    ray.tMax = s.tMax;
    if (Trace(ray, 0x7f, lane, true).IsHit())
        return;
    const uint path = s.path & 63;
    const uint pixel = Paths[path].pixelAndDepth & 0xffffff;
    const float4 sum = UnpackHalf4(Paths[path].radiance) + UnpackHalf4(s.contribution);
    Paths[path].radiance = PackHalf4(sum);
    Output[uint2(pixel & 31, (pixel >> 12) & 31)] = sum;
}

[numthreads(8, 1, 1)]
void PrepareArguments(uint queue : SV_GroupIndex)
{
    const uint count = min(Counters[queue], Wavefront.capacity);
    Arguments.Store3(queue * 12, uint3(DIVIDE_ROUND_UP(count, GROUP_SIZE), 1, 1));
    if (queue != QUEUE_DONE)
        Counters[queue] = 0;
}
