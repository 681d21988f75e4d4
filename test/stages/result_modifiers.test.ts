// Words in front of an entry point's result: interpolation, unorm and snorm go into the signature as those of a field would.

import { oracleTest } from '../oracle/oracle_test.ts'
import { checkStage } from './check.ts'

const WORDS = [
  'nointerpolation',
  'noperspective',
  'linear',
  'centroid',
  'sample',
  'noperspective centroid',
  'linear sample',
  'nointerpolation linear',
  'sample nointerpolation',
  'unorm',
  'snorm',
  'snorm noperspective',
  'precise',
  'const',
]

const SHADERS: readonly (readonly [profile: string, source: (words: string) => string])[] = [
  ['vs_6_0', w => `${w} float4 main(float4 p : P) : COLOR { return p; }`],
  ['vs_6_0', w => `${w} float4 main(float4 p : P) : SV_Position { return p; }`],
  ['vs_6_0', w => `${w} int2 main(float4 p : P) : COLOR { return p.xy; }`],
  ['vs_6_0', w => `${w} min16float main(float4 p : P) : COLOR { return p.x; }`],
  [
    'vs_6_0',
    w =>
      `struct S { float4 a : A; noperspective float b : B; nointerpolation int c : C; }; ${w} S main(float4 p : P) { S s; s.a = p; s.b = p.x; s.c = p.y; return s; }`,
  ],
  ['ps_6_0', w => `${w} float4 main(float4 p : P) : SV_Target { return p; }`],
  [
    'ds_6_0',
    w =>
      `struct C { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; }; struct V { float4 p : P; }; [domain("tri")] ${w} float4 main(C c, float3 u : SV_DomainLocation, const OutputPatch<V, 3> v) : COLOR { return v[0].p; }`,
  ],
]

oracleTest('dxc', "words of an entry point's result are in its signature", async t => {
  let refused = 0
  for (const [profile, source] of SHADERS)
    for (const words of WORDS) {
      const program = { source: source(words), args: ['-T', profile, '-E', 'main'] }
      const { problems, isRefused } = await checkStage(program)
      t.deepEqual(problems, [], program.source)
      if (isRefused) refused++
    }
  t.true(refused > 5 && refused < SHADERS.length * 5, `${refused} refused`)
})
