// A prefix sum over a whole group: each wave scans its own values, the waves' totals meet in group-shared memory of 40 kB.
// later: -T cs_6_10 -E Scan
// later: -T cs_6_10 -E Scan -Od
// later: -T lib_6_10

StructuredBuffer<uint> Values : register(t0);
RWStructuredBuffer<uint> Sums : register(u0);
groupshared uint Totals[1024];
groupshared uint Kept[9216];

[GroupSharedLimit(40960)]
[shader("compute")]
[numthreads(1024, 1, 1)]
void Scan(uint thread : SV_GroupIndex, uint group : SV_GroupID) {
  uint carried = 0;
  for (uint row = 0; row < 9; row++) {
    const uint at = row * 1024 + thread;
    const uint value = Values[group * 9216 + at];
    const uint before = WavePrefixSum(value);
    const uint wave = GetGroupWaveIndex();
    if (WaveGetLaneIndex() == WaveGetLaneCount() - 1)
      Totals[wave] = before + value;
    GroupMemoryBarrierWithGroupSync();
    uint earlier = 0, all = 0;
    for (uint w = 0; w < GetGroupWaveCount(); w++) {
      if (w < wave)
        earlier += Totals[w];
      all += Totals[w];
    }
    Kept[at] = carried + earlier + before;
    carried += all;
    GroupMemoryBarrierWithGroupSync();
  }
  for (uint i = thread; i < 9216; i += 1024)
    Sums[group * 9216 + i] = Kept[i];
}
