// dxilkit-corpus
// Sobel's operator with loads around the pixel, clamped by hand.
// args: -T vs_6_0 -E VertexMain
// args: -T ps_6_0 -E PixelMain

Texture2D<float4> Image : register(t0);

void VertexMain(float4 p : POSITION, out float4 position : SV_Position) { position = p; }

float Luma(int2 p) { return dot(Image[clamp(p, 0, 15)].rgb, float3(0.299, 0.587, 0.114)); }

float4 PixelMain(float4 position : SV_Position) : SV_Target
{
    const int2 p = int2(position.xy) / 2;
    float2 g = 0;
    for (int i = -1; i <= 1; ++i)
    {
        const float w = i == 0 ? 2 : 1;
        g.x += w * (Luma(p + int2(1, i)) - Luma(p + int2(-1, i)));
        g.y += w * (Luma(p + int2(i, 1)) - Luma(p + int2(i, -1)));
    }
    return float4(g, length(g), step(0.5, length(g)));
}
