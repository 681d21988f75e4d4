// What every pass knows of the camera and the frame.
#ifndef ENGINE_VIEW_HLSLI
#define ENGINE_VIEW_HLSLI

#include "math.hlsli"

#ifndef REVERSED_Z
#define REVERSED_Z 1
#endif

struct ViewData
{
    float4x4 viewFromWorld;
    float4x4 clipFromView;
    float4x4 clipFromWorld;
    float4x4 worldFromClip;
    float4x4 previousClipFromWorld;
    float3 cameraPosition;
    float nearPlane;
    float3 cameraForward;
    float farPlane;
    float2 jitter;
    float2 previousJitter;
    uint2 resolution;
    float2 invResolution;
    uint frameIndex;
    float time;
    float deltaTime;
    float exposure;

    float LinearDepth(float device)
    {
#if REVERSED_Z
        return nearPlane * farPlane / max(nearPlane + device * (farPlane - nearPlane), 1e-6f);
#else
        return nearPlane * farPlane / max(farPlane - device * (farPlane - nearPlane), 1e-6f);
#endif
    }
    float2 UvOf(uint2 pixel) { return (float2(pixel) + 0.5f) * invResolution; }
    float3 WorldPosition(float2 uv, float device)
    {
        float4 p = mul(worldFromClip, float4(uv * float2(2.0f, -2.0f) + float2(-1.0f, 1.0f), device, 1.0f));
        return p.xyz / p.w;
    }
    float3 ProjectToUv(float3 world)
    {
        float4 p = mul(clipFromWorld, float4(world, 1.0f));
        p.xyz /= p.w;
        return float3(p.xy * float2(0.5f, -0.5f) + 0.5f, p.z);
    }
    bool Contains(uint2 pixel) { return all(pixel < resolution); }
};

#endif
