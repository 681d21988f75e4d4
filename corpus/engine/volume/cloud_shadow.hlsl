// dxilkit-corpus
// Beer shadow maps for clouds and smoke: optical depth with front depth, temporal filter, deep opacity layers, lookup.
// args: -T cs_6_0 -E TraceShadow
// args: -T cs_6_0 -E TraceShadow -D LAYERS=8
// args: -T cs_6_0 -E FilterShadow
// args: -T cs_6_2 -E FilterShadow -D MIN_PRECISION=1
// set: shadowSize 32 32
// set: layerHeights 4 1
// dispatch: 4 4 1
#include "../shared/math.hlsli"

#ifndef LAYERS
#define LAYERS 4
#endif
#ifndef MIN_PRECISION
#define MIN_PRECISION 0
#endif
#if MIN_PRECISION
typedef min16float lowp;
typedef min16float3 lowp3;
#else
typedef float lowp;
typedef float3 lowp3;
#endif

cbuffer ShadowPass : register(b0)
{
    float4x4 worldFromShadow;
    uint2 shadowSize;
    float2 layerHeights;
    float3 lightDirection;
    float extinction;
    float3 wind;
    float time;
    float temporalWeight;
    float steps;
};
Texture3D<float4> Noise : register(t0);
Texture2D<float4> Weather : register(t1);
Texture2D<float4> Current : register(t2);
Texture2D<float4> History : register(t3);
SamplerState LinearWrap : register(s0);
SamplerState LinearClamp : register(s1);
RWTexture2D<float4> Shadow : register(u0);
RWTexture2DArray<float4> Layered : register(u1);

float Density(float3 p)
{
    float height = saturate((p.y - layerHeights.y) / max(layerHeights.x - layerHeights.y, 0.1f));
    float4 w = Weather.SampleLevel(LinearWrap, p.xz * 0.06f + wind.xz * time, 0.0f);
    float n = Noise.SampleLevel(LinearWrap, p * 0.2f + wind * time, 0.0f).x;
    float shape = height * (1.0f - height) * 4.0f;
    return saturate(n * shape - (1.0f - w.x) * 0.7f);
}

[numthreads(8, 8, 1)]
void TraceShadow(uint3 id : SV_DispatchThreadID)
{
    if (any(id.xy >= shadowSize)) return;
    float2 uv = (float2(id.xy) + 0.5f) / float2(shadowSize);
    float4 h = mul(worldFromShadow, float4(uv * 2.0f - 1.0f, 0.0f, 1.0f));
    float3 l = SafeNormalize(lightDirection + float3(0.0f, 0.2f, 0.0f));
    float3 start = float3(h.x * 2.0f, layerHeights.x, h.z * 2.0f);
    float span = (layerHeights.x - layerHeights.y) / l.y;
    const uint count = 24u;
    float step = span / float(count);
    float jitter = InterleavedGradientNoise(float2(id.xy));
    float layers[LAYERS];
    [unroll] for (uint k = 0u; k < LAYERS; ++k) layers[k] = 0.0f;
    float depth = 0.0f, front = 1.0f, largest = 0.0f, sum = 0.0f, squares = 0.0f;
    [loop] for (uint i = 0u; i < count; ++i)
    {
        float t = (float(i) + jitter) * step;
        float d = Density(start - l * t) * extinction * 4.0f;
        if (d > 0.0f && front == 1.0f) front = t / span;
        depth += d * step;
        largest = max(largest, d);
        sum += d * t;
        squares += d * t * t;
        uint layer = min(uint(t / span * float(LAYERS)), LAYERS - 1u);
        // Every layer behind this one sees what is in front of it.
        [unroll] for (uint j = 0u; j < LAYERS; ++j) layers[j] += j >= layer ? d * step : 0.0f;
    }
    float mean = sum * step / max(depth, 1e-4f);
    float variance = max(squares * step / max(depth, 1e-4f) - mean * mean, 0.0f);
    Shadow[id.xy] = float4(front, depth, mean / span, sqrt(variance));
    [unroll] for (uint s = 0u; s < min(LAYERS, 4u); ++s) Layered[uint3(id.xy, s)] = float4(exp(-layers[s]), layers[LAYERS - 1u - s], largest, 1.0f);
}

struct ShadowStats
{
    lowp3 low, high;

    void Include(lowp3 c)
    {
        low = min(low, c);
        high = max(high, c);
    }
};

[numthreads(8, 8, 1)]
void FilterShadow(uint3 id : SV_DispatchThreadID)
{
    if (any(id.xy >= shadowSize)) return;
    int2 at = int2(id.xy);
    ShadowStats s;
    s.low = (lowp3)10.0f;
    s.high = (lowp3)0.0f;
    lowp3 sum = (lowp3)0.0f;
    lowp weights = (lowp)0.0f;
    lowp3 center = (lowp3)Current.Load(int3(at & 15, 0)).xyz;
    [unroll] for (int y = -1; y <= 1; ++y)
        [unroll] for (int x = -1; x <= 1; ++x)
        {
            lowp3 c = (lowp3)Current.Load(int3((at + int2(x, y)) & 15, 0)).xyz;
            s.Include(c);
            lowp w = (lowp)exp(-float(x * x + y * y) * 0.5f) * (lowp)exp(-4.0f * abs(float(c.x - center.x)));
            sum += c * w;
            weights += w;
        }
    lowp3 filtered = sum / weights;
    float2 uv = (float2(id.xy) + 0.5f) / float2(shadowSize) - wind.xz * 0.01f;
    lowp3 history = (lowp3)History.SampleLevel(LinearClamp, uv, 0.0f).xyz;
    history = clamp(history, s.low, s.high);
    lowp blend = all(uv >= 0.0f) && all(uv <= 1.0f) ? (lowp)temporalWeight : (lowp)0.0f;
    lowp3 result = lerp(filtered, history, blend);
    float distance = saturate(0.8f - float(result.x));
    float transmittance = exp(-min(float(result.y), distance * extinction * 8.0f));
    Shadow[id.xy] = float4(float3(result), transmittance);
}
