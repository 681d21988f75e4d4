// dxilkit-corpus
// Restructures treelets of seven leaves by dynamic programming over their subsets; sets are bit masks, costs live in shared memory.
// args: -T cs_6_0 -E main
// args: -T cs_6_5 -E main -D TREELET=6
// args: -T cs_6_6 -E main
// data: cb0 60u 0u 1 1.5 0 0 0 0u 1 1 1 4u
// dispatch: 1 1 1

#include "build.hlsli"

#ifndef TREELET
#define TREELET 7
#endif
#define SUBSETS (1 << TREELET)
#define WIDTH 32

ConstantBuffer<BuildConstants> Build : register(b0);
StructuredBuffer<BuildNode> Nodes : register(t0);
RWStructuredBuffer<float> Costs : register(u0);
RWStructuredBuffer<uint> Partitions : register(u1);

groupshared float SubsetCost[SUBSETS];
groupshared float SubsetArea[SUBSETS];
groupshared uint SubsetPartition[SUBSETS];
groupshared int TreeletLeaves[TREELET];
groupshared float3 LeafLower[TREELET];
groupshared float3 LeafUpper[TREELET];

/// The leaf with the largest area is replaced by its children until the treelet is full.
void FormTreelet(int root)
{
    int leaves[TREELET];
    float areas[TREELET];
    leaves[0] = root;
    areas[0] = FLOAT_MAX;
    uint count = 1;
    [loop]
    while (count < TREELET)
    {
        uint largest = 0;
        [unroll]
        for (uint i = 1; i < TREELET; ++i)
            if (i < count && areas[i] > areas[largest])
                largest = i;
        const BuildNode n = Nodes[uint(leaves[largest]) & 63];
        const int children[2] = { n.left & 63, n.right & 63 };
        [unroll]
        for (uint c = 0; c < 2; ++c)
        {
            const uint slot = c == 0 ? largest : count;
            const BuildNode child = Nodes[children[c]];
            const float3 d = child.upper - child.lower;
            leaves[slot] = children[c] ^ int(count);
            areas[slot] = abs(d.x * d.y) + abs(d.y * d.z) + abs(d.z * d.x);
        }
        count++;
    }
    for (uint k = 0; k < TREELET; ++k)
        TreeletLeaves[k] = leaves[k];
}

Aabb SubsetBox(uint mask)
{
    Aabb box = Aabb::Empty();
    while (mask != 0)
    {
        const uint i = firstbitlow(mask);
        mask &= mask - 1;
        box.Grow(LeafLower[i]);
        box.Grow(LeafUpper[i]);
    }
    return box;
}

[numthreads(WIDTH, 1, 1)]
void main(uint lane : SV_GroupIndex, uint group : SV_GroupID)
{
    if (lane == 0)
        FormTreelet(int(group));
    GroupMemoryBarrierWithGroupSync();
    if (lane < TREELET)
    {
        const BuildNode n = Nodes[uint(TreeletLeaves[lane]) & 63];
        LeafLower[lane] = min(n.lower, n.upper);
        LeafUpper[lane] = max(n.lower, n.upper);
    }
    GroupMemoryBarrierWithGroupSync();
    for (uint s = lane; s < SUBSETS; s += WIDTH)
    {
        SubsetArea[s] = s == 0 ? 0 : SubsetBox(s).HalfArea();
        SubsetPartition[s] = 0;
        SubsetCost[s] = countbits(s) == 1 ? Build.costIntersection * SubsetArea[s] : FLOAT_MAX;
    }
    GroupMemoryBarrierWithGroupSync();
    // Subsets by size: each needs only smaller ones.
    [loop]
    for (uint size = 2; size <= TREELET; ++size)
    {
        for (uint set = lane; set < SUBSETS; set += WIDTH)
        {
            if (countbits(set) != size)
                continue;
            float best = FLOAT_MAX;
            uint bestPart = 0;
            const uint delta = (set - 1) & set;
            uint part = (0u - delta) & set;
            do
            {
                const float c = SubsetCost[part] + SubsetCost[set ^ part];
                if (c < best)
                {
                    best = c;
                    bestPart = part;
                }
                part = (part - delta) & set;
            } while (part != 0);
            const float area = SubsetArea[set];
            SubsetCost[set] = min(Build.costTraversal * area + best, Build.costIntersection * area * size);
            SubsetPartition[set] = bestPart;
        }
        GroupMemoryBarrierWithGroupSync();
    }
    // The tree of the full set, written down with a small stack.
    if (lane == 0)
    {
        uint stack[TREELET];
        uint depth = 0, written = 0;
        stack[depth++] = SUBSETS - 1;
        while (depth > 0)
        {
            const uint set = stack[--depth];
            Partitions[(group * 2 * TREELET + written++) & 63] = set | (SubsetPartition[set] << 16);
            if (countbits(set) > 1)
            {
                stack[depth++] = SubsetPartition[set];
                stack[depth++] = set ^ SubsetPartition[set];
            }
        }
    }
    if (lane < 2)
        Costs[lane] = SubsetCost[SUBSETS - 1 - lane];
}
