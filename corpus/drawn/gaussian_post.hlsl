// dxilkit-corpus
// Post-processing: a separable blur with weights from a table, the direction a macro.
// args: -T vs_6_0 -E VertexMain -D DIRECTION=0
// args: -T ps_6_0 -E PixelMain -D DIRECTION=float2(1,0)
// args: -T ps_6_0 -E PixelMain -D DIRECTION=float2(0,1)

Texture2D<float4> Image : register(t0);
SamplerState ClampSampler : register(s0);
static const float Weights[5] = { 0.227027, 0.1945946, 0.1216216, 0.054054, 0.016216 };

void VertexMain(float4 p : POSITION, out float4 position : SV_Position, out float2 uv : UV) { position = p; uv = p.xy * float2(0.5, -0.5) + 0.5; }

float4 PixelMain(float4 position : SV_Position, float2 uv : UV) : SV_Target
{
    float4 sum = Image.SampleLevel(ClampSampler, uv, 0) * Weights[0];
    for (int i = 1; i < 5; ++i)
    {
        const float2 step = DIRECTION * i / 16.0;
        sum += (Image.SampleLevel(ClampSampler, uv + step, 0) + Image.SampleLevel(ClampSampler, uv - step, 0)) * Weights[i];
    }
    return sum;
}
