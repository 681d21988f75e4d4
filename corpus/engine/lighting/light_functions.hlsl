// dxilkit-corpus
// Lights by template: punctual, tube and projected lights behind one function, masks from textures, min-precision colour, and a shadow of many classes in one loop.
// args: -T vs_6_0 -E VSScreen
// args: -T ps_6_0 -E PSLights
// args: -T vs_6_0 -E VSScreen
// args: -T ps_6_0 -E PSLights -D KINDS=3
// args: -T vs_6_0 -E VSScreen
// args: -T ps_6_0 -E PSLights -D KINDS=3 -D LOW_PRECISION=1
// args: -T cs_6_0 -E Evaluate -D KINDS=3
// set: Count 3
// range: Positions -1 1
// vertices: 3
#include "../shared/math.hlsli"
#ifndef KINDS
#define KINDS 1
#endif
#ifndef LOW_PRECISION
#define LOW_PRECISION 0
#endif
#if LOW_PRECISION
typedef min16float3 Color;
#else
typedef float3 Color;
#endif

cbuffer Lights : register(b0)
{
    float4 Positions[8];
    float4 Colors[8];
    column_major float3x3 Projection;
    uint Count;
    float Exposure;
}
Texture2D<float4> Mask : register(t0);
Texture2D<float4> Profile : register(t1);
SamplerState Linear : register(s0);
RWStructuredBuffer<float4> Results : register(u0);

class Punctual
{
    float3 position;
    float3 color;
    float3 Direction(float3 p) { return SafeNormalize(position - p); }
    Color Radiance(float3 p) { return (Color)(color / (0.05f + dot(position - p, position - p))); }
};

class Tube
{
    float3 a, b;
    float3 color;
    float3 Nearest(float3 p)
    {
        float3 ab = b - a;
        return a + ab * saturate(dot(p - a, ab) / max(dot(ab, ab), 1e-4f));
    }
    float3 Direction(float3 p) { return SafeNormalize(Nearest(p) - p); }
    Color Radiance(float3 p)
    {
        float d = length(Nearest(p) - p);
        return (Color)(color * rcp(0.1f + d * length(b - a)));
    }
};

class Projector : Punctual
{
    float2 offset;
    Color Mapped(float3 p)
    {
        float3 q = mul(Projection, p - position);
        float2 uv = q.xy / (abs(q.z) + 0.5f) + offset;
        float4 mask = Mask.SampleLevel(Linear, uv, 0.0f);
        float2 profile = Profile.SampleLevel(Linear, length(uv).xx, 0.0f).xy;
        return Radiance(p) * (Color)(mask.rgb * mask.a + profile.xyx * 0.25f);
    }
};

template <typename L> Color Shade(L light, float3 p, float3 n)
{
    float NoL = saturate(dot(n, light.Direction(p)));
    return light.Radiance(p) * (Color)NoL.xxx;
}

Color Gather(float3 p, float3 n)
{
    Color sum = (Color)0.0f;
    [loop]
    for (uint i = 0; i < min(Count, 8u); ++i)
    {
        switch (i % KINDS)
        {
        case 0:
        {
            Punctual l;
            l.position = Positions[i].xyz;
            l.color = Colors[i].rgb;
            sum += Shade(l, p, n);
            break;
        }
        case 1:
        {
            Tube l;
            l.a = Positions[i].xyz, l.b = Positions[(i + 1u) & 7u].xyz, l.color = Colors[i].rgb;
            sum += Shade(l, p, n);
            break;
        }
        case 2:
        {
            Projector l;
            l.position = Positions[i].xyz;
            l.color = Colors[i].rgb;
            l.offset = Positions[i].ww;
            sum += l.Mapped(p) * (Color)saturate(dot(n, l.Direction(p))).xxx;
            break;
        }
        }
    }
    return sum * (Color)(1.0f + Exposure).xxx;
}

struct Screen
{
    sample float2 uv : UV;
    float4 position : SV_Position;
};

Screen VSScreen(uint id : SV_VertexID)
{
    Screen s;
    s.uv = float2((id << 1) & 2u, id & 2u);
    s.position = float4(s.uv * 2.0f - 1.0f, 0.0f, 1.0f);
    return s;
}

float4 PSLights(Screen s) : SV_Target
{
    float2 xy = s.uv * 2.0f - 1.0f;
    float z = SafeSqrt(1.0f - dot(xy, xy));
    float3 n = z > 0.0f ? float3(xy, z) : float3(0.0f, 0.0f, 1.0f);
    float3 color = (float3)Gather(float3(xy, -z), n);
    return float4(color / (1.0f + color), z > 0.0f);
}

[numthreads(32, 1, 1)]
void Evaluate(uint id : SV_DispatchThreadID)
{
    uint h = HashUint(id);
    float3 p = float3(h & 255u, (h >> 8) & 255u, (h >> 16) & 255u) / 127.5f - 1.0f;
    Results[id] = float4((float3)Gather(p, SafeNormalize(-p)), h >> 24);
}
