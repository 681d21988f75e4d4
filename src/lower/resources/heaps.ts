// Elements of descriptor heaps: a handle whose static type is all that is known of it.

import type { HeapExpr } from '../../hlsl/tree/typed.ts'
import type { Value } from '../../ir/function.ts'
import { Flag, Op } from '../../ir/ops.ts'
import { HANDLE } from '../../ir/types.ts'
import type { Lowerer } from '../core/lowerer.ts'

/** The resource that an element of a descriptor heap is used as; `nonUniform`: its index differs between lanes. */
export function heapObject(lowerer: Lowerer, e: HeapExpr, nonUniform: boolean): Value {
  const { type, index } = e
  const resource = type.kind === 'object' ? lowerer.describe(type) : undefined
  // A heap, or an element of no type yet, is no value: nobody reads what a template was passed of it.
  if (type.kind !== 'object' || !resource || !index) return lowerer.b.i32(0)
  const at = lowerer.scalar(index)
  lowerer.b.pos = e.pos
  const row = lowerer.module.heapType(resource, e.isSampler)
  const handle = lowerer.b.emit(Op.HandleFromHeap, HANDLE, [at], row, nonUniform ? Flag.NON_UNIFORM : 0)
  return lowerer.handleObject(handle, type)
}
