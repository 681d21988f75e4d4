// Expressions: values (lists of leaves) and places. Calls, builtin functions and methods have files of their own.

import { evaluate } from '../../hlsl/check/values/constants.ts'
import { isContents } from '../../hlsl/check/values/conversions.ts'
import { castLeaves } from '../../hlsl/tree/cast_places.ts'
import { codePosition } from '../../hlsl/tree/code_position.ts'
import { isNodeObject } from '../../hlsl/tree/nodes.ts'
import { isPatch } from '../../hlsl/tree/patches.ts'
import type {
  AssignExpr,
  BinaryExpr,
  ConvertExpr,
  Expr,
  IncDecExpr,
  IndexExpr,
  LiteralExpr,
  ResourceIndexExpr,
} from '../../hlsl/tree/typed.ts'
import type { ObjectType, Type } from '../../hlsl/tree/types.ts'
import type { Value } from '../../ir/function.ts'
import { I32, I64 } from '../../ir/types.ts'
import { convertScalar, convertValue } from '../core/convert.ts'
import type { Lowerer } from '../core/lowerer.ts'
import { type Place, valuesPlace } from '../core/places.ts'
import { elementOf, INT, isRayObject } from '../core/scalars.ts'
import { lowerIntrinsic } from '../intrinsics/table.ts'
import { noteChoice } from '../resources/companions.ts'
import { heapObject } from '../resources/heaps.ts'
import { aggregateBase } from '../storage/aggregates.ts'
import { isAggregate } from '../storage/arguments.ts'
import { keptBits, packBits } from '../storage/bit_fields.ts'
import { asRange, elementPlace, fieldPlace, nonUniform, swizzlePlace } from '../storage/load_store.ts'
import { nodeElement } from '../storage/nodes.ts'
import { isOutputAlone } from '../storage/output_cells.ts'
import { structuredPlace } from '../storage/raw_memory.ts'
import { allocateQueries } from '../storage/ray_queries.ts'
import { contentsOf } from '../storage/struct_resources.ts'
import { isResources, variablePlace } from '../storage/variables.ts'
import { lowerCall } from './calls.ts'
import { conditionalValue, logicalValue } from './choices.ts'
import { leafValues } from './leaves.ts'
import { lowerMethod } from './methods.ts'
import { arithmetic, compare, isCompare, unary } from './operators.ts'

export function lowerValue(lowerer: Lowerer, e: Expr): readonly Value[] {
  const pos = codePosition(e)
  lowerer.b.pos = pos
  switch (e.kind) {
    case 'literal':
      return [literal(lowerer, e)]
    case 'var':
    case 'this':
    case 'member':
    case 'bit-field':
    case 'swizzle':
    case 'matrix-swizzle':
    case 'index':
    case 'resource-index': {
      const place = lowerer.place(e)
      lowerer.b.pos = pos
      return plainBools(lowerer, e.type, lowerer.load(place))
    }
    case 'unary': {
      const values = lowerer.value(e.operand)
      lowerer.b.pos = pos
      noteLanes(lowerer, values)
      return values.map(v => unary(lowerer.b, e.op, v))
    }
    case 'incdec':
      return incDec(lowerer, e)
    case 'binary':
      return binary(lowerer, e)
    case 'logical':
      return logicalValue(lowerer, e)
    case 'conditional':
      return conditionalValue(lowerer, e)
    case 'assign':
      return assign(lowerer, e)
    case 'convert':
      return convert(lowerer, e)
    case 'construct':
      return leafValues(lowerer, e.args)
    case 'pack':
      return [packBits(lowerer, e)]
    case 'init-list':
      if (isRayObject(e.type)) return allocateQueries(lowerer, e.type)
      return leafValues(lowerer, e.leaves)
    case 'call':
      return lowerCall(lowerer, e)
    case 'intrinsic':
      return lowerIntrinsic(lowerer, e)
    case 'method':
      return lowerMethod(lowerer, e)
    case 'heap':
      return [heapObject(lowerer, e, e.index !== undefined && saysNonUniform(e.index))]
    case 'comma':
      return lastValue(lowerer, e)
  }
}

