// What instructions and pure operations of DXIL make of scalars. Where D3D12 or LLVM leaves a result open it is undefined.

import { bitsToHalf, halfToBits, roundToHalf } from '../../src/base/float16.ts'
import type { Type } from '../../src/llvm/model/types.ts'
import { DxilOp } from '../../src/spec/dxil_ops.ts'
import { BinOp, CastOp, RmwOp } from '../../src/spec/llvm_codes.ts'
import { type Scalar, unsupported } from './data.ts'

type Result = Scalar | undefined

/** An integer cut to the width of its type. */
export function wrapped(width: number, v: Scalar): Scalar {
  if (width > 32) return BigInt.asIntN(width, BigInt(v))
  if (typeof v === 'bigint') return wrapped(width, Number(BigInt.asIntN(32, v)))
  return width === 1 ? v & 1 : (v << (32 - width)) >> (32 - width)
}

/** An integer without its sign. */
export function unsigned(width: number, v: Scalar): Scalar {
  if (typeof v === 'bigint') return BigInt.asUintN(width, v)
  return width === 32 ? v >>> 0 : v & (2 ** width - 1)
}

/**
 * A number as a type holds it; what is too small for a normal float is 0, as D3D12 has it. Every NaN has the same bits: which operand hands on
 * its own depends on their order, and a shader may store them by asuint().
 */
export function rounded(type: Type, v: number): number {
  if (Number.isNaN(v)) return Number.NaN
  return type.kind === 'double' ? v : type.kind === 'half' ? roundToHalf(v) : flushed(type, Math.fround(v))
}

/** Denormal floats become zeros of their sign. */
const flushed = (type: Type, v: number): number => (type.kind === 'float' && Math.abs(v) < 2 ** -126 ? v * 0 : v)

const VIEW = new DataView(new ArrayBuffer(8))

export function floatOf(bits: number): number {
  VIEW.setUint32(0, bits >>> 0)
  return VIEW.getFloat32(0)
}
export function bitsOf(v: number): number {
  VIEW.setFloat32(0, v)
  return VIEW.getUint32(0)
}
export function doubleOf(bits: bigint): number {
  VIEW.setBigUint64(0, BigInt.asUintN(64, bits))
  return VIEW.getFloat64(0)
}
export function doubleBitsOf(v: number): bigint {
  VIEW.setFloat64(0, v)
  return VIEW.getBigUint64(0)
}

export function binary(code: number, type: Type, a: Scalar, b: Scalar): Result {
  if (type.isFloatingPoint) return rounded(type, floatBinary(code, flushed(type, Number(a)), flushed(type, Number(b))))
  const made = integerBinary(code, type.width, BigInt(a), BigInt(b))
  return made === undefined ? undefined : wrapped(type.width, made)
}

function floatBinary(code: number, a: number, b: number): number {
  switch (code) {
    case BinOp.FAdd:
      return a + b
    case BinOp.FSub:
      return a - b
    case BinOp.FMul:
      return a * b
    case BinOp.FDiv:
      return a / b
    default:
      return a % b
  }
}

/** Written apart from the constant folding of the compiler, so that the two are witnesses for each other. The result may have more bits. */
function integerBinary(code: number, width: number, a: bigint, b: bigint): bigint | undefined {
  const [x, y] = [BigInt.asUintN(width, a), BigInt.asUintN(width, b)]
  if (code >= BinOp.UDiv && code <= BinOp.SRem) {
    const isSigned = code === BinOp.SDiv || code === BinOp.SRem
    if (y === 0n || (isSigned && b === -1n && a === BigInt.asIntN(width, 1n << BigInt(width - 1)))) return undefined
  }
  if (code >= BinOp.Shl && code <= BinOp.AShr && y >= BigInt(width)) return undefined
  switch (code) {
    case BinOp.Add:
      return a + b
    case BinOp.Sub:
      return a - b
    case BinOp.Mul:
      return a * b
    case BinOp.UDiv:
      return x / y
    case BinOp.URem:
      return x % y
    case BinOp.SDiv:
      return a / b
    case BinOp.SRem:
      return a % b
    case BinOp.Shl:
      return a << y
    case BinOp.LShr:
      return x >> y
    case BinOp.AShr:
      return a >> y
    case BinOp.And:
      return a & b
    case BinOp.Or:
      return a | b
    case BinOp.Xor:
      return a ^ b
    default:
      return unsupported(`binary operation ${code}`)
  }
}

