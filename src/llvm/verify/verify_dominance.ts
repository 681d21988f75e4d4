// Which block dominates which, for the verifier: immediate dominators by iteration over reverse postorder.

import { type BasicBlock, type Func, successors } from '../model/values.ts'

export class Dominance {
  /** Position in reverse postorder; unreachable blocks have none. */
  readonly #order = new Map<BasicBlock, number>()
  readonly #blocks: BasicBlock[]
  /** Position of the immediate dominator, by position. */
  readonly #idom: number[] = [0]

  constructor(f: Func, preds: ReadonlyMap<BasicBlock, readonly BasicBlock[]>) {
    this.#blocks = postorder(f).reverse()
    this.#blocks.forEach((b, i) => {
      this.#order.set(b, i)
    })
    for (let changed = true; changed; ) {
      changed = false
      for (let i = 1; i < this.#blocks.length; i++) {
        const found = this.#meetOf(preds.get(this.#blocks[i]!) ?? [])
        if (this.#idom[i] === found) continue
        this.#idom[i] = found
        changed = true
      }
    }
  }

  isReachable(b: BasicBlock): boolean {
    return this.#order.has(b)
  }

  /** Both blocks must be reachable. */
  dominates(a: BasicBlock, b: BasicBlock): boolean {
    const target = this.#order.get(a)!
    let at = this.#order.get(b)!
    while (at > target) at = this.#idom[at]!
    return at === target
  }

  #meetOf(preds: readonly BasicBlock[]): number {
    let meet = -1
    for (const p of preds) {
      const at = this.#order.get(p)
      if (at === undefined || (at !== 0 && this.#idom[at] === undefined)) continue
      meet = meet < 0 ? at : this.#meet(meet, at)
    }
    return meet
  }

  #meet(a: number, b: number): number {
    while (a !== b)
      if (a > b) a = this.#idom[a]!
      else b = this.#idom[b]!
    return a
  }
}

function postorder(f: Func): BasicBlock[] {
  const done: BasicBlock[] = []
  const entry = f.blocks[0]!
  const seen = new Set([entry])
  const stack: { block: BasicBlock; targets: readonly BasicBlock[]; next: number }[] = []
  const push = (block: BasicBlock): void => {
    stack.push({ block, targets: successors(block), next: 0 })
  }
  push(entry)
  while (stack.length > 0) {
    const top = stack[stack.length - 1]!
    const to = top.targets[top.next++]
    if (to === undefined) {
      done.push(top.block)
      stack.pop()
    } else if (!seen.has(to)) {
      seen.add(to)
      push(to)
    }
  }
  return done
}
