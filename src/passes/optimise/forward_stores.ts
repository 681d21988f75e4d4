// A load behind a store or load of the same element takes its value, and a store that another store overwrites before anyone reads goes: in
// local arrays, records and groupshared memory, where no other lane may interfere without a barrier.
// Payloads and other aggregates are read and written by calls that take their addresses; what is known of them is also known in the blocks
// behind, of the rest only within a block.

import { type Dominance, dominanceOf } from '../../ir/dominance.ts'
import { clobbersMemory, effectOf } from '../../ir/effects.ts'
import { type Block, type Func, NO_VALUE, type Value } from '../../ir/function.ts'
import type { Module } from '../../ir/module.ts'
import { Op } from '../../ir/ops.ts'
import { DxilOp } from '../../spec/dxil_ops.ts'
import {
  baseOf,
  componentOf,
  isReachedByAddress,
  mayAlias,
  memoryOf,
  mustAlias,
  PRIVATE,
  rootOf,
} from '../analyse/memory.ts'
import type { Pass } from '../common/pass.ts'

/** Elements remembered at a time: more only costs time, as real blocks touch few. */
const MAX_KNOWN = 24

export const forwardStores: Pass = {
  name: 'forward_stores',
  run(m, f) {
    let changed = false
    if (f.blocks.length > 1 && hasAggregates(f)) return new Forwarding(m, f).run()
    for (const b of f.blocks) if (forwardInBlock(m, f, b, []).changed) changed = true
    return changed
  },
}

/** What an element holds; `store` is the store that put it there while nobody has read it since, else NO_VALUE. */
interface Known {
  readonly pointer: Value
  readonly value: Value
  store: Value
  readonly shared: boolean
  /** Only what takes its address reaches it. */
  readonly byAddress: boolean
}

/** Whether the function has memory that calls know by its address. */
function hasAggregates(f: Func): boolean {
  for (const b of f.blocks)
    for (let v = f.first(b); v !== NO_VALUE; v = f.next(v)) {
      const op = f.op(v)
      if ((op === Op.Load || op === Op.Store) && isReachedByAddress(f, f.operandAt(v, 0))) return true
    }
  return false
}

/** The blocks one behind the other, each with what all of those in front of it know of aggregates. */
class Forwarding {
  readonly #m: Module
  readonly #f: Func
  readonly #dom: Dominance
  readonly #ends: (readonly Known[] | undefined)[] = []

  constructor(m: Module, f: Func) {
    this.#m = m
    this.#f = f
    this.#dom = dominanceOf(f)
  }

