// dxilkit-corpus
// SHA-256 of one padded message a thread (FIPS 180-4); messages are byte strings in a raw buffer.
// args: -T cs_6_0 -E main
// args: -T cs_6_6 -E main
// threads: 8 1 1
// binding: cb0 HashJob cbuffer NA NA 1
// binding: t0 Messages texture byte r/o 1
// binding: t1 Ranges texture u32 buf 1
// binding: u0 Digests UAV byte r/w 1

cbuffer HashJob : register(b0) { uint MessageCount; };

ByteAddressBuffer Messages : register(t0);
Buffer<uint2> Ranges : register(t1); // offset and length in bytes
RWByteAddressBuffer Digests : register(u0);

static const uint K[64] =
{
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2
};

uint Ror(uint x, uint n) { return (x >> n) | (x << (32 - n)); }

uint ByteAt(uint2 range, uint at)
{
    if (at < range.y)
    {
        const uint address = range.x + at;
        return (Messages.Load(address & ~3u) >> ((address & 3) * 8)) & 0xff;
    }
    return at == range.y ? 0x80 : 0;
}

uint BlockWord(uint2 range, uint block, uint word, uint blocks)
{
    if (block == blocks - 1 && word >= 14)
        return word == 15 ? range.y << 3 : range.y >> 29;
    const uint at = block * 64 + word * 4;
    return ByteAt(range, at) << 24 | ByteAt(range, at + 1) << 16 | ByteAt(range, at + 2) << 8 | ByteAt(range, at + 3);
}

// One round; the caller renames the eight variables instead of moving their values.
void Round(uint a, uint b, uint c, inout uint d, uint e, uint f, uint g, inout uint h, uint kw)
{
    const uint s1 = Ror(e, 6) ^ Ror(e, 11) ^ Ror(e, 25);
    const uint ch = (e & f) ^ (~e & g);
    const uint s0 = Ror(a, 2) ^ Ror(a, 13) ^ Ror(a, 22);
    const uint maj = (a & b) ^ (a & c) ^ (b & c);
    const uint t1 = h + s1 + ch + kw;
    d += t1;
    h = t1 + s0 + maj;
}

void Compress(inout uint h[8], uint w[64])
{
    uint s[8] = h;
    [loop]
    for (int i = 0; i < 64; i += 8)
    {
        Round(s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7], K[i] + w[i]);
        Round(s[7], s[0], s[1], s[2], s[3], s[4], s[5], s[6], K[i + 1] + w[i + 1]);
        Round(s[6], s[7], s[0], s[1], s[2], s[3], s[4], s[5], K[i + 2] + w[i + 2]);
        Round(s[5], s[6], s[7], s[0], s[1], s[2], s[3], s[4], K[i + 3] + w[i + 3]);
        Round(s[4], s[5], s[6], s[7], s[0], s[1], s[2], s[3], K[i + 4] + w[i + 4]);
        Round(s[3], s[4], s[5], s[6], s[7], s[0], s[1], s[2], K[i + 5] + w[i + 5]);
        Round(s[2], s[3], s[4], s[5], s[6], s[7], s[0], s[1], K[i + 6] + w[i + 6]);
        Round(s[1], s[2], s[3], s[4], s[5], s[6], s[7], s[0], K[i + 7] + w[i + 7]);
    }
    [unroll]
    for (int j = 0; j < 8; ++j)
        h[j] += s[j];
}

uint SwapBytes(uint x)
{
    return x << 24 | (x & 0xff00) << 8 | ((x >> 8) & 0xff00) | x >> 24;
}

[numthreads(8, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    if (id.x >= MessageCount)
        return;

    const uint2 range = Ranges[id.x];
    uint h[8] = { 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19 };
    const uint blocks = (range.y + 9 + 63) / 64;

    for (uint block = 0; block < blocks; ++block)
    {
        uint w[64];
        for (uint i = 0; i < 16; ++i)
            w[i] = BlockWord(range, block, i, blocks);
        for (uint j = 16; j < 64; ++j)
        {
            const uint a = w[j - 15], b = w[j - 2];
            const uint s0 = Ror(a, 7) ^ Ror(a, 18) ^ (a >> 3);
            const uint s1 = Ror(b, 17) ^ Ror(b, 19) ^ (b >> 10);
            w[j] = w[j - 16] + s0 + w[j - 7] + s1;
        }
        Compress(h, w);
    }

    Digests.Store4(id.x * 32, uint4(SwapBytes(h[0]), SwapBytes(h[1]), SwapBytes(h[2]), SwapBytes(h[3])));
    Digests.Store4(id.x * 32 + 16, uint4(SwapBytes(h[4]), SwapBytes(h[5]), SwapBytes(h[6]), SwapBytes(h[7])));
}
