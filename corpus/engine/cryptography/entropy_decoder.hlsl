// dxilkit-corpus
// Decompression on the GPU: interleaved range asymmetric numeral systems with 32 lanes, canonical Huffman with a table of lengths, and
// copies of matches resolved by pointer jumping.
// args: -T cs_6_0 -E DecodeStates
// args: -T cs_6_0 -E ResolveMatches
// args: -T cs_6_0 -E DecodeHuffman
// args: -T cs_6_6 -E DecodeStates -D WAVE_REFILL=1
// args: -T cs_6_2 -E DecodeHuffman -enable-16bit-types
// data: cb0 24u 12u 0u 64u
// dispatch: 1 1 1

#include "words.hlsli"

#ifndef WAVE_REFILL
#define WAVE_REFILL 0
#endif
#define LANES 32
#define PROBABILITY_BITS 10
#define LOWER_BOUND (1u << 16)

struct DecodeConstants
{
    uint symbols;
    uint codes;
    uint offset;
    uint length;
};

ConstantBuffer<DecodeConstants> Decode : register(b0);
ByteAddressBuffer Stream : register(t0);
StructuredBuffer<uint> Frequencies : register(t1);
StructuredBuffer<uint2> Matches : register(t2);
RWStructuredBuffer<uint> Output : register(u0);

groupshared uint Cumulative[65];
groupshared uint SlotTable[1 << PROBABILITY_BITS];
groupshared uint ReadCursor;
groupshared uint LaneNeeds[LANES];

uint ReadHalf(uint index)
{
    const uint w = Stream.Load((index >> 1) * 4 & 0xff) * 0x9e3779b9u;
    return index & 1 ? w >> 16 : w & 0xffff;
}

void BuildTables(uint lane)
{
    // Frequencies scaled to a power of two; every symbol keeps at least one slot.
    if (lane == 0)
    {
        uint total = 0;
        for (uint i = 0; i < 64; ++i)
            total += Frequencies[i] % 31 + 1;
        uint running = 0;
        for (uint s = 0; s < 64; ++s)
        {
            Cumulative[s] = running;
            const uint f = max((Frequencies[s] % 31 + 1) * (1u << PROBABILITY_BITS) / total, 1);
            running = min(running + f, (1u << PROBABILITY_BITS) - (63 - s));
        }
        Cumulative[64] = 1u << PROBABILITY_BITS;
        ReadCursor = Decode.offset;
    }
    GroupMemoryBarrierWithGroupSync();
    for (uint slot = lane; slot < 1u << PROBABILITY_BITS; slot += LANES)
    {
        uint low = 0, high = 64;
        while (high - low > 1)
        {
            const uint mid = (low + high) >> 1;
            if (Cumulative[mid] <= slot)
                low = mid;
            else
                high = mid;
        }
        SlotTable[slot] = low;
    }
    GroupMemoryBarrierWithGroupSync();
}

[numthreads(LANES, 1, 1)]
void DecodeStates(uint lane : SV_GroupIndex)
{
    BuildTables(lane);
    uint state = LOWER_BOUND | ReadHalf(lane);
    const uint mask = (1u << PROBABILITY_BITS) - 1;
    [loop]
    for (uint i = 0; i < Decode.symbols; ++i)
    {
        const uint slot = state & mask;
        const uint symbol = SlotTable[slot];
        const uint start = Cumulative[symbol], frequency = max(Cumulative[symbol + 1] - start, 1);
        state = frequency * (state >> PROBABILITY_BITS) + slot - start;
        const bool needs = state < LOWER_BOUND;
        // Lanes that run dry take the next halves of the stream in order.
#if WAVE_REFILL
        const uint before = WavePrefixCountBits(needs), total = WaveActiveCountBits(needs);
        const uint cursor = ReadCursor;
        if (needs)
            state = state << 16 | ReadHalf(cursor + before);
        GroupMemoryBarrierWithGroupSync();
        if (lane == 0)
            ReadCursor = cursor + total;
        GroupMemoryBarrierWithGroupSync();
#else
        LaneNeeds[lane] = needs;
        GroupMemoryBarrierWithGroupSync();
        uint rank = 0, total = 0;
        for (uint k = 0; k < LANES; ++k)
        {
            rank += k < lane ? LaneNeeds[k] : 0;
            total += LaneNeeds[k];
        }
        const uint cursor = ReadCursor;
        if (needs)
            state = state << 16 | ReadHalf(cursor + rank);
        GroupMemoryBarrierWithGroupSync();
        if (lane == 0)
            ReadCursor = cursor + total;
        GroupMemoryBarrierWithGroupSync();
#endif
        Output[(i * LANES + lane) & 63] = symbol | state << 8;
    }
}

#if __HLSL_ENABLE_16_BIT
typedef uint16_t Count;
#else
typedef uint Count;
#endif

struct CanonicalTable
{
    Count counts[13];
    Count first[13];
    Count offsets[13];
    uint symbols[48];

    static CanonicalTable Build(StructuredBuffer<uint> lengths, uint n)
    {
        CanonicalTable t;
        [unroll]
        for (uint z = 0; z < 13; ++z)
            t.counts[z] = Count(0);
        for (uint i = 0; i < n; ++i)
            t.counts[4 + lengths[i] % 4]++;
        uint code = 0, offset = 0;
        t.first[0] = Count(0);
        t.offsets[0] = Count(0);
        for (uint l = 1; l < 13; ++l)
        {
            code = (code + uint(t.counts[l - 1])) << 1;
            t.first[l] = Count(code);
            t.offsets[l] = Count(offset);
            offset += t.counts[l];
        }
        uint used[4] = { 0, 0, 0, 0 };
        for (uint s = 0; s < n; ++s)
        {
            const uint length = lengths[s] % 4;
            t.symbols[min(uint(t.offsets[4 + length]) + used[length], 47)] = s;
            used[length]++;
        }
        return t;
    }
};

[numthreads(8, 1, 1)]
void DecodeHuffman(uint lane : SV_GroupIndex)
{
    const CanonicalTable t = CanonicalTable::Build(Frequencies, 24);
    uint bitPosition = lane * 61;
    [loop]
    for (uint i = 0; i < 8; ++i)
    {
        uint code = 0, length = 0, symbol = 0xffff;
        [loop]
        for (length = 1; length < 13; ++length)
        {
            const uint bit = (ReadHalf(bitPosition >> 4) >> (bitPosition & 15)) & 1;
            bitPosition++;
            code = code << 1 | bit;
            const uint index = code - uint(t.first[length]);
            if (code >= uint(t.first[length]) && index < uint(t.counts[length]))
            {
                symbol = t.symbols[min(uint(t.offsets[length]) + index, 47)];
                break;
            }
        }
        Output[lane * 8 + i] = symbol | length << 16;
    }
}

groupshared uint Sources[64];
groupshared uint Literals[64];

[numthreads(64, 1, 1)]
void ResolveMatches(uint lane : SV_GroupIndex)
{
    const uint2 m = Matches[lane];
    const bool isCopy = (m.x & 1) && lane > 0;
    // Every byte of a match points back; pointers double until they reach a literal.
    Sources[lane] = isCopy ? lane - 1 - m.y % lane : lane;
    Literals[lane] = m.y * 37 + lane;
    GroupMemoryBarrierWithGroupSync();
    [unroll]
    for (uint step = 0; step < 6; ++step)
    {
        const uint next = Sources[Sources[lane]];
        GroupMemoryBarrierWithGroupSync();
        Sources[lane] = next;
        GroupMemoryBarrierWithGroupSync();
    }
    Output[lane] = Literals[Sources[lane]] << 8 | Sources[lane];
}
