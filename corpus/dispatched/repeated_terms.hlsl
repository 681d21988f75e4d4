// dxilkit-corpus
// args: -T cs_6_0 -E main
// args: -T cs_6_2 -E main
// Operands that come again in chains of operations, comparisons that NaN and infinity decide, loops that cannot go round twice.

RWByteAddressBuffer o : register(u0);
ByteAddressBuffer i : register(t0);

uint chains(uint x, uint y) {
  uint v = x;
  for (int a = 0; a < 5; ++a) v = (v ^ y) ^ (x >> 3);
  for (int b = 0; b < 4; ++b) v = v | y | 6;
  for (int c = 0; c < 3; ++c) v = v & 0xffff & ~x & 0xff7f;
  for (int d = 0; d < 6; ++d) v ^= y;
  return v ^ 5 ^ x ^ 9 ^ x;
}

uint2 wide(uint x, uint y) {
  uint64_t p = x, q = ((uint64_t)y << 20) | 3;
  for (int a = 0; a < 6; ++a) p += q;
  p = p * 3 + p * 5 - q;
  p = p ^ q ^ 0x80000001u ^ p ^ (p >> 7);
  return uint2((uint)p, (uint)(p >> 32));
}

/** Powers of two, for which fast arithmetic is exact. */
float quotients(uint x, uint y) {
  float a = 1u << (x & 7), b = 1u << (y & 3), c = 1u << (x & 1);
  float v = a / b / c / b + c / (b / a);
  for (int n = 0; n < 6; ++n) v += b * 0.25;
  return v;
}

uint comparisons(uint x) {
  float f = asfloat(x), none = asfloat(0x7fc00000), most = asfloat(0x7f800000);
  uint found = 0;
  if (f == none) found |= 1;
  if (f != none) found |= 2;
  if (!(f >= none)) found |= 4;
  if (f > most) found |= 8;
  if (f < -most) found |= 16;
  if (!(none < f)) found |= 32;
  if (f > f) found |= 64;
  return found;
}

uint loops(uint x, uint n) {
  uint r = x;
  for (uint a = 0; a < 1 && n > 3; ++a)
    for (uint b = 10; b > 9; --b) r += n;
  uint next = 0;
  while (true) {
    if (next >= n) {
      r += 1;
      break;
    }
    r = r * 5 + n;
    next = n;
    if (r & 16) return r;
  }
  for (uint c = 0; c < 1; ++c) {
    do {
      if (r & 1) break;
      r ^= n;
      if (r & 4) continue;
      r += 3;
    } while (false);
    if (r & 8) continue;
    r += 9;
  }
  return r;
}

[numthreads(64, 1, 1)]
void main(uint lane : SV_GroupIndex) {
  uint x = i.Load(lane * 4), y = i.Load((lane * 7 + 1 & 63) * 4);
  o.Store4(lane * 32, uint4(chains(x, y), wide(x, y), asuint(quotients(x, y))));
  o.Store4(lane * 32 + 16, uint4(comparisons(x), comparisons(lane * 0x01010101), loops(x, y & 7), loops(lane, lane & 3)));
}
