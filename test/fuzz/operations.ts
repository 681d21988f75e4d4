// What the operators and intrinsics of generated programs mean, one scalar at a time. Written from the language's rules, not from src/.

import { is64, type Scalar } from './types.ts'

type N = number | bigint

/** Brings a result back into its type's range. */
export function wrap(s: Scalar, v: N): N {
  switch (s) {
    case 'bool':
      return v ? 1 : 0
    case 'int':
      return (v as number) | 0
    case 'uint':
      return (v as number) >>> 0
    case 'float':
      return Math.fround(v as number)
    case 'int64_t':
      return BigInt.asIntN(64, v as bigint)
    case 'uint64_t':
      return BigInt.asUintN(64, v as bigint)
  }
}

export function convert(from: Scalar, to: Scalar, v: N): N {
  if (from === to) return v
  if (to === 'bool') return v ? 1 : 0
  if (is64(to)) return wrap(to, typeof v === 'bigint' ? v : BigInt(Math.trunc(v)))
  if (typeof v === 'bigint') return to === 'float' ? Math.fround(Number(v)) : wrap(to, Number(BigInt.asIntN(32, v)))
  return to === 'float' ? Math.fround(v) : wrap(to, Math.trunc(v))
}

function wide(s: Scalar, op: string, a: bigint, b: bigint): N {
  switch (op) {
    case '+':
      return wrap(s, a + b)
    case '-':
      return wrap(s, a - b)
    case '*':
      return wrap(s, a * b)
    case '/':
      return wrap(s, a / b)
    case '%':
      return wrap(s, a % b)
    case '&':
      return wrap(s, a & b)
    case '|':
      return wrap(s, a | b)
    case '^':
      return wrap(s, a ^ b)
    case '<<':
      return wrap(s, a << (b & 63n))
    case '>>':
      return wrap(s, a >> (b & 63n))
  }
  throw new Error(`no 64-bit ${op}`)
}

export function compare(op: string, a: N, b: N): N {
  switch (op) {
    case '<':
      return a < b ? 1 : 0
    case '>':
      return a > b ? 1 : 0
    case '<=':
      return a <= b ? 1 : 0
    case '>=':
      return a >= b ? 1 : 0
    case '==':
      return a === b ? 1 : 0
    case '!=':
      return a !== b ? 1 : 0
  }
  throw new Error(`no ${op}`)
}

export const COMPARISONS: readonly string[] = ['<', '>', '<=', '>=', '==', '!=']

export function binary(s: Scalar, op: string, x: N, y: N): N {
  if (COMPARISONS.includes(op)) return compare(op, x, y)
  if (is64(s)) return wide(s, op, x as bigint, y as bigint)
  const a = x as number
  const b = y as number
  switch (op) {
    case '+':
      return wrap(s, a + b)
    case '-':
      return wrap(s, a - b)
    case '*':
      return s === 'float' ? Math.fround(a * b) : wrap(s, Math.imul(a, b))
    case '/':
      return s === 'float' ? Math.fround(a / b) : wrap(s, Math.trunc(a / b))
    case '%':
      return wrap(s, a % b)
    case '&':
      return wrap(s, a & b)
    case '|':
      return wrap(s, a | b)
    case '^':
      return wrap(s, a ^ b)
    case '<<':
      return wrap(s, a << (b & 31))
    case '>>':
      return s === 'uint' ? a >>> (b & 31) : a >> (b & 31)
  }
  throw new Error(`no ${op}`)
}

export function unary(s: Scalar, op: string, a: N): N {
  if (op === '!') return a ? 0 : 1
  if (op === '-') return typeof a === 'bigint' ? wrap(s, -a) : s === 'float' ? -a : wrap(s, -a)
  if (op === '~') return typeof a === 'bigint' ? wrap(s, ~a) : wrap(s, ~a)
  return a
}

const word = new DataView(new ArrayBuffer(8))

export function bitsToFloat(v: number): number {
  word.setUint32(0, v)
  return word.getFloat32(0)
}

