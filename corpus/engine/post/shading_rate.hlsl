// dxilkit-corpus
// Shading rate image from luminance contrast, motion and depth of field; packed eight-bit arithmetic and quad operations where the model has them.
// args: -T cs_6_0 -E BuildRates
// args: -T cs_6_0 -E BuildRates -D MOTION=1
// args: -T cs_6_4 -E BuildRates -D PACKED_DOT=1
// args: -T cs_6_6 -E BuildRates -D PACKED_DOT=1 -D MOTION=1 -D PACK8=1
// args: -T cs_6_0 -E SmoothRates
// args: -T cs_6_6 -E BuildRatesByQuads
// args: -T vs_6_4 -E VSRate
// args: -T ps_6_4 -E PSRate
// set: size 32 32
// range: sensitivity 0.05 0.3
// dispatch: 4 4 1
#include "../shared/color.hlsli"
#include "../shared/packing.hlsli"

#ifndef MOTION
#define MOTION 0
#endif
#ifndef PACKED_DOT
#define PACKED_DOT 0
#endif
#ifndef PACK8
#define PACK8 0
#endif
#define TILE 8

enum ShadingRate : uint
{
    Rate1x1 = 0x0,
    Rate1x2 = 0x1,
    Rate2x1 = 0x4,
    Rate2x2 = 0x5,
    Rate2x4 = 0x6,
    Rate4x2 = 0x9,
    Rate4x4 = 0xa,
};

cbuffer RateConstants : register(b0)
{
    uint2 size;
    float sensitivity;
    float environmentLuminance;
    float motionFactor;
    float weberFechner;
    uint allowed;
    uint drawRate;
};
Texture2D<float4> PreviousFrame : register(t0);
Texture2D<float4> Velocity : register(t1);
Texture2D<uint> RatesIn : register(t2);
RWTexture2D<uint> Rates : register(u0);

groupshared uint Luma[TILE + 1][TILE + 1];
groupshared uint SumX, SumY, SumLuma, MaxMotion;

uint LumaByte(int2 p)
{
    float3 c = PreviousFrame.Load(int3(p & 15, 0)).rgb;
    return uint(saturate(sqrt(Luminance(c))) * 255.0f);
}

/// Error of shading with half and quarter resolution along an axis; both against the just noticeable difference.
ShadingRate Choose(float2 error, float average, float motion)
{
    float jnd = sensitivity * (average + environmentLuminance * 0.2f + 0.05f);
    float2 half = error * (1.0f / (1.0f + motion * motionFactor));
    float2 quarter = half * 2.13f;
    bool x2 = half.x < jnd, y2 = half.y < jnd;
    bool x4 = quarter.x < jnd && x2, y4 = quarter.y < jnd && y2;
    if (x4 && y4) return Rate4x4;
    if (x4 && y2) return Rate4x2;
    if (x2 && y4) return Rate2x4;
    if (x2 && y2) return Rate2x2;
    if (x2) return Rate2x1;
    if (y2) return Rate1x2;
    return Rate1x1;
}

uint Restrict(ShadingRate r)
{
    // What the hardware does not have becomes the next finer rate.
    if ((allowed & 1u) == 0u)
    {
        switch (r)
        {
        case Rate4x4: return (uint)Rate2x2;
        case Rate4x2: return (uint)Rate2x2;
        case Rate2x4: return (uint)Rate2x2;
        default: break;
        }
    }
    return (uint)r;
}

