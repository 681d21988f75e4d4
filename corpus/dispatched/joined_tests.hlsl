// dxilkit-corpus
// args: -T cs_6_0 -E main
// args: -T cs_6_2 -E main
// Tests of ranges, masks and signs that && and || join, and choices that one bit decides.

RWByteAddressBuffer o : register(u0);
ByteAddressBuffer i : register(t0);

/** Small numbers of both signs, powers of two, and what the buffer holds. */
uint sampled(uint n) {
  uint word = i.Load((n & 63) * 4);
  switch (n & 3) {
    case 0: return n >> 2;
    case 1: return 0u - (n >> 2);
    case 2: return 1u << (n >> 2);
    default: return word;
  }
}

uint ranges(uint x) {
  int s = x;
  uint found = 0;
  if (x > 3 && x < 10) found |= 1;
  if (x == 13 || x == 14) found |= 2;
  if (x == 1 || x == 2 || x == 3 || x == 4) found |= 4;
  if (s >= 0 && s < 12) found |= 8;
  if (s < -5 || s > 7) found |= 16;
  if (x != 5 && x != 6 && x != 7) found |= 32;
  if (s >= -9 && s <= 9) found |= 64;
  if (x > 100 && x < 50) found |= 128;
  if ((x >> 3) == 1 || x == 16) found |= 256;
  if (x + 3 < 9 && x != 0) found |= 512;
  if (s < -2147483640 || s > 2147483640) found |= 1024;
  return found;
}

uint bits(uint x, uint y) {
  int s = x, t = y;
  uint found = 0;
  if ((x & 3) == 0 && (x & 12) == 12) found |= 1;
  if ((x & 48) == 0 && (y & 48) == 0) found |= 2;
  if ((x & 5) != 0 || (y & 5) != 0) found |= 4;
  if (x == 0 && y == 0) found |= 8;
  if (s < 0 || t < 0) found |= 16;
  if (s < 0 && t < 0) found |= 32;
  if (x < 16 && y < 16) found |= 64;
  if (x == 65 || x == 97) found |= 128;
  if ((x & 64) && (x & 256)) found |= 256;
  if (x < 32 && (x & 1) == 0) found |= 512;
  if ((x & 7) == 2 || (x & 7) == 6) found |= 1024;
  if (s >= 0 && t >= 0) found |= 2048;
  if ((x & 1024) == 0 && (x & 1025) == 1024) found |= 4096;
  if ((x & 6) == 6 && (y & 6) == 6) found |= 8192;
  return found;
}

uint4 choices(uint x, uint y) {
  uint a = y;
  if (x & 16) a |= 64;
  if (!(x & 32)) a ^= 1;
  if (x & 64) a += 2;
  uint b = (x & 8) ? 2 : 0;
  b += (x & 2) ? 7 : 3;
  b = b * 3 + ((x & 4) ? 8 : 7);
  b = b * 3 + ((x & 128) ? 0 : 128);
  uint c = ((int)x < 0) ? 1 : 0;
  c = c * 5 + (((int)y < 0) ? ~0u : 0);
  c = c * 5 + (((int)y >= 0) ? 1 : 0);
  uint d = (x - y == 0) + 3 * ((x ^ y) == 0) + 9 * ((x ^ 7) == 9) + 27 * (7 - x == 3) + 81 * ((x >> 31) == 1);
  return uint4(a, b, c, d);
}

[numthreads(64, 1, 1)]
void main(uint lane : SV_GroupIndex) {
  uint x = sampled(lane), y = sampled(lane * 7 + 1);
  uint hash = 0;
  for (uint n = 0; n < 64; ++n) hash = hash * 31 + bits(x, sampled(n));
  uint4 chosen = choices(x, y);
  o.Store4(lane * 32, uint4(ranges(x), bits(x, y), hash, chosen.x));
  o.Store4(lane * 32 + 16, uint4(chosen.yzw, ranges(y)));
}
