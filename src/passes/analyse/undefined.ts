// What operations make of an undefined operand and of a divisor that is zero, where every result is allowed and one of them simplifies the code:
// the choices DXC makes, so that programs that use a variable before they set it are accepted and refused as there. Sums and products of floats
// keep the operand, and are refused.

import { isDivision } from '../../ir/effects.ts'
import { type Func, NO_VALUE, type Value } from '../../ir/function.ts'
import type { Module } from '../../ir/module.ts'
import { FCMP, ICMP, Op } from '../../ir/ops.ts'
import { I64 } from '../../ir/types.ts'
import { isUndef } from '../common/simplify_rules.ts'
import { holdsForEqual } from './value_bounds.ts'

/** True for what may be decided by one undefined operand. */
export const mayDecide = (op: number): boolean =>
  (op >= Op.Add && op <= Op.BitCast) || op === Op.ICmp || op === Op.FCmp || op === Op.InsertElement

const isZero = (m: Module, v: Value): boolean => m.constants.numberOf(v) === 0

const isOdd = (m: Module, v: Value): boolean => (m.constants.numberOf(v) ?? 0) % 2 !== 0

/** The result of v when an operand is undefined and decides it, or when it divides by zero; else NO_VALUE. */
export function undefinedResult(m: Module, f: Func, v: Value): Value {
  const a = f.operandAt(v, 0)
  const b = f.operandCount(v) > 1 ? f.operandAt(v, 1) : a
  const type = f.type(v)
  // A lane that is not set stays as it was.
  if (f.op(v) === Op.InsertElement) return b < 0 && isUndef(m, b) ? a : NO_VALUE
  if (isDivision(f.op(v)) && isZero(m, b)) return m.constants.undef(type)
  if ((a >= 0 || !isUndef(m, a)) && (b >= 0 || !isUndef(m, b))) return NO_VALUE
  const undef = m.constants.undef(type)
  const integer = (n: number): Value => (type === I64 ? m.constants.int64(BigInt(n)) : m.constants.int(type, n))
  const isSecond = b < 0 && isUndef(m, b)
  const areBoth = isSecond && a < 0 && isUndef(m, a)
  switch (f.op(v)) {
    case Op.FAdd:
    case Op.FSub:
    case Op.FMul:
    case Op.FDiv:
    case Op.FRem:
      if (f.op(v) >= Op.FDiv && (a >= 0 || b >= 0)) return undef
      return a < 0 && b < 0 ? m.constants.float(type, Number.NaN) : NO_VALUE
    case Op.ZExt:
    case Op.SExt:
      return integer(0)
    case Op.SIToFP:
    case Op.UIToFP:
      return m.constants.float(type, 0)
    case Op.Mul:
      return areBoth || (a < 0 && b < 0 && isOdd(m, isSecond ? a : b)) ? undef : integer(0)
    case Op.And:
      return areBoth ? undef : integer(0)
    case Op.Or:
      return areBoth || isZero(m, b) ? undef : integer(-1)
    case Op.Xor:
      return areBoth ? integer(0) : undef
    case Op.UDiv:
    case Op.SDiv:
      return isSecond && !areBoth && (a >= 0 || isZero(m, a)) ? undef : integer(0)
    case Op.URem:
    case Op.SRem:
      return isSecond ? undef : integer(0)
    case Op.Shl:
    case Op.LShr:
    case Op.AShr:
      return isSecond || isZero(m, b) ? undef : integer(0)
    case Op.ICmp:
      // Two numbers can be what makes them differ.
      if (areBoth || (a < 0 && b < 0 && f.aux(v) <= ICMP.ne)) return undef
      return m.constants.bool(holdsForEqual(f.aux(v)))
    case Op.FCmp:
      // Taken for NaN.
      return m.constants.bool(f.aux(v) >= FCMP.uno)
    default:
      return undef
  }
}
