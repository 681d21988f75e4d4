// dxilkit-corpus
// ASTC blocks: the mode is read from 128 bits, trits and quints are unpacked by tables, endpoints decoded by a switch of formats, weights interpolated to texels.
// args: -T cs_6_0 -E Decode
// args: -T cs_6_0 -E Decode -D HDR=1
// args: -T cs_6_0 -E Decode -D PARTITIONS=1
// args: -T cs_6_0 -E Statistics
// range: Blocks 0 2000000000
// dispatch: 1 1 1
#ifndef HDR
#define HDR 0
#endif
#ifndef PARTITIONS
#define PARTITIONS 0
#endif

StructuredBuffer<uint4> Blocks : register(t0);
RWStructuredBuffer<uint4> Pixels : register(u0);
RWStructuredBuffer<uint> Histogram : register(u1);

struct Bits
{
    uint4 words;
    uint at;

    uint Peek(uint offset, uint count)
    {
        uint word = offset >> 5, shift = offset & 31u;
        uint low = words[word & 3u] >> shift;
        uint high = shift != 0u && word < 3u ? words[(word + 1u) & 3u] << (32u - shift) : 0u;
        return (low | high) & ((1u << count) - 1u);
    }
    uint Take(uint count)
    {
        uint value = Peek(at, count);
        at += count;
        return value;
    }
};

struct Mode
{
    uint2 grid;
    uint range;
    uint partitions;
    bool dual;
    bool valid;
};

static const uint3 RANGES[12] =
{
    uint3(1, 0, 0), uint3(0, 1, 0), uint3(2, 0, 0), uint3(0, 0, 1), uint3(1, 1, 0), uint3(3, 0, 0),
    uint3(1, 0, 1), uint3(2, 1, 0), uint3(4, 0, 0), uint3(2, 0, 1), uint3(3, 1, 0), uint3(5, 0, 0)
};

Mode ReadMode(inout Bits bits)
{
    Mode m = (Mode)0;
    uint raw = bits.Take(11);
    uint range;
    if ((raw & 3u) != 0u)
    {
        range = (raw & 3u) << 1 | ((raw >> 4) & 1u);
        uint a = (raw >> 5) & 3u, b = (raw >> 7) & 3u;
        switch ((raw >> 2) & 3u)
        {
        case 0: m.grid = uint2(b + 4u, a + 2u); break;
        case 1: m.grid = uint2(b + 8u, a + 2u); break;
        case 2: m.grid = uint2(a + 2u, b + 8u); break;
        default: m.grid = (b & 2u) ? uint2((b & 1u) + 2u, a + 2u) : uint2(a + 2u, (b & 1u) + 6u); break;
        }
    }
    else
    {
        range = ((raw >> 2) & 3u) << 1 | ((raw >> 4) & 1u);
        uint a = (raw >> 5) & 3u;
        m.grid = ((raw >> 7) & 1u) ? uint2(6u, 10u) : uint2(12u, a + 2u);
    }
    m.range = max(range, 2u) - 2u + (((raw >> 9) & 1u) ? 6u : 0u);
    m.dual = (raw >> 10) != 0u;
    m.partitions = bits.Take(2) + 1u;
    m.grid = min(m.grid, 8u);
    m.valid = m.grid.x * m.grid.y <= 64u && !(m.dual && m.partitions == 4u);
    return m;
}

void UnpackTrits(uint t, out uint digits[5])
{
    uint c;
    if (((t >> 2) & 7u) == 7u)
    {
        c = ((t >> 5) & 7u) << 2 | (t & 3u);
        digits[4] = 2u, digits[3] = 2u;
    }
    else
    {
        c = t & 31u;
        if (((t >> 5) & 3u) == 3u) { digits[4] = 2u; digits[3] = t >> 7; }
        else { digits[4] = t >> 7; digits[3] = (t >> 5) & 3u; }
    }
    if ((c & 3u) == 3u)
    {
        digits[2] = 2u;
        digits[1] = c >> 4;
        digits[0] = ((c >> 3) & 1u) << 1 | (((c >> 2) & 1u) & ~((c >> 3) & 1u));
    }
    else if (((c >> 2) & 3u) == 3u) { digits[2] = 2u; digits[1] = 2u; digits[0] = c & 3u; }
    else
    {
        digits[2] = c >> 4;
        digits[1] = (c >> 2) & 3u;
        digits[0] = ((c >> 1) & 1u) << 1 | ((c & 1u) & ~((c >> 1) & 1u));
    }
}

uint UnpackWeight(Bits bits, uint range, uint i)
{
    uint3 r = RANGES[range % 12u];
    if (r.y != 0u)
    {
        uint digits[5];
        UnpackTrits(bits.Peek((bits.at + (i / 5u) * (8u + 5u * r.x)) % 96u, 8u), digits);
        return (digits[i % 5u] << r.x) | bits.Peek((bits.at + i * r.x) % 96u, r.x);
    }
    if (r.z != 0u)
    {
        uint q = bits.Peek((bits.at + (i / 3u) * (7u + 3u * r.x)) % 96u, 7u);
        uint digit = i % 3u == 0u ? q % 5u : i % 3u == 1u ? (q / 5u) % 5u : q / 25u;
        return digit << r.x | bits.Peek((bits.at + i * r.x) % 96u, r.x);
    }
    return bits.Peek((bits.at + i * r.x) % 96u, r.x);
}

