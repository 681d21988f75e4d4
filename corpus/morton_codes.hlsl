// dxilkit-corpus
// LBVH set-up: 30-bit and 63-bit Morton codes of points in a box, and the longest common prefix with the next code.
// args: -T cs_6_0 -E main
// args: -T cs_6_6 -E main
// threads: 32 1 1
// binding: cb0 Bounds cbuffer NA NA 1
// binding: t0 Points texture struct r/o 1
// binding: u0 Codes UAV struct r/w 1
// binding: u1 Prefixes UAV i32 buf 1

cbuffer Bounds : register(b0)
{
    float3 Low;
    uint Count;
    float3 High;
};

struct Code
{
    uint64_t wide;
    uint narrow;
    uint index;
};

StructuredBuffer<float3> Points : register(t0);
RWStructuredBuffer<Code> Codes : register(u0);
RWBuffer<int> Prefixes : register(u1);

uint Spread10(uint v)
{
    v = (v * 0x00010001u) & 0xFF0000FFu;
    v = (v * 0x00000101u) & 0x0F00F00Fu;
    v = (v * 0x00000011u) & 0xC30C30C3u;
    return (v * 0x00000005u) & 0x49249249u;
}

uint64_t Spread21(uint value)
{
    uint64_t v = value & 0x1fffffu;
    v = (v | v << 32) & 0x1f00000000ffffull;
    v = (v | v << 16) & 0x1f0000ff0000ffull;
    v = (v | v << 8) & 0x100f00f00f00f00full;
    v = (v | v << 4) & 0x10c30c30c30c30c3ull;
    return (v | v << 2) & 0x1249249249249249ull;
}

float3 Unit(uint i)
{
    return saturate((Points[i] - Low) / (High - Low));
}

uint Narrow(float3 p)
{
    const uint3 q = (uint3)min(p * 1024, 1023);
    return Spread10(q.x) << 2 | Spread10(q.y) << 1 | Spread10(q.z);
}

int CommonPrefix(uint a, uint b)
{
    return a == b ? 32 : 31 - (int)firstbithigh(a ^ b);
}

[numthreads(32, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    if (i >= Count)
        return;
    const float3 p = Unit(i);
    const uint3 q = (uint3)min(p * 2097152.0f, 2097151.0f);
    Code c;
    c.wide = Spread21(q.x) << 2 | Spread21(q.y) << 1 | Spread21(q.z);
    c.narrow = Narrow(p);
    c.index = i;
    Codes[i] = c;
    Prefixes[i] = i + 1 < Count ? CommonPrefix(c.narrow, Narrow(Unit(i + 1))) : -1;
}
