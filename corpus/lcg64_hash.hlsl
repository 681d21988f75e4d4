// dxilkit-corpus
// 64-bit arithmetic: Knuth's LCG with jump-ahead by squaring, splitmix finaliser, FNV-1a, signed and unsigned division, shifts.
// args: -T cs_6_0 -E main
// args: -T cs_6_6 -E main
// threads: 32 1 1
// binding: cb0 Start cbuffer NA NA 1
// binding: u0 Streams UAV struct r/w 1

cbuffer Start
{
    uint64_t Seed;
    int64_t Offset;
    uint Stride;
};

struct Stream
{
    uint64_t state;
    uint64_t mixed;
    uint64_t fnv;
    int64_t quotient;
    int64_t remainder;
    uint2 halves;
};

RWStructuredBuffer<Stream> Streams;

static const uint64_t A = 6364136223846793005ull;
static const uint64_t C = 1442695040888963407ull;

uint64_t Jump(uint64_t state, uint steps)
{
    uint64_t a = A, c = C, accA = 1, accC = 0;
    while (steps != 0)
    {
        if (steps & 1)
        {
            accA *= a;
            accC = accC * a + c;
        }
        c = (a + 1) * c;
        a *= a;
        steps >>= 1;
    }
    return accA * state + accC;
}

uint64_t SplitMix(uint64_t z)
{
    z += 0x9e3779b97f4a7c15ull;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
}

uint64_t Fnv1a(uint64_t value)
{
    uint64_t h = 0xcbf29ce484222325ull;
    for (int i = 0; i < 8; ++i)
    {
        h ^= (value >> (8 * i)) & 0xff;
        h *= 0x100000001b3ull;
    }
    return h;
}

[numthreads(32, 1, 1)]
void main(uint id : SV_DispatchThreadID)
{
    Stream s;
    s.state = Jump(Seed, id * Stride);
    s.mixed = SplitMix(s.state);
    s.fnv = Fnv1a(s.mixed);
    const int64_t numerator = (int64_t)s.mixed + Offset;
    const int64_t denominator = (int64_t)(s.fnv >> 40) - 8388608;
    s.quotient = denominator == 0 ? 0 : numerator / denominator;
    s.remainder = denominator == 0 ? 0 : numerator % denominator;
    s.halves = uint2((uint)s.state, (uint)(s.state >> 32));
    if (s.mixed > s.fnv && numerator < 0)
        s.halves = s.halves.yx;
    Streams[id] = s;
}
