// Payloads of amplification and mesh shaders: variables that are one struct in memory, because DXIL's operations take its address. Their cells
// (cells.ts) are parts of that struct instead of memory of their own.
// Layout, as DXC has it in shaders: vectors and matrices are arrays of numbers, bool is i32, a base is the first member. A struct in which
// something became an array so is a new one, with a number behind its name.

import { extended } from '../../base/extended.ts'
import { allFields, type MatrixType, type StructType, storedBase, type Type } from '../../hlsl/tree/types.ts'
import type { Value } from '../../ir/function.ts'
import { Op } from '../../ir/ops.ts'
import { type AddressSpace, I1, I32, type Type as IrType } from '../../ir/types.ts'
import { DxilOp } from '../../spec/dxil_ops.ts'
import { structName } from '../core/data_types.ts'
import type { Lowerer } from '../core/lowerer.ts'
import { type AggregateRoot, type AggregateStep, type Cell, type MemoryPlace, rootPointer } from '../core/places.ts'
import { elementOf, irType } from '../core/scalars.ts'
import { makeCells } from './cells.ts'

/** Whether vectors or matrices are in a type, which memory has as arrays. */
function holdsVector(type: Type): boolean {
  if (type.kind === 'array') return holdsVector(type.element)
  if (type.kind === 'struct') return allFields(type).some(f => holdsVector(f.type))
  return type.kind === 'vector' || type.kind === 'matrix'
}

/** The memory of a type. Each place where a struct with vectors stands makes a new type, as in DXC. */
function memoryOf(lowerer: Lowerer, type: Type): IrType {
  const { types } = lowerer.module
  switch (type.kind) {
    case 'vector':
      return types.array(memoryOf(lowerer, type.element), type.size)
    case 'matrix':
      return types.array(memoryOf(lowerer, type.element), type.rows * type.columns)
    case 'array':
      return types.array(memoryOf(lowerer, type.element), Math.max(type.size, 0))
    case 'struct':
      return structMemory(lowerer, type)
    default: {
      const element = elementOf(type)
      const ir = element ? irType(element, lowerer.b.native16Bit) : I32
      return ir === I1 ? I32 : ir
    }
  }
}

function structMemory(lowerer: Lowerer, type: StructType): IrType {
  const { types } = lowerer.module
  const base = storedBase(type)
  const elements = [...(base ? [memoryOf(lowerer, base)] : []), ...type.fields.map(f => memoryOf(lowerer, f.type))]
  const number = holdsVector(type) ? `.${lowerer.payloadTypes++}` : ''
  return types.struct(`struct.${structName(lowerer.layout, type)}${number}`, elements)
}

/** How to get from a struct to its cells, in their order: the numbers of fields, and what the dimensions of the cell choose. */
function stepsOf(lowerer: Lowerer, type: Type): AggregateStep[][] {
  switch (type.kind) {
    case 'vector':
      return [['index']]
    case 'matrix':
      return [[matrixStep(lowerer, type)]]
    case 'array':
      return stepsOf(lowerer, type.element).map(steps => ['index' as const, ...steps])
    case 'struct': {
      const base = storedBase(type)
      const first = base ? 1 : 0
      const inherited = base ? stepsOf(lowerer, base).map(steps => [0, ...steps]) : []
      return [
        ...inherited,
        ...type.fields.flatMap((f, i) => stepsOf(lowerer, f.type).map(steps => [first + i, ...steps])),
      ]
    }
    default:
      return [[]]
  }
}

const matrixStep = (lowerer: Lowerer, type: MatrixType): AggregateStep =>
  (type.orientation ?? lowerer.program.defaultMatrixOrientation) === 'row_major' ? 'rows' : 'columns'

/** A variable of the type, at a struct that is made when it is first needed. */
function aggregatePlace(
  lowerer: Lowerer,
  name: string,
  type: Type,
  make: () => Value,
  space: AddressSpace,
): MemoryPlace {
  const root: AggregateRoot = { pointer: 0 as Value, make }
  const paths = stepsOf(lowerer, type)
  const made = makeCells(name, type, { packed: true, space, native16Bit: lowerer.b.native16Bit })
  const cells = made.map((cell, i): Cell => {
    const memory = cell.type === I1 ? I32 : cell.type
    return extended({ ...cell, memory }, { aggregate: { root, steps: paths[i]! } })
  })
  return { kind: 'memory', type, cells, first: 0, indices: [], packed: true, precise: false }
}

/** Storage for a variable whose address DispatchMesh takes. */
export const payloadVariable = (lowerer: Lowerer, name: string, type: Type): MemoryPlace =>
  aggregatePlace(lowerer, name, type, () => lowerer.b.alloca(memoryOf(lowerer, type)), 0)

/** The same for groupshared variables. */
export const sharedPayload = (lowerer: Lowerer, name: string, type: Type): MemoryPlace =>
  aggregatePlace(lowerer, name, type, () => lowerer.module.addGlobal(name, memoryOf(lowerer, type), 3, undefined), 3)

/** A record of a work graph, `index`th of those behind a handle. */
export function nodeRecord(lowerer: Lowerer, records: Value, index: Value, type: Type): MemoryPlace {
  // Made at once: the place may be used first where only some lanes come by.
  const pointer = lowerer.b.emit(
    Op.Dx,
    lowerer.b.pointer(recordMemory(lowerer, type), 6),
    [records, index],
    DxilOp.GetNodeRecordPtr,
  )
  return aggregatePlace(lowerer, 'record', type, () => pointer, 6)
}

/** One type of memory a record type, whatever reaches it. */
function recordMemory(lowerer: Lowerer, type: Type): IrType {
  let made = lowerer.recordTypes.get(type)
  if (made === undefined) lowerer.recordTypes.set(type, (made = memoryOf(lowerer, type)))
  return made
}

/** The payload that comes into a mesh shader. */
export function incomingPayload(lowerer: Lowerer, name: string, type: Type): MemoryPlace {
  const pointer = lowerer.b.early(Op.Dx, lowerer.b.pointer(memoryOf(lowerer, type), 0), [], DxilOp.GetMeshPayload)
  return aggregatePlace(lowerer, name, type, () => pointer, 0)
}

/** Pointer to a part of a payload variable that is a struct. */
export function payloadPointer(lowerer: Lowerer, p: MemoryPlace): Value {
  const { b } = lowerer
  const { aggregate, space } = p.cells[p.first]!
  const { root, steps } = aggregate!
  const base = rootPointer(root)
  const outside = steps.slice(0, steps.length - stepsOf(lowerer, p.type)[0]!.length)
  if (outside.length === 0) return base
  const indices = [...p.indices]
  const path = outside.map(step => (typeof step === 'number' ? b.i32(step) : indices.shift()!))
  return b.emit(Op.AccessChain, b.pointer(partOf(lowerer, base, outside), space), [base, ...path])
}

/** The type that a path leads to. */
function partOf(lowerer: Lowerer, pointer: Value, steps: readonly AggregateStep[]): IrType {
  const { types } = lowerer.module
  const shape = types.shape(lowerer.b.typeOf(pointer))
  let at = shape.kind === 'pointer' ? shape.pointee : I32
  for (const step of steps) {
    const part = types.shape(at)
    if (part.kind === 'array') at = part.element
    else if (part.kind === 'struct' && typeof step === 'number') at = part.elements[step]!
  }
  return at
}

/** Whether a place is a struct of a payload variable, whose address can be taken. */
export const isPayload = (p: MemoryPlace): boolean =>
  p.type.kind === 'struct' && p.cells[p.first]?.aggregate !== undefined
