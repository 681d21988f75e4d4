// dxilkit-corpus
// Derivatives and samples before a discard or a branch must not move behind it, nor out of it.
// args: -T vs_6_0 -E VertexMain
// args: -T ps_6_0 -E PixelMain

Texture2D<float4> Image : register(t0);
SamplerState LinearSampler : register(s0);
cbuffer Scene : register(b0) { float threshold; };

void VertexMain(float4 p : POSITION, out float4 position : SV_Position, out float2 uv : UV) { position = p; uv = p.xy; }

float4 PixelMain(float4 position : SV_Position, float2 uv : UV) : SV_Target
{
    const float4 before = Image.Sample(LinearSampler, uv);
    const float slope = ddx(uv.x * uv.y);
    if (before.r < threshold * 0.5)
        discard;
    float4 result = slope;
    if (uv.x > 0.25)
        result += before;
    else
        result -= Image.SampleLevel(LinearSampler, uv, 1) * slope;
    [loop]
    for (int i = 0; i < 3; ++i)
        result += Image.SampleLevel(LinearSampler, uv * i, i) * slope;
    return result;
}
