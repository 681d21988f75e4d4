// Textures, samplers, counters, atomics, waves: every intrinsic of the DirectX target as the DXIL operation it stands for, validated.

import test from 'ava'
import { oracleTest } from '../oracle/oracle_test.ts'
import { accepted, complaints, type Expected, moduleText } from './module_case.ts'

const OUT = 'target("dx.RawBuffer", i8, 1, 0)'
const TEXTURE = 'target("dx.Texture", <4 x float>, 0, 0, 0, 2)'
const ARRAY = 'target("dx.Texture", <4 x float>, 0, 0, 0, 7)'
const WRITABLE = 'target("dx.Texture", <4 x float>, 1, 0, 0, 2)'
const SAMPLER = 'target("dx.Sampler", 0)'
const COMPARING = 'target("dx.Sampler", 1)'
const COUNTED = 'target("dx.RawBuffer", i32, 1, 0)'
const MULTI = 'target("dx.MSTexture", <4 x float>, 0, 4, 0, 3)'

const bind = (name: string, type: string, register: number): string =>
  `  %${name} = call ${type} @llvm.dx.resource.handlefrombinding(i32 0, i32 ${register}, i32 1, i32 0, ptr null)\n`
const HANDLES = `${bind('out', OUT, 0)}${bind('t', TEXTURE, 0)}${bind('ta', ARRAY, 1)}${bind('w', WRITABLE, 1)}${bind('s', SAMPLER, 0)}${bind('sc', COMPARING, 1)}${bind('c', COUNTED, 2)}${bind('ms', MULTI, 2)}
  %i = call i32 @llvm.dx.thread.id(i32 0)
  %f = uitofp i32 %i to float
  %uv0 = insertelement <2 x float> poison, float %f, i32 0
  %uv = insertelement <2 x float> %uv0, float 5.0e-01, i32 1
  %p0 = insertelement <2 x i32> poison, i32 %i, i32 0
  %p = insertelement <2 x i32> %p0, i32 3, i32 1
`
const keep = (type: string): string =>
  `  call void @llvm.dx.resource.store.rawbuffer(${OUT} %out, i32 0, i32 0, ${type} %v)\n`
const NONE = '<2 x i32> zeroinitializer'

const intrinsic = (title: string, type: string, call: string, lines: readonly string[], model = '6.6'): void =>
  oracleTest('dxc', `llvm-cases 1 ${title}`, async t => {
    await accepted(
      t,
      moduleText({ body: `${HANDLES}  %v = call ${type} @llvm.dx.resource.${call}\n${keep(type)}`, model }),
      { lines },
    )
  })

