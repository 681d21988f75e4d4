// dxilkit-corpus
// Nested structs, arrays and matrices come in by vertex; the whole array is passed to functions, one of which changes its copy.
// args: -T vs_6_0 -E VertexMain
// args: -T gs_6_0 -E GeometryMain
// args: -T gs_6_0 -E GeometryMain -Zpr
// args: -T ps_6_0 -E PixelMain

struct Frame { float3x3 axes : AXES; float weights[3] : WEIGHT; };
struct Vertex { float4 at : SV_Position; Frame frame; nointerpolation bool marked : MARKED; };
struct Piece { float4 at : SV_Position; Frame frame; float2 mark : MARK; };

Vertex VertexMain(float4 position : POSITION, float3 x : AXIS0, float3 y : AXIS1, uint id : SV_VertexID)
{
    Vertex v;
    v.at = position;
    v.frame.axes = float3x3(x, y, cross(x, y));
    for (uint i = 0; i < 3; i++) v.frame.weights[i] = i * 0.5 + id;
    v.marked = id % 2 == 0;
    return v;
}

float4 Middle(Vertex v[3])
{
    float4 sum = 0;
    for (int i = 0; i < 3; i++) sum += v[i].at;
    return sum / 3;
}

float2 Marks(Vertex v[3], int from)
{
    v[from].marked = !v[from].marked;
    float2 sum = 0;
    for (int i = 0; i < 3; i++) sum += float2(v[i].frame.weights[1], v[i].marked);
    return sum;
}

[maxvertexcount(3)]
void GeometryMain(triangle Vertex v[3], uint id : SV_PrimitiveID, inout TriangleStream<Piece> pieces)
{
    const float4 middle = Middle(v);
    for (int i = 0; i < 3; i++)
    {
        const uint other = (i + id) % 3;
        Piece p;
        p.at = middle + (v[i].at - middle) * 0.8 + float4(middle.xy * 0.2, 0, 0);
        p.frame.axes = v[other].frame.axes * 2;
        p.frame.weights = v[i].frame.weights;
        p.mark = Marks(v, other);
        pieces.Append(p);
    }
}

float4 PixelMain(Piece p) : SV_Target
{
    return float4(mul(p.frame.axes, float3(p.frame.weights[0], p.frame.weights[1], p.frame.weights[2])), p.mark.x + p.mark.y);
}
