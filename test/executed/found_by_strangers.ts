// Programs whose results differed from DXC's, found by strangers who wrote what the generators do not.

import type { Source } from './sources.ts'

const ENUM_ARGUMENTS = `RWByteAddressBuffer rb; StructuredBuffer<int> b; enum E { A, B = 3 };
[numthreads(1,1,1)] void main(uint3 t : SV_DispatchThreadID) { E e = (E)b[0]; bool c = b[1] > 3; bool2 c2 = bool2(c, b[3]);
float4 f4 = asfloat(b[4]); uint u = b[5];
rb.Store(0, max(e, 1)); rb.Store(4, min(e, 1)); rb.Store(8, clamp(e, 0, 7)); rb.Store(12, mad(e, 2, 3)); rb.Store(16, mul(e, 2));
rb.Store(20, max(e, 1.5));
rb.Store(24, mul(e, c)); rb.Store(28, max(e, c)); rb.Store(32, clamp(e, e, c)); rb.Store(36, mad(e,c,c)); rb.Store2(40, max(c2, e));
rb.Store(48, select(c, e, 1)); rb.Store(52, select(c, 1, e)); rb.Store4(56, select(f4 > 0, e, c)); rb.Store(72, dot(e, c));
rb.Store(76, max(e, e)); rb.Store(80, max(e, 1u)); rb.Store(84, max(e, u)); rb.Store(88, abs(e)); rb.Store(92, sign(e));
rb.Store(96, pow(e, 2)); rb.Store(100, lerp(e, 1, 2)); rb.Store(104, countbits(e)); rb.Store(108, step(e, 1));
rb.Store(112, max(e, 5000000000)); rb.Store(116, fmod(e, 3)); rb.Store(120, saturate(e)); rb.Store(124, max(1, 2)); }`

const BASE_FIELDS = `namespace N { struct V { int v; int arr[2]; }; }
template<typename T> struct TA { T v; };
struct A { float x; float2x2 m; }; struct B : A { float x; float both() { A::x = 7; m[0][0] = 2; A::m[1][0] = 3;
return x + A::x * 10 + B::x * 100; } };
struct C : N::V { int v; int g() { N::V::v = 3; v = 2; N::V::arr[1] = 4; return N::V::v * 10 + v + arr[1] * 100; } };
struct D : TA<int> { int v; int g() { TA<int>::v = 3; v = 2; return TA<int>::v * 10 + v; } };
struct G : B { float x; float g() { A::x = 1; B::x = 2; x = 3; return A::x + B::x * 10 + x * 100; } };
void inc(inout float q) { q += 1; }
struct H : A { float x; float g() { inc(A::x); inc(x); return A::x * 10 + x; } };
RWBuffer<float> o;
[numthreads(1,1,1)] void main() { B b = (B)0; b.x = 1; b.A::x = 2; o[0] = b.both(); C c = (C)0; o[1] = c.g(); D d; o[2] = d.g(); G g = (G)0;
o[3] = g.g(); H h = (H)0; o[4] = h.g(); }`

const BOOL_SWITCHES = `RWBuffer<float> o;
[numthreads(1,1,1)] void main(uint3 t : SV_DispatchThreadID) { bool b = t.x > 2; float x = 1;
switch (b) { case 2: x += 1; break; default: x += 5; }
switch (t.x == 1) { case true: x += 1; break; case 0: x *= 2; break; }
switch (b) { case -1: x += 1; break; case false: x *= 3; }
switch ((int)b) { case 2: x += 1; break; default: x += 7; }
switch (b && t.y) { case 0: x++; }
switch (b) { case 1: case 0: x++;  }
o[0] = x; }`

const DEPENDENT_BASES = `int g() { return 9; } static int v = 7; struct K { int z; };
template<typename T> struct B { T v; T g() { return 5; } struct K { int q; }; };
template<typename T> struct D : B<T> { K kk; T f() { kk.z = 2; v = 3; return g() + v * 10 + this.v * 100 + B<T>::g() * 1000 + B<T>::v * 10000;
} };
struct E : B<int> { int f() { v = 4; return g() + v * 10; } };
template<typename T> struct F : D<T> { T h() { return v + 1; } };
template<typename T> struct G : T { T h() { v = 5; return (T)0; } };
RWBuffer<int> o;
[numthreads(1,1,1)] void main() { D<int> d; d.v = 1; o[0] = d.f(); E e; o[1] = e.f(); o[2] = v; F<int> fi; fi.v = 6; o[3] = fi.h() + fi.f();
G<B<int> > gg; gg.v = 1; gg.h(); o[4] = gg.v + v; }`

