// dxilkit-corpus
// Shadows through glass, smoke and hair: Fourier opacity maps drawn additively, coloured transmittance layers, and their reconstruction.
// args: -T vs_6_0 -E VSParticle
// args: -T ps_6_0 -E PSFourier
// args: -T ps_6_0 -E PSFourier -D TERMS=4
// args: -T cs_6_0 -E ResolveFourier
// args: -T cs_6_0 -E ResolveFourier -D TERMS=4 -D LANCZOS=1
// args: -T cs_6_0 -E ResolveColored
// set: resolution 32 32
// set: invResolution 0.03125 0.03125
// set: nearPlane 0.1
// set: farPlane 20
// set: clipFromWorld 0.5 0 0 0 0 0.5 0 0 0 0.1 0.2 0 0 0 0.3 1
// range: center -1 1
// range: size 0.2 0.6
// instances: 5
// dispatch: 4 4 1
#include "../shared/view.hlsli"
#include "../shared/color.hlsli"

#ifndef TERMS
#define TERMS 3
#endif
#ifndef LANCZOS
#define LANCZOS 0
#endif

struct Particle
{
    float3 center;
    float size;
    float3 color;
    float density;
    float rotation;
    uint frame;
};

cbuffer Translucency : register(b1)
{
    float4x4 shadowFromWorld;
    float densityScale;
    float depthRange;
    float softness;
    float layerCount;
};
ConstantBuffer<ViewData> View : register(b0);
StructuredBuffer<Particle> Particles : register(t0);
Texture2D<float4> Sprite : register(t1);
Texture2D<float4> Cosines : register(t2);
Texture2D<float4> Sines : register(t3);
Texture2DArray<float4> Layers : register(t4);
Texture2D<float> DepthTexture : register(t5);
SamplerState LinearClamp : register(s0);
RWTexture2D<float4> Output : register(u0);

struct Varyings
{
    float4 clip : SV_Position;
    float2 uv : TEXCOORD;
    nointerpolation float density : DENSITY;
    float depth : SHADOWDEPTH;
};

Varyings VSParticle(uint vertex : SV_VertexID, uint instance : SV_InstanceID)
{
    static const float2 corners[6] = { float2(0, 0), float2(0, 1), float2(1, 0), float2(1, 0), float2(0, 1), float2(1, 1) };
    Particle p = Particles[instance];
    float2 c = corners[vertex % 6u] * 2.0f - 1.0f;
    float s, k;
    sincos(p.rotation * TWO_PI, s, k);
    float2 r = float2(c.x * k - c.y * s, c.x * s + c.y * k) * p.size;
    Varyings o;
    o.clip = mul(View.clipFromWorld, float4(p.center + float3(r, 0.0f), 1.0f));
    o.clip.z = 0.5f * o.clip.w;
    float2 cell = float2(p.frame & 1u, (p.frame >> 1) & 1u);
    o.uv = (corners[vertex % 6u] + cell) * 0.5f;
    o.density = p.density * (0.5f + densityScale);
    o.depth = saturate(p.center.z * 0.25f + 0.5f);
    return o;
}

struct FourierOut
{
    float4 cosines : SV_Target0;
    float4 sines : SV_Target1;
};

FourierOut PSFourier(Varyings p)
{
    float alpha = Sprite.Sample(LinearClamp, p.uv).a * saturate(p.density);
    float opacity = -log(max(1.0f - alpha, 1e-3f));
    FourierOut o;
    o.cosines = float4(opacity, 0.0f, 0.0f, 0.0f);
    o.sines = 0.0f;
    [unroll] for (uint k = 1u; k < TERMS; ++k)
    {
        float s, c;
        sincos(TWO_PI * float(k) * p.depth, s, c);
        o.cosines[k] = opacity * c;
        o.sines[k] = opacity * s;
    }
    return o;
}

[numthreads(8, 8, 1)]
void ResolveFourier(uint3 id : SV_DispatchThreadID)
{
    if (!View.Contains(id.xy)) return;
    float3 world = View.WorldPosition(View.UvOf(id.xy), DepthTexture.Load(int3(id.xy & 15u, 0)));
    float3 s = mul(shadowFromWorld, float4(world, 1.0f)).xyz;
    float2 uv = frac(s.xy);
    float z = saturate(frac(s.z) * (0.5f + depthRange));
    float4 a = Cosines.SampleLevel(LinearClamp, uv, 0.0f);
    float4 b = Sines.SampleLevel(LinearClamp, uv, 0.0f) * 2.0f - 1.0f;
    a.yzw = a.yzw * 2.0f - 1.0f;
    float depth = a.x * z;
    [unroll] for (uint k = 1u; k < TERMS; ++k)
    {
        float w = TWO_PI * float(k);
        float damp = 1.0f;
#if LANCZOS
        float x = PI * float(k) / float(TERMS);
        damp = sin(x) / x;
#endif
        float sine, cosine;
        sincos(w * z, sine, cosine);
        depth += damp * 2.0f / w * (a[k] * sine + b[k] * (1.0f - cosine));
    }
    float transmittance = saturate(exp(-max(depth, 0.0f)));
    Output[id.xy] = float4(lerp(1.0f, transmittance, softness), depth, z, 1.0f);
}

[numthreads(8, 8, 1)]
void ResolveColored(uint3 id : SV_DispatchThreadID)
{
    if (!View.Contains(id.xy)) return;
    float3 world = View.WorldPosition(View.UvOf(id.xy), DepthTexture.Load(int3(id.xy & 15u, 0)));
    float3 s = mul(shadowFromWorld, float4(world, 1.0f)).xyz;
    float2 uv = frac(s.xy);
    float z = frac(s.z);
    float3 tint = 1.0f;
    uint passed = 0u;
    [loop] for (uint i = 0u; i < 4u; ++i)
    {
        float4 depths;
        float4 reds, greens, blues;
        float3 at = float3(uv, float(i));
        depths = Layers.GatherAlpha(LinearClamp, at);
        reds = Layers.GatherRed(LinearClamp, at);
        greens = Layers.GatherGreen(LinearClamp, at);
        blues = Layers.GatherBlue(LinearClamp, at);
        float4 before = select(depths < z, 1.0f.xxxx, 0.0f.xxxx);
        if (!any(before > 0.0f)) break;
        float2 f = frac(uv * 16.0f - 0.5f);
        float4 w = float4((1.0f - f.x) * f.y, f.x * f.y, f.x * (1.0f - f.y), (1.0f - f.x) * (1.0f - f.y));
        float3 c = float3(dot(lerp(1.0f, reds, before), w), dot(lerp(1.0f, greens, before), w), dot(lerp(1.0f, blues, before), w));
        tint *= lerp(1.0f, c, 0.5f + 0.5f * softness);
        ++passed;
    }
    Output[id.xy] = float4(tint, Luminance(tint) + float(passed) * layerCount * 0.01f);
}
