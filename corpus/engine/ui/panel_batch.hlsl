// dxilkit-corpus
// The user interface in one draw: rounded panels, gradients, shadows and sixteen ways to blend, from packed commands.
// args: -T vs_6_0 -E VSPanel
// args: -T ps_6_0 -E PSPanel
// args: -T vs_6_0 -E VSPanel -D CLIPPED=1
// args: -T ps_6_0 -E PSPanel -D CLIPPED=1
// args: -T ps_6_0 -E PSPanel -D CLIPPED=1 -D GRADIENT=1
// range: mode 0 15
#include "../shared/color.hlsli"
#ifndef CLIPPED
#define CLIPPED 0
#endif
#ifndef GRADIENT
#define GRADIENT 0
#endif

struct Panel
{
    float4 rect;
    float4 radii;
    float4 colours[2];
    uint mode;
    float softness;
    float border;
    float angle;
};
StructuredBuffer<Panel> Panels : register(t0);
Texture2D<float4> Backdrop : register(t1);
SamplerState LinearClamp : register(s0);

struct Interpolants
{
    float4 clip : SV_Position;
    noperspective float2 at : AT;
    nointerpolation uint panel : PANEL;
#if CLIPPED
    float4 distances : SV_ClipDistance0;
#endif
};

Interpolants VSPanel(float4 position : POSITION, uint id : SV_VertexID)
{
    Interpolants o;
    o.clip = position;
    o.panel = id / 6;
    o.at = position.xy;
#if CLIPPED
    o.distances = float4(position.xy + 0.9, 0.9 - position.xy);
#endif
    return o;
}

float RoundedBox(float2 p, float2 half_, float4 radii)
{
    radii.xy = p.x > 0 ? radii.xy : radii.zw;
    const float r = p.y > 0 ? radii.x : radii.y;
    const float2 q = abs(p) - half_ + r;
    return min(max(q.x, q.y), 0.0) + length(max(q, 0)) - r;
}

float SoftLight(float a, float b)
{
    if (b <= 0.5)
        return a - (1 - 2 * b) * a * (1 - a);
    const float d = a <= 0.25 ? ((16 * a - 12) * a + 4) * a : sqrt(a);
    return a + (2 * b - 1) * (d - a);
}

float3 SetLuminosity(float3 c, float l)
{
    c += l - Luminance(c);
    const float y = Luminance(c), low = min(c.r, min(c.g, c.b)), high = max(c.r, max(c.g, c.b));
    if (low < 0)
        c = y + (c - y) * (y / (y - low + 1e-5));
    if (high > 1)
        c = y + (c - y) * ((1 - y) / (high - y + 1e-5));
    return c;
}

float3 Blend(float3 a, float3 b, uint mode)
{
    float3 r = b;
    switch (mode)
    {
    case 0: break;
    case 1: r = a * b; break;
    case 2: r = a + b - a * b; break;
    case 3: [unroll] for (uint i = 0; i < 3; ++i) r[i] = a[i] <= 0.5 ? 2 * a[i] * b[i] : 1 - 2 * (1 - a[i]) * (1 - b[i]); break;
    case 4: r = min(a, b); break;
    case 5: r = max(a, b); break;
    case 6: r = select(b >= 1, 1, saturate(a / max(1 - b, 1e-4))); break;
    case 7: r = select(b <= 0, 0, 1 - saturate((1 - a) / max(b, 1e-4))); break;
    case 8: [unroll] for (uint k = 0; k < 3; ++k) r[k] = b[k] <= 0.5 ? 2 * a[k] * b[k] : 1 - 2 * (1 - a[k]) * (1 - b[k]); break;
    case 9: r = float3(SoftLight(a.r, b.r), SoftLight(a.g, b.g), SoftLight(a.b, b.b)); break;
    case 10: r = abs(a - b); break;
    case 11: r = a + b - 2 * a * b; break;
    case 12: r = SetLuminosity(b, Luminance(a)); break;
    case 13: r = SetLuminosity(a, Luminance(b)); break;
    case 14: // fall through
    case 15: r = saturate(a + b); break;
    }
    return r;
}

float4 PSPanel(Interpolants i) : SV_Target
{
    const Panel p = Panels[i.panel];
    const float2 centre = p.rect.xy - 0.5, half_ = 0.3 + 0.5 * p.rect.zw;
    float s, c;
    sincos(p.angle, s, c);
    const float2 local = mul(float2x2(c, -s, s, c), i.at - centre);
    const float d = RoundedBox(local, half_, p.radii * 0.2);
    const float width = max(fwidth(d), 1e-4);
    const float cover = saturate(0.5 - d / width);
    const float edge = saturate(0.5 - (abs(d + p.border * 0.05) - p.border * 0.05) / width);
#if GRADIENT
    const float4 fill = lerp(p.colours[0], p.colours[1], smoothstep(-half_.y, half_.y, local.y));
#else
    const float4 fill = p.colours[(uint)(local.x > 0)];
#endif
    const float shadow = exp2(-max(d, 0) / max(p.softness, 0.01)) * 0.5;
    const float3 back = Backdrop.SampleLevel(LinearClamp, i.at * 0.5 + 0.5, 0).rgb;
    const float3 mixed = Blend(back * (1 - shadow), fill.rgb, p.mode);
    return float4(lerp(back, lerp(mixed, p.colours[1].rgb, edge * 0.5), cover * fill.a), max(cover, shadow));
}
