// Uses what a branch decided where only it leads: behind `if (x == 3)` x is 3 and the condition is true. As LLVM's value numbering does, values
// are replaced by constants only: one value for another could lengthen live ranges for nothing.

import { type Dominance, dominanceOf } from '../../ir/dominance.ts'
import { type Block, type Func, NO_VALUE, type Value } from '../../ir/function.ts'
import type { Module } from '../../ir/module.ts'
import { FCMP, ICMP, Op } from '../../ir/ops.ts'
import { I32 } from '../../ir/types.ts'
import { holdsWithin, includes, type RangeTest, rangeOf, wrapped } from '../analyse/range_tests.ts'
import { boundOf, unsignedOf } from '../analyse/value_bounds.ts'
import { valueWhere } from '../analyse/value_where.ts'
import type { Pass } from '../common/pass.ts'
import { floatOf, intOf } from '../common/simplify_rules.ts'

/** Conditions joined by and, or, not are followed this far. */
const MAX_DEPTH = 8

export const assumeBranches: Pass = {
  name: 'assume_branches',
  run(m, f) {
    return new Assumptions(m, f).run()
  },
}

/** How deep constants that follow from another one are looked for, and how many values are evaluated in a function. */
const MAX_DERIVED = 3
const MOST_DERIVED = 50_000

/** Where something is known: in what a block dominates, or, if other edges lead to it as well, for its phis on the edge from `from`. */
interface Place {
  readonly to: Block
  readonly from: Block | undefined
}

class Assumptions {
  readonly #m: Module
  readonly #f: Func
  #dom: Dominance | undefined
  #changed = false
  #derivations = 0
  /** What comparisons ask for, null for those that ask for no range. Only what is compared changes here, and then it is a constant. */
  readonly #ranges = new Map<Value, RangeTest | null>()

  constructor(m: Module, f: Func) {
    this.#m = m
    this.#f = f
  }

