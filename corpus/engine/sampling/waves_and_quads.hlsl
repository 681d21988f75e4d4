// dxilkit-corpus
// Pieces of wave code that a renderer has in its library, each used as the renderer uses it: segmented scans, prefix products by key,
// ballots as work lists, sorted insertion, transposes through quads, scalarised loops over divergent lights.
// args: -T cs_6_0 -E Segmented
// args: -T cs_6_0 -E Scalarise
// args: -T cs_6_0 -E WorkList
// args: -T cs_6_6 -E MultiPrefix
// args: -T cs_6_6 -E MultiPrefix -D WIDE=1
// args: -T cs_6_0 -E QuadTranspose
// args: -T cs_6_6 -E FixedWave
// args: -T cs_6_7 -E QuadVotes
// data: cb0 12u 5u 0.5 0u

#include "../kernel/config.hlsli"
#include "../kernel/math.hlsli"
#include "../kernel/random.hlsli"

struct WaveConstants
{
    uint lights;
    uint seed;
    float threshold;
    uint pad;
};

struct WaveLight
{
    float3 position;
    float radius;
    float3 color;
    uint type;
};

ConstantBuffer<WaveConstants> Waves : register(b0);
StructuredBuffer<WaveLight> Lights : register(t0);
StructuredBuffer<uint> Keys : register(t1);
RWStructuredBuffer<float4> Output : register(u0);
RWStructuredBuffer<uint> Words : register(u1);

/// Sum of the values since the last head, by doubling distances.
[numthreads(64, 1, 1)]
void Segmented(uint index : SV_DispatchThreadID)
{
    const uint lane = WaveGetLaneIndex();
    const bool head = (HashMix(index + Waves.seed) & 3) == 0 || lane == 0;
    float value = float(HashMix(index) & 15);
    const uint4 heads = WaveActiveBallot(head);
    // The last head at or before this lane.
    const uint word = lane >> 5, below = heads[word] & (0xffffffffu >> (31 - (lane & 31)));
    const uint start = word * 32 + firstbithigh(below);
    [unroll]
    for (uint step = 1; step < 32; step <<= 1)
    {
        const float other = WaveReadLaneAt(value, lane >= step ? lane - step : lane);
        if (lane >= start + step)
            value += other;
    }
    Output[index] = float4(value, start, WavePrefixSum(head ? 1u : 0u), head);
}

struct LightSum
{
    float3 diffuse;
    uint count;

    void Add(WaveLight light, float3 p)
    {
        const float3 d = light.position - p;
        const float a = saturate(1 - dot(d, d) / max(Square(light.radius), 1e-4));
        diffuse += light.color * (a * a);
        count++;
    }
};

[numthreads(64, 1, 1)]
void Scalarise(uint index : SV_DispatchThreadID)
{
    const float3 p = UnitFloat(HashPcg3(uint3(index, Waves.seed, 1)));
    LightSum sum = (LightSum)0;
    // Every lane has a list of its own; the wave walks the smallest light that any lane still wants.
    uint mask = 0;
    for (uint i = 0; i < Waves.lights; ++i)
        if (distance(Lights[i].position, p) < Lights[i].radius + 0.3)
            mask |= 1u << i;
    [loop]
    while (WaveActiveAnyTrue(mask != 0))
    {
        const uint mine = mask != 0 ? firstbitlow(mask) : 0xffffffff;
        const uint common = WaveActiveMin(mine);
        const WaveLight light = Lights[common & 63];
        if (mine == common)
        {
            sum.Add(light, p);
            mask &= mask - 1;
        }
    }
    Output[index] = float4(sum.diffuse, sum.count);
}

groupshared uint Queue[64];
groupshared uint Head, Tail;

