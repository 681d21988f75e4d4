// dxilkit-corpus
// A material graph of up to four layers blended by height, drawn forward with one sun and ambient.
// args: -T vs_6_0 -E VSMain
// args: -T ps_6_0 -E PSMain -D LAYERS=1
// args: -T ps_6_0 -E PSMain -D LAYERS=3
// args: -T ps_6_0 -E PSMain -D LAYERS=4 -D ALPHA_TEST=1 -D DETAIL=1
// args: -T ps_6_6 -E PSMain -D LAYERS=4 -D BINDLESS=1 -D DETAIL=1
// range: tiling 1 3
// range: heightScale 0.2 0.6
// set: sunDirection 0.3 0.8 0.5
#include "../shared/view.hlsli"
#include "../shared/brdf.hlsli"
#include "../shared/color.hlsli"

#ifndef LAYERS
#define LAYERS 2
#endif
#ifndef ALPHA_TEST
#define ALPHA_TEST 0
#endif
#ifndef DETAIL
#define DETAIL 0
#endif
#ifndef BINDLESS
#define BINDLESS 0
#endif

struct LayerParameters
{
    float4 tint;
    float2 tiling;
    float heightScale;
    float heightBias;
    float roughnessLow;
    float roughnessHigh;
    float metallic;
    uint textureSlot;
};

cbuffer Material : register(b1)
{
    LayerParameters Layers[4];
    float3 sunDirection;
    float alphaCutoff;
    float3 sunColor;
    float blendSharpness;
    float3 skyColor;
    float detailStrength;
    float3 groundColor;
    uint layerMask;
};
ConstantBuffer<ViewData> View : register(b0);

SamplerState LinearWrap : register(s0);
#if !BINDLESS
Texture2DArray<float4> AlbedoHeight : register(t0);
Texture2DArray<float4> NormalRoughness : register(t1);
#endif
Texture2D<float4> DetailMap : register(t2);

struct VertexIn
{
    float3 position : POSITION;
    float3 normal : NORMAL;
    float4 tangent : TANGENT;
    float2 uv : TEXCOORD0;
    float4 weights : COLOR0;
};
struct Interpolants
{
    float4 clip : SV_Position;
    float3 world : WORLD;
    float3 normal : NORMAL;
    float4 tangent : TANGENT;
    float2 uv : TEXCOORD0;
    float4 weights : COLOR0;
};

Interpolants VSMain(VertexIn v)
{
    Interpolants o;
    o.clip = float4(v.position, 1.0f);
    o.world = v.position * 2.0f + View.cameraForward;
    o.normal = normalize(v.normal * 0.2f + float3(0.0f, 0.0f, 1.0f));
    o.tangent = float4(normalize(v.tangent.xyz + float3(1.0f, 0.0f, 0.0f)), v.tangent.w > 0.5f ? 1.0f : -1.0f);
    o.uv = v.uv;
    o.weights = v.weights;
    return o;
}

struct MaterialSample
{
    float3 albedo;
    float height;
    float3 normal;
    float roughness;
    float metallic;

    void Blend(MaterialSample other, float t)
    {
        albedo = lerp(albedo, other.albedo, t);
        height = lerp(height, other.height, t);
        normal = lerp(normal, other.normal, t);
        roughness = lerp(roughness, other.roughness, t);
        metallic = lerp(metallic, other.metallic, t);
    }
};

float3 UnpackNormal(float2 xy, float strength)
{
    float2 n = (xy * 2.0f - 1.0f) * strength;
    return float3(n, SafeSqrt(1.0f - dot(n, n)));
}

