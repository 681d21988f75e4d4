// dxilkit-corpus
// Rectangle lights through linearly transformed cosines: matrices from two tables, polygon clipped to the horizon, edges integrated, textured.
// args: -T cs_6_0 -E ShadeAreaLights
// args: -T cs_6_0 -E ShadeAreaLights -D CLIP=1
// args: -T cs_6_0 -E ShadeAreaLights -D CLIP=1 -D TEXTURED=1
// args: -T cs_6_0 -E ShadeAreaLights -D DISKS=1
// set: resolution 32 32
// set: invResolution 0.03125 0.03125
// set: nearPlane 0.1
// set: farPlane 20
// set: lightCount 3
// range: corner -2 2
// range: edgeU -1 1
// range: edgeV -1 1
// range: flags 0 1
// dispatch: 4 4 1
#include "../shared/view.hlsli"
#include "../shared/packing.hlsli"
#include "../shared/brdf.hlsli"

#ifndef CLIP
#define CLIP 0
#endif
#ifndef TEXTURED
#define TEXTURED 0
#endif
#ifndef DISKS
#define DISKS 0
#endif

struct RectLight
{
    float3 corner;
    float intensity;
    float3 edgeU;
    uint flags;
    float3 edgeV;
    uint textureSlice;
    float3 color;
};

cbuffer AreaPass : register(b1)
{
    uint lightCount;
    float maxRoughness;
};
ConstantBuffer<ViewData> View : register(b0);
StructuredBuffer<RectLight> RectLights : register(t0);
Texture2D<float> DepthTexture : register(t1);
Texture2D<float4> NormalTexture : register(t2);
Texture2D<float4> AlbedoTexture : register(t3);
Texture2D<float4> LtcMatrix : register(t4);
Texture2D<float4> LtcAmplitude : register(t5);
Texture2DArray<float4> LightTextures : register(t6);
SamplerState LinearClamp : register(s0);
RWTexture2D<float4> Output : register(u0);

/// Integral of one edge over the clamped cosine, without acos.
float3 IntegrateEdge(float3 a, float3 b)
{
    float x = dot(a, b);
    float y = abs(x);
    float p = 0.8543985f + (0.4965155f + 0.0145206f * y) * y;
    float q = 3.4175940f + (4.1616724f + y) * y;
    float v = p / q;
    float thetaOverSin = x > 0.0f ? v : 0.5f * rsqrt(max(1.0f - x * x, 1e-7f)) - v;
    return cross(a, b) * thetaOverSin;
}

/// The quad above the plane z = 0: up to five corners.
uint ClipToHorizon(inout float3 l[5])
{
    uint config = 0u;
    [unroll] for (uint i = 0u; i < 4u; ++i) config |= l[i].z > 0.0f ? 1u << i : 0u;
    uint n = 0u;
    switch (config)
    {
    case 0: break;
    case 1: n = 3u; l[1] = -l[1].z * l[0] + l[0].z * l[1]; l[2] = -l[3].z * l[0] + l[0].z * l[3]; break;
    case 2: n = 3u; l[0] = -l[0].z * l[1] + l[1].z * l[0]; l[2] = -l[2].z * l[1] + l[1].z * l[2]; break;
    case 3: n = 4u; l[2] = -l[2].z * l[1] + l[1].z * l[2]; l[3] = -l[3].z * l[0] + l[0].z * l[3]; break;
    case 4: n = 3u; l[0] = -l[3].z * l[2] + l[2].z * l[3]; l[1] = -l[1].z * l[2] + l[2].z * l[1]; break;
    case 6: n = 4u; l[0] = -l[0].z * l[1] + l[1].z * l[0]; l[3] = -l[3].z * l[2] + l[2].z * l[3]; break;
    case 7: n = 5u; l[4] = -l[3].z * l[0] + l[0].z * l[3]; l[3] = -l[3].z * l[2] + l[2].z * l[3]; break;
    case 8: n = 3u; l[0] = -l[0].z * l[3] + l[3].z * l[0]; l[1] = -l[2].z * l[3] + l[3].z * l[2]; l[2] = l[3]; break;
    case 9: n = 4u; l[1] = -l[1].z * l[0] + l[0].z * l[1]; l[2] = -l[2].z * l[3] + l[3].z * l[2]; break;
    case 11: n = 5u; l[4] = l[3]; l[3] = -l[2].z * l[3] + l[3].z * l[2]; l[2] = -l[2].z * l[1] + l[1].z * l[2]; break;
    case 12: n = 4u; l[1] = -l[1].z * l[2] + l[2].z * l[1]; l[0] = -l[0].z * l[3] + l[3].z * l[0]; break;
    case 13: n = 5u; l[4] = l[3]; l[3] = l[2]; l[2] = -l[1].z * l[2] + l[2].z * l[1]; l[1] = -l[1].z * l[0] + l[0].z * l[1]; break;
    case 14: n = 5u; l[4] = -l[0].z * l[3] + l[3].z * l[0]; l[0] = -l[0].z * l[1] + l[1].z * l[0]; break;
    case 15: n = 4u; break;
    default: break;
    }
    if (n == 3u) l[3] = l[0];
    if (n == 4u) l[4] = l[0];
    return n;
}

