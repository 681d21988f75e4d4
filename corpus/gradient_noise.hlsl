// dxilkit-corpus
// Two-dimensional gradient noise with a permutation table and four octaves of fractal sum.
// args: -T cs_6_0 -E main -D OCTAVES=4
// args: -T cs_6_6 -E main -D OCTAVES=4
// threads: 8 8 1
// binding: cb0 Noise cbuffer NA NA 1
// binding: t0 Permutation texture u32 buf 1
// binding: u0 Field UAV f32 2d 1

cbuffer Noise
{
    float2 Offset;
    float Frequency;
    float Gain;
    float Lacunarity;
};
Buffer<uint> Permutation;
RWTexture2D<float> Field;

static const float2 Gradients[8] =
{
    float2(1, 0), float2(-1, 0), float2(0, 1), float2(0, -1),
    { 0.70710678, 0.70710678 }, { -0.70710678, 0.70710678 }, { 0.70710678, -0.70710678 }, { -0.70710678, -0.70710678 },
};

uint Hash(int2 cell)
{
    return Permutation[(Permutation[cell.x & 255] + cell.y) & 255];
}

float Corner(int2 cell, float2 d)
{
    return dot(Gradients[Hash(cell) % 8], d);
}

float Noise2(float2 p)
{
    float2 whole;
    const float2 f = modf(p + 64, whole); // shifted so that modf equals floor here
    const int2 cell = (int2)whole;
    const float2 u = f * f * f * (f * (f * 6 - 15) + 10);
    const float a = Corner(cell, f);
    const float b = Corner(cell + int2(1, 0), f - float2(1, 0));
    const float c = Corner(cell + int2(0, 1), f - float2(0, 1));
    const float d = Corner(cell + 1, f - 1);
    return lerp(lerp(a, b, u.x), lerp(c, d, u.x), u.y);
}

[numthreads(8, 8, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    float2 p = (float2)id.xy * Frequency + Offset;
    float amplitude = 1, sum = 0;
    [unroll]
    for (int o = 0; o < OCTAVES; ++o)
    {
        sum += amplitude * Noise2(p);
        p *= Lacunarity;
        amplitude *= Gain;
    }
    Field[id.xy] = sum;
}
