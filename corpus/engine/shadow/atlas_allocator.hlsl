// dxilkit-corpus
// Shadow atlas: light importance to resolutions, a quadtree of free tiles as bit masks, stable allocation in one group, per-light matrices.
// args: -T cs_6_0 -E RateLights
// args: -T cs_6_0 -E Allocate
// args: -T cs_6_0 -E Allocate -D KEEP_OLD=1
// args: -T cs_6_0 -E BuildMatrices
// args: -T cs_6_6 -E Allocate -D KEEP_OLD=1
// set: lightCount 20
// set: resolution 32 32
// set: nearPlane 0.1
// set: farPlane 30
// range: position -4 4
// range: range 1 6
// range: type 0 1
// range: level 0 3
// range: tile 0 63
// range: Wanted 0 3
#include "../shared/view.hlsli"
#include "../shared/lights.hlsli"

#ifndef KEEP_OLD
#define KEEP_OLD 0
#endif
#define GROUP 64
#define LEVELS 4

struct AtlasSlot
{
    uint level;
    uint tile;
    uint age;
    float importance;
};
struct ShadowMatrix
{
    float4x4 clipFromWorld;
    float4 scaleOffset;
};

cbuffer Atlas : register(b1)
{
    uint lightCount;
    float atlasSize;
    float importanceScale;
    float border;
    float4 faceAxes[6];
};
ConstantBuffer<ViewData> View : register(b0);
StructuredBuffer<Light> Lights : register(t0);
StructuredBuffer<AtlasSlot> OldSlots : register(t1);
StructuredBuffer<uint> Wanted : register(t2);
RWStructuredBuffer<uint> Levels : register(u0);
RWStructuredBuffer<AtlasSlot> Slots : register(u1);
RWStructuredBuffer<ShadowMatrix> Matrices : register(u2);

groupshared uint Keys[GROUP];
/// Free tiles of a level: 1, 4, 16 and 64 bits.
groupshared uint2 Free[LEVELS];

float Importance(Light light)
{
    float3 d = light.position - View.cameraPosition;
    float distance = max(length(d) - light.range, View.nearPlane);
    float angular = light.range / distance;
    float facing = saturate(dot(SafeNormalize(d), View.cameraForward) * 0.5f + 0.6f);
    float energy = Max3(light.color.r, light.color.g, light.color.b);
    return angular * facing * (0.25f + energy) * (light.type == LIGHT_SPOT ? 1.0f : 0.7f) * (0.5f + importanceScale);
}

[numthreads(GROUP, 1, 1)]
void RateLights(uint3 id : SV_DispatchThreadID)
{
    if (id.x >= lightCount) return;
    float i = Importance(Lights[id.x]);
    uint level = i > 4.0f ? 0u : i > 1.5f ? 1u : i > 0.5f ? 2u : 3u;
    Levels[id.x] = level | (uint(saturate(i * 0.1f) * 65535.0f) << 8);
}

struct TileTree
{
    bool IsFree(uint level, uint tile) { return ((tile < 32u ? Free[level].x >> tile : Free[level].y >> (tile - 32u)) & 1u) != 0u; }
    void SetFree(uint level, uint tile, bool free)
    {
        uint bit = 1u << (tile & 31u);
        uint2 mask = tile < 32u ? uint2(bit, 0u) : uint2(0u, bit);
        Free[level] = free ? Free[level] | mask : Free[level] & ~mask;
    }
    /// A free tile of the level; splits a larger one when there is none. 0xff: full.
    uint Take(uint level)
    {
        int from = int(level);
        [loop] while (from >= 0 && all(Free[from] == 0u)) --from;
        if (from < 0) return 0xffu;
        uint2 mask = Free[from];
        uint tile = mask.x != 0u ? firstbitlow(mask.x) : 32u + firstbitlow(mask.y);
        SetFree(uint(from), tile, false);
        [loop] for (uint l = uint(from); l < level; ++l)
        {
            tile *= 4u;
            SetFree(l + 1u, tile + 1u, true);
            SetFree(l + 1u, tile + 2u, true);
            SetFree(l + 1u, tile + 3u, true);
        }
        return tile;
    }
    /// Takes just this tile, if it or one around it is free.
    bool TakeAt(uint level, uint tile)
    {
        uint at = level, t = tile;
        [loop] while (at > 0u && !IsFree(at, t))
        {
            t >>= 2;
            --at;
        }
        if (!IsFree(at, t)) return false;
        SetFree(at, t, false);
        [loop] for (; at < level; ++at)
        {
            uint child = tile >> (2u * (level - at - 1u));
            for (uint c = 0u; c < 4u; ++c)
                if ((t * 4u + c) != child) SetFree(at + 1u, t * 4u + c, true);
            t = child;
        }
        return true;
    }
};

