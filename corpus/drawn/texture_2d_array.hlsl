// dxilkit-corpus
// Layers of an array texture, blended by the pixel's row.
// args: -T vs_6_0 -E VertexMain
// args: -T ps_6_0 -E PixelMain

Texture2DArray<float4> Layers : register(t2);
SamplerState MirrorSampler : register(s1);

void VertexMain(float4 p : POSITION, out float4 position : SV_Position, out float3 uvw : UVW)
{
    position = p;
    uvw = float3(p.xy * 1.5, (p.y + 1) * 2);
}

float4 PixelMain(float4 position : SV_Position, float3 uvw : UVW) : SV_Target
{
    const float layer = floor(uvw.z);
    const float4 a = Layers.Sample(MirrorSampler, float3(uvw.xy, layer));
    const float4 b = Layers.SampleLevel(MirrorSampler, float3(uvw.xy, layer + 1), 1);
    return lerp(a, b, frac(uvw.z)) + Layers.Load(int4(1, 2, 3, 0), int2(1, 1)) * 0.125;
}
