// Default arguments of templates: in specialisations, in several declarations under several names; operands that are only looked at; types of
// the program with the name of a builtin one. Verdicts and values as DXC has them.

import { check } from '../executed/check.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { both } from './both.ts'

const FLAGS = '-T cs_6_6 -HV 2021'
const MAIN = 'RWBuffer<uint> o; [numthreads(1, 1, 1)] void main(uint i : SV_GroupIndex) { '

/** Programs that DXC accepts; what they do is compared. */
const ACCEPTED: Readonly<Record<string, string>> = {
  'specialisations leave out arguments that have a default value': `
    template<typename A, typename B = void> struct X { static const uint v = 1; };
    template<> struct X<int> { static const uint v = 2; };
    template<typename T> struct Y {};
    template<typename A, int N = 4> struct Z { static const uint v = N; };
    template<typename A> struct Z<Y<A> > { static const uint v = 50; };
    template<typename A> struct Z<A, 5> { static const uint v = 51; };
    template<> struct Z<float> { static const uint v = 52; };
    template<typename A, typename B = A> struct P { static const uint v = 1; };
    template<typename B> struct P<B> { static const uint v = 2; };
    template<typename A, typename C> struct P<Y<C>, A> { static const uint v = 3; };
    ${MAIN} o[0] = X<float>::v; o[1] = X<int>::v; o[2] = X<int, int>::v; o[3] = Z<int>::v; o[4] = Z<Y<int> >::v; o[5] = Z<float>::v;
      o[6] = Z<float, 5>::v; o[7] = P<int>::v; o[8] = P<int, float>::v; o[9] = P<Y<int>, int>::v; }`,
  'a default value stands in any declaration, under its names': `
    template<typename A, typename B = A> struct X;
    template<typename T, typename U> struct X { T a; U b; };
    template<typename T, typename U> struct Y { static const uint n = sizeof(T) + sizeof(U) * 16; };
    template<typename P, typename Q = P> struct Y;
    template<typename P = float2, typename Q> struct Y;
    template<typename T, int N = 3> T f(T t);
    template<typename S, int M> S f(S t) { return t * M; }
    template<typename T, typename R = T> R g(T t);
    template<typename A, typename B> B g(A t) { return t * 2; }
    template<typename T> T two(T t[2]);
    template<typename T> T two(vector<T, 2> t);
    template<typename S> S two(vector<S, 2> t) { return t.y; }
    template<typename S> S two(S t[2]) { return t[0] + 1; }
    ${MAIN} X<float> x; x.a = i; x.b = i + 1; o[0] = x.b; o[1] = Y<>::n; o[2] = Y<int>::n; o[3] = f(i); o[4] = g(i);
      uint a[2] = { i, i }; o[5] = two(uint2(4, i)) + two(a); }`,
  'each overload that is announced first has its own definition and default values': `
    template<typename T, int N = 3> T two(T t[2]);
    template<typename T, int N> T two(vector<T, 2> t);
    template<typename S, int N = 5> S two(vector<S, 2> t) { return t.y * N; }
    template<typename S, int N> S two(S t[2]) { return t[0] + N; }
    ${MAIN} uint a[2] = { i, i }; o[0] = two(a); o[1] = two(uint2(i, 4)); }`,
  'methods of templates that nothing instantiates may call each other': `
    template<bool B, typename T> struct enable_if {};
    template<typename T> struct enable_if<true, T> { using type = T; };
    template<typename T> struct W {
      T x;
      void f(int a) {}
      template<typename U = T> typename enable_if<sizeof(U) == 4, uint>::type size() { return 1; }
      template<typename U = T> typename enable_if<sizeof(U) != 4, uint>::type size() { return 2; }
      uint bytes() { f(1, 2); return size(); }
    };
    template<typename T> struct V { T x;
      template<typename U = T> typename enable_if<sizeof(U) == 4, uint>::type size() { return 1; }
      template<typename U = T> typename enable_if<sizeof(U) != 4, uint>::type size() { return 2; }
      uint bytes() { return size(); } };
    ${MAIN} V<uint2> v; v.x = i; o[0] = v.bytes() + v.x.x; }`,
  'operands of sizeof and __decltype call nothing': `
    float ext(int a);
    template<typename T> T none(T t) { return t.nothing; }
    ${MAIN} __decltype(none(i)) z = i; o[0] = z; __decltype(ext(i)) y = i; o[1] = y; o[2] = sizeof(ext(i)); o[3] = sizeof(none(i)); }`,
  '__decltype is a scope': `
    RWBuffer<uint> p;
    struct S { uint a; struct In { int z; }; static const uint n = 4; static uint f() { p[5] = 7; return 3; } };
    template<typename T> struct Wr { using type = T; static const uint v = sizeof(T); };
    template<typename T> Wr<T> wrap(T t);
    template<uint N> struct Str { uint d[N]; };
    template<typename T> uint dep(T t) { typename __decltype(wrap(t))::type w = t; Str<__decltype(wrap(t))::v> s; s.d[7] = 1; return w.x + s.d[7]; }
    ${MAIN} S s; float2 v = i; __decltype(wrap(v))::type w = v; __decltype(s)::In k; k.z = i; __decltype(s)::f();
      _Static_assert((__decltype(s)::n <= 4), ""); Str<__decltype(s)::n> st; st.d[0] = 2; o[0] = w.x + k.z + st.d[0] + dep(v); }`,
  'names of builtin types are free in other namespaces than the global one': `
    namespace n {
      template<uint N> struct string { uint data[N]; uint size; uint first() { return data[0]; } };
      template<typename T> struct W { static const uint v = 0; };
      template<uint N> struct W<string<N> > { static const uint v = N; };
      string<2> make(uint i) { string<2> r; r.data[0] = i; r.data[1] = 2; r.size = 4; return r; }
      template<typename T> struct Buffer { T q; };
      template<typename T> T inner(Buffer<T> v) { return v.q; }
      enum Texture2D { A = 3, B };
      typedef float SamplerState;
    }
    struct Ray { struct RayDesc { int z; }; RayDesc d; };
    ${MAIN} struct float4 { int q; }; float4 f; f.q = i; n::Buffer<uint> v; v.q = i + 1; n::SamplerState s = i; n::Texture2D t = n::B; Ray r; r.d.z = 5;
      n::string<2> text = n::make(i); o[0] = text.first() + text.size + n::W<n::string<2> >::v; o[1] = f.q + n::inner(v) + s + t + r.d.z; }`,
}

