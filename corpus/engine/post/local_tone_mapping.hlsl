// dxilkit-corpus
// Exposure fusion: three exposures weighted and blended through Laplacian pyramids; and a bilateral grid with trilinear slicing.
// args: -T cs_6_0 -E Weights
// args: -T cs_6_0 -E BlendLevel
// args: -T cs_6_0 -E BlendLevel -D BOOST=1
// args: -T cs_6_0 -E Assemble
// args: -T cs_6_0 -E BuildGrid
// args: -T cs_6_0 -E SliceGrid
// args: -T cs_6_2 -E SliceGrid -D MIN_PRECISION=1
// set: size 32 32
// set: gridSize 4 4 8
// range: Grid 0 4000
// dispatch: 4 4 1
#include "../shared/color.hlsli"

#ifndef BOOST
#define BOOST 0
#endif
#ifndef MIN_PRECISION
#define MIN_PRECISION 0
#endif
#if MIN_PRECISION
typedef min16float lp;
typedef min16float3 lp3;
#else
typedef float lp;
typedef float3 lp3;
#endif

struct GridCell
{
    uint sum;
    uint count;
};

cbuffer LocalTone : register(b0)
{
    uint2 size;
    float exposureSpread;
    float weightSigma;
    uint3 gridSize;
    float detail;
    float3 keyValues;
    float compression;
    float boost;
    float coarsest;
};
Texture2D<float4> Scene : register(t0);
Texture2D<float4> Exposures : register(t1);
Texture2D<float4> ExposureWeights : register(t2);
Texture2D<float4> CoarseExposures : register(t3);
Texture2D<float4> Accumulated : register(t4);
StructuredBuffer<GridCell> Grid : register(t5);
SamplerState LinearClamp : register(s0);
RWTexture2D<float4> Output : register(u0);
RWTexture2D<float4> OutputWeights : register(u1);
RWStructuredBuffer<GridCell> GridOutput : register(u2);

float Curve(float y) { return sqrt(saturate(y / (1.0f + y))); }

[numthreads(8, 8, 1)]
void Weights(uint3 id : SV_DispatchThreadID)
{
    if (any(id.xy >= size)) return;
    float y = Luminance(Scene.Load(int3(id.xy & 15u, 0)).rgb);
    float spread = exp2(1.0f + exposureSpread * 2.0f);
    float3 values = float3(Curve(y * spread), Curve(y), Curve(y / spread));
    float3 d = values - 0.5f;
    float3 w = exp(-0.5f * d * d / Square(0.1f + weightSigma * 0.3f));
    w /= w.x + w.y + w.z + 1e-5f;
    Output[id.xy] = float4(values, y);
    OutputWeights[id.xy] = float4(w, 1.0f);
}

/// Detail of a level: what the next coarser one, brought up, does not have.
[numthreads(8, 8, 1)]
void BlendLevel(uint3 id : SV_DispatchThreadID)
{
    if (any(id.xy >= size)) return;
    float2 uv = (float2(id.xy) + 0.5f) / float2(size);
    float3 fine = Exposures.SampleLevel(LinearClamp, uv, 0.0f).xyz;
    float3 coarse = CoarseExposures.SampleLevel(LinearClamp, uv, 1.0f).xyz;
    float3 laplacian = fine - coarse;
    float3 w = ExposureWeights.SampleLevel(LinearClamp, uv, 0.0f).xyz;
#if BOOST
    laplacian = sign(laplacian) * pow(abs(laplacian), 1.0f / (1.0f + boost));
    float3 contrast = abs(laplacian);
    w *= 1.0f + contrast * 4.0f;
#endif
    w /= dot(w, 1.0f) + 1e-4f;
    float up = Accumulated.SampleLevel(LinearClamp, uv, 1.0f).x;
    float result = (coarsest > 0.5f ? dot(fine, w) : up + dot(laplacian, w));
    Output[id.xy] = float4(result, laplacian);
}

