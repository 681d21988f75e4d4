// Which order of members would make a buffer smaller. Placing is monotone (a member never ends earlier for starting later), so the least
// end of every selection of members gives the best order: exact while the selections are few, greedy beyond.
// Invariant: a hint is made only when laying out that very order gives fewer bytes.

import { fieldTitle } from '../hlsl/tree/bit_fields.ts'
import {
  cbufferLayout,
  isMinRow,
  type LayoutNode,
  type LayoutOptions,
  layoutOf,
  placeMember,
  structuredLayout,
} from '../hlsl/tree/layout.ts'
import { innermost, type StructType, type Type } from '../hlsl/tree/types.ts'
import type { ReorderHint } from './layout_model.ts'

interface Subject {
  readonly name: string
  readonly occupied: number
  /** undefined: a block, whose members stand for themselves. */
  readonly element: Type | undefined
}

/** Hints for the buffer itself, then for every struct in it, each once. */
export function reorderHints(nodes: readonly LayoutNode[], options: LayoutOptions, subject: Subject): ReorderHint[] {
  const hints: ReorderHint[] = []
  if (subject.element === undefined) hints.push(...blockHint(nodes, options, subject))
  const seen = new Set<Type>()
  const visit = (type: Type): void => {
    const inner = innermost(type)
    if (inner.kind !== 'struct' || seen.has(inner)) return
    seen.add(inner)
    hints.push(...structHint(inner, options))
    if (inner.base) visit(inner.base)
    for (const f of inner.fields) visit(f.type)
  }
  if (subject.element) visit(subject.element)
  for (const n of nodes) visit(n.type)
  return hints
}

/** One member as the search sees it. */
interface Item {
  readonly name: string
  readonly type: Type
}

type Place = (end: number, type: Type) => number

function blockHint(nodes: readonly LayoutNode[], options: LayoutOptions, { name, occupied }: Subject): ReorderHint[] {
  const place = placer(options)
  // Whoever wrote packoffset, or mixes in min precision, has reasons of another kind.
  let end = 0
  for (const n of nodes) {
    if (place(end, n.type) !== n.offset) return []
    end = n.offset + n.size
  }
  if (!options.native16Bit && nodes.some(n => isMinRow(n.type))) return []
  const order = bestOrder(nodes, place, sizer(options))
  let after = 0
  for (const { type } of order) after = place(after, type) + sizer(options)(type)
  after = Math.ceil(after / 16) * 16
  return after < occupied ? [{ of: name, order: order.map(i => i.name), before: occupied, after }] : []
}

function structHint(type: StructType, options: LayoutOptions): ReorderHint[] {
  const total = (struct: StructType): number => {
    const size = sizer(options)(struct)
    return options.rules === 'constants' ? Math.ceil(size / 16) * 16 : size
  }
  const before = total(type)
  const fields = bestOrder(type.fields, placer(options), sizer(options), type.base ? sizer(options)(type.base) : 0)
  const after = total({ ...type, fields: [...fields] })
  return after < before ? [{ of: type.name, order: fields.map(fieldTitle), before, after }] : []
}

const placer = (options: LayoutOptions): Place =>
  options.rules === 'constants'
    ? (end, type) => placeMember(end, type, cbufferLayout(type, options))
    : (end, type) => {
        const { alignment } = structuredLayout(type, options.native16Bit)
        return Math.ceil(end / alignment) * alignment
      }

const sizer =
  (options: LayoutOptions): ((type: Type) => number) =>
  type =>
    layoutOf(type, options).size

/** Members that behave alike: same size, and placed alike from every place in a row. */
interface Kind<T> {
  readonly items: T[]
  readonly size: number
  readonly type: Type
}

const MOST_STATES = 20_000

function bestOrder<T extends Item>(
  items: readonly T[],
  place: Place,
  sizeOf: (type: Type) => number,
  start = 0,
): readonly T[] {
  const kinds = new Map<string, Kind<T>>()
  for (const item of items) {
    const size = sizeOf(item.type)
    const starts: number[] = []
    for (let at = 0; at < 16; at++) starts.push(place(at, item.type))
    const key = `${size} ${starts.join()}`
    const kind = kinds.get(key)
    if (kind) kind.items.push(item)
    else kinds.set(key, { items: [item], size, type: item.type })
  }
  const list = [...kinds.values()]
  const states = list.reduce((product, k) => product * (k.items.length + 1), 1)
  const picks = states <= MOST_STATES ? exact(list, place, start, states) : greedy(list, place, start)
  const next = list.map(() => 0)
  return picks.map(k => list[k]!.items[next[k]!++]!)
}

/** Numbers of kinds in the best order. A state says how many of each kind are placed; its value is the least end. */
function exact<T>(kinds: readonly Kind<T>[], place: Place, start: number, states: number): number[] {
  const least = new Float64Array(states).fill(Number.POSITIVE_INFINITY)
  const last = new Int32Array(states).fill(-1)
  const factors: number[] = []
  kinds.reduce((product, k) => {
    factors.push(product)
    return product * (k.items.length + 1)
  }, 1)
  least[0] = start
  for (let state = 0; state < states; state++)
    for (const [k, kind] of kinds.entries()) {
      const placed = Math.floor(state / factors[k]!) % (kind.items.length + 1)
      if (placed === kind.items.length) continue
      const end = place(least[state]!, kind.type) + kind.size
      const next = state + factors[k]!
      if (end < least[next]!) {
        least[next] = end
        last[next] = k
      }
    }
  const picks: number[] = []
  for (let state = states - 1; state > 0; state -= factors[last[state]!]!) picks.push(last[state]!)
  return picks.reverse()
}

/** Always what wastes least now, the largest of those. */
function greedy<T>(kinds: readonly Kind<T>[], place: Place, start: number): number[] {
  const left = kinds.map(k => k.items.length)
  const picks: number[] = []
  let end = start
  for (let n = left.reduce((a, b) => a + b, 0); n > 0; n--) {
    let best = -1
    let bestKey = Number.POSITIVE_INFINITY
    for (const [k, kind] of kinds.entries()) {
      if (left[k] === 0) continue
      const key = (place(end, kind.type) - end) * 0x100000 - Math.min(kind.size, 0xfffff)
      if (key < bestKey) [best, bestKey] = [k, key]
    }
    left[best]!--
    picks.push(best)
    end = place(end, kinds[best]!.type) + kinds[best]!.size
  }
  return picks
}
