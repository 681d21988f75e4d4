// Texture methods that take a sampler: each is one DXIL operation (gathers with four offsets are four).

import { table } from '../../base/table.ts'
import type { MethodExpr } from '../../hlsl/tree/typed.ts'
import type { Value } from '../../ir/function.ts'
import { Op } from '../../ir/ops.ts'
import { F32, I1, I32, type Type as IrType, VOID } from '../../ir/types.ts'
import { DxilOp } from '../../spec/dxil_ops.ts'
import { RESOURCE_KINDS } from '../../spec/resource_kinds.ts'
import type { Lowerer } from '../core/lowerer.ts'
import { elementOf, FLOAT, kindOf } from '../core/scalars.ts'
import { textureShape } from '../storage/typed_resources.ts'

export interface Sampled {
  readonly values: readonly Value[]
  /** The operation's result, whose element 4 is the status word; undefined when it has none. */
  readonly row: Value | undefined
}
type Sampling = (lowerer: Lowerer, e: MethodExpr, object: Value, args: readonly (readonly Value[])[]) => Sampled

const NO_SHAPE = RESOURCE_KINDS.Texture2D

/** Arguments behind the sampler and coordinates: `required` ones of the method, then texel offset, clamp, status by their types. */
interface Operands {
  readonly handles: readonly Value[]
  readonly coords: readonly Value[]
  readonly offsets: (n: number) => Value[]
  readonly required: readonly (readonly Value[])[]
  readonly clamp: Value
  /** The vectors of texel offsets given. */
  readonly given: readonly (readonly Value[])[]
}

function operandsOf(
  lowerer: Lowerer,
  e: MethodExpr,
  object: Value,
  args: readonly (readonly Value[])[],
  required: number,
): Operands {
  const { b } = lowerer
  const shape = textureShape(lowerer.object(object).resource.kind) ?? NO_SHAPE
  const given: (readonly Value[])[] = []
  let clamp = b.undef(F32)
  for (let i = 2 + required; i < args.length; i++) {
    const param = e.params[i]
    const element = param && elementOf(param.type)
    if (!param || !element || param.mode !== 'in') continue
    if (kindOf(element) === 'float') clamp = args[i]![0]!
    else given.push(args[i]!)
  }
  return {
    handles: [lowerer.handle(object), lowerer.handle(args[0]![0]!)],
    coords: filled(args[1]!, 4, b.undef(F32)),
    offsets: n => texelOffsets(lowerer, given[0], shape.offsets, n),
    required: args.slice(2, 2 + required),
    clamp,
    given,
  }
}

/** What is given, 0 in the other dimensions of the texture. */
function texelOffsets({ b }: Lowerer, given: readonly Value[] | undefined, dimensions: number, n: number): Value[] {
  const list = given?.slice(0, n) ?? []
  while (list.length < n) list.push(list.length < dimensions ? b.i32(0) : b.undef(I32))
  return list
}

function filled(values: readonly Value[], n: number, by: Value): Value[] {
  const list = values.slice(0, n)
  while (list.length < n) list.push(by)
  return list
}

/** Component type the operation returns. */
function componentType(lowerer: Lowerer, e: MethodExpr): IrType {
  return lowerer.ir(elementOf(e.type) ?? FLOAT)
}

function emit(lowerer: Lowerer, opcode: number, component: IrType, operands: readonly Value[]): Sampled {
  const row = lowerer.b.emit(Op.Dx, lowerer.b.resRet(component), operands, opcode)
  return { values: [0, 1, 2, 3].map(i => lowerer.b.extract(row, i, component)), row }
}

/** A sampling operation: `required` arguments, and how the operands behind the offsets are made of them. */
function sample(
  opcode: number,
  required: number,
  tail: (lowerer: Lowerer, r: readonly (readonly Value[])[], clamp: Value) => Value[],
): Sampling {
  return (lowerer, e, object, args) => {
    const o = operandsOf(lowerer, e, object, args, required)
    const operands = [...o.handles, ...o.coords, ...o.offsets(3), ...tail(lowerer, o.required, o.clamp)]
    return emit(lowerer, opcode, componentType(lowerer, e), operands)
  }
}

const three = (lowerer: Lowerer, v: readonly Value[]): Value[] => filled(v, 3, lowerer.b.undef(F32))

const first =
  (hasClamp: boolean) =>
  (_: Lowerer, r: readonly (readonly Value[])[], clamp: Value): Value[] => [
    ...r.map(v => v[0]!),
    ...(hasClamp ? [clamp] : []),
  ]

