// dxilkit-corpus
// Variance family: moments from depth (VSM, EVSM2, EVSM4, MSM), separable blur through groupshared memory, and the lookup.
// args: -T cs_6_0 -E BlurMoments -D MODE=0
// args: -T cs_6_0 -E BlurMoments -D MODE=1
// args: -T cs_6_0 -E BlurMoments -D MODE=2 -D VERTICAL=1
// args: -T cs_6_0 -E BlurMoments -D MODE=3
// args: -T cs_6_0 -E Resolve -D MODE=0
// args: -T cs_6_0 -E Resolve -D MODE=1
// args: -T cs_6_0 -E Resolve -D MODE=2
// args: -T cs_6_0 -E Resolve -D MODE=3
// set: resolution 32 32
// set: invResolution 0.03125 0.03125
// set: nearPlane 0.1
// set: farPlane 30
// set: exponents 5 3
// dispatch: 4 4 1
#include "../shared/view.hlsli"

#ifndef MODE
#define MODE 0
#endif
#ifndef VERTICAL
#define VERTICAL 0
#endif
#define GROUP 64
#define RADIUS 5

#if MODE == 0 || MODE == 1
typedef float2 Moments;
#else
typedef float4 Moments;
#endif

cbuffer Variance : register(b1)
{
    float4x4 shadowFromWorld;
    float2 exponents;
    float minVariance;
    float bleedReduction;
    float depthBias;
    float momentBias;
};
ConstantBuffer<ViewData> View : register(b0);
Texture2D<float> ShadowDepth : register(t0);
Texture2D<float4> MomentTexture : register(t1);
Texture2D<float> DepthTexture : register(t2);
SamplerState LinearClamp : register(s0);
RWTexture2D<float4> Output : register(u0);

static const float GAUSS[RADIUS + 1] = { 0.1633f, 0.1531f, 0.1261f, 0.0912f, 0.0580f, 0.0324f };

Moments MomentsOf(float z)
{
#if MODE == 0
    return float2(z, z * z);
#elif MODE == 1
    float p = exp(exponents.x * (z * 2.0f - 1.0f));
    return float2(p, p * p);
#elif MODE == 2
    float s = z * 2.0f - 1.0f;
    float p = exp(exponents.x * s);
    float n = -exp(-exponents.y * s);
    return float4(p, p * p, n, n * n);
#else
    float z2 = z * z;
    float4 m = float4(z, z2, z2 * z, z2 * z2);
    // The optimised quantisation: an affine map of the moments.
    static const float4x4 quantise = float4x4(
        -2.07224649f, 13.7948857237f, 0.105877704f, 9.7924062118f,
        32.23703778f, -59.4683975703f, -1.9077466311f, -33.7652110555f,
        -68.571074599f, 82.0359750338f, 9.3496555107f, 47.9456096605f,
        39.3703274134f, -35.364903257f, -6.6543490743f, -23.9728048165f);
    float4 q = mul(m, quantise);
    q.x += 0.035955884801f;
    return q;
#endif
}

groupshared Moments Line[GROUP + 2 * RADIUS];

[numthreads(GROUP, 1, 1)]
void BlurMoments(uint lane : SV_GroupIndex, uint3 group : SV_GroupID)
{
    [loop] for (uint i = lane; i < GROUP + 2 * RADIUS; i += GROUP)
    {
        int along = clamp(int(i) - RADIUS, 0, 31);
        int across = int(group.x * 4u + group.y);
#if VERTICAL
        int2 at = int2(across, along);
#else
        int2 at = int2(along, across);
#endif
        Line[i] = MomentsOf(ShadowDepth.Load(int3(at & 15, 0)));
    }
    GroupMemoryBarrierWithGroupSync();
    if (lane >= 32u) return;
    Moments sum = Line[lane + RADIUS] * GAUSS[0];
    [unroll] for (uint k = 1u; k <= RADIUS; ++k)
        sum += (Line[lane + RADIUS + k] + Line[lane + RADIUS - k]) * GAUSS[k];
#if VERTICAL
    uint2 to = uint2(group.x * 4u + group.y, lane);
#else
    uint2 to = uint2(lane, group.x * 4u + group.y);
#endif
#if MODE == 0 || MODE == 1
    Output[to] = float4(sum, 0.0f, 0.0f);
#else
    Output[to] = sum;
#endif
}

