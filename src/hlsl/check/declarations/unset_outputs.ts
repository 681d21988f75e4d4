// Output parameters that a function reads, or returns with, before anything was written to them, and locals that it reads before, as clang's
// analysis sees it: scalars (of locals also vectors and matrices) as a whole, what some path certainly does, and else which `if` leaves
// them out. Loops and switches only blur what is known.

import { type Diagnostic, insertion } from '../../../diag/diagnostics.ts'
import type { Span } from '../../../diag/sources.ts'
import { isRepeated } from '../../tree/components.ts'
import { isFloat } from '../../tree/numeric.ts'
import type { BlockStmt, DeclStmt, Expr, IfStmt, ParamSymbol, Stmt, VarSymbol } from '../../tree/typed.ts'
import { childrenOf, eachStatement } from '../../tree/walk.ts'
import { type Checker, type FunctionState, note, report } from '../core/context.ts'
import { reportSelf } from '../values/self_references.ts'

interface Cause extends Span {
  /** Value of the condition that leaves the variable out. */
  readonly when: 'true' | 'false'
  /** Where its `if` begins. */
  readonly start: number
}
interface Link {
  readonly stmt: IfStmt
  readonly before: State
  readonly inside: State
  readonly taken: State
}
interface Use {
  readonly at: Span
  readonly causes: readonly Cause[]
}
/** Written on every path, on none, or on some: those that leave it out, where they are known. */
type Mark = 'set' | 'unset' | readonly Cause[]
/** A mark for every variable; undefined where control does not come. */
type State = readonly Mark[] | undefined

/** Warns of the outputs of a function whose body ends at `end`, and of its locals when that is asked for. */
export function warnUnset(checker: Checker, params: readonly ParamSymbol[], body: BlockStmt, end: Span): void {
  if (checker.silent > 0) return
  const outputs = params.filter(p => p.mode === 'out' && (p.type.kind === 'scalar' || p.type.kind === 'enum'))
  const { selfNamed } = checker.fn!
  const locals = checker.wantsLocals ? unsetLocals(body, selfNamed) : [...selfNamed.keys()]
  if (outputs.length + locals.length > 0)
    new Unset(outputs, locals.slice(0, MAX_LOCALS), selfNamed).check(checker, body, end)
}

/** What locals are looked at for. */
export const OF_LOCALS = ['W2423', 'W2424', 'W2425'] as const
/** A mark is kept for each of them at every statement. */
const MAX_LOCALS = 500

/** Numbers that are declared without a value, and what its own initialiser names. */
function unsetLocals(body: BlockStmt, selfNamed: ReadonlyMap<VarSymbol, unknown>): VarSymbol[] {
  const found: VarSymbol[] = []
  eachStatement(body, stmt => {
    if (stmt.kind === 'decl' && selfNamed.has(stmt.symbol)) found.push(stmt.symbol)
    if (stmt.kind !== 'decl' || stmt.init || stmt.symbol.storage !== 'local' || stmt.symbol.init) return
    if (/^(scalar|enum|vector|matrix|struct)$/.test(stmt.symbol.type.kind)) found.push(stmt.symbol)
  })
  return found
}

type SelfNamed = FunctionState['selfNamed']

interface Exits {
  breaks: State
  continues: State
}

class Unset {
  /** Outputs, then locals. */
  readonly #symbols: readonly VarSymbol[]
  readonly #indexes: ReadonlyMap<VarSymbol, number>
  readonly #outputCount: number
  readonly #used: (Span | undefined)[]
  readonly #partly: (Use | undefined)[]
  #state: State
  #exits: Exits = { breaks: undefined, continues: undefined }
  /** Where each variable is written, by index. */
  readonly #writes: number[][]

  readonly #selfNamed: SelfNamed

  constructor(outputs: readonly ParamSymbol[], locals: readonly VarSymbol[], selfNamed: SelfNamed) {
    this.#selfNamed = selfNamed
    this.#symbols = [...outputs, ...locals]
    this.#indexes = new Map(this.#symbols.map((symbol, i) => [symbol, i]))
    this.#outputCount = outputs.length
    this.#used = this.#symbols.map(() => undefined)
    this.#partly = this.#symbols.map(() => undefined)
    this.#state = this.#atStart()
    this.#writes = this.#symbols.map(() => [])
  }

