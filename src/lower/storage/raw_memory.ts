// Structured and byte address buffers: parts of their elements, loads and stores of vectors: of at most four components before shader
// model 6.9.

import { allFields, type MatrixType, matrix, type ScalarType, type Type } from '../../hlsl/tree/types.ts'
import type { Value } from '../../ir/function.ts'
import { Op, packRaw } from '../../ir/ops.ts'
import { wideRetType } from '../../ir/result_types.ts'
import { F16, F32, I1, I32, type Type as IrType, VOID } from '../../ir/types.ts'
import type { Lowerer } from '../core/lowerer.ts'
import type { RawPlace } from '../core/places.ts'
import { elementOf, isMinPrecision, kindOf, leafCount } from '../core/scalars.ts'
import { wordsOf } from './cells.ts'

const moved = (lowerer: Lowerer, p: RawPlace, type: Type, bytes: Value, stride: number): RawPlace => ({
  ...p,
  type,
  offset: lowerer.b.add(bytes, p.offset),
  stride,
})

/** A place for a whole value of a type. */
export function rawPlace(lowerer: Lowerer, type: Type, object: Value, index: Value, isByteAddress: boolean): RawPlace {
  const offset = lowerer.b.i32(0)
  return { kind: 'raw', type, object, index, offset, isByteAddress, stride: lowerer.layout.componentBytes(type) }
}

/**
 * An element of a structured buffer, or what Load() gives of it or of a byte address buffer. DXC forgets the orientation written on a matrix that is
 * the whole template argument: elements have that of the options, Load() reads row by row (and Store() writes as the options say).
 */
export function structuredPlace(
  lowerer: Lowerer,
  type: Type,
  object: Value,
  index: Value,
  orientation?: 'row_major',
  isByteAddress = false,
): RawPlace {
  const seen = type.kind === 'matrix' ? matrix(type.element, type.rows, type.columns, orientation) : type
  return rawPlace(lowerer, seen, object, index, isByteAddress)
}

export function rawField(lowerer: Lowerer, p: RawPlace, type: Type, index: number): RawPlace {
  if (p.type.kind !== 'struct') return p
  const offset = lowerer.layout.fieldOffsets(p.type)[index]!
  return moved(lowerer, p, type, lowerer.b.i32(offset), lowerer.layout.componentBytes(type))
}

/** Array element, vector component, or matrix row (whose components are a column apart when column major). */
export function rawElement(lowerer: Lowerer, p: RawPlace, type: Type, index: Value): RawPlace {
  const bytes = lowerer.layout.componentBytes(p.type)
  if (p.type.kind === 'matrix') {
    const rowMajor = lowerer.layout.isRowMajor(p.type)
    const step = rowMajor ? bytes * p.type.columns : bytes
    return moved(lowerer, p, type, lowerer.b.scale(index, step), rowMajor ? bytes : bytes * p.type.rows)
  }
  const step = p.type.kind === 'array' ? lowerer.layout.size(type) : p.stride
  return moved(lowerer, p, type, lowerer.b.scale(index, step), lowerer.layout.componentBytes(type))
}

/** One leaf of a scalar, vector or matrix. */
export function rawLeaf(lowerer: Lowerer, p: RawPlace, leaf: number): RawPlace {
  const element = elementOf(p.type)
  if (!element) return p
  const bytes = lowerer.layout.componentBytes(element)
  const at = p.type.kind === 'matrix' ? matrixOffset(lowerer, p.type, leaf, bytes) : leaf * p.stride
  return moved(lowerer, p, element, lowerer.b.i32(at), bytes)
}

function matrixOffset(lowerer: Lowerer, type: MatrixType, leaf: number, bytes: number): number {
  if (lowerer.layout.isRowMajor(type)) return leaf * bytes
  return ((leaf % type.columns) * type.rows + Math.floor(leaf / type.columns)) * bytes
}

/** Leaf indices in the order of memory. */
function memoryOrder(lowerer: Lowerer, type: MatrixType): number[] {
  const order: number[] = []
  if (lowerer.layout.isRowMajor(type)) for (let i = 0; i < type.rows * type.columns; i++) order.push(i)
  else for (let c = 0; c < type.columns; c++) for (let r = 0; r < type.rows; r++) order.push(r * type.columns + c)
  return order
}

/** Components that one load or store moves. */
const longestRun = (lowerer: Lowerer): number => (lowerer.module.atLeast(9) ? Number.POSITIVE_INFINITY : 4)

