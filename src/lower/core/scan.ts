// What a function does to variables, found before lowering it: decides which need storage and how. Cached by function; the call graph has no cycles.

import { castLeaves } from '../../hlsl/tree/cast_places.ts'
import { holdsObject } from '../../hlsl/tree/components.ts'
import type {
  BinaryExpr,
  CallExpr,
  CommaExpr,
  Expr,
  FunctionSymbol,
  IfStmt,
  IntrinsicExpr,
  IntrinsicParam,
  LogicalExpr,
  ParamSymbol,
  Stmt,
  SwitchStmt,
  VarSymbol,
} from '../../hlsl/tree/typed.ts'
import { childrenOf, someExpression } from '../../hlsl/tree/walk.ts'
import { intrinsicAsksActiveLanes } from '../../spec/active_lanes.ts'
import { NestedTooDeeply } from './builder.ts'
import { chosenCase, truthOf } from './truth.ts'

export interface FunctionFacts {
  /** Variables written after their initialisation, in any way. */
  readonly modified: Set<VarSymbol>
  /** Variables of which a vector or matrix part is indexed by something else than a literal. */
  readonly indexed: Set<VarSymbol>
  /** Destinations of atomics: a parameter among them must be the argument itself, no copy. */
  readonly atomics: Set<VarSymbol>
  /** Variables that are passed to operations by their address. */
  readonly addressed: Set<VarSymbol>
  /** Variables whose address DispatchMesh takes. */
  readonly payloads: Set<VarSymbol>
  /** Global variables used, in order of first use. */
  readonly globals: Set<VarSymbol>
  readonly callees: Set<FunctionSymbol>
  /** Does what DXC has operations for, itself or in what it calls: intrinsics, methods, reads and writes of resources. */
  operates: boolean
  /** Calls a function whose result depends on which lanes run, itself, not in what it calls, and where DXC emits code. */
  asksActiveLanes: boolean
  /** Depends on when it runs: more than constants and constant buffers is read, or anything is called. */
  hasMoment: boolean
  modifiesThis: boolean
  indexesThis: boolean
  returns: number
  /** The only return, if any, is the last statement: no jump is needed. */
  tailReturn: boolean
}

/** The variable an l-value path starts at, 'this', or undefined for anything else (resource elements, temporaries). */
export function rootOf(expr: Expr): VarSymbol | 'this' | undefined {
  switch (expr.kind) {
    case 'var':
      return expr.symbol
    case 'this':
      return 'this'
    case 'member':
    case 'bit-field':
    case 'swizzle':
    case 'matrix-swizzle':
    case 'index':
      return rootOf(expr.base)
    case 'incdec':
      return expr.prefix ? rootOf(expr.target) : undefined
    case 'assign':
      return expr.op === undefined ? undefined : rootOf(expr.target)
    case 'convert':
      // Derived to base keeps the object, and so does a cast to the beginning of something; other conversions make new values.
      return expr.type.kind === 'struct' || (expr.explicit && castLeaves(expr.operand.type, expr.type))
        ? rootOf(expr.operand)
        : undefined
    default:
      return undefined
  }
}

export function isLiteral(expr: Expr): boolean {
  return expr.kind === 'literal' || (expr.kind === 'convert' && isLiteral(expr.operand))
}

const EFFECTS: ReadonlySet<Expr['kind']> = new Set(['assign', 'incdec', 'call', 'method', 'intrinsic'])

/** Whether evaluating an expression twice differs from evaluating it once. */
export const hasEffects = (e: Expr): boolean => someExpression(e, part => EFFECTS.has(part.kind))

/** Facts of a whole program: every function reached, and the initialisers of the globals used. */
export type ProgramFacts = Pick<FunctionFacts, 'globals' | 'modified' | 'indexed' | 'atomics' | 'payloads'>

/** Beyond so many levels a callee is scanned for itself; beyond so many nothing is. The least stack of the engines holds more. */
const DEEP = 250
const DEEPEST = 550

/** So many calls on each other's results are scanned by recursion. */
const LONG = 32

/** Thrown at a callee that is to be scanned first. */
class Unscanned extends Error {
  override readonly name = 'Unscanned'
  readonly symbol: FunctionSymbol
  constructor(symbol: FunctionSymbol) {
    super('to be scanned first')
    this.symbol = symbol
  }
}

const NO_CALLEES: readonly FunctionSymbol[] = []

export class Scanner {
  readonly #facts = new Map<FunctionSymbol, FunctionFacts>()
  readonly #initialisers = new Map<VarSymbol, FunctionFacts>()
  readonly #late = new Map<VarSymbol, boolean>()
  /** Static variables that get their values together, by each of them. */
  readonly together = new Map<VarSymbol, ReadonlySet<VarSymbol>>()
  /** Nested expressions, statements and calls around what is being scanned. */
  #depth = 0

