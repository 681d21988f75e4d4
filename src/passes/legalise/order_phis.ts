// Phis in a form that runtimes compute rightly. LLVM gives the phis of a block no order among each other, and their values on a jump matter only where
// the jump is taken; but vkd3d-shader 2.1 writes them one after the other, in front of the branch.
// - A phi that reads another phi of its block stands before it: behind it, it would see the new value. Cycles (two variables swapped in a loop) stay
//   as they are: no order helps them.
// - A jump back gets a block of its own where a phi of the loop's header is needed although the jump is not taken, as `last` is behind
//   `while (!done) { last = s; ... }`: it would be overwritten.

import { dominanceOf } from '../../ir/dominance.ts'
import type { Block, Func, Value } from '../../ir/function.ts'
import type { Module } from '../../ir/module.ts'
import { Op } from '../../ir/ops.ts'
import { VOID } from '../../ir/types.ts'
import type { Pass } from '../common/pass.ts'
import { placeOf, type Use, usesOf } from '../common/uses.ts'

export const orderPhis: Pass = {
  name: 'order_phis',
  run(_m: Module, f: Func): boolean {
    let changed = false
    for (const b of [...f.blocks]) {
      if (f.op(f.first(b)) !== Op.Phi) continue
      changed = orderBlock(f, b) || changed
      for (const p of new Set(f.predecessors(b)))
        if (f.successors(p).length > 1 && dominanceOf(f).dominates(b, p) && isOverwritten(f, p, b, b)) {
          splitEdge(f, p, b)
          changed = true
        }
    }
    return changed
  },
}

/** Whether a phi of a loop's header is needed where a branch does not lead `back` to it. */
export function isOverwritten(f: Func, from: Block, back: Block, header: Block): boolean {
  const reached = new Set<Block>()
  const work = f.successors(from).filter(s => s !== back)
  for (let b = work.pop(); b !== undefined; b = work.pop())
    if (b !== header && !reached.has(b)) {
      reached.add(b)
      work.push(...f.successors(b))
    }
  const isNeeded = (use: Use): boolean => {
    const at = placeOf(f, use)
    // Phis of the other successors are written in front of the branch, too.
    const isWritten = at === from && f.op(use.user) === Op.Phi && f.blockOf(use.user) !== header
    return reached.has(at) || isWritten
  }
  for (let v = f.first(header); f.op(v) === Op.Phi; v = f.next(v))
    if (v === f.operandAt(f.terminator(from), 0) || usesOf(f, [v]).some(isNeeded)) return true
  return false
}

/** Puts a block between two. */
function splitEdge(f: Func, from: Block, to: Block): void {
  const between = f.createBlock()
  f.placeBlock(between, from)
  const way = f.predecessors(to).indexOf(from)
  const values: Value[] = []
  for (let v = f.first(to); f.op(v) === Op.Phi; v = f.next(v)) values.push(f.operandAt(v, way))
  f.redirect(from, to, between)
  f.terminate(between, Op.Br, VOID, [], [to], 0, f.loc(f.terminator(from)))
  let i = 0
  for (let v = f.first(to); f.op(v) === Op.Phi; v = f.next(v)) f.addOperand(v, values[i++]!)
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
