// One expression as a program of its own: what it stores, and how many instructions it takes.

import { compile } from '../../src/api/compile.ts'
import { execute } from '../vectors/interpret.ts'
import { type Expression, type Inputs, VARIABLES, WHOLE_TYPES } from './generate.ts'
import { isExact, type Range } from './values.ts'

export const PROFILE = 'cs_6_6'
/** DXC's flags for the programs. */
export const FLAGS = ['-T', PROFILE, '-enable-16bit-types']
/** Variables of 32 bits stand in a buffer; others are made of these. */
const TYPES_IN_MEMORY = ['uint', 'int', 'float', 'bool'] as const
const NAMES = TYPES_IN_MEMORY.flatMap(type => VARIABLES[type])
const TYPES = TYPES_IN_MEMORY.flatMap(type => VARIABLES[type].map(() => type))
/** Variables of other widths: their name, how they are made, and what they are then. */
const MADE: readonly (readonly [name: string, text: string, value: (x: Inputs) => bigint])[] = [
  ['r', 'uint16_t r = (uint16_t)x', x => BigInt.asUintN(16, BigInt(x['x']!))],
  ['s', 'uint16_t s = (uint16_t)y', x => BigInt.asUintN(16, BigInt(x['y']!))],
  ['t', 'int16_t t = (int16_t)a', x => BigInt.asIntN(16, BigInt(x['a']!))],
  ['u', 'int16_t u = (int16_t)b', x => BigInt.asIntN(16, BigInt(x['b']!))],
  ['k', 'uint64_t k = ((uint64_t)x << 32) | y', x => (BigInt(x['x']!) << 32n) | BigInt(x['y']!)],
  ['l', 'uint64_t l = z', x => BigInt(x['z']!)],
  ['m', 'int64_t m = ((int64_t)b << 32) | x', x => BigInt.asIntN(64, (BigInt(x['b']!) << 32n) | BigInt(x['x']!))],
  ['n', 'int64_t n = c', x => BigInt(x['c']!)],
]

/** What the variables hold, one row a thread: in the order of NAMES. */
const ROWS: readonly (readonly number[])[] = [
  [0, 1, 2, 0, -1, 1, 1, 0.5, 2, 0, 1],
  [5, 3, 4, 7, -3, 2, -1.5, 3, 0.25, 1, 0],
  [0xffffffff, 0x80000000, 31, -0x80000000, 0x7fffffff, -2, 8, -0.75, 1.25, 1, 1],
  [0x12345678, 0x0f0f0f0f, 7, 0x12345678, -0x12345678, 5, 100.5, 0.125, -2, 0, 0],
  [255, 256, 16, 255, 16, 33, 0.25, 0.75, 0.5, 1, 0],
  [0xdeadbeef, 0xdeadbeef, 1, -7, -7, 3, 2.5, 2.5, 2.5, 0, 1],
  [8, 2, 0x40000000, 0x40000000, 0x40000001, 4, -3, -5, 7, 1, 1],
  [1, 0x7fffffff, 63, -1, 1, 1, 255, 1, -0.5, 0, 0],
]
const STRIDE = NAMES.length * 4

/** A program that stores the expression's value for each of the rows, behind that of its shared part. */
export function programOf({ type, text, shared }: Expression): string {
  const members = NAMES.map((name, i) => `${TYPES[i]} ${name};`).join(' ')
  const isWide = /\b[rstuklmn]\b|\d\d_t\b/.test(text)
  const locals = NAMES.map((name, i) => `${TYPES[i]} ${name} = given[id].${name};`).join(' ')
  const more = isWide ? `\n  ${MADE.map(([, made]) => `${made};`).join(' ')}` : ''
  // Words that are stored: of 64 bits two.
  const [stored, value] = shared
    ? [`${type}2`, `${type}2(w, ${text})`]
    : type === 'bool'
      ? ['uint', `${text} ? 3 : 5`]
      : type === 'float' || WHOLE_TYPES[type][0] === 32
        ? [type, text]
        : WHOLE_TYPES[type][0] === 16
          ? [type === 'int16_t' ? 'int' : 'uint', text]
          : ['uint2', `uint2((uint)v, (uint)(v >> 32))`]
  const kept = shared ? `\n  ${type} w = ${shared.text};` : stored === 'uint2' ? `\n  ${type} v = ${text};` : ''
  return `struct S { ${members} };
StructuredBuffer<S> given : register(t0);
RWStructuredBuffer<${stored}> o : register(u0);
[numthreads(1, 1, 1)] void main(uint id : SV_DispatchThreadID) {
  ${locals}${more}${kept}
  o[id] = ${value};
}
`
}

