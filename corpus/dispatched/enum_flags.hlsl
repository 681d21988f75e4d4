// dxilkit-corpus
// Flags in enums: what is computed of one stays of it, beside other numbers it counts as they do; bytes of strings.
// args: -T cs_6_0 -E main
// args: -T cs_6_0 -E main -D WIDE=1
// args: -T cs_6_0 -E main -HV 2018
// stride: t0 4
// stride: u0 4
// stride: u1 4
// data: t0 0u 1u 2u 3u 6u 7u 3735928559u 2147483648u 4294967295u 3000000000u 1073741825u 1610612735u 12345678u 4026531840u 268435457u 99u

#ifdef WIDE
#define OF : uint
#else
#define OF
#endif

enum Flags OF { NONE, FIRST = 1, SECOND = FIRST << 1, BOTH = FIRST | SECOND, HIGH = 0x40000000, TOP = HIGH + HIGH / 2 };

StructuredBuffer<uint> Words;
RWStructuredBuffer<uint> Result;
RWStructuredBuffer<float> Floats;

Flags merged(Flags a, Flags b) { return (a & ~b) | (b ^ FIRST); }
uint merged(uint a, uint b) { return 12345; }

#if __HLSL_VERSION >= 2021
template<typename T> uint code(T c) {
  if (c == "a"[0]) return 97;
  if (c == "n"[0]) return 110;
  if (c == "banana"[6]) return 0;
  return 63;
}
#endif

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
  uint word = Words[i];
  Flags a = (Flags)word;
  Flags b = (Flags)(word * 0x9e3779b9u);
  uint at = i * 16;
  Result[at] = merged(a, b);
  Flags c = a;
  c |= SECOND;
  c -= b;
  c >>= FIRST;
  Result[at + 1] = c;
  Flags kept[4] = { a | b, a & b, -a, (word & 1) ? a ^ b : b };
  Result[at + 2] = kept[word >> 30];
  // Beside a literal every enum is an int.
  Result[at + 3] = b / 3;
  Result[at + 4] = b < -1;
  Result[at + 5] = (a | TOP) >> SECOND;
  int j = (int)word >> 3;
  Result[at + 6] = b % (j | 1);
  Result[at + 7] = b > j;
  uint u = word;
  u &= ~BOTH;
  u += a;
  Result[at + 8] = u / (b | FIRST);
  switch (a & BOTH) {
  case FIRST | SECOND: Result[at + 9] = 3; break;
  case BOTH - FIRST: Result[at + 9] = 2; break;
  default: Result[at + 9] = 9; break;
  }
  Result[at + 10] = (word & 2) ? b : j;
  Result[at + 11] = (a & b) == NONE || (a | b) > TOP;
#if __HLSL_VERSION >= 2021
  Result[at + 12] = code("banana"[word % 7]);
  Result[at + 13] = code("banana"[1]) + code((word & 4) ? "b"[0] : "a"[0]);
#endif
  Floats[i * 2] = b * 0.5f;
  Floats[i * 2 + 1] = a | b;
}
