// Marks the handles whose index comes from NonUniformResourceIndex, and takes that operation out. The property goes through arithmetic,
// conversions and choices, and is lost in memory: DXC sees it only where it reaches the index unchanged, LLVM through arithmetic too, and
// saying it once more than needed costs speed at worst.

import { isSpeculatable } from '../../ir/effects.ts'
import { type Func, NO_VALUE, type Value } from '../../ir/function.ts'
import { makesHandle } from '../../ir/handles.ts'
import { Flag, Op } from '../../ir/ops.ts'

/** Constant indices are the same in all lanes whatever was said of them. */
export function markNonUniform(f: Func): void {
  const said: Value[] = []
  const handles: Value[] = []
  for (const b of f.blocks)
    for (let v = f.first(b); v !== NO_VALUE; v = f.next(v)) {
      if (f.op(v) === Op.NonUniformIndex) said.push(v)
      else if (makesHandle(f.op(v)) && f.operandAt(v, 0) > 0) handles.push(v)
    }
  if (said.length === 0) return
  const derived = usersOf(f, said)
  for (const v of handles) if (derived.has(f.operandAt(v, 0))) f.setFlags(v, f.flags(v) | Flag.NON_UNIFORM)
  for (const v of said) {
    f.replaceAllUses(v, f.operandAt(v, 0))
    f.remove(v)
  }
}

/** Where arithmetic ends: addresses, and what is read from them. */
const STOPS: ReadonlySet<number> = new Set([
  Op.Gep,
  Op.Handle,
  Op.HandleFromHeap,
  Op.HandleFromValue,
  Op.LoadCBufferRow,
])

/** Everything computed from the values. */
function usersOf(f: Func, values: readonly Value[]): Set<Value> {
  const reached = new Set(values)
  const work = [...values]
  for (let v = work.pop(); v !== undefined; v = work.pop())
    for (const user of f.users(v)) {
      if (reached.has(user) || !(f.op(user) === Op.Phi || isSpeculatable(f, user))) continue
      if (STOPS.has(f.op(user))) continue
      reached.add(user)
      work.push(user)
    }
  return reached
}
