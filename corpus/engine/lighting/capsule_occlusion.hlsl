// dxilkit-corpus
// Indirect shadows of characters: capsules and spheres against a cone of light from a table, ambient occlusion by solid angle, culled a tile.
// args: -T cs_6_0 -E CapsuleShadows
// args: -T cs_6_0 -E CapsuleShadows -D DIRECTIONAL=1
// args: -T cs_6_0 -E CapsuleShadows -D DIRECTIONAL=1 -D ELLIPSOIDS=1
// args: -T cs_6_2 -E CapsuleShadows -D DIRECTIONAL=1 -D MIN_PRECISION=1
// set: resolution 32 32
// set: invResolution 0.03125 0.03125
// set: nearPlane 0.1
// set: farPlane 20
// set: capsuleCount 20
// range: a -2 2
// range: b -2 2
// range: radius 0.1 0.5
// range: bone 0 7
// dispatch: 4 4 1
#include "../shared/view.hlsli"
#include "../shared/packing.hlsli"

#ifndef DIRECTIONAL
#define DIRECTIONAL 0
#endif
#ifndef ELLIPSOIDS
#define ELLIPSOIDS 0
#endif
#ifndef MIN_PRECISION
#define MIN_PRECISION 0
#endif
#if MIN_PRECISION
typedef min16float lp;
#else
typedef float lp;
#endif
#define GROUP 8
#define MAX_CAPSULES 16

struct Capsule
{
    float3 a;
    float radius;
    float3 b;
    uint bone;
};

cbuffer CapsulePass : register(b1)
{
    float4 cone;
    uint capsuleCount;
    float reach;
    float strength;
    float fade;
    float4x4 squash[2];
};
ConstantBuffer<ViewData> View : register(b0);
StructuredBuffer<Capsule> Capsules : register(t0);
Texture2D<float> DepthTexture : register(t1);
Texture2D<float4> NormalTexture : register(t2);
Texture2D<float> ConeTable : register(t3);
SamplerState LinearClamp : register(s0);
RWTexture2D<float4> Output : register(u0);

groupshared uint3 Low, High;
groupshared uint Found[MAX_CAPSULES];
groupshared uint FoundCount;

uint Ordered(float f)
{
    uint u = asuint(f);
    return u ^ (uint(int(u) >> 31) | 0x80000000u);
}
float FromOrdered(uint u) { return asfloat(u ^ (((u >> 31) - 1u) | 0x80000000u)); }

float3 ClosestOnSegment(float3 p, float3 a, float3 b, out float t)
{
    float3 d = b - a;
    t = saturate(dot(p - a, d) / max(dot(d, d), 1e-5f));
    return a + d * t;
}

lp SphereOcclusion(float3 p, float3 n, float3 center, float radius)
{
    float3 d = center - p;
    float l2 = max(dot(d, d), 1e-4f);
    float h2 = l2 / (radius * radius);
    float nl = dot(n, d) * rsqrt(l2);
    float result = max(nl, 0.0f) / max(h2, 1.0f);
    // Partly below the horizon: the part above it counts.
    float k2 = 1.0f - h2 * nl * nl;
    if (k2 > 0.0f && h2 > 1.0f)
    {
        result = nl * FastAcos(clamp(-nl * sqrt((h2 - 1.0f) / max(1.0f - nl * nl, 1e-4f)), -1.0f, 1.0f)) - sqrt(k2 * (h2 - 1.0f));
        result = (result / h2 + FastAtan2(sqrt(k2 / (h2 - 1.0f)), 1.0f)) * INV_PI;
    }
    return (lp)saturate(result);
}

lp ConeOcclusion(float3 p, float3 axis, float angleCos, float3 center, float radius)
{
    float3 d = center - p;
    float l2 = dot(d, d);
    float sin2 = saturate(radius * radius / max(l2, 1e-4f));
    float cosBetween = dot(d, axis) * rsqrt(max(l2, 1e-4f));
    float2 uv = float2(cosBetween * 0.5f + 0.5f, sqrt(sin2));
    float overlap = ConeTable.SampleLevel(LinearClamp, uv * (15.0f / 16.0f) + 0.5f / 16.0f, 0.0f);
    float inside = smoothstep(angleCos - 0.3f, angleCos + 0.1f, cosBetween);
    return (lp)(overlap * inside * saturate(1.0f - sqrt(l2) / (1.0f + reach * 4.0f)));
}

[numthreads(GROUP, GROUP, 1)]
void CapsuleShadows(uint3 id : SV_DispatchThreadID, uint lane : SV_GroupIndex)
{
    if (lane == 0u)
    {
        Low = 0xffffffffu;
        High = 0u;
        FoundCount = 0u;
    }
    GroupMemoryBarrierWithGroupSync();
    int3 texel = int3(id.xy & 15u, 0);
    float3 p = View.WorldPosition(View.UvOf(id.xy), DepthTexture.Load(texel));
    p = clamp(p, -4.0f, 4.0f);
    InterlockedMin(Low.x, Ordered(p.x));
    InterlockedMin(Low.y, Ordered(p.y));
    InterlockedMin(Low.z, Ordered(p.z));
    InterlockedMax(High.x, Ordered(p.x));
    InterlockedMax(High.y, Ordered(p.y));
    InterlockedMax(High.z, Ordered(p.z));
    GroupMemoryBarrierWithGroupSync();
    float3 low = float3(FromOrdered(Low.x), FromOrdered(Low.y), FromOrdered(Low.z)) - reach;
    float3 high = float3(FromOrdered(High.x), FromOrdered(High.y), FromOrdered(High.z)) + reach;
    if (lane == 0u)
    {
        uint n = 0u;
        for (uint i = 0u; i < capsuleCount && n < MAX_CAPSULES; ++i)
        {
            Capsule c = Capsules[i];
            if (all(min(c.a, c.b) - c.radius <= high) && all(max(c.a, c.b) + c.radius >= low)) Found[n++] = i;
        }
        FoundCount = n;
    }
    GroupMemoryBarrierWithGroupSync();
    if (!View.Contains(id.xy)) return;
    float3 n = DecodeOctahedral(NormalTexture.Load(texel).xy * 2.0f - 1.0f);
    lp ambient = (lp)1.0f, directional = (lp)1.0f;
    float3 axis = SafeNormalize(cone.xyz);
    for (uint k = 0u; k < FoundCount; ++k)
    {
        Capsule c = Capsules[Found[k]];
        float3 q = p, m = n;
#if ELLIPSOIDS
        // Squashed space makes an ellipsoid of the sphere.
        float3x3 s = (float3x3)squash[c.bone & 1u] + float3x3(1, 0, 0, 0, 1, 0, 0, 0, 1);
        q = mul(s, p - c.a) + c.a;
        m = SafeNormalize(mul(s, n));
#endif
        float t;
        float3 center = ClosestOnSegment(q, c.a, c.b, t);
        ambient *= (lp)1.0f - SphereOcclusion(q, m, center, c.radius) * (lp)strength;
#if DIRECTIONAL
        float3 e = c.b - c.a;
        float along = dot(e, axis);
        float3 ortho = e - axis * along;
        float u = saturate(dot(q - c.a, ortho) / max(dot(ortho, ortho), 1e-4f));
        directional *= (lp)1.0f - ConeOcclusion(q, axis, cone.w, c.a + e * u, c.radius) * (lp)strength;
#endif
    }
    float distance = length(p - View.cameraPosition);
    float keep = saturate(distance * fade * 0.1f);
    Output[id.xy] = float4(lerp(float(ambient), 1.0f, keep), lerp(float(directional), 1.0f, keep), float(FoundCount), 1.0f);
}
