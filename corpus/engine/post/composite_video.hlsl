// dxilkit-corpus
// An old set: colours modulated onto a carrier, filtered and demodulated, ghosts, shadow mask, curved glass, scan lines, afterglow.
// args: -T vs_6_0 -E VSSet
// args: -T ps_6_0 -E PSEncode
// args: -T ps_6_0 -E PSEncode -D PAL=1
// args: -T ps_6_0 -E PSDecode
// args: -T ps_6_0 -E PSDecode -D TAPS=12 -D PAL=1
// args: -T ps_6_0 -E PSTube
// args: -T ps_6_0 -E PSTube -D MASK=1
// args: -T ps_6_0 -E PSTube -D MASK=2 -D GLOW=1
// args: -T ps_6_6 -E PSTube -D MASK=3 -D GLOW=1
// set: Picture 32 32 0.03125 0.03125
#ifndef PAL
#define PAL 0
#endif
#ifndef TAPS
#define TAPS 8
#endif
#ifndef MASK
#define MASK 0
#endif
#ifndef GLOW
#define GLOW 0
#endif

float4 Picture;
float4 Tuning;   // hue, saturation, ghost, noise
float4 Glass;    // curvature, corner, vignette, zoom
uniform float Frame;
uniform bool Interlaced;
Texture2D Source;
Texture2D<float> Signal;
Texture2D Previous;
SamplerState PointClamp;
SamplerState LinearBorder;

static const float3x3 YIQ = { 0.299, 0.587, 0.114, 0.5959, -0.2746, -0.3213, 0.2115, -0.5227, 0.3112 };
static const float3x3 RGB = { 1, 0.956, 0.619, 1, -0.272, -0.647, 1, -1.106, 1.703 };

void VSSet(in float4 p : POSITION, in float2 uv : TEXCOORD0, out float4 clip : SV_Position, out float2 at : TEXCOORD0)
{
    clip = p;
    at = uv;
}

float Phase(float2 pixel)
{
    float p = pixel.x * (PAL ? 1.7734475 : 1.5707963) + 3.14159265 * fmod(pixel.y, 2);
    return p + Frame * 2.0943951;
}

float Noise(float2 p)
{
    return frac(sin(dot(p, float2(12.9898, 78.233)) + Frame) * 437.5453);
}

float4 PSEncode(float4 clip : SV_Position, float2 uv : TEXCOORD0) : SV_Target
{
    float2 pixel = floor(uv * Picture.xy);
    float3 c = mul(YIQ, Source.Sample(PointClamp, uv).rgb);
    float s, k;
    sincos(Phase(pixel), s, k);
#if PAL
    if (fmod(pixel.y, 2) >= 1)
        c.z = -c.z;
#endif
    float composite = c.x + c.y * k + c.z * s;
    float3 ghost = mul(YIQ, Source.Sample(PointClamp, uv - float2(Picture.z * 3, 0)).rgb);
    composite += ghost.x * Tuning.z * 0.2 + (Noise(pixel) - 0.5) * Tuning.w * 0.05;
    return composite;
}

float Kernel(float x) { return abs(x) < 1 ? 0.5 + 0.5 * cos(3.14159265 * x) : 0; }

float4 PSDecode(float4 clip : SV_Position, float2 uv : TEXCOORD0) : SV_Target
{
    float2 pixel = floor(uv * Picture.xy);
    float y = 0, weightY = 0, weightC = 0;
    float2 chroma = 0;
    for (int i = -TAPS; i <= TAPS; i++)
    {
        float2 q = pixel + float2(i, 0);
        float v = Signal.SampleLevel(PointClamp, (q + 0.5) * Picture.zw, 0);
        float wy = Kernel(i / 2.5), wc = Kernel(i / float(TAPS + 1));
        float s, k;
        sincos(Phase(q) + Tuning.x, s, k);
        y += v * wy;
        weightY += wy;
        chroma += v * wc * 2 * float2(k, s);
        weightC += wc;
    }
    y /= weightY;
    chroma /= weightC;
#if PAL
    if (fmod(pixel.y, 2) >= 1)
        chroma.y = -chroma.y;
#endif
    float3 rgb = mul(RGB, float3(y, chroma * Tuning.y * 1.5));
    return float4(saturate(rgb), 1);
}

float2 Curve(float2 uv)
{
    float2 p = uv * 2 - 1;
    float2 bend = p.yx * p.yx * Glass.x * 0.1;
    p += p * bend;
    return p / (1 + Glass.w * 0.05) * 0.5 + 0.5;
}

float3 ShadowMask(float2 pixel)
{
#if MASK == 1
    // Slots of an aperture grille.
    float x = fmod(pixel.x, 3);
    return x < 1 ? float3(1, 0.6, 0.6) : x < 2 ? float3(0.6, 1, 0.6) : float3(0.6, 0.6, 1);
#elif MASK == 2
    // Slots shifted by row.
    pixel.x += fmod(floor(pixel.y / 2), 2) * 1.5;
    float3 m = 0.6;
    m[int(fmod(pixel.x, 3))] = 1;
    return m * (fmod(pixel.y, 2) < 1 ? 1 : 0.85);
#elif MASK == 3
    static const float Table[4][4] = { { 1, 0.7, 0.4, 0.7 }, { 0.7, 1, 0.7, 0.4 }, { 0.4, 0.7, 1, 0.7 }, { 0.7, 0.4, 0.7, 1 } };
    uint2 p = uint2(pixel) & 3;
    return float3(Table[p.y][p.x], Table[p.y][(p.x + 1) & 3], Table[(p.y + 2) & 3][p.x]);
#else
    return 1;
#endif
}

float3 Beam(float2 uv, float row)
{
    float3 c = Source.Sample(LinearBorder, float2(uv.x, (row + 0.5) * Picture.w)).rgb;
    c = c * c;
    float3 width = 0.3 + 0.3 * c;
    float3 d = (uv.y * Picture.y - row - 0.5) / width;
    return c * exp(-0.5 * d * d) / (width * 2.5066283);
}

float4 PSTube(float4 clip : SV_Position, float2 uv : TEXCOORD0) : SV_Target
{
    float2 p = Curve(uv);
    float2 edge = abs(p - 0.5);
    float inside = 1 - smoothstep(0.48, 0.5, max(edge.x, edge.y) + Glass.y * 0.01);
    float row = floor(p.y * Picture.y - 0.5);
    if (Interlaced)
        row = floor(row / 2) * 2 + fmod(Frame, 2);
    float3 c = Beam(p, row) + Beam(p, row + 1) + Beam(p, row - 1);
    c *= ShadowMask(clip.xy);
#if GLOW
    float3 halo = 0;
    [unroll] for (int i = 0; i < 8; i++)
    {
        float2 d;
        sincos(i * 0.78539816, d.y, d.x);
        halo += Source.SampleLevel(LinearBorder, p + d * Picture.zw * 3, 0).rgb;
    }
    c += halo * 0.02;
    float3 old = Previous.Sample(LinearBorder, uv).rgb;
    c = max(c, old * float3(0.5, 0.4, 0.6));
#endif
    c *= inside * (1 - dot(edge, edge) * Glass.z);
    return float4(sqrt(max(c, 0)), 1);
}
