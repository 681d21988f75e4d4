// Loops of a function: groups of blocks that reach each other, and inside each, once its head is left out, the loops within.

import { type BasicBlock, type Func, successors } from '../llvm/model/values.ts'

export interface Loops {
  readonly count: number
  /** How many loops a block is in. */
  readonly depthOf: ReadonlyMap<BasicBlock, number>
}

/** Loops nest less deeply in every program; a damaged file's do not cost more for it. */
const MAX_DEPTH = 256

/** Loops that share a head count once. */
export function findLoops(f: Func): Loops {
  const depthOf = new Map<BasicBlock, number>()
  let count = 0
  // Heads come before the rest of their loops in this order.
  const order = new Map(flowOrder(f).map((b, i) => [b, i]))
  const inOrder = (blocks: readonly BasicBlock[]): readonly BasicBlock[] =>
    [...blocks].sort((a, b) => order.get(a)! - order.get(b)!)
  let regions: (readonly BasicBlock[])[] = [inOrder(f.blocks)]
  for (let depth = 1; regions.length > 0 && depth <= MAX_DEPTH; depth++) {
    const inner: (readonly BasicBlock[])[] = []
    for (const region of regions)
      for (const loop of cycles(region)) {
        count++
        for (const b of loop) depthOf.set(b, depth)
        // The head, which is found first, is the last of its group.
        inner.push(inOrder(loop.slice(0, -1)))
      }
    regions = inner
  }
  return { count, depthOf }
}

/** All blocks, each before those that only it leads to: reverse postorder, what nothing leads to behind. */
function flowOrder(f: Func): BasicBlock[] {
  const seen = new Set<BasicBlock>()
  const order: BasicBlock[] = []
  for (const start of f.blocks) {
    if (seen.has(start)) continue
    const left: BasicBlock[] = []
    const path = [{ block: start, targets: successors(start), next: 0 }]
    seen.add(start)
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const to = top.targets[top.next++]
      if (to === undefined) {
        left.push(top.block)
        path.pop()
      } else if (!seen.has(to)) {
        seen.add(to)
        path.push({ block: to, targets: successors(to), next: 0 })
      }
    }
    for (const b of left.reverse()) order.push(b)
  }
  return order
}

interface Visit {
  readonly block: BasicBlock
  readonly targets: readonly BasicBlock[]
  readonly number: number
  low: number
  next: number
}

/** Groups of blocks of a region that reach each other by edges inside of it, after Tarjan; the block found first is the last of its group. */
function cycles(region: readonly BasicBlock[]): (readonly BasicBlock[])[] {
  const inside = new Set(region)
  const visits = new Map<BasicBlock, Visit>()
  const open = new Set<BasicBlock>()
  const pending: BasicBlock[] = []
  const found: (readonly BasicBlock[])[] = []
  const path: Visit[] = []
  const enter = (block: BasicBlock): void => {
    const number = visits.size
    const visit: Visit = { block, targets: successors(block), number, low: number, next: 0 }
    visits.set(block, visit)
    open.add(block)
    pending.push(block)
    path.push(visit)
  }
  const leave = (visit: Visit): void => {
    path.pop()
    const parent = path.at(-1)
    if (parent) parent.low = Math.min(parent.low, visit.low)
    if (visit.low !== visit.number) return
    const group: BasicBlock[] = []
    for (let b = pending.pop(); b; b = pending.pop()) {
      open.delete(b)
      group.push(b)
      if (b === visit.block) break
    }
    if (group.length > 1 || visit.targets.includes(visit.block)) found.push(group)
  }
  for (const start of region) {
    if (visits.has(start)) continue
    enter(start)
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const to = top.targets[top.next++]
      if (to === undefined) leave(top)
      else if (!inside.has(to)) continue
      else if (!visits.has(to)) enter(to)
      else if (open.has(to)) top.low = Math.min(top.low, visits.get(to)!.number)
    }
  }
  return found
}
