// dxilkit-corpus
// Adaptive triangles by longest-edge bisection: keys of 64 bits in a concurrent binary tree, split and merged by screen size, decoded into
// matrices; and tessellation factors of patches from edges, flatness and frustum.
// args: -T cs_6_0 -E UpdateTree
// args: -T cs_6_0 -E SumReduce
// args: -T cs_6_0 -E PatchFactors
// args: -T cs_6_5 -E PatchFactors -D FLATNESS=1
// args: -T cs_6_6 -E UpdateTree -D WIDE_KEYS=1
// args: -T cs_6_0 -E UpdateTree -D WIDE_KEYS=1
// data: cb0 1 0 0 0 0 1 0 0 0 0 0.01 1 0 0 0.1 0.5 0 0 -1 900 8u 0u 40 24 1 0.5 5u 0u
// data: u0 1u 2u 3u 5u 8u 9u 15u 255u 0u 3u 1u 7u

#include "../kernel/config.hlsli"
#include "../kernel/geometry.hlsli"

#ifndef FLATNESS
#define FLATNESS 0
#endif
#ifdef WIDE_KEYS
typedef uint64_t NodeKey;
#else
typedef uint NodeKey;
#endif

struct TreeConstants
{
    float4x4 viewProjection;
    float3 camera;
    float screenHeight;
    uint maxDepth;
    uint pass;
    float targetPixels;
    float maxFactor;
    float heightScale;
    float flatThreshold;
    uint patchesX;
    uint pad;
};

ConstantBuffer<TreeConstants> Tree : register(b0);
StructuredBuffer<uint2> Nodes : register(t0);
Texture2D<float> Heights : register(t1);
Texture2D<float2> Curvature : register(t2);
RWStructuredBuffer<uint> Bitfield : register(u0);
RWStructuredBuffer<float4> Factors : register(u1);
RWStructuredBuffer<uint2> Output : register(u2);
SamplerState LinearClamp : register(s0);

int HighBit(uint k) { return int(firstbithigh(k)); }
int HighBit(uint64_t k)
{
    const uint high = uint(k >> 32);
    return high != 0 ? 32 + int(firstbithigh(high)) : int(firstbithigh(uint(k)));
}

struct TriangleNode
{
    NodeKey key;

    int Depth() { return HighBit(key); }
    TriangleNode Parent()
    {
        TriangleNode n;
        n.key = key >> 1;
        return n;
    }
    TriangleNode Sibling()
    {
        TriangleNode n;
        n.key = key ^ 1;
        return n;
    }
    /// Barycentric matrix: one bisection for each bit below the leading one.
    float3x3 Transform()
    {
        float3x3 m = float3x3(1, 0, 0, 0, 1, 0, 0, 0, 1);
        const int depth = Depth();
        [loop]
        for (int bit = depth - 1; bit >= 0; --bit)
        {
            const bool right = (key >> bit) & 1;
            const float3x3 s = right ? float3x3(0, 1, 0, 0.5, 0, 0.5, 0, 0, 1) : float3x3(1, 0, 0, 0.5, 0, 0.5, 0, 1, 0);
            m = mul(s, m);
        }
        return m;
    }
    /// Neighbours across the left, right and long edge.
    uint3 Neighbours()
    {
        uint3 n = 0;
        const int depth = Depth();
        NodeKey current = 1;
        [loop]
        for (int bit = depth - 1; bit >= 0; --bit)
        {
            const uint b = uint(key >> bit) & 1;
            const uint self = uint(current);
            const uint l = n.x, r = n.y, e = n.z;
            n = b == 0 ? uint3((self << 1) | 1, e == 0 ? 0 : (e << 1) | 1, l == 0 ? 0 : (l << 1) | 1)
                       : uint3(e == 0 ? 0 : e << 1, self << 1, r == 0 ? 0 : r << 1);
            current = (current << 1) | b;
        }
        return n;
    }
};

struct Corners
{
    float3 p[3];
};

Corners Decode(TriangleNode node)
{
    const float3x3 m = node.Transform();
    Corners c;
    [unroll]
    for (uint i = 0; i < 3; ++i)
    {
        const float2 uv = float2(m[i].z, m[i].x) + 0.0001 * m[i].y;
        c.p[i] = float3(uv * 2 - 1, Heights.SampleLevel(LinearClamp, uv, 0) * Tree.heightScale);
    }
    return c;
}

float EdgePixels(float3 a, float3 b)
{
    const float3 mid = 0.5 * (a + b);
    return length(a - b) * Tree.screenHeight / max(distance(mid, Tree.camera), 1e-3);
}

void SetBit(uint index, bool value)
{
    const uint word = (index >> 5) & 63, mask = 1u << (index & 31);
    if (value)
        InterlockedOr(Bitfield[word], mask);
    else
        InterlockedAnd(Bitfield[word], ~mask);
}

