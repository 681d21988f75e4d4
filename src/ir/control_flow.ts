// Orders over a control flow graph. Everything here is a pure function of the edges; order follows successor lists.

import type { Block, Func } from './function.ts'

/** Reachable blocks, each after its dominators: depth-first post order, reversed. */
export function reversePostOrder(f: Func): Block[] {
  // By block: one more than the number of successors looked at; 0: not reached yet.
  const next = new Int32Array(f.blockLimit)
  const path: Block[] = [f.entry]
  const post: Block[] = []
  next[f.entry] = 1
  while (path.length > 0) {
    const b = path[path.length - 1]!
    const succs = f.successors(b)
    const i = next[b]!++ - 1
    if (i >= succs.length) {
      post.push(b)
      path.pop()
    } else if (next[succs[i]!] === 0) {
      next[succs[i]!] = 1
      path.push(succs[i]!)
    }
  }
  return post.reverse()
}

/** Blocks of the layout that no path from the entry reaches. */
export function unreachableBlocks(f: Func): Set<Block> {
  const seen = new Uint8Array(f.blockLimit)
  const work: Block[] = [f.entry]
  seen[f.entry] = 1
  let count = 1
  for (let b = work.pop(); b !== undefined; b = work.pop())
    for (const s of f.successors(b))
      if (seen[s] === 0) {
        seen[s] = 1
        count++
        work.push(s)
      }
  return count === f.blocks.length ? new Set() : new Set(f.blocks.filter(b => seen[b] === 0))
}

/** Headers of loops: targets of edges that do not go forward in reverse post order. */
export function loopHeaders(f: Func, order: readonly Block[]): Set<Block> {
  const rank = new Int32Array(f.blockLimit)
  order.forEach((b, i) => {
    rank[b] = i + 1
  })
  const headers = new Set<Block>()
  for (const b of order) for (const s of f.successors(b)) if (rank[s]! <= rank[b]!) headers.add(s)
  return headers
}
