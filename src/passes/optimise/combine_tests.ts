// Two tests of integers become one where one says the same, as LLVM's instcombine has it: x > 3 && x < 10 is x - 4 < 6 unsigned,
// (x & 4) == 0 && (x & 8) == 0 is (x & 12) == 0, x == 0 && y == 0 is (x | y) == 0, isnan(x) || isnan(y) is one test. A choice by one bit becomes arithmetic on that bit.
// Runs behind assume_branches and the loop passes, which read bounds from x > 3 && x < 10.

import { type Func, NO_VALUE, type Value } from '../../ir/function.ts'
import type { Module } from '../../ir/module.ts'
import { FCMP, Flag, ICMP, Op } from '../../ir/ops.ts'
import { I1, I64 } from '../../ir/types.ts'
import { evaluate } from '../analyse/evaluate.ts'
import {
  endsOf,
  plainTest,
  type RangeTest,
  rangeOf,
  widthOf,
  withoutOperation,
  wrapped,
} from '../analyse/range_tests.ts'
import { onesOf, unsignedOf } from '../analyse/value_bounds.ts'
import type { Pass } from '../common/pass.ts'
import {
  applyToEach,
  floatOf,
  intOf,
  inverseOf,
  isInt,
  isUsedOnce,
  type Rule,
  rewrite,
} from '../common/simplify_rules.ts'
import { choiceByBit } from './choices_by_bit.ts'

const combined: Rule = (m, f, v) => {
  const op = f.op(v)
  if (op === Op.ICmp) return widerTest(m, f, v)
  if (op === Op.Select || op === Op.ZExt || op === Op.SExt) return choiceByBit(m, f, v)
  if ((op !== Op.And && op !== Op.Or) || f.type(v) !== I1 || !f.isUsed(v)) return NO_VALUE
  const [a, b] = f.operands(v) as [Value, Value]
  const inverse = op === Op.And ? Op.Or : Op.And
  if (isAmong(f, a, inverse, b, 0)) return b
  if (isAmong(f, b, inverse, a, 0)) return a
  return joined({ m, f, v, isAnd: op === Op.And }, a, b) || joinedInside(m, f, v, a, b) || joinedInside(m, f, v, b, a)
}

export const combineTests: Pass = {
  name: 'combine_tests',
  run: (m, f) => applyToEach(m, f, combined),
}

/** Tests joined by tests are followed this far. */
const MAX_DEPTH = 4

/** Whether `all` is `a op b op c` with c among them: (a || b || c) && c is c, and so is a && b && c || c. */
const isAmong = (f: Func, all: Value, op: number, c: Value, depth: number): boolean =>
  all > 0 &&
  f.op(all) === op &&
  depth < MAX_DEPTH &&
  f.operands(all).some(o => o === c || isAmong(f, o, op, c, depth + 1))

/** (a && b) && c where c joins with a or with b. */
function joinedInside(m: Module, f: Func, v: Value, inner: Value, c: Value): Value {
  if (f.op(inner) !== f.op(v) || f.singleUser(inner) !== v) return NO_VALUE
  const place = { m, f, v, isAnd: f.op(v) === Op.And }
  for (let i = 0; i < 2; i++) {
    const one = joined(place, f.operandAt(inner, i), c)
    if (one !== NO_VALUE) return rewrite(f, v, f.op(v), [f.operandAt(inner, 1 - i), one])
  }
  return NO_VALUE
}

/** Two tests that v joins, with and or with or. `a or b` is `not (not a and not b)`. */
interface Place {
  readonly m: Module
  readonly f: Func
  readonly v: Value
  readonly isAnd: boolean
}

/** One test for a and b, put before v; NO_VALUE where there is none or it is no shorter. */
function joined(place: Place, a: Value, b: Value): Value {
  const { f } = place
  if (f.op(a) === Op.FCmp && f.op(b) === Op.FCmp) return joinedNaN(place, a, b)
  if (f.op(a) !== Op.ICmp || f.op(b) !== Op.ICmp || f.operandAt(a, 1) >= 0 || f.operandAt(b, 1) >= 0) return NO_VALUE
  return (
    joinedRange(place, a, b) || joinedBits(place, a, b) || joinedNeighbours(place, a, b) || joinedZeros(place, a, b)
  )
}

