// dxilkit-corpus
// Woven cloth: thread pattern from a weave table, Charlie sheen, subsurface wrap and thread-level normals.
// args: -T vs_6_0 -E VSMain
// args: -T ps_6_0 -E PSMain
// args: -T ps_6_0 -E PSMain -D WEAVE=1 -D SHEEN=1
// args: -T ps_6_0 -E PSMain -D WEAVE=2 -D SHEEN=1 -D TRANSMISSION=1
// set: threads 12 12
// set: lightCount 3
// range: direction -1 1
#include "../shared/view.hlsli"
#include "../shared/brdf.hlsli"

#ifndef WEAVE
#define WEAVE 0
#endif
#ifndef SHEEN
#define SHEEN 0
#endif
#ifndef TRANSMISSION
#define TRANSMISSION 0
#endif

struct DirectionalLight
{
    float3 direction;
    float intensity;
    float3 color;
};

cbuffer Cloth : register(b1)
{
    float3 warpColor;
    float warpTwist;
    float3 weftColor;
    float weftTwist;
    float3 sheenColor;
    float sheenRoughness;
    float2 threads;
    float fuzz;
    float thickness;
    float3 subsurfaceColor;
    uint lightCount;
    DirectionalLight Suns[4];
};
ConstantBuffer<ViewData> View : register(b0);

/// One bit a crossing: 1 where the warp is on top. Plain, twill, satin.
static const uint WEAVES[3][8] = {
    { 0x55, 0xaa, 0x55, 0xaa, 0x55, 0xaa, 0x55, 0xaa },
    { 0x33, 0x66, 0xcc, 0x99, 0x33, 0x66, 0xcc, 0x99 },
    { 0x7f, 0xef, 0xfd, 0xbf, 0xf7, 0xfe, 0xdf, 0xfb },
};

struct Varyings
{
    float4 clip : SV_Position;
    float3 world : WORLD;
    float3 normal : NORMAL;
    float2 uv : TEXCOORD;
};

Varyings VSMain(float3 position : POSITION, float3 normal : NORMAL, float2 uv : TEXCOORD)
{
    Varyings o;
    o.clip = float4(position, 1.0f);
    o.world = position;
    o.normal = normal + float3(0.0f, 0.0f, 1.0f);
    o.uv = uv;
    return o;
}

struct Thread
{
    float3 normal;
    float3 tangent;
    float3 color;
    float occlusion;
    bool isWarp;
};

Thread EvaluateWeave(float2 uv, Frame3 frame)
{
    float2 at = uv * threads;
    float2 cell = floor(at);
    float2 f = at - cell;
    uint2 index = uint2(int2(cell)) & 7u;
    Thread t;
    t.isWarp = ((WEAVES[WEAVE][index.y] >> index.x) & 1u) != 0u;
    float along = t.isWarp ? f.y : f.x;
    float across = t.isWarp ? f.x : f.y;
    // A thread is a bent cylinder: across gives the roundness, along the dive under its neighbour.
    float round = (across * 2.0f - 1.0f) * 0.8f;
    float dive = sin((along - 0.5f) * PI) * 0.5f;
    float3 local = t.isWarp ? float3(round, dive, 1.0f) : float3(dive, round, 1.0f);
    float twist = (t.isWarp ? warpTwist : weftTwist) * 0.5f;
    float s, c;
    sincos(twist, s, c);
    float2 direction = t.isWarp ? float2(s, c) : float2(c, s);
    t.normal = normalize(frame.ToWorld(normalize(local)));
    t.tangent = normalize(frame.ToWorld(float3(direction, 0.0f)));
    t.color = t.isWarp ? warpColor : weftColor;
    t.occlusion = saturate(1.0f - Square(round) * 0.5f) * saturate(1.0f - abs(dive));
    return t;
}

float KajiyaLobe(float3 tangent, float3 h, float exponent)
{
    float d = dot(tangent, h);
    return pow(SafeSqrt(1.0f - d * d), exponent) * smoothstep(-1.0f, 0.0f, d);
}

float4 PSMain(Varyings p, bool front : SV_IsFrontFace) : SV_Target
{
    float3 n = normalize(p.normal);
    if (!front) n = -n;
    float3 v = SafeNormalize(View.cameraPosition + float3(0.0f, 0.0f, 3.0f) - p.world);
    Frame3 frame = MakeFrame(n);
    Thread thread = EvaluateWeave(p.uv, frame);

    float noise = ToUnitFloat(HashCombine(uint(p.clip.x), uint(p.clip.y)));
    float3 bent = normalize(lerp(thread.normal, n, fuzz * 0.5f));
    float3 color = 0.0f;
    for (uint i = 0u; i < lightCount; ++i)
    {
        DirectionalLight sun = Suns[i];
        float3 l = SafeNormalize(sun.direction);
        SurfaceAngles a;
        a.Set(bent, v, l);
        float3 h = normalize(v + l);
        float wrapped = saturate((dot(bent, l) + 0.5f) / 2.25f);
        float3 radiance = sun.color * sun.intensity;
        float3 term = thread.color * (DiffuseOrenNayar(0.9f, a, dot(v, l)) * a.NoL);
        term += subsurfaceColor * wrapped * (1.0f - a.NoL) * INV_PI;
        term += thread.color * KajiyaLobe(thread.tangent, h, 30.0f) * 0.1f * a.NoL;
#if SHEEN
        float d = DistributionCharlie(a.NoH, lerp(0.2f, 1.0f, sheenRoughness));
        term += sheenColor * d * VisibilityNeubelt(a.NoV, a.NoL) * a.NoL;
#endif
#if TRANSMISSION
        float through = Pow4(saturate(dot(-l, v))) * exp(-thickness * 4.0f);
        term += thread.color * subsurfaceColor * through * saturate(dot(-n, l));
#endif
        color += term * radiance;
    }
    color *= thread.occlusion * lerp(0.95f, 1.05f, noise);
    return float4(color, 1.0f);
}
