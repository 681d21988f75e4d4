// What is known of a handle where it is made: the declared resource, or the static type of a heap's element or of a handle that was a value.

import type { Func, Value } from './function.ts'
import type { Module, Resource } from './module.ts'
import { Op } from './ops.ts'

/** Ops that make a handle out of an index and what their aux names. */
export const makesHandle = (op: number): boolean => op === Op.Handle || op === Op.HandleFromHeap

/** The resource behind a handle, or a description of it where it comes from a heap; undefined for choices among handles. */
export function handleResource(module: Module, f: Func, handle: Value): Resource | undefined {
  if (handle < 0) return undefined
  switch (f.op(handle)) {
    case Op.Handle:
      return module.resources[f.aux(handle)]
    case Op.HandleFromHeap:
    case Op.HandleFromValue:
      return module.heapTypes[f.aux(handle)]?.resource
    default:
      return undefined
  }
}
