// Identities of and, or and xor, among them the logic of conditions.

import { type Func, NO_VALUE, type Value } from '../../ir/function.ts'
import type { Module } from '../../ir/module.ts'
import { FCMP, ICMP, Op } from '../../ir/ops.ts'
import { bitWidth, I1 } from '../../ir/types.ts'
import { demandBits, knownBits } from '../analyse/demanded_bits.ts'
import { evaluate } from '../analyse/evaluate.ts'
import { boundOf, onesOf, onesUpTo, unsignedOf } from '../analyse/value_bounds.ts'
import { valueWhere } from '../analyse/value_where.ts'
import { swappedFloatPredicate, swappedPredicate } from '../common/same_instruction.ts'
import {
  constantLast,
  intOf,
  inverseOf,
  isAllOnes,
  isInt,
  notOf,
  type Rule,
  rewrite,
} from '../common/simplify_rules.ts'
import { reassociate, shortenField } from './simplify_int.ts'

/** True when one of a, b is the bitwise not of the other. */
function areOpposite(m: Module, f: Func, a: Value, b: Value, v: Value): boolean {
  const type = f.type(v)
  return (b > 0 && notOf(m, f, b, type) === a) || (a > 0 && notOf(m, f, a, type) === b)
}

/** x op (x dual y) -> x, for op and its dual among and/or. */
function absorbs(f: Func, a: Value, b: Value, dual: number): boolean {
  return f.op(b) === dual && (f.operandAt(b, 0) === a || f.operandAt(b, 1) === a)
}

/** a & mask, where the mask takes nothing away, or all that it leaves is known. */
function masked(m: Module, f: Func, a: Value, mask: Value): Value {
  const bits = unsignedOf(m, mask)
  if (bits === undefined || bits === Infinity) return NO_VALUE
  const bound = boundOf(m, f, a)
  if (onesUpTo(bits) === bits && bound <= bits) return a
  const type = m.constants.get(mask).type
  if (bitWidth(type) > 32) return NO_VALUE
  const { can: any, must } = knownBits(m, f, a)
  const can = bound < 2 ** 32 ? any & onesUpTo(bound) : any
  if ((can & ~bits) === 0) return a
  return ((can ^ must) & bits) === 0 ? m.constants.int(type, must & bits) : NO_VALUE
}

/** (x & c) op (x & d) -> x & (c op d), for or and xor. */
function ofOneValue(m: Module, f: Func, v: Value, a: Value, b: Value): Value {
  if (f.op(a) !== Op.And || f.op(b) !== Op.And || f.operandAt(a, 0) !== f.operandAt(b, 0)) return NO_VALUE
  const mask = evaluate(m, f.op(v), f.type(v), 0, [f.operandAt(a, 1), f.operandAt(b, 1)])
  return mask === NO_VALUE ? NO_VALUE : rewrite(f, v, Op.And, [f.operandAt(a, 0), mask])
}

/** Conditions as numbers: zext p & zext q -> zext (p & q). */
function ofNumbers(m: Module, f: Func, v: Value, a: Value, b: Value): Value {
  if (f.op(a) !== Op.ZExt || f.op(b) !== Op.ZExt || f.singleUser(a) !== v || f.singleUser(b) !== v) return NO_VALUE
  const parts = [f.operandAt(a, 0), f.operandAt(b, 0)]
  if (parts.some(p => m.typeOf(f, p) !== I1)) return NO_VALUE
  return rewrite(f, v, Op.ZExt, [f.insertBefore(v, f.op(v), I1, parts, 0, 0, f.loc(v))])
}

