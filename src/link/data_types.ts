// HLSL data types from LLVM types and their annotations: what the binding and reflection sides know of a buffer. Without annotations (stripped
// libraries) the type's own shape has to do, with fields that have no names.

import { byteText } from '../base/c_string.ts'
import type { FieldAnnotation, StructAnnotation } from '../dxil/type_annotations.ts'
import { ORIENTATION } from '../dxil/type_annotations.ts'
import { fieldOffsets } from '../dxil/type_size.ts'
import {
  type BitRange,
  COMPONENT_TYPE,
  type ComponentName,
  type DataType,
  FIRST_PACKED,
  PACKED,
  type StructField,
  type StructType,
} from '../ir/data_type.ts'
import type { Type } from '../llvm/model/types.ts'
import { unsupported } from './problem.ts'
import { isHandle, structName } from './types.ts'

const NAME_OF: ReadonlyMap<number, ComponentName> = new Map(
  (Object.keys(COMPONENT_TYPE) as ComponentName[]).map(name => [COMPONENT_TYPE[name], name]),
)
export const componentName = (number: number): ComponentName | undefined => NAME_OF.get(number)

/** Types nest as deep as a file says. */
const MAX_NESTING = 32

export class DataTypes {
  readonly #annotations: ReadonlyMap<string, StructAnnotation>
  readonly #native16Bit: boolean

  constructor(annotations: ReadonlyMap<string, StructAnnotation>, native16Bit: boolean) {
    this.#annotations = annotations
    this.#native16Bit = native16Bit
  }

  /** A struct by its fields. */
  struct(type: Type, name = structName(byteText(type.name)), depth = 0): StructType {
    if (depth > MAX_NESTING) unsupported('a type that is nested so deeply')
    const annotation = this.#annotations.get(type.name)
    const offsets = annotation ? [] : fieldOffsets(type, { native16: this.#native16Bit })
    const fields = type.contained.flatMap((t, i): StructField[] => {
      const field = annotation?.fields[i]
      if (isHandle(t)) return []
      const data = this.of(t, field, depth + 1)
      const bits = field?.bitFields.map(bitRange) ?? []
      const own = { name: field?.name ?? '', type: data, offset: field?.offset ?? offsets[i] ?? 0 }
      return [bits.length > 0 ? { ...own, bits: placed(bits) } : own]
    })
    return { kind: 'struct', name, fields, size: annotation?.size ?? 0 }
  }

  /** The type of a field. */
  of(type: Type, field: FieldAnnotation | undefined, depth = 0): DataType {
    if (depth > MAX_NESTING) unsupported('a type that is nested so deeply')
    const numeric = this.#component(type, field)
    if (field?.matrix) return this.#matrix(type, field.matrix, numeric, depth)
    if (type.kind === 'array')
      return { kind: 'array', element: this.of(type.element, field, depth + 1), count: type.count }
    if (type.kind === 'vector') return { kind: 'vector', ...numeric, count: type.count }
    if (type.kind === 'struct') {
      const matrix = /^class\.matrix\.(.+)\.(\d)\.(\d)(\.\d+)?$/.exec(type.name)
      if (!matrix) return this.struct(type, undefined, depth)
      return { kind: 'matrix', ...numeric, rows: Number(matrix[2]), columns: Number(matrix[3]), rowMajor: true }
    }
    return { kind: 'scalar', ...numeric }
  }

  /** Memory may hold a matrix as its class, as an array of vectors, or flat; arrays around it are the declaration's own. */
  #matrix(type: Type, matrix: NonNullable<FieldAnnotation['matrix']>, numeric: Numeric, depth: number): DataType {
    const { rows, columns, orientation } = matrix
    const own: DataType = { kind: 'matrix', ...numeric, rows, columns, rowMajor: orientation === ORIENTATION.RowMajor }
    const wrap = (t: Type, level: number): DataType => {
      if (level > MAX_NESTING || t.kind !== 'array' || scalars(t, 0) <= rows * columns) return own
      return { kind: 'array', element: wrap(t.element, level + 1), count: t.count }
    }
    return wrap(type, depth)
  }

  #component(type: Type, field: FieldAnnotation | undefined): Numeric {
    let inner = type
    for (
      let steps = 0;
      steps < MAX_NESTING && (inner.kind === 'array' || inner.kind === 'vector' || isMatrix(inner));
      steps++
    )
      inner = inner.contained[0]!
    const spelling = PACKED[(field?.componentType ?? 0) - FIRST_PACKED]
    if (spelling) return { component: 'u32', spelling }
    const component = componentName(field?.componentType ?? 0) ?? plainComponent(inner)
    const isNarrow = component === 'f16' || component === 'i16' || component === 'u16'
    return isNarrow && !this.#native16Bit ? { component, minPrecision: true } : { component }
  }
}

interface Numeric {
  readonly component: ComponentName
  readonly spelling?: string
  readonly minPrecision?: boolean
}

const isMatrix = (type: Type): boolean => type.kind === 'struct' && type.name.startsWith('class.matrix.')

/** Scalars in a type of numbers. */
function scalars(type: Type, depth: number): number {
  if (depth > MAX_NESTING) return 0
  if (type.kind === 'array' || type.kind === 'vector') return type.count * scalars(type.element, depth + 1)
  return isMatrix(type) ? scalars(type.contained[0]!, depth + 1) : 1
}

/** What nobody annotated. */
function plainComponent(type: Type): ComponentName {
  switch (type.kind) {
    case 'half':
      return 'f16'
    case 'double':
      return 'f64'
    case 'int':
      return type.width === 64 ? 'u64' : type.width === 16 ? 'u16' : type.width === 1 ? 'bool' : 'u32'
    default:
      return 'f32'
  }
}

function bitRange(field: FieldAnnotation): BitRange {
  return {
    name: field.name,
    component: componentName(field.componentType) ?? 'u32',
    offset: 0,
    width: field.bitWidth ?? 0,
  }
}

/** They follow each other. */
function placed(bits: readonly BitRange[]): BitRange[] {
  let offset = 0
  return bits.map(b => {
    const at = { ...b, offset }
    offset += b.width
    return at
  })
}
