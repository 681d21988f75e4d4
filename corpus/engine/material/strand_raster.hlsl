// dxilkit-corpus
// Hair strands rasterised in compute: binning of segments by tile, line coverage with depth sorting in registers, shading, compositing.
// args: -T cs_6_0 -E BinSegments
// args: -T cs_6_0 -E RasterTiles
// args: -T cs_6_0 -E RasterTiles -D LAYERS=6 -D SHADOWS=1
// args: -T cs_6_6 -E RasterTiles -D LAYERS=6 -D BIG_ATOMICS=1
// set: size 32 32
// set: segmentCount 40
// set: tilesAcross 4
// range: TileCounts 4 12
// range: TileLists 0 39
// range: strand 0 7
// dispatch: 4 4 1
#include "../shared/math.hlsli"
#include "../shared/packing.hlsli"

#ifndef LAYERS
#define LAYERS 4
#endif
#ifndef SHADOWS
#define SHADOWS 0
#endif
#ifndef BIG_ATOMICS
#define BIG_ATOMICS 0
#endif
#define TILE 8
#define MAX_IN_TILE 16

struct Segment
{
    float3 a;
    float widthA;
    float3 b;
    float widthB;
    uint strand;
    uint color;
};

cbuffer Strands : register(b0)
{
    uint2 size;
    uint segmentCount;
    uint tilesAcross;
    float3 lightDirection;
    float baseWidth;
    float3 tint;
    float opacity;
    float4 specular[2];
};
StructuredBuffer<Segment> Segments : register(t0);
StructuredBuffer<uint> TileLists : register(t1);
StructuredBuffer<uint> TileCounts : register(t2);
Texture2D<float> OpacityMap : register(t3);
SamplerState LinearClamp : register(s0);
RWStructuredBuffer<uint> OutLists : register(u0);
RWStructuredBuffer<uint> OutCounts : register(u1);
RWTexture2D<float4> Output : register(u2);
#if BIG_ATOMICS
RWStructuredBuffer<uint64_t> Closest : register(u3);
#endif

struct Box2
{
    float2 low, high;

    bool TouchesLine(float2 a, float2 b, float radius)
    {
        float2 d = b - a;
        float2 inverse = 1.0f / select(abs(d) < 1e-5f, 1e-5f.xx, d);
        float2 t0 = (low - radius - a) * inverse, t1 = (high + radius - a) * inverse;
        float2 enter = min(t0, t1), leave = max(t0, t1);
        return max(max(enter.x, enter.y), 0.0f) <= min(min(leave.x, leave.y), 1.0f);
    }
};

[numthreads(64, 1, 1)]
void BinSegments(uint lane : SV_GroupIndex, uint3 group : SV_GroupID)
{
    // A lane is a tile; segments come in their order, so that lists are the same every time.
    uint tile = group.x * 64u + lane;
    uint tileCount = tilesAcross * tilesAcross;
    if (tile >= tileCount || group.y > 0u) return;
    Box2 box;
    box.low = float2(tile % tilesAcross, tile / tilesAcross) * float(TILE);
    box.high = box.low + float(TILE);
    uint count = 0u;
    [loop] for (uint i = 0u; i < segmentCount && count < MAX_IN_TILE; ++i)
    {
        Segment s = Segments[i];
        if (!box.TouchesLine(s.a.xy * float2(size), s.b.xy * float2(size), 1.0f + max(s.widthA, s.widthB))) continue;
        OutLists[tile * MAX_IN_TILE + count] = i;
        ++count;
    }
    OutCounts[tile] = count;
}

struct Layer
{
    float depth;
    float alpha;
    uint color;
};

struct LayerStack
{
    Layer layers[LAYERS];

    void Clear()
    {
        [unroll] for (uint i = 0u; i < LAYERS; ++i)
        {
            layers[i].depth = 1e6f;
            layers[i].alpha = 0.0f;
            layers[i].color = 0u;
        }
    }
    void Insert(Layer l)
    {
        [unroll] for (uint i = 0u; i < LAYERS; ++i)
        {
            bool closer = l.depth < layers[i].depth;
            Layer keep = layers[i];
            if (closer)
            {
                layers[i] = l;
                l = keep;
            }
        }
    }
    float4 Resolve()
    {
        float3 color = 0.0f;
        float through = 1.0f;
        [unroll] for (uint i = 0u; i < LAYERS; ++i)
        {
            color += UnpackRGBA8(layers[i].color).rgb * layers[i].alpha * through;
            through *= 1.0f - layers[i].alpha;
        }
        return float4(color, 1.0f - through);
    }
};

float3 ShadeStrand(float3 t, uint packed, float depth, float2 uv)
{
    float3 l = SafeNormalize(lightDirection);
    float3 v = float3(0.0f, 0.0f, -1.0f);
    float ToL = dot(t, l), ToV = dot(t, v);
    float diffuse = SafeSqrt(1.0f - ToL * ToL);
    float3 c = UnpackRGBA8(packed | 0xff404040u).rgb * tint * diffuse;
    [unroll] for (uint i = 0u; i < 2u; ++i)
    {
        float shifted = ToL * ToV - SafeSqrt(1.0f - ToL * ToL) * SafeSqrt(1.0f - ToV * ToV) + specular[i].w - 0.5f;
        c += specular[i].rgb * pow(saturate(-shifted), 8.0f + 24.0f * float(i)) * 0.5f;
    }
#if SHADOWS
    float hidden = saturate(depth - OpacityMap.SampleLevel(LinearClamp, uv, 0.0f));
    c *= exp(-hidden * 4.0f);
#endif
    return c;
}

[numthreads(TILE, TILE, 1)]
void RasterTiles(uint3 id : SV_DispatchThreadID, uint3 group : SV_GroupID)
{
    if (any(id.xy >= size)) return;
    uint tile = group.y * tilesAcross + group.x;
    uint count = min(TileCounts[tile], MAX_IN_TILE);
    float2 p = float2(id.xy) + 0.5f;
    LayerStack stack;
    stack.Clear();
    [loop] for (uint k = 0u; k < count; ++k)
    {
        Segment s = Segments[TileLists[(tile * MAX_IN_TILE + k) & 63u]];
        float2 a = s.a.xy * float2(size), b = s.b.xy * float2(size);
        float2 d = b - a;
        float along = saturate(dot(p - a, d) / max(dot(d, d), 1e-4f));
        float away = length(p - (a + d * along));
        float width = lerp(s.widthA, s.widthB, along) * (0.5f + baseWidth * 2.0f);
        // Thinner than a pixel becomes fainter instead.
        float coverage = saturate(max(width, 1.0f) * 0.5f + 0.5f - away) * min(width, 1.0f);
        if (coverage <= 1.0f / 255.0f) continue;
        Layer l;
        l.depth = lerp(s.a.z, s.b.z, along);
        l.alpha = coverage * opacity;
        float3 t = SafeNormalize(float3(d / float2(size), s.b.z - s.a.z));
        l.color = PackRGBA8(float4(ShadeStrand(t, s.color * 0x01010101u, l.depth, p / float2(size)), 1.0f));
        stack.Insert(l);
#if BIG_ATOMICS
        uint64_t key = ((uint64_t)asuint(l.depth) << 32) | s.strand;
        InterlockedMin(Closest[id.y * size.x + id.x], key);
#endif
    }
    float4 c = stack.Resolve();
    float4 before = Output[id.xy];
    Output[id.xy] = float4(before.rgb * (1.0f - c.a) + c.rgb, max(before.a, c.a));
}
