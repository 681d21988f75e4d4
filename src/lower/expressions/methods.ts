// Methods of resource objects, one rule a method; which buffers and textures have them was settled by the front end.

import { isNodeObject } from '../../hlsl/tree/nodes.ts'
import { isStream } from '../../hlsl/tree/streams.ts'
import type { MethodExpr } from '../../hlsl/tree/typed.ts'
import { type Type, typeText } from '../../hlsl/tree/types.ts'
import type { Value } from '../../ir/function.ts'
import { Op } from '../../ir/ops.ts'
import { fixedResultType } from '../../ir/result_types.ts'
import { F32, I1, I32 } from '../../ir/types.ts'
import { DxilOp } from '../../spec/dxil_ops.ts'
import { convertValue } from '../core/convert.ts'
import type { Lowerer } from '../core/lowerer.ts'
import { elementOf, INT, isRayQuery, isUnsigned, leafCount } from '../core/scalars.ts'
import { builtinArguments, outPlace } from '../storage/arguments.ts'
import { type AtomicName, atomicExchangeIf, atomicUpdate } from '../storage/atomics.ts'
import { lowerNodeMethod } from '../storage/nodes.ts'
import { loadRaw, rawPlace, storeRaw, structuredPlace } from '../storage/raw_memory.ts'
import { lowerQueryMethod } from '../storage/ray_queries.ts'
import { loadElement, textureShape } from '../storage/typed_resources.ts'
import { SAMPLING } from './sampling.ts'
import { lowerStreamMethod } from './streams.ts'

/** Evaluates the object first, then the arguments inside the rule. */
type Method = (lowerer: Lowerer, e: MethodExpr, object: Value) => readonly Value[]

export function lowerMethod(lowerer: Lowerer, e: MethodExpr): readonly Value[] {
  if (isRayQuery(e.objectType)) return lowerQueryMethod(lowerer, e, () => args(lowerer, e))
  if (isNodeObject(e.objectType)) return lowerNodeMethod(lowerer, e, () => args(lowerer, e))
  if (isStream(e.objectType)) {
    lowerStreamMethod(lowerer, e, () => args(lowerer, e))
    return []
  }
  const object = lowerer.value(e.object)[0]
  const method = METHODS.get(e.name)
  if (!method || !object) {
    lowerer.unsupported(`'${e.objectType.name}.${e.name}'`, e, `a ${lowerer.program.stage} shader`)
    return lowerer.undefined(e.type)
  }
  if (!lowerer.memberUses.isNeeded) return method(lowerer, e, object)
  const outer = lowerer.operation
  lowerer.operation = `${e.name} ${typeText(e.objectType)} ${e.params.map(p => typeText(p.type)).join()}`
  lowerer.mention(object)
  const result = method(lowerer, e, object)
  lowerer.operation = outer
  return result
}

/** Values of the arguments, converted to the parameters' types; out ones stay empty. */
function args(lowerer: Lowerer, e: MethodExpr): (readonly Value[])[] {
  const values = builtinArguments(lowerer, e.args, e.params, (arg, i) => {
    const param = e.params[i]
    return param ? convertValue(lowerer, lowerer.value(arg), arg.type, param.type) : lowerer.value(arg)
  })
  lowerer.b.pos = e.at ?? e.pos
  return values
}

function writeOut(lowerer: Lowerer, e: MethodExpr, i: number, values: readonly Value[], type?: Type): void {
  const arg = e.args[i]
  const param = e.params[i]
  if (arg && param) lowerer.store(outPlace(lowerer, arg), convertValue(lowerer, values, type ?? param.type, arg.type))
}

/** Index of the status argument, the only out argument of a load; -1 without. */
const statusIndex = (e: MethodExpr): number => e.params.findIndex(p => p.mode === 'out')

