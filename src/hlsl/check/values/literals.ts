// Literal-typed expressions (`1`, `2.5`, `-1 * 3`, `c ? 1 : 2`): computed as 64-bit integers and doubles, then converted to the type
// that their surroundings want. Invariant: concretize() to a concrete type leaves no literal type in the tree it returns.

import { extended } from '../../../base/extended.ts'
import {
  BOOL,
  bitsOf,
  combineElements,
  concreteOf,
  DOUBLE,
  elementOf,
  hasLiteral,
  INT,
  INT64,
  isFloat,
  isLiteral,
  isNumeric,
  isSigned,
  LITERAL_FLOAT,
  LITERAL_INT,
  UINT,
  UINT64,
  withElement,
} from '../../tree/numeric.ts'
import type { BinaryExpr, ConstantValue, ConvertExpr, Expr, LiteralExpr } from '../../tree/typed.ts'
import {
  type EnumType,
  ERROR,
  type MatrixType,
  type NumericType,
  type ScalarType,
  type Type,
  type VectorType,
  vector,
} from '../../tree/types.ts'
import { toScalar } from './fold.ts'
import { type Decision, decide, decideCast, earlyPrefix, isShort, shortConstant } from './literal_values.ts'

interface Place {
  readonly pos: number
  readonly end: number
}

export const literal = (type: ScalarType | EnumType, value: ConstantValue, { pos, end }: Place): LiteralExpr => ({
  kind: 'literal',
  type,
  value,
  pos,
  end,
})

export const errorExpr = ({ pos, end }: Place): LiteralExpr => ({
  kind: 'literal',
  type: ERROR,
  value: 0,
  pos,
  end,
})

/** Gives a literal-typed tree a concrete element type, or wraps it for the other literal type; other trees come back as they are.
    The tree is computed first, in its own types, and the result converted: `int n = 0.9 * 10` is 9. */
export function concretize(expr: Expr, element: ScalarType): Expr {
  if (!hasLiteral(expr.type)) return expr
  const type = reshaped(expr.type, element)
  if (isLiteral(element)) {
    if (expr.type === type) return expr
    if (expr.kind === 'literal') return literal(element, toScalar(expr.value, element), expr)
    return { kind: 'convert', type, operand: expr, explicit: false, pos: expr.pos, end: expr.end }
  }
  if (expr.kind === 'literal') {
    const value = fromLiteral(expr.value, element)
    if (expr.from !== undefined || expr.standsFor !== undefined) return extended(expr, { type: element, value })
    return convertedLiteral(expr, element, value)
  }
  if (expr.kind === 'comma') return { ...expr, type, right: concretize(expr.right, element) }
  const decision = decideCast(expr, element)
  if (decision) return decided(decision, type, element, expr)
  const wide = widened(expr, isShort(expr, element) ? INT : INT64)
  if (wide.type === type) return wide
  return { kind: 'convert', type, operand: wide, explicit: false, pos: expr.pos, end: expr.end }
}

/** A literal of another type, which remembers a float that it does not hold. */
export function convertedLiteral(expr: LiteralExpr, type: ScalarType | EnumType, value: ConstantValue): LiteralExpr {
  const result = literal(type, value, expr)
  const isHeld = typeof value !== 'number' || typeof expr.value !== 'number' || Math.trunc(expr.value) === value
  return isHeld || !isFloat(elementOf(expr.type)!) || isFloat(elementOf(type)!)
    ? result
    : extended(result, { from: expr })
}

/** A literal's value in another type; floats beyond an integer type give its nearest value. */
function fromLiteral(value: ConstantValue, type: ScalarType): ConstantValue {
  if (typeof value !== 'number' || isFloat(type) || type === BOOL || Number.isNaN(value)) return toScalar(value, type)
  const bits = Math.max(bitsOf(type), 16)
  const high = isSigned(type) ? 2 ** (bits - 1) : 2 ** bits
  const low = isSigned(type) ? -high : 0
  const whole = Math.trunc(value)
  if (whole > low && whole < high) return toScalar(value, type)
  return toScalar(whole <= low ? BigInt(low) : BigInt(high) - 1n, type)
}

/** The tree of constants and conditions that a decision is. */
function decided(decision: Decision, type: NumericType | ScalarType, element: ScalarType, expr: Expr): Expr {
  const { pos, end } = expr
  if (decision.kind === 'chosen')
    return {
      ...decision.by,
      type,
      // biome-ignore lint/suspicious/noThenProperty: the branch's name in the typed tree
      then: decided(decision.yes, type, element, expr),
      else: decided(decision.no, type, element, expr),
      pos,
      end,
    }
  // Integers may have been computed in 32 bits.
  const isWhole = elementOf(expr.type) === LITERAL_INT
  const parts = decision.values.map(v =>
    literal(element, isWhole ? toScalar(v, element) : fromLiteral(v, element), expr),
  )
  if (type.kind === 'scalar') return extended(parts[0]!, { from: expr })
  return { kind: 'construct', type, args: parts, pos, end }
}

