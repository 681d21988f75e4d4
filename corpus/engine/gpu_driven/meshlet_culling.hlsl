// dxilkit-corpus
// Meshlets of visible instances: cone, sphere and depth-pyramid tests, survivors compacted by wave into a list for the rasteriser.
// args: -T cs_6_0 -E main
// args: -T cs_6_5 -E main -D CONE_CULLING=1
// args: -T cs_6_5 -E main -D CONE_CULLING=1 -D PYRAMID=1 -D GROUP_SIZE=32
// args: -T cs_6_6 -E main -D CONE_CULLING=1 -D PYRAMID=1 -D BINDLESS=1
// data: cb0 1 0 0 0 0 1 0 0 0 0 0.01 1 0 0 0.1 0.5 1 0 0 0 0 1 0 0 0 0 0.01 1 0 0 0.1 0.5 1 0 0 0 0 1 0 0 0 0 0.01 1 0 0 0.1 0.5 1 0 0 0 0 1 0 0 0 0 1 0 0.1 0.2 -0.5 0.1 1920 1080 0.00052 0.00092 0 0 7u 1 0 0 1 0u
// data: cb1 48u 0u 0u 0u 16 16 0.5 0.01
// data: t0 0u 1u 2u 3u 4u 5u 6u 7u 8u 9u 10u 11u 12u 13u 14u 15u 3u 1u 2u 3u 4u 5u 6u 7u 8u 9u 10u 11u 12u 13u 14u 15u
// dispatch: 1 1 1

#include "scene.hlsli"

#ifndef CONE_CULLING
#define CONE_CULLING 0
#endif
#ifndef PYRAMID
#define PYRAMID 0
#endif

struct MeshletTask
{
    uint instanceIndex;
    uint meshletIndex;
};

struct MeshletCullConstants
{
    uint taskCount;
    uint3 pad;
    float2 pyramidSize;
    float nearCutoff;
    float depthBias;
};

ConstantBuffer<ViewConstants> View : register(b0);
ConstantBuffer<MeshletCullConstants> Cull : register(b1);
DECLARE_READ(StructuredBuffer<MeshletTask>, Tasks, 0);
DECLARE_READ(StructuredBuffer<InstanceRecord>, Instances, 1);
DECLARE_READ(StructuredBuffer<MeshletRecord>, Meshlets, 2);
DECLARE_READ(Texture2D<float>, Pyramid, 3);
DECLARE_WRITE(RWStructuredBuffer<uint>, Counters, 0);
DECLARE_WRITE(RWStructuredBuffer<MeshletTask>, Survivors, 1);
DECLARE_WRITE(RWByteAddressBuffer, Arguments, 2);

groupshared uint GroupTriangles;
groupshared uint GroupBase;
groupshared uint GroupCount;

bool ConeFacesAway(MeshletRecord meshlet, InstanceRecord instance, Sphere sphere)
{
#if CONE_CULLING
    const float4 cone = meshlet.Cone();
    if (cone.w >= 1 || (instance.flags & INSTANCE_FLAG_TWO_SIDED))
        return false;
    const float3 axis = SafeNormalize(mul((float3x3)instance.objectToWorld, cone.xyz));
    const float3 toCenter = sphere.center - View.position;
    return dot(toCenter, axis) >= cone.w * length(toCenter) + sphere.radius;
#else
    return false;
#endif
}

/// Screen rectangle of a sphere by its tangents in both planes.
bool ProjectSphere(float3 c, float r, float near, float2 scale, out float4 rect)
{
    rect = 0;
    if (c.z < r + near)
        return false;
    const float2 d = c.xy * c.xy + c.z * c.z - r * r;
    const float2 t = sqrt(max(d, 0)) / max(r, EPSILON);
    const float2 lo = float2(t.x * c.x - c.z, t.y * c.y - c.z) / max(float2(t.x * c.z + c.x, t.y * c.z + c.y), EPSILON);
    const float2 hi = float2(t.x * c.x + c.z, t.y * c.y + c.z) / max(abs(float2(t.x * c.z - c.x, t.y * c.z - c.y)), EPSILON);
    rect = float4(min(lo, hi) * scale, max(lo, hi) * scale) * float4(0.5, -0.5, 0.5, -0.5) + 0.5;
    rect = float4(min(rect.xy, rect.zw), max(rect.xy, rect.zw));
    return true;
}

bool BehindPyramid(Sphere sphere)
{
#if PYRAMID
    const float3 inView = mul(View.worldToView, float4(sphere.center, 1));
    float4 rect;
    if (!ProjectSphere(inView, sphere.radius, View.nearPlane, View.inverseScreenSize, rect))
        return false;
    const int2 lo = int2(saturate(rect.xy) * Cull.pyramidSize), hi = int2(saturate(rect.zw) * Cull.pyramidSize);
    const int2 size = max(hi - lo, 1);
    const uint level = min(firstbithigh(uint(max(size.x, size.y))) + 1u, 3u);
    float farthest = 1;
    [unroll]
    for (uint i = 0; i < 4; ++i)
    {
        const int2 at = int2(i & 1 ? hi.x : lo.x, i & 2 ? hi.y : lo.y) >> level;
        farthest = min(farthest, Pyramid.Load(int3(at, level)));
    }
    const float nearest = View.nearPlane / max(inView.z - sphere.radius, View.nearPlane);
    return nearest + Cull.depthBias < farthest;
#else
    return false;
#endif
}

[numthreads(GROUP_SIZE, 1, 1)]
void main(uint index : SV_DispatchThreadID, uint lane : SV_GroupIndex)
{
    if (lane == 0)
    {
        GroupTriangles = 0;
        GroupCount = 0;
    }
    GroupMemoryBarrierWithGroupSync();
    bool survives = false;
    MeshletTask task = (MeshletTask)0;
    uint triangles = 0;
    if (index < Cull.taskCount)
    {
        task = Tasks[index];
        const InstanceRecord instance = Instances[task.instanceIndex & 31];
        const MeshletRecord meshlet = Meshlets[task.meshletIndex & 63];
        const Sphere sphere = WorldSphere(instance, meshlet.sphere);
        const Frustum frustum = Frustum::FromMatrix(View.viewProjection);
        survives = frustum.Sees(sphere) && !ConeFacesAway(meshlet, instance, sphere) && !BehindPyramid(sphere);
        triangles = survives ? meshlet.TriangleCount() : 0;
    }
    const uint waveCount = WaveActiveCountBits(survives);
    const uint waveTriangles = WaveActiveSum(triangles);
    uint waveBase = 0;
    if (WaveIsFirstLane())
    {
        InterlockedAdd(GroupCount, waveCount, waveBase);
        InterlockedAdd(GroupTriangles, waveTriangles);
    }
    const uint slot = WaveReadLaneFirst(waveBase) + WavePrefixCountBits(survives);
    GroupMemoryBarrierWithGroupSync();
    if (lane == 0)
    {
        uint base;
        InterlockedAdd(Counters[0], GroupCount, base);
        InterlockedAdd(Counters[1], GroupTriangles);
        GroupBase = base;
    }
    GroupMemoryBarrierWithGroupSync();
    if (survives)
        Survivors[(GroupBase + slot) & 63] = task;
    // Enough groups for what has come so far; the last group leaves the right number.
    if (lane == 0)
    {
        uint ignored;
        Arguments.InterlockedMax(0, DIVIDE_ROUND_UP((GroupBase & 0xffff) + GroupCount, GROUP_SIZE), ignored);
        Arguments.Store2(4, uint2(1, 1));
    }
}
