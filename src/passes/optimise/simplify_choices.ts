// Operations on a choice between constants become the choice between their results, as LLVM has it: (c ? 2 : 3) * 5 is c ? 10 : 15.
// Before other rules see the operation: a division of constants is exact, one that became a multiplication is not.

import { type Func, NO_VALUE, type Value } from '../../ir/function.ts'
import type { Module } from '../../ir/module.ts'
import { Op } from '../../ir/ops.ts'
import { I1 } from '../../ir/types.ts'
import { evaluate } from '../analyse/evaluate.ts'
import { isFromCondition, isUsedOnce, rewrite } from '../common/simplify_rules.ts'

const isComparison = (op: number): boolean => op === Op.ICmp || op === Op.FCmp

const isDistributed = (op: number): boolean =>
  (op >= Op.Add && op <= Op.FRem) || (op >= Op.Trunc && op <= Op.BitCast) || isComparison(op)

/** The choice to use instead of v, or NO_VALUE. */
export function intoChoice(m: Module, f: Func, v: Value): Value {
  const op = f.op(v)
  // A select between constants on a phi of constant conditions is a phi of constants.
  if (op === Op.Select) return intoPhi(m, f, v)
  if (!isDistributed(op)) return NO_VALUE
  const merged = intoPhi(m, f, v)
  if (merged !== NO_VALUE) return merged
  const count = f.operandCount(v)
  let choice = NO_VALUE
  for (let i = 0; i < count; i++) {
    const operand = f.operandAt(v, i)
    if (operand < 0) continue
    // Conversions of conditions have rules of their own.
    const isChosen = choosesConstants(f, operand) || (isComparison(op) && isFloatOfCondition(m, f, operand))
    if (!isChosen || (op > Op.FRem && !isComparison(op) && f.op(operand) !== Op.Select)) return NO_VALUE
    if (choice !== NO_VALUE && f.operandAt(choice, 0) !== f.operandAt(operand, 0)) return NO_VALUE
    // What is chosen for others, too, would be chosen twice, unless those become choices as well. Of comparisons hardly anything is left.
    if (!isComparison(op) && !isReplaced(m, f, operand)) return NO_VALUE
    choice = operand
  }
  if (choice === NO_VALUE) return NO_VALUE
  const yes = resultOf(m, f, v, 1)
  const no = yes === NO_VALUE ? NO_VALUE : resultOf(m, f, v, 2)
  if (yes === NO_VALUE || no === NO_VALUE) return NO_VALUE
  if (yes === no) return yes
  if (isComparison(op)) return rewrite(f, v, Op.Select, [f.operandAt(choice, 0), yes, no])
  return f.insertBefore(v, Op.Select, f.type(v), [f.operandAt(choice, 0), yes, no], 0, 0, f.pos(v))
}

/** An operation on a phi of constants that nobody else needs is a phi of its results; a comparison that has one result is that. */
function intoPhi(m: Module, f: Func, v: Value): Value {
  let at = 0
  while (at < f.operandCount(v) && f.operandAt(v, at) < 0) at++
  const phi = at < f.operandCount(v) ? f.operandAt(v, at) : NO_VALUE
  if (f.op(phi) !== Op.Phi || f.operandCount(phi) > MOST_RESULTS) return NO_VALUE
  const isOnly = f.singleUser(phi) === v
  if (!isOnly && !isComparison(f.op(v))) return NO_VALUE
  const results: Value[] = []
  for (let i = 0, n = f.operandCount(phi); i < n; i++) {
    const operands = f.operands(v).map(o => (o === phi ? f.operandAt(phi, i) : o))
    const result = evaluate(m, f.op(v), f.type(v), f.aux(v), operands)
    if (result === NO_VALUE) return NO_VALUE
    results.push(result)
  }
  if (results.every(r => r === results[0])) return results[0] ?? NO_VALUE
  if (!isOnly) return NO_VALUE
  return f.insertBefore(phi, Op.Phi, f.type(v), results, 0, 0, f.loc(v))
}

/** Phis of more constants stay as they are. */
const MOST_RESULTS = 64

/** v with each choice replaced by one of its arms. */
function resultOf(m: Module, f: Func, v: Value, arm: number): Value {
  const operands = f.operands(v).map(o => (o < 0 ? o : armOf(m, f, o, arm)))
  return evaluate(m, f.op(v), f.type(v), f.aux(v), operands)
}

const isFloatOfCondition = (m: Module, f: Func, v: Value): boolean =>
  (f.op(v) === Op.UIToFP || f.op(v) === Op.SIToFP) && m.typeOf(f, f.operandAt(v, 0)) === I1

/** Each user asks about all the others. */
const MOST_USERS = 8

/** A condition as a number is a choice, too. */
const choosesConstants = (f: Func, v: Value): boolean =>
  f.op(v) === Op.Select ? f.operandAt(v, 1) < 0 && f.operandAt(v, 2) < 0 : isFromCondition(f, v)

const armOf = (m: Module, f: Func, v: Value, arm: number): Value =>
  f.op(v) === Op.Select ? f.operandAt(v, arm) : evaluate(m, f.op(v), f.type(v), 0, [m.constants.bool(arm === 1)])

/** Whether all that uses a choice becomes a choice itself. */
function isReplaced(m: Module, f: Func, choice: Value): boolean {
  let users = 0
  for (let slot = f.firstUse(choice); slot !== 0; slot = f.nextUse(slot)) {
    const user = f.userAt(slot)
    if (++users > MOST_USERS || !isDistributed(f.op(user))) return false
    for (let i = 0, n = f.operandCount(user); i < n; i++) {
      const operand = f.operandAt(user, i)
      if (operand >= 0 && operand !== choice && !(choosesConstants(f, operand) && isUsedOnce(f, operand))) return false
    }
    if (resultOf(m, f, user, 1) === NO_VALUE || resultOf(m, f, user, 2) === NO_VALUE) return false
  }
  return true
}
