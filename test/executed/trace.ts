// What a program does that others can see: outputs, memory, and what it asks for, by lane. Two of them are compared.

import { bitsToHalf } from '../../src/base/float16.ts'
import { doubleOf, floatOf } from './arithmetic.ts'
import type { Datum } from './data.ts'

/** How a word was last written. */
export type CellKind = 'integer' | 'float' | 'half' | 'double'
/** A word of a resource; `bits` undefined: written with something undefined. */
export interface Cell {
  readonly bits: number | undefined
  readonly kind: CellKind
  /** Of a double the whole number, in both words. */
  readonly double?: number
}

export type Item = string | number | bigint | undefined
export type Event = readonly Item[]

export interface Trace {
  /** By resource and address. */
  readonly memory: Map<string, Cell>
  /** By what is written and the lane. */
  readonly outputs: Map<string, Datum>
  /** By lane, in order. */
  readonly events: Event[][]
  /** What lies there before, for words that only one of the two writes. */
  readonly before: (key: string) => number
}

export interface Difference {
  readonly where: string
  readonly a: string
  readonly b: string
}

export interface Comparison {
  readonly differences: readonly Difference[]
  /** Values that both defined. */
  readonly compared: number
  /** Values that one of the two left undefined. */
  readonly open: number
}

/** @param tolerance of floats, as a part of their size */
export function compareTraces(a: Trace, b: Trace, tolerance: number): Comparison {
  const differences: Difference[] = []
  let [compared, open] = [0, 0]
  const judge = (where: string, x: Item, y: Item): void => {
    if (x === undefined || y === undefined) {
      open++
      return
    }
    compared++
    if (!isClose(x, y, tolerance)) differences.push({ where, a: String(x), b: String(y) })
  }
  for (const key of new Set([...a.outputs.keys(), ...b.outputs.keys()])) {
    const [x, y] = [a.outputs.get(key), b.outputs.get(key)]
    // An output that only one of the two writes is undefined in the other.
    judge(key, x as Item, y as Item)
  }
  for (const key of new Set([...a.memory.keys(), ...b.memory.keys()])) {
    const [x, y] = [a.memory.get(key), b.memory.get(key)]
    // DXC leaves out a Consume() whose result nobody uses.
    if (key.includes(' counter@') && !(x && y)) continue
    const before = (): Cell => ({ bits: a.before(key), kind: 'integer' })
    const [p, q] = [x ?? before(), y ?? before()]
    if (p.bits === undefined || q.bits === undefined) {
      open++
      continue
    }
    compared++
    if (!isSameCell(p, q, tolerance))
      differences.push({ where: key + (x ? (y ? '' : ' (only a)') : ' (only b)'), a: shown(p), b: shown(q) })
  }
  a.events.forEach((events, lane) => {
    const others = b.events[lane] ?? []
    for (let i = 0; i < Math.max(events.length, others.length); i++) {
      const [x, y] = [events[i], others[i]]
      const where = `event ${i} of lane ${lane}`
      if (!x || !y || x[0] !== y[0] || x.length !== y.length) {
        differences.push({ where, a: x?.join(' ') ?? 'none', b: y?.join(' ') ?? 'none' })
        return
      }
      x.forEach((item, n) => {
        judge(`${where}, ${x[0]} operand ${n}`, item, y[n])
      })
    }
  })
  return { differences, compared, open }
}

function isClose(x: Item, y: Item, tolerance: number): boolean {
  if (x === y) return true
  if (typeof x !== 'number' || typeof y !== 'number') return false
  // Fast arithmetic may make a NaN or an infinity of what is neither elsewhere.
  if (!Number.isFinite(x) || !Number.isFinite(y)) return true
  if (Number.isInteger(x) && Number.isInteger(y) && Math.abs(x) < 2 ** 20) return Math.abs(x - y) <= tolerance
  return Math.abs(x - y) <= tolerance * (1 + Math.max(Math.abs(x), Math.abs(y)))
}

function isSameCell(p: Cell, q: Cell, tolerance: number): boolean {
  if (p.bits === q.bits) return true
  const [x, y] = [p.bits!, q.bits!]
  if (p.kind === 'double' || q.kind === 'double') {
    if (p.double !== undefined && q.double !== undefined) return isClose(p.double, q.double, tolerance)
    return isClose(doubleOf(BigInt(x) << 32n), doubleOf(BigInt(y) << 32n), tolerance)
  }
  if (p.kind === 'float' || q.kind === 'float') return isClose(floatOf(x), floatOf(y), tolerance)
  if (p.kind === 'half' || q.kind === 'half')
    return [0, 16].every(at => isClose(bitsToHalf((x >>> at) & 0xffff), bitsToHalf((y >>> at) & 0xffff), tolerance * 8))
  // Bits of floats that are stored as whole numbers.
  const [f, g] = [floatOf(x), floatOf(y)]
  return isOrdinary(f) && isOrdinary(g) && Math.abs(f - g) <= 1e-4 * Math.abs(f)
}

const isOrdinary = (v: number): boolean => Math.abs(v) > 1e-6 && Math.abs(v) < 1e9

const shown = (c: Cell): string =>
  `0x${c.bits!.toString(16)} (${c.double ?? (c.kind === 'float' ? floatOf(c.bits!) : c.bits! | 0)})`
