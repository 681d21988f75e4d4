// Functions of the program that are named like builtins: a builtin that takes the arguments hides them, but not methods or qualified names.

import { compile } from '../../src/api/compile.ts'
import { disassemble } from '../../src/api/disassemble.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'

const DECLARATIONS = `
float step(float a, float b) { return 7; } float4 step(float4 a, float4 b) { return 9; }
namespace N { float step(float a, float b) { return 8; } float g(float u) { return step(u, 2.5); } float h(float u) { return ::step(u, 3.5); } }
struct S { float a; float step(float a, float b) { return 9; } float m(float u) { return step(u, 4.5); } static float cos(float x) { return 12; } };
template<typename T> T exp(T x) { return 13; }
double tan(double x) { return 15; }
int abs(bool x) { return 16; }
float max(float a, int b) { return 3; }
struct V { float x; };
V clamp(V a, float b, float c) { V v; v.x = 17; return v; }
float mad(float a, float b) { return 19; }
float rcp(int a) { return 20; }
`

/** Each expression, and what the program's own function gives where it is called. */
const CALLS: readonly (readonly [call: string, own?: number])[] = [
  ['step(u, w.x)'],
  ['step(w, w * 2).x'],
  ['N::step(u, 5.5)', 8],
  ['N::g(u)'],
  ['N::h(u)'],
  ['s.m(u)', 9],
  ['s.step(u, 2)', 9],
  ['S::cos(u)', 12],
  ['exp(u)'],
  ['tan(u)'],
  ['abs(u > 1)'],
  ['max(u, k)'],
  ['clamp(v, 1, 2).x', 17],
  ['mad(1, 2)', 19],
  ['rcp(k)'],
]

/** The stored values that are constants. */
const constants = (container: Uint8Array): (number | undefined)[] =>
  [...disassemble(container).matchAll(/bufferStore\.f32\(i32 69, %[^,]+, i32 \d+, i32 undef, float ([^,]+),/g)].map(
    ([, value]) => (value!.startsWith('%') ? undefined : Number(value)),
  )

oracleTest('dxc', 'a builtin that takes the arguments hides functions of the program', async t => {
  const source = `${DECLARATIONS}RWBuffer<float> o; float u; float4 w; int k;
[numthreads(1, 1, 1)] void main() { S s; s.a = 1; V v; v.x = 2; ${CALLS.map(([call], i) => `o[${i}] = ${call};`).join(' ')} }`
  const theirs = await (await Dxc.shared()).compile(source, ['-T', 'cs_6_0', '-E', 'main'])
  const ours = compile(source, { target: 'cs_6_0' })
  t.true(theirs.ok && ours.ok, `${theirs.errors}${ours.text}`)
  const wanted = CALLS.map(([, own]) => own)
  t.deepEqual(constants(theirs.container!), wanted)
  t.deepEqual(constants(ours.container!), wanted)
})