/** isnan(x) || isnan(y) is one test whether x and y have an order, and so is the opposite with &&. As LLVM makes it, the test is not fast any more. */
function joinedNaN({ m, f, v, isAnd }: Place, a: Value, b: Value): Value {
  const predicate = isAnd ? FCMP.ord : FCMP.uno
  const [x, y] = [a, b].map(test => {
    const [of, other] = f.operands(test) as [Value, Value]
    const constant = floatOf(m, other)
    const isAlone = other === of || (constant !== undefined && !Number.isNaN(constant))
    return f.aux(test) === predicate && isAlone && isUsedOnce(f, test) ? of : NO_VALUE
  }) as [Value, Value]
  if (x === NO_VALUE || y === NO_VALUE || m.typeOf(f, x) !== m.typeOf(f, y)) return NO_VALUE
  return f.insertBefore(v, Op.FCmp, I1, [x, y], predicate, (f.flags(a) | f.flags(b)) & Flag.PRECISE)
}

/** x == 0 && y == 0 is (x | y) == 0 for integers of 64 bits, too. */
function joinedZeros({ m, f, v, isAnd }: Place, a: Value, b: Value): Value {
  const [x, y] = [f.operandAt(a, 0), f.operandAt(b, 0)]
  const zero = f.operandAt(a, 1)
  const isTest = (test: Value): boolean =>
    f.aux(test) === (isAnd ? ICMP.eq : ICMP.ne) && f.operandAt(test, 1) === zero && isUsedOnce(f, test)
  if (m.typeOf(f, x) !== I64 || !isInt(intOf(m, zero), 0) || !isTest(a) || !isTest(b)) return NO_VALUE
  return comparison(f, v, f.aux(a), f.insertBefore(v, Op.Or, I64, [x, y]), zero)
}

/** Tests of x for ranges that have one range in common. */
function joinedRange({ m, f, v, isAnd }: Place, a: Value, b: Value): Value {
  const [s, t] = [a, b].map(test => {
    const range = rangeOf(m, f, test, !isAnd)
    return (range && withoutOperation(m, f, range)) ?? range
  })
  if (!s || !t || s.of !== t.of) return NO_VALUE
  const both = intersection(s, t)
  if (both === undefined) return NO_VALUE
  if (both.size === 0) return m.constants.bool(!isAnd)
  const meant = isAnd
    ? both
    : { ...both, start: wrapped(both.start + both.size, both.bits), size: 2 ** both.bits - both.size }
  const plain = plainTest(meant)
  const type = m.typeOf(f, s.of)
  if (plain) return comparison(f, v, plain[0], s.of, m.constants.int(type, plain[1]))
  if (!isUsedOnce(f, a) || !isUsedOnce(f, b)) return NO_VALUE
  const moved = f.insertBefore(v, Op.Add, type, [s.of, m.constants.int(type, -meant.start)])
  return comparison(f, v, ICMP.ult, moved, m.constants.int(type, meant.size))
}

const comparison = (f: Func, v: Value, predicate: number, x: Value, c: Value): Value =>
  f.insertBefore(v, Op.ICmp, I1, [x, c], predicate)

/** What two ranges have in common, with size 0 when that is nothing; undefined when it is two ranges. */
function intersection(s: RangeTest, t: RangeTest): RangeTest | undefined {
  // Numbers are counted from the start of s.
  const from = wrapped(t.start - s.start, s.bits)
  const around = Math.max(0, from + t.size - 2 ** s.bits)
  const [direct, behind] = [Math.min(s.size, from + t.size) - from, Math.min(s.size, around)]
  if (direct > 0 && behind > 0) return undefined
  return direct > 0 ? { ...s, start: (s.start + from) % 2 ** s.bits, size: direct } : { ...s, size: behind }
}

/** (of & mask) == wanted, as unsigned numbers; wanted has no bit that mask does not have. */
interface BitTest {
  readonly of: Value
  readonly mask: number
  readonly wanted: number
  readonly bits: number
}

