// dxilkit-corpus
// Travelling waves summed, refraction through them, Fresnel by Schlick.
// args: -T vs_6_0 -E VertexMain
// args: -T ps_6_0 -E PixelMain

Texture2D<float4> Floor : register(t0);
SamplerState WrapSampler : register(s0);
cbuffer Water : register(b0) { float4 waves[4]; float time; };

void VertexMain(float4 p : POSITION, out float4 position : SV_Position, out float2 uv : UV) { position = p; uv = p.xy; }

float4 PixelMain(float4 position : SV_Position, float2 uv : UV) : SV_Target
{
    float3 n = float3(0, 0, 1);
    for (int i = 0; i < 4; ++i)
        n.xy += waves[i].xy * waves[i].w * cos(dot(uv, waves[i].xy) * 6 + time * (i + 1));
    n = normalize(n);
    const float3 view = normalize(float3(uv * 0.5, -1));
    const float3 bent = refract(view, n, 1 / 1.33);
    const float fresnel = 0.02 + 0.98 * pow(1 - saturate(dot(-view, n)), 5);
    return lerp(Floor.SampleLevel(WrapSampler, uv + bent.xy, 0), float4(0.4, 0.6, 0.9, 1), fresnel);
}
