// A resource handle: createHandle below shader model 6.6, createHandleFromBinding or createHandleFromHeap + annotateHandle from there on.

import type { Func, Value } from '../ir/function.ts'
import type { Module, Resource } from '../ir/module.ts'
import { Flag } from '../ir/ops.ts'
import type { Builder } from '../llvm/build.ts'
import type { Module as LlvmModule } from '../llvm/module.ts'
import type { Constant, Instruction, Value as LlvmValue } from '../llvm/values.ts'
import { DxilOp } from '../spec/dxil_ops.ts'
import { UNBOUNDED } from '../spec/resource_classes.ts'
import type { DxCalls } from './dx_calls.ts'
import { CLASS_NUMBER, type ResourceTable, resourceProperties } from './resources.ts'

/** Range id of each resource, by Resource.id. */
export type HandleIds = readonly number[]

export function handleIds(table: ResourceTable): HandleIds {
  const ids: number[] = []
  for (const list of Object.values(table)) for (const [i, r] of list.entries()) ids[r.id] = i
  return ids
}

/** What handle emission needs of the function emitter. */
interface Emitter {
  readonly module: Module
  readonly m: LlvmModule
  readonly calls: DxCalls
  readonly ids: HandleIds
  readonly b: Builder
  operand(v: Value, i: number): LlvmValue
}

export function emitHandle(e: Emitter, f: Func, v: Value): Instruction {
  const resource = e.module.resources[f.aux(v)]!
  const index = e.operand(v, 0)
  const nonUniform = e.m.constBool((f.flags(v) & Flag.NON_UNIFORM) !== 0)
  return e.module.atLeast(6) ? fromBinding(e, resource, index, nonUniform) : byRange(e, resource, index, nonUniform)
}

/** An element of a descriptor heap; what it is used as stands in the annotation only. */
export function emitHeapHandle(e: Emitter, f: Func, v: Value): Instruction {
  const row = e.module.heapTypes[f.aux(v)]!
  const nonUniform = e.m.constBool((f.flags(v) & Flag.NON_UNIFORM) !== 0)
  const operands = [e.operand(v, 0), e.m.constBool(row.isSampler), nonUniform]
  return annotated(e, call(e, DxilOp.CreateHandleFromHeap, operands), row.resource)
}

function annotated(e: Emitter, handle: Instruction, r: Resource): Instruction {
  const { types } = e.m
  const properties = types.namedStruct('dx.types.ResourceProperties', [types.i32, types.i32])
  const words = resourceProperties(r).map(word => e.m.constInt(types.i32, word))
  return call(e, DxilOp.AnnotateHandle, [handle, e.m.constAggregate(properties, words)])
}

function byRange(e: Emitter, r: Resource, index: LlvmValue, nonUniform: LlvmValue): Instruction {
  const { types } = e.m
  return call(e, DxilOp.CreateHandle, [
    e.m.constInt(types.i8, CLASS_NUMBER[r.class]),
    e.m.constInt(types.i32, e.ids[r.id]!),
    index,
    nonUniform,
  ])
}

function fromBinding(e: Emitter, r: Resource, index: LlvmValue, nonUniform: LlvmValue): Instruction {
  const { types } = e.m
  const { space, lower } = r.binding!
  const upper = r.rangeSize === UNBOUNDED ? UNBOUNDED : lower + r.rangeSize - 1
  const i32 = (n: number): Constant => e.m.constInt(types.i32, n)
  const bind = e.m.constAggregate(types.namedStruct('dx.types.ResBind', [types.i32, types.i32, types.i32, types.i8]), [
    i32(lower),
    i32(upper),
    i32(space),
    e.m.constInt(types.i8, CLASS_NUMBER[r.class]),
  ])
  return annotated(e, call(e, DxilOp.CreateHandleFromBinding, [bind, index, nonUniform]), r)
}

function call(e: Emitter, opcode: number, operands: LlvmValue[]): Instruction {
  const args = [e.m.constInt(e.m.types.i32, opcode), ...operands]
  return e.b.call(e.calls.function(opcode, e.calls.handle, args), args)
}
