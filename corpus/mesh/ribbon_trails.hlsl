// Ribbons behind moving things, in 16-bit numbers where those are enough.
// args: -T ms_6_6 -E main -enable-16bit-types
// args: -T ms_6_5 -E main -DMINIMUM

#ifdef MINIMUM
typedef min16float Narrow;
typedef min16float2 Narrow2;
typedef min16float4 Narrow4;
typedef min16uint NarrowId;
#else
typedef float16_t Narrow;
typedef float16_t2 Narrow2;
typedef float16_t4 Narrow4;
typedef uint16_t NarrowId;
#endif

struct Knot { float3 position; float age; };
struct Vertex
{
    float4 position : SV_Position;
    Narrow2 uv : TEXCOORD;
    Narrow4 color : COLOR;
    nointerpolation NarrowId ribbon : RIBBON;
};
cbuffer Trails { float4x4 viewProjection; float3 eye; float width; float4 young; float4 old; uint knots; };
StructuredBuffer<Knot> Knots : register(t0);

[numthreads(64, 1, 1)]
[outputtopology("triangle")]
void main(
    uint t : SV_GroupIndex,
    uint ribbon : SV_GroupID,
    out indices uint3 triangles[126],
    out vertices Vertex vertices[128])
{
    uint used = min(knots, 64u);
    SetMeshOutputCounts(used * 2, used > 0 ? used * 2 - 2 : 0);
    if (t >= used)
        return;
    uint first = ribbon * 64;
    Knot knot = Knots[first + t];
    float3 before = Knots[first + max(t, 1u) - 1].position;
    float3 after = Knots[first + min(t + 1, used - 1)].position;
    float3 side = normalize(cross(after - before, eye - knot.position)) * width;
    Narrow4 color = lerp((Narrow4)young, (Narrow4)old, (Narrow)saturate(knot.age));
    [unroll]
    for (uint i = 0; i < 2; i++)
    {
        Vertex v;
        v.position = mul(float4(knot.position + (i == 0 ? side : -side), 1), viewProjection);
        v.uv = Narrow2((Narrow)i, (Narrow)knot.age);
        v.color = color;
        v.ribbon = (NarrowId)ribbon;
        vertices[t * 2 + i] = v;
    }
    if (t + 1 < used)
    {
        triangles[t * 2] = t * 2 + uint3(0, 1, 2);
        triangles[t * 2 + 1] = t * 2 + uint3(2, 1, 3);
    }
}