/** By LLVM's number of the predicate: below 32 of floats, with 1 equal, 2 greater, 4 less, 8 unordered. */
export function compare(code: number, type: Type, given: Scalar, other: Scalar): number {
  const { width } = type
  let [a, b] = [given, other]
  if (code < 16) {
    a = flushed(type, Number(a))
    b = flushed(type, Number(b))
    const is = Number.isNaN(a) || Number.isNaN(b) ? 8 : a === b ? 1 : a > b ? 2 : 4
    return (code & is) === 0 ? 0 : 1
  }
  const isUnsigned = code >= 34 && code <= 37
  const x = isUnsigned ? unsigned(width, a) : a
  const y = isUnsigned ? unsigned(width, b) : b
  const is = [x === y, x !== y, x > y, x >= y, x < y, x <= y]
  return Number(is[code <= 33 ? code - 32 : ((code - 34) % 4) + 2])
}

export function cast(code: number, from: Type, to: Type, given: Scalar): Result {
  switch (code) {
    case CastOp.ZExt:
      return wrapped(to.width, unsigned(from.width, given))
    case CastOp.SExt:
      return wrapped(to.width, from.width === 1 ? -Number(given) : given)
    case CastOp.Trunc:
      return wrapped(to.width, given)
    case CastOp.FPExt:
    case CastOp.FPTrunc:
      return rounded(to, Number(given))
    case CastOp.SIToFP:
      return rounded(to, Number(from.width === 1 ? -Number(given) : given))
    case CastOp.UIToFP:
      return rounded(to, Number(unsigned(from.width, given)))
    case CastOp.FPToSI:
    case CastOp.FPToUI: {
      // What lies outside is brought to the bound, and NaN is 0, as D3D12 has it; LLVM leaves it open.
      const low = code === CastOp.FPToUI ? 0 : -(2 ** (to.width - 1))
      const high = code === CastOp.FPToUI ? 2 ** to.width - 1 : 2 ** (to.width - 1) - 1
      const whole = Math.min(high, Math.max(low, Math.trunc(Number(given)))) || 0
      return wrapped(to.width, BigInt(whole))
    }
    default:
      return unsupported(`conversion ${code}`)
  }
}

/** The bits of a scalar, without sign. */
export function bitsOfScalar(type: Type, v: Scalar): bigint {
  switch (type.kind) {
    case 'double':
      return doubleBitsOf(Number(v))
    case 'float':
      return BigInt(bitsOf(Number(v)))
    case 'half':
      return BigInt(halfToBits(Number(v)))
    default:
      return BigInt.asUintN(type.width, BigInt(v))
  }
}

export function scalarOfBits(type: Type, bits: bigint): Scalar {
  switch (type.kind) {
    case 'double':
      return doubleOf(bits)
    case 'float':
      return floatOf(Number(BigInt.asUintN(32, bits)))
    case 'half':
      return bitsToHalf(Number(BigInt.asUintN(16, bits)))
    default:
      return type.width > 32 ? BigInt.asIntN(type.width, bits) : wrapped(type.width, Number(BigInt.asIntN(32, bits)))
  }
}

const isBelow = (width: number, a: Scalar, b: Scalar): boolean => unsigned(width, a) < unsigned(width, b)

/** By DXIL's numbers: add, and, or, xor, min, max of signed and of unsigned numbers, exchange. */
export const ATOMICS: readonly number[] = [
  ...[RmwOp.Add, RmwOp.And, RmwOp.Or, RmwOp.Xor, RmwOp.Min, RmwOp.Max, RmwOp.UMin, RmwOp.UMax, RmwOp.Xchg],
]

export function atomic(code: number, width: number, old: Scalar, v: Scalar): Scalar {
  const [a, b] = [BigInt(old), BigInt(v)]
  switch (code) {
    case RmwOp.Xchg:
      return v
    case RmwOp.Add:
      return wrapped(width, a + b)
    case RmwOp.Sub:
      return wrapped(width, a - b)
    case RmwOp.And:
      return wrapped(width, a & b)
    case RmwOp.Or:
      return wrapped(width, a | b)
    case RmwOp.Xor:
      return wrapped(width, a ^ b)
    case RmwOp.Max:
      return old > v ? old : v
    case RmwOp.Min:
      return old < v ? old : v
    case RmwOp.UMax:
      return isBelow(width, old, v) ? v : old
    case RmwOp.UMin:
      return isBelow(width, old, v) ? old : v
    default:
      return unsupported(`atomic operation ${code}`)
  }
}

