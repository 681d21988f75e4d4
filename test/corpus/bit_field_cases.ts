// Programs about bit fields, as a table: declarations and what main does. Results go to the raw buffer `o`, numbers come from the raw buffer `i`.

export interface BitFieldCase {
  readonly title: string
  readonly declarations: string
  readonly main: string
  /** Bytes of the element of a structured buffer, by its register. */
  readonly strides?: Readonly<Record<string, number>>
}

const S = 'struct S { uint a : 4; int b : 5; uint c; };'
const WIDE = 'struct L { uint64_t a : 40; int64_t b : 20; uint z : 30; };'
const BOOLS = 'struct W { bool p : 1; bool q : 8; int e : 4; };'
const ENUMS = 'enum E { E0, E1, E2 }; enum N { N0 = -1, N1 = 1 }; enum U : uint { U0, U1 };'

const one = (title: string, declarations: string, main: string, strides?: Record<string, number>): BitFieldCase =>
  strides ? { title, declarations, main, strides } : { title, declarations, main }

const PACKING = [
  one('fields of one integer', S, 'S s = i.Load<S>(0); o.Store3(0, uint3(s.a, s.b, s.c));'),
  one(
    'what does not fit begins a new integer',
    'struct K { uint a : 30; uint b : 4; uint c : 28; uint d : 1; };',
    'K s = i.Load<K>(8); o.Store4(0, uint4(s.a, s.b, s.c, s.d)); o.Store(16, sizeof(K));',
  ),
  one(
    'another size begins a new integer, another type of the size does not',
    'struct K { uint a : 4; int b : 6; bool c : 3; uint64_t d : 9; int e : 7; uint64_t f : 50; int64_t g : 15; };',
    'K s = i.Load<K>(0); o.Store4(0, uint4(s.a, s.b, s.c, (uint)s.d)); o.Store3(16, uint3(s.e, (uint)(s.f >> 20), (uint)s.g)); o.Store(28, sizeof(K));',
  ),
  one(
    'zero width and fields without a name',
    'struct K { uint a : 4; uint : 0; uint b : 4; uint : 9; int c : 5; uint : 30; uint d : 3; };',
    'K s = i.Load<K>(4); o.Store4(0, uint4(s.a, s.b, s.c, s.d)); o.Store(16, sizeof(K));',
  ),
  one(
    'a base ends with its integer',
    `${S} struct D : S { uint d : 3; int e : 4; }; struct F : D { uint f : 2; };`,
    'F s = i.Load<F>(0); s.f = s.a; s.d = s.b; o.Store<F>(0, s); o.Store(32, s.e); o.Store(36, sizeof(F));',
  ),
  one(
    'other members end an integer',
    'struct K { uint a : 4; float f; uint b : 4; double g; int c : 3; float2 h[2]; int d : 3; };',
    'K s = i.Load<K>(0); o.Store4(0, uint4(s.a, s.b, s.c, s.d)); s.c = s.a; s.d = s.b; o.Store(16, s.c + s.d); o.Store(20, sizeof(K));',
  ),
  one(
    'whole integers',
    'struct K { uint a : 32; int b : 32; uint64_t c : 64; };',
    'K s = i.Load<K>(0); s.a += s.b; s.c *= 3; o.Store<K>(0, s);',
  ),
  one(
    'widths are constant expressions',
    'static const uint V = 5; template<int W> struct K { uint a : (W); uint b : (V + 2); uint c : 1 << 2; uint d : sizeof(uint); };',
    'K<3> s = i.Load<K<3> >(0); o.Store4(0, uint4(s.a, s.b, s.c, s.d));',
  ),
]

