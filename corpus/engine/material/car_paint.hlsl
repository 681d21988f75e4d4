// dxilkit-corpus
// Car paint: base coat by a table of two angles, flakes in layers with their own normals, orange peel, clear coat, dirt and drops running down by time.
// args: -T vs_6_0 -E VSBody
// args: -T ps_6_0 -E PSBody
// args: -T ps_6_0 -E PSBody -D FLAKES=2
// args: -T ps_6_0 -E PSBody -D FLAKES=3 -D DIRT=1
// args: -T ps_6_0 -E PSBody -D FLAKES=2 -D DIRT=1 -D RAIN=1
// args: -T ps_6_2 -E PSBody -D FLAKES=2 -D RAIN=1 -D HALF=1 -enable-16bit-types
// args: -T ps_6_6 -E PSBody -D FLAKES=3 -D DIRT=1 -D RAIN=1
// set: FlakeScale 40
#include "../shared/math.hlsli"
#ifndef FLAKES
#define FLAKES 0
#endif
#ifndef DIRT
#define DIRT 0
#endif
#ifndef RAIN
#define RAIN 0
#endif
#ifndef HALF
#define HALF 0
#endif
#if HALF
#define real half
#define real2 half2
#define real3 half3
#else
#define real float
#define real2 float2
#define real3 float3
#endif

cbuffer Paint : register(b0)
{
    float3 BaseColor;
    float FlakeScale;
    float3 FlipColor;
    float FlakeSpread;
    float3 FlakeColor;
    float FlakeDensity;
    float4 SunDirection;
    float3 SunColor;
    float PeelStrength;
    float DirtAmount;
    float RainAmount;
    float Time;
    float CoatThickness;
};
Texture2D<float3> AngleTable : register(t0);
Texture2D<float4> DirtMap : register(t1);
TextureCube<float4> Environment : register(t2);
SamplerState LinearWrap : register(s0);
SamplerState LinearClamp : register(s1);

struct Body
{
    float4 clip : SV_Position;
    float3 n : NORMAL;
    float3 view : VIEW;
    float2 uv : TEXCOORD0;
    float3 local : TEXCOORD1;
};

Body VSBody(float3 p : POSITION, float3 n : NORMAL, float2 uv : TEXCOORD)
{
    Body o;
    o.clip = float4(p, 1);
    o.n = n * 0.3f + float3(p.xy, 0.9f);
    o.view = float3(-0.4f * p.xy, 1.2f);
    o.uv = uv;
    o.local = p * 3.0f;
    return o;
}

uint Hash(int3 c)
{
    uint h = uint(c.x) * 0x8da6b343u ^ uint(c.y) * 0xd8163841u ^ uint(c.z) * 0xcb1ab31fu;
    h ^= h >> 13;
    h *= 0x5bd1e995u;
    return h ^ (h >> 15);
}
float3 Random3(uint h) { return float3(h & 1023u, (h >> 10) & 1023u, (h >> 20) & 1023u) / 1023.0f; }

struct Flake
{
    real3 n;
    real weight;
};

/// Flakes are the cells of a jittered grid; the nearest one of eight counts.
Flake NearestFlake(float3 p, float spread, uint layer)
{
    float3 cell = floor(p), f = p - cell;
    float best = 1e9f;
    uint chosen = 0;
    [unroll] for (uint i = 0; i < 8; ++i)
    {
        int3 corner = int3(i & 1, (i >> 1) & 1, i >> 2);
        uint h = Hash(int3(cell) + corner + int3(layer * 17, 0, 0));
        float3 d = float3(corner) + (Random3(h) - 0.5f) * 0.9f - f;
        float square = dot(d, d);
        if (square < best) { best = square; chosen = h; }
    }
    float3 r = Random3(chosen * 0x9e3779b9u) * 2.0f - 1.0f;
    Flake k;
    k.n = (real3)SafeNormalize(float3(r.xy * spread, 1.0f));
    k.weight = (real)(Random3(chosen ^ 0x1234567u).x < FlakeDensity ? smoothstep(0.6f, 0.1f, best) : 0.0f);
    return k;
}

float Distribution(float nh, float m)
{
    float m2 = m * m, d = nh * nh * (m2 - 1.0f) + 1.0f;
    return m2 / (PI * d * d + 1e-5f);
}

float Schlick(float x, float f0) { return f0 + (1.0f - f0) * Pow5(1.0f - saturate(x)); }