uint MaximumOf(uint range)
{
    uint3 r = RANGES[range % 12u];
    return ((r.y ? 3u : r.z ? 5u : 1u) << r.x) - 1u;
}

void BlueContract(inout int4 c) { c.rg = (c.rg + c.bb) >> 1; }

void DecodeEndpoints(uint format, int v[8], out int4 e0, out int4 e1)
{
    switch (format)
    {
    case 0: e0 = int4(v[0].xxx, 255); e1 = int4(v[1].xxx, 255); break;
    case 1:
    {
        int low = (v[0] >> 2) | (v[1] & 0xc0);
        e0 = int4(low.xxx, 255);
        e1 = int4(min(low + (v[1] & 63), 255).xxx, 255);
        break;
    }
    case 4: e0 = int4(v[0].xxx, v[2]); e1 = int4(v[1].xxx, v[3]); break;
    case 6: e0 = int4(int3(v[0], v[1], v[2]) * v[3] >> 8, 255); e1 = int4(v[0], v[1], v[2], 255); break;
    case 8:
    case 12:
        e0 = int4(v[0], v[2], v[4], format == 12u ? v[6] : 255);
        e1 = int4(v[1], v[3], v[5], format == 12u ? v[7] : 255);
        if (e1.r + e1.g + e1.b < e0.r + e0.g + e0.b)
        {
            int4 held = e0;
            e0 = e1;
            e1 = held;
            BlueContract(e0);
            BlueContract(e1);
        }
        break;
#if HDR
    case 2: e0 = int4((v[0] << 4).xxx, 0x780); e1 = int4((v[1] << 4).xxx, 0x780); break;
    case 7:
    {
        int scale = v[3] & 31, base = (v[0] & 63) << 4;
        e1 = int4(base, base - v[1], base - v[2], 0x780);
        e0 = int4(max(e1.rgb - scale * 8, 0), 0x780);
        break;
    }
#endif
    default: e0 = int4(v[0], v[1], v[2], v[3]); e1 = int4(v[4], v[5], v[6], v[7]); break;
    }
}

uint PartitionOf(uint seed, uint2 p, uint count)
{
    uint h = seed + (count - 1u) * 1024u;
    h ^= h >> 15;
    h *= 0xeede0891u;
    h ^= h >> 5;
    h += h << 16;
    h ^= h >> 7;
    uint4 s = uint4(h, h >> 4, h >> 8, h >> 12) & 15u;
    s *= s;
    uint4 mixed = (s * p.x + s.yzwx * p.y + uint4(h >> 14, h >> 10, h >> 6, h >> 2)) & 63u;
    if (count < 3u) mixed.z = 0u;
    if (count < 4u) mixed.w = 0u;
    if (all(mixed.x >= mixed.yzw)) return 0u;
    if (all(mixed.y >= mixed.zw)) return 1u;
    return mixed.z >= mixed.w ? 2u : 3u;
}

[numthreads(4, 4, 4)]
void Decode(uint3 texel : SV_GroupThreadID, uint index : SV_GroupIndex)
{
    Bits bits = {Blocks[texel.z] * 2654435761u, 0u};
    Mode mode = ReadMode(bits);
    if (!mode.valid)
    {
        Pixels[index] = uint4(255u, 0u, 255u, 255u);
        return;
    }
    uint format = bits.Take(4), partition = 0;
#if PARTITIONS
    if (mode.partitions > 1u) partition = PartitionOf(bits.Take(10), texel.xy, mode.partitions);
#endif
    int values[8];
    [unroll]
    for (uint i = 0; i < 8u; ++i) values[i] = int(bits.Peek((bits.at + (partition * 8u + i) * 6u) % 96u, 6u) * 255u / 63u);
    int4 e0, e1;
    DecodeEndpoints(format, values, e0, e1);
    uint2 at = texel.xy * (mode.grid - 1u) * 16u / 3u;
    uint2 cell = at >> 4, f = at & 15u;
    uint total = 0;
    [unroll]
    for (uint k = 0; k < 4u; ++k)
    {
        uint2 o = uint2(k & 1u, k >> 1), c = min(cell + o, mode.grid - 1u);
        uint w = UnpackWeight(bits, mode.range, (c.y * mode.grid.x + c.x) << (mode.dual ? 1u : 0u));
        total += w * (o.x ? f.x : 16u - f.x) * (o.y ? f.y : 16u - f.y);
    }
    int weight = int(min((total >> 2) / max(MaximumOf(mode.range), 1u), 64u));
    int4 color = (e0 * (64 - weight) + e1 * weight + 32) >> 6;
    Pixels[index] = uint4(clamp(color, 0, HDR ? 4095 : 255));
}

[numthreads(64, 1, 1)]
void Statistics(uint id : SV_DispatchThreadID)
{
    Bits bits = {Blocks[id] * 2654435761u, 0u};
    Mode mode = ReadMode(bits);
    uint bin = mode.valid ? mode.range % 12u + 12u * (mode.partitions - 1u) : 63u;
    InterlockedAdd(Histogram[bin], 1u + (mode.dual ? 256u : 0u));
}
