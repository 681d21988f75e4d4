// dxilkit-corpus
// Exposure, a filmic curve, gamma and vignette.
// args: -T vs_6_0 -E VertexMain
// args: -T ps_6_0 -E PixelMain
// data: cb0 1.4 2.2 0.8

Texture2D<float4> Hdr : register(t0);
cbuffer Settings : register(b0) { float exposure, gamma, vignette; };

void VertexMain(float4 p : POSITION, out float4 position : SV_Position, out float2 uv : UV) { position = p; uv = p.xy; }

float3 Filmic(float3 x)
{
    const float a = 2.51, b = 0.03, c = 2.43, d = 0.59, e = 0.14;
    return saturate((x * (a * x + b)) / (x * (c * x + d) + e));
}

float4 PixelMain(float4 position : SV_Position, float2 uv : UV) : SV_Target
{
    const float3 color = Hdr.Load(int3(position.xy / 2, 0)).rgb * exp2(exposure);
    const float3 mapped = pow(Filmic(color), 1 / gamma);
    return float4(mapped * (1 - vignette * dot(uv, uv) * 0.5), dot(mapped, float3(0.2126, 0.7152, 0.0722)));
}
