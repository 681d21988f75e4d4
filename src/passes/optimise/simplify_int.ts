// Identities of integer arithmetic and shifts.

import { type Func, NO_VALUE, type Value } from '../../ir/function.ts'
import type { Module } from '../../ir/module.ts'
import { Flag, Op } from '../../ir/ops.ts'
import { bitWidth, I1, I64, type Type } from '../../ir/types.ts'
import { bitFieldOf, shiftBy } from '../analyse/bit_fields.ts'
import { demandBits, knownBits, shiftDemand } from '../analyse/demanded_bits.ts'
import { evaluate } from '../analyse/evaluate.ts'
import { boundOf, isNeverNegative, onesOf, onesUpTo, unsignedOf } from '../analyse/value_bounds.ts'
import {
  constantLast,
  exponentOf,
  intOf,
  isAllOnes,
  isFromCondition,
  isInt,
  isUndef,
  type Rule,
  rewrite,
} from '../common/simplify_rules.ts'
import { constantMinusProduct, constantMinusSum, scaledSum } from './simplify_linear.ts'

const constant = (m: Module, type: Type, n: number): Value => m.constants.int(type, n)

/** (x op c1) op c2 -> x op (c1 op c2) for associative op; wraps like the machine does. */
export function reassociate(m: Module, f: Func, v: Value): Value {
  const inner = f.operandAt(v, 0)
  const c = f.operandAt(v, 1)
  if (c >= 0 || f.op(inner) !== f.op(v) || leavesLoop(f, v, inner)) return NO_VALUE
  const merged = evaluate(m, f.op(v), f.type(v), 0, [f.operandAt(inner, 1), c])
  return merged === NO_VALUE ? NO_VALUE : rewrite(f, v, f.op(v), [f.operandAt(inner, 0), merged])
}

/** Behind a loop its counter's next value is at hand; the counter before it would have to be kept beside. */
function leavesLoop(f: Func, v: Value, next: Value): boolean {
  const counter = f.operandAt(next, 0)
  if (counter < 0 || f.op(counter) !== Op.Phi || f.blockOf(v) === f.blockOf(next)) return false
  return f.operands(counter).includes(next)
}

const add: Rule = (m, f, v) => {
  const swapped = constantLast(f, v)
  const a = f.operandAt(v, 0)
  const b = f.operandAt(v, 1)
  if (isInt(intOf(m, b), 0)) return a
  if (a === b && f.type(v) !== I1) return rewrite(f, v, Op.Shl, [a, constant(m, f.type(v), 1)])
  // a + (0 - y) -> a - y; (x - b) + b -> x
  const positive = negated(m, f, b)
  if (positive !== NO_VALUE) return rewrite(f, v, Op.Sub, [a, positive])
  if (f.op(a) === Op.Sub && f.operandAt(a, 1) === b) return f.operandAt(a, 0)
  if (f.op(b) === Op.Sub && f.operandAt(b, 1) === a) return f.operandAt(b, 0)
  const chosen = b < 0 && f.op(a) === Op.Select ? intoArms(m, f, v, b, a) : NO_VALUE
  return chosen || disjointBits(m, f, v, a, b) || reassociate(m, f, v) || (swapped ? v : NO_VALUE)
}

/** (x & 15) + (x & 48) -> x & 63, (x & ~3) + 3 -> x | 3. */
function disjointBits(m: Module, f: Func, v: Value, a: Value, b: Value): Value {
  if (f.op(a) === Op.And && f.operandAt(a, 1) < 0 && b < 0) {
    const isRest = isAllOnes(m, evaluate(m, Op.Xor, f.type(v), 0, [f.operandAt(a, 1), b]), f.type(v))
    return isRest ? rewrite(f, v, Op.Or, [f.operandAt(a, 0), b]) : NO_VALUE
  }
  if (f.op(a) !== Op.And || f.op(b) !== Op.And || f.operandAt(a, 0) !== f.operandAt(b, 0)) return NO_VALUE
  const masks = [f.operandAt(a, 1), f.operandAt(b, 1)]
  if (!isInt(intOf(m, evaluate(m, Op.And, f.type(v), 0, masks)), 0)) return NO_VALUE
  return rewrite(f, v, Op.And, [f.operandAt(a, 0), evaluate(m, Op.Or, f.type(v), 0, masks)])
}

