// What the branches in front of a way say of a comparison: behind `if (a) { ... } if (!a && b)` the way out of the first body knows that a holds,
// behind `switch (k) { case 3: ... } if (k != 3)` each way out of a case knows what k is, and the others what it is not.

import { dominanceOf } from '../../ir/dominance.ts'
import { type Block, type Func, NO_BLOCK, type Value } from '../../ir/function.ts'
import type { Module } from '../../ir/module.ts'
import { Op } from '../../ir/ops.ts'
import { intOf, inverseOf } from '../common/simplify_rules.ts'
import { holdsWithin, includes, rangeBy } from './range_tests.ts'

/** A comparison that need not be in the code: with what its operands are on a way. */
export interface Test {
  readonly op: number
  readonly predicate: number
  readonly operands: readonly [Value, Value]
}

/** Dominators are followed this far, and conditions joined by and, or, not. */
const MOST_BRANCHES = 8
const MAX_DEPTH = 4

/** Whether a test of values from other blocks holds where `to` is entered from one predecessor; undefined when nobody knows. */
export function decidedOnWay(m: Module, f: Func, test: Test, to: Block, from: Block): boolean | undefined {
  if (!isTestedElsewhere(f, test, to)) return undefined
  const known = saidBy(m, f, test, from, to)
  if (known !== undefined) return known
  const dom = dominanceOf(f)
  let at = from
  for (let i = 0; i < MOST_BRANCHES && dom.isReachable(at); i++) {
    const above = dom.idom(at)
    if (above === NO_BLOCK || above === at) return undefined
    // Only one edge may lead to what dominates the way.
    const way = f.successors(above).find(s => f.predecessors(s).length === 1 && dom.dominates(s, at))
    const said = way === undefined ? undefined : saidBy(m, f, test, above, way)
    if (said !== undefined) return said
    at = above
  }
  return undefined
}

/** Whether another block asks about the value: most are compared once. */
function isTestedElsewhere(f: Func, { op, operands }: Test, here: Block): boolean {
  for (let slot = f.firstUse(operands[0]); slot !== 0; slot = f.nextUse(slot)) {
    const user = f.userAt(slot)
    if (f.op(user) === Op.Switch || (f.op(user) === op && f.blockOf(user) !== here)) return true
  }
  return false
}

/** What the branch at the end of a block says of the test on the edge to one successor. */
function saidBy(m: Module, f: Func, test: Test, b: Block, to: Block): boolean | undefined {
  const branch = f.terminator(b)
  const successors = f.successors(b)
  if (f.op(branch) === Op.CondBr && successors[0] !== successors[1])
    return impliedBy(m, f, test, f.operandAt(branch, 0), successors[0] === to, 0)
  if (f.op(branch) !== Op.Switch || f.operandAt(branch, 0) !== test.operands[0]) return undefined
  const asked = rangeBy(m, f, test.operands[0], test.predicate, test.operands[1])
  if (test.op !== Op.ICmp || !asked) return undefined
  // The default way says of each case that it is not: all that the test holds for, or does not hold for, may be cases.
  const isDefault = successors[0] === to
  const cases = successors.flatMap((s, i) => (i > 0 && (isDefault || s === to) ? [f.operandAt(branch, i)] : []))
  const inside = cases.filter(c => includes(asked, Number(intOf(m, c))))
  if (isDefault) {
    if (successors.lastIndexOf(to) > 0) return undefined
    if (inside.length === asked.size) return false
    return cases.length - inside.length === 2 ** asked.bits - asked.size ? true : undefined
  }
  return inside.length === 0 ? false : inside.length === cases.length ? true : undefined
}

/** What is known of the test where a condition is `truth`. */
function impliedBy(m: Module, f: Func, test: Test, v: Value, truth: boolean, depth: number): boolean | undefined {
  if (v <= 0 || depth > MAX_DEPTH) return undefined
  const op = f.op(v)
  const [a, b] = f.operands(v) as [Value, Value]
  if (op === (truth ? Op.And : Op.Or))
    return impliedBy(m, f, test, a, truth, depth + 1) ?? impliedBy(m, f, test, b, truth, depth + 1)
  if (op === Op.Xor && intOf(m, b) === 1) return impliedBy(m, f, test, a, !truth, depth + 1)
  if (op !== test.op || a !== test.operands[0]) return undefined
  if (b === test.operands[1] && f.aux(v) === test.predicate) return truth
  if (op !== Op.ICmp) return undefined
  if (b === test.operands[1] && f.aux(v) === inverseOf(test.predicate)) return !truth
  const known = rangeBy(m, f, a, truth ? f.aux(v) : inverseOf(f.aux(v)), b)
  const asked = known && rangeBy(m, f, a, test.predicate, test.operands[1])
  return known && asked && holdsWithin(asked, known)
}
