// dxilkit-corpus
// Deferred shading with shading models chosen a pixel: standard, coat, cloth, subsurface, foliage, unlit; shadows, AO, IBL.
// args: -T cs_6_0 -E Shade
// args: -T cs_6_0 -E Shade -D MODEL=2
// args: -T cs_6_0 -E Shade -D MODEL=4
// args: -T cs_6_5 -E Shade -D IBL=1
// args: -T cs_6_6 -E Shade -D IBL=1 -D MODEL=1
// set: resolution 32 32
// set: invResolution 0.03125 0.03125
// set: nearPlane 0.1
// set: farPlane 30
// range: sunDirection -1 1
// dispatch: 4 4 1
#include "../shared/view.hlsli"
#include "../shared/brdf.hlsli"
#include "../shared/packing.hlsli"
#include "../shared/color.hlsli"

// -1: any of them, chosen by the pixel.
#ifndef MODEL
#define MODEL -1
#endif
#ifndef IBL
#define IBL 0
#endif

enum class ShadingModel : uint
{
    Unlit,
    Standard,
    Coat,
    Cloth,
    Subsurface,
    Foliage,
    Count,
};

struct Surface
{
    float3 position, normal, view;
    float3 albedo, f0;
    float roughness, metallic, occlusion;
    float4 custom;
    ShadingModel model;
};

cbuffer Lighting : register(b1)
{
    float3 sunDirection;
    float sunAngularRadius;
    float3 sunColor;
    float iblScale;
    float4 irradianceSH[7];
    float fogDensity;
    uint iblMips;
    float2 padding;
    float3 fogColor;
};
ConstantBuffer<ViewData> View : register(b0);
Texture2D<float> DepthTexture : register(t0);
Texture2D<float4> GAlbedo : register(t1);
Texture2D<float4> GNormal : register(t2);
Texture2D<uint> GMaterial : register(t3);
Texture2D<float4> GCustom : register(t4);
Texture2D<float4> ShadowMask : register(t5);
Texture2D<float> AmbientOcclusion : register(t6);
TextureCube<float4> Radiance : register(t7);
Texture2D<float4> BrdfTable : register(t8);
SamplerState LinearClamp : register(s0);
RWTexture2D<float4> Output : register(u0);

Surface LoadSurface(uint2 pixel)
{
    int3 at = int3(pixel & 15u, 0);
    float4 albedo = GAlbedo.Load(at);
    float4 normal = GNormal.Load(at);
    uint material = GMaterial.Load(at);
    Surface s;
    float depth = DepthTexture.Load(at);
    s.position = View.WorldPosition(View.UvOf(pixel), depth);
    s.normal = DecodeOctahedral(normal.xy * 2.0f - 1.0f);
    s.view = SafeNormalize(View.cameraPosition + float3(0.0f, 0.0f, 3.0f) - s.position);
    s.roughness = clamp(normal.z, 0.045f, 1.0f);
    s.metallic = normal.w;
    s.albedo = albedo.rgb * (1.0f - s.metallic);
    s.f0 = lerp(0.04f, albedo.rgb, s.metallic);
    s.occlusion = min(AmbientOcclusion.Load(at), albedo.a);
    s.custom = GCustom.Load(at);
#if MODEL < 0
    s.model = (ShadingModel)(material % (uint)ShadingModel::Count);
#else
    s.model = (ShadingModel)MODEL;
#endif
    return s;
}

namespace models
{
    BrdfResult Coat(Surface s, float3 l)
    {
        BrdfResult r = StandardBrdf(s.albedo, s.f0, s.roughness, s.normal, s.view, l);
        SurfaceAngles a;
        a.Set(s.normal, s.view, l);
        float f = FresnelSchlickScalar(0.04f, 1.0f, a.VoH) * s.custom.x;
        r.diffuse *= 1.0f - f;
        r.specular = r.specular * Square(1.0f - f) + DistributionGGX(a.NoH, max(s.custom.y * 0.4f, 0.05f)) * VisibilityKelemen(a.LoH) * f * a.NoL;
        return r;
    }

    BrdfResult Cloth(Surface s, float3 l)
    {
        SurfaceAngles a;
        a.Set(s.normal, s.view, l);
        BrdfResult r;
        r.diffuse = s.albedo * DiffuseLambert() * saturate((dot(s.normal, l) + 0.3f) / 1.69f) * saturate(s.custom.rgb + a.NoL);
        r.specular = s.custom.rgb * DistributionCharlie(a.NoH, s.roughness) * VisibilityNeubelt(a.NoV, a.NoL) * a.NoL;
        return r;
    }

