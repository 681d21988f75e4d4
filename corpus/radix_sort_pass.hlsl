// dxilkit-corpus
// One stable 4-bit radix pass inside a block: per-thread digit counts, one scan over all counters, scatter.
// args: -T cs_6_0 -E main -D SHIFT=4
// args: -T cs_6_6 -E main -D SHIFT=4
// threads: 64 1 1
// binding: t0 Keys texture u32 buf 1
// binding: u0 Sorted UAV u32 buf 1
// binding: u1 DigitStarts UAV struct r/w 1

#define RADIX 16
#define THREADS 64
#define PER_THREAD 4
#ifndef SHIFT
#define SHIFT 0
#endif

struct Starts { uint at[RADIX]; };

Buffer<uint> Keys : register(t0);
RWBuffer<uint> Sorted : register(u0);
RWStructuredBuffer<Starts> DigitStarts : register(u1);

groupshared uint counters[RADIX][THREADS];
groupshared uint digitTotal[RADIX];

uint Digit(uint key) { return (key >> SHIFT) & (RADIX - 1); }

[numthreads(THREADS, 1, 1)]
void main(uint3 group : SV_GroupID, uint t : SV_GroupIndex)
{
    const uint base = group.x * THREADS * PER_THREAD;
    uint mine[PER_THREAD];
    uint i, d;

    for (d = 0; d < RADIX; ++d)
        counters[d][t] = 0;
    for (i = 0; i < PER_THREAD; ++i)
    {
        mine[i] = Keys[base + t * PER_THREAD + i];
        counters[Digit(mine[i])][t] += 1;
    }
    GroupMemoryBarrierWithGroupSync();

    // A thread per digit scans that digit's counters over all threads.
    if (t < RADIX)
    {
        uint sum = 0;
        for (uint k = 0; k < THREADS; ++k)
        {
            const uint n = counters[t][k];
            counters[t][k] = sum;
            sum += n;
        }
        digitTotal[t] = sum;
    }
    GroupMemoryBarrierWithGroupSync();

    uint start[RADIX];
    uint total = 0;
    for (d = 0; d < RADIX; ++d)
    {
        start[d] = total;
        total += digitTotal[d];
    }
    for (i = 0; i < PER_THREAD; ++i)
    {
        const uint digit = Digit(mine[i]);
        const uint at = start[digit] + counters[digit][t]++;
        Sorted[base + at] = mine[i];
    }
    if (t == 0)
    {
        Starts s;
        s.at = start;
        DigitStarts[group.x] = s;
    }
}
