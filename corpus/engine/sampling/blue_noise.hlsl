// dxilkit-corpus
// Blue noise: a step of void-and-cluster with energies in shared memory, swaps by simulated annealing against a target, and points by
// elimination with weights.
// args: -T cs_6_0 -E VoidAndCluster
// args: -T cs_6_0 -E Anneal
// args: -T cs_6_0 -E Eliminate
// args: -T cs_6_6 -E VoidAndCluster -D SIGMA=1.9
// args: -T cs_6_6 -E Anneal
// data: cb0 8u 10u 99u 7u 0.5 2.1 0.25 0.1
// dispatch: 1 1 1

#include "../kernel/config.hlsli"
#include "../kernel/random.hlsli"

#ifndef SIGMA
#define SIGMA 1.5
#endif
#define SIDE 8
#define CELLS (SIDE * SIDE)

struct NoiseConstants
{
    uint side;
    uint initial;
    uint seed;
    uint rounds;
    float temperature;
    float exponent;
    float radius;
    float pad;
};

ConstantBuffer<NoiseConstants> Noise : register(b0);
StructuredBuffer<float4> Candidates : register(t0);
RWStructuredBuffer<uint> Ranks : register(u0);
RWStructuredBuffer<float> Energies : register(u1);
RWStructuredBuffer<float4> Values : register(u2);

groupshared float Energy[CELLS];
groupshared uint2 Reduced[CELLS];
groupshared uint Pattern[CELLS / 32];

float TorusSquare(int2 d)
{
    d = abs(d);
    d = min(d, SIDE - d);
    return float(dot(d, d));
}
float Influence(uint a, uint b)
{
    const int2 d = int2(a % SIDE, a / SIDE) - int2(b % SIDE, b / SIDE);
    return exp(-TorusSquare(d) / (2 * SIGMA * SIGMA));
}

bool IsSet(uint i) { return (Pattern[i >> 5] >> (i & 31)) & 1; }

/// The cell with the greatest energy among those that are set, or the least among those that are not.
uint FindExtreme(uint lane, bool cluster)
{
    const bool counts = IsSet(lane) == cluster;
    const float e = cluster ? Energy[lane] : 1000 - Energy[lane];
    Reduced[lane] = uint2(counts ? asuint(max(e, 0)) : 0, lane);
    GroupMemoryBarrierWithGroupSync();
    [unroll]
    for (uint half_ = CELLS / 2; half_ > 0; half_ >>= 1)
    {
        if (lane < half_ && Reduced[lane + half_].x > Reduced[lane].x)
            Reduced[lane] = Reduced[lane + half_];
        GroupMemoryBarrierWithGroupSync();
    }
    const uint result = Reduced[0].y;
    GroupMemoryBarrierWithGroupSync();
    return result;
}

void Flip(uint lane, uint cell)
{
    const bool was = IsSet(cell);
    GroupMemoryBarrierWithGroupSync();
    if (lane == 0)
        Pattern[cell >> 5] ^= 1u << (cell & 31);
    Energy[lane] += was ? -Influence(lane, cell) : Influence(lane, cell);
    GroupMemoryBarrierWithGroupSync();
}

[numthreads(CELLS, 1, 1)]
void VoidAndCluster(uint lane : SV_GroupIndex)
{
    if (lane < CELLS / 32)
        Pattern[lane] = HashMix(Noise.seed + lane) & HashMix(Noise.seed + 17 + lane) & HashMix(Noise.seed + 31 + lane);
    GroupMemoryBarrierWithGroupSync();
    float e = 0;
    for (uint i = 0; i < CELLS; ++i)
        if (IsSet(i))
            e += Influence(lane, i);
    Energy[lane] = e;
    GroupMemoryBarrierWithGroupSync();
    // The tightest cluster moves to the largest void until they are the same.
    [loop]
    for (uint round = 0; round < Noise.rounds; ++round)
    {
        const uint cluster = FindExtreme(lane, true);
        Flip(lane, cluster);
        const uint gap = FindExtreme(lane, false);
        Flip(lane, gap);
        if (gap == cluster)
            break;
    }
    uint ones = 0;
    [unroll]
    for (uint w = 0; w < CELLS / 32; ++w)
        ones += countbits(Pattern[w]);
    [loop]
    for (uint rank = ones; rank < CELLS; ++rank)
    {
        const uint gap = FindExtreme(lane, false);
        if (lane == gap)
            Ranks[gap] = rank;
        Flip(lane, gap);
    }
    Energies[lane] = Energy[lane];
}

