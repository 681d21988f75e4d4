// Types of functions as arguments of templates: what they are the same as, and which patterns fit them, as DXC has it.

import { disassemble } from '../../src/api/index.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { both } from './both.ts'

const HEAD = `
template<typename A, typename B> struct is_same { static const uint v = 0; };
template<typename A> struct is_same<A, A> { static const uint v = 1; };
template<typename F> struct shape { static const uint n = 9; };
template<typename R> struct shape<R()> { using type = R; static const uint n = 0; };
template<typename R, typename A> struct shape<R(A)> { using type = R; using first = A; static const uint n = 1; };
template<typename R, typename A, typename B> struct shape<R(A, B)> { using type = R; static const uint n = 2; };
template<typename A> struct shape<void(A, A)> { static const uint n = 3; };
template<int N> struct V { static const int v = N; };
struct S { float x; int2 y; static S make(float a, out int b) { b = 1; S s = (S)0; return s; } void own() {} };
namespace N { struct S { int z; }; S f(S s) { return s; } float2 g(float2 a, float2 b) { return a + b; } void h(uint a, uint b) {} }
float2x2 k(inout float a[2]) { return 0; }
typedef float2 Fun(float2 p, float2 q);
using Fun2 = float2(float2, float2 named);
using Nothing = void();
typedef int Row[3];
int twice(int a) { return a; }
int twice(float a) { return 1; }
`
/** Constants by the values that they have. */
const VALUES: readonly (readonly [constant: string, value: number])[] = [
  ['is_same<Fun, Fun2>::v', 1],
  ['is_same<Fun, float2(float2)>::v', 0],
  ['is_same<__decltype(N::g), Fun>::v', 1],
  ['is_same<__decltype(N::f), N::S(N::S)>::v', 1],
  ['is_same<__decltype(N::f), S(S)>::v', 0],
  ['is_same<__decltype(S::make), S(float, out int)>::v', 1],
  ['is_same<__decltype(S::make), S(float, inout int)>::v', 0],
  ['is_same<__decltype(S::make), S(float, int)>::v', 0],
  ['is_same<int(inout float), int(float)>::v', 0],
  ['is_same<void(), Nothing>::v', 1],
  ['is_same<int(void), int()>::v', 1],
  ['is_same<vector<float, 2>(unsigned int), float2(uint)>::v', 1],
  ['is_same<shape<__decltype(N::f)>::first, N::S>::v', 1],
  ['is_same<shape<__decltype(N::g)>::type, float2>::v', 1],
  ['shape<__decltype(N::h)>::n', 3],
  ['shape<Nothing>::n', 0],
  ['shape<float4x4(Texture2D<float>, SamplerState)>::n', 2],
  ['shape<__decltype(k)>::n', 9],
  ['shape<int(float, out float)>::n', 9],
  ['shape<int(float, float, float)>::n', 9],
  ['shape<S>::n', 9],
  // These are values.
  ['V<int(3.5)>::v', 3],
  ['V<int(float(2))>::v', 2],
  ['V<int(sizeof(float2))>::v', 8],
]

for (const [constant, value] of VALUES)
  oracleTest(['dxc'], `${constant} is ${value}`, async t => {
    const asserted = (n: number) =>
      both(`${HEAD}_Static_assert(${constant} == ${n}, ""); [numthreads(1, 1, 1)] void main() {}`, '-T cs_6_6 -HV 2021')
    const right = await asserted(value)
    t.truthy(right.theirs.container, right.theirs.errors)
    t.true(right.isValid && !!right.ours.container, right.ours.text)
    const wrong = await asserted(value + 1)
    t.falsy(wrong.theirs.container)
    t.falsy(wrong.ours.container)
    t.regex(wrong.ours.text, /static_assert failed/)
  })

/** What nobody takes, and where ours says so. */
const REFUSED: readonly (readonly [statement: string, message: RegExp])[] = [
  ['V<int()> v; v = 1;', /template argument for 'V' must be a value/],
  ['shape<int(Unknown)> v; v = 1;', /use of undeclared identifier 'Unknown'/],
  ['shape<int(float, float> v;', /expected '\)'/],
  ['shape<int[2](float)> v; v = 1;', /expected '>'/],
  ['shape<__decltype(twice)> v; v = 1;', /'twice' does not refer to a value/],
  ['shape<__decltype(S::own)> v; v = 1;', /'own' does not refer to a value/],
  ['Fun f = 1;', /variable has incomplete type 'float2 \(float2, float2\)'/],
  ['uint n = sizeof(__decltype(N::h));', /incomplete type 'void \(uint, uint\)'/],
  ['shape<Fun[2]> v; v = 1;', /declared as array of functions of type '.*float.*'/],
  ['shape<Row(float)> v; v = 1;', /function cannot return array type '/],
  ['shape<Fun(float)> v; v = 1;', /function cannot return function type '/],
  ['shape<int(inout float)> v; v = 1;', /to 'shape<int \(float &__restrict\)>'/],
]

for (const [statement, message] of REFUSED)
  oracleTest(['dxc'], `${statement} is refused`, async t => {
    const { ours, theirs } = await both(
      `${HEAD}[numthreads(1, 1, 1)] void main() { ${statement} }`,
      '-T cs_6_6 -HV 2021',
    )
    t.falsy(theirs.container)
    t.falsy(ours.container)
    t.regex(ours.text, message)
  })

oracleTest(['dxc'], 'exported functions whose types name types of functions are mangled as by DXC', async t => {
  const types = [
    ...['float2(float2, float2)', 'S(S, E, S)', 'void(out float, inout float, out float2)', 'E()', 'int(float)'],
    ...['float2x2(Texture2D<float>, float[2])', 'E(out S)', 'bool(int, int, float2, float2, out int, out int)'],
    ...['void(int[2], int[2])', 'W<int(int)>(float)', 'void()'],
  ]
  const source = `struct S { float a; }; enum E { A, B }; template<typename T> struct W { float m; };
    ${types.map((type, i) => `export float f${i}(W<${type}> w, float2 a, W<int(int)> b) { return w.m + b.m; }`).join('\n')}`
  const { ours, theirs, isValid } = await both(source, '-T lib_6_6 -HV 2021')
  t.truthy(theirs.container, theirs.errors)
  t.true(isValid && !!ours.container, ours.text)
  const names = (container: Uint8Array): string[] =>
    [...disassemble(container).matchAll(/^define float @"(.*?)"/gm)].map(m => m[1]!).sort()
  t.is(names(theirs.container!).length, types.length)
  t.deepEqual(names(ours.container!), names(theirs.container!))
})

oracleTest(['dxc'], 'a list of template arguments may be long', async t => {
  const sum = Array.from({ length: 200 }, () => '1').join(' + ')
  const source = `template<typename T, int N> struct A { static const int value = N; };
    template<bool B, typename T> struct If {}; template<typename T> struct If<true, T> { using type = T; };
    template<typename T> typename If<A<T, ${sum}>::value == 200, int>::type f(T t) { return A<A<T, ${sum}>, 2>::value; }
    int g() { return A<float, ${sum}>::value; }
    _Static_assert(A<float, ${sum}>::value == 200, "");
    RWBuffer<int> o; [numthreads(1, 1, 1)] void main() { o[0] = A<float, ${sum}>::value + f(1u) + g(); }`
  const { ours, theirs, isValid } = await both(source, '-T cs_6_6 -HV 2021')
  t.truthy(theirs.container, theirs.errors)
  t.true(isValid && !!ours.container, ours.text)
})
