// The control flow of a function body as clang's CFG has it: blocks of elements, which are statements, conditions, and the calls in them, each
// behind what it is computed from. Warnings that follow paths through a function read it.

import type { Expr, IfStmt, LoopStmt, Stmt, SwitchStmt } from '../../tree/typed.ts'
import { childrenOf } from '../../tree/walk.ts'

/** A statement, or an expression of one: a condition, a call, an expression statement. */
export type Element = Expr | Extract<Stmt, { kind: 'decl' | 'return' }>

export interface GraphBlock {
  readonly elements: Element[]
  readonly succs: GraphBlock[]
  readonly preds: GraphBlock[]
}

/** How deeply statements and expressions may nest; what nests more deeply is left out. */
const MAX_DEPTH = 400

export class StatementGraph {
  /** Without elements, like the exit. */
  readonly entry: GraphBlock
  readonly exit: GraphBlock
  readonly #unreached = new Map<GraphBlock, ReadonlySet<GraphBlock>>()
  /** The block that the next element belongs to; without one it begins a block behind `#ends`. */
  #open: GraphBlock | undefined
  #ends: Ends = []
  #depth = 0
  readonly #breaks: GraphBlock[][] = []
  readonly #continues: GraphBlock[][] = []

  constructor(body: Stmt) {
    this.entry = newBlock()
    this.exit = newBlock()
    this.#begin([this.entry])
    this.#statement(body)
    for (const end of this.#close()) link(end, this.exit)
  }

  /** Whether every way to the second block leads through the first. */
  dominates(a: GraphBlock, b: GraphBlock): boolean {
    if (a === b) return true
    let without = this.#unreached.get(a)
    if (!without) this.#unreached.set(a, (without = reachedFrom(this.entry, a)))
    return !without.has(b)
  }

  #begin(ends: Ends): void {
    this.#open = undefined
    this.#ends = ends
  }

