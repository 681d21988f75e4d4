// `precise`: everything that computes a precise value, through local variables too, keeps its exact order of operations.

import type { Func, Value } from '../../ir/function.ts'
import { Flag, Op } from '../../ir/ops.ts'
import { isFloat } from '../../ir/types.ts'

const FLAGGED: ReadonlySet<number> = new Set([Op.FAdd, Op.FSub, Op.FMul, Op.FDiv, Op.FRem, Op.FCmp])

/** Takes FAST from the operations behind the roots and marks them PRECISE. */
export function markPrecise(f: Func, roots: readonly Value[]): void {
  const seen = new Set<Value>()
  const work = roots.filter(v => v > 0 && v < f.valueLimit)
  for (let v = work.pop(); v !== undefined; v = work.pop()) {
    if (v <= 0 || v >= f.valueLimit || seen.has(v)) continue
    seen.add(v)
    const op = f.op(v)
    if (FLAGGED.has(op) || (op === Op.Dx && isFloat(f.type(v)))) f.setFlags(v, (f.flags(v) & ~Flag.FAST) | Flag.PRECISE)
    if (op === Op.Load) {
      work.push(...storedValues(f, f.operandAt(v, 0)))
      continue
    }
    work.push(...f.operands(v))
  }
}

/** What is ever stored behind a local pointer, any element of its array. */
function storedValues(f: Func, pointer: Value): Value[] {
  const base = f.op(pointer) === Op.Gep ? f.operandAt(pointer, 0) : pointer
  if (f.op(base) !== Op.Alloca) return []
  const values: Value[] = []
  for (const user of f.users(base)) {
    if (f.op(user) === Op.Store && f.operandAt(user, 0) === base) values.push(f.operandAt(user, 1))
    if (f.op(user) !== Op.Gep) continue
    for (const inner of f.users(user)) if (f.op(inner) === Op.Store) values.push(f.operandAt(inner, 1))
  }
  return values
}
