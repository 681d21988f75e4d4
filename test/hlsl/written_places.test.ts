// What can be written to that is no plain variable: the beginnings of values, seen through casts, and constants in FXC's language. Each shader runs
// as both compilers make it.

import type { ExecutionContext } from 'ava'
import { D3d12 } from '../oracle/d3d12.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { both, messages } from './both.ts'

const COUNT = 8
const BUFFER = new Uint8Array(new Float32Array([10, 20, 30, 40, 50, 60, 70, 80]).buffer)

/** Runs one thread of a shader that writes the buffer o, with constants 10, 20... in b0. */
async function run(container: Uint8Array): Promise<number[]> {
  const gpu = await D3d12.shared()
  const result = await gpu.runCompute({
    container,
    dispatch: [1, 1, 1],
    resources: [
      { kind: 'uav', register: 0, type: 'typed', format: 'R32_FLOAT', count: COUNT },
      { kind: 'cbv', register: 0, data: BUFFER },
    ],
  })
  if (result.error !== undefined) throw new Error(result.error)
  return [...new Float32Array(result.uavs[0]!.data.slice().buffer)]
}

async function writes(t: ExecutionContext, source: string, flags: string, expected: readonly number[]) {
  const { ours, theirs, isValid } = await both(source, flags)
  t.true(ours.ok && theirs.ok && isValid, `${ours.text}\n${theirs.errors}`)
  const values = await run(ours.container!)
  t.deepEqual(values.slice(0, expected.length), [...expected], source)
  t.deepEqual(values, await run(theirs.container!), source)
}

const shader = (globals: string, ...statements: readonly string[]): string =>
  `${globals}\nRWBuffer<float> o : register(u0);\n[numthreads(1, 1, 1)]\nvoid main() {\n${statements.join('\n')}\n}\n`
const show = (...values: readonly string[]): string => values.map((value, i) => `o[${i}] = ${value};`).join(' ')

oracleTest('d3d12', 'casts to the beginning of a value are l-values', async t => {
  const cases: readonly (readonly [source: string, expected: readonly number[]])[] = [
    [shader('', 'float4 v = 7; (float)v = 3;', show('v.x', 'v.y', 'v.z', 'v.w')), [3, 7, 7, 7]],
    [shader('', 'float4 v = 7; ((float3)v).yx = float2(4, 5);', show('v.x', 'v.y', 'v.z')), [5, 4, 7]],
    [shader('', 'float4 v = 7; ((float2)v)++; ((float3)v) *= 2;', show('v.x', 'v.y', 'v.z', 'v.w')), [16, 16, 14, 7]],
    [
      shader('', 'float l[3] = { 1, 2, 3 }; float k[2] = { 8, 9 }; (float[2])l = k;', show('l[0]', 'l[1]', 'l[2]')),
      [8, 9, 3],
    ],
    [
      shader(
        '',
        'float4x3 m = 1; ((float2x2)m)[1] = float2(5, 6);',
        show('m[0].x', 'm[1].x', 'm[1].y', 'm[1].z', 'm[2].x'),
      ),
      [1, 5, 6, 1, 1],
    ],
    [
      shader(
        'void f(out float2 x) { x = 2; }\nvoid g(inout float x) { x++; }',
        'float4 v = 5; f((float2)v); g((float)v);',
        show('v.x', 'v.y', 'v.z'),
      ),
      [3, 2, 5],
    ],
  ]
  for (const [source, expected] of cases) await writes(t, source, '-T cs_6_0', expected)
})

const RECORD = 'struct S { float2 a; float b[3]; float4x3 m; float4 v; };\nstruct T { float2 a; float b[2]; };'
const stores = (statement: string): string =>
  `${RECORD}\nRWStructuredBuffer<S> buf;\n[numthreads(1, 1, 1)] void main(uint i : SV_GroupIndex) {\n${statement}\n}\n`

oracleTest('dxc', 'casts of elements of buffers store the beginning alone', async t => {
  const statements = [
    '((float)buf[i].a) = 3; ((float3)buf[i].v) = 1;',
    'float k[2] = { 8, 9 }; ((float[2])buf[i].b) = k;',
    '((float3x3)buf[i].m)[1] = float3(1, 2, 3);',
    'T t = { 1, 2, 3, 4 }; ((T)buf[i]) = t;',
  ]
  for (const statement of statements) {
    const { ours, theirs, isValid } = await both(stores(statement), '-T cs_6_0')
    t.true(ours.ok && theirs.ok && isValid, statement)
  }
})

oracleTest('dxc', 'other casts are values', async t => {
  for (const statement of [
    'float4 v = 0; (int4)v = 1;',
    'float v = 0; (float4)v = 1;',
    'float4 v = 0; (float2x2)v = 1;',
    'float4 v = 0; ((float2)(v + 1)).y = 1;',
    'struct A { float x, y; }; A v = { 1, 2 }; ((float2)v).y = 1;',
  ]) {
    const { ours, theirs } = await both(shader('', statement), '-T cs_6_0')
    t.deepEqual(messages(ours.text, 'error'), messages(theirs.errors, 'error'), statement)
    t.is(ours.diagnostics[0]?.code, 'E2130')
  }
})

oracleTest('dxc', 'a vector is no output for a scalar', async t => {
  for (const type of ['float4', 'float2x2']) {
    const { ours, theirs } = await both(shader('void f(out float a) { a = 2; }', `${type} x = 1;\nf(x);`), '-T cs_6_0')
    t.deepEqual(messages(ours.text, 'error'), messages(theirs.errors, 'error'), type)
    t.is(ours.diagnostics.find(d => d.severity === 'error')?.code, 'E2183')
  }
})

oracleTest('d3d12', 'under -Gec constants are variables that begin with what the buffer holds', async t => {
  const cases: readonly (readonly [source: string, expected: readonly number[]])[] = [
    [shader('float g; float h;', 'g += 1;', show('g', 'h')), [11, 20]],
    [shader('cbuffer C { float4 v; float w; }', 'v.yz = w;', show('v.x', 'v.y', 'v.z', 'v.w')), [10, 50, 50, 40]],
    [shader('float4 v;', 'v.yzw = 1; uint i = v.y; v[i + 1] = 3;', show('v.x', 'v.y', 'v.z')), [10, 1, 3]],
    [
      shader(
        'struct Q { float4 v; void set() { v.x = 2; } }; Q q;',
        'q.set(); q.v.y++;',
        show('q.v.x', 'q.v.y', 'q.v.z'),
      ),
      [2, 21, 30],
    ],
    [shader('float g; void f(inout float x) { x *= 2; }', 'f(g); if (g > 19) g = 5; else g = 6;', show('g')), [5]],
  ]
  for (const [source, expected] of cases) await writes(t, source, '-T cs_6_0 -Gec', expected)
})

oracleTest('dxc', 'constants that say so, and those of newer languages, stay as they are', async t => {
  for (const [globals, flags] of [
    ['const float g;', '-T cs_6_0 -Gec'],
    ['cbuffer C { const float g; float h; }', '-T cs_6_0 -Gec'],
    ['float g;', '-T cs_6_0 -HV 2016'],
    ['float g;', '-T cs_6_0'],
  ] as const) {
    const { ours, theirs } = await both(shader(globals, 'g = 1;'), flags)
    t.false(ours.ok || theirs.ok, globals)
    t.deepEqual(messages(ours.text, 'error')[0], messages(theirs.errors, 'error')[0], globals)
  }
})