float3 TexturedColor(float3 l0, float3 l1, float3 l2, uint slice)
{
    // Where the normal of the quad meets it, and how wide the lobe is there.
    float3 u = l1 - l0;
    float3 v = l2 - l1;
    float3 n = cross(u, v);
    float d = dot(n, l0);
    float3 p = n * (d / max(dot(n, n), 1e-6f)) - l0;
    float2 uv = float2(dot(p, u) / max(dot(u, u), 1e-6f), dot(p, v) / max(dot(v, v), 1e-6f));
    float lod = log2(max(abs(d) * rsqrt(max(dot(n, n), 1e-6f)), 1e-3f)) + 4.0f;
    return LightTextures.SampleLevel(LinearClamp, float3(uv * 0.8f + 0.1f, float(slice)), lod).rgb;
}

float3 Evaluate(float3x3 inverse, float3 frameNormal, float3 view, float3 position, RectLight light, bool textured)
{
    float3 t1 = SafeNormalize(view - frameNormal * dot(view, frameNormal));
    float3 t2 = cross(frameNormal, t1);
    float3x3 toLocal = mul(inverse, float3x3(t1, t2, frameNormal));
    float3 l[5];
    float3 corner = light.corner - position;
    l[0] = mul(toLocal, corner);
    l[1] = mul(toLocal, corner + light.edgeU);
    l[2] = mul(toLocal, corner + light.edgeU + light.edgeV);
    l[3] = mul(toLocal, corner + light.edgeV);
    l[4] = l[3];
    float3 tint = 1.0f;
    if (textured) tint = TexturedColor(l[0], l[1], l[2], light.textureSlice & 3u);
#if CLIP
    uint n = ClipToHorizon(l);
    if (n == 0u) return 0.0f;
    [unroll] for (uint i = 0u; i < 5u; ++i) l[i] = SafeNormalize(l[i]);
    float sum = IntegrateEdge(l[0], l[1]).z + IntegrateEdge(l[1], l[2]).z + IntegrateEdge(l[2], l[3]).z;
    if (n >= 4u) sum += IntegrateEdge(l[3], l[4]).z;
    if (n == 5u) sum += IntegrateEdge(l[4], l[0]).z;
    sum = light.flags != 0u ? abs(sum) : max(0.0f, sum);
    return sum * tint;
#else
    [unroll] for (uint i = 0u; i < 4u; ++i) l[i] = SafeNormalize(l[i]);
    float3 f = IntegrateEdge(l[0], l[1]) + IntegrateEdge(l[1], l[2]) + IntegrateEdge(l[2], l[3]) + IntegrateEdge(l[3], l[0]);
    // A sphere of the same form factor, clipped by the horizon.
    float len = length(f);
    float z = f.z / max(len, 1e-5f);
    float scale = saturate((len * len + z) / (len + 1.0f));
    return (light.flags != 0u || f.z > -len * 0.5f) ? len * scale * tint : 0.0f;
#endif
}

