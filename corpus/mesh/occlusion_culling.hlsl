// Occlusion culling in two passes: an amplification group projects the boxes of 64 clusters, asks last frame's depth pyramid, draws what shows and
// appends the rest to a list that a second pass looks at again.
// args: -T as_6_5 -E CullClusters
// args: -T as_6_6 -E CullClusters -D SECOND_PASS
// args: -T ms_6_5 -E DrawCluster

struct Cluster
{
    float3 low;
    uint firstIndex;
    float3 high;
    uint counts;
};
struct Visible
{
    uint clusters[64];
};

cbuffer Camera : register(b0)
{
    float4x4 viewProjection;
    float4 frustum[5];
    float2 pyramidSize;
    uint clusterCount;
    uint mipCount;
};
StructuredBuffer<Cluster> Clusters : register(t0);
StructuredBuffer<uint> Candidates : register(t1);
Texture2D<float> Pyramid : register(t2);
Buffer<uint> Indices : register(t3);
StructuredBuffer<float3> Positions : register(t4);
SamplerState Nearest : register(s0);
RWStructuredBuffer<uint> Hidden : register(u0);
RWByteAddressBuffer HiddenCount : register(u1);

groupshared Visible Out;
groupshared uint Kept;

bool InFrustum(float3 low, float3 high)
{
    [unroll]
    for (uint i = 0; i < 5; i++)
    {
        const float3 corner = float3(frustum[i].x > 0 ? high.x : low.x, frustum[i].y > 0 ? high.y : low.y, frustum[i].z > 0 ? high.z : low.z);
        if (dot(frustum[i].xyz, corner) + frustum[i].w < 0)
            return false;
    }
    return true;
}

bool IsHidden(float3 low, float3 high)
{
    float2 least = 1;
    float2 most = 0;
    float nearest = 1;
    for (uint i = 0; i < 8; i++)
    {
        const float3 corner = float3(i & 1 ? high.x : low.x, i & 2 ? high.y : low.y, i & 4 ? high.z : low.z);
        const float4 clip = mul(float4(corner, 1), viewProjection);
        // What reaches behind the camera is never hidden.
        if (clip.w <= 0)
            return false;
        const float3 at = clip.xyz / clip.w;
        least = min(least, at.xy * float2(0.5, -0.5) + 0.5);
        most = max(most, at.xy * float2(0.5, -0.5) + 0.5);
        nearest = min(nearest, at.z);
    }
    const float2 extent = (most - least) * pyramidSize;
    const float level = min(ceil(log2(max(max(extent.x, extent.y), 1))), mipCount - 1.0);
    const float4 depths = float4(
        Pyramid.SampleLevel(Nearest, least, level), Pyramid.SampleLevel(Nearest, float2(most.x, least.y), level),
        Pyramid.SampleLevel(Nearest, float2(least.x, most.y), level), Pyramid.SampleLevel(Nearest, most, level));
    return nearest > max(max(depths.x, depths.y), max(depths.z, depths.w));
}

[numthreads(64, 1, 1)]
void CullClusters(uint id : SV_DispatchThreadID, uint lane : SV_GroupIndex)
{
    if (lane == 0)
        Kept = 0;
    GroupMemoryBarrierWithGroupSync();
    if (id < clusterCount)
    {
#ifdef SECOND_PASS
        const uint cluster = Candidates[id];
#else
        const uint cluster = id;
#endif
        const Cluster c = Clusters[cluster];
        if (InFrustum(c.low, c.high))
        {
            if (!IsHidden(c.low, c.high))
            {
                uint slot;
                InterlockedAdd(Kept, 1, slot);
                Out.clusters[slot] = cluster;
            }
#ifndef SECOND_PASS
            else
            {
                uint slot;
                HiddenCount.InterlockedAdd(0, 1, slot);
                Hidden[slot] = cluster;
            }
#endif
        }
    }
    GroupMemoryBarrierWithGroupSync();
    DispatchMesh(Kept, 1, 1, Out);
}

struct Vertex
{
    float4 position : SV_Position;
    nointerpolation uint cluster : CLUSTER;
};

[numthreads(128, 1, 1)]
[outputtopology("triangle")]
void DrawCluster(
    in payload Visible visible, uint lane : SV_GroupIndex, uint group : SV_GroupID, out vertices Vertex vertices[192],
    out indices uint3 triangles[64])
{
    const uint number = visible.clusters[group];
    const Cluster c = Clusters[number];
    const uint count = c.counts & 0xff;
    SetMeshOutputCounts(count * 3, count);
    for (uint i = lane; i < count * 3; i += 128)
    {
        vertices[i].position = mul(float4(Positions[Indices[c.firstIndex + i]], 1), viewProjection);
        vertices[i].cluster = number;
    }
    if (lane < count)
        triangles[lane] = lane * 3 + uint3(0, 1, 2);
}
