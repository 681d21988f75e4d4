// Warnings, with names and lines, against DXC's: values nobody takes, outputs nobody writes, literals that change, what reads otherwise than it is.

import test from 'ava'
import { oracleTest } from '../oracle/oracle_test.ts'
import { both, messages, oursAlone } from './both.ts'

interface Case {
  readonly what: string
  readonly source: string
  readonly flags?: string
  /** How many warnings there are, so that a case cannot lose them all. */
  readonly count: number
}

const lines = (...text: readonly string[]): string => `${text.join('\n')}\n`
const body = (...text: readonly string[]): string =>
  lines('float g(float x) { return x; }', 'int main(int x : A) : SV_Target {', ...text, 'return 0;', '}')
const literals = (type: string, values: readonly string[]): string =>
  body(...values.map((value, i) => `${type} v${i} = ${value};`))

const FLOATS = [
  '1.5',
  '-1.5',
  '1.5f',
  '2.0',
  '1e10',
  '-1e10',
  '2147483648.0',
  '1e-5',
  '0.001',
  '123456.789',
  '1e40',
  '1.0',
]
const INTEGERS = [
  '70000',
  '-70000',
  '40000',
  '3000000000',
  '-3000000000',
  '4294967296',
  '0xFFFFFFFF',
  '-1',
  '2147483648',
]

