// dxilkit-corpus
// Bit manipulation: intrinsics against hand-written versions, Gray code, rotates, byte swaps, packing, next permutation.
// args: -T cs_6_0 -E main
// args: -T cs_6_2 -E main
// args: -T cs_6_6 -E main
// threads: 64 1 1
// binding: t0 Words texture u32 buf 1
// binding: u0 Results UAV struct r/w 1

Buffer<uint> Words;

struct Bits
{
    uint population;
    uint reversed;
    int highest;        // -1 when there is none
    int highestSigned;
    int lowest;
    uint gray;
    uint swapped;
    uint permutation;   // the next larger number with as many bits
    uint parity;
    uint packed565;
    int signExtended;
    uint agree;         // one bit for each hand-written version that agrees
};
RWStructuredBuffer<Bits> Results;

uint CountBits(uint v)
{
    v = v - ((v >> 1) & 0x55555555);
    v = (v & 0x33333333) + ((v >> 2) & 0x33333333);
    return ((v + (v >> 4) & 0xF0F0F0F) * 0x1010101) >> 24;
}

uint ReverseBits(uint v)
{
    [unroll]
    for (uint i = 0; i < 5; ++i)
    {
        const uint masks[5] = { 0x55555555, 0x33333333, 0x0f0f0f0f, 0x00ff00ff, 0x0000ffff };
        const uint shift = 1u << i;
        v = ((v >> shift) & masks[i]) | ((v & masks[i]) << shift);
    }
    return v;
}

int HighestBit(uint v)
{
    int n = -1;
    for (; v != 0; v >>= 1)
        n++;
    return n;
}

[numthreads(64, 1, 1)]
void main(uint id : SV_DispatchThreadID)
{
    const uint w = Words[id];
    Bits b;
    b.population = countbits(w);
    b.reversed = reversebits(w);
    b.highest = (int)firstbithigh(w);
    b.highestSigned = firstbithigh(asint(w));
    b.lowest = (int)firstbitlow(w);
    b.gray = w ^ (w >> 1);
    b.swapped = (w << 24) | ((w << 8) & 0x00ff0000) | ((w >> 8) & 0x0000ff00) | (w >> 24);

    const uint low = w & (~w + 1);
    const uint ripple = w + low;
    b.permutation = w == 0 ? 0 : ripple | (((w ^ ripple) >> 2) >> max(b.lowest, 0));

    uint p = w;
    p ^= p >> 16;
    p ^= p >> 8;
    p ^= p >> 4;
    b.parity = (0x6996u >> (p & 15)) & 1;

    const uint3 rgb = uint3(w >> 16, w >> 8, w) & 0xff;
    b.packed565 = (rgb.r >> 3) << 11 | (rgb.g >> 2) << 5 | (rgb.b >> 3);
    b.signExtended = (int)(w << 19) >> 19;

    b.agree = 0;
    b.agree |= CountBits(w) == b.population ? 1 : 0;
    b.agree |= (ReverseBits(w) == b.reversed) << 1;
    b.agree |= (uint)(HighestBit(w) == b.highest) << 2;
    b.agree |= (((w & 1u) ^ 1u) == 1u || b.lowest == 0) ? 8 : 0;
    Results[id] = b;
}
