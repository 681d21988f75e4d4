// Output parameters that a function reads, or returns with, before anything was written to them, as clang's analysis sees it: scalars only, what
// some path certainly does, and else which `if` leaves them out. Loops and switches only blur what is known.

import type { Span } from '../../diag/sources.ts'
import type { BlockStmt, Expr, ParamSymbol, Stmt } from '../typed.ts'
import { type Checker, report } from './context.ts'

interface Cause extends Span {
  /** Value of the condition that leaves the parameter out. */
  readonly when: 'true' | 'false'
}
/** Written on every path, on none, or on some: those that leave it out, where they are known. */
type Mark = 'set' | 'unset' | readonly Cause[]
/** A mark for every parameter; undefined where control does not come. */
type State = readonly Mark[] | undefined

/** Warns of the outputs of a function whose body ends at `end`. */
export function warnUnset(cx: Checker, params: readonly ParamSymbol[], body: BlockStmt, end: Span): void {
  const tracked = params.filter(p => p.mode === 'out' && (p.type.kind === 'scalar' || p.type.kind === 'enum'))
  if (tracked.length > 0 && cx.silent === 0) new Outputs(tracked).check(cx, body, end)
}

interface Exits {
  breaks: State
  continues: State
}

class Outputs {
  readonly #params: readonly ParamSymbol[]
  readonly #used: (Span | undefined)[]
  readonly #partly: (readonly Cause[] | undefined)[]
  #state: State
  #exits: Exits = { breaks: undefined, continues: undefined }
  /** Where each parameter is written, by index. */
  readonly #writes: number[][]

  constructor(params: readonly ParamSymbol[]) {
    this.#params = params
    this.#used = params.map(() => undefined)
    this.#partly = params.map(() => undefined)
    this.#state = params.map(() => 'unset')
    this.#writes = params.map(() => [])
  }

  check(cx: Checker, body: BlockStmt, end: Span): void {
    // Once to learn what loops write before they come around again, once to complain.
    this.#statement(body)
    this.#state = this.#params.map(() => 'unset')
    this.#used.fill(undefined)
    this.#partly.fill(undefined)
    this.#statement(body)
    this.#leave(end)
    for (const [i, { name }] of this.#params.entries()) {
      const used = this.#used[i]
      if (used) report(cx, 'W2134', used, { name })
      else for (const cause of this.#partly[i] ?? []) report(cx, 'W2135', cause, { name, value: cause.when })
    }
  }

  // ---- statements ----

  #statements(list: readonly Stmt[]): void {
    for (const stmt of list) this.#statement(stmt)
  }

