// Expressions: values (lists of leaves) and places. Calls, builtin functions and methods have files of their own.

import { evaluate } from '../../hlsl/check/values/constants.ts'
import { castLeaves } from '../../hlsl/tree/cast_places.ts'
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

export function lowerValue(l: Lowerer, e: Expr): readonly Value[] {
  l.b.pos = e.pos
  switch (e.kind) {
    case 'literal':
      return [literal(l, e)]
    case 'var':
    case 'this':
    case 'member':
    case 'bit-field':
    case 'swizzle':
    case 'matrix-swizzle':
    case 'index':
    case 'resource-index':
      return plainBools(l, e.type, l.load(l.place(e)))
    case 'unary':
      return l.value(e.operand).map(v => unary(l.b, e.op, v))
    case 'incdec':
      return incDec(l, e)
    case 'binary':
      return binary(l, e)
    case 'logical':
      return logicalValue(l, e)
    case 'conditional':
      return conditionalValue(l, e)
    case 'assign':
      return assign(l, e)
    case 'convert':
      return convert(l, e)
    case 'construct':
      return leafValues(l, e.args)
    case 'pack':
      return [packBits(l, e)]
    case 'init-list':
      if (isRayObject(e.type)) return allocateQueries(l, e.type)
      return leafValues(l, e.leaves)
    case 'call':
      return lowerCall(l, e)
    case 'intrinsic':
      return lowerIntrinsic(l, e)
    case 'method':
      return lowerMethod(l, e)
    case 'heap':
      return [heapObject(l, e, e.index !== undefined && saysNonUniform(e.index))]
    case 'comma':
      return lastValue(l, e)
  }
}

/** `a, b, c` leans to the left: a loop instead of recursion. */
function lastValue(l: Lowerer, e: Expr): readonly Value[] {
  const later: Expr[] = []
  let at = e
  for (; at.kind === 'comma'; at = at.left) later.push(at.right)
  for (let next = later.pop(); next; next = later.pop()) {
    if (!isOutputAlone(l, at)) l.value(at)
    at = next
  }
  return l.value(at)
}

/** Bools that are no part of a whole any more are 0 or 1, whatever word they were read from. */
function plainBools(l: Lowerer, type: Type, values: readonly Value[]): readonly Value[] {
  if (l.boolWords.size === 0 || isAggregate(type)) return values
  return values.map(v => {
    const word = l.boolWords.get(v)
    return word === undefined ? v : l.b.icmp('ne', word, l.b.i32(0))
  })
}

export function lowerPlace(l: Lowerer, e: Expr): Place {
  l.b.pos = e.pos
  switch (e.kind) {
    case 'var':
      return variablePlace(l, e.symbol)
    case 'this':
      return l.frame?.self ?? valuesPlace(e.type, l.undefined(e.type))
    case 'member':
      return fieldPlace(l, contentsOf(l, e.base), e.field)
    case 'bit-field':
      return { kind: 'bits', type: e.type, base: l.place(e.base), bits: e.bits }
    case 'swizzle':
      return swizzlePlace(l, wholePlace(l, e.base), e.type, e.components)
    case 'matrix-swizzle': {
      const columns = e.base.type.kind === 'matrix' ? e.base.type.columns : 1
      return swizzlePlace(
        l,
        wholePlace(l, e.base),
        e.type,
        e.components.map(([r, c]) => r * columns + c),
      )
    }
    case 'index':
      return indexPlace(l, e)
    case 'resource-index':
      return resourcePlace(l, e)
    case 'convert':
      return convertedPlace(l, e)
    case 'incdec':
      return e.prefix ? stepped(l, e).place : valuesPlace(e.type, l.value(e))
    case 'assign':
      return e.op === undefined && isAggregate(e.type) ? valuesPlace(e.type, l.value(e)) : assigned(l, e).place
    default:
      return valuesPlace(e.type, l.value(e))
  }
}

/** What components are written of: as in DXC, `(v = w).x = 1` writes to a copy, but `(v = w) += 1` and `(v += w).x = 1` to v. */
const wholePlace = (l: Lowerer, e: Expr): Place =>
  e.kind === 'assign' && e.op === undefined ? valuesPlace(e.type, l.value(e)) : l.place(e)

function literal(l: Lowerer, e: LiteralExpr): Value {
  const element = elementOf(e.type)
  const type = element ? l.ir(element) : I32
  if (type === I64) return l.module.constants.int64(BigInt(typeof e.value === 'number' ? Math.trunc(e.value) : e.value))
  return l.b.constant(type, Number(e.value))
}

/** Sums of thousands of terms lean to the left: a loop instead of recursion keeps the stack flat. */
function binary(l: Lowerer, e: BinaryExpr): readonly Value[] {
  const chain = [e]
  let first = e.left
  for (; first.kind === 'binary'; first = first.left) chain.push(first)
  let values = l.value(first)
  for (let i = chain.length - 1; i >= 0; i--) values = combine(l, chain[i]!, values)
  return values
}

function combine(l: Lowerer, e: BinaryExpr, left: readonly Value[]): readonly Value[] {
  const right = l.value(e.right)
  const element = elementOf(e.left.type)
  if (!element) return l.undefined(e.type)
  l.b.pos = e.pos
  const { op } = e
  if (isCompare(op)) return left.map((x, i) => compare(l.b, op, element, x, right[i]!))
  return left.map((x, i) => arithmetic(l.b, op, element, x, right[i]!))
}

function incDec(l: Lowerer, e: IncDecExpr): readonly Value[] {
  const { place, old, next } = stepped(l, e)
  return e.prefix ? keptBits(l, place, next) : old
}

interface Step {
  readonly place: Place
  readonly old: readonly Value[]
  readonly next: readonly Value[]
}

