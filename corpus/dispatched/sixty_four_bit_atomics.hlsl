// dxilkit-corpus
// Atomics on 64 bits, compiled and compared; the runnable twin does 32.
// args: -T cs_6_6 -E main
// args: -T cs_6_0 -E narrow
// stride: u0 8

RWStructuredBuffer<uint64_t> Wide : register(u0);
RWBuffer<uint> Narrow : register(u1);

#if __SHADER_TARGET_MINOR >= 6
[numthreads(16, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    uint64_t old;
    InterlockedAdd(Wide[0], (uint64_t)i << 33, old);
    InterlockedMax(Wide[1], old);
    InterlockedCompareExchange(Wide[2], 0ull, 5ull, old);
}
#endif

[numthreads(16, 1, 1)]
void narrow(uint i : SV_DispatchThreadID)
{
    InterlockedAdd(Narrow[i / 2], i << 3);
    InterlockedOr(Narrow[9], 1u << i);
}
