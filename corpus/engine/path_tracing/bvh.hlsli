// Two-level bounding volume hierarchies of wide nodes, and their traversal with a short stack.
#ifndef PATH_BVH_HLSLI
#define PATH_BVH_HLSLI

#include "../kernel/config.hlsli"
#include "../kernel/geometry.hlsli"
#include "../kernel/packing.hlsli"

#ifndef BVH_WIDTH
#define BVH_WIDTH 2
#endif
#ifndef STACK_SIZE
#define STACK_SIZE 24
#endif
#define BVH_LEAF 0x80000000u
#define MAX_NODE_VISITS 48

struct BvhNode2
{
    float3 lower0;
    uint child0;
    float3 upper0;
    uint child1;
    float3 lower1;
    uint count0;
    float3 upper1;
    uint count1;
};

/// Eight children, boxes on a grid of 8 bits between the node's corners.
struct BvhNode8
{
    float3 origin;
    uint exponents;
    uint firstChild;
    uint firstTriangle;
    uint2 meta;
    uint2 lowerX, lowerY, lowerZ;
    uint2 upperX, upperY, upperZ;
};

struct BvhTriangle
{
    float4 v0;
    float4 e1;
    float4 e2;
};

struct BvhInstance
{
    row_major float3x4 worldToObject;
    uint root;
    uint mask;
    uint id;
    uint flags;
};

struct HitRecord
{
    float t;
    uint triangleIndex;
    uint instanceIndex;
    float2 barycentrics;

    static HitRecord Miss(float tMax)
    {
        HitRecord h;
        h.t = tMax;
        h.triangleIndex = ~0u;
        h.instanceIndex = ~0u;
        h.barycentrics = 0;
        return h;
    }
    bool IsHit() { return triangleIndex != ~0u; }
};

#if BVH_WIDTH == 2
StructuredBuffer<BvhNode2> BvhNodes : register(t0, space1);
#else
StructuredBuffer<BvhNode8> BvhNodes : register(t0, space1);
#endif
StructuredBuffer<BvhTriangle> BvhTriangles : register(t1, space1);
StructuredBuffer<BvhInstance> BvhInstances : register(t2, space1);

struct BvhLimits
{
    uint nodeMask;
    uint triangleMask;
    uint instanceCount;
    uint pad;
};
ConstantBuffer<BvhLimits> BvhSize : register(b0, space1);

#ifdef SHARED_STACK
groupshared uint BvhSharedStack[STACK_SIZE * GROUP_SIZE];
#endif

struct TraversalStack
{
#ifdef SHARED_STACK
    uint lane;
#else
    uint entries[STACK_SIZE];
#endif
    uint depth;

    void Clear(uint threadInGroup)
    {
        depth = 0;
#ifdef SHARED_STACK
        lane = threadInGroup;
#endif
    }
    void Push(uint node)
    {
        if (depth < STACK_SIZE)
        {
#ifdef SHARED_STACK
            BvhSharedStack[depth * GROUP_SIZE + lane] = node;
#else
            entries[depth] = node;
#endif
            depth++;
        }
    }
    bool Pop(out uint node)
    {
        node = 0;
        if (depth == 0)
            return false;
        depth--;
#ifdef SHARED_STACK
        node = BvhSharedStack[depth * GROUP_SIZE + lane];
#else
        node = entries[depth];
#endif
        return true;
    }
};

bool HitTriangles(Ray ray, uint first, uint count, uint instanceIndex, inout HitRecord hit)
{
    bool any = false;
    for (uint i = 0; i < count; ++i)
    {
        const uint index = (first + i) & BvhSize.triangleMask;
        const BvhTriangle tri = BvhTriangles[index];
        const float3 p = cross(ray.direction, tri.e2.xyz);
        const float det = dot(tri.e1.xyz, p);
        if (abs(det) < 1e-12)
            continue;
        const float inv = rcp(det);
        const float3 s = ray.origin - tri.v0.xyz;
        const float u = dot(s, p) * inv;
        const float3 q = cross(s, tri.e1.xyz);
        const float v = dot(ray.direction, q) * inv;
        const float t = dot(tri.e2.xyz, q) * inv;
        if (u >= 0 && v >= 0 && u + v <= 1 && t > ray.tMin && t < hit.t)
        {
            hit.t = t;
            hit.triangleIndex = index;
            hit.instanceIndex = instanceIndex;
            hit.barycentrics = float2(u, v);
            any = true;
        }
    }
    return any;
}

