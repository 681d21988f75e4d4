// dxilkit-corpus
// Measured volumes drawn: preintegrated transfer functions, gradients by three kernels, shading, clipping, empty bricks skipped, projections, isosurfaces refined.
// args: -T vs_6_0 -E VSBox
// args: -T ps_6_0 -E PSVolume
// args: -T ps_6_0 -E PSVolume -D MODE=1
// args: -T ps_6_0 -E PSVolume -D MODE=2 -D GRADIENT=1
// args: -T ps_6_0 -E PSVolume -D SHADED=1 -D GRADIENT=2 -D SKIP=1
// args: -T ps_6_0 -E PSVolume -D SHADED=1 -D PREINTEGRATED=1
// args: -T cs_6_0 -E Preintegrate
// args: -T cs_6_0 -E Bricks
// args: -T ps_6_6 -E PSVolume -D SHADED=1 -D GRADIENT=1 -D SKIP=1 -D PREINTEGRATED=1
// set: StepCount 24
// set: VolumeSize 16 16 16
#include "../kernel/math.hlsli"
#ifndef MODE
#define MODE 0
#endif
#ifndef GRADIENT
#define GRADIENT 0
#endif
#ifndef SHADED
#define SHADED 0
#endif
#ifndef SKIP
#define SKIP 0
#endif
#ifndef PREINTEGRATED
#define PREINTEGRATED 0
#endif

cbuffer Scan : register(b0)
{
    float3 Eye;
    uint StepCount;
    float3 VolumeSize;
    float Iso;
    float4 Window; // low, high, density, jitter
    float4 ClipPlanes[2];
    float3 LightDirection;
    float Ambient;
};
Texture3D<float> Volume : register(t0);
Texture2D<float4> Transfer : register(t1);
Texture3D<float2> Extremes : register(t2);
Buffer<float4> Curve : register(t3);
SamplerState LinearClamp : register(s0);
SamplerState PointClamp : register(s1);
RWTexture2D<float4> Table : register(u0);
RWTexture3D<float2> BrickOut : register(u1);

struct Fragment
{
    float4 clip : SV_Position;
    float3 entry : ENTRY;
};

Fragment VSBox(float4 p : POSITION)
{
    Fragment f;
    f.clip = p;
    f.entry = float3(p.xy * 0.5 + 0.5, 0);
    return f;
}

float Density(float3 p) { return saturate((Volume.SampleLevel(LinearClamp, p, 0) - Window.x * 0.2) / max(0.2 + Window.y, 0.05)); }

float3 GradientAt(float3 p)
{
    const float3 e = 1 / VolumeSize;
#if GRADIENT == 0
    const float c = Density(p);
    return float3(Density(p + float3(e.x, 0, 0)), Density(p + float3(0, e.y, 0)), Density(p + float3(0, 0, e.z))) - c;
#elif GRADIENT == 1
    return 0.5 * float3(Density(p + float3(e.x, 0, 0)) - Density(p - float3(e.x, 0, 0)),
                        Density(p + float3(0, e.y, 0)) - Density(p - float3(0, e.y, 0)),
                        Density(p + float3(0, 0, e.z)) - Density(p - float3(0, 0, e.z)));
#else
    float3 g = 0;
    for (int z = -1; z <= 1; z++)
        for (int y = -1; y <= 1; y++)
            for (int x = -1; x <= 1; x++)
            {
                const int3 o = int3(x, y, z);
                const float w = float(8 >> (abs(x) + abs(y) + abs(z)));
                g += float3(o) * (w * Density(p + o * e));
            }
    return g / 32;
#endif
}

bool ClipRay(float3 o, float3 d, inout float2 span)
{
    [unroll]
    for (uint i = 0; i < 2; ++i)
    {
        const float along = dot(ClipPlanes[i].xyz, d), at = ClipPlanes[i].w + dot(ClipPlanes[i].xyz, o - 0.5);
        const float t = -at / (abs(along) > 1e-5 ? along : 1e-5);
        if (along > 0)
            span.x = max(span.x, t);
        else
            span.y = min(span.y, t);
    }
    return span.x < span.y;
}

float3 Shade(float3 color, float3 p, float3 view)
{
    const float3 g = GradientAt(p);
    const float size = length(g);
    if (size < 1e-4)
        return color * Ambient;
    const float3 n = -g / size, l = SafeNormalize(LightDirection);
    const float diffuse = abs(dot(n, l)), shine = pow(saturate(dot(n, SafeNormalize(l - view))), 32);
    return color * (Ambient + (1 - Ambient) * diffuse) + shine * saturate(size * 4);
}

