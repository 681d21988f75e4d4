// A choice that one bit decides, between numbers that differ in one bit or by a power of two, is arithmetic on that bit, as LLVM's
// instcombine has it: `x & 8 ? 2 : 0` is `x >> 2 & 2`, `x & 1 ? y | 4 : y` is `x << 2 & 4 | y`. Only where that is shorter.

import { type Func, NO_VALUE, type Value } from '../../ir/function.ts'
import type { Module } from '../../ir/module.ts'
import { ICMP, Op } from '../../ir/ops.ts'
import { bitWidth, I1, isInt } from '../../ir/types.ts'
import { unsignedOf } from '../analyse/value_bounds.ts'
import { exponentOf, intOf, isInt as isNumber, rewrite } from '../common/simplify_rules.ts'

/** A condition that holds where bit `bit` of `of` is set, or where it is not. */
interface Condition {
  readonly of: Value
  readonly bit: number
  readonly isSet: boolean
  /** `of` with only that bit left, where the condition is computed from it. */
  readonly masked: Value
  /** How many instructions are no longer needed when the choice is none. */
  readonly freed: number
}

/** Numbers that a choice is between: `more`, which is `base op n`, and `base`; op is 0 for n and 0. */
interface Arms {
  readonly op: number
  readonly base: Value
  readonly more: Value
  /** The exponent of n. */
  readonly exponent: number
  /** Whether n is added where the condition holds. */
  readonly isAdded: boolean
  readonly freed: number
}

/** For a select or an extension of a condition: the value to use instead, or NO_VALUE. */
export function choiceByBit(m: Module, f: Func, v: Value): Value {
  const type = f.type(v)
  const bits = isInt(type) ? bitWidth(type) : 0
  const test = f.operandAt(v, 0)
  if (bits <= 1 || bits > 32 || test < 0 || m.typeOf(f, test) !== I1) return NO_VALUE
  const condition = conditionOf(m, f, test)
  if (!condition || m.typeOf(f, condition.of) !== type) return NO_VALUE
  const isSigned = [-1, 0].every((n, i) => isNumber(intOf(m, f.operandAt(v, i + 1)), n))
  if (f.op(v) === Op.SExt || (f.op(v) === Op.Select && isSigned)) return signOf(m, f, v, condition)
  const arms = f.op(v) === Op.ZExt ? ONE_OR_ZERO : armsOf(m, f, v)
  if (!arms) return NO_VALUE
  const isInverse = arms.isAdded !== condition.isSet
  // 7 without the bit is 7 ^ bit.
  const [op, base] = isInverse && arms.more < 0 && arms.op === Op.Or ? [Op.Xor, arms.more] : [arms.op, arms.base]
  const isFlipped = isInverse && op === arms.op
  // The bit where it is, or the sign shifted down, needs no mask.
  const isInPlace = condition.bit === arms.exponent
  const isTopToBottom = condition.bit === bits - 1 && arms.exponent === 0
  const hasMask = isInPlace && condition.masked !== NO_VALUE
  const needed = (hasMask ? 0 : isInPlace || isTopToBottom ? 1 : 2) + (isFlipped ? 1 : 0) + (op === 0 ? 0 : 1)
  if (needed >= 1 + condition.freed + arms.freed) return NO_VALUE
  const at = (op: number, a: Value, b: Value): Value => f.insertBefore(v, op, type, [a, b])
  const constant = (n: number): Value => m.constants.int(type, n)
  const n = constant(2 ** arms.exponent)
  let bit = hasMask ? condition.masked : condition.of
  const by = arms.exponent - condition.bit
  if (by !== 0) bit = at(by > 0 ? Op.Shl : Op.LShr, bit, constant(Math.abs(by)))
  if (!hasMask && !isTopToBottom) bit = at(Op.And, bit, n)
  if (isFlipped) bit = at(Op.Xor, bit, n)
  return op === 0 ? bit : rewrite(f, v, op, [bit, base])
}

const ONE_OR_ZERO: Arms = { op: 0, base: NO_VALUE, more: NO_VALUE, exponent: 0, isAdded: true, freed: 0 }

function conditionOf(m: Module, f: Func, test: Value): Condition | undefined {
  if (f.op(test) !== Op.ICmp) return undefined
  const a = f.operandAt(test, 0)
  const c = intOf(m, f.operandAt(test, 1))
  const type = m.typeOf(f, a)
  const isAlone = f.singleUser(test) !== NO_VALUE
  const predicate = f.aux(test)
  const isNegative = predicate === ICMP.slt && isNumber(c, 0)
  if (isNegative || (predicate === ICMP.sgt && isNumber(c, -1)))
    return { of: a, bit: bitWidth(type) - 1, isSet: isNegative, masked: NO_VALUE, freed: isAlone ? 1 : 0 }
  if (predicate > ICMP.ne || f.op(a) !== Op.And) return undefined
  const mask = f.operandAt(a, 1)
  const bit = exponentOf(intOf(m, mask), bitWidth(type))
  const isZero = isNumber(c, 0)
  if (bit === undefined || (!isZero && f.operandAt(test, 1) !== mask)) return undefined
  const freed = isAlone ? (f.singleUser(a) !== NO_VALUE ? 2 : 1) : 0
  return { of: f.operandAt(a, 0), bit, isSet: (predicate === ICMP.ne) === isZero, masked: a, freed }
}

/** Operations for which 0 on the right side changes nothing. */
const ADDING: ReadonlySet<number> = new Set([Op.Add, Op.Or, Op.Xor])

function armsOf(m: Module, f: Func, v: Value): Arms | undefined {
  const [yes, no] = [f.operandAt(v, 1), f.operandAt(v, 2)]
  if (yes < 0 && no < 0) return ofConstants(m, f, v)
  for (const [more, base] of [
    [yes, no],
    [no, yes],
  ] as const) {
    if (!ADDING.has(f.op(more)) || f.operandAt(more, 0) !== base) continue
    const exponent = exponentOf(intOf(m, f.operandAt(more, 1)), bitWidth(f.type(v)))
    const freed = f.singleUser(more) === v ? 1 : 0
    if (exponent !== undefined) return { op: f.op(more), base, more, exponent, isAdded: more === yes, freed }
  }
  return undefined
}

function ofConstants(m: Module, f: Func, v: Value): Arms | undefined {
  const [yes, no] = [unsignedOf(m, f.operandAt(v, 1)), unsignedOf(m, f.operandAt(v, 2))]
  if (yes === undefined || no === undefined) return undefined
  const bits = bitWidth(f.type(v))
  const isAdded = yes > no
  const [more, less] = isAdded ? [yes, no] : [no, yes]
  const exponent = exponentOf(more - less, bits)
  if (exponent === undefined) return undefined
  const [base, top] = [f.operandAt(v, isAdded ? 2 : 1), f.operandAt(v, isAdded ? 1 : 2)]
  const op = less === 0 ? 0 : (less & (more - less)) === 0 ? Op.Or : Op.Add
  return { op, base, more: top, exponent, isAdded, freed: 0 }
}

/** x < 0 ? -1 : 0 is x >> 31. */
function signOf(m: Module, f: Func, v: Value, { of, bit, isSet, freed }: Condition): Value {
  const isSign = bit === bitWidth(f.type(v)) - 1 && isSet && freed > 0
  return isSign ? rewrite(f, v, Op.AShr, [of, m.constants.int(f.type(v), bit)]) : NO_VALUE
}
