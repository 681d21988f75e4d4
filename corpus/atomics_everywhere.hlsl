// dxilkit-corpus
// Every Interlocked function on groupshared memory, typed, structured and raw buffers, signed and unsigned, with and without results.
// args: -T cs_6_0 -E main
// args: -T cs_6_6 -E main
// threads: 64 1 1
// binding: cb0 Job cbuffer NA NA 1
// binding: t0 Values texture i32 buf 1
// binding: u0 Typed UAV u32 buf 1
// binding: u1 TypedSigned UAV i32 buf 1
// binding: u2 Records UAV struct r/w 1
// binding: u3 Raw UAV byte r/w 1
// binding: u4 Tickets UAV u32 buf 1
// binding: u5 Grid UAV u32 2d 1

cbuffer Job { uint Count; uint Lock; };
Buffer<int> Values;
RWBuffer<uint> Typed;
RWBuffer<int> TypedSigned;

struct Record { int low; int high; uint bits[2]; };
RWStructuredBuffer<Record> Records;
RWByteAddressBuffer Raw;
RWBuffer<uint> Tickets;
RWTexture2D<uint> Grid;

groupshared int sharedMin, sharedMax;
groupshared uint sharedBits[4];
groupshared uint winner;

[numthreads(64, 1, 1)]
void main(uint id : SV_DispatchThreadID, uint t : SV_GroupIndex, uint3 g : SV_GroupID)
{
    if (t == 0)
    {
        sharedMin = 0x7fffffff;
        sharedMax = -0x7fffffff - 1;
        sharedBits[0] = ~0u;
        sharedBits[1] = sharedBits[2] = sharedBits[3] = 0;
        winner = 0xffffffff;
    }
    GroupMemoryBarrierWithGroupSync();

    const int v = id < Count ? Values[id] : 0;
    if (id < Count)
    {
        InterlockedMin(sharedMin, v);
        InterlockedMax(sharedMax, v);
        InterlockedAnd(sharedBits[0], (uint)v | 0xff);
        InterlockedOr(sharedBits[1], (uint)v & 0xffff);
        InterlockedXor(sharedBits[2], (uint)v);
        InterlockedAdd(sharedBits[3], 1u);

        InterlockedAdd(Typed[0], (uint)v);
        InterlockedMin(Typed[1], (uint)v);
        InterlockedMax(Typed[2], (uint)v);
        InterlockedAnd(Typed[3], (uint)v | 1u);
        InterlockedOr(Typed[4], (uint)v);
        InterlockedXor(Typed[5], (uint)v);
        InterlockedMin(TypedSigned[0], v);
        InterlockedMax(TypedSigned[1], v);
        InterlockedAdd(Grid[uint2(id & 3, (id >> 2) & 1)], 1u);

        uint ticket;
        InterlockedAdd(Typed[6], 1, ticket);
        Tickets[ticket] = 1;
    }

    // Exactly one thread of a group wins, whichever it is.
    uint previous;
    InterlockedCompareExchange(winner, 0xffffffff, t, previous);
    if (previous == 0xffffffff)
        Raw.InterlockedAdd(0, 1);
    Raw.InterlockedCompareStore(4, Lock, 77);
    uint swapped;
    if (t == 5)
    {
        Raw.InterlockedExchange(8 + g.x * 4, 1000 + g.x, swapped);
        Raw.Store(24 + g.x * 4, swapped);
    }
    GroupMemoryBarrierWithGroupSync();

    if (t == 0)
    {
        InterlockedMin(Records[0].low, sharedMin);
        InterlockedMax(Records[0].high, sharedMax);
        InterlockedAnd(Records[0].bits[0], sharedBits[0]);
        InterlockedOr(Records[0].bits[1], sharedBits[1]);
        Records[g.x + 1].low = sharedMin;
        Records[g.x + 1].high = sharedMax;
        Records[g.x + 1].bits[0] = sharedBits[2];
        Records[g.x + 1].bits[1] = sharedBits[3];
    }
    AllMemoryBarrier();
}