#if RAIN
/// Height of drops that stand, and of trails that run down.
float2 Drops(float2 uv, float t)
{
    float2 sum = 0.0f;
    for (int layer = 0; layer < 3; ++layer)
    {
        float2 grid = float2(12.0f, 4.0f) * (1.0f + layer * 0.7f);
        float2 p = uv * grid;
        p.y += t * (0.3f + 0.2f * layer);
        int2 cell = int2(floor(p));
        float3 r = Random3(Hash(int3(cell, layer)));
        float2 f = frac(p) - 0.5f;
        float wiggle = sin(p.y * 6.0f + r.x * 7.0f) * 0.15f;
        float2 d = f - float2((r.x - 0.5f) * 0.6f + wiggle, (frac(t * 0.4f + r.y) - 0.5f) * 0.7f);
        d.x *= grid.y / grid.x * 3.0f;
        float drop = smoothstep(0.12f, 0.0f, length(d)) * step(r.z, RainAmount);
        float trail = smoothstep(0.06f, 0.0f, abs(d.x)) * smoothstep(0.0f, 0.4f, d.y) * step(r.z, RainAmount);
        sum += float2(drop, trail * 0.4f);
    }
    return sum;
}
#endif

float4 PSBody(Body b, bool isFront : SV_IsFrontFace) : SV_Target
{
    float3 n = SafeNormalize(b.n) * (isFront ? 1.0f : -1.0f), v = SafeNormalize(b.view), l = SafeNormalize(SunDirection.xyz);
    float3 t, bt;
    BuildBasis(n, t, bt);
    float2 peel = sin(b.uv * 90.0f) * cos(b.uv.yx * 71.0f);
    float3 coat = SafeNormalize(n + (t * peel.x + bt * peel.y) * PeelStrength * 0.03f);
    float wet = 0.0f;
#if RAIN
    float2 e = float2(0.004f, 0.0f);
    float2 here = Drops(b.uv, Time);
    float2 slope = float2(dot(Drops(b.uv + e.xy, Time) - here, 1.0f), dot(Drops(b.uv + e.yx, Time) - here, 1.0f));
    coat = SafeNormalize(coat - (t * slope.x + bt * slope.y) * 2.0f);
    wet = saturate(here.x + here.y);
#endif
    float3 h = SafeNormalize(l + v);
    float nv = saturate(dot(n, v)) + 1e-3f, nl = saturate(dot(n, l)), nh = saturate(dot(n, h));
    float3 table = AngleTable.Sample(LinearClamp, float2(nv, nh));
    float3 base = lerp(FlipColor, BaseColor, nv) * (0.5f + table) * nl * SunColor;
#if FLAKES
    real3 sparkle = 0.0;
    [unroll] for (uint layer = 0; layer < FLAKES; ++layer)
    {
        float3 p = b.local * FlakeScale / (1.0f + layer) + float3(v.xy / nv, 0.0f) * CoatThickness * layer;
        Flake k = NearestFlake(p, FlakeSpread, layer);
        float3 fn = SafeNormalize(t * k.n.x + bt * k.n.y + n * k.n.z);
        sparkle += (real3)FlakeColor * k.weight * (real)min(Distribution(saturate(dot(fn, h)), 0.12f), 40.0f);
    }
    base += float3(sparkle) * nl * SunColor / FLAKES;
#endif
    float rough = 0.05f;
    float3 under = base;
#if DIRT
    float4 dirt = DirtMap.Sample(LinearWrap, b.uv * 2.0f);
    float amount = saturate((dirt.a - 1.0f + DirtAmount * 1.5f) * 3.0f) * (1.0f - 0.7f * wet) * saturate(1.2f - b.local.y * 0.3f);
    under = lerp(under, dirt.rgb * (nl + 0.2f), amount);
    rough = lerp(rough, 0.6f, amount);
#endif
    float f = Schlick(dot(coat, v), 0.04f);
    float3 mirror = reflect(-v, coat);
    float3 reflected = Environment.SampleLevel(LinearWrap, mirror, rough * 6.0f).rgb;
    float shine = Distribution(saturate(dot(coat, h)), max(rough, 0.02f)) * Schlick(dot(h, v), 0.04f) * nl;
    return float4(under * (1.0f - f) + reflected * f + min(shine, 20.0f) * SunColor, 1.0f);
}
