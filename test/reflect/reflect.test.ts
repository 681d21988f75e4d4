// Reflection against D3D12's own interfaces, field by field, and what it says where they cannot be asked.

import test from 'ava'
import { compile, reflect } from '../../src/api/index.ts'
import { sourceCases } from '../bytes/sources.ts'
import { dxcArgsToOptions } from '../corpus/corpus_options.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { d3dLines } from './d3d_lines.ts'
import { REFLECTED } from './shaders.ts'

oracleTest('dxc', 'shaders of every stage and libraries: as D3D12 reflects them', async t => {
  const dxc = await Dxc.shared()
  for (const { name, source, args } of REFLECTED) {
    const { container, errors } = await dxc.compile(source, args)
    if (!container) t.fail(`${name}: ${errors}`)
    else t.deepEqual(d3dLines(reflect(container)), await dxc.reflect(container), name)
  }
})

oracleTest('dxc', "generated programs: DXC's containers and ours as D3D12 reflects them", async t => {
  const dxc = await Dxc.shared()
  let compared = 0
  for (const { name, source, args } of sourceCases(77, 1)) {
    if (compared >= 90) break
    if (name.startsWith('corpus') && !/-O3$/.test(name)) continue
    const theirs = await dxc.compile(source, args)
    for (const container of [theirs.container, compile(source, dxcArgsToOptions(args)).container]) {
      if (!container) continue
      t.deepEqual(d3dLines(reflect(container)), await dxc.reflect(container), name)
      compared++
    }
  }
  t.true(compared >= 90)
})

test('what was stripped is said to be unknown', t => {
  const source =
    'cbuffer C { float4 a; }; Texture2D<float3> x; float3 main() : SV_Target { return x[uint2(0, 1)] + a.xyz; }'
  const whole = compile(source, { target: 'ps_6_0' })
  const bare = compile(source, { target: 'ps_6_0', stripReflection: true })
  if (!whole.ok || !bare.ok) return t.fail(whole.text + bare.text)
  const [full, stripped] = [reflect(whole.container), reflect(bare.container)]
  t.deepEqual([full.source, stripped.source], ['STAT', 'DXIL'])
  t.deepEqual(
    full.bindings.map(b => b.name),
    ['C', 'x'],
  )
  t.deepEqual(
    stripped.bindings.map(b => [b.name, b.type, b.register, b.components]),
    [
      ['', 'cbuffer', 0, 0],
      ['', 'texture', 0, 3],
    ],
  )
  t.deepEqual(
    stripped.buffers.map(b => [b.size, b.variables.length]),
    [[16, 0]],
  )
})

oracleTest('dxc', 'without STAT the program with debug information still has the names', async t => {
  const source = 'cbuffer C { float2x2 a; }; float4 main() : SV_Target { return a[0][1]; }'
  const own = compile(source, { target: 'ps_6_0', stripReflection: true, debug: 'full', embedDebug: true })
  if (!own.ok) return t.fail(own.text)
  const reflection = reflect(own.container)
  t.like(reflection, { source: 'ILDB', buffers: [{ name: 'C', variables: [{ name: 'a' }] }] })
  t.deepEqual(d3dLines(reflection), await (await Dxc.shared()).reflect(own.container))
})

test("a struct named like an object type keeps its members, which D3D12's reflection does not see", t => {
  const source =
    'struct BufferData { float x; int2 y; }; BufferData data; float4 main() : SV_Target { return data.y.x; }'
  const result = compile(source, { target: 'ps_6_0' })
  if (!result.ok) return t.fail(result.text)
  const type = reflect(result.container).buffers[0]?.variables[0]?.type
  t.like(type, { name: 'BufferData', class: 'struct', columns: 3 })
  t.deepEqual(
    type?.members.map(m => [m.name, m.type.offset]),
    [
      ['x', 0],
      ['y', 4],
    ],
  )
})

test('reflection is plain data', t => {
  const result = compile('RWBuffer<uint> o : register(u3, space2); [numthreads(4, 2, 1)] void main() { o[0] = 1; }', {
    target: 'cs_6_0',
  })
  if (!result.ok) return t.fail(result.text)
  const reflection = reflect(result.container)
  t.deepEqual(JSON.parse(JSON.stringify(reflection)), reflection)
  t.like(reflection, { kind: 'shader', stage: 'Compute', threadGroup: [4, 2, 1], shaderModel: '6.0' })
  t.like(reflection.bindings[0], {
    name: 'o',
    space: 2,
    register: 3,
    count: 1,
    type: 'uav_rwtyped',
    returnType: 'uint',
  })
})

test('a container without a program is refused', t => {
  t.throws(() => reflect(new Uint8Array(40)), { name: 'FormatError' })
})
