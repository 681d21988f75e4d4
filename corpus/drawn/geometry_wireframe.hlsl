// dxilkit-corpus
// Distances to the three edges in pixels, interpolated without perspective, draw the wires of a filled triangle.
// args: -T vs_6_0 -E VertexMain
// args: -T gs_6_0 -E GeometryMain
// args: -T ps_6_0 -E PixelMain

struct Vertex
{
    float4 at : SV_Position;
    float4 color : COLOR;
};
struct Wired
{
    float4 at : SV_Position;
    float4 color : COLOR;
    noperspective float3 edges : EDGES;
};

Vertex VertexMain(float4 position : POSITION, float4 color : COLOR)
{
    Vertex v;
    v.at = float4(position.xy * 0.9, position.z, 1 + position.z);
    v.color = color;
    return v;
}

float2 Pixels(float4 at) { return at.xy / at.w * 16; }

[maxvertexcount(3)]
void GeometryMain(triangle Vertex v[3], inout TriangleStream<Wired> stream)
{
    float2 p[3];
    int i;
    for (i = 0; i < 3; i++) p[i] = Pixels(v[i].at);
    const float2 a = p[1] - p[0], b = p[2] - p[0];
    const float area = abs(a.x * b.y - a.y * b.x);
    for (i = 0; i < 3; i++)
    {
        Wired w;
        w.at = v[i].at;
        w.color = v[i].color;
        w.edges = 0;
        w.edges[i] = area / length(p[(i + 1) % 3] - p[(i + 2) % 3]);
        stream.Append(w);
    }
}

float4 PixelMain(Wired w) : SV_Target
{
    const float near = min(w.edges.x, min(w.edges.y, w.edges.z));
    return lerp(float4(1, 1, 1, 2), w.color, saturate(near - 0.5));
}
