// dxilkit-corpus
// Colour of video: planes of 8 and 10 bits to RGB with sited chroma, RGB to packed planes, film grain by an autoregressive template, and
// a motion-adaptive deinterlacer with edge-directed interpolation.
// args: -T cs_6_0 -E ToRgb
// args: -T cs_6_0 -E ToRgb -D CHROMA_CUBIC=1
// args: -T cs_6_0 -E FromRgb
// args: -T cs_6_0 -E Deinterlace
// args: -T cs_6_0 -E Grain
// args: -T cs_6_6 -E Deinterlace -D BINDLESS=1
// args: -T cs_6_2 -E ToRgb -D CHROMA_CUBIC=1
// data: cb0 16i 16i 1u 0u 0 1 1u 3i 0.5 0.05 8u 3u
// dispatch: 2 2 1

#include "video.hlsli"
#include "../kernel/random.hlsli"

#ifndef CHROMA_CUBIC
#define CHROMA_CUBIC 0
#endif

ConstantBuffer<VideoConstants> Video : register(b0);
DECLARE_READ(Texture2D<float>, Luma, 0);
DECLARE_READ(Texture2D<float2>, Chroma, 1);
DECLARE_READ(Texture2D<float4>, Rgb, 2);
DECLARE_READ(Texture2D<float4>, Previous, 3);
DECLARE_READ(Texture2D<float4>, Next, 4);
DECLARE_WRITE(RWTexture2D<float4>, Output, 0);
DECLARE_WRITE(RWByteAddressBuffer, Planes, 1);
SamplerState LinearClamp : register(s0);

float2 ReadChroma(int2 at) { return Chroma[clamp(at, 0, Video.size / 2 - 1)]; }

float2 ChromaAt(int2 pixel)
{
#if CHROMA_CUBIC
    // Sited left: even columns lie on samples, odd between them.
    const int2 c = pixel >> 1;
    const float phase = pixel.y & 1 ? 0.25 : -0.25;
    float2 rows[4];
    [unroll]
    for (int r = 0; r < 4; ++r)
    {
        const int y = c.y + r - (pixel.y & 1 ? 1 : 2);
        if (pixel.x & 1)
        {
            static const float TAPS[4] = { -0.0625, 0.5625, 0.5625, -0.0625 };
            rows[r] = 0;
            [unroll]
            for (int k = 0; k < 4; ++k)
                rows[r] += ReadChroma(int2(c.x + k - 1, y)) * TAPS[k];
        }
        else
            rows[r] = ReadChroma(int2(c.x, y));
    }
    const float t = pixel.y & 1 ? phase : 1 + phase;
    const float t2 = t * t, t3 = t2 * t;
    return rows[0] * (-0.5 * t + t2 - 0.5 * t3) + rows[1] * (1 - 2.5 * t2 + 1.5 * t3) + rows[2] * (0.5 * t + 2 * t2 - 1.5 * t3) + rows[3] * (-0.5 * t2 + 0.5 * t3);
#else
    return Chroma.SampleLevel(LinearClamp, (pixel + float2(0.75, 0.5)) / Video.size, 0);
#endif
}

[numthreads(8, 8, 1)]
void ToRgb(int2 pixel : SV_DispatchThreadID)
{
    if (any(pixel >= Video.size))
        return;
    const float3 yuv = ExpandRange(float3(Luma[pixel], ChromaAt(pixel)), Video.flags);
    Output[pixel] = float4(saturate(YuvMatrix::Of(Video.matrixKind).ToRgb(yuv)), 1);
}

[numthreads(8, 8, 1)]
void FromRgb(uint2 block : SV_DispatchThreadID)
{
    // A thread makes 2x2 pixels: two words of luma halves, one of chroma.
    const uint2 base = block * 2;
    const YuvMatrix m = YuvMatrix::Of(Video.matrixKind);
    float2 chroma = 0;
    uint luma = 0;
    [unroll]
    for (uint i = 0; i < 4; ++i)
    {
        const uint2 at = (base + uint2(i & 1, i >> 1)) & 15;
        const float3 yuv = CompressRange(m.FromRgb(saturate(Rgb[at].rgb)), Video.flags);
        luma |= uint(saturate(yuv.x) * 255 + 0.5) << (8 * i);
        chroma += yuv.yz * 0.25;
    }
    const uint index = block.y * 8 + block.x;
    uint old;
    Planes.InterlockedExchange((index * 4) & 0xff, luma, old);
    const uint2 c = uint2(saturate(chroma) * 1023 + 0.5);
    Output[block] = float4(c, luma & 0xff, luma >> 24);
}

