// Replaces operations on constants by their value, in one walk in reverse post order, so that chains fold at once.

import { type Func, NO_VALUE, type Value } from '../../ir/function.ts'
import type { Module } from '../../ir/module.ts'
import { Flag, isTerminator, Op } from '../../ir/ops.ts'
import { I1, type Type } from '../../ir/types.ts'
import { evaluate } from '../analyse/evaluate.ts'
import { mayDecide, undefinedResult } from '../analyse/undefined.ts'
import { comparisonByBound } from '../analyse/value_bounds.ts'
import type { Pass } from '../common/pass.ts'
import { applyToEach, floatOf, intOf, isAllOnes, isInt, type Rule } from '../common/simplify_rules.ts'
import { VALUE_RULES } from './simplify_values.ts'

export const foldConstants: Pass = {
  name: 'fold_constants',
  run: (m, f) => applyToEach(m, f, folded),
}

const folded: Rule = (m, f, v) => foldInstruction(m, f, v) || decidedResult(m, f, v)

/** The constant v always gives, or NO_VALUE. */
export function foldInstruction(m: Module, f: Func, v: Value): Value {
  const op = f.op(v)
  if (op === Op.Load) return tableEntry(m, f, f.operandAt(v, 0), f.type(v))
  const n = f.operandCount(v)
  if (n === 0 || op === Op.Phi || op === Op.Store || isTerminator(op)) return NO_VALUE
  let constants = 0
  for (let i = 0; i < n; i++) if (f.operandAt(v, i) < 0) constants++
  if (constants > 0 && mayDecide(op)) {
    const decided = undefinedResult(m, f, v)
    if (decided !== NO_VALUE) return decided
  }
  if (constants < n) return NO_VALUE
  return evaluate(m, op, f.type(v), f.aux(v), f.operands(v))
}

/**
 * What an operation comes to that one constant operand decides, or two equal ones, or a phi that gets one value from everywhere. DXC finds these
 * without optimisation, too: what they looked at is not used by the shader.
 */
function decidedResult(m: Module, f: Func, v: Value): Value {
  const op = f.op(v)
  const isCondition = f.type(v) === I1
  if (op === Op.Phi) {
    const same = VALUE_RULES.get(op)!(m, f, v)
    return same < 0 || isCondition ? same : NO_VALUE
  }
  if (f.operandCount(v) !== 2 || isTerminator(op)) return NO_VALUE
  const [a, b] = [f.operandAt(v, 0), f.operandAt(v, 1)]
  const [known, other] = a < 0 ? [a, b] : [b, a]
  const isZero = (c: Value): boolean => isInt(intOf(m, c), 0)
  const isFast = (f.flags(v) & Flag.FAST) !== 0
  switch (op) {
    case Op.And:
    case Op.Or:
      if (isZero(known)) return op === Op.And ? known : isCondition ? other : NO_VALUE
      return !isAllOnes(m, known, f.type(v)) ? NO_VALUE : op === Op.Or ? known : isCondition ? other : NO_VALUE
    case Op.Mul:
      return isZero(known) ? known : NO_VALUE
    case Op.FMul:
      return isFast && floatOf(m, known) === 0 ? known : NO_VALUE
    case Op.Sub:
    case Op.Xor:
      return a === b ? m.constants.int(f.type(v), 0) : NO_VALUE
    case Op.FSub:
      return a === b && isFast ? m.constants.float(f.type(v), 0) : NO_VALUE
    case Op.ICmp: {
      const decided = b < 0 ? comparisonByBound(m, f, f.aux(v), a, b) : undefined
      return decided === undefined ? NO_VALUE : m.constants.bool(decided)
    }
    case Op.Shl:
    case Op.LShr:
    case Op.AShr:
    case Op.UDiv:
    case Op.SDiv:
    case Op.URem:
    case Op.SRem:
      return isZero(a) ? a : NO_VALUE
    default:
      return NO_VALUE
  }
}

/** What a constant table holds at a constant index; past its end undef. */
function tableEntry(m: Module, f: Func, pointer: Value, type: Type): Value {
  if (f.op(pointer) !== Op.Gep) return NO_VALUE
  const base = f.operandAt(pointer, 0)
  const index = f.operandAt(pointer, 1)
  if (base >= 0 || index >= 0) return NO_VALUE
  const table = m.constants.get(base)
  const at = m.constants.get(index)
  if (table.kind !== 'global' || table.global.values === undefined || at.kind !== 'int') return NO_VALUE
  return table.global.values[Number(at.value)] ?? m.constants.undef(type)
}
