// dxilkit-corpus
// One instance of the draw a view: every stage reads SV_ViewID, which the test's runtime does not know.
// args: -T vs_6_1 -E VertexMain
// args: -T gs_6_1 -E GeometryMain
// args: -T gs_6_4 -E GeometryMain -Od
// args: -T ps_6_1 -E PixelMain
// drawn: no

cbuffer Views : register(b0) { float4x4 Eyes[4]; };

struct Vertex { float4 place : PLACE; float2 uv : TEXCOORD; };
struct Seen { float4 at : SV_Position; float2 uv : TEXCOORD; float shade : SHADE; uint slice : SV_RenderTargetArrayIndex; };

Vertex VertexMain(float4 place : PLACE, float2 uv : TEXCOORD, uint view : SV_ViewID)
{
    Vertex v = { place, uv };
    if (view == 2) v.uv.y = 1 - v.uv.y;
    return v;
}

[maxvertexcount(3)]
void GeometryMain(triangle Vertex v[3], uint view : SV_ViewID, inout TriangleStream<Seen> seen)
{
    for (uint i = 0; i < 3; i++)
    {
        Seen s;
        s.at = mul(v[i].place, Eyes[view]);
        s.uv = v[i].uv;
        s.shade = view > 1 ? v[i].uv.x : 0.5;
        s.slice = view;
        seen.Append(s);
    }
}

float4 PixelMain(Seen s, uint view : SV_ViewID) : SV_Target
{
    float4 c = float4(s.uv, s.shade, 1);
    if (view & 1) c = c.zyxw;
    return c;
}
