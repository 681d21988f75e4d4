// dxilkit-corpus
// Resampling: Lanczos and Mitchell kernels in two passes, directional upscaling by analysed edges with sharpening, and mip generation
// that keeps alpha coverage and normal variance.
// args: -T cs_6_0 -E Separable -D KERNEL=0
// args: -T cs_6_0 -E Separable -D KERNEL=1 -D VERTICAL=1
// args: -T cs_6_0 -E Directional
// args: -T cs_6_2 -E Directional -D HALF=1 -enable-16bit-types
// args: -T cs_6_0 -E Sharpen
// args: -T cs_6_0 -E GenerateMips
// args: -T cs_6_6 -E GenerateMips
// data: cb0 16u 16u 0.0625 0.0625 2 0.2 0.5 0.01 0.5 0.5 0.25 0.25 3u 0u 0u 0u
// dispatch: 2 2 1

#include "image.hlsli"

#ifndef KERNEL
#define KERNEL 0
#endif
#ifndef VERTICAL
#define VERTICAL 0
#endif

ConstantBuffer<FilterConstants> Filter : register(b0);
Texture2D<float4> Input : register(t0);
SamplerState LinearClamp : register(s0);
RWTexture2D<float4> Output : register(u0);
RWTexture2D<float4> Mips[3] : register(u1);

struct LanczosKernel
{
    static float Radius() { return 3; }
    static float Weight(float x)
    {
        x = abs(x);
        if (x < 1e-4)
            return 1;
        if (x >= 3)
            return 0;
        const float p = PI * x;
        return 3 * sin(p) * sin(p / 3) / (p * p);
    }
};
struct MitchellKernel
{
    static float Radius() { return 2; }
    static float Weight(float x)
    {
        const float b = 1.0 / 3, c = 1.0 / 3;
        x = abs(x);
        if (x < 1)
            return ((12 - 9 * b - 6 * c) * x * x * x + (-18 + 12 * b + 6 * c) * x * x + (6 - 2 * b)) / 6;
        if (x < 2)
            return ((-b - 6 * c) * x * x * x + (6 * b + 30 * c) * x * x + (-12 * b - 48 * c) * x + (8 * b + 24 * c)) / 6;
        return 0;
    }
};

template <typename Kernel>
float4 Resample(int2 pixel, int2 axis, float scale, float offset)
{
    const float along = dot(float2(pixel), float2(axis));
    const float center = (along + 0.5) * scale + offset - 0.5;
    const float width = max(scale, 1), radius = Kernel::Radius() * width;
    const int first = int(ceil(center - radius)), last = int(floor(center + radius));
    float4 sum = 0, lo = FLOAT_MAX, hi = -FLOAT_MAX;
    float total = 0;
    [loop]
    for (int i = first; i <= last; ++i)
    {
        const float w = Kernel::Weight((i - center) / width);
        const int2 at = clamp(pixel * (1 - axis) + axis * i, 0, int2(Filter.size) - 1);
        const float4 c = Input[at];
        sum += c * w;
        total += w;
        if (abs(i - center) < 1)
        {
            lo = min(lo, c);
            hi = max(hi, c);
        }
    }
    // No ringing beyond the two nearest pixels.
    return clamp(sum / total, lo, hi);
}

[numthreads(8, 8, 1)]
void Separable(int2 pixel : SV_DispatchThreadID)
{
    const int2 axis = VERTICAL ? int2(0, 1) : int2(1, 0);
#if KERNEL == 0
    Output[pixel] = Resample<LanczosKernel>(pixel, axis, Filter.scale[VERTICAL], Filter.offset[VERTICAL]);
#else
    Output[pixel] = Resample<MitchellKernel>(pixel, axis, Filter.scale[VERTICAL], Filter.offset[VERTICAL]);
#endif
}

#ifdef HALF
typedef float16_t Real;
typedef vector<float16_t, 2> Real2;
typedef vector<float16_t, 3> Real3;
#else
typedef float Real;
typedef float2 Real2;
typedef float3 Real3;
#endif

struct EdgeAnalysis
{
    Real2 direction;
    Real strength;

    void Add(Real weight, Real left, Real right, Real center, Real top, Real bottom)
    {
        const Real dx = right - left, dy = bottom - top;
        const Real hx = max(abs(right - center), abs(center - left)), hy = max(abs(bottom - center), abs(center - top));
        direction += Real2(dx, dy) * weight;
        const Real lx = saturate(abs(dx) / max(hx, Real(1e-3))), ly = saturate(abs(dy) / max(hy, Real(1e-3)));
        strength += (lx * lx + ly * ly) * weight;
    }
};

Real3 ReadColor(int2 at) { return Real3(Input[clamp(at, 0, int2(Filter.size) - 1)].rgb); }
Real LumaOf(Real3 c) { return c.g + Real(0.5) * (c.r + c.b); }

