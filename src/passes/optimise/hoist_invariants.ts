// Moves computations that give the same value in every iteration in front of the loop, innermost loops first so that a value can travel all
// the way out. Only what may run without being asked for moves (pure, no division by a variable); never convergent operations or loads.

import { isSpeculatable } from '../../ir/effects.ts'
import { type Block, type Func, NO_BLOCK, NO_VALUE, type Value } from '../../ir/function.ts'
import { type Loop, naturalLoops } from '../../ir/loops.ts'
import type { Module } from '../../ir/module.ts'
import { Op } from '../../ir/ops.ts'
import type { Pass } from '../common/pass.ts'

export const hoistInvariants: Pass = {
  name: 'hoist_invariants',
  run(_m: Module, f: Func) {
    let changed = false
    for (const loop of naturalLoops(f)) if (hoistFrom(f, loop)) changed = true
    return changed
  },
}

function hoistFrom(f: Func, loop: Loop): boolean {
  const target = preheaderOf(f, loop)
  if (target === NO_BLOCK) return false
  const end = f.terminator(target)
  let changed = false
  // Reverse post order: operands of a hoisted value have been hoisted before it.
  for (const b of loop.blocks)
    for (let v = f.first(b), next: Value; v !== NO_VALUE; v = next) {
      next = f.next(v)
      if (!isHoistable(f, v, loop)) continue
      f.moveBefore(v, end)
      changed = true
    }
  return changed
}

/** The only block outside that enters the loop, when it leads nowhere else. Lowering and simplify_cfg keep one. */
export function preheaderOf(f: Func, loop: Loop): Block {
  let found: Block = NO_BLOCK
  for (const p of f.predecessors(loop.header)) {
    if (loop.contains.has(p)) continue
    if (found !== NO_BLOCK) return NO_BLOCK
    found = p
  }
  return found !== NO_BLOCK && f.successors(found).length === 1 ? found : NO_BLOCK
}

function isHoistable(f: Func, v: Value, loop: Loop): boolean {
  if (!isSpeculatable(f, v)) return false
  // A handle of a varying resource is only made where it is used; inside a branch its index need not be valid.
  if (f.op(v) === Op.Handle && f.operandAt(v, 0) > 0) return false
  for (let i = 0, n = f.operandCount(v); i < n; i++) {
    const o = f.operandAt(v, i)
    if (o > 0 && loop.contains.has(f.blockOf(o))) return false
  }
  return true
}