  /** @throws NestedTooDeeply */
  factsOf(f: FunctionSymbol): FunctionFacts {
    const known = this.#facts.get(f)
    if (known) return known
    if (this.#depth > 0) return this.#scan(f)
    // Calls nest as deeply as the program likes: what stands too deep is scanned first, for itself.
    const first = [f]
    for (let top = first.at(-1); top; top = first.at(-1))
      try {
        this.#depth = 0
        this.#scan(top)
        first.pop()
      } catch (error) {
        if (!(error instanceof Unscanned)) throw error
        first.push(error.symbol)
      }
    return this.#facts.get(f)!
  }

  #scan(f: FunctionSymbol): FunctionFacts {
    const known = this.#facts.get(f)
    if (known) return known
    if (this.#depth > DEEP) throw new Unscanned(f)
    const facts = emptyFacts()
    if (f.body) this.#body(f.body.body, facts)
    const last = f.body?.body.at(-1)
    if (f.body) facts.tailReturn = facts.returns === 0 || (facts.returns === 1 && last?.kind === 'return')
    this.#facts.set(f, facts)
    return facts
  }

  /** Facts of everything a function, or the initialiser of a variable, reaches, its initialisers of globals included. */
  closure(entry: FunctionSymbol | VarSymbol): ProgramFacts {
    const globals = new Set<VarSymbol>()
    const modified = new Set<VarSymbol>()
    const indexed = new Set<VarSymbol>()
    const atomics = new Set<VarSymbol>()
    const payloads = new Set<VarSymbol>()
    const seen = new Set<FunctionSymbol | VarSymbol>([entry])
    // A stack of our own: calls and initialisers nest as deeply as the program likes.
    const stack: { readonly globals: Iterator<VarSymbol>; readonly callees: Iterator<FunctionSymbol> }[] = []
    const take = (facts: FunctionFacts): void => {
      for (const g of facts.modified) modified.add(g)
      for (const g of facts.indexed) indexed.add(g)
      for (const g of facts.atomics) atomics.add(g)
      for (const g of facts.payloads) payloads.add(g)
      stack.push({ globals: facts.globals.values(), callees: facts.callees.values() })
    }
    take(entry.kind === 'var' ? this.#initialiser(entry) : this.factsOf(entry))
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      const global = top.globals.next()
      if (!global.done) {
        const g = global.value
        if (globals.has(g)) continue
        globals.add(g)
        if (g.init && !g.constant) take(this.#initialiser(g))
        const others = this.together.get(g)
        if (others) stack.push({ globals: others.values(), callees: NO_CALLEES.values() })
        continue
      }
      const callee = top.callees.next()
      if (callee.done) stack.pop()
      else if (!seen.has(callee.value)) {
        seen.add(callee.value)
        take(this.factsOf(callee.value))
      }
    }
    return { globals, modified, indexed, atomics, payloads }
  }

  /** Whether a static variable of a function gets its value when its declaration runs for the first time, as C++ has it. */
  isLate(symbol: VarSymbol): boolean {
    if (symbol.storage !== 'static-local' || !symbol.init || symbol.constant || holdsObject(symbol.type)) return false
    let late = this.#late.get(symbol)
    if (late === undefined) {
      const facts = emptyFacts()
      this.#expr(symbol.init, facts)
      this.#late.set(symbol, (late = facts.hasMoment))
    }
    return late
  }

  /** Whether a static variable begins with what only run time tells. */
  needsCode(symbol: VarSymbol): boolean {
    if (!symbol.init || symbol.constant) return false
    const { hasMoment, operates } = this.#initialiser(symbol)
    return hasMoment || operates || this.together.has(symbol)
  }

  #initialiser(g: VarSymbol): FunctionFacts {
    let facts = this.#initialisers.get(g)
    if (!facts) {
      this.#initialisers.set(g, (facts = emptyFacts()))
      if (g.init) this.#expr(g.init, facts)
    }
    return facts
  }

  #write(target: Expr, facts: FunctionFacts): void {
    const root = rootOf(target)
    if (root === 'this') facts.modifiesThis = true
    else if (root) facts.modified.add(root)
  }

