// dxilkit-corpus
// Typed buffers of floats and integers, read and written.
// args: -T cs_6_0 -E main
// args: -T cs_6_6 -E main

Buffer<float4> Floats : register(t0);
Buffer<uint4> Ints : register(t1);
RWBuffer<float4> Out : register(u0);
RWBuffer<uint> OutInts : register(u1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    uint count;
    Floats.GetDimensions(count);
    Out[i] = Floats[count - 1 - i] + Ints[i].wzyx;
    OutInts[i] = Ints[i].x * 3 + count;
}