/** The status argument receives the answer as 0 or 1, not the word it is made from; nobody asks when nobody wants it. */
function writeStatus(lowerer: Lowerer, e: MethodExpr, row: Value): void {
  const i = statusIndex(e)
  if (i < 0) return
  const shape = lowerer.module.types.shape(lowerer.b.typeOf(row))
  const last = shape.kind === 'struct' ? shape.elements.length - 1 : 0
  const mapped = lowerer.b.dx(DxilOp.CheckAccessFullyMapped, I1, [lowerer.b.extract(row, last, I32)])
  writeOut(lowerer, e, i, [lowerer.b.emit(Op.ZExt, I32, [mapped])])
}

// ---- loads and stores ----------------------------------------------------------------------------------------------------------------

const load: Method = (lowerer, e, object) => {
  const { kind } = lowerer.object(object).resource
  const [where, ...rest] = args(lowerer, e)
  if (kind !== 'RawBuffer' && kind !== 'StructuredBuffer') return loadTexel(lowerer, e, object, where!, rest)
  const place = structuredPlace(lowerer, e.type, object, where![0]!, 'row_major', kind === 'RawBuffer')
  const { values, status } = loadRaw(lowerer, place)
  writeStatus(lowerer, e, status)
  return values
}

/** Sampled textures take the mip level behind the coordinates, multisampled ones the sample as second argument. */
function loadTexel(
  lowerer: Lowerer,
  e: MethodExpr,
  object: Value,
  where: readonly Value[],
  rest: (readonly Value[])[],
): readonly Value[] {
  const { resource } = lowerer.object(object)
  const shape = textureShape(resource.kind)
  let coords = where
  let level: Value | undefined
  let offsets = rest[0] ?? []
  if (shape?.isMultisampled) {
    level = rest[0]?.[0]
    offsets = rest[1] ?? []
  } else if (shape && resource.class === 'srv') {
    coords = where.slice(0, shape.coords)
    level = where[shape.coords]
  }
  const { values, row } = loadElement(lowerer, { kind: 'element', type: e.type, object, coords, level }, offsets)
  writeStatus(lowerer, e, row)
  return values
}

const storeBytes: Method = (lowerer, e, object) => {
  const [address, value] = args(lowerer, e)
  const type = e.params[1]?.type ?? e.args[1]!.type
  storeRaw(lowerer, rawPlace(lowerer, type, object, address![0]!, true), value!)
  return []
}

// ---- counters ------------------------------------------------------------------------------------------------------------------------

const updateCounter = (lowerer: Lowerer, object: Value, by: 1 | -1): Value =>
  lowerer.b.emit(Op.UpdateCounter, I32, [lowerer.handle(object)], by)

const append: Method = (lowerer, e, object) => {
  const value = args(lowerer, e)[0]!
  const type = e.params[0]?.type ?? e.args[0]!.type
  storeRaw(lowerer, structuredPlace(lowerer, type, object, updateCounter(lowerer, object, 1)), value)
  return []
}

const consume: Method = (lowerer, e, object) => {
  lowerer.b.pos = e.at ?? e.pos
  return loadRaw(lowerer, structuredPlace(lowerer, e.type, object, updateCounter(lowerer, object, -1))).values
}

// ---- dimensions ----------------------------------------------------------------------------------------------------------------------

const getDimensions: Method = (lowerer, e, object) => {
  const { b } = lowerer
  const { resource } = lowerer.object(object)
  const shape = textureShape(resource.kind)
  const asksLevel = e.params[0]?.mode === 'in'
  const values = args(lowerer, e)
  const mip = asksLevel ? values[0]![0]! : shape && !shape.isMultisampled ? b.i32(0) : b.undef(I32)
  const type = fixedResultType(lowerer.module.types, 'dims')!
  const dims = b.emit(Op.GetDimensions, type, [lowerer.handle(object), mip])
  const outs = e.params.flatMap((p, i) => (p.mode === 'out' ? [i] : []))
  const isStructured = resource.kind === 'StructuredBuffer'
  outs.forEach((arg, n) => {
    // Levels and samples come fourth, whatever the number of dimensions.
    const isLast = n === outs.length - 1 && (asksLevel || shape?.isMultisampled)
    const v = isStructured && n === 1 ? b.i32(resource.size) : b.extract(dims, isLast ? 3 : n, I32)
    const param = e.params[arg]!.type
    writeOut(lowerer, e, arg, convertValue(lowerer, [v], INT, param))
  })
  return []
}

