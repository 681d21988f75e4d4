// dxilkit-corpus
// Sixty-four bits: products, shifts, comparisons, remainders.
// args: -T cs_6_0 -E main
// args: -T cs_6_6 -E main

RWBuffer<float4> Result : register(u0);
Buffer<uint4> Values : register(t0);

[numthreads(16, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    const uint64_t a = (uint64_t(Values[i].x) << 33) | Values[i].y, b = Values[i].z + 1;
    const int64_t s = int64_t(Values[i].w) - 32;
    Result[4 * i] = float4(uint(a >> 30), uint((a * b) >> 32), uint(a % b), uint(a / b >> 28));
    Result[4 * i + 1] = float4(int(s * s), int(s >> 1), int(-s), s < 0);
    Result[4 * i + 2] = float4(a > b, uint(a ^ b) & 1023, uint(a >> 63), uint((a + b) & 0xFFFF));
    Result[4 * i + 3] = float4(int(s % 7), int(s / 3), int(max(s, 5ll)), int(abs(s)));
}
