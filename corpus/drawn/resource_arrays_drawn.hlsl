// dxilkit-corpus
// Textures and samplers in arrays, picked by instance.
// args: -T vs_6_0 -E VertexMain
// args: -T ps_6_0 -E PixelMain

Texture2D<float4> Images[3] : register(t0);
SamplerState ClampSampler : register(s0);

float4 VertexMain(float4 p : POSITION, uint v : SV_VertexID, out float2 uv : UV, out nointerpolation uint which : WHICH) : SV_Position
{
    uv = p.xy * 0.5 + 0.5;
    which = v / 3;
    return p;
}

float4 PixelMain(float4 position : SV_Position, float2 uv : UV, nointerpolation uint which : WHICH) : SV_Target
{
    return Images[NonUniformResourceIndex(which)].SampleLevel(ClampSampler, uv, 0) + Images[2].SampleLevel(ClampSampler, uv.yx, 1) * 0.5;
}