[numthreads(GROUP_SIZE, 1, 1)]
void UpdateTree(uint index : SV_DispatchThreadID)
{
    const uint2 raw = Nodes[index & 63];
    TriangleNode node;
#ifdef WIDE_KEYS
    node.key = (NodeKey(raw.x & 0xff) << 32 | raw.y) | 1;
#else
    node.key = (raw.x << 6 | raw.y) | 2;
#endif
    const Corners c = Decode(node);
    const float pixels = EdgePixels(c.p[0], c.p[2]);
    Aabb box = Aabb::Empty();
    [unroll]
    for (uint i = 0; i < 3; ++i)
        box.Grow(c.p[i]);
    const bool visible = Frustum::FromMatrix(Tree.viewProjection).Sees(box);
    const int depth = node.Depth();
    const bool splits = visible && pixels > Tree.targetPixels && depth < int(Tree.maxDepth);
    const bool merges = !splits && depth > 1 && (!visible || pixels < 0.5 * Tree.targetPixels);
    const uint width = 1u << min(Tree.maxDepth, 10);
    if (splits)
    {
        TriangleNode n = node;
        // The neighbour across the long edge must be split first, up to the root.
        [loop]
        for (uint guard = 0; guard < 16; ++guard)
        {
            SetBit(uint(n.key << 1 | 1) % width, true);
            const uint across = n.Neighbours().z;
            if (across <= 1)
                break;
            n.key = across >> 1;
        }
    }
    else if (merges && (uint(node.key) & 1))
        SetBit(1024 + uint(node.key) % width, false);
    Output[index & 63] = uint2(asuint(pixels), uint(depth) | (splits ? 0x100 : 0) | (merges ? 0x200 : 0) | uint(node.Sibling().key & 0xff) << 16);
}

groupshared uint Partial[GROUP_SIZE];

[numthreads(GROUP_SIZE, 1, 1)]
void SumReduce(uint lane : SV_GroupIndex)
{
    // Sums of five levels come out of one word by adding neighbouring fields.
    uint w = Bitfield[lane & 15];
    const uint all_ = w;
    w = (w & 0x55555555) + ((w >> 1) & 0x55555555);
    const uint pairs = w;
    w = (w & 0x33333333) + ((w >> 2) & 0x33333333);
    const uint nibbles = (w & 7) | ((w >> 4) & 7) << 3 | ((w >> 8) & 7) << 6 | ((w >> 12) & 7) << 9;
    w = (w & 0x0f0f0f0f) + ((w >> 4) & 0x0f0f0f0f);
    w = (w & 0x00ff00ff) + ((w >> 8) & 0x00ff00ff);
    Partial[lane] = (w & 0xffff) + (w >> 16);
    GroupMemoryBarrierWithGroupSync();
    for (uint half_ = GROUP_SIZE / 2; half_ > 0; half_ >>= 1)
    {
        uint sum = 0;
        if (lane < half_)
            sum = Partial[lane * 2] + Partial[lane * 2 + 1];
        GroupMemoryBarrierWithGroupSync();
        if (lane < half_)
        {
            Partial[lane] = sum;
            Output[half_ + lane - 1] = uint2(sum, half_);
        }
        GroupMemoryBarrierWithGroupSync();
    }
    Factors[lane] = float4(all_ & 0xff, pairs & 0xff, nibbles, Partial[0]);
}

float3 PatchCorner(uint2 patch, uint corner)
{
    const float2 uv = (float2(patch) + float2(corner & 1, corner >> 1)) / float(Tree.patchesX);
    return float3(uv.x * 2 - 1, uv.y * 2 - 1, Heights.SampleLevel(LinearClamp, uv, 0) * Tree.heightScale);
}

[numthreads(GROUP_SIZE, 1, 1)]
void PatchFactors(uint index : SV_DispatchThreadID)
{
    const uint2 patch = uint2(index % Tree.patchesX, index / Tree.patchesX);
    float3 corners[4];
    Aabb box = Aabb::Empty();
    [unroll]
    for (uint i = 0; i < 4; ++i)
    {
        corners[i] = PatchCorner(patch, i);
        box.Grow(corners[i]);
    }
    static const uint2 EDGES[4] = { uint2(0, 2), uint2(0, 1), uint2(1, 3), uint2(2, 3) };
    float4 edges;
    [unroll]
    for (uint e = 0; e < 4; ++e)
        edges[e] = EdgePixels(corners[EDGES[e].x], corners[EDGES[e].y]) / Tree.targetPixels;
#if FLATNESS
    [unroll]
    for (uint f = 0; f < 4; ++f)
    {
        const float2 mid = 0.5 * (corners[EDGES[f].x] + corners[EDGES[f].y]).xy * 0.5 + 0.5;
        const float2 c = Curvature.SampleLevel(LinearClamp, mid, 0);
        edges[f] *= smoothstep(0, Tree.flatThreshold, abs(c.x) + abs(c.y));
    }
#endif
    edges = Frustum::FromMatrix(Tree.viewProjection).Sees(box) ? clamp(edges, 1, Tree.maxFactor) : 0;
    // Powers of two, so that neighbours of other sizes meet.
    edges = select(edges > 0, exp2(round(log2(max(edges, 1)))), 0.0);
    Factors[index] = edges;
    const float2 inner = float2(0.5 * (edges.y + edges.w), 0.5 * (edges.x + edges.z));
    Output[index] = asuint(inner);
}