type Rule = (args: readonly number[]) => number

const saturated = (v: number): number => Math.min(1, Math.max(0, v))
const below = (v: number): number => Math.floor(v)

function roundEven(v: number): number {
  const rest = v - below(v)
  return rest < 0.5 || (rest === 0.5 && below(v) % 2 === 0) ? below(v) : below(v) + 1
}

const dot: Rule = args => {
  const n = args.length / 2
  return args.slice(0, n).reduce((sum, v, i) => sum + v * args[n + i]!, 0)
}

/** NaN loses, as IEEE 754's minNum has it. */
const least = (a: number, b: number): number => (Number.isNaN(a) ? b : Number.isNaN(b) ? a : Math.min(a, b))
const most = (a: number, b: number): number => (Number.isNaN(a) ? b : Number.isNaN(b) ? a : Math.max(a, b))

const FLOATS: Readonly<Record<number, Rule>> = {
  [DxilOp.FAbs]: ([a]) => Math.abs(a!),
  [DxilOp.Saturate]: ([a]) => saturated(a!),
  [DxilOp.Cos]: ([a]) => Math.cos(a!),
  [DxilOp.Sin]: ([a]) => Math.sin(a!),
  [DxilOp.Tan]: ([a]) => Math.tan(a!),
  [DxilOp.Acos]: ([a]) => Math.acos(a!),
  [DxilOp.Asin]: ([a]) => Math.asin(a!),
  [DxilOp.Atan]: ([a]) => Math.atan(a!),
  [DxilOp.Hcos]: ([a]) => Math.cosh(a!),
  [DxilOp.Hsin]: ([a]) => Math.sinh(a!),
  [DxilOp.Htan]: ([a]) => Math.tanh(a!),
  [DxilOp.Exp]: ([a]) => 2 ** a!,
  [DxilOp.Frc]: ([a]) => a! - below(a!),
  [DxilOp.Log]: ([a]) => Math.log2(a!),
  [DxilOp.Sqrt]: ([a]) => Math.sqrt(a!),
  [DxilOp.Rsqrt]: ([a]) => 1 / Math.sqrt(a!),
  [DxilOp.Round_ne]: ([a]) => roundEven(a!),
  [DxilOp.Round_ni]: ([a]) => below(a!),
  [DxilOp.Round_pi]: ([a]) => Math.ceil(a!),
  [DxilOp.Round_z]: ([a]) => Math.trunc(a!),
  [DxilOp.FMax]: ([a, b]) => most(a!, b!),
  [DxilOp.FMin]: ([a, b]) => least(a!, b!),
  [DxilOp.FMad]: ([a, b, c]) => a! * b! + c!,
  [DxilOp.Fma]: ([a, b, c]) => fused(a!, b!, c!),
  [DxilOp.Dot2]: dot,
  [DxilOp.Dot3]: dot,
  [DxilOp.Dot4]: dot,
  [DxilOp.Dot2AddHalf]: ([c, ax, ay, bx, by]) => c! + ax! * bx! + ay! * by!,
}

const TESTS: Readonly<Record<number, (a: number) => boolean>> = {
  [DxilOp.IsNaN]: a => Number.isNaN(a),
  [DxilOp.IsInf]: a => Math.abs(a) === Number.POSITIVE_INFINITY,
  [DxilOp.IsFinite]: a => Number.isFinite(a),
  [DxilOp.IsNormal]: a => Number.isFinite(a) && Math.abs(a) >= 2 ** -126,
}

/** A number's digits in base two, as many as its type has. */
const digitsOf = (width: number, v: Scalar): string => BigInt.asUintN(width, BigInt(v)).toString(2).padStart(width, '0')

type IntegerRule = (width: number, args: readonly Scalar[]) => Result

