// What random programs do not have, executed as they are: casts to enums, labels of enums, sizes of enums, __decltype, objects that are called.

const HEAD = `ByteAddressBuffer input : register(t0);
RWStructuredBuffer<int> o : register(u0);
enum E { A = 4, B = 7 };
enum class F { C = 9, D = 11 };
`
const MAIN = '[numthreads(1, 1, 1)] void main()'

export const CASES: readonly (readonly [title: string, source: string])[] = [
  [
    'arrays and structs cast to the enum they hold',
    `struct Q { F f; int k; }; struct R { E e; };
${MAIN} {
  F k[2] = { F::D, F::C }; o[0] = (int)(F)k;
  E m[3] = { B, A, A }; o[1] = (E)m;
  Q q = { F::C, 3 }; if (input.Load(4) > 0) q.f = F::D; o[2] = (int)(F)q;
  R r = { B }; o[3] = (E)r; r = (R)m[input.Load(8)]; o[4] = r.e; o[5] = (int)r;
  o[6] = (int)F(F::D);
}`,
  ],
  [
    'labels of enums',
    `${MAIN} {
  F f = input.Load(4) > 0 ? F::D : F::C; E e = input.Load(8) > 9 ? A : B;
  switch (f) { case F::C: o[0] = 1; break; case F::D: o[0] = 2; break; }
  switch (e) { case A: o[1] = 1; break; default: o[1] = 3; case B: o[2] = 4; }
}`,
  ],
  [
    'sizes of enums, and of what holds them',
    `struct S { E e; F f[3]; float2 v; }; ${MAIN} { o[0] = sizeof(E); o[1] = sizeof(F); o[2] = sizeof(S); o[3] = sizeof(F::C); }`,
  ],
  [
    'types of values',
    `static float g = 2.5;
template<typename T> T halved(T v) { __decltype(v) w = v / 2; return w; }
${MAIN} {
  int n = input.Load(12); __decltype(n) a = 7 / 2; __decltype(g) b = 7 / 2.0; __decltype(int2(1, 2)) c = int2(n, 9);
  o[0] = a; o[1] = (int)(b * 4); o[2] = c.y + c.x; o[3] = halved(n); o[4] = (int)(halved(g) * 8); o[5] = sizeof(__decltype(c));
}`,
  ],
  [
    'members that are called',
    `struct P { int v; int operator()(int a) { v += a; return v * a; } };
struct Q { P f; P g[2]; int m(int a) { return f(a) + g[1](2) * 100; } };
struct D : P { int k; };
${MAIN} {
  Q q = (Q)3; q.f.v = input.Load(4); o[0] = q.f(5); o[1] = q.f.v; o[2] = q.m(4); o[3] = q.g[1].v; o[4] = q.g[input.Load(4)](6);
  D d = (D)2; o[5] = d(3); o[6] = d.v;
}`,
  ],
].map(([title, source]) => [title!, HEAD + source] as const)
