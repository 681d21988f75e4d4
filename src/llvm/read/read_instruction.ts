// One reader per instruction record: operands and fields back into an Instruction (layouts as in write_function.ts).

import { FunctionCode } from '../../spec/llvm_codes.ts'
import type { Type } from '../model/types.ts'
import { type BasicBlock, InstFlag, type Instruction, Op, type Value } from '../model/values.ts'
import { fromSignedForm } from './read_constants.ts'
import type { RecordCursor } from './read_cursor.ts'
import type { FunctionReader } from './read_state.ts'

type Reader = (r: FunctionReader, c: RecordCursor) => Instruction

const binop: Reader = (r, c) => {
  const a = r.typed(c, 0)
  const inst = r.make(Op.Binop, a.type, [a.value, r.operandAt(c, 1)])
  inst.code = c.below(16, 'opcode')
  inst.flags = c.left > 0 ? c.below(128, 'flags') : 0
  return inst
}

const cast: Reader = (r, c) => {
  const a = r.typed(c, 0)
  const inst = r.make(Op.Cast, r.type(c), [a.value])
  inst.code = c.below(16, 'opcode')
  return inst
}

const gep: Reader = (r, c) => {
  const inbounds = c.number('inbounds') !== 0
  const elementType = r.type(c)
  const base = r.typed(c, 0)
  expectPointerTo(c, base.type, elementType)
  const operands = [base.value]
  while (c.left > 0) operands.push(r.typed(c, operands.length).value)
  const target = walk(c, elementType, operands)
  const inst = r.make(Op.Gep, r.module.types.pointer(target, base.type.addressSpace), operands, elementType)
  inst.flags = inbounds ? InstFlag.Inbounds : 0
  return inst
}

/** Record types that repeat a pointer's must agree with it, as LLVM's reader wants. */
function expectPointerTo(c: RecordCursor, pointer: Type, element: Type): void {
  if (pointer.kind !== 'pointer') c.fail('address is not a pointer')
  if (pointer.element !== element) c.fail('explicit type is not the type the address points to')
}

/** The type reached by the indices after the first. */
function walk(c: RecordCursor, from: Type, operands: readonly Value[]): Type {
  let type = from
  for (let i = 2; i < operands.length; i++) {
    const index = operands[i]!
    if (type.kind === 'struct') type = member(c, type, index.kind === 'int' ? Number(index.value) : -1)
    else if (type.kind === 'array' || type.kind === 'vector') type = type.element
    else c.fail(`cannot index into a ${type.kind}`)
  }
  return type
}

function member(c: RecordCursor, type: Type, index: number): Type {
  if (type.kind === 'array' && index < type.count) return type.element
  if (type.kind === 'struct' && type.contained[index]) return type.contained[index]
  return c.fail(`no member ${index} in a ${type.kind}`)
}

const extractValue: Reader = (r, c) => {
  const aggregate = r.typed(c, 0)
  const indices = c.rest('index')
  if (indices.length === 0) c.fail('extractvalue without an index')
  let { type } = aggregate
  for (const i of indices) type = member(c, type, i)
  const inst = r.make(Op.ExtractValue, type, [aggregate.value])
  inst.indices = indices
  return inst
}

const insertValue: Reader = (r, c) => {
  const aggregate = r.typed(c, 0)
  const value = r.typed(c, 1)
  const inst = r.make(Op.InsertValue, aggregate.type, [aggregate.value, value.value])
  inst.indices = c.rest('index')
  if (inst.indices.length === 0) c.fail('insertvalue without an index')
  return inst
}

const select: Reader = (r, c) => {
  const yes = r.typed(c, 1)
  const no = r.operandAt(c, 2)
  const condition = r.typed(c, 0)
  return r.make(Op.Select, yes.type, [condition.value, yes.value, no])
}

const extractElement: Reader = (r, c) => {
  const vector = r.typed(c, 0)
  const index = r.typed(c, 1)
  return r.make(Op.ExtractElement, vectorType(c, vector.type).element, [vector.value, index.value])
}

const insertElement: Reader = (r, c) => {
  const vector = r.typed(c, 0)
  const element = r.operandAt(c, 1)
  const index = r.typed(c, 2)
  return r.make(Op.InsertElement, vectorType(c, vector.type), [vector.value, element, index.value])
}

