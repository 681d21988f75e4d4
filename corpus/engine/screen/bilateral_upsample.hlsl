// dxilkit-corpus
// Half-resolution buffers brought to full size: joint bilateral weights of depth and normals, edge-avoiding à-trous filter before it.
// args: -T cs_6_0 -E Upsample
// args: -T cs_6_0 -E Upsample -D NORMAL_WEIGHTS=1
// args: -T cs_6_0 -E Atrous -D STEP_WIDTH=1
// args: -T cs_6_0 -E Atrous -D STEP_WIDTH=2 -D VARIANCE=1
// args: -T cs_6_6 -E Atrous -D STEP_WIDTH=4 -D VARIANCE=1
// set: resolution 32 32
// set: invResolution 0.03125 0.03125
// set: nearPlane 0.1
// set: farPlane 30
// dispatch: 4 4 1
#include "../shared/view.hlsli"
#include "../shared/packing.hlsli"
#include "../shared/color.hlsli"

#ifndef NORMAL_WEIGHTS
#define NORMAL_WEIGHTS 0
#endif
#ifndef STEP_WIDTH
#define STEP_WIDTH 1
#endif
#ifndef VARIANCE
#define VARIANCE 0
#endif

cbuffer Upsampling : register(b1)
{
    float depthSigma;
    float normalSigma;
    float luminanceSigma;
    float threshold;
};
ConstantBuffer<ViewData> View : register(b0);
Texture2D<float4> HalfColor : register(t0);
Texture2D<float> HalfDepth : register(t1);
Texture2D<float> FullDepth : register(t2);
Texture2D<float4> Normals : register(t3);
SamplerState PointClamp : register(s0);
SamplerState LinearClamp : register(s1);
RWTexture2D<float4> Output : register(u0);

float4 LinearDepths(float4 d) { return float4(View.LinearDepth(d.x), View.LinearDepth(d.y), View.LinearDepth(d.z), View.LinearDepth(d.w)); }

[numthreads(8, 8, 1)]
void Upsample(uint3 id : SV_DispatchThreadID)
{
    if (!View.Contains(id.xy)) return;
    float2 uv = View.UvOf(id.xy);
    float z = View.LinearDepth(FullDepth.SampleLevel(PointClamp, uv, 0.0f));
    float4 depths = LinearDepths(HalfDepth.GatherRed(PointClamp, uv));
    float4 r = HalfColor.GatherRed(PointClamp, uv);
    float4 g = HalfColor.GatherGreen(PointClamp, uv);
    float4 b = HalfColor.GatherBlue(PointClamp, uv);
    float2 f = frac(uv * 16.0f - 0.5f);
    float4 bilinear = float4((1.0f - f.x) * f.y, f.x * f.y, f.x * (1.0f - f.y), (1.0f - f.x) * (1.0f - f.y));
    float4 difference = abs(depths - z) / max(z, 0.1f);
    float4 weights = bilinear / (depthSigma * 0.1f + difference + 1e-3f);
#if NORMAL_WEIGHTS
    float3 n = DecodeOctahedral(Normals.SampleLevel(PointClamp, uv, 0.0f).xy * 2.0f - 1.0f);
    static const int2 corners[4] = { int2(0, 1), int2(1, 1), int2(1, 0), int2(0, 0) };
    int2 base = int2(floor(uv * 16.0f - 0.5f));
    [unroll] for (uint i = 0u; i < 4u; ++i)
    {
        float3 m = DecodeOctahedral(Normals.Load(int3((base + corners[i]) & 15, 0)).xy * 2.0f - 1.0f);
        weights[i] *= pow(saturate(dot(n, m)), 4.0f + normalSigma * 8.0f) + 1e-3f;
    }
#endif
    float sum = dot(weights, 1.0f);
    float3 color = float3(dot(r, weights), dot(g, weights), dot(b, weights)) / max(sum, 1e-5f);
    // All four alike: the hardware's filter is as good.
    if (all(difference < threshold * 0.1f)) color = HalfColor.SampleLevel(LinearClamp, uv, 0.0f).rgb;
    Output[id.xy] = float4(color, sum);
}

static const float KERNEL[3] = { 3.0f / 8.0f, 1.0f / 4.0f, 1.0f / 16.0f };

#if VARIANCE
float BlurredVariance(int2 pixel)
{
    static const float k[2][2] = { { 0.25f, 0.125f }, { 0.125f, 0.0625f } };
    float sum = 0.0f;
    [unroll] for (int y = -1; y <= 1; ++y)
        [unroll] for (int x = -1; x <= 1; ++x)
            sum += HalfColor.Load(int3((pixel + int2(x, y)) & 15, 0)).a * k[abs(y)][abs(x)];
    return sum;
}
#endif

[numthreads(8, 8, 1)]
void Atrous(uint3 id : SV_DispatchThreadID)
{
    if (!View.Contains(id.xy)) return;
    int2 pixel = int2(id.xy);
    float4 center = HalfColor.Load(int3(pixel & 15, 0));
    float z = View.LinearDepth(HalfDepth.Load(int3(pixel & 15, 0)));
    float3 n = DecodeOctahedral(Normals.Load(int3(pixel & 15, 0)).xy * 2.0f - 1.0f);
    float lum = Luminance(center.rgb);
    float zx = View.LinearDepth(HalfDepth.Load(int3((pixel + int2(1, 0)) & 15, 0))) - z;
    float zy = View.LinearDepth(HalfDepth.Load(int3((pixel + int2(0, 1)) & 15, 0))) - z;
#if VARIANCE
    float phi = luminanceSigma * 4.0f * sqrt(max(BlurredVariance(pixel), 1e-6f)) + 1e-2f;
#else
    float phi = luminanceSigma + 0.05f;
#endif
    float3 sum = center.rgb * KERNEL[0] * KERNEL[0];
    float weights = KERNEL[0] * KERNEL[0];
    float variance = center.a * Square(weights);
    [unroll] for (int y = -2; y <= 2; ++y)
        [unroll] for (int x = -2; x <= 2; ++x)
        {
            if (x == 0 && y == 0) continue;
            int2 at = pixel + int2(x, y) * STEP_WIDTH;
            bool inside = all(at >= 0) && all(at < int2(View.resolution));
            float4 c = HalfColor.Load(int3(at & 15, 0));
            float zi = View.LinearDepth(HalfDepth.Load(int3(at & 15, 0)));
            float3 ni = DecodeOctahedral(Normals.Load(int3(at & 15, 0)).xy * 2.0f - 1.0f);
            float expected = z + zx * float(x * STEP_WIDTH) + zy * float(y * STEP_WIDTH);
            float wz = abs(zi - expected) / (depthSigma * z + 0.1f);
            float wn = pow(saturate(dot(n, ni)), 16.0f);
            float wl = abs(Luminance(c.rgb) - lum) / phi;
            float w = exp(-wz - wl) * wn * KERNEL[abs(x)] * KERNEL[abs(y)];
            w = inside ? w : 0.0f;
            sum += c.rgb * w;
            variance += c.a * w * w;
            weights += w;
        }
    Output[id.xy] = float4(sum / weights, variance / Square(weights));
}
