// Calls in libraries that are not taken in line: DXIL operations, intrinsics of LLVM, and functions that stay.

import { constantOf, opcodeArgument } from '../dxil/dx_call.ts'
import type { Value } from '../ir/function.ts'
import { makesHandle } from '../ir/handles.ts'
import { Op } from '../ir/ops.ts'
import type { Type } from '../ir/types.ts'
import type { Type as LlvmType } from '../llvm/model/types.ts'
import type { Instruction, Func as LlvmFunc, Value as LlvmValue } from '../llvm/model/values.ts'
import { DxilOp } from '../spec/dxil_ops.ts'
import { type Frame, operandValue } from './frame.ts'
import type { Importer } from './importer.ts'
import { attachment, rowTypes } from './instructions.ts'
import { type Imported, isParts, type Pointer } from './memory.ts'
import { heapHandle, importOperation, propertyWords, resultType, valueHandle } from './operations.ts'
import { castPointer, copyMemory, loadPointer, pointerTo, pointsToHandle, storePointer, uncast } from './pointers.ts'
import { unsupported } from './problem.ts'
import { holdsVectors, vectorOperation } from './vector_operations.ts'

// ---- intrinsics ----------------------------------------------------------------------------------------------------------------------

/** Ends of lifetimes, notes of debug information, and what only keeps an instruction in place. */
const WITHOUT_EFFECT = /^llvm\.(lifetime|dbg|invariant|assume|donothing|experimental\.noalias)/

export function intrinsic(s: Importer, frame: Frame, name: string, args: readonly LlvmValue[]): Imported {
  if (WITHOUT_EFFECT.test(name)) return []
  const pointer = (n: number): Pointer => s.pointer(operandValue(s, frame, args[n]!))
  if (/^llvm\.mem(cpy|move)\./.test(name)) {
    copyMemory(s, pointer(0), pointer(1))
    return []
  }
  if (name.startsWith('llvm.memset.') && constantOf(args[1]) === 0) {
    const to = uncast(pointer(0))
    const zeros = loadPointer(s, to).map(v => s.constant(s.typeOf(v), 0))
    storePointer(s, to, zeros)
    return []
  }
  return unsupported(`'${name}'`)
}

// ---- DXIL operations -----------------------------------------------------------------------------------------------------------------

export function operation(s: Importer, frame: Frame, i: Instruction, args: readonly LlvmValue[]): Imported {
  const opcode = opcodeArgument(args[0])
  if (opcode === -1) return unsupported('an operation chosen at run time')
  const value = (n: number): Imported => operandValue(s, frame, args[n]!)
  switch (opcode) {
    case DxilOp.CreateHandleForLib:
      return value(1)
    case DxilOp.AnnotateHandle:
      return annotated(s, value(1), args[2])
    case DxilOp.CreateHandleFromHeap: {
      const flag = (n: number): boolean => (constantOf(args[n]) ?? 0) !== 0
      return { kind: 'heap', index: s.scalar(value(1)), isSampler: flag(2), isNonUniform: flag(3) }
    }
    case DxilOp.CreateHandle:
    case DxilOp.CreateHandleFromBinding:
      return unsupported('a library whose resources are bound already')
    default:
  }
  const isPrecise = attachment(frame.library.module, i, 'dx.precise') !== undefined
  if (holdsVectors(i)) {
    const lists = args.slice(1).map((_, n) => s.parts(value(n + 1)))
    return vectorOperation({ s, i, opcode, lists, isPrecise })
  }
  const isAddress = i.type.kind === 'pointer'
  const result = isAddress ? s.irType(i.type) : resultType(s, opcode, i.type)
  const after: (() => void)[] = []
  const operands = args.slice(1).flatMap((a, n): readonly Value[] => {
    if (a.type.kind === 'pointer') return [keptPointer(s, s.pointer(value(n + 1)), a.type.element, after)]
    return a.type.kind === 'struct' ? s.parts(value(n + 1)) : [s.scalar(value(n + 1))]
  })
  const made = importOperation({ s, opcode, operands, result, isPrecise })
  for (const copyOut of after) copyOut()
  if (i.type.kind === 'void') return []
  if (isAddress) return pointerTo({ kind: 'address', type: i.type.element, pointer: made })
  return s.module.types.shape(result).kind === 'struct' ? { kind: 'row', value: made, types: rowTypes(i) } : [made]
}