const NAMES_IN_TEMPLATES = `static int v = 1; namespace N { template<typename T> int f(T x) { return v + x; } static int v = 100;
template<typename T> int f2(T x) { return v + x; } }
struct S0 { int a; }; namespace M { template<typename T> int f(T x) { S0 s; s.a = 3; return s.a + x; } struct S0 { int b; }; }
static int w = 1; namespace Q { template<typename T> struct C { T x; int f() { return w; } int g(); }; static int w = 50;
template<typename T> int C<T>::g() { return w; } }
RWBuffer<int> o; [numthreads(1,1,1)] void main() { o[0] = N::f(1); o[1] = N::f2(1); o[2] = M::f(2); Q::C<int> c; o[3] = c.f(); o[4] = c.g(); }`

const NAMES_BEHIND_TEMPLATES = `namespace A { static int q = 5; static int z = 3; }
using namespace A;
template<typename T> struct B { T v; T z; };
template<typename T> int f(T x) { return q + x; }
template<typename T> struct D : B<T> { T g() { return z; } };
static int q = 9;
RWBuffer<int> o;
[numthreads(1,1,1)] void main() { D<int> d; d.v = 1; d.z = 2; o[0] = f(1); o[1] = d.g(); }`

const UNEQUAL_MATRICES = `RWStructuredBuffer<uint> o; StructuredBuffer<float2x2> a, b; StructuredBuffer<float1x3> c,d; StructuredBuffer<float3x1> e,f;
StructuredBuffer<double2x2> g; StructuredBuffer<float3> v;
[numthreads(1,1,1)] void main() { o[0] = any(a[0] != b[0]); o[1] = any(c[0] != d[0]); o[2] = any(e[0] != f[0]); o[3] = any(g[0] != g[1]);
o[4] = any(v[0] != v[1]); o[5] = all(!(a[0] != b[1])); o[6] = any(a[0] == b[0]);
float2x2 k = a[3]; k[0] = 1; o[7] = any(k != a[2]); o[8] = any((bool2x2)a[5]); if (all(a[6] != 0)) o[9] = 1;
o[10] = any(a[7] != (float2x2)b[8][0][0]); o[11] = any(a[9] < b[9]); }`

const SELF_COMPARISONS = `RWByteAddressBuffer o;
[numthreads(1,1,1)] void main(uint3 t : SV_DispatchThreadID) { float3 a = asfloat(o.Load3(0)); precise float p = asfloat(o.Load(16));
precise bool q = p != p; o.Store3(40, (uint3)(a != a)); o.Store(60, a.x == a.x); o.Store(64, q); float b = a.y * 2; if (b != b) o.Store(68, 1);
o.Store(72, isnan(b)); o.Store(76, a.z >= a.z); o.Store(80, a.z < a.z); o.Store(84, !(a.x == a.x)); double d = asdouble(t.x, t.y);
o.Store(88, d != d); half h = a.x; o.Store(92, h != h); }`

const REMAINDERS = `RWStructuredBuffer<float> o; RWStructuredBuffer<double> od;
static const float big = 1e38f;
[numthreads(1,1,1)] void main() {
o[0] = 1e38 % 3.7; o[1] = 3.7 % 1e-40; o[2] = 1e20f % 0.3333f; o[3] = 1e10 % 0.3333; o[4] = 1e10f % 0.3333f; o[5] = fmod(1e38f, 3.7f);
o[6] = fmod(1e20f, 0.3333f); o[7] = big % 7.0f; o[8] = -1e18f % 0.1f; o[9] = 5.5f % -2.0f; o[10] = -5.5f % 2.0f; o[11] = 6.0f % 3.0f;
o[12] = -6.0f % 3.0f; o[13] = 1e30 % 7.0; o[14] = 123456789.0f % 0.001f; o[15] = fmod(123456789.0f, 0.001f);
float x = 123456789.0f; float y = 0.001f; o[16] = x % y; x = 1e30f; o[17] = x % y; half h = 1; o[18] = 0.0f % 1.0f; o[19] = 1e17 % 0.7;
o[20]= 1e19 % 0.7; o[21] = 1e15 % 0.7; min16float m = 1e4; o[22] = m % (min16float)0.3; }`

