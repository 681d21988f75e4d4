// dxilkit-corpus
// Blades of grass by amplification and mesh stages: a payload with arrays, levels of detail by group, primitive attributes.
// args: -T as_6_5 -E ASField
// args: -T as_6_5 -E ASField -D WIND=1
// args: -T ms_6_5 -E MSBlades
// args: -T ms_6_5 -E MSBlades -D WIND=1 -D BLADES=16
// args: -T ms_6_5 -E MSLines
// args: -T ps_6_5 -E PSBlade
// drawn: no
#include "../kernel/math.hlsli"
#include "../kernel/random.hlsli"
#ifndef WIND
#define WIND 0
#endif
#ifndef BLADES
#define BLADES 8
#endif
#define SEGMENTS 3

struct Field
{
    float3 origins[32];
    uint seeds[32];
    uint segments;
};
cbuffer Grass : register(b0)
{
    float4x4 ClipFromWorld;
    float4 Planes[5];
    float3 Eye;
    float Spacing;
    float2 WindDirection;
    float Time;
    float FarDistance;
};
Texture2D<float4> Ground : register(t0);
SamplerState LinearClamp : register(s0);

struct BladeVertex
{
    float4 clip : SV_Position;
    float3 normal : NORMAL;
    float along : ALONG;
};
struct BladePrimitive
{
    uint blade : SV_PrimitiveID;
    nointerpolation float3 tint : TINT;
    bool cull : SV_CullPrimitive;
};
groupshared Field Shared;
groupshared uint Kept;

float3 Sway(float3 p, uint seed)
{
#if WIND
    const float phase = dot(p.xz, WindDirection) + Time + UnitFloat(seed) * TWO_PI;
    return float3(WindDirection.x, 0, WindDirection.y) * (sin(phase) + 0.3 * sin(2.7 * phase));
#else
    return 0;
#endif
}

[numthreads(32, 1, 1)]
void ASField(uint lane : SV_GroupIndex, uint2 group : SV_GroupID)
{
    if (lane == 0)
        Kept = 0;
    GroupMemoryBarrierWithGroupSync();
    const uint2 cell = group * uint2(8, 4) + uint2(lane & 7, lane >> 3);
    const uint seed = HashCombine(cell.x, cell.y);
    const float2 at = (cell + UnitFloat(uint2(seed, HashMix(seed)))) * Spacing;
    const float4 ground = Ground.SampleLevel(LinearClamp, at * 0.01, 0);
    const float3 p = float3(at.x, ground.a * 10, at.y);
    bool visible = ground.g > 0.3;
    for (uint i = 0; i < 5; ++i)
        visible = visible && dot(Planes[i], float4(p, 1)) > -1;
    if (visible)
    {
        uint place;
        InterlockedAdd(Kept, 1, place);
        Shared.origins[place] = p;
        Shared.seeds[place] = seed;
    }
    if (lane == 0)
        Shared.segments = distance(p, Eye) > FarDistance ? 1 : SEGMENTS;
    GroupMemoryBarrierWithGroupSync();
    DispatchMesh((Kept + BLADES - 1) / BLADES, 1, 1, Shared);
}

[numthreads(64, 1, 1)]
[outputtopology("triangle")]
void MSBlades(uint lane : SV_GroupIndex, uint group : SV_GroupID, in payload Field field,
              out vertices BladeVertex verts[BLADES * (2 * SEGMENTS + 1)], out primitives BladePrimitive prims[BLADES * (2 * SEGMENTS - 1)],
              out indices uint3 tris[BLADES * (2 * SEGMENTS - 1)])
{
    const uint perBlade = 2 * field.segments + 1, trianglesPerBlade = 2 * field.segments - 1;
    SetMeshOutputCounts(BLADES * perBlade, BLADES * trianglesPerBlade);
    for (uint v = lane; v < BLADES * perBlade; v += 64)
    {
        const uint blade = group * BLADES + v / perBlade, k = v % perBlade;
        const uint seed = field.seeds[blade & 31];
        const float h = float(k >> 1) / field.segments;
        const float angle = UnitFloat(seed) * TWO_PI;
        float3 side = float3(cos(angle), 0, sin(angle));
        float3 p = field.origins[blade & 31] + float3(0, h, 0) + Sway(field.origins[blade & 31], seed) * Square(h) * 0.3;
        p += side * (((k & 1) ? 0.02 : -0.02) * (1 - h));
        BladeVertex o;
        o.clip = mul(ClipFromWorld, float4(p, 1));
        o.normal = cross(side, float3(0, 1, 0));
        o.along = h;
        verts[v] = o;
    }
    for (uint t = lane; t < BLADES * trianglesPerBlade; t += 64)
    {
        const uint blade = t / trianglesPerBlade, k = t % trianglesPerBlade, first = blade * perBlade + k;
        tris[t] = (k & 1) ? uint3(first, first + 2, first + 1) : uint3(first, first + 1, first + 2);
        BladePrimitive p;
        p.blade = group * BLADES + blade;
        p.tint = UnitFloat(HashPcg3(uint3(field.seeds[p.blade & 31], 1, 2)));
        p.cull = distance(field.origins[p.blade & 31], Eye) > FarDistance * 2;
        prims[t] = p;
    }
}

[numthreads(32, 1, 1)]
[outputtopology("line")]
void MSLines(uint lane : SV_GroupThreadID, uint group : SV_GroupID, out vertices BladeVertex verts[64], out indices uint2 lines[32])
{
    SetMeshOutputCounts(64, 32);
    const uint seed = HashMix(group * 32 + lane);
    const float3 root = float3(UnitFloat(seed), 0, UnitFloat(HashMix(seed))) * Spacing;
    [unroll]
    for (uint end = 0; end < 2; ++end)
    {
        verts[lane * 2 + end].clip = mul(ClipFromWorld, float4(root + float3(0, end, 0) + Sway(root, seed) * end, 1));
        verts[lane * 2 + end].normal = float3(0, 1, 0);
        verts[lane * 2 + end].along = end;
    }
    lines[lane] = lane * 2 + uint2(0, 1);
}

float4 PSBlade(BladeVertex v, BladePrimitive p, float3 b : SV_Barycentrics) : SV_Target
{
    const float rim = saturate(min(b.x, min(b.y, b.z)) * 8);
    return float4(p.tint * lerp(0.2, 1, v.along) * rim, frac(p.blade * 0.618034));
}