for (const [what, source] of Object.entries(ACCEPTED))
  oracleTest(['dxc'], what, async t => {
    const { ours, theirs, isValid } = await both(source, FLAGS)
    t.truthy(theirs.container, theirs.errors)
    t.true(isValid && !!ours.container, ours.text)
    for (const { same, different, detail } of await check(ours.container!, theirs.container!)) {
      t.is(different, 0, detail)
      t.true(same > 0)
    }
  })

/** Declarations that nobody takes, with what ours says and DXC, too. */
const REFUSED: readonly (readonly [declarations: string, message: RegExp])[] = [
  ['template<typename T> T f(T t) { return t; } template<typename S> S f(S s) { return s; }', /redefinition of 'f'/],
  [
    'template<typename A> struct X; template<typename A, typename B, typename C, typename D> struct X { A a; }; static X<int, int, int, int> x;',
    /too many template parameters in template redecl/,
  ],
  [
    'template<typename A, typename B, typename C, typename D> struct X { A a; }; template<typename A> struct X; static X<int, int, int, int> x;',
    /too few template parameters in template redecl/,
  ],
  [
    'template<typename A, typename B = int> struct X; template<typename A, typename B = int> struct X;',
    /redefines default argument/,
  ],
  [
    'template<typename A, int B = 4> A f(A a); template<typename A, int B = 4> A f(A a) { return B; }',
    /redefines default argument/,
  ],
  ['template<typename A = int, typename B> struct X { A a; B b; };', /parameter missing a default argument/],
  [
    'template<typename A> struct X; template<typename A, typename B> struct X { A a; };',
    /too many template parameters in template redecl/,
  ],
  [
    'template<typename A, typename B> struct X; template<typename A> struct X { A a; };',
    /too few template parameters in template redecl/,
  ],
  [
    'template<typename A> struct X; template<int A> struct X { int a; };',
    /has a different kind in template redeclaration/,
  ],
  [
    'template<typename A, typename B> struct X { A a; }; template<> struct X<int> { int a; };',
    /too few template arguments for/,
  ],
  [
    'template<typename A, typename B> struct X { A a; }; template<typename A> struct X<A> { A a; };',
    /too few template arguments for/,
  ],
  [
    'template<typename A> struct X { A a; }; template<> struct X<int, int> { int a; };',
    /too many template arguments for/,
  ],
  [
    'template<typename A> struct X { A a; }; template<typename A> struct X<A, A> { A a; };',
    /too many template arguments for/,
  ],
  [
    'template<typename A, int N = 4> struct X {}; template<> struct X<int, 4> {}; template<> struct X<int> {};',
    /redefinition of 'X/,
  ],
  ['template<typename T> struct string { T a; };', /redefinition of 'string' as different kind of symbol/],
  ['template<typename T> struct RayDesc { T a; };', /redefinition of 'RayDesc' as different kind of symbol/],
  ['template<typename T> using SamplerState = T;', /redefinition of 'SamplerState' as different kind of symbol/],
  [
    'template<typename T> struct W { static void f(int a) {} void g() { f(1, 2); } };',
    /(no matching function|too many arguments)/,
  ],
  ['static uint s; __decltype(s)::x q;', /is not a class, namespace, or (scoped )?enumeration/],
]

for (const [declarations, message] of REFUSED)
  oracleTest(['dxc'], `${declarations} is refused`, async t => {
    const { ours, theirs } = await both(`${declarations}\n${MAIN} }`, FLAGS)
    t.regex(theirs.errors, message)
    t.falsy(ours.container)
    t.regex(ours.text, message)
  })

oracleTest(
  ['dxc'],
  'what an instance of a template calls is called, also where an operand of __decltype names it first',
  async t => {
    const source = `int ext(int a); template<typename T> struct Q { T m; static const int v = ext(3); static Q<T> make() { return (Q<T>)0; } };
    ${MAIN} __decltype(Q<int>::make()) q; q.m = i; o[0] = q.m + q.v; }`
    const { ours, theirs } = await both(source, FLAGS)
    t.falsy(theirs.container)
    t.falsy(ours.container)
    t.regex(ours.text, /External function used in non-library profile: ext/)
  },
)
