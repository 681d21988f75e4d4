// dxilkit-corpus
// A sparse voxel octree: nodes are marked, allocated and linked level by level, colours are averaged with a compare-and-swap loop, rays walk it with a stack.
// args: -T cs_6_0 -E MarkNodes
// args: -T cs_6_0 -E Allocate
// args: -T cs_6_0 -E Average
// args: -T cs_6_0 -E Average -D RGBM=1
// args: -T cs_6_0 -E Walk
// args: -T cs_6_0 -E Walk -D ORDERED=1
// range: origin -1 1
// set: Levels 4
// range: child 0 63
// dispatch: 1 1 1
#include "../shared/math.hlsli"
#ifndef RGBM
#define RGBM 0
#endif
#ifndef ORDERED
#define ORDERED 0
#endif

#define MAX_LEVELS 6

struct Node
{
    uint child;
    uint color;
    uint normalAndCount;
};

struct Fragment
{
    float3 origin;
    uint color;
};

class Cell
{
    float3 low;
    float size;
    uint node;
    uint level;

    Cell Child(uint octant, uint first)
    {
        Cell c;
        c.size = size * 0.5f;
        c.low = low + float3(octant & 1u, (octant >> 1) & 1u, octant >> 2) * c.size;
        c.node = first + octant;
        c.level = level + 1u;
        return c;
    }
    uint OctantOf(float3 p)
    {
        bool3 upper = p >= low + size * 0.5f;
        return uint(upper.x) | uint(upper.y) << 1 | uint(upper.z) << 2;
    }
};

cbuffer Octree : register(b0)
{
    uint Levels;
    uint Capacity;
    float3 Direction;
}

StructuredBuffer<Fragment> Fragments : register(t0);
RWStructuredBuffer<Node> Nodes : register(u0);
RWByteAddressBuffer Allocator : register(u1);
RWStructuredBuffer<float4> Hits : register(u2);

Cell Root()
{
    Cell c = {float3(-1.0f, -1.0f, -1.0f), 2.0f, 0u, 0u};
    return c;
}

bool Descend(float3 p, uint depth, out Cell cell)
{
    cell = Root();
    while (cell.level < depth)
    {
        uint first = Nodes[cell.node].child & 63u;
        if (first == 0u) return false;
        cell = cell.Child(cell.OctantOf(p), min(first, 56u));
    }
    return true;
}

[numthreads(32, 1, 1)]
void MarkNodes(uint id : SV_DispatchThreadID)
{
    Cell cell;
    Fragment f = Fragments[id];
    if (Descend(f.origin, Levels - 1u, cell)) InterlockedOr(Nodes[cell.node].child, 0x80000000u);
    else InterlockedAdd(Nodes[cell.node].normalAndCount, 1u);
}

[numthreads(32, 1, 1)]
void Allocate(uint id : SV_DispatchThreadID)
{
    uint marked = Nodes[id].child >> 31 | (id & 1u);
    uint count = WaveActiveCountBits(marked != 0u);
    uint before = WavePrefixCountBits(marked != 0u);
    uint base = 0;
    if (WaveIsFirstLane()) Allocator.InterlockedAdd(0, count * 8u, base);
    base = WaveReadLaneFirst(base);
    if (marked != 0u)
    {
        Nodes[id].child = (base + before * 8u) & 0x7fffffffu;
        Nodes[id].normalAndCount = 0u;
    }
}

float4 DecodeColor(uint packed)
{
    float4 c = float4(packed & 255u, (packed >> 8) & 255u, (packed >> 16) & 255u, packed >> 24);
#if RGBM
    return float4(c.rgb * (c.a / 255.0f), 1.0f);
#else
    return c;
#endif
}

uint EncodeColor(float4 c)
{
#if RGBM
    float m = clamp(ceil(Max3(c.r, c.g, c.b)), 1.0f, 255.0f);
    c = float4(c.rgb * (255.0f / m), m);
#endif
    uint4 u = uint4(clamp(c, 0.0f, 255.0f));
    return u.x | u.y << 8 | u.z << 16 | u.w << 24;
}

[numthreads(32, 1, 1)]
void Average(uint id : SV_DispatchThreadID)
{
    Fragment f = Fragments[id];
    float4 added = DecodeColor(f.color * 0x01030507u);
    uint node = id, expected = 0u, old;
    uint wanted = EncodeColor(float4(added.rgb, 1.0f));
    [allow_uav_condition]
    for (uint tries = 0; tries < 16u; ++tries)
    {
        InterlockedCompareExchange(Nodes[node].color, expected, wanted, old);
        if (old == expected) break;
        expected = old;
        float4 sum = DecodeColor(old);
        sum.rgb = (sum.rgb * sum.a + added.rgb) / (sum.a + 1.0f);
        sum.a += 1.0f;
        wanted = EncodeColor(sum);
    }
    Hits[id] = float4(wanted & 255u, (wanted >> 8) & 255u, (wanted >> 16) & 255u, wanted >> 24);
}

[numthreads(32, 1, 1)]
void Walk(uint id : SV_DispatchThreadID)
{
    float3 origin = Fragments[id].origin * 2.0f;
    float3 direction = SafeNormalize(Direction - origin + float3(0.01f, 0.02f, 0.03f));
    float3 inverse = 1.0f / direction;
    Cell stack[MAX_LEVELS * 2];
    int top = 0;
    stack[0] = Root();
    float nearest = 1e9f;
    uint found = 0xffffffffu, visits = 0;
    uint mask = uint(direction.x < 0.0f) | uint(direction.y < 0.0f) << 1 | uint(direction.z < 0.0f) << 2;
    while (top >= 0 && visits < 64u)
    {
        Cell cell = stack[top--];
        visits++;
        float2 t = IntersectBox(origin, inverse, cell.low, cell.low + cell.size);
        if (t.x > t.y || t.y < 0.0f || t.x > nearest) continue;
        uint child = Nodes[cell.node].child & 63u;
        if (child == 0u || cell.level >= Levels)
        {
            nearest = max(t.x, 0.0f);
            found = cell.node;
#if ORDERED
            break;
#endif
            continue;
        }
        [loop]
        for (int i = 7; i >= 0; --i)
        {
            uint octant = uint(i) ^ (ORDERED ? mask : 0u);
            if ((Nodes[min(child + octant, 63u)].normalAndCount & 3u) == 3u) continue;
            if (top < MAX_LEVELS * 2 - 1) stack[++top] = cell.Child(octant, min(child, 56u));
        }
    }
    Hits[id] = float4(nearest, found, visits, top);
}
