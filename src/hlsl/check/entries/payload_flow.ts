// Warnings about the fields of ray payloads: what a stage reads that nobody may have written, and what it writes that nobody will read.
// The rules are DXC's, and so are their limits: a function that gets the payload is looked at with what its caller did around the call.

import type { Span } from '../../../diag/sources.ts'
import type { Expr, FunctionSymbol, IntrinsicExpr, ParamSymbol, VarSymbol } from '../../tree/typed.ts'
import type { Field, StructType } from '../../tree/types.ts'
import { childrenOf } from '../../tree/walk.ts'
import { type Checker, report } from '../core/context.ts'
import { mayRead, mayWrite, type PayloadStage } from '../symbols/payloads.ts'
import { type Element, type GraphBlock, StatementGraph } from './statement_graph.ts'

/** One access of a field, or a call that takes the payload. */
interface Use {
  readonly element: Element
  readonly block: GraphBlock
  readonly at: Span
}

/** What a part of a function does with one payload. */
class Uses {
  readonly writes = new Map<Field, Use[]>()
  readonly reads = new Map<Field, Use[]>()
  readonly calls: Use[] = []
  readonly #payload: VarSymbol

  constructor(payload: VarSymbol) {
    this.#payload = payload
  }

  add(element: Element, block: GraphBlock): void {
    for (const { field, isCall, isWrite, at } of accesses(element, this.#payload)) {
      const use = { element, block, at }
      if (!field) {
        if (isCall) this.calls.push(use)
        continue
      }
      const map = isWrite ? this.writes : this.reads
      const list = map.get(field)
      if (list) list.push(use)
      else map.set(field, [use])
    }
  }
}

interface Access {
  readonly field: Field | undefined
  readonly isCall: boolean
  readonly isWrite: boolean
  readonly at: Span
}

const TRACES: ReadonlySet<string> = new Set(['TraceRay', 'dx::HitObject::TraceRay', 'dx::HitObject::Invoke'])
const isTrace = (e: Element): boolean => e.kind === 'intrinsic' && TRACES.has(e.name)

function accesses(element: Element, payload: VarSymbol): Access[] {
  const found: Access[] = []
  const first = element.kind === 'decl' ? element.init : element.kind === 'return' ? element.value : element
  if (!first) return found
  const isPlace = element === first
  const stack: { e: Expr; isWrite: boolean; member?: Expr & { kind: 'member' }; isCall: boolean }[] = [
    { e: first, isWrite: isPlace, isCall: false },
  ]
  for (let item = stack.pop(); item; item = stack.pop()) {
    const { e } = item
    const member = item.member ?? (e.kind === 'member' ? e : undefined)
    const isCall = item.isCall || e.kind === 'call' || e.kind === 'intrinsic' || e.kind === 'method'
    if (e.kind === 'var' && e.symbol === payload) {
      const at = member ? { pos: member.end - member.field.name.length, end: member.end } : e
      found.push({ field: member?.field, isCall, isWrite: item.isWrite, at })
    }
    const children = childrenOf(e)
    for (let i = children.length - 1; i >= 0; i--)
      stack.push({ e: children[i]!, isWrite: isWritten(e, i, item.isWrite), isCall, ...(member ? { member } : {}) })
  }
  return found
}

/** Whether a part of an expression is a place to write to. */
function isWritten(e: Expr, child: number, isWrite: boolean): boolean {
  switch (e.kind) {
    case 'assign':
      return child === 0
    case 'incdec':
      return true
    case 'member':
    case 'bit-field':
    case 'swizzle':
    case 'matrix-swizzle':
      return isWrite
    // An element of an array counts as read even where it is written.
    case 'index':
      return isWrite && child === 0 && e.base.type.kind !== 'array'
    case 'intrinsic':
      return e.params[child]?.mode !== 'in'
    case 'method':
      return child > 0 && e.params[child - 1]?.mode !== 'in'
    case 'call': {
      const arg = e.self ? child - 1 : child
      return arg < 0 || e.callee.params[arg]?.mode !== 'in'
    }
    default:
      return false
  }
}

/** A payload's fields; those of payloads in it stand for the payload. */
function* fieldsOf(type: StructType): Generator<Field> {
  for (const field of type.fields)
    if (field.type.kind === 'struct' && field.type.payload) yield* fieldsOf(field.type)
    else yield field
}

interface Info {
  readonly function: FunctionSymbol
  readonly payload: ParamSymbol | undefined
  readonly stage: PayloadStage | undefined
}

type Fields = ReadonlySet<Field>
const NONE: Fields = new Set()

/** Warns about what one shader does with its payload and those that it sends along rays. */
export function warnOfPayloadAccess(checker: Checker, info: Info): void {
  new PayloadFlow(checker, info, new Set()).run(NONE, NONE)
}

class PayloadFlow {
  readonly #checker: Checker
  readonly #info: Info
  readonly #visited: Set<FunctionSymbol>
  readonly #graph: StatementGraph
  readonly #traces: Use[] = []

