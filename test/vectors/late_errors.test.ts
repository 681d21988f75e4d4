// What only the finished code shows of vectors and of what later shader models allow.

import test from 'ava'
import { partOf } from '../corpus/container_facts.ts'
import { oursAlone } from '../hlsl/both.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'

test('a store of a vector that nothing defined is refused, of one with a lane that is not', t => {
  const program = (value: string): string => `RWByteAddressBuffer o;
    [numthreads(1,1,1)] void main(uint i : SV_GroupIndex) { vector<uint, 5> v = i; ${value} }`
  const whole = oursAlone(program('o.Store<vector<uint, 5> >(i * 20, v / 0);'), '-T cs_6_9 -E main')
  t.regex(whole.text, /error: Assignment of undefined values to UAV\./)
  t.is(whole.container, undefined)
  const lane = oursAlone(program('v[2] = i / 0; o.Store<vector<uint, 5> >(i * 20, v);'), '-T cs_6_9 -E main')
  t.truthy(lane.container, lane.text)
})

/** Loops with texel offsets: by the counter, by data, by both, [loop], two loops, loads. At -Od DXC also unrolls while loops that say [loop]. */
const LOOPS = [
  'for (int i = 0; i < 4; i++) r += t.Sample(s, uv + i, int2(o.x, 1));',
  'for (int i = 0; i < n; i++) r += t.Sample(s, uv, int2(i, 1));',
  'for (int i = 0; i < 4; i++) r += t.SampleLevel(s, uv, 0, int2(i, tab[i]));',
  'for (int y = -1; y < 1; y++) for (int x = -1; x < 1; x++) r += t.Sample(s, uv, int2(x, y));',
  'for (int i = 0; i < 4; i++) for (int j = 0; j < n; j++) r += t.Sample(s, uv, int2(i, 2));',
  '[loop] for (int i = 0; i < 4; i++) r += t.Sample(s, uv, int2(i % 4, 2));',
  'for (int i = 0; i < 4; i++) r += t.Load(int3(i, i, 0), int2(i - 2, 0)) + t.Gather(s, uv, int2(i, n)).x;',
  'for (int i = 0; i < 20; i++) r += t.Sample(s, uv, int2(i, 3));',
]

oracleTest('dxc-new', 'loops ask for computed texel offsets where DXC does', async t => {
  const dxc = await Dxc.shared('dxc-new')
  for (const target of ['ps_6_7', 'ps_6_8'])
    for (const level of ['-O3', '-Od', '-O1'])
      for (const loop of LOOPS) {
        const source = `Texture2D<float> t; SamplerState s; cbuffer C { int2 o; uint n; float2 uv; int tab[9]; };
          float main() : SV_Target { float r = 0; ${loop} return r; }`
        const flags = `-T ${target} -E main ${level}`
        const theirs = await dxc.compile(source, [...flags.split(' '), '-validator-version', '1.8'])
        const ours = oursAlone(source, flags)
        if (!theirs.container || !ours.container) t.fail(`${flags}: ${loop}\n${theirs.errors}${ours.text}`)
        else t.deepEqual(partOf(ours.container, 'SFI0'), partOf(theirs.container, 'SFI0'), `${flags}: ${loop}`)
      }
})
