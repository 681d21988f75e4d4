// dxilkit-corpus
// Temporal accumulation of a variance-guided filter: reprojects colour, moments and history length, clamps to the neighbourhood.
// args: -T cs_6_0 -E main
// args: -T cs_6_2 -E main -D CLAMP_NEIGHBOURHOOD=1 -D BICUBIC=1
// args: -T cs_6_6 -E main -D CLAMP_NEIGHBOURHOOD=1 -D BICUBIC=1 -D BINDLESS=1
// data: cb0 1 0 0 0 0 1 0 0 0 0 0.01 1 0 0 0.1 0.5 1 0 0 0 0 1 0 0 0 0 0.01 1 0 0 0.1 0.5 1 0 0 0 0 1 0 0 0 0 0.01 1 0 0 0.1 0.5 1 0 0 0 0 1 0 0 0 0 1 0 0.1 0.2 -0.5 0.1 16 16 0.0625 0.0625 0 0 7u 1 0 0 1 0u
// data: cb1 0.1 0.2 32 0.1 1.5 0u 0u 0u
// dispatch: 2 2 1

#include "gbuffer.hlsli"

#ifndef CLAMP_NEIGHBOURHOOD
#define CLAMP_NEIGHBOURHOOD 0
#endif
#ifndef BICUBIC
#define BICUBIC 0
#endif
#define TILE 8
#define BORDER 1
#define PADDED (TILE + 2 * BORDER)

struct TemporalConstants
{
    float alphaColor;
    float alphaMoments;
    float maxHistory;
    float depthTolerance;
    float clampSigma;
    uint reset;
    uint2 pad;
};

ConstantBuffer<ViewConstants> View : register(b0);
ConstantBuffer<TemporalConstants> Temporal : register(b1);
DECLARE_READ(Texture2D<float4>, NoisyColor, 0);
DECLARE_READ(Texture2D<uint4>, GBuffer, 1);
DECLARE_READ(Texture2D<uint4>, PreviousGBuffer, 2);
DECLARE_READ(Texture2D<float4>, HistoryColor, 3);
DECLARE_READ(Texture2D<float4>, HistoryMoments, 4);
DECLARE_WRITE(RWTexture2D<float4>, OutColor, 0);
DECLARE_WRITE(RWTexture2D<float4>, OutMoments, 1);
SamplerState LinearClamp : register(s0);

groupshared float3 TileColor[PADDED * PADDED];

struct History
{
    float4 color;
    float2 moments;
    float length;
    bool isValid;
};

bool IsConsistent(GBufferPixel now, GBufferPixel before, float2 motion)
{
    const float slope = max(abs(now.linearDepth) * Temporal.depthTolerance, 1e-3);
    return abs(now.linearDepth - before.linearDepth) < slope && dot(now.normal, before.normal) > 0.9 && now.material == before.material;
}

History Reproject(int2 pixel, GBufferPixel now)
{
    History h = (History)0;
    const float2 at = float2(pixel) + 0.5 + now.motion * View.screenSize;
    const float2 corner = floor(at - 0.5);
    const float2 f = at - 0.5 - corner;
    const float weights[4] = { (1 - f.x) * (1 - f.y), f.x * (1 - f.y), (1 - f.x) * f.y, f.x * f.y };
    float sum = 0;
    bool all4 = true;
    [unroll]
    for (uint i = 0; i < 4; ++i)
    {
        const int2 tap = int2(corner) + int2(i & 1, i >> 1);
        bool ok = IsInside(tap, uint2(View.screenSize));
        if (ok)
            ok = IsConsistent(now, GBufferPixel::Unpack(PreviousGBuffer[tap]), now.motion);
        if (ok)
        {
            h.color += HistoryColor[tap] * weights[i];
            const float4 m = HistoryMoments[tap];
            h.moments += m.xy * weights[i];
            h.length += m.z * weights[i];
            sum += weights[i];
        }
        all4 = all4 && ok;
    }
    h.isValid = sum > 0.01;
    if (h.isValid)
    {
        h.color /= sum;
        h.moments /= sum;
        h.length /= sum;
    }
#if BICUBIC
    if (all4)
        h.color = max(SampleCatmullRom<float4>(HistoryColor, LinearClamp, at * View.inverseScreenSize, View.screenSize), 0);
#endif
    // A wider search when no tap fits.
    if (!h.isValid)
    {
        float found = 0;
        for (int y = -1; y <= 1; ++y)
            for (int x = -1; x <= 1; ++x)
            {
                const int2 tap = int2(at) + int2(x, y);
                if (!IsInside(tap, uint2(View.screenSize)))
                    continue;
                if (!IsConsistent(now, GBufferPixel::Unpack(PreviousGBuffer[tap]), now.motion))
                    continue;
                const float4 m = HistoryMoments[tap];
                h.color += HistoryColor[tap];
                h.moments += m.xy;
                h.length += m.z;
                found += 1;
            }
        h.isValid = found > 0;
        const float inv = SafeRcp(found);
        h.color *= inv;
        h.moments *= inv;
        h.length *= inv;
    }
    return h;
}

void LoadTile(uint2 group, uint index)
{
    for (uint i = index; i < PADDED * PADDED; i += TILE * TILE)
    {
        const int2 at = int2(group * TILE) + int2(i % PADDED, i / PADDED) - BORDER;
        const int2 inside = clamp(at, 0, int2(View.screenSize) - 1);
        TileColor[i] = RgbToYCoCg(NoisyColor[inside].rgb);
    }
}

[numthreads(TILE, TILE, 1)]
void main(uint2 pixel : SV_DispatchThreadID, uint2 thread : SV_GroupThreadID, uint2 group : SV_GroupID, uint index : SV_GroupIndex)
{
#if CLAMP_NEIGHBOURHOOD
    LoadTile(group, index);
    GroupMemoryBarrierWithGroupSync();
#endif
    if (!IsInside(pixel, uint2(View.screenSize)))
        return;
    const float4 noisy = NoisyColor[pixel];
    const GBufferPixel now = GBufferPixel::Unpack(GBuffer[pixel]);
    History h = Reproject(pixel, now);
    if (Temporal.reset != 0)
        h.isValid = false;
#if CLAMP_NEIGHBOURHOOD
    float3 mean = 0, square = 0;
    [unroll]
    for (uint y = 0; y < 3; ++y)
        [unroll]
        for (uint x = 0; x < 3; ++x)
        {
            const float3 c = TileColor[(thread.y + y) * PADDED + thread.x + x];
            mean += c;
            square += c * c;
        }
    mean /= 9;
    const float3 sigma = sqrt(max(square / 9 - mean * mean, 0)) * Temporal.clampSigma;
    h.color.rgb = YCoCgToRgb(clamp(RgbToYCoCg(h.color.rgb), mean - sigma, mean + sigma));
#endif
    const float length = h.isValid ? min(h.length + 1, Temporal.maxHistory) : 1;
    const float alpha = h.isValid ? max(Temporal.alphaColor, rcp(length)) : 1;
    const float alphaMoments = h.isValid ? max(Temporal.alphaMoments, rcp(length)) : 1;
    const float l = Luminance(noisy.rgb);
    const float2 moments = lerp(h.moments, float2(l, l * l), alphaMoments);
    const float variance = max(moments.y - moments.x * moments.x, 0);
    OutColor[pixel] = float4(lerp(h.color.rgb, noisy.rgb, alpha), variance);
    OutMoments[pixel] = float4(moments, length, alpha);
}