const ACCESS = [
  one(
    'assignments keep the neighbours',
    S,
    'S s = i.Load<S>(0); s.a = i.Load(12); s.b = i.Load(16); o.Store<S>(0, s);',
  ),
  one(
    'the value of an assignment is what was kept',
    S,
    'S s = i.Load<S>(0); uint n = i.Load(12); o.Store(0, s.a = n); o.Store(4, s.b = n); o.Store(8, s.b = s.a = n + 1); o.Store<S>(16, s);',
  ),
  one(
    'increments and compound assignments',
    S,
    'S s = i.Load<S>(0); uint n = i.Load(12); o.Store(0, s.a++); o.Store(4, ++s.a); o.Store(8, --s.b); o.Store(12, s.a += n); o.Store(16, s.b -= n); o.Store(20, s.a <<= 2); o.Store(24, s.b >>= 1); o.Store(28, s.b *= -3); o.Store(32, s.a ^= 5); o.Store<S>(40, s);',
  ),
  one(
    'compound assignments in floats',
    S,
    'S s = i.Load<S>(0); s.a *= 1.5; s.b /= 2.5; s.a += 0.75; o.Store<S>(0, s);',
  ),
  one(
    'bools are one bit, whatever their width',
    BOOLS,
    'W s = i.Load<W>(0); o.Store4(0, uint4(s.p, s.q, s.e, s.p ? 3 : 4)); s.p = i.Load(4) & 1; s.q = i.Load(8) > 7; s.p |= s.q; o.Store<W>(16, s); if (!s.q) o.Store(20, 1);',
  ),
  one(
    'enums',
    `${ENUMS} struct F { E e : 2; N n : 3; U u : 3; }; RWStructuredBuffer<F> B : register(u1);`,
    'F s = B[0]; o.Store4(0, uint4(s.e, s.n, s.u, s.n == N0)); o.Store(16, asuint((float)s.n)); s.e = E2; s.n = N0; s.u = (U)i.Load(4); B[1] = s; switch (s.e) { case E0: o.Store(24, 1); break; case E2: o.Store(24, 2); break; }',
    { u1: 4 },
  ),
  one(
    '64 bits',
    WIDE,
    'L s = i.Load<L>(0); o.Store2(0, uint2((uint)(s.a >> 12), (uint)s.b)); s.a += i.Load(24); s.b--; s.z = (uint)s.a; o.Store<L>(8, s);',
  ),
  one('components are read', S, 'S s = i.Load<S>(0); o.Store4(0, uint4(s.a.xxx, s.b.x)); o.Store(16, s.a.r);'),
  one(
    'arguments of functions are copied in and out',
    `${S} void set(out uint x) { x = 37; } void add(inout int x) { x += 9; } void swap(inout uint x, inout int y) { uint t = x; x = y; y = t; }`,
    'S s = i.Load<S>(0); set(s.a); add(s.b); o.Store<S>(0, s); swap(s.a, s.b); o.Store<S>(8, s); set(s.c); o.Store(16, s.c);',
  ),
  one(
    'overloads go by the declared type',
    `${S} ${BOOLS} uint f(int x) { return 1; } uint f(uint x) { return 2; } uint f(bool x) { return 3; } uint g(float x) { return 4; } uint g(uint x) { return 5; }`,
    'S s = i.Load<S>(0); W w = i.Load<W>(8); o.Store4(0, uint4(f(s.a), f(s.b), f(w.p), g(s.a))); o.Store(16, g(s.b));',
  ),
  one(
    'operators promote nothing',
    S,
    'S s = i.Load<S>(0); o.Store4(0, uint4(s.a > -1, s.a - 20 > 0, -s.a, s.b < 0)); o.Store4(16, uint4(min(s.a, -1), max(s.b, s.a), s.a / 3, s.b / 2)); o.Store4(32, uint4(asuint(s.a / 2.0), ~s.a, countbits(s.b), abs(s.b)));',
  ),
  one(
    'conditions, loops and indices',
    S,
    'S s = i.Load<S>(0); uint q[16]; for (uint k = 0; k < 16; k++) q[k] = k * s.c; o.Store(0, q[s.a]); for (s.a = 3; s.a < 11; s.a++) o.Store(4 + 4 * s.a, s.a); o.Store(0, s.b > 2 ? s.a : s.b); switch (s.a) { case 11: o.Store(60, 1); break; case 27: o.Store(60, 2); break; default: o.Store(60, 3); }',
  ),
]

