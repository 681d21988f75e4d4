// dxilkit-corpus
// Sorts blocks of 256 (key, payload) pairs in groupshared memory with a bitonic network; odd blocks descend.
// args: -T cs_6_0 -E main
// args: -T cs_6_5 -E main
// args: -T cs_6_6 -E main
// threads: 128 1 1
// binding: u0 Pairs UAV struct r/w 1

#define BLOCK 256
#define THREADS (BLOCK / 2)

struct Pair
{
    float key;
    uint payload;
};

RWStructuredBuffer<Pair> Pairs : register(u0);

groupshared Pair block[BLOCK];

bool Precedes(Pair a, Pair b)
{
    return a.key < b.key || (a.key == b.key && a.payload < b.payload);
}

void CompareExchange(uint lo, uint hi, bool ascending)
{
    Pair a = block[lo];
    Pair b = block[hi];
    if (Precedes(b, a) == ascending)
    {
        block[lo] = b;
        block[hi] = a;
    }
}

[numthreads(THREADS, 1, 1)]
void main(uint3 group : SV_GroupID, uint t : SV_GroupIndex)
{
    const uint first = group.x * BLOCK;
    const bool flip = (group.x & 1) != 0;
    block[t] = Pairs[first + t];
    block[t + THREADS] = Pairs[first + t + THREADS];
    GroupMemoryBarrierWithGroupSync();

    [loop]
    for (uint size = 2; size <= BLOCK; size <<= 1)
    {
        [loop]
        for (uint stride = size >> 1; stride > 0; stride >>= 1)
        {
            const uint lo = 2 * t - (t & (stride - 1));
            const bool up = ((lo & size) == 0) != flip;
            CompareExchange(lo, lo + stride, up);
            GroupMemoryBarrierWithGroupSync();
        }
    }

    Pairs[first + t] = block[t];
    Pairs[first + t + THREADS] = block[t + THREADS];
}
