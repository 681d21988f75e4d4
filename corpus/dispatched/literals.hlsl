// dxilkit-corpus
// Numbers in every spelling, and what constant expressions make of them.
// args: -T cs_6_0 -E main
// args: -T cs_6_6 -E main

RWBuffer<float4> Result : register(u0);
Buffer<float4> Values : register(t0);
static const uint Mask = (0xFFu << 4) | 0b101;
static const int Octal = 017;

[numthreads(16, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    Result[4 * i] = float4(1.5e-2f, .25, 3.h, 1e3L) + Values[i];
    Result[4 * i + 1] = float4(Mask, Octal, 10u / 3, -7 / 2);
    Result[4 * i + 2] = float4(-7 % 3, 1 << 5, ~0u >> 28, 'A');
    Result[4 * i + 3] = float4(true, 5 / 2.0, 0x7fffffff / 3, 4294967295u % 10);
}
