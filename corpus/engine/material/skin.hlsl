// dxilkit-corpus
// Skin: pre-integrated scattering from curvature, two specular lobes, transmission through thin parts; and the separable blur as a compute pass.
// args: -T vs_6_0 -E VSMain
// args: -T ps_6_0 -E PSMain
// args: -T ps_6_0 -E PSMain -D DETAIL_NORMAL=1 -D TRANSMISSION=1
// args: -T cs_6_0 -E BlurHorizontal
// args: -T cs_6_0 -E BlurHorizontal -D SAMPLES=17
// args: -T cs_6_2 -E BlurHorizontal -D SAMPLES=11 -D HALF=1 -enable-16bit-types
// set: resolution 32 32
// set: invResolution 0.03125 0.03125
// set: nearPlane 0.1
// set: farPlane 20
// range: curvatureScale 0.1 0.6
// dispatch: 1 4 1
#include "../shared/view.hlsli"
#include "../shared/brdf.hlsli"
#include "../shared/color.hlsli"

#ifndef DETAIL_NORMAL
#define DETAIL_NORMAL 0
#endif
#ifndef TRANSMISSION
#define TRANSMISSION 0
#endif
#ifndef SAMPLES
#define SAMPLES 11
#endif
#ifndef HALF
#define HALF 0
#endif

#if HALF
typedef float16_t3 color3;
typedef float16_t scalar;
#else
typedef float3 color3;
typedef float scalar;
#endif

cbuffer Skin : register(b1)
{
    float3 lightDirection;
    float curvatureScale;
    float3 lightColor;
    float roughness0;
    float3 scatterColor;
    float roughness1;
    float lobeMix;
    float transmissionScale;
    float scatterRadius;
    float depthFalloff;
};
ConstantBuffer<ViewData> View : register(b0);
Texture2D<float4> Albedo : register(t0);
Texture2D<float4> NormalMap : register(t1);
Texture2D<float4> PoreMap : register(t2);
Texture2D<float> Thickness : register(t3);
Texture2D<float4> Irradiance : register(t4);
Texture2D<float> DepthTexture : register(t5);
RWTexture2D<float4> Blurred : register(u0);
SamplerState LinearWrap : register(s0);

struct Varyings
{
    float4 clip : SV_Position;
    float3 world : WORLD;
    float3 normal : NORMAL;
    float3 tangent : TANGENT;
    float2 uv : TEXCOORD;
};

Varyings VSMain(float3 position : POSITION, float3 normal : NORMAL, float3 tangent : TANGENT, float2 uv : TEXCOORD)
{
    Varyings o;
    o.clip = float4(position, 1.0f);
    o.world = position;
    o.normal = normal - 0.5f + float3(0.0f, 0.0f, 1.0f);
    o.tangent = tangent + float3(1.0f, 0.0f, 0.0f);
    o.uv = uv;
    return o;
}

/// Sum of six Gaussians: variance and weight for each colour.
static const float4 PROFILE[6] = {
    float4(0.233f, 0.455f, 0.649f, 0.0064f), float4(0.100f, 0.336f, 0.344f, 0.0484f), float4(0.118f, 0.198f, 0.000f, 0.187f),
    float4(0.113f, 0.007f, 0.007f, 0.567f),  float4(0.358f, 0.004f, 0.000f, 1.99f),   float4(0.078f, 0.000f, 0.000f, 7.41f),
};

float3 Profile(float r)
{
    float3 sum = 0.0f;
    [unroll] for (uint i = 0u; i < 6u; ++i)
        sum += PROFILE[i].xyz * exp(-r * r / (2.0f * PROFILE[i].w)) / (TWO_PI * PROFILE[i].w);
    return sum;
}

/// Diffuse falloff of a ball with this curvature, integrated over a few rings instead of looked up.
float3 ScatterIntegral(float NoL, float curvature)
{
    float3 total = 0.0f;
    float3 weights = 0.0f;
    float theta = FastAcos(clamp(NoL, -1.0f, 1.0f));
    [loop] for (int i = -4; i <= 4; ++i)
    {
        float angle = float(i) * (HALF_PI / 4.0f);
        float3 w = Profile(2.0f / max(curvature, 0.05f) * abs(sin(angle * 0.5f)));
        total += saturate(cos(theta + angle)) * w;
        weights += w;
    }
    return total / max(weights, 1e-5f);
}

float3 TransmissionProfile(float s)
{
    float3 sum = 0.0f;
    [unroll] for (uint i = 0u; i < 6u; ++i) sum += PROFILE[i].xyz * exp(-s * s / PROFILE[i].w);
    return sum;
}

