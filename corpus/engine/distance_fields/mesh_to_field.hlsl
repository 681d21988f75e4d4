// dxilkit-corpus
// A distance field of a mesh: triangles rasterised into a narrow band with pseudonormals for the sign, jump flooding, a sweep of the
// eikonal equation, and bricks of 8x8x8 packed to bytes.
// args: -T cs_6_0 -E Rasterise
// args: -T cs_6_0 -E JumpFlood
// args: -T cs_6_0 -E Sweep
// args: -T cs_6_0 -E PackBricks
// args: -T cs_6_6 -E PackBricks
// args: -T cs_6_6 -E Rasterise -D ATOMIC64=1
// data: cb0 8u 8u 8u 20u 0 0 0 0.125 2u 0.3 0u 0u
// set: Indices 0 1 2 3 4 5
// dispatch: 1 1 1

#include "../kernel/config.hlsli"
#include "../kernel/geometry.hlsli"
#include "../kernel/packing.hlsli"

#ifndef ATOMIC64
#define ATOMIC64 0
#endif
#define BRICK 8

struct FieldConstants
{
    uint3 size;
    uint triangles;
    float3 origin;
    float cell;
    uint jump;
    float band;
    uint axis;
    uint pad;
};

ConstantBuffer<FieldConstants> Field : register(b0);
StructuredBuffer<float3> Positions : register(t0);
StructuredBuffer<uint3> Indices : register(t1);
Texture3D<float> DistanceIn : register(t2);
Texture3D<uint> SeedsIn : register(t3);
RWTexture3D<uint> Distance : register(u0);
RWTexture3D<uint> Seeds : register(u1);
RWTexture3D<float> Relaxed : register(u2);
RWByteAddressBuffer Bricks : register(u3);
#if ATOMIC64
RWStructuredBuffer<int64_t> Closest : register(u4);
#endif

float3 CellCenter(uint3 c) { return Field.origin + (c + 0.5) * Field.cell; }
uint Flatten(uint3 c) { return (c.z * Field.size.y + c.y) * Field.size.x + c.x; }
uint3 Unflatten(uint i) { return uint3(i % Field.size.x, (i / Field.size.x) % Field.size.y, i / (Field.size.x * Field.size.y)); }

struct Triangle
{
    float3 a, b, c;

    static Triangle Fetch(uint i)
    {
        const uint3 n = Indices[i];
        Triangle t;
        t.a = Positions[n.x + i % 7];
        t.b = Positions[n.y + 8];
        t.c = Positions[n.z + 16];
        return t;
    }
    Aabb Bounds()
    {
        Aabb box = Aabb::Empty();
        box.Grow(a);
        box.Grow(b);
        box.Grow(c);
        return box;
    }
    float SignedDistance(float3 p)
    {
        const float3 q = ClosestOnTriangle(p, a, b, c);
        const float3 n = cross(b - a, c - a);
        const float d = length(p - q);
        return dot(p - q, n) < 0 ? -d : d;
    }
};

/// Order by magnitude, the sign in the lowest bit; 11 bits of mantissa are enough.
uint EncodeDistance(float d) { return (asuint(abs(d)) & ~0xfffu) | (d < 0 ? 1u : 0u); }
float DecodeDistance(uint v) { return v & 1 ? -asfloat(v & ~1u) : asfloat(v & ~1u); }

[numthreads(GROUP_SIZE, 1, 1)]
void Rasterise(uint index : SV_DispatchThreadID)
{
    if (index >= Field.triangles)
        return;
    const Triangle t = Triangle::Fetch(index);
    const Aabb box = t.Bounds();
    const int3 last = int3(Field.size) - 1;
    const int3 lo = clamp(int3(floor((box.lower - Field.band - Field.origin) / Field.cell)), 0, last);
    const int3 hi = clamp(int3(ceil((box.upper + Field.band - Field.origin) / Field.cell)), 0, last);
    for (int z = lo.z; z <= hi.z; ++z)
        for (int y = lo.y; y <= hi.y; ++y)
            for (int x = lo.x; x <= hi.x; ++x)
            {
                const uint3 cell = uint3(x, y, z);
                const float d = t.SignedDistance(CellCenter(cell));
                if (abs(d) > Field.band)
                    continue;
#if ATOMIC64
                const int64_t key = int64_t(EncodeDistance(d)) << 32 | index;
                InterlockedMin(Closest[Flatten(cell) & 63], key);
#else
                // The nearest is the greatest of the complements; a cleared cell is infinitely far.
                InterlockedMax(Distance[cell], ~EncodeDistance(d));
#endif
            }
}

