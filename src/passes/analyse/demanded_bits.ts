// Operands of which only some bits count: what an `or`, `xor` or `and` does to the other bits is left out, and what a sum has above them. Reading one bit field behind writes
// of its neighbours then reads what was there before. Integers of 16 and 32 bits; masks are unsigned numbers.
// Invariant: instructions are changed in place only where their one user asks for no more than the bits given.

import { type Func, NO_VALUE, type Value } from '../../ir/function.ts'
import type { Module } from '../../ir/module.ts'
import { ICMP, Op } from '../../ir/ops.ts'
import { bitWidth, I16, I32 } from '../../ir/types.ts'
import { exponentOf, intOf } from '../common/simplify_rules.ts'
import { boundOf, comparisonOfRange, onesOf, onesUpTo, unsignedOf } from './value_bounds.ts'

/** Operands of operands deeper than this stay as they are. */
const MAX_DEPTH = 6

/** Makes operand `i` of v simpler where only the bits of the mask count; true when something changed. */
export function demandBits(m: Module, f: Func, v: Value, i: number, mask: number, depth = 0): boolean {
  let x = f.operandAt(v, i)
  if (x <= 0 || (f.type(x) !== I32 && f.type(x) !== I16) || isAll(f, x, mask)) return false
  let changed = false
  for (let next = passed(m, f, x, mask); next !== NO_VALUE; next = passed(m, f, x, mask)) {
    x = next
    changed = true
    if (x < 0) break
  }
  if (changed) f.setOperand(v, i, x)
  if (x <= 0 || depth >= MAX_DEPTH || f.singleUser(x) !== v) return changed
  if (!inside(m, f, x, mask, depth + 1)) return changed
  // Only the demanded bits are right now: no variable of the source has this value any more.
  f.debugRows?.forget(x)
  return true
}

const isAll = (f: Func, x: Value, mask: number): boolean => mask >= onesOf(bitWidth(f.type(x)))

/** An operand of x with the same bits where the mask has ones; NO_VALUE without one. */
function passed(m: Module, f: Func, x: Value, mask: number): Value {
  const op = f.op(x)
  const isSum = op === Op.Add || op === Op.Sub
  // The low bits of a remainder of 2^n are those of the number.
  if (op === Op.SRem) {
    const by = unsignedOf(m, f.operandAt(x, 1)) ?? 0
    return exponentOf(by, 31) !== undefined && mask < by ? f.operandAt(x, 0) : NO_VALUE
  }
  if (op !== Op.Or && op !== Op.Xor && op !== Op.And && !isSum) return NO_VALUE
  const [a, b] = [f.operandAt(x, 0), f.operandAt(x, 1)]
  if (op === Op.And) {
    const c = unsignedOf(m, b)
    return c !== undefined && (mask & ~c) === 0 ? a : NO_VALUE
  }
  const [inA, inB] = [knownBits(m, f, a).can, knownBits(m, f, b).can]
  // Bits of a sum depend on all below them, if two ones can meet there.
  const bits = op === Op.Sub || (isSum && (inA & inB) !== 0) ? onesUpTo(mask) : mask
  if ((inB & bits) === 0) return a
  return op !== Op.Sub && (inA & bits) === 0 ? b : NO_VALUE
}

/** Operands of an instruction with one user. */
function inside(m: Module, f: Func, x: Value, mask: number, depth: number): boolean {
  const op = f.op(x)
  if (op === Op.Or || op === Op.Xor) {
    const ones = op === Op.Or ? (unsignedOf(m, f.operandAt(x, 1)) ?? 0) : 0
    const first = demandBits(m, f, x, 0, (mask & ~ones) >>> 0, depth)
    return demandBits(m, f, x, 1, mask, depth) || first
  }
  if (op === Op.Select) {
    const first = demandBits(m, f, x, 1, mask, depth)
    return demandBits(m, f, x, 2, mask, depth) || first
  }
  if (op === Op.Add || op === Op.Sub || op === Op.Mul) return insideSum(m, f, x, mask, depth)
  const c = f.operandCount(x) === 2 ? unsignedOf(m, f.operandAt(x, 1)) : undefined
  if (c === undefined) return false
  if (op === Op.And) return demandBits(m, f, x, 0, (mask & c) >>> 0, depth)
  if (c >= bitWidth(f.type(x))) return false
  if (op === Op.Shl) return demandBits(m, f, x, 0, mask >>> c, depth)
  return op === Op.LShr && demandBits(m, f, x, 0, shifted(f, x, mask, c), depth)
}

