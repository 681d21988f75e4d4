// Two nodes that are given the same input, and one that reads records through functions and copies.
// library: -T lib_6_8
// library: -T lib_6_8 -exports Draw=Paint;Count -export-shaders-only

struct Cluster
{
    uint3 grid : SV_DispatchGrid;
    float4 bounds[2];
    uint lights;
};

RWStructuredBuffer<Cluster> Kept : register(u0);
RWByteAddressBuffer Count_ : register(u1);

float Volume(Cluster c)
{
    float3 size = c.bounds[1].xyz - c.bounds[0].xyz;
    return size.x * size.y * size.z;
}

Cluster Grown(DispatchNodeInputRecord<Cluster> input, float by)
{
    Cluster c = input.Get();
    c.bounds[0] -= by;
    c.bounds[1] += by;
    return c;
}

[shader("node")]
[NodeLaunch("broadcasting")]
[NodeIsProgramEntry]
[NodeMaxDispatchGrid(8, 8, 8)]
[numthreads(1, 1, 1)]
void Count(DispatchNodeInputRecord<Cluster> input)
{
    Count_.InterlockedAdd(0, countbits(input.Get().lights));
}

[shader("node")]
[NodeLaunch("broadcasting")]
[NodeId("Paint", 2)]
[NodeShareInputOf("Count")]
[NodeMaxDispatchGrid(8, 8, 8)]
[numthreads(8, 1, 1)]
void Paint(DispatchNodeInputRecord<Cluster> input, uint3 id : SV_DispatchThreadID)
{
    Cluster c = Grown(input, 0.5 * id.x);
    if (Volume(c) > 1)
        Kept[id.x] = c;
}