/** `a, b, c` leans to the left: a loop instead of recursion. */
function lastValue(lowerer: Lowerer, e: Expr): readonly Value[] {
  const later: Expr[] = []
  let at = e
  for (; at.kind === 'comma'; at = at.left) later.push(at.right)
  for (let next = later.pop(); next; next = later.pop()) {
    if (!isOutputAlone(lowerer, at)) lowerer.value(at)
    at = next
  }
  return lowerer.value(at)
}

/** Bools that are no part of a whole any more are 0 or 1, whatever word they were read from. */
function plainBools(lowerer: Lowerer, type: Type, values: readonly Value[]): readonly Value[] {
  if (lowerer.boolWords.size === 0 || isAggregate(type)) return values
  return values.map(v => {
    const word = lowerer.boolWords.get(v)
    return word === undefined ? v : lowerer.b.icmp('ne', word, lowerer.b.i32(0))
  })
}

export function lowerPlace(lowerer: Lowerer, e: Expr): Place {
  lowerer.b.pos = codePosition(e)
  switch (e.kind) {
    case 'var':
      return variablePlace(lowerer, e.symbol)
    case 'this':
      return lowerer.frame?.self ?? valuesPlace(e.type, lowerer.undefined(e.type))
    case 'member': {
      const base = contentsOf(lowerer, e.base)
      lowerer.b.pos = codePosition(e)
      return fieldPlace(lowerer, base, e.field)
    }
    case 'bit-field':
      return { kind: 'bits', type: e.type, base: lowerer.place(e.base), bits: e.bits }
    case 'swizzle':
      return swizzlePlace(lowerer, wholePlace(lowerer, e.base), e.type, e.components)
    case 'matrix-swizzle': {
      const columns = e.base.type.kind === 'matrix' ? e.base.type.columns : 1
      return swizzlePlace(
        lowerer,
        wholePlace(lowerer, e.base),
        e.type,
        e.components.map(([r, c]) => r * columns + c),
      )
    }
    case 'index':
      return indexPlace(lowerer, e)
    case 'resource-index':
      return resourcePlace(lowerer, e)
    case 'convert':
      return convertedPlace(lowerer, e)
    case 'incdec':
      return e.prefix ? stepped(lowerer, e).place : valuesPlace(e.type, lowerer.value(e))
    case 'assign':
      return e.op === undefined && isAggregate(e.type)
        ? valuesPlace(e.type, lowerer.value(e))
        : assigned(lowerer, e).place
    default:
      return valuesPlace(e.type, lowerer.value(e))
  }
}

/** What components are written of: as in DXC, `(v = w).x = 1` writes to a copy, but `(v = w) += 1` and `(v += w).x = 1` to v. */
const wholePlace = (lowerer: Lowerer, e: Expr): Place =>
  e.kind === 'assign' && e.op === undefined ? valuesPlace(e.type, lowerer.value(e)) : lowerer.place(e)

function literal(lowerer: Lowerer, e: LiteralExpr): Value {
  const element = elementOf(e.type)
  const type = element ? lowerer.ir(element) : I32
  if (type === I64)
    return lowerer.module.constants.int64(BigInt(typeof e.value === 'number' ? Math.trunc(e.value) : e.value))
  return lowerer.b.constant(type, Number(e.value))
}

/** Sums of thousands of terms lean to the left: a loop instead of recursion keeps the stack flat. */
function binary(lowerer: Lowerer, e: BinaryExpr): readonly Value[] {
  const chain = [e]
  let first = e.left
  for (; first.kind === 'binary'; first = first.left) chain.push(first)
  let values = lowerer.value(first)
  for (let i = chain.length - 1; i >= 0; i--) values = combine(lowerer, chain[i]!, values)
  return values
}

/** How many lanes the operation that stands here has. */
function noteLanes({ module, b }: Lowerer, { length }: readonly Value[]): void {
  if (module.hasVectors()) module.lanes.set(b.pos, Math.max(module.lanes.get(b.pos) ?? 0, length))
}

