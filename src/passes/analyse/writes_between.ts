// Whether a buffer or local array can be written between two places of a function: by itself, or by others it waits for.

import { clobbersMemory, effectOf } from '../../ir/effects.ts'
import { type Block, type Func, NO_VALUE, type Value } from '../../ir/function.ts'
import type { Module } from '../../ir/module.ts'
import { Op } from '../../ir/ops.ts'
import { DxilOp } from '../../spec/dxil_ops.ts'
import { isOnlyAccessed } from './local_arrays.ts'

/** Functions with more writes to one buffer or array are taken to write it everywhere. */
const MAX_WRITES = 64

/** A snapshot of one function. */
export class Writes {
  readonly #m: Module
  readonly #f: Func
  /** By resource; barriers and writes to nobody knows what under EVERY. */
  #writes: Map<number, Value[]> | undefined
  readonly #reached = new Map<number, Uint8Array>()

  constructor(m: Module, f: Func) {
    this.#m = m
    this.#f = f
  }

  /** True unless what the loads read, all from one buffer or local array, is surely the same at `at`. */
  comeBetween(loads: readonly Value[], at: Value): boolean {
    const f = this.#f
    if (f.op(loads[0]!) === Op.Load) {
      const array = f.operandAt(f.operandAt(loads[0]!, 0), 0)
      if (!isOnlyAccessed(f, array)) return true
      const users = f.users(array).flatMap(gep => f.users(gep))
      return this.#anyBetween(
        loads,
        users.filter(user => f.op(user) === Op.Store),
        at,
      )
    }
    const handle = f.operandAt(loads[0]!, 0)
    if (f.op(handle) === Op.HandleFromHeap) return this.#m.heapTypes[f.aux(handle)]!.resource.class === 'uav'
    if (f.op(handle) !== Op.Handle) return true
    const resource = this.#m.resources[f.aux(handle)]!
    if (resource.class !== 'uav') return false
    if (resource.globallyCoherent || this.#m.options.resMayAlias === true) return true
    this.#writes ??= writesOf(f)
    return this.#anyBetween(loads, [...(this.#writes.get(resource.id) ?? []), ...(this.#writes.get(EVERY) ?? [])], at)
  }

  #anyBetween(loads: readonly Value[], writes: readonly Value[], at: Value): boolean {
    const f = this.#f
    if (writes.length === 0) return false
    const from = f.blockOf(loads[0]!)
    if (writes.length > MAX_WRITES || loads.some(l => f.blockOf(l) !== from)) return true
    const all = new Set(loads)
    const to = f.blockOf(at)
    return writes.some(write => {
      const b = f.blockOf(write)
      if (b === from ? !comesAfterAny(f, all, write) : this.#reach(from)[b] !== 1) return false
      if (b === to && comesAfterAny(f, new Set([write]), at)) return true
      // In a loop what is written behind `at` comes before it, too, unless the loads are on the way: `for (..) { o = at; write }`.
      return this.#reach(b, from)[to] === 1 && (to !== from || !comesAfterAny(f, all, at))
    })
  }

  /** Blocks that can run after one, as far as another one, which is the last. */
  #reach(from: Block, last = from): Uint8Array {
    const key = from * this.#f.blockLimit + last
    let reached = this.#reached.get(key)
    if (!reached) this.#reached.set(key, (reached = blocksAfter(this.#f, from, last)))
    return reached
  }
}

const EVERY = -1

function writesOf(f: Func): Map<number, Value[]> {
  const found = new Map<number, Value[]>()
  for (const b of f.blocks)
    for (let v = f.first(b); v !== NO_VALUE; v = f.next(v)) {
      const op = f.op(v)
      const resource = op === Op.Dx ? (mayWrite(f, v) ? EVERY : undefined) : writtenBy(f, v)
      if (resource === undefined) continue
      const list = found.get(resource)
      if (list) list.push(v)
      else found.set(resource, [v])
    }
  return found
}

/** A barrier, or an operation whose memory is not known. */
const mayWrite = (f: Func, v: Value): boolean =>
  clobbersMemory(f, v) && f.aux(v) !== DxilOp.StoreOutput && f.aux(v) !== DxilOp.Discard

function writtenBy(f: Func, v: Value): number | undefined {
  if (f.op(v) === Op.Call) return EVERY
  if (f.op(v) < Op.Handle || effectOf(f, v) !== 'write') return undefined
  const handle = f.operandAt(v, 0)
  return f.op(handle) === Op.Handle ? f.aux(handle) : EVERY
}

function comesAfterAny(f: Func, values: ReadonlySet<Value>, at: Value): boolean {
  for (let v = f.prev(at); v !== NO_VALUE; v = f.prev(v)) if (values.has(v)) return true
  return false
}

/** Marks of the blocks that can run after `from`, itself only in a loop, and not those that only run after `last`. */
export function blocksAfter(f: Func, from: Block, last: Block = from): Uint8Array {
  const reached = new Uint8Array(f.blockLimit)
  const work: Block[] = [from]
  for (let b = work.pop(); b !== undefined; b = work.pop())
    for (const s of f.successors(b))
      if (reached[s] === 0) {
        reached[s] = 1
        if (s !== last) work.push(s)
      }
  return reached
}
