// Calls whose arguments name one place, one row a kind of place; operands that say when they are evaluated. P(v) appends a word to the output.

import type { Version } from './check.ts'

type Case = readonly [title: string, source: string, versions?: readonly Version[]]

const OLD_AND_NEW: readonly Version[] = ['2016', '2018', '2021']
const FUNCTIONS = `
void f2(inout int a, inout int b) { a += 10; b *= 3; }
void o2(out int a, out int b) { a = 1; b = 2; }
void o3(out int a, out int b, out int c) { a = 1; b = 2; c = 3; }
void mix(inout int a, out int b) { a += 5; b = a * 100; }
int next(inout int n) { n++; return n; }
int say(int n) { P(n); return n & 1; }
`
const BASES = `${FUNCTIONS}struct S { int x; int a[2]; }; struct D : S { int z; S q; }; static D g;
void f(in S s, inout int e) { P(s.x); e += 10; } void r(inout int e, in S s) { P(s.a[1]); e += 10; } void two(in S s, in S t) { P(s.x); P(t.a[1]); }
void c(inout S s, inout int e) { s.x += 1; s.a[1] += 2; e += 20; } void d(out int e, out S s) { e = 3; s = (S)7; }
void show(in D d) { P(d.x); P(d.a[0]); P(d.a[1]); P(d.z); P(d.q.x); P(d.q.a[0]); P(d.q.a[1]); }`
const main = (body: string): string => `[numthreads(1, 1, 1)]\nvoid main() {\n${body}\n}`

