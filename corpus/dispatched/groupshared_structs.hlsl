// dxilkit-corpus
// Structs in shared memory, atomics on their members, a reduction over them.
// args: -T cs_6_0 -E main
// args: -T cs_6_6 -E main

struct Cell { uint count; int low, high; };
Buffer<uint4> Source : register(t0);
RWBuffer<uint> Target : register(u0);
groupshared Cell cells[4];

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    if (i < 4)
    {
        const Cell empty = { 0, 1000, -1000 };
        cells[i] = empty;
    }
    GroupMemoryBarrierWithGroupSync();
    const uint v = Source[i].x;
    uint old;
    InterlockedAdd(cells[v % 4].count, 1, old);
    InterlockedMin(cells[v % 4].low, int(v) - 20);
    InterlockedMax(cells[v % 4].high, int(v) - 20);
    GroupMemoryBarrierWithGroupSync();
    if (i < 4)
    {
        Target[3 * i] = cells[i].count;
        Target[3 * i + 1] = cells[i].low + 100;
        Target[3 * i + 2] = cells[i].high + 100;
    }
}
