// Which type converts to which, what that costs an overload, and the typed conversion itself.
// Costs add up over the arguments, so a cost is a weight; see conversion_score.ts.

import type { Span } from '../../../diag/sources.ts'
import { isOfFamily } from '../../../spec/object_types.ts'
import { holdsObject, leafCount, leafTypes } from '../../tree/components.ts'
import { bitsOf, columnsOf, countOf, elementOf, hasLiteral, isLiteral, isNumeric, rowsOf } from '../../tree/numeric.ts'
import type { Expr } from '../../tree/typed.ts'
import {
  type ArrayType,
  allFields,
  CHAR,
  ERROR,
  innermost,
  isScoped,
  type NumericType,
  type ScalarType,
  type StructType,
  sameType,
  type Type,
} from '../../tree/types.ts'
import { type Checker, report } from '../core/context.ts'
import { placeOf } from '../core/lvalues.ts'
import { canonicalName, type Declared, exprTypeName, typeName } from '../core/type_names.ts'
import { warnCoherence } from './coherence.ts'
import { enumCost, SPLAT_COST, scalarCost, TARGET_CAST, TRUNCATION_COST } from './conversion_score.ts'
import { toScalar } from './fold.ts'
import { asResource, isDescriptor, isHeapElement } from './heaps.ts'
import { warnLiteral } from './literal_loss.ts'
import { concretize, convertedLiteral, errorExpr, settled } from './literals.ts'
import { fitsInto } from './narrowing.ts'

const CONST_STRUCT = 1
const OPEN_ARRAY = 1
/** A step from a struct to its base. */
const TO_BASE = 2 ** 18

/** Whether one struct is, or derives from, another; the number of steps, else -1. */
function derivationSteps(from: StructType, to: StructType): number {
  let steps = 0
  for (let at: StructType | undefined = from; at; at = at.base, steps++) if (at === to) return steps
  return -1
}

/** Cost of the implicit conversion from -> to; undefined where there is none. */
export function conversionCost(from: Type, to: Type): number | undefined {
  if (from === to || from.kind === 'error' || to.kind === 'error') return 0
  if (from.kind === 'enum')
    return to.kind === 'enum' || from.scoped || !isNumeric(to) ? undefined : numericCost(from.underlying, to, true)
  if (isNumeric(from)) return isNumeric(to) ? numericCost(from, to, false) : undefined
  if (from.kind === 'struct' && to.kind === 'struct') {
    const steps = derivationSteps(from, to)
    if (steps >= 0) return steps * TO_BASE
    return flatCost(from, to)
  }
  if (isHeapElement(from)) return isDescriptor(to) ? CONST_STRUCT : undefined
  if (isContents(from, to)) return CONST_STRUCT
  if (sameType(from, to, true)) return 0
  if (from.kind === 'string' && to.kind === 'array' && to.element === CHAR) return 0
  if (from.kind === 'array' && to.kind === 'array' && isOpenRange(from, to)) return OPEN_ARRAY
  return flatCost(from, to)
}

/** Aggregates with the same leaves convert into each other: arrays always, structs where both sides are flat (see StructType). */
function flatCost(from: Type, to: Type): number | undefined {
  const flat = (type: Type): boolean => type.kind === 'array' || (type.kind === 'struct' && type.isFlat === true)
  return flat(from) && flat(to) && sameLeaves(from, to) ? TARGET_CAST : undefined
}

/** Comparing more leaves than this is left alone: no real conversion is that large. */
const MOST_LEAVES = 1 << 18

function sameLeaves(a: Type, b: Type): boolean {
  if (a.kind === 'array' && b.kind === 'array') {
    if (a.size < 0 || b.size < 0) return false
    if (a.size === b.size) return sameType(a.element, b.element, true) || sameLeaves(a.element, b.element)
  }
  const count = leafCount(a)
  if (count === 0 || count > MOST_LEAVES || count !== leafCount(b)) return false
  const others = leafTypes(b)
  return leafTypes(a).every((type, i) => sameType(type, others[i]!))
}

/** Resource arrays of which one is unbounded stand for each other, whatever their dimensions. */
function isOpenRange(from: ArrayType, to: ArrayType): boolean {
  if (from.size >= 0 === to.size >= 0) return false
  const a = innermost(from)
  return a.kind === 'object' && sameType(a, innermost(to))
}

/** ConstantBuffer<T>, TextureBuffer<T> and ParameterBlock<T> stand for their T. */
export const isConstantBuffer = (type: Type): boolean =>
  type.kind === 'object' && isOfFamily(type.name, 'constants', 'block')