const sub: Rule = (m, f, v) => {
  const a = f.operandAt(v, 0)
  const b = f.operandAt(v, 1)
  const type = f.type(v)
  if (isInt(intOf(m, b), 0)) return a
  if (a === b) return constant(m, type, 0)
  if (intOf(m, b) !== undefined) {
    const by = negative(m, f, v, b)
    return by === NO_VALUE ? NO_VALUE : rewrite(f, v, Op.Add, [a, by])
  }
  if (a < 0 && m.options.optimization !== 0) {
    const chosen = f.op(b) === Op.Select ? intoArms(m, f, v, a, b) : constantMinusSum(m, f, v)
    if (chosen !== NO_VALUE) return chosen
  }
  // (a + y) - a -> y; 0 - (0 - x) -> x
  if (f.op(a) === Op.Add && f.operandAt(a, 0) === b) return f.operandAt(a, 1)
  if (f.op(a) === Op.Add && f.operandAt(a, 1) === b) return f.operandAt(a, 0)
  if (isPartOf(m, f, b, a) && f.singleUser(b) === v)
    return rewrite(f, v, Op.And, [a, evaluate(m, Op.Xor, type, 0, [f.operandAt(b, 1), constant(m, type, -1)])])
  if (isInt(intOf(m, a), 0)) {
    const positive = negated(m, f, b)
    if (positive !== NO_VALUE) return positive
    if (isFromCondition(f, b)) return rewrite(f, v, f.op(b) === Op.ZExt ? Op.SExt : Op.ZExt, f.operands(b))
    // -(x / c) -> x / -c
    const c = f.op(b) === Op.SDiv && f.singleUser(b) === v ? intOf(m, f.operandAt(b, 1)) : undefined
    if (c !== undefined && exponentOf(c, bitWidth(type)) !== bitWidth(type) - 1)
      return rewrite(f, v, Op.SDiv, [f.operandAt(b, 0), negative(m, f, v, f.operandAt(b, 1))])
    // -(x * c) -> x * -c
    if (f.op(b) === Op.Mul && f.operandAt(b, 1) < 0 && f.singleUser(b) === v)
      return rewrite(f, v, Op.Mul, [f.operandAt(b, 0), negative(m, f, v, f.operandAt(b, 1))])
  }
  return remainder(f, v, a, b) || constantMinusProduct(m, f, v)
}

/** Whether `part` is a & mask: x - (x & 7) is x & ~7. (x & 1) is also a part of 8 * y + x, of which nobody asked for more than that bit of x. */
function isPartOf(m: Module, f: Func, part: Value, a: Value): boolean {
  if (f.op(part) !== Op.And || f.operandAt(part, 1) >= 0) return false
  const x = f.operandAt(part, 0)
  if (x === a) return true
  const mask = unsignedOf(m, f.operandAt(part, 1))
  if (mask === undefined || bitWidth(f.type(part)) > 32 || !JOINS.has(f.op(a))) return false
  const at = f.operandAt(a, 0) === x ? 1 : f.operandAt(a, 1) === x ? 0 : -1
  // Of a sum, lower bits count as well.
  const bits = f.op(a) === Op.Add ? onesUpTo(mask) : mask
  return at >= 0 && (knownBits(m, f, f.operandAt(a, at)).can & bits) === 0
}

const JOINS: ReadonlySet<number> = new Set([Op.Add, Op.Or, Op.Xor])

/** a - b * (a / b) -> a % b, where nobody else needs the quotient: the product is a - a % b then, for others that need it. */
function remainder(f: Func, v: Value, a: Value, product: Value): Value {
  if (f.op(product) !== Op.Mul) return NO_VALUE
  for (let i = 0; i < 2; i++) {
    const [quotient, b] = [f.operandAt(product, i), f.operandAt(product, 1 - i)]
    const op = f.op(quotient)
    if ((op !== Op.UDiv && op !== Op.SDiv) || f.operandAt(quotient, 0) !== a || f.operandAt(quotient, 1) !== b) continue
    if (f.singleUser(quotient) !== product) continue
    const rest = op === Op.UDiv ? Op.URem : Op.SRem
    if (f.singleUser(product) === v) return rewrite(f, v, rest, [a, b])
    const made = f.insertBefore(product, rest, f.type(v), [a, b], 0, 0, f.loc(v))
    rewrite(f, product, Op.Sub, [a, made])
    return made
  }
  return NO_VALUE
}

