// Bounding boxes as lines: a group of 32 threads draws one box of 8 corners and 12 edges.
// args: -T ms_6_5 -E main
// args: -T ms_6_5 -E main -Zpr

struct Box { float3x4 transform; float3 extent; uint selected; };
struct Corner { float4 position : SV_Position; };
struct Edge { float4 color : COLOR; };
cbuffer View { float4x4 viewProjection; float4 palette[2]; uint boxes; };
StructuredBuffer<Box> Boxes : register(t0);

static const uint2 EDGES[12] = {
    { 0, 1 }, { 2, 3 }, { 4, 5 }, { 6, 7 }, { 0, 2 }, { 1, 3 }, { 4, 6 }, { 5, 7 }, { 0, 4 }, { 1, 5 }, { 2, 6 }, { 3, 7 },
};

[numthreads(32, 1, 1)]
[outputtopology("line")]
void main(
    uint thread : SV_GroupThreadID,
    uint group : SV_GroupID,
    out indices uint2 lines[12],
    out primitives Edge edges[12],
    out vertices Corner corners[8])
{
    bool exists = group < boxes;
    SetMeshOutputCounts(exists ? 8 : 0, exists ? 12 : 0);
    if (!exists)
        return;
    Box box = Boxes[group];
    if (thread < 8)
    {
        float3 sign = float3(thread & 1, (thread >> 1) & 1, thread >> 2) * 2 - 1;
        float3 at = mul(box.transform, float4(sign * box.extent, 1));
        corners[thread].position = mul(viewProjection, float4(at, 1));
    }
    if (thread < 12)
    {
        lines[thread] = EDGES[thread];
        edges[thread].color = palette[box.selected & 1];
    }
}