const shuffleVector: Reader = (r, c) => {
  const a = r.typed(c, 0)
  const b = r.operandAt(c, 1)
  const mask = r.operandAt(c, 2)
  const type = r.module.types.vector(vectorType(c, mask.type).count, vectorType(c, a.type).element)
  return r.make(Op.ShuffleVector, type, [a.value, b, mask])
}

const vectorType = (c: RecordCursor, type: Type): Type =>
  type.kind === 'vector' ? type : c.fail('operand is not a vector')

const cmp: Reader = (r, c) => {
  const { types } = r.module
  const a = r.typed(c, 0)
  const type = a.type.kind === 'vector' ? types.vector(a.type.count, types.i1) : types.i1
  const inst = r.make(Op.Cmp, type, [a.value, r.operandAt(c, 1)])
  inst.code = c.number('predicate')
  inst.flags = c.optional('flags')
  return inst
}

const ret: Reader = (r, c) => r.make(Op.Ret, r.module.types.void, c.left > 0 ? [r.typed(c, 0).value] : [])

const br: Reader = (r, c) => {
  const blocks = [r.blockAt(c)]
  const operands: Value[] = []
  if (c.left > 0) {
    blocks.push(r.blockAt(c))
    operands.push(r.operandAt(c, 0))
  }
  return withBlocks(r.make(Op.Br, r.module.types.void, operands), blocks)
}

function withBlocks(inst: Instruction, blocks: BasicBlock[]): Instruction {
  inst.blocks = blocks
  return inst
}

const switchOn: Reader = (r, c) => {
  r.type(c)
  const operands = [r.operandAt(c, 0)]
  const blocks = [r.blockAt(c)]
  while (c.left > 0) {
    const value = r.absolute(c, c.number('case'), operands.length)
    if (value.kind !== 'int') c.fail('case is not an integer constant')
    operands.push(value)
    blocks.push(r.blockAt(c))
  }
  return withBlocks(r.make(Op.Switch, r.module.types.void, operands), blocks)
}

const unreachable: Reader = r => r.make(Op.Unreachable, r.module.types.void, [])

const phi: Reader = (r, c) => {
  const type = r.type(c)
  if (type.kind === 'void') c.fail('phi of type void')
  const operands: Value[] = []
  const blocks: BasicBlock[] = []
  while (c.left > 0) {
    operands.push(r.absolute(c, r.next - Number(fromSignedForm(c.wide('value'))), operands.length))
    blocks.push(r.blockAt(c))
  }
  return withBlocks(r.make(Op.Phi, type, operands), blocks)
}

const MAX_ALIGN_EXPONENT = 29

function align(c: RecordCursor, encoded: number): number {
  if (encoded > MAX_ALIGN_EXPONENT + 1) c.fail('alignment is too large')
  return encoded === 0 ? 0 : 2 ** (encoded - 1)
}

const alloca: Reader = (r, c) => {
  const allocated = r.type(c)
  r.type(c)
  const size = r.absolute(c, c.number('size'), 0)
  const bits = c.number('alignment')
  if ((bits & 64) === 0) c.fail('alloca without an explicit type')
  const inst = r.make(Op.Alloca, r.module.types.pointer(allocated), [size], allocated)
  inst.align = align(c, bits & 31)
  inst.flags = bits & 32 ? InstFlag.InAlloca : 0
  return inst
}

const load: Reader = (r, c) => {
  const pointer = r.typed(c, 0)
  const inst = r.make(Op.Load, r.type(c), [pointer.value])
  expectPointerTo(c, pointer.type, inst.type)
  if (inst.type.kind === 'void') c.fail('load of type void')
  return memory(inst, c, c.record.code === FunctionCode.LoadAtomic)
}

const store: Reader = (r, c) => {
  const pointer = r.typed(c, 1)
  const value = r.typed(c, 0)
  const inst = r.make(Op.Store, r.module.types.void, [value.value, pointer.value])
  return memory(inst, c, c.record.code === FunctionCode.StoreAtomic)
}

function memory(inst: Instruction, c: RecordCursor, isAtomic: boolean): Instruction {
  inst.align = align(c, c.number('alignment'))
  inst.flags = c.number('volatile') !== 0 ? InstFlag.Volatile : 0
  if (isAtomic) {
    inst.ordering = c.number('ordering')
    inst.scope = c.number('scope')
  }
  return inst
}