export function floatToBits(v: number): number {
  word.setFloat32(0, v)
  return word.getUint32(0)
}

/** Half floats as generated: normal numbers and zero only. */
export function halfToFloat(bits: number): number {
  if ((bits & 0x7fff) === 0) return bits & 0x8000 ? -0 : 0
  const v = (1 + (bits & 0x3ff) / 1024) * 2 ** (((bits >> 10) & 31) - 15)
  return bits & 0x8000 ? -v : v
}

/** The inverse, for values a half holds exactly. */
export function floatToHalf(v: number): number {
  if (v === 0) return Object.is(v, -0) ? 0x8000 : 0
  const e = Math.floor(Math.log2(Math.abs(v)))
  return (v < 0 ? 0x8000 : 0) | ((e + 15) << 10) | ((Math.abs(v) / 2 ** e - 1) * 1024)
}

function countBits(v: number): number {
  let n = 0
  for (let x = v >>> 0; x; x &= x - 1) n++
  return n
}

function reverse(v: number): number {
  let r = 0
  for (let i = 0; i < 32; i++) r = (r << 1) | ((v >>> i) & 1)
  return r >>> 0
}

const highBit = (v: number): number => (v >>> 0 === 0 ? 0xffffffff : 31 - Math.clz32(v))

function roundEven(v: number): number {
  const r = Math.round(v)
  return r - v === 0.5 && r % 2 !== 0 ? r - 1 : r
}

const least = (a: N, b: N): N => (a < b ? a : b)
const most = (a: N, b: N): N => (a > b ? a : b)

type Scalarwise = (s: Scalar, a: readonly N[]) => N
const num =
  (f: (...a: number[]) => number): Scalarwise =>
  (_, a) =>
    f(...(a as number[]))

/** Intrinsics that work element by element; s is the type of the first argument. */
export const SCALARWISE: Readonly<Record<string, Scalarwise>> = {
  abs: (s, [a]) => (a! < 0 ? wrap(s, -a!) : a!),
  min: (_, [a, b]) => least(a!, b!),
  max: (_, [a, b]) => most(a!, b!),
  clamp: (_, [a, lo, hi]) => least(most(a!, lo!), hi!),
  sign: num(a => Math.sign(a) || 0),
  mad: (s, [a, b, c]) => binary(s, '+', binary(s, '*', a!, b!), c!),
  floor: num(Math.floor),
  ceil: num(Math.ceil),
  trunc: num(Math.trunc),
  round: num(roundEven),
  frac: num(a => a - Math.floor(a)),
  saturate: num(a => Math.min(Math.max(a, 0), 1)),
  step: num((edge, x) => (x >= edge ? 1 : 0)),
  lerp: num((a, b, f) => a + f * (b - a)),
  fmod: num((a, b) => a % b),
  countbits: num(countBits),
  reversebits: num(reverse),
  firstbitlow: num(a => (a === 0 ? 0xffffffff : 31 - Math.clz32(a & -a))),
  firstbithigh: (s, [a]) => highBit(s === 'int' && (a as number) < 0 ? ~(a as number) : (a as number)),
  asuint: (s, [a]) => (s === 'float' ? floatToBits(a as number) : (a as number) >>> 0),
  asint: (s, [a]) => (s === 'float' ? floatToBits(a as number) | 0 : (a as number) | 0),
  asfloat: (s, [a]) => (s === 'float' ? a! : bitsToFloat((a as number) >>> 0)),
  f32tof16: num(floatToHalf),
  f16tof32: num(halfToFloat),
  isnan: () => 0,
  isinf: () => 0,
  isfinite: () => 1,
  select: (_, [c, a, b]) => (c ? a! : b!),
  and: num((a, b) => a & b),
  or: num((a, b) => a | b),
}

/** Of 32-bit words, most significant first in the pair: the 64-bit value. */
export const joinWords = (low: number, high: number): bigint => (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0)
