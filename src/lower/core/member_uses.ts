// The order in which DXC comes across the resources inside global structs and blocks, which is the order in which it makes them resources.
// Block by block ($Globals first); in each the function called last first, its uses from the last to the first (last in the order in which
// LLVM clones its blocks: what follows a branch or loop before what is inside); then the entry function's own: global by global, in each by
// operation (the one the program mentions last first), in each from the first to the last. What is given to variables and parameters comes
// behind, and resources that are block members themselves, last of all. Parts of structs that a function is given whole come between called
// functions and the entry function: see ofCall().

import type { CBufferSymbol, VarSymbol } from '../../hlsl/tree/typed.ts'
import type { MemberUse } from '../../ir/member_path.ts'

interface Use extends MemberUse {
  readonly symbol: VarSymbol
  /** The function that is called on it, spelt with its parameter types; undefined: it is given to a variable or parameter. */
  readonly operation: string | undefined
  /** The resource is the block member, not a part of it. */
  readonly whole: boolean
  /** How many parameters, each inside the call of the one before, were given a struct or array that it is in; a variable was given it last. */
  readonly copies: number
  readonly isLocal: boolean
  /** It is no field or element of what was given, but further inside. */
  readonly isDeep: boolean
  /** What was given is a field of the global, not the global or an element of it. */
  readonly isPart: boolean
  /** The flattened index of what was given, where that is known. */
  readonly element: number | undefined
}

type Event =
  | { readonly kind: 'use'; readonly use: Use }
  /** An operation on any other resource. */
  | { readonly kind: 'operation'; readonly operation: string }
  | Call
  | { readonly kind: 'branch'; readonly then: Event[]; readonly otherwise: Event[] }
  | { readonly kind: 'loop'; readonly body: Event[]; readonly declares: boolean }

interface Call {
  readonly kind: 'call'
  readonly events: Event[]
  /** Whether the function does more than arithmetic: operations are calls to LLVM. */
  readonly operates: boolean
}

export class MemberUses {
  /** Bodies and branches that are being lowered, innermost last; the first is what initialisers do. */
  readonly #stack: Event[][] = [[]]
  /** Indices of what was given to parameters and variables, with the order in which the program comes to them. */
  readonly #elements = new Map<number | undefined, number>()
  #count = 0
  /** False: nothing is noted, since no struct holds a resource. */
  isNeeded = false

