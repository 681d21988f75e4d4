// The order in which DXC comes across the resources inside global structs and blocks, which is the order in which it makes them resources.
// Block by block ($Globals first); in each the function called last first, its uses from the last to the first (last in the order in which
// LLVM clones its blocks: what follows a branch or loop before what is inside); then the entry function's own: global by global, in each by
// operation (the one the program mentions last first), in each from the first to the last. What is given to variables and parameters comes
// behind, and resources that are block members themselves, last of all.

import type { CBufferSymbol, VarSymbol } from '../hlsl/typed.ts'
import type { MemberUse } from '../ir/member_path.ts'

interface Use extends MemberUse {
  readonly symbol: VarSymbol
  /** The function that is called on it, spelt with its parameter types; undefined: it is given to a variable or parameter. */
  readonly operation: string | undefined
  /** The resource is the block member, not a part of it. */
  readonly whole: boolean
}

type Event =
  | { readonly kind: 'use'; readonly use: Use }
  /** An operation on any other resource. */
  | { readonly kind: 'operation'; readonly operation: string }
  | { readonly kind: 'call'; readonly events: Event[] }
  | { readonly kind: 'branch'; readonly then: Event[]; readonly otherwise: Event[] }
  | { readonly kind: 'loop'; readonly body: Event[] }

export class MemberUses {
  /** Bodies and branches that are being lowered, innermost last; the first is what initialisers do. */
  readonly #stack: Event[][] = [[]]
  #count = 0
  /** False: nothing is noted, since no struct holds a resource. */
  isNeeded = false

  get #top(): Event[] {
    return this.#stack[this.#stack.length - 1]!
  }

  /** A function's body begins. */
  enter(): void {
    if (!this.isNeeded) return
    const events: Event[] = []
    this.#top.push({ kind: 'call', events })
    this.#stack.push(events)
  }

  /** Ends a body, loop or branch. */
  leave(): void {
    if (this.isNeeded) this.#stack.pop()
  }

  /** The first branch of a condition begins; a literal condition is decided, and DXC emits only one of the branches. */
  branch(decided: boolean | undefined): { readonly otherwise: () => void } {
    if (!this.isNeeded) return { otherwise: () => {} }
    const [then, otherwise]: [Event[], Event[]] = [[], []]
    if (decided === undefined) this.#top.push({ kind: 'branch', then, otherwise })
    const inLine = this.#top
    this.#stack.push(decided === true ? inLine : then)
    return {
      otherwise: () => {
        this.#stack.pop()
        this.#stack.push(decided === false ? inLine : otherwise)
      },
    }
  }

  /** The body of a loop that may run no time begins. */
  loop(): void {
    if (!this.isNeeded) return
    const body: Event[] = []
    this.#top.push({ kind: 'loop', body })
    this.#stack.push(body)
  }

  add(use: Use): void {
    this.#count++
    this.#top.push({ kind: 'use', use })
  }

  operation(operation: string): void {
    this.#top.push({ kind: 'operation', operation })
  }

  mark(): number {
    return this.#top.length
  }

  /** What the arguments of a call used, argument by argument since the marks: DXC evaluates the last one first. */
  reverseArguments(marks: readonly number[]): void {
    const top = this.#top
    const first = marks[0]
    if (first === undefined || marks.length < 2 || top.length === first) return
    const parts = marks.map((mark, i) => top.slice(mark, marks[i + 1]))
    top.splice(first, top.length - first, ...parts.reverse().flat())
  }

  /** All uses in DXC's order; `order` numbers the globals. */
  inOrder(order: ReadonlyMap<VarSymbol | CBufferSymbol, number>): readonly MemberUse[] {
    if (this.#count === 0) return []
    const bodies = this.#stack[0]!
    const entry = bodies.findLast(e => e.kind === 'call')
    const own = linear([...bodies.filter(e => e !== entry), ...(entry?.kind === 'call' ? entry.events : [])])
    const numberOf = (u: Use): number => order.get(u.symbol) ?? 0
    const out: Use[] = []
    for (const uses of calledFunctions(own)) {
      const isLate = (u: Use): boolean => u.operation === undefined || u.whole
      const late = uses.filter(isLate).sort((a, b) => numberOf(b) - numberOf(a))
      out.push(...uses.filter(u => !isLate(u)).reverse(), ...late)
    }
    out.push(...ofEntry(own, numberOf))
    // Constant buffer views are buffers of their own, structs lie in $Globals.
    const blockOf = ({ symbol }: Use): number =>
      symbol.block || symbol.type.kind === 'object' ? (order.get(symbol.block ?? symbol) ?? -1) : -1
    // Nothing of the front end's goes on into the module.
    return out.sort((a, b) => blockOf(a) - blockOf(b)).map(({ resource, index }) => ({ resource, index }))
  }
}

/** As written, without nesting. */
function linear(events: readonly Event[]): Event[] {
  return events.flatMap(e => {
    if (e.kind === 'branch') return [...linear(e.then), ...linear(e.otherwise)]
    return e.kind === 'loop' ? linear(e.body) : [e]
  })
}

/** Nesting and sequence of branches up to which the order is followed. */
const MAX_DEPTH = 1000

/** Uses of each called function, the one whose copy LLVM made last first. */
function calledFunctions(entry: readonly Event[]): Use[][] {
  const functions: Use[][] = []
  const done = (): void => {}
  let depth = 0
  const walk = (events: readonly Event[], from: number, uses: Use[], then: () => void): void => {
    depth++
    step(events, from, uses, then)
    depth--
  }
  const step = (events: readonly Event[], from: number, uses: Use[], then: () => void): void => {
    for (let i = from; i < events.length; i++) {
      const e = events[i]!
      if (e.kind === 'use') uses.push(e.use)
      if (e.kind === 'use' || e.kind === 'operation' || depth > MAX_DEPTH) continue
      let isBehind = false
      const behind = (): void => {
        if (isBehind) return
        isBehind = true
        walk(events, i + 1, uses, then)
      }
      if (e.kind === 'call') walk(e.events, 0, begin(), behind)
      else if (e.kind === 'loop') {
        behind()
        walk(e.body, 0, uses, done)
      } else {
        walk(e.otherwise, 0, uses, behind)
        walk(e.then, 0, uses, behind)
      }
      return
    }
    then()
  }
  const begin = (): Use[] => {
    const uses: Use[] = []
    functions.push(uses)
    return uses
  }
  for (const e of entry) if (e.kind === 'call') walk(e.events, 0, begin(), done)
  return functions.reverse()
}

function ofEntry(events: readonly Event[], numberOf: (u: Use) => number): Use[] {
  const operations = new Map<string, number>()
  const uses: Use[] = []
  for (const e of events) {
    const operation = e.kind === 'use' ? e.use.operation : e.kind === 'operation' ? e.operation : undefined
    if (operation !== undefined && !operations.has(operation)) operations.set(operation, operations.size)
    if (e.kind === 'use') uses.push(e.use)
  }
  // By an index that is a variable: DXC has a pointer to the array.
  const isDirect = (u: Use): boolean => u.operation !== undefined && u.index !== undefined
  const rank = (u: Use): number => -operations.get(u.operation!)!
  const whole = uses.filter(u => u.whole).sort((a, b) => numberOf(b) - numberOf(a))
  const direct = uses.filter(u => !u.whole && isDirect(u)).sort((a, b) => rank(a) - rank(b))
  const passed = uses.filter(u => !u.whole && !isDirect(u)).reverse()
  return [...[...direct, ...passed].sort((a, b) => numberOf(a) - numberOf(b)), ...whole]
}
