// dxilkit-corpus
// Water: Gerstner waves in the vertex shader, flow-mapped normals, refraction with depth absorption, foam, caustics, subsurface crest light.
// args: -T vs_6_0 -E VSWater
// args: -T ps_6_0 -E PSWater
// args: -T ps_6_0 -E PSWater -D FOAM=1 -D CAUSTICS=1
// args: -T ps_6_0 -E PSWater -D FOAM=1 -D FLOW=1
// args: -T ps_6_6 -E PSWater -D FOAM=1 -D FLOW=1 -D CAUSTICS=1
// set: resolution 32 32
// set: invResolution 0.03125 0.03125
// set: nearPlane 0.1
// set: farPlane 20
// range: steepness 0.1 0.4
// range: wavelength 1 4
#include "../shared/view.hlsli"
#include "../shared/brdf.hlsli"

#ifndef FOAM
#define FOAM 0
#endif
#ifndef CAUSTICS
#define CAUSTICS 0
#endif
#ifndef FLOW
#define FLOW 0
#endif
#define WAVES 6

struct Wave
{
    float2 direction;
    float steepness;
    float wavelength;
};

cbuffer Water : register(b1)
{
    Wave waves[WAVES];
    float3 absorption;
    float roughness;
    float3 scatterColor;
    float refraction;
    float3 sunDirection;
    float foamAmount;
    float3 sunColor;
    float flowSpeed;
    float3 deepColor;
    float causticStrength;
    float shoreFade;
};
ConstantBuffer<ViewData> View : register(b0);
Texture2D<float4> Ripples : register(t0);
Texture2D<float4> FlowMap : register(t1);
Texture2D<float4> Scene : register(t2);
Texture2D<float> DepthTexture : register(t3);
Texture2D<float4> FoamTexture : register(t4);
TextureCube<float4> Sky : register(t5);
SamplerState LinearWrap : register(s0);
SamplerState LinearClamp : register(s1);

struct Varyings
{
    float4 clip : SV_Position;
    float3 world : WORLD;
    float3 normal : NORMAL;
    float2 uv : TEXCOORD;
    float crest : CREST;
};

struct Displaced
{
    float3 position, tangent, bitangent;
    float jacobian;

    void Add(Wave w, float2 at, float time)
    {
        float k = TWO_PI / w.wavelength;
        float speed = sqrt(9.81f / k);
        float2 d = normalize(w.direction - 0.45f);
        float phase = k * (dot(d, at) - speed * time);
        float s, c;
        sincos(phase, s, c);
        float amplitude = w.steepness / k;
        position += float3(d.x * amplitude * c, amplitude * s, d.y * amplitude * c);
        tangent += float3(-d.x * d.x * w.steepness * s, d.x * w.steepness * c, -d.x * d.y * w.steepness * s);
        bitangent += float3(-d.x * d.y * w.steepness * s, d.y * w.steepness * c, -d.y * d.y * w.steepness * s);
        jacobian -= w.steepness * s;
    }
};

Varyings VSWater(float3 position : POSITION, float2 uv : TEXCOORD)
{
    Displaced w;
    w.position = float3(position.x * 4.0f, 0.0f, position.y * 4.0f);
    w.tangent = float3(1.0f, 0.0f, 0.0f);
    w.bitangent = float3(0.0f, 0.0f, 1.0f);
    w.jacobian = 1.0f;
    float2 at = w.position.xz;
    [loop] for (uint i = 0u; i < WAVES; ++i) w.Add(waves[i], at, View.time);
    Varyings o;
    o.clip = float4(position, 1.0f);
    o.world = w.position;
    o.normal = normalize(cross(w.bitangent, w.tangent));
    o.uv = uv;
    o.crest = saturate(1.0f - w.jacobian);
    return o;
}

