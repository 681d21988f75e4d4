// Reconvergence: lanes that a branch separates are together again at its immediate postdominator, and code may count on no earlier block. Lanes that
// jump past that block meet at the next postdominator. Example: `if (t == 0) x = a[1]; if (t <= 1) x += WaveActiveSum(v);`. A jump from the first
// `if` to the sum may leave lane 0 alone there.

import { postDominators } from '../../ir/control_dependence.ts'
import { isConvergent } from '../../ir/effects.ts'
import { type Block, type Func, NO_VALUE } from '../../ir/function.ts'
import { Op } from '../../ir/ops.ts'

/** Convergent operations whose result does not depend on the other lanes. */
const OF_EACH_LANE: ReadonlySet<number> = new Set([Op.BreakCond, Op.AtomicRmw, Op.CmpXchg])

/** Whether a convergent operation (of waves or quads, a derivative, a barrier) lies between a block and its immediate postdominator. */
export function reachesConvergent(f: Func, block: Block): boolean {
  const convergent = f.fact(convergentBlocks)
  if (convergent.size === 0) return false
  const end = f.fact(postDominators)[block]!
  const seen = new Set<Block>([block])
  const work = [...f.successors(block)]
  for (let b = work.pop(); b !== undefined; b = work.pop()) {
    if (b === end || seen.has(b)) continue
    if (convergent.has(b)) return true
    seen.add(b)
    work.push(...f.successors(b))
  }
  return false
}

/** A fact about blocks: no pass moves a convergent instruction to another block without changing edges. */
function convergentBlocks(f: Func): ReadonlySet<Block> {
  const found = new Set<Block>()
  for (const b of f.blocks)
    for (let v = f.first(b); v !== NO_VALUE; v = f.next(v))
      if (isConvergent(f, v) && !OF_EACH_LANE.has(f.op(v))) {
        found.add(b)
        break
      }
  return found
}
