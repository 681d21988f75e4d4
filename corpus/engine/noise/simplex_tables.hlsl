// dxilkit-corpus
// Noise from static tables: simplex in two to four dimensions, Worley cells, domain warps, erosion of octaves.
// args: -T cs_6_0 -E Fill -D DIMENSIONS=2
// args: -T cs_6_0 -E Fill -D DIMENSIONS=3
// args: -T cs_6_0 -E Fill -D DIMENSIONS=4 -D OCTAVES=2
// args: -T cs_6_0 -E Cells
// args: -T cs_6_0 -E Cells -D METRIC=2
// args: -T ps_6_0 -E PSWarp
// args: -T cs_6_6 -E Fill -D DIMENSIONS=4 -D OCTAVES=4
#ifndef DIMENSIONS
#define DIMENSIONS 2
#endif
#ifndef OCTAVES
#define OCTAVES 3
#endif
#ifndef METRIC
#define METRIC 0
#endif

static const uint PERMUTATION[64] = {
    37, 12, 58, 3, 49, 22, 61, 8, 30, 17, 44, 55, 0, 26, 39, 11, 63, 5, 33, 48, 20, 14, 52, 41, 28, 9, 60, 35, 18, 46, 2, 56,
    24, 31, 7, 53, 42, 15, 62, 19, 36, 4, 50, 27, 13, 59, 45, 1, 32, 21, 57, 10, 40, 25, 6, 54, 47, 16, 34, 29, 51, 23, 43, 38 };
static const float2 GRADIENTS2[8] = {
    float2(1, 0), float2(-1, 0), float2(0, 1), float2(0, -1), float2(0.7071, 0.7071), float2(-0.7071, 0.7071), float2(0.7071, -0.7071), float2(-0.7071, -0.7071) };
static const float3 GRADIENTS3[12] = {
    float3(1, 1, 0), float3(-1, 1, 0), float3(1, -1, 0), float3(-1, -1, 0), float3(1, 0, 1), float3(-1, 0, 1),
    float3(1, 0, -1), float3(-1, 0, -1), float3(0, 1, 1), float3(0, -1, 1), float3(0, 1, -1), float3(0, -1, -1) };

cbuffer Noise : register(b0)
{
    float4 Offset;
    float Frequency;
    float Gain;
    float Lacunarity;
    float Jitter;
};
RWStructuredBuffer<float4> Result : register(u0);

uint Perm(int i) { return PERMUTATION[i & 63]; }
uint Perm(int2 i) { return Perm(i.x + (int)Perm(i.y)); }
uint Perm(int3 i) { return Perm(i.x + (int)Perm(i.yz)); }
uint Perm(int4 i) { return Perm(i.x + (int)Perm(i.yzw)); }

float4 Gradient4(uint h)
{
    const float4 signs = float4(h & 1 ? 1 : -1, h & 2 ? 1 : -1, h & 4 ? 1 : -1, 0);
    switch ((h >> 3) & 3)
    {
    case 0: return signs.wxyz;
    case 1: return signs.xwyz;
    case 2: return signs.xywz;
    default: return signs;
    }
}

float Simplex(float2 p)
{
    const float2 base = floor(p + dot(p, 0.36602540));
    const float2 d0 = p - base + dot(base, 0.21132487);
    const float2 step = d0.x > d0.y ? float2(1, 0) : float2(0, 1);
    const float2 d[3] = { d0, d0 - step + 0.21132487, d0 - 1 + 2 * 0.21132487 };
    const int2 c[3] = { int2(base), int2(base + step), int2(base) + 1 };
    float sum = 0;
    for (uint i = 0; i < 3; ++i)
    {
        const float t = max(0.5 - dot(d[i], d[i]), 0);
        sum += t * t * t * t * dot(GRADIENTS2[Perm(c[i]) & 7], d[i]);
    }
    return 70 * sum;
}

