// dxilkit-corpus
// World building: splines of roads carved into height, rules that scatter plants by slope and biome, a Poisson test between neighbours.
// args: -T cs_6_0 -E Carve
// args: -T cs_6_0 -E Carve -D BANKED=1
// args: -T cs_6_0 -E Scatter
// args: -T cs_6_0 -E Scatter -D POISSON=1
// args: -T cs_6_6 -E Scatter -D POISSON=1
// set: RoadCount 3
// range: control 0 8
// range: Slope 0 1
#include "../kernel/math.hlsli"
#include "../kernel/random.hlsli"
#ifndef BANKED
#define BANKED 0
#endif
#ifndef POISSON
#define POISSON 0
#endif

struct Road
{
    float3 control[4];
    float width;
    float shoulder;
    float2 bank;
};
struct Rule
{
    float2 Slope;
    float2 height;
    uint biomes;
    float density;
    float radius;
    uint model;
};
struct Plant
{
    float3 at;
    uint model;
    float scale;
    float turn;
};
cbuffer Builder : register(b0)
{
    uint RoadCount;
    uint Seed;
    float CellSize;
    float HeightScale;
    Rule Rules[4];
};
StructuredBuffer<Road> Roads : register(t0);
StructuredBuffer<float> Heights : register(t1);
RWStructuredBuffer<float2> Carved : register(u0);
RWStructuredBuffer<Plant> Plants : register(u1);

float3 Bezier(Road r, float t)
{
    float3 p[4] = r.control;
    [unroll]
    for (uint level = 3; level > 0; --level)
        for (uint i = 0; i < level; ++i)
            p[i] = lerp(p[i], p[i + 1], t);
    return p[0];
}

float Closest(Road r, float2 at, out float3 on)
{
    float best = FLOAT_MAX, bestT = 0;
    for (uint i = 0; i <= 8; ++i)
    {
        const float2 d = Bezier(r, i / 8.0).xz - at;
        const float square = dot(d, d);
        if (square < best)
        {
            best = square;
            bestT = i / 8.0;
        }
    }
    on = Bezier(r, bestT);
    return sqrt(best);
}

[numthreads(8, 8, 1)]
void Carve(uint2 p : SV_GroupThreadID, uint index : SV_GroupIndex)
{
    const float2 at = p + 0.5;
    float height = Heights[index] * HeightScale;
    float mask = 0;
    for (uint k = 0; k < RoadCount; ++k)
    {
        const Road r = Roads[k];
        float3 on;
        const float d = Closest(r, at, on);
        const float w = 1 - smoothstep(r.width, r.width + r.shoulder + 0.5, d);
        float target = on.y;
#if BANKED
        target += (at.x - on.x) * lerp(r.bank.x, r.bank.y, 0.5) * 0.1;
#endif
        height = lerp(height, target, w);
        mask = max(mask, w);
    }
    Carved[index] = float2(height, mask);
}

float2 PlaceOf(int2 cell, uint kind) { return cell + UnitFloat(HashPcg3(uint3((uint2)cell, kind + Seed))).xy; }

[numthreads(8, 8, 1)]
void Scatter(int2 cell : SV_GroupThreadID, uint index : SV_GroupIndex)
{
    const float h = Heights[index], right = Heights[(index + 1) & 63], below = Heights[(index + 8) & 63];
    const float slope = saturate(length(float2(right - h, below - h)));
    const uint biome = (uint)(h * 4) & 3;
    Plant result = (Plant)0;
    [loop]
    for (uint k = 0; k < 4; ++k)
    {
        const Rule r = Rules[k];
        if (!(r.biomes & (1u << biome)))
            continue;
        if (slope < min(r.Slope.x, r.Slope.y) || slope > max(r.Slope.x, r.Slope.y) + 0.3)
            continue;
        const uint seed = HashCombine(index, k + Seed);
        if (UnitFloat(seed) > r.density + 0.3)
            continue;
        const float2 at = PlaceOf(cell, k);
#if POISSON
        bool crowded = false;
        for (int y = -1; y <= 1 && !crowded; ++y)
            for (int x = -1; x <= 1; ++x)
            {
                if (x == 0 && y == 0)
                    continue;
                const int2 other = cell + int2(x, y);
                if (any(or(other < 0, other > 7)))
                    continue;
                const float2 d = PlaceOf(other, k) - at;
                if (dot(d, d) < Square(r.radius * 0.5) && (other.x + other.y * 8) < (int)index)
                {
                    crowded = true;
                    break;
                }
            }
        if (crowded)
            continue;
#endif
        result.at = float3(at, h * HeightScale).xzy * (1 + CellSize);
        result.model = r.model + 1;
        result.scale = 0.5 + UnitFloat(HashMix(seed));
        result.turn = UnitFloat(HashWang(seed)) * TWO_PI;
        break;
    }
    Plants[index] = result;
}
