// Scalar mathematics, component by component: the expansions and constants are DXC's, so that results agree bit for bit.

import { evaluate } from '../../hlsl/check/values/constants.ts'
import type { Expr } from '../../hlsl/tree/typed.ts'
import { absolute, atan2, isNormal, isSpecialFloat, lerp, multiplyAdd, step } from '../../ir/expansions.ts'
import type { Value } from '../../ir/function.ts'
import { Op } from '../../ir/ops.ts'
import { F16, F32, F64, I32, isFloat } from '../../ir/types.ts'
import { DxilOp } from '../../spec/dxil_ops.ts'
import { LANE_OPERATIONS, LN_2, LOG2_E, LOG10_2 } from '../../spec/lane_operations.ts'
import type { Builder } from '../core/builder.ts'
import type { Lowerer } from '../core/lowerer.ts'
import { isUnsigned, kindOf } from '../core/scalars.ts'
import { argElement, argValues, each, type Family, type Intrinsic, op, resultElement, writeOut } from './family.ts'

/** x times a constant of x's type. */
const times = (b: Builder, x: Value, n: number): Value => b.binary(Op.FMul, x, b.constant(b.typeOf(x), n))
/** x times a constant that doubles have in full. */
const timesExact = (b: Builder, x: Value, n: number): Value => times(b, x, b.typeOf(x) === F64 ? n : Math.fround(n))
const unary = (b: Builder, opcode: number, x: Value): Value => b.dx(opcode, b.typeOf(x), [x])
const same = (b: Builder, x: Value, n: number): Value => b.constant(b.typeOf(x), n)

/** min/max family: float, signed or unsigned operation by the argument type. */
function pick(
  float: number,
  signed: number,
  unsigned: number,
): (b: Builder, x: Value, y: Value, isUint: boolean) => Value {
  return (b, x, y, isUint) => {
    const type = b.typeOf(x)
    return b.dx(isFloat(type) ? float : isUint ? unsigned : signed, type, [x, y])
  }
}
const minOf = pick(DxilOp.FMin, DxilOp.IMin, DxilOp.UMin)
const maxOf = pick(DxilOp.FMax, DxilOp.IMax, DxilOp.UMax)

function abs(b: Builder, x: Value, isUint: boolean): Value {
  if (isUint) return x
  const type = b.typeOf(x)
  if (isFloat(type)) return unary(b, DxilOp.FAbs, x)
  return absolute(b, x)
}

/** x to the power of y by component, where y may be one for all: exp(log(x) * y), with DXC's shortcuts for exponents that are the same number. */
export function power(lowerer: Lowerer, x: readonly Value[], y: readonly Value[]): Value[] {
  const { b } = lowerer
  const exponent = b.constantFloat(y[0]!)
  const isOne = exponent !== undefined && y.every(v => b.constantFloat(v) === exponent)
  if (isOne && lowerer.program.multipliesPowers && isProduct(exponent, x.length))
    return x.map(v => productPower(b, v, exponent))
  if (isOne && exponent === 2) return x.map(v => b.binary(Op.FMul, v, v))
  return x.map((v, i) => {
    const log = unary(b, DxilOp.Log, v)
    return unary(b, DxilOp.Exp, b.binary(Op.FMul, log, y[y.length === 1 ? 0 : i]!))
  })
}

/** FXC's rule, which DXC keeps for HLSL 2016: the products that a whole power needs, against what the expansion by logarithm takes. */
function isProduct(exponent: number, lanes: number): boolean {
  if (!Number.isInteger(exponent) || Math.abs(exponent) >= 2 ** 31 || lanes > 16) return false
  const bits = Math.abs(exponent).toString(2)
  const products = exponent === 0 ? -2 : bits.length - 1 + bits.replaceAll('0', '').length - 1
  return products <= (exponent < 0 ? lanes + 1 : 2 * lanes + 1)
}

