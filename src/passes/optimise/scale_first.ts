// Moves a scale in front of an addition, as LLVM's InstCombine does: (x + 3) << 2 -> (x << 2) + 12, with or and xor as well;
// ((x + 3) & 15) << 2 -> ((x << 2) + 12) & 60; (x + 3) * 5 -> x * 5 + 15. Neighbours x + 1, x + 2 then share the scaled x, and the constant can be
// added to one behind it. A sum with other users stays, since it would be computed in any case. Equal values must be one before (number_values):
// of two copies of x + 3 only one might be changed, and what is computed of both would no longer be equal.

import { type Func, NO_VALUE, type Value } from '../../ir/function.ts'
import type { Module } from '../../ir/module.ts'
import { Op } from '../../ir/ops.ts'
import { shiftBy } from '../analyse/bit_fields.ts'
import { evaluate } from '../analyse/evaluate.ts'

export function scaleFirst(m: Module, f: Func): boolean {
  let changed = false
  for (const b of f.blocks)
    for (let v = f.first(b); v !== NO_VALUE; ) {
      const next = f.next(v)
      const op = f.op(v)
      const by = op === Op.Shl ? shifted(m, f, v) : op === Op.Mul ? multiplied(m, f, v) : NO_VALUE
      if (by !== NO_VALUE) {
        f.replaceAllUses(v, by)
        removeChain(f, v)
        changed = true
      }
      v = next
    }
  return changed
}

/** Removes v and the operations in front of it that have no users any more: singleUser() counts dead users, too. */
function removeChain(f: Func, v: Value): void {
  for (let at = v; at > 0 && !f.isUsed(at); ) {
    const next = f.operandAt(at, 0)
    f.remove(at)
    if (next < 0 || f.op(next) < Op.Add || f.op(next) > Op.Xor) return
    at = next
  }
}

/** The value that replaces a shift, or NO_VALUE. */
function shifted(m: Module, f: Func, v: Value): Value {
  const [a, by] = f.operands(v) as [Value, Value]
  if (a < 0 || shiftBy(m, f, v) === undefined) return NO_VALUE
  const type = f.type(v)
  const isMasked = f.op(a) === Op.And && f.operandAt(a, 1) < 0 && f.singleUser(a) === v
  const sum = isMasked ? f.operandAt(a, 0) : a
  const op = f.op(sum)
  if (op !== Op.Add && op !== Op.Or && op !== Op.Xor) return NO_VALUE
  const [x, c] = f.operands(sum) as [Value, Value]
  if (x < 0 || c >= 0 || f.singleUser(sum) !== (isMasked ? a : v)) return NO_VALUE
  const moved = (k: Value): Value => evaluate(m, Op.Shl, type, 0, [k, by])
  const mask = isMasked ? moved(f.operandAt(a, 1)) : NO_VALUE
  const constant = moved(c)
  if (constant === NO_VALUE || (isMasked && mask === NO_VALUE)) return NO_VALUE
  const whole = before(f, v, op, before(f, v, Op.Shl, x, by), constant)
  return isMasked ? before(f, v, Op.And, whole, mask) : whole
}

const before = (f: Func, v: Value, op: number, a: Value, b: Value): Value =>
  f.insertBefore(v, op, f.type(v), [a, b], 0, 0, f.loc(v))

/** (x + 3) * 5 -> x * 5 + 15. */
function multiplied(m: Module, f: Func, v: Value): Value {
  const [sum, by] = f.operands(v) as [Value, Value]
  if (by >= 0 || sum < 0 || f.op(sum) !== Op.Add || f.singleUser(sum) !== v) return NO_VALUE
  const [x, c] = f.operands(sum) as [Value, Value]
  if (x < 0 || c >= 0) return NO_VALUE
  const type = f.type(v)
  const constant = evaluate(m, Op.Mul, type, 0, [c, by])
  if (constant === NO_VALUE) return NO_VALUE
  return before(f, v, Op.Add, before(f, v, Op.Mul, x, by), constant)
}