intrinsic('sample', '<4 x float>', `sample(${TEXTURE} %t, ${SAMPLER} %s, <2 x float> %uv, ${NONE})`, [
  '@dx.op.sample.f32(i32 60',
])
intrinsic(
  'sample.clamp',
  '<4 x float>',
  `sample.clamp(${TEXTURE} %t, ${SAMPLER} %s, <2 x float> %uv, <2 x i32> <i32 1, i32 -1>, float 2.0)`,
  ['float undef, float undef, i32 1, i32 -1, i32 undef, float 2.000000e+00)'],
)
intrinsic(
  'samplebias',
  '<4 x float>',
  `samplebias(${TEXTURE} %t, ${SAMPLER} %s, <2 x float> %uv, float 1.0, ${NONE})`,
  ['@dx.op.sampleBias.f32(i32 61'],
)
intrinsic(
  'samplegrad',
  '<4 x float>',
  `samplegrad(${TEXTURE} %t, ${SAMPLER} %s, <2 x float> %uv, <2 x float> %uv, <2 x float> %uv, ${NONE})`,
  ['@dx.op.sampleGrad.f32(i32 63'],
)
intrinsic(
  'samplelevel',
  '<4 x float>',
  `samplelevel(${TEXTURE} %t, ${SAMPLER} %s, <2 x float> %uv, float 2.0, ${NONE})`,
  ['@dx.op.sampleLevel.f32(i32 62'],
  '6.0',
)
intrinsic('samplecmp', 'float', `samplecmp(${TEXTURE} %t, ${COMPARING} %sc, <2 x float> %uv, float 5.0e-01, ${NONE})`, [
  '@dx.op.sampleCmp.f32(i32 64',
])
intrinsic(
  'samplecmplevelzero',
  'float',
  `samplecmplevelzero(${TEXTURE} %t, ${COMPARING} %sc, <2 x float> %uv, float 5.0e-01, ${NONE})`,
  ['@dx.op.sampleCmpLevelZero.f32(i32 65'],
  '6.0',
)
intrinsic(
  'gather',
  '<4 x float>',
  `gather(${TEXTURE} %t, ${SAMPLER} %s, <2 x float> %uv, i32 1, ${NONE})`,
  ['@dx.op.textureGather.f32(i32 73', 'i32 0, i32 0, i32 1)'],
  '6.0',
)
intrinsic(
  'gather.cmp',
  '<4 x float>',
  `gather.cmp(${TEXTURE} %t, ${COMPARING} %sc, <2 x float> %uv, float 5.0e-01, i32 0, ${NONE})`,
  ['@dx.op.textureGatherCmp.f32(i32 74'],
  '6.0',
)
intrinsic('calculate.lod', 'float', `calculate.lod(${TEXTURE} %t, ${SAMPLER} %s, <2 x float> %uv)`, [
  '@dx.op.calculateLOD.f32(i32 81',
  'i1 true)',
])
intrinsic(
  'calculate.lod.unclamped',
  'float',
  `calculate.lod.unclamped(${TEXTURE} %t, ${SAMPLER} %s, <2 x float> %uv)`,
  ['float undef, i1 false)'],
)
intrinsic(
  'load.level',
  '<4 x float>',
  `load.level(${TEXTURE} %t, <2 x i32> %p, i32 1, <2 x i32> <i32 2, i32 3>)`,
  ['@dx.op.textureLoad.f32(i32 66, ', 'i32 3, i32 undef, i32 2, i32 3, i32 undef)'],
  '6.0',
)
intrinsic('load.ms', '<4 x float>', `load.ms(${MULTI} %ms, <2 x i32> %p, i32 2, ${NONE})`, [
  '@dx.op.textureLoad.f32(i32 66, %dx.types.Handle',
  'i32 2, i32 %',
])
intrinsic(
  'getdimensions.x',
  'i32',
  `getdimensions.x(${COUNTED} %c)`,
  ['@dx.op.getDimensions(i32 72', 'Dimensions %'],
  '6.0',
)
intrinsic('getdimensions.xy', '<2 x i32>', `getdimensions.xy(${WRITABLE} %w)`, ['@dx.op.getDimensions(i32 72'], '6.0')
intrinsic(
  'getdimensions.levels.xy',
  '<3 x i32>',
  `getdimensions.levels.xy(${TEXTURE} %t, i32 0)`,
  ['@dx.op.getDimensions(i32 72', 'Dimensions %3, 3'],
  '6.0',
)
intrinsic(
  'updatecounter',
  'i32',
  `updatecounter(${COUNTED} %c, i8 1)`,
  ['@dx.op.bufferUpdateCounter(i32 70', 'i8 1)'],
  '6.0',
)
intrinsic(
  'atomic.binop',
  'i32',
  `atomic.binop(${COUNTED} %c, i32 7, i32 %i, i32 0, i32 poison, i32 5)`,
  ['@dx.op.atomicBinOp.i32(i32 78', 'i32 0, i32 undef, i32 5)'],
  '6.0',
)
intrinsic(
  'atomic.compare.exchange',
  'i32',
  `atomic.compare.exchange(${COUNTED} %c, i32 %i, i32 0, i32 1, i32 2)`,
  ['@dx.op.atomicCompareExchange.i32(i32 79', 'i32 0, i32 undef, i32 1, i32 2)'],
  '6.0',
)

const statement = (title: string, body: string, expected: Expected, model = '6.0'): void =>
  oracleTest('dxc', `llvm-cases 1 ${title}`, async t => {
    await accepted(t, moduleText({ body: HANDLES + body, model }), expected)
  })

