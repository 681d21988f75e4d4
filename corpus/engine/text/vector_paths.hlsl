// dxilkit-corpus
// Vector glyphs in compute: curves from a font's bands, exact coverage by winding of quadratic Beziers, and tiles of path segments with
// backdrops for a whole scene.
// args: -T cs_6_0 -E Glyphs
// args: -T cs_6_0 -E Glyphs -D SUPERSAMPLE=1
// args: -T cs_6_0 -E BinSegments
// args: -T cs_6_0 -E FineRaster
// args: -T cs_6_6 -E FineRaster -D EVEN_ODD=1
// args: -T cs_6_2 -E Glyphs -enable-16bit-types
// data: cb0 16u 16u 4u 12u 0.9 0.1 8u 2u
// set: Glyphs.firstCurve 2
// dispatch: 2 2 1

#include "../kernel/config.hlsli"
#include "../kernel/packing.hlsli"
#include "../kernel/waves.hlsli"

#ifndef SUPERSAMPLE
#define SUPERSAMPLE 0
#endif
#ifndef EVEN_ODD
#define EVEN_ODD 0
#endif

struct Curve
{
    float2 p0, p1, p2;
};

struct GlyphInstance
{
    float2 origin;
    float2 scale;
    uint firstCurve;
    uint curveCount;
    uint color;
    uint bands;
};

struct PathSegment
{
    float2 from;
    float2 to;
    uint path;
    uint next;
};

struct PathStyle
{
    uint color0;
    uint color1;
    float2 gradientFrom;
    float2 gradientTo;
    uint blend;
    float opacity;
};

struct TextConstants
{
    uint2 size;
    uint glyphs;
    uint segments;
    float softness;
    float embolden;
    uint tilesX;
    uint paths;
};

ConstantBuffer<TextConstants> Text : register(b0);
StructuredBuffer<Curve> Curves : register(t0);
StructuredBuffer<GlyphInstance> Glyphs_ : register(t1);
StructuredBuffer<PathSegment> Segments : register(t2);
StructuredBuffer<PathStyle> Styles : register(t3);
StructuredBuffer<uint> TileHeads : register(t4);
StructuredBuffer<int> TileBackdrops : register(t5);
RWTexture2D<float4> Target : register(u0);
RWStructuredBuffer<uint> Heads : register(u1);
RWStructuredBuffer<PathSegment> TileSegments : register(u2);
RWStructuredBuffer<uint> Counters : register(u3);
RWStructuredBuffer<int> Backdrops : register(u4);

/// Which roots of a quadratic count for a ray to the right, from the signs of its three ordinates: one table of 16 bits pairs.
uint RootCode(float y0, float y1, float y2)
{
    const uint i = (y0 > 0 ? 2u : 0u) | (y1 > 0 ? 4u : 0u) | (y2 > 0 ? 8u : 0u);
    return (0x2e74u >> i) & 3;
}

float2 SolveHorizontal(Curve c)
{
    const float2 a = c.p0 - 2 * c.p1 + c.p2, b = c.p0 - c.p1;
    float t0, t1;
    if (abs(a.y) < 1e-5)
    {
        t0 = t1 = c.p0.y * 0.5 / (abs(b.y) > 1e-9 ? b.y : 1e-9);
    }
    else
    {
        const float d = sqrt(max(b.y * b.y - a.y * c.p0.y, 0));
        t0 = (b.y - d) / a.y;
        t1 = (b.y + d) / a.y;
    }
    return float2((a.x * t0 - 2 * b.x) * t0 + c.p0.x, (a.x * t1 - 2 * b.x) * t1 + c.p0.x);
}

Curve Shift(Curve c, float2 by, bool swapped)
{
    c.p0 -= by;
    c.p1 -= by;
    c.p2 -= by;
    if (swapped)
    {
        c.p0 = c.p0.yx;
        c.p1 = c.p1.yx;
        c.p2 = c.p2.yx;
    }
    return c;
}

