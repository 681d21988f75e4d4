// The scene as the GPU sees it: instances, meshes with levels of detail, meshlets and the work that culling writes.
#ifndef GPU_SCENE_HLSLI
#define GPU_SCENE_HLSLI

#include "../kernel/config.hlsli"
#include "../kernel/camera.hlsli"
#include "../kernel/packing.hlsli"
#include "../kernel/waves.hlsli"

#define MAX_LODS 8

struct LodRange
{
    uint firstIndex;
    uint indexCount;
    uint firstMeshlet;
    uint meshletCount;
};

struct MeshRecord
{
    float4 boundingSphere;
    float3 boundsCenter;
    uint lodCount;
    float3 boundsExtent;
    uint materialSlot;
    float lodError[MAX_LODS];
    LodRange lods[MAX_LODS];
};

struct InstanceRecord
{
    row_major float3x4 objectToWorld;
    row_major float3x4 previousObjectToWorld;
    uint meshIndex;
    uint flags;
    uint layerMask;
    float maxScale;
    uint customData[4];
};

#define INSTANCE_FLAG_HIDDEN 1u
#define INSTANCE_FLAG_TWO_SIDED 2u
#define INSTANCE_FLAG_SHADOW 4u
#define INSTANCE_FLAG_SKINNED 8u

struct MeshletRecord
{
    float4 sphere;
    uint coneAxisAndCutoff;
    uint vertexOffset;
    uint triangleOffset;
    uint counts;

    uint VertexCount() { return counts & 0xff; }
    uint TriangleCount() { return (counts >> 8) & 0xff; }
    float4 Cone()
    {
        const int4 c = int4(coneAxisAndCutoff << 24, coneAxisAndCutoff << 16, coneAxisAndCutoff << 8, coneAxisAndCutoff) >> 24;
        return float4(c) / 127.0;
    }
};

struct DrawIndexedArguments
{
    uint indexCount;
    uint instanceCount;
    uint startIndex;
    int baseVertex;
    uint startInstance;
};

struct DispatchArguments
{
    uint x, y, z;
};

struct CullStatistics
{
    uint tested;
    uint outsideFrustum;
    uint tooSmall;
    uint occluded;
    uint visible;
};

Sphere WorldSphere(InstanceRecord instance, float4 local)
{
    Sphere s;
    s.center = mul(instance.objectToWorld, float4(local.xyz, 1));
    s.radius = local.w * instance.maxScale;
    return s;
}

Aabb WorldBox(InstanceRecord instance, MeshRecord mesh)
{
    Aabb box;
    box.lower = mesh.boundsCenter - mesh.boundsExtent;
    box.upper = mesh.boundsCenter + mesh.boundsExtent;
    return TransformBox(box, instance.objectToWorld);
}

/// Pixels that one unit covers at this distance.
float PixelsPerUnit(ViewConstants view, float distance, float cotHalfFov)
{
    return view.screenSize.y * 0.5 * cotHalfFov / max(distance, view.nearPlane);
}

#endif