const SIZES = `RWStructuredBuffer<uint> o; struct S { min16float a; min16float2 b; }; struct A1 { min16float a; };
[numthreads(1,1,1)] void main() { min16float x = 1; min16float ar[3]; o[0] = sizeof(min16float); o[1] = sizeof(min16int);
o[2] = sizeof(min10float); o[3] = sizeof(min12int); o[4] = sizeof(min16uint); o[5] = sizeof(x); ar[0] = 1; ar[1] = 2; ar[2] = 3;
o[6] = sizeof(ar); o[7] = sizeof(min16float2); o[8] = sizeof(S); o[9] = sizeof(min16float[2][3]); o[10] = sizeof(A1);
o[11] = sizeof(min16float1); o[12] = sizeof(min16float1x1); o[13] = sizeof(min16float2x2); o[14] = sizeof(A1[2]);
o[15] = sizeof(min16float1[2]); o[16] = sizeof(half); o[17] = sizeof(half[2]); o[18] = sizeof(bool); o[19] = sizeof(x + x);
o[20] = sizeof(vector<min16float,3>[2]); }`

const CHOICES_OF_OPERATIONS = `float4 main(float a : A, float b : B, float c : C, float4 x : X, uint3 u : U) : SV_Target {
float4 r = 0; r.x = c > 0 ? x.x / a : x.x / b; r.y = c > 1 ? a * b : a * x.y; r.z = c > 2 ? x.z + a : x.z + b; r.w = c > 3 ? a - x.w : b - x.w;
r.x += c > 4 ? u.x / u.y : u.x / u.z; r.y += c > 5 ? u.x & u.y : u.x & u.z; r.z += c > 6 ? u.x << u.y : u.x << u.z;
r.w += c > 7 ? (u.x - u.y) : (u.z - u.y); r.x += c > 8 ? sin(a) : sin(b);
return r; }`

const CHOICES_OF_CONVERSIONS = `float4 main(float a : A, float b : B, float c : C, float4 x : X, nointerpolation uint3 u : U, nointerpolation int3 i : I) : SV_Target {
float4 r = 0; r.x = c > 0 ? (float)u.x : (float)u.y; r.y = c > 1 ? (float)i.x : (float)u.y; if (c > 2) r.z = x.x * a; else r.z = a * x.y;
uint q = c > 3 ? asuint(a) : asuint(b); r.w = q; precise float p = c > 4 ? a * x.z : a * x.w; r.x += p; bool k = c > 5 ? a > b : a > c;
r.y += k; float3 v = c > 6 ? x.rgb / a : x.rgb / b; r.xyz += v;
min16float h = c > 7 ? (min16float)a * (min16float)b : (min16float)a * (min16float)c; r.w += h;  double d = c > 8 ? (double)a : (double)b;
r.x += (float)(d * 3.0L); r.y += c > 9 ? -a : -b; r.z += c > 10 ? ~u.x : ~u.y;
return r; }`

const QUOTIENTS = `float4 main(float a : A, float b : B, float c : C) : SV_Target { return float4(a/b/c, a/(b/c), 2/(b/c), a/b/2); }`

const SYMBOLIC_BOUNDS = `RWBuffer<float> o;
[numthreads(64,1,1)] void main(uint u : SV_DispatchThreadID, int i : SV_GroupIndex) { float s = 0;
[unroll] for (uint j = u * 4; j < u * 4 + 4; j++) s += o[j];
[unroll] for (int k = i; k < i + 4; k++) s += o[k];
[unroll] for (int k1 = i; k1 != i + 4; k1++) s += o[k1*2];
[unroll] for (int k2 = i + 4; k2 > i; k2--) s += o[k2*3];
[unroll] for (int k3 = i; k3 < i + 4; k3 += 2) s += o[k3*5];
int e = i + 3; [unroll] for (int k4 = i; k4 < e; k4++) s += o[k4*7];
[unroll] for (uint j2 = u * 4; j2 < (u + 1) * 4; j2++) s += o[j2*9];
static const int a[3] = {1,2,3};
o[u] = s; }`

