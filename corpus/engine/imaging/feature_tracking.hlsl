// dxilkit-corpus
// Features for tracking: structure tensor from a tile in shared memory, corner measures, local maxima, oriented binary descriptors, matching, optical flow.
// args: -T cs_6_0 -E Corners
// args: -T cs_6_0 -E Corners -D MEASURE=1
// args: -T cs_6_0 -E Corners -D MEASURE=2
// args: -T cs_6_0 -E Describe
// args: -T cs_6_0 -E Match
// args: -T cs_6_0 -E Flow
// args: -T cs_6_6 -E Corners -D MEASURE=1
// set: Size 32 32
// range: place 8 24
// range: bits 0 1000000
// dispatch: 2 2 1
#include "../kernel/math.hlsli"
#include "../kernel/random.hlsli"
#ifndef MEASURE
#define MEASURE 0
#endif
#define TILE 8
#define APRON 3
#define SIDE (TILE + 2 * APRON)

cbuffer Tracking : register(b0)
{
    uint2 Size;
    float Sensitivity;
    float Least;
    uint Iterations;
};
Texture2D<float> Now : register(t0);
Texture2D<float> Earlier : register(t1);
struct Feature
{
    float2 place;
    float angle;
    float response;
    uint4 bits;
};
StructuredBuffer<Feature> Features : register(t2);
StructuredBuffer<Feature> Others : register(t3);
RWTexture2D<float> Response : register(u0);
RWStructuredBuffer<Feature> Described : register(u1);
RWStructuredBuffer<float4> Found : register(u2);

groupshared float Tile[SIDE][SIDE];
groupshared float3 Tensor[SIDE - 2][SIDE - 2];

float At(Texture2D<float> t, int2 p) { return t.Load(int3(clamp(p, 0, int2(Size) - 1), 0)); }

float Bilinear(Texture2D<float> t, float2 p)
{
    const float2 f = floor(p), w = p - f;
    const int2 i = int2(f);
    const float2 top = float2(At(t, i), At(t, i + int2(1, 0))), bottom = float2(At(t, i + int2(0, 1)), At(t, i + 1));
    const float2 row = lerp(top, bottom, w.y);
    return lerp(row.x, row.y, w.x);
}

[numthreads(TILE, TILE, 1)]
void Corners(uint2 p : SV_DispatchThreadID, uint index : SV_GroupIndex, uint2 group : SV_GroupID, uint2 local : SV_GroupThreadID)
{
    const int2 origin = int2(group * TILE) - APRON;
    uint i;
    for (i = index; i < SIDE * SIDE; i += TILE * TILE)
        Tile[i / SIDE][i % SIDE] = At(Now, origin + int2(i % SIDE, i / SIDE));
    GroupMemoryBarrierWithGroupSync();
    for (i = index; i < (SIDE - 2) * (SIDE - 2); i += TILE * TILE)
    {
        const uint x = i % (SIDE - 2) + 1, y = i / (SIDE - 2) + 1;
        const float2 g = float2(
            Tile[y - 1][x + 1] + 2 * Tile[y][x + 1] + Tile[y + 1][x + 1] - Tile[y - 1][x - 1] - 2 * Tile[y][x - 1] - Tile[y + 1][x - 1],
            Tile[y + 1][x - 1] + 2 * Tile[y + 1][x] + Tile[y + 1][x + 1] - Tile[y - 1][x - 1] - 2 * Tile[y - 1][x] - Tile[y - 1][x + 1]) / 8;
        Tensor[y - 1][x - 1] = float3(g.x * g.x, g.x * g.y, g.y * g.y);
    }
    GroupMemoryBarrierWithGroupSync();
    static const float Weights[3] = { 0.38, 0.24, 0.07 };
    float3 s = 0;
    for (int y = -2; y <= 2; ++y)
        for (int x = -2; x <= 2; ++x)
            s += Weights[abs(x)] * Weights[abs(y)] * Tensor[local.y + 2 + y][local.x + 2 + x];
    const float trace = s.x + s.z, det = s.x * s.z - s.y * s.y;
#if MEASURE == 0
    const float r = det - (0.04 + 0.02 * Sensitivity) * trace * trace;
#elif MEASURE == 1
    const float r = 0.5 * trace - SafeSqrt(0.25 * trace * trace - det);
#else
    const float r = det * SafeRcp(trace);
#endif
    Response[p] = r > Least * 1e-4 ? r : 0;
}

