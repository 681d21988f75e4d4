// dxilkit-corpus
// Hashes of pages for streaming: SHA-512-like rounds, Keccak, BLAKE2s, SipHash and a tree of them over chunks.
// args: -T cs_6_0 -E Blake
// args: -T cs_6_0 -E Sip
// args: -T cs_6_0 -E Keccak
// args: -T cs_6_0 -E Keccak -D NATIVE64=1
// args: -T cs_6_0 -E Sip -D NATIVE64=1
// args: -T cs_6_6 -E Tree
// args: -T cs_6_0 -E Tree
// args: -T cs_6_6 -E Keccak -D NATIVE64=1
// data: cb0 64u 0x1234u 99u 7u
// dispatch: 1 1 1

#include "words.hlsli"

struct HashConstants
{
    uint length;
    uint key0;
    uint key1;
    uint chunks;
};

ConstantBuffer<HashConstants> Hash : register(b0);
ByteAddressBuffer Data : register(t0);
RWByteAddressBuffer Digests : register(u0);

static const uint2 KECCAK_ROUNDS[24] =
{
    uint2(0x00000001, 0), uint2(0x00008082, 0), uint2(0x0000808a, 0x80000000), uint2(0x80008000, 0x80000000),
    uint2(0x0000808b, 0), uint2(0x80000001, 0), uint2(0x80008081, 0x80000000), uint2(0x00008009, 0x80000000),
    uint2(0x0000008a, 0), uint2(0x00000088, 0), uint2(0x80008009, 0), uint2(0x8000000a, 0),
    uint2(0x8000808b, 0), uint2(0x0000008b, 0x80000000), uint2(0x00008089, 0x80000000), uint2(0x00008003, 0x80000000),
    uint2(0x00008002, 0x80000000), uint2(0x00000080, 0x80000000), uint2(0x0000800a, 0), uint2(0x8000000a, 0x80000000),
    uint2(0x80008081, 0x80000000), uint2(0x00008080, 0x80000000), uint2(0x80000001, 0), uint2(0x80008008, 0x80000000)
};
static const uint KECCAK_ROTATIONS[24] = { 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 2, 14, 27, 41, 56, 8, 25, 43, 62, 18, 39, 61, 20, 44 };
static const uint KECCAK_LANES[24] = { 10, 7, 11, 17, 18, 3, 5, 16, 8, 21, 24, 4, 15, 23, 19, 13, 12, 2, 20, 14, 22, 9, 6, 1 };

struct KeccakState
{
    Word64 s[25];

    void Round(uint round)
    {
        Word64 c[5];
        [unroll]
        for (uint x = 0; x < 5; ++x)
            c[x] = Xor64(Xor64(Xor64(s[x], s[x + 5]), Xor64(s[x + 10], s[x + 15])), s[x + 20]);
        [unroll]
        for (uint x2 = 0; x2 < 5; ++x2)
        {
            const Word64 d = Xor64(c[(x2 + 4) % 5], RotateLeft64(c[(x2 + 1) % 5], 1));
            [unroll]
            for (uint y = 0; y < 25; y += 5)
                s[y + x2] = Xor64(s[y + x2], d);
        }
        Word64 moved = s[1];
        [unroll]
        for (uint i = 0; i < 24; ++i)
        {
            const uint lane = KECCAK_LANES[i];
            const Word64 next = s[lane];
            s[lane] = RotateLeft64(moved, KECCAK_ROTATIONS[i]);
            moved = next;
        }
        [unroll]
        for (uint row = 0; row < 25; row += 5)
        {
            Word64 r[5];
            [unroll]
            for (uint k = 0; k < 5; ++k)
                r[k] = s[row + k];
            [unroll]
            for (uint m = 0; m < 5; ++m)
                s[row + m] = Xor64(r[m], And64(Not64(r[(m + 1) % 5]), r[(m + 2) % 5]));
        }
        s[0] = Xor64(s[0], MakeWord(KECCAK_ROUNDS[round].x, KECCAK_ROUNDS[round].y));
    }
};

