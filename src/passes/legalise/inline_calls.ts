// Inlining: calls of functions that are not to stay become copies of their bodies. Lowering takes most calls in line itself; those that nest
// too deeply for that, and what a linker brings together, are calls until here. Callees come first, so that what is copied has no such calls
// left; the order is a work list, since calls may nest as deeply as a program likes.

import { type Block, type Func, NO_VALUE, type Value } from '../../ir/function.ts'
import type { Module } from '../../ir/module.ts'
import { isTerminator, Op } from '../../ir/ops.ts'
import { VOID } from '../../ir/types.ts'

/** A module grew beyond what is a shader. */
export class InlinedTooMuch extends Error {
  override readonly name = 'InlinedTooMuch'
  /** Of the call that was one too many, in the sources. */
  readonly pos: number
  constructor(pos: number) {
    super('too many instructions behind a call')
    this.pos = pos
  }
}

/**
 * Takes the calls of all functions in module.inlined in line and removes those functions.
 * @param limit instructions that one function may have
 * @throws InlinedTooMuch
 */
export function inlineCalls(m: Module, limit: number): void {
  if (m.inlined.size === 0) return
  for (const f of calleesFirst(m)) inlineInto(m, f, limit)
  const kept = m.functions.filter(f => !m.inlined.has(f))
  const numbers = new Map(kept.map((f, i) => [f, i]))
  for (const f of kept) for (const v of callsOf(f)) f.setAux(v, numbers.get(m.functions[f.aux(v)]!)!)
  m.functions.splice(0, m.functions.length, ...kept)
  m.inlined.clear()
}

/** Functions in an order in which each comes behind all that it calls. There is no recursion: the front end refuses it. */
function calleesFirst(m: Module): Func[] {
  const done: Func[] = []
  const seen = new Set<Func>()
  for (const root of m.definitions) {
    if (seen.has(root)) continue
    seen.add(root)
    const stack = [{ f: root, callees: calleesOf(m, root) }]
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      const next = top.callees.pop()
      if (next === undefined) {
        done.push(top.f)
        stack.pop()
      } else if (!seen.has(next)) {
        seen.add(next)
        stack.push({ f: next, callees: calleesOf(m, next) })
      }
    }
  }
  return done
}

const calleesOf = (m: Module, f: Func): Func[] =>
  [...new Set(callsOf(f).map(v => m.functions[f.aux(v)]!))].filter(callee => !callee.isDeclaration)

function callsOf(f: Func): Value[] {
  const calls: Value[] = []
  for (const b of f.blocks)
    for (let v = f.first(b); v !== NO_VALUE; v = f.next(v)) if (f.op(v) === Op.Call) calls.push(v)
  return calls
}

function inlineInto(m: Module, f: Func, limit: number): void {
  for (const call of callsOf(f)) {
    const callee = m.functions[f.aux(call)]!
    if (!m.inlined.has(callee)) continue
    if (f.valueLimit + callee.valueLimit > limit) throw new InlinedTooMuch(f.pos(call))
    new Copy(m, f, callee, call).run()
  }
}

/** One call and the copy of the body that replaces it. What variables of the callee hold is not told any more. */
class Copy {
  readonly #m: Module
  readonly #f: Func
  readonly #callee: Func
  readonly #call: Value
  readonly #blocks: Block[] = []
  readonly #values: Value[] = []
  readonly #locations = new Map<number, number>()

  constructor(m: Module, f: Func, callee: Func, call: Value) {
    this.#m = m
    this.#f = f
    this.#callee = callee
    this.#call = call
  }

  run(): void {
    const f = this.#f
    const callee = this.#callee
    const head = f.blockOf(this.#call)
    const tail = f.splitBefore(this.#call, 'call.end')
    let last = head
    for (const b of callee.blocks) {
      const copy = f.createBlock(callee.blockName(b))
      f.placeBlock(copy, last)
      this.#blocks[b] = last = copy
      const hint = callee.loopHints.get(b)
      if (hint) f.loopHints.set(copy, hint)
    }
    const returned: Value[] = []
    for (const b of callee.blocks) this.#copyBlock(b, tail, returned)
    f.terminate(head, Op.Br, VOID, [], [this.#blocks[callee.entry]!], 0, f.loc(this.#call))
    this.#fillOperands()
    this.#replaceCall(tail, returned)
  }

  #copyBlock(b: Block, tail: Block, returned: Value[]): void {
    const f = this.#f
    const callee = this.#callee
    const into = this.#blocks[b]!
    for (let v = callee.first(b); v !== NO_VALUE; v = callee.next(v)) {
      const op = callee.op(v)
      const loc = this.#location(callee.loc(v))
      if (op === Op.Param) this.#values[v] = f.operandAt(this.#call, callee.aux(v))
      else if (op === Op.Ret) {
        if (callee.operandCount(v) > 0) returned.push(callee.operandAt(v, 0))
        f.terminate(into, Op.Br, VOID, [], [tail], 0, loc)
      } else if (isTerminator(op)) {
        const targets = callee.successors(b).map(s => this.#blocks[s]!)
        this.#values[v] = f.terminate(into, op, VOID, [], targets, callee.aux(v), loc)
      } else if (op === Op.Alloca) {
        const copy = f.prepend(f.entry, op, callee.type(v), [], callee.aux(v), callee.flags(v), loc)
        this.#values[v] = copy
        const buffer = callee.constantVectors.get(v)
        if (buffer !== undefined) f.constantVectors.set(copy, buffer)
        const name = callee.statics.get(v)
        if (name !== undefined) f.statics.set(copy, name)
      } else this.#values[v] = f.append(into, op, callee.type(v), [], callee.aux(v), callee.flags(v), loc)
    }
  }

  /** Phis name values behind them, so operands come when everything is copied. */
  #fillOperands(): void {
    const f = this.#f
    const callee = this.#callee
    for (const b of callee.blocks) {
      f.orderPredecessors(
        this.#blocks[b]!,
        b === callee.entry ? f.predecessors(this.#blocks[b]!) : callee.predecessors(b).map(p => this.#blocks[p]!),
      )
      for (let v = callee.first(b); v !== NO_VALUE; v = callee.next(v)) {
        const op = callee.op(v)
        if (op === Op.Param || op === Op.Ret || callee.operandCount(v) === 0) continue
        f.setOperands(
          this.#values[v]!,
          callee.operands(v).map(o => this.#mapped(o)),
        )
      }
    }
  }

  #mapped(v: Value): Value {
    return v > 0 ? this.#values[v]! : v
  }

  /** Code of the callee stands where it stood, behind the call. */
  #location(loc: number): number {
    const f = this.#f
    const known = this.#locations.get(loc)
    if (known !== undefined) return known
    const row = this.#callee.locations.row(loc)
    const at = f.loc(this.#call)
    const inlinedAt = row && row.inlinedAt !== 0 ? this.#location(row.inlinedAt) : at
    const made = row ? f.locations.add({ ...row, inlinedAt }) : loc
    this.#locations.set(loc, made)
    return made
  }

  #replaceCall(tail: Block, returned: readonly Value[]): void {
    const f = this.#f
    const call = this.#call
    if (f.isUsed(call)) {
      const values = returned.map(v => this.#mapped(v))
      const [only = this.#m.constants.undef(f.type(call))] = values
      const isOne = values.length < 2
      f.replaceAllUses(call, isOne ? only : f.prepend(tail, Op.Phi, f.type(call), values, 0, 0, f.loc(call)))
    }
    f.remove(call)
  }
}
