// Evaluates what is computed of a value where that value is a known constant: (x & 2) + 1 is 3 where x == 3 holds.

import { type Func, NO_VALUE, type Value } from '../../ir/function.ts'
import type { Module } from '../../ir/module.ts'
import { Op } from '../../ir/ops.ts'
import { evaluate } from './evaluate.ts'

/** How deep operations may be nested. */
const MOST_DEEP = 3

/** The constant that v is where x is c, or NO_VALUE. */
export function valueWhere(m: Module, f: Func, v: Value, x: Value, c: Value, depth = MOST_DEEP): Value {
  if (v === x) return c
  if (v < 0) return v
  if (depth === 0 || f.op(v) === Op.Phi || f.operandCount(v) > 3) return NO_VALUE
  const operands: Value[] = []
  for (let i = 0, n = f.operandCount(v); i < n; i++) {
    const operand = valueWhere(m, f, f.operandAt(v, i), x, c, depth - 1)
    if (operand === NO_VALUE) return NO_VALUE
    operands.push(operand)
  }
  return operands.length === 0 ? NO_VALUE : evaluate(m, f.op(v), f.type(v), f.aux(v), operands)
}
