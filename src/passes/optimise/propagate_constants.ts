// Sparse conditional constant propagation (Wegman and Zadeck): values that are constant on every path that can execute, found in one run however
// long the chain of branches that depend on each other. Folding one branch at a time would need a round of passes a link.
// Invariant: the lattice only falls, unknown -> constant -> varying, so every value changes at most twice.

import { borrowBytes, borrowInts, giveBack } from '../../ir/borrowed.ts'
import { type Block, type Func, NO_VALUE, type Value } from '../../ir/function.ts'
import type { Module } from '../../ir/module.ts'
import { isTerminator, Op } from '../../ir/ops.ts'
import { evaluate } from '../analyse/evaluate.ts'
import type { Pass } from '../common/pass.ts'

/** States of a value; a negative state is the constant itself. */
const UNKNOWN = 0
const VARYING = 1

export const propagateConstants: Pass = {
  name: 'propagate_constants',
  run(m, f) {
    return new Propagation(m, f).run()
  },
}

class Propagation {
  readonly #m: Module
  readonly #f: Func
  readonly #state: Int32Array<ArrayBuffer>
  readonly #reached: Uint8Array<ArrayBuffer>
  /** Executable edges as from * blockLimit + to. */
  readonly #edges = new Set<number>()
  readonly #blocks: Block[] = []
  readonly #values: Value[] = []

  constructor(m: Module, f: Func) {
    this.#m = m
    this.#f = f
    this.#state = borrowInts(f.valueLimit)
    this.#reached = borrowBytes(f.blockLimit)
  }

  run(): boolean {
    this.#reach(this.#f.entry)
    while (this.#blocks.length > 0 || this.#values.length > 0) {
      for (let b = this.#blocks.pop(); b !== undefined; b = this.#blocks.pop()) this.#visitBlock(b)
      const v = this.#values.pop()
      if (v !== undefined) this.#revisitUsers(v)
    }
    const changed = this.#replace()
    giveBack(this.#state)
    giveBack(this.#reached)
    return changed
  }

  #reach(b: Block): void {
    if (this.#reached[b] === 1) return
    this.#reached[b] = 1
    this.#blocks.push(b)
  }

  #visitBlock(b: Block): void {
    for (let v = this.#f.first(b); v !== NO_VALUE; v = this.#f.next(v)) this.#visit(v)
  }

  #revisitUsers(v: Value): void {
    const f = this.#f
    for (let slot = f.firstUse(v); slot !== 0; slot = f.nextUse(slot)) this.#revisit(f.userAt(slot))
  }

  #revisit(v: Value): void {
    if (this.#reached[this.#f.blockOf(v)] === 1) this.#visit(v)
  }

  #visit(v: Value): void {
    const op = this.#f.op(v)
    if (isTerminator(op)) {
      this.#leave(v, op)
      return
    }
    if (this.#state[v] === VARYING) return
    const now = op === Op.Phi ? this.#phi(v) : this.#result(v, op)
    if (now === this.#state[v]) return
    this.#state[v] = now
    this.#values.push(v)
  }

  #stateOf(v: Value): number {
    return v < 0 ? v : this.#state[v]!
  }

  #phi(v: Value): number {
    const f = this.#f
    const b = f.blockOf(v)
    let met = UNKNOWN
    for (const [i, from] of f.predecessors(b).entries()) {
      if (!this.#edges.has(from * f.blockLimit + b)) continue
      const state = this.#stateOf(f.operandAt(v, i))
      if (state === UNKNOWN || state === met) continue
      if (met !== UNKNOWN || state === VARYING) return VARYING
      met = state
    }
    return met
  }

  #result(v: Value, op: number): number {
    const f = this.#f
    if (op === Op.Select) return this.#select(v)
    const n = f.operandCount(v)
    if (n === 0 || op === Op.Load || op === Op.Store) return VARYING
    let unknown = false
    for (let i = 0; i < n; i++) {
      const state = this.#stateOf(f.operandAt(v, i))
      if (state === VARYING) return VARYING
      if (state === UNKNOWN) unknown = true
    }
    if (unknown) return UNKNOWN
    const operands = f.operands(v).map(o => this.#stateOf(o) as Value)
    return evaluate(this.#m, op, f.type(v), f.aux(v), operands) || VARYING
  }

  #select(v: Value): number {
    const f = this.#f
    const condition = this.#stateOf(f.operandAt(v, 0))
    if (condition === UNKNOWN) return UNKNOWN
    const [yes, no] = [this.#stateOf(f.operandAt(v, 1)), this.#stateOf(f.operandAt(v, 2))]
    const chosen = this.#m.constants.numberOf(condition as Value)
    if (chosen !== undefined) return chosen !== 0 ? yes : no
    return yes === no ? yes : VARYING
  }

  /** Follows the edges a terminator can take under what is known of its operand. */
  #leave(v: Value, op: number): void {
    const f = this.#f
    const b = f.blockOf(v)
    const targets = f.successors(b)
    if (op !== Op.CondBr && op !== Op.Switch) {
      for (const to of targets) this.#follow(b, to)
      return
    }
    const state = this.#stateOf(f.operandAt(v, 0))
    if (state === UNKNOWN) return
    const known = this.#m.constants.numberOf(state as Value)
    if (known === undefined) for (const to of targets) this.#follow(b, to)
    else if (op === Op.CondBr) this.#follow(b, targets[known !== 0 ? 0 : 1]!)
    else this.#follow(b, this.#switchTarget(v, targets, known))
  }

  #switchTarget(v: Value, targets: readonly Block[], known: number): Block {
    for (let i = 1; i < this.#f.operandCount(v); i++)
      if (this.#m.constants.numberOf(this.#f.operandAt(v, i)) === known) return targets[i]!
    return targets[0]!
  }

  #follow(from: Block, to: Block): void {
    const key = from * this.#f.blockLimit + to
    if (this.#edges.has(key)) return
    this.#edges.add(key)
    if (this.#reached[to] === 0) {
      this.#reach(to)
      return
    }
    // A new way into a block already visited can only change its phis.
    for (let v = this.#f.first(to); v !== NO_VALUE && this.#f.op(v) === Op.Phi; v = this.#f.next(v)) this.#visit(v)
  }

  #replace(): boolean {
    const f = this.#f
    let changed = false
    for (const b of f.blocks) {
      if (this.#reached[b] === 0) continue
      for (let v = f.first(b), next: Value; v !== NO_VALUE; v = next) {
        next = f.next(v)
        const state = this.#state[v]!
        if (state >= 0 || isTerminator(f.op(v))) continue
        if (f.isUsed(v)) f.replaceAllUses(v, state as Value)
        f.remove(v)
        changed = true
      }
    }
    return changed
  }
}