#if BVH_WIDTH == 2
bool TraverseObject(Ray ray, uint root, uint instanceIndex, uint lane, bool anyHit, inout HitRecord hit)
{
    const RayInverse inv = RayInverse::From(ray);
    TraversalStack stack;
    stack.Clear(lane);
    uint node = root & BvhSize.nodeMask;
    bool found = false;
    [loop]
    for (uint visits = 0; visits < MAX_NODE_VISITS; ++visits)
    {
        const BvhNode2 n = BvhNodes[node & BvhSize.nodeMask];
        Aabb b0, b1;
        b0.lower = n.lower0;
        b0.upper = n.upper0;
        b1.lower = n.lower1;
        b1.upper = n.upper1;
        const float2 s0 = inv.Slabs(b0, ray.tMin, hit.t);
        const float2 s1 = inv.Slabs(b1, ray.tMin, hit.t);
        bool hit0 = s0.x <= s0.y, hit1 = s1.x <= s1.y;
        if (hit0 && (n.child0 & BVH_LEAF))
        {
            found = HitTriangles(ray, n.child0 & ~BVH_LEAF, n.count0 & 3, instanceIndex, hit) || found;
            hit0 = false;
        }
        if (hit1 && (n.child1 & BVH_LEAF))
        {
            found = HitTriangles(ray, n.child1 & ~BVH_LEAF, n.count1 & 3, instanceIndex, hit) || found;
            hit1 = false;
        }
        if (anyHit && found)
            return true;
        if (hit0 && hit1)
        {
            const bool swapped = s1.x < s0.x;
            stack.Push(swapped ? n.child0 : n.child1);
            node = swapped ? n.child1 : n.child0;
        }
        else if (hit0 || hit1)
            node = hit0 ? n.child0 : n.child1;
        else if (!stack.Pop(node))
            break;
    }
    return found;
}
#else
float4 ByteLanes(uint v) { return float4(v & 0xff, (v >> 8) & 0xff, (v >> 16) & 0xff, v >> 24); }

bool TraverseObject(Ray ray, uint root, uint instanceIndex, uint lane, bool anyHit, inout HitRecord hit)
{
    const RayInverse inv = RayInverse::From(ray);
    const uint3 isNegative = uint3(inv.inverse < 0);
    const uint octant = isNegative.x | (isNegative.y << 1) | (isNegative.z << 2);
    TraversalStack stack;
    stack.Clear(lane);
    // Group of siblings: base in the low 24 bits, hits of the eight children above.
    uint group = (root & BvhSize.nodeMask) | 0x01000000u;
    bool found = false;
    [loop]
    for (uint visits = 0; visits < MAX_NODE_VISITS; ++visits)
    {
        if ((group >> 24) == 0)
        {
            if (!stack.Pop(group))
                break;
            continue;
        }
        const uint bit = firstbitlow(group >> 24);
        const uint index = (group & 0xffffffu) + (bit ^ octant) % 8;
        group &= ~(0x01000000u << bit);
        if (group >> 24)
            stack.Push(group);
        const BvhNode8 n = BvhNodes[index & BvhSize.nodeMask];
        const float3 scale = asfloat(uint3(n.exponents & 0xff, (n.exponents >> 8) & 0xff, (n.exponents >> 16) & 0xff) << 23);
        const float3 adjusted = scale * inv.inverse;
        const float3 origin = n.origin * inv.inverse + inv.origin;
        uint mask = 0;
        [unroll]
        for (uint part = 0; part < 2; ++part)
        {
            const float4 nearX = ByteLanes(isNegative.x ? n.upperX[part] : n.lowerX[part]) * adjusted.x + origin.x;
            const float4 nearY = ByteLanes(isNegative.y ? n.upperY[part] : n.lowerY[part]) * adjusted.y + origin.y;
            const float4 nearZ = ByteLanes(isNegative.z ? n.upperZ[part] : n.lowerZ[part]) * adjusted.z + origin.z;
            const float4 farX = ByteLanes(isNegative.x ? n.lowerX[part] : n.upperX[part]) * adjusted.x + origin.x;
            const float4 farY = ByteLanes(isNegative.y ? n.lowerY[part] : n.upperY[part]) * adjusted.y + origin.y;
            const float4 farZ = ByteLanes(isNegative.z ? n.lowerZ[part] : n.upperZ[part]) * adjusted.z + origin.z;
            const float4 lo = max(max(nearX, nearY), max(nearZ, ray.tMin));
            const float4 hi = min(min(farX, farY), min(farZ, hit.t));
            [unroll]
            for (uint i = 0; i < 4; ++i)
            {
                const uint meta = (n.meta[part] >> (8 * i)) & 0xff;
                if (lo[i] > hi[i] || meta == 0)
                    continue;
                if ((meta & 0x60) == 0x20)
                    mask |= 1u << ((part * 4 + i) ^ octant);
                else
                    found = HitTriangles(ray, n.firstTriangle + (meta & 0x1f), 1 + (meta >> 7), instanceIndex, hit) || found;
            }
        }
        if (anyHit && found)
            return true;
        group = (n.firstChild & 0xffffff) | (mask << 24);
    }
    return found;
}
#endif

HitRecord Trace(Ray ray, uint mask, uint lane, bool anyHit = false)
{
    HitRecord hit = HitRecord::Miss(ray.tMax);
    for (uint i = 0; i < BvhSize.instanceCount; ++i)
    {
        const BvhInstance instance = BvhInstances[i];
        if ((instance.mask & mask) == 0)
            continue;
        Ray local = ray;
        local.origin = mul(instance.worldToObject, float4(ray.origin, 1));
        local.direction = mul((float3x3)instance.worldToObject, ray.direction);
        if (TraverseObject(local, instance.root, i, lane, anyHit, hit) && anyHit)
            break;
    }
    return hit;
}

#endif
