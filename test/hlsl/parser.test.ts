// The parser: trees of what shaders contain, messages and recovery for what they should not.

import { readdirSync, readFileSync } from 'node:fs'
import test from 'ava'
import { optionsFor, parse, unitText } from './front_end.ts'

/** [source, tree]: without a second half the tree is the source itself. */
const DECLARATIONS: readonly (readonly [string, string?])[] = [
  ['static const float2 pts[] = {{1, 2}, {3, 4},};', 'static const float2 pts[] = {{1, 2}, {3, 4}};'],
  ['float a, b[2], c = 3;', 'float a;\nfloat b[2];\nfloat c = 3;'],
  ['groupshared uint gs[64][2];'],
  ['unsigned int u; const unsigned int64_t l = 1; min16float4 m;', 'uint u;\nconst uint64_t l = 1;\nmin16float4 m;'],
  ['float const x = 1;', 'const float x = 1;'],
  [
    'cbuffer CB : register(b0, space1) { row_major float4x4 m : packoffset(c0); float a : packoffset(c4.y), b; }',
    'cbuffer CB : register(b0, space1) { row_major float4x4 m : packoffset(c0); float a : packoffset(c4.y); float b; }',
  ],
  ['Texture2D<float4> t[] : register(t0, space2);'],
  [
    'RWStructuredBuffer<vector<float, 4> > a; RWTexture2D<unorm float4> b;',
    'RWStructuredBuffer<vector<float,4>> a;\nRWTexture2D<unorm float4> b;',
  ],
  [
    'sampler s : register(ps, s2); sampler2D q : register(s1[3]);',
    'sampler s : register(ps, s2);\nsampler2D q : register(s1[3]);',
  ],
  [
    'SamplerState s { Filter = MIN; }; sampler t = sampler_state { Texture = <x>; };',
    'SamplerState s = <state>;\nsampler t = <state>;',
  ],
  ['float f <string UIName = "a"; int b = 3;> = 1;', 'float f = 1;'],
  [
    'struct P { float4 pos : SV_Position; nointerpolation uint id : TEXCOORD0; uint a : 3, b : 5; } v;',
    'struct P { float4 pos : SV_Position; nointerpolation uint id : TEXCOORD0; uint a : 3; uint b : 5; }\n{P} v;',
  ],
  [
    'struct A {}; struct B : A { static int n; int f() { return n; } struct I { int q; }; }; int B::n = 3;',
    'struct A { }\nstruct B : A { static int n; int f() { return n; } struct I { int q; } }\nint B::n = 3;',
  ],
  ['struct S; struct S { int a; }; struct S x;', 'struct S;\nstruct S { int a; }\nS x;'],
  ['interface I { float f(int a); };', 'interface I { float f(int a); }'],
  ['enum E { a, b = 1 << 2, }; enum class F : uint { a };', 'enum E { a, b = (1 << 2) }\nenum class F : uint { a }'],
  [
    'namespace A { namespace B { float f(); } } namespace A { namespace C { int x; } }',
    'namespace A { namespace B { float f(); } }\nnamespace A { namespace C { int x; } }',
  ],
  [
    'typedef float4 C[3], D; using M = matrix<float, 3, 3>; using A = float[4]; using namespace N;',
    'using C = float4[3];\nusing D = float4;\nusing M = matrix<float,3,3>;\nusing A = float[4];\nusing namespace N;',
  ],
  [
    'template<typename T, int N = 4> struct Arr { T d[N]; T operator[](int i) { return d[i]; } };',
    'template<typename T, int N> struct Arr { T d[N]; T operator[](int i) { return d[i]; } }',
  ],
  [
    'template<typename T> T id(T a) { return a; } template<> float id<float>(float a) { return a; }',
    'template<typename T> T id(T a) { return a; }\ntemplate<> float id<float>(float a) { return a; }',
  ],
  [
    'struct S { float x; }; S operator+(S a, S b) { return a; } float S::get() { return x; }',
    'struct S { float x; }\nS operator+(S a, S b) { return a; }\nfloat S::get() { return x; }',
  ],
  [
    '[[vk::x]] [numthreads(8, 8, 1)] void main(uint3 id : SV_DispatchThreadID, inout float k, in out int j, const uint q = 3) {}',
    '[vk::x()] [numthreads(8, 8, 1)] void main(uint3 id : SV_DispatchThreadID, inout float k, in out int j, const uint q = 3) { }',
  ],
  [
    'float4 f(float a : A, triangle float b[3], void) : SV_Target;',
    'float4 f(float a : A, triangle float b[3], void ) : SV_Target;',
  ],
  ['void f(void);', 'void f();'],
  ['#pragma pack_matrix( row_major )\nfloat4x4 m;', '#pragma pack_matrix(row_major)\nfloat4x4 m;'],
  ['_Static_assert(sizeof(int) == 4, "x");', 'static_assert((sizeof(int) == 4))'],
  [
    'struct [raypayload] P { float a : read(caller) : write(closesthit, anyhit); };',
    'struct P { float a : read(caller) : write(closesthit, anyhit); }',
  ],
  ['int f(int a)[2] { return a; } export int g()[2];', 'int[2] f(int a) { return a; }\nexport int[2] g();'],
  ['struct S { int a : 3; int : 5; int b : 8; };', 'struct S { int a : 3; int  : 5; int b : 8; }'],
  [
    'template<typename T> static const bool same = false; template<> static const bool same<int> = true; static const bool b = same<int>;',
    'template<typename T> static const bool same = false;\ntemplate<> static const bool same = true;\nstatic const bool b = same<int>;',
  ],
  [
    'template<int N> void f(); template void f<17>(); template<typename T> struct V { T t; }; template struct V<int>; struct V<float> x;',
    'template<int N> void f();\ntemplate template<> void f<17>();\ntemplate<typename T> struct V { T t; }\ntemplate template<> struct V<int>;\nV<float> x;',
  ],
  ['shared cbuffer C { float a; }', 'cbuffer C { float a; }'],
  [
    'precise float precise; globallycoherent RWBuffer<float> globallycoherent; float nullptr, center;',
    'precise float precise;\ngloballycoherent RWBuffer<float> globallycoherent;\nfloat nullptr;\nfloat center;',
  ],
]

