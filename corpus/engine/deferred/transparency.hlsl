// dxilkit-corpus
// Order-independent transparency: weighted blending, per-pixel lists with sorting, moment-based transmittance.
// args: -T vs_6_0 -E VSMain
// args: -T ps_6_0 -E PSWeighted
// args: -T cs_6_0 -E ResolveWeighted
// args: -T cs_6_0 -E ResolveLists
// args: -T cs_6_0 -E ResolveLists -D MAX_FRAGMENTS=16 -D NETWORK=1
// args: -T cs_6_0 -E ResolveMoments
// set: resolution 32 32
// set: invResolution 0.03125 0.03125
// set: nearPlane 0.1
// set: farPlane 30
// range: Heads 0 70
// range: next 0 80
// dispatch: 4 4 1
#include "../shared/view.hlsli"
#include "../shared/packing.hlsli"
#include "../shared/color.hlsli"

#ifndef MAX_FRAGMENTS
#define MAX_FRAGMENTS 8
#endif
#ifndef NETWORK
#define NETWORK 0
#endif

struct Fragment
{
    uint2 color;
    float depth;
    uint next;
};

cbuffer Transparency : register(b1)
{
    float4 tint;
    float depthScale;
    float momentBias;
    float overestimation;
    uint flags;
};
ConstantBuffer<ViewData> View : register(b0);
Texture2D<float4> Accumulated : register(t0);
Texture2D<float> Revealage : register(t1);
StructuredBuffer<Fragment> Fragments : register(t2);
StructuredBuffer<uint> Heads : register(t3);
Texture2D<float4> Moments : register(t4);
Texture2D<float> OpticalDepth : register(t5);
Texture2D<float4> Background : register(t6);
RWTexture2D<float4> Output : register(u0);

struct Varyings
{
    float4 clip : SV_Position;
    float4 color : COLOR;
    float viewDepth : DEPTH;
};

Varyings VSMain(float3 position : POSITION, float4 color : COLOR)
{
    Varyings o;
    o.clip = float4(position, 1.0f);
    o.color = color;
    o.viewDepth = View.LinearDepth(position.z);
    return o;
}

struct WeightedOut
{
    float4 sum : SV_Target0;
    float4 reveal : SV_Target1;
};

WeightedOut PSWeighted(Varyings p)
{
    float4 c = p.color * tint;
    float premultiplied = c.a * 0.8f;
    float weight = clamp(10.0f / (1e-5f + pow(p.viewDepth / 5.0f, 2.0f) + pow(p.viewDepth / 200.0f, 6.0f)), 1e-2f, 3e3f);
    weight *= max(min(1.0f, Max3(c.r, c.g, c.b) * premultiplied), premultiplied);
    WeightedOut o;
    o.sum = float4(c.rgb * premultiplied, premultiplied) * weight;
    o.reveal = premultiplied.xxxx;
    return o;
}

[numthreads(8, 8, 1)]
void ResolveWeighted(uint3 id : SV_DispatchThreadID)
{
    if (!View.Contains(id.xy)) return;
    int3 at = int3(id.xy & 15u, 0);
    float reveal = Revealage.Load(at);
    float4 sum = Accumulated.Load(at);
    float3 background = Background.Load(at).rgb;
    if (isinf(Max3(abs(sum.r), abs(sum.g), abs(sum.b)))) sum.rgb = sum.aaa;
    float3 average = sum.rgb / clamp(sum.a, 1e-4f, 5e4f);
    Output[id.xy] = float4(average * (1.0f - reveal) + background * reveal, reveal);
}

struct Sortable
{
    float4 color;
    float depth;
};

void CompareSwap(inout Sortable a, inout Sortable b)
{
    if (a.depth < b.depth)
    {
        Sortable t = a;
        a = b;
        b = t;
    }
}

