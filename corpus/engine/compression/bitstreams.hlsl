// dxilkit-corpus
// Bit streams: a writer and a reader as structs with methods, Elias gamma codes, delta codes of indices, zigzag, fields across words.
// args: -T cs_6_0 -E Encode
// args: -T cs_6_0 -E Decode
// args: -T cs_6_0 -E Encode -D WIDE=1
// args: -T cs_6_0 -E Fields
// args: -T cs_6_6 -E Decode
// range: Values 0 200
#ifndef WIDE
#define WIDE 0
#endif
StructuredBuffer<uint> Values : register(t0);
ByteAddressBuffer Stream : register(t1);
RWStructuredBuffer<uint> Result : register(u0);
RWByteAddressBuffer Packed : register(u1);

struct BitWriter
{
    uint base, position;
#if WIDE
    uint64_t pending;
#else
    uint pending;
#endif
    uint filled;

    void Open(uint at)
    {
        base = at;
        position = 0;
        pending = 0;
        filled = 0;
    }
    void Put(uint value, uint width)
    {
#if WIDE
        pending |= uint64_t(value) << filled;
        filled += width;
        if (filled >= 32)
        {
            Packed.Store(base + position, uint(pending));
            position += 4;
            pending >>= 32;
            filled -= 32;
        }
#else
        pending |= value << filled;
        const uint room = 32 - filled;
        if (width >= room)
        {
            Packed.Store(base + position, pending);
            position += 4;
            pending = room < 32 ? value >> room : 0;
            filled = width - room;
        }
        else
            filled += width;
#endif
    }
    uint Close()
    {
        Packed.Store(base + position, uint(pending));
        return position * 8 + filled;
    }
};
struct BitReader
{
    uint base, at;
    uint Peek(uint width)
    {
        const uint2 w = Stream.Load2(base + (at >> 5) * 4);
        const uint shift = at & 31;
        const uint v = shift ? (w.x >> shift) | (w.y << (32 - shift)) : w.x;
        return v & ((1u << width) - 1);
    }
    uint Take(uint width)
    {
        const uint v = Peek(width);
        at += width;
        return v;
    }
    uint Gamma()
    {
        const uint zeros = min(firstbitlow(Peek(16) | 0x8000), 15);
        at += zeros;
        return reversebits(Take(zeros + 1)) >> (31 - zeros);
    }
};
uint Zigzag(int v) { return uint(v << 1) ^ uint(v >> 31); }
int Unzigzag(uint v) { return int(v >> 1) ^ -int(v & 1); }

[numthreads(8, 1, 1)]
void Encode(uint i : SV_DispatchThreadID)
{
    BitWriter w;
    w.Open(i * 32);
    int last = 0;
    for (uint k = 0; k < 8; ++k)
    {
        const int v = (int)Values[i * 8 + k];
        const uint z = Zigzag(v - last) + 1;
        const uint high = firstbithigh(z);
        w.Put(0, high);
        w.Put(reversebits(z) >> (31 - high), high + 1);
        last = v;
    }
    Result[i] = w.Close();
}

[numthreads(8, 1, 1)]
void Decode(uint i : SV_DispatchThreadID)
{
    BitReader r;
    r.base = (i & 3) * 8;
    r.at = i;
    int last = 0;
    for (uint k = 0; k < 8; ++k)
    {
        last += Unzigzag(r.Gamma() - 1);
        Result[i * 8 + k] = (uint)last ^ r.at << 16;
    }
}

struct Flags
{
    uint kind : 5;
    uint layer : 3;
    uint height : 12;
    uint rest : 12;
};

[numthreads(64, 1, 1)]
void Fields(uint i : SV_DispatchThreadID)
{
    const uint v = Values[i];
    Flags f;
    f.kind = v;
    f.layer = v >> 3;
    f.height = v * 37;
    f.rest = ~v;
    f.height += f.kind;
    if (f.layer > 3)
        f.rest -= f.layer;
    const uint word = f.kind | f.layer << 5 | f.height << 8 | f.rest << 20;
    const uint same = (word & 0x3f) | (((word >> 6) & 0x3f) << 6) | (word >> 12 << 12);
    Result[i] = same ^ (countbits(word) << 3);
}
