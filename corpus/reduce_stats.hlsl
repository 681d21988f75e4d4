// dxilkit-corpus
// Sum, minimum, maximum, and first index of the maximum of a float array: tree in groupshared memory, atomics across groups.
// args: -T cs_6_0 -E main
// args: -T cs_6_6 -E main
// threads: 64 1 1
// binding: cb0 Range cbuffer NA NA 1
// binding: t0 Values texture f32 buf 1
// binding: u0 Partial UAV struct r/w 1
// binding: u1 Global UAV byte r/w 1

struct Stats
{
    float sum, low, high;
    uint highAt;
};

cbuffer Range : register(b0) { uint Count; uint PerThread; }
Buffer<float> Values : register(t0);
RWStructuredBuffer<Stats> Partial : register(u0);
RWByteAddressBuffer Global : register(u1); // ordered minimum, ordered maximum, count of negatives, or of all bits

groupshared Stats scratch[64];

static const float INF = asfloat(0x7f800000);

Stats Combine(Stats a, Stats b)
{
    Stats r;
    r.sum = a.sum + b.sum;
    r.low = min(a.low, b.low);
    r.high = max(a.high, b.high);
    r.highAt = a.high > b.high ? a.highAt : b.high > a.high ? b.highAt : min(a.highAt, b.highAt);
    return r;
}

// Maps floats to uints of the same order.
uint Ordered(float f)
{
    const uint u = asuint(f);
    return (u & 0x80000000u) ? ~u : u | 0x80000000u;
}

[numthreads(64, 1, 1)]
void main(uint3 group : SV_GroupID, uint t : SV_GroupIndex)
{
    Stats s = { 0.0, INF, -INF, 0xffffffff };
    const uint first = (group.x * 64 + t) * PerThread;
    uint negatives = 0, bits = 0;
    for (uint i = first; i < min(first + PerThread, Count); ++i)
    {
        const float v = Values[i];
        negatives += v < 0;
        bits |= asuint(v);
        const Stats one = { v, v, v, i };
        s = Combine(s, one);
    }
    scratch[t] = s;
    GroupMemoryBarrierWithGroupSync();

    for (uint half_count = 32; half_count > 0; half_count /= 2)
    {
        if (t < half_count)
            scratch[t] = Combine(scratch[t], scratch[t + half_count]);
        GroupMemoryBarrierWithGroupSync();
    }

    Global.InterlockedAdd(8, negatives);
    Global.InterlockedOr(12, bits);
    if (t == 0)
    {
        Partial[group.x] = scratch[0];
        Global.InterlockedMin(0, Ordered(scratch[0].low));
        Global.InterlockedMax(4, Ordered(scratch[0].high));
    }
}