[numthreads(TILE, TILE, 1)]
void BuildRates(uint3 id : SV_DispatchThreadID, uint3 local : SV_GroupThreadID, uint3 group : SV_GroupID, uint lane : SV_GroupIndex)
{
    if (lane == 0u)
    {
        SumX = 0u;
        SumY = 0u;
        SumLuma = 0u;
        MaxMotion = 0u;
    }
    int2 p = int2(id.xy);
    uint own = LumaByte(p);
    Luma[local.y][local.x] = own;
    if (local.x == TILE - 1u) Luma[local.y][TILE] = LumaByte(p + int2(1, 0));
    if (local.y == TILE - 1u) Luma[TILE][local.x] = LumaByte(p + int2(0, 1));
    GroupMemoryBarrierWithGroupSync();
    int dx = int(Luma[local.y][local.x + 1u]) - int(own);
    int dy = int(Luma[local.y + 1u][local.x]) - int(own);
#if PACKED_DOT
    // Squares of both differences in one instruction each.
    uint ax = uint(abs(dx)) & 0xffu, ay = uint(abs(dy)) & 0xffu;
#if PACK8
    uint8_t4_packed px = pack_u8(uint4(ax, 0u, 0u, 0u));
    uint8_t4_packed py = pack_clamp_u8(int4(0, int(ay), 0, 0));
    uint qx = dot4add_u8packed(px, px, 0u);
    uint qy = dot4add_u8packed(py, py, 0u);
    uint4 back = unpack_u8u32(px);
    qx += back.y;
#else
    uint qx = dot4add_u8packed(ax, ax, 0u);
    uint qy = dot4add_u8packed(ay << 8, ay << 8, 0u);
#endif
#else
    uint qx = uint(dx * dx), qy = uint(dy * dy);
#endif
    uint wx = WaveActiveSum(qx), wy = WaveActiveSum(qy), wl = WaveActiveSum(own);
    if (WaveIsFirstLane())
    {
        InterlockedAdd(SumX, wx);
        InterlockedAdd(SumY, wy);
        InterlockedAdd(SumLuma, wl);
    }
#if MOTION
    float2 v = (Velocity.Load(int3(p & 15, 0)).xy - 0.5f) * 16.0f;
    InterlockedMax(MaxMotion, uint(length(v) * 16.0f));
#endif
    GroupMemoryBarrierWithGroupSync();
    if (lane != 0u) return;
    float2 error = sqrt(float2(SumX, SumY) / 64.0f) / 255.0f;
    float average = float(SumLuma) / (64.0f * 255.0f);
    Rates[group.xy] = Restrict(Choose(error, average, float(MaxMotion) / 16.0f));
}

[numthreads(TILE, TILE, 1)]
void SmoothRates(uint3 id : SV_DispatchThreadID)
{
    int2 p = int2(id.xy);
    uint own = RatesIn.Load(int3(p & 15, 0)) & 0xfu;
    uint finestX = own >> 2, finestY = own & 3u;
    [unroll] for (int y = -1; y <= 1; ++y)
        [unroll] for (int x = -1; x <= 1; ++x)
        {
            uint r = RatesIn.Load(int3((p + int2(x, y)) & 15, 0)) & 0xfu;
            finestX = min(finestX, (r >> 2) + 1u);
            finestY = min(finestY, (r & 3u) + 1u);
        }
    uint2 rate = min(uint2(finestX, finestY), 2u);
    // One and four do not go together.
    if (rate.x == 2u && rate.y == 0u) rate.x = 1u;
    if (rate.y == 2u && rate.x == 0u) rate.y = 1u;
    Rates[id.xy] = (rate.x << 2) | rate.y;
}

/// Derivatives in compute stand for differences with neighbours.
[numthreads(TILE, TILE, 1)]
void BuildRatesByQuads(uint3 id : SV_DispatchThreadID, uint3 group : SV_GroupID)
{
    float luma = sqrt(Luminance(PreviousFrame.Load(int3(id.xy & 15u, 0)).rgb));
    float2 d = float2(ddx_fine(luma), ddy_fine(luma));
    float2 sum = WaveActiveSum(d * d);
    float weight = 1.0f / float(WaveActiveCountBits(true));
    float average = WaveActiveSum(luma) * weight;
    ShadingRate r = Choose(sqrt(sum * weight), average, 0.0f);
    uint coarsest = WaveActiveMin((uint)r);
    if (WaveIsFirstLane()) InterlockedMin(Rates[group.xy], coarsest);
}

struct RateVaryings
{
    float4 clip : SV_Position;
    float2 uv : TEXCOORD;
    nointerpolation uint rate : SV_ShadingRate;
};

RateVaryings VSRate(float3 position : POSITION, float2 uv : TEXCOORD, uint instance : SV_InstanceID)
{
    RateVaryings o;
    o.clip = float4(position, 1.0f);
    o.uv = uv;
    o.rate = Restrict((ShadingRate)(drawRate & 0x5u));
    return o;
}

float4 PSRate(RateVaryings p) : SV_Target
{
    static const float3 tints[3] = { float3(0.2f, 1.0f, 0.3f), float3(1.0f, 0.9f, 0.2f), float3(1.0f, 0.2f, 0.1f) };
    uint2 rate = uint2(p.rate >> 2, p.rate & 3u);
    float3 c = PreviousFrame.Load(int3(int2(p.clip.xy) & 15, 0)).rgb;
    return float4(c * lerp(tints[min(rate.x, 2u)], tints[min(rate.y, 2u)], 0.5f), 1.0f);
}
