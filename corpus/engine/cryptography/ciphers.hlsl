// dxilkit-corpus
// Ciphers of asset packages: ChaCha20 by quarter rounds on vectors, AES-128 in counter mode with a computed S-box in shared memory, and
// a Poly1305-like authenticator over limbs of 26 bits.
// args: -T cs_6_0 -E ChaCha
// args: -T cs_6_0 -E Aes
// args: -T cs_6_0 -E Authenticate
// args: -T cs_6_6 -E Authenticate -D NATIVE64=1
// args: -T cs_6_6 -E Aes
// data: cb0 1u 2u 3u 4u 5u 6u 7u 8u 9u 10u 11u 12u 100u 4u 0u 0u
// dispatch: 1 1 1

#include "words.hlsli"

struct CipherConstants
{
    uint4 key[2];
    uint3 nonce;
    uint counter;
    uint blocks;
    uint3 pad;
};

ConstantBuffer<CipherConstants> Cipher : register(b0);
ByteAddressBuffer Plain : register(t0);
RWByteAddressBuffer Encrypted : register(u0);

uint4 Rotate4(uint4 x, uint n) { return x << n | x >> (32 - n); }

struct ChaChaState
{
    uint4 a, b, c, d;

    void Quarter()
    {
        a += b; d = Rotate4(d ^ a, 16);
        c += d; b = Rotate4(b ^ c, 12);
        a += b; d = Rotate4(d ^ a, 8);
        c += d; b = Rotate4(b ^ c, 7);
    }
    void DoubleRound()
    {
        Quarter();
        b = b.yzwx;
        c = c.zwxy;
        d = d.wxyz;
        Quarter();
        b = b.wxyz;
        c = c.zwxy;
        d = d.yzwx;
    }
};

[numthreads(4, 1, 1)]
void ChaCha(uint index : SV_DispatchThreadID)
{
    ChaChaState start;
    start.a = uint4(0x61707865, 0x3320646e, 0x79622d32, 0x6b206574);
    start.b = Cipher.key[0];
    start.c = Cipher.key[1];
    start.d = uint4(Cipher.counter + index, Cipher.nonce);
    ChaChaState s = start;
    [loop]
    for (uint i = 0; i < 10; ++i)
        s.DoubleRound();
    const uint at = index * 64;
    Encrypted.Store4(at, (s.a + start.a) ^ Plain.Load4(at));
    Encrypted.Store4(at + 16, (s.b + start.b) ^ Plain.Load4(at + 16));
    Encrypted.Store4(at + 32, (s.c + start.c) ^ Plain.Load4(at + 32));
    Encrypted.Store4(at + 48, (s.d + start.d) ^ Plain.Load4(at + 48));
}

groupshared uint SBox[256];

uint Times2(uint x) { return (x << 1 ^ (x & 0x80 ? 0x11b : 0)) & 0xff; }
uint FieldMultiply(uint a, uint b)
{
    uint r = 0;
    [unroll]
    for (uint i = 0; i < 8; ++i)
    {
        r ^= b & 1 ? a : 0;
        a = Times2(a);
        b >>= 1;
    }
    return r;
}

uint ComputeSBox(uint x)
{
    // Inverse in the field is the 254th power.
    uint inverse = 1, base = x;
    [unroll]
    for (uint e = 1; e < 8; ++e)
    {
        base = FieldMultiply(base, base);
        inverse = FieldMultiply(inverse, base);
    }
    uint r = 0x63;
    [unroll]
    for (uint k = 0; k < 5; ++k)
        r ^= (inverse << k | inverse >> (8 - k)) & 0xff;
    return r & 0xff;
}

uint SubWord(uint w) { return SBox[w & 0xff] | SBox[(w >> 8) & 0xff] << 8 | SBox[(w >> 16) & 0xff] << 16 | SBox[w >> 24] << 24; }

uint4 ShiftRows(uint4 s)
{
    uint4 r;
    [unroll]
    for (uint c = 0; c < 4; ++c)
        r[c] = (s[c] & 0xff) | (s[(c + 1) & 3] & 0xff00) | (s[(c + 2) & 3] & 0xff0000) | (s[(c + 3) & 3] & 0xff000000);
    return r;
}

/// Four bytes of each column at once.
uint4 MixColumns(uint4 s)
{
    const uint4 high = s & 0x80808080;
    const uint4 doubled = (s & 0x7f7f7f7f) << 1 ^ (high >> 7) * 0x1b;
    const uint4 r1 = Rotate4(s, 24), r2 = Rotate4(s, 16), r3 = Rotate4(s, 8);
    return doubled ^ r1 ^ Rotate4(doubled, 24) ^ r2 ^ r3;
}

