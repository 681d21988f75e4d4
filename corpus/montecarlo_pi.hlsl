// dxilkit-corpus
// Monte Carlo pi: PCG and xorshift streams a thread, hits counted exactly in integers, atomics into a raw buffer.
// args: -T cs_6_0 -E main
// args: -T cs_6_6 -E main
// threads: 64 1 1
// binding: cb0 Trial cbuffer NA NA 1
// binding: u0 Hits UAV byte r/w 1
// binding: u1 LastState UAV struct r/w 1

cbuffer Trial { uint Seed; uint SamplesPerThread; };
RWByteAddressBuffer Hits;
RWStructuredBuffer<uint2> LastState;

struct Rng
{
    uint pcg;
    uint xorshift;
};

uint NextPcg(inout Rng rng)
{
    const uint old = rng.pcg;
    rng.pcg = old * 747796405u + 2891336453u;
    const uint word = ((old >> ((old >> 28) + 4)) ^ old) * 277803737u;
    return (word >> 22) ^ word;
}

uint NextXorshift(inout Rng rng)
{
    rng.xorshift ^= rng.xorshift << 13;
    rng.xorshift ^= rng.xorshift >> 17;
    rng.xorshift ^= rng.xorshift << 5;
    return rng.xorshift;
}

groupshared uint hitsInGroup;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint t : SV_GroupIndex)
{
    if (t == 0)
        hitsInGroup = 0;
    GroupMemoryBarrierWithGroupSync();

    Rng rng;
    rng.pcg = Seed + id.x * 9781u;
    rng.xorshift = (Seed ^ (id.x * 0x9E3779B9u)) | 1u;

    uint hits = 0;
    for (uint i = 0; i < SamplesPerThread; ++i)
    {
        // 15-bit coordinates keep the squares inside 32 bits.
        const uint x = NextPcg(rng) >> 17;
        const uint y = NextXorshift(rng) >> 17;
        if (x * x + y * y < 0x40000000u)
            ++hits;
    }
    InterlockedAdd(hitsInGroup, hits);
    LastState[id.x] = uint2(rng.pcg, rng.xorshift);

    GroupMemoryBarrierWithGroupSync();
    if (t == 0)
        Hits.InterlockedAdd(0, hitsInGroup);
}
