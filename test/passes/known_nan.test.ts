// Infinity times zero is NaN where both are known, whatever fast arithmetic may assume: executed, the words are those of DXC.

import { compile } from '../../src/api/compile.ts'
import { D3d12 } from '../oracle/d3d12.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'

const VALUES = [
  'normalize(float3(0, 0, 0)).y',
  'normalize(float2(0, 0)).x * 2 + 1',
  'normalize(float3(0, 3, 4)).x',
  'rsqrt(dot(float2(0, 0), float2(0, 0)))',
  'rsqrt(-0.0f)',
  '0 * rcp(0.0f)',
]
const SOURCE = `RWByteAddressBuffer o : register(u0);
[numthreads(1, 1, 1)] void main() {
${VALUES.map((v, i) => `  { float f = ${v}; o.Store(${i * 8}, isnan(f)); o.Store(${i * 8 + 4}, asuint(f == f ? f : 1)); }`).join('\n')}
}`

async function stored(container: Uint8Array): Promise<string> {
  const resources = [{ kind: 'uav', type: 'raw', register: 0, data: new Uint8Array(64) }] as const
  const run = await (await D3d12.shared()).runCompute({ container, dispatch: [1, 1, 1], resources })
  return run.error ?? run.uavs.map(({ data }) => Buffer.from(data).toString('hex')).join(' ')
}

oracleTest(['dxc', 'd3d12'], 'infinity times zero is NaN', async t => {
  for (const optimization of [0, 3] as const) {
    const theirs = await (await Dxc.shared()).compile(SOURCE, [
      '-T',
      'cs_6_0',
      '-E',
      'main',
      ...(optimization ? [] : ['-Od']),
    ])
    const mine = compile(SOURCE, { target: 'cs_6_0', optimization })
    t.true(theirs.ok && mine.ok, theirs.errors + mine.text)
    const words = await stored(mine.container!)
    t.regex(words, /^010000000000803f/)
    t.is(words, await stored(theirs.container!), `-O${optimization}`)
  }
})
