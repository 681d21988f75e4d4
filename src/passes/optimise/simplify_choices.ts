// Operations on a choice between constants become the choice between their results, as LLVM has it: (c ? 2 : 3) * 5 is c ? 10 : 15.
// Before other rules see the operation: a division of constants is exact, one that became a multiplication is not.

import { type Func, NO_VALUE, type Value } from '../../ir/function.ts'
import type { Module } from '../../ir/module.ts'
import { Flag, Op } from '../../ir/ops.ts'
import { I1 } from '../../ir/types.ts'
import { evaluate } from '../analyse/evaluate.ts'
import { floatOf, isFromCondition, isUsedOnce, rewrite } from '../common/simplify_rules.ts'

const isComparison = (op: number): boolean => op === Op.ICmp || op === Op.FCmp

const isDistributed = (op: number): boolean =>
  (op >= Op.Add && op <= Op.FRem) || (op >= Op.Trunc && op <= Op.BitCast) || isComparison(op) || op === Op.Dx

/** The choice to use instead of v, or NO_VALUE. */
export function intoChoice(m: Module, f: Func, v: Value): Value {
  const op = f.op(v)
  // A select between constants on a phi of constant conditions is a phi of constants.
  if (op === Op.Select) return intoChoices(m, f, v)
  if (!isDistributed(op)) return NO_VALUE
  const merged = intoChoices(m, f, v) || (isComparison(op) ? sameForAll(m, f, v) : NO_VALUE)
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
  if (yes === no || isZeroEitherWay(m, f, v, yes, no)) return yes
  if (isComparison(op)) return rewrite(f, v, Op.Select, [f.operandAt(choice, 0), yes, no])
  return f.insertBefore(v, Op.Select, f.type(v), [f.operandAt(choice, 0), yes, no], 0, 0, f.loc(v))
}

/** Under FAST 0 and -0 are the same result. */
const isZeroEitherWay = (m: Module, f: Func, v: Value, yes: Value, no: Value): boolean =>
  (f.flags(v) & Flag.FAST) !== 0 && !isComparison(f.op(v)) && floatOf(m, yes) === 0 && floatOf(m, no) === 0

/**
 * Applies an operation to each constant of a tree of selects and phis: (a ? 1 : b ? 2 : 3) * 5 becomes a ? 5 : b ? 10 : 15. All other operands are
 * constants, and the tree has no other user.
 */
function intoChoices(m: Module, f: Func, v: Value): Value {
  let place = 0
  while (place < f.operandCount(v) && f.operandAt(v, place) < 0) place++
  const tree = place < f.operandCount(v) ? f.operandAt(v, place) : NO_VALUE
  return isNode(f, tree, v) ? intoTree(m, f, v, place) : NO_VALUE
}

/** The same for the tree that operand `place` is: its closures are only made where there is one. */
function intoTree(m: Module, f: Func, v: Value, place: number): Value {
  const operands = f.operands(v)
  const tree = operands[place]!
  if (operands.some((o, i) => i !== place && o >= 0)) return NO_VALUE
  const results = new Map<Value, Value>()
  let nodes = 0
  const isKnown = (arm: Value, user: Value): boolean => {
    if (arm < 0) {
      if (!results.has(arm)) results.set(arm, evaluate(m, f.op(v), f.type(v), f.aux(v), operands.with(place, arm)))
      return results.get(arm) !== NO_VALUE
    }
    return isNode(f, arm, user) && ++nodes <= MOST_NODES && armsOf(f, arm).every(o => isKnown(o, arm))
  }
  if (!isKnown(tree, v)) return NO_VALUE
  // The selects of a tree go in front of `at`: v, or the select that they replace in a predecessor of a phi.
  const made = (node: Value, at: Value): Value => {
    if (node < 0) return results.get(node)!
    const isPhi = f.op(node) === Op.Phi
    const arms = armsOf(f, node).map(arm => made(arm, isPhi ? arm : at))
    if (arms.every(arm => arm === arms[0] || isZeroEitherWay(m, f, v, arms[0]!, arm))) return arms[0]!
    if (isPhi) return f.insertBefore(node, Op.Phi, f.type(v), arms, 0, 0, f.loc(v))
    return f.insertBefore(at, Op.Select, f.type(v), [f.operandAt(node, 0), ...arms], 0, 0, f.loc(v))
  }
  return made(tree, v)
}

/** A select or phi with one user. */
const isNode = (f: Func, v: Value, user: Value): boolean =>
  v > 0 && (f.op(v) === Op.Select || f.op(v) === Op.Phi) && f.operandCount(v) <= MOST_ARMS && f.singleUser(v) === user

const armsOf = (f: Func, node: Value): readonly Value[] =>
  f.op(node) === Op.Phi ? f.operands(node) : f.operands(node).slice(1)

/** Trees of more choices stay as they are. */
const MOST_NODES = 16
/** Phis of more constants stay as they are. */
const MOST_ARMS = 64

/**
 * The result of a comparison with a constant, when it is the same for all constants that phis and selects, however nested, can have brought. A loop
 * may bring a phi its own value again: that adds none.
 */
function sameForAll(m: Module, f: Func, v: Value): Value {
  const limit = f.operandAt(v, 1)
  if (limit >= 0 || !isChoice(f, f.operandAt(v, 0))) return NO_VALUE
  const nodes = [f.operandAt(v, 0)]
  let result = NO_VALUE
  let arms = 0
  for (const node of nodes)
    for (let i = f.op(node) === Op.Phi ? 0 : 1, n = f.operandCount(node); i < n; i++) {
      const arm = f.operandAt(node, i)
      if (++arms > MOST_ARMS) return NO_VALUE
      if (arm >= 0) {
        if (nodes.includes(arm)) continue
        if (!isChoice(f, arm)) return NO_VALUE
        nodes.push(arm)
        continue
      }
      const of = evaluate(m, f.op(v), f.type(v), f.aux(v), [arm, limit])
      if (of === NO_VALUE || (result !== NO_VALUE && of !== result)) return NO_VALUE
      result = of
    }
  return result
}

const isChoice = (f: Func, v: Value): boolean => v > 0 && (f.op(v) === Op.Phi || f.op(v) === Op.Select)

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
