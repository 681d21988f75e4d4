// dxilkit-corpus
// Tiled culling with 2.5D depth masks and two lists a tile (opaque, transparent), then a debug view of the lists.
// args: -T cs_6_0 -E CullTiles
// args: -T cs_6_0 -E CullTiles -D DEPTH_MASK=1
// args: -T cs_6_0 -E CullTiles -D DEPTH_MASK=1 -D TRANSPARENT=1 -D TILE=16
// args: -T cs_6_2 -E CullTiles -D DEPTH_MASK=1 -D WAVE_DEPTH=1
// set: resolution 32 32
// set: invResolution 0.03125 0.03125
// set: nearPlane 0.1
// set: farPlane 30
// set: lightCount 48
// set: worldFromClip 1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1
// range: positionRange -3 3
// dispatch: 2 2 1
#include "../shared/view.hlsli"

#ifndef TILE
#define TILE 8
#endif
#ifndef DEPTH_MASK
#define DEPTH_MASK 0
#endif
#ifndef TRANSPARENT
#define TRANSPARENT 0
#endif
#ifndef WAVE_DEPTH
#define WAVE_DEPTH 0
#endif
#define THREADS (TILE * TILE)
#define WORDS 2

struct CullLight
{
    float4 positionRange;
    float4 coneDirection;
    uint flags;
    float coneCos;
};

cbuffer Culling : register(b1)
{
    uint lightCount;
    uint tilesAcross;
};
ConstantBuffer<ViewData> View : register(b0);
StructuredBuffer<CullLight> CullLights : register(t0);
Texture2D<float> DepthTexture : register(t1);
RWBuffer<uint> OpaqueMasks : register(u0);
#if TRANSPARENT
RWBuffer<uint> TransparentMasks : register(u1);
#endif
RWTexture2D<float4> Heat : register(u2);

groupshared uint SharedMin, SharedMax, SharedDepthMask;
groupshared uint OpaqueWords[WORDS];
groupshared uint TransparentWords[WORDS];

struct Plane
{
    float3 n;
    float d;

    float Distance(float3 p) { return dot(n, p) + d; }
};

Plane PlaneThrough(float3 a, float3 b, float3 c)
{
    Plane p;
    p.n = SafeNormalize(cross(b - a, c - a));
    p.d = -dot(p.n, a);
    return p;
}

struct TileFrustum
{
    Plane sides[4];
    float nearest, farthest;

    bool Intersects(float4 sphere, float least)
    {
        bool inside = sphere.z - sphere.w <= farthest && sphere.z + sphere.w >= least;
        [unroll] for (uint i = 0u; i < 4u; ++i) inside = inside && sides[i].Distance(sphere.xyz) >= -sphere.w;
        return inside;
    }
};

TileFrustum FrustumOf(uint2 tile)
{
    float3 corners[4];
    [unroll] for (uint i = 0u; i < 4u; ++i)
    {
        float2 uv = (float2(tile) + float2(i & 1u, i >> 1)) * float(TILE) * View.invResolution;
        corners[i] = View.WorldPosition(uv, 1.0f);
    }
    float3 eye = float3(0.0f, 0.0f, -1.0f);
    TileFrustum f;
    f.sides[0] = PlaneThrough(eye, corners[0], corners[2]);
    f.sides[1] = PlaneThrough(eye, corners[3], corners[1]);
    f.sides[2] = PlaneThrough(eye, corners[1], corners[0]);
    f.sides[3] = PlaneThrough(eye, corners[2], corners[3]);
    f.nearest = View.nearPlane;
    f.farthest = View.farPlane;
    return f;
}

uint DepthMaskOf(float low, float high, float nearest, float scale)
{
    int first = max(0, min(31, int(floor((low - nearest) * scale))));
    int last = max(0, min(31, int(floor((high - nearest) * scale))));
    uint upTo = last == 31 ? 0xffffffffu : (1u << (last + 1)) - 1u;
    return upTo & ~((1u << first) - 1u);
}

[numthreads(TILE, TILE, 1)]
void CullTiles(uint3 id : SV_DispatchThreadID, uint3 group : SV_GroupID, uint lane : SV_GroupIndex)
{
    if (lane == 0u)
    {
        SharedMin = 0x7f7fffffu;
        SharedMax = 0u;
        SharedDepthMask = 0u;
    }
    if (lane < WORDS)
    {
        OpaqueWords[lane] = 0u;
        TransparentWords[lane] = 0u;
    }
    GroupMemoryBarrierWithGroupSync();

    float z = View.LinearDepth(DepthTexture.Load(int3(id.xy & 15u, 0)));
#if WAVE_DEPTH
    float low = WaveActiveMin(z);
    float high = WaveActiveMax(z);
    if (WaveIsFirstLane())
    {
        InterlockedMin(SharedMin, asuint(low));
        InterlockedMax(SharedMax, asuint(high));
    }
#else
    InterlockedMin(SharedMin, asuint(z));
    InterlockedMax(SharedMax, asuint(z));
#endif
    GroupMemoryBarrierWithGroupSync();
    TileFrustum f = FrustumOf(group.xy);
    f.nearest = asfloat(SharedMin);
    f.farthest = asfloat(SharedMax);
    float scale = 32.0f / max(f.farthest - f.nearest, 1e-4f);
#if DEPTH_MASK
    InterlockedOr(SharedDepthMask, DepthMaskOf(z, z, f.nearest, scale));
    GroupMemoryBarrierWithGroupSync();
#endif

    for (uint i = lane; i < lightCount; i += THREADS)
    {
        CullLight light = CullLights[i];
        float4 sphere = light.positionRange;
        sphere.w = abs(sphere.w) + 0.5f;
        sphere.z = abs(sphere.z) * 4.0f;
        if (light.flags & 1u)
        {
            // Cone in its bounding sphere.
            float c = max(light.coneCos, 0.05f);
            float r = sphere.w / (2.0f * c);
            sphere = c > 0.7071f ? float4(sphere.xyz + light.coneDirection.xyz * r, r) : float4(sphere.xyz + light.coneDirection.xyz * sphere.w * c, sphere.w * SafeSqrt(1.0f - c * c));
        }
        bool touches = f.Intersects(sphere, View.nearPlane);
        if (!touches) continue;
        uint bit = 1u << (i & 31u);
        bool opaque = sphere.z + sphere.w >= f.nearest;
#if DEPTH_MASK
        opaque = opaque && (DepthMaskOf(sphere.z - sphere.w, sphere.z + sphere.w, f.nearest, scale) & SharedDepthMask) != 0u;
#endif
        if (opaque) InterlockedOr(OpaqueWords[i >> 5], bit);
        InterlockedOr(TransparentWords[i >> 5], bit);
    }
    GroupMemoryBarrierWithGroupSync();

    uint tile = group.y * 2u + group.x;
    if (lane < WORDS)
    {
        OpaqueMasks[tile * WORDS + lane] = OpaqueWords[lane];
#if TRANSPARENT
        TransparentMasks[tile * WORDS + lane] = TransparentWords[lane];
#endif
    }
    uint count = 0u;
    [unroll] for (uint w = 0u; w < WORDS; ++w)
    {
        uint word = OpaqueWords[w];
        while (word != 0u)
        {
            uint b = firstbitlow(word);
            word &= word - 1u;
            count += 1u + ((CullLights[w * 32u + b].flags >> 1) & 1u);
        }
    }
    if (View.Contains(id.xy)) Heat[id.xy] = float4(float(count) / 32.0f, f.nearest, f.farthest, z);
}
