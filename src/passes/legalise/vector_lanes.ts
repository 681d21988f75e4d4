// How many lanes the vectors in a variable have that is an array of scalars: what the indices say that are known at run time alone, and the
// vectors that its elements are copied from and to.

import { type Func, NO_VALUE, type Value } from '../../ir/function.ts'
import type { Module } from '../../ir/module.ts'
import { Op } from '../../ir/ops.ts'
import type { Type } from '../../ir/types.ts'
import { factorOf, gcd, stepOf, withoutConstant } from '../analyse/index_steps.ts'
import { boundOf } from '../analyse/value_bounds.ts'
import { intOf } from '../common/simplify_rules.ts'

const MAX_LANES = 1024

/** What is stored to a local variable has often been put together for another, `a[1] = a[0]`: vectors together cost less there than it seems. */
const LOCAL_MARGIN = 1.25

/** A variable: the constant of a group-shared one or of a table, or an alloca. */
export interface Memory {
  readonly base: Value
  /** Nothing changes it. */
  readonly isTable: boolean
  /** Nothing but this invocation changes it. */
  readonly isPrivate: boolean
  readonly element: Type
  readonly count: number
  /** It is one vector already. */
  readonly isVector: boolean
  /** Addresses of its elements, by function. */
  readonly elements: ReadonlyMap<Func, readonly Value[]>
}

/** Lanes of one length that are copied from and to vectors: how many are stored, each value once, and how many are loaded. */
interface Copies {
  readonly lanes: number
  stores: number
  loads: number
}

/** What is known of the vectors in a variable. */
interface Layout {
  readonly memory: Memory
  /** Lanes as the indices alone say; 0: it has no vectors. */
  readonly whole: number
  /** What divides all indices; 0 where they are constants. */
  readonly known: number
  /** By the length of vectors that lanes are copied from and to: `a = b[i]` says it where all indices are known. */
  readonly copies: ReadonlyMap<number, Copies>
}

/** For each variable the number of lanes of its vectors, or 0. Variables that are copied to each other are looked at together. */
export function lanesOf(m: Module, memories: readonly Memory[]): number[] {
  const layouts = memories.map(memory => ({ memory, ...stepsOf(m, memory), copies: copiesOf(m, memory.elements) }))
  const found = layouts.map(layout => layout.whole)
  for (const group of groupsOf(memories)) {
    const lanes = copiedMost(group.map(i => layouts[i]!))
    const fitting = group.filter(i => lanes > 1 && isMultiple(layouts[i]!, lanes))
    let [apart, together] = [0, 0]
    for (const i of fitting) {
      const costs = costsOf(m, layouts[i]!, lanes)
      apart += costs.apart
      together += costs.together
    }
    const isLocal = fitting.some(i => memories[i]!.base > 0)
    if ((isLocal ? apart * LOCAL_MARGIN + 1 : apart) < together) for (const i of fitting) found[i] = lanes
  }
  return found
}

const isMultiple = ({ memory, known }: Layout, lanes: number): boolean =>
  !memory.isVector && memory.count % lanes === 0 && known % lanes === 0

/** Numbers of variables of which some are stored to others, element by element. */
function groupsOf(memories: readonly Memory[]): number[][] {
  const owner = new Map<Func, Map<Value, number>>()
  for (const [i, { elements }] of memories.entries())
    for (const [f, list] of elements) {
      const own = owner.get(f) ?? new Map<Value, number>()
      owner.set(f, own)
      for (const v of list) own.set(v, i)
    }
  const groupOf = memories.map((_, i) => [i])
  for (const [f, own] of owner)
    for (const [v, i] of own)
      for (const user of f.users(v)) {
        const value = f.op(user) === Op.Store ? f.operandAt(user, 1) : NO_VALUE
        const k = value > 0 && f.op(value) === Op.Load ? own.get(f.operandAt(value, 0)) : undefined
        const [a, b] = [groupOf[i]!, groupOf[k ?? i]!]
        if (a === b) continue
        a.push(...b)
        for (const other of b) groupOf[other] = a
      }
  return [...new Set(groupOf)]
}

/** The length of vectors that most lanes of these are copied from and to. */
function copiedMost(layouts: readonly Layout[]): number {
  const votes = new Map<number, number>()
  for (const { copies } of layouts)
    for (const { lanes, stores, loads } of copies.values()) votes.set(lanes, (votes.get(lanes) ?? 0) + stores + loads)
  return [...votes].reduce((best, vote) => (vote[1] > best[1] ? vote : best), [0, 0])[0]
}

function copiesOf(m: Module, elements: Memory['elements']): Map<number, Copies> {
  const found = new Map<number, Copies>()
  for (const [f, list] of elements) {
    const stored = new Set<Value>()
    for (const v of list) {
      const index = f.operandAt(v, 1)
      const offset = Number(intOf(m, index) ?? withoutConstant(m, f, index).offset)
      for (const user of f.users(v)) {
        const copied = copiedLane(m, f, user)
        if (!copied || modulo(offset, copied.lanes) !== copied.lane) continue
        const copies = found.get(copied.lanes) ?? { lanes: copied.lanes, stores: 0, loads: 0 }
        found.set(copied.lanes, copies)
        if (f.op(user) !== Op.Store) copies.loads++
        else if (!stored.has(f.operandAt(user, 1))) {
          copies.stores++
          stored.add(f.operandAt(user, 1))
        }
      }
    }
  }
  return found
}

