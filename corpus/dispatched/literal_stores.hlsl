// dxilkit-corpus
// Literal integers in vectors are 64-bit numbers that raw buffers keep; structs with resources, and of another struct; remainders; groupshared
// memory that is overwritten; bits of products; loops without effect.
// args: -T cs_6_0 -E main
// args: -T cs_6_2 -E main -HV 2018
// args: -T cs_6_6 -E main
// stride: t0 4
// data: t0 3u 5u 8u 13u 21u 34u 55u 89u 144u 233u 377u 610u 987u 1597u 2584u 4181u
// data: b0 7i 3i 29u 4u

StructuredBuffer<uint> Words : register(t0);
RWByteAddressBuffer Raw : register(u0);
cbuffer Numbers : register(b0) { int A; int B; uint C; uint D; };

struct Source { uint first; float2 scale; StructuredBuffer<uint> words; };
struct Other { int first; float scale[2]; StructuredBuffer<uint> words; uint more; };

groupshared uint Shared[8];

uint sum(Source s, uint i) { return s.words[i] + s.first + (uint)(s.scale.x * 2 + s.scale.y); }

[numthreads(4, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    const uint at = id.x * 128;
    Raw.Store2(at, (5).xx);
    Raw.Store2(at + 16, 5);
    Raw.Store3(at + 24, (7).xxx + (1).xxx);
    Raw.Store2(at + 48, (2.5).xx);
    Raw.Store4(at + 56, uint4(1, 2, 3, id.x));

    Source s;
    s.first = 3;
    s.scale = 3;
    s.words = Words;
    Raw.Store(at + 72, sum(s, id.x));
    Other o;
    o.first = 11;
    o.scale[0] = 4;
    o.scale[1] = 6;
    o.words = Words;
    o.more = 1;
    Raw.Store(at + 76, sum((Source)o, id.x + 4));

    const int a = A - (int)id.x * 5;
    Raw.Store2(at + 80, uint2(a - B * (a / B), C - (C / (D + id.x)) * (D + id.x)));

    Shared[id.x] = 1;
    Shared[id.x + 4] = 2;
    Shared[id.x] = Shared[id.x + 4] + id.x;
    GroupMemoryBarrierWithGroupSync();
    const uint before = Shared[(id.x + 1) & 3];
    GroupMemoryBarrierWithGroupSync();
    Shared[id.x] = 3;
    Shared[id.x] = before * 2;
    GroupMemoryBarrierWithGroupSync();
    Raw.Store2(at + 88, uint2(before, Shared[id.x ^ 1]));

    const uint row = id.x * 544 + C;
    Raw.Store4(at + 96, uint4((id.x * 544 + 4) & 15, (id.x * 544 + 24) >> 4, (row & 0xfffffe00) == 0 ? 1 : 2, (16 - id.x * 48) & 31));
    uint steps = C;
    while (steps != D * 3) steps += 3;
    float copies[4];
    for (uint i = 0; i < 4; i++) copies[i] = Words[i + id.x] * 2.0;
    Raw.Store2(at + 112, uint2((uint)copies[2], (Words[id.x] & 8) ? 6 : 2));
}
