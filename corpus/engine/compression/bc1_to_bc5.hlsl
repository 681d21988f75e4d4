// dxilkit-corpus
// Encoders of the older block formats: BC1 with least-squares refinement, BC3, BC4 with both modes tried, BC5 of normals.
// args: -T cs_6_0 -E main -D FORMAT=1
// args: -T cs_6_0 -E main -D FORMAT=1 -D REFINE=2
// args: -T cs_6_0 -E main -D FORMAT=3 -D REFINE=1
// args: -T cs_6_0 -E main -D FORMAT=4
// args: -T cs_6_0 -E main -D FORMAT=5
// args: -T cs_6_6 -E main -D FORMAT=3 -D REFINE=2
// data: cb0 4u 4u 0u 1
// dispatch: 1 1 1

#include "blocks.hlsli"

#ifndef FORMAT
#define FORMAT 1
#endif
#ifndef REFINE
#define REFINE 0
#endif

ConstantBuffer<CodecConstants> Codec : register(b0);
Texture2D<float4> Source : register(t0);
RWTexture2D<uint4> Encoded : register(u0);

struct Endpoints565
{
    uint packed0, packed1;

    static uint Quantize(float3 c)
    {
        const uint3 q = uint3(saturate(c) * float3(31, 63, 31) + 0.5);
        return q.r << 11 | q.g << 5 | q.b;
    }
    static float3 Expand(uint p)
    {
        const uint3 q = uint3(p >> 11, (p >> 5) & 63, p & 31);
        const uint3 e = uint3(q.r << 3 | q.r >> 2, q.g << 2 | q.g >> 4, q.b << 3 | q.b >> 2);
        return e / 255.0;
    }
    static Endpoints565 Create(float3 a, float3 b)
    {
        Endpoints565 e;
        e.packed0 = Quantize(a);
        e.packed1 = Quantize(b);
        if (e.packed0 < e.packed1)
            Swap(e.packed0, e.packed1);
        return e;
    }
    void Palette(out float3 colors[4])
    {
        colors[0] = Expand(packed0);
        colors[1] = Expand(packed1);
        colors[2] = (2 * colors[0] + colors[1]) / 3;
        colors[3] = (colors[0] + 2 * colors[1]) / 3;
    }
};

uint AssignIndices(Block4x4 block, Endpoints565 e, out float error)
{
    float3 palette[4];
    e.Palette(palette);
    uint indices = 0;
    error = 0;
    [unroll]
    for (uint i = 0; i < 16; ++i)
    {
        float best = FLOAT_MAX;
        uint index = 0;
        [unroll]
        for (uint k = 0; k < 4; ++k)
        {
            const float3 d = (block.texels[i].rgb - palette[k]) * sqrt(LUMA_WEIGHTS);
            const float square = dot(d, d);
            if (square < best)
            {
                best = square;
                index = k;
            }
        }
        error += best;
        indices |= index << (2 * i);
    }
    return indices;
}

/// The end points that fit the indices best: two normal equations for each channel.
bool LeastSquares(Block4x4 block, uint indices, out float3 a, out float3 b)
{
    static const float WEIGHTS[4] = { 1, 0, 2.0 / 3, 1.0 / 3 };
    float aa = 0, ab = 0, bb = 0;
    float3 ax = 0, bx = 0;
    [unroll]
    for (uint i = 0; i < 16; ++i)
    {
        const float w = WEIGHTS[(indices >> (2 * i)) & 3];
        const float3 c = block.texels[i].rgb;
        aa += w * w;
        ab += w * (1 - w);
        bb += (1 - w) * (1 - w);
        ax += w * c;
        bx += (1 - w) * c;
    }
    const float det = aa * bb - ab * ab;
    a = 0;
    b = 0;
    if (abs(det) < 1e-5)
        return false;
    a = saturate((ax * bb - bx * ab) / det);
    b = saturate((bx * aa - ax * ab) / det);
    return true;
}