MaterialSample SampleLayer(uint index, float2 uv)
{
    LayerParameters p = Layers[index];
    float2 at = uv * p.tiling;
#if BINDLESS
    Texture2D<float4> albedoHeight = ResourceDescriptorHeap[NonUniformResourceIndex(p.textureSlot)];
    Texture2D<float4> normalRoughness = ResourceDescriptorHeap[NonUniformResourceIndex(p.textureSlot + 1u)];
    float4 ah = albedoHeight.Sample(LinearWrap, at);
    float4 nr = normalRoughness.Sample(LinearWrap, at);
#else
    float4 ah = AlbedoHeight.Sample(LinearWrap, float3(at, float(index)));
    float4 nr = NormalRoughness.Sample(LinearWrap, float3(at, float(index)));
#endif
    MaterialSample s;
    s.albedo = ah.rgb * p.tint.rgb;
    s.height = ah.a * p.heightScale + p.heightBias;
    s.normal = UnpackNormal(nr.xy, 0.7f);
    s.roughness = lerp(p.roughnessLow, p.roughnessHigh, nr.z);
    s.metallic = p.metallic * nr.w;
    return s;
}

/// Weights after the heights had their say: the highest layer wins, softly.
void HeightBlend(inout float weights[LAYERS], float heights[LAYERS])
{
    float most = 0.0f;
    [unroll] for (uint i = 0u; i < LAYERS; ++i)
    {
        weights[i] *= heights[i] + 1e-3f;
        most = max(most, weights[i]);
    }
    float sum = 0.0f;
    [unroll] for (uint j = 0u; j < LAYERS; ++j)
    {
        weights[j] = max(weights[j] - most + blendSharpness * 0.2f + 0.01f, 0.0f);
        sum += weights[j];
    }
    [unroll] for (uint k = 0u; k < LAYERS; ++k) weights[k] /= max(sum, 1e-4f);
}

MaterialSample EvaluateGraph(Interpolants p)
{
    MaterialSample layers[LAYERS];
    float weights[LAYERS];
    float heights[LAYERS];
    [unroll] for (uint i = 0u; i < LAYERS; ++i)
    {
        layers[i] = SampleLayer(i, p.uv);
        weights[i] = (layerMask >> i) & 1u ? p.weights[i] : 0.05f;
        heights[i] = layers[i].height;
    }
    HeightBlend(weights, heights);
    MaterialSample result = layers[0];
    float used = weights[0];
    [unroll] for (uint j = 1u; j < LAYERS; ++j)
    {
        used += weights[j];
        result.Blend(layers[j], used > 0.0f ? weights[j] / used : 0.0f);
    }
#if DETAIL
    float4 detail = DetailMap.Sample(LinearWrap, p.uv * 8.0f);
    result.normal.xy += (detail.xy * 2.0f - 1.0f) * detailStrength;
    result.albedo *= lerp(1.0f, detail.z * 2.0f, detailStrength);
    result.roughness = saturate(result.roughness + (detail.w - 0.5f) * detailStrength);
#endif
    result.normal = normalize(result.normal);
    return result;
}

float4 PSMain(Interpolants p) : SV_Target0
{
    MaterialSample m = EvaluateGraph(p);
#if ALPHA_TEST
    clip(m.height + 0.2f - alphaCutoff * 0.3f);
#endif
    float3 n = normalize(p.normal);
    float3 t = normalize(p.tangent.xyz - n * dot(p.tangent.xyz, n));
    float3 b = cross(n, t) * p.tangent.w;
    float3 normal = normalize(m.normal.x * t + m.normal.y * b + m.normal.z * n);
    float3 view = SafeNormalize(View.cameraPosition + float3(0.0f, 0.0f, 4.0f) - p.world);

    float3 f0 = lerp(0.04f, m.albedo, m.metallic);
    float3 diffuse = m.albedo * (1.0f - m.metallic);
    float roughness = clamp(m.roughness, 0.05f, 1.0f);
    BrdfResult sun = StandardBrdf(diffuse, f0, roughness, normal, view, normalize(sunDirection));
    float3 color = (sun.diffuse + sun.specular) * sunColor * PI;

    float hemisphere = normal.y * 0.5f + 0.5f;
    float3 ambient = lerp(groundColor, skyColor, hemisphere);
    float NoV = saturate(dot(normal, view));
    float2 env = EnvironmentBrdfApprox(roughness, NoV);
    color += ambient * (diffuse + SpecularOcclusion(f0 * env.x + env.y, NoV, 0.9f, roughness));
    return float4(color, 1.0f);
}
