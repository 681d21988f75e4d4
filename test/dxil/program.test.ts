// The dx.* metadata of DXC's programs, read into types; and what is left when it is damaged.

import test from 'ava'
import { findPart, readContainer } from '../../src/container/container.ts'
import { decodePart } from '../../src/container/parts.ts'
import { functionCompat } from '../../src/dxil/function_compat.ts'
import { type Program, readProgram } from '../../src/dxil/program.ts'
import { featuresOf, ShaderFlag } from '../../src/dxil/shader_flags.ts'
import { allocSize, dataLayoutOf } from '../../src/dxil/type_size.ts'
import { readViewIdState } from '../../src/dxil/view_id_state.ts'
import { Module } from '../../src/llvm/model/module.ts'
import { readModule } from '../../src/llvm/read/read_module.ts'
import { Feature } from '../../src/spec/feature_flags.ts'
import { COMPONENT_TYPE, RESOURCE_KIND, SEMANTIC_KIND, SHADER_STAGE } from '../../src/spec/psv_enums.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'

async function compiled(source: string, ...args: string[]): Promise<{ module: Module; program: Program }> {
  const result = await (await Dxc.shared()).compile(source, args)
  if (!result.container) throw new Error(result.errors)
  const part = findPart(readContainer(result.container), 'DXIL')!
  const module = readModule(decodePart('DXIL', part.data).bitcode)
  return { module, program: readProgram(module) }
}

oracleTest('dxc', 'versions, resources and signatures of a pixel shader', async t => {
  const { program } = await compiled(
    `
Texture2D<float4> t : register(t2, space1); SamplerComparisonState s : register(s0);
RWStructuredBuffer<uint3> u[4] : register(u1); cbuffer C : register(b0) { float4 c; float d; };
float4 main(float4 p : SV_Position, nointerpolation uint2 k : KEY3) : SV_Target1 {
  u[k.x].IncrementCounter(); return c * d * t.SampleCmp(s, p.xy, 0).x + k.y;
}`,
    '-T',
    'ps_6_0',
    '-E',
    'main',
  )
  t.is(program.stage, SHADER_STAGE.Pixel)
  t.deepEqual(program.shaderModel, { major: 6, minor: 0 })
  t.deepEqual(program.dxilVersion, { major: 1, minor: 0 })
  t.false(program.nativeLowPrecision)
  const brief = program.resources.map(r => [r.class, r.kind, r.space, r.lower, r.count])
  t.deepEqual(brief, [
    ['cbv', RESOURCE_KIND.CBuffer, 0, 0, 1],
    ['sampler', RESOURCE_KIND.Sampler, 0, 0, 1],
    ['srv', RESOURCE_KIND.Texture2D, 1, 2, 1],
    ['uav', RESOURCE_KIND.StructuredBuffer, 0, 1, 4],
  ])
  const [constants, sampler, texture, buffer] = program.resources
  t.is(constants!.bytes, 20)
  t.is(sampler!.samplerKind, 1)
  t.is(texture!.componentType, COMPONENT_TYPE.F32)
  t.is(buffer!.stride, 12)
  t.true(buffer!.hasCounter)
  const [entry] = program.entries
  t.is(entry!.function?.name, 'main')
  const { input, output } = entry!.signatures
  t.deepEqual(
    input.map(e => [e.name, e.kind, e.semanticIndexes, e.componentType, e.cols, e.startRow]),
    [
      ['SV_Position', SEMANTIC_KIND.Position, [0], COMPONENT_TYPE.F32, 4, 0],
      ['KEY', SEMANTIC_KIND.Arbitrary, [3], COMPONENT_TYPE.U32, 2, 1],
    ],
  )
  t.deepEqual(
    output.map(e => [e.name, e.kind, e.semanticIndexes, e.usageMask]),
    [['SV_Target', SEMANTIC_KIND.Target, [1], 15]],
  )
})

oracleTest('dxc', 'properties of compute, hull and geometry shaders', async t => {
  const compute = await compiled(
    'RWBuffer<float> b; [WaveSize(16, 64, 32)] [numthreads(8, 4, 2)] void main(uint i : SV_GroupIndex) { b[i] = 1; }',
    ...['-T', 'cs_6_8', '-E', 'main'],
  )
  const c = compute.program.entries[0]!.properties
  t.deepEqual(c.numThreads, [8, 4, 2])
  t.deepEqual(c.waveSize, { min: 16, max: 64, preferred: 32 })
  t.deepEqual(c.unknownTags, [])

  const hull = await compiled(
    `
struct V { float4 p : POS; }; struct P { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; };
P pc() { P p; p.e[0] = 1; p.e[1] = 2; p.e[2] = 1; p.i = 1; return p; }
[domain("tri")] [partitioning("integer")] [outputtopology("triangle_cw")] [outputcontrolpoints(4)] [maxtessfactor(3)]
[patchconstantfunc("pc")] V main(InputPatch<V, 3> v, uint i : SV_OutputControlPointID) { return v[i]; }`,
    ...['-T', 'hs_6_0', '-E', 'main'],
  )
  const h = hull.program.entries[0]!
  t.regex(h.properties.hull!.patchConstantFunction!.name, /pc/)
  t.is(h.properties.hull!.inputControlPoints, 3)
  t.is(h.properties.hull!.outputControlPoints, 4)
  t.is(h.properties.hull!.maxTessFactorBits, 0x40400000)
  t.is(h.signatures.patchOrPrim.length, 2)

  const geometry = await compiled(
    `struct V { float4 p : SV_Position; };
[maxvertexcount(7)] [instance(3)] void main(line V v[2], inout LineStream<V> s) { s.Append(v[0]); }`,
    ...['-T', 'gs_6_0', '-E', 'main'],
  )
  const g = geometry.program.entries[0]!.properties.geometry!
  t.deepEqual([g.inputPrimitive, g.maxVertexCount, g.streamMask, g.instances], [2, 7, 1, 3])
})

