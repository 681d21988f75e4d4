// dxilkit-corpus
// Counters of structured buffers go up by one lane.
// args: -T cs_6_0 -E main
// args: -T cs_6_6 -E main
// stride: u0 8
// stride: u1 4

AppendStructuredBuffer<uint2> Kept : register(u0);
RWStructuredBuffer<uint> Tickets : register(u1);
Buffer<uint4> Source : register(t0);

[numthreads(1, 1, 1)]
void main()
{
    for (uint i = 0; i < 20; ++i)
        if (Source[i].x % 3 == 0)
            Kept.Append(uint2(i, Source[i].x));
    for (uint k = 0; k < 4; ++k)
        Tickets[Tickets.IncrementCounter() + 8] = k;
}