function combine(lowerer: Lowerer, e: BinaryExpr, left: readonly Value[]): readonly Value[] {
  const right = lowerer.value(e.right)
  const element = elementOf(e.left.type)
  if (!element) return lowerer.undefined(e.type)
  lowerer.b.pos = codePosition(e)
  noteLanes(lowerer, left)
  const { op } = e
  const isMatrix = e.left.type.kind === 'matrix'
  if (isCompare(op)) return left.map((x, i) => compare(lowerer.b, op, element, x, right[i]!, isMatrix))
  return left.map((x, i) => arithmetic(lowerer.b, op, element, x, right[i]!))
}

function incDec(lowerer: Lowerer, e: IncDecExpr): readonly Value[] {
  const { place, old, next } = stepped(lowerer, e)
  return e.prefix ? keptBits(lowerer, place, next) : old
}

interface Step {
  readonly place: Place
  readonly old: readonly Value[]
  readonly next: readonly Value[]
}

/** Adds or subtracts 1 where `e` says. */
function stepped(lowerer: Lowerer, e: IncDecExpr): Step {
  const place = lowerer.place(e.target)
  const element = elementOf(e.target.type)
  if (!element) return { place, old: lowerer.undefined(e.type), next: lowerer.undefined(e.type) }
  lowerer.b.pos = codePosition(e)
  lowerer.b.addressPos = codePosition(e.target)
  const old = lowerer.load(place)
  noteLanes(lowerer, old)
  const one = lowerer.b.constant(lowerer.ir(element), 1)
  const next = old.map(v => arithmetic(lowerer.b, e.delta > 0 ? '+' : '-', element, v, one))
  lowerer.store(place, next)
  lowerer.b.addressPos = 0
  return { place, old, next }
}

function assign(lowerer: Lowerer, e: AssignExpr): readonly Value[] {
  // Code has no strings.
  if (e.type.kind === 'string') return []
  const { place, value } = assigned(lowerer, e)
  return keptBits(lowerer, place, value)
}

/** The value is computed before the place it goes to is found; only structs and arrays have their place found first. */
function assigned(lowerer: Lowerer, e: AssignExpr): { readonly place: Place; readonly value: readonly Value[] } {
  const first = isAggregate(e.target.type) ? lowerer.place(e.target) : undefined
  const value = lowerer.value(e.value)
  const place = first ?? lowerer.place(e.target)
  // What is copied whole is copied where its value stands.
  lowerer.b.pos = codePosition(first || e.type.kind === 'object' ? e.value : e)
  if (e.op === undefined) {
    lowerer.b.addressPos = codePosition(e.target)
    lowerer.store(place, value)
    lowerer.b.addressPos = 0
    return { place, value }
  }
  const type = e.computeType ?? e.target.type
  const element = elementOf(type)
  if (!element) return { place, value: lowerer.undefined(e.type) }
  const { op } = e
  lowerer.b.addressPos = codePosition(e.target)
  const old = convertValue(lowerer, lowerer.load(place), e.target.type, type)
  noteLanes(lowerer, old)
  const computed = old.map((x, i) => arithmetic(lowerer.b, op, element, x, value[value.length === 1 ? 0 : i]!))
  const result = convertValue(lowerer, computed, type, e.target.type)
  lowerer.store(place, result)
  lowerer.b.addressPos = 0
  return { place, value: result }
}

function convert(lowerer: Lowerer, e: ConvertExpr): readonly Value[] {
  const { operand } = e
  if (isContents(operand.type, e.type)) return lowerer.load(contentsOf(lowerer, operand))
  if (isResources(e.type)) return lowerer.load(convertedPlace(lowerer, e))
  const values = lowerer.value(operand)
  lowerer.b.pos = operand.pos
  return convertValue(lowerer, values, operand.type, e.type)
}

