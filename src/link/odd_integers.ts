// Integers of widths that the IR does not have: LLVM's optimiser counts with `i2` where a loop ends at three. They are held without their sign in
// 32 or 64 bits.

import type { Value } from '../ir/function.ts'
import { Op } from '../ir/ops.ts'
import { bitWidth, type Type } from '../ir/types.ts'
import type { Type as LlvmType } from '../llvm/model/types.ts'
import type { Importer } from './importer.ts'
import { unsupported } from './problem.ts'
import { INTEGERS } from './types.ts'

/** Bits of such an integer, or of those of a vector; 0 for other types. */
export function oddWidth(type: LlvmType): number {
  const { kind, width } = type.kind === 'vector' ? type.element : type
  return kind === 'int' && !INTEGERS.has(width) ? width : 0
}

/** The number that such an integer is, with its sign or without, in the type that holds it; other values as they are. */
export function cut(s: Importer, v: Value, width: number, isSigned = false): Value {
  if (width === 0) return v
  const type = s.typeOf(v)
  const by = s.constant(type, bitWidth(type) - width)
  return s.binary(isSigned ? Op.AShr : Op.LShr, s.binary(Op.Shl, v, by), by)
}

/** The integer of as many bits as a number. */
export const integerOf = (type: Type): Type => INTEGERS.get(bitWidth(type))!

/**
 * The bits of integers one behind the other, in so many others: `<3 x i16>` in one of 48 bits and back.
 * @param bits of the smaller ones
 */
export function regrouped(s: Importer, values: readonly Value[], to: Type, count: number, bits: number): Value[] {
  const shifted = (op: number, v: Value, n: number): Value =>
    n === 0 ? v : s.binary(op, v, s.constant(s.typeOf(v), n * bits))
  const [each, rest] = [values.length / count, count / values.length]
  if (Number.isInteger(rest))
    return values.flatMap(v => Array.from({ length: rest }, (_, n) => s.resized(shifted(Op.LShr, v, n), to)))
  if (!Number.isInteger(each)) return unsupported('a conversion of this kind')
  return Array.from({ length: count }, (_, k) =>
    values
      .slice(k * each, (k + 1) * each)
      .map((v, n) => shifted(Op.Shl, s.resized(v, to), n))
      .reduce((a, b) => s.binary(Op.Or, a, b)),
  )
}
