// Reading and writing every kind of place, and taking parts of places.

import type { Span } from '../../diag/sources.ts'
import type { VarSymbol } from '../../hlsl/tree/typed.ts'
import {
  type ArrayType,
  allFields,
  array,
  type Field,
  type StructType,
  sameType,
  type Type,
  vector,
} from '../../hlsl/tree/types.ts'
import type { Value } from '../../ir/function.ts'
import { Flag, Op } from '../../ir/ops.ts'
import { I1, I32 } from '../../ir/types.ts'
import type { Lowerer } from '../core/lowerer.ts'
import {
  type ComponentPlace,
  type LeavesPlace,
  type MemoryPlace,
  type ObjectsPlace,
  type Place,
  valuesPlace,
} from '../core/places.ts'
import { leafCount, leavesOf } from '../core/scalars.ts'
import type { FunctionFacts } from '../core/scan.ts'
import {
  aggregateElement,
  aggregateField,
  aggregateLeaf,
  loadAggregate,
  newAggregate,
  storeAggregate,
  storeSwizzle,
} from './aggregates.ts'
import { extractBits, insertBits } from './bit_fields.ts'
import { clearMemory, loadMemory, makeCells, memoryElement, memoryField, storeMemory } from './cells.ts'
import { constantsElement, constantsField, loadConstants } from './constant_buffers.ts'
import { payloadVariable } from './mesh_payloads.ts'
import { isOutput } from './output_cells.ts'
import { sayPrecise } from './precise_parts.ts'
import { loadRaw, rawElement, rawField, rawLeaf, storeRaw } from './raw_memory.ts'
import { loadMembers, membersElement, membersField } from './struct_resources.ts'
import { loadElement, storeElement } from './typed_resources.ts'

/** The value of a place: its leaves. */
export function loadPlace(lowerer: Lowerer, p: Place): readonly Value[] {
  switch (p.kind) {
    case 'values':
      return p.values
    case 'memory':
      return loadMemory(lowerer, p)
    case 'aggregate':
      return loadAggregate(lowerer, p)
    case 'objects':
      return loadObjects(lowerer, p)
    case 'members':
      return loadMembers(lowerer, p)
    case 'leaves': {
      // Matrix elements are loaded one by one, vectors as a whole: as DXC does.
      const { base: from } = p
      if (from.kind === 'raw' && from.type.kind === 'matrix')
        return p.leaves.map(leaf => loadRaw(lowerer, rawLeaf(lowerer, from, leaf)).values[0]!)
      const base = loadPlace(lowerer, p.base)
      return p.leaves.map(i => base[i]!)
    }
    case 'bits':
      return [extractBits(lowerer, loadPlace(lowerer, p.base)[0]!, p.bits)]
    case 'component':
      return loadComponent(lowerer, p)
    case 'raw':
      return loadRaw(lowerer, p).values
    case 'element':
      return loadElement(lowerer, p).values
    case 'constants':
      return loadConstants(lowerer, p)
  }
}

export function storePlace(lowerer: Lowerer, p: Place, values: readonly Value[]): void {
  switch (p.kind) {
    case 'values':
    case 'constants':
    case 'objects':
    case 'members':
      return // the front end admits no assignment to these
    case 'memory':
      sayPrecise(lowerer, p.type, p.precise, values)
      storeMemory(lowerer, p, values)
      return
    case 'aggregate':
      storeAggregate(lowerer, p, values)
      return
    case 'leaves':
      storeLeaves(lowerer, p, values)
      return
    case 'bits':
      storePlace(lowerer, p.base, [insertBits(lowerer, loadPlace(lowerer, p.base)[0]!, p.bits, values[0]!)])
      return
    case 'component':
      storeComponent(lowerer, p, values)
      return
    case 'raw':
      storeRaw(lowerer, p, values)
      return
    case 'element':
      storeElement(lowerer, p, values)
      return
  }
}

/** Replaces some leaves: one by one where they can be addressed, else by reading and writing the whole. */
function storeLeaves(lowerer: Lowerer, p: LeavesPlace, values: readonly Value[]): void {
  const { base } = p
  // Every component of a vector, in any order, is one store.
  if (base.kind === 'raw' && base.type.kind === 'vector' && p.leaves.length === base.type.size) {
    const inOrder = [...values]
    for (const [i, leaf] of p.leaves.entries()) inOrder[leaf] = values[i]!
    storePlace(lowerer, base, inOrder)
    return
  }
  if (base.kind === 'aggregate' && storeSwizzle(lowerer, p, base, values)) return
  if (base.kind === 'memory' || base.kind === 'raw' || base.kind === 'aggregate') {
    for (const [i, leaf] of p.leaves.entries()) storePlace(lowerer, leafOf(lowerer, base, leaf), [values[i]!])
    return
  }
  if (base.kind === 'leaves') {
    storeLeaves(lowerer, { ...base, leaves: p.leaves.map(i => base.leaves[i]!) }, values)
    return
  }
  const whole = [...loadPlace(lowerer, base)]
  for (const [i, leaf] of p.leaves.entries()) whole[leaf] = values[i]!
  storePlace(lowerer, base, whole)
}

