// dxilkit-corpus
// Walks a hierarchy of clusters with a queue that the groups share: nodes whose error is too large are split, leaves are drawn in
// software or hardware by their size on screen.
// args: -T cs_6_5 -E main
// args: -T cs_6_5 -E main -D SOFTWARE_RASTER=1 -D MAX_STEPS=12
// args: -T cs_6_6 -E main -D SOFTWARE_RASTER=1
// data: cb0 1 0 0 0 0 1 0 0 0 0 0.01 1 0 0 0.1 0.5 1 0 0 0 0 1 0 0 0 0 0.01 1 0 0 0.1 0.5 1 0 0 0 0 1 0 0 0 0 0.01 1 0 0 0.1 0.5 1 0 0 0 0 1 0 0 0 0 1 0 0.1 0.2 -0.5 0.1 1920 1080 0.00052 0.00092 0 0 7u 1 0 0 1 0u
// data: cb1 4u 48u 64u 0u 1 700 1500 0
// data: u0 0u 8u 0u 0u 0u 0u
// data: u1 0u 1u 1u 2u 2u 3u 3u 4u 4u 5u 5u 6u 6u 7u 7u 8u
// dispatch: 1 1 1

#include "scene.hlsli"

#ifndef SOFTWARE_RASTER
#define SOFTWARE_RASTER 0
#endif
#ifndef MAX_STEPS
#define MAX_STEPS 8
#endif
#define CHILDREN 4
#define QUEUE_GROUP 32

struct HierarchyNode
{
    float4 lodSphere;
    float3 boxCenter;
    float minError;
    float3 boxExtent;
    float maxParentError;
    uint childReference;
    uint childCount;
    uint groupPart[2];

    bool IsLeaf() { return (childReference & 0x80000000u) != 0; }
    uint First() { return childReference & 0x7fffffffu; }
};

struct QueueState
{
    uint readOffset;
    uint writeOffset;
    int pending;
    uint hardwareCount;
    uint softwareCount;
    uint overflow;
};

struct HierarchyConstants
{
    uint rootCount;
    uint nodeCount;
    uint queueCapacity;
    uint flags;
    float errorScale;
    float threshold;
    float softwarePixels;
    float pad;
};

ConstantBuffer<ViewConstants> View : register(b0);
ConstantBuffer<HierarchyConstants> Hierarchy : register(b1);
StructuredBuffer<HierarchyNode> Nodes : register(t0);
StructuredBuffer<InstanceRecord> Instances : register(t1);
globallycoherent RWStructuredBuffer<QueueState> Queue : register(u0);
globallycoherent RWStructuredBuffer<uint2> Candidates : register(u1);
RWStructuredBuffer<uint2> HardwareClusters : register(u2);
#if SOFTWARE_RASTER
RWStructuredBuffer<uint2> SoftwareClusters : register(u3);
#endif

groupshared uint GroupBase;
groupshared uint GroupTaken;

struct NodeView
{
    float projectedError;
    float projectedSize;
    bool isVisible;
};

NodeView Evaluate(HierarchyNode node, InstanceRecord instance)
{
    NodeView result;
    const Sphere sphere = WorldSphere(instance, node.lodSphere);
    const float3 toCenter = sphere.center - View.position;
    const float distance = max(length(toCenter) - sphere.radius, View.nearPlane);
    const float pixels = PixelsPerUnit(View, distance, Hierarchy.errorScale);
    result.projectedError = node.maxParentError * instance.maxScale * pixels;
    result.projectedSize = sphere.radius * 2 * pixels;
    Aabb box;
    box.lower = node.boxCenter - node.boxExtent;
    box.upper = node.boxCenter + node.boxExtent;
    result.isVisible = Frustum::FromMatrix(View.viewProjection).Sees(TransformBox(box, instance.objectToWorld));
    return result;
}

void Emit(uint2 cluster, float size)
{
#if SOFTWARE_RASTER
    const bool isSmall = size < Hierarchy.softwarePixels;
    uint place;
    if (isSmall)
    {
        InterlockedAdd(Queue[0].softwareCount, 1, place);
        if (place < 64)
            SoftwareClusters[place] = cluster;
        return;
    }
    InterlockedAdd(Queue[0].hardwareCount, 1, place);
#else
    uint place;
    InterlockedAdd(Queue[0].hardwareCount, 1, place);
#endif
    if (place < 64)
        HardwareClusters[place] = cluster;
}

void Split(HierarchyNode node, uint instanceIndex)
{
    const uint count = min(node.childCount & 7, CHILDREN);
    uint base;
    InterlockedAdd(Queue[0].writeOffset, count, base);
    for (uint i = 0; i < count; ++i)
    {
        if (base + i < Hierarchy.queueCapacity)
            Candidates[base + i] = uint2(instanceIndex, (node.First() + i) % Hierarchy.nodeCount);
        else
            InterlockedOr(Queue[0].overflow, 1);
    }
}

[numthreads(QUEUE_GROUP, 1, 1)]
void main(uint lane : SV_GroupIndex)
{
    // A fixed number of rounds instead of waiting: what is left goes on in the next dispatch.
    [loop]
    for (uint step = 0; step < MAX_STEPS; ++step)
    {
        if (lane == 0)
        {
            const uint available = min(Queue[0].writeOffset, Hierarchy.queueCapacity);
            const uint from = Queue[0].readOffset;
            GroupTaken = from < available ? min(available - from, QUEUE_GROUP) : 0;
            GroupBase = from;
            Queue[0].readOffset = from + GroupTaken;
        }
        AllMemoryBarrierWithGroupSync();
        const uint taken = GroupTaken;
        if (taken == 0)
            break;
        if (lane < taken)
        {
            const uint2 candidate = Candidates[GroupBase + lane];
            const uint instanceIndex = candidate.x & 31;
            const HierarchyNode node = Nodes[candidate.y % Hierarchy.nodeCount];
            const NodeView seen = Evaluate(node, Instances[instanceIndex]);
            if (seen.isVisible)
            {
                if (node.IsLeaf() || seen.projectedError < Hierarchy.threshold)
                    Emit(uint2(instanceIndex, node.groupPart[candidate.y & 1]), seen.projectedSize);
                else
                    Split(node, instanceIndex);
            }
        }
        DeviceMemoryBarrierWithGroupSync();
    }
}
