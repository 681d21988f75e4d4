// dxilkit-corpus
// Refitting a four-wide tree with quantised boxes: leaves climb through atomic counters, boxes are packed to bytes in a shared frame, surface costs are summed by wave.
// args: -T cs_6_0 -E Refit
// args: -T cs_6_0 -E Refit -D MOTION=1
// args: -T cs_6_0 -E Unpack
// args: -T cs_6_0 -E Cost
// range: corners -1 1
// range: parent 0 20
// dispatch: 1 1 1
#ifndef MOTION
#define MOTION 0
#endif

struct Box
{
    float3 low, high;

    void Include(float3 p) { low = min(low, p); high = max(high, p); }
    void Include(Box b) { low = min(low, b.low); high = max(high, b.high); }
    float Area()
    {
        float3 e = max(high - low, 0.0f);
        return 2.0f * (e.x * e.y + e.y * e.z + e.z * e.x);
    }
    static Box Nothing()
    {
        Box b = {(float3)1e30f, (float3)-1e30f};
        return b;
    }
};

struct WideNode
{
    float3 origin;
    uint exponents;
    uint lowX, lowY, lowZ;
    uint highX, highY, highZ;
    uint children[4];
    uint parent;
};

struct Leaf
{
    float3 corners[3];
    uint parent;
};

StructuredBuffer<Leaf> Leaves : register(t0);
RWStructuredBuffer<WideNode> Nodes : register(u0);
RWStructuredBuffer<Box> Boxes : register(u1);
RWStructuredBuffer<uint> Arrived : register(u2);
RWStructuredBuffer<uint2> Costs : register(u3);
cbuffer Tree : register(b0) { float Delta; uint NodeCount; }

uint ExponentOf(float extent)
{
    uint bits = asuint(max(extent, 1e-20f) / 255.0f);
    return min((bits >> 23) + ((bits & 0x7fffffu) != 0u ? 1u : 0u), 254u);
}

uint SetByte(uint word, uint i, uint value) { return (word & ~(255u << (8u * i))) | value << (8u * i); }
uint GetByte(uint word, uint i) { return (word >> (8u * i)) & 255u; }

WideNode Pack(WideNode node, Box boxes[4])
{
    Box all_ = Box::Nothing();
    [unroll] for (uint i = 0; i < 4u; ++i) all_.Include(boxes[i]);
    node.origin = all_.low;
    uint3 e = uint3(ExponentOf(all_.high.x - all_.low.x), ExponentOf(all_.high.y - all_.low.y), ExponentOf(all_.high.z - all_.low.z));
    node.exponents = e.x | e.y << 8 | e.z << 16;
    float3 inverse = 1.0f / asfloat(e << 23);
    [unroll]
    for (uint k = 0; k < 4u; ++k)
    {
        uint3 low = uint3(clamp(floor((boxes[k].low - all_.low) * inverse), 0.0f, 255.0f));
        uint3 high = uint3(clamp(ceil((boxes[k].high - all_.low) * inverse), 0.0f, 255.0f));
        node.lowX = SetByte(node.lowX, k, low.x);
        node.lowY = SetByte(node.lowY, k, low.y);
        node.lowZ = SetByte(node.lowZ, k, low.z);
        node.highX = SetByte(node.highX, k, high.x);
        node.highY = SetByte(node.highY, k, high.y);
        node.highZ = SetByte(node.highZ, k, high.z);
    }
    return node;
}

Box UnpackChild(WideNode node, uint i)
{
    Box b;
    float3 scale = asfloat(uint3(GetByte(node.exponents, 0), GetByte(node.exponents, 1), GetByte(node.exponents, 2)) << 23);
    b.low = node.origin + float3(GetByte(node.lowX, i), GetByte(node.lowY, i), GetByte(node.lowZ, i)) * scale;
    b.high = node.origin + float3(GetByte(node.highX, i), GetByte(node.highY, i), GetByte(node.highZ, i)) * scale;
    return b;
}

[numthreads(64, 1, 1)]
void Refit(uint id : SV_DispatchThreadID)
{
    // A group of four leaves is one node's; its first thread packs.
    Leaf leaf = Leaves[id];
    Box mine = Box::Nothing();
    [unroll]
    for (uint c = 0; c < 3u; ++c)
    {
        mine.Include(leaf.corners[c]);
#if MOTION
        mine.Include(leaf.corners[c] + leaf.corners[(c + 1u) % 3u] * Delta);
#endif
    }
    Boxes[id] = mine;
    if ((id & 3u) != 0u) return;
    Box boxes[4];
    boxes[0] = mine;
    for (uint i = 1; i < 4u; ++i)
    {
        Leaf other = Leaves[id + i];
        Box b = Box::Nothing();
        for (uint k = 0; k < 3u; ++k) b.Include(other.corners[k]);
        boxes[i] = b;
    }
    WideNode node = Pack(Nodes[id >> 2], boxes);
    for (uint n = 0; n < 4u; ++n) node.children[n] = 0x80000000u | (id + n);
    node.parent = leaf.parent;
    Nodes[id >> 2] = node;
    uint before;
    InterlockedAdd(Arrived[leaf.parent], 1u, before);
}

[numthreads(32, 1, 1)]
void Unpack(uint id : SV_DispatchThreadID)
{
    WideNode node = Nodes[(id >> 2) % max(NodeCount, 1u)];
    node.exponents = 0x7a7b7cu + (node.exponents & 3u);
    node.lowX *= 0x01020408u;
    node.highX = node.lowX | node.highX << 6;
    Boxes[id] = UnpackChild(node, id & 3u);
}

[numthreads(32, 1, 1)]
void Cost(uint id : SV_DispatchThreadID)
{
    Leaf leaf = Leaves[id];
    Box b = Box::Nothing();
    for (uint i = 0; i < 3u; ++i) b.Include(leaf.corners[i]);
    float area = b.Area();
    uint fixedPoint = uint(area * 256.0f) >> 2;
    uint total = WaveActiveSum(fixedPoint);
    uint worst = WaveActiveMax(fixedPoint);
    uint lanes = countbits(WaveActiveBallot(area > 1.0f).x);
    if (WaveIsFirstLane()) InterlockedMax(Arrived[63], worst & 0xfff0u);
    Costs[id] = uint2(total >> 6, worst >> 4 | lanes << 24);
}