[numthreads(64, 1, 1)]
void WorkList(uint lane : SV_GroupIndex)
{
    if (lane == 0)
    {
        Head = 0;
        Tail = 1;
        Queue[0] = 1;
    }
    GroupMemoryBarrierWithGroupSync();
    uint visited = 0, checksum = 0;
    // A binary tree with holes, breadth first; each round takes all that is there.
    [loop]
    for (uint round = 0; round < 6; ++round)
    {
        const uint head = Head, tail = Tail;
        const bool has = lane < tail - head;
        uint node = 0;
        if (has)
        {
            node = Queue[(head + lane) & 63];
            visited++;
            checksum = checksum * 31 + node;
        }
        GroupMemoryBarrierWithGroupSync();
        const uint children = has ? HashMix(node + Waves.seed) & 3 : 0;
        const uint count = countbits(children);
        const uint before = WavePrefixSum(count), total = WaveActiveSum(count);
        uint base = 0;
        if (WaveIsFirstLane() && total > 0)
            InterlockedAdd(Tail, total, base);
        base = WaveReadLaneFirst(base) + before;
        if (children & 1)
            Queue[base++ & 63] = node * 2;
        if (children & 2)
            Queue[base & 63] = node * 2 + 1;
        if (lane == 0)
            Head = tail;
        GroupMemoryBarrierWithGroupSync();
        if (Head == Tail)
            break;
    }
    Words[lane] = visited | checksum << 4;
}

#ifdef WIDE
typedef uint64_t PrefixNumber;
#else
typedef uint PrefixNumber;
#endif

[numthreads(64, 1, 1)]
void MultiPrefix(uint index : SV_DispatchThreadID)
{
    const uint key = Keys[index] & 3;
    const uint4 mask = WaveMatch(key);
    const PrefixNumber value = PrefixNumber(index + 1);
    const PrefixNumber sum = WaveMultiPrefixSum(value, mask);
    const PrefixNumber product = WaveMultiPrefixProduct(value & 3, mask);
    const uint bits = WaveMultiPrefixBitXor(uint(value), mask) | WaveMultiPrefixBitOr(key << 8, mask);
    const uint count = WaveMultiPrefixCountBits(index & 1, mask);
    Words[index] = uint(sum) ^ uint(product) << 8 ^ bits << 4 ^ count << 28;
}

/// 4x4 matrices, one row in each lane of a quad, transposed.
[numthreads(8, 8, 1)]
void QuadTranspose(uint index : SV_GroupIndex)
{
    const uint row = index & 3;
    const float4 mine = float4(index * 4 + 0, index * 4 + 1, index * 4 + 2, index * 4 + 3);
    float4 result;
    [unroll]
    for (uint k = 0; k < 4; ++k)
    {
        const float4 other = QuadReadLaneAt(mine, k);
        result[k] = row == 0 ? other.x : row == 1 ? other.y : row == 2 ? other.z : other.w;
    }
    const float4 across = QuadReadAcrossX(mine) + QuadReadAcrossY(mine) * 2 + QuadReadAcrossDiagonal(mine) * 4;
    Output[index] = result + across * Waves.threshold;
}

#if __SHADER_TARGET_MINOR >= 6
[WaveSize(32)]
[numthreads(32, 1, 1)]
void FixedWave(uint lane : SV_GroupIndex)
{
    // Bitonic sort in registers.
    uint v = HashMix(lane + Waves.seed);
    [unroll]
    for (uint size = 2; size <= 32; size <<= 1)
        [unroll]
        for (uint stride = size >> 1; stride > 0; stride >>= 1)
        {
            const uint other = WaveReadLaneAt(v, lane ^ stride);
            const bool ascending = (lane & size) == 0, low = (lane & stride) == 0;
            v = ascending == low ? min(v, other) : max(v, other);
        }
    const uint median = WaveReadLaneAt(v, 16);
    Words[lane] = v - median;
}
#endif

#if __SHADER_TARGET_MINOR >= 7
[numthreads(8, 8, 1)]
void QuadVotes(uint index : SV_GroupIndex)
{
    const bool near = Lights[index].radius > Waves.threshold;
    Words[index] = QuadAny(near) | QuadAll(near) << 1;
}
#endif
