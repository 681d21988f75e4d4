// LLVM types with their annotations as reflected types. The rules are those of D3D12's reflection as DXC makes it: arrays count
// all dimensions, matrices may be stored as arrays of vectors, structs count their scalars as columns.
// Bounded: nesting and number of types have limits, since a damaged module may hold types that refer far.

import type { FieldAnnotation, StructAnnotation } from '../dxil/type_annotations.ts'
import { ORIENTATION } from '../dxil/type_annotations.ts'
import { type DataLayout, fieldOffsets } from '../dxil/type_size.ts'
import type { Type } from '../llvm/model/types.ts'
import type { VariableClass, VariableType } from '../spec/d3d_reflection.ts'
import { objectTypeRow } from '../spec/object_types.ts'
import { COMPONENT_TYPE } from '../spec/psv_enums.ts'
import type { MemberReflection, TypeReflection } from './model.ts'

const MAX_DEPTH = 64
const MAX_TYPES = 100_000
const ROW_BYTES = 16

export interface TypeContext {
  readonly annotations: ReadonlyMap<Type, StructAnnotation>
  readonly layout: DataLayout
  /** Types made so far. */
  count: number
}

export interface ReflectedType {
  readonly type: TypeReflection
  /** Bytes in a constant buffer. */
  readonly size: number
}

interface Component {
  readonly type: VariableType
  readonly name: string
  /** Bytes in a constant buffer. */
  readonly bytes: number
}

const C = COMPONENT_TYPE
const NO_COMPONENT: Component = { type: 'void', name: '', bytes: 4 }
const same = (type: VariableType, bytes = 4): Component => ({ type, name: type, bytes })
const WIDE: ReadonlyMap<number, Component> = new Map([
  [C.I1, same('bool')],
  [C.I32, same('int')],
  [C.U32, same('uint')],
  [C.I64, { type: 'int64', name: 'int64_t', bytes: 8 }],
  [C.U64, { type: 'uint64', name: 'uint64_t', bytes: 8 }],
  ...[C.F32, C.SNormF32, C.UNormF32].map(c => [c, same('float')] as const),
  ...[C.F64, C.SNormF64, C.UNormF64].map(c => [c, same('double', 8)] as const),
])
const HALVES: readonly number[] = [C.F16, C.SNormF16, C.UNormF16]

function componentOf(component: number, { native16 }: DataLayout): Component {
  const wide = WIDE.get(component)
  if (wide) return wide
  if (component === C.I16) return native16 ? { type: 'int16', name: 'int16_t', bytes: 2 } : same('min16int')
  if (component === C.U16) return native16 ? { type: 'uint16', name: 'uint16_t', bytes: 2 } : same('min16uint')
  if (HALVES.includes(component))
    return native16 ? { type: 'float16', name: 'float16_t', bytes: 2 } : same('min16float')
  return NO_COMPONENT
}

/** Prefixes that compilers put before a struct's own name. */
const PREFIX = /^(dx\.alignment\.legacy\.|hostlayout\.|struct\.|class\.)+/

/** By the name without template arguments; a struct of the user's may begin with the same letters. */
function objectType(struct: Type): VariableType | undefined {
  const name = struct.name.replace(PREFIX, '').replace(/<.*/s, '')
  return objectTypeRow(name)?.reflects
}

function isObject(type: Type): boolean {
  let inner = type
  while (inner.kind === 'array') inner = inner.element
  return inner.kind === 'struct' && objectType(inner) !== undefined
}

interface Shape {
  readonly class: VariableClass
  readonly rows: number
  readonly columns: number
  /** Rows and columns as they are stored. */
  readonly storedRows: number
  readonly storedColumns: number
}

const SCALAR: Shape = { class: 'scalar', rows: 1, columns: 1, storedRows: 1, storedColumns: 1 }
const vectorShape = (columns: number): Shape => ({
  class: 'vector',
  rows: 1,
  columns,
  storedRows: 1,
  storedColumns: columns,
})

/** What the annotation says of matrices and vectors; undefined when it says nothing. */
function annotatedShape({ matrix, vectorSize }: FieldAnnotation): Shape | undefined {
  if (!matrix) return vectorSize ? vectorShape(vectorSize) : undefined
  const { rows, columns } = matrix
  return matrix.orientation === ORIENTATION.RowMajor
    ? { class: 'matrix_rows', rows, columns, storedRows: rows, storedColumns: columns }
    : { class: 'matrix_columns', rows, columns, storedRows: columns, storedColumns: rows }
}