[numthreads(4, 1, 1)]
void Keccak(uint index : SV_DispatchThreadID)
{
    KeccakState state;
    [unroll]
    for (uint i = 0; i < 25; ++i)
        state.s[i] = MakeWord(0, 0);
    const uint base = index * 64;
    [unroll]
    for (uint w = 0; w < 8; ++w)
    {
        const uint2 d = Data.Load2(base + w * 8);
        state.s[w] = MakeWord(d.x, d.y);
    }
    state.s[8] = MakeWord(0x06, 0);
    state.s[16] = MakeWord(0, 0x80000000);
    [loop]
    for (uint round = 0; round < 24; ++round)
        state.Round(round);
    [unroll]
    for (uint o = 0; o < 4; ++o)
        Digests.Store2(index * 32 + o * 8, uint2(Low(state.s[o]), High(state.s[o])));
}

static const uint BLAKE_IV[8] = { 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19 };
/// Permutations of the message, four bits an index, two words a round.
static const uint2 BLAKE_SIGMA[10] =
{
    uint2(0x76543210, 0xfedcba98), uint2(0x6df984ae, 0x357b20c1), uint2(0xdf250c8b, 0x491763ea), uint2(0xebcd1397, 0x8f04a562),
    uint2(0xfa427509, 0xd386cb1e), uint2(0x38b0a6c2, 0x91ef57d4), uint2(0xa4def15c, 0xb8293670), uint2(0x931ce7bd, 0xa2684f05),
    uint2(0x803b9ef6, 0x5a417d2c), uint2(0x51746e48 ^ 0x40000000, 0x0dc3e9bf)
};

struct BlakeState
{
    uint v[16];

    void Mix(uint a, uint b, uint c, uint d, uint x, uint y)
    {
        v[a] += v[b] + x;
        v[d] = RotateRight(v[d] ^ v[a], 16);
        v[c] += v[d];
        v[b] = RotateRight(v[b] ^ v[c], 12);
        v[a] += v[b] + y;
        v[d] = RotateRight(v[d] ^ v[a], 8);
        v[c] += v[d];
        v[b] = RotateRight(v[b] ^ v[c], 7);
    }
};

void Compress(inout uint h[8], uint m[16], uint counter, bool last)
{
    BlakeState s;
    [unroll]
    for (uint i = 0; i < 8; ++i)
    {
        s.v[i] = h[i];
        s.v[i + 8] = BLAKE_IV[i];
    }
    s.v[12] ^= counter;
    if (last)
        s.v[14] = ~s.v[14];
    [loop]
    for (uint round = 0; round < 10; ++round)
    {
        const uint2 sigma = BLAKE_SIGMA[round];
        uint p[16];
        [unroll]
        for (uint k = 0; k < 16; ++k)
            p[k] = m[((k < 8 ? sigma.x : sigma.y) >> (4 * (k & 7))) & 15];
        s.Mix(0, 4, 8, 12, p[0], p[1]);
        s.Mix(1, 5, 9, 13, p[2], p[3]);
        s.Mix(2, 6, 10, 14, p[4], p[5]);
        s.Mix(3, 7, 11, 15, p[6], p[7]);
        s.Mix(0, 5, 10, 15, p[8], p[9]);
        s.Mix(1, 6, 11, 12, p[10], p[11]);
        s.Mix(2, 7, 8, 13, p[12], p[13]);
        s.Mix(3, 4, 9, 14, p[14], p[15]);
    }
    [unroll]
    for (uint o = 0; o < 8; ++o)
        h[o] ^= s.v[o] ^ s.v[o + 8];
}