/** Operands of a sum or product, of which bits above the mask do not count; constants are cut, but for small negative ones. */
function insideSum(m: Module, f: Func, x: Value, mask: number, depth: number): boolean {
  const low = onesUpTo(mask)
  const below = (mask & -mask) - 1
  let changed = false
  for (let i = 0; i < 2; i++) {
    const c = intOf(m, f.operandAt(x, i))
    if (typeof c !== 'number') {
      if (demandBits(m, f, x, i, low, depth)) changed = true
    } else if (c > low || c < -(low + 1) / 2) {
      f.setOperand(x, i, m.constants.int(f.type(x), (c & low) >>> 0))
      changed = true
    } else if (
      f.op(x) === Op.Add &&
      (c & below) !== 0 &&
      (knownBits(m, f, f.operandAt(x, 1 - i)).can & c & below) === 0
    ) {
      // (16 * i + 24) >> 4 asks for no more than (16 * i + 16) >> 4.
      f.setOperand(x, i, m.constants.int(f.type(x), c & ~below))
      changed = true
    }
  }
  // What did not wrap before may wrap now.
  if (changed) f.setFlags(x, 0)
  return changed
}

/** A mask moved up, within the type of x. */
const shifted = (f: Func, x: Value, mask: number, by: number): number =>
  (((mask << by) >>> 0) & onesOf(bitWidth(f.type(x)))) >>> 0

/** The bits that operand 0 of a shift by a constant is asked for. */
export function shiftDemand(f: Func, v: Value, by: number): number {
  const all = onesOf(bitWidth(f.type(v)))
  return f.op(v) === Op.Shl ? all >>> by : (((all << by) >>> 0) & all) >>> 0
}

/** What is known of the bits of a value of at most 32 bits: those that can be one, and those that are. */
export interface KnownBits {
  readonly can: number
  readonly must: number
}

export function knownBits(m: Module, f: Func, v: Value, depth = 0): KnownBits {
  const all = onesOf(Math.min(32, bitWidth(m.typeOf(f, v))))
  const constant = v < 0 ? unsignedOf(m, v) : undefined
  if (constant !== undefined && constant <= all) return { can: constant, must: constant }
  return v < 0 || depth > MAX_DEPTH ? { can: all, must: 0 } : computedBits(m, f, v, depth, all)
}

function computedBits(m: Module, f: Func, v: Value, depth: number, all: number): KnownBits {
  const of = (i: number): KnownBits => knownBits(m, f, f.operandAt(v, i), depth + 1)
  switch (f.op(v)) {
    case Op.ZExt:
    case Op.Trunc:
      return map(of(0), bits => bits & all)
    case Op.SExt:
      return extendedBits(of(0), onesOf(Math.min(32, bitWidth(m.typeOf(f, f.operandAt(v, 0))))), all)
    case Op.And:
      return both(of(0), of(1), (a, b) => a & b)
    case Op.Or:
      return both(of(0), of(1), (a, b) => a | b)
    case Op.Xor: {
      const [a, b] = [of(0), of(1)]
      return { can: ((a.can | b.can) & ~(a.must & b.must)) >>> 0, must: ((a.must & ~b.can) | (b.must & ~a.can)) >>> 0 }
    }
    case Op.Add:
      return sumBits(of(0), of(1), 0, all)
    case Op.Sub:
      // a - b = a + ~b + 1
      return sumBits(of(0), complement(of(1), all), 1, all)
    case Op.Mul:
      return productBits(of(0), of(1), all)
    case Op.Select: {
      const [a, b] = [of(1), of(2)]
      return { can: (a.can | b.can) >>> 0, must: (a.must & b.must) >>> 0 }
    }
    case Op.Shl:
    case Op.LShr:
    case Op.AShr:
      return shiftedBits(m, f, v, of, all)
    case Op.UDiv:
    case Op.URem:
    case Op.SRem:
      return bitWidth(f.type(v)) > 32 ? { can: all, must: 0 } : quotientBits(f.op(v), of(0), of(1), all)
    case Op.Phi:
      return phiBits(m, f, v, depth, all)
    default:
      return { can: Math.min(all, onesUpTo(boundOf(m, f, v))), must: 0 }
  }
}

