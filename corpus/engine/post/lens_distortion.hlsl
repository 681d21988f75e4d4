// dxilkit-corpus
// Lens model: Brown-Conrady distortion with its inverse by Newton steps, Panini projection, distortion table, resampling with a Lanczos kernel.
// args: -T cs_6_0 -E BakeTable
// args: -T cs_6_0 -E BakeTable -D PANINI=1
// args: -T cs_6_0 -E Resample
// args: -T cs_6_0 -E Resample -D KERNEL=2
// args: -T cs_6_0 -E Resample -D KERNEL=3 -D FILM=1
// args: -T cs_6_6 -E Resample -D KERNEL=2 -D FILM=1
// set: size 32 32
// range: radial -0.1 0.2
// range: tangential -0.02 0.02
// set: focal 1.2 1.2
// dispatch: 4 4 1
#include "../shared/color.hlsli"

#ifndef PANINI
#define PANINI 0
#endif
#ifndef KERNEL
#define KERNEL 1
#endif
#ifndef FILM
#define FILM 0
#endif

cbuffer Lens : register(b0)
{
    uint2 size;
    float2 focal;
    float3 radial;
    float paniniDistance;
    float2 tangential;
    float2 center;
    float cropScale;
    float halation;
    float gateWeave;
    float time;
    float4x4 filmMatrix;
};
Texture2D<float4> Scene : register(t0);
Texture2D<float4> Table : register(t1);
Texture2D<float4> Dust : register(t2);
SamplerState LinearClamp : register(s0);
RWTexture2D<float4> Output : register(u0);

float2 Distort(float2 p)
{
    float r2 = dot(p, p);
    float k = 1.0f + r2 * (radial.x + r2 * (radial.y + r2 * radial.z));
    float2 t = 2.0f * tangential * p.x * p.y + tangential.yx * (r2 + 2.0f * p * p);
    return p * k + t;
}

float2x2 Jacobian(float2 p)
{
    float r2 = dot(p, p);
    float k = 1.0f + r2 * (radial.x + r2 * (radial.y + r2 * radial.z));
    float dk = radial.x + r2 * (2.0f * radial.y + 3.0f * r2 * radial.z);
    float2x2 j;
    j._11 = k + 2.0f * p.x * p.x * dk + 2.0f * tangential.x * p.y + 6.0f * tangential.y * p.x;
    j._12 = 2.0f * p.x * p.y * dk + 2.0f * tangential.x * p.x + 2.0f * tangential.y * p.y;
    j._21 = j._12;
    j._22 = k + 2.0f * p.y * p.y * dk + 6.0f * tangential.x * p.y + 2.0f * tangential.y * p.x;
    return j;
}

float2 Undistort(float2 target)
{
    float2 p = target;
    [unroll] for (uint i = 0u; i < 4u; ++i)
    {
        float2 e = Distort(p) - target;
        float2x2 j = Jacobian(p);
        float det = determinant(j);
        float2 step = float2(j._22 * e.x - j._12 * e.y, j._11 * e.y - j._21 * e.x) / (abs(det) > 1e-4f ? det : 1e-4f);
        p -= step;
    }
    return p;
}

float2 PaniniProject(float2 v)
{
    float d = paniniDistance;
    float x2 = 1.0f + v.x * v.x;
    float root = d + sqrt(x2 + x2 * d * d - v.x * v.x * d * d);
    float cosPhi = (-v.x * v.x * d + sqrt(max(Square(v.x * v.x * d) - (1.0f + v.x * v.x) * (v.x * v.x * d * d - 1.0f), 0.0f))) / x2;
    float s = (d + 1.0f) / (d + cosPhi);
    return float2(v.x * s, v.y * s) * (1.0f + root * 1e-3f);
}

[numthreads(8, 8, 1)]
void BakeTable(uint3 id : SV_DispatchThreadID)
{
    if (any(id.xy >= size)) return;
    float2 uv = (float2(id.xy) + 0.5f) / float2(size);
    float2 p = (uv - 0.5f - (center - 0.5f) * 0.1f) * 2.0f / focal;
#if PANINI
    p = PaniniProject(p);
#endif
    float2 forward = Distort(p);
    float2 backward = Undistort(p);
    float2 scale = lerp(0.8f, 1.0f, cropScale);
    float2 to = forward * focal * 0.5f * scale + 0.5f;
    float2 from = backward * focal * 0.5f / scale + 0.5f;
    Output[id.xy] = float4(to - uv, from - uv);
}