const SHIFTED_ENUMS = `RWBuffer<int> o; StructuredBuffer<int> b; enum E { A, B = 4 }; enum U : uint { U0 }; enum L : int64_t { L0 };
[numthreads(1,1,1)] void main(uint3 t : SV_DispatchThreadID) { E e = (E)b[0]; U u = (U)b[1]; L l = (L)b[2]; int3 i = int3(b[3], b[4], b[5]);
bool2 c = i.xy > 3; o[0] = (e >> t).x; o[1] = (e >> i).y; o[2] = (u >> i).z; o[3] = (l >> t).y; o[4] = (u >> c).x; o[5] = (e << i).x;
o[6] = (i >> u).y; o[7] = (t >> e).x; }`

const SPECIAL_MEMBERS = `template<typename T, int N> struct A { T x; int f(); int f(int k) { return 7; } static int g(T q) { return 5; }
template<typename U> int h(U u) { return 1; } };
template<typename T, int N> int A<T, N>::f() { return N; }
template<> int A<float3, 2>::f();
template<> int A<float3, 2>::f(int k) { return f() + k; }
template<> int A<float3, 2>::g(float3 q) { return q.z; }
template<> template<> int A<float3, 1>::h<int>(int u) { return 2; }
template<> template<typename U> int A<float3, 2>::h(U u) { return u * 3; }
RWBuffer<int> o;
[numthreads(1,1,1)] void main(uint3 t : SV_DispatchThreadID) { A<float3, 1> a; A<float3, 2> b; a.x = 2; b.x = 3; o[0] = a.f(); o[1] = b.f();
o[2] = a.f(1); o[3] = b.f(2); o[4] = a.g(t) * 10 + b.g(t); o[5] = a.h(t.x) + a.h(1) * 10 + b.h(t.y) * 100; }
template<> int A<float3, 2>::f() { return 20 + x.y; }`

const LOOPS_WITH_FLAGS = `RWBuffer<float> o; Buffer<float> b; cbuffer C { uint n; float lim; };
[numthreads(8, 1, 1)] void main(uint3 t : SV_DispatchThreadID) { float s = 0, last = 0; int steps = 0; bool done = false, hit = false;
int i; uint k;
[loop] for (i = 0; i < 20; i++) { s = s * 0.5 + b[i * t.x]; if (s > 8) s -= 3; }
o[t.x] = s + i;
while (!done) { s = s * 1.5 + b[steps] + 1; last = s; steps++; if (s > lim || steps > 30) done = true; }
o[t.x + 8] = s + last * 0.5 + steps;
for (k = 0; k < 12 && !hit; k++) { float d = b[k + n]; if (d > lim) { hit = true; last = d; } else if (d < -lim) break; s += d; }
o[t.x + 16] = hit ? last + k : s - k;
uint state = 0, count = 0; while (state != 3) { count++; if (state == 0) state = b[count] > 1 ? 1 : 2; else if (state == 1) state = 2;
else state = count > 9 ? 3 : 0; if (count > 20) state = 3; }
o[t.x + 24] = count;
while (true) { s += 1; if (s > 100) break; if (b[uint(s) & 15] > lim) continue; s *= 1.25; }
o[t.x + 32] = s;
bool go = true; do { s -= b[n]; go = s > 3; for (int q = 0; q < 3; q++) { if (b[q] > s) { go = false; break; } s -= 2; } } while (go);
o[t.x + 40] = s; }`

/** int64_t that is only on its way to something narrower. */
const widened = (use: string): string => `RWBuffer<float> o; RWBuffer<int> oi;
[numthreads(64, 1, 1)] void main(uint u : SV_GroupIndex) { int64_t l = u; int s = (int)u - 5; int64_t ls = s; ${use} }`

const WIDENED: readonly string[] = [
  ...['o[u] = l;', 'o[u] = ls;', 'oi[u] = (int)(ls * 2);', 'oi[u] = l / 3;', 'oi[u] = l % 3;', 'o[u] = l / 3;'],
  ...['oi[u] = (int)(ls << 3);', 'oi[u] = (int)(ls >> 3);', 'uint64_t q = u; oi[u] = (int)(q / 7 + q % 5);'],
]