    BrdfResult Subsurface(Surface s, float3 l)
    {
        BrdfResult r = StandardBrdf(s.albedo, s.f0, s.roughness, s.normal, s.view, l);
        float through = Pow4(saturate(dot(s.view, -l))) * s.custom.a;
        float wrap = saturate((dot(s.normal, l) + 0.5f) / 1.5f);
        r.diffuse = lerp(r.diffuse, s.albedo * s.custom.rgb * wrap * INV_PI, 0.5f) + s.custom.rgb * through * 0.2f;
        return r;
    }

    BrdfResult Foliage(Surface s, float3 l)
    {
        BrdfResult front = StandardBrdf(s.albedo, s.f0, s.roughness, s.normal, s.view, l);
        BrdfResult back = StandardBrdf(s.custom.rgb, 0.0f, 0.6f, -s.normal, s.view, l);
        front.diffuse += back.diffuse * s.custom.a;
        return front;
    }

    BrdfResult Evaluate(Surface s, float3 l)
    {
        switch (s.model)
        {
        case ShadingModel::Unlit: return MakeBrdfResult();
        case ShadingModel::Coat: return Coat(s, l);
        case ShadingModel::Cloth: return Cloth(s, l);
        case ShadingModel::Subsurface: return Subsurface(s, l);
        case ShadingModel::Foliage: return Foliage(s, l);
        default: return StandardBrdf(s.albedo, s.f0, s.roughness, s.normal, s.view, l);
        }
    }
}

float3 IrradianceFromSH(float3 n)
{
    float4 v = float4(n, 1.0f);
    float3 r = float3(dot(irradianceSH[0], v), dot(irradianceSH[1], v), dot(irradianceSH[2], v));
    float4 q = n.xyzz * n.yzzx;
    r += float3(dot(irradianceSH[3], q), dot(irradianceSH[4], q), dot(irradianceSH[5], q));
    return max(r + irradianceSH[6].rgb * (n.x * n.x - n.y * n.y), 0.0f);
}

/// Directions within the sun's disc that reflect best.
float3 SunDirection(float3 n, float3 v)
{
    float3 l = SafeNormalize(sunDirection);
    float3 r = reflect(-v, n);
    float cosRadius = cos(sunAngularRadius * 0.1f);
    float LoR = dot(l, r);
    if (LoR >= cosRadius) return r;
    return normalize(l * cosRadius + SafeNormalize(r - LoR * l) * SafeSqrt(1.0f - cosRadius * cosRadius));
}

[numthreads(8, 8, 1)]
void Shade(uint3 id : SV_DispatchThreadID)
{
    if (!View.Contains(id.xy)) return;
    Surface s = LoadSurface(id.xy);
    if (s.model == ShadingModel::Unlit)
    {
        Output[id.xy] = float4(s.albedo * View.exposure, 1.0f);
        return;
    }
    float shadow = ShadowMask.Load(int3(id.xy & 15u, 0)).x;
    float3 l = SunDirection(s.normal, s.view);
    BrdfResult sun = models::Evaluate(s, l);
    float3 color = (sun.diffuse + sun.specular) * sunColor * PI * shadow;

    float NoV = saturate(dot(s.normal, s.view));
    float3 irradiance = IrradianceFromSH(s.normal);
    color += s.albedo * irradiance * s.occlusion;
#if IBL
    float3 r = reflect(-s.view, s.normal);
    r = normalize(lerp(r, s.normal, Square(s.roughness)));
    float mip = s.roughness * float(iblMips);
    float2 table = BrdfTable.SampleLevel(LinearClamp, float2(NoV, s.roughness), 0.0f).xy;
    float3 specular = s.f0 * table.x + table.y;
    // Light that bounced between microfacets.
    float ess = max(table.x + table.y, 0.2f);
    specular *= 1.0f + s.f0 * (1.0f / ess - 1.0f);
#else
    float2 env = EnvironmentBrdfApprox(s.roughness, NoV);
    float3 specular = s.f0 * env.x + env.y;
#endif
    specular = SpecularOcclusion(specular, NoV, s.occlusion, s.roughness);
#if IBL
    color += Radiance.SampleLevel(LinearClamp, r, mip).rgb * specular * iblScale;
#else
    color += irradiance * specular * iblScale;
#endif
    float distance = length(s.position - View.cameraPosition);
    color = lerp(fogColor, color, exp(-fogDensity * distance * 0.1f));
    Output[id.xy] = float4(color * View.exposure, Luminance(color));
}
