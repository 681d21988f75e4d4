// dxilkit-corpus
// Intra frames of a codec: separable 8x8 transforms in groupshared memory, quantisation by quality, zigzag scan, run-length tokens and their inverse.
// args: -T cs_6_0 -E EncodeBlock
// args: -T cs_6_0 -E EncodeBlock -D CHROMA=1
// args: -T cs_6_0 -E EncodeBlock -D INTEGER=1
// args: -T cs_6_0 -E DecodeBlock
// args: -T cs_6_0 -E DecodeBlock -D INTEGER=1
// set: Quality 4
// set: Extent 16 16
// rounded: 16
// dispatch: 2 2 1
#ifndef CHROMA
#define CHROMA 0
#endif
#ifndef INTEGER
#define INTEGER 0
#endif
#if INTEGER
typedef int Sample;
#else
typedef float Sample;
#endif

cbuffer Codec : register(b0)
{
    uint2 Extent;
    uint Quality;
    uint Pitch;
}

Texture2D<float4> Source : register(t0);
RWTexture2D<float4> Target : register(u0);
RWStructuredBuffer<uint> Tokens : register(u1);

static const uint ZIGZAG[64] =
{
    0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7, 14, 21, 28,
    35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63
};

groupshared Sample Block[8][9];
groupshared uint Significant[2];
groupshared int Levels[64];

uint StepOf(uint frequency)
{
    uint2 f = uint2(frequency & 7u, frequency >> 3);
#if CHROMA
    uint step = 9u + 3u * max(f.x, f.y);
#else
    uint step = 6u + 2u * (f.x + f.y);
#endif
    return max(1u, step * Quality / 8u);
}

void Forward(inout Sample v[8])
{
    [unroll]
    for (uint i = 0; i < 4u; ++i)
    {
        Sample a = v[i], b = v[7u - i];
        v[i] = a + b;
        v[7u - i] = a - b;
    }
#if INTEGER
    Sample e0 = v[0] + v[3], e1 = v[1] + v[2], e2 = v[1] - v[2], e3 = v[0] - v[3];
    Sample o0 = v[4], o1 = v[5], o2 = v[6], o3 = v[7];
    v[0] = (e0 + e1) >> 1;
    v[4] = (e0 - e1) >> 1;
    v[2] = (e3 * 17 + e2 * 7) >> 5;
    v[6] = (e3 * 7 - e2 * 17) >> 5;
    v[1] = (o3 * 15 + o2 * 12 + o1 * 9 + o0 * 4) >> 5;
    v[3] = (o3 * 12 - o2 * 4 - o1 * 15 - o0 * 9) >> 5;
    v[5] = (o3 * 9 - o2 * 15 + o1 * 4 + o0 * 12) >> 5;
    v[7] = (o3 * 4 - o2 * 9 + o1 * 12 - o0 * 15) >> 5;
#else
    Sample w[8];
    [unroll]
    for (uint k = 0; k < 8u; ++k)
    {
        Sample sum = 0.0f;
        uint base = (k & 1u) ? 4u : 0u;
        [unroll]
        for (uint n = 0; n < 4u; ++n)
        {
            uint at = (k & 1u) ? 3u - n : n;
            sum += v[base + at] * cos(3.14159265f / 16.0f * float((2u * n + 1u) * k));
        }
        w[k] = sum * (k == 0u ? 0.35355339f : 0.5f);
    }
    v = w;
#endif
}

void Inverse(inout Sample v[8])
{
#if INTEGER
    Sample e0 = v[0] + v[4], e1 = v[0] - v[4];
    Sample e2 = (v[2] * 7 - v[6] * 17) >> 4, e3 = (v[2] * 17 + v[6] * 7) >> 4;
    Sample o[4] =
    {
        (v[1] * 4 - v[3] * 9 + v[5] * 12 - v[7] * 15) >> 4, (v[1] * 9 - v[3] * 15 + v[5] * 4 + v[7] * 12) >> 4,
        (v[1] * 12 - v[3] * 4 - v[5] * 15 - v[7] * 9) >> 4, (v[1] * 15 + v[3] * 12 + v[5] * 9 + v[7] * 4) >> 4
    };
    Sample e[4] = {e0 + e3, e1 + e2, e1 - e2, e0 - e3};
    [unroll]
    for (uint i = 0; i < 4u; ++i)
    {
        v[i] = (e[i] + o[3u - i]) >> 1;
        v[7u - i] = (e[i] - o[3u - i]) >> 1;
    }
#else
    Sample w[8] = {0, 0, 0, 0, 0, 0, 0, 0};
    [unroll]
    for (uint k = 0; k < 8u; ++k)
        [unroll]
        for (uint n = 0; n < 8u; ++n)
            w[n] += v[k] * cos(3.14159265f / 16.0f * float((2u * n + 1u) * k)) * (k == 0u ? 0.35355339f : 0.5f);
    v = w;
#endif
}

