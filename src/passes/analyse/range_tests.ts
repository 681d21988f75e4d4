// Comparisons of integers with constants as ranges: x > 4 is what lies from 5 to the largest number. Numbers are unsigned and wrap around.

import type { Func, Value } from '../../ir/function.ts'
import type { Module } from '../../ir/module.ts'
import { ICMP, Op } from '../../ir/ops.ts'
import { bitWidth } from '../../ir/types.ts'
import { inverseOf } from '../common/simplify_rules.ts'
import { unsignedOf } from './value_bounds.ts'

/** start <= of < start + size, where numbers wrap around: unsigned, at least one number is inside and one is not. */
export interface RangeTest {
  readonly of: Value
  readonly start: number
  readonly size: number
  readonly bits: number
}

/** Widths that doubles hold exactly. */
export const widthOf = (m: Module, f: Func, v: Value): number => {
  const bits = bitWidth(m.typeOf(f, v))
  return bits > 1 && bits <= 32 ? bits : 0
}

/** What a comparison with a constant says, or its opposite. */
export function rangeOf(m: Module, f: Func, test: Value, isOpposite: boolean): RangeTest | undefined {
  return rangeBy(m, f, f.operandAt(test, 0), isOpposite ? inverseOf(f.aux(test)) : f.aux(test), f.operandAt(test, 1))
}

/** Where a value lies that has `predicate` to a constant; undefined for another width or value, and for what always or never holds. */
export function rangeBy(m: Module, f: Func, of: Value, predicate: number, constant: Value): RangeTest | undefined {
  const bits = widthOf(m, f, of)
  const c = unsignedOf(m, constant)
  if (c === undefined || bits === 0) return undefined
  const [start, end] = endsOf(predicate, c, 2 ** bits)
  const size = wrapped(end - start, bits)
  return size === 0 ? undefined : { of, start: start % 2 ** bits, size, bits }
}

/** Whether a test holds for every number of a range, or for none; undefined when it does for some. */
export function holdsWithin(asked: RangeTest, range: RangeTest): boolean | undefined {
  // Counted from where the range that is asked for begins.
  const start = wrapped(range.start - asked.start, range.bits)
  if (start < asked.size) return start + range.size <= asked.size ? true : undefined
  return start + range.size <= 2 ** range.bits ? false : undefined
}

export const includes = ({ start, size, bits }: RangeTest, n: number): boolean => wrapped(n - start, bits) < size

/** Of integers of at most 32 bits: whole numbers below 2^53. */
export const wrapped = (n: number, bits: number): number => (bits === 32 ? n >>> 0 : n & ((1 << bits) - 1))

/** The first number and the one behind the last that `x predicate c` holds for. */
export function endsOf(predicate: number, c: number, all: number): [number, number] {
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

/** A predicate and a constant that say the range without arithmetic. */
export function plainTest({ start, size, bits }: RangeTest): readonly [predicate: number, c: number] | undefined {
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

/** The range of x where x op c lies in the range; undefined where an operation is none of these, or all or nothing lies in it. */
export function withoutOperation(m: Module, f: Func, range: RangeTest): RangeTest | undefined {
  const { of, start, size, bits } = range
  const all = 2 ** bits
  const op = f.op(of)
  if (f.operandCount(of) !== 2) return undefined
  const [x, y] = f.operands(of) as [Value, Value]
  const c = unsignedOf(m, op === Op.Sub ? x : y)
  if (c === undefined) return undefined
  const mirrored = (by: number): RangeTest => ({
    of: y < 0 ? x : y,
    start: wrapped(by - start - size + 1, bits),
    size,
    bits,
  })
  if (op === Op.Add || (op === Op.Xor && c === all / 2)) return { of: x, start: wrapped(start - c, bits), size, bits }
  if (op === Op.Sub) return mirrored(c)
  if (op === Op.Xor && c === all - 1) return mirrored(-1)
  const inside = { of: x, start, size, bits }
  if (op === Op.UDiv && c > 0) return scaled(inside, k => k * c, 0)
  if (op === Op.LShr && c < bits) return scaled(inside, k => k * 2 ** c, 0)
  if (op === Op.AShr && c < bits) return scaled(inside, k => k * 2 ** c, all / 2)
  if (op !== Op.SDiv || c === 0 || c === all / 2) return undefined
  // The quotient is rounded towards 0; by a negative number it is that by the positive one, negated.
  const by = Math.min(c, all - c)
  const turned = c > all / 2 ? { ...mirrored(0), of: x } : inside
  return scaled(turned, k => (k > 0 ? k * by : (k - 1) * by + 1), all / 2)
}

/** @param least the smallest number that gives at least k @param bias 2^31 where numbers are in order with their signs */
function scaled(
  { of, start, size, bits }: RangeTest,
  least: (k: number) => number,
  bias: number,
): RangeTest | undefined {
  const all = 2 ** bits
  const from = (start + bias) % all
  // What lies outside of a range that wraps around does not.
  const isOutside = from + size > all
  const [low, high] = (isOutside ? [from + size - all, from] : [from, from + size]).map(k =>
    Math.min(Math.max(least(k - bias), -bias), all - bias),
  ) as [number, number]
  if (high <= low || high - low === all) return undefined
  return isOutside
    ? { of, start: wrapped(high % all, bits), size: all - (high - low), bits }
    : { of, start: wrapped(low, bits), size: high - low, bits }
}
