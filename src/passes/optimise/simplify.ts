// Algebraic simplification: one walk in reverse post order over a table of small rules, each the identities of one op. A rule gives the value
// to use instead, v itself when it rewrote v in place, or NO_VALUE. Rules only look at operands, never at users, and never add uses of
// values that are not already operands' operands, so the walk needs no second round to stay linear.

import { reversePostOrder } from '../../ir/control_flow.ts'
import { type Func, NO_VALUE, type Value } from '../../ir/function.ts'
import type { Module } from '../../ir/module.ts'
import { Op } from '../../ir/ops.ts'
import { constantOfBits } from '../analyse/demanded_bits.ts'
import type { Pass } from '../common/pass.ts'
import type { Rule } from '../common/simplify_rules.ts'
import { foldInstruction } from './fold_constants.ts'
import { BIT_RULES } from './simplify_bits.ts'
import { intoChoice } from './simplify_choices.ts'
import { COMPARE_RULES } from './simplify_compare.ts'
import { FLOAT_RULES } from './simplify_float.ts'
import { INT_RULES } from './simplify_int.ts'
import { VALUE_RULES } from './simplify_values.ts'

const RULES: (Rule | undefined)[] = []
for (const table of [INT_RULES, BIT_RULES, FLOAT_RULES, COMPARE_RULES, VALUE_RULES])
  for (const [op, rule] of table) RULES[op] = rule

/** Operations whose result may be a constant although no operand is one: (x % 3) & (y << 2) is 0. */
const BITWISE: boolean[] = []
for (const op of [Op.And, Op.Or, Op.Xor, Op.Shl, Op.LShr, Op.AShr, Op.Trunc, Op.Mul, Op.UDiv, Op.URem, Op.SRem])
  BITWISE[op] = true

/** Rewrites of one instruction in place before giving up; each makes it simpler, so few are ever needed. */
const MAX_REWRITES = 8

export const simplify: Pass = {
  name: 'simplify',
  run(m, f) {
    let changed = false
    const phis: Value[] = []
    for (const b of reversePostOrder(f))
      for (let v = f.first(b), next: Value; v !== NO_VALUE; v = next) {
        next = f.next(v)
        if (simplifyInstruction(m, f, v, phis)) changed = true
      }
    // Only phis can use what comes behind them: those whose operand went away may name nothing but one value and themselves now.
    for (let v = phis.pop(); v !== undefined; v = phis.pop()) if (f.op(v) === Op.Phi) simplifyInstruction(m, f, v, phis)
    return changed
  },
}

/** Phis whose operand goes away are added to `phis`. */
function simplifyInstruction(m: Module, f: Func, v: Value, phis: Value[]): boolean {
  for (let round = 0; round < MAX_REWRITES; round++) {
    let by = foldInstruction(m, f, v)
    if (by === NO_VALUE) by = intoChoice(m, f, v)
    if (by === NO_VALUE) by = RULES[f.op(v)]?.(m, f, v) ?? NO_VALUE
    if (by === NO_VALUE && BITWISE[f.op(v)]) by = constantOfBits(m, f, v)
    if (by === NO_VALUE) return round > 0
    if (by === v) continue
    for (let slot = f.firstUse(v); slot !== 0; slot = f.nextUse(slot)) {
      const user = f.userAt(slot)
      if (user !== v && f.op(user) === Op.Phi) phis.push(user)
    }
    if (f.isUsed(v)) f.replaceAllUses(v, by)
    f.remove(v)
    return true
  }
  return true
}
