// Whether a conversion to fewer bits may lose something: constants that lie in the range of the smaller type do not. Source of the limits: DXC's
// IsPrecisionLossIrrelevant and what it calls.

import { bitsOf, isFloat, isSigned } from '../../tree/numeric.ts'
import type { ConstantValue, Expr } from '../../tree/typed.ts'
import type { ScalarType } from '../../tree/types.ts'
import type { Checker } from '../core/context.ts'
import { integralConstant } from './integral_constants.ts'

/** Largest and smallest normal number by bits; those of minimal precision count as 16. */
const FLOAT_LIMITS: ReadonlyMap<number, readonly [largest: number, smallest: number]> = new Map([
  [16, [65504, 6.1035156e-5]],
  [32, [3.4028234663852886e38, 1.1754943508222875e-38]],
])

/** Whether `expr` is a constant that `to`, which has fewer bits, has in its range. */
export function fitsInto(checker: Checker, expr: Expr, from: ScalarType, to: ScalarType): boolean {
  // Builtins are no constants here.
  if (expr.kind === 'intrinsic') return false
  const value = expr.kind === 'literal' ? expr.value : integralConstant(checker, expr, 'everything')
  return value !== undefined && (isFloat(to) ? fitsFloat(value, from, to) : !isFloat(from) && fitsInteger(value, to))
}

/** Of negative numbers DXC takes tiny ones alone, and integers as having no sign. */
function fitsFloat(value: ConstantValue, from: ScalarType, to: ScalarType): boolean {
  const [largest, smallest] = FLOAT_LIMITS.get(Math.max(bitsOf(to), 16)) ?? [Infinity, 0]
  const number = isFloat(from) ? Number(value) : Number(BigInt.asUintN(64, BigInt(value)))
  return number >= -smallest && number <= largest
}

function fitsInteger(value: ConstantValue, to: ScalarType): boolean {
  const whole = BigInt(value)
  const bits = Math.max(bitsOf(to), 16)
  return (isSigned(to) ? BigInt.asIntN(bits, whole) : BigInt.asUintN(bits, whole)) === whole
}
