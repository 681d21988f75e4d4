// Where lanes that went apart come together again. Hardware and drivers differ in it, so that there are three models:
// - `order`: of the lanes that wait, those at the earliest block of a reverse postorder go on, all of them together. The most eager of the three.
// - `loops`: at the immediate postdominator of the branch within its loop; a round ends for all lanes together, and a loop too. What structured flow says.
// - `paths`: at the immediate postdominator of the branch, loops or not, as a stack of masks does. The least eager.
// A program whose results are the same in all three counts on nothing that a device may do otherwise.

import { type BasicBlock, successors } from '../../src/llvm/model/values.ts'
import type { Flow } from './flow.ts'

export const MODELS = ['order', 'loops', 'paths'] as const
export type Model = (typeof MODELS)[number]

/** The way of one lane through a function. Lanes are together where their places are equal. */
export interface Way {
  jump(from: BasicBlock, to: BasicBlock): void
  /** Compared number by number, earlier places first. */
  place(block: BasicBlock): readonly number[]
}

export const wayThrough = (flow: Flow, model: Model): Way =>
  model === 'order' ? new Rounds(flow) : new Arms(flow, flow.merges(model))

/** In a loop a place of an earlier round is earlier, wherever it is: lanes that have nothing to do in a round wait at its end. */
class Rounds implements Way {
  readonly #flow: Flow
  /** Of the loops that it is in, by their heads. */
  readonly #rounds = new Map<BasicBlock, number>()

  constructor(flow: Flow) {
    this.#flow = flow
  }

  jump(from: BasicBlock, to: BasicBlock): void {
    // From inside of the loop it is the next round, from outside the first.
    if (!this.#flow.isHead(to)) return
    this.#rounds.set(to, this.#flow.heads(from).includes(to) ? this.#rounds.get(to)! + 1 : 0)
  }

  place(block: BasicBlock): readonly number[] {
    const flow = this.#flow
    return [...flow.heads(block).flatMap(head => [flow.rank(head), this.#rounds.get(head)!]), flow.rank(block)]
  }
}

/** An arm of a branch up to where its arms meet, or a loop with its round. */
interface Inside {
  readonly place: number[]
  readonly meeting: BasicBlock | undefined
  readonly loop: BasicBlock | undefined
}

class Arms implements Way {
  readonly #flow: Flow
  readonly #merges: Merges
  readonly #inside: Inside[] = []

  constructor(flow: Flow, merges: Merges) {
    this.#flow = flow
    this.#merges = merges
  }

  jump(from: BasicBlock, to: BasicBlock): void {
    const [before, after] = [this.#merges.loopsOf(from), this.#merges.loopsOf(to)]
    if (before.includes(to)) {
      this.#leaveUpTo(to)
      this.#inside.at(-1)!.place[2]!++
      return
    }
    const common = before.filter(head => after.includes(head)).length
    const left = before[common]
    if (left) {
      this.#leaveUpTo(left)
      this.#inside.pop()
    }
    const branch = this.#merges.nodeOf(from, common)
    if (branch.isDivided)
      this.#inside.push({ place: [branch.turn, 1, this.#flow.rank(to)], meeting: branch.meeting, loop: undefined })
    while (this.#inside.length > 0 && this.#inside.at(-1)!.meeting === to) this.#inside.pop()
    if (after.length > common)
      this.#inside.push({ place: [this.#merges.nodeOf(to, common).turn, 0, 0], meeting: undefined, loop: to })
  }

  #leaveUpTo(loop: BasicBlock): void {
    while (this.#inside.at(-1)!.loop !== loop) this.#inside.pop()
  }

  place(block: BasicBlock): readonly number[] {
    const { turn } = this.#merges.nodeOf(block, this.#merges.loopsOf(block).length)
    return [...this.#inside.flatMap(i => i.place), turn, 0, this.#flow.rank(block)]
  }
}

/** A block, or a loop within the region around it. */
interface Node {
  readonly isDivided: boolean
  /** Where what it divides meets in the region. */
  readonly meeting: BasicBlock | undefined
  /** Grows from each block to those that all its ways meet in. */
  readonly turn: number
}

/** Immediate postdominators in each region: the function, and rounds of loops where those count, without what leads back or out. */
export class Merges {
  readonly #flow: Flow
  readonly #hasLoops: boolean
  /** By depth, then by block, or head of a loop in the region. */
  readonly #nodes: Map<BasicBlock, Node>[] = []

  constructor(flow: Flow, hasLoops: boolean) {
    this.#flow = flow
    this.#hasLoops = hasLoops
    this.#addRegion(undefined, 0)
    if (hasLoops) for (const b of flow.blocks) if (flow.isHead(b)) this.#addRegion(b, flow.heads(b).length)
  }

  loopsOf(b: BasicBlock): readonly BasicBlock[] {
    return this.#hasLoops ? this.#flow.heads(b) : []
  }

  nodeOf(b: BasicBlock, depth: number): Node {
    return this.#nodes[depth]!.get(this.loopsOf(b)[depth] ?? b)!
  }

  #addRegion(head: BasicBlock | undefined, depth: number): void {
    const isInside = (b: BasicBlock): boolean => head === undefined || this.loopsOf(b)[depth - 1] === head
    const next = new Map<BasicBlock, Set<BasicBlock | undefined>>()
    for (const b of this.#flow.blocks) {
      if (!isInside(b)) continue
      const loop = this.loopsOf(b)[depth]
      const node = loop ?? b
      const to = next.get(node) ?? new Set()
      next.set(node, to)
      for (const s of successors(b)) {
        const reached = isInside(s) && s !== head ? (this.loopsOf(s)[depth] ?? s) : undefined
        if (!loop || reached !== loop) to.add(reached)
      }
    }
    this.#nodes[depth] ??= new Map()
    for (const [b, node] of nodesOf(next)) this.#nodes[depth]!.set(b, node)
  }
}

/** @param next undefined stands for the end */
function nodesOf(next: ReadonlyMap<BasicBlock, ReadonlySet<BasicBlock | undefined>>): Map<BasicBlock, Node> {
  const order = [...next.keys()].reverse()
  const bit = new Map(order.map((b, i) => [b, 1n << BigInt(i)]))
  const all = (1n << BigInt(order.length)) - 1n
  // Sets of postdominators as bits; what comes to no end keeps all of them.
  const behind = new Map(order.map(b => [b, all]))
  for (let changed = true; changed; ) {
    changed = false
    for (const b of order) {
      let common = all
      for (const s of next.get(b)!) common &= s ? behind.get(s)! : 0n
      const made = (next.get(b)!.size === 0 ? 0n : common) | bit.get(b)!
      changed ||= made !== behind.get(b)
      behind.set(b, made)
    }
  }
  const bySet = new Map([...behind].map(([b, set]) => [set, b]))
  return new Map(
    order.map(b => {
      const set = behind.get(b)!
      const turn = order.length - [...set.toString(2)].filter(c => c === '1').length
      return [b, { isDivided: next.get(b)!.size > 1, meeting: bySet.get(set ^ bit.get(b)!), turn }]
    }),
  )
}
