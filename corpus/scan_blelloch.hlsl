// dxilkit-corpus
// Exclusive prefix sum, Blelloch's up sweep and down sweep, two elements a thread; segment totals come back too.
// args: -T cs_6_0 -E main
// args: -T cs_6_6 -E main
// threads: 64 1 1
// binding: cb0 ScanParams cbuffer NA NA 1
// binding: t0 Input texture struct r/o 1
// binding: u0 Output UAV struct r/w 1
// binding: u1 Totals UAV byte r/w 1

static const uint kThreads = 64;
static const uint kItems = kThreads * 2;

struct ScanInfo { uint count; int identity; };
ConstantBuffer<ScanInfo> ScanParams : register(b0);
StructuredBuffer<int> Input : register(t0);
RWStructuredBuffer<int> Output : register(u0);
RWByteAddressBuffer Totals : register(u1);

groupshared int scratch[kItems];

int Fetch(uint index)
{
    if (index < ScanParams.count)
        return Input[index];
    return ScanParams.identity;
}

void Store(uint index, int value)
{
    if (index < ScanParams.count)
        Output[index] = value;
}

[numthreads(kThreads, 1, 1)]
void main(uint3 gid : SV_GroupID, uint3 gtid : SV_GroupThreadID)
{
    const uint t = gtid.x;
    const uint base = gid.x * kItems;
    scratch[2 * t] = Fetch(base + 2 * t);
    scratch[2 * t + 1] = Fetch(base + 2 * t + 1);

    uint offset = 1;
    uint d;
    for (d = kItems >> 1; d > 0; d >>= 1)
    {
        GroupMemoryBarrierWithGroupSync();
        if (t < d)
        {
            const uint ai = offset * (2 * t + 1) - 1;
            const uint bi = offset * (2 * t + 2) - 1;
            scratch[bi] += scratch[ai];
        }
        offset *= 2;
    }

    if (t == 0)
    {
        Totals.Store(gid.x * 4, asuint(scratch[kItems - 1]));
        scratch[kItems - 1] = ScanParams.identity;
    }

    for (d = 1; d < kItems; d *= 2)
    {
        offset >>= 1;
        GroupMemoryBarrierWithGroupSync();
        if (t < d)
        {
            const uint ai = offset * (2 * t + 1) - 1;
            const uint bi = offset * (2 * t + 2) - 1;
            const int left = scratch[ai];
            scratch[ai] = scratch[bi];
            scratch[bi] += left;
        }
    }
    GroupMemoryBarrierWithGroupSync();

    Store(base + 2 * t, scratch[2 * t]);
    Store(base + 2 * t + 1, scratch[2 * t + 1]);
}
