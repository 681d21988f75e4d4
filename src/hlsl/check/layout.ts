// Byte layouts under DXC's rules: structured buffers (natural alignment) and constant buffers (rows of 16 bytes).
// Invariant: pure functions of the type and two options; sizes and offsets are bytes.

import type { MatrixType, ScalarType, StructType, Type } from '../types.ts'

export type Orientation = 'row_major' | 'column_major'

export interface Layout {
  readonly size: number
  readonly alignment: number
  /** Offsets of allFields(struct), else empty. */
  readonly offsets: readonly number[]
  /** Distance of array elements or of a matrix's stored rows (columns when column major), else 0. */
  readonly stride: number
}

/** Bytes a scalar takes in buffers: bool and minimum precision take 4. */
export function scalarBytes(type: ScalarType, native16Bit: boolean): number {
  switch (type.name) {
    case 'double':
    case 'int64_t':
    case 'uint64_t':
      return 8
    case 'float16_t':
    case 'int16_t':
    case 'uint16_t':
      return native16Bit ? 2 : 4
    default:
      return 4
  }
}

const NONE: Layout = { size: 0, alignment: 1, offsets: [], stride: 0 }

/** Layout in structured and raw buffers: scalars aligned to themselves, structs to their largest scalar, matrices dense. */
export function structuredLayout(type: Type, native16Bit: boolean): Layout {
  switch (type.kind) {
    case 'scalar':
    case 'vector':
    case 'matrix': {
      const bytes = scalarBytes(type.kind === 'scalar' ? type : type.element, native16Bit)
      const count = type.kind === 'scalar' ? 1 : type.kind === 'vector' ? type.size : type.rows * type.columns
      return { size: bytes * count, alignment: bytes, offsets: [], stride: 0 }
    }
    case 'enum':
      return structuredLayout(type.underlying, native16Bit)
    case 'array': {
      const element = structuredLayout(type.element, native16Bit)
      return { ...element, size: element.size * Math.max(type.size, 0), offsets: [], stride: element.size }
    }
    case 'struct':
      return structuredStruct(type, native16Bit)
    default:
      return NONE
  }
}

const roundUp = (value: number, unit: number): number => Math.ceil(value / unit) * unit

function structuredStruct(type: StructType, native16Bit: boolean): Layout {
  let at = 0
  let alignment = 1
  const offsets: number[] = []
  if (type.base) {
    const base = structuredStruct(type.base, native16Bit)
    offsets.push(...base.offsets)
    at = base.size
    alignment = base.alignment
  }
  for (const field of type.fields) {
    const layout = structuredLayout(field.type, native16Bit)
    at = roundUp(at, layout.alignment)
    offsets.push(at)
    at += layout.size
    alignment = Math.max(alignment, layout.alignment)
  }
  return { size: roundUp(at, alignment), alignment, offsets, stride: 0 }
}

/** Layout inside a constant buffer; `alignment` is 16 for what starts a row, else the scalar's size. */
export function cbufferLayout(type: Type, orientation: Orientation, native16Bit: boolean): Layout {
  switch (type.kind) {
    case 'scalar': {
      const bytes = scalarBytes(type, native16Bit)
      return { size: bytes, alignment: bytes, offsets: [], stride: 0 }
    }
    case 'vector': {
      const bytes = scalarBytes(type.element, native16Bit)
      return { size: bytes * type.size, alignment: bytes, offsets: [], stride: 0 }
    }
    case 'matrix':
      return cbufferMatrix(type, orientation)
    case 'enum':
      return cbufferLayout(type.underlying, orientation, native16Bit)
    case 'array': {
      const element = cbufferLayout(type.element, orientation, native16Bit)
      const stride = roundUp(element.size, 16)
      const size = type.size > 0 && element.size > 0 ? stride * (type.size - 1) + element.size : 0
      return { size, alignment: 16, offsets: [], stride }
    }
    case 'struct':
      return cbufferStruct(type, orientation, native16Bit)
    default:
      return NONE
  }
}

/** One register (two for wide 64-bit lines) a row, or a column when column major; the last line is not padded. */
function cbufferMatrix(type: MatrixType, fallback: Orientation): Layout {
  const rowMajor = (type.orientation ?? fallback) === 'row_major'
  const bytes = scalarBytes(type.element, false)
  const [lines, width] = rowMajor ? [type.rows, type.columns] : [type.columns, type.rows]
  const stride = width * bytes > 16 ? 32 : 16
  return { size: stride * (lines - 1) + width * bytes, alignment: lines > 1 ? 16 : bytes, offsets: [], stride }
}

function cbufferStruct(type: StructType, orientation: Orientation, native16Bit: boolean): Layout {
  const offsets: number[] = []
  let at = 0
  for (const member of structMembers(type)) {
    const layout = cbufferLayout(member, orientation, native16Bit)
    at = placeInRow(at, layout)
    if (member === type.base) for (const offset of layout.offsets) offsets.push(at + offset)
    else offsets.push(at)
    at += layout.size
  }
  return { size: at, alignment: 16, offsets, stride: 0 }
}

/** The base as one member, then the own fields. */
const structMembers = (type: StructType): Type[] => [
  ...(type.base ? [type.base as Type] : []),
  ...type.fields.map(f => f.type),
]

/** Where a member goes from `at` on: it may not cross a row it does not start, and some things always start one. */
export function placeInRow(at: number, layout: Layout): number {
  if (layout.size === 0 || at % 16 === 0) return at
  if (layout.alignment === 16 || (at % 16) + layout.size > 16) return roundUp(at, 16)
  return roundUp(at, layout.alignment)
}

/** Direct members of a buffer align by the scalar of their storage type, which matrices do not have. */
export function placeMember(at: number, type: Type, layout: Layout): number {
  return placeInRow(at, type.kind === 'matrix' && layout.alignment < 16 ? { ...layout, alignment: 1 } : layout)
}

/** Whether direct members of this type live in minimum precision rows of their own. */
export function isMinRow(type: Type): boolean | undefined {
  if (type.kind === 'array') return undefined
  const element =
    type.kind === 'scalar' ? type : type.kind === 'vector' || type.kind === 'matrix' ? type.element : undefined
  // A bool matrix counts too: its storage type in DXC is one of single bits.
  return element !== undefined && (/^min1/.test(element.name) || (type.kind === 'matrix' && element.name === 'bool'))
}