const INTEGERS: Readonly<Record<number, IntegerRule>> = {
  [DxilOp.Bfrev]: (width, [v]) => wrapped(width, BigInt(`0b${[...digitsOf(width, v!)].reverse().join('')}`)),
  // What counts bits gives an i32; -1 where there is none.
  [DxilOp.Countbits]: (width, [v]) => digitsOf(width, v!).replaceAll('0', '').length,
  [DxilOp.FirstbitLo]: (width, [v]) => [...digitsOf(width, v!)].reverse().indexOf('1'),
  // Counted from the highest bit.
  [DxilOp.FirstbitHi]: (width, [v]) => digitsOf(width, v!).indexOf('1'),
  // Of a negative number the first bit that is 0.
  [DxilOp.FirstbitSHi]: (width, [v]) => digitsOf(width, v!).indexOf(v! < 0 ? '0' : '1'),
  [DxilOp.IMax]: (_, [a, b]) => (a! > b! ? a : b),
  [DxilOp.IMin]: (_, [a, b]) => (a! < b! ? a : b),
  [DxilOp.UMax]: (width, [a, b]) => (isBelow(width, a!, b!) ? b : a),
  [DxilOp.UMin]: (width, [a, b]) => (isBelow(width, a!, b!) ? a : b),
  [DxilOp.IMad]: (width, [a, b, c]) => wrapped(width, BigInt(a!) * BigInt(b!) + BigInt(c!)),
  [DxilOp.UMad]: (width, [a, b, c]) => wrapped(width, BigInt(a!) * BigInt(b!) + BigInt(c!)),
  [DxilOp.Msad]: (_, [reference, source, sum]) => {
    let made = Number(sum)
    for (let i = 0; i < 32; i += 8) {
      const r = (Number(reference) >>> i) & 255
      if (r !== 0) made += Math.abs(r - ((Number(source) >>> i) & 255))
    }
    return made | 0
  },
  [DxilOp.Ibfe]: (_, [w, o, v]) => {
    const [width, offset] = [Number(w) & 31, Number(o) & 31]
    if (width === 0) return 0
    return offset + width < 32 ? (Number(v) << (32 - width - offset)) >> (32 - width) : Number(v) >> offset
  },
  [DxilOp.Ubfe]: (_, [w, o, v]) => {
    const [width, offset] = [Number(w) & 31, Number(o) & 31]
    if (width === 0) return 0
    return (offset + width < 32 ? (Number(v) << (32 - width - offset)) >>> (32 - width) : Number(v) >>> offset) | 0
  },
  [DxilOp.Bfi]: (_, [w, o, v, into]) => {
    const [width, offset] = [Number(w) & 31, Number(o) & 31]
    const mask = (((1 << width) - 1) << offset) | 0
    return ((Number(v) << offset) & mask) | (Number(into) & ~mask)
  },
  [DxilOp.Dot4AddI8Packed]: (_, [sum, a, b]) => {
    let made = Number(sum)
    for (let i = 0; i < 32; i += 8) made += ((Number(a) << (24 - i)) >> 24) * ((Number(b) << (24 - i)) >> 24)
    return made | 0
  },
  [DxilOp.Dot4AddU8Packed]: (_, [sum, a, b]) => {
    let made = Number(sum)
    for (let i = 0; i < 32; i += 8) made += ((Number(a) >>> i) & 255) * ((Number(b) >>> i) & 255)
    return made | 0
  },
  [DxilOp.BitcastI32toF32]: (_, [v]) => floatOf(Number(v)),
  [DxilOp.BitcastI16toF16]: (_, [v]) => bitsToHalf(Number(v) & 0xffff),
  [DxilOp.BitcastI64toF64]: (_, [v]) => doubleOf(BigInt(v!)),
  [DxilOp.LegacyF16ToF32]: (_, [v]) => bitsToHalf(Number(v) & 0xffff),
  [DxilOp.MakeDouble]: (_, [low, high]) =>
    doubleOf((BigInt.asUintN(32, BigInt(high!)) << 32n) | BigInt.asUintN(32, BigInt(low!))),
}

const FLOAT_BITS: Readonly<Record<number, (v: number) => Result>> = {
  [DxilOp.BitcastF32toI32]: v => bitsOf(v) | 0,
  [DxilOp.BitcastF16toI16]: v => wrapped(16, halfToBits(v)),
  [DxilOp.BitcastF64toI64]: v => BigInt.asIntN(64, doubleBitsOf(v)),
  // D3D12's conversion rounds towards zero.
  [DxilOp.LegacyF32ToF16]: v => halfTowardsZero(v),
  [DxilOp.LegacyDoubleToFloat]: v => Math.fround(v),
  [DxilOp.LegacyDoubleToSInt32]: v => (Math.abs(v) < 2 ** 31 ? Math.trunc(v) : undefined),
  [DxilOp.LegacyDoubleToUInt32]: v => (v > -1 && v < 2 ** 32 ? Math.trunc(v) | 0 : undefined),
}

