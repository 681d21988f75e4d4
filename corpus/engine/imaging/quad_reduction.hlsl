// dxilkit-corpus
// Quads and waves in image work: mip chains by quad swaps, adaptive sharpening, vote for a fast path, histogram by matching lanes.
// args: -T cs_6_0 -E QuadMips
// args: -T cs_6_0 -E QuadMips -D KIND=1
// args: -T cs_6_5 -E MatchBins
// args: -T cs_6_5 -E PrefixRuns
// args: -T cs_6_7 -E QuadVotes
// args: -T ps_6_0 -E PSQuad
// args: -T cs_6_6 -E Derivatives
// drawn: no
#include "../kernel/math.hlsli"
#ifndef KIND
#define KIND 0
#endif

cbuffer Picture : register(b0)
{
    uint2 Size;
    float Sharpness;
    uint Bins;
};
Texture2D<float4> Source : register(t0);
SamplerState LinearClamp : register(s0);
RWTexture2D<float4> Mips[3] : register(u0);
RWStructuredBuffer<uint> Histogram : register(u4);
RWStructuredBuffer<uint4> Runs : register(u5);

uint2 MortonDecode(uint i)
{
    uint2 v = uint2(i, i >> 1) & 0x55555555;
    v = (v | (v >> 1)) & 0x33333333;
    v = (v | (v >> 2)) & 0x0f0f0f0f;
    return (v | (v >> 4)) & 0x00ff00ff;
}

float4 Reduce(float4 a, float4 b)
{
#if KIND == 1
    return float4(min(a.xy, b.xy), max(a.zw, b.zw));
#else
    return (a + b) * 0.5;
#endif
}

[numthreads(64, 1, 1)]
void QuadMips(uint lane : SV_GroupIndex, uint2 group : SV_GroupID)
{
    const uint2 local = MortonDecode(lane), pixel = group * 8 + local;
    float4 v = Source.Load(int3(pixel, 0));
    v = Reduce(v, QuadReadAcrossX(v));
    v = Reduce(v, QuadReadAcrossY(v));
    if ((lane & 3) == 0)
        Mips[0][pixel >> 1] = v;
    v = Reduce(v, WaveReadLaneAt(v, WaveGetLaneIndex() ^ 4));
    v = Reduce(v, WaveReadLaneAt(v, WaveGetLaneIndex() ^ 8));
    if ((lane & 15) == 0)
        Mips[1][pixel >> 2] = v;
    if (WaveActiveAllTrue(all(v < 1)))
        Mips[2][group] = WaveActiveMax(v);
}

[numthreads(64, 1, 1)]
void MatchBins(uint2 pixel : SV_DispatchThreadID)
{
    const float l = Luminance(Source[pixel].rgb);
    const uint bin = min((uint)(l * Bins), Bins - 1);
    const uint4 same = WaveMatch(bin);
    const uint4 n = countbits(same);
    const uint leader = same.x ? firstbitlow(same.x) : 32 + firstbitlow(same.y);
    if (WaveGetLaneIndex() == leader)
        InterlockedAdd(Histogram[bin], n.x + n.y + n.z + n.w);
}

[numthreads(64, 1, 1)]
void PrefixRuns(uint i : SV_DispatchThreadID)
{
    const float4 c = Source[uint2(i, 0)];
    const uint key = (uint)(c.r * 4);
    const uint4 same = WaveMatch(key);
    const uint before = WaveMultiPrefixCountBits(c.g > 0.5, same);
    const float weight = WaveMultiPrefixSum(c.b, same);
    const uint mixed = WaveMultiPrefixBitXor(asuint(c.a), same);
    const float2 product = WaveMultiPrefixProduct(c.rg + 0.5, same);
    Runs[i] = uint4(before, asuint(weight), mixed, asuint(product.x * product.y));
}

[numthreads(8, 8, 1)]
void QuadVotes(uint2 pixel : SV_DispatchThreadID)
{
    const float4 c = Source[pixel];
    const bool bright = Luminance(c.rgb) > Sharpness;
    float4 r = c;
    if (QuadAny(bright))
        r = QuadAll(bright) ? 1 : lerp(c, QuadReadAcrossDiagonal(c), 0.5);
    else
        r *= 0.5;
    Mips[0][pixel] = r;
}

float4 PSQuad(float4 at : SV_Position, float2 uv : TEXCOORD) : SV_Target
{
    const float4 c = Source.Sample(LinearClamp, uv);
    const float l = Luminance(c.rgb);
    const float across = QuadReadLaneAt(l, 3) - QuadReadLaneAt(l, 0);
    const float contrast = abs(ddx_fine(l)) + abs(ddy_fine(l)) + abs(across);
    const bool flat_ = WaveActiveAnyTrue(contrast > 0.1);
    [branch]
    if (!flat_ || at.w < 0)
        return c;
    const float4 blurred = (c + QuadReadAcrossX(c) + QuadReadAcrossY(c) + QuadReadAcrossDiagonal(c)) * 0.25;
    return c + (c - blurred) * (Sharpness * saturate(1 - contrast * 4));
}

[numthreads(8, 8, 1)]
void Derivatives(uint2 pixel : SV_DispatchThreadID)
{
    const float2 uv = (pixel + 0.5) / Size;
    const float2 warped = uv + 0.1 * sin(uv.yx * TWO_PI);
    const float level = Source.CalculateLevelOfDetail(LinearClamp, warped);
    const float2 dx = ddx(warped), dy = ddy(warped);
    Mips[1][pixel] = Source.Sample(LinearClamp, warped) + float4(dx, dy) * level;
    Mips[2][pixel] = Source.SampleGrad(LinearClamp, warped, dx, dy, int2(1, -1));
}