/** Whether a type is what a constant buffer or a block holds. */
export const isContents = (from: Type, to: Type): boolean =>
  from.kind === 'object' && isConstantBuffer(from) && from.element !== undefined && sameType(from.element, to)

function numericCost(from: NumericType, to: NumericType, isEnum: boolean): number | undefined {
  const dims = shapeCost(from, to)
  if (dims === undefined) return undefined
  const target = elementOf(to)!
  return dims + (isEnum ? enumCost(target) : scalarCost(elementOf(from)!, target))
}

/** Cost of changing the shape; undefined where implicit conversion does not do it. */
function shapeCost(from: NumericType, to: NumericType): number | undefined {
  const fromCount = countOf(from)
  const toCount = countOf(to)
  if (toCount === 1) return fromCount === 1 ? 0 : TRUNCATION_COST
  if (fromCount === 1) return SPLAT_COST
  if (from.kind === 'matrix' && to.kind === 'matrix') {
    if (from.rows < to.rows || from.columns < to.columns) return undefined
    return fromCount === toCount ? 0 : TRUNCATION_COST
  }
  if (from.kind === 'matrix' || to.kind === 'matrix') {
    if (fromCount === toCount) return 0
    // A matrix of one row or column is cut to a vector, and a vector to it.
    return fromCount > toCount && (isLine(from) || isLine(to)) ? TRUNCATION_COST : undefined
  }
  return fromCount < toCount ? undefined : fromCount === toCount ? 0 : TRUNCATION_COST
}

const isLine = (type: NumericType): boolean => type.kind === 'matrix' && (type.rows === 1 || type.columns === 1)

/** Whether converting drops components. */
export const truncates = (from: Type, to: Type): boolean =>
  isNumeric(from) && isNumeric(to) && countOf(from) > countOf(to)

/** Whether an explicit cast from -> to exists: implicit ones, flat casts, splats into aggregates, enums. */
export function castable(from: Type, to: Type): boolean {
  if (from.kind === 'error' || to.kind === 'error') return true
  if (conversionCost(from, to) !== undefined) return true
  if (to.kind === 'object' && from.kind === 'object') return false
  if (from.kind === 'void' || to.kind === 'void' || from.kind === 'string' || to.kind === 'string') return false
  if (from === CHAR || to === CHAR) return false
  if (holdsObject(from) || holdsObject(to)) return fitsObjects(from, to)
  if (from.kind === 'enum' && isNumeric(to)) return !from.scoped || to.kind === 'scalar'
  if (to.kind === 'enum' && (from.kind === 'enum' || isNumeric(from)))
    return from.kind !== 'vector' && from.kind !== 'matrix'
  if (isNumeric(from) && isNumeric(to)) return false
  return isSplat(from) || ((isOne(from) || leafCount(from) >= leafCount(to)) && fitsEnums(from, to))
}

const isOne = (type: Type): boolean => type.kind === 'enum' || (isNumeric(type) && countOf(type) === 1)

/** Types of which one value fills whatever holds numbers and enumerations. */
const SPLAT = /^(literal (int|float)|u?int|u?int8_t4_packed|float)$/
const isSplat = (from: Type): boolean =>
  isNumeric(from) && countOf(from) === 1 && SPLAT.test(elementOf(from)?.name ?? '')

/**
 * Casts between types of which one holds resources. Each resource is given by one of its own type, numbers and enumerations are as without
 * resources. `(S)0` gives a resource no value.
 */
function fitsObjects(from: Type, to: Type): boolean {
  const given = leafTypes(from)
  const wanted = leafTypes(to)
  if (from.kind === 'scalar' || from.kind === 'enum') return false
  return fitsEnums(from, to) && wanted.every((type, i) => fitsObject(given[i], type))
}

const fitsObject = (from: Type | undefined, to: Type): boolean =>
  from !== undefined && (from.kind === 'object' || to.kind === 'object' ? sameType(from, to) : true)

/**
 * Inside of an aggregate an enumeration takes only itself, of other types: `(S)true` is wrong where S begins with one, `(E)true` is not. A scoped
 * one becomes nothing else.
 */
function fitsEnums(from: Type, to: Type): boolean {
  if ((!holdsEnum(to) && !holdsEnum(from)) || leafCount(to) > MOST_LEAVES || leafCount(from) > MOST_LEAVES) return true
  // Of a value for all leaves only the first one is asked.
  const given = leafTypes(from)
  const wanted = leafTypes(to).slice(0, given.length)
  return wanted.every((type, i) => (type.kind !== 'enum' && !isScoped(given[i]!)) || sameType(given[i]!, type))
}

function holdsEnum(type: Type): boolean {
  if (type.kind === 'array') return holdsEnum(type.element)
  return type.kind === 'enum' || (type.kind === 'struct' && allFields(type).some(f => holdsEnum(f.type)))
}

