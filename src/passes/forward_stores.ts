// Within a block: a load right after a store or load of the same element takes its value, and a store to a local array that another store
// overwrites before anyone reads goes. Groupshared forwards too (no other lane may interfere without a barrier), but its stores all stay.

import { clobbersMemory, effectOf } from '../ir/effects.ts'
import { type Block, type Func, NO_VALUE, type Value } from '../ir/function.ts'
import type { Module } from '../ir/module.ts'
import { Op } from '../ir/ops.ts'
import { baseOf, mayAlias, memoryOf, mustAlias, PRIVATE } from './memory.ts'
import type { Pass } from './pass.ts'

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
      remember(known, { pointer, value: f.operand(v, 1), store: shared ? NO_VALUE : v, shared })
    } else if (effectOf(f, v) === 'write' && clobbersMemory(f, v)) known = known.filter(k => !k.shared)
    else if (op === Op.Ret) for (const k of known) if (removeStore(f, k)) changed = true
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

/** Removes a store nobody reads; only to allocas, whose lifetime ends with the function. */
function removeStore(f: Func, k: Known): boolean {
  if (k.store === NO_VALUE || f.op(baseOf(f, k.pointer)) !== Op.Alloca) return false
  f.remove(k.store)
  k.store = NO_VALUE
  return true
}
