// Render targets that a pixel shader leaves in part alone: what DXC warns of, and in its order.

import { compile } from '../../src/api/compile.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'

const SHADERS = [
  'void main(float4 x : P, out float4 r : SV_Target, out float4 q : SV_Target3) { r = x; }',
  'void main(float4 x : P, out float4 r : SV_Target, out float3 q : SV_Target3) { r = x; q.z = x.y; }',
  'void main(float4 x : P, out float4 r[3] : SV_Target1) { r[0].x = x.x; r[1] = 2; }',
  'void main(float4 x : P, out float4 r[2] : SV_Target1) { r[(int)x.x] = x; }',
  'void main(float4 x : P, out float4 r[2] : SV_Target1) { r[(int)x.x].x = x.x; }',
  'struct O { float4 a : SV_Target0; float2 b : SV_Target1; uint c : SV_Target2; }; O main(float4 x : P) { O o; o.a = x; o.b.y = 1; return o; }',
  'float4 main(float4 x : P) : SV_Target { float4 r; if (x.x > 1) r.xy = x.xy; else r.yz = 2; return r; }',
  'float4 main(float4 x : P) : SV_Target { float4 r = x; if (x.x > 1) { float4 u; return u; } return r; }',
  'float4 main(float4 x : P) : sv_target1 { float4 r; [loop] for (int i = 0; i < x.x; i++) r.x += x.y; r.y = 1; return r; }',
  'float4 main(float4 x : P) : SV_Target { float4 r; r.x = 1; discard; return r; }',
  'void main(float4 x : P, out float4 r : SV_Target, out float d : SV_Depth) { r.x = x.x; d = 1; }',
]

const TEXT = /Declared output (\w+) not fully written/

oracleTest('dxc-new', 'render targets that are not written in whole are those that DXC names', async t => {
  const dxc = await Dxc.shared('dxc-new')
  for (const source of SHADERS) {
    const { diagnostics } = compile(source, { target: 'ps_6_6', entry: 'main' })
    const { errors } = await dxc.compile(source, ['-T', 'ps_6_6', '-E', 'main'])
    const named = (lines: readonly string[]): string[] => lines.flatMap(line => TEXT.exec(line)?.[1] ?? [])
    t.deepEqual(named(diagnostics.map(d => d.message)), named(errors.split('\n')), source)
  }
})