const samplePosition: Method = (lowerer, e, object) => {
  const index = args(lowerer, e)[0]![0]!
  const position = lowerer.b.dxMany(DxilOp.Texture2DMSGetSamplePosition, 'SamplePos', [lowerer.handle(object), index])
  return [lowerer.b.extract(position, 0, F32), lowerer.b.extract(position, 1, F32)]
}

// ---- atomics -------------------------------------------------------------------------------------------------------------------------

/** buffer.Interlocked*(address, value[, out original]). */
function update(name: AtomicName): Method {
  return (lowerer, e, object) => {
    const [address, value] = args(lowerer, e)
    const type = elementOf(e.params[1]?.type ?? e.args[1]!.type) ?? INT
    const place = rawPlace(lowerer, type, object, address![0]!, true)
    const old = atomicUpdate(lowerer, name, isUnsigned(type), place, value![0]!)
    if (e.args[2]) writeOut(lowerer, e, 2, [old])
    return []
  }
}

const exchangeIf: Method = (lowerer, e, object) => {
  const [address, compare, value] = args(lowerer, e)
  const type = elementOf(e.params[2]?.type ?? e.args[2]!.type) ?? INT
  const place = rawPlace(lowerer, type, object, address![0]!, true)
  const old = atomicExchangeIf(lowerer, place, compare![0]!, value![0]!)
  if (e.args[3]) writeOut(lowerer, e, 3, [old])
  return []
}

function atomicMethods(): [string, Method][] {
  const names: [string, AtomicName][] = [
    ['Add', 'add'],
    ['And', 'and'],
    ['Or', 'or'],
    ['Xor', 'xor'],
    ['Min', 'min'],
    ['Max', 'max'],
    ['Exchange', 'exchange'],
  ]
  return [
    ...names.flatMap(([name, op]): [string, Method][] => [
      [`Interlocked${name}`, update(op)],
      [`Interlocked${name}64`, update(op)],
    ]),
    ['InterlockedExchangeFloat', update('exchange')],
    ...['CompareStore', 'CompareExchange'].flatMap((name): [string, Method][] =>
      ['', '64', 'FloatBitwise'].map(suffix => [`Interlocked${name}${suffix}`, exchangeIf]),
    ),
  ]
}

// ---- sampling ------------------------------------------------------------------------------------------------------------------------

function sampling(name: string): Method {
  const rule = SAMPLING.get(name)!
  return (lowerer, e, object) => {
    const { values, row } = rule(lowerer, e, object, args(lowerer, e))
    if (row) writeStatus(lowerer, e, row)
    return values.slice(0, Math.max(leafCount(e.type), 1))
  }
}

const METHODS: ReadonlyMap<string, Method> = new Map<string, Method>([
  ['Load', load],
  ...[2, 3, 4].map((n): [string, Method] => [`Load${n}`, load]),
  ...['', 2, 3, 4].map((n): [string, Method] => [`Store${n}`, storeBytes]),
  ['IncrementCounter', (lowerer, _, object) => [updateCounter(lowerer, object, 1)]],
  ['DecrementCounter', (lowerer, _, object) => [updateCounter(lowerer, object, -1)]],
  ['Append', append],
  ['Consume', consume],
  ['GetDimensions', getDimensions],
  ['GetSamplePosition', samplePosition],
  ...atomicMethods(),
  ...[...SAMPLING.keys()].map((name): [string, Method] => [name, sampling(name)]),
])
