// dxilkit-corpus
// Lines with adjacency become strips of some width whose ends are cut half way to their neighbours.
// args: -T vs_6_0 -E VertexMain
// args: -T gs_6_0 -E GeometryMain
// args: -T ps_6_0 -E PixelMain
// vertices: 8
// topology: lineStripAdjacent

struct Knot { float2 place : PLACE; float width : WIDTH; };
struct Ribbon { float4 at : SV_Position; float across : ACROSS; nointerpolation int segment : SEGMENT; };

Knot VertexMain(uint id : SV_VertexID)
{
    Knot k;
    k.place = float2(id * 0.25 - 0.9, sin(id * 1.3) * 0.6);
    k.width = 0.08 + 0.01 * id;
    return k;
}

float2 Side(float2 a, float2 b)
{
    const float2 d = normalize(b - a);
    return float2(-d.y, d.x);
}

[maxvertexcount(4)]
void GeometryMain(lineadj Knot k[4], inout TriangleStream<Ribbon> ribbon, uint segment : SV_PrimitiveID)
{
    float2 sides[2];
    for (uint end = 0; end < 2; end++)
        sides[end] = normalize(Side(k[end].place, k[end + 1].place) + Side(k[end + 1].place, k[end + 2].place));
    for (uint i = 0; i < 4; i++)
    {
        const uint end = i / 2;
        const float across = i & 1 ? 1 : -1;
        Ribbon r;
        r.at = float4(k[1 + end].place + sides[end] * across * k[1 + end].width, 0.25, 1);
        r.across = across;
        r.segment = (int)segment - 2;
        ribbon.Append(r);
    }
}

float4 PixelMain(Ribbon r) : SV_Target { return float4(1 - abs(r.across), r.segment, 0.5, 1); }
