// dxilkit-corpus
// Byte-address buffers: Load to Load4, Store to Store4, templated Load and Store of structs, halves packed by hand, a linked list.
// args: -T cs_6_0 -E main
// args: -T cs_6_2 -E main
// args: -T cs_6_6 -E main
// threads: 8 1 1
// binding: t0 Source texture byte r/o 1
// binding: u0 Target UAV byte r/w 1

ByteAddressBuffer Source : register(t0);
RWByteAddressBuffer Target : register(u0);

struct Packet
{
    float3 position;
    uint flags;
    int2 cell;
};

uint ReadByte(uint at) { return Source.Load(at & 0xfffffffc) >> ((at & 3) << 3) & 0xff; }

uint ReadUnaligned(uint at)
{
    uint v = 0;
    for (int i = 3; i >= 0; --i)
        v = v << 8 | ReadByte(at + (uint)i);
    return v;
}

[numthreads(8, 1, 1)]
void main(uint id : SV_DispatchThreadID)
{
    const uint from = id * 64, to = id * 128;
    const uint a = Source.Load(from);
    const uint2 b = Source.Load2(from + 4);
    const uint3 c = Source.Load3(from + 12);
    const uint4 d = Source.Load4(from + 24);
    Target.Store(to, a ^ d.w);
    Target.Store2(to + 4, b.yx);
    Target.Store3(to + 12, c + d.xyz);
    Target.Store4(to + 24, uint4(d.x, asuint((float)d.y), (uint)asint(d.z), ~d.w));

    Packet p = Source.Load<Packet>(from + 40);
    p.position *= 2;
    p.flags |= 0x80000000u;
    p.cell = p.cell.yx - 1;
    Target.Store<Packet>(to + 40, p);
    Target.Store(to + 64, asuint(p.position.y));
    Target.Store<float2>(to + 68, Source.Load<float2>(from + 40) + 0.5f);
    Target.Store(to + 76, ReadUnaligned(from + 1 + id % 3));

    // Walks a list of at most eight links kept as offsets in the first words of each 64-byte block.
    uint hops = 0, at = from;
    while (hops < 8)
    {
        const uint next = (Source.Load(at) & 7) * 64;
        if (next == at)
            break;
        at = next;
        ++hops;
    }
    Target.Store2(to + 80, uint2(hops, at));
}
