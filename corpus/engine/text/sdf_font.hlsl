// dxilkit-corpus
// Distance-field text: fields made from bitmaps by Danielsson's offsets, three channels by edge colours, and quads shaded with outline,
// glow and shadow.
// args: -T cs_6_0 -E BuildField
// args: -T cs_6_0 -E ShadeText
// args: -T cs_6_0 -E ShadeText -D MULTICHANNEL=1 -D EFFECTS=3
// args: -T cs_6_6 -E ShadeText -D MULTICHANNEL=1 -D EFFECTS=7 -D BINDLESS=1
// data: cb0 16u 16u 4 0.5 0.1 0.2 0.3 0.05 1 0 0 1 0 0 0 0.5 0.02 0.03 6u 0u
// dispatch: 2 2 1

#include "../kernel/config.hlsli"
#include "../kernel/packing.hlsli"

#ifndef MULTICHANNEL
#define MULTICHANNEL 0
#endif
#ifndef EFFECTS
#define EFFECTS 0
#endif
#define EFFECT_OUTLINE 1
#define EFFECT_SHADOW 2
#define EFFECT_GLOW 4
#define RADIUS 4

struct TextStyle
{
    uint2 size;
    float range;
    float threshold;
    float outlineWidth;
    float glowWidth;
    float glowPower;
    float softness;
    float4 outlineColor;
    float4 shadowColor;
    float2 shadowOffset;
    uint glyphs;
    uint pad;
};

struct GlyphQuad
{
    float2 lower;
    float2 upper;
    float2 uvLower;
    float2 uvUpper;
    uint color;
    uint flags;
    float2 pad;

    bool Uv(float2 p, out float2 uv)
    {
        const float2 t = (p - lower) / max(upper - lower, 1e-4);
        uv = lerp(uvLower, uvUpper, t);
        return all(t >= 0) && all(t <= 1);
    }
};

ConstantBuffer<TextStyle> Style : register(b0);
DECLARE_READ(Texture2D<float4>, Atlas, 0);
DECLARE_READ(StructuredBuffer<GlyphQuad>, Quads, 1);
DECLARE_WRITE(RWTexture2D<float4>, Output, 0);
DECLARE_WRITE(RWTexture2D<float>, Field, 1);
SamplerState LinearClamp : register(s0);

groupshared float Tile[8 + 2 * RADIUS][8 + 2 * RADIUS];

/// Distance from a texel's center to the edge inside an antialiased texel.
float EdgeOffset(float2 gradient, float coverage)
{
    gradient = abs(gradient);
    const float l = length(gradient);
    if (l < 1e-5)
        return 0.5 - coverage;
    gradient /= l;
    const float2 g = gradient.x < gradient.y ? gradient.yx : gradient;
    const float corner = 0.5 * g.y / g.x;
    if (coverage < corner)
        return 0.5 * (g.x + g.y) - sqrt(2 * g.x * g.y * coverage);
    if (coverage < 1 - corner)
        return (0.5 - coverage) * g.x;
    return -0.5 * (g.x + g.y) + sqrt(2 * g.x * g.y * max(1 - coverage, 0));
}

[numthreads(8, 8, 1)]
void BuildField(int2 pixel : SV_DispatchThreadID, int2 thread : SV_GroupThreadID, int2 group : SV_GroupID, uint index : SV_GroupIndex)
{
    const uint width = 8 + 2 * RADIUS;
    for (uint i = index; i < width * width; i += 64)
    {
        const int2 at = group * 8 + int2(i % width, i / width) - RADIUS;
        Tile[i / width][i % width] = Atlas[clamp(at, 0, int2(Style.size) - 1)].r;
    }
    GroupMemoryBarrierWithGroupSync();
    const int2 c = thread + RADIUS;
    const bool inside = Tile[c.y][c.x] > 0.5;
    float best = RADIUS * RADIUS;
    for (int y = -RADIUS + 1; y < RADIUS; ++y)
        for (int x = -RADIUS + 1; x < RADIUS; ++x)
        {
            const int2 o = c + int2(x, y);
            const float v = Tile[o.y][o.x];
            if (v <= 0 || v >= 1)
            {
                if ((v > 0.5) != inside)
                    best = min(best, float(x * x + y * y));
                continue;
            }
            const float2 gradient = float2(Tile[o.y][o.x + 1] - Tile[o.y][o.x - 1], Tile[o.y + 1][o.x] - Tile[o.y - 1][o.x]);
            const float d = length(float2(x, y)) + EdgeOffset(gradient, v);
            best = min(best, d * d);
        }
    const float d = sqrt(max(best, 0));
    Field[uint2(pixel)] = saturate(0.5 + (inside ? d : -d) / (2 * RADIUS));
}

float Median(float3 v) { return max(min(v.r, v.g), min(max(v.r, v.g), v.b)); }

float SampleField(float2 uv)
{
    const float4 t = Atlas.SampleLevel(LinearClamp, uv, 0);
#if MULTICHANNEL
    // The single-channel field in alpha bounds the artefacts of the median.
    const float m = Median(t.rgb);
    return clamp(m, t.a - 0.25, t.a + 0.25);
#else
    return t.r;
#endif
}

float4 Layer(float4 under, float4 color, float coverage)
{
    const float a = color.a * coverage;
    return float4(lerp(under.rgb, color.rgb, a), a + under.a * (1 - a));
}

[numthreads(8, 8, 1)]
void ShadeText(uint2 pixel : SV_DispatchThreadID)
{
    const float2 p = (pixel + 0.5) / Style.size;
    float4 color = 0;
    for (uint i = 0; i < Style.glyphs; ++i)
    {
        const GlyphQuad q = Quads[i];
        float2 uv;
        if (!q.Uv(p, uv))
            continue;
        const float2 texels = abs(q.uvUpper - q.uvLower) * 16 / max(abs(q.upper - q.lower) * Style.size, 1e-3);
        const float pixels = max(Style.range / max(texels.x + texels.y, 1e-3), 1);
        const float d = (SampleField(uv) - Style.threshold) * pixels;
        const float4 fill = UnpackUnorm8(q.color * 0x2010a07fu | 0xff000000u);
        if (EFFECTS & EFFECT_SHADOW)
        {
            const float s = (SampleField(uv - Style.shadowOffset) - Style.threshold) * pixels;
            color = Layer(color, Style.shadowColor, smoothstep(-Style.softness * pixels, Style.softness * pixels, s));
        }
        if (EFFECTS & EFFECT_GLOW)
        {
            const float g = saturate(1 + d / max(Style.glowWidth * pixels, 1e-3));
            color = Layer(color, float4(fill.rgb * 1.5, 0.6), pow(g, Style.glowPower * 8 + 1));
        }
        if (EFFECTS & EFFECT_OUTLINE)
            color = Layer(color, Style.outlineColor, saturate(d + Style.outlineWidth * pixels + 0.5));
        color = Layer(color, fill, saturate(d + 0.5));
    }
    Output[pixel] = color;
}
