// Places in memory that is passed by its address. Invariant: leaves travel in the order of leavesOf(type), vectors are read and written whole.

import { isResource } from '../../hlsl/tree/components.ts'
import { isNodeObject } from '../../hlsl/tree/nodes.ts'
import { allFields, type MatrixType, type Type, type VectorType, vector } from '../../hlsl/tree/types.ts'
import type { Value } from '../../ir/function.ts'
import { Op } from '../../ir/ops.ts'
import { HANDLE, I1, I32, type Type as IrType } from '../../ir/types.ts'
import { aggregateType, fieldPath, matrixPosition, memoryScalar } from '../core/aggregate_types.ts'
import type { Lowerer } from '../core/lowerer.ts'
import type { AggregatePlace, LeavesPlace } from '../core/places.ts'
import { BOOL, elementOf, leafCount, leavesOf } from '../core/scalars.ts'
import { wordsOf } from './cells.ts'
import { sayPrecise } from './precise_parts.ts'

/** New memory for a variable of a type. */
export function newAggregate(lowerer: Lowerer, type: Type, precise = false): AggregatePlace {
  return { kind: 'aggregate', type, pointer: lowerer.b.alloca(aggregateType(lowerer, type)), path: [], precise }
}

/** The address of a place, or of a part of it. */
export function addressOf(lowerer: Lowerer, p: AggregatePlace, type: IrType, inner: readonly number[] = []): Value {
  const { b } = lowerer
  const path = [...p.path, ...inner.map(i => b.i32(i))]
  if (path.length === 0) return p.pointer
  return b.emit(Op.AccessChain, b.pointer(type, 0), [p.pointer, ...path])
}

const inside = (lowerer: Lowerer, p: AggregatePlace, type: Type, ...path: number[]): AggregatePlace => ({
  ...p,
  type,
  path: [...p.path, ...path.map(i => lowerer.b.i32(i))],
})

export function aggregateField(
  lowerer: Lowerer,
  p: AggregatePlace,
  type: Type,
  index: number,
  precise: boolean,
): AggregatePlace {
  const path = p.type.kind === 'struct' ? fieldPath(p.type, index) : []
  return { ...inside(lowerer, p, type, ...path), precise: p.precise || precise }
}

/** A derived struct seen as its base, which is its first member. */
export function aggregateBase(lowerer: Lowerer, p: AggregatePlace, base: Type): AggregatePlace {
  let at = p
  while (at.type !== base && at.type.kind === 'struct' && at.type.base)
    at = leafCount(at.type.base) > 0 ? inside(lowerer, at, at.type.base, 0) : { ...at, type: at.type.base }
  return at
}

/** An element of an array, component of a vector, or row of a matrix that is one in memory; undefined for other rows. */
export function aggregateElement(
  lowerer: Lowerer,
  p: AggregatePlace,
  type: Type,
  index: Value,
): AggregatePlace | undefined {
  if (p.type.kind === 'array' || p.type.kind === 'vector') return { ...p, type, path: [...p.path, index] }
  if (p.type.kind !== 'matrix' || type.kind !== 'vector') return undefined
  const row = lowerer.b.constantInt(index)
  if (row === undefined || row < 0 || row >= p.type.rows) return undefined
  return matrixPosition(lowerer, p.type, 1) === 1 || p.type.columns === 1 ? inside(lowerer, p, type, 0, row) : undefined
}

/** One leaf of a vector or matrix. */
export function aggregateLeaf(lowerer: Lowerer, p: AggregatePlace, leaf: number): AggregatePlace {
  const { type } = p
  if (type.kind === 'vector') return inside(lowerer, p, type.element, leaf)
  if (type.kind !== 'matrix') return p
  const at = matrixPosition(lowerer, type, leaf)
  return inside(lowerer, p, type.element, 0, Math.floor(at / type.columns), at % type.columns)
}

// ---- loads ---------------------------------------------------------------------------------------------------------------------------

