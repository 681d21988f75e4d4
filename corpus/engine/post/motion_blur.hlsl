// dxilkit-corpus
// Motion blur: velocity tiles by maximum, neighbourhood maximum, and the reconstruction gather with depth classes.
// args: -T cs_6_0 -E TileMaximum
// args: -T cs_6_0 -E TileMaximum -D WAVE=1
// args: -T cs_6_0 -E NeighbourMaximum
// args: -T cs_6_0 -E Reconstruct
// args: -T cs_6_0 -E Reconstruct -D SAMPLES=16 -D TWO_DIRECTIONS=1
// args: -T cs_6_6 -E Reconstruct -D SAMPLES=16 -D CENTER_FAST_PATH=1
// set: resolution 32 32
// set: invResolution 0.03125 0.03125
// set: nearPlane 0.1
// set: farPlane 30
// set: maxRadius 8
// dispatch: 4 4 1
#include "../shared/view.hlsli"

#ifndef WAVE
#define WAVE 0
#endif
#ifndef SAMPLES
#define SAMPLES 8
#endif
#ifndef TWO_DIRECTIONS
#define TWO_DIRECTIONS 0
#endif
#ifndef CENTER_FAST_PATH
#define CENTER_FAST_PATH 0
#endif
#define TILE 8

cbuffer Motion : register(b1)
{
    float shutter;
    float maxRadius;
    float minVelocity;
    float softDepth;
};
ConstantBuffer<ViewData> View : register(b0);
Texture2D<float4> Scene : register(t0);
Texture2D<float4> VelocityTexture : register(t1);
Texture2D<float> DepthTexture : register(t2);
Texture2D<float4> Tiles : register(t3);
SamplerState LinearClamp : register(s0);
SamplerState PointClamp : register(s1);
RWTexture2D<float4> Output : register(u0);

float2 PixelVelocity(float2 stored)
{
    float2 v = (stored * 2.0f - 1.0f) * (0.5f + shutter) * 8.0f;
    float l = length(v);
    return v * (min(l, maxRadius) / max(l, 1e-3f));
}

groupshared float2 Longest[TILE * TILE];

float2 LongerOf(float2 a, float2 b) { return dot(a, a) >= dot(b, b) ? a : b; }

[numthreads(TILE, TILE, 1)]
void TileMaximum(uint3 id : SV_DispatchThreadID, uint3 group : SV_GroupID, uint lane : SV_GroupIndex)
{
    float2 v = PixelVelocity(VelocityTexture.Load(int3(id.xy & 15u, 0)).xy);
#if WAVE
    // The longest by its squared length; the lowest lane decides between equals.
    uint key = (asuint(dot(v, v)) & 0xffffff80u) | (127u - (lane & 127u));
    uint best = WaveActiveMax(key);
    if (key == best) Longest[lane / WaveGetLaneCount()] = v;
    GroupMemoryBarrierWithGroupSync();
    if (lane == 0u)
    {
        uint waves = (TILE * TILE + WaveGetLaneCount() - 1u) / WaveGetLaneCount();
        float2 all = Longest[0];
        for (uint w = 1u; w < waves; ++w) all = LongerOf(all, Longest[w]);
        Output[group.xy] = float4(all, length(all), 1.0f);
    }
#else
    Longest[lane] = v;
    GroupMemoryBarrierWithGroupSync();
    [unroll] for (uint s = TILE * TILE / 2; s > 0u; s >>= 1)
    {
        if (lane < s) Longest[lane] = LongerOf(Longest[lane], Longest[lane + s]);
        GroupMemoryBarrierWithGroupSync();
    }
    if (lane == 0u) Output[group.xy] = float4(Longest[0], length(Longest[0]), 1.0f);
#endif
}

