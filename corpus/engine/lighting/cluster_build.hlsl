// dxilkit-corpus
// Lists of lights for a cluster grid: one group a cluster, spheres and cones against the cluster's box, compacted in order with prefix sums.
// args: -T cs_6_0 -E BuildClusters
// args: -T cs_6_0 -E BuildClusters -D CONES=1
// args: -T cs_6_0 -E BuildClusters -D CONES=1 -D WAVE_COMPACT=1 -D GROUP=32
// args: -T cs_6_6 -E BuildClusters -D CONES=1 -D DECALS=1
// set: resolution 32 32
// set: gridSize 2 2 4
// set: lightCount 40
// set: nearPlane 0.1
// set: farPlane 30
// set: viewFromWorld 1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1
// range: position -8 8
// range: range 1 6
// range: type 0 3
// dispatch: 2 2 4
#include "../shared/view.hlsli"
#include "../shared/lights.hlsli"

#ifndef CONES
#define CONES 0
#endif
#ifndef WAVE_COMPACT
#define WAVE_COMPACT 0
#endif
#ifndef DECALS
#define DECALS 0
#endif
#ifndef GROUP
#define GROUP 64
#endif
#define MAX_PER_CLUSTER 32

cbuffer Build : register(b1)
{
    uint3 gridSize;
    uint lightCount;
    float2 tanHalfFov;
    uint decalCount;
};
ConstantBuffer<ViewData> View : register(b0);
StructuredBuffer<Light> Lights : register(t0);
#if DECALS
struct DecalBox
{
    float4 rows[3];
};
StructuredBuffer<DecalBox> DecalBoxes : register(t1);
RWStructuredBuffer<uint> DecalMasks : register(u2);
#endif
RWStructuredBuffer<uint2> ClusterRanges : register(u0);
RWStructuredBuffer<uint> LightIndexList : register(u1);

groupshared uint Flags[GROUP];
groupshared uint Total;

struct Box
{
    float3 center, extent;

    float DistanceSquared(float3 p)
    {
        float3 d = max(abs(p - center) - extent, 0.0f);
        return dot(d, d);
    }
};

Box ClusterBox(uint3 cluster)
{
    // Slices grow exponentially with depth.
    float ratio = View.farPlane / View.nearPlane;
    float z0 = View.nearPlane * pow(ratio, float(cluster.z) / float(gridSize.z));
    float z1 = View.nearPlane * pow(ratio, float(cluster.z + 1u) / float(gridSize.z));
    float2 low = (float2(cluster.xy) / float2(gridSize.xy) * 2.0f - 1.0f) * (tanHalfFov + 0.5f);
    float2 high = (float2(cluster.xy + 1u) / float2(gridSize.xy) * 2.0f - 1.0f) * (tanHalfFov + 0.5f);
    float3 a = float3(min(low * z0, low * z1), z0);
    float3 b = float3(max(high * z0, high * z1), z1);
    Box box;
    box.center = (a + b) * 0.5f;
    box.extent = (b - a) * 0.5f;
    return box;
}

bool ConeTouchesSphere(float3 apex, float3 axis, float angleCos, float reach, float4 sphere)
{
    float3 v = sphere.xyz - apex;
    float along = dot(v, axis);
    float angleSin = SafeSqrt(1.0f - angleCos * angleCos);
    float closest = angleCos * SafeSqrt(dot(v, v) - along * along) - along * angleSin;
    return !(closest > sphere.w || along > sphere.w + reach || along < -sphere.w);
}

bool Touches(Light light, Box box)
{
    float3 center = mul(View.viewFromWorld, float4(light.position, 1.0f)).xyz;
    if (box.DistanceSquared(center) > light.range * light.range) return false;
#if CONES
    if (light.type == LIGHT_SPOT)
    {
        float3 axis = SafeNormalize(mul((float3x3)View.viewFromWorld, light.direction));
        float cosine = saturate(-light.spotOffset / max(light.spotScale, 1e-3f));
        return ConeTouchesSphere(center, axis, cosine, light.range, float4(box.center, length(box.extent)));
    }
#endif
    return true;
}

#if !WAVE_COMPACT
/// Exclusive sum over the group's flags, in place, by doubling.
uint PrefixSum(uint lane, uint value)
{
    Flags[lane] = value;
    GroupMemoryBarrierWithGroupSync();
    [unroll] for (uint step = 1u; step < GROUP; step <<= 1)
    {
        uint other = lane >= step ? Flags[lane - step] : 0u;
        GroupMemoryBarrierWithGroupSync();
        Flags[lane] += other;
        GroupMemoryBarrierWithGroupSync();
    }
    return Flags[lane] - value;
}
#endif

[numthreads(GROUP, 1, 1)]
void BuildClusters(uint3 group : SV_GroupID, uint lane : SV_GroupIndex)
{
    uint flat = (group.z * gridSize.y + group.y) * gridSize.x + group.x;
    uint start = flat * MAX_PER_CLUSTER;
    Box box = ClusterBox(group);
    uint written = 0u;
    for (uint base = 0u; base < lightCount; base += GROUP)
    {
        uint index = base + lane;
        bool hit = index < lightCount && Touches(Lights[min(index, 63u)], box);
#if WAVE_COMPACT
        // The group may be wider than a wave; each wave's part is counted by its first lane.
        uint within = WavePrefixCountBits(hit);
        uint inWave = WaveActiveCountBits(hit);
        uint waves = (GROUP + WaveGetLaneCount() - 1u) / WaveGetLaneCount();
        uint wave = lane / WaveGetLaneCount();
        if (WaveIsFirstLane()) Flags[wave] = inWave;
        GroupMemoryBarrierWithGroupSync();
        uint before = 0u, all = 0u;
        for (uint w = 0u; w < waves; ++w)
        {
            before += w < wave ? Flags[w] : 0u;
            all += Flags[w];
        }
        uint slot = written + before + within;
        GroupMemoryBarrierWithGroupSync();
#else
        uint slot = written + PrefixSum(lane, hit ? 1u : 0u);
        if (lane == GROUP - 1u) Total = slot + (hit ? 1u : 0u) - written;
        GroupMemoryBarrierWithGroupSync();
        uint all = Total;
        GroupMemoryBarrierWithGroupSync();
#endif
        if (hit && slot < MAX_PER_CLUSTER) LightIndexList[start + slot] = index;
        written += all;
    }
    if (lane == 0u) ClusterRanges[flat] = uint2(start, min(written, MAX_PER_CLUSTER));
#if DECALS
    uint mask = 0u;
    for (uint d = lane; d < decalCount; d += GROUP)
    {
        DecalBox decal = DecalBoxes[d];
        float3 reach = abs(decal.rows[0].xyz) * box.extent.x + abs(decal.rows[1].xyz) * box.extent.y + abs(decal.rows[2].xyz) * box.extent.z;
        float3 local = float3(dot(decal.rows[0], float4(box.center, 1.0f)), dot(decal.rows[1], float4(box.center, 1.0f)), dot(decal.rows[2], float4(box.center, 1.0f)));
        if (all(abs(local) <= reach + 1.0f)) mask |= 1u << (d & 31u);
    }
    uint merged = WaveActiveBitOr(mask);
    if (WaveIsFirstLane()) InterlockedOr(DecalMasks[flat], merged);
#endif
}