/** 31 - (c ? 5 : 31 - x) -> c ? 26 : x, (c ? -1 : 31 - x) + 2 -> c ? 1 : 33 - x, where nobody else needs the choice and its sums. */
function intoArms(m: Module, f: Func, v: Value, constant: Value, choice: Value): Value {
  if (f.singleUser(choice) !== v || m.options.optimization === 0) return NO_VALUE
  const type = f.type(v)
  const isSum = f.op(v) === Op.Add
  const arms = [1, 2].map((i): readonly [op: number, x: Value, c: Value] | undefined => {
    const arm = f.operandAt(choice, i)
    if (arm < 0) return [Op.None, evaluate(m, f.op(v), type, 0, [constant, arm]), constant]
    const op = f.op(arm)
    const at = op === Op.Sub ? 0 : 1
    if ((op !== Op.Sub && op !== Op.Add) || f.operandAt(arm, at) >= 0) return undefined
    const rest = evaluate(m, f.op(v), type, 0, [constant, f.operandAt(arm, at)])
    const isNothing = isInt(intOf(m, rest), 0) && isSum === (op === Op.Add)
    const becomes = isSum === (op === Op.Add) ? Op.Add : Op.Sub
    if (!isNothing && f.singleUser(arm) !== choice) return undefined
    return [isNothing ? Op.None : becomes, f.operandAt(arm, 1 - at), rest]
  })
  const [yes, no] = arms
  if (!yes || !no || (yes[1] < 0 && no[1] < 0)) return NO_VALUE
  const made = [yes, no].map(([op, x, c]) =>
    op === Op.None ? x : f.insertBefore(v, op, type, op === Op.Add ? [x, c] : [c, x]),
  )
  return rewrite(f, v, Op.Select, [f.operandAt(choice, 0), ...made])
}

const mul: Rule = (m, f, v) => {
  const swapped = constantLast(f, v)
  const type = f.type(v)
  const c = intOf(m, f.operandAt(v, 1))
  if (isInt(c, 0)) return f.operandAt(v, 1)
  if (isInt(c, 1)) return f.operandAt(v, 0)
  if (type === I1) return rewrite(f, v, Op.And, f.operands(v))
  if (isInt(c, -1)) return rewrite(f, v, Op.Sub, [constant(m, type, 0), f.operandAt(v, 0)])
  const n = shiftInstead(m, f, v)
  if (n !== NO_VALUE) return rewrite(f, v, Op.Shl, [f.operandAt(v, 0), n], 0, f.flags(v) & Flag.NUW)
  // x * (c as a number) -> c ? x : 0; sums and products of conditions are counted
  for (let i = 0; i < 2; i++) {
    const [x, o] = [f.operandAt(v, i), f.operandAt(v, 1 - i)]
    if ((boundOf(m, f, x) > 0xffff || !isCount(f, x)) && o > 0 && f.op(o) === Op.ZExt && isFromCondition(f, o))
      return rewrite(f, v, Op.Select, [f.operandAt(o, 0), x, constant(m, type, 0)])
  }
  // (x << n) * c -> x * (c << n)
  const shifted = f.operandAt(v, 0)
  if (c !== undefined && (shiftBy(m, f, shifted) ?? 0) > 0 && f.singleUser(shifted) === v)
    return rewrite(f, v, Op.Mul, [
      f.operandAt(shifted, 0),
      evaluate(m, Op.Shl, type, 0, [f.operandAt(v, 1), f.operandAt(shifted, 1)]),
    ])
  const linear = scaledSum(m, f, v)
  if (linear !== NO_VALUE) return linear
  // -x * c -> x * -c, -x * -y -> x * y
  const a = negated(m, f, f.operandAt(v, 0))
  if (a !== NO_VALUE) {
    const b = c === undefined ? negated(m, f, f.operandAt(v, 1)) : negative(m, f, v, f.operandAt(v, 1))
    if (b !== NO_VALUE) return rewrite(f, v, Op.Mul, [a, b])
  }
  return reassociate(m, f, v) || (swapped ? v : NO_VALUE)
}