[numthreads(TILE, TILE, 1)]
void NeighbourMaximum(uint3 id : SV_DispatchThreadID)
{
    float2 best = 0.0f;
    [unroll] for (int y = -1; y <= 1; ++y)
        [unroll] for (int x = -1; x <= 1; ++x)
        {
            float2 v = Tiles.Load(int3((int2(id.xy) + int2(x, y)) & 15, 0)).xy * 2.0f - 1.0f;
            // A diagonal neighbour counts only when it moves this way.
            bool diagonal = x != 0 && y != 0;
            bool towards = dot(v, float2(-x, -y)) > 0.3f * length(v);
            if (!diagonal || towards) best = LongerOf(best, v);
        }
    Output[id.xy] = float4(best, length(best), 1.0f);
}

/// Soft comparison: how much a lies in front of b.
float InFront(float a, float b) { return saturate(1.0f - (a - b) / (0.05f + softDepth * min(a, b))); }
float Cone(float distance, float speed) { return saturate(1.0f - distance / max(speed, 1e-2f)); }
float Cylinder(float distance, float speed) { return 1.0f - smoothstep(0.95f * speed, 1.05f * speed + 1e-3f, distance); }

[numthreads(TILE, TILE, 1)]
void Reconstruct(uint3 id : SV_DispatchThreadID)
{
    if (!View.Contains(id.xy)) return;
    float2 uv = View.UvOf(id.xy);
    float noise = InterleavedGradientNoise(float2(id.xy)) - 0.5f;
    float2 jittered = uv + noise * 4.0f * View.invResolution;
    float2 dominant = (Tiles.SampleLevel(PointClamp, jittered, 0.0f).xy * 2.0f - 1.0f) * maxRadius;
    float3 center = Scene.SampleLevel(PointClamp, uv, 0.0f).rgb;
    float speed = length(dominant);
    if (speed < minVelocity * 0.5f)
    {
        Output[id.xy] = float4(center, 0.0f);
        return;
    }
    float2 own = PixelVelocity(VelocityTexture.SampleLevel(PointClamp, uv, 0.0f).xy);
    float ownSpeed = max(length(own), 0.5f);
    float z = View.LinearDepth(DepthTexture.SampleLevel(PointClamp, uv, 0.0f));
#if CENTER_FAST_PATH
    if (WaveActiveAllTrue(abs(ownSpeed - speed) < 0.5f))
    {
        float3 fast = 0.0f;
        for (uint k = 0u; k < SAMPLES; ++k)
        {
            float t = (float(k) + noise + 0.5f) / float(SAMPLES) * 2.0f - 1.0f;
            fast += Scene.SampleLevel(LinearClamp, uv + dominant * t * View.invResolution, 0.0f).rgb;
        }
        Output[id.xy] = float4(fast / float(SAMPLES), 1.0f);
        return;
    }
#endif
    float weights = 1.0f / ownSpeed;
    float3 sum = center * weights;
    float2 across = normalize(dominant);
    float2 second = normalize(lerp(float2(-across.y, across.x), own / ownSpeed, saturate((ownSpeed - 0.5f) / 1.5f)));
    [loop] for (uint i = 0u; i < SAMPLES; ++i)
    {
        float t = lerp(-1.0f, 1.0f, (float(i) + noise + 1.0f) / float(SAMPLES + 1));
#if TWO_DIRECTIONS
        float2 direction = (i & 1u) ? own : dominant;
#else
        float2 direction = dominant;
#endif
        float2 at = uv + direction * t * View.invResolution;
        float distance = abs(t) * length(direction);
        float sz = View.LinearDepth(DepthTexture.SampleLevel(PointClamp, at, 0.0f));
        float2 v = PixelVelocity(VelocityTexture.SampleLevel(PointClamp, at, 0.0f).xy);
        float s = max(length(v), 0.5f);
        float aligned = abs(dot(v / s, second));
        float w = InFront(sz, z) * Cone(distance, s) * aligned;
        w += InFront(z, sz) * Cone(distance, ownSpeed);
        w += Cylinder(distance, min(s, ownSpeed)) * 2.0f * aligned;
        sum += Scene.SampleLevel(PointClamp, at, 0.0f).rgb * w;
        weights += w;
    }
    Output[id.xy] = float4(sum / weights, speed);
}