  constructor(checker: Checker, info: Info, visited: ReadonlySet<FunctionSymbol>) {
    this.#checker = checker
    this.#info = info
    this.#visited = new Set(visited)
    this.#graph = new StatementGraph(info.function.body!)
  }

  /** @returns the fields that the function writes for its caller */
  run(notRead: Fields, notWritten: Fields): readonly Field[] {
    const { payload } = this.#info
    let written: readonly Field[] = []
    if (payload?.type.kind === 'struct') written = this.#own(payload, payload.type, notRead, notWritten)
    for (const block of this.#reached([this.#graph.entry], new Set()))
      for (const element of block.elements) if (isTrace(element)) this.#traces.push({ element, block, at: element })
    const diagnosed = new Set<Element>()
    for (const trace of this.#traces) {
      if (diagnosed.has(trace.element)) continue
      diagnosed.add(trace.element)
      this.#trace(trace)
    }
    return written
  }

  #own(payload: ParamSymbol, type: StructType, notRead: Fields, notWritten: Fields): readonly Field[] {
    const { stage } = this.#info
    const fields = [...fieldsOf(type)]
    const uses = new Uses(payload)
    this.#collect(uses, [this.#graph.entry], new Set())
    const written = payload.mode === 'in' ? [] : [...uses.writes.keys()]
    if (payload.mode !== 'in') {
      const locked = fields.filter(f => !notWritten.has(f) && !mayWrite(f, stage))
      this.#lostWrites(uses, locked)
      this.#lostData(uses, fields, payload)
    }
    for (const [use, list] of this.#passedOn(uses, notRead, notWritten))
      for (const field of list) uses.writes.set(field, [...(uses.writes.get(field) ?? []), use])
    if (payload.mode === 'inout' || this.#isIn(payload)) {
      const locked = fields.filter(f => !notRead.has(f) && !mayRead(f, stage))
      this.#undefinedReads(uses, locked)
    }
    return written
  }

  /** Written `in`, which only parameters of functions called may leave out. */
  #isIn(param: ParamSymbol): boolean {
    const entity = this.#checker.functions.find(f => f.symbol === this.#info.function)
    const decl = entity?.decl.params[this.#info.function.params.indexOf(param)]
    return decl?.modifiers.some(m => m.name === 'in') ?? false
  }

  /** Writes that reach the end of a stage that may not write the field. */
  #lostWrites({ writes }: Uses, locked: readonly Field[]): void {
    const stage = this.#info.stage ?? ''
    for (const field of locked) {
      const found = this.#firstOnEachWay(this.#graph.exit, 'preds', writes.get(field) ?? [])
      for (const { at } of found) report(this.#checker, 'W2661', at, { name: field.name, stage })
    }
  }

  /** A stage that only writes a field, and not on every way: what an earlier stage wrote is lost on the others. */
  #lostData({ writes }: Uses, fields: readonly Field[], payload: ParamSymbol): void {
    const { stage } = this.#info
    if (stage === undefined || stage === 'caller') return
    for (const field of fields) {
      const isWritable = mayWrite(field, 'caller') || mayWrite(field, 'anyhit')
      if (!isWritable || !mayWrite(field, stage) || mayRead(field, stage)) continue
      const isSure = writes.get(field)?.some(w => this.#graph.dominates(w.block, this.#graph.exit))
      if (!isSure) report(this.#checker, 'W2662', payload, { name: field.name, stage })
    }
  }

  #undefinedReads({ reads, writes }: Uses, locked: readonly Field[]): void {
    const stage = this.#info.stage ?? ''
    for (const field of locked) {
      const found = this.#firstOnEachWay(this.#graph.entry, 'succs', reads.get(field) ?? [])
      for (const read of found)
        if (!writes.get(field)?.some(w => this.#comesFirst(w, read)))
          report(this.#checker, 'W2660', read.at, { name: field.name, stage })
    }
  }

  /** Calls that get the payload, each with the fields that the function called writes. */
  #passedOn(uses: Uses, notRead: Fields, notWritten: Fields): readonly (readonly [Use, readonly Field[]])[] {
    const written: (readonly [Use, readonly Field[]])[] = []
    const payload = this.#info.payload!
    for (const use of uses.calls) {
      const { element } = use
      if (isTrace(element)) {
        this.#traces.push(use)
        continue
      }
      if (element.kind !== 'call' && element.kind !== 'intrinsic') continue
      const index = element.args.findIndex(arg => accesses(arg, payload).length > 0)
      if (element.kind === 'intrinsic' || !element.callee.body) {
        if (index >= 0 && isWhole(element.args[index]!, payload)) report(this.#checker, 'W2667', element, {})
        continue
      }
      const { callee } = element
      if (this.#visited.has(callee)) return written
      this.#visited.add(callee)
      const param = callee.params[index]
      if (!param) continue
      const before = [...uses.writes].filter(([, list]) => list.some(w => this.#comesFirst(w, use))).map(([f]) => f)
      const info = { function: callee, payload: param, stage: this.#info.stage }
      const flow = new PayloadFlow(this.#checker, info, this.#visited)
      const fields = flow.run(new Set([...before, ...notRead]), new Set([...this.#writtenBehind(use), ...notWritten]))
      written.push([use, fields])
    }
    return written
  }

  #writtenBehind(use: Use): Iterable<Field> {
    const uses = new Uses(this.#info.payload!)
    this.#addBehind(uses, use)
    this.#collect(uses, use.block.succs, new Set())
    return uses.writes.keys()
  }

  #trace(trace: Use): void {
    const arg = (trace.element as IntrinsicExpr).args.at(-1)!
    const payload = arg.kind === 'var' ? arg.symbol : undefined
    if (payload?.type.kind !== 'struct') return
    const { type } = payload
    const checker = this.#checker
    if (!type.payload) return void report(checker, 'E2498', payload, { type: type.name })
    const fields = [...fieldsOf(type)]
    const visited = new Set([trace.block])
    const before = new Uses(payload)
    for (const element of trace.block.elements) {
      if (element === trace.element) break
      before.add(element, trace.block)
    }
    for (const block of this.#reached(trace.block.preds, visited, 'preds'))
      for (const element of block.elements) before.add(element, block)
    const initial: Fields = this.#hasInitial(payload) ? new Set(type.fields) : NONE
    const isWritten = (f: Field): boolean => initial.has(f) || before.writes.has(f)
    for (const f of fields) if (mayWrite(f, 'caller') && !isWritten(f)) report(checker, 'W2663', arg, { name: f.name })
    for (const f of fields) if (!mayWrite(f, 'caller') && isWritten(f)) report(checker, 'W2664', arg, { name: f.name })

    const behind = new Uses(payload)
    this.#addBehind(behind, trace)
    this.#collect(behind, trace.block.succs, visited)
    for (const f of fields)
      if (mayRead(f, 'caller') && !behind.reads.has(f)) report(checker, 'W2666', arg, { name: f.name })
    for (const f of fields) {
      if (mayRead(f, 'caller')) continue
      for (const read of behind.reads.get(f) ?? [])
        if (!behind.writes.get(f)?.some(w => this.#comesFirst(w, read)))
          report(checker, 'W2665', read.at, { name: f.name })
    }
  }

  #hasInitial(payload: VarSymbol): boolean {
    for (const { elements } of this.#reached([this.#graph.entry], new Set()))
      if (elements.some(e => e.kind === 'decl' && e.symbol === payload && e.init)) return true
    return false
  }

  #addBehind(uses: Uses, { element, block }: Use): void {
    const { elements } = block
    for (const e of elements.slice(elements.indexOf(element) + 1)) uses.add(e, block)
  }

  #collect(uses: Uses, from: readonly GraphBlock[], visited: Set<GraphBlock>): void {
    for (const block of this.#reached(from, visited)) for (const element of block.elements) uses.add(element, block)
  }

  /** Blocks in the order of a depth-first walk, without those visited. */
  #reached(from: readonly GraphBlock[], visited: Set<GraphBlock>, side: 'succs' | 'preds' = 'succs'): GraphBlock[] {
    const order: GraphBlock[] = []
    const stack = [...from].reverse()
    for (let block = stack.pop(); block; block = stack.pop()) {
      if (visited.has(block)) continue
      visited.add(block)
      order.push(block)
      stack.push(...[...block[side]].reverse())
    }
    return order
  }

  /** On each way from a block, the uses that come first. */
  #firstOnEachWay(start: GraphBlock, side: 'succs' | 'preds', uses: readonly Use[]): Use[] {
    const found: Use[] = []
    const visited = new Set<GraphBlock>([start])
    const stack = [...start[side]].reverse()
    for (let block = stack.pop(); block; block = stack.pop()) {
      const { elements } = block
      const has = (e: Element): boolean => uses.some(u => u.element === e)
      const element = side === 'succs' ? elements.find(has) : elements.findLast(has)
      const use = element && uses.find(u => u.element === element)
      if (use) found.push(use)
      else if (!visited.has(block)) {
        visited.add(block)
        stack.push(...[...block[side]].reverse())
      }
    }
    return found
  }

  #comesFirst(write: Use, use: Use): boolean {
    if (write.block !== use.block) return this.#graph.dominates(write.block, use.block)
    const { elements } = use.block
    return elements.indexOf(write.element) <= elements.indexOf(use.element)
  }
}

const isWhole = (arg: Expr, payload: VarSymbol): boolean => arg.kind === 'var' && arg.symbol === payload