/** x to a whole power: the squares that the bits of the exponent name, from the lowest on, multiplied. */
function productPower(b: Builder, x: Value, exponent: number): Value {
  if (exponent === 0) return same(b, x, 1)
  let square = x
  let result: Value | undefined
  for (let rest = Math.abs(exponent); rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) result = result === undefined ? square : b.binary(Op.FMul, result, square)
    if (rest > 1) square = b.binary(Op.FMul, square, square)
  }
  return exponent < 0 ? b.binary(Op.FDiv, same(b, x, 1), result!) : result!
}

/** Quotient's fraction with the quotient's sign, times the divisor. */
function fmod(b: Builder, x: Value, y: Value): Value {
  const q = b.binary(Op.FDiv, x, y)
  const isPositive = b.fcmp('oge', q, b.negate(q))
  const fraction = unary(b, DxilOp.Frc, unary(b, DxilOp.FAbs, q))
  return b.binary(Op.FMul, b.select(isPositive, fraction, b.negate(fraction)), y)
}

function smoothstep(b: Builder, low: Value, high: Value, x: Value): Value {
  const range = b.binary(Op.FSub, high, low)
  const t = unary(b, DxilOp.Saturate, b.binary(Op.FDiv, b.binary(Op.FSub, x, low), range))
  const slope = b.binary(Op.FSub, same(b, x, 3), times(b, t, 2))
  return b.binary(Op.FMul, b.binary(Op.FMul, t, t), slope)
}

/**
 * A rule for functions that DXIL does not have at an infinity, where `folded` is computed when an argument is written as a constant that is one.
 * Constants made of bits (asfloat) and of variables are not seen at that time, in DXC neither, and are refused later.
 */
function folding(folded: (x: number) => number, rule: Intrinsic): Intrinsic {
  return (lowerer, e) => {
    const values = isWritten(e.args[0]!) ? evaluate(e.args[0]!) : undefined
    const type = lowerer.ir(resultElement(e))
    if (type === F16 || !values?.some(v => Math.abs(Number(v)) === Infinity)) return rule(lowerer, e)
    return values.map(v => lowerer.b.constant(type, folded(Number(v))))
  }
}

/** Whether a constant holds no bits seen as another type. */
function isWritten(e: Expr): boolean {
  switch (e.kind) {
    case 'intrinsic':
      return !e.name.startsWith('as') && e.args.every(isWritten)
    case 'binary':
      return isWritten(e.left) && isWritten(e.right)
    case 'unary':
    case 'convert':
      return isWritten(e.operand)
    default:
      return e.kind === 'literal' || e.kind === 'var'
  }
}

/** -1, 0 or 1 as int: the difference of the two comparisons. */
const sign: Intrinsic = (lowerer, e) => {
  const { b } = lowerer
  const isUint = isUnsigned(argElement(e, 0))
  return argValues(lowerer, e)[0]!.map(x => {
    const zero = same(b, x, 0)
    const float = isFloat(b.typeOf(x))
    const above = b.emit(Op.ZExt, I32, [float ? b.fcmp('ogt', x, zero) : b.icmp(isUint ? 'ne' : 'sgt', x, zero)])
    if (isUint) return above
    const below = b.emit(Op.ZExt, I32, [float ? b.fcmp('olt', x, zero) : b.icmp('slt', x, zero)])
    return b.binary(Op.Sub, above, below)
  })
}

/** Mantissa in [0.5, 1) and exponent from the bits of a float; both 0 for 0. */
const frexp: Intrinsic = (lowerer, e) => {
  const { b } = lowerer
  const mantissas: Value[] = []
  const exponents: Value[] = []
  const values = argValues(lowerer, e)[0]!
  for (const x of values) {
    const zero = b.constant(F32, 0)
    const notZero = b.fcmp('une', x, zero)
    const bits = b.emit(Op.BitCast, I32, [x])
    const biased = b.binary(Op.Add, b.binary(Op.And, bits, b.i32(0x7f800000)), b.i32(-0x3f000000))
    const exponent = b.emit(Op.SIToFP, F32, [b.binary(Op.AShr, biased, b.i32(23))])
    exponents.push(b.select(notZero, exponent, zero))
    const mantissa = b.binary(Op.Or, b.binary(Op.And, bits, b.i32(0x7fffff)), b.i32(0x3f000000))
    mantissas.push(b.select(notZero, b.emit(Op.BitCast, F32, [mantissa]), zero))
  }
  writeOut(lowerer, e, 1, exponents)
  return mantissas
}

