// DXIL math operations on constants: exact or correctly rounded by definition, and transcendental functions computed in double and rounded.

import { roundToHalf } from '../../base/float16.ts'
import type { Constant, Constants } from '../../ir/constants.ts'
import { NO_VALUE, type Value } from '../../ir/function.ts'
import { bitWidth, F16, F32, F64, I1, I64, type Type } from '../../ir/types.ts'
import { DxilOp } from '../../spec/dxil_ops.ts'
import { floatConstantOfBits } from './evaluate_conversions.ts'

/** Float functions of one float; undefined = do not fold. Results are rounded to the type. */
const FLOAT_UNARY: ReadonlyMap<number, (x: number) => number | undefined> = new Map([
  [DxilOp.FAbs, Math.abs],
  // saturate(NaN) is 0, and -0 stays what it is, as in DXC.
  [DxilOp.Saturate, x => (x > 0 ? Math.min(x, 1) : x < 0 || Number.isNaN(x) ? 0 : x)],
  [DxilOp.Round_ni, Math.floor],
  [DxilOp.Round_pi, Math.ceil],
  [DxilOp.Round_z, Math.trunc],
  [DxilOp.Round_ne, roundTiesToEven],
  [DxilOp.Frc, x => (Number.isFinite(x) ? exactly(x - Math.floor(x)) : undefined)],
  [DxilOp.Sqrt, x => (x >= 0 ? Math.sqrt(x) : undefined)],
  [DxilOp.Rsqrt, x => (x === 0 ? 1 / x : finite(1 / Math.sqrt(x)))],
  [DxilOp.Exp, x => finite(2 ** x)],
  [
    DxilOp.Log,
    x => (x > 0 ? finite(powerOfTwo(x) === undefined ? Math.log2(x) : Math.round(Math.log2(x))) : undefined),
  ],
  // Computed in double and rounded, as DXC does: closer than any of the errors that D3D allows.
  [DxilOp.Cos, x => finite(Math.cos(x))],
  [DxilOp.Sin, x => finite(Math.sin(x))],
  [DxilOp.Tan, x => finite(Math.tan(x))],
  [DxilOp.Acos, x => finite(Math.acos(x))],
  [DxilOp.Asin, x => finite(Math.asin(x))],
  [DxilOp.Atan, x => finite(Math.atan(x))],
  [DxilOp.Hcos, x => finite(Math.cosh(x))],
  [DxilOp.Hsin, x => finite(Math.sinh(x))],
  [DxilOp.Htan, x => finite(Math.tanh(x))],
])

/** What a double holds is rounded to the type, to an infinity or a denormal number too, as DXC does. */
const finite = (x: number): number | undefined => (Number.isFinite(x) ? x : undefined)

const FLOAT_TESTS: ReadonlyMap<number, (x: number, type: Type) => boolean> = new Map([
  [DxilOp.IsNaN, (x: number) => Number.isNaN(x)],
  [DxilOp.IsInf, (x: number) => Math.abs(x) === Infinity],
  [DxilOp.IsFinite, (x: number) => Number.isFinite(x)],
  [
    DxilOp.IsNormal,
    (x: number, type: Type) => Number.isFinite(x) && Math.abs(x) >= (type === F16 ? 2 ** -14 : 2 ** -126),
  ],
])

/** min and max: a NaN operand loses; equal zeros of different sign are not folded. */
const FLOAT_BINARY: ReadonlyMap<number, (x: number, y: number) => number | undefined> = new Map([
  [DxilOp.FMax, (x: number, y: number) => pick(x, y, x > y)],
  [DxilOp.FMin, (x: number, y: number) => pick(x, y, x < y)],
])

const INT_UNARY: ReadonlyMap<number, (x: bigint, bits: number) => bigint> = new Map([
  [DxilOp.Bfrev, (x: bigint, bits: number) => BigInt(`0b${bitText(x, bits).split('').reverse().join('')}`)],
  [DxilOp.Countbits, (x: bigint, bits: number) => BigInt(bitText(x, bits).replaceAll('0', '').length)],
  [DxilOp.FirstbitLo, (x: bigint, bits: number) => fromEnd(bitText(x, bits).lastIndexOf('1'), bits)],
  // Counted from the most significant bit; -1 when there is none.
  [DxilOp.FirstbitHi, (x: bigint, bits: number) => BigInt(bitText(x, bits).indexOf('1'))],
  [
    DxilOp.FirstbitSHi,
    (x: bigint, bits: number) => BigInt(bitText(x, bits).indexOf(BigInt.asIntN(bits, x) < 0n ? '0' : '1')),
  ],
])

const INT_BINARY: ReadonlyMap<number, (x: bigint, y: bigint, bits: number) => bigint> = new Map([
  [DxilOp.IMax, (x: bigint, y: bigint) => (x > y ? x : y)],
  [DxilOp.IMin, (x: bigint, y: bigint) => (x < y ? x : y)],
  [DxilOp.UMax, (x: bigint, y: bigint, n: number) => (BigInt.asUintN(n, x) > BigInt.asUintN(n, y) ? x : y)],
  [DxilOp.UMin, (x: bigint, y: bigint, n: number) => (BigInt.asUintN(n, x) < BigInt.asUintN(n, y) ? x : y)],
])

const bitText = (x: bigint, bits: number): string => BigInt.asUintN(bits, x).toString(2).padStart(bits, '0')
const fromEnd = (at: number, bits: number): bigint => BigInt(at < 0 ? -1 : bits - 1 - at)

