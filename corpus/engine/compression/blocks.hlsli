// Blocks of 4x4 texels and bit streams for the codecs.
#ifndef COMPRESSION_BLOCKS_HLSLI
#define COMPRESSION_BLOCKS_HLSLI

#include "../kernel/config.hlsli"
#include "../kernel/color.hlsli"
#include "../kernel/packing.hlsli"

struct Block4x4
{
    float4 texels[16];

    static Block4x4 Read(Texture2D<float4> source, uint2 block)
    {
        Block4x4 b;
        [unroll]
        for (uint i = 0; i < 16; ++i)
            b.texels[i] = saturate(source[block * 4 + uint2(i & 3, i >> 2)]);
        return b;
    }
    float4 Mean()
    {
        float4 sum = 0;
        [unroll]
        for (uint i = 0; i < 16; ++i)
            sum += texels[i];
        return sum / 16;
    }
    void Bounds(out float4 lo, out float4 hi)
    {
        lo = texels[0];
        hi = texels[0];
        [unroll]
        for (uint i = 1; i < 16; ++i)
        {
            lo = min(lo, texels[i]);
            hi = max(hi, texels[i]);
        }
    }
};

/// Direction of greatest variance by power iteration over the covariance.
float3 PrincipalAxis(Block4x4 b, float3 mean)
{
    float3 diagonal = 0, off = 0;
    [unroll]
    for (uint i = 0; i < 16; ++i)
    {
        const float3 d = b.texels[i].rgb - mean;
        diagonal += d * d;
        off += d.xyz * d.yzx;
    }
    const float3x3 m = float3x3(diagonal.x, off.x, off.z, off.x, diagonal.y, off.y, off.z, off.y, diagonal.z);
    float3 v = float3(0.9, 1, 0.7);
    [unroll]
    for (uint k = 0; k < 4; ++k)
    {
        v = mul(m, v);
        v /= max(MaxComponent(abs(v)), 1e-6);
    }
    return SafeNormalize(v);
}

/// 128 bits, written from the lowest on.
struct BitWriter
{
    uint words[4];
    uint position;

    static BitWriter Create()
    {
        BitWriter w = (BitWriter)0;
        return w;
    }
    void Put(uint value, uint bits)
    {
        const uint word = position >> 5, shift = position & 31;
        words[word] |= value << shift;
        if (shift + bits > 32)
            words[word + 1] |= value >> (32 - shift);
        position += bits;
    }
    uint4 Result() { return uint4(words[0], words[1], words[2], words[3]); }
};

struct BitReader
{
    uint4 words;
    uint position;

    uint Take(uint bits)
    {
        const uint word = position >> 5, shift = position & 31;
        uint v = words[word] >> shift;
        if (shift + bits > 32)
            v |= words[word + 1] << (32 - shift);
        position += bits;
        return v & ((1u << bits) - 1);
    }
};

struct CodecConstants
{
    uint2 blocks;
    uint flags;
    float quality;
};

#endif