void TransformLines(uint index, bool columns, bool inverse)
{
    if (index < 8u)
    {
        Sample line_[8];
        uint i;
        for (i = 0; i < 8u; ++i) line_[i] = columns ? Block[i][index] : Block[index][i];
        if (inverse) Inverse(line_);
        else Forward(line_);
        for (i = 0; i < 8u; ++i)
            if (columns) Block[i][index] = line_[i];
            else Block[index][i] = line_[i];
    }
    GroupMemoryBarrierWithGroupSync();
}

Sample Fetch(uint2 pixel)
{
    float3 c = Source[min(pixel, Extent - 1u)].rgb;
#if CHROMA
    float v = dot(c, float3(-0.168736f, -0.331264f, 0.5f));
#else
    float v = dot(c, float3(0.299f, 0.587f, 0.114f)) - 0.5f;
#endif
    return (Sample)(v * 255.0f);
}

[numthreads(8, 8, 1)]
void EncodeBlock(uint2 pixel : SV_DispatchThreadID, uint2 local : SV_GroupThreadID, uint2 group : SV_GroupID, uint index : SV_GroupIndex)
{
    Block[local.y][local.x] = Fetch(pixel);
    if (index < 2u) Significant[index] = 0u;
    GroupMemoryBarrierWithGroupSync();
    TransformLines(index, false, false);
    TransformLines(index, true, false);

    uint frequency = ZIGZAG[index];
    Sample value = Block[frequency >> 3][frequency & 7u];
    int step = int(StepOf(frequency));
    // A dead zone of a third: coefficients that would cost more than they show.
    int level = int(value) / step;
    if (level == 0 && abs(int(value)) * 3 > step * 2) level = value > (Sample)0 ? 1 : -1;
    Levels[index] = clamp(level, -127, 127);
    if (level != 0) InterlockedOr(Significant[index >> 5], 1u << (index & 31u));
    GroupMemoryBarrierWithGroupSync();

    uint block = (group.y * 2u + group.x) * 64u;
    if (level == 0)
    {
        Tokens[block + index] = 0u;
        return;
    }
    // The distance to the last coefficient that is there.
    uint low = Significant[0], high = Significant[1];
    uint before = index < 32u ? low & ((1u << index) - 1u) : high & ((1u << (index - 32u)) - 1u);
    uint run = index;
    if (before != 0u) run = index - 1u - firstbithigh(before) - (index < 32u ? 0u : 32u);
    else if (index >= 32u && low != 0u) run = index - 1u - firstbithigh(low);
    uint size = firstbithigh(uint(abs(level))) + 1u;
    uint bits = level < 0 ? uint(level - 1) & ((1u << size) - 1u) : uint(level);
    Tokens[block + index] = 1u << 31 | (run & 63u) << 16 | size << 8 | bits;
}

[numthreads(8, 8, 1)]
void DecodeBlock(uint2 pixel : SV_DispatchThreadID, uint2 local : SV_GroupThreadID, uint2 group : SV_GroupID, uint index : SV_GroupIndex)
{
    uint token = Tokens[(group.y * 2u + group.x) * 64u + index];
    uint size = (token >> 8) & 7u;
    int level = int(token & ((1u << size) - 1u));
    if (size != 0u && (level >> (size - 1u)) == 0) level -= int((1u << size) - 1u);
    uint frequency = ZIGZAG[index];
    Block[frequency >> 3][frequency & 7u] = (Sample)(level * int(StepOf(frequency)));
    GroupMemoryBarrierWithGroupSync();
    TransformLines(index, true, true);
    TransformLines(index, false, true);
    float luma = floor(float(Block[local.y][local.x])) / 255.0f;
    Target[pixel] = float4(saturate(luma + 0.5f).xxx, 1.0f);
}