/**
 * Instructions that vectors as they are copied take, and `whole` lanes together: each has an access, and an address where the index is not
 * known. But <12 x float> of three float4 is one shuffled and eight lanes extracted and inserted, and a float4 of it a shuffle.
 */
function costsOf(m: Module, layout: Layout, lanes: number): { readonly apart: number; readonly together: number } {
  const { memory, whole, copies } = layout
  const { stores, loads } = copies.get(lanes) ?? { stores: 0, loads: 0 }
  let [fixed, chosen] = [0, 0]
  for (const [f, list] of memory.elements)
    for (const v of list) {
      const accesses = f.users(v).length
      if (intOf(m, f.operandAt(v, 1)) === undefined) chosen += accesses
      else fixed += accesses
    }
  const apart = (fixed + 3 * chosen) / lanes
  if (whole === 0) return { apart, together: fixed + 2 * chosen }
  return { apart, together: (fixed + 2 * chosen + stores * (2 * (whole - lanes) + 1)) / whole + loads / lanes }
}

/** Lanes of the vectors in a variable: what divides the indices known at run time alone, but for those of single lanes. 0: it has no vectors. */
function stepsOf(m: Module, { count, isVector, elements }: Memory): Pick<Layout, 'whole' | 'known'> {
  if (isVector) return { whole: count, known: count }
  let step = 0
  let least = 0
  let outer = 0
  let inner = 0
  const offsets: number[] = []
  for (const [f, list] of elements)
    for (const v of list) {
      const index = f.operandAt(v, 1)
      const own = stepOf(m, f, index)
      if (own > 1) step = gcd(step, own)
      if (own !== 1 || index < 0) continue
      const two = dimensionsOf(m, f, index)
      if (two) {
        outer = gcd(outer, two.step)
        inner = Math.max(inner, boundOf(m, f, two.inner))
        continue
      }
      const { base, offset } = withoutConstant(m, f, index)
      least = Math.max(least, boundOf(m, f, base) + 1)
      offsets.push(offset)
    }
  if (gcd(step, outer) > inner) step = gcd(step, outer)
  const known = step
  // Equal indices of two dimensions are one index of a larger step: [t][t] is 765 * t where vectors have 255 lanes.
  step = step === 0 ? lengthOf(count, least, offsets) : gcd(count, step)
  if (step < 2) step = count
  return { whole: step > MAX_LANES || step < 2 ? 0 : step, known }
}

/** The vector that an access takes its value from, or whose lane it becomes. */
function copiedLane(m: Module, f: Func, access: Value): { lanes: number; lane: number } | undefined {
  const isStore = f.op(access) === Op.Store
  const v = isStore ? f.operandAt(access, 1) : (f.users(access).find(u => f.op(u) === Op.InsertElement) ?? NO_VALUE)
  if (v <= 0 || f.op(v) !== (isStore ? Op.ExtractElement : Op.InsertElement)) return undefined
  const shape = m.types.shape(m.typeOf(f, f.operandAt(v, 0)))
  const lane = intOf(m, f.operandAt(v, isStore ? 1 : 2))
  return shape.kind === 'vector' && lane !== undefined ? { lanes: shape.count, lane: Number(lane) } : undefined
}

type Known = ReturnType<typeof withoutConstant>

/** 8 * x + y + 3 with y below 8. */
export interface Dimensions {
  readonly outer: Value
  readonly step: number
  readonly inner: Value
  readonly offset: number
}

export function dimensionsOf(m: Module, f: Func, index: Value): Dimensions | undefined {
  const { base, offset } = withoutConstant(m, f, index)
  if (base < 0 || f.op(base) !== Op.Add) return undefined
  const [a, b] = [f.operandAt(base, 0), f.operandAt(base, 1)].map(v => withoutConstant(m, f, v)) as [Known, Known]
  for (const [outer, inner] of [
    [a.base, b.base],
    [b.base, a.base],
  ] as const) {
    const step = outer > 0 && inner > 0 ? (factorOf(m, f, outer) ?? 0) : 0
    if (step > boundOf(m, f, inner)) return { outer, step, inner, offset: offset + a.offset + b.offset }
  }
  return undefined
}

/** Lanes of which all vectors are known: a[2][t % 32] is t % 32 + 64. */
function lengthOf(count: number, least: number, offsets: readonly number[]): number {
  for (let lanes = least; least > 1 && lanes * 2 <= count; lanes++)
    if (count % lanes === 0 && offsets.every(at => at % lanes === 0)) return lanes
  return count
}

export const modulo = (n: number, by: number): number => ((n % by) + by) % by