/** The place of one leaf of something in memory that has addresses. */
function leafOf(lowerer: Lowerer, base: Place, leaf: number): Place {
  const { type } = base
  if (type.kind === 'array') {
    const width = leafCount(type.element)
    return leafOf(
      lowerer,
      elementPlace(lowerer, base, type.element, lowerer.b.i32(Math.floor(leaf / width))),
      leaf % width,
    )
  }
  if (type.kind === 'struct') return fieldLeaf(lowerer, base, type, leaf)
  if (base.kind === 'raw') return rawLeaf(lowerer, base, leaf)
  if (base.kind === 'aggregate') return aggregateLeaf(lowerer, base, leaf)
  if (type.kind === 'vector') return elementPlace(lowerer, base, type.element, lowerer.b.i32(leaf))
  if (type.kind !== 'matrix') return base
  const row = elementPlace(
    lowerer,
    base,
    vector(type.element, type.columns),
    lowerer.b.i32(Math.floor(leaf / type.columns)),
  )
  return elementPlace(lowerer, row, type.element, lowerer.b.i32(leaf % type.columns))
}

function fieldLeaf(lowerer: Lowerer, base: Place, type: StructType, leaf: number): Place {
  let first = 0
  for (const field of allFields(type)) {
    const width = leafCount(field.type)
    if (leaf < first + width) return leafOf(lowerer, fieldPlace(lowerer, base, field), leaf - first)
    first += width
  }
  return base
}

/** A single leaf as a place of its own if it has an address (for atomics); undefined otherwise. */
export function addressableLeaf(lowerer: Lowerer, p: Place): Place | undefined {
  if (p.kind === 'leaves' && p.leaves.length === 1) {
    const base = p.base
    return base.kind === 'memory' || base.kind === 'raw' ? leafOf(lowerer, base, p.leaves[0]!) : undefined
  }
  if (p.kind === 'memory') return isOutput(p) ? undefined : p
  return p.kind === 'raw' || p.kind === 'element' ? p : undefined
}

// ---- components at run-time indices without memory -----------------------------------------------------------------------------------

/** Spills the value to a temporary array and indexes that, as DXC does. */
function loadComponent(lowerer: Lowerer, p: ComponentPlace): readonly Value[] {
  const { b } = lowerer
  const values = loadPlace(lowerer, p.base)
  const width = leafCount(p.type)
  const known = b.constantInt(p.index)
  const isInside = known !== undefined && known >= 0 && (known + 1) * width <= values.length
  if (isInside) return values.slice(known * width, (known + 1) * width)
  const isConstants = p.base.kind === 'constants' && p.base.type.kind === 'vector'
  if (known !== undefined && !isConstants) return lowerer.undefined(p.type)
  const type = b.typeOf(values[0]!)
  const memory = type === I1 ? I32 : type
  const array = b.alloca(lowerer.module.types.array(memory, values.length), p.base.type.kind === 'matrix')
  if (isConstants && p.base.kind === 'constants')
    lowerer.b.f.constantVectors.set(array, lowerer.object(p.base.object).resource.name)
  const pointer = b.pointer(memory, 0)
  // Column by column: the index is that of a row, and needs no factor.
  const rows = values.length / width
  values.forEach((v, i) => {
    const at = (i % width) * rows + Math.floor(i / width)
    b.store(b.emit(Op.Gep, pointer, [array, b.i32(at)]), type === I1 ? b.emit(Op.ZExt, I32, [v]) : v)
  })
  const result: Value[] = []
  for (let i = 0; i < width; i++) {
    const v = b.load(b.emit(Op.Gep, pointer, [array, b.add(p.index, b.i32(i * rows))]), memory)
    result.push(type === I1 ? b.icmp('ne', v, b.i32(0)) : v)
  }
  return result
}

function storeComponent(lowerer: Lowerer, p: ComponentPlace, values: readonly Value[]): void {
  const { b } = lowerer
  const whole = [...loadPlace(lowerer, p.base)]
  const width = leafCount(p.type)
  for (let at = 0; at < whole.length; at += width) {
    const hit = b.icmp('eq', p.index, b.i32(at / width))
    for (let i = 0; i < width; i++) whole[at + i] = b.select(hit, values[i]!, whole[at + i]!)
  }
  storePlace(lowerer, p.base, whole)
}