/** A texture that is not assigned on every way. */
const assigned = (how: string): string =>
  `Texture2D a[3]; float4 main(nointerpolation int i : I) : SV_Target { Texture2D t; ${how} return t.Load(0); }`

const UNSET_RESOURCES = `RWBuffer<float4> o; Texture2D g; struct S { Texture2D t; SamplerState s; int x; };
Texture2D later() { Texture2D t; return t; } void leave(out Texture2D t) {}
[numthreads(4,1,1)] void main(uint i : SV_GroupIndex) { Texture2D t; o[0] = t.Load(0); S s; s.x = 1; S q = s; o[1] = q.t.SampleLevel(q.s, 0.5, 0);
Texture2D a[2][3]; o[2] = a[i & 1][1].Load(0); Texture2D b[2]; b[0] = g; o[3] = b[1].Load(0); for (uint k = 0; k < i; k++) o[k + 4] = t.Load(k);
o[10] = later().Load(0); leave(t); o[11] = t.Load(0); RWTexture2D<float4> w; w[uint2(1, 2)] += 1;
RWByteAddressBuffer r; r.InterlockedAdd(4, i); t = g; o[13] = t.Load(2); Texture2D x, y = i ? x : t; uint m, n; x.GetDimensions(m, n); o[15] = m + n; }`

const PARTLY_SET_RESOURCES = `RWBuffer<float4> o; Texture2D g;
[numthreads(4,1,1)] void main(uint i : SV_GroupIndex) { Texture2D b[2]; b[0] = g; o[0] = b[i & 1].Load(1); Texture2D x, y = i ? x : g; o[1] = y.Load(0);
for (uint k = 0; k < i; k++) { Texture2D u; o[k + 4] = u.Load(k); if (k == 3) u = g; } }`

const FLAGS_OF_STAGES = `struct T { bool c : SV_Coverage; }; struct S { bool v : SV_ViewID; T t; bool f : SV_IsFrontFace; };
float4 main(S s) : SV_Target { return float4(s.v, s.t.c, s.f, 1); }`

const SHARED_RESOURCES = `struct R { Texture2D t[2]; }; struct S : R { int x; int f() { return x + 1; } }; groupshared S s[4]; groupshared SamplerState unused;
RWBuffer<int> o; Texture2D g;
[numthreads(4,1,1)] void main(uint i : SV_GroupIndex) { s[i].x = i * 3; GroupMemoryBarrierWithGroupSync(); o[i] = s[3 - i].f();
S q = s[i]; o[i + 4] = q.x; GroupMemoryBarrierWithGroupSync(); InterlockedAdd(s[0].x, 1); }`

const OUTSIDE_RECORDS = `namespace N { template<typename T, int K> struct A { T x; }; struct B; static int k = 4; }
template<> struct N::A<int, 1> { int y; int f(); }; template<typename T> struct N::A<T, 2> { T z; T f() { return z * 2; } };
struct N::B { int b; int f() { return b + k; } }; int N::A<int, 1>::f() { return y + 1; }
struct O { struct I; I f(); static const int k = 5; }; struct O::I { int y[k]; int g() { return y[1] + k; } }; O::I O::f() { I i; i.y[1] = 7; return i; }
RWBuffer<int> o; [numthreads(1,1,1)] void main() { N::A<int, 1> a; a.y = o[9]; N::A<float, 2> b; b.z = o[8]; N::B c; c.b = o[7]; O q;
o[0] = a.f(); o[1] = b.f(); o[2] = c.f(); o[3] = q.f().g(); }`

