// Suggested root signatures: their texts, and that DXC takes each for the shader it was made of.

import test from 'ava'
import { compile, reflect, suggestRootSignature } from '../../src/api/index.ts'
import { sourceCases } from '../bytes/sources.ts'
import { folder, run } from '../cli/run_cli.ts'
import { dxcArgsToOptions } from '../corpus/corpus_options.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { REFLECTED } from './shaders.ts'

const SOURCE = `cbuffer Scene : register(b0) { float4x4 view; }
cbuffer Tint : register(b1) { float4 tint; }
Texture2D albedo : register(t0);
Texture2D normal : register(t1);
StructuredBuffer<float4> bones : register(t2);
Texture2D all[] : register(t0, space1);
SamplerState linear_ : register(s3);
RWBuffer<uint> counts : register(u1);
float4 vs(float4 p : POSITION) : SV_Position { return mul(view, p) + bones[0]; }
float4 ps(float4 p : SV_Position, nointerpolation uint i : I) : SV_Target {
  counts[0] = i;
  return albedo.Sample(linear_, p.xy) + normal.Sample(linear_, p.xy) + all[i].Sample(linear_, p.xy) + tint + view[0];
}`

function shader(target: string, entry: string): Uint8Array {
  const result = compile(SOURCE, { target, entry })
  if (!result.ok) throw new Error(result.text)
  return result.container
}

const HLSL =
  'RootFlags(ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT), CBV(b0), CBV(b1, visibility = SHADER_VISIBILITY_PIXEL), ' +
  'DescriptorTable(SRV(t0, numDescriptors = 2), UAV(u1), visibility = SHADER_VISIBILITY_PIXEL), ' +
  'DescriptorTable(SRV(t2), visibility = SHADER_VISIBILITY_VERTEX), ' +
  'DescriptorTable(SRV(t0, space = 1, numDescriptors = unbounded), visibility = SHADER_VISIBILITY_PIXEL), ' +
  'DescriptorTable(Sampler(s3), visibility = SHADER_VISIBILITY_PIXEL)'

const CPP = `const D3D12_DESCRIPTOR_RANGE1 ranges2[] = {
  {D3D12_DESCRIPTOR_RANGE_TYPE_SRV, 2, 0, 0, D3D12_DESCRIPTOR_RANGE_FLAG_NONE, D3D12_DESCRIPTOR_RANGE_OFFSET_APPEND},
  {D3D12_DESCRIPTOR_RANGE_TYPE_UAV, 1, 1, 0, D3D12_DESCRIPTOR_RANGE_FLAG_NONE, D3D12_DESCRIPTOR_RANGE_OFFSET_APPEND},
};
`

test('of a pipeline: what both stages bind both see, what one binds only that one', async t => {
  const containers = [shader('vs_6_0', 'vs'), shader('ps_6_0', 'ps')]
  const suggested = suggestRootSignature(containers)
  t.is(suggested.hlsl, HLSL)
  t.true(suggested.cpp.startsWith(CPP), suggested.cpp)
  for (const line of [
    'D3D12_ROOT_PARAMETER1 parameters[6] = {};',
    'parameters[0].Descriptor = {0, 0, D3D12_ROOT_DESCRIPTOR_FLAG_NONE};',
    'parameters[1].ShaderVisibility = D3D12_SHADER_VISIBILITY_PIXEL;',
    'parameters[2].DescriptorTable = {2, ranges2};',
    '  {D3D12_DESCRIPTOR_RANGE_TYPE_SRV, UINT_MAX, 0, 1, D3D12_DESCRIPTOR_RANGE_FLAG_NONE, D3D12_DESCRIPTOR_RANGE_OFFSET_APPEND},',
    'desc.Desc_1_1 = {6, parameters, 0, nullptr, D3D12_ROOT_SIGNATURE_FLAG_ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT};',
  ])
    t.true(suggested.cpp.split('\n').includes(line), `${line}\n${suggested.cpp}`)
  t.deepEqual(suggested.parameters[1], {
    kind: 'cbv',
    visibility: 'PIXEL',
    ranges: [{ type: 'CBV', register: 1, space: 0, count: 1 }],
  })
  t.deepEqual(suggestRootSignature([]).parameters, [])

  const f = folder({ 'a.dxil': containers[0]!, 'b.dxil': containers[1]! })
  const of = (form: string) => run(['reflect', '--root-signature', form, f.at('a.dxil'), f.at('b.dxil')])
  t.is((await of('hlsl')).stdout, `${HLSL}\n`)
  t.is((await of('cpp')).stdout, suggested.cpp)
  t.deepEqual(JSON.parse((await of('json')).stdout), suggested)
  t.is((await of('xml')).code, 2)
  f.remove()
})

oracleTest('dxc', 'DXC takes each for the shader it was made of', async t => {
  const dxc = await Dxc.shared()
  let taken = 0
  const cases = [...REFLECTED, ...[...sourceCases(5, 1)].filter((_, i) => i % 23 === 0)]
  for (const { name, source, args } of cases) {
    const own = compile(source, dxcArgsToOptions(args)).container
    if (!own || reflect(own).kind === 'library' || /RootSignature|rootsig/.test(source + args.join(' '))) continue
    const { hlsl } = suggestRootSignature([own])
    if (hlsl === '' || !(await dxc.compile(source, args)).ok) continue
    const { ok, errors } = await dxc.compile(source, [
      ...args,
      '-D',
      `SUGGESTED="${hlsl}"`,
      '-rootsig-define',
      'SUGGESTED',
    ])
    t.true(ok, `${name}: ${hlsl}\n${errors}`)
    taken++
  }
  t.true(taken >= 20, `${taken}`)
  t.log(`${taken} taken`)
  // A signature of another shader is not taken, so that the test can fail.
  const other = await dxc.compile(SOURCE, [
    '-T',
    'ps_6_0',
    '-E',
    'ps',
    '-D',
    'SUGGESTED="CBV(b0)"',
    '-rootsig-define',
    'SUGGESTED',
  ])
  t.false(other.ok)
})
