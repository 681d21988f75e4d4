// dxilkit-corpus
// Dynamic probes: rays of a frame blended into octahedral irradiance and distance tiles, borders copied, probes moved out of walls and put to sleep.
// args: -T cs_6_0 -E BlendIrradiance
// args: -T cs_6_0 -E BlendIrradiance -D RAYS=96 -D SHARED_RAYS=1
// args: -T cs_6_0 -E BlendDistance
// args: -T cs_6_0 -E RelocateProbes
// args: -T cs_6_0 -E ClassifyProbes
// args: -T cs_6_6 -E BlendIrradiance -D SHARED_RAYS=1
// set: probeCount 4
// set: raysPerProbe 48
// set: gridSpacing 1 1 1
// range: distance -0.5 4
// range: direction -1 1
// dispatch: 4 1 1
#include "../shared/packing.hlsli"
#include "../shared/color.hlsli"

#ifndef RAYS
#define RAYS 48
#endif
#ifndef SHARED_RAYS
#define SHARED_RAYS 0
#endif
#define TEXELS 6
#define SIDE (TEXELS + 2)

struct ProbeRay
{
    float3 radiance;
    float distance;
    float3 direction;
};
struct ProbeState
{
    float3 offset;
    uint flags;
    float3 lastMove;
    float backfaces;
};

cbuffer ProbeUpdate : register(b0)
{
    float4x4 rayRotation;
    uint probeCount;
    uint raysPerProbe;
    float hysteresis;
    float brightnessThreshold;
    float3 gridSpacing;
    float distanceExponent;
    float irradianceGamma;
    float backfaceThreshold;
    float minFrontface;
    float changeThreshold;
};
StructuredBuffer<ProbeRay> Rays : register(t0);
RWTexture2D<float4> IrradianceAtlas : register(u0);
RWTexture2D<float4> DistanceAtlas : register(u1);
RWStructuredBuffer<ProbeState> States : register(u2);

#if SHARED_RAYS
groupshared float3 SharedRadiance[RAYS];
groupshared float3 SharedDirection[RAYS];
groupshared float SharedDistance[RAYS];
#endif

float3 TexelDirection(uint2 texel)
{
    float2 uv = (float2(texel) - 0.5f) / float(TEXELS) * 2.0f - 1.0f;
    return DecodeOctahedral(uv);
}

float3 SphericalFibonacci(uint i, uint n)
{
    const float b = GOLDEN_RATIO - 1.0f;
    float phi = TWO_PI * frac(float(i) * b);
    float c = 1.0f - (2.0f * float(i) + 1.0f) / float(n);
    float s = SafeSqrt(1.0f - c * c);
    float sp, cp;
    sincos(phi, sp, cp);
    return mul((float3x3)rayRotation * 0.3f + float3x3(1, 0, 0, 0, 1, 0, 0, 0, 1), float3(cp * s, sp * s, c));
}

uint2 BorderSource(uint2 t)
{
    // The border of an octahedral tile continues mirrored on the same side.
    uint2 r = t;
    bool x0 = t.x == 0u, x1 = t.x == SIDE - 1u, y0 = t.y == 0u, y1 = t.y == SIDE - 1u;
    if ((x0 || x1) && (y0 || y1)) return uint2(x0 ? TEXELS : 1u, y0 ? TEXELS : 1u);
    if (x0 || x1) r = uint2(x0 ? 1u : uint(TEXELS), SIDE - 1u - t.y);
    if (y0 || y1) r = uint2(SIDE - 1u - t.x, y0 ? 1u : uint(TEXELS));
    return r;
}

[numthreads(SIDE, SIDE, 1)]
void BlendIrradiance(uint3 local : SV_GroupThreadID, uint3 group : SV_GroupID, uint lane : SV_GroupIndex)
{
    uint probe = group.x;
    ProbeState state = States[probe];
    uint2 texel = local.xy;
    bool border = any(texel == 0u) || any(texel == SIDE - 1u);
    uint2 source = border ? BorderSource(texel) : texel;
    float3 n = TexelDirection(source);
#if SHARED_RAYS
    for (uint i = lane; i < RAYS; i += SIDE * SIDE)
    {
        ProbeRay r = Rays[(probe * raysPerProbe + i) & 63u];
        SharedRadiance[i] = r.radiance;
        SharedDirection[i] = SphericalFibonacci(i, RAYS);
        SharedDistance[i] = r.distance;
    }
    GroupMemoryBarrierWithGroupSync();
#endif
    float3 sum = 0.0f;
    float weights = 0.0f;
    uint backfaces = 0u;
    [loop] for (uint k = 0u; k < RAYS; ++k)
    {
#if SHARED_RAYS
        float3 radiance = SharedRadiance[k];
        float3 direction = SharedDirection[k];
        float distance = SharedDistance[k];
#else
        ProbeRay r = Rays[(probe * raysPerProbe + k) & 63u];
        float3 radiance = r.radiance;
        float3 direction = SafeNormalize(r.direction);
        float distance = r.distance;
#endif
        if (distance < 0.0f)
        {
            ++backfaces;
            if (float(backfaces) >= float(RAYS) * (0.5f + backfaceThreshold * 0.4f)) return;
            continue;
        }
        float w = max(dot(n, direction), 0.0f);
        sum += radiance * w;
        weights += w;
    }
    float3 result = sum / max(2.0f * weights, 1e-4f);
    result = pow(max(result, 0.0f), 1.0f / (1.0f + irradianceGamma * 4.0f));
    uint2 at = uint2((probe % 4u) * SIDE, (probe / 4u) * SIDE) + texel;
    float3 before = IrradianceAtlas[at].rgb;
    float h = lerp(0.7f, 0.98f, hysteresis);
    float3 delta = result - before;
    if (Max3(abs(delta.r), abs(delta.g), abs(delta.b)) > 0.2f + changeThreshold) h = max(0.0f, h - 0.75f);
    if (Luminance(abs(delta)) > brightnessThreshold) delta *= 0.25f;
    // Steps below what eleven bits can hold never settle.
    float3 step = (1.0f - h) * delta;
    step = select(abs(step) < 1.0f / 1024.0f, sign(delta) * min(abs(delta), 1.0f / 1024.0f), step);
    IrradianceAtlas[at] = float4((state.flags & 1u) != 0u ? before : before + step, 1.0f);
}

