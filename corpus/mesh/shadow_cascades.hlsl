// One geometry into several shadow cascades at once: the amplification shader finds the cascades that a cluster touches, the mesh shader writes
// each triangle to the layer of its cascade.
// args: -T as_6_5 -E FindCascades
// args: -T ms_6_5 -E DrawCascades

#define CASCADES 4

struct Cluster { float4 sphere; uint first; uint count; };
struct Touched
{
    uint cluster;
    uint cascades[CASCADES];
    uint count;
    row_major float4x4 projection[CASCADES];
};
struct Light { row_major float4x4 projection; float4 planes[4]; float bias; float3 pad; };

ConstantBuffer<Light> Lights[CASCADES] : register(b0);
StructuredBuffer<Cluster> Clusters : register(t0);
ByteAddressBuffer Vertices : register(t1);
Buffer<uint3> Faces : register(t2);

bool touches(uint cascade, float4 sphere)
{
    bool inside = true;
    for (uint i = 0; i < 4; i++)
        inside = inside && dot(float4(sphere.xyz, 1), Lights[NonUniformResourceIndex(cascade)].planes[i]) > -sphere.w;
    return inside;
}

groupshared Touched touched;

[numthreads(CASCADES, 1, 1)]
void FindCascades(uint thread : SV_GroupIndex, uint3 group : SV_GroupID)
{
    if (thread == 0)
    {
        touched.count = 0;
        touched.cluster = group.x;
    }
    GroupMemoryBarrierWithGroupSync();
    if (touches(thread, Clusters[group.x].sphere))
    {
        uint slot;
        InterlockedAdd(touched.count, 1u, slot);
        touched.cascades[slot] = thread;
        touched.projection[slot] = Lights[thread].projection;
    }
    GroupMemoryBarrierWithGroupSync();
    DispatchMesh(touched.count, 1, 1, touched);
}

struct ShadowVertex { float4 position : SV_Position; float2 clip : SV_ClipDistance; };
struct ShadowTriangle { uint layer : SV_RenderTargetArrayIndex; uint viewport : SV_ViewportArrayIndex; };

[numthreads(64, 1, 1)]
[outputtopology("triangle")]
void DrawCascades(
    uint thread : SV_GroupIndex,
    uint3 group : SV_GroupID,
    in payload Touched work,
    out primitives ShadowTriangle layers[64],
    out indices uint3 triangles[64],
    out vertices ShadowVertex vertices[192])
{
    Cluster cluster = Clusters[work.cluster];
    uint cascade = work.cascades[group.x];
    SetMeshOutputCounts(cluster.count * 3, cluster.count);
    if (thread < cluster.count)
    {
        uint3 face = Faces[cluster.first + thread];
        for (uint i = 0; i < 3; i++)
        {
            float3 at = asfloat(Vertices.Load3(face[i] * 12));
            float4 projected = mul(float4(at, 1), work.projection[group.x]);
            projected.z -= Lights[NonUniformResourceIndex(cascade)].bias;
            uint v = thread * 3 + i;
            vertices[v].position = projected;
            vertices[v].clip = float2(projected.z, projected.w - projected.z);
        }
        triangles[thread] = thread * 3 + uint3(0, 1, 2);
        layers[thread].layer = cascade;
        layers[thread].viewport = cascade & 1;
    }
}
