// The order in which DXC comes across the resources inside global structs, which is the order in which it makes them resources: last called
// function first and each function's uses from the last to the first, then the entry function's own, global by global, in order.

import type { VarSymbol } from '../hlsl/typed.ts'
import type { MemberUse } from '../ir/member_path.ts'

interface Use extends MemberUse {
  readonly symbol: VarSymbol
  /** Given to a variable or parameter: DXC has a pointer to it, made at the start of the function. */
  readonly passed: boolean
}

interface Activation {
  readonly uses: Use[]
  readonly callees: Activation[]
}

export class MemberUses {
  readonly #root: Activation = { uses: [], callees: [] }
  readonly #stack: Activation[] = [this.#root]
  #count = 0

  /** A function's body begins. */
  enter(): void {
    const activation: Activation = { uses: [], callees: [] }
    this.#stack[this.#stack.length - 1]!.callees.push(activation)
    this.#stack.push(activation)
  }

  leave(): void {
    this.#stack.pop()
  }

  add(symbol: VarSymbol, resource: number, index: number | undefined, passed: boolean): void {
    this.#count++
    this.#stack[this.#stack.length - 1]!.uses.push({ symbol, resource, index, passed })
  }

  /** All uses in DXC's order; `order` numbers the globals. */
  inOrder(order: ReadonlyMap<VarSymbol, number>): readonly MemberUse[] {
    if (this.#count === 0) return []
    const numberOf = (u: Use): number => order.get(u.symbol) ?? 0
    const flat: Activation[] = []
    const walk = (a: Activation): void => {
      flat.push(a)
      a.callees.forEach(walk)
    }
    // The entry function is the only callee of the root, whose uses are those of initialisers.
    const [entry] = this.#root.callees.slice(-1)
    if (!entry) return this.#root.uses
    entry.callees.forEach(walk)
    const out: Use[] = []
    for (const { uses } of flat.reverse()) {
      const direct = uses.filter(u => !u.passed).reverse()
      const passed = uses.filter(u => u.passed).sort((a, b) => numberOf(b) - numberOf(a))
      out.push(...direct, ...passed)
    }
    const own = [...this.#root.uses, ...entry.uses]
    const grouped = own.sort((a, b) => numberOf(a) - numberOf(b) || Number(a.passed) - Number(b.passed))
    return [...out, ...grouped]
  }
}
