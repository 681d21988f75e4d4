// Index expressions as step * x + rest with known step and rest: which elements of an array an access at run time can mean.

import { type Func, NO_VALUE, type Value } from '../../ir/function.ts'
import type { Module } from '../../ir/module.ts'
import { Flag, Op } from '../../ir/ops.ts'
import { I32 } from '../../ir/types.ts'
import { intOf } from '../common/simplify_rules.ts'
import { boundOf } from './value_bounds.ts'

/** How far an index expression is followed. */
const MAX_DEPTH = 8

export const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b))

/** What divides the part of an index that is not constant; 0 when it is constant. */
export function stepOf(m: Module, f: Func, v: Value, depth = 0): number {
  if (v < 0) return intOf(m, v) === undefined ? 1 : 0
  if (depth > MAX_DEPTH) return 1
  const op = f.op(v)
  if (op === Op.Add) return gcd(stepOf(m, f, f.operandAt(v, 0), depth + 1), stepOf(m, f, f.operandAt(v, 1), depth + 1))
  const factor = factorOf(m, f, v)
  return factor === undefined ? 1 : factor * stepOf(m, f, f.operandAt(v, 0), depth + 1)
}

/** c when v is x * c or x << log2(c), with a small positive c. */
export function factorOf(m: Module, f: Func, v: Value): number | undefined {
  const op = f.op(v)
  if (op !== Op.Mul && op !== Op.Shl) return undefined
  const c = intOf(m, f.operandAt(v, 1))
  if (typeof c !== 'number' || c < 0 || c > 0xffff || (op === Op.Shl && c > 16)) return undefined
  const factor = op === Op.Mul ? c : 2 ** c
  // A product of the shader may wrap around: x << 2 is 0 for x = 0x40000000, and is not element x of every fourth one.
  const fits = (f.flags(v) & Flag.NUW) !== 0 || boundOf(m, f, f.operandAt(v, 0)) * factor <= 0xffffffff
  return fits ? factor : undefined
}

/** What is left of an index divided by k, which divides all of it but constants. */
export function restOf(m: Module, f: Func, v: Value, k: number): number {
  return k === 1 ? 0 : constantPart(m, f, v, k) % k
}

function constantPart(m: Module, f: Func, v: Value, k: number): number {
  const known = intOf(m, v)
  if (known !== undefined) return Number(known)
  if (f.op(v) === Op.Add) return constantPart(m, f, f.operandAt(v, 0), k) + constantPart(m, f, f.operandAt(v, 1), k)
  const factor = factorOf(m, f, v)
  return factor === undefined || factor % k === 0 ? 0 : factor * constantPart(m, f, f.operandAt(v, 0), k)
}

/** k * quotient + rest; the quotient NO_VALUE for zero. */
export interface Split {
  readonly quotient: Value
  readonly rest: number
}

/** An index taken apart; k divides all of it but constants. New instructions are put before `at`. The rest may be larger than k. */
export function divide(m: Module, f: Func, v: Value, k: number, at: Value): Split {
  const known = intOf(m, v)
  if (known !== undefined) return { quotient: NO_VALUE, rest: Number(known) }
  if (k === 1) return { quotient: v, rest: 0 }
  if (f.op(v) === Op.Add) {
    const a = divide(m, f, f.operandAt(v, 0), k, at)
    const b = divide(m, f, f.operandAt(v, 1), k, at)
    return { quotient: added(f, a.quotient, b.quotient, at), rest: a.rest + b.rest }
  }
  const factor = factorOf(m, f, v)!
  const x = f.operandAt(v, 0)
  // (2y + 1) * 2 by 4 is y, rest 2: what the factor does not have of k is in x.
  const common = gcd(factor, k)
  const { quotient, rest } = divide(m, f, x, k / common, at)
  return { quotient: times(m, f, quotient, factor / common, at), rest: rest * factor }
}

function added(f: Func, a: Value, b: Value, at: Value): Value {
  if (a === NO_VALUE) return b
  return b === NO_VALUE ? a : f.insertBefore(at, Op.Add, I32, [a, b])
}

/** v * n, put before `at` unless it is known. */
export function times(m: Module, f: Func, v: Value, n: number, at: Value): Value {
  if (v === NO_VALUE || n === 1) return v
  const known = intOf(m, v)
  if (known !== undefined) return m.constants.int(I32, Math.imul(Number(known), n))
  return f.insertBefore(at, Op.Mul, I32, [v, m.constants.int(I32, n)])
}

/** v + n, put before `at` unless it is known; v may be NO_VALUE for zero. */
export function sum(m: Module, f: Func, v: Value, n: number, at: Value): Value {
  const constant = m.constants.int(I32, n)
  if (v === NO_VALUE) return constant
  const known = intOf(m, v)
  if (known !== undefined) return m.constants.int(I32, Number(known) + n)
  return n === 0 ? v : f.insertBefore(at, Op.Add, I32, [v, constant])
}

/** At n lies first + step * n. */
export interface Line {
  readonly first: number
  readonly step: number
}

/** The line with whole numbers through points [n, place], each n once and at least one; the step of a single point is 0. */
export function lineOf(points: readonly (readonly [n: number, place: number])[]): Line | undefined {
  const [i, x] = points[0]!
  const [k, y] = points[1] ?? [i + 1, x]
  const step = (y - x) / (k - i)
  const first = x - step * i
  return Number.isInteger(step) && points.every(([n, place]) => place === first + step * n)
    ? { first, step }
    : undefined
}

/** x and 3 of x + 3. */
export function withoutConstant(m: Module, f: Func, index: Value): { readonly base: Value; readonly offset: number } {
  const known = f.op(index) === Op.Add ? intOf(m, f.operandAt(index, 1)) : undefined
  return known !== undefined && f.operandAt(index, 0) > 0
    ? { base: f.operandAt(index, 0), offset: Number(BigInt.asIntN(32, BigInt(known))) }
    : { base: index, offset: 0 }
}