[numthreads(16, 1, 1)]
void Aes(uint index : SV_DispatchThreadID, uint lane : SV_GroupIndex)
{
    for (uint i = lane; i < 256; i += 16)
        SBox[i] = ComputeSBox(i);
    GroupMemoryBarrierWithGroupSync();
    uint4 key = Cipher.key[0];
    uint4 s = uint4(Cipher.nonce, Cipher.counter + index) ^ key;
    uint rcon = 1;
    [loop]
    for (uint round = 1; round <= 10; ++round)
    {
        key.x ^= SubWord(RotateRight(key.w, 8)) ^ rcon;
        key.y ^= key.x;
        key.z ^= key.y;
        key.w ^= key.z;
        rcon = Times2(rcon);
        s = uint4(SubWord(s.x), SubWord(s.y), SubWord(s.z), SubWord(s.w));
        s = ShiftRows(s);
        if (round < 10)
            s = MixColumns(s);
        s ^= key;
    }
    Encrypted.Store4(index * 16, s ^ Plain.Load4(index * 16));
}

#define LIMBS 5
#define LIMB_MASK 0x3ffffff

struct Limbs
{
    uint v[LIMBS];

    static Limbs FromWords(uint4 w, uint top)
    {
        Limbs r;
        r.v[0] = w.x & LIMB_MASK;
        r.v[1] = (w.x >> 26 | w.y << 6) & LIMB_MASK;
        r.v[2] = (w.y >> 20 | w.z << 12) & LIMB_MASK;
        r.v[3] = (w.z >> 14 | w.w << 18) & LIMB_MASK;
        r.v[4] = w.w >> 8 | top << 24;
        return r;
    }
    uint4 ToWords()
    {
        return uint4(v[0] | v[1] << 26, v[1] >> 6 | v[2] << 20, v[2] >> 12 | v[3] << 14, v[3] >> 18 | v[4] << 8);
    }
};

#ifdef NATIVE64
Limbs MultiplyModulo(Limbs a, Limbs b)
{
    uint64_t d[LIMBS];
    [unroll]
    for (uint i = 0; i < LIMBS; ++i)
    {
        d[i] = 0;
        [unroll]
        for (uint j = 0; j < LIMBS; ++j)
        {
            const uint k = (i + LIMBS - j) % LIMBS;
            d[i] += uint64_t(a.v[j]) * (j <= i ? b.v[k] : 5 * b.v[k]);
        }
    }
    Limbs r;
    uint64_t carry = 0;
    [unroll]
    for (uint c = 0; c < LIMBS; ++c)
    {
        const uint64_t t = d[c] + carry;
        r.v[c] = uint(t) & LIMB_MASK;
        carry = t >> 26;
    }
    r.v[0] += uint(carry) * 5;
    r.v[1] += r.v[0] >> 26;
    r.v[0] &= LIMB_MASK;
    return r;
}
#else
/// Sums of products in two words each.
Limbs MultiplyModulo(Limbs a, Limbs b)
{
    Limbs r;
    uint2 carry = 0;
    [unroll]
    for (uint i = 0; i < LIMBS; ++i)
    {
        uint2 sum = carry;
        [unroll]
        for (uint j = 0; j < LIMBS; ++j)
        {
            const uint k = (i + LIMBS - j) % LIMBS;
            const uint2 p = Multiply64(a.v[j], j <= i ? b.v[k] : 5 * b.v[k]);
            const uint lo = sum.x + p.x;
            sum.y += p.y + (lo < p.x ? 1 : 0);
            sum.x = lo;
        }
        r.v[i] = sum.x & LIMB_MASK;
        carry = uint2(sum.x >> 26 | sum.y << 6, sum.y >> 26);
    }
    r.v[0] += carry.x * 5;
    r.v[1] += r.v[0] >> 26;
    r.v[0] &= LIMB_MASK;
    return r;
}
#endif

[numthreads(4, 1, 1)]
void Authenticate(uint index : SV_DispatchThreadID)
{
    uint4 r = Cipher.key[0] * 0x9e3779b9u;
    r &= uint4(0x0fffffff, 0x0ffffffc, 0x0ffffffc, 0x0ffffffc);
    const Limbs k = Limbs::FromWords(r, 0);
    Limbs h = Limbs::FromWords(0, 0);
    [loop]
    for (uint b = 0; b < min(Cipher.blocks, 8); ++b)
    {
        const Limbs m = Limbs::FromWords(Plain.Load4((index * 64 + b * 16) & 0xff), 1);
        [unroll]
        for (uint i = 0; i < LIMBS; ++i)
            h.v[i] += m.v[i];
        h = MultiplyModulo(h, k);
    }
    uint4 w = h.ToWords();
    const uint4 s = Cipher.key[1];
    uint carry = 0;
    [unroll]
    for (uint c = 0; c < 4; ++c)
    {
        const uint t = w[c] + s[c];
        const uint u = t + carry;
        carry = (t < w[c] ? 1 : 0) + (u < t ? 1 : 0);
        w[c] = u;
    }
    Encrypted.Store4(index * 16, w);
}
