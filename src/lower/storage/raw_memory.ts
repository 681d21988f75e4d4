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

const moved = (l: Lowerer, p: RawPlace, type: Type, bytes: Value, stride: number): RawPlace => ({
  ...p,
  type,
  offset: l.b.add(bytes, p.offset),
  stride,
})

/** A place for a whole value of a type. */
export function rawPlace(l: Lowerer, type: Type, object: Value, index: Value, isByteAddress: boolean): RawPlace {
  const offset = l.b.i32(0)
  return { kind: 'raw', type, object, index, offset, isByteAddress, stride: l.layout.componentBytes(type) }
}

/** An element of a structured buffer. DXC forgets the orientation written on a matrix that is the whole template argument. */
export function structuredPlace(l: Lowerer, type: Type, object: Value, index: Value): RawPlace {
  const plain = type.kind === 'matrix' ? matrix(type.element, type.rows, type.columns) : type
  return rawPlace(l, plain, object, index, false)
}

export function rawField(l: Lowerer, p: RawPlace, type: Type, index: number): RawPlace {
  if (p.type.kind !== 'struct') return p
  const offset = l.layout.fieldOffsets(p.type)[index]!
  return moved(l, p, type, l.b.i32(offset), l.layout.componentBytes(type))
}

/** Array element, vector component, or matrix row (whose components are a column apart when column major). */
export function rawElement(l: Lowerer, p: RawPlace, type: Type, index: Value): RawPlace {
  const bytes = l.layout.componentBytes(p.type)
  if (p.type.kind === 'matrix') {
    const rowMajor = l.layout.isRowMajor(p.type)
    const step = rowMajor ? bytes * p.type.columns : bytes
    return moved(l, p, type, l.b.scale(index, step), rowMajor ? bytes : bytes * p.type.rows)
  }
  const step = p.type.kind === 'array' ? l.layout.size(type) : p.stride
  return moved(l, p, type, l.b.scale(index, step), l.layout.componentBytes(type))
}

/** One leaf of a scalar, vector or matrix. */
export function rawLeaf(l: Lowerer, p: RawPlace, leaf: number): RawPlace {
  const element = elementOf(p.type)
  if (!element) return p
  const bytes = l.layout.componentBytes(element)
  const at = p.type.kind === 'matrix' ? matrixOffset(l, p.type, leaf, bytes) : leaf * p.stride
  return moved(l, p, element, l.b.i32(at), bytes)
}

function matrixOffset(l: Lowerer, type: MatrixType, leaf: number, bytes: number): number {
  if (l.layout.isRowMajor(type)) return leaf * bytes
  return ((leaf % type.columns) * type.rows + Math.floor(leaf / type.columns)) * bytes
}

/** Leaf indices in the order of memory. */
function memoryOrder(l: Lowerer, type: MatrixType): number[] {
  const order: number[] = []
  if (l.layout.isRowMajor(type)) for (let i = 0; i < type.rows * type.columns; i++) order.push(i)
  else for (let c = 0; c < type.columns; c++) for (let r = 0; r < type.rows; r++) order.push(r * type.columns + c)
  return order
}

/** Components that one load or store moves. */
const longestRun = (l: Lowerer): number => (l.module.atLeast(9) ? Number.POSITIVE_INFINITY : 4)