groupshared float4 Texture_[CELLS];
groupshared uint Accepted;

float LocalEnergy(uint at, float4 value, uint skip)
{
    float sum = 0;
    [loop]
    for (int y = -2; y <= 2; ++y)
        [loop]
        for (int x = -2; x <= 2; ++x)
        {
            if (x == 0 && y == 0)
                continue;
            const uint2 p = uint2(int2(at % SIDE, at / SIDE) + int2(x, y) + SIDE) % SIDE;
            const uint other = p.y * SIDE + p.x;
            if (other == skip)
                continue;
            const float4 d = abs(Texture_[other] - value);
            const float near = float(x * x + y * y) / (Noise.exponent * Noise.exponent);
            sum += exp(-near - pow(dot(d, 1), 2));
        }
    return sum;
}

[numthreads(CELLS, 1, 1)]
void Anneal(uint lane : SV_GroupIndex)
{
    Texture_[lane] = float4(UnitFloat(HashPcg3(uint3(lane, Noise.seed, 3))), UnitFloat(HashMix(lane)));
    if (lane == 0)
        Accepted = 0;
    GroupMemoryBarrierWithGroupSync();
    [loop]
    for (uint round = 0; round < Noise.rounds; ++round)
    {
        // An involution of the cells says who may swap with whom.
        const uint partner = lane ^ (HashMix(Noise.seed * 31 + round) % (CELLS - 1) + 1);
        float4 mine = Texture_[lane];
        const bool leads = lane < partner;
        bool swaps = false;
        if (leads)
        {
            const float4 theirs = Texture_[partner];
            const float before = LocalEnergy(lane, mine, partner) + LocalEnergy(partner, theirs, lane);
            const float after = LocalEnergy(lane, theirs, partner) + LocalEnergy(partner, mine, lane);
            const float u = UnitFloat(HashMix(lane * 7919 + round * 104729 + Noise.seed));
            swaps = after < before || u < exp((before - after) / max(Noise.temperature / (round + 1), 1e-4));
        }
        GroupMemoryBarrierWithGroupSync();
        if (swaps)
        {
            Texture_[lane] = Texture_[partner];
            Texture_[partner] = mine;
            InterlockedAdd(Accepted, 1);
        }
        GroupMemoryBarrierWithGroupSync();
    }
    Values[lane] = Texture_[lane];
    if (lane == 0)
        Ranks[0] = Accepted;
}

groupshared float2 Points[CELLS];
groupshared float Weights[CELLS];
groupshared bool Alive[CELLS];

float PairWeight(float2 a, float2 b)
{
    float2 d = abs(a - b);
    d = min(d, 1 - d);
    const float l = min(length(d), 2 * Noise.radius);
    return pow(saturate(1 - l / (2 * Noise.radius)), 8);
}

[numthreads(CELLS, 1, 1)]
void Eliminate(uint lane : SV_GroupIndex)
{
    Points[lane] = frac(Candidates[lane].xy + PlasticSequence(lane));
    Alive[lane] = true;
    GroupMemoryBarrierWithGroupSync();
    float w = 0;
    for (uint i = 0; i < CELLS; ++i)
        w += i == lane ? 0 : PairWeight(Points[lane], Points[i]);
    Weights[lane] = w;
    GroupMemoryBarrierWithGroupSync();
    [loop]
    for (uint k = CELLS; k > CELLS / 2; --k)
    {
        Reduced[lane] = uint2(Alive[lane] ? asuint(Weights[lane]) + 1 : 0, lane);
        GroupMemoryBarrierWithGroupSync();
        for (uint half_ = CELLS / 2; half_ > 0; half_ >>= 1)
        {
            if (lane < half_ && (Reduced[lane + half_].x > Reduced[lane].x))
                Reduced[lane] = Reduced[lane + half_];
            GroupMemoryBarrierWithGroupSync();
        }
        const uint victim = Reduced[0].y;
        GroupMemoryBarrierWithGroupSync();
        Weights[lane] = max(Weights[lane] - PairWeight(Points[lane], Points[victim]), 0);
        if (lane == victim)
            Alive[lane] = false;
        GroupMemoryBarrierWithGroupSync();
    }
    Values[lane] = float4(Points[lane], Weights[lane], Alive[lane]);
}
