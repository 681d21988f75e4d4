// dxilkit-corpus
// Bit fields of two sizes: where the small ones are 16 bits wide they share integers of their own.
// args: -T cs_6_2 -E main -HV 2021 -D SHORT=uint -D SIGNED=int
// args: -T cs_6_2 -E main -HV 2021 -D SHORT=uint16_t -D SIGNED=int16_t -enable-16bit-types
// args: -T cs_6_6 -E main -HV 2021 -D SHORT=uint16_t -D SIGNED=int16_t -enable-16bit-types

struct Entry
{
    SHORT kind : 5;
    SIGNED delta : 7;
    SHORT rest : 9;
    uint key : 20;
    SHORT last : 16;
    uint64_t wide : 33;
};

ByteAddressBuffer Source : register(t0);
RWByteAddressBuffer Target : register(u0);
cbuffer Defaults : register(b0) { Entry first; Entry others[2]; }

[numthreads(8, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    Entry e = Source.Load<Entry>(32 * (i & 3));
    e.delta -= others[i & 1].delta;
    e.rest += first.kind;
    e.key ^= e.rest;
    e.last = e.last * 3 + e.kind;
    e.wide += e.key;
    Target.Store4(32 * i, uint4(e.kind, e.delta, e.rest, e.key));
    Target.Store3(32 * i + 16, uint3(e.last, uint(e.wide), uint(e.wide >> 20)));
    Target.Store<Entry>(256 + 32 * i, e);
}
