// The body of a method of a class template is checked for given arguments when something calls it, the default of a parameter when a call needs
// it; what depends on no parameter is checked in any case, in specialisations and in structs inside of templates, too.

import test from 'ava'
import { compile } from '../../src/api/compile.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'

const T = 'template<typename T> struct A { T e; '
/** A partial specialisation of a second template follows. */
const P = `${T} }; template<typename T, int N> struct B { T e[N]; }; template<typename T> `
const KX = 'int k() { return e.x; }'

/** Declarations, the body of main, and the error; none: it compiles. */
const CASES: readonly (readonly [declarations: string, body: string, error?: RegExp])[] = [
  [`${T} T total() { T r = e; r += e; return r; } };`, 'a.e.x = 1;'],
  [`${T} T twice() { return e * 2; } };`, 'a.e.x = 1;'],
  [`${T} T twice() { return e * 2; } };`, 'o[0] = a.twice().x;', /scalar, vector, or matrix expected/],
  [`${T} void m() { e.foo(); } };`, 'a.e.x = 1;'],
  [`${T} int m() { return e.v; } ${KX} };`, 'o[0] = a.k();'],
  [`${T} int m() { return e.v; } int k() { return m(); } };`, 'o[0] = a.k();', /no member named 'v' in 'S'/],
  [`${T} int m() { return e.v; } int m(int q) { return e.x + q; } };`, 'o[0] = a.m(2);'],
  [`${T} int m() { A<T> b; return b.k(); } int k() { return e.v; } };`, 'a.e.x = 1;'],
  [`${T} T m() { return e + k(); } T k() { return e; } };`, 'o[0] = a.k().x;'],
  [`${T} int operator+(A<T> b) { return e.v + b.e.x; } };`, 'a.e.x = 1;'],
  [`${T} int operator+(A<T> b) { return e.v + b.e.x; } };`, 'a + a;', /no member named 'v' in 'S'/],
  [
    `${T} int m() { return e.v; } int operator[](int i) { return m() + i; } };`,
    'o[0] = a[2];',
    /no member named 'v' in 'S'/,
  ],
  [`${T} static int z(int q) { return q + 1; } static int y() { return T::foo; } };`, 'o[0] = A<S>::z(2);'],
  [`${T} static int y() { return T::foo; } };`, 'o[0] = A<S>::y();', /no member named 'foo' in 'S'/],
  [
    `${T} static int y() { return T::foo; } }; static const int G = A<S>::y();`,
    'o[0] = G;',
    /no member named 'foo' in 'S'/,
  ],
  [`${T} int m() { return e.v; } }; int other(A<S> a) { return a.m(); }`, 'a.e.x = 1;', /no member named 'v' in 'S'/],
  [`${T} int m() { return e.v; } }; template<> struct A<S> { S e; int m() { return e.x; } };`, 'o[0] = a.m();'],
  [
    `${T} int m() { return e.x; } }; template<> struct A<S> { S e; int m() { return e.y; } };`,
    'a.e.x = 1;',
    /no member named 'y' in 'S'/,
  ],
  [
    `${T} int m() { return e.v; } ${KX} }; struct B : A<S> { int h() { return k(); } };`,
    'B b; b.e = a.e; o[0] = b.h();',
  ],
  [
    `${T} int n(int d) { if (d <= 0) return e.x; return p(d - 1); } int p(int d) { return e.x + d; } };`,
    'o[0] = a.n(2);',
  ],
  [`namespace N { ${T} int m() { return e.v; } ${KX} }; }`, 'N::A<S> b; b.e.x = 1; o[0] = b.k();'],
  ['template<typename T> struct A { S e; int f() { A<A<T> > s; return s.f(); } };', 'a.e.x = 1;'],
  [`${T} void m() { nothing_here(); } };`, 'a.e.x = 1;', /use of undeclared identifier 'nothing_here'/],
  [`${T} int m() { break; return 1; } };`, 'a.e.x = 1;', /'break' statement not in loop/],
  [`${T} int m() { return float2(1, 2).z; } };`, 'a.e.x = 1;', /swizzle 'z' is out of bounds/],
  [`${T} int m() { int i; int i; return 1; } };`, 'a.e.x = 1;', /redefinition of 'i'/],
  // Defaults.
  [`${T} int m(int q, T r = 3) { return q; } };`, 'o[0] = a.m(2, a.e);'],
  [`${T} int m(int q, T r = 3) { return q; } };`, 'o[0] = a.m(2);', /cannot initialize a parameter of type 'S'/],
  [`${T} int m(int q, int r = T::foo) { return q; } };`, 'o[0] = a.m(2, 3);'],
  [`${T} int m(int q, int r = T::foo) { return q; } };`, 'o[0] = a.m(2);', /no member named 'foo' in 'S'/],
  [`${T} int m(int q, int r = nothing_here) { return q; } };`, 'o[0] = a.m(2, 3);', /identifier 'nothing_here'/],
  [
    `${T} static int m(int q, int r = sizeof(T)) { return q + r; } };`,
    'o[0] = A<S>::m(2) + A<S>::m(3) + A<int>::m(4);',
  ],
  [`${T} int operator()(int q = T::foo) { return q; } };`, 'o[0] = a(2);'],
  [`${T} }; template<typename U> int f(int q, U r = 3) { return q; }`, 'o[0] = f(2, a);'],
  [`${T} }; template<typename U> int f(int q, U r = A<int>::g()) { return r.x; }`, 'o[0] = f(2, a.e);', /named 'g'/],
  [
    `${T} static S g() { return (S)0; } }; template<typename U> int f(U r = A<int>::g()) { return r.x; }`,
    'o[0] = f(a.e);',
  ],
  [`${T} }; template<typename U> int f(int q, U r = U::foo) { return q; }`, 'o[0] = f(2, a.e);'],
  [
    `${T} }; template<typename U> int f(int q, U r = U::foo) { return q; }`,
    'o[0] = f<S>(2);',
    /named 'foo'|function for/,
  ],
  [`${T} }; template<typename U> int f(int q, U r = nothing_here) { return q; }`, 'o[0] = f(2, a);', /'nothing_here'/],
  [`${T} template<typename U> int f(int q, U r = 3) { return q; } };`, 'o[0] = a.f(2, a);'],
  [
    `${T} template<typename U> int f(int q, U r = nothing_here) { return q; } };`,
    'o[0] = a.f(2, a);',
    /'nothing_here'/,
  ],
  // Structs and templates inside.
  [`${T} struct In { T q; int m() { return q.v; } int k() { return q.x; } }; In i; };`, 'a.i.q = a.e; o[0] = a.i.k();'],
  [`${T} struct In { T q; int m() { return q.v; } }; In i; };`, 'o[0] = a.i.m();', /no member named 'v' in 'S'/],
  [`${T} struct In { T q; int m() { return nothing_here; } }; In i; };`, 'o[0] = a.e.x;', /'nothing_here'/],
  [`${T} template<typename U> struct In { int m() { return T::foo; } }; };`, 'o[0] = a.e.x;'],
  [`${T} template<typename U> struct In { int m() { return nothing_here; } }; };`, 'o[0] = a.e.x;', /'nothing_here'/],
  [`${T} template<typename U> int m() { return T::foo; } };`, 'o[0] = a.e.x;'],
  [`${T} template<typename U> int m() { return nothing_here; } };`, 'o[0] = a.e.x;', /'nothing_here'/],
  // Static members that depend on parameters are constants in instances only.
  [
    `${T} static const int N = sizeof(T) / 4; enum E { X = N }; int m(int d = N) { int a[N + 1]; a[N] = d; return a[N]; }
template<typename U> U k(U u) { U a[N]; for (int i = 0; i < N; i++) a[i] = u; switch (u) { case N: return a[0]; default: return 2; } }
struct In { int w[N]; uint b : N; }; };`,
    'o[0] = a.k(1) + a.m() + A<S>::X;',
  ],
  // Specialisations.
  [`${P} struct B<T, 2> { T e; int m() { return e.v; } ${KX} };`, 'B<S, 2> b; b.e = a.e; o[0] = b.k();'],
  [`${P} struct B<T, 2> { T e; int m() { return e.v; } };`, 'B<S, 2> b; b.e = a.e; o[0] = b.m();', /named 'v' in 'S'/],
  [`${P} struct B<T, 2> { T e; int m() { return nothing_here; } ${KX} };`, 'B<S, 2> b; o[0] = 1;', /'nothing_here'/],
  [`${P} struct B<T, 2> { T e; int m() { return nothing_here; } };`, 'o[0] = 1;', /'nothing_here'/],
  [`${P} struct B<T, 2> { nothing_here e; };`, 'o[0] = 1;', /unknown type name 'nothing_here'/],
  [`${P} struct B<T, 2> : A<T> { int m() { return e.x; } };`, 'o[0] = 1;', /identifier 'e'/],
  [`${P} struct B<T, 2> : A<T> { int m() { return this.e.x; } };`, 'B<S, 2> b; b.e = a.e; o[0] = b.m();'],
  [`${P}struct B<vector<T, 3>, 2> { int m() { return (vector<T, 3>(1, 2, 3)).foo; } };`, 'o[0] = 1;'],
  [`${T} }; template<> struct A<int> { int e; int m() { return nothing_here; } };`, 'o[0] = 1;', /'nothing_here'/],
  [`${T} }; template<> struct A<int> { nothing_here e; };`, 'o[0] = 1;', /unknown type name 'nothing_here'/],
  [
    `${T} }; template<typename T, int N> struct B { T e[N]; int m() { return nothing_here; } };
template<typename T> struct B<T, 2> { T e; ${KX} };`,
    'B<S, 2> b; b.e = a.e; o[0] = b.k();',
    /'nothing_here'/,
  ],
]

const program = ([declarations, body]: readonly [string, string, RegExp?]): string =>
  `RWStructuredBuffer<int> o : register(u0);
struct S { int x; };
${declarations}
[numthreads(1, 1, 1)] void main() { ${declarations.startsWith('namespace') ? '' : 'A<S> a; a.e.x = o[1]; '}${body} }`

for (const it of CASES)
  test(`methods of class templates: ${it[0]} ${it[1]}`, t => {
    const { ok, text } = compile(program(it), { target: 'cs_6_0' })
    if (it[2]) t.regex(text, it[2])
    t.is(ok, it[2] === undefined, text)
  })

oracleTest(['dxc'], 'methods of class templates: DXC says the same', async t => {
  const dxc = await Dxc.shared()
  for (const it of CASES) {
    const { ok, errors } = await dxc.compile(program(it), ['-T', 'cs_6_0', '-E', 'main'])
    if (it[2]) t.regex(errors, it[2], it[0])
    t.is(ok, it[2] === undefined, `${it[0]} ${it[1]} ${errors}`)
  }
})
