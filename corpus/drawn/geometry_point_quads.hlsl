// dxilkit-corpus
// Points become turned quads: a function appends through the stream it is passed, another one restarts the strip.
// args: -T vs_6_0 -E VertexMain
// args: -T gs_6_0 -E GeometryMain
// args: -T ps_6_0 -E PixelMain
// vertices: 9
// topology: points

struct Seed
{
    float2 place : PLACE;
    float size : SIZE;
    nointerpolation uint kind : KIND;
};

struct Corner
{
    float4 at : SV_Position;
    float2 uv : TEXCOORD0;
    nointerpolation uint kind : KIND;
    uint primitive : SV_PrimitiveID;
};

Seed VertexMain(uint id : SV_VertexID)
{
    Seed s;
    s.place = float2(id % 3, id / 3) * 0.6 - 0.6;
    s.size = 0.12 + 0.02 * id;
    s.kind = id * 7 % 4;
    return s;
}

void Put(inout TriangleStream<Corner> stream, Seed seed, float2 uv, float2 axis, uint primitive)
{
    Corner c;
    const float2 p = (uv - 0.5) * 2 * seed.size;
    c.at = float4(seed.place + float2(p.x * axis.x - p.y * axis.y, p.x * axis.y + p.y * axis.x), 0.5, 1);
    c.uv = uv;
    c.kind = seed.kind;
    c.primitive = primitive * 2 + 1;
    stream.Append(c);
}

void Finish(inout TriangleStream<Corner> stream) { stream.RestartStrip(); }

[maxvertexcount(4)]
void GeometryMain(point Seed seeds[1], uint primitive : SV_PrimitiveID, inout TriangleStream<Corner> stream)
{
    float2 axis;
    sincos(seeds[0].kind * 0.6, axis.y, axis.x);
    for (uint i = 0; i < 4; i++)
        Put(stream, seeds[0], float2(i & 1, i >> 1), axis, primitive);
    Finish(stream);
}

float4 PixelMain(Corner c) : SV_Target
{
    const float d = length(c.uv - 0.5);
    if (c.kind == 1 && d > 0.5) discard;
    return float4(c.uv, c.kind, c.primitive);
}
