// dxilkit-corpus
// A convolutional upscaler with weights and activations of 8 bits: packed dot products, requantisation by multiply and shift, tiles of
// channels in shared memory, pixel shuffle at the end.
// args: -T cs_6_6 -E Convolve -D CHANNELS=8
// args: -T cs_6_6 -E Convolve -D CHANNELS=16 -D RESIDUAL=1
// args: -T cs_6_4 -E Shuffle
// args: -T cs_6_6 -E Convolve -D CHANNELS=16 -D RESIDUAL=1 -D PACKED_OPS=1
// args: -T cs_6_6 -E Shuffle -D PACKED_OPS=1
// args: -T cs_6_4 -E HalfDot -enable-16bit-types
// data: cb0 8u 8u 0.02 7u 20000u 17i 3i 0u
// dispatch: 1 1 1

#include "layers.hlsli"

#ifndef CHANNELS
#define CHANNELS 8
#endif
#ifndef RESIDUAL
#define RESIDUAL 0
#endif
#ifndef PACKED_OPS
#define PACKED_OPS 0
#endif
#define WORDS (CHANNELS / 4)
#define TILE 8
#define PADDED (TILE + 2)

struct ConvolutionConstants
{
    uint2 size;
    float inputScale;
    uint layer;
    uint multiplier;
    int shift;
    int zeroPoint;
    uint pad;
};

ConstantBuffer<ConvolutionConstants> Layer : register(b0);
StructuredBuffer<uint> Activations8 : register(t0);
StructuredBuffer<uint> Weights8 : register(t1);
StructuredBuffer<int> Biases : register(t2);
Texture2D<float4> Picture : register(t3);
RWStructuredBuffer<uint> Out8 : register(u0);
RWTexture2D<float4> Upscaled : register(u1);

groupshared uint TileWords[PADDED * PADDED][WORDS];

uint PackBytes(int4 v)
{
#if PACKED_OPS
    return pack_clamp_s8(v);
#else
    const int4 c = clamp(v, -128, 127);
    return uint(c.x & 0xff) | uint(c.y & 0xff) << 8 | uint(c.z & 0xff) << 16 | uint(c.w & 0xff) << 24;
#endif
}
int4 UnpackBytes(uint p)
{
#if PACKED_OPS
    return unpack_s8s32((int8_t4_packed)p);
#else
    return int4(p << 24, p << 16, p << 8, p) >> 24;
#endif
}

/// round(x * multiplier / 2^(15 + shift)) without 64 bits.
int Requantise(int x)
{
    const uint m = abs(x);
    const uint high = (m >> 16) * Layer.multiplier, low = (m & 0xffff) * Layer.multiplier;
    const uint q = (high >> (Layer.shift - 16 + 15)) + (((high << 16) + low + (1u << (Layer.shift - 1))) >> Layer.shift);
    return (x < 0 ? -int(q) : int(q)) + Layer.zeroPoint;
}

void LoadTile(uint2 group, uint index)
{
    for (uint i = index; i < PADDED * PADDED; i += TILE * TILE)
    {
        const int2 at = int2(group * TILE) + int2(i % PADDED, i / PADDED) - 1;
        const bool inside = all(at >= 0) && all(at < int2(Layer.size));
        [unroll]
        for (uint w = 0; w < WORDS; ++w)
            TileWords[i][w] = inside ? Activations8[((at.y * Layer.size.x + at.x) * WORDS + w) & 63] * 0x01030507u : 0;
    }
    GroupMemoryBarrierWithGroupSync();
}

[numthreads(TILE, TILE, 1)]
void Convolve(uint2 pixel : SV_DispatchThreadID, uint2 local : SV_GroupThreadID, uint2 group : SV_GroupID, uint index : SV_GroupIndex)
{
    LoadTile(group, index);
    uint result[WORDS];
    [unroll]
    for (uint w = 0; w < WORDS; ++w)
    {
        int4 sums;
        [unroll]
        for (uint k = 0; k < 4; ++k)
        {
            const uint channel = w * 4 + k;
            int sum = Biases[channel];
            [loop]
            for (uint tap = 0; tap < 9; ++tap)
            {
                const uint cell = (local.y + tap / 3) * PADDED + local.x + tap % 3;
                [unroll]
                for (uint i = 0; i < WORDS; ++i)
                    sum = dot4add_i8packed(TileWords[cell][i], Weights8[(channel * 9 * WORDS + tap * WORDS + i) & 63] * 0x11fe21u, sum);
            }
            sums[k] = max(Requantise(sum), 0);
        }
#if RESIDUAL
        sums += UnpackBytes(TileWords[(local.y + 1) * PADDED + local.x + 1][w]);
#endif
        result[w] = PackBytes(sums);
    }
    if (any(pixel >= Layer.size))
        return;
    [unroll]
    for (uint o = 0; o < WORDS; ++o)
        Out8[((pixel.y * Layer.size.x + pixel.x) * WORDS + o) & 63] = result[o];
}

[numthreads(TILE, TILE, 1)]
void Shuffle(uint2 pixel : SV_DispatchThreadID)
{
    if (any(pixel >= Layer.size))
        return;
    // Four words of four channels are a block of 2x2 pixels.
    [unroll]
    for (uint i = 0; i < 4; ++i)
    {
        const int4 v = UnpackBytes(Activations8[((pixel.y * Layer.size.x + pixel.x) * 4 + i) & 63] * 0x01030507u);
        const uint2 at = pixel * 2 + uint2(i & 1, i >> 1);
        const float3 base = Picture[pixel].rgb;
        Upscaled[at] = float4(saturate(base + float3(v.xyz) * Layer.inputScale), float(v.w) / 127);
    }
}

#if __HLSL_ENABLE_16_BIT
[numthreads(TILE, TILE, 1)]
void HalfDot(uint2 pixel : SV_DispatchThreadID)
{
    float sum = 0;
    vector<float16_t, 2> last = 0;
    for (uint i = 0; i < 16; ++i)
    {
        const float4 a = Picture[(pixel + i) & 15];
        const vector<float16_t, 4> h = vector<float16_t, 4>(a), w = vector<float16_t, 4>(a.wzyx) * float16_t(0.5);
        sum = dot2add(h.xy, w.xy, sum);
        sum = dot2add(h.zw, w.zw, sum);
        last = max(last, h.xz * w.yw);
    }
    Upscaled[pixel] = float4(sum, last.x, last.y, float(asuint16(last.x)) / 65535);
}
#endif
