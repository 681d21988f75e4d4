// Where arrays end up that stay in memory: outputs are stored to directly, static arrays are variables of the module.

import test from 'ava'
import { compile } from '../../src/api/compile.ts'
import { listing } from '../../src/api/disassemble.ts'

const code = (source: string, target = 'vs_6_0'): string => {
  const { container, text } = compile(source, { target, entry: 'main' })
  if (!container) throw new Error(text)
  return listing(container)
}
const count = (text: string, what: RegExp): number => [...text.matchAll(what)].length

const OUTPUT_LOOP =
  'int n; float4 c[16]; float4 main(out float o[8] : I) : SV_Position { for (uint i = 0; i < n; i++) o[i] = c[i].x;'

test('an output array is stored to at the row that run time knows', t => {
  const text = code(`${OUTPUT_LOOP} return 0; }`)
  t.is(count(text, /alloca/g), 0)
  t.is(count(text, /storeOutput\.f32\(i32 5, i32 1, i32 %\d+, i8 0/g), 1)
  t.is(count(text, /call void @dx\.op\.storeOutput/g), 5)
})

test('rows of a matrix are steps of the row', t => {
  const text = code(
    'int n; float4 c[16]; float4 main(out float2x2 o[2] : I) : SV_Position { for (uint i = 0; i < n; i++) o[i] = c[i].x; return 0; }',
  )
  t.is(count(text, /alloca/g), 0)
  t.is(count(text, /storeOutput\.f32\(i32 5, i32 1, i32 %\d+, i8 [01]/g), 4)
})

test('an output that is read again is kept in memory', t => {
  const text = code(`${OUTPUT_LOOP} o[0] += o[n & 7]; return 0; }`)
  t.is(count(text, /alloca/g), 1)
})

test('a static array begins with what is stored to it first', t => {
  const text = code(
    'static uint a[4] = { 1, 2, 3, 4 }; float main(uint i : I, uint k : K) : SV_Target { a[i] = 20; a[3] = 10; return a[k]; }',
    'ps_6_0',
  )
  t.regex(text, /@a = internal unnamed_addr global \[4 x i32\] \[i32 1, i32 2, i32 3, i32 4\]/)
  t.is(count(text, /store i32/g), 2)
  t.is(count(text, /alloca/g), 0)
})

test('a store behind a store at an index of run time is no beginning', t => {
  const text = code(
    'static uint a[2]; float main(uint i : I, uint k : K) : SV_Target { a[i] = 20; a[1] = 10; return a[k]; }',
    'ps_6_0',
  )
  t.regex(text, /@a = internal unnamed_addr global \[2 x i32\] zeroinitializer/)
  t.is(count(text, /store i32/g), 2)
})

test('an array of a function stays its own', t => {
  const text = code(
    'float main(uint i : I, uint k : K) : SV_Target { uint a[2] = { k, 1 }; a[i] = 20; return a[k]; }',
    'ps_6_0',
  )
  t.is(count(text, /alloca/g), 1)
})

test('what static variables of a library hold is not stored where no function reads it', t => {
  const library = (read: string): string => {
    const source = `static float3 s, k; static int2 a[2]; void get(out float3 x);
export float3 f(int i) { get(s); a[i] = i; k = s; return s; } export int g(int i) { return ${read}; }`
    return code(source, 'lib_6_3')
  }
  const none = library('i')
  t.is(count(none, /= internal/g), 0)
  t.is(count(none, /store /g), 0)
  t.is(count(library('a[i].x'), /store i32/g), 2)
})

test('a matrix that says its order is passed to one that has the same anyway without a copy', t => {
  const allocas = (order: string): number => {
    const source = `${order} float2x2 look(in ${order} float2x2 a[16], int i) { return a[i]; } int n;
float2x2 main() : I { float2x2 a[16]; for (int i = 0; i < 16; i++) a[i] = i; return look(a, n); }`
    const { container } = compile(source, { target: 'vs_6_0', entry: 'main', optimization: 0 })
    return count(listing(container!), /alloca/g)
  }
  t.is(allocas('column_major'), allocas(''))
  t.is(allocas('row_major'), 2 * allocas(''))
})
