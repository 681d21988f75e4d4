// dxilkit-corpus
// Tangent space: the normal comes from a texture and goes through a matrix made of interpolated vectors.
// args: -T vs_6_0 -E VertexMain
// args: -T ps_6_0 -E PixelMain

Texture2D<float4> NormalMap : register(t0);
SamplerState WrapSampler : register(s0);
cbuffer Scene : register(b0) { float3 light; };

struct Varying
{
    float2 uv : TEXCOORD0;
    float3x3 basis : BASIS;
    float4 position : SV_Position;
};

Varying VertexMain(float4 position : POSITION, float3 normal : NORMAL, float4 tangent : TANGENT, float2 uv : TEXCOORD)
{
    Varying v;
    v.position = position;
    const float3 n = normalize(normal + 0.1), t = normalize(tangent.xyz - n * dot(n, tangent.xyz));
    v.basis = float3x3(t, cross(n, t) * (tangent.w < 0.5 ? -1 : 1), n);
    v.uv = uv;
    return v;
}

float4 PixelMain(Varying v) : SV_Target
{
    const float3 sampled = NormalMap.SampleLevel(WrapSampler, v.uv * 2, 0).xyz * 2 - 1;
    const float3 n = normalize(mul(sampled, v.basis));
    return float4(n * 0.5 + 0.5, saturate(dot(n, light)));
}
