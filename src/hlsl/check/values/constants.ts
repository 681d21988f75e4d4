// Constant evaluation of typed expressions: flattened component values, or undefined when the value is not known here.
// Invariant: never reports; long left-leaning binary chains are walked in a loop.

import { eachDeclaredLeaf, extractBits, holdsBits, insertBits } from '../../tree/bit_fields.ts'
import { leafScalar, leafTypes } from '../../tree/components.ts'
import { columnsOf, elementOf, INT, isNumeric, rowsOf } from '../../tree/numeric.ts'
import { scalarCount } from '../../tree/type_size.ts'
import type {
  ArithmeticOp,
  BinaryExpr,
  CompareOp,
  ConstantValue,
  Expr,
  LogicalExpr,
  PackExpr,
} from '../../tree/typed.ts'
import { allFields, type Field, type ScalarType, type StructType, type Type } from '../../tree/types.ts'
import { foldArithmetic, foldCompare, foldUnary, toScalar } from './fold.ts'
import { foldIntrinsic } from './fold_intrinsics.ts'

export type Components = readonly ConstantValue[]

/** Component values of a constant expression in declaration order, else undefined. */
export function evaluate(expr: Expr): Components | undefined {
  switch (expr.kind) {
    case 'literal':
      return expr.type.kind === 'error' ? undefined : [expr.value]
    case 'var':
      return expr.symbol.constant
    case 'binary':
      return evaluateChain(expr)
    case 'unary': {
      const operand = evaluate(expr.operand)
      const element = elementOf(expr.operand.type)
      return operand && element && operand.map(value => foldUnary(expr.op, value, element))
    }
    case 'logical':
      return evaluateLogical(expr)
    case 'conditional':
      return evaluateConditional(expr)
    case 'convert':
      return evaluateConvert(expr)
    case 'construct':
    case 'init-list':
      return concatenated(expr.kind === 'construct' ? expr.args : expr.leaves)
    case 'swizzle': {
      const base = evaluate(expr.base)
      return base && expr.components.map(i => base[i]!)
    }
    case 'matrix-swizzle': {
      const base = evaluate(expr.base)
      const { type } = expr.base
      return base && type.kind === 'matrix' ? expr.components.map(([r, c]) => base[r * type.columns + c]!) : undefined
    }
    case 'index':
      return evaluateIndex(expr)
    case 'member': {
      if (expr.base.type.kind !== 'struct') return undefined
      const base = evaluate(expr.base)
      return base?.slice(...fieldRange(expr.base.type, expr.field))
    }
    case 'bit-field': {
      const whole = evaluate(expr.base)?.[0]
      const element = leafScalar(expr.type)
      return whole !== undefined && element ? [toScalar(extractBits(BigInt(whole), expr.bits), element)] : undefined
    }
    case 'pack':
      return evaluatePack(expr)
    case 'comma': {
      let at: Expr = expr
      for (; at.kind === 'comma'; at = at.left) if (!evaluate(at.right)) return undefined
      return evaluate(at) && evaluate(expr.right)
    }
    case 'intrinsic':
      return evaluateIntrinsic(expr)
    default:
      return undefined
  }
}

/** The value of a constant scalar expression. */
export const evaluateScalar = (expr: Expr): ConstantValue | undefined => {
  const values = evaluate(expr)
  return values?.length === 1 ? values[0] : undefined
}

function evaluatePack({ parts, type }: PackExpr): Components | undefined {
  let whole = 0n
  for (const part of parts) {
    const value = evaluate(part.value)?.[0]
    if (value === undefined) return undefined
    whole = insertBits(whole, part, BigInt(value))
  }
  return [toScalar(whole, type)]
}

function evaluateChain(expr: BinaryExpr): Components | undefined {
  const spine: BinaryExpr[] = []
  let at: Expr = expr
  while (at.kind === 'binary') {
    spine.push(at)
    at = at.left
  }
  let value = evaluate(at)
  for (let i = spine.length - 1; i >= 0 && value; i--) value = foldBinary(spine[i]!, value)
  return value
}

const COMPARES: ReadonlySet<string> = new Set(['<', '<=', '>', '>=', '==', '!='])

function foldBinary(expr: BinaryExpr, left: Components): Components | undefined {
  const right = evaluate(expr.right)
  const element = elementOf(expr.left.type)
  return right && element && foldPair(expr.op, left, right, element)
}

/** A binary operation component by component, on operands of the element type. */
export function foldPair(
  op: ArithmeticOp | CompareOp,
  left: Components,
  right: Components,
  element: ScalarType,
): Components | undefined {
  if (right.length !== left.length) return undefined
  const out: ConstantValue[] = []
  for (let i = 0; i < left.length; i++) {
    const value = COMPARES.has(op)
      ? foldCompare(op as CompareOp, left[i]!, right[i]!)
      : foldArithmetic(op as ArithmeticOp, left[i]!, right[i]!, element)
    if (value === undefined) return undefined
    out.push(value)
  }
  return out
}