export function evaluateDx(constants: Constants, opcode: number, type: Type, operands: readonly Value[]): Value {
  const list = operands.map(v => constants.get(v))
  const first = list[0]
  if (first?.kind === 'float') return evaluateFloats(constants, opcode, type, list)
  if (first?.kind === 'int') return evaluateInts(constants, opcode, type, list)
  return NO_VALUE
}

function evaluateFloats(constants: Constants, opcode: number, type: Type, list: readonly Constant[]): Value {
  const numbers: number[] = []
  for (const c of list) {
    if (c.kind !== 'float') return NO_VALUE
    numbers.push(c.value)
  }
  const [x, y] = numbers
  if (type === I1) {
    const test = FLOAT_TESTS.get(opcode)
    return test === undefined ? NO_VALUE : constants.bool(test(x!, list[0]!.type))
  }
  const result =
    numbers.length === 1
      ? FLOAT_UNARY.get(opcode)?.(x!)
      : numbers.length === 2
        ? FLOAT_BINARY.get(opcode)?.(x!, y!)
        : products(opcode, numbers, type)
  if (result === undefined || Number.isNaN(result)) return NO_VALUE
  return constants.float(type, roundTo(type, result))
}

const roundTo = (type: Type, x: number): number => (type === F32 ? Math.fround(x) : type === F16 ? roundToHalf(x) : x)

/** mad and dot products; fma only when every step is exact in the type: then the sum is the true one. */
function products(opcode: number, n: readonly number[], type: Type): number | undefined {
  // mad may round its product, and does when DXC folds it.
  if (opcode === DxilOp.FMad) return roundTo(type, n[0]! * n[1]!) + n[2]!
  if (opcode === DxilOp.Fma) return exactSum(n[0]! * n[1]!, n[2]!, type, n)
  const width = DOT_WIDTHS.get(opcode) ?? 0
  if (width === 0 || !n.every(Number.isFinite)) return undefined
  // Each step rounded, as DXC folds it: dot products may be computed so.
  let sum = 0
  for (let i = 0; i < width; i++) sum = roundTo(type, sum + roundTo(type, n[i]! * n[width + i]!))
  return sum
}

const DOT_WIDTHS: ReadonlyMap<number, number> = new Map([
  [DxilOp.Dot2, 2],
  [DxilOp.Dot3, 3],
  [DxilOp.Dot4, 4],
])

/** Doubles hold products of two floats exactly; products that fit the type again are small enough for the sum to tell of rounding. */
function exactSum(product: number, to: number, type: Type, n: readonly number[]): number | undefined {
  if (type !== F32 && type !== F16 && !n.every(isShort)) return undefined
  const sum = product + to
  const exact =
    roundTo(type, product) === product && roundTo(type, sum) === sum && sum - to === product && sum - product === to
  return exact ? sum : undefined
}

/** Multiples of 2^-12 below 2^13: products of doubles like that, and sums of some of them, are exact. */
const isShort = (x: number): boolean => Number.isInteger(x * 2 ** 12) && Math.abs(x) < 2 ** 13

/** Those that the tables do not have. */
const OF_SEVERAL_INTS: ReadonlySet<number> = new Set([DxilOp.MakeDouble, DxilOp.IMad, DxilOp.UMad])

function evaluateInts(constants: Constants, opcode: number, type: Type, list: readonly Constant[]): Value {
  if (!INT_UNARY.has(opcode) && !INT_BINARY.has(opcode) && !OF_SEVERAL_INTS.has(opcode)) return NO_VALUE
  const numbers: bigint[] = []
  for (const c of list) {
    if (c.kind !== 'int' || c.type === I1) return NO_VALUE
    numbers.push(BigInt(c.value))
  }
  const bits = bitWidth(list[0]!.type)
  const [x, y, z] = numbers as [bigint, bigint, bigint]
  if (opcode === DxilOp.MakeDouble) return doubleOf(constants, x, y)
  let result: bigint | undefined
  if (numbers.length === 1) result = INT_UNARY.get(opcode)?.(x, bits)
  else if (numbers.length === 2) result = INT_BINARY.get(opcode)?.(x, y, bits)
  else if (opcode === DxilOp.IMad || opcode === DxilOp.UMad) result = x * y + z
  if (result === undefined) return NO_VALUE
  return type === I64 ? constants.int64(result) : constants.int(type, Number(BigInt.asIntN(32, result)))
}

/** A double of its low and high word. */
const doubleOf = (constants: Constants, low: bigint, high: bigint): Value =>
  floatConstantOfBits(constants, F64, (high << 32n) | BigInt.asUintN(32, low))

function pick(x: number, y: number, first: boolean): number | undefined {
  if (Number.isNaN(x)) return y
  if (Number.isNaN(y)) return x
  if (x === y) return Object.is(x, y) ? x : undefined
  return first ? x : y
}

function roundTiesToEven(x: number): number {
  if (!Number.isFinite(x) || Math.abs(x) >= 2 ** 52) return x
  const down = Math.floor(x)
  const rest = x - down
  const whole = rest > 0.5 || (rest === 0.5 && down % 2 !== 0) ? down + 1 : down
  return whole === 0 && (x < 0 || Object.is(x, -0)) ? -0 : whole
}

/** x when it is a power of two that float holds as a normal number. */
function powerOfTwo(x: number): number | undefined {
  if (!(x >= 2 ** -126 && x <= 2 ** 127)) return undefined
  const exponent = Math.round(Math.log2(x))
  return 2 ** exponent === x ? x : undefined
}

/** frac is exact in the type whenever the subtraction is exact in double and lands on a representable number; float's range decides. */
function exactly(x: number): number | undefined {
  return Math.fround(x) === x && x < 1 ? x : undefined
}