float Lanczos(float x, float a)
{
    if (abs(x) < 1e-4f) return 1.0f;
    if (abs(x) >= a) return 0.0f;
    float px = PI * x;
    return a * sin(px) * sin(px / a) / (px * px);
}

float3 SampleKernel(float2 uv)
{
#if KERNEL == 1
    return Scene.SampleLevel(LinearClamp, uv, 0.0f).rgb;
#else
    float2 at = uv * 16.0f - 0.5f;
    int2 base = int2(floor(at));
    float2 f = at - float2(base);
    float wx[2 * KERNEL], wy[2 * KERNEL];
    [unroll] for (int i = 0; i < 2 * KERNEL; ++i)
    {
        wx[i] = Lanczos(float(i - KERNEL + 1) - f.x, float(KERNEL));
        wy[i] = Lanczos(float(i - KERNEL + 1) - f.y, float(KERNEL));
    }
    float3 sum = 0.0f, low = 1e4f, high = 0.0f;
    float weights = 0.0f;
    [unroll] for (int y = 0; y < 2 * KERNEL; ++y)
        [unroll] for (int x = 0; x < 2 * KERNEL; ++x)
        {
            int2 p = clamp(base + int2(x, y) - KERNEL + 1, 0, 15);
            float3 c = Scene.Load(int3(p, 0)).rgb;
            float w = wx[x] * wy[y];
            sum += c * w;
            weights += w;
            if (x >= KERNEL - 1 && x <= KERNEL && y >= KERNEL - 1 && y <= KERNEL)
            {
                low = min(low, c);
                high = max(high, c);
            }
        }
    // Ringing stays between the four nearest.
    return clamp(sum / weights, low, high);
#endif
}

#if FILM
float3 FilmLook(float3 c, float2 uv, uint2 pixel)
{
    float3 glow = 0.0f;
    [unroll] for (uint i = 0u; i < 8u; ++i)
    {
        float s, k;
        sincos(float(i) * TWO_PI / 8.0f, s, k);
        float3 n = Scene.SampleLevel(LinearClamp, uv + float2(k, s) * (0.02f + 0.04f * halation), 0.0f).rgb;
        glow += max(n - 0.6f, 0.0f);
    }
    c += glow * float3(0.2f, 0.05f, 0.01f) * halation;
    c = mul((float3x3)filmMatrix * 0.1f + float3x3(0.9f, 0, 0, 0, 0.9f, 0, 0, 0, 0.9f), c);
    float dust = Dust.SampleLevel(LinearClamp, frac(uv + frac(floor(time * 24.0f) * 0.61803f)), 0.0f).x;
    c *= dust > 0.97f ? 0.3f : 1.0f;
    uint h = HashCombine(HashCombine(pixel.x, pixel.y), uint(time * 24.0f));
    float grain = (ToUnitFloat(h) + ToUnitFloat(HashUint(h)) - 1.0f) * 0.05f;
    return c * (1.0f + grain * (1.0f - Luminance(saturate(c))));
}
#endif

[numthreads(8, 8, 1)]
void Resample(uint3 id : SV_DispatchThreadID)
{
    if (any(id.xy >= size)) return;
    float2 uv = (float2(id.xy) + 0.5f) / float2(size);
    float4 t = Table.SampleLevel(LinearClamp, uv, 0.0f) - 0.5f;
    float2 weave = gateWeave * 0.01f * float2(sin(time * 3.1f), cos(time * 2.3f));
    float2 at = uv + t.zw * 0.1f + weave;
    float3 c = SampleKernel(at);
    if (any(at < 0.0f) || any(at > 1.0f)) c = 0.0f;
#if FILM
    c = FilmLook(c, at, id.xy);
#endif
    Output[id.xy] = float4(c, 1.0f);
}
