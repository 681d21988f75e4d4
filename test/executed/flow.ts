// The loops of a function and an order of its blocks, by which lanes that went apart come together again.

import { reachableBlocks } from '../../src/diff/function_rows.ts'
import { type BasicBlock, type Func, successors } from '../../src/llvm/model/values.ts'
import { Merges, type Model } from './convergence.ts'

export class Flow {
  /** Those that are reached, in reverse postorder. */
  readonly blocks: readonly BasicBlock[]
  /** Positions in reverse postorder. */
  readonly #rank: ReadonlyMap<BasicBlock, number>
  /** The heads of the loops that a block is in, outer ones first. */
  readonly #heads = new Map<BasicBlock, BasicBlock[]>()
  readonly #merges = new Map<Model, Merges>()

  constructor(func: Func) {
    const order = reachableBlocks(func)
    this.blocks = order
    this.#rank = new Map(order.map((b, i) => [b, i]))
    const before = new Map<BasicBlock, BasicBlock[]>()
    for (const b of order) for (const to of successors(b)) before.set(to, [...(before.get(to) ?? []), b])
    // An edge to a block that stands earlier closes a loop; DXIL has no loops of two heads. Outer heads come first in this order.
    for (const head of order) {
      const latches = (before.get(head) ?? []).filter(b => this.#rank.get(b)! >= this.#rank.get(head)!)
      if (latches.length === 0) continue
      const inside = new Set([head])
      for (const work = [...latches]; work.length > 0; ) {
        const b = work.pop()!
        if (inside.has(b)) continue
        inside.add(b)
        work.push(...(before.get(b) ?? []))
      }
      for (const b of inside) this.#heads.set(b, [...(this.#heads.get(b) ?? []), head])
    }
  }

  merges(model: Model): Merges {
    const merges = this.#merges.get(model) ?? new Merges(this, model === 'loops')
    this.#merges.set(model, merges)
    return merges
  }
  rank(b: BasicBlock): number {
    return this.#rank.get(b)!
  }
  heads(b: BasicBlock): readonly BasicBlock[] {
    return this.#heads.get(b) ?? []
  }
  isHead(b: BasicBlock): boolean {
    return this.heads(b).includes(b)
  }
}