/** Adds or subtracts 1 where `e` says. */
function stepped(l: Lowerer, e: IncDecExpr): Step {
  const place = l.place(e.target)
  const element = elementOf(e.target.type)
  if (!element) return { place, old: l.undefined(e.type), next: l.undefined(e.type) }
  const old = l.load(place)
  const one = l.b.constant(l.ir(element), 1)
  const next = old.map(v => arithmetic(l.b, e.delta > 0 ? '+' : '-', element, v, one))
  l.store(place, next)
  return { place, old, next }
}

function assign(l: Lowerer, e: AssignExpr): readonly Value[] {
  const { place, value } = assigned(l, e)
  return keptBits(l, place, value)
}

/** The value is computed before the place it goes to is found; only structs and arrays have their place found first. */
function assigned(l: Lowerer, e: AssignExpr): { readonly place: Place; readonly value: readonly Value[] } {
  const first = isAggregate(e.target.type) ? l.place(e.target) : undefined
  const value = l.value(e.value)
  const place = first ?? l.place(e.target)
  l.b.pos = e.pos
  if (e.op === undefined) {
    l.store(place, value)
    return { place, value }
  }
  const type = e.computeType ?? e.target.type
  const element = elementOf(type)
  if (!element) return { place, value: l.undefined(e.type) }
  const { op } = e
  const old = convertValue(l, l.load(place), e.target.type, type)
  const computed = old.map((x, i) => arithmetic(l.b, op, element, x, value[value.length === 1 ? 0 : i]!))
  const result = convertValue(l, computed, type, e.target.type)
  l.store(place, result)
  return { place, value: result }
}

function convert(l: Lowerer, e: ConvertExpr): readonly Value[] {
  const { operand } = e
  if (operand.type.kind === 'object' && e.type.kind !== 'object') return l.load(contentsOf(l, operand))
  if (isResources(e.type)) return l.load(convertedPlace(l, e))
  const values = l.value(operand)
  l.b.pos = e.pos
  return convertValue(l, values, operand.type, e.type)
}

/** A derived struct seen as its base is the same place; other conversions make values. */
function convertedPlace(l: Lowerer, e: ConvertExpr): Place {
  const { operand, type } = e
  if (operand.type.kind === 'object' && type.kind !== 'object') return contentsOf(l, operand)
  if (type.kind === 'array' && isResources(type)) return asRange(l, l.place(operand), type, e)
  if (type.kind === 'struct' && operand.type.kind === 'struct' && isBaseOf(type, operand.type)) {
    const place = l.place(operand)
    if (place.kind === 'aggregate') return aggregateBase(l, place, type)
    if (place.kind !== 'values' && place.kind !== 'leaves') return { ...place, type } as Place
  }
  const leaves = e.explicit ? castLeaves(operand.type, type) : undefined
  if (leaves) {
    const base = l.place(operand)
    if (base.kind === 'memory' || base.kind === 'raw' || base.kind === 'aggregate')
      return { kind: 'leaves', type, base, leaves }
  }
  return valuesPlace(type, l.value(e))
}

function isBaseOf(base: Type, derived: Type): boolean {
  for (let s: Type | undefined = derived; s?.kind === 'struct'; s = s.base) if (s === base) return true
  return false
}

/** Indices into arrays are evaluated before the array, so the last of several comes first; those into vectors and matrices after them. */
function indexPlace(l: Lowerer, e: IndexExpr): Place {
  const early = e.base.type.kind === 'array' ? addressIndex(l, e.index) : undefined
  const base = l.place(e.base)
  const index = early ?? addressIndex(l, e.index)
  l.b.pos = e.pos
  if (base.kind === 'constants' && isPastArray(e)) return { ...base, type: e.type, offset: 0 }
  const place = elementPlace(l, base, e.type, index)
  noteChoice(l, base, e.index, index)
  const isObject = e.type.kind === 'object' || e.base.type.kind === 'object' || place.kind === 'members'
  return isObject && saysNonUniform(e.index) ? nonUniform(l, place) : place
}

/** A constant expression past the end of an array in a constant buffer, which nothing complained about: DXC reads the buffer's beginning. */
function isPastArray({ base, index }: IndexExpr): boolean {
  if (base.kind !== 'var' || base.type.kind !== 'array' || base.type.size < 0) return false
  const at = evaluate(index)?.[0]
  return at !== undefined && Number(at) >= base.type.size
}

/** Indices of any integer type as i32. */
function addressIndex(l: Lowerer, e: Expr): Value {
  const v = l.scalar(e)
  const element = elementOf(e.type)
  return element && l.b.typeOf(v) !== I32 ? convertScalar(l, v, element, INT) : v
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

function resourcePlace(l: Lowerer, e: ResourceIndexExpr): Place {
  if (isPatch(e.resource.type)) {
    const [patch, index] = [l.place(e.resource), l.scalar(e.index)]
    return elementPlace(l, patch, e.type, index)
  }
  if (isNodeObject(e.resource.type)) return nodeElement(l, e)
  const object = l.value(e.resource)[0]
  if (object) l.mention(object)
  const coords = l.value(e.index)
  const level = e.level ? l.scalar(e.level) : undefined
  l.b.pos = e.pos
  if (!object) return valuesPlace(e.type, l.undefined(e.type))
  const { kind } = l.object(object).resource
  if (kind === 'StructuredBuffer') return structuredPlace(l, e.type, object, coords[0]!)
  if (kind === 'RawBuffer' || kind === 'CBuffer' || kind === 'Sampler') {
    l.unsupported(`indexing '${(e.resource.type as ObjectType).name}'`, e)
    return valuesPlace(e.type, l.undefined(e.type))
  }
  return { kind: 'element', type: e.type, object, coords, level }
}