/** What a and b = p op q, or its complement, are together, where a or its complement is p or q. */
function logicOf(m: Module, f: Func, v: Value, a: Value, b: Value): Value {
  const op = f.op(v)
  const type = f.type(v)
  const dual = op === Op.And ? Op.Or : Op.And
  const none = m.constants.int(type, op === Op.And ? 0 : -1)
  const inner = notOf(m, f, b, type)
  const joined = inner > 0 ? inner : b
  const joint = f.op(joined)
  if (joint !== Op.And && joint !== Op.Or && (joint !== Op.Xor || inner > 0)) return NO_VALUE
  const [p, q] = f.operands(joined) as [Value, Value]
  for (const [x, y] of [
    [p, q],
    [q, p],
  ] as const) {
    if (x === a) {
      // x | (x ^ y) -> x | y, x & (x ^ 3) -> x & ~3
      if (joint === Op.Xor && op === Op.Or) return rewrite(f, v, op, [a, y])
      if (joint === Op.Xor)
        return y < 0 ? rewrite(f, v, op, [a, evaluate(m, Op.Xor, type, 0, [y, m.constants.int(type, -1)])]) : NO_VALUE
      if (inner <= 0) return joint === op ? b : NO_VALUE
      if (joint === dual) return none
      // x & ~(x & y) -> x & ~y
      if (f.singleUser(b) !== v || f.singleUser(joined) !== b) return NO_VALUE
      return rewrite(f, v, op, [a, f.insertBefore(v, Op.Xor, type, [y, m.constants.int(type, -1)], 0, 0, f.loc(b))])
    }
    if (joint === Op.Xor || inner > 0 || !areOpposite(m, f, x, a, v)) continue
    return joint === op ? none : rewrite(f, v, op, [a, y])
  }
  return NO_VALUE
}

/** What a comparison holds for, as float predicates count it: 1 equal, 2 greater, 4 less, 8 unordered. */
const outcomesOf = (p: number): number =>
  p < ICMP.eq ? p : p === ICMP.ne ? 6 : p === ICMP.eq ? 1 : 2 + ((p - ICMP.ugt) & 3)

/** x > y || x == y -> x >= y, x > y && x < y -> false: two comparisons of the same operands, in either order. */
function sameOperands(m: Module, f: Func, v: Value, a: Value, b: Value): Value {
  const op = f.op(a)
  if (op !== f.op(b) || (op !== Op.ICmp && op !== Op.FCmp)) return NO_VALUE
  const [x, y] = f.operands(a) as [Value, Value]
  const isSwapped = f.operandAt(b, 0) !== x
  if (f.operandAt(b, isSwapped ? 1 : 0) !== x || f.operandAt(b, isSwapped ? 0 : 1) !== y) return NO_VALUE
  const p = f.aux(a)
  const swap = op === Op.ICmp ? swappedPredicate : swappedFloatPredicate
  const q = isSwapped ? swap(f.aux(b)) : f.aux(b)
  // Unsigned and signed order have nothing in common.
  if (op === Op.ICmp && p > ICMP.ne && q > ICMP.ne && p < ICMP.sgt !== q < ICMP.sgt) return NO_VALUE
  const [s, t] = [outcomesOf(p), outcomesOf(q)]
  const both = f.op(v) === Op.And ? s & t : f.op(v) === Op.Or ? s | t : s ^ t
  if (both === 0) return m.constants.int(f.type(v), 0)
  if (both === (op === Op.ICmp ? 7 : FCMP.true)) return m.constants.int(f.type(v), -1)
  const order = Math.max(p, q) < ICMP.sgt ? ICMP.ugt : ICMP.sgt
  const joint = op === Op.FCmp ? both : both === 1 ? ICMP.eq : both === 6 ? ICMP.ne : order + both - 2
  return rewrite(f, v, op, [x, y], joint, f.flags(a) & f.flags(b))
}

/** (c ? x : 5) & 31 -> c ? x & 31 : 5, where nobody else needs the choice: the code may have x & 31 already. */
function maskedArm(m: Module, f: Func, v: Value, choice: Value, mask: Value): Value {
  if (mask >= 0 || f.op(choice) !== Op.Select || f.singleUser(choice) !== v) return NO_VALUE
  const at = [1, 2].find(i => f.operandAt(choice, i) >= 0)
  const arms = [f.operandAt(choice, 1), f.operandAt(choice, 2)].map(arm =>
    arm < 0 ? evaluate(m, Op.And, f.type(v), 0, [arm, mask]) : arm,
  )
  if (at === undefined || !arms.some(arm => arm < 0)) return NO_VALUE
  const other = arms[at - 1]!
  arms[at - 1] = masked(m, f, other, mask) || f.insertBefore(v, Op.And, f.type(v), [other, mask], 0, 0, f.loc(v))
  return rewrite(f, v, Op.Select, [f.operandAt(choice, 0), ...arms])
}

