// dxilkit-corpus
// Eye: refraction through the cornea onto the iris plane, limbal ring, caustic, sclera scattering and a wet layer.
// args: -T vs_6_0 -E VSMain
// args: -T ps_6_0 -E PSMain
// args: -T ps_6_0 -E PSMain -D CAUSTICS=1 -D WET=1
// set: irisRadius 0.35
// set: ior 1.376
#include "../shared/view.hlsli"
#include "../shared/brdf.hlsli"
#include "../shared/color.hlsli"

#ifndef CAUSTICS
#define CAUSTICS 0
#endif
#ifndef WET
#define WET 0
#endif

cbuffer Eye : register(b1)
{
    row_major float3x4 eyeFromWorld;
    float irisRadius;
    float pupilScale;
    float ior;
    float irisDepth;
    float3 irisInner;
    float limbusWidth;
    float3 irisOuter;
    float veinStrength;
    float3 lightDirection;
    float tearHeight;
    float3 lightColor;
    float corneaRoughness;
};
ConstantBuffer<ViewData> View : register(b0);
Texture2D<float4> Iris : register(t0);
Texture2D<float4> Sclera : register(t1);
TextureCube<float4> Environment : register(t2);
SamplerState LinearClamp : register(s0);
SamplerState LinearWrap : register(s1);

struct Varyings
{
    float4 clip : SV_Position;
    float3 world : WORLD;
    float3 local : LOCAL;
};

Varyings VSMain(float3 position : POSITION)
{
    Varyings o;
    o.clip = float4(position, 1.0f);
    o.world = position;
    o.local = mul(eyeFromWorld, float4(position, 1.0f)) * 0.2f + position;
    return o;
}

struct EyeGeometry
{
    float3 normal;
    float2 irisUv;
    float irisMask;
    float limbus;
    float depth;
};

/// Corneal bulge is a second, smaller sphere; the iris lies on a plane behind it.
EyeGeometry Locate(float2 at, float3 v)
{
    EyeGeometry g;
    float r = length(at);
    float bulge = smoothstep(irisRadius + 0.1f, irisRadius - 0.05f, r);
    float3 ball = float3(at, SafeSqrt(1.0f - r * r));
    float3 cornea = normalize(float3(at * 1.6f, SafeSqrt(1.0f - Square(r * 1.3f)) + 0.3f));
    g.normal = normalize(lerp(ball, cornea, bulge));
    g.limbus = smoothstep(irisRadius - limbusWidth * 0.2f, irisRadius, r);
    g.irisMask = 1.0f - smoothstep(irisRadius, irisRadius + 0.03f, r);
    float height = max((0.2f + irisDepth * 0.3f) * (1.0f - Square(r / irisRadius)), 0.0f);
    float eta = rcp(max(ior, 1.0f));
    float cosI = dot(v, g.normal);
    float k = 1.0f - eta * eta * (1.0f - cosI * cosI);
    float3 refracted = (eta * cosI - SafeSqrt(k)) * g.normal - eta * v;
    float2 shift = refracted.xy / min(refracted.z, -0.1f) * height;
    float2 polar = (at - shift) / irisRadius;
    float radius = length(polar);
    float pupil = lerp(0.2f, 0.6f, pupilScale);
    float stretched = radius < pupil ? radius / pupil * 0.3f : 0.3f + (radius - pupil) / (1.0f - pupil) * 0.7f;
    g.irisUv = polar / max(radius, 1e-4f) * stretched * 0.5f + 0.5f;
    g.depth = height;
    return g;
}

float Caustic(float2 irisUv, float3 l)
{
    float2 d = irisUv - 0.5f;
    float along = dot(normalize(l.xy + 1e-4f), d);
    return Pow4(saturate(0.5f - along)) * 6.0f * saturate(1.0f - length(d) * 1.6f);
}

float3 IrisColor(EyeGeometry g)
{
    float4 fibres = Iris.Sample(LinearClamp, g.irisUv);
    float radius = length(g.irisUv - 0.5f) * 2.0f;
    float3 tint = lerp(irisInner, irisOuter, smoothstep(0.3f, 0.8f, radius + (fibres.a - 0.5f) * 0.3f));
    float3 color = tint * (0.4f + fibres.rgb);
    return color * smoothstep(0.25f, 0.33f, radius);
}

float3 ScleraColor(float2 at, float3 n, float3 l)
{
    float4 veins = Sclera.Sample(LinearWrap, at * 0.5f + 0.5f);
    float3 white = float3(0.86f, 0.84f, 0.82f) - veins.rgb * float3(0.1f, 0.4f, 0.4f) * veinStrength;
    float NoL = dot(n, l);
    float3 wrap = saturate((NoL + float3(0.5f, 0.25f, 0.2f)) / Square(1.0f + float3(0.5f, 0.25f, 0.2f)));
    return white * wrap;
}

float4 PSMain(Varyings p) : SV_Target
{
    float2 at = p.local.xy;
    if (dot(at, at) > 1.0f) return float4(0.0f, 0.0f, 0.0f, 0.0f);
    float3 v = SafeNormalize(View.cameraPosition + float3(0.0f, 0.0f, 4.0f) - p.world);
    float3 l = SafeNormalize(lightDirection);
    EyeGeometry g = Locate(at, v);

    float3 iris = IrisColor(g) * saturate(dot(float3(0.0f, 0.0f, 1.0f), l));
#if CAUSTICS
    iris += IrisColor(g) * Caustic(g.irisUv, l);
#endif
    iris *= 1.0f - 0.7f * g.limbus;
    float3 color = lerp(ScleraColor(at, g.normal, l), iris, g.irisMask) * lightColor;

    float roughness = clamp(corneaRoughness * 0.2f, 0.05f, 0.3f);
    BrdfResult coat = StandardBrdf(0.0f, 0.025f, roughness, g.normal, v, l);
    color += coat.specular * lightColor;
    float3 r = reflect(-v, g.normal);
    float2 env = EnvironmentBrdfApprox(roughness, saturate(dot(g.normal, v)));
    color += Environment.SampleLevel(LinearWrap, r, roughness * 3.0f).rgb * (0.025f * env.x + env.y);
#if WET
    float lower = smoothstep(-0.6f - tearHeight * 0.3f, -0.8f, at.y);
    float3 tearNormal = normalize(g.normal + float3(0.0f, lower, lower));
    color += StandardBrdf(0.0f, 0.02f, 0.08f, tearNormal, v, l).specular * lightColor * lower;
#endif
    return float4(color * View.exposure, 1.0f);
}
