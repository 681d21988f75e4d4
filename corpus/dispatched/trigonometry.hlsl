// dxilkit-corpus
// Sines, their inverses and hyperbolic kin.
// args: -T cs_6_0 -E main
// args: -T cs_6_6 -E main

RWBuffer<float4> Result : register(u0);
Buffer<float4> Angles : register(t0);

[numthreads(16, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    const float a = Angles[i].x * 6 - 3, b = Angles[i].y * 1.8 - 0.9;
    float s, c;
    sincos(a, s, c);
    Result[4 * i] = float4(sin(a), cos(a), tan(b), s * c);
    Result[4 * i + 1] = float4(asin(b), acos(b), atan(a), atan2(a, b));
    Result[4 * i + 2] = float4(sinh(b), cosh(b), tanh(b), degrees(a));
    Result[4 * i + 3] = float4(radians(a * 90), s, c, 0);
}
