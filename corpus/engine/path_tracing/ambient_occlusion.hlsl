// dxilkit-corpus
// Ray-traced occlusion with a stackless walk over a tree of skip pointers; rays of a tile are sorted by direction first.
// args: -T cs_6_0 -E main
// args: -T cs_6_5 -E main -D SORT_RAYS=1 -D RAYS=8
// args: -T cs_6_2 -E main -D SORT_RAYS=1 -enable-16bit-types
// args: -T cs_6_6 -E main -D SORT_RAYS=1 -D RAYS=8
// data: cb0 8u 8u 31u 63u 0.8 4u 0 0
// dispatch: 1 1 1

#include "../kernel/config.hlsli"
#include "../kernel/geometry.hlsli"
#include "../kernel/packing.hlsli"
#include "../kernel/random.hlsli"
#include "../kernel/sampling.hlsli"

#ifndef RAYS
#define RAYS 4
#endif
#ifndef SORT_RAYS
#define SORT_RAYS 0
#endif
#define TILE 64

struct SkipNode
{
    uint boxLower;
    uint boxUpper;
    uint boxZ;
    uint skipAndLeaf;

    Aabb Box(float scale)
    {
        Aabb b;
        b.lower = float3(UnpackUnorm16(boxLower), UnpackUnorm16(boxZ).x) * scale;
        b.upper = float3(UnpackUnorm16(boxUpper), UnpackUnorm16(boxZ).y) * scale;
        return b;
    }
    bool IsLeaf() { return skipAndLeaf & 1; }
    uint Skip() { return skipAndLeaf >> 8; }
};

struct OcclusionConstants
{
    uint2 size;
    uint nodeCount;
    uint triangleMask;
    float radius;
    uint frame;
    float2 pad;
};

ConstantBuffer<OcclusionConstants> Occlusion : register(b0);
StructuredBuffer<SkipNode> Nodes : register(t0);
Buffer<float4> Vertices : register(t1);
Texture2D<float4> Positions : register(t2);
Texture2D<float4> Normals : register(t3);
RWTexture2D<float> Result : register(u0);

#if __HLSL_ENABLE_16_BIT
typedef uint16_t RayIndex;
#else
typedef uint RayIndex;
#endif

groupshared uint DirectionCounts[16];
groupshared RayIndex SortedRays[TILE * RAYS];
groupshared uint RayDirections[TILE * RAYS];
groupshared uint HitCounts[TILE];

bool IsOccluded(Ray ray)
{
    const RayInverse inv = RayInverse::From(ray);
    uint node = 0;
    [loop]
    for (uint guard = 0; guard < 64 && node < Occlusion.nodeCount; ++guard)
    {
        const SkipNode n = Nodes[node];
        const float2 slabs = inv.Slabs(n.Box(2), ray.tMin, ray.tMax);
        if (slabs.x > slabs.y)
        {
            node = max(n.Skip(), node + 1);
            continue;
        }
        if (n.IsLeaf())
        {
            const uint first = (n.Skip() * 3) & Occlusion.triangleMask;
            TriangleHit hit;
            if (IntersectTriangle(ray, Vertices[first].xyz, Vertices[first + 1].xyz, Vertices[first + 2].xyz, hit))
                return true;
        }
        node++;
    }
    return false;
}

uint DirectionBucket(float3 d)
{
    const float2 e = OctEncode(d) * 0.5 + 0.5;
    const uint2 cell = min(uint2(e * 4), 3);
    return Morton2(cell);
}

[numthreads(8, 8, 1)]
void main(uint2 pixel : SV_DispatchThreadID, uint index : SV_GroupIndex, uint2 group : SV_GroupID)
{
    if (index < 16)
        DirectionCounts[index] = 0;
    HitCounts[index] = 0;
    GroupMemoryBarrierWithGroupSync();
    const float3 normal = SafeNormalize(Normals[pixel].xyz * 2 - 1);
    float3 t, b;
    BuildFrame(normal, t, b);
    RandomState random = RandomState::Create(pixel, Occlusion.frame);
    uint ranks[RAYS], buckets[RAYS];
    [unroll]
    for (uint r = 0; r < RAYS; ++r)
    {
        const float2 u = frac(Hammersley(r, RAYS) + random.Float2());
        const float3 l = SampleCosine(u).direction;
        const float3 d = l.x * t + l.y * b + l.z * normal;
        RayDirections[index * RAYS + r] = PackNormal(d);
        buckets[r] = DirectionBucket(d);
        InterlockedAdd(DirectionCounts[buckets[r]], 1, ranks[r]);
    }
    GroupMemoryBarrierWithGroupSync();
#if SORT_RAYS
    [unroll]
    for (uint k = 0; k < RAYS; ++k)
    {
        uint offset = 0;
        for (uint i = 0; i < buckets[k]; ++i)
            offset += DirectionCounts[i];
        SortedRays[offset + ranks[k]] = RayIndex(index * RAYS + k);
    }
    GroupMemoryBarrierWithGroupSync();
#endif
    for (uint n = 0; n < RAYS; ++n)
    {
#if SORT_RAYS
        const uint which = SortedRays[n * TILE + index];
#else
        const uint which = index * RAYS + n;
#endif
        const uint owner = which / RAYS;
        const uint2 at = group * 8 + uint2(owner & 7, owner >> 3);
        Ray ray;
        ray.origin = Positions[at].xyz;
        ray.direction = UnpackNormal(RayDirections[which]);
        ray.tMin = 1e-3;
        ray.tMax = Occlusion.radius;
        if (IsOccluded(ray))
            InterlockedAdd(HitCounts[owner], 1);
    }
    GroupMemoryBarrierWithGroupSync();
    if (all(pixel < Occlusion.size))
        Result[pixel] = 1 - float(HitCounts[index]) / RAYS + GradientDither(pixel, Occlusion.frame) / 255;
}