float EdgeScore(float3 above[7], float3 below[7], int d)
{
    float sum = 0;
    [unroll]
    for (int k = -1; k <= 1; ++k)
        sum += dot(abs(above[3 + d + k] - below[3 - d + k]), LUMA_WEIGHTS);
    return sum + abs(d) * 0.01;
}

float3 Field(Texture2D<float4> source, int2 at) { return source[clamp(at, 0, Video.size - 1)].rgb; }

[numthreads(8, 8, 1)]
void Deinterlace(int2 pixel : SV_DispatchThreadID)
{
    const float3 here = Field(Rgb, pixel);
    if ((uint(pixel.y) & 1) == Video.field)
    {
        Output[pixel] = float4(here, 1);
        return;
    }
    float3 above[7], below[7];
    [unroll]
    for (int i = 0; i < 7; ++i)
    {
        above[i] = Field(Rgb, pixel + int2(i - 3, -1));
        below[i] = Field(Rgb, pixel + int2(i - 3, 1));
    }
    float best = EdgeScore(above, below, 0);
    float3 spatial = 0.5 * (above[3] + below[3]);
    [unroll]
    for (int d = 1; d <= 2; ++d)
        [unroll]
        for (int s = -1; s <= 1; s += 2)
        {
            const float score = EdgeScore(above, below, d * s);
            if (score < best)
            {
                best = score;
                spatial = 0.5 * (above[3 + d * s] + below[3 - d * s]);
            }
        }
    const float3 before = Field(Previous, pixel), after = Field(Next, pixel);
    const float3 temporal = 0.5 * (before + after);
    const float3 c = above[3], e = below[3];
    const float3 t0 = abs(before - after) * 0.5;
    const float3 t1 = 0.5 * (abs(Field(Previous, pixel - int2(0, 1)) - c) + abs(Field(Previous, pixel + int2(0, 1)) - e));
    const float3 t2 = 0.5 * (abs(Field(Next, pixel - int2(0, 1)) - c) + abs(Field(Next, pixel + int2(0, 1)) - e));
    float3 diff = max(t0, max(t1, t2));
    const float3 b = 0.5 * (Field(Previous, pixel - int2(0, 2)) + Field(Next, pixel - int2(0, 2)));
    const float3 f = 0.5 * (Field(Previous, pixel + int2(0, 2)) + Field(Next, pixel + int2(0, 2)));
    const float3 hi = max(max(temporal - e, temporal - c), min(b - c, f - e));
    const float3 lo = min(min(temporal - e, temporal - c), max(b - c, f - e));
    diff = max(diff, max(lo, -hi));
    Output[pixel] = float4(clamp(spatial, temporal - diff, temporal + diff), 1);
}

groupshared float GrainTemplate[16][16];

[numthreads(8, 8, 1)]
void Grain(int2 pixel : SV_DispatchThreadID, uint2 group : SV_GroupID, uint index : SV_GroupIndex)
{
    for (uint i = index; i < 256; i += 64)
    {
        RandomState r = RandomState::Create(uint2(i & 15, i >> 4), Video.frame + (group.x & 1));
        GrainTemplate[i >> 4][i & 15] = r.Normal() * 0.1;
    }
    GroupMemoryBarrierWithGroupSync();
    // Each row needs the rows above it: one diagonal after the other.
    static const float COEFFICIENTS[4] = { 0.06, 0.11, 0.06, 0.25 };
    [loop]
    for (uint step = 1; step < 46; ++step)
    {
        const int y = int(index), x = int(step) - 2 * y;
        if (index < 16 && x >= 1 && x < 15 && y >= 1)
        {
            float v = GrainTemplate[y][x];
            v += COEFFICIENTS[0] * GrainTemplate[y - 1][x - 1] + COEFFICIENTS[1] * GrainTemplate[y - 1][x] + COEFFICIENTS[2] * GrainTemplate[y - 1][x + 1];
            v += COEFFICIENTS[3] * GrainTemplate[y][x - 1];
            GrainTemplate[y][x] = v;
        }
        GroupMemoryBarrierWithGroupSync();
    }
    const uint2 offset = HashPcg3(uint3(group, Video.frame)).xy & 7;
    const uint2 at = (uint2(pixel) + offset) & 15;
    const float3 c = Rgb[pixel].rgb;
    const float l = Luminance(c);
    const float strength = Video.threshold * 4 * saturate(l * (1 - l) * 4);
    Output[pixel] = float4(saturate(c + GrainTemplate[at.y][at.x] * strength), 1);
}
