// dxilkit-corpus
// Inclusive prefix sum of each group's block, Hillis and Steele's doubling with two halves of groupshared memory.
// args: -T cs_6_0 -E main
// args: -T cs_6_2 -E main
// args: -T cs_6_6 -E main
// threads: 128 1 1
// binding: t0 Input texture u32 buf 1
// binding: u0 Output UAV u32 buf 1
// binding: u1 BlockSums UAV u32 buf 1

#define GROUP 128

Buffer<uint> Input : register(t0);
RWBuffer<uint> Output : register(u0);
RWBuffer<uint> BlockSums : register(u1);

groupshared uint ping[2 * GROUP];

[numthreads(GROUP, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint3 group : SV_GroupID, uint local : SV_GroupIndex)
{
    uint src = 0;
    ping[local] = Input[id.x];
    GroupMemoryBarrierWithGroupSync();

    for (uint offset = 1; offset < GROUP; offset <<= 1)
    {
        const uint dst = src ^ GROUP;
        uint value = ping[src + local];
        if (local >= offset)
            value += ping[src + local - offset];
        ping[dst + local] = value;
        src = dst;
        GroupMemoryBarrierWithGroupSync();
    }

    Output[id.x] = ping[src + local];
    if (local == GROUP - 1)
        BlockSums[group.x] = ping[src + local];
}