function halfTowardsZero(v: number): number {
  const bits = halfToBits(v)
  return Number.isFinite(v) && Math.abs(bitsToHalf(bits)) > Math.abs(v) ? bits - 1 : bits
}

/** Operations with two results. */
const PAIRS: Readonly<Record<number, (a: number, b: number) => readonly Result[]>> = {
  [DxilOp.IMul]: (a, b) => halves(BigInt(a) * BigInt(b)),
  [DxilOp.UMul]: (a, b) => halves(BigInt(a >>> 0) * BigInt(b >>> 0)),
  [DxilOp.UDiv]: (a, b) =>
    b === 0 ? [undefined, undefined] : [Math.floor((a >>> 0) / (b >>> 0)) | 0, ((a >>> 0) % (b >>> 0)) | 0],
  [DxilOp.UAddc]: (a, b) => [(a + b) | 0, Number((a >>> 0) + (b >>> 0) > 0xffffffff)],
  [DxilOp.USubb]: (a, b) => [(a - b) | 0, Number(a >>> 0 < b >>> 0)],
}

/** The high half first. */
const halves = (v: bigint): readonly number[] => [Number(BigInt.asIntN(32, v >> 32n)), Number(BigInt.asIntN(32, v))]

/**
 * What an operation makes of defined scalars; undefined where it is none of the operations here.
 * @param type of the first of them
 */
export function ruleOf(opcode: number, type: Type): ((args: readonly Scalar[]) => Result) | undefined {
  const float = FLOATS[opcode]
  if (float) return args => rounded(type, float(args.map(a => flushed(type, Number(a)))))
  const test = TESTS[opcode]
  if (test) return ([a]) => Number(test(flushed(type, Number(a))))
  const integer = INTEGERS[opcode]
  if (integer) return args => integer(type.width, args)
  const bits = FLOAT_BITS[opcode]
  return bits && (([a]) => bits(Number(a)))
}

/** The same of an operation with two results. */
export const pairRuleOf = (opcode: number): ((a: number, b: number) => readonly Result[]) | undefined => PAIRS[opcode]

/** a * b + c, rounded once. */
function fused(a: number, b: number, c: number): number {
  if (![a, b, c].every(Number.isFinite) || a === 0 || b === 0 || c === 0) return a * b + c
  const parts = [a, b, c].map(partsOf)
  const [x, y, z] = parts as [Parts, Parts, Parts]
  const low = Math.min(x.exponent + y.exponent, z.exponent)
  const sum = ((x.digits * y.digits) << BigInt(x.exponent + y.exponent - low)) + (z.digits << BigInt(z.exponent - low))
  return nearestDouble(sum, low)
}

interface Parts {
  readonly digits: bigint
  readonly exponent: number
}

/** A finite double as a whole number and a power of two. */
function partsOf(x: number): Parts {
  const view = new DataView(new ArrayBuffer(8))
  view.setFloat64(0, x)
  const bits = view.getBigUint64(0)
  const exponent = Number((bits >> 52n) & 0x7ffn)
  const digits = (bits & 0xfffffffffffffn) | (exponent === 0 ? 0n : 1n << 52n)
  return { digits: x < 0 ? -digits : digits, exponent: Math.max(exponent, 1) - 1075 }
}

/** Ties to even; denormal numbers have fewer digits. */
function nearestDouble(digits: bigint, exponent: number): number {
  const size = digits < 0n ? -digits : digits
  const drop = Math.max(size.toString(2).length - 53, -1074 - exponent, 0)
  const unit = 1n << BigInt(drop)
  let kept = size / unit
  const twice = 2n * (size % unit)
  if (twice > unit || (twice === unit && kept % 2n === 1n)) kept++
  const made = Number(kept) * 2 ** Math.max(exponent + drop, -1000) * 2 ** Math.min(exponent + drop + 1000, 0)
  return digits < 0n ? -made : made
}
