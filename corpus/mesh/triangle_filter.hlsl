// Small triangles and those that face away are culled by primitive: positions go through group-shared memory.
// args: -T ms_6_5 -E main
// args: -T ms_6_5 -E main -Od

struct Vertex { float4 position : SV_Position; float3 world : WORLD; nointerpolation uint material : MATERIAL; };
struct Triangle { bool cull : SV_CullPrimitive; uint id : SV_PrimitiveID; float area : AREA; };
cbuffer Frame { float4x4 viewProjection; float2 resolution; uint vertexCount; uint triangleCount; };
StructuredBuffer<float3> Positions : register(t0);
StructuredBuffer<uint> Materials : register(t1);
Buffer<uint> Packed : register(t2);

#define MAX_VERTICES 64
#define MAX_TRIANGLES 124

groupshared float3 screen[MAX_VERTICES];

[numthreads(128, 1, 1)]
[outputtopology("triangle")]
void main(
    uint t : SV_GroupIndex,
    uint3 group : SV_GroupID,
    out vertices Vertex vertices[MAX_VERTICES],
    out indices uint3 triangles[MAX_TRIANGLES],
    out primitives Triangle facts[MAX_TRIANGLES])
{
    SetMeshOutputCounts(vertexCount, triangleCount);
    if (t < vertexCount)
    {
        uint v = group.x * MAX_VERTICES + t;
        Vertex o;
        o.world = Positions[v];
        o.position = mul(float4(o.world, 1), viewProjection);
        o.material = Materials[v];
        vertices[t] = o;
        screen[t] = float3(o.position.xy / o.position.w * resolution, o.position.w);
    }
    GroupMemoryBarrierWithGroupSync();
    if (t < triangleCount)
    {
        uint word = Packed[group.x * MAX_TRIANGLES + t];
        uint3 corner = uint3(word, word >> 8, word >> 16) & 0xff;
        triangles[t] = corner;
        float3 a = screen[corner.x];
        float3 b = screen[corner.y];
        float3 c = screen[corner.z];
        float2 ab = b.xy - a.xy;
        float2 ac = c.xy - a.xy;
        float doubled = ab.x * ac.y - ab.y * ac.x;
        float2 low = round(min(min(a.xy, b.xy), c.xy));
        float2 high = round(max(max(a.xy, b.xy), c.xy));
        bool behind = max(max(a.z, b.z), c.z) < 0;
        facts[t].cull = doubled <= 0 || any(low == high) || behind;
        facts[t].id = group.x * MAX_TRIANGLES + t;
        facts[t].area = doubled * 0.5f;
    }
}
