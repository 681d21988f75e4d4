// dxilkit-corpus
// One k-means assignment step: nearest centre of each point, fixed-point sums per cluster by atomics for the next update.
// args: -T cs_6_0 -E main -D CLUSTERS=5
// args: -T cs_6_6 -E main -D CLUSTERS=5
// threads: 32 2 1
// binding: cb0 Centers cbuffer NA NA 1
// binding: t0 Points texture f32 buf 1
// binding: u0 Assignment UAV u32 buf 1
// binding: u1 Sums UAV struct r/w 1

cbuffer Centers
{
    float4 Center[CLUSTERS];
    uint PointCount;
};

struct ClusterSum
{
    int3 total;
    uint members;
};

Buffer<float4> Points;
RWBuffer<uint> Assignment;
RWStructuredBuffer<ClusterSum> Sums;

groupshared int groupTotal[CLUSTERS][3];
groupshared uint groupMembers[CLUSTERS];

float Distance2(float3 a, float3 b)
{
    const float3 d = a - b;
    return dot(d, d);
}

[numthreads(32, 2, 1)]
void main(uint3 id : SV_DispatchThreadID, uint3 group : SV_GroupID, uint t : SV_GroupIndex)
{
    if (t < CLUSTERS)
    {
        groupTotal[t][0] = groupTotal[t][1] = groupTotal[t][2] = 0;
        groupMembers[t] = 0;
    }
    GroupMemoryBarrierWithGroupSync();

    const uint index = group.x * 64 + t;
    if (index < PointCount)
    {
        const float3 p = Points[index].xyz;
        uint best = 0;
        float bestDistance = Distance2(p, Center[0].xyz);
        [unroll]
        for (uint k = 1; k < CLUSTERS; ++k)
        {
            const float d = Distance2(p, Center[k].xyz);
            if (d < bestDistance)
            {
                bestDistance = d;
                best = k;
            }
        }
        Assignment[index] = best;
        const int3 fixedPoint = (int3)round(p * 256.0);
        for (int axis = 0; axis < 3; ++axis)
            InterlockedAdd(groupTotal[best][axis], fixedPoint[axis]);
        InterlockedAdd(groupMembers[best], 1u);
    }
    GroupMemoryBarrierWithGroupSync();

    if (t < CLUSTERS && groupMembers[t] > 0)
    {
        InterlockedAdd(Sums[t].total.x, groupTotal[t][0]);
        InterlockedAdd(Sums[t].total.y, groupTotal[t][1]);
        InterlockedAdd(Sums[t].total.z, groupTotal[t][2]);
        InterlockedAdd(Sums[t].members, groupMembers[t]);
    }
}
