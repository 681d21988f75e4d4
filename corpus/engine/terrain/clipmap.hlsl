// dxilkit-corpus
// Terrain clipmap: rings around the viewer are updated toroidally, heights blended between levels, normals and a packed vertex stream made.
// args: -T cs_6_0 -E UpdateLevel
// args: -T cs_6_0 -E BuildVertices
// args: -T cs_6_0 -E BuildVertices -D MORPH=1
// args: -T cs_6_6 -E BuildVertices -D MORPH=1 -D BINDLESS=1
// data: cb0 0.3 0.4 1 0.2 16u 2u 0.5 4 1i 2i -1i 1i 0.01 0.02 0.03 0.04
// dispatch: 2 2 1

#include "../kernel/config.hlsli"
#include "../kernel/packing.hlsli"
#include "../kernel/random.hlsli"

#ifndef MORPH
#define MORPH 0
#endif

struct ClipmapConstants
{
    float2 viewer;
    float heightScale;
    float detailScale;
    uint size;
    uint level;
    float spacing;
    float transition;
    int2 origin;
    int2 moved;
    float4 detail;
};

struct TerrainVertex
{
    uint position;
    uint height;
    uint normal;
    uint blend;
};

ConstantBuffer<ClipmapConstants> Clipmap : register(b0);
DECLARE_READ(Texture2D<float>, Coarse, 0);
DECLARE_READ(Texture2D<float>, Fine, 1);
DECLARE_READ(Texture2D<float4>, Splat, 2);
DECLARE_WRITE(RWTexture2D<float>, Level, 0);
DECLARE_WRITE(RWStructuredBuffer<TerrainVertex>, Vertices, 1);
SamplerState LinearWrap : register(s0);

static const float4 UPSAMPLE = float4(-0.0625, 0.5625, 0.5625, -0.0625);

float CubicRow(int2 at, int2 step)
{
    float4 h;
    [unroll]
    for (int i = 0; i < 4; ++i)
        h[i] = Coarse[uint2(at + step * (i - 1)) % Clipmap.size];
    return dot(h, UPSAMPLE);
}

/// The coarser level at a point of the finer grid: even points lie on it, others between.
float Predict(int2 fine)
{
    const int2 c = fine >> 1;
    const uint kind = (fine.x & 1) | ((fine.y & 1) << 1);
    switch (kind)
    {
    case 0:
        return Coarse[uint2(c) % Clipmap.size];
    case 1:
        return CubicRow(c, int2(1, 0));
    case 2:
        return CubicRow(c, int2(0, 1));
    default:
    {
        float4 rows;
        [unroll]
        for (int i = 0; i < 4; ++i)
            rows[i] = CubicRow(c + int2(0, i - 1), int2(1, 0));
        return dot(rows, UPSAMPLE);
    }
    }
}

float ValueNoise(float2 p)
{
    const float2 i = floor(p), f = frac(p);
    const float2 u = f * f * f * (f * (f * 6 - 15) + 10);
    float4 corners;
    [unroll]
    for (uint k = 0; k < 4; ++k)
        corners[k] = UnitFloat(HashPcg3(uint3(asuint(int2(i) + int2(k & 1, k >> 1)), 9)).x);
    return lerp(lerp(corners.x, corners.y, u.x), lerp(corners.z, corners.w, u.x), u.y);
}

float Detail(float2 p)
{
    float sum = 0, amplitude = 1;
    const float2x2 turn = float2x2(1.6, 1.2, -1.2, 1.6);
    [loop]
    for (uint octave = 0; octave < 4; ++octave)
    {
        sum += (ValueNoise(p) * 2 - 1) * amplitude * Clipmap.detail[octave];
        p = mul(turn, p);
        amplitude *= 0.5;
    }
    return sum;
}

bool IsStale(int2 local)
{
    // After a move only the strips that came in are new.
    const int2 m = Clipmap.moved;
    const int size = int(Clipmap.size);
    const bool x = m.x > 0 ? local.x >= size - m.x : local.x < -m.x;
    const bool y = m.y > 0 ? local.y >= size - m.y : local.y < -m.y;
    return x || y;
}

[numthreads(8, 8, 1)]
void UpdateLevel(int2 local : SV_DispatchThreadID)
{
    if (any(local >= int(Clipmap.size)) || !IsStale(local))
        return;
    const int2 world = local + Clipmap.origin;
    const int2 place = world & (int(Clipmap.size) - 1);
    const float predicted = Predict(world);
    const float residual = Fine[uint2(world) % Clipmap.size] - 0.5;
    const float detail = Detail(float2(world) * Clipmap.detailScale);
    Level[place] = (predicted + residual * 0.1 + detail) * Clipmap.heightScale;
}

float SampleLevelHeight(int2 world) { return Fine[uint2(world & (int(Clipmap.size) - 1))]; }

[numthreads(8, 8, 1)]
void BuildVertices(int2 local : SV_DispatchThreadID)
{
    const int2 world = local + Clipmap.origin;
    float height = SampleLevelHeight(world);
    const float l = SampleLevelHeight(world - int2(1, 0)), r = SampleLevelHeight(world + int2(1, 0));
    const float d = SampleLevelHeight(world - int2(0, 1)), u = SampleLevelHeight(world + int2(0, 1));
    float3 normal = normalize(float3(l - r, 2 * Clipmap.spacing, d - u));
    float morph = 0;
#if MORPH
    const float2 distance = abs(float2(world) * Clipmap.spacing - Clipmap.viewer);
    const float half_ = Clipmap.size * 0.5 * Clipmap.spacing;
    const float2 t = saturate((distance - (half_ - Clipmap.transition - 1)) / Clipmap.transition);
    morph = max(t.x, t.y);
    if (morph > 0)
    {
        const float coarse = Predict(world);
        height = lerp(height, coarse, morph);
        const float cl = Predict(world - int2(2, 0)), cr = Predict(world + int2(2, 0));
        const float cd = Predict(world - int2(0, 2)), cu = Predict(world + int2(0, 2));
        normal = normalize(lerp(normal, normalize(float3(cl - cr, 4 * Clipmap.spacing, cd - cu)), morph));
    }
#endif
    float4 splat = Splat.SampleLevel(LinearWrap, (float2(world) + 0.5) / Clipmap.size, 0);
    // Rock where it is steep, the strongest layers by height.
    splat.w = max(splat.w, saturate((0.8 - normal.y) * 4));
    const float4 biased = splat + float4(height, -height, 0, 0) * 0.2;
    const float top = max(max(biased.x, biased.y), max(biased.z, biased.w)) - 0.2;
    splat = max(biased - top, 0);
    splat /= max(dot(splat, 1), 1e-4);
    TerrainVertex v;
    v.position = (uint(local.x) & 0xffff) | (uint(local.y) << 16);
    v.height = PackHalf2(float2(height, morph));
    v.normal = PackNormal(normal);
    v.blend = PackUnorm8(splat);
    Vertices[Morton2(uint2(local)) & 63] = v;
}
