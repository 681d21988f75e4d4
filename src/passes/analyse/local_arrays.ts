// Local arrays of which all elements are only loaded and stored: what the passes that take them apart or replace them have in common.

import { type Func, NO_VALUE, type Value } from '../../ir/function.ts'
import type { Module } from '../../ir/module.ts'
import { Op } from '../../ir/ops.ts'
import type { Type } from '../../ir/types.ts'
import { isUndef } from '../common/simplify_rules.ts'

export interface LocalArray {
  readonly alloca: Value
  readonly element: Type
  readonly count: number
}

/** Gives every such array to `rewrite`, which may remove it and tells whether it changed anything. @returns whether any call did */
export function rewriteArrays(m: Module, f: Func, rewrite: (array: LocalArray) => boolean): boolean {
  let changed = false
  for (let v = f.first(f.entry), next: Value; v !== NO_VALUE; v = next) {
    next = f.next(v)
    if (f.op(v) !== Op.Alloca) continue
    const array = arrayOf(m, f, v)
    // An array without elements holds nothing that could be known.
    if (
      array &&
      array.count > 0 &&
      isOnlyAccessed(f, v) &&
      rewrite({ alloca: v, element: array.element, count: array.count })
    )
      changed = true
  }
  return changed
}

/** Index and value of every store to the array whose value is not undefined. */
export function* elementStores(m: Module, f: Func, alloca: Value): Generator<readonly [index: Value, value: Value]> {
  for (const gep of f.users(alloca))
    for (let slot = f.firstUse(gep); slot !== 0; slot = f.nextUse(slot)) {
      const store = f.userAt(slot)
      if (f.op(store) !== Op.Store) continue
      const value = f.operandAt(store, 1)
      if (!isUndef(m, value)) yield [f.operandAt(gep, 1), value]
    }
}

/** Element type and length of a local array, undefined for other locals. */
function arrayOf(m: Module, f: Func, alloca: Value): { element: Type; count: number } | undefined {
  const pointer = m.types.shape(f.type(alloca))
  const shape = pointer.kind === 'pointer' ? m.types.shape(pointer.pointee) : undefined
  return shape?.kind === 'array' ? shape : undefined
}

/** True when all that happens to a local array is that elements are loaded and stored. */
export function isOnlyAccessed(f: Func, alloca: Value): boolean {
  for (let slot = f.firstUse(alloca); slot !== 0; slot = f.nextUse(slot)) {
    const gep = f.userAt(slot)
    if (f.op(gep) !== Op.Gep) return false
    for (let s = f.firstUse(gep); s !== 0; s = f.nextUse(s)) {
      const user = f.userAt(s)
      const op = f.op(user)
      if (op !== Op.Load && (op !== Op.Store || f.operandAt(user, 1) === gep)) return false
    }
  }
  return true
}