  run(): boolean {
    const f = this.#f
    for (const b of f.blocks) {
      const t = f.terminator(b)
      const succs = f.successors(b)
      if (f.op(t) === Op.CondBr && succs[0] !== succs[1]) {
        succs.forEach((to, i) => {
          this.#assume(f.operandAt(t, 0), i === 0, { to, from: this.#isOnlyWay(to) ? undefined : b }, 0)
        })
      }
      if (f.op(t) !== Op.Switch) continue
      if (this.#isOnlyWay(succs[0]!))
        for (const constant of f.operands(t).slice(1)) this.#exclude(f.operandAt(t, 0), constant, succs[0]!)
      for (let i = 1; i < succs.length; i++)
        if (this.#isOnlyWay(succs[i]!) && this.#canBe(f.operandAt(t, 0), f.operandAt(t, i)))
          this.#replace(f.operandAt(t, 0), f.operandAt(t, i), { to: succs[i]!, from: undefined })
    }
    return this.#changed
  }

  /** Whether one edge alone leads to a block. */
  #isOnlyWay(to: Block): boolean {
    return this.#f.predecessors(to).length === 1
  }

  /** There v is `truth`. */
  #assume(v: Value, truth: boolean, to: Place, depth: number): void {
    const f = this.#f
    if (v <= 0 || depth > MAX_DEPTH) return
    this.#replace(v, this.#m.constants.bool(truth), to)
    // The number that was made of the condition is known as well: `uint n = c; if (!c) o = n;` stores 0.
    for (const user of f.users(v))
      if (f.op(user) === Op.ZExt && f.type(user) === I32)
        this.#replace(user, this.#m.constants.int(I32, Number(truth)), to)
    const op = f.op(v)
    const [a, b] = f.operands(v) as [Value, Value]
    if (op === (truth ? Op.And : Op.Or)) {
      this.#assume(a, truth, to, depth + 1)
      this.#assume(b, truth, to, depth + 1)
    } else if (op === Op.Xor && intOf(this.#m, b) === 1) this.#assume(a, !truth, to, depth + 1)
    else if (op === Op.ICmp && f.aux(v) === (truth ? ICMP.eq : ICMP.ne)) {
      if (intOf(this.#m, b) !== undefined) this.#replace(a, b, to)
      else if (intOf(this.#m, a) !== undefined) this.#replace(b, a, to)
    } else if (op === Op.ICmp && b < 0) {
      if (f.aux(v) === (truth ? ICMP.ne : ICMP.eq) && to.from === undefined) this.#exclude(a, b, to.to)
      const range = rangeOf(this.#m, f, v, !truth)
      // x < 1 leaves one number.
      if (range?.size === 1) this.#replace(a, this.#m.constants.int(this.#m.typeOf(f, a), range.start | 0), to)
      else if (range) this.#decide(a, range, to, 0)
    } else if (op === Op.FCmp && f.aux(v) === (truth ? FCMP.oeq : FCMP.une)) {
      // Zeros of either sign are equal.
      if (floatOf(this.#m, b)) this.#replace(a, b, to)
      else if (floatOf(this.#m, a)) this.#replace(b, a, to)
    }
  }

  /** Comparisons of v and of v + c with constants: behind `i < 5`, `i > 6` and `i + 2 == 9` are false. */
  #decide(v: Value, range: RangeTest, to: Place, depth: number): void {
    const f = this.#f
    if (v <= 0) return
    if (to.from === undefined) this.#dropCases(v, to.to, c => !includes(range, Number(intOf(this.#m, c))))
    // Of 2,000 tests of one value each asks about all others: none of what follows changes who uses v.
    for (let slot = f.firstUse(v); slot !== 0; slot = f.nextUse(slot)) {
      const user = f.userAt(slot)
      if (f.op(user) === Op.Add && depth < MAX_DEPTH) {
        const sums = f.operandAt(user, 0) === v ? this.#plus(range, f.operandAt(user, 1)) : undefined
        if (sums) this.#decide(user, sums, to, depth + 1)
      }
      if (f.op(user) !== Op.ICmp || f.operandAt(user, 0) !== v || !f.isUsed(user)) continue
      const asked = this.#rangeOf(user)
      const decided = asked && holdsWithin(asked, range)
      if (decided === undefined || (to.from === undefined && !this.#dominates(to.to, f.blockOf(user)))) continue
      const by = this.#m.constants.bool(decided)
      if (to.from !== undefined) {
        this.#replace(user, by, to)
        continue
      }
      f.replaceAllUses(user, by)
      this.#changed = true
    }
  }

  #rangeOf(test: Value): RangeTest | undefined {
    let range = this.#ranges.get(test)
    if (range === undefined) this.#ranges.set(test, (range = rangeOf(this.#m, this.#f, test, false) ?? null))
    return range ?? undefined
  }

  /** The range with a constant added to it. */
  #plus(range: RangeTest, constant: Value): RangeTest | undefined {
    const n = intOf(this.#m, constant)
    return n === undefined ? undefined : { ...range, start: wrapped(range.start + Number(n), range.bits) }
  }

  /** Where `to` dominates, v is not that constant. */
  #exclude(v: Value, constant: Value, to: Block): void {
    this.#dropCases(v, to, c => c === constant)
  }

  /** Switches that cannot come to a case have none: `if (m == 1) ... else switch (m) { case 1: ... }`. */
  #dropCases(v: Value, to: Block, isOut: (constant: Value) => boolean): void {
    const f = this.#f
    if (v <= 0) return
    for (const user of this.#switchesOn(v)) {
      if (!this.#dominates(to, f.blockOf(user))) continue
      for (let i = f.operandCount(user) - 1; i > 0; i--)
        if (isOut(f.operandAt(user, i))) {
          f.dropCase(f.blockOf(user), i)
          this.#changed = true
        }
      if (f.operandCount(user) === 1) f.keepEdge(f.blockOf(user), 0)
    }
  }

  #switchesOn(v: Value): readonly Value[] {
    const f = this.#f
    const found: Value[] = []
    for (let slot = f.firstUse(v); slot !== 0; slot = f.nextUse(slot)) {
      const user = f.userAt(slot)
      if (f.op(user) === Op.Switch && f.operandAt(user, 0) === v) found.push(user)
    }
    return found
  }

  #replace(v: Value, by: Value, to: Place, depth = 0): void {
    const f = this.#f
    if (v <= 0 || by >= 0) return
    for (const user of new Set(f.users(v))) {
      const at = f.blockOf(user)
      if (f.op(user) === Op.Phi) this.#replaceInPhi(user, v, by, to)
      else if (to.from === undefined && this.#dominates(to.to, at)) {
        for (let i = 0, n = f.operandCount(user); i < n; i++) if (f.operandAt(user, i) === v) f.setOperand(user, i, by)
        this.#changed = true
      } else if (depth < MAX_DERIVED) this.#replace(user, this.#derived(user, v, by), to, depth + 1)
    }
  }

  /** The constant that `user` is where v is `by`: behind `if (x == 0)` an earlier y = x << 2 is 0. NO_VALUE where it is none. */
  #derived(user: Value, v: Value, by: Value): Value {
    const op = this.#f.op(user)
    if (op < Op.Add || op > Op.FCmp || ++this.#derivations > MOST_DERIVED) return NO_VALUE
    return valueWhere(this.#m, this.#f, user, v, by, 1)
  }

  /** A case that never comes tells nothing: its number may be no index of an array that the value is one of. */
  #canBe(v: Value, constant: Value): boolean {
    return boundOf(this.#m, this.#f, v) >= (unsignedOf(this.#m, constant) ?? 0)
  }

  /** A phi uses its operand at the end of the predecessor. */
  #replaceInPhi(phi: Value, v: Value, by: Value, { to, from }: Place): void {
    const f = this.#f
    if (from !== undefined && f.blockOf(phi) !== to) return
    f.predecessors(f.blockOf(phi)).forEach((p, i) => {
      if (f.operandAt(phi, i) !== v || !(from === undefined ? this.#dominates(to, p) : p === from)) return
      f.setOperand(phi, i, by)
      this.#changed = true
    })
  }

  #dominates(to: Block, at: Block): boolean {
    if (to === at) return true
    this.#dom ??= dominanceOf(this.#f)
    return this.#dom.isReachable(at) && this.#dom.isReachable(to) && this.#dom.dominates(to, at)
  }
}
