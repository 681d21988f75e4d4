// Patches refined without a tessellator: the amplification shader measures each edge on the screen and asks for as many mesh groups as strips.
// args: -T as_6_5 -E MeasurePatches
// args: -T ms_6_5 -E RefinePatch

#define MOST 8

struct Patch
{
    float3 corners[4];
    float3 normals[4];
};
struct Request
{
    uint patch;
    float4 edges;
    uint2 inside;
};

cbuffer View : register(b0)
{
    float4x4 viewProjection;
    float3 eye;
    float pixelsPerTriangle;
    float2 screen;
    float height;
};
StructuredBuffer<Patch> Patches : register(t0);
Texture2D<float> Heights : register(t1);
SamplerState Smooth : register(s0);

float EdgeLevel(float3 a, float3 b)
{
    // As a sphere around the edge, so that both neighbours agree.
    const float3 middle = (a + b) * 0.5;
    const float4 clip = mul(float4(middle, 1), viewProjection);
    const float pixels = distance(a, b) * screen.y / max(clip.w, 0.1);
    return clamp(pixels / pixelsPerTriangle, 1, MOST);
}

[numthreads(1, 1, 1)]
void MeasurePatches(uint3 group : SV_GroupID)
{
    const Patch p = Patches[group.x];
    Request request;
    request.patch = group.x;
    [unroll]
    for (uint i = 0; i < 4; i++)
        request.edges[i] = EdgeLevel(p.corners[i], p.corners[(i + 1) & 3]);
    request.inside = uint2(ceil(max(request.edges.xy, request.edges.zw)));
    bool faces = false;
    for (uint k = 0; k < 4; k++)
        faces = faces || dot(p.normals[k], eye - p.corners[k]) > -height;
    DispatchMesh(faces ? request.inside.y : 0, 1, 1, request);
}

struct Vertex
{
    float4 position : SV_Position;
    float3 normal : NORMAL;
    float2 uv : TEXCOORD0;
};

Vertex Evaluate(Patch p, float2 uv)
{
    Vertex v;
    const float3 at = lerp(lerp(p.corners[0], p.corners[1], uv.x), lerp(p.corners[3], p.corners[2], uv.x), uv.y);
    const float3 n = lerp(lerp(p.normals[0], p.normals[1], uv.x), lerp(p.normals[3], p.normals[2], uv.x), uv.y);
    v.normal = normalize(n);
    v.position = mul(float4(at + v.normal * (Heights.SampleLevel(Smooth, uv, 0) * height), 1), viewProjection);
    v.uv = uv;
    return v;
}

[numthreads(32, 1, 1)]
[outputtopology("triangle")]
void RefinePatch(
    in payload Request request, uint lane : SV_GroupIndex, uint row : SV_GroupID, out vertices Vertex vertices[2 * (MOST + 1)],
    out indices uint3 triangles[2 * MOST])
{
    const uint columns = request.inside.x;
    SetMeshOutputCounts(2 * (columns + 1), 2 * columns);
    const Patch p = Patches[request.patch];
    if (lane < 2 * (columns + 1))
    {
        const uint2 cell = uint2(lane >> 1, row + (lane & 1));
        float2 uv = float2(cell) / float2(request.inside);
        // Vertices of an edge move to where the neighbour's coarser edge has them.
        if (cell.y == 0)
            uv.x = round(uv.x * request.edges.x) / request.edges.x;
        if (cell.y == request.inside.y)
            uv.x = round(uv.x * request.edges.z) / request.edges.z;
        vertices[lane] = Evaluate(p, saturate(uv));
    }
    if (lane < 2 * columns)
    {
        const uint first = lane & ~1u;
        triangles[lane] = first + ((lane & 1) ? uint3(2, 1, 3) : uint3(0, 1, 2));
    }
}