  #writeOuts(args: readonly Expr[], params: readonly IntrinsicParam[], facts: FunctionFacts): void {
    for (const [i, arg] of args.entries()) {
      const param = params[i]
      if (!param || param.mode === 'in') continue
      this.#write(arg, facts)
      const root = rootOf(arg)
      if (param.mode === 'ref' && root && root !== 'this') facts.atomics.add(root)
    }
  }

  #index(base: Expr, facts: FunctionFacts): void {
    const root = rootOf(base)
    if (root === 'this') facts.indexesThis = true
    else if (root) facts.indexed.add(root)
  }

  /** False: what stands behind is not reached. */
  #stmt(s: Stmt, facts: FunctionFacts): boolean {
    if (++this.#depth > DEEPEST) throw new NestedTooDeeply(s.pos)
    const falls = this.#statement(s, facts)
    this.#depth--
    return falls
  }

  #statement(s: Stmt, facts: FunctionFacts): boolean {
    switch (s.kind) {
      case 'block':
        return this.#body(s.body, facts)
      case 'decl':
        if (s.symbol.storage === 'static-local') {
          facts.globals.add(s.symbol)
          // Initialised here, the first time: what the initialiser does this function does.
          if (s.symbol.init && this.isLate(s.symbol)) this.#expr(s.symbol.init, facts)
        } else if (s.init) this.#expr(s.init, facts)
        return true
      case 'expr':
        this.#expr(s.expr, facts)
        return true
      case 'if':
        return this.#if(s, facts)
      case 'loop':
        for (const inner of s.init) this.#stmt(inner, facts)
        if (s.condition) this.#expr(s.condition, facts)
        if (s.step) this.#expr(s.step, facts)
        this.#stmt(s.body, facts)
        return true
      case 'switch':
        this.#expr(s.selector, facts)
        this.#switch(s, facts)
        return true
      case 'return':
        facts.returns++
        if (s.value) this.#expr(s.value, facts)
        return false
      case 'break':
      case 'continue':
        return false
      case 'discard':
        return true
    }
  }

  #body(list: readonly Stmt[], facts: FunctionFacts): boolean {
    let falls = true
    for (const s of list) {
      const asked = facts.asksActiveLanes
      const goesOn = this.#stmt(s, facts)
      if (!falls) facts.asksActiveLanes = asked
      falls &&= goesOn
    }
    return falls
  }

  #if(s: IfStmt, facts: FunctionFacts): boolean {
    const asked = facts.asksActiveLanes
    this.#expr(s.condition, facts)
    const truth = truthOf(s.condition)
    if (truth !== undefined) facts.asksActiveLanes = asked
    const before = facts.asksActiveLanes
    const then = this.#stmt(s.then, facts)
    if (truth === false) facts.asksActiveLanes = before
    const between = facts.asksActiveLanes
    const otherwise = s.else === undefined || this.#stmt(s.else, facts)
    if (truth === true) facts.asksActiveLanes = between
    return (then && truth !== false) || (otherwise && truth !== true)
  }

  #switch(s: SwitchStmt, facts: FunctionFacts): void {
    const chosen = chosenCase(s)
    if (chosen) this.#body(chosen, facts)
    else for (const group of s.groups) this.#body(group.body, facts)
  }

  #all(list: readonly Expr[], facts: FunctionFacts): void {
    for (const e of list) this.#expr(e, facts)
  }

  #expr(e: Expr, facts: FunctionFacts): void {
    if (++this.#depth > DEEPEST) throw new NestedTooDeeply(e.pos)
    this.#parts(e, facts)
    this.#depth--
  }

  #parts(e: Expr, facts: FunctionFacts): void {
    if (MOMENTARY.has(e.kind)) facts.hasMoment = true
    if (OPERATIONS.has(e.kind)) facts.operates = true
    switch (e.kind) {
      case 'var':
        noteVariable(e.symbol, facts)
        return
      case 'index':
        if (e.base.type.kind !== 'array' && !isLiteral(e.index)) this.#index(e.base, facts)
        break
      case 'resource-index':
        this.#expr(e.resource, facts)
        if (e.level) this.#expr(e.level, facts)
        this.#expr(e.index, facts)
        return
      case 'incdec':
      case 'assign':
        this.#write(e.target, facts)
        break
      case 'binary':
      case 'logical':
      case 'comma': {
        // Long sums lean to the left: a loop instead of recursion keeps the stack flat.
        const links: (BinaryExpr | LogicalExpr | CommaExpr)[] = []
        let left: Expr = e
        for (; left.kind === 'binary' || left.kind === 'logical' || left.kind === 'comma'; left = left.left)
          links.push(left)
        this.#expr(left, facts)
        for (let link = links.pop(); link; link = links.pop()) {
          const asked = facts.asksActiveLanes
          this.#expr(link.right, facts)
          if (!asked && facts.asksActiveLanes) facts.asksActiveLanes = !isDecided(link)
        }
        return
      }
      case 'conditional': {
        const truth = facts.asksActiveLanes || e.type.kind !== 'scalar' ? undefined : truthOf(e.condition)
        if (truth === undefined) break
        this.#expr(e.condition, facts)
        this.#expr(truth ? e.else : e.then, facts)
        facts.asksActiveLanes = false
        this.#expr(truth ? e.then : e.else, facts)
        return
      }
      case 'call':
        this.#call(e, facts)
        return
      case 'method':
      case 'intrinsic':
        if (e.kind === 'method') {
          this.#expr(e.object, facts)
          // The records are gone then, see nodes.ts.
          if (e.name === 'OutputComplete') this.#write(e.object, facts)
        } else noteBuiltin(e, facts)
        this.#writeOuts(e.args, e.params, facts)
        this.#all(e.args, facts)
        return
    }
    this.#all(childrenOf(e), facts)
  }

  /** Long chains of calls on each other's results are scanned from the inside out: the stack stays flat. */
  #call(e: CallExpr, facts: FunctionFacts): void {
    const chain = [e]
    for (let at = e.self; at?.kind === 'call'; at = at.self) chain.push(at)
    const isLong = chain.length > LONG
    for (const link of isLong ? chain.reverse() : [e]) this.#called(link, facts, !isLong || link.self?.kind !== 'call')
  }

  #called(e: CallExpr, facts: FunctionFacts, withSelf: boolean): void {
    facts.callees.add(e.callee)
    const callee = this.factsOf(e.callee)
    // A call takes as much of the stack as two other levels.
    this.#depth++
    if (callee.operates) facts.operates = true
    if (e.self) {
      if (callee.modifiesThis) this.#write(e.self, facts)
      if (callee.indexesThis) this.#index(e.self, facts)
      if (withSelf) this.#expr(e.self, facts)
    }
    e.args.forEach((arg, i) => {
      const param = e.callee.params[i] as ParamSymbol
      if (param.mode !== 'in') this.#write(arg, facts)
      if (callee.indexed.has(param)) this.#index(arg, facts)
      const root = rootOf(arg)
      if (callee.atomics.has(param) && root && root !== 'this') facts.atomics.add(root)
      if (callee.addressed.has(param) && param.mode !== 'in') noteAddress(arg, facts)
      if (callee.payloads.has(param) && root && root !== 'this') facts.payloads.add(root)
      this.#expr(arg, facts)
    })
    this.#depth--
  }
}

