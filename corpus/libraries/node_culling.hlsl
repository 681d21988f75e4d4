// Culling of objects into draw lists: a group keeps its records together, and each thread asks for as many as it needs.
// library: -T lib_6_8
// library: -T lib_6_8 -Zpr

struct Object
{
    float4 sphere;
    row_major float3x4 transform;
    uint mesh;
    bool castsShadow;
};

struct Batch
{
    uint count : SV_DispatchGrid;
    uint first;
};

struct Draw
{
    float3x4 transform;
    uint mesh;
    uint lod;
};

cbuffer View : register(b0)
{
    float4 Planes[6];
    float3 Eye;
};

StructuredBuffer<Object> Objects : register(t0);
groupshared uint Visible;

bool IsVisible(float4 sphere)
{
    for (int i = 0; i < 6; i++)
        if (dot(Planes[i].xyz, sphere.xyz) + Planes[i].w < -sphere.w)
            return false;
    return true;
}

[shader("node")]
[NodeLaunch("broadcasting")]
[NodeMaxDispatchGrid(256, 1, 1)]
[numthreads(64, 1, 1)]
[NodeLocalRootArgumentsTableIndex(1)]
void Cull(
    DispatchNodeInputRecord<Batch> batch,
    uint3 thread : SV_DispatchThreadID,
    uint3 inGroup : SV_GroupThreadID,
    [MaxRecords(64)] NodeOutput<Draw> Opaque,
    [MaxRecordsSharedWith(Opaque)] NodeOutput<Draw> Shadow)
{
    Object o = Objects[batch.Get().first + thread.x];
    bool isVisible = IsVisible(o.sphere);
    ThreadNodeOutputRecords<Draw> draw = Opaque.GetThreadNodeOutputRecords(isVisible ? 1 : 0);
    if (isVisible)
    {
        draw.Get().transform = o.transform;
        draw.Get().mesh = o.mesh;
        draw.Get().lod = (uint)log2(1 + distance(Eye, o.sphere.xyz) / o.sphere.w);
    }
    draw.OutputComplete();

    if (inGroup.x == 0)
        Visible = 0;
    GroupMemoryBarrierWithGroupSync();
    if (o.castsShadow)
        InterlockedAdd(Visible, 1);
    GroupMemoryBarrierWithGroupSync();
    GroupNodeOutputRecords<Draw> shadow = Shadow.GetGroupNodeOutputRecords(min(Visible, 64));
    if (inGroup.x < Visible)
        shadow[inGroup.x].mesh = o.mesh;
    shadow.OutputComplete();
}
