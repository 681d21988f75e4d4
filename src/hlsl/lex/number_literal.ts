// The value of a number as HLSL spells it: integers exactly, floating-point numbers as the nearest double with their decimal text kept.
// Invariant: pure; an unreadable spelling is described, not thrown.

import { table } from '../../base/table.ts'

export interface IntegerNumber {
  readonly value: bigint
  readonly suffix: '' | 'u' | 'l' | 'ul' | 'll' | 'ull'
  readonly radix: 8 | 10 | 16
}

export interface FloatNumber {
  readonly value: number
  readonly suffix: '' | 'f' | 'h' | 'l'
  /** f16, f32 or f64 as written, where `suffix` is h, f or l for it. */
  readonly fixed?: string
  /** Without the suffix. */
  readonly text: string
}

export type NumberProblem =
  | { readonly problem: 'suffix'; readonly suffix: string; readonly of: 'integer' | 'floating' }
  | { readonly problem: 'digit'; readonly digit: string; readonly of: 'decimal' | 'octal' }
  | { readonly problem: 'exponent' }
  | { readonly problem: 'large' }

const SUFFIXES: ReadonlyMap<string, IntegerNumber['suffix']> = table({
  '': '',
  u: 'u',
  l: 'l',
  ul: 'ul',
  lu: 'ul',
  ll: 'll',
  ull: 'ull',
  llu: 'ull',
})

/** 64 octal digits and a suffix would be plenty. */
const MAX_LENGTH = 128
const INTEGER = /^(?:0[xX]([\da-fA-F]+)|(\d+))([a-zA-Z]*)$/

/** Numbers that many shaders write: making a bigint is a call out of compiled code. */
const SMALL: readonly bigint[] = Array.from({ length: 65 }, (_, n) => BigInt(n))

/** Reads an integer; undefined means that the spelling is no integer at all. */
export function parseInteger(text: string): IntegerNumber | NumberProblem | undefined {
  const small = text.length <= 9 ? smallDecimal(text) : -1
  if (small >= 0) return { value: SMALL[small] ?? BigInt(small), suffix: '', radix: 10 }
  const binary = parseBinary(text)
  if (binary) return binary
  const match = INTEGER.exec(text)
  if (!match) return undefined
  const [, hex, decimal, letters] = match
  // Longer than any value of 64 bits, and converting millions of digits would take seconds.
  if (text.length > MAX_LENGTH) return { problem: 'large' }
  // What looks like a hexadecimal digit is called a bad digit, as clang does; both l's must have the same case.
  const digits = decimal !== undefined ? badDigit(decimal, letters!) : undefined
  if (digits) return digits
  const suffix = SUFFIXES.get(letters!.toLowerCase())
  if (suffix === undefined || /lL|Ll/.test(letters!)) return { problem: 'suffix', suffix: letters!, of: 'integer' }
  if (hex !== undefined) return { value: BigInt(`0x${hex}`), suffix, radix: 16 }
  if (decimal!.length === 1 || decimal![0] !== '0') return { value: BigInt(decimal!), suffix, radix: 10 }
  return { value: BigInt(`0o${decimal}`), suffix, radix: 8 }
}

function badDigit(decimal: string, letters: string): NumberProblem | undefined {
  const octal = decimal.length > 1 && decimal[0] === '0'
  const bad = octal ? /[89]/.exec(decimal) : undefined
  if (bad) return { problem: 'digit', digit: bad[0], of: 'octal' }
  return /^[a-df]/i.test(letters)
    ? { problem: 'digit', digit: letters[0]!, of: octal ? 'octal' : 'decimal' }
    : undefined
}

const BINARY = /^0[bB]([01]+)([a-zA-Z]*)$/

/** `0b101`: clang's extension, of the same kind as a hexadecimal number. */
function parseBinary(text: string): IntegerNumber | NumberProblem | undefined {
  const match = BINARY.exec(text)
  if (!match) return undefined
  const suffix = SUFFIXES.get(match[2]!.toLowerCase())
  if (text.length > MAX_LENGTH) return { problem: 'large' }
  if (suffix === undefined) return { problem: 'suffix', suffix: match[2]!, of: 'integer' }
  return { value: BigInt(`0b${match[1]}`), suffix, radix: 16 }
}

/** The value of up to nine decimal digits without a leading zero; -1 for anything else. */
function smallDecimal(text: string): number {
  if (text.charCodeAt(0) === 48 && text.length > 1) return -1
  let value = 0
  for (let i = 0; i < text.length; i++) {
    const digit = text.charCodeAt(i) - 48
    if (digit < 0 || digit > 9) return -1
    value = value * 10 + digit
  }
  return value
}

/** Suffixes that name their width. */
const FIXED_SIZE: ReadonlyMap<string, FloatNumber['suffix']> = new Map([
  ['f16', 'h'],
  ['f32', 'f'],
  ['f64', 'l'],
])

const FLOAT = /^((?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)([a-zA-Z_]\w*)?$/
const HEX_FLOAT = /^0[xX]([\da-fA-F]*)\.?([\da-fA-F]*)[pP]([+-]?\d+)([a-zA-Z]*)$/

/** Reads any number. */
export function parseNumber(text: string): IntegerNumber | FloatNumber | NumberProblem {
  const integer = parseInteger(text)
  if (integer && !/^\d+[eE]/.test(text)) return integer
  if (text === '1.#INF') return { value: Number.POSITIVE_INFINITY, suffix: '', text: 'Infinity' }
  const hex = HEX_FLOAT.exec(text)
  if (hex) return hexFloat(hex)
  const match = FLOAT.exec(text)
  if (!match)
    return /[eE][+-]?$/.test(text) || /[eE][+-]?[^\d+-]/.test(text) ? { problem: 'exponent' } : badSuffix(text)
  const suffix = (match[2] ?? '').toLowerCase()
  if (suffix.startsWith('e')) return { problem: 'exponent' }
  const fixed = integerLike(match[1]!) === 'floating' ? FIXED_SIZE.get(suffix) : undefined
  if (fixed) return { value: Number(match[1]), suffix: fixed, fixed: match[2]!, text: match[1]! }
  if (suffix !== '' && suffix !== 'f' && suffix !== 'h' && suffix !== 'l')
    return { problem: 'suffix', suffix: match[2]!, of: integerLike(match[1]!) }
  return { value: Number(match[1]), suffix, text: match[1]! }
}

const integerLike = (digits: string): 'integer' | 'floating' => (/^\d+$/.test(digits) ? 'integer' : 'floating')

function badSuffix(text: string): NumberProblem {
  const digits = /^(0[xX][\da-fA-F]*|[\d.]*(?:[eE][+-]?\d+)?)/.exec(text)![0]
  return {
    problem: 'suffix',
    suffix: text.slice(digits.length),
    of: /^(0[xX]|\d+$)/.test(digits) ? 'integer' : 'floating',
  }
}

function hexFloat(match: RegExpExecArray): FloatNumber | NumberProblem {
  const [, whole, fraction, exponent, letters] = match
  const suffix = letters!.toLowerCase()
  if (suffix !== '' && suffix !== 'f' && suffix !== 'h' && suffix !== 'l')
    return { problem: 'suffix', suffix: letters!, of: 'floating' }
  let value = Number(`0x0${whole}${fraction}`)
  value *= 2 ** (Number(exponent) - 4 * fraction!.length)
  return { value, suffix, text: String(value) }
}