/** A derived struct seen as its base is the same place; other conversions make values. */
function convertedPlace(lowerer: Lowerer, e: ConvertExpr): Place {
  const { operand, type } = e
  if (isContents(operand.type, type)) return contentsOf(lowerer, operand)
  if (type.kind === 'array' && isResources(type)) return asRange(lowerer, lowerer.place(operand), type, e)
  if (type.kind === 'struct' && operand.type.kind === 'struct' && isBaseOf(type, operand.type)) {
    const place = lowerer.place(operand)
    if (place.kind === 'aggregate') return aggregateBase(lowerer, place, type)
    if (place.kind !== 'values' && place.kind !== 'leaves') return { ...place, type } as Place
  }
  const leaves = e.explicit ? castLeaves(operand.type, type) : undefined
  if (leaves) {
    const base = lowerer.place(operand)
    if (base.kind === 'memory' || base.kind === 'raw' || base.kind === 'aggregate')
      return { kind: 'leaves', type, base, leaves }
  }
  return valuesPlace(type, lowerer.value(e))
}

function isBaseOf(base: Type, derived: Type): boolean {
  for (let s: Type | undefined = derived; s?.kind === 'struct'; s = s.base) if (s === base) return true
  return false
}

/** Indices into arrays are evaluated before the array, so the last of several comes first; those into vectors and matrices after them. */
function indexPlace(lowerer: Lowerer, e: IndexExpr): Place {
  const early = e.base.type.kind === 'array' ? addressIndex(lowerer, e.index) : undefined
  const base = lowerer.place(e.base)
  const index = early ?? addressIndex(lowerer, e.index)
  lowerer.b.pos = codePosition(e)
  if (base.kind === 'constants' && isPastArray(e)) return { ...base, type: e.type, offset: 0 }
  const place = elementPlace(lowerer, base, e.type, index)
  noteChoice(lowerer, base, e.index, index)
  const isObject = e.type.kind === 'object' || e.base.type.kind === 'object' || place.kind === 'members'
  return isObject && saysNonUniform(e.index) ? nonUniform(lowerer, place) : place
}

/** A constant expression past the end of an array in a constant buffer, which nothing complained about: DXC reads the buffer's beginning. */
function isPastArray({ base, index }: IndexExpr): boolean {
  if (base.kind !== 'var' || base.type.kind !== 'array' || base.type.size < 0) return false
  const at = evaluate(index)?.[0]
  return at !== undefined && Number(at) >= base.type.size
}

/** Indices of any integer type as i32. */
function addressIndex(lowerer: Lowerer, e: Expr): Value {
  const v = lowerer.scalar(e)
  const element = elementOf(e.type)
  return element && lowerer.b.typeOf(v) !== I32 ? convertScalar(lowerer, v, element, INT) : v
}

/** True when an index is written with NonUniformResourceIndex around it or a part of it. */
function saysNonUniform(e: Expr): boolean {
  switch (e.kind) {
    case 'intrinsic':
      return e.name === 'NonUniformResourceIndex'
    case 'convert':
    case 'unary':
      return saysNonUniform(e.operand)
    case 'binary':
      return saysNonUniform(e.left) || saysNonUniform(e.right)
    case 'swizzle':
      return saysNonUniform(e.base)
    default:
      return false
  }
}

function resourcePlace(lowerer: Lowerer, e: ResourceIndexExpr): Place {
  if (isPatch(e.resource.type)) {
    const [patch, index] = [lowerer.place(e.resource), lowerer.scalar(e.index)]
    return elementPlace(lowerer, patch, e.type, index)
  }
  if (isNodeObject(e.resource.type)) return nodeElement(lowerer, e)
  const object = lowerer.value(e.resource)[0]
  if (object) lowerer.mention(object)
  const coords = lowerer.value(e.index)
  const level = e.level ? lowerer.scalar(e.level) : undefined
  lowerer.b.pos = e.at ?? e.pos
  if (!object) return valuesPlace(e.type, lowerer.undefined(e.type))
  const { kind } = lowerer.object(object).resource
  if (kind === 'StructuredBuffer') return structuredPlace(lowerer, e.type, object, coords[0]!)
  if (kind === 'RawBuffer' || kind === 'CBuffer' || kind === 'Sampler') {
    lowerer.unsupported(`indexing '${(e.resource.type as ObjectType).name}'`, e)
    return valuesPlace(e.type, lowerer.undefined(e.type))
  }
  return { kind: 'element', type: e.type, object, coords, level }
}