[numthreads(GROUP, 1, 1)]
void Allocate(uint lane : SV_GroupIndex)
{
    // Ordered by level, then importance: large tiles first, so that nothing is split in vain.
    uint wanted = lane < lightCount ? Wanted[lane] & 3u : 3u;
    Keys[lane] = lane < lightCount ? (wanted << 16) | ((HashUint(lane) & 0xffu) << 8) | lane : 0xffffffffu;
    if (lane < LEVELS) Free[lane] = lane == 0u ? uint2(1u, 0u) : uint2(0u, 0u);
    GroupMemoryBarrierWithGroupSync();
    for (uint k = 2u; k <= GROUP; k <<= 1)
        for (uint j = k >> 1; j > 0u; j >>= 1)
        {
            uint other = lane ^ j;
            if (other > lane)
            {
                uint a = Keys[lane], b = Keys[other];
                bool up = (lane & k) == 0u;
                if ((a > b) == up)
                {
                    Keys[lane] = b;
                    Keys[other] = a;
                }
            }
            GroupMemoryBarrierWithGroupSync();
        }
    if (lane != 0u) return;
    TileTree tree;
#if KEEP_OLD
    uint keptLow = 0u, keptHigh = 0u;
    [loop] for (uint o = 0u; o < lightCount; ++o)
    {
        AtlasSlot old = OldSlots[o];
        uint level = Wanted[o] & 3u;
        uint tile = old.tile & ((1u << (2u * level)) - 1u);
        if (old.level != level || !tree.TakeAt(level, tile)) continue;
        old.age += 1u;
        old.tile = tile;
        Slots[o] = old;
        if (o < 32u) keptLow |= 1u << o;
        else keptHigh |= 1u << (o - 32u);
    }
#endif
    [loop] for (uint i = 0u; i < lightCount; ++i)
    {
        uint key = Keys[i];
        uint light = key & 0xffu;
#if KEEP_OLD
        if (((light < 32u ? keptLow >> light : keptHigh >> (light - 32u)) & 1u) != 0u) continue;
#endif
        uint level = key >> 16;
        uint tile = 0xffu;
        // What does not fit gets less.
        [loop] for (; level < LEVELS && tile == 0xffu; ++level) tile = tree.Take(level);
        AtlasSlot s;
        s.level = level - 1u;
        s.tile = tile;
        s.age = 0u;
        s.importance = float((key >> 8) & 0xffu) / 255.0f;
        Slots[light] = s;
    }
}

uint2 MortonDecode(uint m)
{
    uint x = m & 0x55555555u, y = (m >> 1) & 0x55555555u;
    x = (x | (x >> 1)) & 0x33333333u;
    y = (y | (y >> 1)) & 0x33333333u;
    x = (x | (x >> 2)) & 0x0f0f0f0fu;
    y = (y | (y >> 2)) & 0x0f0f0f0fu;
    return uint2(x, y);
}

float4x4 LookFrom(float3 eye, float3 forward, float3 up)
{
    float3 r = SafeNormalize(cross(up, forward));
    float3 u = cross(forward, r);
    return float4x4(float4(r, -dot(r, eye)), float4(u, -dot(u, eye)), float4(forward, -dot(forward, eye)), float4(0.0f, 0.0f, 0.0f, 1.0f));
}

float4x4 Perspective(float tanHalf, float n, float f)
{
    float s = 1.0f / tanHalf;
    float4x4 m = (float4x4)0.0f;
    m._11 = s;
    m._22 = s;
    m._33 = f / (f - n);
    m._34 = -n * f / (f - n);
    m._43 = 1.0f;
    return m;
}

[numthreads(GROUP, 1, 1)]
void BuildMatrices(uint3 id : SV_DispatchThreadID)
{
    if (id.x >= lightCount) return;
    Light light = Lights[id.x];
    AtlasSlot slot = OldSlots[id.x];
    float3 forward = SafeNormalize(light.direction - 0.3f);
    float tanHalf = 0.6f + light.spotOffset;
    if (light.type == LIGHT_POINT)
    {
        uint face = id.x % 6u;
        forward = SafeNormalize(faceAxes[face].xyz + float3(face & 1u, face >> 1, 0.5f));
        tanHalf = 1.0f;
    }
    float3 up = abs(forward.y) > 0.95f ? float3(0.0f, 0.0f, 1.0f) : float3(0.0f, 1.0f, 0.0f);
    ShadowMatrix m;
    m.clipFromWorld = mul(Perspective(tanHalf, 0.05f, light.range), LookFrom(light.position, forward, up));
    float scale = exp2(-float(slot.level));
    float2 corner = float2(MortonDecode(slot.tile)) * scale;
    float inset = border / (64.0f + atlasSize);
    m.scaleOffset = float4(scale - 2.0f * inset, -(scale - 2.0f * inset), corner.x + inset, corner.y + scale - inset);
    Matrices[id.x] = m;
}
