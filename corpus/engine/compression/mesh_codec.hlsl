// dxilkit-corpus
// Meshes decoded on the GPU: vertices as byte planes in groups of sixteen with widths of their own, zigzag deltas, strips of triangles with an edge cache, filters.
// args: -T cs_6_0 -E DecodeVertices
// args: -T cs_6_0 -E DecodeVertices -D FILTER=1
// args: -T cs_6_0 -E DecodeVertices -D FILTER=2
// args: -T cs_6_0 -E DecodeIndices
// args: -T cs_6_0 -E DecodeIndices -D CACHE=8
// args: -T cs_6_6 -E DecodeVertices -D FILTER=1
// set: VertexBytes 12
// set: GroupCount 4
// set: CodeCount 24
// range: Codes 0 255
#include "../kernel/math.hlsli"
#ifndef FILTER
#define FILTER 0
#endif
#ifndef CACHE
#define CACHE 16
#endif
#define MAX_BYTES 16
#define GROUP 16

cbuffer Codec : register(b0)
{
    uint VertexBytes;
    uint GroupCount;
    uint CodeCount;
    uint NextIndex;
    float3 Scale;
    uint Exponent;
    float3 Bias;
};
ByteAddressBuffer Data : register(t0);
StructuredBuffer<uint> Codes : register(t1);
RWByteAddressBuffer Vertices : register(u0);
RWStructuredBuffer<uint3> Triangles : register(u1);

groupshared uint Plane[MAX_BYTES * GROUP];

uint Byte(uint at) { return (Data.Load(at & ~3u) >> ((at & 3) * 8)) & 0xff; }

uint UnZigZag(uint v) { return (v >> 1) ^ (0 - (v & 1)); }

/// Width in bits of a plane's deltas: 0, 2, 4 or 8; a delta of all ones stands beside the plane as a byte.
uint PlaneDelta(uint base, uint mode, uint i, uint escapes)
{
    if (mode == 0)
        return 0;
    const uint width = 1u << mode, perByte = 8 / width;
    const uint byte = Byte(base + i / perByte);
    const uint code = (byte >> ((i % perByte) * width)) & ((1u << width) - 1);
    if (mode < 3 && code == (1u << width) - 1)
        return Byte(base + GROUP / perByte + escapes);
    return code;
}

uint PlaneSize(uint mode) { return mode == 0 ? 0 : GROUP >> (3 - mode); }

[numthreads(GROUP, 1, 1)]
void DecodeVertices(uint lane : SV_GroupIndex, uint group : SV_GroupID)
{
    const uint bytes = min(VertexBytes, MAX_BYTES);
    const uint header = group * 256;
    uint base = header + 4;
    for (uint b = 0; b < bytes; ++b)
    {
        const uint mode = (Data.Load(header) >> (2 * b)) & 3;
        uint escapes = 0;
        if (mode == 1 || mode == 2)
            for (uint j = 0; j < lane; ++j)
            {
                const uint width = 1u << mode, perByte = 8 / width;
                escapes += ((Byte(base + j / perByte) >> ((j % perByte) * width)) & ((1u << width) - 1)) == (1u << width) - 1 ? 1 : 0;
            }
        Plane[b * GROUP + lane] = UnZigZag(PlaneDelta(base, mode, lane, escapes)) & 0xff;
        base += PlaneSize(mode);
    }
    GroupMemoryBarrierWithGroupSync();
    // Deltas run along a plane: a thread sums one.
    if (lane < bytes)
    {
        uint sum = 0;
        for (uint i = 0; i < GROUP; ++i)
        {
            sum = (sum + Plane[lane * GROUP + i]) & 0xff;
            Plane[lane * GROUP + i] = sum;
        }
    }
    GroupMemoryBarrierWithGroupSync();
    uint words[MAX_BYTES / 4];
    [unroll]
    for (uint w = 0; w < MAX_BYTES / 4; ++w)
    {
        words[w] = 0;
        [unroll]
        for (uint k = 0; k < 4; ++k)
            if (w * 4 + k < bytes)
                words[w] |= Plane[(w * 4 + k) * GROUP + lane] << (8 * k);
    }
    const uint at = (group * GROUP + lane) * MAX_BYTES;
#if FILTER == 1
    // Octahedral: two signed bytes and the length of the third axis.
    float3 n;
    n.x = float(int(words[0] << 24) >> 24);
    n.y = float(int(words[0] << 16) >> 24);
    const float one = max(float(words[0] >> 16 & 0x7f), 1);
    n.z = one - abs(n.x) - abs(n.y);
    const float t = min(n.z, 0);
    n.x += n.x >= 0 ? t : -t;
    n.y += n.y >= 0 ? t : -t;
    n = SafeNormalize(n);
    const int3 q = int3(n * 127 + select(n >= 0, 0.5.xxx, -0.5.xxx));
    words[0] = (q.x & 0xff) | (q.y & 0xff) << 8 | (q.z & 0xff) << 16;
#elif FILTER == 2
    // Exponential: a signed exponent over 24 bits of mantissa.
    [unroll]
    for (uint e = 0; e < 3; ++e)
    {
        const int exponent = clamp((int(words[e]) >> 24) - int(Exponent), -20, 20);
        const float m = float(int(words[e] << 8) >> 8);
        words[e] = asuint(m * exp2(float(exponent)) * Scale[e] + Bias[e]);
    }
#endif
    Vertices.Store4(at, uint4(words[0], words[1], words[2], words[3]));
}

struct EdgeCache
{
    uint2 edges[CACHE];
    uint head;

    void Push(uint a, uint b)
    {
        edges[head & (CACHE - 1)] = uint2(a, b);
        head++;
    }
    uint2 Look(uint back) { return edges[(head - 1 - back) & (CACHE - 1)]; }
};

struct VertexRing
{
    uint at[CACHE];
    uint head;

    void Push(uint v)
    {
        at[head % CACHE] = v;
        ++head;
    }
    uint Look(uint back) { return at[(head - 1 - back) % CACHE]; }
};

/// A lane decodes a strip of its own.
[numthreads(4, 1, 1)]
void DecodeIndices(uint lane : SV_GroupIndex)
{
    EdgeCache edges = (EdgeCache)0;
    VertexRing ring = (VertexRing)0;
    uint next = NextIndex + lane * 100, last = 0;
    const uint count = min(CodeCount, 64) / 4;
    for (uint i = 0; i < count; ++i)
    {
        const uint code = Codes[(lane * count + i) & 63] & 0xff;
        const uint edge = code >> 4, vertex = code & 15;
        uint3 t;
        if (edge < 15)
        {
            const uint2 ab = edges.Look(edge % CACHE);
            uint c;
            if (vertex == 0)
            {
                c = next++;
                ring.Push(c);
            }
            else if (vertex < 13)
                c = ring.Look(vertex % CACHE);
            else
            {
                last += UnZigZag(Codes[(i * 7 + vertex) & 63]);
                c = last;
                ring.Push(c);
            }
            t = uint3(ab, c);
            edges.Push(c, ab.y);
            edges.Push(ab.x, c);
        }
        else
        {
            const uint a = next++;
            const uint b = vertex & 4 ? ring.Look((vertex & 3) % CACHE) : next++;
            const uint c = vertex & 8 ? ring.Look((vertex + 1 & 3) % CACHE) : next++;
            ring.Push(a);
            ring.Push(b);
            ring.Push(c);
            t = uint3(a, b, c);
            edges.Push(b, a);
            edges.Push(c, b);
            edges.Push(a, c);
        }
        Triangles[lane * 16 + i] = t;
    }
}