  get #top(): Event[] {
    return this.#stack[this.#stack.length - 1]!
  }

  /** A function's body begins. @param operates whether intrinsics, methods or resources are used in it, or in what it calls */
  enter(operates: boolean): void {
    if (!this.isNeeded) return
    const events: Event[] = []
    this.#top.push({ kind: 'call', events, operates })
    this.#stack.push(events)
  }

  /** Ends a body, loop or branch. */
  leave(): void {
    if (this.isNeeded) this.#stack.pop()
  }

  /**
   * The first branch of a condition begins. Of a decided one DXC drops the other branch; where that `isEmitted` first, its operations count
   * as mentioned.
   */
  branch(
    decided: boolean | undefined,
    isEmitted: boolean,
  ): { readonly otherwise: () => void; readonly end: () => void } {
    if (!this.isNeeded) return { otherwise: () => {}, end: () => {} }
    const [then, otherwise]: [Event[], Event[]] = [[], []]
    if (decided === undefined) this.#top.push({ kind: 'branch', then, otherwise })
    const inLine = this.#top
    const dropped = (part: Event[]): void => {
      if (isEmitted) for (const e of linear(part, false)) if (e.kind !== 'call') inLine.push(withoutUse(e))
    }
    this.#stack.push(decided === true ? inLine : then)
    return {
      otherwise: () => {
        this.#stack.pop()
        if (decided === false) dropped(then)
        this.#stack.push(decided === false ? inLine : otherwise)
      },
      end: () => {
        this.#stack.pop()
        if (decided === true) dropped(otherwise)
      },
    }
  }

  /** The body of a loop that may run no time begins; `declares`: it has a variable of its own. */
  loop(declares: boolean): void {
    if (!this.isNeeded) return
    const body: Event[] = []
    this.#top.push({ kind: 'loop', body, declares })
    this.#stack.push(body)
  }

  add(use: Use): void {
    this.#count++
    this.#top.push({ kind: 'use', use })
  }

  given(element: number | undefined): void {
    if (!this.#elements.has(element)) this.#elements.set(element, this.#elements.size)
  }

  operation(operation: string): void {
    this.#top.push({ kind: 'operation', operation })
  }

  /** All uses in DXC's order; `numbers` those of the globals. */
  inOrder(numbers: () => ReadonlyMap<VarSymbol | CBufferSymbol, number>, hasLifetimes: boolean): readonly MemberUse[] {
    if (this.#count === 0) return []
    const order = numbers()
    const bodies = this.#stack[0]!
    const entry = bodies.findLast(e => e.kind === 'call')
    const all = [...bodies.filter(e => e !== entry), ...(entry?.kind === 'call' ? entry.events : [])]
    const own = linear(all, false)
    const numberOf = (u: Use): number => order.get(u.symbol) ?? 0
    const out: Use[] = []
    const copied: Use[][] = []
    const isGiven = (u: Use): boolean => u.copies > 0 || u.isLocal
    for (const listed of calledFunctions(linear(all, hasLifetimes))) {
      const uses = listed.filter(u => !isGiven(u))
      copied.push(ofCall(listed.filter(isGiven)))
      const isLate = (u: Use): boolean => u.operation === undefined || u.whole
      const late = uses.filter(isLate).sort((a, b) => numberOf(b) - numberOf(a))
      out.push(...uses.filter(u => !isLate(u)).reverse(), ...late)
    }
    const locals = own.flatMap(e => (e.kind === 'use' && isGiven(e.use) ? [e.use] : []))
    copied.push([...locals.filter(u => u.isDeep), ...locals.filter(u => !u.isDeep)])
    // Global by global, in each by element as the program comes to them. Fields come behind: the last global first, but the first call first.
    const orderOf = ({ element }: Use): number => this.#elements.get(element) ?? -1
    const wholes = copied.flat().filter(u => !u.isPart)
    const parts = copied
      .reverse()
      .flat()
      .filter(u => u.isPart)
    out.push(...wholes.sort((a, b) => numberOf(a) - numberOf(b) || orderOf(a) - orderOf(b)))
    out.push(...parts.sort((a, b) => numberOf(b) - numberOf(a) || orderOf(a) - orderOf(b)))
    out.push(
      ...ofEntry(
        own.map(e => (e.kind === 'use' && isGiven(e.use) ? withoutUse(e) : e)),
        numberOf,
      ),
    )
    // Constant buffer views are buffers of their own, structs lie in $Globals.
    const blockOf = ({ symbol }: Use): number =>
      symbol.block || symbol.type.kind === 'object' ? (order.get(symbol.block ?? symbol) ?? -1) : -1
    // Nothing of the front end's goes on into the module.
    return out.sort((a, b) => blockOf(a) - blockOf(b)).map(({ resource, index }) => ({ resource, index }))
  }
}

/**
 * As LLVM has the blocks, without nesting. `hasLifetimes`: variables of loops end in a block of their own, which stands before the body and
 * takes in what follows the loop up to the next branch.
 */
function linear(events: readonly Event[], hasLifetimes: boolean): Event[] {
  const out: Event[] = []
  for (let i = 0; i < events.length; i++) {
    const e = events[i]!
    if (e.kind === 'branch') out.push(...linear(e.then, hasLifetimes), ...linear(e.otherwise, hasLifetimes))
    else if (e.kind !== 'loop') out.push(e)
    else {
      if (hasLifetimes && e.declares)
        for (let next = events[i + 1]; next && next.kind !== 'branch' && next.kind !== 'loop'; next = events[++i + 1])
          out.push(next)
      out.push(...linear(e.body, hasLifetimes))
    }
  }
  return out
}

const withoutUse = (e: Event): Event =>
  e.kind === 'use' && e.use.operation !== undefined ? { kind: 'operation', operation: e.use.operation } : e

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
  for (const call of inOrderOfInlining(entry.filter(e => e.kind === 'call'))) walk(call.events, 0, begin(), done)
  return functions.reverse()
}

/**
 * LLVM's inliner has a list of calls. The operations of a body it has copied go to its end; then the last of the list takes the place of the
 * call just done. So calls follow each other, but for the last one after a first one that left no operations.
 */
function inOrderOfInlining(calls: readonly Call[]): Call[] {
  const OPERATION = undefined
  const list: (Call | undefined)[] = [...calls]
  const out: Call[] = []
  for (let i = 0; i < list.length; ) {
    const call = list[i]
    if (call === OPERATION) {
      i++
      continue
    }
    out.push(call)
    // A handle is made, described and used: three calls are the least where resources are.
    if (call.operates) list.push(OPERATION, OPERATION, OPERATION)
    const last = list.pop()
    if (i < list.length) list[i] = last
  }
  return out
}

/**
 * Uses of a call in what it was given: in order, but direct fields behind the others and from the last to the first. A copy of a copy turns all of
 * that around; what is copied further follows no rule that is known here.
 */
function ofCall(uses: readonly Use[]): Use[] {
  const copiesOf = (u: Use): number => Math.min(u.copies + (u.isLocal ? 1 : 0), 2)
  return [...new Set(uses.map(copiesOf))]
    .sort((a, b) => b - a)
    .flatMap(copies => {
      const own = uses.filter(u => copiesOf(u) === copies)
      const inOrder = [...own.filter(u => u.isDeep), ...own.filter(u => !u.isDeep).reverse()]
      return copies % 2 === 1 ? inOrder : inOrder.reverse()
    })
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
