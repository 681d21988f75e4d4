// The diagnostics of LLVM's own tests on registers, packoffset and ConstantBuffer<T>, from HLSL. Clang words them anew and is stricter in
// places; dxilkit compiles what DXC compiles, so each case states DXC's verdict and wording, and the oracle confirms the verdict.

import { compile } from '../../src/api/compile.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'

const MAIN = '\n[numthreads(1, 1, 1)] void main() {'

/** `expected`: a text of the first message, or undefined for a program that is accepted without any. */
const says = (title: string, source: string, expected: string | undefined, isError = true): void =>
  oracleTest('dxc', `llvm-cases ${title}`, async t => {
    const result = compile(source, { target: 'cs_6_0' })
    const [first] = result.diagnostics
    if (expected === undefined) t.true(first === undefined, first?.message)
    else {
      t.true(first?.message.includes(expected), first?.message)
      t.is(first?.severity, isError ? 'error' : 'warning')
      t.true((first?.line ?? 0) > 0)
    }
    t.is(result.ok, expected === undefined || !isError)
    const dxc = await Dxc.shared()
    t.is((await dxc.compile(source, ['-T', 'cs_6_0', '-E', 'main'])).ok, result.ok)
  })

// ---- 9 where register stands ------------------------------------------------------------------------------------------------------------

says(
  '9 register on a static resource: clang refuses, DXC ignores it',
  `static RWBuffer<float> s : register(u0);${MAIN} }`,
  undefined,
)
says(
  '9 register on a local resource: clang refuses, DXC ignores it',
  `RWBuffer<float> g;${MAIN} RWBuffer<float> l : register(u0); l = g; l[0] = 1; }`,
  undefined,
)
says(
  '9 register on a parameter: clang refuses, DXC ignores it',
  `RWBuffer<float> g; void f(RWBuffer<float> p : register(u1)) { p[0] = 1; }${MAIN} f(g); }`,
  undefined,
)
says(
  '9 register on a struct field',
  `struct S { RWBuffer<float> b : register(u0); }; S s;${MAIN} s.b[0] = 1; }`,
  'location semantics cannot be specified on members.',
)

// ---- 9 what register says ---------------------------------------------------------------------------------------------------------------

const USE = `${MAIN} a[0] = 1; }`
says(
  '9 invalid space specifier s2',
  `RWBuffer<float> a : register(u0, s2);${USE}`,
  "expected space definition with syntax 'spaceX', where X is an integral value",
)
says(
  '9 space without a number',
  `RWBuffer<float> a : register(u0, spaces);${USE}`,
  'space number should be an integral numeric string',
)
says(
  '9 register number should be an integer',
  `RWBuffer<float> a : register(ux);${USE}`,
  'register number should be an integral numeric string',
)
says('9 wrong argument format: b 2', `cbuffer B : register(b 2) { float k; }${MAIN} }`, "expected ')'")
says('9 register()', `RWBuffer<float> a : register();${USE}`, 'expected identifier')

// ---- 9 classes --------------------------------------------------------------------------------------------------------------------------

const OUT = 'RWBuffer<float> o;'
const CLASSES: readonly (readonly [string, string, string])[] = [
  ['t on a UAV', `RWBuffer<float> a : register(t0);${USE}`, "expected 'u' binding"],
  ['u on an SRV', `Buffer<float> a : register(u0); ${OUT}${MAIN} o[0] = a[0]; }`, "expected 't' binding"],
  ['b on a sampler', `SamplerState a : register(b0);${MAIN} }`, "expected 's' or 't' binding"],
  ['s on a cbuffer', `cbuffer B : register(s0) { float k; } ${OUT}${MAIN} o[0] = k; }`, "expected 'b' binding"],
  ['t on a cbuffer', `cbuffer B : register(t0) { float k; } ${OUT}${MAIN} o[0] = k; }`, "expected 'b' binding"],
]
for (const [what, source, message] of CLASSES)
  says(`9 class mismatch: ${what}`, source, `invalid register specification, ${message}`)