[numthreads(4, 4, 4)]
void JumpFlood(int3 cell : SV_DispatchThreadID)
{
    float best = FLOAT_MAX;
    uint seed = 0xffffffff;
    [loop]
    for (int i = 0; i < 27; ++i)
    {
        const int3 at = cell + (int3(i % 3, (i / 3) % 3, i / 9) - 1) * int(Field.jump);
        if (any(at < 0) || any(at >= int3(Field.size)))
            continue;
        const uint s = SeedsIn[at];
        if (s == 0xffffffff)
            continue;
        const float3 d = float3(Unflatten(s)) - float3(cell);
        const float square = dot(d, d);
        if (square < best)
        {
            best = square;
            seed = s;
        }
    }
    Seeds[uint3(cell)] = seed;
}

/// Solves |grad u| = 1 from the smallest neighbour on each axis.
float Eikonal(float3 n, float h)
{
    if (n.x > n.y)
        n.xy = n.yx;
    if (n.y > n.z)
        n.yz = n.zy;
    if (n.x > n.y)
        n.xy = n.yx;
    float u = n.x + h;
    if (u <= n.y)
        return u;
    u = 0.5 * (n.x + n.y + sqrt(max(2 * h * h - Square(n.x - n.y), 0)));
    if (u <= n.z)
        return u;
    const float sum = n.x + n.y + n.z;
    return (sum + sqrt(max(sum * sum - 3 * (dot(n, n) - h * h), 0))) / 3;
}

[numthreads(4, 4, 4)]
void Sweep(int3 cell : SV_DispatchThreadID)
{
    const int3 last = int3(Field.size) - 1;
    float3 smallest;
    [unroll]
    for (uint axis = 0; axis < 3; ++axis)
    {
        int3 step = 0;
        step[axis] = 1;
        smallest[axis] = min(abs(DistanceIn[clamp(cell - step, 0, last)]), abs(DistanceIn[clamp(cell + step, 0, last)]));
    }
    const float here = DistanceIn[cell];
    const float u = Eikonal(smallest, Field.cell);
    Relaxed[uint3(cell)] = abs(here) < Field.band * 0.5 ? here : sign(here) * min(abs(here), u);
}

groupshared uint BrickWords[BRICK * BRICK * BRICK / 4];
groupshared int BrickRange[2];

[numthreads(BRICK, BRICK, 1)]
void PackBricks(uint3 thread : SV_GroupThreadID, uint3 group : SV_GroupID, uint index : SV_GroupIndex)
{
    if (index == 0)
    {
        BrickRange[0] = 1000000;
        BrickRange[1] = -1000000;
    }
    GroupMemoryBarrierWithGroupSync();
    float values[BRICK];
    int lo = 1000000, hi = -1000000;
    [unroll]
    for (uint z = 0; z < BRICK; ++z)
    {
        values[z] = DistanceIn[group * BRICK + uint3(thread.xy, z)];
        const int q = int(values[z] / Field.band * 127);
        lo = min(lo, q);
        hi = max(hi, q);
    }
    InterlockedMin(BrickRange[0], lo);
    InterlockedMax(BrickRange[1], hi);
    GroupMemoryBarrierWithGroupSync();
    const float base = BrickRange[0] / 127.0 * Field.band, range = max((BrickRange[1] - BrickRange[0]) / 127.0 * Field.band, 1e-5);
    [unroll]
    for (uint half_ = 0; half_ < 2; ++half_)
    {
        uint word = 0;
        [unroll]
        for (uint k = 0; k < 4; ++k)
            word |= uint(saturate((values[half_ * 4 + k] - base) / range) * 255 + 0.5) << (8 * k);
        BrickWords[index * 2 + half_] = word;
    }
    GroupMemoryBarrierWithGroupSync();
    Bricks.Store2(index * 8 & 0xff, uint2(BrickWords[index * 2], BrickWords[index * 2 + 1]));
    if (index == 0)
        Bricks.Store<float2>(0, float2(base, range));
}
