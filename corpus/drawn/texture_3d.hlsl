// dxilkit-corpus
// A volume, marched through along z.
// args: -T vs_6_0 -E VertexMain
// args: -T ps_6_0 -E PixelMain

Texture3D<float4> Volume : register(t0);
SamplerState ClampSampler : register(s0);

void VertexMain(float4 p : POSITION, out float4 position : SV_Position, out float2 uv : UV) { position = p; uv = p.xy * 0.5 + 0.5; }

float4 PixelMain(float4 position : SV_Position, float2 uv : UV) : SV_Target
{
    uint w, h, d;
    Volume.GetDimensions(w, h, d);
    float4 color = 0;
    for (uint z = 0; z < d && color.a < 0.95; ++z)
    {
        const float4 s = Volume.SampleLevel(ClampSampler, float3(uv, (z + 0.5) / d), 0);
        color += float4(s.rgb, 1) * s.a * s.a * (1 - color.a);
    }
    return color + Volume[uint3(position.xy / 2, 3)] * 0.0625;
}
