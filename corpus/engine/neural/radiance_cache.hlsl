// dxilkit-corpus
// A neural radiance cache: multiresolution hash encoding, a small fully fused network, and one step of training with gradients collected
// in fixed point.
// args: -T cs_6_2 -E Infer
// args: -T cs_6_2 -E Infer -enable-16bit-types
// args: -T cs_6_2 -E Train
// args: -T cs_6_2 -E Optimise
// args: -T cs_6_6 -E Infer -enable-16bit-types
// args: -T cs_6_6 -E Train
// data: cb0 60u 4u 2 1.6 0.01 0.9 0.99 1u
// dispatch: 1 1 1

#include "layers.hlsli"
#include "../kernel/random.hlsli"

#define LEVELS 4
#define FEATURES 2
#define INPUTS (LEVELS * FEATURES)
#define HIDDEN 8
#define OUTPUTS 4
#define TABLE 64

struct CacheConstants
{
    uint count;
    uint levels;
    float baseResolution;
    float growth;
    float rate;
    float beta1;
    float beta2;
    uint step;
};

struct Query
{
    float3 position;
    float roughness;
    float3 direction;
    uint material;
};

ConstantBuffer<CacheConstants> Cache : register(b0);
StructuredBuffer<Query> Queries : register(t0);
ByteAddressBuffer Weights : register(t1);
StructuredBuffer<uint> HashTable : register(t2);
StructuredBuffer<float4> Targets : register(t3);
StructuredBuffer<float> WeightsFloat : register(t4);
RWStructuredBuffer<float4> Results : register(u0);
RWStructuredBuffer<int> Gradients : register(u1);
RWStructuredBuffer<float4> Moments : register(u2);

uint GridHash(uint3 c, uint level) { return (c.x ^ c.y * 2654435761u ^ c.z * 805459861u ^ level * 3674653429u) % TABLE; }

float2 LevelFeatures(float3 p, uint level, out uint slots[8], out float weights[8])
{
    const float resolution = floor(Cache.baseResolution * pow(Cache.growth, float(level)));
    const float3 at = p * resolution;
    const uint3 cell = uint3(floor(at));
    const float3 f = at - floor(at), s = f * f * (3 - 2 * f);
    float2 sum = 0;
    [unroll]
    for (uint i = 0; i < 8; ++i)
    {
        const uint3 o = uint3(i & 1, (i >> 1) & 1, i >> 2);
        const float3 w = select(o == 1, s, 1 - s);
        weights[i] = w.x * w.y * w.z;
        slots[i] = GridHash(cell + o, level);
        sum += UnpackSnorm16(HashTable[slots[i]] * 0x9e3779b9u) * weights[i];
    }
    return sum;
}

Activations<INPUTS> Encode(Query q)
{
    Activations<INPUTS> x;
    [unroll]
    for (uint level = 0; level < LEVELS; ++level)
    {
        uint slots[8];
        float weights[8];
        const float2 f = LevelFeatures(saturate(q.position), level, slots, weights);
        x.v[level * FEATURES] = Number(f.x);
        x.v[level * FEATURES + 1] = Number(f.y);
    }
    return x;
}

[numthreads(GROUP_SIZE, 1, 1)]
void Infer(uint index : SV_DispatchThreadID)
{
    if (index >= Cache.count)
        return;
    const Activations<INPUTS> x = Encode(Queries[index]);
    Activations<HIDDEN> h1, h2;
    Activations<OUTPUTS> y;
    uint offset = 0;
    DenseLayer<INPUTS, HIDDEN, LeakyRelu>::Forward(Weights, offset, x, h1);
    offset += DenseLayer<INPUTS, HIDDEN, LeakyRelu>::Bytes();
    DenseLayer<HIDDEN, HIDDEN, Gelu>::Forward(Weights, offset, h1, h2);
    offset += 16;
    DenseLayer<HIDDEN, OUTPUTS, Sigmoid>::Forward(Weights, offset, h2, y);
    Results[index] = float4(y.v[0], y.v[1], y.v[2], y.v[3]);
}

#define FIXED 65536.0

void AddGradient(uint slot, float g)
{
    // One atomic for the wave.
    const float sum = WaveActiveSum(clamp(g, -4, 4));
    if (WaveIsFirstLane())
        InterlockedAdd(Gradients[slot % 64], int(round(sum * 16)));
}

float Weight(uint layer, uint row, uint column) { return WeightsFloat[(layer * 31 + row * HIDDEN + column) & 63] - 0.5; }

[numthreads(GROUP_SIZE, 1, 1)]
void Train(uint index : SV_DispatchThreadID)
{
    const Query q = Queries[index % Cache.count];
    const Activations<INPUTS> x = Encode(q);
    float hidden[HIDDEN], output[OUTPUTS];
    for (uint r = 0; r < HIDDEN; ++r)
    {
        float sum = 0;
        [unroll]
        for (uint c = 0; c < INPUTS; ++c)
            sum += Weight(0, r, c) * float(x.v[c]);
        hidden[r] = max(sum, 0.01 * sum);
    }
    for (uint o = 0; o < OUTPUTS; ++o)
    {
        float sum = 0;
        for (uint c = 0; c < HIDDEN; ++c)
            sum += Weight(1, o, c) * hidden[c];
        output[o] = sum;
    }
    // Relative squared error; its gradient goes back through both layers.
    const float4 target = Targets[index % Cache.count];
    float dOutput[OUTPUTS];
    [unroll]
    for (uint k = 0; k < OUTPUTS; ++k)
        dOutput[k] = 2 * (output[k] - target[k]) / (Square(output[k]) + 0.01) / GROUP_SIZE;
    float dHidden[HIDDEN];
    [unroll]
    for (uint j = 0; j < HIDDEN; ++j)
    {
        dHidden[j] = 0;
        [unroll]
        for (uint k = 0; k < OUTPUTS; ++k)
            dHidden[j] += Weight(1, k, j) * dOutput[k];
        dHidden[j] *= hidden[j] > 0 ? 1 : 0.01;
    }
    for (uint a = 0; a < OUTPUTS; ++a)
        for (uint b = 0; b < HIDDEN; ++b)
            AddGradient(31 + a * HIDDEN + b, dOutput[a] * hidden[b]);
    for (uint e = 0; e < HIDDEN; ++e)
        [unroll]
        for (uint f = 0; f < INPUTS; ++f)
            AddGradient(e * HIDDEN + f, dHidden[e] * float(x.v[f]));
    Results[index] = float4(output[0], output[1], output[2], output[3]);
}

[numthreads(GROUP_SIZE, 1, 1)]
void Optimise(uint index : SV_DispatchThreadID)
{
    const float g = Gradients[index] / FIXED;
    float4 m = Moments[index];
    m.y = lerp(g, m.y, Cache.beta1);
    m.z = lerp(g * g, m.z, Cache.beta2);
    const float mh = m.y / (1 - pow(Cache.beta1, float(Cache.step)));
    const float vh = m.z / (1 - pow(Cache.beta2, float(Cache.step)));
    m.x -= Cache.rate * mh * rsqrt(vh + 1e-8);
    m.w = m.x * Cache.beta2 + m.w * (1 - Cache.beta2);
    Moments[index] = m;
    Gradients[index] = 0;
}