  /** Where what comes next follows. */
  #close(): Ends {
    return this.#open ? [this.#open] : this.#ends
  }

  #block(): GraphBlock {
    if (this.#open) return this.#open
    const made = newBlock()
    for (const end of this.#ends) link(end, made)
    this.#open = made
    return made
  }

  #statement(stmt: Stmt): void {
    if (this.#depth >= MAX_DEPTH) return
    this.#depth++
    this.#inner(stmt)
    this.#depth--
  }

  #inner(stmt: Stmt): void {
    switch (stmt.kind) {
      case 'block':
        for (const s of stmt.body) this.#statement(s)
        break
      case 'decl':
        if (stmt.init) this.#expression(stmt.init, false)
        this.#block().elements.push(stmt)
        break
      case 'expr':
        this.#expression(stmt.expr, true)
        break
      case 'return':
        if (stmt.value) this.#expression(stmt.value, false)
        this.#block().elements.push(stmt)
        link(this.#block(), this.exit)
        this.#begin([])
        break
      case 'if':
        this.#if(stmt)
        break
      case 'loop':
        this.#loop(stmt)
        break
      case 'switch':
        this.#switch(stmt)
        break
      case 'break':
        this.#leave(this.#breaks.at(-1))
        break
      case 'continue':
        this.#leave(this.#continues.at(-1))
        break
      case 'discard':
        break
    }
  }

  /** A condition, and from where its two outcomes go on. */
  #condition(e: Expr): { yes: Ends; no: Ends } {
    if (e.kind === 'logical' && this.#depth < MAX_DEPTH) {
      this.#depth++
      const left = this.#condition(e.left)
      const isAnd = e.op === '&&'
      this.#begin(isAnd ? left.yes : left.no)
      const right = this.#condition(e.right)
      this.#depth--
      return isAnd
        ? { yes: right.yes, no: [...left.no, ...right.no] }
        : { yes: [...left.yes, ...right.yes], no: right.no }
    }
    this.#expression(e, true)
    const ends = this.#close()
    const known = e.kind === 'literal' ? Boolean(e.value) : undefined
    return { yes: known === false ? [] : ends, no: known === true ? [] : ends }
  }

  #if(stmt: IfStmt): void {
    const { yes, no } = this.#condition(stmt.condition)
    this.#begin(yes)
    this.#statement(stmt.then)
    const then = this.#close()
    this.#begin(no)
    if (stmt.else) this.#statement(stmt.else)
    this.#begin([...then, ...this.#close()])
  }

  #loop({ init, condition, step, body, testAfter }: LoopStmt): void {
    for (const s of init) this.#statement(s)
    const [breaks, continues]: [GraphBlock[], GraphBlock[]] = [[], []]
    this.#breaks.push(breaks)
    this.#continues.push(continues)
    this.#begin(this.#close())
    const head = this.#block()
    const { yes, no } = testAfter ? { yes: [head], no: [] } : this.#test(condition)
    this.#begin(yes)
    this.#statement(body)
    this.#begin([...this.#close(), ...continues])
    this.#breaks.pop()
    this.#continues.pop()
    if (step) this.#expression(step, true)
    const last = testAfter ? this.#test(condition) : { yes: this.#close(), no }
    for (const end of last.yes) link(end, head)
    this.#begin([...last.no, ...breaks])
  }

  #test(condition: Expr | undefined): { yes: Ends; no: Ends } {
    return condition ? this.#condition(condition) : { yes: this.#close(), no: [] }
  }

  #switch({ selector, groups }: SwitchStmt): void {
    this.#expression(selector, true)
    const head = this.#close()
    const breaks: GraphBlock[] = []
    this.#breaks.push(breaks)
    this.#begin([])
    for (const { body } of groups) {
      this.#begin([...head, ...this.#close()])
      for (const s of body) this.#statement(s)
    }
    this.#breaks.pop()
    const isWhole = groups.some(g => g.labels.includes(undefined))
    this.#begin([...this.#close(), ...breaks, ...(isWhole ? [] : head)])
  }

  #leave(targets: GraphBlock[] | undefined): void {
    targets?.push(...this.#close())
    this.#begin([])
  }

  /** What an expression holds that is an element itself, and the expression when it stands alone. */
  #expression(e: Expr, isAlone: boolean): void {
    if (this.#depth >= MAX_DEPTH) return
    this.#depth++
    if (e.kind === 'conditional') {
      const { yes, no } = this.#condition(e.condition)
      this.#begin(yes)
      this.#expression(e.then, isAlone)
      const then = this.#close()
      this.#begin(no)
      this.#expression(e.else, isAlone)
      this.#begin([...then, ...this.#close()])
    } else if (e.kind === 'logical') {
      const { yes, no } = this.#condition(e)
      this.#begin([...new Set([...yes, ...no])])
    } else {
      const children = childrenOf(e)
      // What is assigned comes before the place that it goes to.
      for (const child of e.kind === 'assign' ? [...children].reverse() : children) this.#expression(child, false)
    }
    if (isAlone || isCall(e)) this.#block().elements.push(e)
    this.#depth--
  }
}

/** Blocks that an edge leads from to what comes next. */
type Ends = readonly GraphBlock[]

/** Calls, and what is a call of an operator to clang: an index of a vector, matrix or object. */
const isCall = (e: Expr): boolean =>
  e.kind === 'call' ||
  e.kind === 'intrinsic' ||
  e.kind === 'method' ||
  e.kind === 'resource-index' ||
  (e.kind === 'index' && e.base.type.kind !== 'array')

const newBlock = (): GraphBlock => ({ elements: [], succs: [], preds: [] })

function link(from: GraphBlock, to: GraphBlock): void {
  from.succs.push(to)
  to.preds.unshift(from)
}

/** What is reached without going through one block. */
function reachedFrom(entry: GraphBlock, without: GraphBlock): Set<GraphBlock> {
  const reached = new Set<GraphBlock>(entry === without ? [] : [entry])
  for (const b of reached) for (const s of b.succs) if (s !== without) reached.add(s)
  return reached
}
