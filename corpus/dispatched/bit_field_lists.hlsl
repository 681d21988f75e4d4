// dxilkit-corpus
// Values of structs with bit fields: lists of the same shape as the type and of others, splats, casts, copies, static ones.
// args: -T cs_6_0 -E main -HV 2021
// args: -T cs_6_6 -E main -HV 2021

struct Flags { uint low : 4; int high : 5; uint rest; };
struct Pair { Flags one, two; uint last; };
struct Named : Flags { uint name : 9; };

static const Flags TABLE[3] = { { 1, 2, 3 }, { 9, 11, 5 }, { 7, 30, 8 } };
static Flags running = (Flags)5;

ByteAddressBuffer Source : register(t0);
RWByteAddressBuffer Target : register(u0);

uint hash(Flags f)
{
    return f.low * 31 + uint(f.high) * 7 + f.rest;
}

[numthreads(4, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    const uint at = i * 16;
    const uint2 v = Source.Load2(at);
    Flags same = { v.x, v.y, 3 };
    Flags whole = { v, 3 };
    Pair pair = { { v.x, 2, 3 }, whole, v.y };
    Pair flat = { v.x, 2, 3, v.y, 5, 6, 7 };
    Named named = { v.x, v.y, 4, 300 };
    running.low += v.x;
    running.high = same.low;
    const Flags chosen = TABLE[v.x % 3];
    const uint3 seen = (uint3)same;
    Target.Store4(64 * i, uint4(hash(same), hash(whole), hash(pair.one) + hash(pair.two), pair.last));
    Target.Store4(64 * i + 16, uint4(hash(flat.one), hash(flat.two), hash(named), named.name));
    Target.Store4(64 * i + 32, uint4(hash(running), hash(chosen), seen.x, seen.y));
    Target.Store<Flags>(64 * i + 48, same);
    Target.Store(64 * i + 56, hash((Flags)v.x));
    Target.Store(64 * i + 60, TABLE[2].low);
}