/// Pairs of points of a pattern that turns with the feature.
[numthreads(32, 1, 1)]
void Describe(uint id : SV_DispatchThreadID)
{
    Feature f = Features[id];
    float2 moment = 0;
    for (int y = -4; y <= 4; ++y)
        for (int x = -4; x <= 4; ++x)
            if (x * x + y * y <= 16)
                moment += float2(x, y) * At(Now, int2(f.place) + int2(x, y));
    f.angle = atan2(moment.y, moment.x + 1e-6);
    float s, c;
    sincos(f.angle, s, c);
    const float2x2 turn = float2x2(c, -s, s, c);
    f.bits = 0;
    for (uint word = 0; word < 4; ++word)
    {
        uint bits = 0;
        for (uint bit = 0; bit < 32; ++bit)
        {
            const uint h = HashWang(word * 32 + bit);
            const float4 pair = float4(h & 15, (h >> 4) & 15, (h >> 8) & 15, (h >> 12) & 15) - 7.5;
            const float a = At(Now, int2(round(f.place + mul(turn, pair.xy)))), b = At(Now, int2(round(f.place + mul(turn, pair.zw))));
            bits |= a < b ? 1u << bit : 0;
        }
        f.bits[word] = bits;
    }
    Described[id] = f;
}

uint Distance(uint4 a, uint4 b)
{
    const uint4 n = countbits(a ^ b);
    return n.x + n.y + n.z + n.w;
}

[numthreads(32, 1, 1)]
void Match(uint id : SV_DispatchThreadID)
{
    const Feature f = Features[id];
    uint2 best = uint2(256, 0), second = uint2(256, 0);
    for (uint i = 0; i < 64; ++i)
    {
        const Feature o = Others[i];
        if (distance(f.place, o.place) > 12 || abs(f.response - o.response) > 0.9)
            continue;
        const uint2 found = uint2(Distance(f.bits, o.bits), i);
        if (found.x < best.x)
        {
            second = best;
            best = found;
        }
        else if (found.x < second.x)
            second = found;
    }
    const bool isClear = best.x * 10 < second.x * 9;
    Found[id] = best.x < 256 ? float4(Others[best.y].place - f.place, best.x, isClear ? 1 : 0) : -1;
}

[numthreads(32, 1, 1)]
void Flow(uint id : SV_DispatchThreadID)
{
    const float2 place = Features[id].place;
    float3 tensor = 0;
    int x, y;
    for (y = -2; y <= 2; ++y)
        for (x = -2; x <= 2; ++x)
        {
            const float2 q = place + float2(x, y);
            const float2 g = 0.5 * float2(Bilinear(Earlier, q + float2(1, 0)) - Bilinear(Earlier, q - float2(1, 0)),
                                          Bilinear(Earlier, q + float2(0, 1)) - Bilinear(Earlier, q - float2(0, 1)));
            tensor += float3(g.x * g.x, g.x * g.y, g.y * g.y);
        }
    tensor.xz += 0.05;
    const float inv = SafeRcp(tensor.x * tensor.z - tensor.y * tensor.y);
    float2 flow = 0;
    for (uint i = 0; i < min(Iterations, 4); ++i)
    {
        float2 b = 0;
        for (y = -2; y <= 2; ++y)
            for (x = -2; x <= 2; ++x)
            {
                const float2 q = place + float2(x, y);
                const float e = Bilinear(Earlier, q) - Bilinear(Now, q + flow);
                b += e * 0.5 * float2(Bilinear(Earlier, q + float2(1, 0)) - Bilinear(Earlier, q - float2(1, 0)),
                                      Bilinear(Earlier, q + float2(0, 1)) - Bilinear(Earlier, q - float2(0, 1)));
            }
        const float2 step = inv * float2(tensor.z * b.x - tensor.y * b.y, tensor.x * b.y - tensor.y * b.x);
        flow += step;
        if (dot(step, step) < 1e-6)
            break;
    }
    Found[id] = float4(flow, place);
}