const CASES: readonly Case[] = [
  {
    what: 'constants that one conversion by name changes',
    source: body(
      'int v = int(1.5), w = int(-1.5), a = int(1 << 33), b = int(8589934592), c = int(-(1 << 35)), d = int(0xffffffffff);',
      'uint p = uint(1 << 33), q = uint(3000000000), r = uint(-1); int s = int(2.0), u = int(1 / 2.0);',
      'bool t = bool(2.5), k = bool(4294967296); float h = float(1 << 40); int l = (int)(1 << 33), m = (int)1.5;',
    ),
    count: 8,
  },
  {
    what: 'values nobody takes',
    source: body(
      ...['x;', '1;', 'x + 1;', '-x;', 'x ? 1 : 2;', 'float2(1, 2);', '(float)x;', '(x);', 'float a[2] = { 1, 2 };'],
      ...['a[0];', 'float2 v = x;', 'v.x;', 'g(x), x;', 'for (;; x) break;', '(void)x;', 'x++;', 'g(1);', 'v[0];'],
      ...['x = 1, x = 2;', 'x ? g(1) : 2;'],
    ),
    count: 12,
  },
  { what: 'comparisons nobody takes', source: body('x == 1;', 'x != 1;', 'x < 1;', 'x >= 1;'), count: 4 },
  {
    what: 'results of builtins nobody takes',
    source: lines(
      'Texture2D t; SamplerState s; RWByteAddressBuffer b;',
      'float4 main(float2 x : A) : SV_Target {',
      'uint o;',
      ...['sin(x);', 'mul(x, x);', 't.Sample(s, x);', 't.Load(0);', 'b.Load(0);', 'WaveGetLaneIndex();'],
      ...['t.Load(0, 0, o);', 'WaveActiveSum(x);', 'asuint(1.5, o, o);', 'b.Store(0, 1);', '(sin(x));'],
      'return 0;',
      '}',
    ).replace('asuint(1.5, o, o);\n', ''),
    count: 7,
  },
  {
    what: 'initialisers of externals',
    source: lines(
      'float a = 1;\nstatic float b = 1;\nextern float c = 2;\nuniform float d[2] = { 1, 2 };\ncbuffer C { float e = 1; }',
      'groupshared float f = 1;\nstatic groupshared float h = 1;\nnamespace N { const float i = 1; }',
      'float4 main() : SV_Target { return 0; }',
    ),
    count: 6,
  },
  ...['int', 'uint', 'bool', 'min16int', 'int64_t', 'float', 'int2'].map(type => ({
    what: `float literals as ${type}`,
    source: literals(type, FLOATS).replaceAll('min16int v2 = 1.5f;', ''),
    count: { int: 10, uint: 9, bool: 11, min16int: 9, int64_t: 7, float: 0, int2: 0 }[type]!,
  })),
  ...['int', 'uint', 'min16int'].map(type => ({
    what: `integer literals as ${type}`,
    source: literals(type, INTEGERS),
    count: { int: 2, uint: 2, min16int: 7 }[type]!,
  })),
  {
    what: 'constants that do not fit, by their operator',
    source: body(
      ...['int a = 1 << 33;', 'uint b = 0xFFFFFFFF + 1;', 'int c = 2 * (1 << 33);', 'min16int d = 300 * 300;'],
      ...['min16uint e = -300 * 300;', 'a = x + 100000 * 100000;', 'a = x > 0 ? 1 << 33 : 2;', 'a = 1 << 31;'],
      ...['if (x == 1 << 33) return 1;', 'if (x < 8589934592) return 1;', 'a = (int)(1 << 33);'],
    ),
    count: 7,
  },
  {
    what: 'sums and products that overflow',
    source: body(
      ...['int m = 1;', 'int a = int(2147483647) + int(1);', 'a = x + (int(2147483647) * int(2));', 'a = m + 1;'],
      ...[
        'a += int(-2147483647) - int(5);',
        'for (; a < int(2147483647) + int(3); a = int(2147483647) + int(4)) break;',
      ],
      ...['g(int(2147483647) + int(1));', 'uint b = 4294967295u + 1u;'],
    ),
    count: 5,
    flags: '-T ps_6_0 -Wno-const-expr-overflow',
  },
  {
    what: 'literals in lists and constructors',
    source: body('int a[2] = { 1.5, 2 };', 'int2 v = { 2.5, 1 };', 'int2 w = int2(1.5, 1);', 'int y = 1.5 + 0;'),
    count: 3,
  },
  {
    what: 'constants that do not fit a bit field: integers only',
    flags: '-T ps_6_2 -HV 2021',
    source: lines(
      'struct S { uint a : 5; int b : 7; };\nint main() : SV_Target {\nS s = (S)0;',
      ...['s.a = 100;', 's.a = -1;', 's.b = 64;', 's.b = -64;', 's.a = 33.0;', 's.a = 33.0f;', 's.b = -200.0;'],
      ...['s.a = 100.5;', 'return s.a + s.b;', '}'],
    ),
    count: 4,
  },
  {
    what: 'compound assignments of wider values',
    source: body(
      ...['float f = 1;', 'double d = 2;', 'int i = 1;', 'uint64_t q = 3;', 'min16float m = 1;'],
      ...[
        'f += d;',
        'i += q;',
        'i |= q;',
        'm += f;',
        'i += d;',
        'i <<= q;',
        'd += f;',
        'f += 1.0;',
        'i += f;',
        'f /= q;',
      ],
    ),
    count: 6,
  },
  {
    what: 'wider arguments of outputs',
    source: lines(
      'void f(out float a) { a = 1; }',
      'void g(inout float a) { a = 1; }',
      'float4 main() : SV_Target {',
      ...['double d = 1;', 'min16float m = 1;', 'f(d);', 'g(d);', 'f(m);', 'return 0;', '}'],
    ),
    count: 2,
  },
  {
    what: 'types of a minimum precision: where they are declared, not where they are used',
    flags: '-T ps_6_2 -enable-16bit-types',
    source: lines(
      'static min16float4 g;\nvector<min16int, 2> h;\nBuffer<min16float> b;\nstruct S { min16uint f; };',
      'min16float f(min16int p) { return (min16float)p; }',
      'float4 main() : SV_Target {',
      ...['float y = min16float(1);', 'const min16int v = 1;', 'g = (min16float4)y;', 'return 0;', '}'],
    ),
    count: 6,
  },
  {
    what: 'outputs nobody writes',
    flags: '-T lib_6_3',
    source: lines(
      ...['void a(out float o) {', '}'],
      ...['float b(out float o, out float p) {', ' p = o;', ' return 1;', '}'],
      ...['void c(out float o, bool q) {', ' if (q)', '  o = 1;', '}'],
      ...['void d(out int o, bool q, bool r) {', ' if (q)', '  if (r)', '   o = 1;', '}'],
      ...['void e(out bool o, bool q) {', ' if (q) return;', ' o = q;', '}'],
      ...['void f(out float o) {', ' a(o);', ' o += 1;', '}'],
      ...['void g(out float o) {', ' o++;', '}'],
      ...['void h(out float o, bool q) {', ' if (q) { }', ' else if (o > 1)', '  o = 2;', ' else o = 3;', '}'],
      ...['void i(out float2 v, out float4x4 m, out float l[2]) {', '}'],
      ...['void j(out float o, int n) {', ' for (int k = 0; k < n; k++) o = k;', '}'],
      ...['void k(out float o, int n) {', ' for (;;) {', '  if (n) break;', '  o = 1;', ' }', '}'],
      ...['void l(out float o, int n) {', ' switch (n) {', ' case 0: o = 1; break;', ' }', '}'],
      ...['void m(out float o, bool q) {', ' if (q) o = 1;', ' if (q) return;', ' o = 2;', '}'],
      ...['void n(out float o, bool q) {', ' if (q) o = 1;', ' if (!q) q = true;', ' o += 2;', '}'],
      'template<typename T> void t(out T o) { }',
      'struct S { void o(out float x) {',
      '} };',
    ),
    count: 10,
  },
  {
    what: 'operators that bind otherwise',
    source: lines(
      '#define OR(a, b) a & b | a',
      'int main(int x : A) : SV_Target {',
      ...['bool b = x & 1 == 0;', 'b = 1 < x | 2;', 'b = x == 1 & x == 2;', 'b = (x & 1) == 2;', 'int c = x & 1 | 2;'],
      ...[
        'c = x ^ 1 | 2;',
        'c = x | 2 & 3 | 4;',
        'c = OR(x, 1);',
        'c = x << 1 + 2;',
        'c = x - 1 >> 2;',
        'c = x << (1 + 2);',
      ],
      ...['b = x && b || c;', 'b = c || x && b;', 'b = (x && b) || c;', 'c = x * 2 << 1;', 'return c;', '}'],
    ),
    count: 8,
  },
  {
    what: 'assignments as conditions',
    source: body(
      'if (x = 1) g(1);',
      'while (x = 0) g(1);',
      'do { } while (x = 0);',
      'if ((x = 2)) g(2);',
      'if (x += 1) g(3);',
    ),
    count: 3,
  },
  {
    what: 'comma operators where values begin',
    source: lines(
      'static float4 s = (1, 2); RWBuffer<float> b; cbuffer C { float4 q = (3, 4); }',
      'struct S { float a; void m(float q) { } float operator+(S o) { return a; } };',
      'float f(float p = (1, 2)) { return p; }',
      'float k(float p) { return (p, 1); }',
      'float4 main(int n : N) : SV_Target {',
      ...['S a; a.a = 1; S c = (a, a); c.m((n, 1)); float d = a + (c, a);', 'float e = f((n, 3)), g = ((1, n));'],
      ...[
        'float h = max((n, 1), 3);',
        'b[(n, 1)] = (n, 3);',
        'int3 i = (int3)((1, n));',
        'float j = (float)(float)(1, 2);',
      ],
      ...['float l = float((n, 1)), o = -(n, 1), w[2] = { (1, 2), (3, 4) };', 'float2 v = float2((1, 2), 3);'],
      ...[
        'while ((n, false)) { }',
        'if (int z = (n, 1)) n += (1, n);',
        'n = (1, n) ? (2, 3) : (4, 5);',
        'return n;',
        '}',
      ],
    ),
    count: 14,
  },
  {
    what: 'parameters read unset as a component and beside a comma',
    source: lines(
      ...['s.x', '(1, s)', '(s, 1)', '(s, s + 1)', '(s + 1, 1)', 's.xxxx.x', 's.x + 1', '(1, s) + 1'].map(
        (e, i) => `void r${i}(out float s) { float y; y = ${e}; float z = s; s = y; }`,
      ),
      'void a(out float s) { s.x += 1; } void b(out float s) { s.x++; } void c(out float s) { s; }',
      'float d(out float s) { return s; } void e(out float s, bool q) { if (q) s.x = 1; }',
      'float4 main() : SV_Target { return 0; }',
    ),
    count: 6,
  },
  {
    what: 'parameters read unset in every kind of expression',
    source: lines(
      'struct B { uint a : 4; uint b : 5; }; Buffer<int> b; Texture2D<int> t; float f(float x) { return x; }',
      ...[
        ...['q[x]', 'int2(x, 1).y', '(x + 1)', '-x', 'x ? 1 : 2', '1 && x', 'max(x, 1)', 'f(x)', '(float)x'],
        ...['int2x2(x, 1, 2, 3)._m01', 'b[x]', 't.Load(x)', 'x++', 'x += 1'],
      ].map((e, i) => `void r${i}(out int x, int q[2]) { int y = ${e}; x = 1; }`),
      'uint s(out uint x) { B s = { x, 2 }; return s.a; }',
      'uint m(out uint x) { uint a[2] = { 1, x }; return a[1]; }',
      'float4 main() : SV_Target { return 0; }',
    ),
    count: 16,
  },
  { what: 'an if without a body', source: body('if (x);', 'if (x)', ';', 'if (x); else g(1);'), count: 1 },
  {
    what: 'switches that forget',
    source: lines(
      'enum E { A, B, C, D, F = 3, G = 9 };',
      'enum class H { P, Q };',
      'int main(int x : X) : SV_Target {',
      ...[
        'E e = (E)x;',
        'H h = (H)x;',
        'switch (e) { case A: return 1; }',
        'switch (e) { case A: case B: case C: return 1; }',
      ],
      ...['switch (e) { case A: case B: case C: case D: return 1; }', 'switch (e) { default: return 1; }'],
      ...['switch (h) { case H::P: return 1; }', 'return 0;', '}'],
    ),
    count: 4,
  },
  {
    what: 'attributes of other statements',
    source: body('[unroll] if (x) g(1);', '[branch] for (;;) { break; }', '[flatten] switch (x) { default: break; }'),
    count: 2,
  },
]

