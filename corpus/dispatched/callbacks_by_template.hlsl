// dxilkit-corpus
// Structs as functions handed to a template.
// args: -T cs_6_0 -E main
// args: -T cs_6_6 -E main

RWBuffer<float4> Target : register(u0);
Buffer<float4> Source : register(t0);

struct Doubler { float factor; float4 operator()(float4 v) { return v * factor; } };
struct Flipper { float4 operator()(float4 v) { return v.wzyx * 0.5 + v; } };

template <typename F> float4 Apply(F f, float4 v, int times)
{
    for (int k = 0; k < times; ++k)
        v = f(v);
    return v;
}

[numthreads(16, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    Doubler d = { 1.5 };
    Flipper f;
    Target[i] = Apply(d, Source[i], 3) + Apply(f, Source[i], i % 4);
}
