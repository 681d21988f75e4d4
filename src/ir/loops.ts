// Natural loops of a control flow graph, and whether every cycle is one.

import { type Dominance, dominanceOf } from './dominance.ts'
import { type Block, type Func, NO_VALUE, type Value } from './function.ts'
import { Op } from './ops.ts'

/** A natural loop: all back edges into one header, and every block that reaches them without passing the header. */
export interface Loop {
  readonly header: Block
  /** Sources of the back edges, each once, in predecessor order. */
  readonly latches: readonly Block[]
  /** The loop's blocks in reverse post order, header first; inner loops included. */
  readonly blocks: readonly Block[]
  readonly contains: ReadonlySet<Block>
  readonly depth: number
}

/** The natural loops, inner before outer (by depth, then later header first). */
export const naturalLoops = (f: Func): readonly Loop[] => f.fact(findLoops)

function findLoops(f: Func): Loop[] {
  const dom = dominanceOf(f)
  const loops: { header: Block; latches: Block[]; blocks: Block[]; contains: Set<Block>; depth: number }[] = []
  for (const header of dom.order) {
    if (!isEnteredAgain(f, dom, header)) continue
    const latches = [...new Set(f.predecessors(header).filter(p => dom.isReachable(p) && dom.dominates(header, p)))]
    const contains = new Set<Block>([header])
    const work = [...latches]
    for (let b = work.pop(); b !== undefined; b = work.pop()) {
      if (contains.has(b)) continue
      contains.add(b)
      for (const p of f.predecessors(b)) if (dom.isReachable(p)) work.push(p)
    }
    const blocks = [...contains].sort((x, y) => dom.rank(x) - dom.rank(y))
    let depth = 1
    for (const outer of loops) if (outer.contains.has(header)) depth = Math.max(depth, outer.depth + 1)
    loops.push({ header, latches, blocks, contains, depth })
  }
  return loops.sort((x, y) => y.depth - x.depth || dom.rank(y.header) - dom.rank(x.header))
}

/** Whether the innermost loop around two blocks is the same, or neither is in a loop. */
export const sameLoop = (f: Func, a: Block, b: Block): boolean =>
  a === b || f.fact(innermostLoops).get(a) === f.fact(innermostLoops).get(b)

/** The innermost loop around each block that is in one. */
function innermostLoops(f: Func): ReadonlyMap<Block, Loop> {
  const innermost = new Map<Block, Loop>()
  for (const loop of naturalLoops(f)) for (const b of loop.blocks) if (!innermost.has(b)) innermost.set(b, loop)
  return innermost
}

function isEnteredAgain(f: Func, dom: Dominance, header: Block): boolean {
  for (const p of f.predecessors(header)) if (dom.isReachable(p) && dom.dominates(header, p)) return true
  return false
}

/** True when every cycle is entered through one block that dominates it: each retreating edge is a back edge. */
export function isReducible(f: Func, dom: Dominance): boolean {
  for (const b of dom.order)
    for (const s of f.successors(b)) if (dom.rank(s) <= dom.rank(b) && !dom.dominates(s, b)) return false
  return true
}

/** The branch that says whether a loop goes round again, and where it leads when not. */
export interface ExitTest {
  readonly block: Block
  readonly exit: Block
  /** Known to stay in the loop in all rounds but the last, though not by constants: `j < n + 4`, where j begins with n. */
  readonly isSure?: boolean
}

/** The test at the end of each iteration, else the one before each; undefined when neither place has one. For loops of one latch. */
export function exitTest(f: Func, loop: Loop): ExitTest | undefined {
  for (const block of [loop.latches[0]!, loop.header]) {
    if (f.op(f.terminator(block)) !== Op.CondBr) continue
    const outside = f.successors(block).filter(s => !loop.contains.has(s))
    if (outside.length === 1) return { block, exit: outside[0]! }
  }
  return undefined
}

/** Whether something holds of an instruction of some blocks. */
export const isAny = (f: Func, blocks: readonly Block[], is: (v: Value) => boolean): boolean =>
  blocks.some(b => {
    for (let v = f.first(b); v !== NO_VALUE; v = f.next(v)) if (is(v)) return true
    return false
  })