/** Bits of a + b + carry: one is known where both numbers and the carry into it are known. */
function sumBits(a: KnownBits, b: KnownBits, carry: 0 | 1, all: number): KnownBits {
  // Double precision holds both sums.
  const [most, least] = [a.can + b.can + carry, a.must + b.must + carry]
  const carryCannot = ~(most ^ a.can ^ b.can)
  const carryMust = least ^ a.must ^ b.must
  const known = ~(a.can ^ a.must) & ~(b.can ^ b.must) & (carryCannot | carryMust)
  const must = (least & known & all) >>> 0
  return { can: (((all & ~known) | must) & (most <= all ? onesUpTo(most) : all)) >>> 0, must }
}

/** Bits of a product: trailing zeros of both factors add up, low bits follow from low bits, and a product that cannot overflow has a bound. */
function productBits(a: KnownBits, b: KnownBits, all: number): KnownBits {
  const zeros = (lowZeros(a.can) + 1) * (lowZeros(b.can) + 1) - 1
  const low = lowZeros((a.can ^ a.must) | (b.can ^ b.must)) & all
  const must = (Math.imul(a.must, b.must) & low) >>> 0
  const most = a.can * b.can
  const bound = most <= all ? onesUpTo(most) : all
  return { can: zeros > all ? 0 : (((all & ~zeros & ~low) | must) & bound) >>> 0, must }
}

/** Bits of a sign extension. `from`: all ones of the type that is extended. */
function extendedBits({ can, must }: KnownBits, from: number, all: number): KnownBits {
  const sign = from & ~(from >>> 1)
  const above = all & ~from
  return { can: (can | ((can & sign) === 0 ? 0 : above)) >>> 0, must: (must | ((must & sign) === 0 ? 0 : above)) >>> 0 }
}

function shiftedBits(m: Module, f: Func, v: Value, of: (i: number) => KnownBits, all: number): KnownBits {
  const op = f.op(v)
  // Bits above the 32 that are known come down.
  if (op !== Op.Shl && bitWidth(f.type(v)) > 32) return { can: all, must: 0 }
  const by = unsignedOf(m, f.operandAt(v, 1))
  if (by === undefined) {
    const { can } = of(0)
    // Trailing zeros stay when a number is shifted up, leading zeros when it is shifted down.
    if (op === Op.Shl) return { can: (all & ~lowZeros(can)) >>> 0, must: 0 }
    return { can: op === Op.LShr || (can & ~(all >>> 1)) === 0 ? onesUpTo(can) : all, must: 0 }
  }
  if (by >= 32) return { can: op === Op.Shl ? 0 : all, must: 0 }
  if (op === Op.Shl) return map(of(0), bits => (bits << by) & all)
  if (op === Op.LShr) return map(of(0), bits => bits >>> by)
  const sign = ~(all >>> 1) & all
  return map(of(0), bits => (bits >>> by) | ((bits & sign) === 0 ? 0 : all & ~(all >>> by)))
}

/** Bits of a quotient or remainder of at most 32 bits. */
function quotientBits(op: number, a: KnownBits, b: KnownBits, all: number): KnownBits {
  if (op === Op.UDiv) return { can: onesUpTo(Math.floor(a.can / Math.max(1, b.must))), must: 0 }
  // A remainder keeps the bits below the lowest one of the divisor: x % 12 has the last two bits of x.
  const low = b.can === b.must ? lowZeros(b.can) & all : 0
  const isUnsigned = op === Op.URem || ((a.can | b.can) & ~(all >>> 1)) === 0
  const most = onesUpTo(Math.min(a.can, b.can > 0 ? b.can - 1 : all))
  // A remainder of 2^n is zero if these bits are, also of a negative number.
  const isNone = op === Op.SRem && low !== 0 && b.must === ((low + 1) & all) >>> 0 && (a.can & low) === 0
  const can = isNone ? 0 : isUnsigned ? most : all
  return { can: (can & (a.can | ~low)) >>> 0, must: isNone ? 0 : (a.must & low) >>> 0 }
}

