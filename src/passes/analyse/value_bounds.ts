// How large and how small an integer value can be, as an unsigned number: what masks, remainders, shifts, sums and extensions leave of it.
// Invariant: an upper bound, never less than what the value can be; Infinity where doubles could not hold it exactly. The lower bound is 0 then.

import type { Func, Value } from '../../ir/function.ts'
import type { Module } from '../../ir/module.ts'
import { ICMP, Op } from '../../ir/ops.ts'
import { bitWidth, isInt, type Type } from '../../ir/types.ts'
import { DxilOp } from '../../spec/dxil_ops.ts'
import { intOf } from '../common/simplify_rules.ts'

/** Operands of operands deeper than this count as anything. */
const MAX_DEPTH = 5

/** The largest number of a type. */
function largest(type: Type): number {
  const bits = bitWidth(type)
  return bits <= 32 ? onesOf(bits) : Infinity
}

/** A number of so many ones, at most 32. */
export const onesOf = (bits: number): number => (bits === 32 ? 0xffffffff : (1 << bits) - 1)

/** A constant as an unsigned number of its type; Infinity above 2^53. */
export function unsignedOf(m: Module, v: Value): number | undefined {
  const c = intOf(m, v)
  if (c === undefined) return undefined
  const bits = bitWidth(m.constants.get(v).type)
  if (bits <= 32 && typeof c === 'number') return (c & onesOf(bits)) >>> 0
  const n = Number(BigInt.asUintN(bits, BigInt(c)))
  return n > Number.MAX_SAFE_INTEGER ? Infinity : n
}

/** The upper bound of an integer value. */
export function boundOf(m: Module, f: Func, v: Value, depth = 0): number {
  if (v < 0) return unsignedOf(m, v) ?? largest(m.constants.get(v).type)
  const type = f.type(v)
  if (!isInt(type)) return Infinity
  const all = largest(type)
  return depth >= MAX_DEPTH || !BOUNDED.has(f.op(v)) ? all : computedBound(m, f, v, depth, all)
}

/** Whether the sign bit of an integer is known to be zero. */
export const isNeverNegative = (m: Module, f: Func, v: Value): boolean =>
  boundOf(m, f, v) < 2 ** (bitWidth(m.typeOf(f, v)) - 1)

/** Operations of which more may be known than the type says. */
const BOUNDED: ReadonlySet<number> = new Set([
  Op.ZExt,
  Op.Trunc,
  Op.And,
  Op.Or,
  Op.Xor,
  Op.Add,
  Op.Select,
  Op.Dx,
  Op.Mul,
  Op.Shl,
  Op.LShr,
  Op.UDiv,
  Op.URem,
])

function computedBound(m: Module, f: Func, v: Value, depth: number, all: number): number {
  const of = (i: number): number => boundOf(m, f, f.operandAt(v, i), depth + 1)
  const fitting = (n: number): number => (n <= all && n <= Number.MAX_SAFE_INTEGER ? n : all)
  /** The other operand need not be asked when the first can be anything. */
  const unlessAny = (n: number, next: (n: number) => number): number => (n >= all ? all : fitting(next(n)))
  switch (f.op(v)) {
    case Op.ZExt:
    case Op.Trunc:
      return fitting(of(0))
    case Op.And:
      return Math.min(of(0), of(1))
    case Op.Or:
    case Op.Xor:
      return unlessAny(of(0), n => onesUpTo(Math.max(n, of(1))))
    case Op.Add:
      return unlessAny(of(0), n => n + of(1))
    case Op.Select:
      return Math.max(of(1), of(2))
    case Op.Mul:
      return unlessAny(of(0), n => n * of(1))
    case Op.Dx:
      return fitting(ofOperation(f.aux(v), of))
    default:
      return fitting(byConstant(m, f, v, of))
  }
}

/** Operations that are only bounded when their second operand is a constant. */
function byConstant(m: Module, f: Func, v: Value, of: (i: number) => number): number {
  const c = f.operandCount(v) === 2 ? unsignedOf(m, f.operandAt(v, 1)) : undefined
  if (c === undefined) return Infinity
  const bits = bitWidth(f.type(v))
  switch (f.op(v)) {
    case Op.Shl:
      return c < bits ? of(0) * 2 ** c : Infinity
    case Op.LShr:
      return c < bits ? Math.floor(Math.min(of(0), 2 ** bits) / 2 ** c) : Infinity
    case Op.UDiv:
      // unsignedOf gives Infinity for a divisor above 2^53: the bound counts with the least that it can be.
      return c > 0 ? Math.floor(Math.min(of(0), 2 ** bits) / Math.min(c, 2 ** 53)) : Infinity
    case Op.URem:
      return c > 0 ? Math.min(of(0), c - 1) : Infinity
    default:
      return Infinity
  }
}

