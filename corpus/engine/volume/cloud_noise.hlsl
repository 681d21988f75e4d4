// dxilkit-corpus
// Tileable noise volumes for clouds: Perlin-Worley base, Worley detail, curl noise, weather map.
// args: -T cs_6_0 -E BuildBase
// args: -T cs_6_0 -E BuildBase -D OCTAVES=5
// args: -T cs_6_0 -E BuildDetail
// args: -T cs_6_0 -E BuildCurl
// args: -T cs_6_0 -E BuildWeather
// args: -T cs_6_6 -E BuildDetail -D PACKED=1
// set: volumeSize 8
// set: frequency 4
// set: seed 11
// dispatch: 2 2 2
#include "../shared/math.hlsli"
#include "../shared/packing.hlsli"

#ifndef OCTAVES
#define OCTAVES 3
#endif
#ifndef PACKED
#define PACKED 0
#endif

cbuffer NoiseConstants : register(b0)
{
    uint volumeSize;
    uint frequency;
    uint seed;
    float gainFactor;
    float4 weatherShape;
};
RWTexture3D<float4> Volume : register(u0);
RWTexture2D<float4> Map : register(u1);
#if PACKED
RWStructuredBuffer<uint> PackedVolume : register(u2);
#endif

/// Three hashed words of a cell of the periodic lattice.
uint3 HashCell(int3 cell, int period)
{
    uint3 c = uint3((cell % period + period) % period);
    uint3 v = c * 1664525u + 1013904223u + seed;
    v.x += v.y * v.z;
    v.y += v.z * v.x;
    v.z += v.x * v.y;
    v ^= v >> 16u;
    v.x += v.y * v.z;
    v.y += v.z * v.x;
    v.z += v.x * v.y;
    return v;
}
float3 UnitCell(int3 cell, int period) { return float3(HashCell(cell, period) >> 8u) * (1.0f / 16777216.0f); }

float Worley(float3 p, int period)
{
    p *= float(period);
    int3 base = int3(floor(p));
    float3 f = p - float3(base);
    float nearest = 4.0f;
    [loop] for (int z = -1; z <= 1; ++z)
        [unroll] for (int y = -1; y <= 1; ++y)
            [unroll] for (int x = -1; x <= 1; ++x)
            {
                float3 offset = float3(x, y, z);
                float3 d = offset + UnitCell(base + int3(x, y, z), period) - f;
                nearest = min(nearest, dot(d, d));
            }
    return 1.0f - saturate(sqrt(nearest));
}

float3 GradientAt(int3 cell, int period)
{
    static const float3 directions[12] = {
        float3(1, 1, 0), float3(-1, 1, 0), float3(1, -1, 0), float3(-1, -1, 0), float3(1, 0, 1), float3(-1, 0, 1),
        float3(1, 0, -1), float3(-1, 0, -1), float3(0, 1, 1), float3(0, -1, 1), float3(0, 1, -1), float3(0, -1, -1),
    };
    return directions[HashCell(cell, period).x % 12u];
}

float Perlin(float3 p, int period)
{
    p *= float(period);
    int3 b = int3(floor(p));
    float3 f = p - float3(b);
    float3 u = f * f * f * (f * (f * 6.0f - 15.0f) + 10.0f);
    float corner[8];
    [unroll] for (uint i = 0u; i < 8u; ++i)
    {
        int3 o = int3(i & 1u, (i >> 1) & 1u, i >> 2);
        corner[i] = dot(GradientAt(b + o, period), f - float3(o));
    }
    float4 x = lerp(float4(corner[0], corner[2], corner[4], corner[6]), float4(corner[1], corner[3], corner[5], corner[7]), u.x);
    float2 y = lerp(x.xz, x.yw, u.y);
    return lerp(y.x, y.y, u.z);
}

template <uint COUNT>
float PerlinFbm(float3 p, int period)
{
    float amplitude = 1.0f, sum = 0.0f, total = 0.0f;
    for (uint i = 0u; i < COUNT; ++i)
    {
        sum += amplitude * Perlin(p, period);
        total += amplitude;
        amplitude *= 0.3f + 0.4f * gainFactor;
        period *= 2;
    }
    return sum / total;
}

