// dxilkit-corpus
// BC7: mode 6 with p-bits searched, mode 1 over a table of partitions, the better one written as a stream of bits; and a decoder.
// args: -T cs_6_0 -E Encode
// args: -T cs_6_0 -E Encode -D PARTITIONS=8
// args: -T cs_6_0 -E Decode
// args: -T cs_6_6 -E Encode -D PARTITIONS=4
// args: -T cs_6_6 -E Decode
// data: cb0 4u 4u 0u 1
// dispatch: 1 1 1

#include "blocks.hlsli"

#ifndef PARTITIONS
#define PARTITIONS 0
#endif

ConstantBuffer<CodecConstants> Codec : register(b0);
Texture2D<float4> Source : register(t0);
Texture2D<uint4> Blocks : register(t1);
RWTexture2D<uint4> Encoded : register(u0);
RWTexture2D<float4> Decoded : register(u1);

static const uint WEIGHTS4[16] = { 0, 4, 9, 13, 17, 21, 26, 30, 34, 38, 43, 47, 51, 55, 60, 64 };
static const uint WEIGHTS3[8] = { 0, 9, 18, 27, 37, 46, 55, 64 };
/// Subset of each texel, one bit each, of the two-subset shapes.
static const uint SHAPES[8] = { 0xcccc, 0x8888, 0xeeee, 0xecc8, 0xc880, 0xfeec, 0xfec8, 0xec80 };
static const uint ANCHORS[8] = { 15, 15, 15, 15, 15, 15, 15, 15 };

uint4 Interpolate(uint4 a, uint4 b, uint w) { return (a * (64 - w) + b * w + 32) >> 6; }

struct Candidate
{
    uint4 bits;
    float error;
};

struct Mode6
{
    uint4 e0, e1;
    uint2 p;
    uint indices[16];

    float Fit(Block4x4 block)
    {
        const uint4 c0 = e0 << 1 | p.x, c1 = e1 << 1 | p.y;
        const float4 axis = float4(int4(c1) - int4(c0)) / 255.0, origin = c0 / 255.0;
        const float scale = SafeRcp(dot(axis, axis));
        float error = 0;
        [unroll]
        for (uint i = 0; i < 16; ++i)
        {
            const float t = saturate(dot(block.texels[i] - origin, axis) * scale);
            const uint index = uint(t * 15 + 0.5);
            indices[i] = index;
            const float4 d = block.texels[i] - Interpolate(c0, c1, WEIGHTS4[index]) / 255.0;
            error += dot(d, d);
        }
        return error;
    }
    uint4 Write()
    {
        // The first index has its top bit left out: it must be 0.
        if (indices[0] & 8)
        {
            Swap(e0, e1);
            p = p.yx;
            [unroll]
            for (uint k = 0; k < 16; ++k)
                indices[k] = 15 - indices[k];
        }
        BitWriter w = BitWriter::Create();
        w.Put(1u << 6, 7);
        [unroll]
        for (uint c = 0; c < 4; ++c)
        {
            w.Put(e0[c], 7);
            w.Put(e1[c], 7);
        }
        w.Put(p.x, 1);
        w.Put(p.y, 1);
        w.Put(indices[0], 3);
        [unroll]
        for (uint i = 1; i < 16; ++i)
            w.Put(indices[i], 4);
        return w.Result();
    }
};

Candidate TryMode6(Block4x4 block)
{
    const float4 mean = block.Mean();
    const float3 axis3 = PrincipalAxis(block, mean.rgb);
    float4 lo, hi;
    block.Bounds(lo, hi);
    const float4 axis = normalize(float4(axis3 * max(MaxComponent((hi - lo).rgb), 1e-3), hi.a - lo.a + 1e-4));
    float2 range = float2(FLOAT_MAX, -FLOAT_MAX);
    [unroll]
    for (uint i = 0; i < 16; ++i)
    {
        const float t = dot(block.texels[i] - mean, axis);
        range = float2(min(range.x, t), max(range.y, t));
    }
    const float4 a = saturate(mean + axis * range.x) * 255, b = saturate(mean + axis * range.y) * 255;
    Mode6 best;
    float bestError = FLOAT_MAX;
    [unroll]
    for (uint p = 0; p < 4; ++p)
    {
        Mode6 m;
        m.p = uint2(p & 1, p >> 1);
        m.e0 = min(uint4(max((a - m.p.x) * 0.5 + 0.5, 0)), 127);
        m.e1 = min(uint4(max((b - m.p.y) * 0.5 + 0.5, 0)), 127);
        const float error = m.Fit(block);
        if (error < bestError)
        {
            bestError = error;
            best = m;
        }
    }
    Candidate c;
    c.bits = best.Write();
    c.error = bestError;
    return c;
}

