// args: -T cs_6_5 -E main
// args: -T cs_6_6 -E main -HV 2018
struct Item { uint key; float3 value; };
AppendStructuredBuffer<Item> appended : register(u1);
ConsumeStructuredBuffer<Item> consumed;
globallycoherent RWStructuredBuffer<Item> items[2] : register(u4, space2);
RWTexture3D<unorm float4> volume;
RWBuffer<snorm float2> pairs;
ByteAddressBuffer source;
RWByteAddressBuffer sink : register(u3);
ConstantBuffer<Item> constants[3] : register(b1);
Texture1D<int2> line_texture : register(t2);
groupshared Item cache[8];
RWTexture2D<float4> pictures[] : register(u0, space9);
[numthreads(8, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint3 group : SV_GroupID) {
  Item i = consumed.Consume();
  appended.Append(i);
  items[1][id.x].key = i.key;
  volume[id] = float4(i.value, 1);
  pairs[2] = (float2)constants[group.x % 3].value.xy;
  sink.Store<Item>(16, source.Load<Item>(32));
  sink.Store4(0, source.Load4(id.y * 4));
  uint before;
  InterlockedCompareExchange(cache[id.x].key, 1, 2, before);
  uint2 texel = line_texture.Load(int2(1, 0));
  pictures[NonUniformResourceIndex(before)][id.xy] = WaveActiveSum(texel.x) + WaveReadLaneAt(i.value.x, 1);
  AllMemoryBarrierWithGroupSync();
}