/** What a comparison says of bits, or its opposite. */
function bitsOf(m: Module, f: Func, test: Value, isOpposite: boolean): BitTest | undefined {
  const a = f.operandAt(test, 0)
  const bits = widthOf(m, f, a)
  const c = unsignedOf(m, f.operandAt(test, 1))
  if (c === undefined || bits === 0) return undefined
  const predicate = isOpposite ? inverseOf(f.aux(test)) : f.aux(test)
  const mask = f.op(a) === Op.And ? unsignedOf(m, f.operandAt(a, 1)) : undefined
  const all = onesOf(bits)
  if (mask !== undefined && predicate <= ICMP.ne) {
    const wanted = predicate === ICMP.eq ? c : isPower(mask) && (c === 0 || c === mask) ? mask - c : -1
    return wanted >= 0 && (wanted | mask) >>> 0 === mask ? { of: f.operandAt(a, 0), mask, wanted, bits } : undefined
  }
  // x < 16 has no high bits, x < 0 the sign, x == 5 all bits of 5: ranges of 2^n numbers that start at a multiple of it.
  const [start, end] = endsOf(predicate, c, all + 1)
  const size = wrapped(end - start, bits)
  return isPower(size) && start % size === 0 ? { of: a, mask: all - (size - 1), wanted: start, bits } : undefined
}

const isPower = (n: number): boolean => n > 0 && (n & (n - 1)) === 0

/** Tests of bits of one value, or of the same bits of two. */
function joinedBits(place: Place, a: Value, b: Value): Value {
  const { m, f, v, isAnd } = place
  if (!isUsedOnce(f, a) || !isUsedOnce(f, b)) return NO_VALUE
  const [s, t] = [bitsOf(m, f, a, !isAnd), bitsOf(m, f, b, !isAnd)]
  if (!s || !t || m.typeOf(f, s.of) !== m.typeOf(f, t.of)) return NO_VALUE
  if (s.of === t.of) {
    if ((s.mask & t.mask & (s.wanted ^ t.wanted)) !== 0) return m.constants.bool(!isAnd)
    return bitTest(place, { ...s, mask: (s.mask | t.mask) >>> 0, wanted: (s.wanted | t.wanted) >>> 0 })
  }
  if (s.mask !== t.mask || s.wanted !== t.wanted || (s.wanted !== 0 && s.wanted !== s.mask)) return NO_VALUE
  // Masks that others need stay.
  for (const x of [a, b]) if (f.op(f.operandAt(x, 0)) === Op.And && !isUsedOnce(f, f.operandAt(x, 0))) return NO_VALUE
  const op = s.wanted === 0 ? Op.Or : Op.And
  const of = f.insertBefore(v, op, m.typeOf(f, s.of), [s.of, t.of])
  return bitTest(place, { ...s, of })
}

/** x == 65 || x == 97 is (x & ~32) == 65: numbers that differ in one bit. */
function joinedNeighbours(place: Place, a: Value, b: Value): Value {
  const { m, f, isAnd } = place
  if (!isUsedOnce(f, a) || !isUsedOnce(f, b)) return NO_VALUE
  const [s, t] = [bitsOf(m, f, a, isAnd), bitsOf(m, f, b, isAnd)]
  if (!s || !t || s.of !== t.of || s.mask !== t.mask) return NO_VALUE
  const bit = (s.wanted ^ t.wanted) >>> 0
  if (!isPower(bit)) return NO_VALUE
  return bitTest({ ...place, isAnd: !isAnd }, { ...s, mask: s.mask - bit, wanted: (s.wanted & ~bit) >>> 0 })
}

/** The shortest code for a test of bits; its opposite for or. */
function bitTest({ m, f, v, isAnd }: Place, { of, mask, wanted, bits }: BitTest): Value {
  const type = m.typeOf(f, of)
  const make = (predicate: number, x: Value, c: number): Value =>
    comparison(f, v, isAnd ? predicate : inverseOf(predicate), x, m.constants.int(type, c))
  if (mask === 0) return m.constants.bool(isAnd)
  if (mask === onesOf(bits)) return make(ICMP.eq, of, wanted)
  if (mask === 2 ** (bits - 1)) return wanted === 0 ? make(ICMP.sgt, of, -1) : make(ICMP.slt, of, 0)
  if (wanted === 0 && isPower(2 ** bits - mask)) return make(ICMP.ult, of, 2 ** bits - mask)
  const masked = f.insertBefore(v, Op.And, type, [of, m.constants.int(type, mask)])
  return wanted === mask && isPower(mask) ? make(ICMP.ne, masked, 0) : make(ICMP.eq, masked, wanted)
}

