// Whether instructions compute the same.

import type { Func, Value } from '../../ir/function.ts'
import { Flag, ICMP, Op } from '../../ir/ops.ts'

/** The same operation, but for what it is done to. */
export const isSameOperation = (f: Func, v: Value, w: Value): boolean =>
  f.flags(v) === f.flags(w) && isSameButForFlags(f, v, w)

/** The same, whatever the flags, which strictFlags() joins. Handles that are NON_UNIFORM are others. */
export const isSameButForFlags = (f: Func, v: Value, w: Value): boolean =>
  f.op(v) === f.op(w) &&
  f.type(v) === f.type(w) &&
  f.aux(v) === f.aux(w) &&
  ((f.flags(v) ^ f.flags(w)) & Flag.NON_UNIFORM) === 0 &&
  f.operandCount(v) === f.operandCount(w)

/** The flags of one instruction that replaces two equal ones: it may do only what both may. */
export const strictFlags = (a: number, b: number): number => (a & b) | ((a | b) & Flag.PRECISE)

/** The same operands in the same order, of instructions that have as many. */
export function hasSameOperands(f: Func, v: Value, w: Value): boolean {
  for (let i = 0, n = f.operandCount(v); i < n; i++) if (f.operandAt(v, i) !== f.operandAt(w, i)) return false
  return true
}

/** Predicates of integers with the operands swapped: gt <-> lt, ge <-> le. */
export function swappedPredicate(p: number): number {
  if (p <= ICMP.ne) return p
  const group = p < ICMP.sgt ? ICMP.ugt : ICMP.sgt
  return group + ((p - group) ^ 2)
}

/** Predicates of floats with the operands swapped: their bits say equal, greater, less, unordered. */
export const swappedFloatPredicate = (p: number): number => (p & 9) | ((p & 2) << 1) | ((p & 4) >> 1)

const COMMUTATIVE: readonly boolean[] = (() => {
  const list: boolean[] = []
  for (const op of [Op.Add, Op.Mul, Op.And, Op.Or, Op.Xor, Op.FAdd, Op.FMul]) list[op] = true
  return list
})()

/** Whether the operands of an operation may be exchanged. Value numbering asks this of every instruction. */
export const isCommutative = (op: number): boolean => COMMUTATIVE[op] === true