export interface Outcome {
  /** Rows whose value is known and was stored. */
  readonly compared: number
  /** The first row that stores another value; undefined: none does. */
  readonly wrong: string | undefined
}

/** Executes a container of the expression's program and compares what it stores with the expression's values. */
export function executed(container: Uint8Array, expression: Expression): Outcome {
  const stored = storedBy(container)
  const { shared } = expression
  let compared = 0
  for (const [row, values] of ROWS.entries()) {
    const plain: Inputs = Object.fromEntries(NAMES.map((name, i) => [name, values[i]!]))
    const inputs: Inputs = { ...plain, ...Object.fromEntries(MADE.map(([name, , value]) => [name, value(plain)])) }
    const places: [Expression, number][] = shared
      ? [
          [shared, row * 8],
          [expression, row * 8 + 4],
        ]
      : [[expression, row * (WIDE.has(expression.type) ? 8 : 4)]]
    for (const [{ type, value }, at] of places) {
      const known = value(inputs)
      if (!known) continue
      compared++
      const wrong = wrongAt(stored, at, type, known)
      if (wrong !== undefined) return { compared, wrong: `${wrong} for ${shown(inputs)}` }
    }
  }
  return { compared, wrong: undefined }
}

const WIDE: ReadonlySet<string> = new Set(['uint64_t', 'int64_t'])

/** What is wrong with a stored value; undefined: nothing. */
function wrongAt(stored: DataView, at: number, type: Expression['type'], known: Range): string | undefined {
  if (WIDE.has(type)) {
    const pair = stored.getBigUint64(at, true)
    return pair === BigInt.asUintN(64, known.whole!) ? undefined : `stores ${pair} and not ${known.whole}`
  }
  const got =
    type === 'float'
      ? stored.getFloat32(at, true)
      : type === 'int' || type === 'int16_t'
        ? stored.getInt32(at, true)
        : stored.getUint32(at, true)
  const wanted = type === 'bool' ? { lo: 5 - 2 * known.hi, hi: 5 - 2 * known.lo } : known
  // What is exact in one order of operations may round in another.
  const slack = type === 'float' ? Math.max(Math.abs(wanted.lo), Math.abs(wanted.hi)) * 2 ** -18 : 0
  if (got >= wanted.lo - slack && got <= wanted.hi + slack) return undefined
  return `stores ${got} and not ${isExact(wanted) ? wanted.lo : `${wanted.lo} to ${wanted.hi}`}`
}

const shown = (inputs: Inputs): string =>
  Object.entries(inputs)
    .map(([name, value]) => `${name} = ${value}`)
    .join(', ')

function storedBy(container: Uint8Array): DataView {
  const input = new DataView(new ArrayBuffer(ROWS.length * STRIDE))
  for (const [row, values] of ROWS.entries())
    for (const [i, v] of values.entries())
      if (TYPES[i] === 'float') input.setFloat32(row * STRIDE + i * 4, v, true)
      else input.setUint32(row * STRIDE + i * 4, v, true)
  const output = new DataView(new ArrayBuffer(ROWS.length * 8))
  const buffers = new Map([
    ['srv0', input],
    ['uav0', output],
  ])
  for (const row of ROWS.keys()) execute(container, buffers, row)
  return output
}

/** The container of the expression's program, compiled by dxilkit. */
export function compiled(expression: Expression, optimization: 0 | 3 = 3): Uint8Array {
  const made = compile(programOf(expression), { target: PROFILE, optimization, enable16BitTypes: true })
  if (!made.ok) throw new Error(made.text)
  return made.container
}
