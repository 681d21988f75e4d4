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

test('--json: a file that cannot be read or is damaged is a document, too', async t => {
  const f = folder({ 'a.dxil': container(), 'bad.dxil': 'junk', 'bad.hlsl': 'int x = y;' })
  const [good, bad, none] = ['a.dxil', 'bad.dxil', 'none.dxil'].map(f.at) as [string, string, string]
  for (const words of [['reflect'], ['stats'], ['hash'], ['parts', 'list'], ['dump']]) {
    const damaged = await run([...words, '--json', bad])
    t.is(damaged.code, 1)
    t.like(JSON.parse(damaged.stdout), { ok: false, error: { offset: 0, part: '' } })
    t.regex(damaged.stderr, /bad\.dxil: error: .*\(at byte 0\)\n$/)
    const missing = await run([...words, '--json', none])
    t.is(missing.code, 2)
    t.like(JSON.parse(missing.stdout), {
      ok: false,
      error: { offset: null, message: `cannot read '${none}': no such file or directory` },
    })
    const many = await run([...words, '--json', good, bad, none])
    t.is(many.code, 2)
    const lines = many.stdout
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line))
    t.deepEqual(
      lines.map(line => [line.file, line.ok]),
      [
        [good, undefined],
        [bad, false],
        [none, false],
      ],
    )
  }
  for (const [words, code] of [
    [['diff', good, bad], 2],
    [['diff', none, good], 2],
    [['pipeline', none], 2],
    [['pipeline', bad], 1],
    [['compile', none, '-T', 'ps_6_0'], 2],
    [['bindings', none], 2],
    [['bindings', f.at('bad.hlsl'), '-T', 'ps_6_0'], 1],
    [['layout', f.at('bad.hlsl')], 1],
    [['build', none], 2],
    [['build', f.at('bad.hlsl')], 1],
    [['reflect', '--nonsense', good], 2],
  ] as const) {
    const ran = await run([...words, '--json'])
    t.is(ran.code, code, words.join(' '))
    t.is(JSON.parse(ran.stdout).ok, false, words.join(' '))
  }
  f.remove()
})
