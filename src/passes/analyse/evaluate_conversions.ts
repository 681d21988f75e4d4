// Conversions of constants between scalar types; what does not fit the target (float to integer) is undefined and left alone.

import { doubleBits, doubleFromBits, floatBits, floatFromBits } from '../../base/float_bits.ts'
import { bitsToHalf, halfToBits, roundToHalf } from '../../base/float16.ts'
import type { Constant, Constants } from '../../ir/constants.ts'
import { NO_VALUE, type Value } from '../../ir/function.ts'
import { Op } from '../../ir/ops.ts'
import { bitWidth, F16, F32, F64, I1, I64, isFloat, type Type } from '../../ir/types.ts'

export function convertConstant(constants: Constants, op: number, type: Type, c: Constant): Value {
  if (c.kind === 'int') return op === Op.BitCast ? intBits(constants, type, c.value) : fromInt(constants, op, type, c)
  if (c.kind === 'float') return fromFloat(constants, op, type, c.type, c.value)
  // Width changes of undef are not undef in all their bits, but a bit cast is.
  return c.kind === 'undef' && op === Op.BitCast ? constants.undef(type) : NO_VALUE
}

function fromInt(
  constants: Constants,
  op: number,
  type: Type,
  c: { readonly type: Type; readonly value: number | bigint },
): Value {
  const signed = c.type === I1 ? -BigInt(c.value) : BigInt(c.value)
  const unsigned = BigInt.asUintN(bitWidth(c.type), signed)
  switch (op) {
    case Op.Trunc:
    case Op.SExt:
      return integer(constants, type, signed)
    case Op.ZExt:
      return integer(constants, type, unsigned)
    case Op.SIToFP:
      return constants.float(type, nearestFloat(type, signed))
    case Op.UIToFP:
      return constants.float(type, nearestFloat(type, unsigned))
    default:
      return NO_VALUE
  }
}

const integer = (constants: Constants, type: Type, value: bigint): Value =>
  type === I64 ? constants.int64(BigInt.asIntN(64, value)) : constants.int(type, Number(BigInt.asIntN(32, value)))

/** One rounding only: 64-bit integers do not fit a double, so the bits that would round are gathered into a sticky bit first. */
function nearestFloat(type: Type, value: bigint): number {
  const negative = value < 0n
  let magnitude = negative ? -value : value
  if (type === F32 || type === F16) {
    let scale = 1
    // Keep 32 significant bits, the lowest of them sticky: more than float's 24 plus guard, and exact in a double.
    for (; magnitude >= 1n << 32n; scale *= 2) magnitude = (magnitude >> 1n) | (magnitude & 1n)
    const number = Number(magnitude) * scale
    const rounded = type === F32 ? Math.fround(number) : roundToHalf(number)
    return negative ? -rounded : rounded
  }
  return Number(value)
}

function fromFloat(constants: Constants, op: number, type: Type, from: Type, value: number): Value {
  switch (op) {
    case Op.FPTrunc:
      return constants.float(type, type === F16 ? roundToHalf(value) : Math.fround(value))
    case Op.FPExt:
      return constants.float(type, value)
    case Op.FPToSI:
    case Op.FPToUI:
      return toInteger(constants, op === Op.FPToSI, type, value)
    case Op.BitCast:
      return integer(constants, type, bitsOf(from, value))
    default:
      return NO_VALUE
  }
}

function toInteger(constants: Constants, signed: boolean, type: Type, value: number): Value {
  if (!Number.isFinite(value)) return NO_VALUE
  const whole = BigInt(Math.trunc(value))
  const bits = bitWidth(type)
  const fits = (signed ? BigInt.asIntN(bits, whole) : BigInt.asUintN(bits, whole)) === whole
  return fits ? integer(constants, type, whole) : NO_VALUE
}

/** The bits that a constant has when it is written: every NaN is the positive quiet one. */
function bitsOf(type: Type, value: number): bigint {
  if (type === F64) return doubleBits(value)
  return BigInt(type === F16 ? halfToBits(value) : floatBits(value))
}

function intBits(constants: Constants, type: Type, value: number | bigint): Value {
  if (!isFloat(type)) return integer(constants, type, BigInt(value))
  return floatConstantOfBits(constants, type, BigInt(value))
}

/** The float constant of a type that has these bits; NO_VALUE for a NaN of other bits than those of a constant: asfloat(0xffc00000). */
export function floatConstantOfBits(constants: Constants, type: Type, bits: bigint): Value {
  const number = floatOfBits(type, bits)
  const isKept = !Number.isNaN(number) || BigInt.asUintN(bitWidth(type), bits) === bitsOf(type, number)
  return isKept ? constants.float(type, number) : NO_VALUE
}

/** The float of a type that has these bits. */
export function floatOfBits(type: Type, value: number | bigint): number {
  if (type === F64) return doubleFromBits(BigInt.asUintN(64, BigInt(value)))
  return type === F16 ? bitsToHalf(Number(value) & 0xffff) : floatFromBits(Number(value))
}