const MIXED_SELECTS = `RWBuffer<float4> o; cbuffer c { bool b; bool4 b4; bool2x2 bm; float f; float4 f4; float2x2 m; float2x3 m23; float1x4 m14; int i; int4 i4; };
template<typename T> struct W { static void w(uint at, T x) { o[at] = x; } };
template<typename T, int N> struct W<vector<T, N> > { static void w(uint at, vector<T, N> x) { for (uint k = 0; k < N; k++) o[at + k] = x[k] + N * 100; } };
template<typename T, int R, int C> struct W<matrix<T, R, C> > { static void w(uint at, matrix<T, R, C> x) {
for (uint k = 0; k < R; k++) for (uint l = 0; l < C; l++) o[at + k * C + l] = x[k][l] + R * 1000 + C * 10000; } };
template<typename T> void put(uint at, T x) { W<T>::w(at, x); }
[numthreads(1,1,1)] void main() { put(0, select(b, m, f4)); put(8, select(b, f4, m)); put(16, select(bm, m23, f4)); put(24, select(b4, f, m23));
put(32, select(b, m14, f)); put(40, select(b4, i4, m14)); put(48, select(bm, 1, f4)); put(56, select(bm, m, i)); put(64, select(b4, f, i4)); }`

const WRAPPED_STORES = `StructuredBuffer<uint> b; RWStructuredBuffer<uint> o;
[numthreads(1,1,1)] void main() {
  uint a[8] = { b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7] };
  uint m = asuint((float)((b[8] & 1) * 2)) << 2; // 0, or 0x40000000 << 2, which is 0, too
  if (m < 8) { a[m] = 77; a[m + 1] += 5; o[0] = a[0]; o[1] = a[4]; o[2] = a[m]; o[3] = a[m + 1]; }
}`

const WRAPPED_READS = `StructuredBuffer<uint> b; RWStructuredBuffer<uint> o;
[numthreads(1,1,1)] void main() {
  uint c[9] = { 1, b[7] + 50, 3, 4, b[7] + 50, 6, 7, b[7] + 50, 9 };
  uint m = 0xffffffffu / ((b[8] & 1) + 3) * 3 + 1; // 0x55555555 * 3 + 1 is 0
  if (m < 9) o[0] = c[m]; // 1
}`

const WRAPPED_TABLES = `StructuredBuffer<uint> b; RWStructuredBuffer<uint> o; cbuffer C { uint n; };
static const uint t[6] = { 1, 5, 2, 1, 5, 3 };
static const uint u[8] = { 1, 5, 2, 1, 5, 3, 7, 9 };
[numthreads(1,1,1)] void main() {
  uint m = n > 1000000 ? b[0] : 0x40000000u + (b[1] > 1000000 ? 1 : 0);
  uint x = m * 4;                 // 0 or 4: wraps
  if (x < 8) { o[0] = u[x]; o[1] = u[x + 1]; }
  uint y = (m + 0x15555556u) * 3; // 0x55555556 * 3 == 2
  if (y < 6) o[2] = t[y];
}`

const WRAPPED_BOUNDS = `StructuredBuffer<uint> b; RWStructuredBuffer<uint> o; cbuffer C { uint n; };
[numthreads(1,1,1)] void main() {
  uint s = n > 1000000 ? 5u : 0x7ffffffeu, c = 0;
  for (uint i = s; (int)i < (int)(s + 4); i++) c += b[i & 7] + 1; // s + 4 is negative: no round
  o[0] = c;
}`

const WRAPPED_STARTS = `StructuredBuffer<uint> b; RWStructuredBuffer<uint> o;
[numthreads(1, 1, 1)] void main() {
  uint s = b[0] < 100000 ? 0x7ffffffeu : 5u, r = b[2] * 3, q = 1;
  [loop] for (uint i = s; (int)i < (int)(s + 4); i++) { r = b[i & 7]; q = i - s; o[20] += 1; }
  o[0] = r;
  o[1] = q;
  uint k = b[1] & 3 ? 0x7ffffffdu : 2u, d = 7;
  [loop] for (uint j = k; (int)j < (int)(k + 4); j++) { d = (j - k) * 2; o[9] += d; }
  o[2] = d;
}`

const PRECISE_RESOURCES = `Texture2D t;
RWByteAddressBuffer OUT : register(u99);
[numthreads(1,1,1)] void main(uint3 id : SV_DispatchThreadID)
{
  precise Texture2D u = t;
  OUT.Store(0, u[id.xy].x);
}`

