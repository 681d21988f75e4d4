// dxilkit-corpus
// Diffuse light of three directional sources on a normal that bends over the quad.
// args: -T vs_6_0 -E VertexMain
// args: -T ps_6_0 -E PixelMain
// args: -T ps_6_6 -E PixelMain

struct Light { float3 direction; float intensity; float4 color; };
cbuffer Lights : register(b0) { Light lights[3]; float4 ambient; };

struct Varying
{
    float4 position : SV_Position;
    float3 normal : NORMAL;
};

Varying VertexMain(float4 position : POSITION, float3 normal : NORMAL)
{
    Varying v;
    v.position = position;
    v.normal = normal * 2 - 1;
    return v;
}

float4 PixelMain(Varying v) : SV_Target
{
    const float3 n = normalize(v.normal);
    float3 sum = ambient.rgb;
    [unroll]
    for (int i = 0; i < 3; ++i)
        sum += saturate(dot(n, normalize(lights[i].direction))) * lights[i].intensity * lights[i].color.rgb;
    return float4(sum, 1);
}
