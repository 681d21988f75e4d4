// dxilkit-corpus
// Debug views: wireframes by barycentrics, primitive and lane ids, sampled MSAA edges with coverage, text printed with a bitmap font.
// args: -T vs_6_1 -E VSMain
// args: -T ps_6_1 -E PSWireframe
// args: -T ps_6_1 -E PSWireframe -D PER_VERTEX=1
// args: -T ps_6_1 -E PSMultiView
// args: -T ps_6_0 -E PSCoverage
// args: -T ps_6_6 -E PSLanes
// args: -T cs_6_0 -E PrintText
// args: -T cs_6_5 -E MatchMaterials
// drawn: no
#include "../shared/math.hlsli"
#include "../shared/color.hlsli"
#include "../shared/packing.hlsli"

#ifndef PER_VERTEX
#define PER_VERTEX 0
#endif

cbuffer Debug : register(b0)
{
    float4 lineColor;
    float lineWidth;
    uint mode;
    uint2 textOrigin;
    uint textLength;
    float4 views[4];
};
Texture2DMS<float4, 4> Multisampled : register(t0);
Texture2DMS<float> MultisampledDepth : register(t1);
StructuredBuffer<uint> Text : register(t2);
Texture2D<uint> Material : register(t3);
RWTexture2D<float4> Output : register(u0);
RWStructuredBuffer<uint2> Counts : register(u1);

struct Varyings
{
    float4 clip : SV_Position;
    nointerpolation float3 value : VALUE;
    float2 uv : TEXCOORD;
};

Varyings VSMain(float3 position : POSITION, float2 uv : TEXCOORD, uint vertex : SV_VertexID, uint view : SV_ViewID)
{
    Varyings o;
    o.clip = float4(position + views[view & 3u].xyz * 0.1f, 1.0f);
    o.value = float3(float(vertex % 3u == 0u), float(vertex % 3u == 1u), float(vertex % 3u == 2u));
    o.uv = uv;
    return o;
}

float EdgeFactor(float3 b, float width)
{
    float3 d = fwidth(b);
    float3 a = smoothstep(d * (width - 0.5f), d * (width + 0.5f), b);
    return 1.0f - Min3(a.x, a.y, a.z);
}

float3 IdColor(uint id)
{
    float hue = frac(float(HashUint(id) & 0xffffu) / 65536.0f);
    return HSVToRGB(float3(hue, 0.6f, 0.9f));
}

float4 PSWireframe(float4 clip : SV_Position, nointerpolation float3 value : VALUE, float2 uv : TEXCOORD, float3 barycentrics : SV_Barycentrics, uint primitive : SV_PrimitiveID) : SV_Target
{
#if PER_VERTEX
    float3 a = GetAttributeAtVertex(value, 0), b = GetAttributeAtVertex(value, 1), c = GetAttributeAtVertex(value, 2);
    float3 mixed = a * barycentrics.x + b * barycentrics.y + c * barycentrics.z;
    float edge = EdgeFactor(mixed, lineWidth);
#else
    float edge = EdgeFactor(barycentrics, lineWidth);
#endif
    return lerp(float4(IdColor(primitive), 1.0f), lineColor, edge);
}

float4 PSMultiView(float4 clip : SV_Position, noperspective centroid float2 uv : TEXCOORD, uint view : SV_ViewID, uint target : SV_RenderTargetArrayIndex) : SV_Target
{
    float4 tint = views[(view + target) & 3u];
    return float4(tint.rgb * uv.x + uv.y, 1.0f);
}

struct CoverageOut
{
    float4 color : SV_Target0;
    uint stencil : SV_StencilRef;
    uint coverage : SV_Coverage;
};

