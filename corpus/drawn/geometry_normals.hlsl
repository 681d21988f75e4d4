// dxilkit-corpus
// Normals of vertices and faces as lines, each a strip of its own.
// args: -T vs_6_0 -E VertexMain
// args: -T gs_6_0 -E GeometryMain
// args: -T ps_6_0 -E PixelMain

struct Surface { float4 at : SV_Position; float3 normal : NORMAL; };
struct Hair { float4 at : SV_Position; float4 color : COLOR; };

Surface VertexMain(float4 position : POSITION, float3 tilt : TILT)
{
    Surface s;
    s.at = position * float4(0.6, 0.6, 1, 1);
    s.normal = normalize(tilt - 0.5);
    return s;
}

Hair Root(float4 at, float4 color)
{
    Hair h = { at, color };
    return h;
}

void Line(inout LineStream<Hair> lines, float4 from, float3 along, float4 color)
{
    lines.Append(Root(from, color));
    lines.Append(Root(from + float4(along * 0.35, 0), color.wzyx));
    lines.RestartStrip();
}

[maxvertexcount(8)]
void GeometryMain(triangle Surface v[3], inout LineStream<Hair> lines)
{
    float4 middle = 0;
    float3 sum = 0;
    for (int i = 0; i < 3; ++i)
    {
        Line(lines, v[i].at, v[i].normal, float4(i, 1, 0.5, 1));
        middle += v[i].at / 3;
        sum += v[i].normal;
    }
    Line(lines, middle, normalize(sum), float4(4, 0, 0, 1));
}

float4 PixelMain(Hair h) : SV_Target { return h.color; }
