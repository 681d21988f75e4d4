// Arithmetic on constant components exactly as the target types compute: wrap-around integers, floats rounded to their width.
// Invariant: values are canonical for their type (bool boolean, 64-bit integers bigint, others number); literals use bigint and number.

import { floatRemainder } from '../../../base/float_remainder.ts'
import { roundToHalf } from '../../../base/float16.ts'
import { table } from '../../../base/table.ts'
import { bitsOf, isBool, isFloat, isSigned, LITERAL_INT } from '../../tree/numeric.ts'
import type { ArithmeticOp, CompareOp, ConstantValue, UnaryOp } from '../../tree/typed.ts'
import type { ScalarType } from '../../tree/types.ts'

const isBig = (type: ScalarType): boolean => type === LITERAL_INT || (bitsOf(type) === 64 && !isFloat(type))

/** A number as a value of the type: wraps, rounds or tests for zero. Floats to integers truncate; NaN and infinities become 0. */
export function toScalar(value: ConstantValue, type: ScalarType): ConstantValue {
  if (type.name === 'bool') return typeof value === 'bigint' ? value !== 0n : Boolean(value) || Number.isNaN(value)
  if (isFloat(type)) return roundFloat(Number(value), type)
  const whole = typeof value === 'bigint' ? value : typeof value === 'boolean' ? (value ? 1n : 0n) : truncated(value)
  if (type === LITERAL_INT) return BigInt.asIntN(64, whole)
  const bits = Math.max(bitsOf(type) === 12 ? 16 : bitsOf(type), 16)
  const wrapped = isSigned(type) ? BigInt.asIntN(bits, whole) : BigInt.asUintN(bits, whole)
  return bits === 64 ? wrapped : Number(wrapped)
}

function truncated(value: number): bigint {
  return Number.isFinite(value) ? BigInt(Math.trunc(value)) : 0n
}

function roundFloat(value: number, type: ScalarType): number {
  switch (type.name) {
    case 'double':
    case 'literal float':
      return value
    case 'float16_t':
      return roundToHalf(value)
    default:
      // Minimum precision floats are kept at 32 bits: that is what storage and constant operands use.
      return Math.fround(value)
  }
}

/** a op b for operands of the type; undefined where the result is not defined (integer division by zero). */
export function foldArithmetic(
  op: ArithmeticOp,
  a: ConstantValue,
  b: ConstantValue,
  type: ScalarType,
): ConstantValue | undefined {
  if (isFloat(type)) return foldFloat(op, Number(a), Number(b), type)
  if (isBig(type)) return foldBig(op, BigInt(a), BigInt(b), type)
  return foldInt(op, Number(a), Number(b), type)
}

function foldFloat(op: ArithmeticOp, a: number, b: number, type: ScalarType): number | undefined {
  switch (op) {
    case '+':
      return roundFloat(a + b, type)
    case '-':
      return roundFloat(a - b, type)
    case '*':
      return roundFloat(a * b, type)
    case '/':
      return roundFloat(a / b, type)
    case '%':
      return floatRemainder(a, b, v => roundFloat(v, type))
    default:
      return undefined
  }
}

function foldBig(op: ArithmeticOp, a: bigint, b: bigint, type: ScalarType): ConstantValue | undefined {
  if ((op === '/' || op === '%') && b === 0n) return undefined
  const shift = b & 63n
  const results: Readonly<Record<ArithmeticOp, () => bigint>> = {
    '+': () => a + b,
    '-': () => a - b,
    '*': () => a * b,
    '/': () => a / b,
    '%': () => a % b,
    '&': () => a & b,
    '|': () => a | b,
    '^': () => a ^ b,
    '<<': () => a << shift,
    '>>': () => a >> shift,
  }
  return toScalar(results[op](), type)
}

function foldInt(op: ArithmeticOp, a: number, b: number, type: ScalarType): ConstantValue | undefined {
  const mask = bitsOf(type) <= 16 ? 15 : 31
  switch (op) {
    case '+':
      return toScalar(a + b, type)
    case '-':
      return toScalar(a - b, type)
    case '*':
      return toScalar(Math.imul(a, b), type)
    case '/':
      return b === 0 ? undefined : toScalar(a / b, type)
    case '%':
      return b === 0 ? undefined : toScalar(a % b, type)
    case '&':
      return toScalar(a & b, type)
    case '|':
      return toScalar(a | b, type)
    case '^':
      return toScalar(a ^ b, type)
    case '<<':
      return toScalar(a << (b & mask), type)
    case '>>':
      return toScalar(isSigned(type) ? a >> (b & mask) : a >>> (b & mask), type)
  }
}

export function foldCompare(op: CompareOp, a: ConstantValue, b: ConstantValue): boolean {
  switch (op) {
    case '<':
      return a < b
    case '<=':
      return a <= b
    case '>':
      return a > b
    case '>=':
      return a >= b
    case '==':
      return a === b
    case '!=':
      return a !== b
  }
}

export function foldUnary(op: UnaryOp, a: ConstantValue, type: ScalarType): ConstantValue {
  switch (op) {
    case '+':
      return a
    case '!':
      return !a
    case '-':
      return toScalar(typeof a === 'bigint' ? -a : -Number(a), type)
    case '~':
      return toScalar(typeof a === 'bigint' ? ~a : ~Number(a), type)
  }
}

/** Whether the value of an integer operation is not what its type holds of it: to clang that is no constant. */
export function leavesType(
  op: string,
  left: ConstantValue,
  right: ConstantValue,
  type: ScalarType,
  value: ConstantValue,
): boolean {
  if (isFloat(type) || isBool(type)) return false
  const [a, b] = [BigInt(left), BigInt(right)]
  const compute = EXACT.get(op)
  if (compute) return isSigned(type) && compute(a, b) !== BigInt(value)
  if (op === '/' || op === '%') return isSigned(type) && b === -1n && a === -1n << BigInt(bitsOf(type) - 1)
  if (op !== '<<' && op !== '>>') return false
  const bits = BigInt(bitsOf(type))
  return b < 0n || b >= bits || (op === '<<' && isSigned(type) && (a < 0n || a << b >= 1n << bits))
}

const EXACT: ReadonlyMap<string, (a: bigint, b: bigint) => bigint> = table({
  '+': (a: bigint, b: bigint): bigint => a + b,
  '-': (a: bigint, b: bigint): bigint => a - b,
  '*': (a: bigint, b: bigint): bigint => a * b,
})