[numthreads(SIDE, SIDE, 1)]
void BlendDistance(uint3 local : SV_GroupThreadID, uint3 group : SV_GroupID)
{
    uint probe = group.x;
    uint2 texel = local.xy;
    bool border = any(texel == 0u) || any(texel == SIDE - 1u);
    float3 n = TexelDirection(border ? BorderSource(texel) : texel);
    float longest = length(gridSpacing) * 1.5f;
    float2 sum = 0.0f;
    float weights = 0.0f;
    [loop] for (uint k = 0u; k < RAYS; ++k)
    {
        ProbeRay r = Rays[(probe * raysPerProbe + k) & 63u];
        float w = pow(max(dot(n, SafeNormalize(r.direction)), 0.0f), 1.0f + distanceExponent * 50.0f);
        float d = min(abs(r.distance), longest);
        sum += float2(d, d * d) * w;
        weights += w;
    }
    sum = weights > 1e-4f ? sum / weights : float2(longest, longest * longest);
    uint2 at = uint2((probe % 4u) * SIDE, (probe / 4u) * SIDE) + texel;
    DistanceAtlas[at] = float4(lerp(sum, DistanceAtlas[at].xy, hysteresis), weights, 1.0f);
}

[numthreads(8, 1, 1)]
void RelocateProbes(uint3 id : SV_DispatchThreadID)
{
    if (id.x >= probeCount) return;
    ProbeState s = States[id.x];
    float closestBack = FLOAT_LARGE, closestFront = FLOAT_LARGE, farthestFront = 0.0f;
    uint backIndex = 0u, frontIndex = 0u, farIndex = 0u, backs = 0u;
    [loop] for (uint k = 0u; k < RAYS; ++k)
    {
        float d = Rays[(id.x * raysPerProbe + k) & 63u].distance;
        if (d < 0.0f)
        {
            ++backs;
            if (-d < closestBack)
            {
                closestBack = -d;
                backIndex = k;
            }
        }
        else
        {
            if (d < closestFront)
            {
                closestFront = d;
                frontIndex = k;
            }
            if (d > farthestFront)
            {
                farthestFront = d;
                farIndex = k;
            }
        }
    }
    float3 move = FLOAT_LARGE;
    float share = float(backs) / float(RAYS);
    if (share > backfaceThreshold * 0.5f)
        move = s.offset + Rays[(id.x * raysPerProbe + backIndex) & 63u].direction * (closestBack + minFrontface * 0.5f);
    else if (closestFront < minFrontface)
    {
        float3 away = Rays[(id.x * raysPerProbe + farIndex) & 63u].direction;
        float3 closest = Rays[(id.x * raysPerProbe + frontIndex) & 63u].direction;
        if (dot(away, closest) <= 0.0f) move = s.offset + away * min(farthestFront, 1.0f);
    }
    else if (closestFront > minFrontface + 0.1f)
        move = s.offset - SafeNormalize(s.offset) * min(closestFront - minFrontface, length(s.offset));
    float3 normalized = move / gridSpacing;
    if (dot(normalized, normalized) < 0.2025f * 8.0f)
    {
        s.lastMove = move - s.offset;
        s.offset = move;
    }
    s.backfaces = share;
    States[id.x] = s;
}

[numthreads(8, 1, 1)]
void ClassifyProbes(uint3 id : SV_DispatchThreadID)
{
    if (id.x >= probeCount) return;
    ProbeState s = States[id.x];
    uint hits = 0u;
    bool useful = false;
    [loop] for (uint k = 0u; k < RAYS && !useful; ++k)
    {
        ProbeRay r = Rays[(id.x * raysPerProbe + k) & 63u];
        if (r.distance < 0.0f) continue;
        ++hits;
        float3 direction = SafeNormalize(r.direction);
        // Where the ray leaves the probe's cell.
        float3 t = (gridSpacing * sign(direction) - s.offset) / select(abs(direction) < 1e-4f, 1e-4f.xxx, direction);
        useful = r.distance <= Min3(abs(t.x), abs(t.y), abs(t.z));
    }
    s.flags = useful ? 0u : (hits == 0u ? 3u : 1u);
    States[id.x] = s;
}
