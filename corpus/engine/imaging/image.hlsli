// Tiles of images in shared memory with a border, and the constants of filters.
#ifndef IMAGING_IMAGE_HLSLI
#define IMAGING_IMAGE_HLSLI

#include "../kernel/config.hlsli"
#include "../kernel/color.hlsli"
#include "../kernel/packing.hlsli"

struct FilterConstants
{
    uint2 size;
    float2 inverseSize;
    float sigmaSpace;
    float sigmaRange;
    float strength;
    float epsilon;
    float2 scale;
    float2 offset;
    uint frame;
    uint3 flags;
};

/// SHARED_TILE(name, type, width, border): an array and a function that fills it from a lambda-like macro.
#define SHARED_TILE(NAME, TYPE, WIDTH, BORDER)                                                      \
    groupshared TYPE NAME##Memory[(WIDTH) + 2 * (BORDER)][(WIDTH) + 2 * (BORDER)];                  \
    void NAME##Load(uint2 group, uint index, uint threads, uint2 size)                              \
    {                                                                                               \
        const uint padded = (WIDTH) + 2 * (BORDER);                                                 \
        for (uint i = index; i < padded * padded; i += threads)                                     \
        {                                                                                           \
            const uint2 local = uint2(i % padded, i / padded);                                      \
            const int2 at = clamp(int2(group * (WIDTH) + local) - (BORDER), 0, int2(size) - 1);     \
            NAME##Memory[local.y][local.x] = NAME##Fetch(uint2(at));                                \
        }                                                                                           \
        GroupMemoryBarrierWithGroupSync();                                                          \
    }                                                                                               \
    TYPE NAME##At(int2 local) { return NAME##Memory[local.y + (BORDER)][local.x + (BORDER)]; }

float Gaussian(float x, float sigma) { return exp(-x * x / (2 * sigma * sigma)); }

#endif
