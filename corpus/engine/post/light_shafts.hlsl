// dxilkit-corpus
// Sun shafts: epipolar sampling with refined samples at depth breaks, radial blur in steps, additive composite.
// args: -T cs_6_0 -E EpipolarCoordinates
// args: -T cs_6_0 -E RefineSamples
// args: -T cs_6_0 -E RadialBlur
// args: -T cs_6_0 -E RadialBlur -D TAPS=16
// args: -T cs_6_0 -E Unwarp
// args: -T cs_6_6 -E RefineSamples
// set: size 32 32
// set: lightScreen 0.4 0.3
// set: lines 32
// set: samplesPerLine 32
// range: scatterScale 0.3 1
// dispatch: 4 4 1
#include "../shared/color.hlsli"

#ifndef TAPS
#define TAPS 8
#endif

cbuffer Shafts : register(b0)
{
    uint2 size;
    float2 lightScreen;
    uint lines;
    uint samplesPerLine;
    float depthBreak;
    float decay;
    float3 lightColor;
    float scatterScale;
    float passScale;
    float threshold;
};
Texture2D<float> DepthTexture : register(t0);
Texture2D<float4> Coordinates : register(t1);
Texture2D<float4> Scene : register(t2);
Texture2D<float4> Blurred : register(t3);
SamplerState LinearClamp : register(s0);
RWTexture2D<float4> Output : register(u0);

/// Where the line with this number leaves the screen; numbers go around the border.
float2 BorderPoint(float t)
{
    float4 f = saturate(float4(t * 4.0f, t * 4.0f - 1.0f, t * 4.0f - 2.0f, t * 4.0f - 3.0f));
    uint side = min(uint(t * 4.0f), 3u);
    switch (side)
    {
    case 0: return float2(f.x, 0.0f);
    case 1: return float2(1.0f, f.y);
    case 2: return float2(1.0f - f.z, 1.0f);
    default: return float2(0.0f, 1.0f - f.w);
    }
}

float LineOf(float2 uv)
{
    float2 d = uv - lightScreen;
    float2 t = (select(d > 0.0f, 1.0f.xx, 0.0f.xx) - lightScreen) / select(abs(d) < 1e-5f, 1e-5f.xx, d);
    float along = min(t.x, t.y);
    float2 b = saturate(lightScreen + d * along);
    if (t.x < t.y) return d.x > 0.0f ? 0.25f + 0.25f * b.y : 0.75f + 0.25f * (1.0f - b.y);
    return d.y > 0.0f ? 0.5f + 0.25f * (1.0f - b.x) : 0.25f * b.x;
}

[numthreads(8, 8, 1)]
void EpipolarCoordinates(uint3 id : SV_DispatchThreadID)
{
    if (id.x >= samplesPerLine || id.y >= lines) return;
    float2 exit = BorderPoint((float(id.y) + 0.5f) / float(lines));
    float t = float(id.x) / float(samplesPerLine - 1u);
    float2 uv = lerp(lightScreen, exit, t);
    float depth = DepthTexture.SampleLevel(LinearClamp, uv, 0.0f);
    Output[id.xy] = float4(uv, depth, length(exit - lightScreen));
}

groupshared float LineDepth[64];
groupshared uint Breaks[2];

[numthreads(64, 1, 1)]
void RefineSamples(uint3 group : SV_GroupID, uint lane : SV_GroupIndex)
{
    uint row = group.x + group.y * 4u;
    if (lane < 2u) Breaks[lane] = 0u;
    float depth = lane < samplesPerLine ? Coordinates.Load(int3(uint2(lane, row) & 15u, 0)).z : 1.0f;
    LineDepth[lane] = depth;
    GroupMemoryBarrierWithGroupSync();
    bool flat = lane + 1u < 64u ? abs(LineDepth[min(lane + 1u, 63u)] - depth) < depthBreak * 0.5f : true;
    if (flat) InterlockedOr(Breaks[lane >> 5], 1u << (lane & 31u));
    GroupMemoryBarrierWithGroupSync();
    if (lane >= samplesPerLine) return;
    uint word = lane >> 5, bit = lane & 31u;
    // Sources on both sides: the next sample that stands alone, or every eighth.
    uint before = ~Breaks[word] & ((1u << bit) - 1u);
    uint after = ~Breaks[word] & ~((1u << bit) - 1u) & ~(1u << bit);
    uint left = before != 0u ? firstbithigh(before) + 1u : 0u;
    uint right = after != 0u ? firstbitlow(after) : 31u;
    left = max(left, bit & ~7u);
    right = min(right, (bit & ~7u) + 7u);
    bool own = left == bit || right == bit;
    Output[uint2(lane, row)] = float4(float(word * 32u + left), float(word * 32u + right), own ? 1.0f : 0.0f, depth);
}

[numthreads(8, 8, 1)]
void RadialBlur(uint3 id : SV_DispatchThreadID)
{
    if (any(id.xy >= size)) return;
    float2 uv = (float2(id.xy) + 0.5f) / float2(size);
    float2 towards = (lightScreen - uv) * (0.2f + passScale);
    float weight = 1.0f, weights = 0.0f;
    float3 sum = 0.0f;
    [unroll] for (uint i = 0u; i < TAPS; ++i)
    {
        float2 at = uv + towards * (float(i) / float(TAPS));
        float sky = DepthTexture.SampleLevel(LinearClamp, at, 0.0f) < threshold ? 1.0f : 0.0f;
        float3 c = Scene.SampleLevel(LinearClamp, at, 0.0f).rgb * sky;
        float2 edge = saturate(4.0f * (0.5f - abs(at - 0.5f)));
        sum += c * weight * edge.x * edge.y;
        weights += weight;
        weight *= 0.7f + 0.3f * decay;
    }
    float falloff = saturate(1.0f - length(uv - lightScreen));
    Output[id.xy] = float4(sum / weights * lightColor * falloff * scatterScale, weights);
}

[numthreads(8, 8, 1)]
void Unwarp(uint3 id : SV_DispatchThreadID)
{
    if (any(id.xy >= size)) return;
    float2 uv = (float2(id.xy) + 0.5f) / float2(size);
    float depth = DepthTexture.SampleLevel(LinearClamp, uv, 0.0f);
    float row = LineOf(uv) * float(lines) - 0.5f;
    float2 exit = BorderPoint(frac((row + 0.5f) / float(lines)));
    float along = length(uv - lightScreen) / max(length(exit - lightScreen), 1e-4f) * float(samplesPerLine - 1u);
    int2 base = int2(floor(float2(along, row)));
    float2 f = float2(along, row) - float2(base);
    float3 sum = 0.0f;
    float weights = 0.0f;
    [unroll] for (uint i = 0u; i < 4u; ++i)
    {
        int2 o = int2(i & 1u, i >> 1);
        int2 at = int2(clamp(base.x + o.x, 0, int(samplesPerLine) - 1), (base.y + o.y + int(lines)) % int(lines));
        float4 c = Coordinates.Load(int3(at & 15, 0));
        float2 b = lerp(1.0f - f, f, float2(o));
        float w = b.x * b.y * (exp(-abs(c.z - depth) * 16.0f) + 1e-3f);
        sum += Blurred.Load(int3(at & 15, 0)).rgb * w;
        weights += w;
    }
    Output[id.xy] = float4(Scene.Load(int3(id.xy & 15u, 0)).rgb + sum / weights * lightColor, weights);
}
