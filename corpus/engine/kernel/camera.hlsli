// The view of a frame: a constant buffer whose rows are partly shared by numbers of different kinds.
#ifndef KERNEL_CAMERA_HLSLI
#define KERNEL_CAMERA_HLSLI

#include "geometry.hlsli"

struct ViewConstants
{
    float4x4 viewProjection;
    float4x4 previousViewProjection;
    float4x4 inverseViewProjection;
    row_major float3x4 worldToView;
    float3 position;
    float nearPlane;
    float2 screenSize;
    float2 inverseScreenSize;
    float2 jitter;
    uint frameIndex;
    float exposure;
    float3 forward;
    uint flags;
};

#define VIEW_FLAG_REVERSED_DEPTH 1u
#define VIEW_FLAG_ORTHOGRAPHIC 2u

float LinearDepth(ViewConstants view, float deviceDepth)
{
    if (view.flags & VIEW_FLAG_ORTHOGRAPHIC)
        return deviceDepth;
    return view.flags & VIEW_FLAG_REVERSED_DEPTH ? view.nearPlane / max(deviceDepth, EPSILON) : view.nearPlane / max(1 - deviceDepth, EPSILON);
}

float3 WorldFromDepth(ViewConstants view, float2 uv, float deviceDepth)
{
    const float4 clip = float4(uv * float2(2, -2) + float2(-1, 1), deviceDepth, 1);
    const float4 world = mul(view.inverseViewProjection, clip);
    return world.xyz / world.w;
}

float2 ScreenUv(float4 clip) { return clip.xy / clip.w * float2(0.5, -0.5) + 0.5; }

/// Screen rectangle (min, max) and nearest depth of a box; false when it reaches behind the near plane.
bool ProjectBox(float4x4 viewProjection, Aabb box, out float4 rect, out float nearest)
{
    rect = float4(1, 1, 0, 0);
    nearest = 0;
    const float3 size = box.upper - box.lower;
    const float4 sx = mul(viewProjection, float4(size.x, 0, 0, 0));
    const float4 sy = mul(viewProjection, float4(0, size.y, 0, 0));
    const float4 sz = mul(viewProjection, float4(0, 0, size.z, 0));
    float4 corners[8];
    corners[0] = mul(viewProjection, float4(box.lower, 1));
    corners[1] = corners[0] + sx;
    corners[2] = corners[0] + sy;
    corners[3] = corners[1] + sy;
    corners[4] = corners[0] + sz;
    corners[5] = corners[1] + sz;
    corners[6] = corners[2] + sz;
    corners[7] = corners[3] + sz;
    float smallest = corners[0].w;
    [unroll]
    for (uint i = 1; i < 8; ++i)
        smallest = min(smallest, corners[i].w);
    if (smallest < EPSILON)
        return false;
    [unroll]
    for (uint k = 0; k < 8; ++k)
    {
        const float3 p = corners[k].xyz / corners[k].w;
        const float2 uv = p.xy * float2(0.5, -0.5) + 0.5;
        rect.xy = min(rect.xy, uv);
        rect.zw = max(rect.zw, uv);
        nearest = max(nearest, p.z);
    }
    rect = saturate(rect);
    return true;
}

#endif
