// Literal-typed expressions (`1`, `2.5`, `-1 * 3`, `c ? 1 : 2`): they take the type of their surroundings.
// Invariant: concretize() leaves no literal type in the tree it returns.

import type { ConstantValue, Expr, IntrinsicExpr, LiteralExpr } from '../typed.ts'
import { type EnumType, ERROR, type MatrixType, type ScalarType, type Type, type VectorType, vector } from '../types.ts'
import { toScalar } from './fold.ts'
import { BOOL, concreteOf, elementOf, hasLiteral, INT64, isNumeric, LITERAL_INT, UINT, withElement } from './numeric.ts'

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

/** Gives a literal-typed tree a concrete element type; other trees come back as they are. */
export function concretize(expr: Expr, element: ScalarType): Expr {
  if (!hasLiteral(expr.type)) return expr
  switch (expr.kind) {
    case 'literal':
      return literal(element, toScalar(expr.value, element), expr)
    case 'unary':
      return { ...expr, type: reshaped(expr.type, element), operand: concretize(expr.operand, element) }
    case 'binary':
      return concretizeChain(expr, element)
    case 'conditional':
      return {
        ...expr,
        type: reshaped(expr.type, element),
        // biome-ignore lint/suspicious/noThenProperty: the branch's name in the typed tree
        then: concretize(expr.then, element),
        else: concretize(expr.else, element),
      }
    case 'swizzle':
      return { ...expr, type: reshaped(expr.type, element), base: concretize(expr.base, element) }
    case 'convert':
      return { ...expr, type: reshaped(expr.type, element), operand: concretize(expr.operand, element) }
    case 'intrinsic':
      return concretizeIntrinsic(expr, element)
    case 'construct':
      return { ...expr, type: vectorLike(expr.type, element), args: expr.args.map(arg => concretize(arg, element)) }
    case 'comma':
      return { ...expr, type: reshaped(expr.type, element), right: concretize(expr.right, element) }
    default:
      return {
        kind: 'convert',
        type: reshaped(expr.type, element),
        operand: expr,
        explicit: false,
        pos: expr.pos,
        end: expr.end,
      }
  }
}

/** A builtin called with literals only: its literal parameters take the type of the result. */
function concretizeIntrinsic(expr: IntrinsicExpr, element: ScalarType): Expr {
  return {
    ...expr,
    type: reshaped(expr.type, element),
    args: expr.args.map(arg => concretize(arg, element)),
    params: expr.params.map(p => (hasLiteral(p.type) ? { ...p, type: reshaped(p.type, element) } : p)),
  }
}

const vectorLike = <T extends VectorType | MatrixType>(type: T, element: ScalarType): T =>
  withElement(type, element) as T

/** Binary chains lean left and may be very long: rebuilt in a loop. */
function concretizeChain(expr: Expr, element: ScalarType): Expr {
  const spine: Extract<Expr, { kind: 'binary' }>[] = []
  let at: Expr = expr
  while (at.kind === 'binary' && hasLiteral(at.type)) {
    spine.push(at)
    at = at.left
  }
  let result = concretize(at, element)
  for (let i = spine.length - 1; i >= 0; i--) {
    const node = spine[i]!
    result = { ...node, type: reshaped(node.type, element), left: result, right: concretize(node.right, element) }
  }
  return result
}

const reshaped = (type: Type, element: ScalarType): Type => (isNumeric(type) ? withElement(type, element) : element)

/** What a literal-typed expression is when nothing decides: int (int64_t or uint when too big), float. */
export function settled(expr: Expr): Expr {
  if (!hasLiteral(expr.type)) return expr
  const element = elementOf(expr.type)!
  if (element === LITERAL_INT && expr.kind === 'literal') return concretize(expr, intFor(BigInt(expr.value)))
  return concretize(expr, concreteOf(element))
}

/** The concrete type a whole literal takes by its size. */
export function intFor(value: bigint): ScalarType {
  if (value >= -0x80000000n && value <= 0x7fffffffn) return concreteOf(LITERAL_INT)
  return value > 0 && value <= 0xffffffffn ? UINT : INT64
}

/** bool of a numeric type's shape. */
export const boolLike = (type: Type): Type =>
  isNumeric(type) ? (type.kind === 'vector' ? vector(BOOL, type.size) : withElement(type, BOOL)) : BOOL