#if __HLSL_ENABLE_16_BIT
typedef float16_t Coverage;
#else
typedef float Coverage;
#endif

Coverage WindingCoverage(GlyphInstance g, float2 at, float2 pixelsPerUnit)
{
    float2 coverage = 0, weight = 0;
    const uint count = min(g.curveCount, 8);
    [loop]
    for (uint i = 0; i < count; ++i)
    {
        const Curve raw = Curves[(g.firstCurve + i) & 63];
        [unroll]
        for (uint axis = 0; axis < 2; ++axis)
        {
            const Curve c = Shift(raw, at, axis == 1);
            const uint code = RootCode(c.p0.y, c.p1.y, c.p2.y);
            if (code == 0)
                continue;
            const float2 x = SolveHorizontal(c) * pixelsPerUnit[axis];
            const float sign = axis == 0 ? 1 : -1;
            if (code & 1)
            {
                coverage[axis] += sign * saturate(x.x + 0.5);
                weight[axis] = max(weight[axis], saturate(1 - abs(x.x) * 2));
            }
            if (code > 1)
            {
                coverage[axis] -= sign * saturate(x.y + 0.5);
                weight[axis] = max(weight[axis], saturate(1 - abs(x.y) * 2));
            }
        }
    }
    const float blended = abs(dot(coverage, weight)) / max(weight.x + weight.y, 1.0 / 65536);
    return Coverage(saturate(max(blended, min(abs(coverage.x), abs(coverage.y)))));
}

[numthreads(8, 8, 1)]
void Glyphs(uint2 pixel : SV_DispatchThreadID)
{
    float4 color = Target[pixel];
    for (uint i = 0; i < Text.glyphs; ++i)
    {
        const GlyphInstance g = Glyphs_[i];
        const float2 scale = abs(g.scale) * 8 + 1;
        const float2 at = (float2(pixel) + 0.5) / 16 - g.origin * 0.25;
#if SUPERSAMPLE
        Coverage c = 0;
        [unroll]
        for (uint s = 0; s < 4; ++s)
        {
            static const float2 OFFSETS[4] = { float2(-0.125, -0.375), float2(0.375, -0.125), float2(-0.375, 0.125), float2(0.125, 0.375) };
            c += WindingCoverage(g, at + OFFSETS[s] / scale, scale);
        }
        c *= Coverage(0.25);
#else
        const Coverage c = WindingCoverage(g, at, scale);
#endif
        const float4 ink = UnpackUnorm8(g.color * 0x01020304u | 0xff000000u);
        const float alpha = saturate(pow(float(c), Text.softness) + Text.embolden * float(c)) * ink.a;
        color = float4(lerp(color.rgb, ink.rgb, alpha), alpha + color.a * (1 - alpha));
    }
    Target[pixel] = color;
}

#define TILE 8

[numthreads(64, 1, 1)]
void BinSegments(uint index : SV_DispatchThreadID)
{
    if (index >= Text.segments)
        return;
    const PathSegment s = Segments[index];
    const float2 from = s.from * Text.size / TILE, to = s.to * Text.size / TILE;
    const bool down = to.y > from.y;
    const float2 top = down ? from : to, bottom = down ? to : from;
    const int2 last = int2(Text.tilesX, Text.tilesX) - 1;
    const int y0 = clamp(int(floor(top.y)), 0, last.y), y1 = clamp(int(floor(bottom.y)), 0, last.y);
    const float slope = (bottom.x - top.x) * (1 / max(bottom.y - top.y, 1e-6));
    [loop]
    for (int y = y0; y <= y1; ++y)
    {
        const float ya = max(float(y), top.y), yb = min(float(y + 1), bottom.y);
        const float xa = top.x + (ya - top.y) * slope, xb = top.x + (yb - top.y) * slope;
        const int x0 = clamp(int(floor(min(xa, xb))), 0, last.x), x1 = clamp(int(floor(max(xa, xb))), 0, last.x);
        [loop]
        for (int x = x0; x <= x1; ++x)
        {
            uint slot;
            InterlockedAdd(Counters[0], 1, slot);
            PathSegment t = s;
            t.from = float2(xa, ya) * TILE;
            t.to = float2(xb, yb) * TILE;
            if (!down)
                Swap(t.from, t.to);
            InterlockedExchange(Heads[(y * Text.tilesX + x) & 63], slot, t.next);
            TileSegments[slot & 63] = t;
        }
        // A segment that crosses a row's top raises the winding of the tiles to its right.
        if (top.y <= float(y))
            InterlockedAdd(Backdrops[(y * Text.tilesX + x1) & 63], down ? 1 : -1);
    }
}