/** Whether the type is nothing but `count` components, in as many steps as a vector or matrix may take. */
function holds(type: Type, count: number, steps: number): boolean {
  if (type.kind === 'array') {
    if (steps < 1 || count < type.count || type.count === 0 || count % type.count !== 0) return false
    return holds(type.element, count / type.count, steps - 1)
  }
  if (type.kind === 'vector') return steps >= 1 && type.count === count
  return count === 1
}

/** Elements of the dimensions that are the declaration's own, and the type without them. */
function unwrapArrays(type: Type, shape: Shape | undefined): { readonly elements: number; readonly inner: Type } {
  let elements = 0
  let inner = type
  while (inner.kind === 'array') {
    if (shape) {
      const steps = shape.class === 'vector' || shape.storedRows === 1 ? 1 : 2
      if (holds(inner, shape.storedRows * shape.storedColumns, steps)) break
    }
    elements = (elements || 1) * inner.count
    inner = inner.element
  }
  return { elements, inner }
}

/**
 * The type of a field.
 * @param offset bytes from the start of the enclosing struct
 * @param inConstants constant buffer offsets, else offsets in memory
 */
export function reflectType(
  context: TypeContext,
  type: Type,
  field: FieldAnnotation,
  offset: number,
  inConstants: boolean,
  depth = 0,
): ReflectedType {
  context.count++
  const annotated = annotatedShape(field)
  const { elements, inner } = unwrapArrays(type, annotated)
  if (!annotated && inner.kind === 'struct') return structType(context, inner, elements, offset, inConstants, depth)
  const component = componentOf(field.componentType, context.layout)
  const shape = annotated ?? (inner.kind === 'vector' ? vectorShape(inner.count) : SCALAR)
  const { rows, columns } = shape
  const name =
    shape.class === 'scalar'
      ? component.type === 'uint'
        ? 'dword'
        : component.name
      : `${component.name}${shape.class === 'vector' ? columns : `${rows}x${columns}`}`
  const lines = shape.storedRows * Math.max(1, elements)
  const stride = component.bytes > 4 && shape.storedColumns > 2 ? 2 * ROW_BYTES : ROW_BYTES
  return {
    type: { name, class: shape.class, type: component.type, rows, columns, elements, offset, members: [] },
    size: stride * (lines - 1) + component.bytes * shape.storedColumns,
  }
}

function structType(
  context: TypeContext,
  struct: Type,
  elements: number,
  offset: number,
  inConstants: boolean,
  depth: number,
): ReflectedType {
  const object = objectType(struct)
  if (object) {
    const type: TypeReflection = {
      ...{ name: '', class: 'object', type: object, rows: 0, columns: 0 },
      ...{ elements, offset, members: [] },
    }
    return { type, size: 0 }
  }
  const { members, columns, size } = depth < MAX_DEPTH ? membersOf(context, struct, inConstants, depth) : NO_MEMBERS
  const name = struct.name.replace(PREFIX, '')
  const rounded = Math.ceil(size / ROW_BYTES) * ROW_BYTES
  return {
    type: { name, class: 'struct', type: 'void', rows: 1, columns, elements, offset, members },
    size: elements > 1 ? size + (elements - 1) * rounded : size,
  }
}

interface Members {
  readonly members: readonly MemberReflection[]
  /** Scalars in all members. */
  readonly columns: number
  readonly size: number
}
const NO_MEMBERS: Members = { members: [], columns: 0, size: 0 }

function membersOf(context: TypeContext, struct: Type, inConstants: boolean, depth: number): Members {
  const annotation = context.annotations.get(struct)
  if (!annotation || annotation.size === 0) return NO_MEMBERS
  const inMemory = inConstants ? [] : fieldOffsets(struct, context.layout)
  const members: MemberReflection[] = []
  let columns = 0
  let size = 0
  for (const [i, field] of annotation.fields.entries()) {
    const type = struct.contained[i]
    if (!type || isObject(type) || context.count >= MAX_TYPES) continue
    const offset = inConstants ? field.offset : inMemory[i]!
    const made = reflectType(context, type, field, offset, inConstants, depth + 1)
    members.push({ name: field.name, type: withBitFields(made.type, field) })
    size = offset + made.size
    if (type.kind === 'struct' && made.type.columns === 0) continue
    columns += Math.max(1, made.type.columns) * Math.max(1, made.type.rows) * Math.max(1, made.type.elements)
  }
  return { members, columns, size }
}

/** Bit fields are members of the integer they share. */
function withBitFields(integer: TypeReflection, { bitFields }: FieldAnnotation): TypeReflection {
  if (bitFields.length === 0) return integer
  let bit = 0
  const members = bitFields.map(({ name, bitWidth = 0 }): MemberReflection => {
    const type: TypeReflection = { ...integer, class: 'bit_field', columns: bitWidth, offset: bit }
    bit += bitWidth
    return { name, type }
  })
  return { ...integer, members }
}
