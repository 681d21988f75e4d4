// dxilkit-corpus
// 256-bin luminance histogram: groupshared bins, strided loop over the pixels, one global merge a group.
// args: -T cs_6_0 -E main
// args: -T cs_6_6 -E main
// threads: 64 1 1
// binding: cb0 $Globals cbuffer NA NA 1
// binding: t0 Pixels texture byte r/o 1
// binding: u0 Bins UAV u32 buf 1

ByteAddressBuffer Pixels;
RWBuffer<uint> Bins;
uint PixelCount;
uint GroupCount;

groupshared uint localBins[256];

uint Luma(uint rgba)
{
    uint3 c = uint3(rgba, rgba >> 8, rgba >> 16) & 255u;
    // Rec. 601 weights in 8-bit fixed point; they add up to 256.
    return dot(c, uint3(77, 150, 29)) >> 8;
}

[numthreads(64, 1, 1)]
void main(uint3 group : SV_GroupID, uint index : SV_GroupIndex)
{
    for (uint b = index; b < 256; b += 64)
        localBins[b] = 0;
    GroupMemoryBarrierWithGroupSync();

    const uint stride = GroupCount * 64;
    for (uint i = group.x * 64 + index; i < PixelCount; i += stride)
        InterlockedAdd(localBins[Luma(Pixels.Load(i * 4))], 1);
    GroupMemoryBarrierWithGroupSync();

    for (uint bin = index; bin < 256; bin += 64)
    {
        const uint n = localBins[bin];
        if (n != 0)
        {
            uint before;
            InterlockedAdd(Bins[bin], n, before);
        }
    }
}
