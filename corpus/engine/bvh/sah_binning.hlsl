// dxilkit-corpus
// One level of a top-down build: primitives of every open node are binned along three axes in shared memory, the cheapest split by
// surface area wins, primitives go left or right in place.
// args: -T cs_6_0 -E main
// args: -T cs_6_5 -E main -D BINS=16
// args: -T cs_6_6 -E main -D BINS=16 -D USE_WAVE=1
// data: cb0 60u 0u 1 1.5 0 0 0 0u 1 1 1 4u
// data: t1 0 0 0 0i 1 1 1 0i 0i 0u 32u 0u 0.2 0 0.5 0i 1 1 1 0i 0i 32u 60u 0u
// dispatch: 2 1 1

#include "build.hlsli"

#ifndef BINS
#define BINS 8
#endif
#ifndef USE_WAVE
#define USE_WAVE 0
#endif

struct SplitResult
{
    float cost;
    uint axis;
    uint bin;
    uint leftCount;
    float3 leftLower;
    uint rightCount;
    float3 leftUpper;
    uint isLeaf;
    float3 rightLower;
    uint pad0;
    float3 rightUpper;
    uint pad1;
};

ConstantBuffer<BuildConstants> Build : register(b0);
StructuredBuffer<Primitive> Primitives : register(t0);
StructuredBuffer<BuildNode> OpenNodes : register(t1);
RWStructuredBuffer<SplitResult> Splits : register(u0);
RWStructuredBuffer<uint> Order : register(u1);

groupshared uint BinLower[3][BINS][3];
groupshared uint BinUpper[3][BINS][3];
groupshared uint BinCount[3][BINS];
groupshared uint CentroidLower[3];
groupshared uint CentroidUpper[3];
groupshared uint2 BestSplit[3 * BINS];
groupshared uint LeftCursor;
groupshared uint RightCursor;

uint Ordered(float f)
{
    const uint u = asuint(f);
    return u ^ (uint(int(u) >> 31) | 0x80000000u);
}
float FromOrdered(uint u) { return asfloat(u ^ ((u >> 31) - 1 | 0x80000000u)); }

struct BinMapping
{
    float3 lower;
    float3 scale;

    uint3 Of(float3 center) { return min(uint3(max((center - lower) * scale, 0)), BINS - 1); }
};

Aabb BinBox(uint axis, uint bin)
{
    Aabb b;
    [unroll]
    for (uint i = 0; i < 3; ++i)
    {
        b.lower[i] = FromOrdered(BinLower[axis][bin][i]);
        b.upper[i] = FromOrdered(BinUpper[axis][bin][i]);
    }
    return b;
}

struct Side
{
    Aabb box;
    uint count;

    static Side Empty()
    {
        Side s;
        s.box = Aabb::Empty();
        s.count = 0;
        return s;
    }
    void Take(uint axis, uint bin)
    {
        if (BinCount[axis][bin] == 0)
            return;
        box.Grow(BinBox(axis, bin));
        count += BinCount[axis][bin];
    }
    float Cost() { return count == 0 ? 0 : box.HalfArea() * count; }
};

void SplitAt(uint axis, uint bin, out Side left, out Side right)
{
    left = Side::Empty();
    right = Side::Empty();
    for (uint i = 0; i < BINS; ++i)
    {
        if (i <= bin)
            left.Take(axis, i);
        else
            right.Take(axis, i);
    }
}

