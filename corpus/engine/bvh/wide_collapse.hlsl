// dxilkit-corpus
// Collapses a binary hierarchy into compressed nodes of eight: the children with the largest area are opened, slots are assigned by
// octant with an auction, boxes quantised outward, leaves packed.
// args: -T cs_6_0 -E main
// args: -T cs_6_0 -E main -D AUCTION=1
// args: -T cs_6_6 -E main -D AUCTION=1
// data: cb0 40u 20u 1 1.5 0 0 0 0u 1 1 1 4u
// dispatch: 1 1 1

#include "build.hlsli"

#ifndef AUCTION
#define AUCTION 0
#endif
#define WIDTH 8

struct WideNode
{
    float3 origin;
    uint exponentsAndMask;
    uint firstChild;
    uint firstTriangle;
    uint2 meta;
    uint2 qlo[3];
    uint2 qhi[3];
};

ConstantBuffer<BuildConstants> Build : register(b0);
StructuredBuffer<BuildNode> Nodes : register(t0);
RWStructuredBuffer<WideNode> Wide : register(u0);
RWStructuredBuffer<uint> Counters : register(u1);
RWStructuredBuffer<uint2> WorkOut : register(u2);

struct ChildSet
{
    int child[WIDTH];
    uint count;

    void Open(uint slot, BuildNode n)
    {
        child[slot] = n.left;
        child[count] = n.right;
        count++;
    }
};

Aabb BoxOf(int c)
{
    const BuildNode n = Nodes[uint(c < 0 ? ~c : c) & 63];
    Aabb b;
    b.lower = min(n.lower, n.upper);
    b.upper = max(n.lower, n.upper);
    return b;
}

bool IsLeaf(int c) { return c < 0 || (c & 3) == 3; }

void Assign(ChildSet set, float3 center, out uint slotOf[WIDTH])
{
#if AUCTION
    // Each child bids for the slot whose diagonal fits its place best; prices rise until all are sold.
    float prices[WIDTH];
    int owner[WIDTH];
    [unroll]
    for (uint z = 0; z < WIDTH; ++z)
    {
        prices[z] = 0;
        owner[z] = -1;
        slotOf[z] = WIDTH;
    }
    [loop]
    for (uint round = 0; round < 24; ++round)
    {
        int bidder = -1;
        for (uint c = 0; c < set.count; ++c)
            if (slotOf[c] == WIDTH)
            {
                bidder = int(c);
                break;
            }
        if (bidder < 0)
            break;
        const float3 d = BoxOf(set.child[bidder]).Center() - center;
        float best = -FLOAT_MAX, second = -FLOAT_MAX;
        uint slot = 0;
        for (uint s = 0; s < WIDTH; ++s)
        {
            const float3 diagonal = float3(s & 1 ? 1 : -1, s & 2 ? 1 : -1, s & 4 ? 1 : -1);
            const float gain = dot(d, diagonal) - prices[s];
            if (gain > best)
            {
                second = best;
                best = gain;
                slot = s;
            }
            else
                second = max(second, gain);
        }
        prices[slot] += best - second + 1e-3;
        if (owner[slot] >= 0)
            slotOf[owner[slot]] = WIDTH;
        owner[slot] = bidder;
        slotOf[bidder] = slot;
    }
    uint used = 0;
    for (uint u = 0; u < set.count; ++u)
        if (slotOf[u] < WIDTH)
            used |= 1u << slotOf[u];
    for (uint l = 0; l < set.count; ++l)
        if (slotOf[l] == WIDTH)
        {
            slotOf[l] = firstbitlow(~used);
            used |= 1u << slotOf[l];
        }
#else
    for (uint i = 0; i < WIDTH; ++i)
        slotOf[i] = i;
#endif
}

struct Quantiser
{
    float3 origin;
    uint3 exponent;

    static Quantiser For(Aabb box)
    {
        Quantiser q;
        q.origin = box.lower;
        const float3 size = max(box.upper - box.lower, 1e-6) / 255;
        // Least power of two that is not smaller.
        const uint3 bits = asuint(size);
        q.exponent = (bits >> 23) + select((bits & 0x7fffff) != 0, 1, 0);
        return q;
    }
    float3 Scale() { return asfloat(exponent << 23); }
    uint3 Down(float3 p) { return uint3(clamp(floor((p - origin) / Scale()), 0, 255)); }
    uint3 Up(float3 p) { return uint3(clamp(ceil((p - origin) / Scale()), 0, 255)); }
};

[numthreads(32, 1, 1)]
void main(uint index : SV_DispatchThreadID)
{
    if (index >= Build.leafBase)
        return;
    const BuildNode root = Nodes[index];
    ChildSet set;
    [unroll]
    for (uint z = 0; z < WIDTH; ++z)
        set.child[z] = 0;
    set.child[0] = root.left;
    set.child[1] = root.right;
    set.count = 2;
    [loop]
    while (set.count < WIDTH)
    {
        float largest = 0;
        int slot = -1;
        for (uint i = 0; i < set.count; ++i)
        {
            if (IsLeaf(set.child[i]))
                continue;
            const float area = BoxOf(set.child[i]).HalfArea();
            if (area > largest)
            {
                largest = area;
                slot = int(i);
            }
        }
        if (slot < 0)
            break;
        BuildNode n = Nodes[uint(set.child[slot]) & 63];
        n.left ^= int(set.count);
        n.right ^= int(set.count) << 1;
        set.Open(slot, n);
    }
    Aabb whole = Aabb::Empty();
    for (uint b = 0; b < set.count; ++b)
        whole.Grow(BoxOf(set.child[b]));
    uint slotOf[WIDTH];
    Assign(set, whole.Center(), slotOf);
    const Quantiser q = Quantiser::For(whole);
    WideNode w = (WideNode)0;
    w.origin = q.origin;
    uint inner = 0, triangles = 0, internalMask = 0;
    for (uint c = 0; c < set.count; ++c)
    {
        const uint slot = slotOf[c], word = slot >> 2, shift = 8 * (slot & 3);
        const Aabb box = BoxOf(set.child[c]);
        const uint3 lo = q.Down(box.lower), hi = q.Up(box.upper);
        [unroll]
        for (uint axis = 0; axis < 3; ++axis)
        {
            w.qlo[axis][word] |= lo[axis] << shift;
            w.qhi[axis][word] |= hi[axis] << shift;
        }
        uint meta;
        if (IsLeaf(set.child[c]))
        {
            const uint n = 1 + (uint(set.child[c]) & 1);
            meta = triangles | n << 5;
            triangles += n;
        }
        else
        {
            meta = 0x20 | (24 + slot);
            internalMask |= 1u << slot;
            inner++;
        }
        w.meta[word] |= meta << shift;
    }
    w.exponentsAndMask = q.exponent.x | q.exponent.y << 8 | q.exponent.z << 16 | internalMask << 24;
    InterlockedAdd(Counters[0], inner, w.firstChild);
    InterlockedAdd(Counters[1], triangles, w.firstTriangle);
    for (uint k = 0; k < set.count; ++k)
        if ((internalMask >> slotOf[k]) & 1)
        {
            const uint rank = countbits(internalMask & ((1u << slotOf[k]) - 1));
            WorkOut[(w.firstChild + rank) & 63] = uint2(uint(set.child[k]), slotOf[k]);
        }
    Wide[index] = w;
}
