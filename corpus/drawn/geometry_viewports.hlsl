// dxilkit-corpus
// Four views of one scene: the loop chooses the viewport, and clip and cull distances cut the views.
// args: -T vs_6_0 -E VertexMain
// args: -T gs_6_0 -E GeometryMain
// args: -T ps_6_0 -E PixelMain
// viewports: 4

struct Vertex { float4 place : PLACE; float hue : HUE; };
struct View
{
    float hue : HUE;
    float4 at : SV_Position;
    float2 clip : SV_ClipDistance;
    float cull : SV_CullDistance;
    uint port : SV_ViewportArrayIndex;
    nointerpolation uint number : NUMBER;
};

Vertex VertexMain(float4 position : POSITION, uint id : SV_VertexID)
{
    Vertex v = { position, id * 0.15 };
    return v;
}

[maxvertexcount(12)]
void GeometryMain(triangle Vertex v[3], inout TriangleStream<View> views)
{
    for (uint port = 0; port < 4; port++)
    {
        const float2x2 turn = float2x2(1 - (float)port * 0.5, port * 0.25, -(float)port * 0.25, 1 - port * 0.3);
        for (uint i = 0; i < 3; i++)
        {
            View w;
            w.at = float4(mul(turn, v[i].place.xy), v[i].place.z, 1);
            w.clip = float2(w.at.x + 0.7, 0.8 - w.at.y);
            w.cull = port == 2 ? v[i].place.x - 0.99 : 1;
            w.port = port;
            w.number = port * 10;
            w.hue = v[i].hue;
            views.Append(w);
        }
        views.RestartStrip();
    }
}

float4 PixelMain(View w) : SV_Target { return float4(w.hue, w.number, w.port, 1); }