function ofOperation(opcode: number, of: (i: number) => number): number {
  if (opcode === DxilOp.UMin) return Math.min(of(0), of(1))
  return opcode === DxilOp.UMax ? Math.max(of(0), of(1)) : Infinity
}

/** The lower bound of an integer value; sums and products have one where the upper bound says that they do not wrap. */
function leastOf(m: Module, f: Func, v: Value, depth = 0): number {
  if (v < 0) return Math.min(unsignedOf(m, v) ?? 0, Number.MAX_SAFE_INTEGER)
  if (depth >= MAX_DEPTH || !BOUNDED.has(f.op(v))) return 0
  const of = (i: number): number => leastOf(m, f, f.operandAt(v, i), depth + 1)
  switch (f.op(v)) {
    case Op.ZExt:
      return of(0)
    case Op.Or:
      return Math.max(of(0), of(1))
    case Op.Select:
      return Math.min(of(1), of(2))
    case Op.Dx: {
      const least = ofOperation(f.aux(v), of)
      return least === Infinity ? 0 : least
    }
    case Op.Add:
    case Op.Mul:
    case Op.Shl:
    case Op.LShr:
    case Op.UDiv:
      if (keepsBit(m, f, v)) return 1
      if (boundOf(m, f, v, depth) >= largest(f.type(v))) return 0
      if (f.op(v) === Op.Mul) return of(0) * of(1)
      return f.op(v) === Op.Add ? of(0) + of(1) : byConstant(m, f, v, of)
    default:
      return 0
  }
}

/** 1 << n and 0x80000000 >> n, which move no bit out. */
function keepsBit(m: Module, f: Func, v: Value): boolean {
  const x = f.op(v) === Op.Shl || f.op(v) === Op.LShr ? unsignedOf(m, f.operandAt(v, 0)) : undefined
  return x !== undefined && x !== Infinity && (f.op(v) === Op.Shl ? x % 2 === 1 : x > largest(f.type(v)) / 2)
}

/** The number whose bits are all ones up to the highest one of n. */
export function onesUpTo(n: number): number {
  if (n >= 0 && n <= 0xffffffff) return n === 0 ? 0 : 0xffffffff >>> Math.clz32(n)
  let power = 1
  while (power <= n && power < 2 ** 53) power *= 2
  return n >= power ? Infinity : power - 1
}

/** What `a predicate c` is when a's bounds decide it. */
export function comparisonByBound(m: Module, f: Func, predicate: number, a: Value, c: Value): boolean | undefined {
  const u = unsignedOf(m, c)
  if (u === undefined || u === Infinity) return undefined
  if (u === 0 && (predicate === ICMP.ult || predicate === ICMP.uge)) return predicate === ICMP.uge
  const high = boundOf(m, f, a)
  if (high === Infinity) return undefined
  const half = 2 ** (bitWidth(m.constants.get(c).type) - 1)
  const signed = predicate >= ICMP.sgt
  if (signed && high >= half) return undefined
  // A signed constant below zero is below everything here.
  const by = signed && u >= half ? -1 : u
  return comparisonOfRange(predicate, leastOf(m, f, a), high, by)
}

/** What `x predicate by` is for each x from low to high, numbers that are in order as the predicate has it. */
export function comparisonOfRange(predicate: number, low: number, high: number, by: number): boolean | undefined {
  if (predicate <= ICMP.ne) return by > high || by < low ? predicate === ICMP.ne : undefined
  const isAbove = low > by ? true : high <= by ? false : undefined
  const isBelow = high < by ? true : low >= by ? false : undefined
  // In this order: gt, ge, lt, le.
  const place = (predicate - ICMP.ugt) & 3
  const known = place === 0 || place === 3 ? isAbove : isBelow
  return known === undefined || place % 2 === 0 ? known : !known
}

/** Whether a predicate holds between equal integers: eq, and each second one of the others. */
export const holdsForEqual = (p: number): boolean => (p % 2 === 1) !== p <= ICMP.ne