/** What may be a condition as a number, or a sum or product of such ones. */
const isCount = (f: Func, x: Value): boolean => x < 0 || COUNTS.has(f.op(x))

const COUNTS: ReadonlySet<number> = new Set([Op.ZExt, Op.Add, Op.Sub, Op.Mul, Op.Shl, Op.Select, Op.Phi])

/** x when v is 0 - x. */
const negated = (m: Module, f: Func, v: Value): Value =>
  f.op(v) === Op.Sub && isInt(intOf(m, f.operandAt(v, 0)), 0) ? f.operandAt(v, 1) : NO_VALUE

/** -c of a constant, of v's type. */
const negative = (m: Module, f: Func, v: Value, c: Value): Value =>
  evaluate(m, Op.Sub, f.type(v), 0, [constant(m, f.type(v), 0), c])

/** 0 / x, 0 % x, x / x and x % x, as if x were never 0; x / 1 and x % 1. */
function trivial(m: Module, f: Func, v: Value, isRemainder: boolean): Value {
  const [a, b] = [f.operandAt(v, 0), f.operandAt(v, 1)]
  const c = intOf(m, b)
  if (isInt(intOf(m, a), 0) && !isInt(c, 0)) return a
  if (a === b && a >= 0) return constant(m, f.type(v), isRemainder ? 0 : 1)
  return isInt(c, 1) ? (isRemainder ? constant(m, f.type(v), 0) : a) : NO_VALUE
}

/** The power of two that v divides by: a constant, or 1 << n with n unknown. */
function shiftInstead(m: Module, f: Func, v: Value): Value {
  const b = f.operandAt(v, 1)
  const n = exponentOf(intOf(m, b), bitWidth(f.type(v)))
  if (n !== undefined) return constant(m, f.type(v), n)
  return f.op(b) === Op.Shl && isInt(intOf(m, f.operandAt(b, 0)), 1) ? f.operandAt(b, 1) : NO_VALUE
}

/** x / 3 / 5 -> x / 15, (x >> 2) / 3 -> x / 12, where the product fits. */
function dividedTwice(m: Module, f: Func, v: Value): Value {
  const a = f.operandAt(v, 0)
  const type = f.type(v)
  const isShift = f.op(a) === Op.LShr && f.op(v) === Op.UDiv
  if ((f.op(a) !== f.op(v) && !isShift) || type === I64) return NO_VALUE
  const [c, d] = [Number(intOf(m, f.operandAt(v, 1))), Number(intOf(m, f.operandAt(a, 1)))]
  const by = c > 1 && d > 0 ? c * (isShift ? 2 ** d : d) : Infinity
  return by < 2 ** (bitWidth(type) - 1) ? rewrite(f, v, f.op(v), [f.operandAt(a, 0), constant(m, type, by)]) : NO_VALUE
}

const udiv: Rule = (m, f, v) => {
  const n = shiftInstead(m, f, v)
  const same = trivial(m, f, v, false)
  if (same !== NO_VALUE) return same
  const once = dividedTwice(m, f, v)
  if (once !== NO_VALUE) return once
  return n === NO_VALUE ? divideNarrow(m, f, v) : rewrite(f, v, Op.LShr, [f.operandAt(v, 0), n])
}

/** What was widened by a constant or what was widened alike: (uint64_t)a / 3 is (uint64_t)(a / 3). */
function divideNarrow(m: Module, f: Func, v: Value): Value {
  const [a, b] = [f.operandAt(v, 0), f.operandAt(v, 1)]
  if (f.op(a) !== Op.ZExt || m.options.optimization === 0) return NO_VALUE
  const source = f.operandAt(a, 0)
  const type = m.typeOf(f, source)
  const c = intOf(m, b)
  const by =
    c === undefined ? (f.op(b) === Op.ZExt ? f.operandAt(b, 0) : NO_VALUE) : evaluate(m, Op.Trunc, type, 0, [b])
  if (type === I1 || by === NO_VALUE || m.typeOf(f, by) !== type) return NO_VALUE
  if (c !== undefined && evaluate(m, Op.ZExt, f.type(v), 0, [by]) !== b) return NO_VALUE
  return rewrite(f, v, Op.ZExt, [f.insertBefore(v, f.op(v), type, [source, by], 0, 0, f.loc(v))])
}

