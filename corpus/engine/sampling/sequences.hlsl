// dxilkit-corpus
// Low-discrepancy points: Sobol with direction numbers in a table, Owen scrambling by hashes and by Laine-Karras, Latin hypercubes with
// permutations, Faure pairs; and the discrepancy of what comes out.
// args: -T cs_6_0 -E main -D SCRAMBLE=0
// args: -T cs_6_0 -E main -D SCRAMBLE=1
// args: -T cs_6_0 -E main -D SCRAMBLE=2
// args: -T cs_6_0 -E Lattices
// args: -T cs_6_0 -E Discrepancy
// args: -T cs_6_6 -E main -D SCRAMBLE=2
// args: -T cs_6_6 -E Discrepancy -D WAVE=1
// data: cb0 64u 12345u 3u 5u
// dispatch: 1 1 1

#include "../kernel/config.hlsli"
#include "../kernel/random.hlsli"

#ifndef SCRAMBLE
#define SCRAMBLE 0
#endif
#ifndef WAVE
#define WAVE 0
#endif
#define DIMENSIONS 4

struct SequenceConstants
{
    uint count;
    uint seed;
    uint offset;
    uint strata;
};

ConstantBuffer<SequenceConstants> Sequence : register(b0);
StructuredBuffer<float4> PointsIn : register(t0);
RWStructuredBuffer<float4> Points : register(u0);
RWStructuredBuffer<float> Result : register(u1);

/// Directions of the dimensions 1 to 3; dimension 0 is the reversed index.
static const uint DIRECTIONS[DIMENSIONS - 1][32] =
{
    {
        0x80000000, 0xc0000000, 0xa0000000, 0xf0000000, 0x88000000, 0xcc000000, 0xaa000000, 0xff000000,
        0x80800000, 0xc0c00000, 0xa0a00000, 0xf0f00000, 0x88880000, 0xcccc0000, 0xaaaa0000, 0xffff0000,
        0x80008000, 0xc000c000, 0xa000a000, 0xf000f000, 0x88008800, 0xcc00cc00, 0xaa00aa00, 0xff00ff00,
        0x80808080, 0xc0c0c0c0, 0xa0a0a0a0, 0xf0f0f0f0, 0x88888888, 0xcccccccc, 0xaaaaaaaa, 0xffffffff
    },
    {
        0x80000000, 0xc0000000, 0x60000000, 0x90000000, 0xe8000000, 0x5c000000, 0x8e000000, 0xc5000000,
        0x68800000, 0x9cc00000, 0xee600000, 0x55900000, 0x80680000, 0xc09c0000, 0x60ee0000, 0x90550000,
        0xe8808000, 0x5cc0c000, 0x8e606000, 0xc5909000, 0x6868e800, 0x9c9c5c00, 0xeeee8e00, 0x5555c500,
        0x8000e880, 0xc0005cc0, 0x60008e60, 0x9000c590, 0xe8006868, 0x5c009c9c, 0x8e00eeee, 0xc5005555
    },
    {
        0x80000000, 0xc0000000, 0x20000000, 0x50000000, 0xf8000000, 0x74000000, 0xa2000000, 0x93000000,
        0xd8800000, 0x25400000, 0x59e00000, 0xe6d00000, 0x78080000, 0xb40c0000, 0x82020000, 0xc3050000,
        0x208f8000, 0x51474000, 0xfbea2000, 0x75d93000, 0xa0858800, 0x914e5400, 0xdbe79e00, 0x25db6d00,
        0x58800080, 0xe54000c0, 0x79e00020, 0xb6d00050, 0x800800f8, 0xc00c0074, 0x200200a2, 0x50050093
    }
};

uint SobolBits(uint index, uint dimension)
{
    if (dimension == 0)
        return reversebits(index);
    uint x = 0;
    [loop]
    for (uint bit = 0; index != 0; ++bit, index >>= 1)
        if (index & 1)
            x ^= DIRECTIONS[dimension - 1][bit];
    return x;
}

uint LaineKarras(uint x, uint seed)
{
    x += seed;
    x ^= x * 0x6c50b47cu;
    x ^= x * 0xb82f1e52u;
    x ^= x * 0xc7afe638u;
    x ^= x * 0x8d22f6e6u;
    return x;
}

uint OwenFast(uint x, uint seed)
{
    x = reversebits(x);
    x = LaineKarras(x, seed);
    return reversebits(x);
}

/// Each bit is flipped by a hash of the bits above it.
uint OwenExact(uint x, uint seed)
{
    uint result = 0;
    [loop]
    for (int bit = 31; bit >= 0; --bit)
    {
        const uint above = bit == 31 ? 0 : x >> (bit + 1);
        const uint flip = HashMix(HashCombine(seed, above + uint(bit) * 0x9e3779b9u)) & 1;
        result |= (((x >> bit) & 1) ^ flip) << bit;
    }
    return result;
}

uint Scramble(uint x, uint seed)
{
#if SCRAMBLE == 0
    return x ^ seed;
#elif SCRAMBLE == 1
    return OwenFast(x, seed);
#else
    return OwenExact(x, seed);
#endif
}