const modf: Intrinsic = (lowerer, e) => {
  const { b } = lowerer
  const values = argValues(lowerer, e)[0]!
  if (kindOf(argElement(e, 0)) !== 'float') {
    writeOut(lowerer, e, 1, values)
    return values.map(x => same(b, x, 0))
  }
  const whole = values.map(x => unary(b, DxilOp.Round_z, x))
  const fraction = values.map((x, i) => b.binary(Op.FSub, x, whole[i]!))
  writeOut(lowerer, e, 1, whole)
  return fraction
}

const sincos: Intrinsic = (lowerer, e) => {
  const values = argValues(lowerer, e)[0]!
  const sines = values.map(x => unary(lowerer.b, DxilOp.Sin, x))
  const cosines = values.map(x => unary(lowerer.b, DxilOp.Cos, x))
  writeOut(lowerer, e, 1, sines)
  writeOut(lowerer, e, 2, cosines)
  return []
}

/** A classification of floats, giving a bool. Before shader model 6.9 it is asked of 32-bit floats only. */
function isSpecial(opcode: number): Intrinsic {
  return each((b, [x]) => isSpecialFloat(b, opcode, x!))
}

const isUint = (e: Parameters<Intrinsic>[1]): boolean => isUnsigned(argElement(e, 0))

export const MATH: Family = {
  ...Object.fromEntries(LANE_OPERATIONS.map(([name, , opcode]) => [name, op(opcode)])),
  abs: each((b, [x], e) => abs(b, x!, isUint(e))),
  acos: folding(Math.acos, op(DxilOp.Acos)),
  asin: folding(Math.asin, op(DxilOp.Asin)),
  atan2: each((b, [y, x]) => atan2(b, y!, x!)),
  clamp: each((b, [x, low, high], e) => minOf(b, maxOf(b, x!, low!, isUint(e)), high!, isUint(e))),
  degrees: each((b, [x]) => timesExact(b, x!, 180 / Math.PI)),
  exp: each((b, [x]) => unary(b, DxilOp.Exp, times(b, x!, LOG2_E))),
  fma: op(DxilOp.Fma),
  fmod: each((b, [x, y]) => fmod(b, x!, y!)),
  frexp,
  isfinite: isSpecial(DxilOp.IsFinite),
  isinf: isSpecial(DxilOp.IsInf),
  isnan: isSpecial(DxilOp.IsNaN),
  isnormal: each((b, [x]) => isNormal(b, x!)),
  ldexp: each((b, [x, exponent]) => b.binary(Op.FMul, unary(b, DxilOp.Exp, exponent!), x!)),
  lerp: each((b, [x, y, s]) => lerp(b, x!, y!, s!)),
  log: folding(
    Math.log,
    each((b, [x]) => times(b, unary(b, DxilOp.Log, x!), LN_2)),
  ),
  log10: folding(
    Math.log10,
    each((b, [x]) => times(b, unary(b, DxilOp.Log, x!), LOG10_2)),
  ),
  log2: folding(Math.log2, op(DxilOp.Log)),
  mad: each((b, [x, y, z], e) => multiplyAdd(b, x!, y!, z!, isUint(e))),
  max: each((b, [x, y], e) => maxOf(b, x!, y!, isUint(e))),
  min: each((b, [x, y], e) => minOf(b, x!, y!, isUint(e))),
  modf,
  pow: (lowerer, e) => {
    const [x, y] = argValues(lowerer, e)
    return power(lowerer, x!, y!)
  },
  radians: each((b, [x]) => timesExact(b, x!, Math.PI / 180)),
  rcp: each((b, [x]) => b.binary(Op.FDiv, same(b, x!, 1), x!)),
  sign,
  sincos,
  smoothstep: each((b, [low, high, x]) => smoothstep(b, low!, high!, x!)),
  step: each((b, [edge, x]) => step(b, edge!, x!)),
}