const cmpXchg: Reader = (r, c) => {
  const { types } = r.module
  const pointer = r.typed(c, 0)
  const compare = r.typed(c, 1)
  const operands = [pointer.value, compare.value, r.operandAt(c, 2)]
  const inst = r.make(Op.CmpXchg, types.struct([compare.type, types.i1]), operands)
  const isVolatile = c.number('volatile') !== 0
  inst.ordering = c.number('ordering')
  inst.scope = c.number('scope')
  inst.failureOrdering = c.number('failure ordering')
  inst.flags = (isVolatile ? InstFlag.Volatile : 0) | (c.number('weak') !== 0 ? InstFlag.Weak : 0)
  return inst
}

const atomicRmw: Reader = (r, c) => {
  const pointer = r.typed(c, 0)
  if (pointer.type.kind !== 'pointer') c.fail('atomicrmw on something that is not a pointer')
  const inst = r.make(Op.AtomicRmw, pointer.type.element, [pointer.value, r.operandAt(c, 1)])
  inst.code = c.number('operation')
  inst.flags = c.number('volatile') !== 0 ? InstFlag.Volatile : 0
  inst.ordering = c.number('ordering')
  inst.scope = c.number('scope')
  return inst
}

const fence: Reader = (r, c) => {
  const inst = r.make(Op.Fence, r.module.types.void, [])
  inst.ordering = c.number('ordering')
  inst.scope = c.number('scope')
  return inst
}

const call: Reader = (r, c) => {
  const attributes = r.attributes(c)
  const cc = c.below(1 << 16, 'calling convention')
  const given = cc & (1 << 15) ? r.type(c) : null
  // The callee goes last; its place is known only when the arguments are, so it may not be a forward reference.
  const callee = r.typed(c, -1)
  if (r.isOpen) c.fail('call of a value that is defined later')
  const type = callee.type.kind === 'pointer' ? callee.type.element : callee.type
  if (given) expectPointerTo(c, callee.type, given)
  if (type.kind !== 'function') c.fail('call of something that is not a function')
  const operands: Value[] = []
  for (let i = 0; i < type.paramCount; i++)
    operands.push(type.contained[i + 1]!.kind === 'metadata' ? r.metadataOperand(c, i) : r.operandAt(c, i))
  if (type.vararg) while (c.left > 0) operands.push(r.typed(c, operands.length).value)
  operands.push(callee.value)
  const inst = r.make(Op.Call, type.result, operands, type)
  inst.attributes = attributes
  inst.callingConvention = (cc & ~(1 << 14) & ~(1 << 15)) >> 1
  inst.flags = (cc & 1 ? InstFlag.Tail : 0) | (cc & (1 << 14) ? InstFlag.MustTail : 0)
  return inst
}

/** By record code. */
export const READ_INSTRUCTION: Readonly<Record<number, Reader>> = {
  [FunctionCode.Binop]: binop,
  [FunctionCode.Cast]: cast,
  [FunctionCode.Gep]: gep,
  [FunctionCode.ExtractValue]: extractValue,
  [FunctionCode.InsertValue]: insertValue,
  [FunctionCode.Select]: select,
  [FunctionCode.ExtractElement]: extractElement,
  [FunctionCode.InsertElement]: insertElement,
  [FunctionCode.ShuffleVector]: shuffleVector,
  [FunctionCode.Cmp]: cmp,
  [FunctionCode.Cmp2]: cmp,
  [FunctionCode.Ret]: ret,
  [FunctionCode.Br]: br,
  [FunctionCode.Switch]: switchOn,
  [FunctionCode.Unreachable]: unreachable,
  [FunctionCode.Phi]: phi,
  [FunctionCode.Alloca]: alloca,
  [FunctionCode.Load]: load,
  [FunctionCode.LoadAtomic]: load,
  [FunctionCode.Store]: store,
  [FunctionCode.StoreAtomic]: store,
  [FunctionCode.CmpXchg]: cmpXchg,
  [FunctionCode.AtomicRmw]: atomicRmw,
  [FunctionCode.Fence]: fence,
  [FunctionCode.Call]: call,
}
