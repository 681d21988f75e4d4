// dx.typeAnnotations, the struct half: names, offsets, matrix shapes of the fields of the structs that buffers have.
// A malformed annotation is left out; nothing in it is needed to run a program.

import type { MDNode, Metadata } from '../llvm/model/metadata.ts'
import type { Module } from '../llvm/model/module.ts'
import type { Type } from '../llvm/model/types.ts'
import { boolOf, nodeOf, operandsOf, tagged, targetOf, textOf, unsignedOf } from './metadata_values.ts'

export interface MatrixAnnotation {
  readonly rows: number
  readonly columns: number
  /** 1 row major, 2 column major. */
  readonly orientation: number
}

export interface FieldAnnotation {
  readonly name: string
  /** COMPONENT_TYPE; 0 for structs and resources. */
  readonly componentType: number
  /** Bytes from the start of the struct, constant buffer layout; 0xFFFFFFFF when not stored. */
  readonly offset: number
  readonly matrix?: MatrixAnnotation
  readonly semantic?: string
  readonly interpolation?: number
  readonly precise: boolean
  /** The program reads this field of its constant buffer. */
  readonly used: boolean
  /** The bit fields that share this integer, lowest first. */
  readonly bitFields: readonly FieldAnnotation[]
  readonly bitWidth?: number
  readonly vectorSize?: number
}

export interface StructAnnotation {
  /** Bytes in constant buffer layout. */
  readonly size: number
  /** One a field of the struct type; none for an empty struct. */
  readonly fields: readonly FieldAnnotation[]
}

const STRUCTS = 0
export const ORIENTATION = { RowMajor: 1, ColumnMajor: 2 } as const
/** Tags of a field's pairs (facts: DXIL metadata, type annotations). */
const FIELD_TAG = {
  precise: 8,
  matrix: 2,
  offset: 3,
  semantic: 4,
  interpolation: 5,
  name: 6,
  componentType: 7,
  used: 9,
  bitFields: 11,
  bitWidth: 12,
  vectorSize: 13,
} as const
const NO_OFFSET = 0xffffffff
/** Bit fields hold no bit fields in anything DXC makes; the bound is for what others make. */
const MAX_BIT_FIELD_NESTING = 2

/** Annotation of every annotated struct type of a module. */
export function structAnnotations(module: Module): ReadonlyMap<Type, StructAnnotation> {
  const found = new Map<Type, StructAnnotation>()
  for (const list of module.findNamed('dx.typeAnnotations')?.operands ?? []) {
    const operands = operandsOf(list)
    if (unsignedOf(operands[0]) !== STRUCTS) continue
    for (let i = 1; i + 1 < operands.length; i += 2) {
      const type = targetOf(operands[i])?.type
      const tuple = nodeOf(operands[i + 1])
      if (type?.kind !== 'struct' || !tuple) continue
      const annotation = structAnnotation(tuple, type.contained.length)
      if (annotation) found.set(type, annotation)
    }
  }
  return found
}

/** Operands: size, one node a field, and perhaps template arguments. Only the size: an empty struct. */
function structAnnotation(tuple: MDNode, fieldCount: number): StructAnnotation | undefined {
  const { operands } = tuple
  const size = unsignedOf(operands[0])
  if (size === undefined) return undefined
  if (operands.length === 1) return { size, fields: [] }
  if (operands.length !== fieldCount + 1 && operands.length !== fieldCount + 2) return undefined
  return { size, fields: operands.slice(1, fieldCount + 1).map(field => fieldAnnotation(field, 0)) }
}

type Field = { -readonly [K in keyof FieldAnnotation]: FieldAnnotation[K] }

function fieldAnnotation(md: Metadata | null, nesting: number): FieldAnnotation {
  const field: Field = { name: '', componentType: 0, offset: NO_OFFSET, precise: false, used: false, bitFields: [] }
  for (const [tag, value] of tagged(md)) setField(field, tag, value, nesting)
  return field
}

function setField(field: Field, tag: number, md: Metadata | null, nesting: number): void {
  const number = unsignedOf(md)
  if (tag === FIELD_TAG.name) field.name = textOf(md)
  else if (tag === FIELD_TAG.semantic) field.semantic = textOf(md)
  else if (tag === FIELD_TAG.matrix) {
    const [rows, columns, orientation] = operandsOf(md).map(unsignedOf)
    field.matrix = { rows: rows ?? 0, columns: columns ?? 0, orientation: orientation ?? 0 }
  } else if (tag === FIELD_TAG.bitFields) {
    if (nesting < MAX_BIT_FIELD_NESTING) field.bitFields = operandsOf(md).map(f => fieldAnnotation(f, nesting + 1))
  } else if (number === undefined) return
  else if (tag === FIELD_TAG.offset) field.offset = number
  else if (tag === FIELD_TAG.componentType) field.componentType = number
  else if (tag === FIELD_TAG.precise) field.precise = boolOf(md) ?? false
  else if (tag === FIELD_TAG.used) field.used = boolOf(md) ?? false
  else if (tag === FIELD_TAG.interpolation) field.interpolation = number
  else if (tag === FIELD_TAG.bitWidth) field.bitWidth = number
  else if (tag === FIELD_TAG.vectorSize) field.vectorSize = number
}
