// Integers of widths that the IR does not have: LLVM's optimiser counts with `i2` where a loop ends at three. They are held without their sign in
// 32 or 64 bits.

import type { Value } from '../ir/function.ts'
import { Op } from '../ir/ops.ts'
import { bitWidth, I16, I32, I64, type Type } from '../ir/types.ts'
import type { Type as LlvmType } from '../llvm/model/types.ts'
import type { Importer } from './importer.ts'
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

/** An integer in another type. What has 12 bits is held in 32, so that `trunc i16 %x to i12` extends. */
export function resized(s: Importer, v: Value, to: Type, isSigned = false): Value {
  const more = bitWidth(to) - bitWidth(s.typeOf(v))
  return more === 0 ? v : s.emit(more < 0 ? Op.Trunc : isSigned ? Op.SExt : Op.ZExt, to, [v])
}

export const integerOf = (bits: number): Type => (bits === 64 ? I64 : bits === 32 ? I32 : I16)

/** The bits of integers one behind the other, in larger or smaller integers of some bits each. */
export function regrouped(s: Importer, values: readonly Value[], bits: number): Value[] {
  const own = bitWidth(s.typeOf(values[0]!))
  const type = integerOf(bits)
  const shifted = (op: number, v: Value, n: number): Value =>
    n === 0 ? v : s.binary(op, v, s.constant(s.typeOf(v), n * Math.min(own, bits)))
  if (own > bits)
    return values.flatMap(v => Array.from({ length: own / bits }, (_, n) => resized(s, shifted(Op.LShr, v, n), type)))
  const each = bits / own
  return Array.from({ length: values.length / each }, (_, k) =>
    values
      .slice(k * each, (k + 1) * each)
      .map((v, n) => shifted(Op.Shl, resized(s, v, type), n))
      .reduce((a, b) => s.binary(Op.Or, a, b)),
  )
}