const PLACES = [
  one(
    'structured buffers',
    `${S} RWStructuredBuffer<S> B : register(u1);`,
    'B[1].a = B[0].b; B[2].b -= 3; B[3].a++; S s = B[4]; s.b = s.a; B[5] = s;',
    {
      u1: 8,
    },
  ),
  one(
    'append and consume',
    `${S} ConsumeStructuredBuffer<S> C : register(u1); AppendStructuredBuffer<S> A : register(u2);`,
    'S s = C.Consume(); s.a += 3; s.b = s.a; A.Append(s);',
    { u1: 8, u2: 8 },
  ),
  one(
    'a constant buffer',
    `${S} cbuffer C { uint k; S s; uint z; }`,
    'o.Store4(0, uint4(s.a, s.b, s.c, z)); S t = s; t.a = k; o.Store<S>(16, t);',
  ),
  one(
    'integers and the rows of a constant buffer',
    'struct K { float3 f; uint a : 4; uint b : 30; uint64_t c : 9; int d : 4; }; cbuffer C { K s; uint k; K t; }',
    'o.Store4(0, uint4(s.a, s.b, (uint)s.c, s.d)); o.Store4(16, uint4(t.a, t.b, (uint)t.c, t.d)); o.Store(32, k);',
  ),
  one(
    'arrays in a constant buffer',
    'struct P { uint p : 3; uint q : 30; }; cbuffer C { uint k; P s[3]; uint z; }',
    'o.Store4(0, uint4(s[1].p, s[i.Load(0) % 3].q, z, k)); P t[3] = s; o.Store(16, t[i.Load(4) % 3].p);',
  ),
  one(
    'a constant buffer object',
    `${S} ConstantBuffer<S> s : register(b3);`,
    'o.Store3(0, uint3(s.a, s.b, s.c)); S t = s; t.b = 3; o.Store<S>(16, t);',
  ),
  one('loose globals', `${S} S s; uint z;`, 'o.Store4(0, uint4(s.a, s.b, s.c, z));'),
  one(
    'groupshared memory',
    `${S} groupshared S g[8];`,
    'g[lane] = i.Load<S>(lane * 8); g[lane].a = lane + 3; GroupMemoryBarrierWithGroupSync(); S s = g[lane ^ 1]; o.Store3(lane * 12, uint3(s.a, s.b, g[7 - lane].b));',
  ),
  one(
    'arrays of structs in arrays of structs',
    'struct I { uint p : 3; int q : 3; }; struct K { I i[2]; uint r : 5; I j; };',
    'K k[2]; k[0] = i.Load<K>(0); k[1] = i.Load<K>(16); uint n = i.Load(36) & 1; k[n].i[n].q = k[1 - n].j.p; k[n].r = k[0].i[n].q; k[1].j = k[0].i[n]; o.Store<K>(0, k[0]); o.Store<K>(16, k[1]);',
  ),
  one(
    'static variables',
    `${S} static S g; static S h = (S)3;`,
    'g.a = i.Load(0); g.b = g.a - 9; h.b = i.Load(4); h.c += h.a; o.Store<S>(0, g); o.Store<S>(8, h);',
  ),
  one(
    'methods',
    'struct K { uint a : 4; int b : 4; uint sum() { a = a + 1; return a + b; } void set(uint v) { b = v; this.a = 2; } static K make(uint v) { K k; k.a = v; k.b = v >> 4; return k; } };',
    'K k = K::make(i.Load(0)); o.Store(0, k.sum()); k.set(i.Load(4)); o.Store(4, k.sum()); o.Store(8, k.a); o.Store(12, k.b);',
  ),
  one(
    'templates',
    'template<typename T> T twice(T x) { return x * 2; } template<typename T> struct K { T a : 4; T b : 9; T sum() { return a + b; } };',
    'K<int> k; k.a = i.Load(0); k.b = i.Load(4); K<uint> u; u.a = i.Load(0); u.b = i.Load(4); o.Store4(0, uint4(k.sum(), u.sum(), twice(k.a), twice(u.b)));',
  ),
  one(
    'structs as arguments and results',
    'struct P { uint p : 3; int q : 4; }; P mix(P x, inout P y, out P z) { z = y; z.q = x.p; y.p++; P r = x; r.q = y.q; return r; }',
    'P a = i.Load<P>(0), b = i.Load<P>(4), c; P d = mix(a, b, c); o.Store<P>(0, a); o.Store<P>(4, b); o.Store<P>(8, c); o.Store<P>(12, d);',
  ),
]