const urem: Rule = (m, f, v) => {
  const type = f.type(v)
  const n = exponentOf(intOf(m, f.operandAt(v, 1)), bitWidth(type))
  if (n === undefined) return trivial(m, f, v, true) || divideNarrow(m, f, v)
  const mask = type === I64 ? m.constants.int64((1n << BigInt(n)) - 1n) : constant(m, type, 2 ** n - 1)
  return rewrite(f, v, Op.And, [f.operandAt(v, 0), mask])
}

const sdiv: Rule = (m, f, v) => {
  const isNegated = isInt(intOf(m, f.operandAt(v, 1)), -1)
  if (isNegated) return rewrite(f, v, Op.Sub, [constant(m, f.type(v), 0), f.operandAt(v, 0)])
  return (
    trivial(m, f, v, false) ||
    dividedTwice(m, f, v) ||
    (isUnsigned(m, f, v) ? rewrite(f, v, Op.UDiv, f.operands(v)) : NO_VALUE)
  )
}

const srem: Rule = (m, f, v) => {
  if (isInt(intOf(m, f.operandAt(v, 1)), -1)) return constant(m, f.type(v), 0)
  const same = trivial(m, f, v, true)
  if (same !== NO_VALUE) return same
  return isUnsigned(m, f, v) ? rewrite(f, v, Op.URem, f.operands(v)) : NO_VALUE
}

/** Whether neither operand of a division is ever negative. */
const isUnsigned = (m: Module, f: Func, v: Value): boolean => f.operands(v).every(o => isNeverNegative(m, f, o))

/** Whether bits that a shift drops made its operand more than was needed. */
const shiftsAway = (m: Module, f: Func, v: Value, by: number | bigint | undefined): boolean =>
  by !== undefined && by > 0 && by < bitWidth(f.type(v)) && demandBits(m, f, v, 0, shiftDemand(f, v, Number(by)))

/** Shifts: by nothing, of nothing, and two in a row by constants. */
const shift: Rule = (m, f, v) => {
  const type = f.type(v)
  const op = f.op(v)
  const a = f.operandAt(v, 0)
  const by = intOf(m, f.operandAt(v, 1))
  if (isInt(by, 0)) return a
  if (isInt(intOf(m, a), 0) || (op === Op.AShr && isAllOnes(m, a, type) && type !== I1)) return a
  if (by === undefined || f.op(a) !== op) return shiftsAway(m, f, v, by) ? v : NO_VALUE
  const inner = intOf(m, f.operandAt(a, 1))
  if (inner === undefined || by < 0 || inner < 0) return NO_VALUE
  const total = Number(by) + Number(inner)
  const bits = bitWidth(type)
  if (Number(by) >= bits || Number(inner) >= bits) return NO_VALUE
  if (total < bits) return rewrite(f, v, op, [f.operandAt(a, 0), constant(m, type, total)])
  return op === Op.AShr ? rewrite(f, v, op, [f.operandAt(a, 0), constant(m, type, bits - 1)]) : constant(m, type, 0)
}

/**
 * Shifts by constants and masks in a row are one shift and one mask, or fewer: ((x >> 2) & 7) << 5 -> (x << 3) & 0xe0. What others use as well stays,
 * and is not counted.
 */
export function shortenField(m: Module, f: Func, v: Value): Value {
  const field = bitFieldOf(m, f, v)
  if (!field || field.x === v) return NO_VALUE
  const type = f.type(v)
  const { x, up, mask } = field
  if (mask === 0) return constant(m, type, 0)
  const all = onesOf(bitWidth(type))
  const isWhole = mask === ((up < 0 ? all >>> -up : all << up) & all) >>> 0
  const cost = (up === 0 ? 0 : 1) + (isWhole ? 0 : 1)
  let saved = 1
  let o = f.operandAt(v, 0)
  for (; o !== x && f.singleUser(o) !== NO_VALUE; o = f.operandAt(o, 0)) saved++
  // Two shifts become one even where the first one stays for others: each waits for less then.
  const isSooner = saved === cost && o !== x && f.op(v) !== Op.And && f.op(o) !== Op.And
  if (saved < cost || (saved === cost && !isSooner)) return NO_VALUE
  const [op, n] = [up < 0 ? Op.LShr : Op.Shl, constant(m, type, Math.abs(up))]
  if (isWhole) return up === 0 ? x : rewrite(f, v, op, [x, n])
  const moved = up === 0 ? x : f.insertBefore(v, op, type, [x, n])
  return rewrite(f, v, Op.And, [moved, constant(m, type, mask | 0)])
}

