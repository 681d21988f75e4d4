// Differences between neighbours of what depends on the wave: where DXC warns of them, and where it does not.

import { compile } from '../../src/api/compile.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'

const TEXTURES = 'Texture2D t; Texture2D many[4]; SamplerState s; SamplerComparisonState c; RWBuffer<float> b;\n'
const VALUES = [
  ...['WaveActiveSum(uv.x)', 'WaveReadLaneAt(uv.x, 2)', 'WaveGetLaneCount() * uv.x', 'QuadReadAcrossX(uv.x)'],
  ...['IsHelperLane()', 'uv.x', 'WavePrefixSum(uv.x)', 'WaveActiveBallot(true).x', 'b[WaveGetLaneIndex()]'],
]
const OPERATIONS = [
  ...['ddx(w)', 'fwidth(w * 2)', 't.Sample(s, w).x', 't.SampleLevel(s, w, 0).x', 't.SampleGrad(s, uv, w, w).x'],
  ...['t.SampleBias(s, uv, w).x', 't.SampleCmp(c, uv, w)', 't.CalculateLevelOfDetail(s, w)', 't.Gather(s, w).x'],
  'many[NonUniformResourceIndex((uint)w)].Sample(s, uv).x',
]
const BRANCHES = [
  'if (WaveIsFirstLane())\n r = t.Sample(s, uv).x;',
  'if (WaveIsFirstLane())\n r = t.Sample(s, uv *\n 2).x;',
  'r = t.Sample(s, uv.yx).x;\n if (WaveIsFirstLane())\n r = t.Sample(s, uv).x;',
  'if (WaveIsFirstLane())\n return 0;\n r = t.Sample(s, uv).x;',
  'if (WaveIsFirstLane())\n discard;\n r = t.Sample(s, uv).x;',
  'for (int i = 0; i < WaveActiveSum((int)uv.y); i++)\n r += t.Sample(s, uv +\n i).x;',
  'for (int i = 0; i < WaveActiveSum((int)uv.y); i++)\n r += uv.x;\n r = t.Sample(s, r).x;',
  'float2 q = uv;\n [branch] if (WaveActiveSum(uv.x) > 2)\n q = t.SampleLevel(s, uv, 0).xy;\n r = t.Sample(s, q).x;',
  'if (uv.x > 1)\n r = t.Sample(s, uv).x;\n else r = WaveActiveSum(uv.x);',
]

const shader = (body: string): string =>
  `${TEXTURES}float main(float2 uv : UV) : SV_Target {\nfloat r = 0;\n${body}\nreturn r;\n}`

const SHADERS = [
  ...VALUES.map(value => shader(`float w =\n${value};\nr = ddx(\nw);`)),
  ...OPERATIONS.map(operation => shader(`float w =\nWaveActiveSum(uv.x);\nr =\n${operation};`)),
  ...BRANCHES.map(shader),
]

const TEXT = /(\d+:\d+): warning: Gradient operations/

oracleTest('dxc-new', 'warnings of differences of what depends on the wave stand where DXC has them', async t => {
  const dxc = await Dxc.shared('dxc-new')
  for (const source of SHADERS) {
    const { diagnostics } = compile(source, { target: 'ps_6_6', entry: 'main' })
    const ours = diagnostics.filter(d => d.code === 'W3074').map(d => `${d.line}:${d.column}`)
    const { errors } = await dxc.compile(source, ['-T', 'ps_6_6', '-E', 'main'])
    const theirs = errors.split('\n').flatMap(line => TEXT.exec(line)?.[1] ?? [])
    t.deepEqual(ours.sort(), [...new Set(theirs)].sort(), source)
  }
})
