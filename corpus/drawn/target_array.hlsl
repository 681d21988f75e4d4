// dxilkit-corpus
// Targets as an array, each written in a loop.
// args: -T vs_6_0 -E VertexMain
// args: -T ps_6_0 -E PixelMain

void VertexMain(float4 p : POSITION, out float4 position : SV_Position, out float4 color[3] : COLOR)
{
    position = p;
    for (int i = 0; i < 3; ++i)
        color[i] = p * (i + 1);
}

void PixelMain(float4 position : SV_Position, float4 color[3] : COLOR, out float4 targets[3] : SV_Target)
{
    for (uint i = 0; i < 3; ++i)
        targets[i] = color[2 - i] * 0.25 + i;
}
