// Templates that go on for ever end in an error at their place; those that end compile, as deep as DXC takes them.

import test from 'ava'
import { compile } from '../../src/api/compile.ts'

const program = (declarations: string, body: string): string =>
  `RWStructuredBuffer<float> o : register(u0);\n${declarations}\n[numthreads(8, 1, 1)] void main() { ${body} }`

const ENDLESS: readonly (readonly [declarations: string, body: string])[] = [
  ['template<typename T> struct S { int f() { S<S<T> > s; return s.f(); } };', 'S<int> s; o[0] = s.f();'],
  ['template<typename T> struct S { static int f() { return S<S<T> >::f(); } };', 'o[0] = S<int>::f();'],
  ['template<typename T> struct S { S<S<T> > s; };', 'S<int> s; o[0] = 1;'],
  ['template<int N> struct S : S<N + 1> {};', 'S<0> s; o[0] = 1;'],
  ['template<int N> int f() { return f<N + 1>() + 1; }', 'o[0] = f<0>();'],
  ['template<int N, int M = N + 1> struct S { int f() { S<M> s; return s.f(); } };', 'S<0> s; o[0] = s.f();'],
  [
    'template<typename T> struct S { T t; }; template<typename T> int g(T t) { S<T> s; s.t = t; return g(s); }',
    'o[0] = g(1);',
  ],
  [
    'template<typename T> struct B; template<typename T> struct A { int f() { B<A<T> > s; return s.f(); } }; template<typename T> struct B { int f() { A<B<T> > s; return s.f(); } };',
    'A<int> s; o[0] = s.f();',
  ],
  [
    'template<typename A, typename B> struct P {}; template<typename T> struct S { int f() { S<P<T, T> > s; return s.f(); } };',
    'S<int> s; o[0] = s.f();',
  ],
]

test('endless instantiation ends in a located error', t => {
  for (const [declarations, body] of ENDLESS) {
    const { ok, text } = compile(program(declarations, body), { target: 'cs_6_0' })
    t.false(ok)
    t.regex(
      text,
      /^hlsl\.hlsl:2:\d+: (?:fatal )?error: (recursive template instantiation exceeded maximum depth of 256|the name of an instance of 'P' is too long)/,
      text,
    )
  }
})

test('instantiation that ends compiles, 200 deep', t => {
  for (const [declarations, body] of [
    [
      'template<int N> struct S { int f() { S<N - 1> s; return s.f() + 1; } }; template<> struct S<0> { int f() { return 0; } };',
      'S<200> s; o[0] = s.f();',
    ],
    ['template<int N> struct S { S<N - 1> s; int v; }; template<> struct S<0> { int v; };', 'S<200> s; o[0] = 1;'],
    [
      'template<int N> struct S : S<N - 1> { int v; }; template<> struct S<0> { int w; };',
      'S<200> s = (S<200>)0; o[0] = s.w;',
    ],
    ['template<int N> int f() { return f<N - 1>() + 1; } template<> int f<0>() { return 0; }', 'o[0] = f<200>();'],
  ] as const) {
    const { ok, text } = compile(program(declarations, body), { target: 'cs_6_0' })
    t.true(ok, text)
  }
})

const WRAPPED = '(1 + (2 * (3 - (4 + (5 * OWN)))))'
for (const [what, source] of [
  ['variables', `template<int N> static const int v = ${WRAPPED.replace('OWN', 'v<N - 1>')}; static int x = v<3>;`],
  [
    'enums',
    `template<uint N> struct S { enum { v = ${WRAPPED.replace('OWN', 'S<N - 1>::v')} }; }; static int x = S<3>::v;`,
  ],
  ['plain enums', 'template<uint N> struct S { enum { v = S<N - 1>::v }; }; static int x = S<3>::v;'],
  ['arguments', 'template<int N> struct S { enum { v = S<S<N - 1>::v>::v }; }; static int x = S<3>::v;'],
  ['sums in arguments', 'template<int N> struct S { enum { v = S<1 + S<N - 1>::v>::v }; }; static int x = S<3>::v;'],
  [
    'members',
    `template<int N> struct S { static const int v = ${WRAPPED.replace('OWN', 'S<N - 1>::v')}; }; static int x = S<3>::v;`,
  ],
] as const)
  test(`instances that never end, inside of expressions: ${what}`, t => {
    const { ok, diagnostics } = compile(`${source} [numthreads(1, 1, 1)] void main() { }`, { target: 'cs_6_0' })
    t.false(ok)
    t.true(diagnostics.some(d => d.code === 'E2226'))
  })
