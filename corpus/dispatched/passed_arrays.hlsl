// dxilkit-corpus
// args: -T cs_6_0 -E main
// args: -T cs_6_2 -E main
// Local arrays that functions take and hand on, read in loops that stay loops: with and without writes to what was passed.

RWByteAddressBuffer o : register(u0);
ByteAddressBuffer i : register(t0);
cbuffer Counts : register(b0) { uint limit; uint start; };

float weighted(float samples[12], uint first, uint count) {
  float sum = 0;
  [loop] for (uint n = first; n < count; ++n) sum += samples[n] * (n + 1);
  return sum;
}

float throughAnother(float samples[12], uint first) {
  return weighted(samples, first, 12) - weighted(samples, 0, first + 1);
}

float ofItsOwn(float samples[12], uint at) {
  samples[at] = -1;
  return weighted(samples, at, 12);
}

float writtenBehind(inout float samples[12], uint at) {
  const float before[12] = samples;
  samples[at] += 3;
  samples[(at + 5) % 12] = at;
  return weighted(before, 0, 12) + weighted(samples, 0, 12) * 0.5;
}

float offset(uint n) {
  [branch] if (n + 6 == 0) return asfloat(i.Load(n * 4));
  return n + 6 < 9 ? 0.25 : 0.5;
}

[numthreads(16, 1, 1)]
void main(uint lane : SV_GroupIndex) {
  float samples[12];
  for (uint n = 0; n < 12; ++n) {
    float value = 1;
    [loop] for (uint k = start; k < limit % 7 + lane; ++k) value = value * 0.75 + (i.Load(k * 4) & 15) + n;
    samples[n] = value;
  }
  const uint at = lane % 12;
  float4 result;
  result.x = throughAnother(samples, at);
  result.y = ofItsOwn(samples, at) + weighted(samples, at, 12);
  result.z = 0;
  // The array changes from turn to turn: a copy is that of its own turn.
  [loop] for (uint turn = 0; turn < 3; ++turn) {
    result.z += weighted(samples, turn, 12) + writtenBehind(samples, (at + turn) % 12);
    samples[turn] += result.z * 0.125;
  }
  result.w = weighted(samples, 0, 12);
  const uint4 words = i.Load4(lane * 4) & 255;
  const float given[12] = (float[12])uint4x3(words.xyz, words.yzw, words.zwx, words.wxy + lane);
  if (words.x > 7) result.x += weighted(given, at, 12) + ofItsOwn(given, 3);
  result.y += weighted(given, 0, at);
  [loop] for (uint m = 0; m < 5; ++m) result.w += offset(m) * samples[m];
  o.Store4(lane * 16, asuint(result));
}