  /** Of locals nothing is known before their declaration, which those come before that their own initialisers name. */
  #atStart(): State {
    return this.#symbols.map(({ init }, i) => (i < this.#outputCount || init ? 'unset' : 'set'))
  }

  check(checker: Checker, body: BlockStmt, end: Span): void {
    // Once to learn what loops write before they come around again, once to complain.
    this.#statement(body)
    this.#state = this.#atStart()
    this.#used.fill(undefined)
    this.#partly.fill(undefined)
    this.#statement(body)
    this.#leave(end)
    for (const [i, symbol] of this.#symbols.entries()) {
      const isOutput = i < this.#outputCount
      const used = this.#used[i]
      const partly = this.#partly[i]
      if (!isOutput && symbol.init) this.#tellSelf(checker, symbol, symbol.init, used, partly?.at)
      else if (used) tell(checker, isOutput ? 'W2134' : 'W2423', used, symbol, isOutput)
      else if (partly) tellPartly(checker, partly, symbol, isOutput)
    }
  }

  /** A local that its own initialiser names: where that reads it, or, behind `int x = x`, what reads it then. */
  #tellSelf(checker: Checker, symbol: VarSymbol, init: Expr, used?: Span, partly?: Span): void {
    const at = used ?? partly
    if (!at) return
    if (this.#selfNamed.get(symbol) !== 'idle') reportSelf(checker, symbol, at)
    else if (used) reportSelf(checker, symbol, nameIn(init))
    else tell(checker, 'W2425', at, symbol, false)
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
        this.#declare(stmt)
        break
      case 'expr':
        this.#loose(stmt.expr)
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

  #declare({ symbol, init }: DeclStmt): void {
    const itself = this.#selfNamed.get(symbol) ?? 'read'
    if (itself === 'read') this.#read(init)
    this.#mark(symbol, init && itself !== 'idle' ? 'set' : 'unset')
  }

  /** Control leaves the function: whoever called reads the outputs. */
  #leave(at: Span): void {
    for (let i = 0; i < this.#outputCount; i++) this.#use(i, at)
    this.#state = undefined
  }

  /** Along the else-if chain in a loop. */
  #if(stmt: Stmt): void {
    const links: Link[] = []
    let at: Stmt | undefined = stmt
    while (at?.kind === 'if') {
      this.#read(at.condition)
      const before = this.#state
      const inside = forgotten(before)
      this.#state = inside
      this.#statement(at.then)
      links.push({ stmt: at, before, inside, taken: this.#state })
      this.#state = inside
      at = at.else
    }
    if (at) this.#statement(at)
    for (let i = links.length - 1; i >= 0; i--) {
      const { stmt, before, inside, taken } = links[i]!
      const isPassed = taken !== undefined && this.#state !== undefined
      const after = merged(taken, this.#state, stmt)
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
        const i = this.#indexes.get(expr.symbol)
        if (i !== undefined) this.#use(i, expr)
        break
      }
      case 'assign':
        this.#read(expr.value)
        if (expr.op !== undefined) this.#read(expr.target)
        this.#write(expr.target)
        break
      case 'comma':
        if (expr.left.kind !== 'var') this.#read(expr.left)
        this.#loose(expr.right)
        break
      // clang sees no read in `v.x` and `v[i]`, and says no more of v; of `v.xx` the whole of v is read.
      case 'swizzle':
        if (isRepeated(expr)) this.#read(expr.base)
        else this.#loose(scalarBelow(expr) ?? expr.base)
        break
      case 'member':
      case 'bit-field':
      case 'matrix-swizzle':
        this.#loose(expr.base)
        break
      case 'index':
        this.#loose(expr.base)
        this.#read(expr.index)
        break
      // The base of a struct is a part of it.
      case 'convert':
        if (expr.type.kind === 'struct' && expr.type !== expr.operand.type) this.#loose(expr.operand)
        else this.#read(expr.operand)
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
        for (const part of childrenOf(expr)) this.#read(part)
    }
  }

  /** A variable as a statement, behind a comma, or of which a part is taken: clang sees no read and says no more of it. */
  #loose(expr: Expr): void {
    if (expr.kind === 'var') this.#mark(expr.symbol, 'set')
    else this.#read(expr)
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
    if (self) this.#loose(self)
    for (const [i, arg] of args.entries()) if (modeOf(i) !== 'out') this.#read(arg)
    for (const [i, arg] of args.entries()) if (modeOf(i) !== 'in') this.#write(arg)
  }

  #write(target: Expr): void {
    let at = target
    while (at.kind === 'swizzle') at = at.base
    if (at.kind !== 'var') return void this.#read(target)
    const written = this.#indexes.get(at.symbol)
    if (written === undefined) return
    this.#writes[written]!.push(target.pos)
    this.#mark(at.symbol, 'set')
  }

  #mark(symbol: VarSymbol, mark: Mark): void {
    const index = this.#indexes.get(symbol)
    if (index === undefined || !this.#state) return
    this.#state = this.#state.with(index, mark)
  }

  /** Every variable is complained about once, where it is used first in the source. */
  #use(i: number, at: Span): void {
    const mark = this.#state?.[i]
    if (mark === undefined || mark === 'set') return
    if (mark === 'unset') {
      const used = this.#used[i]
      if (!used || at.pos < used.pos) this.#used[i] = at
    } else if (mark.length > 0 || i >= this.#outputCount) this.#partly[i] ??= { at, causes: mark }
  }
}