/** One component of four texels; with four offsets each texel is fetched by an operation of its own. */
function gather(channel: number, compares: boolean): Sampling {
  const opcode = compares ? DxilOp.TextureGatherCmp : DxilOp.TextureGather
  return (lowerer, e, object, args) => {
    const o = operandsOf(lowerer, e, object, args, compares ? 1 : 0)
    const component = componentType(lowerer, e)
    const compare = compares ? [o.required[0]![0]!] : []
    const at = (offsets: readonly Value[]): Sampled =>
      emit(lowerer, opcode, component, [...o.handles, ...o.coords, ...offsets, lowerer.b.i32(channel), ...compare])
    if (o.given.length < 4) return at(o.offsets(2))
    const four = o.given.map(offset => at(filled(offset, 2, lowerer.b.i32(0))))
    return { values: four.map((s, i) => s.values[i]!), row: four[0]!.row }
  }
}

function levelOfDetail(isClamped: boolean): Sampling {
  return (lowerer, e, object, args) => {
    const o = operandsOf(lowerer, e, object, args, 0)
    const operands = [...o.handles, ...o.coords.slice(0, 3), lowerer.module.constants.int(I1, isClamped ? 1 : 0)]
    return { values: [lowerer.b.dx(DxilOp.CalculateLOD, F32, operands)], row: undefined }
  }
}

/** Feedback of a sampling: feedback texture, texture, sampler, coordinates, then what the method adds, and a clamp where there is one. */
function feedback(
  opcode: number,
  required: number,
  hasClamp: boolean,
  more: (lowerer: Lowerer, r: readonly (readonly Value[])[]) => Value[],
): Sampling {
  return (lowerer, _, object, args) => {
    const handles = [object, args[0]![0]!, args[1]![0]!].map(o => lowerer.handle(o))
    const rest = args.slice(3)
    const clamp = hasClamp ? [rest[required]?.[0] ?? lowerer.b.undef(F32)] : []
    const coords = filled(args[2]!, 4, lowerer.b.undef(F32))
    lowerer.b.emit(Op.Dx, VOID, [...handles, ...coords, ...more(lowerer, rest), ...clamp], opcode)
    return { values: [], row: undefined }
  }
}

/** Four texels as they are in memory. */
const gatherRaw: Sampling = (lowerer, e, object, args) => {
  const o = operandsOf(lowerer, e, object, args, 0)
  return emit(lowerer, DxilOp.TextureGatherRaw, componentType(lowerer, e), [...o.handles, ...o.coords, ...o.offsets(2)])
}

const CHANNELS = { '': 0, Red: 0, Green: 1, Blue: 2, Alpha: 3 } as const

const GATHERS: [string, Sampling][] = Object.entries(CHANNELS).flatMap(([name, channel]): [string, Sampling][] => [
  [`Gather${name}`, gather(channel, false)],
  [`GatherCmp${name}`, gather(channel, true)],
])

export const SAMPLING: ReadonlyMap<string, Sampling> = table({
  ...Object.fromEntries(GATHERS),
  GatherRaw: gatherRaw,
  WriteSamplerFeedback: feedback(DxilOp.WriteSamplerFeedback, 0, true, () => []),
  WriteSamplerFeedbackBias: feedback(DxilOp.WriteSamplerFeedbackBias, 1, true, (_, [bias]) => [bias![0]!]),
  WriteSamplerFeedbackGrad: feedback(DxilOp.WriteSamplerFeedbackGrad, 2, true, (lowerer, [x, y]) => [
    ...three(lowerer, x!),
    ...three(lowerer, y!),
  ]),
  WriteSamplerFeedbackLevel: feedback(DxilOp.WriteSamplerFeedbackLevel, 1, false, (_, [lod]) => [lod![0]!]),
  CalculateLevelOfDetail: levelOfDetail(true),
  CalculateLevelOfDetailUnclamped: levelOfDetail(false),
  Sample: sample(DxilOp.Sample, 0, first(true)),
  SampleBias: sample(DxilOp.SampleBias, 1, first(true)),
  SampleCmp: sample(DxilOp.SampleCmp, 1, first(true)),
  SampleCmpBias: sample(DxilOp.SampleCmpBias, 2, first(true)),
  SampleCmpGrad: sample(DxilOp.SampleCmpGrad, 3, (lowerer, [c, x, y], clamp) => [
    c![0]!,
    ...three(lowerer, x!),
    ...three(lowerer, y!),
    clamp,
  ]),
  SampleCmpLevel: sample(DxilOp.SampleCmpLevel, 2, first(false)),
  SampleCmpLevelZero: sample(DxilOp.SampleCmpLevelZero, 1, first(false)),
  SampleGrad: sample(DxilOp.SampleGrad, 2, (lowerer, [x, y], clamp) => [
    ...three(lowerer, x!),
    ...three(lowerer, y!),
    clamp,
  ]),
  SampleLevel: sample(DxilOp.SampleLevel, 1, first(false)),
})
