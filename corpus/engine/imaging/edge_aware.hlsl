// dxilkit-corpus
// Filters that keep edges: bilateral, joint bilateral upsampling, guided filter with colour guide, non-local means.
// args: -T cs_6_0 -E Bilateral
// args: -T cs_6_0 -E Bilateral -D RADIUS=2 -D CROSS=1
// args: -T cs_6_0 -E JointUpsample
// args: -T cs_6_0 -E GuidedCoefficients
// args: -T cs_6_0 -E GuidedApply
// args: -T cs_6_0 -E NonLocalMeans
// args: -T cs_6_6 -E NonLocalMeans
// args: -T cs_6_6 -E GuidedCoefficients
// data: cb0 16u 16u 0.0625 0.0625 2 0.2 0.5 0.01 0.5 0.5 0.25 0.25 3u 0u 0u 0u
// dispatch: 2 2 1

#include "image.hlsli"

#ifndef RADIUS
#define RADIUS 3
#endif
#ifndef CROSS
#define CROSS 0
#endif
#define TILE 8

ConstantBuffer<FilterConstants> Filter : register(b0);
Texture2D<float4> Input : register(t0);
Texture2D<float4> Guide : register(t1);
Texture2D<float4> Coefficients[4] : register(t2);
SamplerState LinearClamp : register(s0);
RWTexture2D<float4> Output : register(u0);
RWTexture2D<float4> CoefficientsOut[4] : register(u1);

float4 ColorFetch(uint2 at) { return Input[at]; }
SHARED_TILE(Color, float4, TILE, RADIUS)

[numthreads(TILE, TILE, 1)]
void Bilateral(int2 pixel : SV_DispatchThreadID, int2 local : SV_GroupThreadID, uint2 group : SV_GroupID, uint index : SV_GroupIndex)
{
    ColorLoad(group, index, TILE * TILE, Filter.size);
    const float4 center = ColorAt(local);
#if CROSS
    const float3 reference = Guide[pixel].rgb;
#else
    const float3 reference = center.rgb;
#endif
    float4 sum = 0;
    float total = 0;
    [unroll]
    for (int y = -RADIUS; y <= RADIUS; ++y)
    {
        [unroll]
        for (int x = -RADIUS; x <= RADIUS; ++x)
        {
            const float4 c = ColorAt(local + int2(x, y));
#if CROSS
            const float3 g = Guide[clamp(pixel + int2(x, y), 0, int2(Filter.size) - 1)].rgb;
#else
            const float3 g = c.rgb;
#endif
            const float space = float(x * x + y * y) / (2 * Square(Filter.sigmaSpace));
            const float range = dot(g - reference, g - reference) / (2 * Square(Filter.sigmaRange));
            const float w = exp(-space - range);
            sum += c * w;
            total += w;
        }
    }
    Output[pixel] = sum / total;
}

[numthreads(TILE, TILE, 1)]
void JointUpsample(int2 pixel : SV_DispatchThreadID)
{
    const float2 low = (pixel + 0.5) * Filter.scale - 0.5;
    const int2 corner = int2(floor(low));
    const float2 f = low - corner;
    const float4 guide = Guide[pixel];
    const float weights[4] = { (1 - f.x) * (1 - f.y), f.x * (1 - f.y), (1 - f.x) * f.y, f.x * f.y };
    float4 sum = 0, nearest = 0;
    float total = 0, closest = FLOAT_MAX;
    [unroll]
    for (uint i = 0; i < 4; ++i)
    {
        const int2 at = clamp(corner + int2(i & 1, i >> 1), 0, int2(Filter.size) - 1);
        const float4 c = Input[at];
        const float4 g = Guide[clamp(int2((at + 0.5) / Filter.scale), 0, int2(Filter.size) - 1)];
        const float d = abs(g.a - guide.a) + dot(abs(g.rgb - guide.rgb), 0.2);
        const float w = weights[i] / (Filter.epsilon + d);
        sum += c * w;
        total += w;
        if (d < closest)
        {
            closest = d;
            nearest = c;
        }
    }
    Output[pixel] = total > 1e-3 ? sum / total : nearest;
}

