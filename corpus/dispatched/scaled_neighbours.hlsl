// dxilkit-corpus
// Places of neighbours: rings of records, rows of a picture, fields of flags; what one thread alone knows of its number; bits of floats.
// args: -T cs_6_0 -E main
// args: -T cs_6_6 -E main
// stride: u0 4

ByteAddressBuffer Words : register(t0);
RWStructuredBuffer<uint> Result : register(u0);

groupshared uint Ring[64];
groupshared uint Total;
groupshared uint One[1];

uint wordAt(uint at) { return Words.Load((at & 15) * 4) * 0x9e3779b9 ^ (at + 1) * 0x85ebca6b; }

/** Records of four words in a ring of sixteen: the place is masked before it is scaled. */
uint neighbours(uint n) {
  uint sum = Ring[((n + 1) & 15) << 2] + Ring[((n + 2) & 15) << 2];
  sum = sum * 3 + Ring[((n - 3) & 15) * 4 + 1];
  sum = sum * 3 + Ring[((n ^ 5) & 15) << 2];
  return sum * 3 + Ring[((n | 6) & 15) * 4 + 2];
}

/** Rows of nine: a sum is multiplied. */
uint rows(uint n) {
  const uint row = n & 3;
  return Ring[(row + 1) * 9 + 2] ^ Ring[(row + 2) * 9 + 7] << 1 ^ Ring[(row + 3) * 9] << 2;
}

/** Fields that are shifted out at the top. */
uint fields(uint w) { return ((w + 3) << 30) ^ ((w + 5 & 7) << 27) ^ ((w ^ 9) << 7) ^ ((w | 0x70000001) << 4); }

/** What is counted on the way keeps the branches, so that their conditions meet in a phi, which decides between numbers. */
uint found(uint w) {
  bool isFound = true;
  if (w & 1) {
    if (w & 2) InterlockedAdd(Total, 5);
    isFound = false;
  }
  return isFound ? 77 : 33;
}

[numthreads(16, 1, 1)]
void main(uint lane : SV_GroupIndex, uint3 group : SV_GroupID) {
  const uint place = lane * 4;
  const uint shifted = (lane << 3) + 5;
  const bool isLow = shifted < 40;
  for (uint i = 0; i < 4; ++i) Ring[place + i] = wordAt(place + i + group.x);
  if (lane == 3) {
    // place is 12 here, shifted 29, isLow true.
    Total = shifted * 100 + place + (isLow ? 1 : 0);
    One[0] = Ring[place + 1] ^ shifted - place;
  }
  GroupMemoryBarrierWithGroupSync();
  uint sum = neighbours(lane + (group.x & 7));
  sum = sum * 5 + rows(wordAt(lane));
  sum = sum * 5 + fields(wordAt(lane + 1));
  sum = sum * 5 + found(wordAt(lane + 2));
  GroupMemoryBarrierWithGroupSync();
  if (lane == 9) sum = sum * 5 + place + shifted * (isLow ? 3 : 7);
  const float nothing = asfloat(0x7fc00000);
  sum = sum * 5 + (isnan(nothing) ? asuint(nothing) : 1);
  Result[group.x * 16 + lane] = sum * 5 + Total + One[0];
}
