// dxilkit-corpus
// Doubles put together from words and taken apart again.
// args: -T cs_6_0 -E main
// args: -T cs_6_6 -E main

RWBuffer<float4> Result : register(u0);
Buffer<float4> Values : register(t0);

[numthreads(16, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    const double a = Values[i].x, b = (double)Values[i].y * 3;
    uint lo, hi;
    asuint(a * b, lo, hi);
    const double c = asdouble(lo, hi);
    Result[4 * i] = float4(a + b, a - b, a * b, c);
    Result[4 * i + 1] = float4(a < b, a == c, max(a, b), min(a, b));
    Result[4 * i + 2] = float4(hi >> 16, lo & 1, int(b * 10), abs(-a));
    Result[4 * i + 3] = float4(rcp(a + 1), a / (b + 1), 0, 0);
}
