// Punctual and area lights as structured buffers hold them.
#ifndef ENGINE_LIGHTS_HLSLI
#define ENGINE_LIGHTS_HLSLI

#include "brdf.hlsli"

#define LIGHT_POINT 0
#define LIGHT_SPOT 1
#define LIGHT_SPHERE 2
#define LIGHT_TUBE 3

struct Light
{
    float3 position;
    float range;
    float3 color;
    uint type;
    float3 direction;
    float spotScale;
    float spotOffset;
    float radius;
    float halfLength;
    int shadowIndex;
    float4 cookie[2];
};

float DistanceFalloff(float distanceSquared, float range)
{
    float factor = distanceSquared / max(range * range, 1e-4f);
    float window = saturate(1.0f - factor * factor);
    return window * window / max(distanceSquared, 1e-4f);
}

float SpotFalloff(Light light, float3 toLight)
{
    float c = saturate(dot(-toLight, light.direction) * light.spotScale + light.spotOffset);
    return c * c;
}

struct LightSample
{
    float3 direction;
    float3 radiance;
    float specularNormalization;
};

/// The representative point of an area light, or the light itself.
LightSample SampleLight(Light light, float3 position, float3 n, float3 v, float roughness)
{
    LightSample s;
    float3 toLight = light.position - position;
    s.specularNormalization = 1.0f;
    float a = roughness * roughness;
    switch (light.type)
    {
    case LIGHT_SPHERE:
    {
        float3 r = reflect(-v, n);
        float3 centerToRay = dot(toLight, r) * r - toLight;
        toLight += centerToRay * saturate(light.radius * rsqrt(max(dot(centerToRay, centerToRay), 1e-6f)));
        float wide = saturate(a + light.radius / (2.0f * length(toLight) + 1e-3f));
        s.specularNormalization = Square(a / max(wide, 1e-3f));
        break;
    }
    case LIGHT_TUBE:
    {
        float3 p0 = toLight - light.direction * light.halfLength;
        float3 p1 = toLight + light.direction * light.halfLength;
        float3 r = reflect(-v, n);
        float3 l = p1 - p0;
        float RoL = dot(r, l);
        float t = saturate((dot(r, p0) * RoL - dot(p0, l)) / max(dot(l, l) - RoL * RoL, 1e-5f));
        toLight = p0 + t * l;
        s.specularNormalization = a / max(saturate(a + light.halfLength / (length(toLight) + 1e-3f)), 1e-3f);
        break;
    }
    default: break;
    }
    float d2 = dot(toLight, toLight);
    s.direction = toLight * rsqrt(max(d2, 1e-8f));
    float falloff = DistanceFalloff(d2, light.range);
    if (light.type == LIGHT_SPOT) falloff *= SpotFalloff(light, s.direction);
    s.radiance = light.color * falloff;
    return s;
}

#endif