  #statement(stmt: Stmt): void {
    switch (stmt.kind) {
      case 'block':
        this.#statements(stmt.body)
        break
      case 'decl':
        this.#read(stmt.init)
        break
      case 'expr':
        this.#read(stmt.expr)
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
      case 'return':
        this.#read(stmt.value)
        this.#leave(stmt)
        break
      case 'break':
        this.#exits.breaks = merged(this.#exits.breaks, this.#state)
        this.#state = undefined
        break
      case 'continue':
        this.#exits.continues = merged(this.#exits.continues, this.#state)
        this.#state = undefined
        break
      case 'discard':
        break
    }
  }

  /** Control leaves the function: whoever called reads the outputs. */
  #leave(at: Span): void {
    for (let i = 0; i < this.#params.length; i++) this.#use(i, at)
    this.#state = undefined
  }

  /** Along the else-if chain in a loop. */
  #if(stmt: Stmt): void {
    const links: { readonly condition: Expr; readonly before: State; readonly inside: State; readonly taken: State }[] =
      []
    let at: Stmt | undefined = stmt
    while (at?.kind === 'if') {
      this.#read(at.condition)
      const before = this.#state
      const inside = forgotten(before)
      this.#state = inside
      this.#statement(at.then)
      links.push({ condition: at.condition, before, inside, taken: this.#state })
      this.#state = inside
      at = at.else
    }
    if (at) this.#statement(at)
    for (let i = links.length - 1; i >= 0; i--) {
      const { condition, before, inside, taken } = links[i]!
      const isPassed = taken !== undefined && this.#state !== undefined
      const after = merged(taken, this.#state, condition)
      this.#state = isPassed ? after?.map((mark, k) => (mark === inside?.[k] ? before![k]! : mark)) : after
    }
  }

  #loop(stmt: Extract<Stmt, { kind: 'loop' }>): void {
    this.#statements(stmt.init)
    const outer = this.#exits
    this.#exits = { breaks: undefined, continues: undefined }
    this.#state = forgotten(this.#state)?.map((mark, i) => (mark === 'unset' && this.#isWrittenIn(i, stmt) ? [] : mark))
    if (!stmt.testAfter) this.#read(stmt.condition)
    const before = stmt.condition && !stmt.testAfter ? this.#state : undefined
    this.#statement(stmt.body)
    this.#state = merged(this.#state, this.#exits.continues)
    this.#read(stmt.step)
    if (stmt.testAfter) this.#read(stmt.condition)
    const after = stmt.condition ? merged(before, this.#state) : undefined
    this.#state = merged(after, this.#exits.breaks)
    this.#exits = outer
  }

  #isWrittenIn(i: number, { pos, end }: Span): boolean {
    return this.#writes[i]!.some(at => at >= pos && at < end)
  }

  #switch(stmt: Extract<Stmt, { kind: 'switch' }>): void {
    this.#read(stmt.selector)
    const outer = this.#exits
    this.#exits = { breaks: undefined, continues: outer.continues }
    const before = forgotten(this.#state)
    this.#state = undefined
    let isComplete = false
    for (const group of stmt.groups) {
      this.#state = merged(before, this.#state)
      this.#statements(group.body)
      isComplete ||= group.labels.includes(undefined)
    }
    this.#state = merged(merged(this.#state, this.#exits.breaks), isComplete ? undefined : before)
    outer.continues = this.#exits.continues
    this.#exits = outer
  }

  // ---- expressions ----

  #read(expr: Expr | undefined): void {
    if (!expr || !this.#state) return
    switch (expr.kind) {
      case 'var': {
        const i = this.#params.indexOf(expr.symbol as ParamSymbol)
        if (i >= 0) this.#use(i, expr)
        break
      }
      case 'assign':
        this.#read(expr.value)
        if (expr.op !== undefined) this.#read(expr.target)
        this.#write(expr.target)
        break
      case 'call':
        this.#call(expr.self, expr.args, i => expr.callee.params[i]?.mode ?? 'in')
        break
      case 'intrinsic':
        this.#call(undefined, expr.args, i => expr.params[i]?.mode ?? 'in')
        break
      case 'method':
        this.#call(expr.object, expr.args, i => expr.params[i]?.mode ?? 'in')
        break
      case 'logical':
        this.#either(expr.left, expr.right, undefined)
        break
      case 'conditional':
        this.#either(expr.condition, expr.then, expr.else)
        break
      default:
        for (const part of partsOf(expr)) this.#read(part)
    }
  }

  /** What may not be evaluated may not have written. */
  #either(first: Expr, second: Expr, third: Expr | undefined): void {
    this.#read(first)
    const before = this.#state
    this.#read(second)
    const after = this.#state
    this.#state = before
    this.#read(third)
    this.#state = merged(after, this.#state)
  }

  #call(self: Expr | undefined, args: readonly Expr[], modeOf: (i: number) => string): void {
    this.#read(self)
    for (const [i, arg] of args.entries()) if (modeOf(i) !== 'out') this.#read(arg)
    for (const [i, arg] of args.entries()) if (modeOf(i) !== 'in') this.#write(arg)
  }

  #write(target: Expr): void {
    let at = target
    while (at.kind === 'swizzle') at = at.base
    if (at.kind !== 'var') return void this.#read(target)
    const written = this.#params.indexOf(at.symbol as ParamSymbol)
    if (written < 0) return
    this.#writes[written]!.push(target.pos)
    this.#state = this.#state?.map((mark, i) => (i === written ? 'set' : mark))
  }

  /** Every parameter is complained about once. */
  #use(i: number, at: Span): void {
    const mark = this.#state?.[i]
    if (mark === undefined || mark === 'set') return
    if (mark === 'unset') this.#used[i] ??= at
    else if (mark.length > 0) this.#partly[i] ??= mark
  }
}

/** What is read on one way only does not follow from a condition in front of the fork: its causes count no more. */
function forgotten(state: State): State {
  return state?.map(mark => (typeof mark === 'string' ? mark : []))
}

/** Where two ways meet; those of an `if` tell which of its ways leaves something out. */
function merged(then: State, otherwise: State, condition?: Span): State {
  if (!then || !otherwise) return then ?? otherwise
  return then.map((mark, i) => mergedMark(mark, otherwise[i]!, condition))
}

function mergedMark(then: Mark, otherwise: Mark, condition: Span | undefined): Mark {
  if (then === otherwise) return then
  return [...causesOf(then, 'true', condition), ...causesOf(otherwise, 'false', condition)]
}

function causesOf(mark: Mark, when: Cause['when'], condition: Span | undefined): readonly Cause[] {
  if (mark === 'set') return []
  if (mark !== 'unset') return mark
  return condition ? [{ pos: condition.pos, end: condition.end, when }] : []
}

/** Operands in the order of their evaluation. */
function partsOf(expr: Expr): readonly (Expr | undefined)[] {
  switch (expr.kind) {
    case 'member':
    case 'swizzle':
    case 'matrix-swizzle':
      return [expr.base]
    case 'index':
      return [expr.base, expr.index]
    case 'resource-index':
      return [expr.resource, expr.index, expr.level]
    case 'unary':
    case 'convert':
      return [expr.operand]
    case 'incdec':
      return [expr.target]
    case 'binary':
    case 'comma':
      return [expr.left, expr.right]
    case 'construct':
      return expr.args
    case 'init-list':
      return expr.leaves
    case 'heap':
      return [expr.index]
    default:
      return []
  }
}