const VALUES = [
  one(
    'lists of the very shape set bits',
    S,
    'S s = { i.Load(0), i.Load(4), i.Load(8) }; S t = { 9, -3, 7 }; S r = { i.Load<float>(12), true, 1.5 }; o.Store<S>(0, s); o.Store<S>(8, t); o.Store<S>(16, r);',
  ),
  one(
    'lists in lists',
    `${S} struct X { S s; uint z; };`,
    'X x = { { i.Load(0), i.Load(4), i.Load(8) }, i.Load(12) }; S a[2] = { { 1, 2, 3 }, { i.Load(0), 5, 6 } }; X y = { a[1], 5 }; o.Store<X>(0, x); o.Store<S>(12, a[0]); o.Store<S>(20, a[1]); o.Store<X>(28, y);',
  ),
  one(
    'lists of another shape set whole integers',
    `${S} struct X { S s; uint z; }; struct D : S { uint d : 3; uint e : 4; };`,
    'uint2 v = i.Load2(0); X x = { v.x, v.y, 3, 4 }; S s = { v, 5 }; S t = { { v.x, v.y }, 5 }; D d = { v.x, v.y, 3, v.x, v.y }; o.Store<X>(0, x); o.Store<S>(12, s); o.Store<S>(20, t); o.Store<D>(28, d);',
  ),
  one(
    'nameless bit fields take items',
    'struct U { uint a : 4; uint : 3; uint b : 5; uint c; };',
    'U u = { i.Load(0), i.Load(4), i.Load(8), i.Load(12) }; U v = { 1, 2, 3, 4 }; o.Store<U>(0, u); o.Store<U>(8, v);',
  ),
  one(
    'constants of static lists',
    `${S} struct X { S s; uint z; }; static const S k = { 1, 2, 3 }; static const S a[2] = { { 4, 5, 6 }, { 7, 8, 9 } }; static X x = { { -1, -2, 3 }, 4 }; static const S z = (S)7;`,
    'o.Store<S>(0, k); o.Store<X>(8, x); o.Store4(20, uint4(k.a, k.b, z.a, z.b)); uint n = i.Load(0) & 1; o.Store3(36, uint3(a[n].a, a[n].b, a[n].c)); const S l = { 3, 5, 8 }; o.Store<S>(48, l);',
  ),
  one(
    'splats fill the integers',
    `${S} ${BOOLS}`,
    'uint n = i.Load(0); o.Store<S>(0, (S)n); o.Store<S>(8, (S)-1); o.Store<W>(16, (W)n); o.Store<W>(20, (W)true);',
  ),
  one(
    'casts read and write whole integers',
    `${S} struct Q { uint a; int b; uint c; };`,
    'S s = i.Load<S>(0); Q q = (Q)s; o.Store<Q>(0, q); uint3 v = (uint3)s; o.Store3(12, v); uint w[2] = (uint[2])s; o.Store2(24, uint2(w[0], w[1])); o.Store(32, (uint)s); S t = (S)i.Load<Q>(8); o.Store<S>(36, t); S r = (S)i.Load3(4); o.Store<S>(44, r); uint l[3] = { s }; o.Store3(52, uint3(l[0], l[1], l[2]));',
  ),
  one(
    'constructors of vectors',
    S,
    'S s = i.Load<S>(0); uint3 v = uint3(s.a, s.b, s.c); float2 f = { s.a, s.b }; o.Store3(0, v); o.Store2(12, asuint(f)); float2x2 m = { s.a, s.b, 1, 2 }; o.Store(20, asuint(determinant(m)));',
  ),
  one(
    'what nobody set is zero beside what is',
    S,
    'S s; s.a = i.Load(0); s.c = 1; o.Store<S>(0, s); S t; t.b = i.Load(4); t.c = 2; o.Store<S>(8, t);',
  ),
]

