// dxilkit-corpus
// Fields of bits that are taken apart and packed bit by bit, as encoders of compressed textures do; products that share a constant factor; tests of
// 1 << n; the lane's number, asked for again and again.
// args: -T cs_6_0 -E main
// args: -T cs_6_6 -E main
// stride: t0 16
// stride: u0 16
// data: t0 0x3a5u 0x71cu 0x2e9u 0x1f3u -977i 77i -3i 512i 0xfffffu 0x5a5a5a5au 0x80000001u 1u 0x12345678u 0x9abcdef0u 0x0f0f0f0fu 9u
// data: b0 2u 40u 0.25 3.5

StructuredBuffer<int4> Ends : register(t0);
RWStructuredBuffer<uint4> Blocks : register(u0);
cbuffer Numbers : register(b0) { uint First; uint Second; float Gain; float Alpha; };

uint2 pack(int4 e)
{
    uint2 block = 3;
    [unroll] for (int i = 0; i < 10; i++) block.x |= ((e.x >> i) & 1) << (i + 5);
    [unroll] for (int k = 0; k < 10; k++) block.x |= ((e.y >> k) & 1) << (k + 15);
    block.x |= ((e.z >> 0) & 1) << 25;
    block.x |= ((e.w >> 4) & 1) << 26;
    block.x |= ((e.z >> 1) & 7) << 27;
    block.x ^= ((e.z >> 4) & 3) << 30;
    block.y = ((uint)e.w >> 2) << 7;
    block.y ^= (e.x & 0x1f) << 2 | (e.y & 3);
    block.y |= (e.z & 0x30) << 4 | (e.z & 0xc0) << 4;
    return block;
}

int4 unpack(uint2 block)
{
    return int4((int)(block.x << 17) >> 22, ((block.x >> 15) & 0x3ff) << 3, ((block.y & 0xfc) >> 2) << 6, (int)((block.x >> 3) & 0xf0000000) >> 28);
}

[numthreads(4, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    const int4 ends = Ends[id.x];
    const uint2 block = pack(ends);
    Blocks[id.x * 4] = uint4(block, (uint2)unpack(block).xy);
    Blocks[id.x * 4 + 1] = (uint4)unpack(block.yx);

    float4 color = (ends & 15) * Gain;
    color.rgb *= color.a;
    Blocks[id.x * 4 + 2] = (uint4)(color * 255);

    uint4 tests = 0;
    if ((1u << (First + id.x)) != 0) tests.x = WaveGetLaneIndex() + 1;
    if ((0x80000000u >> Second) > 0) tests.y = WaveGetLaneCount() > 0 ? 2 : 3;
    if ((2u << Second) >= 2) tests.z = WaveGetLaneIndex() * 5;
    if (WaveGetLaneIndex() >= First)
    {
        tests.w = 7;
        if (WaveGetLaneIndex() >= First + 1) tests.w += WaveGetLaneIndex();
    }
    Blocks[id.x * 4 + 3] = tests;
}
