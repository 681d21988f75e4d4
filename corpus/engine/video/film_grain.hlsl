// dxilkit-corpus
// Film grain: an autoregressive pattern with a template of taps, piecewise scaling tables, overlapped blocks, halation.
// args: -T cs_6_0 -E MakePattern
// args: -T cs_6_0 -E MakePattern -D LAG=3
// args: -T cs_6_0 -E ApplyGrain
// args: -T cs_6_0 -E ApplyGrain -D OVERLAP=1
// args: -T cs_6_0 -E Halation
// args: -T cs_6_2 -E ApplyGrain -D OVERLAP=1
// set: Extent 16 16
// range: Coefficients -8 8
// dispatch: 1 1 1
#ifndef LAG
#define LAG 2
#endif
#ifndef OVERLAP
#define OVERLAP 0
#endif
cbuffer Grain : register(b0)
{
    uint2 Extent;
    uint Seed;
    uint Shift;
    int4 Coefficients[6];
    uint4 Points[4];
    float4 Tint;
};
Texture2D<float4> Picture : register(t0);
StructuredBuffer<int> Pattern : register(t1);
RWStructuredBuffer<int> OutPattern : register(u0);
RWTexture2D<float4> OutPicture : register(u1);
groupshared int Block[16][16];

uint Register(inout uint state)
{
    const uint bit = (state ^ (state >> 1) ^ (state >> 3) ^ (state >> 12)) & 1;
    state = (state >> 1) | (bit << 15);
    return state;
}

[numthreads(16, 1, 1)]
void MakePattern(uint column : SV_GroupIndex)
{
    uint state = (Seed * 173 + column * 7919 + 1) & 0xffff;
    for (uint y = 0; y < 16; ++y)
        Block[y][column] = (int)(Register(state) & 0x1ff) - 256;
    GroupMemoryBarrierWithGroupSync();
    if (column == 0)
    {
        [loop]
        for (int row = LAG; row < 16; ++row)
            [loop]
            for (int x = LAG; x < 16 - LAG; ++x)
            {
                int sum = 0;
                uint tap = 0;
                for (int dy = -LAG; dy <= 0; ++dy)
                    for (int dx = -LAG; dx <= LAG; ++dx)
                    {
                        if (dy == 0 && dx >= 0)
                            break;
                        sum += Coefficients[tap / 4][tap % 4] * Block[row + dy][x + dx];
                        ++tap;
                    }
                Block[row][x] = clamp(Block[row][x] + ((sum + 32) >> 6), -512, 511);
            }
    }
    GroupMemoryBarrierWithGroupSync();
    for (uint r = 0; r < 16; ++r)
        OutPattern[r * 16 + column] = Block[r][column];
}

int Scale(uint luma)
{
    [unroll]
    for (uint i = 0; i < 3; ++i)
    {
        const uint4 a = Points[i], b = Points[i + 1];
        const uint from = i * 85, to = (i + 1) * 85;
        if (luma < to)
            return (int)(a.x + ((int)b.x - (int)a.x) * (int)(luma - from) / (int)(to - from)) * 8;
    }
    return (int)Points[3].x * 8;
}

[numthreads(8, 8, 1)]
void ApplyGrain(uint2 p : SV_DispatchThreadID)
{
    const float4 c = Picture[p];
    const uint3 rgb = uint3(saturate(c.rgb) * 255 + 0.5);
    const uint luma = (rgb.r * 77 + rgb.g * 151 + rgb.b * 28) >> 8;
    uint state = (p.y / 4) * 37 + 1 + Seed;
    Register(state);
    int grain = Pattern[(p.x + p.y * 8 + state) & 63];
#if OVERLAP
    static const int2 WEIGHTS[2] = { int2(27, 17), int2(17, 27) };
    if ((p.x & 3) < 2)
    {
        const int2 w = WEIGHTS[p.x & 1];
        grain = (w.x * grain + w.y * Pattern[(p.x + 5) & 63] + 16) >> 5;
    }
#endif
    const int noise = (Scale(luma) * grain) >> (4 + (Shift & 3));
    const int3 graded = clamp((int3)rgb + noise, 16, 235);
    OutPicture[p] = float4(graded / 255.0, c.a);
}

[numthreads(8, 8, 1)]
void Halation(int2 p : SV_DispatchThreadID)
{
    float4 sum = 0;
    float total = 0;
    for (int ring = 1; ring <= 3; ++ring)
        for (int k = -ring; k <= ring; ++k)
        {
            const float w = exp2(-(ring * ring + k * k) * 0.25);
            const int2 taps[4] = { int2(k, ring), int2(k, -ring), int2(ring, k), int2(-ring, k) };
            [unroll]
            for (uint t = 0; t < 4; ++t)
            {
                const int2 q = clamp(p + taps[t], 0, (int2)Extent - 1);
                sum += max(Picture.Load(int3(q, 0)) - 0.5, 0) * w;
                total += w;
            }
        }
    OutPicture[p] = Picture.Load(int3(p, 0)) + sum / total * Tint;
}
