// Two tests of integers become one where one says the same, as LLVM's instcombine has it: x > 3 && x < 10 is x - 4 < 6 unsigned,
// (x & 4) == 0 && (x & 8) == 0 is (x & 12) == 0, x == 0 && y == 0 is (x | y) == 0. A choice by one bit becomes arithmetic on that bit.
// Runs behind assume_branches and the loop passes, which read bounds from x > 3 && x < 10.

import { type Func, NO_VALUE, type Value } from '../../ir/function.ts'
import type { Module } from '../../ir/module.ts'
import { ICMP, Op } from '../../ir/ops.ts'
import { bitWidth, I1 } from '../../ir/types.ts'
import { onesOf, unsignedOf } from '../analyse/value_bounds.ts'
import type { Pass } from '../common/pass.ts'
import { applyToEach, isUsedOnce, type Rule, rewrite } from '../common/simplify_rules.ts'
import { choiceByBit } from './choices_by_bit.ts'
import { inverseOf } from './simplify_bits.ts'

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
  if (f.op(a) !== Op.ICmp || f.op(b) !== Op.ICmp || f.operandAt(a, 1) >= 0 || f.operandAt(b, 1) >= 0) return NO_VALUE
  return joinedRange(place, a, b) || joinedBits(place, a, b) || joinedNeighbours(place, a, b)
}

/** start <= of < start + size, where numbers wrap around: unsigned, at least one number is inside and one is not. */
interface RangeTest {
  readonly of: Value
  readonly start: number
  readonly size: number
  readonly bits: number
}

/** Widths that doubles hold exactly. */
const widthOf = (m: Module, f: Func, v: Value): number => {
  const bits = bitWidth(m.typeOf(f, v))
  return bits > 1 && bits <= 32 ? bits : 0
}

/** What a comparison with a constant says, or its opposite. */
function rangeOf(m: Module, f: Func, test: Value, isOpposite: boolean): RangeTest | undefined {
  const of = f.operandAt(test, 0)
  const bits = widthOf(m, f, of)
  const c = unsignedOf(m, f.operandAt(test, 1))
  if (c === undefined || bits === 0) return undefined
  const [start, end] = endsOf(isOpposite ? inverseOf(f.aux(test)) : f.aux(test), c, 2 ** bits)
  return withoutOffset(m, f, { of, start: start % 2 ** bits, size: wrapped(end - start, bits), bits })
}

const wrapped = (n: number, bits: number): number => (n + 2 ** bits) % 2 ** bits

/** The first number and the one behind the last that `x predicate c` holds for. */
function endsOf(predicate: number, c: number, all: number): [number, number] {
  const half = all / 2
  switch (predicate) {
    case ICMP.eq:
      return [c, c + 1]
    case ICMP.ne:
      return [c + 1, c]
    case ICMP.ult:
      return [0, c]
    case ICMP.ule:
      return [0, c + 1]
    case ICMP.ugt:
      return [c + 1, all]
    case ICMP.uge:
      return [c, all]
    case ICMP.slt:
      return [half, c]
    case ICMP.sle:
      return [half, c + 1]
    case ICMP.sgt:
      return [c + 1, half]
    default:
      return [c, half]
  }
}

/** A range of x + c or x >> c as a range of x. */
function withoutOffset(m: Module, f: Func, range: RangeTest): RangeTest | undefined {
  const { of, start, size, bits } = range
  if (size === 0) return undefined
  const op = f.op(of)
  const c = op === Op.Add || op === Op.LShr ? unsignedOf(m, f.operandAt(of, 1)) : undefined
  if (c === undefined || c === Infinity) return range
  const x = f.operandAt(of, 0)
  if (op === Op.Add) return { of: x, start: wrapped(start - c, bits), size, bits }
  if (c >= bits || start + size > 2 ** (bits - c)) return range
  return { of: x, start: start * 2 ** c, size: size * 2 ** c, bits }
}

/** A predicate and a constant that say the range without arithmetic. */
function plainTest({ start, size, bits }: RangeTest): readonly [predicate: number, c: number] | undefined {
  const all = 2 ** bits
  const end = wrapped(start + size, bits)
  if (size === 1) return [ICMP.eq, start]
  if (size === all - 1) return [ICMP.ne, end]
  if (size === all / 2 && start % (all / 2) === 0) return start === 0 ? [ICMP.sgt, all - 1] : [ICMP.slt, 0]
  if (start === 0) return [ICMP.ult, end]
  if (end === 0) return [ICMP.ugt, start - 1]
  if (start === all / 2) return [ICMP.slt, end]
  return end === all / 2 ? [ICMP.sgt, start - 1] : undefined
}

/** Tests of x for ranges that have one range in common. */
function joinedRange({ m, f, v, isAnd }: Place, a: Value, b: Value): Value {
  const [s, t] = [rangeOf(m, f, a, !isAnd), rangeOf(m, f, b, !isAnd)]
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

/** (x >> 4) < 2 is x < 32. */
function widerTest(m: Module, f: Func, v: Value): Value {
  if (f.operandAt(v, 1) >= 0) return NO_VALUE
  const op = f.op(f.operandAt(v, 0))
  if (op === Op.And) return testOfTop(m, f, v)
  if (op !== Op.LShr) return NO_VALUE
  const range = rangeOf(m, f, v, false)
  const plain = range && range.of !== f.operandAt(v, 0) ? plainTest(range) : undefined
  if (!range || !plain) return NO_VALUE
  return rewrite(f, v, Op.ICmp, [range.of, m.constants.int(m.typeOf(f, range.of), plain[1])], plain[0])
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
