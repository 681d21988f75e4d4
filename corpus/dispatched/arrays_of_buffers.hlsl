// dxilkit-corpus
// args: -T cs_6_0 -E main
// args: -T cs_6_6 -E main
// Local arrays, members and statics that copy arrays of resources, whole and in parts, read at an index of run time.

RWByteAddressBuffer o : register(u0);
ByteAddressBuffer i[4] : register(t0);

struct Sources {
  ByteAddressBuffer all[4];
  uint first;
};

static ByteAddressBuffer kept[4] = i;

uint fromParameter(ByteAddressBuffer given[4], uint at) { return given[at].Load(at * 4); }

uint fromMember(Sources sources, uint at) { return sources.all[at].Load((sources.first + at) * 4); }

[numthreads(16, 1, 1)]
void main(uint lane : SV_GroupIndex) {
  Sources sources;
  sources.all = i;
  sources.first = 3;
  ByteAddressBuffer backwards[4];
  for (uint n = 0; n < 4; ++n) backwards[n] = i[3 - n];
  ByteAddressBuffer even[2] = { i[0], i[2] };
  ByteAddressBuffer mixed[4] = { i[1], i[0], i[3], i[0] };
  ByteAddressBuffer one[4];
  one[2] = i[1];
  const uint at = lane & 3;
  uint4 result;
  result.x = fromParameter(i, at) + fromMember(sources, at);
  result.y = kept[at].Load(lane * 4) ^ backwards[3 - at].Load(4);
  result.z = even[at >> 1].Load(8) + mixed[at].Load(lane * 4) + mixed[3].Load(12);
  result.w = lane % 4 == 2 ? one[at].Load(0) : lane;
  o.Store4(lane * 16, result);
}
