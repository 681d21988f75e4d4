// Bit fields as shifts and masks of the integer they lie in, as DXC writes them: `and` for unsigned ones, `shl` and `ashr` for signed ones.

import { integerOf, isSignedField } from '../../hlsl/tree/bit_fields.ts'
import { isBool } from '../../hlsl/tree/numeric.ts'
import type { PackExpr } from '../../hlsl/tree/typed.ts'
import type { BitField, Bits } from '../../hlsl/tree/types.ts'
import type { Value } from '../../ir/function.ts'
import { Op } from '../../ir/ops.ts'
import { bitWidth, I32, I64, type Type as IrType } from '../../ir/types.ts'
import type { Lowerer } from '../core/lowerer.ts'
import type { Place } from '../core/places.ts'

function constant(l: Lowerer, type: IrType, n: bigint): Value {
  return type === I64
    ? l.module.constants.int64(BigInt.asIntN(64, n))
    : l.b.constant(type, Number(BigInt.asIntN(32, n)))
}

const known = (l: Lowerer, v: Value): bigint | undefined => {
  if (v >= 0) return undefined
  const c = l.module.constants.get(v)
  // What nobody stored may be anything; DXC has it 0 beside the bits that are stored.
  if (c.kind === 'undef') return 0n
  return c.kind === 'int' ? BigInt(c.value) : undefined
}

/** A shift or `and` by a constant; folded where both are known, nothing where it changes nothing. */
function combine(l: Lowerer, op: number, v: Value, by: bigint): Value {
  const type = l.b.typeOf(v)
  const value = known(l, v)
  if (op === Op.And ? by === -1n : by === 0n) return v
  if (value === undefined) return l.b.binary(op, v, constant(l, type, by))
  const bits = bitWidth(type)
  if (op === Op.And) return constant(l, type, value & by)
  if (op === Op.Shl) return constant(l, type, BigInt.asIntN(bits, value << by))
  return constant(l, type, op === Op.AShr ? BigInt.asIntN(bits, value) >> by : BigInt.asUintN(bits, value) >> by)
}

const maskOf = (width: number): bigint => (1n << BigInt(width)) - 1n

/** The value of a bit field in an integer. One of minimum precision lies in a wider integer. */
export function extractBits(l: Lowerer, whole: Value, bits: BitField): Value {
  const found = wideBits(l, whole, bits)
  const type = l.ir(integerOf(bits.type)!)
  return bitWidth(type) === 16 && l.b.typeOf(found) === I32 ? l.b.emit(Op.Trunc, type, [found]) : found
}

function wideBits(l: Lowerer, whole: Value, bits: BitField): Value {
  const { offset, width, type } = bits
  const total = bitWidth(l.b.typeOf(whole))
  if (isBool(type)) {
    const low = combine(l, Op.And, combine(l, Op.LShr, whole, BigInt(offset)), 1n)
    return l.b.icmp('ne', low, constant(l, l.b.typeOf(low), 0n))
  }
  if (width === total) return whole
  if (!isSignedField(type)) return combine(l, Op.And, combine(l, Op.LShr, whole, BigInt(offset)), maskOf(width))
  const top = combine(l, Op.Shl, whole, BigInt(total - width - offset))
  return combine(l, Op.AShr, top, BigInt(total - width))
}

/** The integer with some of its bits replaced by the low ones of a value. */
export function insertBits(l: Lowerer, whole: Value, { offset, width }: Bits, value: Value): Value {
  const type = l.b.typeOf(whole)
  const total = bitWidth(type)
  const isNarrow = bitWidth(l.b.typeOf(value)) < total
  const given = isNarrow ? l.b.emit(Op.ZExt, type, [value]) : value
  if (width === total) return given
  const low = combine(l, Op.And, given, maskOf(width))
  const put = combine(l, Op.Shl, low, BigInt(offset))
  const rest = combine(l, Op.And, whole, ~(maskOf(width) << BigInt(offset)))
  const a = known(l, rest)
  const b = known(l, put)
  if (a !== undefined && b !== undefined) return constant(l, type, a | b)
  if (a === 0n) return put
  return b === 0n ? rest : l.b.binary(Op.Or, rest, put)
}

/** What an assignment to a place gives: of a bit field the bits that were kept. */
export function keptBits(l: Lowerer, place: Place, values: readonly Value[]): readonly Value[] {
  if (place.kind !== 'bits' || isBool(place.type)) return values
  return [extractBits(l, values[0]!, { ...place.bits, offset: 0 })]
}

export function packBits(l: Lowerer, e: PackExpr): Value {
  let whole = constant(l, l.ir(e.type), 0n)
  for (const part of e.parts) whole = insertBits(l, whole, part, l.scalar(part.value))
  return whole
}