[numthreads(8, 8, 1)]
void ResolveLists(uint3 id : SV_DispatchThreadID)
{
    if (!View.Contains(id.xy)) return;
    Sortable list[MAX_FRAGMENTS];
    [unroll] for (uint z = 0u; z < MAX_FRAGMENTS; ++z)
    {
        list[z].color = 0.0f;
        list[z].depth = -1.0f;
    }
    uint count = 0u;
    uint node = Heads[(id.y * 32u + id.x) & 63u];
    [loop] while (node < 64u && count < MAX_FRAGMENTS)
    {
        Fragment f = Fragments[node];
        Sortable s;
        s.color = UnpackHalf4(f.color | 0x30003000u);
        s.color = saturate(s.color);
        s.depth = f.depth + float(node) * 1e-3f;
#if NETWORK
        list[count] = s;
#else
        // Kept in order while they come; the farthest falls out.
        [loop] for (uint k = 0u; k < MAX_FRAGMENTS; ++k)
        {
            if (s.depth > list[k].depth)
            {
                Sortable t = list[k];
                list[k] = s;
                s = t;
            }
        }
#endif
        ++count;
        node = f.next;
    }
#if NETWORK
    // Odd-even merges, all indices known.
    [unroll] for (uint p = 1u; p < MAX_FRAGMENTS; p <<= 1)
        [unroll] for (uint k = p; k > 0u; k >>= 1)
            [unroll] for (uint j = k % p; j + k < MAX_FRAGMENTS; j += 2u * k)
                [unroll] for (uint i = 0u; i < min(k, MAX_FRAGMENTS - j - k); ++i)
                    if ((i + j) / (p * 2u) == (i + j + k) / (p * 2u)) CompareSwap(list[i + j], list[i + j + k]);
#endif
    float3 color = Background.Load(int3(id.xy & 15u, 0)).rgb;
    float transmittance = 1.0f;
    [unroll] for (uint m = 0u; m < MAX_FRAGMENTS; ++m)
    {
        if (list[m].depth < 0.0f) continue;
        color = lerp(color, list[m].color.rgb, list[m].color.a);
        transmittance *= 1.0f - list[m].color.a;
    }
    Output[id.xy] = float4(color, transmittance);
}

/// Bounds the transmittance at a depth from four power moments of the absorbance.
float TransmittanceFromMoments(float b0, float4 b, float depth)
{
    b = lerp(b, float4(0.0f, 0.375f, 0.0f, 0.375f), momentBias * 0.01f + 5e-5f);
    float3 z;
    z[0] = depth;
    float L21D11 = mad(-b[0], b[1], b[2]);
    float D11 = mad(-b[0], b[0], b[1]);
    float variance = mad(-b[1], b[1], b[3]);
    float D22D11 = dot(float2(variance, -L21D11), float2(D11, L21D11));
    float invD11 = 1.0f / D11;
    float L21 = L21D11 * invD11;
    float3 c = float3(1.0f, z[0], z[0] * z[0]);
    c[1] -= b.x;
    c[2] -= b.y + L21 * c[1];
    c[1] *= invD11;
    c[2] *= D11 / D22D11;
    c[1] -= L21 * c[2];
    c[0] -= dot(c.yz, b.xy);
    float invC2 = 1.0f / c[2];
    float p = c[1] * invC2, q = c[0] * invC2;
    float r = SafeSqrt(p * p * 0.25f - q);
    z[1] = -p * 0.5f - r;
    z[2] = -p * 0.5f + r;
    float f0 = overestimation, f1 = z[1] < z[0] ? 1.0f : 0.0f, f2 = z[2] < z[0] ? 1.0f : 0.0f;
    float f01 = (f1 - f0) / (z[1] - z[0]);
    float f12 = (f2 - f1) / (z[2] - z[1]);
    float f012 = (f12 - f01) / (z[2] - z[0]);
    float3 polynomial = float3(f012, f01 - f012 * z[1], f0);
    polynomial.z = f0 - polynomial.y * z[0];
    polynomial.y = polynomial.y - polynomial.x * z[0];
    float absorbance = polynomial.z + dot(b.xy, polynomial.yx);
    return saturate(exp(-b0 * absorbance));
}

[numthreads(8, 8, 1)]
void ResolveMoments(uint3 id : SV_DispatchThreadID)
{
    if (!View.Contains(id.xy)) return;
    int3 at = int3(id.xy & 15u, 0);
    float b0 = OpticalDepth.Load(at) * 2.0f + 0.05f;
    float4 raw = Moments.Load(at);
    float mean = raw.x * 2.0f - 1.0f;
    float spread = 0.05f + raw.y * 0.3f;
    float4 b = float4(mean, mean * mean + spread, mean * mean * mean + 3.0f * mean * spread, Pow4(mean) + 6.0f * mean * mean * spread + 3.0f * spread * spread);
    float total = exp(-b0);
    float4 sum = Accumulated.Load(at);
    float t = TransmittanceFromMoments(b0, b, clamp(sum.a * 2.0f - 1.0f, -0.95f, 0.95f) + 0.013f);
    float3 background = Background.Load(at).rgb;
    float3 front = sum.rgb * t;
    float weight = (1.0f - total) / max(sum.a * t + 0.1f, 1e-3f);
    Output[id.xy] = float4(front * weight + background * total, t);
}
