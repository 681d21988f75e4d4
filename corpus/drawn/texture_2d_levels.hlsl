// dxilkit-corpus
// Mip levels chosen by the hardware, by hand, by bias and by gradients.
// args: -T vs_6_0 -E VertexMain
// args: -T ps_6_0 -E PixelMain
// args: -T ps_6_6 -E PixelMain

Texture2D<float4> Image : register(t0);
SamplerState LinearSampler : register(s0);
SamplerState PointSampler : register(s1);

void VertexMain(float4 p : POSITION, out float4 position : SV_Position, out float2 uv : UV) { position = p; uv = p.xy; }

float4 PixelMain(float4 position : SV_Position, float2 uv : UV) : SV_Target
{
    float4 c = Image.Sample(LinearSampler, uv);
    c += Image.SampleBias(LinearSampler, uv, 1.5);
    c += Image.SampleLevel(PointSampler, uv, 2);
    c += Image.SampleGrad(LinearSampler, uv, float2(0.125, 0), float2(0, 0.25));
    c += Image.Sample(PointSampler, uv, int2(1, -2));
    return c / 5;
}
