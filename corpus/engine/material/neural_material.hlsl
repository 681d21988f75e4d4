// dxilkit-corpus
// A small network as material: latent textures, three layers of long vectors, positional encoding, weights in a byte buffer; and the same with arrays.
// args: -T cs_6_0 -E ShadeNetwork
// args: -T cs_6_0 -E ShadeNetwork -D HIDDEN=8 -D ENCODING=1
// args: -T cs_6_2 -E ShadeNetwork -D HIDDEN=16 -D HALF=1 -enable-16bit-types
// args: -T cs_6_9 -E ShadeNetwork -D HIDDEN=16 -D LONG_VECTORS=1
// args: -T cs_6_9 -E ShadeNetwork -D HIDDEN=16 -D LONG_VECTORS=1 -D HALF=1 -enable-16bit-types
// set: outputSize 32 32
// data: t0 0.1 -0.2 0.3 0.05 -0.1 0.2 -0.3 0.15 0.25 -0.05 0.4 -0.15 0.2 0.1 -0.25 0.35 0.1 -0.2 0.3 0.05 -0.1 0.2 -0.3 0.15 0.25 -0.05 0.4 -0.15 0.2 0.1 -0.25 0.35
// dispatch: 4 4 1
#include "../shared/math.hlsli"

#ifndef HIDDEN
#define HIDDEN 12
#endif
#ifndef ENCODING
#define ENCODING 0
#endif
#ifndef HALF
#define HALF 0
#endif
#ifndef LONG_VECTORS
#define LONG_VECTORS 0
#endif
#define INPUTS 12
#define OUTPUTS 8
#if HALF
typedef float16_t real;
#define REAL_BYTES 2
#else
typedef float real;
#define REAL_BYTES 4
#endif

cbuffer Network : register(b0)
{
    uint2 outputSize;
    uint weightOffset;
    float leak;
    float3 viewDirection;
    float roughnessScale;
    float3 lightDirection;
    float latentScale;
};
ByteAddressBuffer Weights : register(t0);
Texture2D<float4> Latent0 : register(t1);
Texture2D<float4> Latent1 : register(t2);
SamplerState LinearWrap : register(s0);
RWTexture2D<float4> Output : register(u0);

#if LONG_VECTORS
template <uint N, uint M>
vector<real, M> Layer(vector<real, N> x, uint offset)
{
    vector<real, M> sum = Weights.Load<vector<real, M> >(offset & 15u);
    for (uint i = 0u; i < N; ++i)
    {
        vector<real, M> column = Weights.Load<vector<real, M> >((offset + i * M * REAL_BYTES) & 60u);
        sum = mad(column, (vector<real, M>)x[i], sum);
    }
    return sum;
}
template <uint M>
vector<real, M> Activate(vector<real, M> x) { return max(x, x * (real)(leak * 0.1f)); }

vector<real, OUTPUTS> Evaluate(vector<real, INPUTS> x)
{
    vector<real, HIDDEN> h = Activate<HIDDEN>(Layer<INPUTS, HIDDEN>(x, weightOffset));
    h = Activate<HIDDEN>(Layer<HIDDEN, HIDDEN>(h, weightOffset + 4u));
    return Layer<HIDDEN, OUTPUTS>(h, weightOffset + 8u);
}
#else
real WeightAt(uint index)
{
#if HALF
    return Weights.Load<float16_t>((index & 31u) * 2u);
#else
    return asfloat(Weights.Load((index & 31u) * 4u));
#endif
}

template <uint N, uint M>
void Layer(real x[N], out real y[M], uint offset, bool activate)
{
    [unroll] for (uint j = 0u; j < M; ++j)
    {
        real sum = WeightAt(offset + j);
        [unroll] for (uint i = 0u; i < N; ++i) sum = mad(WeightAt(offset + M + i * M + j), x[i], sum);
        y[j] = activate ? max(sum, sum * (real)(leak * 0.1f)) : sum;
    }
}
#endif

#if LONG_VECTORS
typedef vector<real, INPUTS> NetworkInput;
#else
struct NetworkInput
{
    real v[INPUTS];
};
#endif

float2 EncodeDirection(float3 d) { return float2(FastAtan2(d.y, d.x) / TWO_PI + 0.5f, d.z * 0.5f + 0.5f); }

[numthreads(8, 8, 1)]
void ShadeNetwork(uint3 id : SV_DispatchThreadID)
{
    if (any(id.xy >= outputSize)) return;
    float2 uv = (float2(id.xy) + 0.5f) / float2(outputSize);
    float4 a = Latent0.SampleLevel(LinearWrap, uv * (1.0f + latentScale), 0.0f);
    float4 b = Latent1.SampleLevel(LinearWrap, uv * 0.5f, 1.0f);
    float3 v = SafeNormalize(viewDirection), l = SafeNormalize(lightDirection);
    float3 h = SafeNormalize(v + l);
#if ENCODING
    float2 d = EncodeDirection(h);
    float4 extra = float4(sin(d * PI), cos(d * TWO_PI));
#else
    float4 extra = float4(h.xy, dot(v, h), dot(l, v));
#endif
    float values[INPUTS] = { a.x, a.y, a.z, a.w, b.x, b.y, b.z, b.w, extra.x, extra.y, extra.z, extra.w };
    float result[OUTPUTS];
#if LONG_VECTORS
    NetworkInput x;
    for (uint i = 0u; i < INPUTS; ++i) x[i] = (real)values[i];
    vector<real, OUTPUTS> y = Evaluate(x);
    for (uint k = 0u; k < OUTPUTS; ++k) result[k] = float(y[k]);
#else
    NetworkInput x;
    [unroll] for (uint i = 0u; i < INPUTS; ++i) x.v[i] = (real)values[i];
    real h0[HIDDEN], h1[HIDDEN], y[OUTPUTS];
    Layer<INPUTS, HIDDEN>(x.v, h0, weightOffset, true);
    Layer<HIDDEN, HIDDEN>(h0, h1, weightOffset + 5u, true);
    Layer<HIDDEN, OUTPUTS>(h1, y, weightOffset + 11u, false);
    [unroll] for (uint k = 0u; k < OUTPUTS; ++k) result[k] = float(y[k]);
#endif
    float3 albedo = saturate(float3(result[0], result[1], result[2]) * 0.5f + 0.5f);
    float3 specular = exp(clamp(float3(result[3], result[4], result[5]), -4.0f, 2.0f));
    float rough = saturate(result[6] * roughnessScale + 0.5f);
    float occlusion = rcp(1.0f + exp(-result[7]));
    Output[id.xy] = float4((albedo * INV_PI + specular * (1.0f - rough)) * occlusion, rough);
}