export function loadAggregate(lowerer: Lowerer, p: AggregatePlace, words = wordsOf(lowerer, p.type)): Value[] {
  const { type } = p
  switch (type.kind) {
    case 'vector':
      return loadVector(lowerer, p, type, words)
    case 'matrix':
      return loadMatrix(lowerer, p, type, words)
    case 'array':
      return Array.from({ length: type.size }, (_, i) =>
        loadAggregate(lowerer, inside(lowerer, p, type.element, i), words),
      ).flat()
    case 'struct':
      return allFields(type).flatMap((f, i) =>
        loadAggregate(lowerer, inside(lowerer, p, f.type, ...fieldPath(type, i)), words),
      )
    default:
      return loadScalar(lowerer, p, words)
  }
}

function loadScalar(lowerer: Lowerer, p: AggregatePlace, words: Words): Value[] {
  if (p.type.kind === 'object' && isResource(p.type))
    return [lowerer.handleObject(lowerer.b.load(addressOf(lowerer, p, HANDLE), HANDLE), p.type)]
  const element = elementOf(p.type)
  if (!element) return [...lowerer.undefined(p.type)]
  if (isNodeObject(p.type))
    return [lowerer.b.emit(Op.BitCast, lowerer.ir(element), [lowerer.b.load(addressOf(lowerer, p, I32, [0]), I32)])]
  const memory = memoryScalar(lowerer, element)
  return [fromMemory(lowerer, lowerer.b.load(addressOf(lowerer, p, memory), memory), lowerer.ir(element), words)]
}

function loadVector(lowerer: Lowerer, p: AggregatePlace, type: VectorType, words: Words): Value[] {
  const { b } = lowerer
  const element = memoryScalar(lowerer, type.element)
  const whole = lowerer.module.types.vector(element, type.size)
  const loaded = b.load(vectorAddress(lowerer, p, whole), whole)
  return Array.from({ length: type.size }, (_, i) =>
    fromMemory(lowerer, b.emit(Op.ExtractElement, element, [loaded, b.i32(i)]), lowerer.ir(type.element), words),
  )
}

function loadMatrix(lowerer: Lowerer, p: AggregatePlace, type: MatrixType, words: Words): Value[] {
  const found = partsOf(lowerer, p, type, true).flatMap(part => loadVector(lowerer, part, vectorIn(part), words))
  return leavesOf(type).map((_, leaf) => found[matrixPosition(lowerer, type, leaf)]!)
}

/**
 * A matrix as vectors: its rows in memory, whatever they are of the matrix. Like DXC one vector of all rows; not where the shader model has
 * vectors, since shaders that such a library is linked into may keep the memory, and the validator allows no casts of matrices in them.
 */
function partsOf(lowerer: Lowerer, p: AggregatePlace, type: MatrixType, isWhole: boolean): AggregatePlace[] {
  if (isWhole && type.rows > 1 && !lowerer.module.hasVectors()) return [p]
  const row = vector(type.element, type.columns)
  return Array.from({ length: type.rows }, (_, i) => inside(lowerer, p, row, 0, i))
}

const vectorIn = ({ type }: AggregatePlace): VectorType =>
  type.kind === 'matrix' ? vector(type.element, type.rows * type.columns) : (type as VectorType)

/** The address of a vector, or of a matrix as one. */
function vectorAddress(lowerer: Lowerer, p: AggregatePlace, whole: IrType): Value {
  if (p.type.kind !== 'matrix') return addressOf(lowerer, p, whole)
  return lowerer.b.emit(Op.BitCast, lowerer.b.pointer(whole, 0), [
    addressOf(lowerer, p, aggregateType(lowerer, p.type)),
  ])
}

/** The words of bools, where the value is a struct or array; a copy of the whole keeps them. */
type Words = Map<Value, Value> | undefined

function fromMemory(lowerer: Lowerer, v: Value, ir: IrType, words: Words): Value {
  if (ir !== I1) return v
  const bool = lowerer.b.icmp('ne', v, lowerer.b.i32(0))
  words?.set(bool, v)
  return bool
}

// ---- stores --------------------------------------------------------------------------------------------------------------------------

