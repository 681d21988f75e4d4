// dxilkit-corpus
// Linear BVH: Morton codes, the radix tree over sorted codes in one pass, bounds bottom-up with one counter a node.
// args: -T cs_6_0 -E ComputeCodes
// args: -T cs_6_0 -E ComputeCodes -D WIDE_CODES=1
// args: -T cs_6_0 -E BuildTree
// args: -T cs_6_0 -E BuildTree -D WIDE_CODES=1
// args: -T cs_6_0 -E RefitBounds
// args: -T cs_6_6 -E BuildTree -D WIDE_CODES=1
// data: cb0 60u 63u 1 1.5 0 0 0 0u 1 1 1 4u
// data: t1 1u 3u 4u 9u 12u 12u 12u 40u 41u 60u 77u 120u 128u 129u 200u 256u 300u 301u 302u 512u 700u 1000u 1024u 1500u 2000u 2048u 4096u 4097u 5000u 6000u 7000u 8192u 9000u 9001u 10000u 12000u 16384u 17000u 18000u 20000u 30000u 32768u 40000u 50000u 65536u 65537u 70000u 80000u 90000u 100000u 131072u 140000u 150000u 200000u 262144u 300000u 400000u 500000u 524288u 600000u 700000u 800000u 900000u 1000000u
// dispatch: 1 1 1

#include "build.hlsli"

#ifndef WIDE_CODES
#define WIDE_CODES 0
#endif
#if WIDE_CODES
typedef uint64_t Code;
#else
typedef uint Code;
#endif

ConstantBuffer<BuildConstants> Build : register(b0);
StructuredBuffer<Primitive> Primitives : register(t0);
StructuredBuffer<uint> SortedCodes : register(t1);
StructuredBuffer<uint> SortedIds : register(t2);
RWStructuredBuffer<Code> Codes : register(u0);
RWStructuredBuffer<uint> Ids : register(u1);
globallycoherent RWStructuredBuffer<BuildNode> Nodes : register(u2);
RWByteAddressBuffer SceneBounds : register(u3);

/// Floats in an order that integers have, for atomics.
uint Ordered(float f)
{
    const uint u = asuint(f);
    return u ^ (uint(int(u) >> 31) | 0x80000000u);
}

[numthreads(GROUP_SIZE, 1, 1)]
void ComputeCodes(uint index : SV_DispatchThreadID)
{
    if (index >= Build.count)
        return;
    const Primitive p = Primitives[index];
    const Aabb box = p.Box();
    const float3 center = box.Center();
#if WIDE_CODES
    Codes[index] = WideMortonOf(center, Build.sceneLower, Build.sceneExtent);
#else
    Codes[index] = MortonOf(center, Build.sceneLower, Build.sceneExtent);
#endif
    Ids[index] = p.id;
    const float3 lo = WaveActiveMin(box.lower), hi = WaveActiveMax(box.upper);
    if (WaveIsFirstLane())
    {
        [unroll]
        for (uint i = 0; i < 3; ++i)
        {
            SceneBounds.InterlockedMin(4 * i, Ordered(lo[i]));
            SceneBounds.InterlockedMax(12 + 4 * i, Ordered(hi[i]));
        }
    }
}

Code CodeAt(int i)
{
#if WIDE_CODES
    return Code(SortedCodes[i]) << 20 | Code(SortedIds[i] & 0xfffff);
#else
    return SortedCodes[i];
#endif
}

int LeadingZeros(uint x) { return x == 0 ? 32 : 31 - int(firstbithigh(x)); }
int LeadingZeros(uint64_t x)
{
    const uint high = uint(x >> 32);
    return high != 0 ? LeadingZeros(high) : 32 + LeadingZeros(uint(x));
}

/// Length of the common prefix of two codes; equal codes are told apart by their places. Outside: -1.
int CommonPrefix(int i, int j)
{
    if (j < 0 || j >= int(Build.count))
        return -1;
    const Code a = CodeAt(i), b = CodeAt(j);
    if (a == b)
        return int(sizeof(Code) * 8) + LeadingZeros(uint(i) ^ uint(j));
    return LeadingZeros(a ^ b);
}

int2 NodeRange(int i)
{
    const int d = CommonPrefix(i, i + 1) > CommonPrefix(i, i - 1) ? 1 : -1;
    const int least = CommonPrefix(i, i - d);
    int limit = 2;
    [loop]
    while (CommonPrefix(i, i + limit * d) > least)
        limit <<= 1;
    int length = 0;
    [loop]
    for (int t = limit >> 1; t > 0; t >>= 1)
        if (CommonPrefix(i, i + (length + t) * d) > least)
            length += t;
    const int j = i + length * d;
    return int2(min(i, j), max(i, j));
}

int FindSplit(int first, int last)
{
    const int prefix = CommonPrefix(first, last);
    int split = first, step = last - first;
    do
    {
        step = (step + 1) >> 1;
        const int next = split + step;
        if (next < last && CommonPrefix(first, next) > prefix)
            split = next;
    } while (step > 1);
    return split;
}

[numthreads(GROUP_SIZE, 1, 1)]
void BuildTree(int index : SV_DispatchThreadID)
{
    if (index >= int(Build.count) - 1)
        return;
    const int2 range = NodeRange(index);
    const int split = FindSplit(range.x, range.y);
    BuildNode n = (BuildNode)0;
    n.left = split == range.x ? ~split : split;
    n.right = split + 1 == range.y ? ~(split + 1) : split + 1;
    n.first = range.x;
    n.last = range.y;
    n.parent = -1;
    Nodes[index] = n;
    if (n.left >= 0)
        Nodes[n.left].parent = index;
    if (n.right >= 0)
        Nodes[n.right].parent = index;
}

Aabb ChildBox(int child)
{
    if (child < 0)
        return Primitives[uint(~child) & 63].Box();
    Aabb b;
    b.lower = Nodes[child & 63].lower;
    b.upper = Nodes[child & 63].upper;
    return b;
}

[numthreads(GROUP_SIZE, 1, 1)]
void RefitBounds(uint index : SV_DispatchThreadID)
{
    int node = int(index >> 1);
    [loop]
    for (uint level = 0; level < 24 && node > 0; ++level)
    {
        uint before;
        InterlockedAdd(Nodes[node].visits, 1, before);
        DeviceMemoryBarrier();
        if ((before & 1) == 0)
            return;
        Aabb box = ChildBox(Nodes[node].left);
        box.Grow(ChildBox(Nodes[node].right));
        Nodes[node].lower = box.lower;
        Nodes[node].upper = box.upper;
        node >>= 1;
    }
}
