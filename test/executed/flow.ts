// The loops of a function and an order of its blocks, by which lanes that went apart come together again.

import { type BasicBlock, type Func, Op } from '../../src/llvm/model/values.ts'

export const successors = (b: BasicBlock): readonly BasicBlock[] => {
  const last = b.instructions.at(-1)
  return last && last.op !== Op.Phi ? last.blocks : []
}

export class Flow {
  /** Positions in reverse postorder. */
  readonly #rank: ReadonlyMap<BasicBlock, number>
  /** The heads of the loops that a block is in, outer ones first. */
  readonly #heads = new Map<BasicBlock, BasicBlock[]>()

  constructor(func: Func) {
    const order = reversePostorder(func)
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

  rank(b: BasicBlock): number {
    return this.#rank.get(b)!
  }
  heads(b: BasicBlock): readonly BasicBlock[] {
    return this.#heads.get(b) ?? []
  }
  /** Whether a jump goes to the head of a loop that it comes from. */
  isNextRound(from: BasicBlock, to: BasicBlock): boolean {
    return this.heads(from).includes(to)
  }
}

function reversePostorder(func: Func): BasicBlock[] {
  const seen = new Set<BasicBlock>()
  const left: BasicBlock[] = []
  const path = [{ block: func.blocks[0]!, next: 0 }]
  seen.add(path[0]!.block)
  for (let top = path.at(-1); top; top = path.at(-1)) {
    const to = successors(top.block)[top.next++]
    if (!to) {
      left.push(top.block)
      path.pop()
    } else if (!seen.has(to)) {
      seen.add(to)
      path.push({ block: to, next: 0 })
    }
  }
  return left.reverse()
}