for (const [source, tree] of DECLARATIONS) {
  test(`declaration: ${source}`, t => {
    const { unit, messages } = parse(optionsFor(source))
    t.deepEqual(
      messages.filter(
        m => !m.endsWith(' ignored') && !m.includes('effect syntax is deprecated') && !m.includes('To use braces'),
      ),
      [],
    )
    t.is(unitText(unit!), tree ?? source)
  })
}

const PRELUDE = `struct S { float x; struct Inner { int q; }; static const int N = 4; template<typename T> T g(T a); };
typedef S SS; namespace A { struct B { int q; }; enum class E { a }; float h(float x); }
template<typename T> T twice(T a); template<typename T, int N> struct Arr { T d[N]; };
`

/** [statements, tree] within a function, after the prelude. */
const STATEMENTS: readonly (readonly [string, string])[] = [
  ['x = a + b * c - d / e % f;', '(x = ((a + (b * c)) - ((d / e) % f)));'],
  ['x = a << 1 < b == c & d ^ e | f && g || h;', '(x = ((((((((a << 1) < b) == c) & d) ^ e) | f) && g) || h));'],
  ['x = a ? b : c ? d : e, y = z += 2;', '((x = (a ? b : (c ? d : e))) , (y = (z += 2)));'],
  ['-x++ + !~y--;', '((-(x++)) + (!(~(y--))));'],
  [
    'x = (float4)0 + (S)y + (float[4])z + (unsigned int)w;',
    "(x = (((('float4' 0) + ('S' y)) + ('float[4]' z)) + ('uint' w)));",
  ],
  ['x = (y) - 1; x = (Unknown)y; x = (y);', "(x = (y - 1)); (x = ('Unknown' y)); (x = y);"],
  [
    'float3 c = float3(1, 2, 3) * 1.xxx + vector<float, 3>(y).xyz;',
    "float3 c = (('float3'(1, 2, 3) * 1.xxx) + 'vector<float,3>'(y).xyz);",
  ],
  [
    'S v = (S)0; S::Inner i; A::B b; SS s; A::E e = A::E::a; int n = S::N;',
    "S v = ('S' 0); S::Inner i; A::B b; SS s; A::E e = A::E::a; int n = S::N;",
  ],
  ['Arr<float, 4> a; Arr<Arr<int, 2>, 3> b;', 'Arr<float,4> a; Arr<Arr<int,2>,3> b;'],
  [
    'x = twice<float>(2); x = v.g<float>(3); x = b.Load<float4>(4);',
    '(x = twice<float>(2)); (x = v.g<float>(3)); (x = b.Load<float4>(4));',
  ],
  [
    'bool r = a < b && c > (d); r = b.Load < 3; r = v.x<0.5;',
    'bool r = ((a < b) && (c > d)); (r = (b.Load < 3)); (r = (v.x < 0.5));',
  ],
  ['int t = n < 4 > 3;', 'int t = ((n < 4) > 3);'],
  ['Unknown u; Unknown<float> w; n * m;', 'Unknown u; Unknown<float> w; (n * m);'],
  [
    'float sample = 1, center = sample * 2; center = 2; linear float y;',
    'float sample = 1; float center = (sample * 2); (center = 2); linear float y;',
  ],
  ['{ float S = 1; S < 2; } S q;', '{ float S = 1; (S < 2); } S q;'],
  ['if (int w = f()) x = w; else if (a) ; else { }', 'if (int w = f();) (x = w); else if (a) ; else { }'],
  [
    '[unroll(4)] for (int i = 0, j = 3; i < 4; ++i, j--) continue; for (;;) break;',
    '[unroll(4)] for (int i = 0; int j = 3; (i < 4); ((++i) , (j--))) continue; for (; ; ) break;',
  ],
  [
    'do { x += 1; } while (x < 3); [loop] while (true) discard;',
    'do { (x += 1); } while ((x < 3)); [loop] while (true) discard;',
  ],
  [
    '[branch] switch (n) { case 1: case S::N: { break; } default: return; }',
    '[branch] switch (n) { case 1: case S::N: { break; } default: return; }',
  ],
  [
    'x = sizeof(float4) + sizeof x + tex[3].Load(int3(1, 2, 0)).x;',
    "(x = ((sizeof(float4) + sizeof(x)) + tex[3].Load('int3'(1, 2, 0)).x));",
  ],
  [
    'struct L { int a; } l; l.a = 1; typedef int T; T k = (T)1.5h + 0x1Fu + 0777;',
    "struct L { int a; } {L} l; (l.a = 1); using T = int; T k = ((('T' 1.5h) + 31u) + 511);",
  ],
  ['x = \'a\' + "s" "t";', '(x = (97 + "st"));'],
  ['return ::g(a)(b)[c].d;', 'return ::g(a)(b)[c].d;'],
  ['this.x = 3; this.f();', '(this.x = 3); this.f();'],
]