/** (x >> n) << n and (x << n) >> n of 64 bits. */
function throughBoth(m: Module, f: Func, v: Value): Value {
  const a = f.operandAt(v, 0)
  const isBack = f.op(v) === Op.Shl ? f.op(a) === Op.LShr || f.op(a) === Op.AShr : f.op(a) === Op.Shl
  if (!isBack || f.operandAt(a, 1) !== f.operandAt(v, 1)) return shortenField(m, f, v)
  const mask = evaluate(m, f.op(v), f.type(v), 0, [constant(m, f.type(v), -1), f.operandAt(v, 1)])
  return mask === NO_VALUE ? NO_VALUE : rewrite(f, v, Op.And, [f.operandAt(a, 0), mask])
}

/** 3 << x << 2 -> 12 << x; (x * 3) << 2 -> x * 12. */
function mergeShifts(m: Module, f: Func, v: Value): Value {
  const [a, n] = f.operands(v) as [Value, Value]
  const op = f.op(v)
  if (shiftBy(m, f, v) === undefined || f.singleUser(a) !== v) return NO_VALUE
  const [x, c] = f.operands(a) as [Value, Value]
  const moved = (k: Value): Value => evaluate(m, op, f.type(v), 0, [k, n])
  if (f.op(a) === op && x < 0) return rewrite(f, v, op, [moved(x), c])
  return op === Op.Shl && f.op(a) === Op.Mul && c < 0 ? rewrite(f, v, Op.Mul, [x, moved(c)]) : NO_VALUE
}

const IN_PLACE: ReadonlySet<number> = new Set([Op.Add, Op.Sub, Op.And, Op.Or, Op.Xor])

/** (((x >> 4) + y) & 15) << 4 -> (x + (y << 4)) & 0xf0: a field is counted where it is. */
function countInPlace(m: Module, f: Func, v: Value): Value {
  const type = f.type(v)
  const a = f.operandAt(v, 0)
  const n = f.operandAt(v, 1)
  const isMasked = f.op(a) === Op.And && f.operandAt(a, 1) < 0
  const sum = isMasked ? f.operandAt(a, 0) : a
  if (shiftBy(m, f, v) === undefined || f.singleUser(a) !== v || !IN_PLACE.has(f.op(sum))) return NO_VALUE
  if (isMasked && f.singleUser(sum) !== a) return NO_VALUE
  const isField = (o: Value): boolean => o > 0 && f.op(o) === Op.LShr && f.operandAt(o, 1) === n
  const at = isField(f.operandAt(sum, 0)) ? 0 : f.op(sum) !== Op.Sub && isField(f.operandAt(sum, 1)) ? 1 : -1
  if (at < 0) return NO_VALUE
  const field = f.operandAt(sum, at)
  const y = f.operandAt(sum, 1 - at)
  if (y >= 0 && f.singleUser(field) !== sum) return NO_VALUE
  const put = (op: number, b: Value, c: Value): Value => f.insertBefore(v, op, type, [b, c])
  const mask = evaluate(m, Op.Shl, type, 0, [isMasked ? f.operandAt(a, 1) : constant(m, type, -1), n])
  const moved = y < 0 ? evaluate(m, Op.Shl, type, 0, [y, n]) : put(Op.Shl, y, n)
  if (mask === NO_VALUE || moved === NO_VALUE) return NO_VALUE
  return rewrite(f, v, Op.And, [put(f.op(sum), f.operandAt(field, 0), moved), mask])
}

