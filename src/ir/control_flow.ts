// Orders over a control flow graph. Everything here is a function of the edges and kept until they change; order follows successor lists.

import type { Block, Func } from './function.ts'

/** Reachable blocks, each after its dominators: depth-first post order, reversed. */
export const reversePostOrder = (f: Func): readonly Block[] => f.fact(orderOf)

/** Blocks of the layout that no path from the entry reaches. */
export const unreachableBlocks = (f: Func): ReadonlySet<Block> => f.fact(unreachableOf)

/** Headers of loops: targets of edges that do not go forward in reverse post order. */
export const loopHeaders = (f: Func): ReadonlySet<Block> => f.fact(headersOf)

function orderOf(f: Func): Block[] {
  // By block: one more than the number of successors looked at; 0: not reached yet.
  const next: number[] = []
  for (let b = 0; b < f.blockLimit; b++) next.push(0)
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

function unreachableOf(f: Func): Set<Block> {
  const reached = reversePostOrder(f)
  if (reached.length === f.blocks.length) return new Set()
  const unreached = new Set(f.blocks)
  for (const b of reached) unreached.delete(b)
  return unreached
}

function headersOf(f: Func): Set<Block> {
  const order = reversePostOrder(f)
  const rank: number[] = []
  for (let b = 0; b < f.blockLimit; b++) rank.push(0)
  for (let i = 0; i < order.length; i++) rank[order[i]!] = i + 1
  const headers = new Set<Block>()
  for (const b of order) for (const s of f.successors(b)) if (rank[s]! <= rank[b]!) headers.add(s)
  return headers
}