CoverageOut PSCoverage(float4 clip : SV_Position, sample float2 uv : TEXCOORD, uint mask : SV_Coverage, uint index : SV_SampleIndex)
{
    CoverageOut o;
    uint2 pixel = uint2(clip.xy);
    float4 sum = 0.0f;
    float low = 1.0f, high = 0.0f;
    uint samples, width, height;
    Multisampled.GetDimensions(width, height, samples);
    [loop] for (uint i = 0u; i < samples; ++i)
    {
        float4 c = Multisampled.Load(int2(pixel), int(i));
        float d = MultisampledDepth.sample[i][pixel];
        low = min(low, d);
        high = max(high, d);
        sum += c / (1.0f + Luminance(c.rgb));
    }
    float2 at = Multisampled.GetSamplePosition(int(index)) + GetRenderTargetSamplePosition(int(index));
    sum /= float(samples);
    bool edge = high - low > 0.1f;
    o.color = edge ? float4(1.0f, 0.0f, 0.0f, 1.0f) : sum / max(1.0f - Luminance(sum.rgb), 0.01f);
    o.color.xy += at * 1e-3f + uv * 1e-3f;
    o.stencil = edge ? 2u : 1u;
    o.coverage = mask & (edge ? 0xfu : 1u << index);
    return o;
}

float4 PSLanes(Varyings p) : SV_Target
{
    float helper = IsHelperLane() ? 1.0f : 0.0f;
    float4 neighbours = float4(QuadReadAcrossX(helper), QuadReadAcrossY(helper), QuadReadAcrossDiagonal(helper), helper);
    float occupancy = float(WaveActiveCountBits(!IsHelperLane())) / float(WaveGetLaneCount());
    bool first = WaveIsFirstLane();
    float3 c = lerp(float3(1.0f, 0.0f, 0.0f), float3(0.0f, 1.0f, 0.0f), occupancy);
    if (dot(neighbours, 1.0f) > 0.0f) c = lerp(c, float3(0.0f, 0.0f, 1.0f), 0.5f);
    return float4(first ? 1.0f.xxx : c, WaveActiveAllEqual(p.value.x) ? 1.0f : 0.5f);
}

/// 3 by 5 bits of each digit and letter of hexadecimal numbers.
static const uint GLYPHS[16] = {
    0x7b6f, 0x2492, 0x73e7, 0x73cf, 0x5bc9, 0x79cf, 0x79ef, 0x7292, 0x7bef, 0x7bcf, 0x7bed, 0x49ef, 0x7927, 0x13ef, 0x79e7, 0x79e4,
};

bool GlyphBit(uint digit, uint2 at) { return at.x < 3u && at.y < 5u && ((GLYPHS[digit & 15u] >> (14u - (at.y * 3u + at.x))) & 1u) != 0u; }

[numthreads(8, 8, 1)]
void PrintText(uint3 id : SV_DispatchThreadID)
{
    uint2 local = id.xy - textOrigin;
    uint2 cell = local / uint2(4u, 6u);
    uint2 inside = local % uint2(4u, 6u);
    uint index = cell.y * 8u + cell.x;
    if (any(id.xy < textOrigin) || cell.x >= 8u || index >= textLength) return;
    uint word = Text[index >> 3];
    uint digit = (word >> ((7u - (index & 7u)) * 4u)) & 15u;
    bool on = GlyphBit(digit, inside);
    bool shadow = !on && all(inside > 0u) && GlyphBit(digit, inside - 1u);
    float4 c = Output[id.xy];
    if (on) c = lineColor;
    else if (shadow) c.rgb *= 0.3f;
    Output[id.xy] = c;
}

[numthreads(64, 1, 1)]
void MatchMaterials(uint3 id : SV_DispatchThreadID)
{
    uint material = Material[uint2(id.x & 15u, id.x >> 4)] & 7u;
    uint4 same = WaveMatch(material);
    uint rank = WaveMultiPrefixCountBits(true, same);
    uint sum = WaveMultiPrefixSum(material + 1u, same);
    uint4 counts = countbits(same);
    uint total = counts.x + counts.y + counts.z + counts.w;
    if (rank == 0u)
    {
        uint64_t key = ((uint64_t)material << 32) | total;
        InterlockedAdd(Counts[material].x, uint(key & 0xffffffffu));
        InterlockedMax(Counts[material].y, sum + total);
    }
}