/** Calls back for each contiguous run of components, with the leaf numbers it holds and its byte offset. */
function eachRun(
  lowerer: Lowerer,
  p: RawPlace,
  type: Type,
  offset: number,
  first: number,
  visit: (element: ScalarType, offset: number, leaves: readonly number[]) => void,
): void {
  const { layout } = lowerer
  switch (type.kind) {
    case 'array': {
      const n = leafCount(type.element)
      const size = layout.size(type.element)
      for (let i = 0; i < type.size; i++) eachRun(lowerer, p, type.element, offset + i * size, first + i * n, visit)
      return
    }
    case 'struct': {
      const offsets = layout.fieldOffsets(type)
      let leaf = first
      allFields(type).forEach((field, i) => {
        eachRun(lowerer, p, field.type, offset + offsets[i]!, leaf, visit)
        leaf += leafCount(field.type)
      })
      return
    }
    case 'matrix': {
      const bytes = layout.componentBytes(type)
      const order = memoryOrder(lowerer, type)
      const step = Math.min(longestRun(lowerer), order.length)
      for (let i = 0; i < order.length; i += step)
        visit(
          type.element,
          offset + i * bytes,
          order.slice(i, i + step).map(n => first + n),
        )
      return
    }
    case 'vector': {
      const bytes = layout.componentBytes(type)
      const stride = type === p.type ? p.stride : bytes
      const leaves = Array.from({ length: type.size }, (_, i) => first + i)
      if (stride === bytes) visit(type.element, offset, leaves)
      else for (const leaf of leaves) visit(type.element, offset + (leaf - first) * stride, [leaf])
      return
    }
    case 'scalar':
    case 'enum':
      visit(elementOf(type)!, offset, [first])
      return
    default:
      return
  }
}

/** [element or address, offset]: byte address buffers have no offset operand. */
function address(lowerer: Lowerer, p: RawPlace, offset: number): [Value, Value] {
  const at = lowerer.b.add(p.offset, lowerer.b.i32(offset))
  return p.isByteAddress ? [lowerer.b.add(p.index, at), lowerer.b.undef(I32)] : [p.index, at]
}

/**
 * DXC promises the natural alignment, except for byte address buffers: there at most four bytes, unless it loads a struct or an array before
 * shader model 6.9.
 */
function alignment(lowerer: Lowerer, p: RawPlace, bytes: number, isLoad: boolean): number {
  const isRecord = p.type.kind === 'struct' || p.type.kind === 'array'
  return p.isByteAddress && !(isLoad && isRecord && !lowerer.module.atLeast(9)) ? Math.min(bytes, 4) : bytes
}

/** The type in which a component comes from memory: bool and minimum precision take 32 bits there. */
export function loadedType(lowerer: Lowerer, element: ScalarType): IrType {
  const register = lowerer.ir(element)
  if (register === I1) return I32
  if (lowerer.layout.native16Bit || !isMinPrecision(element)) return register
  return register === F16 ? F32 : I32
}

/** As loads have it, but stores before rawBufferStore use their 16-bit overloads, as in DXC. */
const storedType = (lowerer: Lowerer, element: ScalarType): IrType =>
  lowerer.module.atLeast(2) || !isMinPrecision(element) ? loadedType(lowerer, element) : lowerer.ir(element)

/** What was loaded as `loadedType` says, in the type of registers. */
export function fromMemory(lowerer: Lowerer, v: Value, register: IrType): Value {
  if (lowerer.b.typeOf(v) === register) return v
  if (register === I1) return lowerer.b.icmp('ne', v, lowerer.b.i32(0))
  return lowerer.b.emit(register === F16 ? Op.FPTrunc : Op.Trunc, register, [v])
}

/** The value, and the first load's result, whose last element is the status word. */
export function loadRaw(lowerer: Lowerer, p: RawPlace): { readonly values: readonly Value[]; readonly status: Value } {
  const { b } = lowerer
  const values: Value[] = new Array<Value>(leafCount(p.type))
  const words = wordsOf(lowerer, p.type)
  let status = b.undef(I32)
  const handle = lowerer.handle(p.object)
  eachRun(lowerer, p, p.type, 0, 0, (element, offset, leaves) => {
    const register = lowerer.ir(element)
    const memory = loadedType(lowerer, element)
    const aux = packRaw(leaves.length, alignment(lowerer, p, lowerer.layout.componentBytes(element), true))
    const type = leaves.length > 4 ? wideRetType(lowerer.module.types, memory, leaves.length) : lowerer.b.resRet(memory)
    const row = b.emit(Op.LoadRaw, type, [handle, ...address(lowerer, p, offset)], aux)
    const loaded = leaves.map((_, i) => b.extract(row, i, memory))
    loaded.forEach((v, i) => {
      const value = fromMemory(lowerer, v, register)
      values[leaves[i]!] = value
      if (register === I1) words?.set(value, v)
    })
    if (status < 0) status = row
  })
  return { values, status }
}

export function storeRaw(lowerer: Lowerer, p: RawPlace, values: readonly Value[]): void {
  const { b } = lowerer
  const words = wordsOf(lowerer, p.type)
  const handle = lowerer.handle(p.object)
  eachRun(lowerer, p, p.type, 0, 0, (element, offset, leaves) => {
    const aux = packRaw(leaves.length, alignment(lowerer, p, lowerer.layout.componentBytes(element), false))
    const memory = storedType(lowerer, element)
    const widen = memory === F32 ? Op.FPExt : kindOf(element) === 'int' ? Op.SExt : Op.ZExt
    const isSame = lowerer.ir(element) === memory
    const stored = leaves.map(leaf => {
      const value = values[leaf]!
      return isSame ? value : (words?.get(value) ?? b.emit(widen, memory, [value]))
    })
    b.emit(Op.StoreRaw, VOID, [handle, ...address(lowerer, p, offset), ...stored], aux)
  })
}

/** Handle and the two address operands of a scalar, for atomics. */
export function rawAddress(lowerer: Lowerer, p: RawPlace): readonly [Value, Value, Value] {
  return [lowerer.handle(p.object), ...address(lowerer, p, 0)]
}
