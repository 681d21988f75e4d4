// dxilkit-corpus
// Foliage: clip by texture, then a discard deeper in a function.
// args: -T vs_6_0 -E VertexMain
// args: -T ps_6_0 -E PixelMain

Texture2D<float4> Leaf : register(t0);
SamplerState PointSampler : register(s0);

void VertexMain(float4 p : POSITION, out float4 position : SV_Position, out float2 uv : UV) { position = p; uv = p.xy; }

float Fade(float2 uv)
{
    if (dot(uv, uv) > 0.8)
        discard;
    return 1 - dot(uv, uv);
}

float4 PixelMain(float4 position : SV_Position, float2 uv : UV) : SV_Target
{
    const float4 texel = Leaf.SampleLevel(PointSampler, uv, 0);
    clip(texel.a - 0.3);
    return texel * Fade(uv);
}