/** (x >> 4) < 2 is x < 32, x / 10 > 2 is x > 29, 7 - x == 3 is x == 4; and x <= 7 is x < 8, so that equal tests look the same. */
function widerTest(m: Module, f: Func, v: Value): Value {
  if (f.operandAt(v, 1) >= 0) return NO_VALUE
  let found = f.op(f.operandAt(v, 0)) === Op.And ? testOfTop(m, f, v) : arithmeticArm(m, f, v)
  if (found !== NO_VALUE) return found
  for (let range = rangeOf(m, f, v, false); range; range = withoutOperation(m, f, range)) {
    // How often a loop runs is read off its counter's sum.
    if (f.op(range.of) === Op.Add && f.op(f.operandAt(range.of, 0)) === Op.Phi) break
    const plain = plainTest(range)
    if (!plain || (range.of === f.operandAt(v, 0) && plain[0] === f.aux(v))) continue
    found = rewrite(f, v, Op.ICmp, [range.of, m.constants.int(m.typeOf(f, range.of), plain[1])], plain[0])
  }
  return found
}

/** (c ? -1 : 31 - x) > 0 is !c && 31 - x > 0 where the sum goes and c may be inverted or holds. */
function arithmeticArm(m: Module, f: Func, v: Value): Value {
  const [choice, bound] = f.operands(v) as [Value, Value]
  if (f.op(choice) !== Op.Select || f.singleUser(choice) !== v) return NO_VALUE
  const [condition, yes, no] = f.operands(choice) as [Value, Value, Value]
  const arm = yes < 0 ? no : yes
  if (f.op(condition) !== Op.ICmp || f.singleUser(condition) !== choice || f.singleUser(arm) !== choice) return NO_VALUE
  const known = evaluate(m, Op.ICmp, I1, f.aux(v), [yes < 0 ? yes : no, bound])
  if (known === NO_VALUE) return NO_VALUE
  const compared = f.insertBefore(v, Op.ICmp, I1, [arm, bound], f.aux(v), 0, f.loc(v))
  if (widerTest(m, f, compared) === NO_VALUE || f.operandAt(compared, 0) === arm) {
    f.remove(compared)
    return NO_VALUE
  }
  const holds = known === m.constants.bool(true)
  const p = f.aux(condition)
  const test = comparison(
    f,
    v,
    holds === yes < 0 ? p : inverseOf(p),
    f.operandAt(condition, 0),
    f.operandAt(condition, 1),
  )
  const place = { m, f, v, isAnd: !holds }
  return joined(place, test, compared) || rewrite(f, v, holds ? Op.Or : Op.And, [test, compared])
}

/** (x & 0xffff0000) == 0 is x < 65536 unsigned. What && or || joins stays: as masks, two tests become one more often. */
function testOfTop(m: Module, f: Func, v: Value): Value {
  const masked = f.operandAt(v, 0)
  const predicate = f.aux(v)
  const mask = unsignedOf(m, f.operandAt(masked, 1))
  const bits = widthOf(m, f, masked)
  if (mask === undefined || bits === 0 || predicate > ICMP.ne || unsignedOf(m, f.operandAt(v, 1)) !== 0) return NO_VALUE
  const below = 2 ** bits - mask
  if (!isPower(below) || f.singleUser(masked) !== v || f.users(v).some(u => f.type(u) === I1)) return NO_VALUE
  const [by, bound] = predicate === ICMP.eq ? [ICMP.ult, below] : [ICMP.ugt, below - 1]
  return rewrite(f, v, Op.ICmp, [f.operandAt(masked, 0), m.constants.int(f.type(masked), bound)], by)
}