function tell(
  checker: Checker,
  code: 'W2134' | 'W2423' | 'W2425',
  at: Span,
  symbol: VarSymbol,
  isOutput: boolean,
): void {
  const warning = report(checker, code, at, { name: symbol.name })
  noteDeclared(checker, warning, symbol, isOutput)
}

/** Of `s.xxxx.x` the number s, which is not read; `v.xx.x` reads v. */
function scalarBelow(expr: Expr): Expr | undefined {
  let at = expr
  while (at.kind === 'swizzle') at = at.base
  return at.type.kind === 'scalar' ? at : undefined
}

function nameIn(init: Expr): Expr {
  let at = init
  while (at.kind === 'convert') at = at.operand
  return at
}

function tellPartly(checker: Checker, { at, causes }: Use, symbol: VarSymbol, isOutput: boolean): void {
  const { name } = symbol
  if (causes.length === 0) return void tell(checker, 'W2425', at, symbol, isOutput)
  for (const cause of causes) {
    const warning = report(checker, isOutput ? 'W2135' : 'W2424', cause, { name, value: cause.when })
    note(checker, warning, 'N2078', at, {})
    note(
      checker,
      warning,
      'N2079',
      { pos: cause.start, end: cause.start + 2 },
      { value: cause.when === 'true' ? 'false' : 'true' },
    )
    noteDeclared(checker, warning, symbol, isOutput)
  }
}

/** Where it is declared, and for scalars and structs what to write there. */
function noteDeclared(checker: Checker, warning: Diagnostic, symbol: VarSymbol, isOutput: boolean): void {
  const { name, type, start = symbol.pos } = symbol
  if (isOutput || !(type.kind === 'scalar' || (type.kind === 'struct' && !type.base)))
    return void note(checker, warning, 'N2077', { pos: start, end: start }, { name })
  const value = type.kind === 'struct' ? '{}' : type.name === 'bool' ? 'false' : isFloat(type) ? '0.0' : '0'
  const behind = { pos: symbol.end, end: symbol.end }
  note(checker, warning, 'N2076', behind, { name }, { fixIts: [insertion(symbol.end, ` = ${value}`)] })
}

/** What is read on one way only does not follow from a condition in front of the fork: its causes count no more. */
function forgotten(state: State): State {
  return state?.map(mark => (typeof mark === 'string' ? mark : []))
}

/** Where two ways meet; those of an `if` tell which of its ways leaves something out. */
function merged(then: State, otherwise: State, fork?: IfStmt): State {
  if (!then || !otherwise) return then ?? otherwise
  return then.map((mark, i) => mergedMark(mark, otherwise[i]!, fork))
}

function mergedMark(then: Mark, otherwise: Mark, fork: IfStmt | undefined): Mark {
  if (then === otherwise) return then
  return [...causesOf(then, 'true', fork), ...causesOf(otherwise, 'false', fork)]
}

function causesOf(mark: Mark, when: Cause['when'], fork: IfStmt | undefined): readonly Cause[] {
  if (mark === 'set') return []
  if (mark !== 'unset') return mark
  return fork ? [{ pos: fork.condition.pos, end: fork.condition.end, start: fork.pos, when }] : []
}
