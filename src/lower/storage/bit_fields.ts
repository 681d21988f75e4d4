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

function constant(lowerer: Lowerer, type: IrType, n: bigint): Value {
  return type === I64
    ? lowerer.module.constants.int64(BigInt.asIntN(64, n))
    : lowerer.b.constant(type, Number(BigInt.asIntN(32, n)))
}

const known = (lowerer: Lowerer, v: Value): bigint | undefined => {
  if (v >= 0) return undefined
  const c = lowerer.module.constants.get(v)
  // What nobody stored may be anything; DXC has it 0 beside the bits that are stored.
  if (c.kind === 'undef') return 0n
  return c.kind === 'int' ? BigInt(c.value) : undefined
}

/** A shift or `and` by a constant; folded where both are known, nothing where it changes nothing. */
function combine(lowerer: Lowerer, op: number, v: Value, by: bigint): Value {
  const type = lowerer.b.typeOf(v)
  const value = known(lowerer, v)
  if (op === Op.And ? by === -1n : by === 0n) return v
  if (value === undefined) return lowerer.b.binary(op, v, constant(lowerer, type, by))
  const bits = bitWidth(type)
  if (op === Op.And) return constant(lowerer, type, value & by)
  if (op === Op.Shl) return constant(lowerer, type, BigInt.asIntN(bits, value << by))
  return constant(lowerer, type, op === Op.AShr ? BigInt.asIntN(bits, value) >> by : BigInt.asUintN(bits, value) >> by)
}

const maskOf = (width: number): bigint => (1n << BigInt(width)) - 1n

/** The value of a bit field in an integer. One of minimum precision lies in a wider integer. */
export function extractBits(lowerer: Lowerer, whole: Value, bits: BitField): Value {
  const found = wideBits(lowerer, whole, bits)
  const type = lowerer.ir(integerOf(bits.type)!)
  return bitWidth(type) === 16 && lowerer.b.typeOf(found) === I32 ? lowerer.b.emit(Op.Trunc, type, [found]) : found
}

function wideBits(lowerer: Lowerer, whole: Value, bits: BitField): Value {
  const { offset, width, type } = bits
  const total = bitWidth(lowerer.b.typeOf(whole))
  if (isBool(type)) {
    const low = combine(lowerer, Op.And, combine(lowerer, Op.LShr, whole, BigInt(offset)), 1n)
    return lowerer.b.icmp('ne', low, constant(lowerer, lowerer.b.typeOf(low), 0n))
  }
  if (width === total) return whole
  if (!isSignedField(type))
    return combine(lowerer, Op.And, combine(lowerer, Op.LShr, whole, BigInt(offset)), maskOf(width))
  const top = combine(lowerer, Op.Shl, whole, BigInt(total - width - offset))
  return combine(lowerer, Op.AShr, top, BigInt(total - width))
}

/** The integer with some of its bits replaced by the low ones of a value. */
export function insertBits(lowerer: Lowerer, whole: Value, { offset, width }: Bits, value: Value): Value {
  const type = lowerer.b.typeOf(whole)
  const total = bitWidth(type)
  const isNarrow = bitWidth(lowerer.b.typeOf(value)) < total
  const given = isNarrow ? lowerer.b.emit(Op.ZExt, type, [value]) : value
  if (width === total) return given
  const low = combine(lowerer, Op.And, given, maskOf(width))
  const put = combine(lowerer, Op.Shl, low, BigInt(offset))
  const rest = combine(lowerer, Op.And, whole, ~(maskOf(width) << BigInt(offset)))
  const a = known(lowerer, rest)
  const b = known(lowerer, put)
  if (a !== undefined && b !== undefined) return constant(lowerer, type, a | b)
  if (a === 0n) return put
  return b === 0n ? rest : lowerer.b.binary(Op.Or, rest, put)
}

/** What an assignment to a place gives: of a bit field the bits that were kept. */
export function keptBits(lowerer: Lowerer, place: Place, values: readonly Value[]): readonly Value[] {
  if (place.kind !== 'bits' || isBool(place.type)) return values
  return [extractBits(lowerer, values[0]!, { ...place.bits, offset: 0 })]
}

export function packBits(lowerer: Lowerer, e: PackExpr): Value {
  let whole = constant(lowerer, lowerer.ir(e.type), 0n)
  for (const part of e.parts) whole = insertBits(lowerer, whole, part, lowerer.scalar(part.value))
  return whole
}