for (const { what, source, flags = '-T ps_6_0', count } of CASES)
  oracleTest('dxc', what, async t => {
    const { ours, theirs, isValid } = await both(source, flags)
    t.true(ours.ok && theirs.ok, `${ours.text}\n${theirs.errors}`)
    t.true(isValid)
    t.deepEqual(messages(ours.text, 'warning').sort(), messages(theirs.errors, 'warning').sort())
    t.is(messages(ours.text, 'warning').length, count)
  })

oracleTest('dxc', 'warnings by name: off, and errors', async t => {
  const source = body('x;', 'x == 1;', 'if (x = 1) g(1);', 'int y = x << 1 + 2;')
  for (const flags of ['-Wno-unused-value', '-Wno-parentheses', '-Wno-unused-comparison', '-Wno-everything', '-WX']) {
    const { ours, theirs } = await both(source, `-T ps_6_0 ${flags}`)
    t.is(ours.ok, theirs.ok, flags)
    for (const kind of ['warning', 'error'] as const)
      t.deepEqual(messages(ours.text, kind).sort(), messages(theirs.errors, kind).sort(), flags)
  }
})

test('loops in loops cost no more than they are long', t => {
  const deep = `${'for (;;) {'.repeat(200)} o = 1; break; ${'}'.repeat(200)}`
  const started = performance.now()
  oursAlone(`void f(out float o) { ${deep} }\nfloat4 main() : SV_Target { return 0; }`, '-T ps_6_0')
  t.true(performance.now() - started < 5000)
})
