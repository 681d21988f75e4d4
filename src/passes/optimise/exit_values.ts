// Rewrites what a loop leaves behind where its trip count is known, as LLVM's IndVarSimplify does: behind `for (i = 0; i < 5; i++) { sum += f(i); n++; }`
// i is 5, n is 5 more than before, and `i * 4` is 20. What begins with a constant and only depends on such values is computed round for round.
// The start of a phi that no round reads becomes 0, so that what computed it is dead: `float x = f(); for (i = 0; i < 5; i++) x = g(i);`.

import { type Dominance, dominanceOf } from '../../ir/dominance.ts'
import { isSpeculatable } from '../../ir/effects.ts'
import { type Block, type Func, NO_BLOCK, NO_VALUE, type Value } from '../../ir/function.ts'
import { type Loop, naturalLoops } from '../../ir/loops.ts'
import type { Module } from '../../ir/module.ts'
import { Op } from '../../ir/ops.ts'
import { I32, isStorable } from '../../ir/types.ts'
import { evaluate } from '../analyse/evaluate.ts'
import { type TripCount, tripCount } from '../analyse/trip_count.ts'
import type { Pass } from '../common/pass.ts'
import { intOf } from '../common/simplify_rules.ts'
import { placeOf, type Use, usesOf } from '../common/uses.ts'
import { preheaderOf } from './hoist_invariants.ts'

/** Loops with more rounds keep their exit values: counting takes time. */
const MAX_ROUNDS = 1024

/** Rounds that are computed one by one: as many as LLVM's ScalarEvolution does. */
const MAX_COMPUTED = 100

/** Expressions deeper than this are not followed. */
const MAX_DEPTH = 8

export const exitValues: Pass = {
  name: 'exit_values',
  run(m, f) {
    const dom = dominanceOf(f)
    let changed = false
    for (const loop of naturalLoops(f)) {
      const entry = preheaderOf(f, loop)
      if (entry !== NO_BLOCK && loop.latches.length === 1)
        changed = new Rewriter(m, f, dom, loop, entry).run() || changed
    }
    return changed
  },
}

class Rewriter {
  readonly #m: Module
  readonly #f: Func
  readonly #dom: Dominance
  readonly #loop: Loop
  readonly #entry: Block
  readonly #fromEntry: number
  #trips: TripCount | undefined

  constructor(m: Module, f: Func, dom: Dominance, loop: Loop, entry: Block) {
    this.#m = m
    this.#f = f
    this.#dom = dom
    this.#loop = loop
    this.#entry = entry
    this.#fromEntry = f.predecessors(loop.header).indexOf(entry)
  }

