// Sums a buffer by waves, then by groups.

#ifndef GROUP
#define GROUP 64
#endif

cbuffer Constants : register(b0) {
  uint count;
  float scale;
};

StructuredBuffer<float> values;
RWStructuredBuffer<float> sums;

groupshared float partial[GROUP];

[numthreads(GROUP, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint index : SV_GroupIndex, uint3 group : SV_GroupID) {
  float value = id.x < count ? values[id.x] * scale : 0;
  float sum = WaveActiveSum(value);
  if (WaveIsFirstLane())
    partial[index / WaveGetLaneCount()] = sum;
  GroupMemoryBarrierWithGroupSync();

  if (index == 0) {
    float total = 0;
    uint waves = (GROUP + WaveGetLaneCount() - 1) / WaveGetLaneCount();
    for (uint i = 0; i < waves; i++)
      total += partial[i];
    sums[group.x] = total;
#ifdef KEEP_COUNT
    sums[group.x + 1024] = min(count, GROUP);
#endif
  }
}
