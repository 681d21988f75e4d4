// A cut through a tree of clusters: each thread of the amplification shader looks at a node and keeps it if it is fine enough and its parent
// is not; the payload is made in a struct of the thread and in methods.
// args: -T as_6_5 -E CutTree
// args: -T as_6_8 -E CutTree
// args: -T ms_6_5 -E DrawNode

struct Node { float4 bounds; float error; float parentError; uint first; uint packedCounts; };
struct Range { uint first; uint vertices; uint triangles; };
struct Cut
{
    Range ranges[4];
    float4 tint;
    uint kept;

    void keep(Node node)
    {
        if (kept < 4)
        {
            ranges[kept].first = node.first;
            ranges[kept].vertices = node.packedCounts & 0xffff;
            ranges[kept].triangles = node.packedCounts >> 16;
            kept++;
        }
    }
};
struct LitCut : Cut { float3 light; bool isLit; };

cbuffer View { float4x4 viewProjection; float3 eye; float pixelError; uint nodes; float3 sun; };
StructuredBuffer<Node> Tree : register(t0);
StructuredBuffer<float3> Vertices : register(t1);
Buffer<uint> Triangles : register(t2);
RWByteAddressBuffer Statistics : register(u0);

bool isCut(Node node)
{
    float d = max(distance(node.bounds.xyz, eye) - node.bounds.w, 0.01f);
    return node.error / d <= pixelError && node.parentError / d > pixelError;
}

[numthreads(1, 1, 1)]
void CutTree(uint3 group : SV_GroupID)
{
    LitCut cut = (LitCut)0;
    for (uint i = 0; i < 4; i++)
    {
        uint number = group.x * 4 + i;
        if (number < nodes && isCut(Tree[number]))
            cut.keep(Tree[number]);
    }
    cut.tint = float4(frac(group.x * 0.61f), 0.5f, 0.25f, 1);
    cut.light = normalize(sun);
    cut.isLit = sun.y > 0;
    uint before;
    Statistics.InterlockedAdd(0, cut.kept, before);
    DispatchMesh(cut.kept, 1, 1, cut);
}

struct Vertex { float4 position : SV_Position; float4 color : COLOR; };

[numthreads(64, 1, 1)]
[outputtopology("triangle")]
void DrawNode(
    uint t : SV_GroupIndex,
    uint3 group : SV_GroupID,
    in payload LitCut cut,
    out indices uint3 triangles[64],
    out vertices Vertex vertices[64])
{
    Range range = cut.ranges[group.x & 3];
    SetMeshOutputCounts(range.vertices, range.triangles);
    if (t < range.vertices)
    {
        float3 at = Vertices[range.first + t];
        vertices[t].position = mul(float4(at, 1), viewProjection);
        float light = cut.isLit ? saturate(dot(cut.light, normalize(at))) : 0.1f;
        vertices[t].color = float4(cut.tint.rgb * light, cut.tint.a);
    }
    if (t < range.triangles)
    {
        uint word = Triangles[range.first + t];
        triangles[t] = uint3(word & 0x3f, (word >> 6) & 0x3f, (word >> 12) & 0x3f);
    }
}
