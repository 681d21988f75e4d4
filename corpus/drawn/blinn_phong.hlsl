// dxilkit-corpus
// Specular highlights: half vector, power, attenuation with distance.
// args: -T vs_6_0 -E VertexMain
// args: -T ps_6_0 -E PixelMain

struct Varying { float4 position : SV_Position; float3 world : TEXCOORD0; float3 normal : NORMAL; };
cbuffer Scene : register(b0)
{
    float3 eye; float shininess;
    float3 light; float radius;
    float4 diffuse, specular;
};

Varying VertexMain(float4 position : POSITION, float3 normal : NORMAL)
{
    Varying v = { position, position.xyz * 3, normal };
    return v;
}

float Attenuation(float d) { return saturate(1 - (d * d) / (radius * radius * 40)); }

float4 PixelMain(Varying v) : SV_Target
{
    const float3 n = normalize(v.normal - 0.3);
    const float3 toLight = light - v.world;
    const float3 l = normalize(toLight);
    const float3 h = normalize(l + normalize(eye - v.world));
    const float4 lighting = lit(dot(n, l), dot(n, h), 8 + 24 * shininess);
    return (diffuse * lighting.y + specular * lighting.z) * Attenuation(length(toLight));
}