// ---- parts ---------------------------------------------------------------------------------------------------------------------------

/** A field of a struct place. */
export function fieldPlace(lowerer: Lowerer, p: Place, field: Field): Place {
  if (p.kind === 'memory') return memoryField(p, field.type, field.index, field.precise)
  if (p.kind === 'aggregate') return aggregateField(lowerer, p, field.type, field.index, field.precise)
  if (p.kind === 'raw') return rawField(lowerer, p, field.type, field.index)
  if (p.kind === 'constants') {
    if (field.type.kind !== 'object') return constantsField(lowerer, p, field.type, field.index)
    lowerer.unsupported('a buffer with resources, chosen at run time,', { pos: lowerer.b.pos, end: lowerer.b.pos })
    return valuesPlace(field.type, lowerer.undefined(field.type))
  }
  if (p.kind === 'members') return membersField(lowerer, p, field)
  if (p.type.kind !== 'struct') return p
  let first = 0
  const fields = allFields(p.type)
  for (let i = 0; i < field.index; i++) first += leafCount(fields[i]!.type)
  return leavesPlace(p, field.type, first, leafCount(field.type))
}

function leavesPlace(p: Place, type: Type, first: number, count: number): Place {
  if (p.kind === 'values') return valuesPlace(type, p.values.slice(first, first + count))
  return { kind: 'leaves', type, base: p, leaves: Array.from({ length: count }, (_, i) => first + i) }
}

/** An array element, vector component or matrix row. */
export function elementPlace(lowerer: Lowerer, p: Place, type: Type, index: Value): Place {
  const past =
    p.kind === 'memory' || p.kind === 'values' || p.kind === 'constants' ? pastRows(lowerer, p, type, index) : undefined
  if (past) return past
  if (p.kind === 'memory') {
    const part = memoryElement(lowerer.b, p, type, index)
    if (part) return part
  } else if (p.kind === 'aggregate') {
    const part = aggregateElement(lowerer, p, type, index)
    if (part) return part
  } else if (p.kind === 'objects') return objectElement(lowerer, p, type, index)
  else if (p.kind === 'members') return membersElement(lowerer, p, type, index)
  else if (p.kind === 'raw') return rawElement(lowerer, p, type, index)
  else if (p.kind === 'constants') {
    const part = constantsElement(lowerer, p, type, index)
    if (part) return part
  }
  const n = lowerer.b.constantInt(index)
  const width = leafCount(type)
  if (n !== undefined && n >= 0 && (n + 1) * width <= leafCount(p.type)) return leavesPlace(p, type, n * width, width)
  if (p.type.kind === 'array') return elementPlace(lowerer, inMemory(lowerer, p), type, index)
  return { kind: 'component', type, base: p, index }
}

/** A constant row that a matrix does not have: DXC goes on column by column, and begins again behind the last. */
function pastRows(lowerer: Lowerer, p: Place, type: Type, index: Value): Place | undefined {
  const n = p.type.kind === 'matrix' ? lowerer.b.constantInt(index) : undefined
  if (p.type.kind !== 'matrix' || n === undefined || n < p.type.rows) return undefined
  const { rows, columns } = p.type
  const leaves = Array.from({ length: leafCount(type) }, (_, c) => {
    const at = (c * rows + n) % (rows * columns)
    return (at % rows) * columns + Math.floor(at / rows)
  })
  return { kind: 'leaves', type, base: p, leaves }
}

/** A copy of a value in memory of its own, for indexing at run time. */
export function inMemory(lowerer: Lowerer, p: Place): MemoryPlace {
  const copy = newVariable(lowerer, 'temporary', p.type, true, false)
  storeMemory(lowerer, copy, loadPlace(lowerer, p))
  return copy
}

/** Length of a local resource array without one: none is indexed beyond, and what is not used costs nothing. */
const OPEN_LENGTH = 2 ** 20

/** An array of resources whose length nobody knows: declared or local without one. */
export const isOpen = (type: Type): boolean => type.kind === 'array' && (type.size < 0 || type.size === OPEN_LENGTH)

/** Storage for a variable. */
export function newVariable(
  lowerer: Lowerer,
  name: string,
  given: Type,
  packed: boolean,
  precise: boolean,
): MemoryPlace {
  const type = given.kind === 'array' && given.size < 0 ? array(given.element, OPEN_LENGTH) : given
  const cells = makeCells(name, type, { packed, space: 0, native16Bit: lowerer.b.native16Bit })
  return { kind: 'memory', type, cells, first: 0, indices: [], packed, precise }
}

