// dxilkit-corpus
// A colour ramp: one-dimensional textures and arrays of them, by every way of reading.
// args: -T vs_6_0 -E VertexMain
// args: -T ps_6_0 -E PixelMain

Texture1D<float4> Ramp : register(t0);
Texture1DArray<float4> Ramps : register(t1);
SamplerState ClampSampler : register(s0);

void VertexMain(float4 p : POSITION, out float4 position : SV_Position, out float u : U) { position = p; u = p.x * 0.5 + 0.5; }

float4 PixelMain(float4 position : SV_Position, float u : U) : SV_Target
{
    uint width, slices;
    Ramps.GetDimensions(width, slices);
    float4 c = Ramp.SampleLevel(ClampSampler, u, 1) * 0.5;
    c += Ramps.SampleLevel(ClampSampler, float2(u, position.y / 8), 0) * 0.25;
    c += Ramp.Load(int2(uint(u * width) % width, 0));
    return c + Ramps.Load(int3(3, uint(position.y) % slices, 1)) + Ramp[2];
}
