// Keeps x * a + b, with constants a and b, in that form behind multiplications, shifts and differences: ((x * 5 + 7) << 3) * 3 -> x * 120 + 168.
// Integers wrap, so this holds for all of them. Values in between with other users stay as they are.

import { type Func, NO_VALUE, type Value } from '../../ir/function.ts'
import type { Module } from '../../ir/module.ts'
import { Op } from '../../ir/ops.ts'
import { bitWidth, type Type } from '../../ir/types.ts'
import { shiftBy } from '../analyse/bit_fields.ts'
import { evaluate } from '../analyse/evaluate.ts'
import { exponentOf, intOf, rewrite } from '../common/simplify_rules.ts'

/** The constant that v multiplies operand 0 by: of a product, or of a shift; NO_VALUE for everything else. */
function factorOf(m: Module, f: Func, v: Value): Value {
  if (v <= 0) return NO_VALUE
  const by = f.operandCount(v) === 2 ? f.operandAt(v, 1) : NO_VALUE
  if (by >= 0) return NO_VALUE
  if (f.op(v) === Op.Mul) return by
  return f.op(v) === Op.Shl && shiftBy(m, f, v) !== undefined
    ? evaluate(m, Op.Shl, f.type(v), 0, [m.constants.int(f.type(v), 1), by])
    : NO_VALUE
}

/** x * factor in front of v, as a shift where it is one. */
function scaled(m: Module, f: Func, v: Value, x: Value, factor: Value): Value {
  const type: Type = f.type(v)
  const n = exponentOf(intOf(m, factor), bitWidth(type))
  if (n === 0) return x
  return n === undefined
    ? f.insertBefore(v, Op.Mul, type, [x, factor], 0, 0, f.loc(v))
    : f.insertBefore(v, Op.Shl, type, [x, m.constants.int(type, n)], 0, 0, f.loc(v))
}

/** (x * a + b) * c -> x * (a * c) + b * c, and so with shifts and with b - x * a. */
export function scaledSum(m: Module, f: Func, v: Value): Value {
  const c = factorOf(m, f, v)
  const sum = f.operandAt(v, 0)
  if (c === NO_VALUE || sum <= 0 || f.singleUser(sum) !== v) return NO_VALUE
  const at = f.op(sum) === Op.Add ? 0 : f.op(sum) === Op.Sub ? 1 : -1
  if (at < 0 || f.operandAt(sum, 1 - at) >= 0) return NO_VALUE
  const product = f.operandAt(sum, at)
  const a = factorOf(m, f, product)
  if (a === NO_VALUE || f.singleUser(product) !== sum) return NO_VALUE
  const type = f.type(v)
  const factor = evaluate(m, Op.Mul, type, 0, [a, c])
  const rest = evaluate(m, Op.Mul, type, 0, [f.operandAt(sum, 1 - at), c])
  if (factor === NO_VALUE || rest === NO_VALUE) return NO_VALUE
  const made = scaled(m, f, v, f.operandAt(product, 0), factor)
  return rewrite(f, v, f.op(sum), at === 0 ? [made, rest] : [rest, made])
}

/** c - (x + b) -> (c - b) - x, c - (b - x) -> x + (c - b). */
export function constantMinusSum(m: Module, f: Func, v: Value): Value {
  const [c, sum] = f.operands(v) as [Value, Value]
  if (c >= 0 || sum <= 0 || f.singleUser(sum) !== v) return NO_VALUE
  const type = f.type(v)
  const isDifference = f.op(sum) === Op.Sub
  const at = f.op(sum) === Op.Add ? 1 : isDifference ? 0 : -1
  const rest = at < 0 ? NO_VALUE : evaluate(m, Op.Sub, type, 0, [c, f.operandAt(sum, at)])
  if (rest === NO_VALUE) return NO_VALUE
  const x = f.operandAt(sum, 1 - at)
  return isDifference ? rewrite(f, v, Op.Add, [x, rest]) : rewrite(f, v, Op.Sub, [rest, x])
}

/** c - x * a -> x * -a + c: sums take further constants up. */
export function constantMinusProduct(m: Module, f: Func, v: Value): Value {
  const [c, product] = f.operands(v) as [Value, Value]
  if (c >= 0 || product <= 0 || f.op(product) !== Op.Mul || f.singleUser(product) !== v) return NO_VALUE
  const type = f.type(v)
  const a = f.operandAt(product, 1)
  const factor = evaluate(m, Op.Sub, type, 0, [m.constants.int(type, 0), a])
  if (factor === NO_VALUE) return NO_VALUE
  return rewrite(f, v, Op.Add, [scaled(m, f, v, f.operandAt(product, 0), factor), c])
}
