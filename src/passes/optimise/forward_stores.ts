// Within a block: a load right after a store or load of the same element takes its value, and a store to a local array that another store
// overwrites before anyone reads goes, and so with records. Groupshared forwards too (no other lane may interfere without a barrier), but its stores all stay.
// Payloads and other aggregates are read and written by calls; between two of those they are the function's alone.

import { clobbersMemory, effectOf } from '../../ir/effects.ts'
import { type Block, type Func, NO_VALUE, type Value } from '../../ir/function.ts'
import type { Module } from '../../ir/module.ts'
import { Op } from '../../ir/ops.ts'
import { baseOf, mayAlias, memoryOf, mustAlias, PRIVATE, rootOf } from '../analyse/memory.ts'
import type { Pass } from '../common/pass.ts'

/** Elements remembered at a time: more only costs time, as real blocks touch few. */
const MAX_KNOWN = 24

export const forwardStores: Pass = {
  name: 'forward_stores',
  run(m, f) {
    let changed = false
    for (const b of f.blocks) if (forwardInBlock(m, f, b)) changed = true
    return changed
  },
}

/** What an element holds; `store` is the store that put it there while nobody has read it since, else NO_VALUE. */
interface Known {
  readonly pointer: Value
  readonly value: Value
  store: Value
  readonly shared: boolean
}

function forwardInBlock(m: Module, f: Func, b: Block): boolean {
  let known: Known[] = []
  let changed = false
  for (let v = f.first(b), next: Value; v !== NO_VALUE; v = next) {
    next = f.next(v)
    const op = f.op(v)
    if (op === Op.Load) {
      if (forwardLoad(m, f, v, known)) changed = true
    } else if (op === Op.Store) {
      const pointer = f.operand(v, 0)
      if (dropOverwritten(f, pointer, known)) changed = true
      known = known.filter(k => !mayAlias(f, k.pointer, pointer))
      const shared = memoryOf(m, f, v) !== PRIVATE
      const isOwn = !shared || isThread(m, f, pointer)
      remember(known, { pointer, value: f.operand(v, 1), store: isOwn ? v : NO_VALUE, shared })
    } else if (effectOf(f, v) === 'write' && clobbersMemory(f, v)) known = known.filter(k => !k.shared)
    else if (op === Op.Ret) for (const k of known) if (isLocal(f, k.pointer) && removeStore(f, k)) changed = true
  }
  return changed
}

function forwardLoad(m: Module, f: Func, v: Value, known: Known[]): boolean {
  const pointer = f.operand(v, 0)
  for (const k of known)
    if (mustAlias(f, k.pointer, pointer)) {
      if (f.isUsed(v)) f.replaceAllUses(v, k.value)
      f.remove(v)
      return true
    }
  for (const k of known) if (mayAlias(f, k.pointer, pointer)) k.store = NO_VALUE
  remember(known, { pointer, value: v, store: NO_VALUE, shared: memoryOf(m, f, v) !== PRIVATE })
  return false
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
