// The value of one operation on constants, exactly as hardware following IEEE and two's complement gives it; NO_VALUE when it is not known
// or undefined (division by zero, shifts past the width, conversions out of range). Used by every pass that folds.

import { floatRemainder } from '../../base/float_remainder.ts'
import { roundToHalf } from '../../base/float16.ts'
import type { Constants } from '../../ir/constants.ts'
import { NO_VALUE, type Value } from '../../ir/function.ts'
import type { Module } from '../../ir/module.ts'
import { FCMP, ICMP, Op } from '../../ir/ops.ts'
import { bitWidth, F16, F32, I1, I64, type Type } from '../../ir/types.ts'
import { convertConstant } from './evaluate_conversions.ts'
import { evaluateDx } from './evaluate_dx.ts'
import { compareInt64, int64Operation } from './evaluate_int64.ts'

/** Folds `op` with result `type` and payload `aux` over operands; all of them must be constants for anything to happen. */
export function evaluate(m: Module, op: number, type: Type, aux: number, operands: readonly Value[]): Value {
  for (const o of operands) if (o >= 0) return NO_VALUE
  const constants = m.constants
  if (op >= Op.Add && op <= Op.FRem) return binary(constants, op, type, operands[0]!, operands[1]!)
  if (op === Op.ICmp || op === Op.FCmp) return compare(constants, op, aux, operands[0]!, operands[1]!)
  if (op >= Op.Trunc && op <= Op.BitCast) return convertConstant(constants, op, type, constants.get(operands[0]!))
  if (op === Op.Dx) return evaluateDx(constants, aux, type, operands)
  if (op !== Op.Select) return NO_VALUE
  const condition = constants.get(operands[0]!)
  return condition.kind === 'int' ? operands[condition.value === 1 ? 1 : 2]! : NO_VALUE
}

/** A float result rounded to its type; the number is the exact or double-rounded-safe result computed in double. */
export function floatConstant(constants: Constants, type: Type, value: number): Value {
  return constants.float(type, rounded(type, value))
}

const rounded = (type: Type, value: number): number =>
  type === F32 ? Math.fround(value) : type === F16 ? roundToHalf(value) : value

/** The integer's bits as an unsigned number; at most 32 bits wide. */
const unsignedOf = (type: Type, value: number): number =>
  bitWidth(type) >= 32 ? value >>> 0 : value & ((1 << bitWidth(type)) - 1)
/** The integer as signed: i1 true is -1 here, though constants keep it as 1. */
const signedOf = (type: Type, value: number): number => (type === I1 ? -value : value)

function binary(constants: Constants, op: number, type: Type, a: Value, b: Value): Value {
  const x = constants.get(a)
  const y = constants.get(b)
  if (x.kind === 'float' && y.kind === 'float') return floatBinary(constants, op, type, x.value, y.value)
  if (x.kind !== 'int' || y.kind !== 'int') return NO_VALUE
  if (type === I64) {
    const result = int64Operation(op, x.value as bigint, y.value as bigint)
    return result === undefined ? NO_VALUE : constants.int64(result)
  }
  const result = intBinary(op, type, x.value as number, y.value as number)
  return result === undefined ? NO_VALUE : constants.int(type, result)
}

function floatBinary(constants: Constants, op: number, type: Type, x: number, y: number): Value {
  // float and half: rounding the double result once more is the correct rounding, as 53 >= 2 * 24 + 2.
  switch (op) {
    case Op.FAdd:
      return floatConstant(constants, type, x + y)
    case Op.FSub:
      return floatConstant(constants, type, x - y)
    case Op.FMul:
      return floatConstant(constants, type, x * y)
    case Op.FDiv:
      return floatConstant(constants, type, x / y)
    case Op.FRem:
      return constants.float(
        type,
        floatRemainder(x, y, v => rounded(type, v)),
      )
    default:
      return NO_VALUE
  }
}

/** The result before wrapping to the width; undefined where LLVM leaves it undefined. */
function intBinary(op: number, type: Type, x: number, y: number): number | undefined {
  const shiftable = y >= 0 && y < bitWidth(type)
  switch (op) {
    case Op.Add:
      return (x + y) | 0
    case Op.Sub:
      return (x - y) | 0
    case Op.Mul:
      return Math.imul(x, y)
    case Op.And:
      return x & y
    case Op.Or:
      return x | y
    case Op.Xor:
      return x ^ y
    case Op.Shl:
      return shiftable ? x << y : undefined
    case Op.LShr:
      return shiftable ? unsignedOf(type, x) >>> y : undefined
    case Op.AShr:
      return shiftable ? signedOf(type, x) >> y : undefined
    default:
      return y === 0 || type === I1 ? undefined : division(op, type, x, y)
  }
}

function division(op: number, type: Type, x: number, y: number): number | undefined {
  const overflows = y === -1 && x === -(2 ** (bitWidth(type) - 1))
  switch (op) {
    case Op.UDiv:
      return Math.floor(unsignedOf(type, x) / unsignedOf(type, y)) | 0
    case Op.URem:
      return (unsignedOf(type, x) % unsignedOf(type, y)) | 0
    case Op.SDiv:
      return overflows ? undefined : (x / y) | 0
    case Op.SRem:
      return overflows ? undefined : (x % y) | 0
    default:
      return undefined
  }
}

function compare(constants: Constants, op: number, predicate: number, a: Value, b: Value): Value {
  const x = constants.get(a)
  const y = constants.get(b)
  if (op === Op.FCmp)
    return x.kind === 'float' && y.kind === 'float'
      ? constants.bool(compareFloats(predicate, x.value, y.value))
      : NO_VALUE
  if (x.kind !== 'int' || y.kind !== 'int') return NO_VALUE
  const result =
    x.type === I64
      ? compareInt64(predicate, x.value as bigint, y.value as bigint)
      : compareInts(predicate, x.type, x.value as number, y.value as number)
  return constants.bool(result)
}

function compareInts(predicate: number, type: Type, x: number, y: number): boolean {
  if (predicate >= ICMP.ugt && predicate <= ICMP.ule)
    return ordered(predicate - ICMP.ugt, unsignedOf(type, x), unsignedOf(type, y))
  if (predicate >= ICMP.sgt) return ordered(predicate - ICMP.sgt, signedOf(type, x), signedOf(type, y))
  return predicate === ICMP.eq ? x === y : x !== y
}

/** which: 0 gt, 1 ge, 2 lt, 3 le, the order LLVM numbers them in. */
function ordered<T extends number | bigint>(which: number, x: T, y: T): boolean {
  return which === 0 ? x > y : which === 1 ? x >= y : which === 2 ? x < y : x <= y
}

/** The predicate's bits are its truth for: 1 equal, 2 greater, 4 less, 8 unordered. */
function compareFloats(predicate: number, x: number, y: number): boolean {
  const relation = x === y ? FCMP.oeq : x > y ? FCMP.ogt : x < y ? FCMP.olt : FCMP.uno
  return (predicate & relation) !== 0
}