/** x == 7 && (x & 3) == 3 -> x == 7, x == 7 && (x & 3) == 0 -> false, and so with != and ||. */
function besideEquality(m: Module, f: Func, v: Value, test: Value, other: Value): Value {
  const predicate = f.op(v) === Op.And ? ICMP.eq : ICMP.ne
  if (f.type(v) !== I1 || f.op(test) !== Op.ICmp || f.aux(test) !== predicate || other < 0) return NO_VALUE
  const c = f.operandAt(test, 1)
  const known = c < 0 ? intOf(m, valueWhere(m, f, other, f.operandAt(test, 0), c)) : undefined
  if (known === undefined) return NO_VALUE
  const isTrue = !isInt(known, 0)
  return isTrue === (predicate === ICMP.eq) ? test : m.constants.bool(isTrue)
}

/** In either order. */
const logic = (m: Module, f: Func, v: Value, a: Value, b: Value): Value =>
  besideEquality(m, f, v, a, b) ||
  besideEquality(m, f, v, b, a) ||
  (b > 0 && logicOf(m, f, v, a, b)) ||
  (a > 0 && b > 0 && logicOf(m, f, v, b, a)) ||
  NO_VALUE

const and: Rule = (m, f, v) => {
  const swapped = constantLast(f, v)
  const a = f.operandAt(v, 0)
  const b = f.operandAt(v, 1)
  if (a === b || isAllOnes(m, b, f.type(v)) || absorbs(f, a, b, Op.Or)) return a
  if (isInt(intOf(m, b), 0) || absorbs(f, b, a, Op.Or)) return b
  if (areOpposite(m, f, a, b, v)) return m.constants.int(f.type(v), 0)
  const known = masked(m, f, a, b) || sameOperands(m, f, v, a, b) || logic(m, f, v, a, b) || ofNumbers(m, f, v, a, b)
  if (known !== NO_VALUE) return known
  const mask = b < 0 ? unsignedOf(m, b) : undefined
  if (mask !== undefined && demandBits(m, f, v, 0, mask)) return v
  const field = b < 0 ? shortenField(m, f, v) : NO_VALUE
  if (field !== NO_VALUE) return field
  // Where the mask takes none of the bits that a signed shift moves in, it may move in zeros.
  const n = mask !== undefined && f.op(a) === Op.AShr && f.singleUser(a) === v ? intOf(m, f.operandAt(a, 1)) : undefined
  if (n !== undefined && n >= 0 && mask! < 2 ** (bitWidth(f.type(v)) - Number(n)))
    return rewrite(f, v, Op.And, [f.insertBefore(v, Op.LShr, f.type(v), f.operands(a), 0, 0, f.loc(a)), b])
  return maskedArm(m, f, v, a, b) || reassociate(m, f, v) || (swapped ? v : NO_VALUE)
}

const or: Rule = (m, f, v) => {
  const swapped = constantLast(f, v)
  const a = f.operandAt(v, 0)
  const b = f.operandAt(v, 1)
  if (a === b || isInt(intOf(m, b), 0) || absorbs(f, a, b, Op.And)) return a
  if (isAllOnes(m, b, f.type(v)) || absorbs(f, b, a, Op.And)) return b
  if (areOpposite(m, f, a, b, v)) return m.constants.int(f.type(v), -1)
  const ones = b < 0 && m.options.optimization !== 0 ? unsignedOf(m, b) : undefined
  // Where the constant has ones, the bits of the other operand do not count.
  if (
    ones !== undefined &&
    bitWidth(f.type(v)) <= 32 &&
    demandBits(m, f, v, 0, (onesOf(bitWidth(f.type(v))) & ~ones) >>> 0)
  )
    return v
  const known = sameOperands(m, f, v, a, b) || logic(m, f, v, a, b)
  return (
    known || ofNumbers(m, f, v, a, b) || ofOneValue(m, f, v, a, b) || reassociate(m, f, v) || (swapped ? v : NO_VALUE)
  )
}

