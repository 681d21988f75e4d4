// dxilkit-corpus
// Sixteen points tile the picture, which is computed in test/corpus/drawn_expectations.ts too.
// args: -T vs_6_0 -E VertexMain
// args: -T gs_6_0 -E GeometryMain
// args: -T ps_6_0 -E PixelMain
// vertices: 16
// topology: points

struct Tile { int2 place : PLACE; };
struct Corner
{
    float2 uv : TEXCOORD;
    float4 at : SV_Position;
    nointerpolation uint number : NUMBER;
};

Tile VertexMain(uint id : SV_VertexID)
{
    Tile t;
    t.place = int2(id % 4, id / 4);
    return t;
}

[maxvertexcount(4)]
void GeometryMain(point Tile tile[1], uint number : SV_PrimitiveID, inout TriangleStream<Corner> stream)
{
    for (uint i = 0; i < 4; i++)
    {
        const float2 uv = float2(i & 1, i >> 1);
        Corner c;
        c.uv = number % 3 == 0 ? uv.yx : uv;
        c.at = float4((tile[0].place + uv) * 0.5 - 1, 0, 1);
        c.at.y = -c.at.y;
        c.number = number * number;
        stream.Append(c);
    }
}

float4 PixelMain(Corner c) : SV_Target { return float4(c.uv, c.number, 1); }