/** A conversion node; literals are folded, conversions to the same type vanish. The conversion must exist. */
export function converted(expr: Expr, to: Type, explicit = false): Expr {
  if (to.kind === 'error' || expr.type.kind === 'error') return expr.type.kind === 'error' ? expr : errorExpr(expr)
  const target = to.kind === 'enum' ? to.underlying : elementOf(to)
  const from = hasLiteral(expr.type) ? (target ? concretize(expr, target) : settled(expr)) : expr
  if (from.type === to || sameType(from.type, to, true)) return from
  if (isHeapElement(from.type)) return asResource(from, to)
  if (from.kind === 'literal' && target && (to.kind === 'scalar' || to.kind === 'enum'))
    return convertedLiteral(from, to, toScalar(from.value, target))
  return { kind: 'convert', type: to, operand: from, explicit, pos: expr.pos, end: expr.end }
}

/** True when a value of `from` has more bits than `to`; a bool only asks whether it is zero. */
export const narrows = (from: ScalarType, to: ScalarType): boolean =>
  !isLiteral(from) && to.name !== 'bool' && bitsOf(from) > bitsOf(to)

/** Warnings of an implicit conversion that loses something. */
export function warnLoss(checker: Checker, expr: Expr, declared: Declared, span: Span): void {
  const from = expr.type
  const to = declared.type
  const source = elementOf(from)
  const target = elementOf(to)
  // Of enumerations DXC says nothing.
  const isNarrowed = source && target && from.kind !== 'enum' && narrows(source, target)
  if (isNarrowed && !fitsInto(checker, expr, source, target))
    report(checker, 'W2102', span, { from: exprTypeName(checker, expr), to: typeName(checker, declared) })
  if (truncates(from, to)) report(checker, 'W2100', span, {})
  if (source && target) warnLiteral(checker, expr, declared)
}

/** Implicit conversion for assignments, operands, conditions...: reports when there is none. */
export function convertTo(checker: Checker, expr: Expr, to: Type, span: Span = expr): Expr {
  if (expr.type === to) return expr
  if (conversionCost(expr.type, to) === undefined) {
    report(checker, 'E2103', span, { from: exprTypeName(checker, expr), to: canonicalName(to) })
    return { ...errorExpr(expr), type: ERROR }
  }
  warnLoss(checker, expr, { type: to }, span)
  return converted(expr, to)
}

/** `float2 v = (1, 2);`: a comma operator, where `float2(1, 2)` was meant. */
export function warnComma(checker: Checker, expr: Expr): void {
  if (expr.kind === 'comma' && !expr.isCast) report(checker, 'W2830', { pos: expr.pos, end: expr.pos }, {})
}

/** The value category, in clang's words. */
export const categoryOf = (expr: Expr): 'lvalue' | 'rvalue' =>
  placeOf(expr) !== 'value' || expr.type.kind === 'string' ? 'lvalue' : 'rvalue'

/** Initialisation of a variable, parameter or return value: the same, in clang's words. `from`: where a change of coherence is told. */
export function convertInit(
  checker: Checker,
  expr: Expr,
  declared: Declared,
  what: string,
  at: Span,
  from: Span = expr,
): Expr {
  const to = declared.type
  warnComma(checker, expr)
  if (expr.type === to) return expr
  if (conversionCost(expr.type, to) === undefined) {
    const names = { to: typeName(checker, declared), from: exprTypeName(checker, expr) }
    report(checker, 'E2102', at, { what, value: categoryOf(expr), ...names })
    return errorExpr(expr)
  }
  warnCoherence(checker, expr.type, to, from)
  warnLoss(checker, expr, declared, at)
  return converted(expr, to)
}

/** Rows and columns two numeric types have in common: the shape of an operation between them. */
export function commonShape(a: NumericType, b: NumericType): NumericType | undefined {
  const countA = countOf(a)
  const countB = countOf(b)
  if (countB === 1) return a
  if (countA === 1) return b
  if (a.kind === 'matrix' && b.kind === 'matrix') {
    const aFits = rowsOf(a) <= rowsOf(b) && columnsOf(a) <= columnsOf(b)
    const bFits = rowsOf(b) <= rowsOf(a) && columnsOf(b) <= columnsOf(a)
    return aFits ? a : bFits ? b : undefined
  }
  // A matrix of one row or column and a vector are as long as the shorter.
  const isMatrix = a.kind === 'matrix' || b.kind === 'matrix'
  if (isMatrix && countA !== countB && !isLine(a) && !isLine(b)) return undefined
  return countA <= countB ? a : b
}
