// Fast things are shaded coarsely: the rate goes out by primitive, as do a viewport and the number of the primitive.
// args: -T ms_6_5 -E main
// args: -T ms_6_7 -E main

struct Vertex { float4 position : SV_Position; float4 previous : PREVIOUS; float3 cull : SV_CullDistance; };
struct Primitive
{
    uint rate : SV_ShadingRate;
    uint viewport : SV_ViewportArrayIndex;
    uint id : SV_PrimitiveID;
    float3 speed[2] : SPEED;
};
struct Input { float3 position; float3 velocity; };
cbuffer Frame { row_major float4x4 now; row_major float4x4 before; float2 thresholds; float4 cullPlanes[3]; };
StructuredBuffer<Input> Inputs : register(t0);

groupshared float2 moved[96];

[numthreads(96, 1, 1)]
[outputtopology("triangle")]
void main(
    uint t : SV_GroupIndex,
    uint3 group : SV_GroupID,
    out primitives Primitive primitives[32],
    out vertices Vertex vertices[96],
    out indices uint3 triangles[32])
{
    SetMeshOutputCounts(96, 32);
    Input i = Inputs[group.x * 96 + t];
    Vertex v;
    v.position = mul(float4(i.position, 1), now);
    v.previous = mul(float4(i.position - i.velocity, 1), before);
    for (uint p = 0; p < 3; p++)
        v.cull[p] = dot(float4(i.position, 1), cullPlanes[p]);
    vertices[t] = v;
    moved[t] = v.position.xy / v.position.w - v.previous.xy / v.previous.w;
    GroupMemoryBarrierWithGroupSync();
    if (t < 32)
    {
        triangles[t] = t * 3 + uint3(0, 1, 2);
        float2 motion = abs(moved[t * 3]) + abs(moved[t * 3 + 1]) + abs(moved[t * 3 + 2]);
        uint2 axis = uint2(motion.x > thresholds.x ? 1 : 0, motion.y > thresholds.y ? 1 : 0);
        primitives[t].rate = axis.x << 2 | axis.y;
        primitives[t].viewport = group.y;
        primitives[t].id = group.x * 32 + t;
        primitives[t].speed[0] = i.velocity;
        primitives[t].speed[1] = float3(motion, length(i.velocity));
    }
}
