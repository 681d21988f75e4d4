// dxilkit-corpus
// A triangle is cut into rows of smaller ones; how many is known at run time only, and some primitives put out nothing.
// args: -T vs_6_0 -E VertexMain
// args: -T gs_6_0 -E GeometryMain
// args: -T gs_6_0 -E GeometryMain -Od
// args: -T ps_6_0 -E PixelMain
// vertices: 12

struct Vertex { float4 at : SV_Position; nointerpolation int level : LEVEL; };
struct Small
{
    float4 at : SV_Position;
    float3 weights : WEIGHTS;
    nointerpolation int2 cell : CELL;
    uint primitive : SV_PrimitiveID;
};

Vertex VertexMain(float4 position : POSITION, uint id : SV_VertexID)
{
    Vertex v;
    v.at = float4(position.xy * (id < 6 ? 1 : 0.5), position.zw);
    v.level = 1 + (int)(id / 3);
    return v;
}

float4 Blend(float4 a, float4 b, float4 c, float3 w) { return a * w.x + b * w.y + c * w.z; }

[maxvertexcount(40)]
void GeometryMain(triangle Vertex v[3], uint id : SV_PrimitiveID, inout TriangleStream<Small> stream)
{
    const int levels = v[0].level;
    if (levels == 2) return;
    for (int row = 0; row < levels; row++)
    {
        for (int column = 0; column <= 2 * row + 2; column++)
        {
            const int down = column & 1 ? row : row + 1;
            const int along = column / 2;
            if (along > down) break;
            Small s;
            s.weights = float3(levels - down, down - along, along) / levels;
            s.at = Blend(v[0].at, v[1].at, v[2].at, s.weights);
            s.cell = int2(row, column);
            s.primitive = id * 16 + row;
            stream.Append(s);
        }
        stream.RestartStrip();
    }
}

float4 PixelMain(Small s) : SV_Target { return float4(s.weights.xy, s.cell.x * 8 + s.cell.y, s.primitive); }
