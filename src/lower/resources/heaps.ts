// Elements of descriptor heaps: a handle whose static type is all that is known of it.

import type { HeapExpr } from '../../hlsl/tree/typed.ts'
import { NO_VALUE, type Value } from '../../ir/function.ts'
import { Flag, Op } from '../../ir/ops.ts'
import { HANDLE } from '../../ir/types.ts'
import type { Lowerer } from '../core/lowerer.ts'

/** The resource that an element of a descriptor heap is used as; `nonUniform`: its index differs between lanes. */
export function heapObject(lowerer: Lowerer, e: HeapExpr, nonUniform: boolean): Value {
  const { type, index } = e
  const resource = type.kind === 'object' ? lowerer.describe(type) : undefined
  if (type.kind !== 'object' || !resource || !index) {
    lowerer.unsupported('this use of a descriptor heap', e)
    return NO_VALUE
  }
  const at = lowerer.scalar(index)
  lowerer.b.pos = e.pos
  const row = lowerer.module.heapType(resource, e.isSampler)
  const handle = lowerer.b.emit(Op.HandleFromHeap, HANDLE, [at], row, nonUniform ? Flag.NON_UNIFORM : 0)
  return lowerer.handleObject(handle, type)
}