[numthreads(GROUP_SIZE, 1, 1)]
void main(uint index : SV_DispatchThreadID)
{
    const uint shuffled = OwenFast(index + Sequence.offset, HashMix(Sequence.seed));
    uint4 bits;
    [unroll]
    for (uint d = 0; d < DIMENSIONS; ++d)
        bits[d] = Scramble(SobolBits(shuffled, d), HashCombine(Sequence.seed, d));
    Points[index] = float4(UnitFloat(bits.xyz), UnitFloat(bits.w));
}

/// A permutation of 0 .. n-1 without a table: walks a cycle of a hash on the next power of two.
uint Permute(uint i, uint n, uint seed)
{
    uint w = n - 1;
    w |= w >> 1;
    w |= w >> 2;
    w |= w >> 4;
    w |= w >> 8;
    w |= w >> 16;
    [loop]
    do
    {
        i ^= seed;
        i *= 0xe170893d;
        i ^= seed >> 16;
        i ^= (i & w) >> 4;
        i ^= seed >> 8;
        i *= 0x0929eb3f;
        i ^= seed >> 23;
        i ^= (i & w) >> 1;
        i *= 1 | seed >> 27;
        i *= 0x6935fa69;
        i ^= (i & w) >> 11;
        i *= 0x74dcb303;
        i ^= (i & w) >> 2;
        i *= 0x9e501cc3;
        i ^= (i & w) >> 2;
        i *= 0xc860a3df;
        i &= w;
        i ^= i >> 5;
    } while (i >= n);
    return (i + seed) % n;
}

[numthreads(GROUP_SIZE, 1, 1)]
void Lattices(uint index : SV_DispatchThreadID)
{
    const uint n = max(Sequence.strata, 2), total = n * n;
    const uint s = Permute(index % total, total, Sequence.seed * 0x51633e2d);
    const uint sx = Permute(s % n, n, Sequence.seed * 0xa511e9b3), sy = Permute(s / n, n, Sequence.seed * 0x63d83595);
    const float jx = UnitFloat(HashMix(s * 0xa399d265 ^ Sequence.seed)), jy = UnitFloat(HashMix(s * 0x711ad6a5 ^ Sequence.seed));
    // Correlated multi-jitter: one stratum of the fine grid in each row and column of the coarse one.
    const float2 cmj = float2((s % n + (sy + jx) / n) / n, (s / n + (sx + jy) / n) / n);
    // Faure in base 3.
    uint i = index;
    float2 faure = 0;
    float factor = 1.0 / 3;
    uint digits[4];
    [unroll]
    for (uint k = 0; k < 4; ++k)
    {
        digits[k] = i % 3;
        i /= 3;
        faure.x += digits[k] * factor;
        factor /= 3;
    }
    static const uint PASCAL[4][4] = { { 1, 1, 1, 1 }, { 0, 1, 2, 0 }, { 0, 0, 1, 0 }, { 0, 0, 0, 1 } };
    factor = 1.0 / 3;
    for (uint r = 0; r < 4; ++r)
    {
        uint sum = 0;
        for (uint c = r; c < 4; ++c)
            sum += PASCAL[r][c] * digits[c];
        faure.y += (sum % 3) * factor;
        factor /= 3;
    }
    Points[index] = float4(frac(cmj), faure);
}

groupshared float Worst[GROUP_SIZE];

/// Star discrepancy with the points themselves as corners.
[numthreads(GROUP_SIZE, 1, 1)]
void Discrepancy(uint index : SV_GroupIndex)
{
    const float2 corner = PointsIn[index].xy;
    uint inside = 0;
    for (uint i = 0; i < Sequence.count; ++i)
        inside += all(PointsIn[i].xy <= corner);
    const float volume = corner.x * corner.y;
    const float d = max(abs(float(inside) / Sequence.count - volume), abs(float(inside - 1) / Sequence.count - volume));
#if WAVE
    const float waveWorst = WaveActiveMax(d);
    Worst[index] = 0;
    GroupMemoryBarrierWithGroupSync();
    if (WaveIsFirstLane())
        Worst[index / WaveGetLaneCount()] = waveWorst;
    GroupMemoryBarrierWithGroupSync();
    if (index == 0)
    {
        float worst = 0;
        for (uint w = 0; w < DIVIDE_ROUND_UP(GROUP_SIZE, WaveGetLaneCount()); ++w)
            worst = max(worst, Worst[w]);
        Result[0] = worst;
    }
#else
    Worst[index] = d;
    GroupMemoryBarrierWithGroupSync();
    [unroll]
    for (uint half_ = GROUP_SIZE / 2; half_ > 0; half_ >>= 1)
    {
        if (index < half_)
            Worst[index] = max(Worst[index], Worst[index + half_]);
        GroupMemoryBarrierWithGroupSync();
    }
    if (index < 4)
        Result[index] = Worst[0] * (index + 1);
#endif
}
