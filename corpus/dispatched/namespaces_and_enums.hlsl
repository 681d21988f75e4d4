// dxilkit-corpus
// Names in namespaces, both kinds of enum, aliases of types.
// args: -T cs_6_0 -E main
// args: -T cs_6_6 -E main

RWBuffer<float4> Result : register(u0);
Buffer<uint4> Values : register(t0);
namespace Colors
{
    enum class Channel : uint { Red, Green = 4, Blue };
    static const float Scale = 0.5;
    namespace Deep { float Half(float v) { return v * Scale; } }
    float Weight(Channel c) { return c == Channel::Green ? 2 : float((uint)c) * Scale; }
}
enum Mode { Off, On = 3, Auto };
typedef float4 Color;
using Row = vector<float, 4>;
float Weight(int v) { return v; }

[numthreads(16, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    const Mode m = (Mode)(Values[i].x % 5);
    const Color c = float4(Colors::Deep::Half(i), Colors::Weight((Colors::Channel)(Values[i].y % 6)), Weight(m), m == Auto);
    Result[4 * i] = c;
    Row r = c.wzyx;
    switch (m)
    {
    case Off: r += 1; break;
    case On: r += 2;
    case Auto: r *= 3; break;
    default: r = -1;
    }
    Result[4 * i + 1] = r;
    Result[4 * i + 2] = On + Auto;
    Result[4 * i + 3] = Colors::Scale;
}
