// Orders the phis of each block so that one which reads another phi of its block stands before it.
// LLVM gives phis no order among each other, but vkd3d-shader 2.1 copies them one after the other, so that a phi listed after the one it
// reads would see the new value. Cycles (two variables swapped in a loop) stay as they are: no order helps them.

import type { Block, Func, Value } from '../../ir/function.ts'
import type { Module } from '../../ir/module.ts'
import { Op } from '../../ir/ops.ts'
import type { Pass } from '../common/pass.ts'

export const orderPhis: Pass = {
  name: 'order_phis',
  run(_m: Module, f: Func): boolean {
    let changed = false
    for (const b of f.blocks) changed = orderBlock(f, b) || changed
    return changed
  },
}

function orderBlock(f: Func, b: Block): boolean {
  const phis: Value[] = []
  for (let v = f.first(b); v !== 0 && f.op(v) === Op.Phi; v = f.next(v)) phis.push(v)
  if (phis.length < 2) return false
  const ordered = readersFirst(f, b, phis)
  if (ordered.every((v, i) => v === phis[i])) return false
  const behind = f.next(phis[phis.length - 1]!)
  for (const v of ordered) f.moveBefore(v, behind)
  return true
}

/** Post order over "is read by", reversed edges first: whoever reads a phi comes before it. Depth is bounded by an explicit stack. */
function readersFirst(f: Func, b: Block, phis: readonly Value[]): Value[] {
  const ordered: Value[] = []
  const seen = new Set<Value>()
  for (const root of phis) {
    const stack: { v: Value; readers: Value[] }[] = []
    const open = (v: Value): void => {
      seen.add(v)
      stack.push({ v, readers: f.users(v).filter(u => u !== v && f.op(u) === Op.Phi && f.blockOf(u) === b) })
    }
    if (!seen.has(root)) open(root)
    while (stack.length > 0) {
      const top = stack[stack.length - 1]!
      const reader = top.readers.pop()
      if (reader === undefined) {
        ordered.push(top.v)
        stack.pop()
      } else if (!seen.has(reader)) open(reader)
    }
  }
  return ordered
}
