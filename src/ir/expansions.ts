// Functions that DXIL has no operation for, as DXC and LLVM's DirectX back end write them out: the same from HLSL and from LLVM text.

import { DxilOp } from '../spec/dxil_ops.ts'
import type { Emitter } from './emitter.ts'
import type { Value } from './function.ts'
import { Op } from './ops.ts'
import { F16, F32, F64, I1, I16, isFloat } from './types.ts'

const PI = 3.1415927410125732
const HALF_PI = PI / 2
/** Exponent bits of a half. */
const HALF_EXPONENT = 0x7c00

const mul = (b: Emitter, x: Value, y: Value): Value => b.binary(isFloat(b.typeOf(x)) ? Op.FMul : Op.Mul, x, y)
/** A constant of x's type. */
const same = (b: Emitter, x: Value, n: number): Value => b.constant(b.typeOf(x), n)

/** a * b + c as one operation, unfused for floats. */
export function multiplyAdd(b: Emitter, x: Value, y: Value, z: Value, isUint: boolean): Value {
  const type = b.typeOf(x)
  return b.dx(isFloat(type) ? DxilOp.FMad : isUint ? DxilOp.UMad : DxilOp.IMad, type, [x, y, z])
}

/** x0*y0, then multiply-adds: integers, doubles, and the rows of matrices. */
export function madChain(b: Emitter, x: readonly Value[], y: readonly Value[], isUint: boolean): Value {
  let sum = mul(b, x[0]!, y[0]!)
  for (let i = 1; i < x.length; i++) sum = multiplyAdd(b, x[i]!, y[i]!, sum, isUint)
  return sum
}

/** The sum of products. Floats of two to four lanes have an operation, and those of more lanes one from shader model 6.9 on. */
export function dot(b: Emitter, x: readonly Value[], y: readonly Value[], isUint: boolean): Value {
  const type = b.typeOf(x[0]!)
  if (x.length === 1 || !isFloat(type) || type === F64) return madChain(b, x, y, isUint)
  const opcode =
    [DxilOp.Dot2, DxilOp.Dot3, DxilOp.Dot4][x.length - 2] ?? (b.module.atLeast(9) ? DxilOp.FDot : undefined)
  return opcode === undefined ? madChain(b, x, y, isUint) : b.dx(opcode, type, [...x, ...y])
}

/** Square root of the sum of squares, added from the left; of a scalar the absolute value. */
export function length(b: Emitter, x: readonly Value[]): Value {
  const type = b.typeOf(x[0]!)
  if (x.length === 1) return b.dx(DxilOp.FAbs, type, x)
  let sum = mul(b, x[0]!, x[0]!)
  for (let i = 1; i < x.length; i++) sum = b.binary(Op.FAdd, sum, mul(b, x[i]!, x[i]!))
  return b.dx(DxilOp.Sqrt, type, [sum])
}

export function normalize(b: Emitter, x: readonly Value[]): Value[] {
  const scale = b.dx(DxilOp.Rsqrt, b.typeOf(x[0]!), [dot(b, x, x, false)])
  return x.map(v => mul(b, scale, v))
}

export function cross(b: Emitter, [x, y, z]: readonly Value[], [u, v, w]: readonly Value[]): Value[] {
  const minor = (p: Value, q: Value, r: Value, s: Value): Value => b.binary(Op.FSub, mul(b, p, q), mul(b, r, s))
  return [minor(y!, w!, z!, v!), minor(z!, u!, x!, w!), minor(x!, v!, y!, u!)]
}

/** From `from` to `to`. */
export const lerp = (b: Emitter, from: Value, to: Value, by: Value): Value =>
  b.binary(Op.FAdd, b.binary(Op.FMul, by, b.binary(Op.FSub, to, from)), from)

/** 0 in front of the edge, else 1. */
export const step = (b: Emitter, edge: Value, x: Value): Value =>
  b.select(b.fcmp('olt', x, edge), same(b, x, 0), same(b, x, 1))

/** An integer without its sign. */
export const absolute = (b: Emitter, x: Value): Value =>
  b.dx(DxilOp.IMax, b.typeOf(x), [x, b.binary(Op.Sub, same(b, x, 0), x)])

export function atan2(b: Emitter, y: Value, x: Value): Value {
  const zero = same(b, x, 0)
  const atan = b.dx(DxilOp.Atan, b.typeOf(x), [b.binary(Op.FDiv, y, x)])
  const plus = b.binary(Op.FAdd, atan, same(b, x, PI))
  const minus = b.binary(Op.FAdd, atan, same(b, x, -PI))
  const xNegative = b.fcmp('olt', x, zero)
  const xZero = b.fcmp('oeq', x, zero)
  const yPositive = b.fcmp('oge', y, zero)
  const yNegative = b.fcmp('olt', y, zero)
  let result = b.select(b.binary(Op.And, yPositive, xNegative), plus, atan)
  result = b.select(b.binary(Op.And, yNegative, xNegative), minus, result)
  result = b.select(b.binary(Op.And, yNegative, xZero), same(b, x, -HALF_PI), result)
  return b.select(b.binary(Op.And, yPositive, xZero), same(b, x, HALF_PI), result)
}

/** IsNaN, IsInf, IsFinite, IsNormal: of halves in front of shader model 6.9 by way of floats. */
export const isSpecialFloat = (b: Emitter, opcode: number, x: Value): Value =>
  b.dx(opcode, I1, [b.typeOf(x) === F16 && !b.module.atLeast(9) ? b.emit(Op.FPExt, F32, [x]) : x])

/** Neither zero, nor subnormal, infinite or NaN. A subnormal half would be normal as a float, so its bits are looked at. */
export function isNormal(b: Emitter, x: Value): Value {
  if (b.typeOf(x) !== F16 || !b.module.options.native16Bit || b.module.atLeast(9))
    return isSpecialFloat(b, DxilOp.IsNormal, x)
  const mask = b.constant(I16, HALF_EXPONENT)
  const exponent = b.binary(Op.And, b.emit(Op.BitCast, I16, [x]), mask)
  return b.binary(Op.And, b.icmp('ne', exponent, b.constant(I16, 0)), b.icmp('ne', exponent, mask))
}
