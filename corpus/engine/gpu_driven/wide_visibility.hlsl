// dxilkit-corpus
// A visibility buffer of 64 bits: depth above identity, atomics on structured and raw memory, resolved to materials and to attributes.
// args: -T cs_6_6 -E Rasterize
// args: -T cs_6_6 -E Rasterize -D RAW=1
// args: -T cs_6_6 -E Rasterize -D SHARED_TILE=1
// args: -T cs_6_0 -E Resolve
// args: -T cs_6_0 -E Resolve -D EDGES=1
// set: Size 32 32
// range: position -0.9 0.9
// dispatch: 4 4 1
#include "../kernel/math.hlsli"
#include "../kernel/random.hlsli"

#ifndef RAW
#define RAW 0
#endif
#ifndef SHARED_TILE
#define SHARED_TILE 0
#endif
#ifndef EDGES
#define EDGES 0
#endif
#define TILE 8

cbuffer Pass : register(b0)
{
    uint2 Size;
    uint TriangleCount;
    float NearPlane;
};
struct Position
{
    float3 position;
    uint colour;
};
StructuredBuffer<Position> Positions : register(t0);
StructuredBuffer<uint2> Stored : register(t1);
#if RAW
RWByteAddressBuffer Visibility : register(u0);
#else
RWStructuredBuffer<uint64_t> Visibility : register(u0);
#endif
RWStructuredBuffer<float4> Colours : register(u1);
#if SHARED_TILE
groupshared uint64_t Tile[TILE * TILE];
#endif

uint64_t Compose(float depth, uint identity) { return (uint64_t(asuint(depth)) << 32) | identity; }

void Write(uint2 pixel, uint64_t value)
{
    const uint index = pixel.y * Size.x + pixel.x;
#if SHARED_TILE
    InterlockedMax(Tile[(pixel.y % TILE) * TILE + pixel.x % TILE], value);
#elif RAW
    Visibility.InterlockedMax64(index * 8, value);
#else
    InterlockedMax(Visibility[index], value);
#endif
}

struct Setup
{
    float2 a, b, c;
    float3 inverseDepths;
    float area;

    bool Prepare(float3 p0, float3 p1, float3 p2)
    {
        const float2 size = Size;
        a = (p0.xy * 0.5 + 0.5) * size;
        b = (p1.xy * 0.5 + 0.5) * size;
        c = (p2.xy * 0.5 + 0.5) * size;
        const float2 ab = b - a, ac = c - a;
        area = ab.x * ac.y - ab.y * ac.x;
        inverseDepths = rcp(max(float3(p0.z, p1.z, p2.z), NearPlane));
        return area > 0;
    }
    float3 Edges(float2 p)
    {
        const float2 ap = p - a, bp = p - b, cp = p - c;
        const float2 ab = b - a, bc = c - b, ca = a - c;
        return float3(bc.x * bp.y - bc.y * bp.x, ca.x * cp.y - ca.y * cp.x, ab.x * ap.y - ab.y * ap.x);
    }
};

[numthreads(TILE * TILE, 1, 1)]
void Rasterize(uint lane : SV_GroupIndex, uint2 group : SV_GroupID)
{
#if SHARED_TILE
    Tile[lane] = 0;
    GroupMemoryBarrierWithGroupSync();
#endif
    for (uint t = lane; t < TriangleCount; t += TILE * TILE)
    {
        Setup s;
        if (!s.Prepare(Positions[t * 3].position, Positions[t * 3 + 1].position, Positions[t * 3 + 2].position))
            continue;
        const int2 low = max(int2(floor(min(s.a, min(s.b, s.c)))), int2(group * TILE));
        const int2 high = min(int2(ceil(max(s.a, max(s.b, s.c)))), int2(group * TILE + TILE - 1));
        for (int y = low.y; y <= high.y; ++y)
        {
            [loop]
            for (int x = low.x; x <= high.x; ++x)
            {
                const float3 e = s.Edges(float2(x, y) + 0.5);
                if (any(e < 0))
                    continue;
                const float depth = dot(e, s.inverseDepths) / s.area;
                Write(uint2(x, y), Compose(depth, t + 1));
            }
        }
    }
#if SHARED_TILE
    GroupMemoryBarrierWithGroupSync();
    const uint2 pixel = group * TILE + uint2(lane % TILE, lane / TILE);
    if (Tile[lane] != 0)
        Visibility[pixel.y * Size.x + pixel.x] = Tile[lane];
#endif
}

float3 IdentityColour(uint identity)
{
    const uint h = HashWang(identity);
    return float3(h & 255, (h >> 8) & 255, (h >> 16) & 255) / 255.0;
}

[numthreads(TILE, TILE, 1)]
void Resolve(uint2 pixel : SV_DispatchThreadID)
{
    const uint index = pixel.y * Size.x + pixel.x;
    const uint2 v = Stored[index & 63];
    float3 colour = IdentityColour(v.x);
    float weight = asfloat((v.y & 0x7f) << 20 | 0x3f000000);
#if EDGES
    uint different = 0;
    for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx)
        {
            const int2 q = clamp(int2(pixel) + int2(dx, dy), 0, int2(Size) - 1);
            different += Stored[(q.y * Size.x + q.x) & 63].x != v.x ? 1 : 0;
        }
    colour = lerp(colour, 1, different / 9.0);
    weight *= different > 4 ? 0.5 : 1;
#endif
    Colours[index] = float4(colour, weight);
}
