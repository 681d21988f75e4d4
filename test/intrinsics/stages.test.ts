// Builtins of some stages in each stage: accepted or refused as by DXC, with DXC's message. Code that never runs refuses nothing.

import { compile } from '../../src/api/compile.ts'
import { dxcArgsToOptions } from '../corpus/corpus_options.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'

/** Statements that use an input `x` and write a variable `r`. */
const BODIES: readonly string[] = [
  'clip(x - 1);',
  'if (x > 1) discard;',
  'if (false) clip(x);',
  'r = EvaluateAttributeCentroid(x);',
  'r = EvaluateAttributeSnapped(x, int2(1, 1));',
  'r = GetRenderTargetSampleCount();',
  'r = GetRenderTargetSamplePosition(1).x;',
  'r = IsHelperLane();',
  'r = QuadReadAcrossX(x);',
  'r = QuadAny(x > 1);',
  'r = ddx(x);',
  'GroupMemoryBarrier();',
  'GroupMemoryBarrierWithGroupSync();',
  'AllMemoryBarrier();',
  'DeviceMemoryBarrier();',
  'DeviceMemoryBarrierWithGroupSync();',
]

const STAGES: readonly (readonly [profile: string, wrap: (body: string) => string])[] = [
  [
    'cs_6_7',
    b =>
      `RWBuffer<float> o; [numthreads(8, 1, 1)] void main(uint i : SV_GroupIndex) { float x = i, r = 0; ${b} o[0] = r; }`,
  ],
  ['vs_6_7', b => `float4 main(float x : X) : SV_Position { float r = 0; ${b} return r; }`],
  ['ps_6_7', b => `float4 main(float x : X) : SV_Target { float r = 0; ${b} return r; }`],
  [
    'gs_6_7',
    b => `struct V { float4 p : SV_Position; }; [maxvertexcount(1)] void main(point V v[1], inout PointStream<V> s) {
      float r = 0, x = v[0].p.x; ${b} V w; w.p = r; s.Append(w); }`,
  ],
  ['lib_6_8', b => `RWBuffer<float> o; export float f(float x) { float r = 0; ${b} return r; }`],
  [
    'lib_6_8',
    b =>
      `RWBuffer<float> o; [shader("miss")] void f(inout float4 p : P) { float r = 0, x = p.x; ${b} p.y = r; }`
        .replace('float4 p : P', 'S p')
        .replace('[shader', 'struct S { float x, y; }; [shader'),
  ],
  [
    'lib_6_8',
    b =>
      `RWBuffer<float> o; [shader("node")] [NodeLaunch("thread")] void f() { float r = 0, x = o[1]; ${b} o[0] = r; }`,
  ],
  [
    'lib_6_8',
    b =>
      `RWBuffer<float> o; [shader("compute")] [numthreads(8, 1, 1)] void f() { float r = 0, x = o[1]; ${b} o[0] = r; }`,
  ],
]

for (const [i, [profile, wrap]] of STAGES.entries())
  oracleTest('dxc-new', `builtins of some stages in ${profile} (${i})`, async t => {
    const newest = await Dxc.shared('dxc-new')
    for (const body of BODIES) {
      const source = wrap(body)
      const args = ['-T', profile, '-E', 'main']
      const theirs = await newest.compile(source, [...args, '-validator-version', '1.8'])
      const ours = compile(source, dxcArgsToOptions(args))
      t.is(ours.ok, theirs.container !== undefined, `${profile} ${body}: ${ours.text}${theirs.errors}`)
      const message = ours.diagnostics.find(d => d.severity === 'error')?.message
      if (message) t.true(theirs.errors.includes(message), `${profile} ${body}: ${message}\n${theirs.errors}`)
    }
  })