function annotated(s: Importer, handle: Imported, properties: LlvmValue | undefined): Imported {
  if (!isParts(handle)) return handle.kind === 'heap' ? heapHandle(s, handle, propertyWords(properties)) : handle
  const known = s.scalar(handle)
  if (!s.module.isForLinking || s.isUndef(known) || makesHandle(s.f.op(known))) return handle
  return [valueHandle(s, known, propertyWords(properties))]
}

// ---- calls that stay -----------------------------------------------------------------------------------------------------------------

/** Memory whose address goes out of the function: a copy, which is read back behind the call. */
function keptPointer(s: Importer, p: Pointer, type: LlvmType, after: (() => void)[]): Value {
  const { base } = p
  if (base.kind === 'address' && p.path.length === 0 && !p.view) return base.pointer
  if (pointsToHandle(p) && !s.module.isForLinking)
    return unsupported('a resource passed to a function that stays a call')
  const pointer = s.alloca(s.irType(type))
  const copy = pointerTo({ kind: 'address', type, pointer })
  storePointer(s, copy, loadPointer(s, castPointer(s, p, type)))
  // Functions write no global resources.
  if (base.kind === 'resource' || base.kind === 'handle') return pointer
  after.push(() => storePointer(s, castPointer(s, p, type), loadPointer(s, copy)))
  return pointer
}

export function keptCall(s: Importer, frame: Frame, i: Instruction, callee: LlvmFunc, number: number): Imported {
  const after: (() => void)[] = []
  const operands = callee.args.map(({ type }, n): Value => {
    const v = operandValue(s, frame, i.operands[n]!)
    return type.kind === 'pointer' ? keptPointer(s, s.pointer(v), type.element, after) : wholeValue(s, v, type)
  })
  const result = s.irType(i.type)
  const call = s.emit(Op.Call, result, operands, number)
  const value = i.type.kind === 'void' ? [] : partsOf(s, call, i.type)
  for (const copyOut of after) copyOut()
  return value
}

/** A value as functions pass it: scalars and vectors in registers, structs (matrices) put together in memory. */
function wholeValue(s: Importer, v: Imported, type: LlvmType): Value {
  const parts = s.parts(v)
  const whole = s.irType(type)
  const shape = s.module.types.shape(whole)
  if (shape.kind === 'vector') return s.gathered(whole, parts)
  if (shape.kind !== 'struct' && shape.kind !== 'array') return s.scalar(v)
  const pointer = s.alloca(whole)
  storePointer(s, pointerTo({ kind: 'address', type, pointer }), parts)
  return s.load(pointer)
}

/** The scalars of such a value. */
function partsOf(s: Importer, v: Value, type: LlvmType): Imported {
  const shape = s.module.types.shape(s.typeOf(v))
  if (shape.kind === 'vector')
    return Array.from({ length: shape.count }, (_, n) =>
      s.emit(Op.ExtractElement, shape.element as Type, [v, s.i32(n)]),
    )
  if (shape.kind !== 'struct' && shape.kind !== 'array') return [v]
  const pointer = s.alloca(s.typeOf(v))
  s.store(pointer, v)
  return loadPointer(s, pointerTo({ kind: 'address', type, pointer }))
}

/** A parameter of a function that stays: memory by its address, everything else as its scalars. */
export function parameterValue(s: Importer, n: number, type: LlvmType): Imported {
  const value = s.emit(Op.Param, s.f.params[n]!, [], n)
  if (type.kind === 'pointer') return pointerTo({ kind: 'address', type: type.element, pointer: value })
  return partsOf(s, value, type)
}

/** What such a function returns. */
export const keptResult = (s: Importer, value: Imported, { functionType }: LlvmFunc): Value =>
  wholeValue(s, value, functionType.result)
