// Words where they mean nothing: modifiers of variables and parameters on fields, stages that contradict each other or the profile.

import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { both, messages, oursAlone } from './both.ts'

const MODIFIERS = ['const', 'extern', 'uniform', 'shared', 'groupshared', 'in', 'out', 'inout']
const FINE = ['static', 'precise', 'nointerpolation', 'linear', 'centroid', 'sample', 'snorm', 'unorm', 'row_major']

const withField = (modifier: string): string => {
  const type = modifier === 'row_major' ? 'float2x2' : 'float'
  return `struct S {\n${modifier} ${type} b;\nfloat c; };\nfloat4 main() : SV_Target { S s; s.c = 1; return s.c; }\n`
}

oracleTest('dxc', 'modifiers of fields', async t => {
  for (const modifier of MODIFIERS) {
    const { ours, theirs } = await both(withField(modifier), '-T ps_6_0')
    t.deepEqual(messages(ours.text, 'error'), messages(theirs.errors, 'error'), modifier)
    t.is(messages(ours.text, 'error').length, 1, modifier)
  }
  for (const modifier of FINE) {
    const { ours, theirs } = await both(withField(modifier), '-T ps_6_0')
    t.true(ours.ok && theirs.ok, `${modifier}\n${ours.text}\n${theirs.errors}`)
  }
})

/** Where older releases take `volatile`, or say that it is no modifier there. */
const VOLATILE = [
  'volatile int g;',
  'static volatile int g;',
  'struct S { volatile int a; };',
  'struct S { unsigned volatile int a; };',
  'int f(volatile int x) { return x; }',
  'volatile int f(int x) { return x; }',
  'typedef volatile int V;',
  'using V = volatile int;',
  'cbuffer C { volatile int a; };',
  'volatile struct S { int a; } s;',
  'Buffer<volatile float4> b : register(t0);',
  'template<typename T> T f() { volatile T x = 1; return x; }',
  'int f() { int volatile x = 1; return x; }',
  'int f() { return (volatile int)1.5; }',
  'int f() { volatile volatile int x = 1; return x; }',
  'int f() { const volatile int x = 1; volatile int y = 2; return x; }',
  'int f() { return sizeof(volatile int); }',
  'int f() { volatile; return 1; }',
  'int f(int x) { [unroll] for (volatile int i = 0; i < 4; i++) x *= x; return x; }',
  'int f() { return 1; }\n#define volatile\nint g() { volatile int x = 1; return x; }',
]

oracleTest('dxc-new', 'volatile is reserved, as in the newest DXC', async t => {
  const dxc = await Dxc.shared('dxc-new')
  for (const line of VOLATILE) {
    const source = `${line}\nfloat4 main() : SV_Target { return 0; }\n`
    const flags = ['-T', 'ps_6_0', '-validator-version', '1.8']
    const theirs = await dxc.compile(source, flags, { name: 'x.hlsl' })
    const ours = oursAlone(source, flags.join(' '))
    t.is(ours.ok, theirs.ok, line)
    t.deepEqual(messages(ours.text, 'error'), messages(theirs.errors, 'error'), line)
  }
})

const MAIN = '[numthreads(1, 1, 1)] void main() { }\n'
const STAGES: readonly (readonly [source: string, flags: string, errors: number])[] = [
  [`[shader("compute")] ${MAIN}`, '-T cs_6_0', 0],
  [`[shader("compute")] [shader("compute")] ${MAIN}`, '-T cs_6_0', 0],
  [`[shader("compute")]\n[shader("pixel")]\n${MAIN}`, '-T cs_6_0', 2],
  [`\n[shader("pixel")]\n${MAIN}`, '-T cs_6_0', 1],
  [`[shader("node")] [shader("compute")] void f() { }\n${MAIN}`, '-T cs_6_0', 1],
  [`[shader("nope")] void f() { }\n${MAIN}`, '-T cs_6_0', 1],
  [`[shader("pixel")] void f() { }\n${MAIN}`, '-T cs_6_0', 0],
  ['[shader("Pixel")] float4 main() : SV_Target { return 0; }\n', '-T ps_6_0', 1],
]

oracleTest('dxc', 'stages of functions', async t => {
  for (const [source, flags, errors] of STAGES) {
    const { ours, theirs } = await both(source, flags)
    t.deepEqual(messages(ours.text, 'error'), messages(theirs.errors, 'error'), source)
    t.is(messages(ours.text, 'error').length, errors, source)
  }
})

oracleTest('dxc', 'SV_CullPrimitive is there for pixel shaders of every model, and gives nothing', async t => {
  const source = 'float4 main(bool b : SV_CullPrimitive, float4 p : P) : SV_Target { return p; }\n'
  for (const flags of ['-T ps_6_0', '-T ps_6_4', '-T ps_6_5']) {
    const { ours, theirs, isValid } = await both(source, flags)
    t.true(ours.ok && theirs.ok && isValid, flags)
  }
})
