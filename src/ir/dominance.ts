// Dominator tree and dominance frontiers (Cooper, Harvey and Kennedy: iterate intersections in reverse post order).
// A snapshot: any change of the edges makes it stale. Unreachable blocks are in no relation.

import { reversePostOrder } from './control_flow.ts'
import { type Block, type Func, NO_BLOCK, type Value } from './function.ts'

const makeDominance = (f: Func): Dominance => new Dominance(f)

/** The dominator tree of a function as it is: the one made last when blocks and edges have not changed since. */
export const dominanceOf = (f: Func): Dominance => f.fact(makeDominance)

/** Functions have few blocks, and typed arrays take longer to make than all that is written there. */
const zeros = (count: number): number[] => new Array<number>(count).fill(0)

export class Dominance {
  /** Reachable blocks in reverse post order. */
  readonly order: readonly Block[]
  readonly #func: Func
  /** Position in `order` plus one; 0 = unreachable. */
  readonly #rank: number[]
  readonly #idom: number[]
  /** Preorder interval of each block's subtree. */
  readonly #enter: number[]
  readonly #leave: number[]
  readonly #preorder: Block[] = []
  #frontiers: Block[][] | undefined

  constructor(f: Func) {
    const limit = f.blockLimit
    this.#func = f
    this.order = reversePostOrder(f)
    this.#rank = zeros(limit)
    this.#idom = zeros(limit)
    this.#enter = zeros(limit)
    this.#leave = zeros(limit)
    for (let i = 0; i < this.order.length; i++) this.#rank[this.order[i]!] = i + 1
    this.#iterate()
    this.#number(zeros(limit), zeros(limit))
  }

  isReachable(b: Block): boolean {
    return this.#rank[b]! > 0
  }
  /** Position in reverse post order, from 1. */
  rank(b: Block): number {
    return this.#rank[b]!
  }
  /** The immediate dominator; NO_BLOCK for the entry. */
  idom(b: Block): Block {
    return this.#idom[b]! as Block
  }
  /** Reachable blocks in preorder of the dominator tree. */
  get preorder(): readonly Block[] {
    return this.#preorder
  }
  /** Reflexive: a block dominates itself. */
  dominates(a: Block, b: Block): boolean {
    return this.#enter[a]! <= this.#enter[b]! && this.#leave[b]! <= this.#leave[a]!
  }

  /** True when v's definition comes before the instruction `at` on every path; both in reachable blocks. */
  valueDominates(v: Value, at: Value): boolean {
    const f = this.#func
    const b = f.blockOf(v)
    if (b !== f.blockOf(at)) return this.dominates(b, f.blockOf(at))
    for (let w = f.next(v); w !== 0; w = f.next(w)) if (w === at) return true
    return false
  }

  /** Blocks where b's dominance ends: a predecessor is dominated by b, the block itself not strictly. */
  frontier(b: Block): readonly Block[] {
    return (this.#frontiers ??= this.#computeFrontiers())[b]!
  }

  #iterate(): void {
    const f = this.#func
    const idom = this.#idom
    const rank = this.#rank
    idom[f.entry] = f.entry
    for (let changed = true; changed; ) {
      changed = false
      for (let i = 1; i < this.order.length; i++) {
        const b = this.order[i]!
        let best = 0
        for (const p of f.predecessors(b))
          if (rank[p] !== 0 && idom[p] !== 0) best = best === 0 ? p : this.#meet(p, best)
        if (idom[b] !== best) {
          idom[b] = best
          changed = true
        }
      }
    }
    idom[f.entry] = NO_BLOCK
  }

  #meet(a: number, b: number): number {
    const idom = this.#idom
    const rank = this.#rank
    while (a !== b) {
      while (rank[a]! > rank[b]!) a = idom[a]!
      while (rank[b]! > rank[a]!) b = idom[b]!
    }
    return a
  }

  #number(firstChild: number[], sibling: number[]): void {
    // Backwards, so that children end up in reverse post order.
    for (let i = this.order.length - 1; i > 0; i--) {
      const b = this.order[i]!
      const parent = this.#idom[b]!
      sibling[b] = firstChild[parent]!
      firstChild[parent] = b
    }
    let clock = 1
    for (let b: number = this.#func.entry; b !== 0; ) {
      this.#enter[b] = clock++
      this.#preorder.push(b as Block)
      let next = firstChild[b]!
      while (next === 0) {
        this.#leave[b] = clock++
        next = sibling[b]!
        if (next !== 0) break
        b = this.#idom[b]!
        if (b === 0) return
      }
      b = next
    }
  }

  #computeFrontiers(): Block[][] {
    const f = this.#func
    const lists: Block[][] = []
    for (let b = 0; b < f.blockLimit; b++) lists.push([])
    for (const b of this.order) {
      const preds = f.predecessors(b)
      if (preds.length < 2 && b !== f.entry) continue
      for (const p of preds) {
        if (!this.isReachable(p)) continue
        for (let runner = p; runner !== NO_BLOCK && runner !== this.idom(b); runner = this.idom(runner)) {
          const list = lists[runner]!
          if (list[list.length - 1] !== b) list.push(b)
        }
      }
    }
    return lists
  }
}