/** A counter keeps its low bits where its step has none: those of `for (k = 1; ..; k += 4)` are 01. */
function phiBits(m: Module, f: Func, phi: Value, depth: number, all: number): KnownBits {
  const bound = Math.min(all, onesUpTo(boundOf(m, f, phi)))
  const count = f.operandCount(phi)
  if (count > MAX_PATHS) return { can: bound, must: 0 }
  let low = all
  let can = 0
  let must = all
  for (let i = 0; i < count; i++) {
    const o = f.operandAt(phi, i)
    const by = stepOf(f, o, phi)
    if (by !== undefined) {
      low = Math.min(low, lowZeros(knownBits(m, f, by, depth + 1).can))
      if (low === 0) return { can: bound, must: 0 }
    } else {
      const bits = knownBits(m, f, o, depth + 1)
      can |= bits.can
      must &= bits.must
    }
  }
  return { can: (bound & (can | ~low)) >>> 0, must: (must & low) >>> 0 }
}

/** Phis of more paths count as anything. */
const MAX_PATHS = 3

/** What is added to a phi, or taken from it, on the way to itself. */
function stepOf(f: Func, o: Value, phi: Value): Value | undefined {
  const op = o > 0 ? f.op(o) : undefined
  if (op !== Op.Add && op !== Op.Sub) return undefined
  if (f.operandAt(o, 0) === phi) return f.operandAt(o, 1)
  return op === Op.Add && f.operandAt(o, 1) === phi ? f.operandAt(o, 0) : undefined
}

/** The constant that all bits of v are known to make, or NO_VALUE. Of at most 32 bits. */
export function constantOfBits(m: Module, f: Func, v: Value): Value {
  if (bitWidth(f.type(v)) > 32) return NO_VALUE
  const { can, must } = knownBits(m, f, v)
  return can === must ? m.constants.int(f.type(v), must | 0) : NO_VALUE
}

/** What `a predicate c` is when the bits of a, of at most 32, decide it. */
export function comparisonByBits(m: Module, f: Func, predicate: number, a: Value, c: Value): boolean | undefined {
  const n = unsignedOf(m, c)
  const bits = bitWidth(m.typeOf(f, a))
  if (n === undefined || bits > 32) return undefined
  const { can, must } = knownBits(m, f, a)
  if (predicate <= ICMP.ne) return (must & ~n) !== 0 || (n & ~can) !== 0 ? predicate === ICMP.ne : undefined
  // Signed numbers are in order when their sign is turned over.
  const sign = predicate >= ICMP.sgt ? 2 ** (bits - 1) : 0
  const placed = (x: number): number => (x ^ sign) >>> 0
  const [low, high] = [placed((must | (can & sign)) >>> 0), placed((can & ~(must & sign ? 0 : sign)) >>> 0)]
  return comparisonOfRange(predicate, low, high, placed(n))
}

/** Ones where all bits up to there are zero. */
const lowZeros = (bits: number): number => (bits === 0 ? 0xffffffff : ((bits & -bits) - 1) >>> 0)

const map = ({ can, must }: KnownBits, of: (bits: number) => number): KnownBits => ({
  can: of(can) >>> 0,
  must: of(must) >>> 0,
})

/** Bits of the complement. */
const complement = ({ can, must }: KnownBits, all: number): KnownBits => ({
  can: (all & ~must) >>> 0,
  must: (all & ~can) >>> 0,
})

const both = (a: KnownBits, b: KnownBits, of: (a: number, b: number) => number): KnownBits => ({
  can: of(a.can, b.can) >>> 0,
  must: of(a.must, b.must) >>> 0,
})
