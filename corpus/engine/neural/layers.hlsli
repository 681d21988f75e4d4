// Layers of small networks: activations, matrices in packed words, weights of 32, 16 and 8 bits.
#ifndef NEURAL_LAYERS_HLSLI
#define NEURAL_LAYERS_HLSLI

#include "../kernel/config.hlsli"
#include "../kernel/math.hlsli"
#include "../kernel/packing.hlsli"

#if __HLSL_ENABLE_16_BIT
typedef float16_t Number;
#else
typedef float Number;
#endif

struct Relu
{
    static Number Apply(Number x) { return max(x, Number(0)); }
};
struct LeakyRelu
{
    static Number Apply(Number x) { return x > 0 ? x : x * Number(0.01); }
};
struct Sigmoid
{
    static Number Apply(Number x) { return Number(1) / (Number(1) + exp(-x)); }
};
struct Gelu
{
    static Number Apply(Number x)
    {
        const Number inner = Number(0.7978846) * (x + Number(0.044715) * x * x * x);
        return Number(0.5) * x * (Number(1) + tanh(inner));
    }
};
struct Linear
{
    static Number Apply(Number x) { return x; }
};

template <uint N>
struct Activations
{
    Number v[N];

    void Clear()
    {
        [unroll]
        for (uint i = 0; i < N; ++i)
            v[i] = Number(0);
    }
};

/// Dense layer whose weights lie row by row in a raw buffer as halves, biases behind them.
template <uint IN, uint OUT, typename Activation>
struct DenseLayer
{
    static uint Bytes() { return (IN * OUT + OUT) * 2; }
    static void Forward(ByteAddressBuffer weights, uint offset, Activations<IN> x, out Activations<OUT> y)
    {
        [loop]
        for (uint row = 0; row < OUT; ++row)
        {
            Number sum = Number(f16tof32(weights.Load(offset + (IN * OUT + (row & ~1u)) * 2) >> (16 * (row & 1))));
            [unroll]
            for (uint c = 0; c < IN; c += 2)
            {
                const uint pair = weights.Load(offset + (row * IN + c) * 2);
                const float2 w = UnpackHalf2(pair);
                sum += Number(w.x) * x.v[c];
                sum += Number(w.y) * x.v[c + 1];
            }
            y.v[row] = Activation::Apply(sum);
        }
    }
};

float BoundedHalf(uint bits) { return clamp(f16tof32(bits & 0x3bff), -1, 1); }

#endif
