// dxilkit-corpus
// Planes that cut triangles, in a vector and in an array.
// args: -T vs_6_0 -E VertexMain
// args: -T ps_6_0 -E PixelMain

struct Output
{
    float4 position : SV_Position;
    float2 first : SV_ClipDistance0;
    float second : SV_ClipDistance1;
    float4 color : COLOR;
};

Output VertexMain(float4 p : POSITION, float4 color : COLOR)
{
    Output o;
    o.position = p;
    o.first = float2(dot(p.xy, float2(1, 0.5)) + 0.5, 0.8 - p.y);
    o.second = 1.2 - p.x - p.y;
    o.color = color;
    return o;
}

float4 PixelMain(Output i) : SV_Target { return i.color; }
