// dxilkit-corpus
// MD5 of short keys (at most 55 bytes, one block each) as a brute-force kernel does: prefix words and a counter appended in decimal.
// args: -T cs_6_0 -E main
// args: -T cs_6_6 -E main
// threads: 32 1 1
// binding: cb0 Prefix cbuffer NA NA 1
// binding: u0 Digests UAV u32 buf 1

cbuffer Prefix : register(b0)
{
    uint4 PrefixBytes[2]; // 32 bytes at most, little endian
    uint PrefixLength;
    uint FirstNumber;
};

RWBuffer<uint4> Digests : register(u0);

static const int Rotation[16] = { 7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21 };

static const uint Sines[64] =
{
    0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501,
    0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821,
    0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8,
    0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a,
    0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70,
    0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
    0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1,
    0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391
};

void PutByte(inout uint block[16], uint at, uint value)
{
    block[at >> 2] |= value << ((at & 3) << 3);
}

// The step of MD5 for the variable a; the caller renames the variables instead of moving their values.
void Step(inout uint a, uint b, uint c, uint d, uint i, uint block[16])
{
    uint f, g;
    switch (i >> 4)
    {
    case 0:
        f = (b & c) | (~b & d);
        g = i;
        break;
    case 1:
        f = (d & b) | (~d & c);
        g = (5 * i + 1) & 15;
        break;
    case 2:
        f = b ^ c ^ d;
        g = (3 * i + 5) & 15;
        break;
    default:
        f = c ^ (b | ~d);
        g = (7 * i) & 15;
        break;
    }
    f += a + Sines[i] + block[g];
    const uint r = Rotation[(i >> 4) * 4 + (i & 3)];
    a = b + (f << r | f >> (32 - r));
}

uint4 Md5Block(uint block[16])
{
    const uint4 start = uint4(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476);
    uint4 s = start;
    [loop]
    for (uint i = 0; i < 64; i += 4)
    {
        Step(s.x, s.y, s.z, s.w, i, block);
        Step(s.w, s.x, s.y, s.z, i + 1, block);
        Step(s.z, s.w, s.x, s.y, i + 2, block);
        Step(s.y, s.z, s.w, s.x, i + 3, block);
    }
    return start + s;
}

[numthreads(32, 1, 1)]
void main(uint id : SV_DispatchThreadID)
{
    uint block[16];
    for (int w = 0; w < 16; ++w)
        block[w] = 0;

    for (uint i = 0; i < PrefixLength; ++i)
    {
        const uint word = PrefixBytes[i / 16][(i / 4) % 4];
        PutByte(block, i, (word >> (8 * (i % 4))) & 0xff);
    }

    uint number = FirstNumber + id;
    uint digits = 0;
    uint text[10];
    do
    {
        text[digits++] = 48 + number % 10;
        number /= 10;
    } while (number != 0);

    uint length = PrefixLength;
    while (digits > 0)
        PutByte(block, length++, text[--digits]);
    PutByte(block, length, 0x80);
    block[14] = length * 8;
    Digests[id] = Md5Block(block);
}