export const CASES: readonly Case[] = [
  [
    'locals',
    `${FUNCTIONS}${main('int a = input.Load(12); f2(a, a); P(a); o2(a, a); P(a); o3(a, a, a); P(a); a = 4; mix(a, a); P(a);')}`,
  ],
  [
    'uint and float arguments of int parameters',
    `${FUNCTIONS}${main('uint u = 3; float f = 2; f2(u, u); P(u); f2(f, f); P((int)f); o2(f, f); P((int)f);')}`,
  ],
  [
    'static, group-shared and buffer elements',
    `${FUNCTIONS}static int g; groupshared int s; static int ga[3]; groupshared int sa[3];
${main(`int t = input.Load(0);
g = 5; f2(g, g); P(g); o2(g, g); P(g); s = 5; f2(s, s); P(s); o2(s, s); P(s);
ga[t] = 5; f2(ga[t], ga[t]); P(ga[t]); sa[t] = 5; f2(sa[t], sa[t]); P(sa[t]); o2(sa[t], sa[0]); P(sa[t]);
o[30] = 5; f2(o[30], o[30]); P(o[30]); o2(o[30], o[30]); P(o[30]);`)}`,
  ],
  [
    'components, swizzles and rows',
    `${FUNCTIONS}void v2(inout int2 v, inout int x) { v += 1; x += 10; }
${main(`int2 v = int2(1, 2); v2(v, v.x); P(v.x); v2(v, v.y); P(v.y); v2(v.yx, v.x); P(v.x); P(v.y); f2(v.x, v.x); P(v.x); f2(v[0], v[0]); P(v.x);
int2x2 m = int2x2(1, 2, 3, 4); f2(m._m01, m._m01); P(m._m01); v2(m[1], m[1][0]); P(m._m10); v2(m[0], m._m00); P(m._m00);`)}`,
  ],
  [
    'members and elements',
    `${FUNCTIONS}struct S { int x; int a[3]; }; void sf(inout S s, inout int x) { s.x += 1; x += 10; } void ar(inout int a[3], inout int e) { a[0] += 1; e += 10; }
${main(`S q; q.x = 1; q.a[0] = q.a[1] = q.a[2] = 2; sf(q, q.x); P(q.x); ar(q.a, q.a[0]); P(q.a[0]);
int i = input.Load(4); f2(q.a[i], q.a[i]); P(q.a[i]); f2(q.a[i], q.a[1]); P(q.a[1]);`)}`,
  ],
  [
    'structs passed as their base, with and without a cast',
    `${BASES}
${main(`D l; l = g = (D)input.Load(12); int i = input.Load(4);
f(l, l.q.a[next(i) & 1]); P(i); r(l.q.a[i++ & 1], l); P(i); f(l, l.a[next(i) & 1]); P(i); f((S)l, l.q.a[next(i) & 1]); P(i); show(l);
c((S)l, l.q.a[next(i) & 1]); P(i); show(l); c((S)l, l.a[next(i) & 1]); P(i); show(l); d(l.q.a[next(i) & 1], (S)l); P(i); show(l);
d(l.a[next(i) & 1], (S)l); P(i); show(l); c((S)g, g.q.a[i++ & 1]); P(i); show(g); d(g.z, (S)g); show(g); f(g, g.q.a[next(i) & 1]); P(i); show(g);`)}`,
    OLD_AND_NEW,
  ],
  [
    'elements of arrays of structs passed as their base',
    `${BASES}
${main(`D m[2]; m[0] = (D)input.Load(12); m[1] = (D)input.Load(16); int i = input.Load(4);
two(m[i & 1], m[next(i) & 1]); P(i); two((S)m[i & 1], m[next(i) & 1].q); P(i); two(m[i & 1].q, m[i++ & 1]); P(i); f(m[i & 1], m[i++ & 1].z); P(i);
c((S)m[i & 1], m[i++ & 1].z); P(i); show(m[0]); show(m[1]);`)}`,
    OLD_AND_NEW,
  ],
  [
    'an object given to its own method is reached by both names',
    `struct S { int x; int y; void m(inout S q) { x += 1; q.x += 10; x += 100; } void n(inout int q) { x += 1; q += 10; q *= 2; }
  void k(inout int a, inout int b) { a += 1; b *= 3; x += 100; } void c() { k(x, x); P(x); k(x, y); P(x); P(y); } void r(in S q) { x += 1; P(q.x); } };
${main('S q; q.x = 1; q.y = 2; q.m(q); P(q.x); q.n(q.x); P(q.x); q.n(q.y); P(q.x); P(q.y); q.c(); q.r(q);')}`,
  ],
  [
    'increments and compound assignments as arguments',
    `${FUNCTIONS}static int g; groupshared int s; void one(inout int a) { a *= 3; } void set(out int a) { a = 7; }
struct S { int x; void m(inout int q) { q += 2; x *= 2; } void own() { one(++x); P(x); one(x -= 3); P(x); } };
${main(`int a = input.Load(12), b = 3; one(++a); P(a); one(a += 3); P(a); set(--a); P(a); f2(++a, a); P(a); f2(a *= 2, ++a); P(a); f2(++a, ++b); P(a); P(b);
int e[4] = {1, 2, 3, 4}; int i = 0; one(++e[i++]); P(e[0] * 1000 + e[1] * 100 + e[2] * 10 + e[3]); P(i); one(e[i++] += 5); P(e[0] * 1000 + e[1] * 100 + e[2] * 10 + e[3]); P(i);
g = 5; one(++g); P(g); s = 5; one(++s); P(s); o[40] = 5; one(++o[40]); P(o[40]); one(o[40] += 2); P(o[40]);
int2 v = int2(1, 2); one(++v.x); P(v.x); one((++v).y); P(v.y); one((v += 4)[1]); P(v.y); one(++v[0]); P(v.x);
S q; q.x = 4; q.own(); q.m(++q.x); P(q.x); uint u = 3; one(++u); P(u); float f = 1.5; one(f += 2.25); P((int)(f * 4));`)}`,
  ],
  [
    'what is written of the result of an assignment',
    `struct S { int a; int b; void m() { a += 5; } }; groupshared int gs; static int2 sv;
${main(`int x = input.Load(12), y = 20; int2 v = int2(1, 2), w = int2(3, 4); S s = {1, 2}, q = {3, 4}, p = {7, 8};
(++x) *= 3; P(x); ++(--x); P(x); (x += 2) *= 3; P(x); (x = 5)++; P(x); (x = y) += 3; P(x); (x = y = 4) += 3; P(x); P(y);
(++v).y = 7; P(v.y); (v += 2).x = 9; P(v.x); (v = w).y = 9; P(v.y); (v = w) += 1; P(v.x); P(v.y); (v = 3).x++; P(v.x); (++w).yx = int2(4, 9); P(w.x); P(w.y);
(v.yx += w).x = 7; P(v.x); P(v.y); (v.yx = w).x = 8; P(v.x); P(v.y); (v.yx = w) += 7; P(v.x); P(v.y); (++v)[1] = 4; P(v.y); (v += w)[0] = 1; P(v.x);
(s = q).a = 8; P(s.a); (s = q).m(); P(s.a); (s = q) = p; P(s.a); (s.a = q.b) = 9; P(s.a); (s.b = 3) += 4; P(s.b);
int a[2] = {1, 2}; int b[2] = {3, 4}; (a = b)[1] = 5; P(a[1]); int2x2 m = int2x2(1, 2, 3, 4), n = 5; (++m)[0][1] = 9; (m += 2)._m11 = 4; P(m._m01); P(m._m11); (m = n)._m11 = 4; P(m._m11);
(o[40] = 5) += 3; P(o[40]); ++(++o[40]); P(o[40]); (gs = 4) *= 2; P(gs); (sv = 4).x = 2; P(sv.x); (sv -= 1).y = 8; P(sv.y); int1 z = 3; (z = 4).x = 5; P(z);`)}`,
  ],
  [
    'a global that the callee also uses',
    `static int g; void gf(inout int a) { a += 1; g += 100; a += g; } void gr(int a) { g = 7; P(a); }
${main('g = 5; gf(g); P(g); gr(g); P(g);')}`,
  ],
  [
    'parameters passed on',
    `${FUNCTIONS}void on(inout int a, inout int b) { f2(a, b); P(a); f2(a, a); P(a); f2(b, a); P(a); P(b); }
${main('int a = 1, b = 2; on(a, b); P(a); P(b); on(a, a); P(a);')}`,
  ],
  [
    'the arguments of a call, in two rounds',
    `${FUNCTIONS}struct S { int x; }; S make(int n) { P(n); S s; s.x = n; return s; } void st(S s, int b, S t) { P(s.x); P(b); P(t.x); }
void e(int a, inout int b, int c) { P(a); P(b); P(c); b += 100; } static int g;
${main('st(make(1), say(2), make(3)); int i = 1; e(i++, i, i++); P(i); g = 1; e(g++, g, g++); P(g);')}`,
  ],
  [
    'an index with a side effect',
    `${FUNCTIONS}${main(`int a[4] = { 1, 2, 3, 4 }; int i = 0; next(a[i++]); P(i); P(a[0]); P(a[1]); i = 0; f2(a[i++], a[i++]); P(i); P(a[1]); P(a[2]);
a[say(1)] = say(2); int b[2][2] = { 1, 2, 3, 4 }; b[say(3)][say(4)] = 9; P(b[1][0]); int2x2 m = 0; m[say(5)][say(6)] = say(7); P(m[1][0]); i = 0; a[i++] += i++; P(a[1]);`)}`,
  ],
  [
    'structs and arrays are assigned after their place was found',
    `${FUNCTIONS}struct S { int x; }; S make(int n) { P(n); S s; s.x = n; return s; }
${main('S s[2]; s[say(1)] = make(2); s[0] = make(3); s[say(4)] = s[say(5)]; P(s[0].x);')}`,
  ],
  [
    'builtins that write to arguments',
    `${FUNCTIONS}groupshared uint s[2];
${main(`float f[4]; f[0] = f[1] = f[2] = f[3] = 0; float m = 3.5; m = modf(m, m) + m; P((int)(m * 2)); uint w;
InterlockedAdd(s[say(1)], say(2), w); InterlockedCompareExchange(s[say(3)], say(4), say(5), w);
P(clamp(say(6), say(7), say(8))); f[say(9)] = modf(say(10), f[2]);`)}`,
  ],
  [
    'an out parameter that its method reads goes to the argument when the method ends',
    `${FUNCTIONS}struct S { int x; int2 v; int2x2 m;
  void whole(out int q) { q = 5; P(x); } void seen(out int q) { q = 5; P(x); P(q); } void later(out int q) { q = 5; P(x); if (x > 100) P(q); }
  void added(out int q) { q = 5; q += 1; P(x); } void given(out int q) { q = 5; f2(q, q); P(x); } void handed(out int q) { int w; o2(q, w); P(x); }
  void named(out int2 q) { q.x = 5; q.y = 6; P(v.x); } void numbered(out int2 q) { q[0] = 5; q[1] = 6; P(v.x); } void all(out int2 q) { q = 7; P(v.y); }
  void elements(out int2x2 q) { q._m00 = 5; q[0][1] = 6; q[1] = 7; P(m._m00); P(m._m11); } void row(out int2x2 q) { q[0].x = 5; q[0].y = 6; q[1] = 7; P(m._m00); }
  int early(out int q) { q = 5; P(x); if (x < 100) return 7; return q; }
  void both(out int q, out int r) { q = 5; r = 6; P(v.x); P(q); P(r); } void through(out int q) { whole(q); seen(q); P(x); } };
${main(`S s;\n${['whole', 'seen', 'later', 'added', 'given', 'handed', 'early', 'through'].map(m => `s = (S)29; s.${m}(s.x); P(s.x);`).join(' ')}
${['named', 'numbered', 'all'].map(m => `s = (S)28; s.${m}(s.v); P(s.v.x);`).join(' ')} ${['elements', 'row'].map(m => `s = (S)27; s.${m}(s.m); P(s.m._m00);`).join(' ')}
s = (S)26; s.both(s.v[0], s.v[0]); P(s.v.x); s.both(s.v.x, s.v[0]); P(s.v.x); s.both(s.v[0], s.v.x); P(s.v.x);`)}`,
  ],
  [
    'an array that the callee changes is copied when the callee begins',
    `${FUNCTIONS}void ch(int e, int a[2]) { a[0] += 100; P(a[0]); P(e); }
${main('int a[2] = { 1, 2 }; ch(next(a[0]), a); P(a[0]); P(a[input.Load(4)]);')}`,
  ],
  [
    'builtins: an out parameter that one writes',
    `struct S { int x; void m(out int q) { InterlockedAdd(o[40], 1, q); P(x); } };\n${main('S s = (S)29; s.m(s.x); P(s.x);')}`,
  ],
  [
    'builtins: the index of what one writes, evaluated again where the type is the same',
    `${FUNCTIONS}${main(`int i = input.Load(4); int a[2] = { 4, 5 }; float f[2] = { 4, 5 }; P((int)(modf(a[next(i) & 1] * 0.5, a[next(i) & 1]) * 2)); P(i);
P((int)(modf(f[next(i) & 1] * 0.5, f[next(i) & 1]) * 2)); P(i); P(a[i & 1]); P((int)f[i & 1]);`)}`,
  ],
  [
    'both arms of ?: before HLSL 2021',
    `${FUNCTIONS}bool b(int n) { P(n); return n & 1; } float g(float n) { P((int)n); return n; } static const bool T = true;
${main(`uint x = input.Load(4); int r = x ? say(1) : say(2); if (x ? b(3) : b(4)) P(50); while (x ? b(5) : b(6)) { P(51); break; } if (x ? say(7) : say(8)) P(52);
r = true ? say(9) : say(10); r = T ? say(11) : say(12); const bool no = false; r = no ? say(13) : say(14); bool known = false; r = known ? say(15) : say(16);
float2 v = x > 3 ? float2(g(17), g(18)) : float2(g(19), 0); r = x ? o[40]++ : o[41]++; r = (1.0 > 0.5) ? say(24) : say(25); P(o[40]); P(o[41]);
v = true ? float2(g(26), 0) : float2(g(27), 0); float2x2 w = true ? (float2x2)g(28) : (float2x2)g(29); if (true ? b(30) : b(31)) P(32);`)}`,
    OLD_AND_NEW,
  ],
  [
    'a choice beside a constant that decides nothing',
    `${FUNCTIONS}bool b(int n) { P(n); return n & 1; } static const bool T = true;
${main(`uint x = input.Load(4); if (true && (x ? b(1) : b(2))) P(50); if ((x ? b(3) : b(4)) && true) P(51); if (false || (x ? b(5) : b(6))) P(52);
if (T && !(x ? b(7) : b(8))) P(53); while ((x ? b(9) : b(10)) || false) { P(54); break; } if (x && (x ? b(11) : b(12))) P(55);
if (true || (x ? b(13) : b(14))) P(56); if (false && (x ? b(15) : b(16))) P(57); bool k = true && (x ? b(17) : b(18)); if (!(true && (x ? b(19) : b(20)))) P(58);`)}`,
    OLD_AND_NEW,
  ],
  [
    'a constant on either side of && and ||',
    `${FUNCTIONS}bool b(int n) { P(n); return n & 1; } static const bool T = true;
${main(`uint x = input.Load(4); bool k = false && b(1); k = true || b(2); k = T && b(3); k = (false && b(4)) && b(5); k = b(6) && false;
k = b(7) && (false && b(8)); int r = (false && b(9)) ? say(10) : say(11); while (false && b(12)) P(50); if ((false && b(13)) || b(14)) P(51);
if (((false && (b(15) && T)) && b(16))) P(52); r = (x && (true || b(17))) ? say(18) : say(19); k = (true && false) || b(20); k = !(T && !b(21));
for (int i = 0; (i < 1 && T) && (true && b(23)); i++) P(53); if ((false && b(28)) && T) P(56); if (T && (true || b(29))) P(57); if (!(false && b(30))) P(58);
k = (b(24) || true) && b(25); if (b(26) || (1 < 2)) P(54); do P(55); while (false && b(27));`)}`,
    OLD_AND_NEW,
  ],
  [
    'both arms of ?: of enums',
    `enum E { A, B }; E en(int n) { P(n); return A; } enum class F { C }; F fn(int n) { P(n); return F::C; }
${main('uint x = input.Load(4); E e = x ? en(20) : en(21); F f = x ? fn(22) : fn(23);')}`,
    ['2018', '2021'],
  ],
  [
    'both sides of && and || before HLSL 2021',
    `bool b(int n) { P(n); return n & 1; }
${main('bool r = b(2) && b(3); r = b(5) || b(6); if (b(8) && b(9)) P(50); while (b(10) && b(11)) P(51); r = b(12) && b(13) || b(14); P(r);')}`,
    OLD_AND_NEW,
  ],
  [
    'a known condition of a choice that jumps',
    `bool b(int n) { P(n); return n & 1; } static const bool T = true;
${main(`if ((false && b(1)) ? b(2) : b(3)) P(50); if ((T || b(5)) ? b(6) : b(7)) P(51); if (!((T || b(8)) ? b(9) : b(10))) P(52);
if (((false && b(11)) && T) ? b(12) : b(13)) P(53); if (((false && b(14)) ? b(15) : b(16)) ? b(17) : b(18)) P(54);
int r = (((false && b(19)) ? b(20) : (T || b(21))) ? b(22) : b(23)) ? 4 : 5; P(r); if (((false && b(24)) ? b(25) : (T || b(26))) ? b(27) : b(28)) P(55);
while ((false && b(29)) ? b(30) : b(32)) P(56); do P(57); while ((false && b(33)) ? b(34) : b(36));`)}`,
    OLD_AND_NEW,
  ],
]
