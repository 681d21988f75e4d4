// The order of blocks in a function: passes and emission want each behind its dominators.

import { dominanceOf } from './dominance.ts'
import type { Func } from './function.ts'

/** Puts the blocks into reverse post order when one stands in front of a block that dominates it, as LLVM text allows. */
export function orderBlocks(f: Func): void {
  const dom = dominanceOf(f)
  const place = new Int32Array(f.blockLimit)
  for (const [i, b] of f.blocks.entries()) place[b] = i
  if (dom.order.every(b => b === f.entry || place[dom.idom(b)]! < place[b]!)) return
  f.setLayout([...dom.order, ...f.blocks.filter(b => !dom.isReachable(b))])
}