uint2 EncodeColor(Block4x4 block)
{
    const float3 mean = block.Mean().rgb;
    const float3 axis = PrincipalAxis(block, mean);
    float lo = FLOAT_MAX, hi = -FLOAT_MAX;
    [unroll]
    for (uint i = 0; i < 16; ++i)
    {
        const float t = dot(block.texels[i].rgb - mean, axis);
        lo = min(lo, t);
        hi = max(hi, t);
    }
    Endpoints565 e = Endpoints565::Create(mean + axis * hi, mean + axis * lo);
    float error;
    uint indices = AssignIndices(block, e, error);
    [unroll]
    for (uint k = 0; k < REFINE; ++k)
    {
        float3 a, b;
        if (!LeastSquares(block, indices, a, b))
            break;
        const Endpoints565 next = Endpoints565::Create(a, b);
        float nextError;
        const uint nextIndices = AssignIndices(block, next, nextError);
        if (nextError >= error)
            break;
        e = next;
        error = nextError;
        indices = nextIndices;
    }
    if (e.packed0 == e.packed1)
        indices = 0;
    return uint2(e.packed0 | e.packed1 << 16, indices);
}

struct SingleChannel
{
    float values[16];

    /// Eight steps, or six between the middle values with 0 and 1 exact.
    uint2 Encode(bool sixSteps, float lo, float hi, out float error)
    {
        uint e0 = uint(hi * 255 + 0.5), e1 = uint(lo * 255 + 0.5);
        if (sixSteps)
            Swap(e0, e1);
        float palette[8];
        palette[0] = e0 / 255.0;
        palette[1] = e1 / 255.0;
        const uint steps = sixSteps ? 5 : 7;
        [unroll]
        for (uint k = 2; k < 8; ++k)
            palette[k] = k <= steps ? lerp(palette[0], palette[1], float(k - 1) / steps) : (k == 6 ? 0 : 1);
        uint2 bits = uint2(e0 | e1 << 8, 0);
        error = 0;
        [unroll]
        for (uint i = 0; i < 16; ++i)
        {
            float best = FLOAT_MAX;
            uint index = 0;
            for (uint p = 0; p < 8; ++p)
            {
                const float d = abs(values[i] - palette[p]);
                if (d < best)
                {
                    best = d;
                    index = p;
                }
            }
            error += best * best;
            const uint at = 16 + 3 * i;
            if (at < 32)
                bits.x |= index << at;
            if (at + 3 > 32)
                bits.y |= at >= 32 ? index << (at - 32) : index >> (32 - at);
        }
        return bits;
    }
    uint2 EncodeBest()
    {
        float lo = 1, hi = 0, innerLo = 1, innerHi = 0;
        [unroll]
        for (uint i = 0; i < 16; ++i)
        {
            const float v = values[i];
            lo = min(lo, v);
            hi = max(hi, v);
            if (v > 0.5 / 255 && v < 254.5 / 255)
            {
                innerLo = min(innerLo, v);
                innerHi = max(innerHi, v);
            }
        }
        float error8, error6;
        const uint2 eight = Encode(false, lo, hi, error8);
        if (innerLo > innerHi)
            return eight;
        const uint2 six = Encode(true, innerLo, innerHi, error6);
        return error6 < error8 ? six : eight;
    }
};

SingleChannel Channel(Block4x4 block, uint c)
{
    SingleChannel s;
    [unroll]
    for (uint i = 0; i < 16; ++i)
        s.values[i] = block.texels[i][c];
    return s;
}

[numthreads(4, 4, 1)]
void main(uint2 at : SV_DispatchThreadID)
{
    if (any(at >= Codec.blocks))
        return;
    const Block4x4 block = Block4x4::Read(Source, at);
#if FORMAT == 1
    Encoded[at] = uint4(EncodeColor(block), 0, 0);
#elif FORMAT == 3
    Encoded[at] = uint4(Channel(block, 3).EncodeBest(), EncodeColor(block));
#elif FORMAT == 4
    Encoded[at] = uint4(Channel(block, 0).EncodeBest(), 0, 0);
#else
    Encoded[at] = uint4(Channel(block, 0).EncodeBest(), Channel(block, 1).EncodeBest());
#endif
}
