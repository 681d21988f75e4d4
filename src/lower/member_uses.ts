// The order in which DXC comes across the resources inside global structs and blocks, which is the order in which it makes them resources.
// Block by block ($Globals first); in each the function called last first, its uses from the last to the first; then the entry function's
// own: global by global, in each by operation (the one the program mentions last first), in each from the first to the last. What is given
// to variables and parameters comes behind, and resources that are block members themselves, last of all.

import type { CBufferSymbol, VarSymbol } from '../hlsl/typed.ts'
import type { MemberUse } from '../ir/member_path.ts'

interface Use extends MemberUse {
  readonly symbol: VarSymbol
  /** The function that is called on it, spelt with its parameter types; undefined: it is given to a variable or parameter. */
  readonly operation: string | undefined
  /** The resource is the block member, not a part of it. */
  readonly whole: boolean
}

interface Activation {
  uses: Use[]
  callees: Activation[]
}

/** A place in an activation's lists. */
export interface Mark {
  readonly uses: number
  readonly callees: number
}

export class MemberUses {
  readonly #root: Activation = { uses: [], callees: [] }
  readonly #stack: Activation[] = [this.#root]
  /** Numbers of operations, by first use. */
  readonly #operations = new Map<string, number>()
  #count = 0

  /** A function's body begins. */
  enter(): void {
    const activation: Activation = { uses: [], callees: [] }
    this.#top.callees.push(activation)
    this.#stack.push(activation)
  }

  leave(): void {
    this.#stack.pop()
  }

  get #top(): Activation {
    return this.#stack[this.#stack.length - 1]!
  }

  add(use: Use): void {
    this.#count++
    if (use.operation !== undefined && !this.#operations.has(use.operation))
      this.#operations.set(use.operation, this.#operations.size)
    this.#top.uses.push(use)
  }

  mark(): Mark {
    return { uses: this.#top.uses.length, callees: this.#top.callees.length }
  }

  /** Forgets what was noted since: DXC emits no code for it. */
  forget({ uses, callees }: Mark): void {
    this.#top.uses.length = uses
    this.#top.callees.length = callees
  }

  /** What the arguments of a call used, argument by argument since the marks: DXC evaluates the last one first. */
  reverseArguments(marks: readonly Mark[]): void {
    const top = this.#top
    if (marks.length < 2) return
    const first = marks[0]!
    if (top.uses.length > first.uses)
      top.uses = reversed(
        top.uses,
        marks.map(m => m.uses),
      )
    if (top.callees.length > first.callees)
      top.callees = reversed(
        top.callees,
        marks.map(m => m.callees),
      )
  }

  /** All uses in DXC's order; `order` numbers the globals. */
  inOrder(order: ReadonlyMap<VarSymbol | CBufferSymbol, number>): readonly MemberUse[] {
    if (this.#count === 0) return []
    const entry = this.#root.callees[this.#root.callees.length - 1]
    if (!entry) return this.#root.uses
    const flat: Activation[] = []
    const walk = (a: Activation): void => {
      flat.push(a)
      a.callees.forEach(walk)
    }
    entry.callees.forEach(walk)
    const numberOf = (u: Use): number => order.get(u.symbol) ?? 0
    const out: Use[] = []
    for (const { uses } of flat.reverse()) {
      const isLate = (u: Use): boolean => u.operation === undefined || u.whole
      const late = uses.filter(isLate).sort((a, b) => numberOf(b) - numberOf(a))
      out.push(...uses.filter(u => !isLate(u)).reverse(), ...late)
    }
    out.push(...this.#ofEntry([...this.#root.uses, ...entry.uses], numberOf))
    // Constant buffer views are buffers of their own, structs lie in $Globals.
    const blockOf = ({ symbol }: Use): number =>
      symbol.block || symbol.type.kind === 'object' ? (order.get(symbol.block ?? symbol) ?? -1) : -1
    return out.sort((a, b) => blockOf(a) - blockOf(b))
  }

  #ofEntry(uses: readonly Use[], numberOf: (u: Use) => number): Use[] {
    // By an index that is a variable: DXC has a pointer to the array.
    const isDirect = (u: Use): boolean => u.operation !== undefined && u.index !== undefined
    const whole = uses.filter(u => u.whole).sort((a, b) => numberOf(b) - numberOf(a))
    const rank = (u: Use): number => -this.#operations.get(u.operation!)!
    const direct = uses.filter(u => !u.whole && isDirect(u)).sort((a, b) => rank(a) - rank(b))
    const passed = uses.filter(u => !u.whole && !isDirect(u)).reverse()
    return [...[...direct, ...passed].sort((a, b) => numberOf(a) - numberOf(b)), ...whole]
  }
}

/** The parts of a list from each mark to the next, in reverse order. */
function reversed<T>(list: readonly T[], marks: readonly number[]): T[] {
  const out = list.slice(0, marks[0])
  for (let i = marks.length - 1; i >= 0; i--) out.push(...list.slice(marks[i], marks[i + 1]))
  return out
}
