// Whole compilations of deep and long sources: nesting is counted, so that each compiles or ends in an error with its place, and never in
// what the engine says when its stack is full.

import test from 'ava'
import { explainLayout } from '../../src/api/explain_layout.ts'
import { compile } from '../../src/api/index.ts'

const list = (n: number, make: (i: number) => string): string => Array.from({ length: n }, (_, i) => make(i)).join('')
const main = (body: string, before = ''): string =>
  `RWBuffer<int> o; ${before}[numthreads(1, 1, 1)] void main(uint t : SV_GroupIndex) { ${body} }`
const structs = (n: number, tail = ''): string =>
  `struct S0 { int a; }; ${list(n, i => `struct S${i + 1} { S${i} a${tail}; }; `)}`

/** Sources of a size, by what is deep in them. */
const SOURCES: Readonly<Record<string, (n: number) => string>> = {
  brackets: n => main(`o[0] = ${'('.repeat(n)}t${')'.repeat(n)};`),
  casts: n => main(`o[0] = ${'(int)'.repeat(n)}t;`),
  choices: n => main(`o[0] = ${'t ? 1 : '.repeat(n)}2;`),
  'else if': n => main(`${list(n, i => `if (t == ${i}) o[0] = ${i}; else `)}o[1] = 1;`),
  blocks: n => main(`${'if (t) { '.repeat(n)}o[0] = 1;${' }'.repeat(n)}`),
  loops: n => main(`uint x = t; ${'while (x < t) { '.repeat(n)}x++;${' }'.repeat(n)} o[0] = x;`),
  calls: n => main(`o[0] = ${'f('.repeat(n)}t${')'.repeat(n)};`, 'int f(int a) { return a + 1; } '),
  intrinsics: n => main(`o[0] = ${'max(t, '.repeat(n)}t${')'.repeat(n)};`),
  subscripts: n => main(`o[0] = ${'b['.repeat(n)}t${']'.repeat(n)};`, 'Buffer<uint> b; '),
  structs: n => main(`S${n} s = (S${n})0; o[0] = s${'.a'.repeat(n + 1)};`, structs(n)),
  'structs in arrays': n => main(`o[0] = 1;`, structs(n, '[1]')),
  'structs in buffers': n => main(`o[0] = b[t]${'.a'.repeat(n + 1)};`, `${structs(n)}StructuredBuffer<S${n}> b; `),
  'arrays by typedef': n =>
    main(`T${n} s; o[0] = 1;`, `typedef int T0; ${list(n, i => `typedef T${i} T${i + 1}[1]; `)}`),
  'namespaces that use others': n =>
    main(
      'o[0] = x;',
      `namespace n0 { static int x = 1; } ${list(n, i => `namespace n${i + 1} { using namespace n${i}; } `)}using namespace n${n}; `,
    ),
  macros: n => `#define A0 t\n${list(n, i => `#define A${i + 1} (A${i} + 1)\n`)}${main(`o[0] = A${n};`)}`,
  conditions: n => `#if ${'('.repeat(n)}1${')'.repeat(n)}\n#endif\n${main('o[0] = 1;')}`,
  initializers: n => main(`int a = ${'{'.repeat(n)}1${'}'.repeat(n)}; o[0] = a;`),
  commas: n => main(`int x = t; ${'x++, '.repeat(n)}x++; o[0] = x;`),
  sums: n => main(`o[0] = t${' + t'.repeat(n)};`),
  comparisons: n => main(`o[0] = t${' < t'.repeat(n)};`),
  'comparisons of constants': n => main(`static const int a = 1; o[0] = a${' == a'.repeat(n)};`),
  logic: n => main(`o[0] = t == 1${list(n, i => ` && t == ${i}`)};`),
  assignments: n => main(`int x; x${' = x'.repeat(n)}; o[0] = 1;`),
  swizzles: n => main(`o[0] = t${'.x'.repeat(n)};`),
  constants: n =>
    main(`o[0] = a${n};`, `static const int a0 = 1; ${list(n, i => `static const int a${i + 1} = a${i} + 1; `)}`),
  operators: n =>
    main(
      `S a = (S)0; a = a${' + a'.repeat(n)}; o[0] = a.x;`,
      'struct S { int x; S operator+(S b) { S c; c.x = x + b.x; return c; } }; ',
    ),
  templates: n =>
    main(`${'S<'.repeat(n)}int${' >'.repeat(n)} s; o[0] = 1;`, 'template<typename T> struct S { T a; }; '),
}

/** Around the limits of brackets and nesting, and far above. Sources of the last size whose front end is quick. */
const SIZES = [60, 250, 500]
const HUGE = 6000
const QUICK = [
  ...[
    'brackets',
    'casts',
    'choices',
    'blocks',
    'calls',
    'structs in arrays',
    'arrays by typedef',
    'macros',
    'conditions',
  ],
  ...['namespaces that use others', 'logic', 'operators', 'templates', 'initializers', 'assignments', 'swizzles'],
]

for (const [name, make] of Object.entries(SOURCES))
  test(`deep sources: ${name}`, t => {
    for (const n of [...SIZES, ...(QUICK.includes(name) ? [HUGE] : [])]) {
      const source = make(n)
      const { ok, diagnostics } = compile(source, { target: 'cs_6_0' })
      const error = diagnostics.find(d => d.severity === 'error')
      t.is(ok, error === undefined, `${n}`)
      if (error) t.true(error.line > 0, `${n}: ${error.message}`)
      t.notThrows(() => explainLayout(source), `${n}`)
      if (n === SIZES[0]) t.true(ok, error?.message)
    }
  })

test('an array of 131,070 elements that are all written takes time in proportion', t => {
  t.timeout(60_000)
  const source = `typedef int A[65535][2]; RWBuffer<int> o;
[numthreads(1, 1, 1)] void main(int i : SV_GroupIndex) { A l = (A)38; l[1][0] = i; l[i][1] = 2; o[0] = l[i & 1][i]; o[1] = l[1][0]; }`
  t.true(compile(source, { target: 'cs_6_0', entry: 'main', hlslVersion: '2017' }).ok)
})
