// Arithmetic of DXIL for the stepper: instructions and operations whose results depend on their operands alone.

import type { Type } from '../../src/llvm/model/types.ts'
import type { Instruction } from '../../src/llvm/model/values.ts'
import { DxilOp } from '../../src/spec/dxil_ops.ts'
import { BinOp, CastOp } from '../../src/spec/llvm_codes.ts'
import { atomic, scalarOfBits, wrapped } from '../executed/arithmetic.ts'

/** Integers are bigints, signed by their width; aggregates are arrays; undefined is undef. */
export type Datum = number | bigint | undefined | string | Pointer | readonly Datum[]
export interface Pointer {
  readonly memory: Datum[]
  readonly path: readonly number[]
}

export const isFloat = (type: Type): boolean => type.kind === 'float' || type.kind === 'double' || type.kind === 'half'
export const widthOf = (type: Type): number =>
  type.kind === 'float'
    ? 32
    : type.kind === 'double'
      ? 64
      : type.kind === 'half'
        ? 16
        : type.kind === 'int'
          ? type.width
          : 0

export const modified = (code: number, a: bigint, b: bigint): bigint =>
  BigInt(atomic(code, 32, wrapped(32, a), wrapped(32, b)))

export const floatOf = (type: Type, bits: number | bigint): number => Number(scalarOfBits(type, BigInt(bits)))

const view = new DataView(new ArrayBuffer(8))

const rounded = (type: Type, value: number): number => (type.kind === 'double' ? value : Math.fround(value))

export function binary(inst: Instruction, a?: number | bigint, b?: number | bigint): Datum {
  const { code, type } = inst
  if (typeof a === 'number' && typeof b === 'number') {
    const made =
      code === BinOp.Add
        ? a + b
        : code === BinOp.Sub
          ? a - b
          : code === BinOp.Mul
            ? a * b
            : code === BinOp.SDiv
              ? a / b
              : a % b
    return rounded(type, made)
  }
  if (typeof a !== 'bigint' || typeof b !== 'bigint') return undefined
  const { width } = type
  const [x, y] = [BigInt.asUintN(width, a), BigInt.asUintN(width, b)]
  const shift = y % BigInt(width)
  const isDivision = code >= BinOp.UDiv && code <= BinOp.SRem
  if (isDivision && b === 0n) return -1n
  const made = [
    ...[() => a + b, () => a - b, () => a * b, () => x / y, () => a / b, () => x % y, () => a % b],
    ...[() => a << shift, () => x >> shift, () => a >> shift, () => a & b, () => a | b, () => a ^ b],
  ][code]?.()
  return made === undefined ? undefined : width === 1 ? made & 1n : BigInt.asIntN(width, made)
}

/** By LLVM's number of the predicate: below 32 of floats, with 1 equal, 2 greater, 4 less, 8 unordered. */
export function compare(code: number, width: number, a?: number | bigint, b?: number | bigint): Datum {
  if (typeof a === 'number' && typeof b === 'number') {
    const is = Number.isNaN(a) || Number.isNaN(b) ? 8 : a === b ? 1 : a > b ? 2 : 4
    return (code & is) === 0 ? 0n : 1n
  }
  if (typeof a !== 'bigint' || typeof b !== 'bigint') return undefined
  const isUnsigned = code >= 34 && code <= 37
  const [x, y] = isUnsigned ? [BigInt.asUintN(width, a), BigInt.asUintN(width, b)] : [a, b]
  const is = [x === y, x !== y, x > y, x >= y, x < y, x <= y]
  return is[code <= 33 ? code - 32 : ((code - 34) % 4) + 2] ? 1n : 0n
}

export function cast(inst: Instruction, a?: number | bigint): Datum {
  const from = inst.operands[0]!.type
  const { type } = inst
  const width = widthOf(type)
  if (typeof a === 'bigint') {
    if (inst.code === CastOp.SIToFP) return rounded(type, from.width === 1 ? -Number(a) : Number(a))
    if (inst.code === CastOp.UIToFP) return rounded(type, Number(BigInt.asUintN(from.width, a)))
    if (inst.code === CastOp.BitCast) return isFloat(type) ? floatOf(type, BigInt.asUintN(from.width, a)) : a
    if (inst.code === CastOp.SExt && from.width === 1) return -a
    const made = inst.code === CastOp.ZExt ? BigInt.asUintN(from.width, a) : a
    return width === 1 ? made & 1n : BigInt.asIntN(width, made)
  }
  if (typeof a !== 'number') return undefined
  if (inst.code === CastOp.FPToSI || inst.code === CastOp.FPToUI)
    return Number.isFinite(a) ? BigInt.asIntN(width, BigInt(Math.trunc(a))) : 0n
  if (inst.code !== CastOp.BitCast) return rounded(type, a)
  if (from.kind === 'double') view.setFloat64(0, a)
  else view.setFloat32(0, a)
  return from.kind === 'double' ? view.getBigInt64(0) : BigInt(view.getInt32(0))
}

type Rule = (args: never[], inst: Instruction) => Datum
const f1 =
  (f: (a: number) => number): Rule =>
  ([a]: number[], inst) =>
    rounded(inst.type, f(a!))
const f2 =
  (f: (a: number, b: number) => number): Rule =>
  ([a, b]: number[], inst) =>
    rounded(inst.type, f(a!, b!))
const i1 =
  (f: (a: bigint, width: number) => bigint): Rule =>
  ([a]: bigint[], inst) =>
    BigInt.asIntN(32, f(BigInt.asUintN(widthOf(inst.operands[1]!.type), a!), widthOf(inst.operands[1]!.type)))