float Chebyshev(float2 moments, float mean, float least)
{
    float variance = max(moments.y - moments.x * moments.x, least);
    float d = mean - moments.x;
    float p = variance / (variance + d * d);
    p = saturate((p - bleedReduction * 0.3f) / (1.0f - bleedReduction * 0.3f));
    return mean <= moments.x ? 1.0f : p;
}

/// Hamburger's four moment problem, solved by Cholesky factorisation.
float HamburgerShadow(float4 b, float z)
{
    b = lerp(b, 0.5f, momentBias * 1e-2f + 3e-5f);
    float L32D22 = mad(-b.x, b.y, b.z);
    float D22 = mad(-b.x, b.x, b.y);
    float variance = mad(-b.y, b.y, b.w);
    float D33D22 = dot(float2(variance, -L32D22), float2(D22, L32D22));
    float invD22 = 1.0f / D22;
    float L32 = L32D22 * invD22;
    float3 roots = float3(z, 0.0f, 0.0f);
    float3 c = float3(1.0f, z, z * z);
    c.y -= b.x;
    c.z -= b.y + L32 * c.y;
    c.y *= invD22;
    c.z *= D22 / D33D22;
    c.y -= L32 * c.z;
    c.x -= dot(c.yz, b.xy);
    float p = c.y / c.z;
    float q = c.x / c.z;
    float r = SafeSqrt(p * p * 0.25f - q);
    roots.y = -p * 0.5f - r;
    roots.z = -p * 0.5f + r;
    float4 pick = roots.z < roots.x ? float4(roots.y, roots.x, 1.0f, 1.0f)
                                    : (roots.y < roots.x ? float4(roots.x, roots.y, 0.0f, 1.0f) : float4(0.0f, 0.0f, 0.0f, 0.0f));
    float quotient = (pick.x * roots.z - b.x * (pick.x + roots.z) + b.y) / ((roots.z - pick.y) * (roots.x - roots.y));
    return 1.0f - saturate(pick.z + pick.w * quotient);
}

[numthreads(8, 8, 1)]
void Resolve(uint3 id : SV_DispatchThreadID)
{
    if (!View.Contains(id.xy)) return;
    float depth = DepthTexture.Load(int3(id.xy & 15u, 0));
    float3 world = View.WorldPosition(View.UvOf(id.xy), depth);
    float3 s = mul(shadowFromWorld, float4(world, 1.0f)).xyz;
    s.xy = frac(s.xy);
    float z = saturate(s.z * 0.5f - depthBias * 0.01f);
    float4 m = MomentTexture.SampleLevel(LinearClamp, s.xy, 0.0f);
    float lit;
#if MODE == 0
    lit = Chebyshev(m.xy, z, minVariance * 1e-3f + 1e-5f);
#elif MODE == 1
    float warped = exp(exponents.x * (z * 2.0f - 1.0f));
    lit = Chebyshev(m.xy, warped, minVariance * Square(exponents.x * warped) * 1e-3f + 1e-5f);
#elif MODE == 2
    float positive = exp(exponents.x * (z * 2.0f - 1.0f));
    float negative = -exp(-exponents.y * (z * 2.0f - 1.0f));
    float2 least = minVariance * 1e-3f * Square(exponents * float2(positive, negative)) + 1e-5f;
    lit = min(Chebyshev(m.xy, positive, least.x), Chebyshev(m.zw, negative, least.y));
#else
    lit = HamburgerShadow(float4(m.x, m.x * m.x + 0.1f * m.y, m.x * m.x * m.x + 0.1f * m.z, Pow4(m.x) + 0.2f), z);
#endif
    Output[id.xy] = float4(lit, z, 0.0f, 1.0f);
}