/** The same for a variable of the function: what is passed by its address needs one. */
export function newStorage(lowerer: Lowerer, symbol: VarSymbol, facts: FunctionFacts): Place {
  if (lowerer.payloads.has(symbol)) return payloadVariable(lowerer, symbol.name, symbol.type)
  return facts.addressed.has(symbol)
    ? newAggregate(lowerer, symbol.type, symbol.precise)
    : newVariable(lowerer, symbol.name, symbol.type, facts.indexed.has(symbol), symbol.precise)
}

/**
 * The variable holds nothing from here on: else what an iteration left in it would be live around the loop, `for (...) { S s; if (c) s = f(); use(s) }`.
 * Outside of loops it holds nothing anyway.
 */
export function beginLifetime(lowerer: Lowerer, place: Place): void {
  if (lowerer.loops > 0 && lowerer.module.options.hasLifetimes && place.kind === 'memory')
    clearMemory(lowerer.b, place.cells)
}

// ---- resources -----------------------------------------------------------------------------------------------------------------------

/** Resources below an array type, one an innermost element; of an unbounded array, those of one element of its outermost dimension. */
function resourcesIn(type: Type): number {
  return type.kind === 'array' ? Math.max(type.size, 1) * resourcesIn(type.element) : 1
}

/** Element of a range of resources: index arithmetic, flattened row by row. */
function objectElement(lowerer: Lowerer, p: ObjectsPlace, type: Type, index: Value): Place {
  const first = lowerer.object(p.object)
  const object = lowerer.addObject({
    ...first,
    index: lowerer.b.add(lowerer.b.scale(index, resourcesIn(type)), first.index),
  })
  return type.kind === 'array' ? { kind: 'objects', type, object } : valuesPlace(type, [object])
}

/** A range of resources seen with the dimensions of another array type, one of the two being unbounded. */
export function asRange(lowerer: Lowerer, p: Place, type: ArrayType, span: Span): Place {
  if (p.kind === 'objects') return { ...p, type }
  if (p.kind !== 'memory' || p.type.kind !== 'array') return valuesPlace(type, loadPlace(lowerer, p))
  // Memory keeps its length: an unbounded name for it is as long as it is.
  if (sameType(p.type.element, type.element)) return type.size < 0 || type.size > p.type.size ? p : { ...p, type }
  lowerer.unsupported('an array of resources seen with other dimensions', span, 'a local variable')
  return p
}

/** Every resource of a range as a leaf of its own. */
function loadObjects(lowerer: Lowerer, p: ObjectsPlace): readonly Value[] {
  const first = lowerer.object(p.object)
  return leavesOf(p.type).map((_, i) =>
    lowerer.addObject({ ...first, index: lowerer.b.add(first.index, lowerer.b.i32(i)) }),
  )
}

/** The same objects, reached by an index that differs between lanes. */
export function nonUniform(lowerer: Lowerer, p: Place): Place {
  const marked = (v: Value): Value => {
    const object = lowerer.object(v)
    const { group } = object
    if (group) {
      const numbers = group.numbers && { ...group.numbers, object: marked(group.numbers.object) }
      return lowerer.addObject({ ...object, nonUniform: true, group: { ...group, nonUniform: true, numbers } })
    }
    if (object.handle === undefined) return lowerer.addObject({ ...object, nonUniform: true })
    if (object.handle > 0) lowerer.b.f.setFlags(object.handle, lowerer.b.f.flags(object.handle) | Flag.NON_UNIFORM)
    return v
  }
  if (p.kind === 'memory' || p.kind === 'members') return { ...p, nonUniform: true }
  if (p.kind === 'objects') return { ...p, object: marked(p.object) }
  return p.kind === 'values' ? valuesPlace(p.type, p.values.map(marked)) : p
}

/** Leaves of a vector or matrix by their indices: swizzles. One leaf of addressable memory becomes a place of its own. */
export function swizzlePlace(lowerer: Lowerer, p: Place, type: Type, leaves: readonly number[]): Place {
  if (p.kind === 'values')
    return valuesPlace(
      type,
      leaves.map(i => p.values[i]!),
    )
  if ((p.kind === 'memory' || p.kind === 'aggregate') && leaves.length === 1 && type.kind === 'scalar')
    return leafOf(lowerer, p, leaves[0]!)
  if (p.type === type && leaves.every((leaf, i) => leaf === i)) return p
  return { kind: 'leaves', type, base: p, leaves }
}