/**
 * ((x << 3) | 5) << 2 -> (x << 5) | 20, and so with xor; ((x * 5) & 9) << 2 -> (x * 20) & 36, as in codes of interleaved bits. Where nobody else needs
 * what is shifted; sums are scaledSum's, masks of shifts shortenField's.
 */
function intoScaled(m: Module, f: Func, v: Value): Value {
  const [sum, by] = f.operands(v) as [Value, Value]
  const op = f.op(sum)
  if (by >= 0 || (op !== Op.Or && op !== Op.Xor && op !== Op.And) || f.singleUser(sum) !== v) return NO_VALUE
  const [scaled, c] = f.operands(sum) as [Value, Value]
  const isScaled = f.op(scaled) === Op.Mul || (f.op(scaled) === Op.Shl && op !== Op.And)
  const factor = isScaled ? f.operandAt(scaled, 1) : NO_VALUE
  if (c >= 0 || factor >= 0 || f.singleUser(scaled) !== sum) return NO_VALUE
  const type = f.type(v)
  const shifted = evaluate(m, Op.Shl, type, 0, [c, by])
  if (shifted === NO_VALUE || isUndef(m, shifted)) return NO_VALUE
  const inner = f.insertBefore(v, Op.Shl, type, [scaled, by], 0, 0, f.loc(scaled))
  return rewrite(f, v, op, [inner, shifted])
}

const shl: Rule = (m, f, v) =>
  scaledSum(m, f, v) ||
  intoScaled(m, f, v) ||
  throughBoth(m, f, v) ||
  countInPlace(m, f, v) ||
  mergeShifts(m, f, v) ||
  shift(m, f, v)

/** x >> n -> 0 where x is below 2^n. */
const lshr: Rule = (m, f, v) => {
  const a = f.operandAt(v, 0)
  const n = intOf(m, f.operandAt(v, 1))
  if (n !== undefined && n >= 0 && n < 53 && boundOf(m, f, a) < 2 ** Number(n)) return constant(m, f.type(v), 0)
  // (x | y) >> n -> x >> n where y is below 2^n; words that lowering put together stay
  if (!m.isResourcesLowered && n !== undefined && n >= 0 && n < 53 && (f.op(a) === Op.Or || f.op(a) === Op.Xor))
    for (let i = 0; i < 2; i++)
      if (boundOf(m, f, f.operandAt(a, i)) < 2 ** Number(n))
        return rewrite(f, v, Op.LShr, [f.operandAt(a, 1 - i), f.operandAt(v, 1)])
  return throughBoth(m, f, v) || mergeShifts(m, f, v) || shift(m, f, v)
}

/** A signed shift of what is never negative shifts in zeros. */
const ashr: Rule = (m, f, v) =>
  isNeverNegative(m, f, f.operandAt(v, 0))
    ? rewrite(f, v, Op.LShr, f.operands(v))
    : signedField(m, f, v) || shift(m, f, v)

/** x >> 8 << 24 >> 24 -> x << 16 >> 24: a signed field moves up at once. */
function signedField(m: Module, f: Func, v: Value): Value {
  const up = f.operandAt(v, 0)
  if (f.op(up) !== Op.Shl || f.singleUser(up) !== v) return NO_VALUE
  const down = f.operandAt(up, 0)
  if (f.op(down) !== Op.LShr && f.op(down) !== Op.AShr) return NO_VALUE
  const [out, n, by] = [v, up, down].map(o => Math.abs(shiftBy(m, f, o) ?? 0)) as [number, number, number]
  // What the first shift drops must not be seen: it is below the field.
  if (by === 0 || by > n || n > out) return NO_VALUE
  const type = f.type(v)
  const moved = f.insertBefore(v, Op.Shl, type, [f.operandAt(down, 0), constant(m, type, n - by)], 0, 0, f.loc(up))
  return rewrite(f, v, Op.AShr, [moved, f.operandAt(v, 1)])
}

export const INT_RULES: ReadonlyMap<number, Rule> = new Map([
  [Op.Add, add],
  [Op.Sub, sub],
  [Op.Mul, mul],
  [Op.UDiv, udiv],
  [Op.URem, urem],
  [Op.SDiv, sdiv],
  [Op.SRem, srem],
  [Op.Shl, shl],
  [Op.LShr, lshr],
  [Op.AShr, ashr],
])