/** Whether the left side alone decides, and DXC emits no code for the right one. */
const isDecided = (e: Expr): boolean => e.kind === 'logical' && e.shortCircuit && truthOf(e.left) === (e.op === '||')

function notePayload(arg: Expr | undefined, facts: FunctionFacts): void {
  const root = arg && rootOf(arg)
  if (root && root !== 'this') facts.payloads.add(root)
}

function noteVariable(s: VarSymbol, facts: FunctionFacts): void {
  if (isGlobal(s)) facts.globals.add(s)
  if (s.storage === 'cbuffer' || s.storage === 'resource') facts.operates = true
  if (s.storage !== 'cbuffer' && !s.constant) facts.hasMoment = true
}

/** Builtins whose last argument, a struct, goes by its address. */
const PASS_ADDRESSES: ReadonlySet<string> = new Set([
  'TraceRay',
  'CallShader',
  'ReportHit',
  'DispatchMesh',
  'dx::HitObject::TraceRay',
  'dx::HitObject::Invoke',
  'dx::HitObject::GetAttributes',
  'dx::HitObject::FromRayQuery',
])

function noteBuiltin(e: IntrinsicExpr, facts: FunctionFacts): void {
  if (intrinsicAsksActiveLanes(e.name)) facts.asksActiveLanes = true
  const last = e.args.at(-1)
  if (last && PASS_ADDRESSES.has(e.name)) noteAddress(last, facts)
  if (e.name === 'DispatchMesh') notePayload(last, facts)
}

/** Variables of functions; others are copied. */
function noteAddress(arg: Expr, facts: FunctionFacts): void {
  const root = rootOf(arg)
  if (root && root !== 'this' && (root.storage === 'local' || root.storage === 'parameter')) facts.addressed.add(root)
}

/** Expressions that are operations of DXIL. */
const OPERATIONS: ReadonlySet<Expr['kind']> = new Set(['resource-index', 'heap', 'method', 'intrinsic'])

/** Expressions whose value depends on when they run. */
const MOMENTARY: ReadonlySet<Expr['kind']> = new Set(['this', 'resource-index', 'heap', 'method', 'intrinsic', 'call'])

const emptyFacts = (): FunctionFacts => ({
  modified: new Set(),
  indexed: new Set(),
  atomics: new Set(),
  addressed: new Set(),
  payloads: new Set(),
  globals: new Set(),
  callees: new Set(),
  operates: false,
  asksActiveLanes: false,
  hasMoment: false,
  modifiesThis: false,
  indexesThis: false,
  returns: 0,
  tailReturn: true,
})

const isGlobal = (s: VarSymbol): boolean =>
  s.storage === 'static' || s.storage === 'groupshared' || s.storage === 'static-local'