[numthreads(4, 1, 1)]
void Blake(uint index : SV_DispatchThreadID)
{
    uint h[8] = BLAKE_IV;
    h[0] ^= 0x01010020;
    const uint blocks = DIVIDE_ROUND_UP(max(Hash.length, 1), 64);
    [loop]
    for (uint b = 0; b < min(blocks, 4); ++b)
    {
        uint m[16];
        [unroll]
        for (uint w = 0; w < 16; ++w)
            m[w] = Data.Load(((index + b) * 64 + w * 4) & 0xff);
        Compress(h, m, min((b + 1) * 64, Hash.length), b + 1 == blocks);
    }
    [unroll]
    for (uint o = 0; o < 2; ++o)
        Digests.Store4(index * 32 + o * 16, uint4(h[o * 4], h[o * 4 + 1], h[o * 4 + 2], h[o * 4 + 3]));
}

struct SipState
{
    Word64 v0, v1, v2, v3;

    void Round()
    {
        v0 = Add64(v0, v1);
        v1 = Xor64(RotateLeft64(v1, 13), v0);
        v0 = RotateLeft64(v0, 32);
        v2 = Add64(v2, v3);
        v3 = Xor64(RotateLeft64(v3, 16), v2);
        v0 = Add64(v0, v3);
        v3 = Xor64(RotateLeft64(v3, 21), v0);
        v2 = Add64(v2, v1);
        v1 = Xor64(RotateLeft64(v1, 17), v2);
        v2 = RotateLeft64(v2, 32);
    }
};

[numthreads(16, 1, 1)]
void Sip(uint index : SV_DispatchThreadID)
{
    const Word64 k0 = MakeWord(Hash.key0, index), k1 = MakeWord(Hash.key1, ~index);
    SipState s;
    s.v0 = Xor64(k0, MakeWord(0x70736575, 0x736f6d65));
    s.v1 = Xor64(k1, MakeWord(0x6e646f6d, 0x646f7261));
    s.v2 = Xor64(k0, MakeWord(0x6e657261, 0x6c796765));
    s.v3 = Xor64(k1, MakeWord(0x79746573, 0x74656462));
    [loop]
    for (uint i = 0; i < 4; ++i)
    {
        const uint2 d = Data.Load2((index * 32 + i * 8) & 0xff);
        const Word64 m = MakeWord(d.x, d.y);
        s.v3 = Xor64(s.v3, m);
        s.Round();
        s.Round();
        s.v0 = Xor64(s.v0, m);
    }
    s.v2 = Xor64(s.v2, MakeWord(0xff, 0));
    [unroll]
    for (uint f = 0; f < 4; ++f)
        s.Round();
    const Word64 r = Xor64(Xor64(s.v0, s.v1), Xor64(s.v2, s.v3));
    Digests.Store2(index * 8, uint2(Low(r), High(r)));
}

groupshared uint Nodes[32][8];

[numthreads(32, 1, 1)]
void Tree(uint lane : SV_GroupIndex)
{
    uint h[8] = BLAKE_IV;
    uint m[16];
    [unroll]
    for (uint w = 0; w < 16; ++w)
        m[w] = Data.Load((lane * 64 + w * 4) & 0xff) ^ lane;
    Compress(h, m, 64, true);
    [unroll]
    for (uint i = 0; i < 8; ++i)
        Nodes[lane][i] = h[i];
    GroupMemoryBarrierWithGroupSync();
    [loop]
    for (uint width = 16; width > 0; width >>= 1)
    {
        if (lane < width)
        {
            [unroll]
            for (uint k = 0; k < 8; ++k)
            {
                m[k] = Nodes[lane * 2][k];
                m[k + 8] = Nodes[lane * 2 + 1][k];
            }
            uint parent[8] = BLAKE_IV;
            parent[0] ^= 0x0201;
            Compress(parent, m, width, width == 1);
            h = parent;
        }
        GroupMemoryBarrierWithGroupSync();
        if (lane < width)
            for (uint k = 0; k < 8; ++k)
                Nodes[lane][k] = h[k];
        GroupMemoryBarrierWithGroupSync();
    }
    if (lane < 8)
        Digests.Store(lane * 4, Nodes[0][lane]);
}
