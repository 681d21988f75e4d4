// Names that several namespaces in use declare: DXC's verdicts, spelt out.

import test from 'ava'
import { compile } from '../../src/api/compile.ts'

const PAIR = `namespace A { static float x = 1; float f() { return 1; } struct S { float m; }; typedef float T; namespace N { static float n = 3; } }
namespace B { static float x = 2; float g() { return 2; } struct S { float m; }; typedef float T; namespace N { static float k = 3; } }
RWStructuredBuffer<float> o;
`

const USING = 'using namespace A; using namespace B;\n'

function errorsOf(rest: string, body: string): string[] {
  const source = `${PAIR}${rest}\n[numthreads(1, 1, 1)] void main() { ${body} }`
  return compile(source, { target: 'cs_6_0', entry: 'main' })
    .diagnostics.filter(d => d.severity === 'error')
    .map(d => d.message)
}

for (const [body, name, rest = USING] of [
  ['o[0] = x;', 'x'],
  ['o[0] = ::x;', 'x'],
  ['S s; o[0] = 1;', 'S'],
  ['o[0] = N::n;', 'N'],
  ['{ float x = 1; o[0] = x; } o[1] = x;', 'x'],
  ['using namespace B; using namespace A; o[0] = x;', 'x', ''],
  ['using namespace A; o[1] = x;', 'x', 'static float x = 5;'],
  ['o[2] = x;', 'x', 'static float x = 5;\nusing namespace A;'],
] as const)
  test(`ambiguous: ${rest || 'in the body:'} | ${body}`, t => {
    t.true(errorsOf(rest, body).includes(`reference to '${name}' is ambiguous`))
  })

for (const [body, rest = USING] of [
  ['o[0] = A::x + B::x;'],
  ['float x = 4; o[0] = x;'],
  ['o[0] = f() + g();'],
  ['T v = 1; o[0] = v;'],
  ['o[0] = ::x;', 'static float x = 5;\nusing namespace A;'],
  [
    'o[0] = C::h();',
    'namespace C { static float x = 9; using namespace A; using namespace B; float h() { return x; } }',
  ],
  ['o[0] = C::h();', 'using namespace A; namespace C { static float x = 9; float h() { return x; } }'],
  ['o[0] = x;', 'using namespace A; using namespace A;'],
  ['Q q; q.x = 1; o[0] = q.get();', `${USING} struct Q { float x; float get() { return x; } };`],
] as const)
  test(`one meaning: ${rest} | ${body}`, t => {
    t.deepEqual(errorsOf(rest, body), [])
  })

test('the declarations are shown', t => {
  const source = `${PAIR}${USING}[numthreads(1, 1, 1)] void main() { o[0] = x; }`
  const [error] = compile(source, { target: 'cs_6_0', entry: 'main' }).diagnostics
  t.deepEqual(
    error!.notes.map(n => n.message),
    ["candidate found by name lookup is 'A::x'", "candidate found by name lookup is 'B::x'"],
  )
})
