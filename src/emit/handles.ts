// A resource handle: createHandle below shader model 6.6, createHandleFromBinding or createHandleFromHeap + annotateHandle from there on.

import type { Func, Value } from '../ir/function.ts'
import type { Module, Resource } from '../ir/module.ts'
import { Flag, Op } from '../ir/ops.ts'
import type { Builder } from '../llvm/model/build.ts'
import type { Module as LlvmModule } from '../llvm/model/module.ts'
import type { Constant, Instruction, Value as LlvmValue } from '../llvm/model/values.ts'
import { DxilOp } from '../spec/dxil_ops.ts'
import { BinOp } from '../spec/llvm_codes.ts'
import { UNBOUNDED } from '../spec/resource_classes.ts'
import type { DxCalls } from './dx_calls.ts'
import { type LibrarySymbol, type LibrarySymbols, resourceKey } from './library_symbols.ts'
import { CLASS_NUMBER, propertiesConstant, type ResourceTable } from './resources.ts'

/** Range id of each resource, by Resource.id. */
export type HandleIds = readonly number[]

export function handleIds(table: ResourceTable): HandleIds {
  const ids: number[] = []
  for (const list of Object.values(table)) for (let i = 0; i < list.length; i++) ids[list[i]!.id] = i
  return ids
}

/** What handle emission needs of the function emitter. */
interface Emitter {
  readonly module: Module
  readonly m: LlvmModule
  readonly calls: DxCalls
  readonly ids: HandleIds
  /** Globals of the resources, in libraries. */
  readonly symbols: LibrarySymbols | undefined
  readonly b: Builder
  /** What the globals of resources hold, by their handles. */
  readonly heldHandles: Map<Value, LlvmValue>
  operandAt(v: Value, i: number): LlvmValue
}

export function emitHandle(e: Emitter, f: Func, v: Value): LlvmValue {
  const resource = e.module.resources[f.aux(v)]!
  const index = e.operandAt(v, 0)
  const isNonUniform = (f.flags(v) & Flag.NON_UNIFORM) !== 0
  const nonUniform = e.m.constBool(isNonUniform)
  const symbol = e.symbols?.get(resourceKey(resource))
  if (symbol) {
    const value = fromGlobal(e, symbol, index, isNonUniform)
    e.heldHandles.set(v, value)
    return f.users(v).every(user => holdsHandles(f.op(user))) ? value : fromValue(e, value, resource)
  }
  return e.module.atLeast(6) ? fromBinding(e, resource, index, nonUniform) : byRange(e, resource, index, nonUniform)
}

/** What memory or a choice of libraries for linking holds, or a variable to which nothing was assigned, as an operation takes it. */
export function emitValueHandle(e: Emitter, f: Func, v: Value): LlvmValue {
  const { resource } = e.module.heapTypes[f.aux(v)]!
  const isUnset = e.module.constants.isUndef(f.operandAt(v, 0))
  const value = isUnset ? e.m.constNull(e.calls.handle) : e.operandAt(v, 0)
  return isUnset && !e.symbols ? annotated(e, value, resource) : fromValue(e, value, resource)
}

function fromValue(e: Emitter, value: LlvmValue, r: Resource): LlvmValue {
  const handle = call(e, DxilOp.CreateHandleForLib, [value])
  return e.module.atLeast(6) ? annotated(e, handle, r) : handle
}

/** Whether an op stores handles, or chooses between them, without using them. */
export const holdsHandles = (op: number): boolean => op === Op.Store || op === Op.Phi || op === Op.Select

/** An element of a descriptor heap; what it is used as stands in the annotation only. */
export function emitHeapHandle(e: Emitter, f: Func, v: Value): Instruction {
  const row = e.module.heapTypes[f.aux(v)]!
  const nonUniform = e.m.constBool((f.flags(v) & Flag.NON_UNIFORM) !== 0)
  const operands = [e.operandAt(v, 0), e.m.constBool(row.isSampler), nonUniform]
  return annotated(e, call(e, DxilOp.CreateHandleFromHeap, operands), row.resource)
}

function annotated(e: Emitter, handle: LlvmValue, r: Resource): Instruction {
  return call(e, DxilOp.AnnotateHandle, [handle, propertiesConstant(e.m, r)])
}

/** The value of a global, or of an element of a global array; `index` counts through all its dimensions. */
function fromGlobal(
  e: Emitter,
  { global, element, dims }: LibrarySymbol,
  index: LlvmValue,
  isNonUniform: boolean,
): LlvmValue {
  let pointer: LlvmValue = global
  if (dims.length > 0) {
    const indices = [e.m.constInt(e.m.types.i32, 0), ...indicesOf(e, dims, index)]
    const type = e.m.types.pointer(element)
    if (indices.every(isConstant)) pointer = e.m.constGep(type, global.valueType, [global, ...indices])
    else {
      const gep = e.b.gep(type, global.valueType, global, indices)
      if (isNonUniform) gep.attachments = [{ kind: e.m.kindId('dx.nonuniform'), node: e.m.node([e.m.mdInt(1)]) }]
      pointer = gep
    }
  }
  return e.b.load(pointer, global.align || 4)
}

const isConstant = (v: LlvmValue): v is Constant => v.kind === 'int'

/** One index a dimension. */
function indicesOf(e: Emitter, dims: readonly number[], index: LlvmValue): LlvmValue[] {
  const inner = dims.slice(1)
  const indices: LlvmValue[] = []
  let rest = index
  for (const [i] of dims.entries()) {
    const stride = inner.slice(i).reduce((a, n) => a * n, 1)
    const [quotient, remainder] = divided(e, rest, stride)
    indices.push(quotient)
    rest = remainder
  }
  return indices
}

function divided(e: Emitter, value: LlvmValue, by: number): [LlvmValue, LlvmValue] {
  const { m } = e
  const { i32 } = m.types
  if (by === 1) return [value, m.constInt(i32, 0)]
  if (value.kind === 'int') {
    const n = Number(value.value) >>> 0
    return [m.constInt(i32, Math.floor(n / by)), m.constInt(i32, n % by)]
  }
  const divisor = m.constInt(i32, by)
  return [e.b.binop(BinOp.UDiv, value, divisor), e.b.binop(BinOp.URem, value, divisor)]
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
