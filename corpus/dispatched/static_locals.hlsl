// dxilkit-corpus
// Static variables of functions: their values are made the first time that their declarations run, and stay.
// args: -T cs_6_0 -E main
// args: -T cs_6_0 -E main -Od
// args: -T cs_6_6 -E main
// stride: u0 4

cbuffer Settings : register(b0)
{
    uint4 seed;
};

RWStructuredBuffer<uint> Out : register(u0);

struct Pair
{
    uint first;
    uint second;
};

static uint ticks = 3;

uint NextTick() { return ticks++; }

uint Remember(uint x)
{
    static Pair pair = { x, x + 1 };
    static uint total = x * 3;
    static const uint start = NextTick() + x;
    pair.first += 1;
    total += pair.first;
    return pair.first * 1000 + pair.second * 100 + total + start;
}

uint Sometimes(uint x)
{
    if (x & 1)
    {
        static uint kept = x * 10 + ticks;
        kept += 1;
        return kept;
    }
    return 0;
}

[numthreads(4, 1, 1)]
void main(uint lane : SV_GroupIndex)
{
    uint at = lane * 12;
    for (uint i = 0; i < 4; ++i)
    {
        Out[at + i] = Remember(lane + i);
        Out[at + 4 + i] = Sometimes(lane * 3 + i);
    }
    static uint table[3] = { seed.x & 15, lane, 7 };
    table[lane % 3] += 100;
    Out[at + 8] = table[0];
    Out[at + 9] = table[1];
    Out[at + 10] = table[seed.y % 3];
    static float4 scaled = seed.zwxy * 2;
    scaled.y += lane;
    Out[at + 11] = (uint)scaled.y;
}