float2 RippleSlope(float2 uv)
{
#if FLOW
    // Two copies of the texture, each reset while the other shows.
    float4 flow = FlowMap.Sample(LinearWrap, uv * 0.1f);
    float2 velocity = (flow.xy * 2.0f - 1.0f) * flowSpeed;
    float phase = View.time + flow.z;
    float a = frac(phase), b = frac(phase + 0.5f);
    float blend = abs(a * 2.0f - 1.0f);
    float2 sa = Ripples.Sample(LinearWrap, uv - velocity * a).xy;
    float2 sb = Ripples.Sample(LinearWrap, uv - velocity * b + 0.31f).xy;
    return (lerp(sa, sb, blend) - 0.5f) * (0.5f + length(velocity));
#else
    float2 a = Ripples.Sample(LinearWrap, uv + View.time * float2(0.03f, 0.01f)).xy;
    float2 b = Ripples.Sample(LinearWrap, uv * 1.7f - View.time * float2(0.02f, 0.04f)).xy;
    return (a + b - 1.0f) * 0.5f;
#endif
}

float3 CausticLight(float3 world, float depth)
{
    float2 at = world.xz * 0.5f + sunDirection.xz * depth * 0.2f;
    float3 c;
    [unroll] for (uint i = 0u; i < 3u; ++i)
    {
        float2 shifted = at + float(i) * 0.01f;
        float a = Ripples.SampleLevel(LinearWrap, shifted + View.time * 0.05f, 0.0f).z;
        float b = Ripples.SampleLevel(LinearWrap, shifted * 1.3f - View.time * 0.04f, 0.0f).z;
        c[i] = min(a, b);
    }
    return Pow4(c) * 4.0f * causticStrength * exp(-depth * 0.5f);
}

float4 PSWater(Varyings p) : SV_Target
{
    float3 v = SafeNormalize(View.cameraPosition + float3(0.0f, 3.0f, -3.0f) - p.world);
    float2 slope = RippleSlope(p.world.xz * 0.25f);
    float3 n = SafeNormalize(p.normal + float3(slope.x, 0.0f, slope.y));
    float2 uv = p.clip.xy * View.invResolution;
    float surface = View.LinearDepth(p.clip.z * 0.1f + 0.02f);
    float bottom = View.LinearDepth(DepthTexture.SampleLevel(LinearClamp, uv, 0.0f));
    float depth = max(bottom - surface, 0.0f);

    float2 bent = uv + n.xz * refraction * 0.1f * saturate(depth);
    float bentBottom = View.LinearDepth(DepthTexture.SampleLevel(LinearClamp, bent, 0.0f));
    // What stands in front of the water must not be seen through it.
    if (bentBottom < surface) bent = uv;
    else depth = bentBottom - surface;
    float3 below = Scene.SampleLevel(LinearClamp, bent, 0.0f).rgb;
#if CAUSTICS
    below *= 1.0f + CausticLight(p.world - v * depth, depth);
#endif
    float3 through = exp(-absorption * depth * 2.0f);
    float3 body = lerp(deepColor, below, through);
    float3 l = SafeNormalize(sunDirection + float3(0.0f, 0.5f, 0.0f));
    float crestLight = p.crest * Pow4(saturate(dot(v, -l) * 0.5f + 0.5f));
    body += scatterColor * sunColor * (crestLight + 0.1f * saturate(dot(n, l)));

    float NoV = saturate(dot(n, v));
    float fresnel = 0.02f + 0.98f * Pow5(1.0f - NoV);
    float3 r = reflect(-v, n);
    r.y = abs(r.y);
    float3 sky = Sky.SampleLevel(LinearClamp, r, roughness * 2.0f).rgb;
    BrdfResult sun = StandardBrdf(0.0f, 0.02f, clamp(roughness * 0.5f, 0.08f, 1.0f), n, v, l);
    float3 color = lerp(body, sky, fresnel) + sun.specular * sunColor;
#if FOAM
    float foam = FoamTexture.Sample(LinearWrap, p.world.xz * 0.7f + slope).x;
    float shore = exp(-depth * (1.0f + shoreFade * 4.0f));
    float amount = smoothstep(0.3f, 0.9f, foam * (p.crest * 2.0f + shore) * foamAmount * 2.0f);
    color = lerp(color, (0.6f + 0.4f * saturate(dot(n, l))) * sunColor, amount);
#endif
    return float4(color, saturate(depth * 4.0f));
}