function evaluateLogical(expr: LogicalExpr): Components | undefined {
  const chain: LogicalExpr[] = []
  let first: Expr = expr
  for (; first.kind === 'logical'; first = first.left) chain.push(first)
  let value = evaluate(first)
  for (let link = chain.pop(); link && value; link = chain.pop()) value = joined(link, value)
  return value
}

function joined({ op, right: second, shortCircuit }: LogicalExpr, left: Components): Components | undefined {
  if (shortCircuit && left[0] === (op === '||')) return left
  const right = evaluate(second)
  return right?.map((value, i) =>
    op === '||' ? Boolean(left[i]) || Boolean(value) : Boolean(left[i]) && Boolean(value),
  )
}

function evaluateConditional(expr: Extract<Expr, { kind: 'conditional' }>): Components | undefined {
  const condition = evaluate(expr.condition)
  if (!condition) return undefined
  if (condition.length === 1) return evaluate(condition[0] ? expr.then : expr.else)
  const then = evaluate(expr.then)
  const otherwise = evaluate(expr.else)
  return then && otherwise && condition.map((value, i) => (value ? then[i]! : otherwise[i]!))
}

function evaluateConvert(expr: Extract<Expr, { kind: 'convert' }>): Components | undefined {
  const from = evaluate(expr.operand)
  return from && convertComponents(from, expr.operand.type, expr.type)
}

/** Components of a value of type `from` as a value of type `to`: splat, truncation, or one by one. */
export function convertComponents(values: Components, from: Type, to: Type): Components | undefined {
  if (!holdsBits(from) && !holdsBits(to)) return convertLeaves(values, from, to)
  const leaves: ConstantValue[] = []
  eachDeclaredLeaf(from, (type, stored) => {
    const element = leafScalar(type)
    if (element) leaves.push(toScalar(values[stored]!, element))
  })
  const converted = convertLeaves(leaves, from, to)
  if (!converted) return undefined
  const out: ConstantValue[] = []
  let at = 0
  eachDeclaredLeaf(to, (_, stored, storedType) => {
    const value = converted[at++]!
    const element = leafScalar(storedType)
    out[stored] = element ? toScalar(value, element) : value
  })
  return out
}

function convertLeaves(values: Components, from: Type, to: Type): Components | undefined {
  const targets = leafTypes(to)
  const picked = pick(values, from, to, targets.length)
  if (!picked) return undefined
  const out: ConstantValue[] = []
  for (let i = 0; i < targets.length; i++) {
    const element = leafScalar(targets[i]!)
    if (!element) return undefined
    out.push(toScalar(picked[i]!, element))
  }
  return out
}

function pick(values: Components, from: Type, to: Type, count: number): Components | undefined {
  if (values.length === count) return values
  if (values.length === 1) return Array<ConstantValue>(count).fill(values[0]!)
  if (values.length < count) return undefined
  if (isNumeric(from) && isNumeric(to) && from.kind === 'matrix' && to.kind === 'matrix') {
    const out: ConstantValue[] = []
    for (let r = 0; r < rowsOf(to); r++) for (let c = 0; c < columnsOf(to); c++) out.push(values[r * from.columns + c]!)
    return out
  }
  return values.slice(0, count)
}

function concatenated(parts: readonly Expr[]): Components | undefined {
  const out: ConstantValue[] = []
  for (const part of parts) {
    const values = evaluate(part)
    if (!values) return undefined
    for (const value of values) out.push(value)
  }
  return out
}

function evaluateIndex(expr: Extract<Expr, { kind: 'index' }>): Components | undefined {
  const index = evaluateScalar(expr.index)
  if (index === undefined) return undefined
  const base = evaluate(expr.base)
  const size = scalarCount(expr.type)
  const at = Number(index) * size
  return base && at >= 0 && at + size <= base.length ? base.slice(at, at + size) : undefined
}

function fieldRange(struct: StructType, field: Field): [number, number] {
  let at = 0
  for (const other of allFields(struct)) {
    const size = scalarCount(other.type)
    if (other === field) return [at, at + size]
    at += size
  }
  return [0, 0]
}

function evaluateIntrinsic(expr: Extract<Expr, { kind: 'intrinsic' }>): Components | undefined {
  const args: Components[] = []
  for (const arg of expr.args) {
    const value = evaluate(arg)
    if (!value) return undefined
    args.push(value)
  }
  const element = elementOf(expr.type)
  const argElement = expr.args.length > 0 ? elementOf(expr.args[0]!.type) : INT
  return element && argElement && foldIntrinsic(expr, args, element, argElement)
}
