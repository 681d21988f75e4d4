// dxilkit-corpus
// Precise outputs of both stages, so that nothing is contracted.
// args: -T vs_6_0 -E VertexMain
// args: -T ps_6_0 -E PixelMain
// args: -T ps_6_0 -E PixelMain -Gis

void VertexMain(float4 p : POSITION, float4 c : COLOR, out precise float4 position : SV_Position, out float4 color : COLOR)
{
    const float4 squared = c * c;
    position = p * 0.75 + squared * 0.125;
    color = c;
}

float4 PixelMain(float4 position : SV_Position, float4 color : COLOR) : SV_Target
{
    precise float4 sum = color * color.wzyx + color;
    sum = sum * sum - color;
    return sum;
}
