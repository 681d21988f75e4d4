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
  readonly ours: string
  readonly theirs: string
}

export interface Comparison {
  readonly differences: readonly Difference[]
  /** Values that theirs defined. */
  readonly compared: number
  /** Values that theirs left undefined. */
  readonly open: number
}

/**
 * What theirs leaves undefined may be anything in ours. The other way round it is a difference: what ours does not write, or writes with something
 * undefined, is lost.
 * @param tolerance of floats, as a part of their size
 */
export function compareTraces(ours: Trace, theirs: Trace, tolerance: number): Comparison {
  const differences: Difference[] = []
  let [compared, open] = [0, 0]
  const judge = (where: string, x: Item, y: Item): void => {
    if (y === undefined) {
      open++
      return
    }
    compared++
    if (x === undefined || !isClose(x, y, tolerance)) differences.push({ where, ours: String(x), theirs: String(y) })
  }
  for (const key of new Set([...ours.outputs.keys(), ...theirs.outputs.keys()]))
    judge(key, ours.outputs.get(key) as Item, theirs.outputs.get(key) as Item)
  for (const key of new Set([...ours.memory.keys(), ...theirs.memory.keys()])) {
    const before: Cell = { bits: ours.before(key), kind: 'integer' }
    const [x, y] = [ours.memory.get(key), theirs.memory.get(key)]
    if (isUnusedConsume(key, before, x, y)) continue
    const [p, q] = [x ?? before, y ?? before]
    if (q.bits === undefined) open++
    else {
      compared++
      const which = x && y ? '' : x ? ' (only ours writes it)' : ' (only theirs writes it)'
      if (p.bits === undefined || !isSameCell(p, q, tolerance))
        differences.push({ where: key + which, ours: shown(p), theirs: shown(q) })
    }
  }
  ours.events.forEach((events, lane) => {
    const others = theirs.events[lane] ?? []
    for (let i = 0; i < Math.max(events.length, others.length); i++) {
      const [x, y] = [events[i], others[i]]
      const where = `event ${i} of lane ${lane}`
      if (!x || !y || x[0] !== y[0] || x.length !== y.length) {
        differences.push({ where, ours: x?.join(' ') ?? 'none', theirs: y?.join(' ') ?? 'none' })
        return
      }
      x.forEach((item, n) => {
        judge(`${where}, ${x[0]} operand ${n}`, item, y[n])
      })
    }
  })
  return { differences, compared, open }
}

/** DXC leaves out a Consume() whose result nobody uses: its counter is as before, ours is less. */
const isUnusedConsume = (key: string, before: Cell, ours: Cell | undefined, theirs: Cell | undefined): boolean =>
  key.includes(' counter@') && ours !== undefined && theirs === undefined && (ours.bits! - before.bits!) >> 0 < 0

/** @param y theirs: where fast arithmetic made a NaN or an infinity of it, ours may be anything */
function isClose(x: Item, y: Item, tolerance: number): boolean {
  if (x === y) return true
  if (typeof x !== 'number' || typeof y !== 'number') return false
  if (!Number.isFinite(y)) return true
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
  c.bits === undefined
    ? 'undefined'
    : `0x${c.bits.toString(16)} (${c.double ?? (c.kind === 'float' ? floatOf(c.bits) : c.bits | 0)})`