[numthreads(8, 8, 1)]
void Assemble(uint3 id : SV_DispatchThreadID)
{
    if (any(id.xy >= size)) return;
    float2 uv = (float2(id.xy) + 0.5f) / float2(size);
    // Guided upsampling: a line fits the fused luminance to the original one around.
    float2 texel = 1.0f / 16.0f;
    float mx = 0.0f, my = 0.0f, xx = 0.0f, xy = 0.0f;
    [unroll] for (int j = -1; j <= 1; ++j)
        [unroll] for (int i = -1; i <= 1; ++i)
        {
            float2 at = uv + float2(i, j) * texel;
            float x = Exposures.SampleLevel(LinearClamp, at, 0.0f).y;
            float y = Accumulated.SampleLevel(LinearClamp, at, 0.0f).x;
            float w = exp(-0.5f * float(i * i + j * j));
            mx += x * w;
            my += y * w;
            xx += x * x * w;
            xy += x * y * w;
        }
    const float total = 1.0f + 4.0f * 0.6065307f + 4.0f * 0.3678794f;
    mx /= total;
    my /= total;
    float a = (xy / total - mx * my) / (max(xx / total - mx * mx, 0.0f) + 1e-3f);
    float b = my - a * mx;
    float3 color = Scene.SampleLevel(LinearClamp, uv, 0.0f).rgb;
    float y = Luminance(color);
    float target = max(a * Curve(y) + b, 0.0f);
    float scale = Square(target) / max(Square(Curve(y)), 1e-4f);
    Output[id.xy] = float4(color * scale, scale);
}

groupshared uint CellSum[8];
groupshared uint CellCount[8];

[numthreads(8, 8, 1)]
void BuildGrid(uint3 id : SV_DispatchThreadID, uint3 group : SV_GroupID, uint lane : SV_GroupIndex)
{
    if (lane < 8u)
    {
        CellSum[lane] = 0u;
        CellCount[lane] = 0u;
    }
    GroupMemoryBarrierWithGroupSync();
    float y = Luminance(Scene.Load(int3(id.xy & 15u, 0)).rgb);
    float l = saturate((log2(max(y, 1e-4f)) + 8.0f) / 10.0f);
    float at = l * float(gridSize.z - 1u);
    uint slice = uint(at);
    uint high = uint(frac(at) * 256.0f);
    // Both neighbours, in fixed point, so that the order does not matter.
    InterlockedAdd(CellSum[slice], uint(l * 255.0f) * (256u - high));
    InterlockedAdd(CellCount[slice], 256u - high);
    InterlockedAdd(CellSum[min(slice + 1u, 7u)], uint(l * 255.0f) * high);
    InterlockedAdd(CellCount[min(slice + 1u, 7u)], high);
    GroupMemoryBarrierWithGroupSync();
    if (lane >= gridSize.z) return;
    GridCell c;
    c.sum = CellSum[lane];
    c.count = CellCount[lane];
    GridOutput[(lane * gridSize.y + group.y) * gridSize.x + group.x] = c;
}

float2 CellAt(int3 p)
{
    uint3 c = uint3(clamp(p, 0, int3(gridSize) - 1));
    GridCell g = Grid[((c.z * gridSize.y + c.y) * gridSize.x + c.x) & 63u];
    return float2(g.sum, g.count);
}

[numthreads(8, 8, 1)]
void SliceGrid(uint3 id : SV_DispatchThreadID)
{
    if (any(id.xy >= size)) return;
    lp3 color = (lp3)Scene.Load(int3(id.xy & 15u, 0)).rgb;
    float y = Luminance(float3(color));
    float l = saturate((log2(max(y, 1e-4f)) + 8.0f) / 10.0f);
    float3 at = float3((float2(id.xy) + 0.5f) / float2(size) * float2(gridSize.xy) - 0.5f, l * float(gridSize.z - 1u));
    int3 base = int3(floor(at));
    float3 f = at - float3(base);
    float2 sum = 0.0f;
    [unroll] for (uint i = 0u; i < 8u; ++i)
    {
        int3 o = int3(i & 1u, (i >> 1) & 1u, i >> 2);
        float3 w = lerp(1.0f - f, f, float3(o));
        sum += CellAt(base + o) * (w.x * w.y * w.z);
    }
    lp average = (lp)saturate(sum.x / max(sum.y * 255.0f, 1e-3f));
    lp fine = (lp)l - average;
    lp target = lerp(average, (lp)keyValues.x, (lp)compression) + fine * (lp)(0.5f + detail);
    lp gain = (lp)exp2(float(target - (lp)l) * 10.0f * 0.3f);
    Output[id.xy] = float4(float3(color * gain), float(gain));
}
