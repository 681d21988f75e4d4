// The order of blocks in a function: passes and emission want each behind its dominators.

import { dominanceOf } from './dominance.ts'
import { type Block, type Func, NO_BLOCK } from './function.ts'

/** Puts the blocks into reverse post order when one stands in front of a block that dominates it, as LLVM text allows. */
export function orderBlocks(f: Func): void {
  const dom = dominanceOf(f)
  const seen = new Set<Block>([NO_BLOCK])
  if (f.blocks.every(b => seen.has(dom.idom(b)) && seen.add(b))) return
  f.setLayout([...dom.order, ...f.blocks.filter(b => !dom.isReachable(b))])
}
