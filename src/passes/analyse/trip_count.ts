// How often a loop goes round, found by executing just what its exit condition depends on, on constants and values from outside.

import type { Dominance } from '../../ir/dominance.ts'
import { isDivision, isSpeculatable } from '../../ir/effects.ts'
import { type Block, type Func, NO_VALUE, type Value } from '../../ir/function.ts'
import type { ExitTest, Loop } from '../../ir/loops.ts'
import type { Module } from '../../ir/module.ts'
import { ICMP, Op } from '../../ir/ops.ts'
import { I1 } from '../../ir/types.ts'
import { intOf } from '../common/simplify_rules.ts'
import { evaluate } from './evaluate.ts'
import { comparisonByBound, holdsForEqual } from './value_bounds.ts'

/** Conditions deeper than this are not followed. */
const MAX_DEPTH = 32

/** The test that leaves the loop after `count` rounds, if nothing else did before. */
export interface TripCount extends ExitTest {
  readonly count: number
}

/** Iterations whose test may stay unknown on the way to one whose test is known: DXC's limit of unrolling step by step. */
const MAX_UNKNOWN = 1024

/**
 * The number of times the back edge is taken, when one exit tested in every iteration decides it, and that test; undefined when unknown or above `limit`.
 * The loop has one latch; `entry` is its only predecessor from outside. `atMost`: a number that is surely not exceeded is good enough, as for
 * `i < n && i < 4`.
 */
export function tripCount(
  m: Module,
  f: Func,
  { dom, loop, entry }: { readonly dom: Dominance; readonly loop: Loop; readonly entry: Block },
  limit: number,
  atMost = false,
): TripCount | undefined {
  const latch = loop.latches[0]!
  for (const b of loop.blocks) {
    const t = f.terminator(b)
    if (f.op(t) !== Op.CondBr || !dom.dominates(b, latch)) continue
    const [yes, no] = f.successors(b) as [Block, Block]
    if (loop.contains.has(yes) === loop.contains.has(no)) continue
    const count = new Counter(m, f, loop, entry).count(f.operandAt(t, 0), loop.contains.has(yes), limit, atMost)
    if (count !== undefined) return { count, block: b, exit: loop.contains.has(yes) ? no : yes }
  }
  return undefined
}

/** Predicates of swapped operands; eq and ne stay. */
const SWAPPED: ReadonlyMap<number, number> = new Map([
  [ICMP.ult, ICMP.ugt],
  [ICMP.ugt, ICMP.ult],
  [ICMP.ule, ICMP.uge],
  [ICMP.uge, ICMP.ule],
  [ICMP.slt, ICMP.sgt],
  [ICMP.sgt, ICMP.slt],
  [ICMP.sle, ICMP.sge],
  [ICMP.sge, ICMP.sle],
])

class Counter {
  readonly #m: Module
  readonly #f: Func
  readonly #loop: Loop
  readonly #fromEntry: number
  readonly #fromLatch: number
  /** What header phis hold in this iteration; NO_VALUE = not known. */
  #phis = new Map<Value, Value>()
  #known = new Map<Value, Value>()

  constructor(m: Module, f: Func, loop: Loop, entry: Block) {
    this.#m = m
    this.#f = f
    this.#loop = loop
    this.#fromEntry = f.predecessors(loop.header).indexOf(entry)
    this.#fromLatch = f.predecessors(loop.header).indexOf(loop.latches[0]!)
  }

  count(condition: Value, staysWhen: boolean, limit: number, atMost: boolean): number | undefined {
    const f = this.#f
    if (condition > 0 && !this.#loop.contains.has(f.blockOf(condition))) return undefined
    for (let v = f.first(this.#loop.header); f.op(v) === Op.Phi; v = f.next(v))
      this.#phis.set(v, f.operandAt(v, this.#fromEntry))
    let unknown = 0
    for (let trips = 0; trips <= limit; trips++) {
      const outcome = intOf(this.#m, this.#valueOf(condition, 0))
      if (outcome === undefined && (!atMost || ++unknown > MAX_UNKNOWN)) return undefined
      if (outcome !== undefined && (outcome === 1) !== staysWhen) return trips
      if (!this.#advance()) return undefined
    }
    return undefined
  }

  /** Only phis that the condition asked about need to be known in the next iteration; false when none is. */
  #advance(): boolean {
    const next = new Map<Value, Value>()
    let any = false
    for (const [phi, value] of this.#phis) {
      const by = value === NO_VALUE ? NO_VALUE : this.#valueOf(this.#f.operandAt(phi, this.#fromLatch), 0)
      if (by !== NO_VALUE) any = true
      next.set(phi, by)
    }
    this.#phis = next
    this.#known = new Map()
    return any
  }

  /** The constant that v is in this iteration, or the value from outside of the loop; else NO_VALUE. */
  #valueOf(v: Value, depth: number): Value {
    if (v < 0) return v
    const f = this.#f
    if (v > 0 && !this.#loop.contains.has(f.blockOf(v))) return v
    if (depth > MAX_DEPTH) return NO_VALUE
    if (f.op(v) === Op.Phi) return this.#phis.get(v) ?? NO_VALUE
    if (!isSpeculatable(f, v) && !isDivision(f.op(v))) return NO_VALUE
    const found = this.#known.get(v)
    if (found !== undefined) return found
    const operands: Value[] = []
    for (let i = 0, n = f.operandCount(v); i < n; i++) operands.push(this.#valueOf(f.operandAt(v, i), depth + 1))
    const known =
      operands.length > 0 && operands.every(o => o < 0)
        ? evaluate(this.#m, f.op(v), f.type(v), f.aux(v), operands)
        : this.#inPart(v, operands)
    // What comes out the same in each iteration may stand for itself.
    const isInvariant = known === NO_VALUE && operands.every((o, i) => o !== NO_VALUE && o === f.operandAt(v, i))
    this.#known.set(v, isInvariant ? v : known)
    return isInvariant ? v : known
  }

  /** What one known operand of two decides. */
  #inPart(v: Value, operands: readonly Value[]): Value {
    const f = this.#f
    const op = f.op(v)
    // n < n, whatever n is.
    if (op === Op.ICmp && operands[0] !== NO_VALUE && operands[0] === operands[1])
      return this.#m.constants.bool(holdsForEqual(f.aux(v)))
    const at = operands.findIndex(o => o < 0)
    if (at < 0 || operands.length !== 2) return NO_VALUE
    const known = operands[at]!
    if (f.type(v) === I1 && (op === Op.And || op === Op.Or))
      return intOf(this.#m, known) === (op === Op.And ? 0 : 1) ? known : NO_VALUE
    const other = f.operandAt(v, 1 - at)
    if (op !== Op.ICmp || other < 0) return NO_VALUE
    const predicate = at === 1 ? f.aux(v) : (SWAPPED.get(f.aux(v)) ?? f.aux(v))
    const outcome = comparisonByBound(this.#m, f, predicate, other, known)
    return outcome === undefined ? NO_VALUE : this.#m.constants.bool(outcome)
  }
}