struct GuidedSums
{
    float3 meanI;
    float3 meanP;
    float3 varDiagonal;
    float3 varOff;
    float3x3 covariance;

    static GuidedSums Create()
    {
        GuidedSums s;
        s.meanI = 0;
        s.meanP = 0;
        s.varDiagonal = 0;
        s.varOff = 0;
        s.covariance = (float3x3)0;
        return s;
    }
    void Add(float3 i, float3 p)
    {
        meanI += i;
        meanP += p;
        varDiagonal += i * i;
        varOff += i.xxy * i.yzz;
        [unroll]
        for (uint c = 0; c < 3; ++c)
            covariance[c] += i * p[c];
    }
    void Finish(float count, float epsilon, out float3x3 a, out float3 b)
    {
        meanI /= count;
        meanP /= count;
        const float3 d = varDiagonal / count - meanI * meanI + epsilon;
        const float3 o = varOff / count - meanI.xxy * meanI.yzz;
        const float3x3 inverse = Inverse3(float3x3(d.x, o.x, o.y, o.x, d.y, o.z, o.y, o.z, d.z));
        [unroll]
        for (uint c = 0; c < 3; ++c)
        {
            a[c] = mul(inverse, covariance[c] / count - meanI * meanP[c]);
            b[c] = meanP[c] - dot(a[c], meanI);
        }
    }
};

[numthreads(TILE, TILE, 1)]
void GuidedCoefficients(int2 pixel : SV_DispatchThreadID)
{
    GuidedSums sums = GuidedSums::Create();
    for (int y = -2; y <= 2; ++y)
        for (int x = -2; x <= 2; ++x)
        {
            const int2 at = clamp(pixel + int2(x, y), 0, int2(Filter.size) - 1);
            sums.Add(Guide[at].rgb, Input[at].rgb);
        }
    float3x3 a;
    float3 b;
    sums.Finish(25, Filter.epsilon, a, b);
    CoefficientsOut[0][pixel] = float4(a[0], b.x);
    CoefficientsOut[1][pixel] = float4(a[1], b.y);
    CoefficientsOut[2][pixel] = float4(a[2], b.z);
    CoefficientsOut[3][pixel] = float4(sums.meanI, 1);
}

[numthreads(TILE, TILE, 1)]
void GuidedApply(int2 pixel : SV_DispatchThreadID)
{
    const float2 uv = (pixel + 0.5) * Filter.inverseSize;
    const float3 guide = Guide[pixel].rgb;
    float3 result;
    [unroll]
    for (uint c = 0; c < 3; ++c)
    {
        const float4 k = Coefficients[c].SampleLevel(LinearClamp, uv, 1);
        result[c] = dot(k.xyz, guide) + k.w;
    }
    Output[pixel] = float4(lerp(Input[pixel].rgb, result, Filter.strength), 1);
}

float PatchDistance(int2 a, int2 b)
{
    float sum = 0;
    [unroll]
    for (int y = -1; y <= 1; ++y)
        [unroll]
        for (int x = -1; x <= 1; ++x)
        {
            const float3 d = ColorAt(a + int2(x, y)).rgb - ColorAt(b + int2(x, y)).rgb;
            sum += dot(d, d);
        }
    return sum / 9;
}

[numthreads(TILE, TILE, 1)]
void NonLocalMeans(int2 pixel : SV_DispatchThreadID, int2 local : SV_GroupThreadID, uint2 group : SV_GroupID, uint index : SV_GroupIndex)
{
    ColorLoad(group, index, TILE * TILE, Filter.size);
    float4 sum = 0;
    float total = 0, largest = 0;
    const int search = RADIUS - 1;
    const float h = 1 / Square(Filter.sigmaRange);
    [loop]
    for (int y = -search; y <= search; ++y)
        [loop]
        for (int x = -search; x <= search; ++x)
        {
            if (x == 0 && y == 0)
                continue;
            const float w = exp(-max(PatchDistance(local, local + int2(x, y)) - 2 * Square(Filter.epsilon), 0) * h);
            sum += ColorAt(local + int2(x, y)) * w;
            total += w;
            largest = max(largest, w);
        }
    sum += ColorAt(local) * largest;
    Output[pixel] = sum / max(total + largest, 1e-5);
}