float WorleyFbm(float3 p, int period)
{
    return Worley(p, period) * 0.625f + Worley(p, period * 2) * 0.25f + Worley(p, period * 4) * 0.125f;
}

float3 Cell(uint3 id) { return (float3(id) + 0.5f) / float(volumeSize); }

[numthreads(4, 4, 4)]
void BuildBase(uint3 id : SV_DispatchThreadID)
{
    if (any(id >= volumeSize)) return;
    float3 p = Cell(id);
    float perlin = saturate(PerlinFbm<OCTAVES>(p, int(frequency)) * 0.5f + 0.5f);
    float w0 = WorleyFbm(p, int(frequency));
    float w1 = WorleyFbm(p, int(frequency) * 2);
    float perlinWorley = Remap(perlin, 0.0f, 1.0f, w0, 1.0f);
    Volume[id] = float4(perlinWorley, w0, w1, Worley(p, int(frequency) * 3));
}

[numthreads(4, 4, 4)]
void BuildDetail(uint3 id : SV_DispatchThreadID)
{
    if (any(id >= volumeSize)) return;
    float3 p = Cell(id);
    float3 w = float3(WorleyFbm(p, int(frequency)), WorleyFbm(p, int(frequency) * 2), WorleyFbm(p, int(frequency) * 3));
#if PACKED
    uint flat = (id.z * volumeSize + id.y) * volumeSize + id.x;
    PackedVolume[flat] = PackRGBA8(float4(w, 1.0f));
#endif
    Volume[id] = float4(w, 1.0f);
}

[numthreads(4, 4, 4)]
void BuildCurl(uint3 id : SV_DispatchThreadID)
{
    if (any(id >= volumeSize)) return;
    float3 p = Cell(id);
    const float e = 0.01f;
    float3 dx = float3(e, 0, 0), dy = float3(0, e, 0), dz = float3(0, 0, e);
    int period = int(frequency);
    // Three potentials are one noise at three places.
    float3 shift1 = float3(0.31f, 0.47f, 0.13f), shift2 = float3(0.71f, 0.19f, 0.59f);
    float3 pdx = float3(Perlin(p + dx, period), Perlin(p + dx + shift1, period), Perlin(p + dx + shift2, period)) -
                 float3(Perlin(p - dx, period), Perlin(p - dx + shift1, period), Perlin(p - dx + shift2, period));
    float3 pdy = float3(Perlin(p + dy, period), Perlin(p + dy + shift1, period), Perlin(p + dy + shift2, period)) -
                 float3(Perlin(p - dy, period), Perlin(p - dy + shift1, period), Perlin(p - dy + shift2, period));
    float3 pdz = float3(Perlin(p + dz, period), Perlin(p + dz + shift1, period), Perlin(p + dz + shift2, period)) -
                 float3(Perlin(p - dz, period), Perlin(p - dz + shift1, period), Perlin(p - dz + shift2, period));
    float3 curl = float3(pdy.z - pdz.y, pdz.x - pdx.z, pdx.y - pdy.x) / (2.0f * e);
    Volume[id] = float4(curl * 0.1f, length(curl));
}

[numthreads(4, 4, 4)]
void BuildWeather(uint3 id : SV_DispatchThreadID)
{
    if (any(id.xy >= 32u) || id.z > 0u) return;
    float3 p = float3((float2(id.xy) + 0.5f) / 32.0f, 0.37f);
    float coverage = saturate(Remap(PerlinFbm<3>(p, int(frequency)) * 0.5f + 0.5f, weatherShape.x * 0.5f, 1.0f, 0.0f, 1.0f));
    coverage = pow(coverage, 0.5f + weatherShape.y) * Worley(p, int(frequency) + 1);
    float type = saturate(Perlin(p + 0.5f, max(int(frequency) / 2, 1)) + 0.5f);
    float rain = smoothstep(0.6f, 0.9f, coverage) * type * weatherShape.z;
    Map[id.xy] = float4(coverage, type, rain, weatherShape.w);
}
