// Control dependence: which branches decide whether a block runs (Ferrante, Ottenstein and Warren, over post-dominance).
// A snapshot: any change of the edges makes it stale. Blocks from which no exit is reached depend on nothing.

import type { Block, Func } from './function.ts'

const NO_BLOCKS: readonly Block[] = []

/** For each block the blocks whose terminators control it; index by block number, in no particular order. */
export function controlDependence(f: Func): readonly (readonly Block[])[] {
  const sets: (Block[] | undefined)[] = new Array<undefined>(f.blockLimit).fill(undefined)
  const { blocks } = f
  // Nothing decides whether a lone block runs.
  if (blocks.length < 2) return sets.map(() => NO_BLOCKS)
  const ipdom = postDominators(f)
  for (const y of blocks) {
    const stop = ipdom[y]!
    // Every post-dominator of x up to that of y runs because y went this way.
    for (const x of f.successors(y))
      for (let runner: number = x; runner > 0 && runner !== stop; runner = ipdom[runner]!) {
        const set = (sets[runner] ??= [])
        // Each y adds itself before the next one comes: if the set has it already, it is the last.
        if (set.at(-1) !== y) set.push(y)
      }
  }
  return sets.map(s => s ?? NO_BLOCKS)
}

/** The virtual exit every returning block leads to. */
const EXIT = -1

/** Whether every way from b to the end of the function goes through a; false where no end is reached. */
export function postDominates(ipdom: Int32Array, a: Block, b: Block): boolean {
  let at: number = b
  while (at > 0 && at !== a) at = ipdom[at]!
  return at === a
}

/** Immediate post-dominators by block number; -1: the end of the function, 0: the end is not reached. */
export function postDominators(f: Func): Int32Array {
  const order = orderFromEnd(f)
  const rank = new Int32Array(f.blockLimit)
  order.forEach((b, i) => {
    rank[b] = i + 1
  })
  const ipdom = new Int32Array(f.blockLimit)
  const rankOf = (b: number): number => (b === EXIT ? 0 : rank[b]!)
  const meet = (a: number, b: number): number => {
    while (a !== b) {
      while (rankOf(a) > rankOf(b)) a = ipdom[a]!
      while (rankOf(b) > rankOf(a)) b = ipdom[b]!
    }
    return a
  }
  for (let changed = true; changed; ) {
    changed = false
    for (const b of order) {
      const successors = f.successors(b)
      let best = successors.length === 0 ? EXIT : 0
      for (const s of successors) if (ipdom[s] !== 0) best = best === 0 ? s : meet(s, best)
      if (best !== 0 && ipdom[b] !== best) {
        ipdom[b] = best
        changed = true
      }
    }
  }
  return ipdom
}

/** Blocks from which the end is reached, each behind all blocks that post-dominate it: the reverse postorder of the edges turned around. */
function orderFromEnd(f: Func): Block[] {
  const seen = new Uint8Array(f.blockLimit)
  const done: Block[] = []
  const stack: { readonly block: Block; next: number }[] = []
  const open = (block: Block): void => {
    seen[block] = 1
    stack.push({ block, next: 0 })
  }
  for (const end of f.blocks) {
    if (f.successors(end).length > 0) continue
    open(end)
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      const before = f.predecessors(top.block)[top.next++]
      if (before === undefined) done.push(stack.pop()!.block)
      else if (seen[before] === 0) open(before)
    }
  }
  return done.reverse()
}
