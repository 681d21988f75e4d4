// Where the lanes of a wave come together again, as far as code may count on it: where all ways out of a branch lead (its immediate postdominator).
// Lanes that jump past such a block meet only at the next one. Example: `if (t == 0) x = a[1]; if (t <= 1) x += WaveActiveSum(v);` - lane 0, sent
// from the first `if` straight to the sum, may be alone there.

import { postDominators } from '../../ir/control_dependence.ts'
import { isConvergent } from '../../ir/effects.ts'
import { type Block, type Func, NO_VALUE } from '../../ir/function.ts'
import { Op } from '../../ir/ops.ts'

/** Operations that stay in their blocks, but that each lane does for itself. */
const OF_EACH_LANE: ReadonlySet<number> = new Set([Op.BreakCond, Op.AtomicRmw, Op.CmpXchg])

/** Whether lanes that met in a block do something together (wave operations, derivatives, barriers) before the block where its ways meet. */
export function actsTogetherBehind(f: Func, block: Block): boolean {
  const together = f.fact(convergentBlocks)
  if (together.size === 0) return false
  const end = f.fact(postDominators)[block]!
  const seen = new Set<Block>([block])
  const work = [...f.successors(block)]
  for (let b = work.pop(); b !== undefined; b = work.pop()) {
    if (b === end || seen.has(b)) continue
    if (together.has(b)) return true
    seen.add(b)
    work.push(...f.successors(b))
  }
  return false
}

/** Instructions do not move between blocks while a fact about blocks lasts, or were not moved because they are convergent. */
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
