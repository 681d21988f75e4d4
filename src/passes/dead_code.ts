// Removes instructions whose result nobody needs and whose execution nobody can observe, cycles of phis included, and local variables that
// are only written. Mark and sweep: live is what a write or a branch needs, transitively; a store to a local is live when a live load is.

import { effectOf } from '../ir/effects.ts'
import { type Func, NO_VALUE, type Value } from '../ir/function.ts'
import { Op } from '../ir/ops.ts'
import type { Pass } from './pass.ts'

const NOTHING: readonly Value[] = []

export const deadCode: Pass = {
  name: 'dead_code',
  run(_m, f) {
    const live = markLive(f)
    const dead: Value[] = []
    for (const b of f.blocks) for (let v = f.first(b); v !== NO_VALUE; v = f.next(v)) if (live[v] === 0) dead.push(v)
    // Uses first: dead values may use each other in a circle.
    for (const v of dead) f.setOperands(v, NOTHING)
    for (const v of dead) f.remove(v)
    return dead.length > 0
  },
}

function markLive(f: Func): Uint8Array {
  const live = new Uint8Array(f.valueLimit)
  const work: Value[] = []
  const mark = (v: Value): void => {
    if (v <= 0 || live[v] !== 0) return
    live[v] = 1
    work.push(v)
  }
  for (const b of f.blocks)
    for (let v = f.first(b); v !== NO_VALUE; v = f.next(v)) {
      const effect = effectOf(f, v)
      if (effect === 'control' || (effect === 'write' && localVariable(f, v) === NO_VALUE)) mark(v)
    }
  for (let v = work.pop(); v !== undefined; v = work.pop()) {
    for (let i = 0, n = f.operandCount(v); i < n; i++) mark(f.operand(v, i))
    if (f.op(v) === Op.Alloca) markStores(f, v, mark)
  }
  return live
}

/** The alloca a store writes to, or NO_VALUE. */
function localVariable(f: Func, v: Value): Value {
  if (f.op(v) !== Op.Store) return NO_VALUE
  const pointer = f.operand(v, 0)
  const base = f.op(pointer) === Op.Gep ? f.operand(pointer, 0) : pointer
  return f.op(base) === Op.Alloca ? base : NO_VALUE
}

function markStores(f: Func, variable: Value, mark: (v: Value) => void): void {
  for (let slot = f.firstUse(variable); slot !== 0; slot = f.nextUse(slot)) {
    const user = f.userAt(slot)
    if (f.op(user) === Op.Store) mark(user)
    else if (f.op(user) === Op.Gep)
      for (let s = f.firstUse(user); s !== 0; s = f.nextUse(s)) if (f.op(f.userAt(s)) === Op.Store) mark(f.userAt(s))
  }
}