[numthreads(GROUP_SIZE, 1, 1)]
void main(uint group : SV_GroupID, uint lane : SV_GroupIndex)
{
    const BuildNode node = OpenNodes[group];
    const uint first = node.first, last = node.last;
    for (uint i = lane; i < 3 * BINS; i += GROUP_SIZE)
    {
        const uint axis = i / BINS, bin = i % BINS;
        BinCount[axis][bin] = 0;
        [unroll]
        for (uint c = 0; c < 3; ++c)
        {
            BinLower[axis][bin][c] = 0xffffffff;
            BinUpper[axis][bin][c] = 0;
        }
    }
    if (lane < 3)
    {
        CentroidLower[lane] = 0xffffffff;
        CentroidUpper[lane] = 0;
    }
    if (lane == 0)
    {
        LeftCursor = 0;
        RightCursor = 0;
    }
    GroupMemoryBarrierWithGroupSync();
    for (uint p = first + lane; p < last; p += GROUP_SIZE)
    {
        const float3 c = Primitives[p].Box().Center();
        [unroll]
        for (uint a = 0; a < 3; ++a)
        {
            InterlockedMin(CentroidLower[a], Ordered(c[a]));
            InterlockedMax(CentroidUpper[a], Ordered(c[a]));
        }
    }
    GroupMemoryBarrierWithGroupSync();
    BinMapping map;
    map.lower = float3(FromOrdered(CentroidLower[0]), FromOrdered(CentroidLower[1]), FromOrdered(CentroidLower[2]));
    const float3 upper = float3(FromOrdered(CentroidUpper[0]), FromOrdered(CentroidUpper[1]), FromOrdered(CentroidUpper[2]));
    map.scale = BINS / max(upper - map.lower, 1e-9);
    for (uint q = first + lane; q < last; q += GROUP_SIZE)
    {
        const Aabb box = Primitives[q].Box();
        const uint3 bins = map.Of(box.Center());
        [unroll]
        for (uint axis = 0; axis < 3; ++axis)
        {
            const uint bin = bins[axis];
            InterlockedAdd(BinCount[axis][bin], 1);
            [unroll]
            for (uint c = 0; c < 3; ++c)
            {
                InterlockedMin(BinLower[axis][bin][c], Ordered(box.lower[c]));
                InterlockedMax(BinUpper[axis][bin][c], Ordered(box.upper[c]));
            }
        }
    }
    GroupMemoryBarrierWithGroupSync();
    // Candidate planes: bin borders of each axis.
    for (uint k = lane; k < 3 * BINS; k += GROUP_SIZE)
    {
        const uint axis = k / BINS, bin = k % BINS;
        float cost = FLOAT_MAX;
        if (bin < BINS - 1)
        {
            Side left, right;
            SplitAt(axis, bin, left, right);
            if (left.count > 0 && right.count > 0)
                cost = left.Cost() + right.Cost();
        }
        BestSplit[k] = uint2(asuint(cost), k);
    }
    GroupMemoryBarrierWithGroupSync();
#if USE_WAVE
    uint2 best = uint2(asuint(FLOAT_MAX), 0);
    for (uint w = lane; w < 3 * BINS; w += GROUP_SIZE)
        if (BestSplit[w].x < best.x)
            best = BestSplit[w];
    const uint waveBest = WaveActiveMin(best.x);
    const uint owner = WaveActiveMin(best.x == waveBest ? best.y : 0xffffffff);
    best = uint2(waveBest, owner);
    if (WaveIsFirstLane() && lane < WaveGetLaneCount())
        BestSplit[0] = best;
    GroupMemoryBarrierWithGroupSync();
    best = BestSplit[0];
#else
    uint2 best = BestSplit[0];
    for (uint w = 1; w < 3 * BINS; ++w)
        if (BestSplit[w].x < best.x)
            best = BestSplit[w];
#endif
    const uint bestAxis = best.y / BINS, bestBin = best.y % BINS;
    Side left, right;
    SplitAt(bestAxis, bestBin, left, right);
    Aabb parent = left.box;
    parent.Grow(right.box);
    const uint count = last - first;
    const float splitCost = Build.costTraversal + Build.costIntersection * (left.Cost() + right.Cost()) / max(parent.HalfArea(), 1e-9);
    const bool isLeaf = count <= Build.maxLeaf && splitCost >= Build.costIntersection * count;
    if (lane == 0)
    {
        SplitResult r = (SplitResult)0;
        r.cost = splitCost;
        r.axis = bestAxis;
        r.bin = bestBin;
        r.leftCount = left.count;
        r.rightCount = right.count;
        r.leftLower = left.box.lower;
        r.leftUpper = left.box.upper;
        r.rightLower = right.box.lower;
        r.rightUpper = right.box.upper;
        r.isLeaf = isLeaf;
        Splits[group] = r;
    }
    for (uint m = first + lane; m < last; m += GROUP_SIZE)
    {
        const uint bin = map.Of(Primitives[m].Box().Center())[bestAxis];
        uint place;
        if (bin <= bestBin)
            InterlockedAdd(LeftCursor, 1, place);
        else
        {
            InterlockedAdd(RightCursor, 1, place);
            place += left.count;
        }
        Order[first + place] = m;
    }
}
