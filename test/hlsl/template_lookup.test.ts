// Which function a call means, by what comes out: in bodies of templates those that are declared in front of the template, and in either case
// those beside the types of the arguments.

import { disassemble } from '../../src/api/index.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { both } from './both.ts'

const CASES: readonly (readonly [what: string, source: string, value: number])[] = [
  [
    'a better function behind the template is not seen',
    'float k(int x) { return 1; } template<typename T> float g(T x) { return k(x); } float k(float x) { return 2; } export float q() { return g(1.0f); }',
    1,
  ],
  [
    'nor through a namespace',
    'namespace N { float h(float x) { return 1; } template<typename T> float g(T x) { return N::h(x); } float h(int x) { return 2; } } export float q() { return N::g(1); }',
    1,
  ],
  [
    'what stands in front of the definition of an announced template is',
    'template<typename T> float g(T x); float k(int x) { return 1; } float k(float x) { return 2; } template<typename T> float g(T x) { return k(x); } export float q() { return g(1.0f); }',
    2,
  ],
  [
    'vectors are types of the global namespace: behind the template is seen, too',
    'float k(float2 x) { return 2; } template<typename T> float g(T x) { return k(x); } float k(float3 x) { return 3; } export float q() { return g(float3(1, 2, 3)); }',
    3,
  ],
  [
    'using takes the functions that are there, and leaves the namespace as it is',
    'namespace N { float k(float x) { return 1; } } float k(int x) { return 2; } using N::k; namespace M { using N::k; } namespace N { float k(int x) { return 64; } } export float q() { return M::k(1) + k(1) * 4 + k(1.0f) * 16; }',
    1 + 8 + 16,
  ],
  [
    'a struct brings the functions of its namespace',
    'namespace N { struct S { float x; }; float h(S s, float y) { return 1; } } float h(N::S s, int y) { return 2; } export float q() { N::S s; s.x = 1; return h(s, 1.0f); }',
    1,
  ],
  [
    'so does a base, an element and an argument of a template',
    'namespace M { struct A { float y; }; float h(A a) { return 4; } } namespace N { template<typename T> struct S : M::A { T x; }; float k(S<float> s[2]) { return 8; } } export float q() { N::S<float> s[2]; s[0].x = s[1].x = s[0].y = s[1].y = 1; return h(s[0]) + k(s); }',
    12,
  ],
]

const returned = (container: Uint8Array): number =>
  Number(/define float [^{]*\?q@@[^{]*\{[^}]*?ret float (\S+)/.exec(disassemble(container))?.[1])

for (const [what, source, value] of CASES)
  oracleTest(['dxc'], what, async t => {
    const { ours, theirs, isValid } = await both(source, '-T lib_6_6')
    t.true(isValid, ours.text)
    t.is(returned(ours.container!), value)
    t.is(returned(theirs.container!), value)
  })