const i2 =
  (f: (a: bigint, b: bigint) => bigint, isUnsigned = false): Rule =>
  ([a, b]: bigint[], inst) => {
    const { width } = inst.type
    const of = (x: bigint): bigint => (isUnsigned ? BigInt.asUintN(width, x) : x)
    return BigInt.asIntN(width, f(of(a!), of(b!)))
  }
const test =
  (f: (a: number) => boolean): Rule =>
  ([a]: number[]) =>
    f(a!) ? 1n : 0n
const first: Rule = ([a]) => a
const bits = (a: bigint): bigint => BigInt([...a.toString(2)].filter(d => d === '1').length)
const isLess = (a: bigint, b: bigint): boolean => a < b
const larger = (a: bigint, b: bigint): bigint => (isLess(a, b) ? b : a)
const smaller = (a: bigint, b: bigint): bigint => (isLess(a, b) ? a : b)
const dot =
  (n: number): Rule =>
  (args: number[], inst) =>
    rounded(
      inst.type,
      Array.from({ length: n }, (_, i) => args[i]! * args[n + i]!).reduce((s, v) => s + v, 0),
    )
const even = (a: number): number => {
  const low = Math.floor(a)
  return a - low === 0.5 ? (low % 2 === 0 ? low : low + 1) : Math.round(a)
}

/** One lane is the wave. */
export const MATH: ReadonlyMap<number, Rule> = new Map<number, Rule>([
  [DxilOp.FAbs, f1(Math.abs)],
  [DxilOp.Saturate, f1(a => Math.min(1, Math.max(0, a)))],
  [DxilOp.IsNaN, test(Number.isNaN)],
  [DxilOp.IsInf, test(a => Math.abs(a) === Number.POSITIVE_INFINITY)],
  [DxilOp.IsFinite, test(Number.isFinite)],
  [DxilOp.Cos, f1(Math.cos)],
  [DxilOp.Sin, f1(Math.sin)],
  [DxilOp.Tan, f1(Math.tan)],
  [DxilOp.Acos, f1(Math.acos)],
  [DxilOp.Asin, f1(Math.asin)],
  [DxilOp.Atan, f1(Math.atan)],
  [DxilOp.Hcos, f1(Math.cosh)],
  [DxilOp.Hsin, f1(Math.sinh)],
  [DxilOp.Htan, f1(Math.tanh)],
  [DxilOp.Exp, f1(a => 2 ** a)],
  [DxilOp.Log, f1(Math.log2)],
  [DxilOp.Frc, f1(a => a - Math.floor(a))],
  [DxilOp.Sqrt, f1(Math.sqrt)],
  [DxilOp.Rsqrt, f1(a => 1 / Math.sqrt(a))],
  [DxilOp.Round_ne, f1(even)],
  [DxilOp.Round_ni, f1(Math.floor)],
  [DxilOp.Round_pi, f1(Math.ceil)],
  [DxilOp.Round_z, f1(Math.trunc)],
  [DxilOp.FMax, f2(Math.max)],
  [DxilOp.FMin, f2(Math.min)],
  [DxilOp.FMad, ([a, b, c]: number[], inst) => rounded(inst.type, a! * b! + c!)],
  [DxilOp.Fma, ([a, b, c]: number[], inst) => rounded(inst.type, a! * b! + c!)],
  [DxilOp.IMax, i2(larger)],
  [DxilOp.IMin, i2(smaller)],
  [DxilOp.UMax, i2(larger, true)],
  [DxilOp.UMin, i2(smaller, true)],
  [DxilOp.IMad, ([a, b, c]: bigint[], inst) => BigInt.asIntN(inst.type.width, a! * b! + c!)],
  [DxilOp.UMad, ([a, b, c]: bigint[], inst) => BigInt.asIntN(inst.type.width, a! * b! + c!)],
  [DxilOp.Countbits, i1(bits)],
  [DxilOp.Bfrev, i1((a, w) => BigInt(`0b${[...a.toString(2).padStart(w, '0')].reverse().join('')}`))],
  [DxilOp.FirstbitLo, i1(a => (a === 0n ? -1n : BigInt(a.toString(2).length - 1 - a.toString(2).lastIndexOf('1'))))],
  [DxilOp.FirstbitHi, i1((a, w) => (a === 0n ? -1n : BigInt(w - a.toString(2).length)))],
  [DxilOp.Dot2, dot(2)],
  [DxilOp.Dot3, dot(3)],
  [DxilOp.Dot4, dot(4)],
  [DxilOp.LegacyF16ToF32, ([a]: bigint[]) => floatOf({ kind: 'half' } as Type, BigInt.asUintN(16, a!))],
  [DxilOp.WaveIsFirstLane, () => 1n],
  [DxilOp.WaveGetLaneIndex, () => 0n],
  [DxilOp.WaveGetLaneCount, () => 32n],
  [DxilOp.WaveAnyTrue, first],
  [DxilOp.WaveAllTrue, first],
  [DxilOp.WaveActiveOp, first],
  [DxilOp.WaveActiveBit, first],
  [DxilOp.WaveReadLaneFirst, first],
  [DxilOp.WaveReadLaneAt, first],
  [DxilOp.WaveAllBitCount, first],
  [DxilOp.WavePrefixBitCount, () => 0n],
  [DxilOp.QuadReadLaneAt, first],
  [DxilOp.QuadOp, first],
])