const xor: Rule = (m, f, v) => {
  const swapped = constantLast(f, v)
  const a = f.operandAt(v, 0)
  const b = f.operandAt(v, 1)
  if (isInt(intOf(m, b), 0)) return a
  if (a === b) return m.constants.int(f.type(v), 0)
  if (isAllOnes(m, b, f.type(v)) && f.singleUser(a) === v) {
    const inverted = invertComparison(f, a, v) || invertLogic(m, f, a, v)
    if (inverted !== NO_VALUE) return inverted
    // ~(x + c) -> ~c - x, ~(c - x) -> x + ~c
    const c = f.op(a) === Op.Add ? f.operandAt(a, 1) : f.op(a) === Op.Sub ? f.operandAt(a, 0) : NO_VALUE
    if (c < 0 && f.type(v) !== I1) {
      const not = evaluate(m, Op.Xor, f.type(v), 0, [c, b])
      return f.op(a) === Op.Add
        ? rewrite(f, v, Op.Sub, [not, f.operandAt(a, 0)])
        : rewrite(f, v, Op.Add, [f.operandAt(a, 1), not])
    }
  }
  if (areOpposite(m, f, a, b, v)) return m.constants.int(f.type(v), -1)
  const known = sameOperands(m, f, v, a, b) || ofNumbers(m, f, v, a, b)
  return known || ofOneValue(m, f, v, a, b) || reassociate(m, f, v) || (swapped ? v : NO_VALUE)
}

/** not (a < b) -> a >= b, when nobody else needs a < b. Float predicates invert bit by bit, unordered included. */
function invertComparison(f: Func, comparison: Value, v: Value): Value {
  const op = f.op(comparison)
  if (op !== Op.ICmp && op !== Op.FCmp) return NO_VALUE
  const predicate = op === Op.FCmp ? f.aux(comparison) ^ FCMP.true : inverseOf(f.aux(comparison))
  return rewrite(f, v, op, f.operands(comparison), predicate, f.flags(comparison))
}

/** not (a < b && c < d) -> a >= b || c >= d, when nobody else needs them. */
function invertLogic(m: Module, f: Func, joint: Value, v: Value): Value {
  if (f.type(v) !== I1 || !isInvertible(f, joint, MOST_INVERTED)) return NO_VALUE
  const yes = m.constants.bool(true)
  const parts = f.operands(joint).map(o => f.insertBefore(v, Op.Xor, I1, [o, yes], 0, 0, f.loc(o)))
  rewrite(f, v, f.op(joint) === Op.And ? Op.Or : Op.And, parts)
  // Nobody needs the old condition: its tests are left to the new one alone.
  f.setOperand(joint, 0, yes)
  f.setOperand(joint, 1, yes)
  for (const part of parts) {
    const test = f.operandAt(part, 0)
    if (invertComparison(f, test, part) === NO_VALUE) invertLogic(m, f, test, part)
  }
  return v
}

/** Conditions in conditions that are inverted together. */
const MOST_INVERTED = 4

const isInvertible = (f: Func, v: Value, depth: number): boolean =>
  f.singleUser(v) !== NO_VALUE &&
  (f.op(v) === Op.ICmp ||
    f.op(v) === Op.FCmp ||
    ((f.op(v) === Op.And || f.op(v) === Op.Or) && depth > 0 && f.operands(v).every(o => isInvertible(f, o, depth - 1))))

export const BIT_RULES: ReadonlyMap<number, Rule> = new Map([
  [Op.And, and],
  [Op.Or, or],
  [Op.Xor, xor],
])
