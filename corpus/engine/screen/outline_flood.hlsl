// dxilkit-corpus
// Selection outlines and distance fields: seeds from id edges with subpixel positions, jump flooding, signed distance, styled strokes.
// args: -T cs_6_0 -E Seed
// args: -T cs_6_0 -E Seed -D SUBPIXEL=1
// args: -T cs_6_0 -E Flood
// args: -T cs_6_0 -E Flood -D SHARED=1
// args: -T cs_6_0 -E Stroke
// args: -T cs_6_0 -E Stroke -D DASHED=1 -D GLOW=1
// set: size 32 32
// set: jump 4
// range: seedScale 0 1
// dispatch: 4 4 1
#include "../shared/math.hlsli"
#include "../shared/packing.hlsli"

#ifndef SUBPIXEL
#define SUBPIXEL 0
#endif
#ifndef SHARED
#define SHARED 0
#endif
#ifndef DASHED
#define DASHED 0
#endif
#ifndef GLOW
#define GLOW 0
#endif

cbuffer Outline : register(b0)
{
    uint2 size;
    int jump;
    float width;
    float4 color;
    float4 hiddenColor;
    float softness;
    float dashLength;
    float time;
    float glowFalloff;
};
Texture2D<uint> Ids : register(t0);
Texture2D<float4> Seeds : register(t1);
Texture2D<float4> Scene : register(t2);
Texture2D<float> SelectionDepth : register(t3);
Texture2D<float> SceneDepth : register(t4);
RWTexture2D<float4> Output : register(u0);

static const float2 NOWHERE = float2(-1000.0f, -1000.0f);
uint IdAt(int2 p) { return Ids.Load(int3(clamp(p, 0, int2(size) - 1) & 15, 0)) & 3u; }

[numthreads(8, 8, 1)]
void Seed(uint3 id : SV_DispatchThreadID)
{
    if (any(id.xy >= size)) return;
    int2 p = int2(id.xy);
    uint own = IdAt(p);
#if SUBPIXEL
    // Sobel of the coverage: the edge lies along its gradient.
    float c[3][3];
    [unroll] for (int y = -1; y <= 1; ++y)
        [unroll] for (int x = -1; x <= 1; ++x) c[y + 1][x + 1] = IdAt(p + int2(x, y)) == own ? 1.0f : 0.0f;
    float2 g = float2(c[0][0] + 2.0f * c[1][0] + c[2][0] - c[0][2] - 2.0f * c[1][2] - c[2][2],
                      c[0][0] + 2.0f * c[0][1] + c[0][2] - c[2][0] - 2.0f * c[2][1] - c[2][2]);
    float l = length(g);
    bool edge = l > 0.0f;
    float2 at = float2(p) + 0.5f + (l > 0.0f ? g / l * 0.5f : 0.0f.xx);
#else
    bool edge = own != IdAt(p + int2(1, 0)) || own != IdAt(p - int2(1, 0)) || own != IdAt(p + int2(0, 1)) || own != IdAt(p - int2(0, 1));
    float2 at = float2(p) + 0.5f;
#endif
    float2 seed = edge ? at : NOWHERE;
    Output[id.xy] = float4(seed, float(own), edge ? 1.0f : 0.0f);
}

float2 SeedAt(int2 p)
{
    float4 s = Seeds.Load(int3(p & 15, 0));
    return s.w > 0.7f ? float2(p) + s.xy : NOWHERE;
}

struct Nearest
{
    float2 seed;
    float distance;

    void Consider(float2 candidate, float2 from)
    {
        float2 d = candidate - from;
        float l = dot(d, d);
        if (l < distance)
        {
            distance = l;
            seed = candidate;
        }
    }
};

#if SHARED
#define SIDE 24
groupshared float2 Tile[SIDE][SIDE];
#endif

[numthreads(8, 8, 1)]
void Flood(uint3 id : SV_DispatchThreadID, uint3 group : SV_GroupID, uint3 local : SV_GroupThreadID, uint lane : SV_GroupIndex)
{
    int2 p = int2(id.xy);
    float2 center = float2(p) + 0.5f;
    Nearest best;
    best.seed = NOWHERE;
    best.distance = FLOAT_LARGE;
#if SHARED
    int2 corner = int2(group.xy * 8u) - 8;
    for (uint i = lane; i < SIDE * SIDE; i += 64u)
    {
        int2 at = corner + int2(i % SIDE, i / SIDE);
        bool inside = all(at >= 0) && all(at < int2(size));
        Tile[i / SIDE][i % SIDE] = inside ? SeedAt(at) : NOWHERE;
    }
    GroupMemoryBarrierWithGroupSync();
    // Steps 4, 2, 1 without leaving the tile.
    [unroll] for (int step = 4; step > 0; step >>= 1)
    {
        [unroll] for (int y = -1; y <= 1; ++y)
            [unroll] for (int x = -1; x <= 1; ++x)
                best.Consider(Tile[int(local.y) + 8 + y * step][int(local.x) + 8 + x * step], center);
        GroupMemoryBarrierWithGroupSync();
        Tile[local.y + 8u][local.x + 8u] = best.seed;
        GroupMemoryBarrierWithGroupSync();
    }
#else
    [unroll] for (int y = -1; y <= 1; ++y)
        [unroll] for (int x = -1; x <= 1; ++x)
        {
            int2 at = p + int2(x, y) * jump;
            if (all(at >= 0) && all(at < int2(size))) best.Consider(SeedAt(at), center);
        }
#endif
    if (all(id.xy < size)) Output[id.xy] = float4(best.seed, sqrt(best.distance), best.seed.x > -500.0f ? 1.0f : 0.0f);
}

[numthreads(8, 8, 1)]
void Stroke(uint3 id : SV_DispatchThreadID)
{
    if (any(id.xy >= size)) return;
    int3 at = int3(id.xy & 15u, 0);
    float4 s = Seeds.Load(at);
    float2 seed = s.xy * 8.0f + float2(id.xy) - 4.0f;
    float2 d = float2(id.xy) + 0.5f - seed;
    float distance = length(d);
    bool inside = IdAt(int2(id.xy)) != 0u;
    float reach = 1.0f + width * 4.0f;
    float alpha = 1.0f - smoothstep(reach - 0.5f - softness, reach + 0.5f, distance);
    float hidden = SelectionDepth.Load(at) < SceneDepth.Load(at) ? 1.0f : 0.0f;
    float4 stroke = lerp(color, hiddenColor, hidden);
#if DASHED
    float angle = FastAtan2(d.y, d.x) / TWO_PI;
    float dash = frac(angle * (4.0f + floor(dashLength * 12.0f)) + time);
    alpha *= lerp(1.0f, smoothstep(0.4f, 0.45f, dash), hidden);
#endif
    float3 base = Scene.Load(at).rgb;
    float3 result = lerp(base, stroke.rgb, alpha * stroke.a * (inside ? 0.3f : 1.0f));
#if GLOW
    result += stroke.rgb * exp(-distance * (0.2f + glowFalloff)) * (inside ? 0.0f : 0.5f);
#endif
    Output[id.xy] = float4(result, alpha);
}
