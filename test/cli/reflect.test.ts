// `dxilkit reflect`: its text, its JSON, and what it refuses.

import test from 'ava'
import { compile, reflect } from '../../src/api/index.ts'
import { folder, run } from './run_cli.ts'

const SOURCE = `struct Light { float3 at; float range; row_major float2x3 turn[2]; uint kind : 5; uint rest : 27; };
cbuffer Scene : register(b1) { float4 eye; Light lights[2]; bool on; };
Texture2D<float3> image : register(t2, space1);
SamplerComparisonState shadow;
Texture2D<float> depth[];
RWStructuredBuffer<Light> o;
[numthreads(8, 2, 1)] void main(uint i : SV_GroupIndex) {
  o[i].range = image[uint2(i, 0)].y + eye.x + lights[i].turn[1][0].y + lights[1].kind + depth[2].SampleCmpLevelZero(shadow, i, 0.5);
}`

const EXPECTED = `compute shader main, shader model 6.0, by dxilkit 0.1.0
  thread group 8 x 2 x 1
  instructions 27, floats 6, ints 2, uints 1, textureLoads 1, textureStores 1, comparisons 1

bindings
  b1  Scene: cbuffer
  s0  shadow: sampler, comparison
  t2, space1  image: texture2d of float3
  t0...  depth: texture2d of float
  u0  o: uav_rwstructured, 68 bytes an element

cbuffer Scene, 192 bytes
      0 float4 eye, 16 bytes
     16 Light lights[2], 160 bytes
        0 float3 at
       12 float range
       16 row_major float2x3 turn[2]
       76 uint
          0 uint kind : 5
          5 uint rest : 27
    176 bool on, 4 bytes, not used

structured o, 68 bytes
      0 Light $Element, 68 bytes
        0 float3 at
       12 float range
       16 row_major float2x3 turn[2]
       64 uint
          0 uint kind : 5
          5 uint rest : 27
`

function container(): Uint8Array {
  const result = compile(SOURCE, { target: 'cs_6_0' })
  if (!result.ok) throw new Error(result.text)
  return result.container
}

test('text: bindings, buffers down to members, counts', async t => {
  const f = folder({ 'a.dxil': container() })
  const { code, stdout } = await run(['reflect', f.at('a.dxil')])
  f.remove()
  t.is(code, 0)
  t.is(stdout, EXPECTED)
})

test('JSON is what the library gives; of several files a line each', async t => {
  const bytes = container()
  const f = folder({ 'a.dxil': bytes, 'b.dxil': bytes })
  const one = await run(['reflect', '--json', f.at('a.dxil')])
  t.deepEqual(JSON.parse(one.stdout), reflect(bytes))
  const two = await run(['reflect', '--json', f.at('a.dxil'), f.at('b.dxil')])
  f.remove()
  t.is(two.stdout.trimEnd().split('\n').length, 2)
  t.is(JSON.parse(two.stdout.split('\n')[1]!).kind, 'shader')
})

test('what is no container or has no program is refused with its place', async t => {
  const f = folder({ text: 'no container', 'empty.dxil': container().slice(0, 31) })
  for (const name of ['text', 'empty.dxil']) {
    const { code, stderr } = await run(['reflect', f.at(name)])
    t.is(code, 1, name)
    t.regex(stderr, /error: .*\(at byte \d+\)/, name)
  }
  f.remove()
})