/** Calls back for each contiguous run of components, with the leaf numbers it holds and its byte offset. */
function eachRun(
  l: Lowerer,
  p: RawPlace,
  type: Type,
  offset: number,
  first: number,
  visit: (element: ScalarType, offset: number, leaves: readonly number[]) => void,
): void {
  const { layout } = l
  switch (type.kind) {
    case 'array': {
      const n = leafCount(type.element)
      const size = layout.size(type.element)
      for (let i = 0; i < type.size; i++) eachRun(l, p, type.element, offset + i * size, first + i * n, visit)
      return
    }
    case 'struct': {
      const offsets = layout.fieldOffsets(type)
      let leaf = first
      allFields(type).forEach((field, i) => {
        eachRun(l, p, field.type, offset + offsets[i]!, leaf, visit)
        leaf += leafCount(field.type)
      })
      return
    }
    case 'matrix': {
      const bytes = layout.componentBytes(type)
      const order = memoryOrder(l, type)
      const step = Math.min(longestRun(l), order.length)
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
function address(l: Lowerer, p: RawPlace, offset: number): [Value, Value] {
  const at = l.b.add(p.offset, l.b.i32(offset))
  return p.isByteAddress ? [l.b.add(p.index, at), l.b.undef(I32)] : [p.index, at]
}

/**
 * DXC promises the natural alignment, except for byte address buffers: there at most four bytes, unless it loads a struct or an array before
 * shader model 6.9.
 */
function alignment(l: Lowerer, p: RawPlace, bytes: number, isLoad: boolean): number {
  const isRecord = p.type.kind === 'struct' || p.type.kind === 'array'
  return p.isByteAddress && !(isLoad && isRecord && !l.module.atLeast(9)) ? Math.min(bytes, 4) : bytes
}

/** The type of a component in raw memory: bool and minimum precision take 32 bits there. */
function inMemory(l: Lowerer, element: ScalarType): IrType {
  const register = l.ir(element)
  if (register === I1) return I32
  // Operations before rawBufferLoad have overloads for it.
  if (l.layout.native16Bit || !isMinPrecision(element) || !l.module.atLeast(2)) return register
  return register === F16 ? F32 : I32
}

function fromMemory(l: Lowerer, v: Value, register: IrType): Value {
  if (register === I1) return l.b.icmp('ne', v, l.b.i32(0))
  return l.b.emit(register === F16 ? Op.FPTrunc : Op.Trunc, register, [v])
}

/** The value, and the first load's result, whose last element is the status word. */
export function loadRaw(l: Lowerer, p: RawPlace): { readonly values: readonly Value[]; readonly status: Value } {
  const { b } = l
  const values: Value[] = new Array<Value>(leafCount(p.type))
  const words = wordsOf(l, p.type)
  let status = b.undef(I32)
  const handle = l.handle(p.object)
  eachRun(l, p, p.type, 0, 0, (element, offset, leaves) => {
    const register = l.ir(element)
    const memory = inMemory(l, element)
    const aux = packRaw(leaves.length, alignment(l, p, l.layout.componentBytes(element), true))
    const type = leaves.length > 4 ? wideRetType(l.module.types, memory, leaves.length) : l.b.resRet(memory)
    const row = b.emit(Op.LoadRaw, type, [handle, ...address(l, p, offset)], aux)
    leaves.forEach((leaf, i) => {
      const v = b.extract(row, i, memory)
      const value = register === memory ? v : fromMemory(l, v, register)
      values[leaf] = value
      if (register === I1) words?.set(value, v)
    })
    if (status < 0) status = row
  })
  return { values, status }
}

export function storeRaw(l: Lowerer, p: RawPlace, values: readonly Value[]): void {
  const { b } = l
  const words = wordsOf(l, p.type)
  const handle = l.handle(p.object)
  eachRun(l, p, p.type, 0, 0, (element, offset, leaves) => {
    const aux = packRaw(leaves.length, alignment(l, p, l.layout.componentBytes(element), false))
    const memory = inMemory(l, element)
    const widen = memory === F32 ? Op.FPExt : kindOf(element) === 'int' ? Op.SExt : Op.ZExt
    const isSame = l.ir(element) === memory
    const stored = leaves.map(leaf => {
      const value = values[leaf]!
      return isSame ? value : (words?.get(value) ?? b.emit(widen, memory, [value]))
    })
    b.emit(Op.StoreRaw, VOID, [handle, ...address(l, p, offset), ...stored], aux)
  })
}

/** Handle and the two address operands of a scalar, for atomics. */
export function rawAddress(l: Lowerer, p: RawPlace): readonly [Value, Value, Value] {
  return [l.handle(p.object), ...address(l, p, 0)]
}
