// dxilkit-corpus
// Shadow rays as bits of a mask: tiles are classified by ballots, moments of the mask accumulated, penumbrae filtered by a small kernel.
// args: -T cs_6_0 -E PackMask
// args: -T cs_6_0 -E Classify
// args: -T cs_6_0 -E Filter
// args: -T cs_6_6 -E Classify -D BINDLESS=1
// args: -T cs_6_2 -E Filter -enable-16bit-types
// data: cb0 16u 16u 2u 0u 0.3 4 0.9 0.1
// dispatch: 2 4 1

#include "gbuffer.hlsli"

#define TILE_X 8
#define TILE_Y 4

struct ShadowConstants
{
    uint2 size;
    uint tilesX;
    uint frame;
    float penumbra;
    float historyLength;
    float blend;
    float depthTolerance;
};

ConstantBuffer<ShadowConstants> Shadow : register(b0);
DECLARE_READ(Texture2D<float>, RayHits, 0);
DECLARE_READ(StructuredBuffer<uint>, Masks, 1);
DECLARE_READ(Texture2D<uint4>, GBuffer, 2);
DECLARE_READ(Texture2D<float4>, History, 3);
DECLARE_READ(StructuredBuffer<uint>, TileKinds, 4);
DECLARE_WRITE(RWStructuredBuffer<uint>, PackedMasks, 0);
DECLARE_WRITE(RWStructuredBuffer<uint>, OutTileKinds, 1);
DECLARE_WRITE(RWTexture2D<float4>, Moments, 2);

groupshared uint GroupMask;

#define KIND_LIT 1
#define KIND_SHADOWED 2
#define KIND_PENUMBRA 3

[numthreads(TILE_X, TILE_Y, 1)]
void PackMask(uint2 pixel : SV_DispatchThreadID, uint2 group : SV_GroupID, uint index : SV_GroupIndex)
{
    if (index == 0)
        GroupMask = 0;
    GroupMemoryBarrierWithGroupSync();
    const bool lit = all(pixel < Shadow.size) && RayHits[pixel] > 0.5;
    InterlockedOr(GroupMask, lit ? 1u << index : 0u);
    GroupMemoryBarrierWithGroupSync();
    if (index == 0)
        PackedMasks[group.y * Shadow.tilesX + group.x] = GroupMask;
}

uint MaskAt(int2 tile)
{
    const int2 last = int2(Shadow.tilesX, DIVIDE_ROUND_UP(Shadow.size.y, TILE_Y)) - 1;
    const int2 t = clamp(tile, 0, last);
    return Masks[(t.y * Shadow.tilesX + t.x) & 63];
}

struct MaskWindow
{
    uint masks[9];

    void Load(int2 tile)
    {
        [unroll]
        for (int i = 0; i < 9; ++i)
            masks[i] = MaskAt(tile + int2(i % 3 - 1, i / 3 - 1));
    }
    bool IsLit(int2 p)
    {
        const int tx = p.x < 0 ? 0 : p.x < TILE_X ? 1 : 2;
        const int ty = p.y < 0 ? 0 : p.y < TILE_Y ? 1 : 2;
        const uint bit = uint((p.y & (TILE_Y - 1)) * TILE_X + (p.x & (TILE_X - 1)));
        return (masks[ty * 3 + tx] >> bit) & 1;
    }
    uint Count()
    {
        uint n = 0;
        [unroll]
        for (uint i = 0; i < 9; ++i)
            n += countbits(masks[i]);
        return n;
    }
};

[numthreads(TILE_X, TILE_Y, 1)]
void Classify(uint2 pixel : SV_DispatchThreadID, uint2 group : SV_GroupID, int2 thread : SV_GroupThreadID, uint index : SV_GroupIndex)
{
    MaskWindow window;
    window.Load(group);
    const uint lit = window.Count();
    const uint kind = lit == 9 * TILE_X * TILE_Y ? KIND_LIT : lit == 0 ? KIND_SHADOWED : KIND_PENUMBRA;
    if (index == 0)
        OutTileKinds[group.y * Shadow.tilesX + group.x] = kind;
    float mean = kind == KIND_LIT ? 1 : 0, square = mean;
    KEEP_BRANCH
    if (kind == KIND_PENUMBRA)
    {
        mean = 0;
        [unroll]
        for (int y = -2; y <= 2; ++y)
            [unroll]
            for (int x = -2; x <= 2; ++x)
                mean += window.IsLit(thread + int2(x, y)) ? 1 : 0;
        mean /= 25;
        square = mean;
    }
    const GBufferPixel g = GBufferPixel::Unpack(GBuffer[pixel]);
    const int2 before = int2(float2(pixel) + 0.5 + g.motion * Shadow.size);
    float4 history = float4(mean, square, 0, 1);
    if (IsInside(before, Shadow.size))
        history = History[before];
    const float length = min(history.z + 1, Shadow.historyLength);
    const float a = 1 / max(length, 1);
    const float sigma = sqrt(max(square - mean * mean, 0)) * 0.5;
    const float clamped = clamp(history.x, mean - sigma, mean + sigma);
    Moments[pixel] = float4(lerp(clamped, mean, a), lerp(history.y, square, a), length, abs(clamped - history.x));
}

#if __HLSL_ENABLE_16_BIT
typedef float16_t Small;
typedef vector<float16_t, 3> Small3;
#else
typedef min16float Small;
typedef min16float3 Small3;
#endif

[numthreads(TILE_X, TILE_Y, 1)]
void Filter(uint2 pixel : SV_DispatchThreadID, uint2 group : SV_GroupID)
{
    const uint kind = TileKinds[(group.y * Shadow.tilesX + group.x) & 63] & 3;
    if (kind == KIND_LIT || kind == KIND_SHADOWED)
    {
        Moments[pixel] = kind == KIND_LIT;
        return;
    }
    const float4 center = History[pixel];
    const GBufferPixel g = GBufferPixel::Unpack(GBuffer[pixel]);
    const Small3 n = Small3(g.normal);
    Small sum = Small(center.x), total = Small(1), variance = Small(center.y);
    const float width = 1 + Shadow.penumbra * 3;
    for (int y = -1; y <= 1; ++y)
        for (int x = -1; x <= 1; ++x)
        {
            if (x == 0 && y == 0)
                continue;
            const int2 at = int2(pixel) + int2(float2(x, y) * width);
            if (!IsInside(at, Shadow.size))
                continue;
            const GBufferPixel o = GBufferPixel::Unpack(GBuffer[at]);
            const Small wn = pow(saturate(dot(n, Small3(o.normal))), Small(8));
            const Small wd = Small(exp(-abs(o.linearDepth - g.linearDepth) / Shadow.depthTolerance));
            const Small w = wn * wd * Small(x == 0 || y == 0 ? 0.5 : 0.25);
            const float4 tap = History[at];
            sum += w * Small(tap.x);
            variance += w * w * Small(tap.y);
            total += w;
        }
    Moments[pixel] = float4(sum / total, variance / (total * total), center.z, float(Square(total)));
}
