// dxilkit-corpus
// Counting, finding and turning bits round.
// args: -T cs_6_0 -E main
// args: -T cs_6_6 -E main

RWBuffer<float4> Result : register(u0);
Buffer<uint4> Values : register(t0);

[numthreads(16, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    const uint v = Values[i].x * 0x01010107u;
    Result[4 * i] = float4(countbits(v), firstbithigh(v), firstbitlow(v), firstbithigh(int(v)));
    Result[4 * i + 1] = float4(reversebits(v) >> 16, v >> 5 & 255, (v << 3) % 1000, (v ^ ~v) & 7);
    Result[4 * i + 2] = float4(asfloat(asuint(float(v)) & 0xFFFFFF00), asint(1.5f) >> 20, firstbitlow(0u) == ~0u, countbits(0u));
    Result[4 * i + 3] = float4(f16tof32(f32tof16(v / 3.0)), f32tof16(0.5), firstbitlow(v), firstbithigh(v & 255));
}