/** A tree that is only known at run time: literal ints are 64-bit integers in it, or what is given, and literal floats doubles. */
function widened(expr: Expr, whole: ScalarType = INT64): Expr {
  if (!hasLiteral(expr.type)) return expr
  const element = wideOf(elementOf(expr.type)!, whole)
  const type = reshaped(expr.type, element)
  const early = whole === INT ? shortConstant(expr) : undefined
  if (early) return decided(early, type, element, expr)
  switch (expr.kind) {
    case 'literal':
      return literal(element, toScalar(expr.value, element), expr)
    case 'unary':
      return { ...expr, type, operand: widened(expr.operand, whole) }
    case 'binary':
      return widenedChain(expr, whole)
    case 'conditional':
      return {
        ...expr,
        type,
        // biome-ignore lint/suspicious/noThenProperty: the branch's name in the typed tree
        then: widened(expr.then, whole),
        else: widened(expr.else, whole),
      }
    case 'swizzle':
      return { ...expr, type, base: widened(expr.base) }
    case 'index':
      return { ...expr, type, base: widened(expr.base) }
    case 'convert':
      return converted(expr, type, element)
    case 'intrinsic':
      return {
        ...expr,
        type,
        args: expr.args.map(arg => widened(arg)),
        params: expr.params.map(p => ({ ...p, type: wideType(p.type) })),
      }
    case 'construct':
      return { ...expr, type: type as VectorType | MatrixType, args: expr.args.map(arg => widened(arg)) }
    case 'comma':
      return { ...expr, type, right: widened(expr.right) }
    default:
      return { kind: 'convert', type, operand: expr, explicit: false, pos: expr.pos, end: expr.end }
  }
}

/** Between literal types: an integer operation that DXC converts by way of 32 bits is one. */
function converted(expr: ConvertExpr, type: Type, element: ScalarType): Expr {
  const decision = decide(expr)
  if (decision) return decided(decision, type as NumericType, element, expr)
  const operand = widened(expr.operand, isShort(expr.operand, element) ? INT : INT64)
  return operand.type === type ? operand : { ...expr, type, operand }
}

const wideOf = (element: ScalarType, whole: ScalarType = INT64): ScalarType =>
  element === LITERAL_INT ? whole : element === LITERAL_FLOAT ? DOUBLE : element
const wideType = (type: Type, whole: ScalarType = INT64): Type =>
  hasLiteral(type) ? reshaped(type, wideOf(elementOf(type)!, whole)) : type

/** Binary chains lean left and may be very long: rebuilt in a loop. */
function widenedChain(expr: BinaryExpr, whole: ScalarType): Expr {
  const spine: BinaryExpr[] = []
  let at: Expr = expr
  while (at.kind === 'binary' && hasLiteral(at.type)) {
    spine.push(at)
    at = at.left
  }
  const early = whole === INT ? earlyPrefix(spine, at) : undefined
  const first = early && spine[early.end]!
  let result = first ? decided(early.value, wideType(first.type, whole) as NumericType, INT, first) : widened(at, whole)
  for (let i = (early ? early.end : spine.length) - 1; i >= 0; i--) {
    const node = spine[i]!
    result = { ...node, type: wideType(node.type, whole), left: result, right: widened(node.right, whole) }
  }
  return result
}

const reshaped = (type: Type, element: ScalarType): NumericType =>
  isNumeric(type) ? withElement(type, element) : element

/** A comparison of literals: they are compared as 64-bit integers or doubles. */
export function compared(expr: BinaryExpr): Expr {
  const decision = decide(expr)
  if (decision) return decided(decision, expr.type as NumericType, BOOL, expr)
  return { ...expr, left: widened(expr.left), right: widened(expr.right) }
}

/** What a literal-typed expression is when nothing decides: int (int64_t or uint when too big), float. */
export function settled(expr: Expr): Expr {
  if (!hasLiteral(expr.type)) return expr
  const element = elementOf(expr.type)!
  if (element === LITERAL_INT && expr.kind === 'literal') return concretize(expr, intFor(BigInt(expr.value)))
  return concretize(expr, concreteOf(element))
}

/** A literal index of an array: computed in 64 bits and then cut, where those of vectors and buffers are arguments. */
export function arrayIndex(expr: Expr): Expr {
  if (elementOf(expr.type) !== LITERAL_INT || expr.kind === 'literal' || expr.kind === 'comma') return settled(expr)
  const decision = decide(expr)
  return decision ? decided(decision, reshaped(expr.type, INT), INT, expr) : widened(expr)
}

/** The concrete type a whole literal takes by its size. */
function intFor(value: bigint): ScalarType {
  if (value >= -0x80000000n && value <= 0x7fffffffn) return concreteOf(LITERAL_INT)
  return value > 0 && value <= 0xffffffffn ? UINT : INT64
}

/** What a literal int stands for as an argument that the result's type does not depend on: an unsigned type while nothing is negated. */
export function literalKind(expr: Expr): ScalarType {
  switch (expr.kind) {
    case 'literal':
      return (
        expr.standsFor ?? kindOfWhole(BigInt(Math.trunc(Number(expr.value)) === Number(expr.value) ? expr.value : 0))
      )
    case 'unary': {
      const kind = literalKind(expr.operand)
      return expr.op === '-' ? (kind === UINT ? INT : kind === UINT64 ? INT64 : kind) : kind
    }
    case 'binary':
      return combineElements(literalKind(expr.left), literalKind(expr.right))
    case 'conditional':
      return combineElements(literalKind(expr.then), literalKind(expr.else))
    case 'intrinsic':
      return expr.args.map(literalKind).reduce(combineElements)
    case 'swizzle':
      // Components of vectors are as wide as they were computed.
      return hasLiteral(expr.type) ? INT64 : (elementOf(expr.type) ?? INT)
    default:
      return elementOf(expr.type) ?? INT
  }
}

const kindOfWhole = (value: bigint): ScalarType => {
  const isLong = value > 0xffffffffn || value < -0x80000000n
  return value < 0n ? (isLong ? INT64 : INT) : isLong ? UINT64 : UINT
}

/** bool of a numeric type's shape. */
export const boolLike = (type: Type): Type =>
  isNumeric(type) ? (type.kind === 'vector' ? vector(BOOL, type.size) : withElement(type, BOOL)) : BOOL