float4 PSMain(Varyings p) : SV_Target
{
    float3 n = normalize(p.normal);
    float3 t = normalize(p.tangent - n * dot(n, p.tangent));
    float3 b = cross(n, t);
    float2 xy = NormalMap.Sample(LinearWrap, p.uv).xy * 2.0f - 1.0f;
    float3 local = float3(xy * 0.5f, SafeSqrt(1.0f - 0.25f * dot(xy, xy)));
#if DETAIL_NORMAL
    float4 pores = PoreMap.Sample(LinearWrap, p.uv * 6.0f);
    float3 detail = normalize(float3(pores.xy - 0.5f, 1.0f));
    // Reoriented: the detail stands on the base normal.
    float3 base = local + float3(0.0f, 0.0f, 1.0f);
    detail *= float3(-1.0f, -1.0f, 1.0f);
    local = normalize(base * dot(base, detail) / base.z - detail);
    float porosity = pores.a;
#else
    float porosity = 0.5f;
#endif
    float3 bumped = normalize(local.x * t + local.y * b + local.z * n);
    float3 v = SafeNormalize(View.cameraPosition + float3(0.0f, 0.0f, 3.0f) - p.world);
    float3 l = SafeNormalize(lightDirection);

    float curvature = saturate(length(fwidth(n)) / max(length(fwidth(p.world)), 1e-4f) * curvatureScale);
    float3 scattered = float3(ScatterIntegral(dot(lerp(bumped, n, 0.6f), l), curvature + 0.1f));
    float3 albedo = Albedo.Sample(LinearWrap, p.uv).rgb;

    SurfaceAngles a;
    a.Set(bumped, v, l);
    float d = lerp(DistributionGGX(a.NoH, clamp(roughness0, 0.2f, 1.0f)), DistributionGGX(a.NoH, clamp(roughness1, 0.2f, 1.0f)), lobeMix);
    float f = FresnelSchlickScalar(0.028f, 1.0f, a.VoH);
    float specular = d * f * VisibilitySmithCorrelated(a.NoV, a.NoL, max(roughness0, 0.2f)) * a.NoL * lerp(1.0f, porosity, 0.5f);

    float3 color = albedo * scattered * scatterColor * lightColor + specular * lightColor;
#if TRANSMISSION
    float s = Thickness.Sample(LinearWrap, p.uv) * transmissionScale * 4.0f;
    float wrap = saturate(0.3f - dot(n, l));
    color += TransmissionProfile(s) * wrap * albedo * lightColor;
#endif
    return float4(color, 1.0f);
}

#define TILE 32
#define BORDER 8
groupshared color3 SharedColor[TILE + 2 * BORDER];
groupshared float SharedDepth[TILE + 2 * BORDER];

[numthreads(TILE, 1, 1)]
void BlurHorizontal(uint3 id : SV_DispatchThreadID, uint lane : SV_GroupIndex, uint3 group : SV_GroupID)
{
    for (uint i = lane; i < TILE + 2 * BORDER; i += TILE)
    {
        int x = clamp(int(group.x * TILE + i) - BORDER, 0, int(View.resolution.x) - 1);
        int2 at = int2(x, int(id.y)) & 15;
        SharedColor[i] = (color3)Irradiance.Load(int3(at, 0)).rgb;
        SharedDepth[i] = View.LinearDepth(DepthTexture.Load(int3(at, 0)));
    }
    GroupMemoryBarrierWithGroupSync();
    if (!View.Contains(id.xy)) return;

    uint center = lane + BORDER;
    color3 middle = SharedColor[center];
    float depth = SharedDepth[center];
    float reach = min(float(BORDER), scatterRadius * 16.0f / max(depth, 0.1f));
    color3 total = (color3)0.0f;
    color3 weights = (color3)0.0f;
    [unroll] for (int k = -(SAMPLES / 2); k <= SAMPLES / 2; ++k)
    {
        float offset = float(k) * reach / float(SAMPLES / 2);
        uint at = uint(clamp(int(center) + int(round(offset)), 0, TILE + 2 * BORDER - 1));
        scalar follow = (scalar)exp(-abs(SharedDepth[at] - depth) * depthFalloff);
        color3 w = (color3)(Profile(abs(offset) * 0.4f) + 1e-4f);
        total += lerp(middle, SharedColor[at], follow) * w;
        weights += w;
    }
    Blurred[id.xy] = float4(float3(total / weights), 1.0f);
}
