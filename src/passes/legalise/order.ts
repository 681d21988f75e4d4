// Which of two instructions comes first, while instructions are added between them.

import { type Dominance, dominanceOf } from '../../ir/dominance.ts'
import { type Block, type Func, NO_VALUE, type Value } from '../../ir/function.ts'

export class Order {
  readonly #f: Func
  readonly #dominance: Dominance
  readonly #position: number[] = []

  constructor(f: Func) {
    this.#f = f
    this.#dominance = dominanceOf(f)
    for (const b of f.blocks) this.#number(b)
  }

  /** Where an instruction stands in its block: only comparisons mean anything. */
  position(v: Value): number {
    return this.#position[v]!
  }

  /** An instruction was added. */
  added(v: Value): void {
    const f = this.#f
    const [before, after] = [f.prev(v), f.next(v)]
    const low = before === NO_VALUE ? -1 : this.#position[before]!
    const high = after === NO_VALUE ? low + 2 : this.#position[after]!
    const middle = (low + high) / 2
    this.#position[v] = middle
    if (middle <= low || middle >= high) this.#number(f.blockOf(v))
  }

  /** An instruction is executed before another one, or is it, on every path. */
  isBefore(v: Value, at: Value): boolean {
    const f = this.#f
    const [a, b] = [f.blockOf(v), f.blockOf(at)]
    return a === b ? this.#position[v]! <= this.#position[at]! : this.#dominance.dominates(a, b)
  }

  #number(b: Block): void {
    let n = 0
    for (let v = this.#f.first(b); v !== NO_VALUE; v = this.#f.next(v)) this.#position[v] = n++
  }
}
