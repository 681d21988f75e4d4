// dxilkit-corpus
// Displacement: vertex shaders read textures and buffers too.
// args: -T vs_6_0 -E VertexMain
// args: -T ps_6_0 -E PixelMain
// vertices: 24
// topology: triangleStrip

Texture2D<float4> Heights : register(t0);
Buffer<float4> Offsets : register(t1);
SamplerState ClampSampler : register(s0);

float4 VertexMain(uint id : SV_VertexID, out float4 color : COLOR) : SV_Position
{
    const float2 uv = float2(id >> 1, id & 1) / float2(11, 1);
    const float4 h = Heights.SampleLevel(ClampSampler, uv, 0) + Offsets[id];
    color = h * 0.5;
    return float4(uv * 1.8 - 0.9 + h.xy * 0.05, 0.5, 1);
}

float4 PixelMain(float4 position : SV_Position, float4 color : COLOR) : SV_Target { return color; }
