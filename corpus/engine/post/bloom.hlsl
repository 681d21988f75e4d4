// dxilkit-corpus
// Bloom: thirteen-tap downsample with firefly weights, tent upsample, threshold knee, lens dirt, and a wave-based one-pass downsampler.
// args: -T cs_6_0 -E Downsample
// args: -T cs_6_0 -E Downsample -D FIRST=1
// args: -T cs_6_0 -E Upsample
// args: -T cs_6_0 -E Upsample -D DIRT=1
// args: -T cs_6_0 -E DownsampleChain
// args: -T cs_6_2 -E DownsampleChain -D HALF_SHARED=1 -enable-16bit-types
// set: outputSize 32 32
// set: texelSize 0.0625 0.0625
// dispatch: 4 4 1
#include "../shared/math.hlsli"
#include "../shared/color.hlsli"
#include "../shared/packing.hlsli"

#ifndef FIRST
#define FIRST 0
#endif
#ifndef DIRT
#define DIRT 0
#endif
#ifndef HALF_SHARED
#define HALF_SHARED 0
#endif

cbuffer Bloom : register(b0)
{
    uint2 outputSize;
    float2 texelSize;
    float threshold;
    float knee;
    float radius;
    float intensity;
    float3 tint;
    float dirtIntensity;
    float4 mipWeights[2];
};
Texture2D<float4> Source : register(t0);
Texture2D<float4> Larger : register(t1);
Texture2D<float4> Dirt : register(t2);
SamplerState LinearClamp : register(s0);
RWTexture2D<float4> Output : register(u0);
RWTexture2D<float4> Chain1 : register(u1);
RWTexture2D<float4> Chain2 : register(u2);
RWTexture2D<float4> Chain3 : register(u3);

float3 Prefilter(float3 c)
{
    float brightness = Max3(c.r, c.g, c.b);
    float soft = clamp(brightness - threshold + knee, 0.0f, 2.0f * knee);
    soft = soft * soft / (4.0f * knee + 1e-4f);
    return c * max(soft, brightness - threshold) / max(brightness, 1e-4f);
}
float KarisWeight(float3 c) { return rcp(1.0f + Luminance(c)); }

struct Box
{
    float3 sum;
    float weight;

    void Add(float3 a, float3 b, float3 c, float3 d, float share)
    {
        float3 average = (a + b + c + d) * 0.25f;
#if FIRST
        float w = share * KarisWeight(average);
#else
        float w = share;
#endif
        sum += average * w;
        weight += w;
    }
};

float3 Fetch(float2 uv, int x, int y) { return Source.SampleLevel(LinearClamp, uv + float2(x, y) * texelSize, 0.0f).rgb; }

[numthreads(8, 8, 1)]
void Downsample(uint3 id : SV_DispatchThreadID)
{
    if (any(id.xy >= outputSize)) return;
    float2 uv = (float2(id.xy) + 0.5f) / float2(outputSize);
    float3 a = Fetch(uv, -2, -2), b = Fetch(uv, 0, -2), c = Fetch(uv, 2, -2);
    float3 d = Fetch(uv, -1, -1), e = Fetch(uv, 1, -1);
    float3 f = Fetch(uv, -2, 0), g = Fetch(uv, 0, 0), h = Fetch(uv, 2, 0);
    float3 i = Fetch(uv, -1, 1), j = Fetch(uv, 1, 1);
    float3 k = Fetch(uv, -2, 2), l = Fetch(uv, 0, 2), m = Fetch(uv, 2, 2);
    Box box;
    box.sum = 0.0f;
    box.weight = 0.0f;
    box.Add(d, e, i, j, 0.5f);
    box.Add(a, b, f, g, 0.125f);
    box.Add(b, c, g, h, 0.125f);
    box.Add(f, g, k, l, 0.125f);
    box.Add(g, h, l, m, 0.125f);
    float3 color = box.sum / box.weight;
#if FIRST
    color = Prefilter(color);
#endif
    Output[id.xy] = float4(color, 1.0f);
}

static const float3 TENT[9] = {
    float3(-1, -1, 1), float3(0, -1, 2), float3(1, -1, 1), float3(-1, 0, 2), float3(0, 0, 4), float3(1, 0, 2), float3(-1, 1, 1), float3(0, 1, 2), float3(1, 1, 1),
};

[numthreads(8, 8, 1)]
void Upsample(uint3 id : SV_DispatchThreadID)
{
    if (any(id.xy >= outputSize)) return;
    float2 uv = (float2(id.xy) + 0.5f) / float2(outputSize);
    float3 sum = 0.0f;
    [unroll] for (uint i = 0u; i < 9u; ++i)
        sum += Source.SampleLevel(LinearClamp, uv + TENT[i].xy * texelSize * (0.5f + radius), 0.0f).rgb * TENT[i].z;
    sum *= 1.0f / 16.0f;
    float3 base = Larger.SampleLevel(LinearClamp, uv, 0.0f).rgb;
    float3 color = lerp(base, sum * tint, saturate(intensity));
#if DIRT
    float3 dirt = Dirt.SampleLevel(LinearClamp, uv, 0.0f).rgb;
    color += sum * dirt * dirtIntensity;
#endif
    Output[id.xy] = float4(color, Luminance(color));
}

#if HALF_SHARED
groupshared float16_t3 Shared[8][8];
#define STORE(y, x, c) Shared[y][x] = (float16_t3)(c)
#define LOAD(y, x) float3(Shared[y][x])
#else
groupshared uint2 Shared[8][8];
#define STORE(y, x, c) Shared[y][x] = PackHalf4(float4(c, 0.0f))
#define LOAD(y, x) UnpackHalf4(Shared[y][x]).xyz
#endif

/// Three mips at once; each lane keeps what it needs of the mip before.
[numthreads(8, 8, 1)]
void DownsampleChain(uint3 id : SV_DispatchThreadID, uint3 local : SV_GroupThreadID, uint3 group : SV_GroupID)
{
    float2 uv = (float2(id.xy) + 0.5f) / float2(outputSize);
    float3 c = Source.SampleLevel(LinearClamp, uv, 0.0f).rgb;
    STORE(local.y, local.x, c);
    GroupMemoryBarrierWithGroupSync();
    float3 level = c;
    [unroll] for (uint mip = 1u; mip <= 3u; ++mip)
    {
        uint mask = (1u << mip) - 1u;
        uint step = 1u << (mip - 1u);
        bool active = (local.x & mask) == 0u && (local.y & mask) == 0u;
        if (active)
        {
            float3 x = LOAD(local.y, local.x + step);
            float3 y = LOAD(local.y + step, local.x);
            float3 d = LOAD(local.y + step, local.x + step);
            float4 w = float4(KarisWeight(level), KarisWeight(x), KarisWeight(y), KarisWeight(d));
            level = (level * w.x + x * w.y + y * w.z + d * w.w) / dot(w, 1.0f);
            float scale = mipWeights[mip >> 2][mip & 3u];
            uint2 to = id.xy >> mip;
            if (mip == 1u) Chain1[to] = float4(level * scale, 1.0f);
            else if (mip == 2u) Chain2[to] = float4(level * scale, 1.0f);
            else Chain3[to] = float4(level * scale, 1.0f);
        }
        GroupMemoryBarrierWithGroupSync();
        if (active) STORE(local.y, local.x, level);
        GroupMemoryBarrierWithGroupSync();
    }
}