float4 PSVolume(Fragment f) : SV_Target
{
    const float3 o = f.entry, d = SafeNormalize(float3((o.xy - 0.5) * 0.5, 1) + 0.05 * Eye);
    const float3 inverse = rcp(select(abs(d) < 1e-5, 1e-5.xxx, d));
    const float3 exits = (step(0, d) - o) * inverse;
    float2 span = float2(0, MinComponent(exits));
    if (!ClipRay(o, d, span))
        discard;
    const uint steps = clamp(StepCount, 1, 64);
    const float dt = (span.y - span.x) / steps;
    float t = span.x + dt * frac(dot(f.clip.xy, float2(0.754877, 0.569840))) * Window.w;
    float4 sum = 0;
    float last = 0, best = 0, bestAt = t;
    [loop]
    for (uint i = 0; i < steps; ++i, t += dt)
    {
        const float3 p = o + d * t;
#if SKIP
        const float2 range = Extremes.SampleLevel(PointClamp, p, 0);
        if (range.y - range.x < 0.02)
            continue;
#endif
        const float s = Density(p);
#if MODE == 1
        if (s > best)
        {
            best = s;
            bestAt = t;
        }
#elif MODE == 2
        if (i > 0 && (s - Iso) * (last - Iso) < 0)
        {
            float lo = t - dt, hi = t;
            for (uint k = 0; k < 5; ++k)
            {
                const float middle = 0.5 * (lo + hi);
                if ((Density(o + d * middle) - Iso) * (last - Iso) < 0)
                    hi = middle;
                else
                    lo = middle;
            }
            sum = float4(Shade(float3(0.9, 0.8, 0.7), o + d * hi, d), 1);
            break;
        }
#else
#if PREINTEGRATED
        float4 c = Transfer.SampleLevel(LinearClamp, float2(last, s), 0);
#else
        float4 c = Transfer.SampleLevel(LinearClamp, float2(s, 0.5), 0);
        c.rgb *= c.a;
#endif
        c.a = 1 - exp(-c.a * Window.z * dt * 20);
#if SHADED
        if (c.a > 0.01)
            c.rgb = Shade(c.rgb, p, d);
#endif
        sum += (1 - sum.a) * float4(c.rgb * c.a, c.a);
        if (sum.a > 0.98)
            break;
#endif
        last = s;
    }
#if MODE == 1
    sum = float4(best, best * (1 - 0.5 * (bestAt - span.x) / max(span.y - span.x, 1e-5)), best * best, 1);
#endif
    return sum;
}

[numthreads(8, 8, 1)]
void Preintegrate(uint2 id : SV_DispatchThreadID)
{
    const float front = (id.x + 0.5) / 8, back = (id.y + 0.5) / 8;
    float4 sum = 0;
    const uint count = 1 + uint(abs(back - front) * 16);
    for (uint i = 0; i < count; ++i)
    {
        const float s = lerp(front, back, (i + 0.5) / count) * 15;
        const uint k = min(uint(s), 14);
        const float4 c = lerp(Curve[k], Curve[k + 1], s - k);
        const float a = 1 - exp(-c.a / count);
        sum += (1 - sum.a) * float4(c.rgb * a, a);
    }
    Table[id] = sum;
}

groupshared float2 Range[64];

[numthreads(4, 4, 4)]
void Bricks(uint3 id : SV_DispatchThreadID, uint index : SV_GroupIndex, uint3 group : SV_GroupID)
{
    float2 range = float2(1, 0);
    for (uint i = 0; i < 8; ++i)
    {
        const float s = Volume.Load(int4(id * 2 + uint3(i & 1, (i >> 1) & 1, i >> 2), 0));
        range = float2(min(range.x, s), max(range.y, s));
    }
    Range[index] = range;
    GroupMemoryBarrierWithGroupSync();
    for (uint half_ = 32; half_ > 0; half_ >>= 1)
    {
        if (index < half_)
            Range[index] = float2(min(Range[index].x, Range[index + half_].x), max(Range[index].y, Range[index + half_].y));
        GroupMemoryBarrierWithGroupSync();
    }
    if (index == 0)
        BrickOut[group] = Range[0];
}