  run(): boolean {
    let any = false
    for (const b of this.#dom.order) {
      const { changed, known } = forwardInBlock(this.#m, this.#f, b, this.#before(b))
      this.#ends[b] = known.filter(k => k.byAddress)
      if (changed) any = true
    }
    return any
  }

  #before(b: Block): Known[] {
    const preds = this.#f.predecessors(b)
    const back = preds.filter(p => this.#dom.rank(p) >= this.#dom.rank(b))
    const [first, ...others] = preds.filter(p => !back.includes(p)).map(p => this.#ends[p] ?? [])
    if (!first || first.length === 0 || back.some(p => !this.#dom.dominates(b, p))) return []
    let known = first
    for (const list of others)
      known = known.filter(k => list.some(o => o.value === k.value && mustAlias(this.#f, o.pointer, k.pointer)))
    if (back.length > 0 && known.length > 0) known = this.#unchanged(known, b, back)
    return known.map(k => ({ ...k, store: NO_VALUE }))
  }

  /** What no block of the loop changes. */
  #unchanged(known: readonly Known[], head: Block, back: readonly Block[]): readonly Known[] {
    const body = new Set([head, ...back])
    let left = known
    for (const b of body) {
      for (let v = this.#f.first(b); v !== NO_VALUE; v = this.#f.next(v))
        if (effectOf(this.#f, v) === 'write') left = left.filter(k => !changes(this.#f, v, k))
      if (b !== head) for (const p of this.#f.predecessors(b)) if (this.#dom.isReachable(p)) body.add(p)
    }
    return left
  }
}

/** Whether the shader may end here, so that its caller sees what was stored. */
const mayEnd = (f: Func, v: Value): boolean => f.op(v) === Op.Call || (f.op(v) === Op.Dx && ENDING.has(f.aux(v)))
const ENDING: ReadonlySet<number> = new Set([DxilOp.IgnoreHit, DxilOp.AcceptHitAndEndSearch])

/** Whether a write reaches an element. */
function changes(f: Func, v: Value, k: Known): boolean {
  if (f.op(v) === Op.Store) return mayAlias(f, k.pointer, f.operandAt(v, 0))
  if (!clobbersMemory(f, v)) return false
  if (!k.byAddress) return k.shared
  const root = rootOf(f, k.pointer)
  return f.operands(v).some(o => o > 0 && rootOf(f, o) === root)
}

function forwardInBlock(m: Module, f: Func, b: Block, before: Known[]): { changed: boolean; known: Known[] } {
  let known = before
  let changed = false
  for (let v = f.first(b), next: Value; v !== NO_VALUE; v = next) {
    next = f.next(v)
    const op = f.op(v)
    if (op === Op.Load) {
      if (forwardLoad(m, f, v, known)) changed = true
    } else if (op === Op.Store) {
      const pointer = f.operandAt(v, 0)
      const value = f.operandAt(v, 1)
      const shared = memoryOf(m, f, v) !== PRIVATE
      // What is there already need not be stored again, unless other lanes store, too. What was loaded from there is as it was without them.
      if (
        (!shared || isThread(m, f, pointer) || (value > 0 && f.op(value) === Op.Load)) &&
        known.some(k => k.value === value && mustAlias(f, k.pointer, pointer))
      ) {
        f.remove(v)
        changed = true
        continue
      }
      if (dropOverwritten(f, pointer, known)) changed = true
      known = known.filter(k => !changes(f, v, k))
      const byAddress = isReachedByAddress(f, pointer)
      remember(known, { pointer, value, store: v, shared, byAddress })
    } else if (effectOf(f, v) === 'write') {
      known = known.filter(k => !changes(f, v, k))
      if (mayEnd(f, v)) for (const k of known) if (!isLocal(f, k.pointer)) k.store = NO_VALUE
    } else if (op === Op.Ret) for (const k of known) if (isLocal(f, k.pointer) && removeStore(f, k)) changed = true
  }
  return { changed, known }
}

function forwardLoad(m: Module, f: Func, v: Value, known: Known[]): boolean {
  const pointer = f.operandAt(v, 0)
  for (const k of known) {
    const value = mustAlias(f, k.pointer, pointer) ? k.value : componentValue(m, f, v, k)
    // A matrix is also a struct.
    if (value === NO_VALUE || m.typeOf(f, value) !== f.type(v)) continue
    takeLanes(f, v, value)
    if (f.isUsed(v)) f.replaceAllUses(v, value)
    f.remove(v)
    return true
  }
  for (const k of known) if (mayAlias(f, k.pointer, pointer)) k.store = NO_VALUE
  const shared = memoryOf(m, f, v) !== PRIVATE
  remember(known, { pointer, value: v, store: NO_VALUE, shared, byAddress: isReachedByAddress(f, pointer) })
  return false
}

/** What takes one lane of a loaded vector takes it from what was stored; it is dead then. */
function takeLanes(f: Func, load: Value, vector: Value): void {
  if (!(vector > 0) || f.op(vector) !== Op.InsertElement) return
  for (const user of f.users(load)) {
    if (f.op(user) !== Op.ExtractElement || !f.isUsed(user)) continue
    const lane = laneOf(f, vector, f.operandAt(user, 1))
    if (lane !== NO_VALUE) f.replaceAllUses(user, lane)
  }
}

/** The value of a lane that was inserted. */
function laneOf(f: Func, vector: Value, index: Value): Value {
  for (let at = vector; at > 0 && f.op(at) === Op.InsertElement; at = f.operandAt(at, 0)) {
    if (f.operandAt(at, 2) === index) return f.operandAt(at, 1)
    // What run time decides may be any lane.
    if (!(f.operandAt(at, 2) < 0 && index < 0)) return NO_VALUE
  }
  return NO_VALUE
}

/** What a load of one component takes of a known vector. */
function componentValue(m: Module, f: Func, load: Value, k: Known): Value {
  const index = k.byAddress ? componentOf(m, f, k.pointer, f.operandAt(load, 0)) : NO_VALUE
  if (index === NO_VALUE) return NO_VALUE
  const lane = laneOf(f, k.value, index)
  if (lane !== NO_VALUE) return lane
  return f.insertBefore(load, Op.ExtractElement, f.type(load), [k.value, index])
}

function remember(known: Known[], k: Known): void {
  if (known.length >= MAX_KNOWN) known.shift()
  known.push(k)
}

function dropOverwritten(f: Func, pointer: Value, known: Known[]): boolean {
  const old = known.find(k => mustAlias(f, k.pointer, pointer))
  return old !== undefined && removeStore(f, old)
}

function removeStore(f: Func, k: Known): boolean {
  if (k.store === NO_VALUE) return false
  f.remove(k.store)
  k.store = NO_VALUE
  return true
}

/** Memory of one thread, and records of nodes, which nobody else looks at between two barriers. */
function isThread(m: Module, f: Func, pointer: Value): boolean {
  const shape = m.types.shape(m.typeOf(f, pointer))
  return shape.kind === 'pointer' && shape.space !== 3
}

/** Memory that ends with the function. */
const isLocal = (f: Func, pointer: Value): boolean => f.op(rootOf(f, baseOf(f, pointer))) === Op.Alloca
