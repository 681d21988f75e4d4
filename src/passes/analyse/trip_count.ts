// How often a loop goes round, found by executing just what its exit condition depends on, on constants and values from outside.

import type { Dominance } from '../../ir/dominance.ts'
import { effectOf, isDivision, isSpeculatable } from '../../ir/effects.ts'
import { type Block, type Func, NO_VALUE, type Value } from '../../ir/function.ts'
import type { ExitTest, Loop } from '../../ir/loops.ts'
import type { Module } from '../../ir/module.ts'
import { ICMP, Op } from '../../ir/ops.ts'
import { I1, I32 } from '../../ir/types.ts'
import { intOf, isUndef } from '../common/simplify_rules.ts'
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

export interface CountOptions {
  /** A number that is surely not exceeded is good enough, as for `i < n && i < 4`. */
  readonly atMost?: boolean
  /** Two loads of one place are still two values, as they are where DXC counts: `for (j = n; j < n + 3; j++)` has no bound if n is loaded. */
  readonly loadsDiffer?: boolean
}

/**
 * The number of times the back edge is taken, when one exit tested in every iteration decides it, and that test; undefined when unknown or above `limit`.
 * The loop has one latch; `entry` is its only predecessor from outside.
 */
export function tripCount(
  m: Module,
  f: Func,
  { dom, loop, entry }: { readonly dom: Dominance; readonly loop: Loop; readonly entry: Block },
  limit: number,
  { atMost = false, loadsDiffer = false }: CountOptions = {},
): TripCount | undefined {
  const latch = loop.latches[0]!
  for (const b of loop.blocks) {
    const t = f.terminator(b)
    if (f.op(t) !== Op.CondBr || !dom.dominates(b, latch)) continue
    const [yes, no] = f.successors(b) as [Block, Block]
    if (loop.contains.has(yes) === loop.contains.has(no)) continue
    const counter = new Counter(m, f, loop, entry, loadsDiffer)
    const count = counter.count(f.operandAt(t, 0), loop.contains.has(yes), limit, atMost)
    const { isSure } = counter
    if (count !== undefined) return { count, block: b, exit: loop.contains.has(yes) ? no : yes, isSure }
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

const SUM_ORDERS: ReadonlyMap<number, (isLess: boolean) => boolean> = new Map([
  [ICMP.eq, () => false],
  [ICMP.ne, () => true],
  [ICMP.slt, (isLess: boolean) => isLess],
  [ICMP.sgt, (isLess: boolean) => !isLess],
])

interface Sum {
  /** A value, or a multiple of a sum: `(5)*4`. */
  readonly base: string
  readonly offset: number
}

/** What an operation with a constant makes of a sum, if that is one. */
function summed(op: number, { base, offset }: Sum, by: number): Sum | undefined {
  if (op === Op.Add) return { base, offset: (offset + by) | 0 }
  if (op === Op.Sub) return { base, offset: (offset - by) | 0 }
  const factor = op === Op.Mul ? by : op === Op.Shl && by >= 0 && by < 31 ? 1 << by : undefined
  return factor === undefined ? undefined : { base: `(${base})*${factor}`, offset: Math.imul(offset, factor) }
}

const isLoad = (f: Func, v: Value): boolean => f.op(v) === Op.LoadCBufferRow || effectOf(f, v) !== 'pure'

/** A load, or arithmetic with one. */
function isLoaded(f: Func, v: Value): boolean {
  if (isLoad(f, v)) return true
  if (f.op(v) === Op.Dx || f.op(v) === Op.Param) return false
  return f.operands(v).some(o => o > 0 && isLoad(f, o))
}

/** Beyond the values of any function. */
const FIRST_SUM = 2 ** 30

class Counter {
  readonly #m: Module
  readonly #f: Func
  readonly #loop: Loop
  readonly #loadsDiffer: boolean
  readonly #fromEntry: number
  readonly #fromLatch: number
  /** Every test was decided, and some by sums. */
  isSure = false
  /** What header phis hold in this iteration; NO_VALUE = not known. */
  #phis = new Map<Value, Value>()
  #known = new Map<Value, Value>()
  /** Sums of a value from outside and a constant, by what they are made of; each stands for itself as a value beyond those of the function. */
  readonly #sums = new Map<string, Value>()
  readonly #parts = new Map<Value, Sum>()
  /** What values from outside are: each iteration asks again. */
  readonly #outsides = new Map<Value, Value>()

  constructor(m: Module, f: Func, loop: Loop, entry: Block, loadsDiffer: boolean) {
    this.#loadsDiffer = loadsDiffer
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
      this.#phis.set(v, this.#outside(f.operandAt(v, this.#fromEntry)))
    let unknown = 0
    for (let trips = 0; trips <= limit; trips++) {
      const outcome = intOf(this.#m, this.#valueOf(condition, 0))
      if (outcome === undefined && (!atMost || ++unknown > MAX_UNKNOWN)) return undefined
      if (outcome !== undefined && (outcome === 1) !== staysWhen) {
        this.isSure &&= unknown === 0
        return trips
      }
      if (!this.#advance()) return undefined
    }
    return undefined
  }

  /** A comparison of a counter without a value, as in `for (int i; i < 4; i++)`: LLVM takes the number that it is compared with. */
  #isOfUndefined(v: Value, operands: readonly Value[]): boolean {
    const f = this.#f
    if (f.op(v) !== Op.ICmp || f.aux(v) <= ICMP.ne) return false
    const [a, b] = operands as [Value, Value]
    return a < 0 && b < 0 && isUndef(this.#m, a) !== isUndef(this.#m, b)
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
    if (v > 0 && !this.#loop.contains.has(f.blockOf(v))) return this.#outside(v)
    if (depth > MAX_DEPTH) return NO_VALUE
    if (f.op(v) === Op.Phi) return this.#phis.get(v) ?? NO_VALUE
    if (!isSpeculatable(f, v) && !isDivision(f.op(v))) return NO_VALUE
    const found = this.#known.get(v)
    if (found !== undefined) return found
    const operands: Value[] = []
    for (let i = 0, n = f.operandCount(v); i < n; i++) operands.push(this.#valueOf(f.operandAt(v, i), depth + 1))
    const known = this.#isOfUndefined(v, operands)
      ? this.#m.constants.bool(holdsForEqual(f.aux(v)))
      : operands.length > 0 && operands.every(o => o < 0)
        ? evaluate(this.#m, f.op(v), f.type(v), f.aux(v), operands)
        : this.#inPart(v, operands)
    // What comes out the same in each iteration may stand for itself.
    const isSame = (o: Value, i: number): boolean =>
      o !== NO_VALUE && (o === f.operandAt(v, i) || this.#isOutside(v, i))
    const isInvariant = known === NO_VALUE && operands.every(isSame)
    this.#known.set(v, isInvariant ? v : known)
    return isInvariant ? v : known
  }

  #isOutside(v: Value, i: number): boolean {
    const operand = this.#f.operandAt(v, i)
    return operand > 0 && !this.#loop.contains.has(this.#f.blockOf(operand))
  }

  /** A value from outside, as a sum where it is one: `n + 4` is what a counter that begins with n has after 4 rounds. */
  #outside(v: Value): Value {
    let known = this.#outsides.get(v)
    if (known === undefined) {
      const sum = this.#sumOf(v, 0)
      known = sum === undefined || sum.base === String(v) ? v : this.#valueOfSum(sum)
      this.#outsides.set(v, known)
    }
    return known
  }

  /** Taken apart into multiples and constants. Of what is loaded DXC does not know that it is the same wherever it is loaded. Not at -Od. */
  #sumOf(v: Value, depth: number): Sum | undefined {
    const f = this.#f
    if (v < 0 || f.type(v) !== I32 || depth > MAX_DEPTH || this.#m.options.optimization === 0) return undefined
    if (!this.#loadsDiffer && isLoaded(f, v)) return undefined
    const by = f.operandCount(v) === 2 ? intOf(this.#m, f.operandAt(v, 1)) : undefined
    const inner = by === undefined ? undefined : this.#sumOf(f.operandAt(v, 0), depth + 1)
    const plain = { base: String(v), offset: 0 }
    return (inner && summed(f.op(v), inner, Number(by))) ?? plain
  }

  #valueOfSum(sum: Sum): Value {
    const key = `${sum.base}+${sum.offset}`
    let value = this.#sums.get(key)
    if (value === undefined) {
      value = (FIRST_SUM + this.#sums.size) as Value
      this.#sums.set(key, value)
      this.#parts.set(value, sum)
    }
    return value
  }

  /** A sum and a constant. */
  #plus(v: Value, operands: readonly Value[]): Value {
    const by = operands[1]! < 0 ? intOf(this.#m, operands[1]!) : undefined
    if (this.#f.type(v) !== I32 || operands[0]! <= 0 || by === undefined) return NO_VALUE
    const known = this.#parts.get(operands[0]!) ?? (operands[0]! < FIRST_SUM ? this.#sumOf(operands[0]!, 0) : undefined)
    const sum = known && summed(this.#f.op(v), known, Number(by))
    if (!sum) return NO_VALUE
    return sum.offset === 0 && !sum.base.startsWith('(') ? (Number(sum.base) as Value) : this.#valueOfSum(sum)
  }

  /** Two sums with the same base: signed ones do not wrap around, as C has it. DXC takes `<=` for no bound. */
  #compared(predicate: number, operands: readonly Value[]): Value {
    const [x, y] = operands.map(o => this.#parts.get(o) ?? (o > 0 ? { base: String(o), offset: 0 } : undefined))
    if (!x || !y || x.base !== y.base || x.offset === y.offset) return NO_VALUE
    const isLess = x.offset < y.offset
    const outcome = SUM_ORDERS.get(predicate)?.(isLess)
    if (outcome === undefined) return NO_VALUE
    this.isSure = true
    return this.#m.constants.bool(outcome)
  }

  /** What one known operand of two decides. */
  #inPart(v: Value, operands: readonly Value[]): Value {
    const f = this.#f
    const op = f.op(v)
    // n * 0, whatever n is.
    const zero = op === Op.Mul || op === Op.And ? operands.find(o => Number(intOf(this.#m, o)) === 0) : undefined
    if (zero !== undefined) return zero
    // n < n, whatever n is.
    if (op === Op.ICmp && operands[0] !== NO_VALUE && operands[0] === operands[1])
      return this.#m.constants.bool(holdsForEqual(f.aux(v)))
    const sum = op === Op.ICmp ? this.#compared(f.aux(v), operands) : this.#plus(v, operands)
    if (sum !== NO_VALUE) return sum
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