statement(
  'store.texture',
  `  call void @llvm.dx.resource.store.texture(${WRITABLE} %w, <2 x i32> %p, <4 x float> splat (float 2.0))`,
  {
    lines: ['@dx.op.textureStore.f32(i32 67', 'i32 3, i32 undef, float 2.000000e+00', 'i8 15)'],
  },
)
statement(
  'getpointer of a texture: a read is a load of level 0',
  `  %q = call ptr @llvm.dx.resource.getpointer(${TEXTURE} %t, <2 x i32> %p)
  %v = load <4 x float>, ptr %q
${keep('<4 x float>')}`,
  { lines: ['@dx.op.textureLoad.f32(i32 66, ', 'i32 0, i32 %', 'i32 3, i32 undef, i32 undef, i32 undef, i32 undef)'] },
)
statement(
  'getpointer of a texture: a lane written is loaded, changed and stored',
  `  %q = call ptr @llvm.dx.resource.getpointer(${WRITABLE} %w, <2 x i32> %p)
  %lane = getelementptr <4 x float>, ptr %q, i32 0, i32 3
  store float 4.0, ptr %lane`,
  { lines: ['@dx.op.textureLoad.f32(i32 66', '@dx.op.textureStore.f32(i32 67', 'float 4.000000e+00, i8 15)'] },
)

test('llvm-cases 1 updatecounter: its step is a constant', t => {
  const body = `${HANDLES}  %b = trunc i32 %i to i8\n  %v = call i32 @llvm.dx.resource.updatecounter(${COUNTED} %c, i8 %b)`
  t.regex(complaints(moduleText({ body })).join(), /the operand must be a constant integer$/)
})

const WAVES: readonly (readonly [call: string, line: string])[] = [
  ['i32 @llvm.dx.wave.reduce.sum.i32(i32 %i)', '@dx.op.waveActiveOp.i32(i32 119, i32 %1, i8 0, i8 0)'],
  ['i32 @llvm.dx.wave.reduce.usum.i32(i32 %i)', '@dx.op.waveActiveOp.i32(i32 119, i32 %1, i8 0, i8 1)'],
  ['i32 @llvm.dx.wave.reduce.umax.i32(i32 %i)', '@dx.op.waveActiveOp.i32(i32 119, i32 %1, i8 3, i8 1)'],
  ['i32 @llvm.dx.wave.reduce.min.i32(i32 %i)', '@dx.op.waveActiveOp.i32(i32 119, i32 %1, i8 2, i8 0)'],
  ['i32 @llvm.dx.wave.product.i32(i32 %i)', '@dx.op.waveActiveOp.i32(i32 119, i32 %1, i8 1, i8 0)'],
  ['i32 @llvm.dx.wave.reduce.or.i32(i32 %i)', '@dx.op.waveActiveBit.i32(i32 120, i32 %1, i8 1)'],
  ['i32 @llvm.dx.wave.prefix.sum.i32(i32 %i)', '@dx.op.wavePrefixOp.i32(i32 121, i32 %1, i8 0, i8 0)'],
  ['i32 @llvm.dx.wave.readlane.i32(i32 %i, i32 2)', '@dx.op.waveReadLaneAt.i32(i32 117, i32 %1, i32 2)'],
  ['i32 @llvm.dx.wave.getlaneindex()', '@dx.op.waveGetLaneIndex(i32 111)'],
  ['i32 @llvm.dx.wave.get.lane.count()', '@dx.op.waveGetLaneCount(i32 112)'],
  ['i32 @llvm.dx.wave.active.countbits(i1 %odd)', '@dx.op.waveAllOp(i32 135'],
  ['i32 @llvm.dx.wave.prefix.bit.count(i1 %odd)', '@dx.op.wavePrefixOp(i32 136'],
  ['i32 @llvm.dx.quad.read.across.x.i32(i32 %i)', '@dx.op.quadOp.i32(i32 123, i32 %1, i8 0)'],
]
for (const [call, line] of WAVES)
  oracleTest('dxc', `wave operations: ${call}`, async t => {
    const body = `  %i = call i32 @llvm.dx.thread.id(i32 0)
  %odd = trunc i32 %i to i1
${bind('out', OUT, 0)}  %v = call ${call}\n${keep('i32')}`
    const text = await accepted(t, moduleText({ body, model: '6.0' }))
    t.true(text.replace(/i32 %\d+/g, 'i32 %1').includes(line), text)
  })

for (const [name, mode] of [
  ['group.memory.barrier', 8],
  ['group.memory.barrier.with.group.sync', 9],
  ['device.memory.barrier', 2],
  ['device.memory.barrier.with.group.sync', 3],
  ['all.memory.barrier', 10],
  ['all.memory.barrier.with.group.sync', 11],
] as const)
  oracleTest('dxc', `barriers: ${name}`, async t => {
    await accepted(t, moduleText({ body: `  call void @llvm.dx.${name}()`, model: '6.0' }), {
      lines: [`@dx.op.barrier(i32 80, i32 ${mode})`],
    })
  })
