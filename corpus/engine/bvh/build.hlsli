// Records that the stages of building a hierarchy hand on.
#ifndef BVH_BUILD_HLSLI
#define BVH_BUILD_HLSLI

#include "../kernel/config.hlsli"
#include "../kernel/geometry.hlsli"
#include "../kernel/packing.hlsli"
#include "../kernel/waves.hlsli"

struct Primitive
{
    float3 lower;
    uint id;
    float3 upper;
    uint mask;

    Aabb Box()
    {
        Aabb b;
        b.lower = lower;
        b.upper = upper;
        return b;
    }
};

struct BuildNode
{
    float3 lower;
    int left;
    float3 upper;
    int right;
    int parent;
    uint first;
    uint last;
    uint visits;
};

struct BuildConstants
{
    uint count;
    uint leafBase;
    float costTraversal;
    float costIntersection;
    float3 sceneLower;
    uint flags;
    float3 sceneExtent;
    uint maxLeaf;
};

#define MORTON_BITS 10

uint MortonOf(float3 p, float3 lower, float3 extent)
{
    const float3 unit = saturate((p - lower) / max(extent, 1e-9));
    return Morton3(min(uint3(unit * (1u << MORTON_BITS)), (1u << MORTON_BITS) - 1));
}

/// 21 bits an axis.
uint64_t WidePart1By2(uint v)
{
    uint64_t x = uint64_t(v & 0x1fffff);
    x = (x | (x << 32)) & 0x001f00000000ffffull;
    x = (x | (x << 16)) & 0x001f0000ff0000ffull;
    x = (x | (x << 8)) & 0x100f00f00f00f00full;
    x = (x | (x << 4)) & 0x10c30c30c30c30c3ull;
    return (x | (x << 2)) & 0x1249249249249249ull;
}
uint64_t WideMortonOf(float3 p, float3 lower, float3 extent)
{
    const float3 unit = saturate((p - lower) / max(extent, 1e-9));
    const uint3 cell = min(uint3(unit * 2097152.0), 2097151);
    return WidePart1By2(cell.x) | (WidePart1By2(cell.y) << 1) | (WidePart1By2(cell.z) << 2);
}

#endif
