// dxilkit-corpus
// Every atomic operation on raw and typed buffers, with and without the old value.
// args: -T cs_6_0 -E main
// args: -T cs_6_6 -E main

RWByteAddressBuffer Raw : register(u0);
RWBuffer<uint> Typed : register(u1);
Buffer<uint4> Source : register(t0);

[numthreads(32, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    const uint v = Source[i].x;
    uint old;
    Raw.InterlockedAdd(0, v, old);
    Raw.InterlockedAnd(4, ~(1u << (v & 31)));
    Raw.InterlockedOr(8, 1u << (v & 31), old);
    Raw.InterlockedXor(12, v);
    Raw.InterlockedMin(16, v, old);
    Raw.InterlockedMax(20, v);
    InterlockedAdd(Typed[0], v);
    InterlockedMax(Typed[1], v, old);
    InterlockedXor(Typed[2 + i % 2], v);
    InterlockedExchange(Typed[8 + i], v + 1, old);
    InterlockedCompareExchange(Typed[8 + i], v + 1, 77, old);
    InterlockedCompareStore(Typed[8 + i], i, 5);
    Typed[40 + i % 24] = old;
}
