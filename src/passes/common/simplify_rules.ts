// What simplification rules share: their form, and reading constant operands.

import { reversePostOrder } from '../../ir/control_flow.ts'
import { type Func, NO_VALUE, type Value } from '../../ir/function.ts'
import type { Module } from '../../ir/module.ts'
import { ICMP, Op } from '../../ir/ops.ts'
import { I1, type Type } from '../../ir/types.ts'

/** The value to use instead of v, v itself when it was rewritten in place, NO_VALUE when nothing applies. */
export type Rule = (m: Module, f: Func, v: Value) => Value
export type Rules = ReadonlyMap<number, Rule>

/** Gives each instruction to a rule, in one walk in reverse post order, and uses what it says; true when something changed. */
export function applyToEach(m: Module, f: Func, rule: Rule): boolean {
  let changed = false
  for (const b of reversePostOrder(f))
    for (let v = f.first(b), next: Value; v !== NO_VALUE; v = next) {
      next = f.next(v)
      const by = rule(m, f, v)
      if (by === NO_VALUE) continue
      changed = true
      if (by === v) continue
      if (f.isUsed(v)) f.replaceAllUses(v, by)
      f.remove(v)
    }
  return changed
}

/** Whether one operand of one instruction is all that uses v. */
export const isUsedOnce = (f: Func, v: Value): boolean => f.singleUser(v) !== NO_VALUE

/** The integer behind an operand (signed; bigint for i64), or undefined. */
export function intOf(m: Module, v: Value): number | bigint | undefined {
  if (v >= 0) return undefined
  const c = m.constants.get(v)
  return c.kind === 'int' ? c.value : undefined
}

/** The float behind an operand, or undefined. */
export function floatOf(m: Module, v: Value): number | undefined {
  if (v >= 0) return undefined
  const c = m.constants.get(v)
  return c.kind === 'float' ? c.value : undefined
}

export const isUndef = (m: Module, v: Value): boolean => m.constants.isUndef(v)

/** Compares without caring whether the constant is a number or a bigint. */
export const isInt = (x: number | bigint | undefined, n: number): boolean =>
  typeof x === 'bigint' ? x === BigInt(n) : x === n

/** Turns v into `op a, b` of its own type, keeping no flags that the new op may not deserve. */
export function rewrite(f: Func, v: Value, op: number, operands: readonly Value[], aux = 0, flags = 0): Value {
  f.become(v, op, f.type(v), operands, aux, flags)
  return v
}

/** Puts a constant first operand of a commutative op second; true when it swapped. */
export function constantLast(f: Func, v: Value): boolean {
  const a = f.operandAt(v, 0)
  const b = f.operandAt(v, 1)
  if (a >= 0 || b < 0) return false
  f.setOperand(v, 0, b)
  f.setOperand(v, 1, a)
  return true
}

/** The exponent when x is 2^n with n >= 0 (as an unsigned number of the type's width), or undefined. */
export function exponentOf(x: number | bigint | undefined, bits: number): number | undefined {
  if (x === undefined) return undefined
  if (typeof x === 'number' && bits <= 32) {
    const u = bits === 32 ? x >>> 0 : x & ((1 << bits) - 1)
    return u === 0 || (u & (u - 1)) !== 0 ? undefined : 31 - Math.clz32(u)
  }
  const big = BigInt.asUintN(bits, BigInt(x))
  if (big === 0n || (big & (big - 1n)) !== 0n) return undefined
  return big.toString(2).length - 1
}

/** x when v is `xor x, -1` (bitwise not; for i1 `xor x, true`). */
export function notOf(m: Module, f: Func, v: Value, type: Type): Value {
  if (f.op(v) !== Op.Xor) return 0 as Value
  return isAllOnes(m, f.operandAt(v, 1), type) ? f.operandAt(v, 0) : (0 as Value)
}

export const isAllOnes = (m: Module, v: Value, type: Type): boolean =>
  isInt(intOf(m, v), (type as number) === 1 ? 1 : -1)

/** A condition as a number: 0, and 1 or -1. */
export const isFromCondition = (f: Func, v: Value): boolean =>
  (f.op(v) === Op.ZExt || f.op(v) === Op.SExt) && f.operandAt(v, 0) > 0 && f.type(f.operandAt(v, 0)) === I1

/** The integer predicate that holds exactly when p does not. */
export function inverseOf(p: number): number {
  if (p <= ICMP.ne) return p ^ 1
  const group = p < ICMP.sgt ? ICMP.ugt : ICMP.sgt
  // In each group: gt, ge, lt, le; the inverse of gt is le, of ge is lt.
  return group + (3 - (p - group))
}