[numthreads(8, 8, 1)]
void Directional(int2 pixel : SV_DispatchThreadID)
{
    const float2 source = (pixel + 0.5) * Filter.scale + Filter.offset - 0.5;
    const int2 base = int2(floor(source));
    const Real2 f = Real2(source - base);
    // Twelve taps: a cross of 4x4 without its corners.
    static const int2 TAPS[12] =
    {
        int2(0, -1), int2(1, -1), int2(-1, 0), int2(0, 0), int2(1, 0), int2(2, 0),
        int2(-1, 1), int2(0, 1), int2(1, 1), int2(2, 1), int2(0, 2), int2(1, 2)
    };
    Real3 colors[12];
    Real luma[12];
    [unroll]
    for (uint i = 0; i < 12; ++i)
    {
        colors[i] = ReadColor(base + TAPS[i]);
        luma[i] = LumaOf(colors[i]);
    }
    EdgeAnalysis edge;
    edge.direction = Real2(0, 0);
    edge.strength = Real(0);
    edge.Add((1 - f.x) * (1 - f.y), luma[2], luma[4], luma[3], luma[0], luma[7]);
    edge.Add(f.x * (1 - f.y), luma[3], luma[5], luma[4], luma[1], luma[8]);
    edge.Add((1 - f.x) * f.y, luma[6], luma[8], luma[7], luma[3], luma[10]);
    edge.Add(f.x * f.y, luma[7], luma[9], luma[8], luma[4], luma[11]);
    const Real square = dot(edge.direction, edge.direction);
    const Real2 d = square < Real(1.0 / 32768) ? Real2(1, 0) : edge.direction * rsqrt(square);
    Real s = edge.strength * Real(0.5);
    s *= s;
    const Real stretch = dot(d, d) / max(max(abs(d.x), abs(d.y)), Real(0.01));
    const Real2 len = Real2(1 + (stretch - 1) * s, 1 - Real(0.5) * s);
    const Real lobe = Real(0.5) - Real(0.29) * s;
    const Real clip = 1 / max(lobe, Real(0.05));
    Real3 sum = Real3(0, 0, 0);
    Real total = Real(0);
    [unroll]
    for (uint k = 0; k < 12; ++k)
    {
        const Real2 o = Real2(TAPS[k]) - f;
        const Real2 v = Real2(dot(o, d), dot(o, Real2(-d.y, d.x))) * len;
        const Real d2 = min(dot(v, v), clip);
        const Real wb = Real(0.4) * d2 - 1, wa = lobe * d2 - 1;
        const Real w = (Real(25.0 / 16) * wb * wb - Real(9.0 / 16)) * wa * wa;
        sum += colors[k] * w;
        total += w;
    }
    const Real3 lo = min(min(colors[3], colors[4]), min(colors[7], colors[8])), hi = max(max(colors[3], colors[4]), max(colors[7], colors[8]));
    Output[pixel] = float4(float3(clamp(sum / total, lo, hi)), 1);
}

[numthreads(8, 8, 1)]
void Sharpen(int2 pixel : SV_DispatchThreadID)
{
    const float3 c = Input[pixel].rgb;
    float3 cross_[4];
    static const int2 SIDES[4] = { int2(0, -1), int2(-1, 0), int2(1, 0), int2(0, 1) };
    float3 lo = c, hi = c, sum = 0;
    [unroll]
    for (uint i = 0; i < 4; ++i)
    {
        cross_[i] = Input[clamp(pixel + SIDES[i], 0, int2(Filter.size) - 1)].rgb;
        lo = min(lo, cross_[i]);
        hi = max(hi, cross_[i]);
        sum += cross_[i];
    }
    // As much as fits between black and white.
    const float3 hitMin = lo / (4 * hi + 1e-4), hitMax = (1 - hi) / (4 * lo - 4 + -1e-4);
    const float3 lobes = max(-hitMin, hitMax);
    const float lobe = max(-0.1875, min(MaxComponent(lobes), 0)) * exp2(-Filter.strength);
    Output[pixel] = float4((lobe * sum + c) / (4 * lobe + 1), 1);
}

groupshared float4 MipTile[8][8];
groupshared uint CoverageCount;

[numthreads(8, 8, 1)]
void GenerateMips(uint2 pixel : SV_DispatchThreadID, uint2 local : SV_GroupThreadID, uint2 group : SV_GroupID, uint index : SV_GroupIndex)
{
    if (index == 0)
        CoverageCount = 0;
    float4 c = Input.SampleLevel(LinearClamp, (pixel * 2 + 1) * 0.5 * Filter.inverseSize, 0);
    // Normals get shorter where they vary: the length tells the roughness.
    float3 n = c.rgb * 2 - 1;
    MipTile[local.y][local.x] = float4(n, c.a);
    GroupMemoryBarrierWithGroupSync();
    if (c.a > Filter.strength)
        InterlockedAdd(CoverageCount, 1);
    [unroll]
    for (uint level = 0; level < 3; ++level)
    {
        const uint width = 4u >> level;
        GroupMemoryBarrierWithGroupSync();
        float4 sum = 0;
        if (all(local < width))
        {
            [unroll]
            for (uint i = 0; i < 4; ++i)
                sum += MipTile[local.y * 2 + (i >> 1)][local.x * 2 + (i & 1)] * 0.25;
        }
        GroupMemoryBarrierWithGroupSync();
        if (all(local < width))
        {
            MipTile[local.y][local.x] = sum;
            const float l = length(sum.rgb);
            const float kappa = (3 * l - l * l * l) / max(1 - l * l, 1e-3);
            const float roughness = sqrt(saturate(1 / max(kappa, 1e-3)));
            const float wanted = CoverageCount / 64.0;
            const float alpha = saturate(sum.a + (wanted - 0.5) * (level + 1) * 0.05);
            Mips[level][group * width + local] = float4(OctEncode(SafeNormalize(sum.rgb)), roughness, alpha);
        }
    }
}
