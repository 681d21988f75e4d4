// dxilkit-corpus
// What waves add up, vote and hand round; one whole wave of the device, whatever its width.
// args: -T cs_6_0 -E main
// args: -T cs_6_6 -E main

Buffer<uint4> Source : register(t0);
RWBuffer<uint> Target : register(u0);

[numthreads(4, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    const uint v = Source[i].x;
    Target[i] = WaveActiveSum(v);
    Target[4 + i] = WavePrefixSum(v);
    Target[8 + i] = WaveActiveMax(v) * 100 + WaveActiveMin(v);
    Target[12 + i] = WaveActiveBallot(v & 1).x;
    Target[16 + i] = WaveReadLaneFirst(v) + WaveReadLaneAt(v, 2);
    Target[20 + i] = WaveActiveAllTrue(v < 60) | WaveActiveAnyTrue(v == 3) << 1 | WaveIsFirstLane() << 2;
    Target[24 + i] = WaveActiveCountBits(v > 20) * 16 + WavePrefixCountBits(v > 20);
    Target[28 + i] = WaveActiveBitOr(v) ^ WaveActiveBitAnd(v) ^ WaveActiveBitXor(v);
    Target[32 + i] = WaveActiveProduct(v % 5 + 1) + WavePrefixProduct(v % 3 + 1);
}