#if PARTITIONS > 0
Candidate TryMode1(Block4x4 block, uint shape)
{
    const uint mask = SHAPES[shape];
    float3 lo[2] = { float3(1, 1, 1), float3(1, 1, 1) }, hi[2] = { float3(0, 0, 0), float3(0, 0, 0) };
    [unroll]
    for (uint i = 0; i < 16; ++i)
    {
        const uint s = (mask >> i) & 1;
        lo[s] = min(lo[s], block.texels[i].rgb);
        hi[s] = max(hi[s], block.texels[i].rgb);
    }
    uint3 e[4];
    uint p[2];
    [unroll]
    for (uint s = 0; s < 2; ++s)
    {
        p[s] = uint(Luminance(lo[s] + hi[s]) * 255) & 1;
        e[2 * s] = min(uint3(lo[s] * 63 + 0.5), 63);
        e[2 * s + 1] = min(uint3(hi[s] * 63 + 0.5), 63);
    }
    uint indices[16];
    float error = 0;
    [unroll]
    for (uint t = 0; t < 16; ++t)
    {
        const uint s = (mask >> t) & 1;
        uint3 c0 = e[2 * s] << 1 | p[s], c1 = e[2 * s + 1] << 1 | p[s];
        c0 = c0 << 1 | c0 >> 6;
        c1 = c1 << 1 | c1 >> 6;
        const float3 axis = (float3(c1) - float3(c0)) / 255;
        const float along = saturate(dot(block.texels[t].rgb - c0 / 255.0, axis) * SafeRcp(dot(axis, axis)));
        indices[t] = uint(along * 7 + 0.5);
        const float3 d = block.texels[t].rgb - Interpolate(uint4(c0, 0), uint4(c1, 0), WEIGHTS3[indices[t]]).rgb / 255.0;
        error += dot(d, d) + Square(1 - block.texels[t].a);
    }
    const uint anchors[2] = { 0, ANCHORS[shape] };
    [unroll]
    for (uint q = 0; q < 2; ++q)
        if (indices[anchors[q]] & 4)
        {
            Swap(e[2 * q], e[2 * q + 1]);
            [unroll]
            for (uint k = 0; k < 16; ++k)
                if (((mask >> k) & 1) == q)
                    indices[k] = 7 - indices[k];
        }
    BitWriter w = BitWriter::Create();
    w.Put(2, 2);
    w.Put(shape, 6);
    [unroll]
    for (uint c = 0; c < 3; ++c)
        [unroll]
        for (uint k = 0; k < 4; ++k)
            w.Put(e[k][c], 6);
    w.Put(p[0], 1);
    w.Put(p[1], 1);
    [unroll]
    for (uint i2 = 0; i2 < 16; ++i2)
        w.Put(indices[i2], i2 == 0 || i2 == anchors[1] ? 2 : 3);
    Candidate result;
    result.bits = w.Result();
    result.error = error;
    return result;
}
#endif

[numthreads(4, 4, 1)]
void Encode(uint2 at : SV_DispatchThreadID)
{
    if (any(at >= Codec.blocks))
        return;
    const Block4x4 block = Block4x4::Read(Source, at);
    Candidate best = TryMode6(block);
#if PARTITIONS > 0
    [loop]
    for (uint shape = 0; shape < PARTITIONS; ++shape)
    {
        const Candidate c = TryMode1(block, shape);
        if (c.error < best.error)
            best = c;
    }
#endif
    Encoded[at] = best.bits;
}

[numthreads(4, 4, 1)]
void Decode(uint2 at : SV_DispatchThreadID)
{
    BitReader r;
    r.words = Blocks[at] * 0x9e3779b9u;
    r.words.x = (r.words.x & ~0x7fu) | 0x40;
    r.position = 0;
    const uint mode = firstbitlow(r.words.x & 0xff);
    r.position = mode + 1;
    float4 texels[16];
    if (mode == 6)
    {
        uint4 e0, e1;
        [unroll]
        for (uint c = 0; c < 4; ++c)
        {
            e0[c] = r.Take(7);
            e1[c] = r.Take(7);
        }
        e0 = e0 << 1 | r.Take(1);
        e1 = e1 << 1 | r.Take(1);
        [loop]
        for (uint i = 0; i < 16; ++i)
            texels[i] = Interpolate(e0, e1, WEIGHTS4[r.Take(i == 0 ? 3 : 4)]) / 255.0;
    }
    else
    {
        for (uint i = 0; i < 16; ++i)
            texels[i] = float4(1, 0, 1, 1);
    }
    for (uint t = 0; t < 16; ++t)
        Decoded[at * 4 + uint2(t & 3, t >> 2)] = texels[t];
}