says(
  '9 a user-defined type without such a resource: clang warns, DXC is silent',
  `struct S { RWBuffer<float> b; }; S s : register(t0);${MAIN} s.b[0] = 1; }`,
  undefined,
)
says(
  '9 unknown letter',
  `RWBuffer<float> a : register(x0);${USE}`,
  "register type is unsupported - available types are 'b', 'c', 'i', 's', 't', 'u'",
)
says(
  '9 the same letter twice',
  `RWBuffer<float> a : register(u0) : register(u1);${USE}`,
  'conflicting register semantics',
)
says(
  '9 i and b on scalars: no longer supported by clang, ignored by DXC',
  `int k : register(i0); float l : register(b1); ${OUT}${MAIN} o[0] = k + l; }`,
  undefined,
)
says(
  '9 c inside a cbuffer: clang asks for packoffset, DXC takes it',
  `cbuffer B { float k : register(c2); } ${OUT}${MAIN} o[0] = k; }`,
  undefined,
)
says(
  '9 several letters on one struct instance are legal',
  `struct S { Buffer<float> t; RWBuffer<float> u; }; S s : register(t3) : register(u4);${MAIN} s.u[0] = s.t[0]; }`,
  undefined,
)

// ---- 9 local handles --------------------------------------------------------------------------------------------------------------------

says(
  '9 a local handle of one resource or another: clang warns before its back end refuses, DXC refuses',
  `RWBuffer<float> a, b; uint n;${MAIN} RWBuffer<float> l = a; if (n) l = b; l[0] = 1; }`,
  'local resource not guaranteed to map to unique global resource.',
)
says(
  '9 a local handle of one element or another of one array is legal',
  `RWBuffer<float> a[4]; uint n;${MAIN} RWBuffer<float> l = a[0]; if (n) l = a[n]; l[0] = 1; }`,
  undefined,
)
says(
  '9 resource has implicit register binding: a warning of clang by choice, DXC has none',
  `RWBuffer<float> a;${USE}`,
  undefined,
)

// ---- 8 packoffset -----------------------------------------------------------------------------------------------------------------------

const inside = (members: string): string => `cbuffer B { ${members} } ${OUT}${MAIN} }`
says(
  '8 packoffset-invalid: overlap',
  inside('float4 o1 : packoffset(c0); float o2 : packoffset(c0.y);'),
  "packoffset overlap between 'o2', 'o1'",
)
says('8 packoffset-invalid: across rows', inside('float2 a : packoffset(c0.w);'), 'register or offset bind not valid')
says(
  '8 packoffset-invalid: a struct not at .x',
  `struct T { float x; }; ${inside('T a : packoffset(c0.y);')}`,
  'register or offset bind not valid',
)
says(
  '8 packoffset-invalid: an array not at .x',
  inside('float a[2] : packoffset(c0.y);'),
  'register or offset bind not valid',
)
says(
  '8 packoffset-invalid: double at .y: clang refuses, DXC takes it',
  inside('double a : packoffset(c0.y);'),
  undefined,
)
says('8 packoffset-invalid: unknown component', inside('float a : packoffset(c0.m);'), "not 'c0.m'")
says('8 packoffset-invalid: another class', inside('float a : packoffset(t2);'), "not 't2'")
says(
  '8 packoffset-invalid: outside of a constant buffer',
  `float a : packoffset(c2); ${OUT}${MAIN} o[0] = a; }`,
  'packoffset is only allowed in a constant buffer',
)
says(
  '8 packoffset-invalid: mixed with members without',
  `cbuffer B { float a : packoffset(c2); float b; } ${OUT}${MAIN} o[0] = a + b; }`,
  'cannot mix packoffset elements with nonpackoffset elements in a cbuffer',
  false,
)

// ---- 8 ConstantBuffer<T> ----------------------------------------------------------------------------------------------------------------

says(
  '8 ConstantBuffers: of a scalar',
  `ConstantBuffer<float> c;${MAIN} }`,
  "'float' cannot be used as a type parameter",
)
says('8 ConstantBuffers: of an array', `ConstantBuffer<float[2]> c;${MAIN} }`, 'cannot be used as a type parameter')
says(
  '8 ConstantBuffers: of a struct with a resource: clang refuses, DXC takes it',
  `struct S { Buffer<float> b; }; ConstantBuffer<S> c;${MAIN} }`,
  undefined,
)
says(
  '8 ConstantBuffers: a member is not written',
  `struct S { float b; }; ConstantBuffer<S> c;${MAIN} c.b = 1; }`,
  'read-only variable is not assignable',
)
says(
  '8 ConstantBuffers: not to inout',
  `struct S { float b; }; ConstantBuffer<S> c; void f(inout S s) { s.b = 1; }${MAIN} f(c); }`,
  "no matching function for call to 'f'",
)
