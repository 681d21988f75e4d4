// dxilkit-corpus
// One triangle from the vertex number alone, and a gradient from the pixel's place.
// args: -T vs_6_0 -E VertexMain
// args: -T ps_6_0 -E PixelMain
// args: -T ps_6_6 -E PixelMain -O1
// vertices: 3

float4 VertexMain(uint id : SV_VertexID, out float2 uv : UV) : SV_Position
{
    uv = float2(id & 2, (id << 1) & 2);
    return float4(uv * float2(2, -2) + float2(-1, 1), 0.5, 1);
}

float4 PixelMain(float4 at : SV_Position, float2 uv : UV) : SV_Target
{
    return float4(floor(at.xy) / 32, uv);
}
