// Negations of one factor each, of products that share the other one: -a * x, -b * x and -c * x negate x once instead. Exact for every number.
// Example: mul(-m, v) negates the nine elements of a matrix, where three of a vector do.

import type { Func, Value } from '../../ir/function.ts'
import { NO_VALUE } from '../../ir/function.ts'
import type { Module } from '../../ir/module.ts'
import { Op } from '../../ir/ops.ts'
import { DxilOp } from '../../spec/dxil_ops.ts'
import { floatOf } from '../common/simplify_rules.ts'
import { negated } from './simplify_float.ts'

/** A product, which of its operands is a negation that it alone needs, and the other one. */
interface Signed {
  readonly product: Value
  readonly at: number
  readonly other: Value
}

/**
 * y + x * -c -> y - x * c, and with -c / x as well, where the sum alone needs the product: y + x * c, if there is such a sum, has the same one.
 * Exact for every number. LLVM's Reassociate does it.
 * @returns whether it changed anything
 */
export function positiveFactors(m: Module, f: Func): boolean {
  let changed = false
  for (const b of f.blocks)
    for (let v = f.first(b); v !== NO_VALUE; v = f.next(v)) {
      const sum = f.singleUser(v)
      const op = sum === NO_VALUE ? Op.None : f.op(sum)
      if (op !== Op.FAdd && op !== Op.FSub) continue
      const positive = withPositiveFactor(m, f, v)
      if (!positive) continue
      const other = f.operandAt(sum, 0) === v ? f.operandAt(sum, 1) : f.operandAt(sum, 0)
      // -(x * c) - y takes as many operations; constants stand last.
      if (other === v || other < 0 || (op === Op.FSub && f.operandAt(sum, 0) === v)) continue
      f.setOperands(v, positive)
      f.become(sum, op === Op.FAdd ? Op.FSub : Op.FAdd, f.type(sum), [other, v], 0, f.flags(sum))
      changed = true
    }
  return changed
}

/** The operands with -c for c, of a product with a negative constant or of such a constant divided by something. */
function withPositiveFactor(m: Module, f: Func, v: Value): readonly [Value, Value] | undefined {
  const op = f.op(v)
  if (op !== Op.FMul && op !== Op.FDiv) return undefined
  const [a, b] = f.operands(v) as [Value, Value]
  const c = op === Op.FMul ? b : a
  const known = floatOf(m, c)
  if (known === undefined || !(known < 0)) return undefined
  const positive = m.constants.float(f.type(v), -known)
  return op === Op.FMul ? [a, positive] : [positive, b]
}

/** @returns whether it changed anything */
export function shareSigns(m: Module, f: Func): boolean {
  let changed = false
  for (const b of f.blocks) {
    let found: Map<Value, Signed[]> | undefined
    for (let v = f.first(b); v !== NO_VALUE; v = f.next(v)) {
      const signed = signedFactor(m, f, v)
      if (!signed) continue
      found ??= new Map()
      const others = found.get(signed.other)
      if (others) others.push(signed)
      else found.set(signed.other, [signed])
    }
    for (const [other, products] of found ?? [])
      if (products.length > 1) {
        negateOnce(m, f, other, products)
        changed = true
      }
  }
  return changed
}

function signedFactor(m: Module, f: Func, v: Value): Signed | undefined {
  if (f.op(v) !== Op.FMul && !(f.op(v) === Op.Dx && f.aux(v) === DxilOp.FMad)) return undefined
  for (let at = 0; at < 2; at++) {
    const [factor, other] = [f.operandAt(v, at), f.operandAt(v, 1 - at)]
    if (factor <= 0 || other <= 0 || f.singleUser(factor) !== v || negated(m, f, factor) === NO_VALUE) continue
    if (negated(m, f, other) === NO_VALUE) return { product: v, at, other }
  }
  return undefined
}

/** The products come in the order of the code. */
function negateOnce(m: Module, f: Func, other: Value, products: readonly Signed[]): void {
  const first = products[0]!
  const negation = f.operandAt(first.product, first.at)
  const zero = m.constants.float(f.type(other), -0)
  const made = f.insertBefore(
    first.product,
    Op.FSub,
    f.type(other),
    [zero, other],
    0,
    f.flags(negation),
    f.loc(negation),
  )
  for (const { product, at } of products) {
    const gone = f.operandAt(product, at)
    f.setOperand(product, at, negated(m, f, gone))
    f.setOperand(product, 1 - at, made)
    f.remove(gone)
  }
}