  run(): boolean {
    const f = this.#f
    const left = this.#loop.blocks.flatMap(b => this.#leftBehind(b))
    const unread = this.#unreadStarts()
    if (left.length === 0 && unread.length === 0) return false
    this.#trips = tripCount(this.#m, f, { dom: this.#dom, loop: this.#loop, entry: this.#entry }, MAX_ROUNDS)
    if (!this.#trips || this.#trips.isSure) return false
    let changed = this.#forgetStarts(unread)
    for (const v of left) {
      if (!this.#dom.dominates(f.blockOf(v), this.#trips.block)) continue
      const by = this.#valueBehind(v)
      if (by !== NO_VALUE && this.#replace(v, by)) changed = true
    }
    return changed
  }

  /** What a block computes of counters, and others use outside of the loop. */
  #leftBehind(b: Block): Value[] {
    const f = this.#f
    const found: Value[] = []
    for (let v = f.first(b); v !== NO_VALUE; v = f.next(v)) {
      const isFollowed = f.op(v) === Op.Phi ? b === this.#loop.header && this.#isCounted(v) : isSpeculatable(f, v)
      if (isFollowed && this.#isUsedOutside(v)) found.push(v)
    }
    return found
  }

  /** Phis of the header that begin with a value which was computed, and which nobody in the loop reads. */
  #unreadStarts(): Value[] {
    const f = this.#f
    const found: Value[] = []
    for (let v = f.first(this.#loop.header); f.op(v) === Op.Phi; v = f.next(v)) {
      const isComputed = f.operandAt(v, this.#fromEntry) > 0 && isStorable(f.type(v))
      if (isComputed && !f.users(v).some(user => this.#loop.contains.has(f.blockOf(user)))) found.push(v)
    }
    return found
  }

  /** Lets phis begin with 0, if only code behind the loop's test reads them, and the test stays in the loop at least once. */
  #forgetStarts(phis: readonly Value[]): boolean {
    if (this.#trips!.count === 0) return false
    const [f, { constants }] = [this.#f, this.#m]
    const forgotten = phis.filter(phi => usesOf(f, [phi]).every(use => this.#isBehind(use)))
    for (const phi of forgotten) f.setOperand(phi, this.#fromEntry, constants.zero(f.type(phi)))
    return forgotten.length > 0
  }

  #isOutside(v: Value): boolean {
    return v < 0 || !this.#loop.contains.has(this.#f.blockOf(v))
  }

  /** What a phi of the header is in the next round. */
  #next(phi: Value): Value {
    return this.#f.operandAt(phi, 1 - this.#fromEntry)
  }

  #isCounted(phi: Value): boolean {
    const isConstant = this.#f.operandAt(phi, this.#fromEntry) < 0
    return isConstant || this.#isOutside(this.#next(phi)) || this.#stepOf(phi) !== undefined
  }

  /** The constant that a phi of 32 bits grows by; undefined for others. */
  #stepOf(phi: Value): number | undefined {
    const f = this.#f
    if (f.type(phi) !== I32) return undefined
    let step = 0
    let v = this.#next(phi)
    for (let depth = 0; v > 0 && v !== phi && depth < MAX_DEPTH; depth++) {
      const by = f.op(v) === Op.Add ? intOf(this.#m, f.operandAt(v, 1)) : undefined
      if (by === undefined) return undefined
      step = (step + Number(by)) | 0
      v = f.operandAt(v, 0)
    }
    return v === phi ? step : undefined
  }

  /** What v is when the loop's test leaves it; NO_VALUE when that is not known. */
  #valueBehind(v: Value): Value {
    return this.#valueWith(v, phi => this.#phiBehind(phi), 0)
  }

  /** What v is where the phis of the header are known; NO_VALUE where it is no constant, unless it comes from outside or from a phi. */
  #valueWith(v: Value, known: (phi: Value) => Value, depth: number): Value {
    const f = this.#f
    if (this.#isOutside(v)) return v
    if (f.op(v) === Op.Phi) return f.blockOf(v) === this.#loop.header ? known(v) : NO_VALUE
    if (depth > MAX_DEPTH || !isSpeculatable(f, v)) return NO_VALUE
    const operands = f.operands(v).map(o => this.#valueWith(o, known, depth + 1))
    if (operands.length === 0 || operands.some(o => o >= 0)) return NO_VALUE
    return evaluate(this.#m, f.op(v), f.type(v), f.aux(v), operands)
  }

  /** The phi after all rounds, computed one by one together with the phis that it depends on; NO_VALUE where one of them is no constant. */
  #computed(phi: Value): Value {
    const count = this.#trips!.count
    if (count > MAX_COMPUTED) return NO_VALUE
    let round = new Map<Value, Value>([[phi, this.#f.operandAt(phi, this.#fromEntry)]])
    const known = (other: Value): Value => {
      const value = round.get(other)
      if (value !== undefined) return value
      // Only the first round finds more of them.
      const first = this.#f.operandAt(other, this.#fromEntry)
      round.set(other, first)
      return first
    }
    for (let i = 0; i < count; i++) {
      const next = new Map<Value, Value>()
      for (const [other] of round) {
        const value = this.#valueWith(this.#next(other), known, 0)
        if (value >= 0) return NO_VALUE
        next.set(other, value)
      }
      round = next
    }
    return round.get(phi)!
  }

  #phiBehind(phi: Value): Value {
    const [f, m, { count }] = [this.#f, this.#m, this.#trips!]
    const first = f.operandAt(phi, this.#fromEntry)
    const next = this.#next(phi)
    if (count === 0) return first
    if (this.#isOutside(next)) return next
    const step = this.#stepOf(phi)
    if (step === undefined) return first < 0 ? this.#computed(phi) : NO_VALUE
    const sum = m.constants.int(I32, Math.imul(count, step))
    if (first < 0) return evaluate(m, Op.Add, I32, 0, [first, sum])
    const isAlone =
      f.singleUser(next) === phi &&
      f.users(phi).every(user => user === next || !this.#loop.contains.has(f.blockOf(user)))
    // A sum in front of a loop that keeps the counter would be one more instruction.
    return isAlone ? f.insertBefore(f.terminator(this.#entry), Op.Add, I32, [first, sum]) : NO_VALUE
  }

  /** Replaces the uses that only the loop's test leads to. */
  #replace(v: Value, by: Value): boolean {
    const uses = usesOf(this.#f, [v]).filter(use => this.#isBehind(use))
    for (const { user, i } of uses) this.#f.setOperand(user, i, by)
    return uses.length > 0
  }

  #isBehind(use: Use): boolean {
    const f = this.#f
    const { block, exit } = this.#trips!
    const at = placeOf(f, use)
    if (at === block && f.blockOf(use.user) === exit) return true
    return f.predecessors(exit).length === 1 && this.#dom.dominates(exit, at)
  }

  /** Whether an instruction outside of the loop uses v. */
  #isUsedOutside(v: Value): boolean {
    const f = this.#f
    for (let slot = f.firstUse(v); slot !== 0; slot = f.nextUse(slot))
      if (!this.#loop.contains.has(f.blockOf(f.userAt(slot)))) return true
    return false
  }
}