float Simplex(float3 p)
{
    const float3 base = floor(p + dot(p, 1.0 / 3));
    const float3 d0 = p - base + dot(base, 1.0 / 6);
    const float3 g = step(d0.yzx, d0.xyz), l = 1 - g;
    const float3 o1 = min(g, l.zxy), o2 = max(g, l.zxy);
    const float3 offsets[4] = { float3(0, 0, 0), o1, o2, float3(1, 1, 1) };
    float sum = 0;
    [loop]
    for (uint i = 0; i < 4; ++i)
    {
        const float3 d = d0 - offsets[i] + i / 6.0;
        const float t = max(0.6 - dot(d, d), 0);
        sum += t * t * t * t * dot(GRADIENTS3[Perm(int3(base + offsets[i])) % 12], d);
    }
    return 32 * sum;
}

float Simplex(float4 p)
{
    const float4 base = floor(p + dot(p, 0.30901699));
    const float4 d0 = p - base + dot(base, 0.13819660);
    uint4 rank = 0;
    [unroll]
    for (uint a = 0; a < 3; ++a)
        [unroll]
        for (uint b = a + 1; b < 4; ++b)
        {
            const bool greater = d0[a] > d0[b];
            rank[a] += greater;
            rank[b] += !greater;
        }
    float sum = 0;
    for (uint i = 0; i < 5; ++i)
    {
        const float4 o = float4(rank >= 4 - i);
        const float4 d = d0 - o + i * 0.13819660;
        const float t = max(0.6 - dot(d, d), 0);
        sum += t * t * t * t * dot(Gradient4(Perm(int4(base + o))), d);
    }
    return 27 * sum;
}

template <typename V> float Octaves(V p, uint count)
{
    float sum = 0, amplitude = 1, total = 0;
    for (uint i = 0; i < count; ++i)
    {
        sum += amplitude * Simplex(p);
        total += amplitude;
        p *= Lacunarity + 1;
        amplitude *= Gain;
    }
    return sum / total;
}

[numthreads(8, 8, 1)]
void Fill(uint2 id : SV_DispatchThreadID, uint index : SV_GroupIndex)
{
    const float4 p = (float4(id + 0.37, index * 0.173 + 0.21, 0.61) + Offset) * (Frequency + 0.1);
#if DIMENSIONS == 2
    const float n = Octaves<float2>(p.xy, OCTAVES);
#elif DIMENSIONS == 3
    const float n = Octaves<float3>(p.xyz, OCTAVES);
#else
    const float n = Octaves<float4>(p, OCTAVES);
#endif
    Result[index] = float4(n, abs(n), n * 0.5 + 0.5, 1);
}

float Measure(float3 d)
{
#if METRIC == 2
    return abs(d.x) + abs(d.y) + abs(d.z);
#else
    return dot(d, d);
#endif
}

[numthreads(8, 8, 1)]
void Cells(uint2 id : SV_DispatchThreadID, uint index : SV_GroupIndex)
{
    const float3 p = float3(id + 0.3, 0.7) * (Frequency + 0.2);
    const int3 cell = int3(floor(p));
    float2 nearest = 1e9;
    uint which = 0;
    for (int z = -1; z <= 1; ++z)
        for (int y = -1; y <= 1; ++y)
            for (int x = -1; x <= 1; ++x)
            {
                const int3 c = cell + int3(x, y, z);
                const uint h = Perm(c);
                const float3 at = c + 0.5 + Jitter * (float3(h & 3, (h >> 2) & 3, h >> 4) / 3 - 0.5);
                const float d = Measure(at - p);
                if (d < nearest.x)
                {
                    nearest = float2(d, nearest.x);
                    which = h;
                }
                else
                    nearest.y = min(nearest.y, d);
            }
    Result[index] = float4(nearest, nearest.y - nearest.x, which);
}

float4 PSWarp(float4 at : SV_Position) : SV_Target
{
    float2 p = at.xy * Frequency;
    [unroll(3)]
    for (uint i = 0; i < 3; ++i)
        p += float2(Simplex(p), Simplex(p + 17.3)) * Jitter;
    const float n = Simplex(p);
    return float4(n, ddx_fine(n), ddy_coarse(n), 1);
}
