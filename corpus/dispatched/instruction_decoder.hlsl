// dxilkit-corpus
// Words taken apart by types of bit fields: casts, templates, enums and bit fields of 64 bits.
// args: -T cs_6_0 -E main -HV 2021
// args: -T cs_6_0 -E main -HV 2021 -O1
// args: -T cs_6_6 -E main -HV 2021
// stride: u0 4

enum Kind { Move, Add, Shift, Jump };

struct Plain { uint kind : 2; uint to : 5; uint a : 5; uint b : 5; int near : 15; };
struct Branch { uint kind : 2; int far : 30; };
struct Long { uint64_t tag : 44; int64_t offset : 20; };
struct Word { uint bits; };

ByteAddressBuffer Code : register(t0);
RWStructuredBuffer<uint> Result : register(u0);

template<typename T> T spread(T low, T high) { return low * 7 + high; }

[numthreads(8, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    uint at = i * 4, sum = 0;
    for (uint n = 0; n < 6; ++n)
    {
        const uint bits = Code.Load(at & 60);
        const Plain p = (Plain)bits;
        switch ((Kind)p.kind)
        {
        case Move: sum = spread(p.a, p.to); break;
        case Add: sum += p.a + p.b + p.near; break;
        case Shift: sum = (sum << (p.to & 7)) | p.b; break;
        case Jump: at += uint(((Branch)bits).far) & 12; break;
        }
        at += 4;
    }
    Long wide = Code.Load<Long>(8 * (i & 7));
    wide.offset += sum;
    wide.tag = wide.tag >> 3;
    Result[3 * i] = sum;
    Result[3 * i + 1] = uint(wide.tag >> 9) ^ uint(wide.tag);
    Result[3 * i + 2] = uint(wide.offset);
}
