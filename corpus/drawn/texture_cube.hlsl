// dxilkit-corpus
// Environment lookups: reflection into a cube map and an array of cube maps.
// args: -T vs_6_0 -E VertexMain
// args: -T ps_6_0 -E PixelMain

TextureCube<float4> Sky : register(t0);
TextureCubeArray<float4> Probes : register(t1);
SamplerState LinearSampler : register(s0);

void VertexMain(float4 p : POSITION, out float4 position : SV_Position, out float3 d : DIRECTION)
{
    position = p;
    d = float3(p.xy, 0.7);
}

float4 PixelMain(float4 position : SV_Position, float3 d : DIRECTION) : SV_Target
{
    const float3 r = reflect(normalize(d), normalize(float3(0.2, 0.9, 0.4)));
    return Sky.SampleLevel(LinearSampler, r, 0) * 0.5 + Sky.SampleLevel(LinearSampler, r.zxy, 2) * 0.25 +
           Probes.SampleLevel(LinearSampler, float4(d, position.y < 16 ? 0 : 1), 1) * 0.25;
}
