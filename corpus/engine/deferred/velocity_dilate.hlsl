// dxilkit-corpus
// Camera velocity from depth where nothing was drawn, dilated to the nearest neighbour, with a disocclusion mask, through a groupshared tile.
// args: -T cs_6_0 -E DilateVelocity
// args: -T cs_6_0 -E DilateVelocity -D RADIUS=2 -D DISOCCLUSION=1
// args: -T cs_6_2 -E DilateVelocity -D HALF_TILE=1 -D DISOCCLUSION=1 -enable-16bit-types
// set: resolution 32 32
// set: invResolution 0.03125 0.03125
// set: nearPlane 0.1
// set: farPlane 30
// dispatch: 4 4 1
#include "../shared/view.hlsli"
#include "../shared/packing.hlsli"

#ifndef RADIUS
#define RADIUS 1
#endif
#ifndef DISOCCLUSION
#define DISOCCLUSION 0
#endif
#ifndef HALF_TILE
#define HALF_TILE 0
#endif
#define GROUP 8
#define SIDE (GROUP + 2 * RADIUS)

cbuffer Dilate : register(b1)
{
    float4x4 previousFromCurrent;
    float depthTolerance;
    float staticThreshold;
};
ConstantBuffer<ViewData> View : register(b0);
Texture2D<float> DepthTexture : register(t0);
Texture2D<float4> VelocityTexture : register(t1);
Texture2D<float> PreviousDepth : register(t2);
SamplerState LinearClamp : register(s0);
RWTexture2D<float4> Output : register(u0);

#if HALF_TILE
groupshared float16_t2 TileVelocity[SIDE * SIDE];
#else
groupshared uint TileVelocity[SIDE * SIDE];
#endif
groupshared float TileDepth[SIDE][SIDE];

float2 CameraVelocity(float2 uv, float depth)
{
    float4 now = float4(uv * float2(2.0f, -2.0f) + float2(-1.0f, 1.0f), depth, 1.0f);
    float4 before = mul(previousFromCurrent, now);
    return (now.xy - before.xy / before.w) * float2(0.5f, -0.5f);
}

void StoreTile(uint index, int2 at)
{
    int2 clamped = clamp(at, 0, int2(View.resolution) - 1);
    int3 texel = int3(clamped & 15, 0);
    float depth = DepthTexture.Load(texel);
    float4 v = VelocityTexture.Load(texel);
    float2 velocity = v.z > staticThreshold ? v.xy - 0.5f : CameraVelocity((float2(clamped) + 0.5f) * View.invResolution, depth);
    TileDepth[index / SIDE][index % SIDE] = depth;
#if HALF_TILE
    TileVelocity[index] = (float16_t2)velocity;
#else
    TileVelocity[index] = PackHalf2(velocity);
#endif
}

float2 LoadTile(uint2 at)
{
#if HALF_TILE
    return float2(TileVelocity[at.y * SIDE + at.x]);
#else
    return UnpackHalf2(TileVelocity[at.y * SIDE + at.x]);
#endif
}

[numthreads(GROUP, GROUP, 1)]
void DilateVelocity(uint3 id : SV_DispatchThreadID, uint3 local : SV_GroupThreadID, uint3 group : SV_GroupID, uint lane : SV_GroupIndex)
{
    int2 corner = int2(group.xy * GROUP) - RADIUS;
    for (uint i = lane; i < SIDE * SIDE; i += GROUP * GROUP) StoreTile(i, corner + int2(i % SIDE, i / SIDE));
    GroupMemoryBarrierWithGroupSync();
    if (!View.Contains(id.xy)) return;

    uint2 center = local.xy + RADIUS;
    uint2 best = center;
    float nearest = TileDepth[center.y][center.x];
    float longest = 0.0f;
    [unroll] for (int y = -RADIUS; y <= RADIUS; ++y)
        [unroll] for (int x = -RADIUS; x <= RADIUS; ++x)
        {
            uint2 at = uint2(int2(center) + int2(x, y));
            float z = TileDepth[at.y][at.x];
#if REVERSED_Z
            bool closer = z > nearest;
#else
            bool closer = z < nearest;
#endif
            if (closer)
            {
                nearest = z;
                best = at;
            }
            longest = max(longest, dot(LoadTile(at), LoadTile(at)));
        }
    float2 velocity = LoadTile(best);
    float mask = 0.0f;
#if DISOCCLUSION
    float2 uv = View.UvOf(id.xy) - velocity;
    bool outside = any(uv < 0.0f) || any(uv > 1.0f);
    float4 before = PreviousDepth.GatherRed(LinearClamp, uv);
    float4 linearBefore = float4(View.LinearDepth(before.x), View.LinearDepth(before.y), View.LinearDepth(before.z), View.LinearDepth(before.w));
    float now = View.LinearDepth(TileDepth[center.y][center.x]);
    float4 missing = saturate((abs(linearBefore - now) / max(now, 0.1f) - depthTolerance) * 8.0f);
    mask = outside ? 1.0f : min(min(missing.x, missing.y), min(missing.z, missing.w));
#endif
    Output[id.xy] = float4(velocity, mask, sqrt(longest));
}
