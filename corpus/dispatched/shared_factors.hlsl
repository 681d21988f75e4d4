// dxilkit-corpus
// Products and choices that share their parts: negated matrices, colours mixed by hand, weights of one filter, quotients and their remainders.
// args: -T cs_6_0 -E main
// args: -T cs_6_6 -E main
// stride: u0 4

ByteAddressBuffer Words : register(t0);
RWStructuredBuffer<uint> Result : register(u0);

/** All bits are in use, whatever small numbers the buffer holds. */
uint wordAt(uint at) { return Words.Load((at & 15) * 4) * 0x9e3779b9 ^ (at + 1) * 0x85ebca6b; }

/** Small numbers, so that each sum is exact. */
float wholeAt(uint at) { return wordAt(at) >> 28; }
float numberAt(uint at) { return wholeAt(at) * 0.25; }

float3 vectorAt(uint at) { return float3(wholeAt(at), wholeAt(at + 1), wholeAt(at + 2)); }

/** Both colours meet in each component: 1 - t + t * c. */
float3 mixed(float t) { return (1.0).xxx * (1 - t) + float3(0.5, 0.25, 1) * t; }

float3 turned(uint at) {
  float3x3 rows = float3x3(vectorAt(at), vectorAt(at + 3), vectorAt(at + 6));
  return mul(-rows, vectorAt(at + 9));
}

float weighed(uint at) {
  float sum = 0;
  [unroll] for (uint i = 0; i < 4; ++i) sum += numberAt(at + i) / 4 * numberAt(at + 2 * i);
  return sum;
}

uint corner(uint n, bool isFlipped) {
  if (n == 0) return 0;
  else if (n == 1) return isFlipped ? 3 : 1;
  else if (n == 2) return 3;
  else if (n == 3) return 0;
  return n == 4 ? 3 : 2;
}

uint toned(uint kind, uint word) {
  uint tone = word;
  switch (kind) {
    case 0: tone = word / 3; break;
    case 1: tone = word * word; break;
    case 3: tone = word ^ 0x55; break;
  }
  if (kind != 3) tone = tone * 7 + (word & 31);
  return tone;
}

uint placed(uint address, uint size) {
  uint start = address / size * size;
  uint inRow = address - start;
  return start * 5 + inRow;
}

uint masks(uint n, uint word) {
  uint low = word >> 24, high = word >> 16;
  uint left = ~0u << (low * (n == 0));
  uint right = ~0u << (high * (n == 3));
  return (left & right) + (1u << low) + (1u << high);
}

/** Leaves at the first number that is large enough, or behind the last one. */
uint found(uint at, uint least) {
  uint best = 0;
  for (int i = 0; i < 5; ++i) {
    best = wordAt(at + i) & 255;
    if (best >= least) break;
    least -= i;
  }
  return best;
}

groupshared uint Shared[64];

[numthreads(64, 1, 1)]
void main(uint lane : SV_GroupIndex)
{
  uint word = wordAt(lane);
  Shared[lane] = word & 1023;
  GroupMemoryBarrierWithGroupSync();
  [unroll] for (uint half = 4; half > 0; half >>= 1) {
    if (lane < half) Shared[lane] += Shared[lane + half];
    GroupMemoryBarrierWithGroupSync();
  }
  float3 colour = mixed(numberAt(lane));
  if (numberAt(lane + 5) > 2) colour = turned(lane);
  float3 bright = colour * 1.5, shown = colour;
  if (numberAt(lane + 7) > 3) shown = bright;
  if (numberAt(lane + 11) > 2.5) shown = bright;
  uint hash = corner(lane % 6, (word & 1) != 0);
  hash = hash * 31 + toned(word & 3, word >> 2 & 255);
  hash = hash * 31 + placed(word & 1023, (word >> 10 & 7) + 1);
  hash = hash * 31 + masks(lane & 3, word);
  hash = hash * 31 + found(lane, word & 127);
  hash = hash * 31 + Shared[lane & 7];
  hash = hash * 31 + uint((shown.x + 2048) * 64);
  hash = hash * 31 + uint((shown.y + 2048) * 64);
  hash = hash * 31 + uint((shown.z + 2048) * 64);
  hash = hash * 31 + uint(weighed(lane) * 64);
  Result[lane] = hash;
}