export function storeAggregate(lowerer: Lowerer, p: AggregatePlace, values: readonly Value[]): void {
  sayPrecise(lowerer, p.type, p.precise, values)
  const { type } = p
  switch (type.kind) {
    case 'vector':
      storeVector(lowerer, p, type, values)
      return
    case 'matrix':
      storeMatrix(lowerer, p, type, values)
      return
    case 'array': {
      const width = leafCount(type.element)
      for (let i = 0; i < type.size; i++)
        storeAggregate(lowerer, inside(lowerer, p, type.element, i), values.slice(i * width, (i + 1) * width))
      return
    }
    case 'struct': {
      let first = 0
      for (const [i, f] of allFields(type).entries()) {
        const width = leafCount(f.type)
        storeAggregate(lowerer, inside(lowerer, p, f.type, ...fieldPath(type, i)), values.slice(first, first + width))
        first += width
      }
      return
    }
    default:
      storeScalar(lowerer, p, values[0]!)
  }
}

function storeScalar(lowerer: Lowerer, p: AggregatePlace, value: Value): void {
  if (isResource(p.type)) {
    const handle = lowerer.handleValue(value)
    if (!lowerer.b.isUndef(handle)) lowerer.b.store(addressOf(lowerer, p, HANDLE), handle)
    return
  }
  const element = elementOf(p.type)
  if (!element || lowerer.b.isUndef(value)) return
  if (isNodeObject(p.type)) {
    lowerer.b.store(addressOf(lowerer, p, I32, [0]), lowerer.b.emit(Op.BitCast, I32, [value]))
    return
  }
  const memory = memoryScalar(lowerer, element)
  lowerer.b.store(addressOf(lowerer, p, memory), toMemory(lowerer, value, lowerer.ir(element)))
}

/** What is undefined stays as it is. */
function storeVector(lowerer: Lowerer, p: AggregatePlace, type: VectorType, values: readonly Value[]): void {
  const { b } = lowerer
  if (values.some(v => b.isUndef(v))) {
    for (const [i, v] of values.entries()) storeScalar(lowerer, inside(lowerer, p, type.element, i), v)
    return
  }
  const whole = lowerer.module.types.vector(memoryScalar(lowerer, type.element), type.size)
  const lanes = values.map(v => toMemory(lowerer, v, lowerer.ir(type.element)))
  b.store(vectorAddress(lowerer, p, whole), vectorOf(lowerer, lanes, whole))
}

/** A vector that was taken apart is whole again. */
function vectorOf(lowerer: Lowerer, lanes: readonly Value[], type: IrType): Value {
  const { b } = lowerer
  const { f } = b
  const isLane = (v: Value): boolean => v > 0 && f.op(v) === Op.ExtractElement
  const source = isLane(lanes[0]!) ? f.operandAt(lanes[0]!, 0) : undefined
  const isWhole = (v: Value, i: number): boolean =>
    isLane(v) && f.operandAt(v, 0) === source && f.operandAt(v, 1) === b.i32(i)
  if (source !== undefined && b.typeOf(source) === type && lanes.every(isWhole)) return source
  let made = b.undef(type)
  for (const [i, v] of lanes.entries()) made = b.emit(Op.InsertElement, type, [made, v, b.i32(i)])
  return made
}

function storeMatrix(lowerer: Lowerer, p: AggregatePlace, type: MatrixType, values: readonly Value[]): void {
  const rows = new Array<Value>(values.length)
  for (const [leaf, v] of values.entries()) rows[matrixPosition(lowerer, type, leaf)] = v
  const parts = partsOf(lowerer, p, type, !rows.some(v => lowerer.b.isUndef(v)))
  const width = rows.length / parts.length
  for (const [i, part] of parts.entries())
    storeVector(lowerer, part, vectorIn(part), rows.slice(i * width, (i + 1) * width))
}

const toMemory = (lowerer: Lowerer, v: Value, ir: IrType): Value =>
  ir === I1 ? (lowerer.boolWords.get(v) ?? lowerer.b.emit(Op.ZExt, memoryScalar(lowerer, BOOL), [v])) : v

/** Some components of a vector: the others are read and written back with them, as one store. */
export function storeSwizzle(
  lowerer: Lowerer,
  p: LeavesPlace,
  base: AggregatePlace,
  values: readonly Value[],
): boolean {
  if (base.type.kind !== 'vector' || p.leaves.length < 2) return false
  const whole = loadAggregate(lowerer, base)
  for (const [i, leaf] of p.leaves.entries()) whole[leaf] = values[i]!
  storeAggregate(lowerer, base, whole)
  return true
}