for (const [source, tree] of STATEMENTS) {
  test(`statement: ${source}`, t => {
    const { unit, messages } = parse(optionsFor(`${PRELUDE}void main() { ${source} }`))
    t.deepEqual(
      messages.filter(m => !m.endsWith(' ignored') && !m.includes('effect annotation ignored')),
      [],
    )
    t.is(unitText(unit!).split('\n').pop(), `void main() { ${tree} }`)
  })
}

/** [source, messages]; each wording and place was compared with DXC's. */
const COMPLAINTS: readonly (readonly [string, ...string[]])[] = [
  ['int x', "1:6: error: expected ';' after top level declarator"],
  ['void f() { int x = 1 }', "1:21: error: expected ';' at end of declaration"],
  ['void f() {\n x = 2\n y = 3; }', "2:7: error: expected ';' after expression"],
  [
    'void f() { x = (1 + 2; y = ; }',
    "1:22: error: expected ')'",
    "1:16: note: to match this '('",
    '1:28: error: expected expression',
  ],
  ['void f() { int a[3; }', "1:19: error: expected ']'", "1:17: note: to match this '['"],
  ['void f() { return 1 }', "1:20: error: expected ';' after return statement"],
  ['void f() { for (int i = 0; i < 3) {} }', "1:33: error: expected ';' in 'for' statement specifier"],
  ['void f() { do {} while (1) }', "1:27: error: expected ';' after do/while statement"],
  ['void f() { switch (1) { case 1 break; } }', "1:31: error: expected ':' after 'case'"],
  ['void f() { switch (1) { default: } }', '1:33: error: label at end of compound statement: expected statement'],
  ['void f() { float4 y = float4; }', "1:23: error: unexpected type name 'float4': expected expression"],
  ['void f() { new int; }', "1:12: error: 'new' is a reserved keyword in HLSL"],
  ['void f() { int x = 1, y = ; int z = ; }', '1:27: error: expected expression', '1:37: error: expected expression'],
  ['void f() { float3 b = a.; }', '1:25: error: expected unqualified-id'],
  ['void f() { void g() { } }', '1:21: error: function definition is not allowed here'],
  [
    'void f() { }\n}\nint y',
    "2:1: error: extraneous closing brace ('}')",
    "3:6: error: expected ';' after top level declarator",
  ],
  ['struct A { int x; }\nvoid f() {}', "1:20: error: expected ';' after struct"],
  ['struct A { int x };', "1:17: error: expected ';' at end of declaration list"],
  ['float f(int a {}', "1:15: error: expected ')'", "1:8: note: to match this '('"],
  ['foo;', '1:1: error: HLSL requires a type specifier for all declarations'],
  ['namespace A { int x;', "1:21: error: expected '}'", "1:13: note: to match this '{'"],
  ['typedef int;', '1:1: warning: typedef requires a name'],
  ['using A = ;', '1:11: error: expected a type'],
  ['enum A { a, b = };', '1:17: error: expected expression'],
  ['cbuffer { int x; }', '1:9: error: expected identifier'],
  ['int x = 1f;', "1:10: error: invalid digit 'f' in decimal constant"],
  [
    'int x = 089, y = 1uu, z = 1e;',
    "1:10: error: invalid digit '8' in octal constant",
    "1:19: error: invalid suffix 'uu' on integer constant",
    '1:28: error: exponent has no digits',
  ],
  ['int x = 99999999999999999999;', '1:9: error: integer literal is too large to be represented in any integer type'],
  ['int \u00d7 = 3;', '1:5: error: non-ASCII characters are not allowed outside of literals and identifiers'],
  ['int \u00e9 = 3;'],
  ['int x = "abc\n;', "1:9: warning: missing terminating '\"' character", '1:9: error: expected expression'],
  [
    'technique t { pass p { } } int x;',
    '1:1: warning: effect technique ignored - effect syntax is deprecated and will be removed in HLSL 2026',
  ],
]