float SegmentCoverage(PathSegment s, float2 p)
{
    const float y0 = clamp(s.from.y - p.y, 0, 1), y1 = clamp(s.to.y - p.y, 0, 1);
    if (y0 == y1)
        return 0;
    const float2 d = s.to - s.from;
    const float t0 = (y0 + p.y - s.from.y) / d.y, t1 = (y1 + p.y - s.from.y) / d.y;
    const float xa = s.from.x + t0 * d.x - p.x, xb = s.from.x + t1 * d.x - p.x;
    const float lo = min(min(xa, xb), 1) - 1e-6, hi = max(xa, xb);
    const float b = min(hi, 1), c = max(b, 0), e = max(lo, 0);
    const float area = (b + 0.5 * (e * e - c * c) - lo) / (hi - lo);
    return area * (y1 - y0);
}

float4 Paint(PathStyle style, float2 p)
{
    const float2 d = style.gradientTo - style.gradientFrom;
    const float t = saturate(dot(p - style.gradientFrom, d) / max(dot(d, d), 1e-4));
    float4 c = lerp(UnpackUnorm8(style.color0 * 0x20304050u | 0xff000000u), UnpackUnorm8(style.color1 * 0x10a0b0c0u | 0xff000000u), t);
    c.a *= saturate(style.opacity);
    return c;
}

float3 Blend(uint mode, float3 back, float3 front)
{
    switch (mode % 5)
    {
    case 0: return front;
    case 1: return back * front;
    case 2: return back + front - back * front;
    case 3: return select(back < 0.5, 2 * back * front, 1 - 2 * (1 - back) * (1 - front));
    default: return abs(back - front);
    }
}

[numthreads(TILE, TILE, 1)]
void FineRaster(uint2 pixel : SV_DispatchThreadID, uint2 group : SV_GroupID)
{
    const uint tile = group.y * Text.tilesX + group.x;
    float4 color = 0;
    float area[4];
    [unroll]
    for (uint k = 0; k < 4; ++k)
        area[k] = TileBackdrops[(tile + k) & 63];
    uint at = TileHeads[tile & 63];
    [loop]
    for (uint guard = 0; guard < 12 && at != 0; ++guard)
    {
        const PathSegment s = Segments[at & 63];
        PathSegment scaled = s;
        scaled.from *= 16;
        scaled.to *= 16;
        area[s.path & 3] += SegmentCoverage(scaled, pixel);
        at = s.next;
    }
    for (uint p = 0; p < min(Text.paths, 4); ++p)
    {
#if EVEN_ODD
        const float coverage = abs(area[p] - 2 * round(0.5 * area[p]));
#else
        const float coverage = min(abs(area[p]), 1);
#endif
        if (coverage <= 0)
            continue;
        const PathStyle style = Styles[p];
        const float4 c = Paint(style, (pixel + 0.5) / Text.size);
        const float alpha = c.a * coverage;
        color.rgb = lerp(color.rgb, Blend(style.blend, color.rgb, c.rgb), alpha);
        color.a = alpha + color.a * (1 - alpha);
    }
    Target[pixel] = color;
}