const COPIES = [
  one(
    'copies in lists keep every bit, bools before others too',
    `struct K { bool a : 3; int b : 4; bool c : 1; uint z; }; struct X { K k; uint y; };`,
    'K s = i.Load<K>(0); X x = { s, 5 }; K a[2] = { s, i.Load<K>(8) }; X y = { i.Load(0), i.Load(4), i.Load(8), 1, 2 }; o.Store<X>(0, x); o.Store<K>(12, a[1]); o.Store<X>(20, y); o.Store(32, a[0].a + a[1].c);',
  ),
]

const STATICS = [
  one(
    'constants of derived structs and of nameless bit fields',
    `${S} struct D : S { uint d : 3; uint e : 4; uint z; }; struct U { uint c; uint d : 3; uint : 4; uint z; uint f : 3; uint : 0; uint g : 5; }; static const D k = { 1, 2, 3, 4, 5, 6 }; static const U u = { 1, 2, 3, 4, 5, 6, 7 };`,
    'o.Store<D>(0, k); o.Store<U>(20, u); U l = { 1, 2, 3, 4, 5, 6, 7 }; o.Store<U>(44, l); o.Store2(72, uint2(k.e, u.d));',
  ),
]

/** DXC breaks down where such a struct is copied and then taken apart, or set to zero. */
const MINIMUM_PRECISION = [
  one(
    'minimum precision: fields of one integer of 32 bits, of which 16 are used',
    'struct K { min16uint a : 9; min16uint b : 7; };',
    'K s = i.Load<K>(0); o.Store3(0, uint3(s.a, s.b, sizeof(K)));',
  ),
  one(
    'minimum precision: signs',
    'struct K { min16int a : 4; min16int b : 5; min12int c : 7; };',
    'K s = i.Load<K>(4); o.Store4(0, int4(s.a, s.b, s.c, sizeof(K)));',
  ),
  one(
    'minimum precision: what does not fit 16 bits, and what other types follow, begin new integers',
    'struct K { uint z; min16uint a : 9; min16uint b : 8; min16int c : 5; uint d : 3; min16uint e : 16; min16uint : 0; min16uint f : 2; }; RWStructuredBuffer<K> r : register(u1);',
    'o.Store(0, sizeof(K)); r[0].z = i.Load(0); r[0].a = i.Load(4); r[0].b = i.Load(8); r[0].c = i.Load(12); r[0].d = i.Load(16); r[0].e = i.Load(20); r[0].f = i.Load(24); o.Store4(4, int4(r[0].a, r[0].b, r[0].c, r[0].d)); o.Store2(20, uint2(r[0].e, r[0].f));',
    { u1: 24 },
  ),
  one(
    'minimum precision: arithmetic of fields',
    'struct K { min16int a : 6; min16uint b : 7; };',
    'K s; s.a = i.Load(0); s.b = i.Load(4); min16int t = s.a * 2 + 1; s.b = s.b + t; o.Store2(0, int2(s.b, t));',
  ),
  one(
    'minimum precision: compound assignments and conversions',
    'struct K { min16int a : 6; min16uint b : 7; };',
    'K s; s.a = i.Load(0); s.b = i.Load(4); o.Store(12, s.a < s.b); o.Store(16, asuint((float)s.a)); K u; u.b = i.Load(8); u.b++; o.Store(20, (uint)u.b); K v; v.a = i.Load(12); v.a += 3; o.Store(24, (int)v.a);',
  ),
  one(
    'minimum precision: lists, arrays, group-shared memory, constants',
    'struct K { min16uint a : 5; min16int b : 6; }; groupshared K g; static const K k = { 9, -3 };',
    'K s = { 3, -7 }; K t[2]; t[0].a = i.Load(0); t[1].b = t[0].a + 1; g.a = i.Load(4); g.b = s.b; GroupMemoryBarrierWithGroupSync(); o.Store4(0, int4(s.a, s.b, t[1].b, t[0].a)); o.Store4(16, int4(g.a, g.b, k.a, k.b));',
  ),
]

export const BIT_FIELD_CASES: readonly BitFieldCase[] = [
  ...PACKING,
  ...ACCESS,
  ...PLACES,
  ...VALUES,
  ...COPIES,
  ...STATICS,
  ...MINIMUM_PRECISION,
]