export const FOUND_BY_STRANGERS: readonly Source[] = [
  { source: ENUM_ARGUMENTS, args: '-T cs_6_6 -E main'.split(' ') },
  { source: BASE_FIELDS, args: '-T cs_6_6 -E main'.split(' ') },
  { source: BOOL_SWITCHES, args: '-T cs_6_6 -E main'.split(' ') },
  { source: DEPENDENT_BASES, args: '-T cs_6_6 -E main'.split(' ') },
  { source: NAMES_IN_TEMPLATES, args: '-T cs_6_6 -E main'.split(' ') },
  { source: NAMES_BEHIND_TEMPLATES, args: '-T cs_6_6 -E main'.split(' ') },
  { source: UNEQUAL_MATRICES, args: '-T cs_6_6 -E main'.split(' ') },
  { source: SELF_COMPARISONS, args: '-T cs_6_6 -E main'.split(' ') },
  { source: REMAINDERS, args: '-T cs_6_6 -E main'.split(' ') },
  { source: SIZES, args: '-T cs_6_6 -E main'.split(' ') },
  { source: CHOICES_OF_OPERATIONS, args: '-T ps_6_6 -E main'.split(' ') },
  { source: CHOICES_OF_CONVERSIONS, args: '-T ps_6_6 -E main'.split(' ') },
  { source: QUOTIENTS, args: '-T ps_6_6 -E main'.split(' ') },
  { source: SYMBOLIC_BOUNDS, args: '-T cs_6_6 -E main'.split(' ') },
  { source: SHIFTED_ENUMS, args: '-T cs_6_6 -E main'.split(' ') },
  { source: SPECIAL_MEMBERS, args: '-T cs_6_6 -E main'.split(' ') },
  { source: LOOPS_WITH_FLAGS, args: '-T cs_6_6 -E main'.split(' ') },
  { source: LOOPS_WITH_FLAGS, args: '-T cs_6_0 -E main -Gis'.split(' ') },
  { source: UNEQUAL_MATRICES, args: '-T cs_6_6 -E main -Od'.split(' ') },
  { source: SELF_COMPARISONS, args: '-T cs_6_6 -E main -Gis'.split(' ') },
  { source: CHOICES_OF_OPERATIONS, args: '-T ps_6_6 -E main -HV 2018'.split(' ') },
  { source: UNSET_RESOURCES, args: '-T cs_6_6 -E main'.split(' ') },
  { source: UNSET_RESOURCES, args: '-T cs_6_9 -E main -Od'.split(' ') },
  { source: FLAGS_OF_STAGES, args: '-T ps_6_6 -E main'.split(' ') },
  { source: SHARED_RESOURCES, args: '-T cs_6_0 -E main'.split(' ') },
  { source: SHARED_RESOURCES, args: '-T cs_6_9 -E main'.split(' ') },
  { source: OUTSIDE_RECORDS, args: '-T cs_6_6 -E main'.split(' ') },
  { source: MIXED_SELECTS, args: '-T cs_6_6 -E main'.split(' ') },
  { source: PARTLY_SET_RESOURCES, args: '-T cs_6_6 -E main'.split(' ') },
  { source: WRAPPED_STORES, args: '-T cs_6_6 -E main'.split(' ') },
  { source: WRAPPED_STORES, args: '-T cs_6_0 -E main -Od'.split(' ') },
  { source: WRAPPED_READS, args: '-T cs_6_6 -E main'.split(' ') },
  { source: WRAPPED_READS, args: '-T cs_6_9 -E main'.split(' ') },
  { source: WRAPPED_TABLES, args: '-T cs_6_6 -E main'.split(' ') },
  { source: WRAPPED_TABLES, args: '-T cs_6_0 -E main -Od'.split(' ') },
  { source: WRAPPED_BOUNDS, args: '-T cs_6_6 -E main'.split(' ') },
  { source: WRAPPED_STARTS, args: '-T cs_6_6 -E main'.split(' ') },
  { source: PRECISE_RESOURCES, args: '-T cs_6_6 -E main'.split(' ') },
  ...WIDENED.map(use => ({ source: widened(use), args: '-T cs_6_6 -E main'.split(' ') })),
  ...['if (i) t = a[i];', 'for (int k = 0; k < i; k++) t = a[k];'].map(how => ({
    source: assigned(how),
    args: '-T ps_6_6 -E main'.split(' '),
  })),
]
