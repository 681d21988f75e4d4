// dxilkit-corpus
// Points, coloured by their number.
// args: -T vs_6_0 -E VertexMain
// args: -T ps_6_0 -E PixelMain
// topology: points
// vertices: 64

float4 VertexMain(uint id : SV_VertexID, out float3 color : COLOR) : SV_Position
{
    const float angle = id * 0.39269908;
    color = frac(float3(0.1, 0.2, 0.3) * id);
    return float4(sin(angle), cos(angle), 0, 1) * float4((0.2 + id / 100.0).xx, 1, 1);
}

float4 PixelMain(float4 position : SV_Position, float3 color : COLOR) : SV_Target { return float4(color, 1); }