oracleTest('dxc', 'view id state says which outputs depend on which inputs', async t => {
  const { program } = await compiled(
    `float4 main(float2 a : A, float b : B, uint v : SV_ViewID) : SV_Target { return float4(a.x, v, b, a.y); }`,
    ...['-T', 'ps_6_1', '-E', 'main'],
  )
  const state = readViewIdState(program.viewIdState, program.stage, true)!
  const [stream] = state.streams
  t.is(stream!.outputs, 4)
  t.deepEqual([...stream!.viewId], [2])
  const b = program.entries[0]!.signatures.input[1]!
  t.is(stream!.inputs[0], 1, 'a.x')
  t.is(stream!.inputs[1], 8, 'a.y')
  t.is(stream!.inputs[b.startRow * 4 + b.startCol], 4, 'b')
})

oracleTest('dxc', 'needs of a library’s functions, callees included', async t => {
  const { module, program } = await compiled(
    `
RWBuffer<float4> b;
[noinline] float deep(float x) { return ddx(x) + WaveActiveSum(x); }
export float4 outer(float x) { return deep(x) + b[0]; }
export float plain(float x) { return x; }
[shader("pixel")] float4 ps(float x : X) : SV_Target { return outer(x); }`,
    ...['-T', 'lib_6_6'],
  )
  const needs = new Map([...functionCompat(module, program)].map(([f, c]) => [f.name, c]))
  const outer = needs.get('\u0001?outer@@YA?AV?$vector@M$03@@M@Z')!
  const features = Feature.WaveOps | Feature.TypedUAVLoadAdditionalFormats | Feature.UsesDerivatives
  t.is(featuresOf(outer.flags) & features, features)
  const plain = needs.get('\u0001?plain@@YAMM@Z')!
  t.is(featuresOf(plain.flags), 0n)
  t.is(plain.stages, 0xffff)
  t.is(needs.get('ps')!.stages, 1 << SHADER_STAGE.Pixel)
})

test('damaged metadata reads as absent', t => {
  const m = new Module()
  m.namedMetadata('dx.shaderModel').operands.push(m.node([m.mdString('cs'), null, m.mdString('six')]))
  m.namedMetadata('dx.resources').operands.push(m.node([m.mdInt(1), m.node([null, m.mdInt(3), m.node([])])]))
  const loop = m.distinctNode([m.mdInt(4), null])
  loop.operands[1] = loop
  m.namedMetadata('dx.entryPoints').operands.push(m.node([null, m.mdInt(1), loop, null, loop]))
  const program = readProgram(m)
  t.is(program.stage, SHADER_STAGE.Compute)
  t.deepEqual(program.shaderModel, { major: 0, minor: 0 })
  t.deepEqual(
    program.resources.map(r => [r.class, r.id, r.count]),
    [['uav', 0, 0]],
  )
  t.deepEqual(program.entries[0]!.properties.numThreads, [4, 0, 0])
  t.is(program.viewIdState.length, 0)
})

test('low precision is a feature of either kind', t => {
  t.is(featuresOf(ShaderFlag.LowPrecisionPresent), Feature.MinimumPrecision)
  t.is(featuresOf(ShaderFlag.LowPrecisionPresent | ShaderFlag.UseNativeLowPrecision), Feature.NativeLowPrecision)
  t.is(featuresOf(ShaderFlag.UseNativeLowPrecision | ShaderFlag.AllResourcesBound), 0n)
})

test('sizes in memory under both data layouts', t => {
  const { types } = new Module()
  const min = dataLayoutOf('e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64')
  const native = dataLayoutOf('e-m:e-p:32:32-i1:32-i8:8-i16:16-i32:32-i64:64-f16:16-f32:32-f64:64-n8:16:32:64')
  t.is(allocSize(types.i1, native), 4)
  t.is(allocSize(types.half, min), 4)
  t.is(allocSize(types.half, native), 2)
  t.is(allocSize(types.array(3, types.i16), min), 12)
  t.is(allocSize(types.array(3, types.i16), native), 6)
  t.is(allocSize(types.array(5, types.double), min), 40)
})