#if DISKS
float DiskFormFactor(float3 n, float3 position, RectLight light)
{
    float3 axis = SafeNormalize(cross(light.edgeU, light.edgeV));
    float radius2 = dot(light.edgeU, light.edgeU);
    float3 d = light.corner - position;
    float d2 = dot(d, d);
    float3 l = d * rsqrt(max(d2, 1e-6f));
    float cosTheta = clamp(dot(n, l), -0.999f, 0.999f);
    float sinSigma2 = min(radius2 / (radius2 + d2), 0.9999f);
    float sinTheta = SafeSqrt(1.0f - cosTheta * cosTheta);
    float h = d2 / radius2;
    float facing = saturate(dot(axis, -l));
    if (cosTheta * cosTheta > sinSigma2) return PI * sinSigma2 * saturate(cosTheta) * facing;
    float x = sqrt(1.0f / sinSigma2 - 1.0f);
    float y = -x * (cosTheta / max(sinTheta, 1e-4f));
    float q = sinTheta * SafeSqrt(1.0f - y * y);
    float form = (cosTheta * acos(clamp(y, -1.0f, 1.0f)) - x * q) * sinSigma2 + atan(q / x);
    return max(form * facing, 0.0f) + h * 1e-6f;
}
#endif

[numthreads(8, 8, 1)]
void ShadeAreaLights(uint3 id : SV_DispatchThreadID)
{
    if (!View.Contains(id.xy)) return;
    int3 texel = int3(id.xy & 15u, 0);
    float depth = DepthTexture.Load(texel);
    float4 nr = NormalTexture.Load(texel);
    float3 albedo = AlbedoTexture.Load(texel).rgb;
    float3 position = View.WorldPosition(View.UvOf(id.xy), depth);
    float3 n = DecodeOctahedral(nr.xy * 2.0f - 1.0f);
    float3 v = SafeNormalize(View.cameraPosition + 2.0f - position);
    float roughness = min(nr.z, max(maxRoughness, 0.3f));
    float NoV = saturate(dot(n, v));
    float2 uv = float2(roughness, sqrt(1.0f - NoV)) * (15.0f / 16.0f) + 0.5f / 16.0f;
    float4 m = LtcMatrix.SampleLevel(LinearClamp, uv, 0.0f);
    float4 amplitude = LtcAmplitude.SampleLevel(LinearClamp, uv, 0.0f);
    float3x3 inverse = float3x3(m.x, 0.0f, m.y, 0.0f, 1.0f, 0.0f, m.z, 0.0f, m.w);
    float3x3 identity = float3x3(1.0f, 0.0f, 0.0f, 0.0f, 1.0f, 0.0f, 0.0f, 0.0f, 1.0f);
    float3 color = 0.0f;
    for (uint i = 0u; i < lightCount; ++i)
    {
        RectLight light = RectLights[i];
#if DISKS
        float diffuse = DiskFormFactor(n, position, light);
        color += light.color * light.intensity * albedo * diffuse * INV_PI;
#else
        float3 specular = Evaluate(inverse, n, v, position, light, TEXTURED != 0);
        specular *= 0.04f * amplitude.x + 0.96f * amplitude.y;
        float3 diffuse = Evaluate(identity, n, v, position, light, TEXTURED != 0);
        color += light.color * light.intensity * (albedo * diffuse + specular) / TWO_PI;
#endif
    }
    Output[id.xy] = float4(color, 1.0f);
}
