// dxilkit-corpus
// Base64 of a byte string, three bytes to one output word a thread, alphabet by arithmetic or by table, padding at the end.
// args: -T cs_6_0 -E main -D USE_TABLE=0
// args: -T cs_6_0 -E main -D USE_TABLE=1
// args: -T cs_6_6 -E main -D USE_TABLE=1
// threads: 32 1 1
// binding: cb0 Input cbuffer NA NA 1
// binding: t0 Bytes texture byte r/o 1
// binding: u0 Encoded UAV u32 buf 1

struct InputInfo { uint length; };
ConstantBuffer<InputInfo> Input : register(b0);
ByteAddressBuffer Bytes : register(t0);
RWBuffer<uint> Encoded : register(u0);

#if USE_TABLE
static const uint Alphabet[16] =
{
    0x44434241, 0x48474645, 0x4c4b4a49, 0x504f4e4d, 0x54535251, 0x58575655, 0x62615a59, 0x66656463,
    0x6a696867, 0x6e6d6c6b, 0x7271706f, 0x76757473, 0x7a797877, 0x33323130, 0x37363534, 0x2f2b3938
};
#define LETTER(six) ((Alphabet[(six) >> 2] >> (((six) & 3) * 8)) & 0xff)
#else
uint Letter(uint six)
{
    if (six < 26) return six + 'A';
    if (six < 52) return six - 26 + 'a';
    if (six < 62) return six - 52 + '0';
    return six == 62 ? '+' : '/';
}
#define LETTER(six) Letter(six)
#endif

uint ByteOr0(uint at)
{
    if (at >= Input.length)
        return 0;
    const uint shift = (at % 4) * 8;
    return (Bytes.Load(at - at % 4) >> shift) & 0xff;
}

[numthreads(32, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    const uint first = id.x * 3;
    if (first >= Input.length)
        return;
    const uint bits = ByteOr0(first) << 16 | ByteOr0(first + 1) << 8 | ByteOr0(first + 2);
    const uint available = min(Input.length - first, 3u);

    uint word = 0;
    [unroll]
    for (int i = 3; i >= 0; --i)
    {
        const uint six = (bits >> (18 - 6 * i)) & 63;
        const uint c = (uint)i <= available ? LETTER(six) : '=';
        word = word << 8 | c;
    }
    Encoded[id.x] = word;
}