for (const [source, ...expected] of COMPLAINTS) {
  test(`complaint about ${JSON.stringify(source)}`, t => {
    t.deepEqual(parse(optionsFor(source)).messages, expected)
  })
}

test('what stands around an error is read as usual', t => {
  const { unit, messages } = parse(
    optionsFor('int a;\nfloat f( { }\nint b;\nvoid g() { x = ; y = 1; if (( { z; }\n}\nint c;'),
  )
  t.is(messages.filter(m => m.includes('error')).length, 4)
  const names = unit!.declarations.map(d => ('name' in d ? d.name : d.kind))
  t.true(
    ['a', 'b', 'g', 'c'].every(n => names.includes(n)),
    names.join(),
  )
})

test('spans cover what they name', t => {
  const source = 'float4 f(float a) { return a * (a + 1.5f); }'
  const { unit } = parse(optionsFor(source))
  const f = unit!.declarations[0]!
  t.is(source.slice(f.pos - 1, f.end - 1), source)
  if (f.kind !== 'function') return t.fail()
  const statement = f.body!.statements[0]!
  if (statement.kind !== 'return' || statement.value?.kind !== 'binary') return t.fail()
  t.is(source.slice(statement.value.pos - 1, statement.value.end - 1), 'a * (a + 1.5f)')
  t.is(source.slice(statement.value.right.pos - 1, statement.value.right.end - 1), '(a + 1.5f)')
})

test('every corpus shader parses without a message', t => {
  const files = readdirSync('corpus').filter(f => f.endsWith('.hlsl'))
  t.true(files.length >= 40)
  for (const file of files) {
    const source = readFileSync(`corpus/${file}`, 'utf8')
    for (const [, args] of source.matchAll(/^\/\/ args: (.*)$/gm)) {
      const defines = [...args!.matchAll(/-D ?(\S+)/g)].map(m => m[1]!)
      t.deepEqual(parse(optionsFor(source, {}, defines)).messages, [], `${file} ${args}`)
    }
  }
})
