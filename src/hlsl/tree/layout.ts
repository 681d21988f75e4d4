// Byte layouts under DXC's rules: structured buffers (natural alignment) and constant buffers (rows of 16 bytes).
// Invariant: pure functions of the type and the rules; sizes and offsets are bytes.

import { isOfFamily } from '../../spec/object_types.ts'
import { fieldTitle } from './bit_fields.ts'
import {
  type BitField,
  innermost,
  type MatrixType,
  type ObjectType,
  type ScalarType,
  type StructType,
  type Type,
} from './types.ts'

export type Orientation = 'row_major' | 'column_major'

export interface Layout {
  readonly size: number
  readonly alignment: number
  /** Offsets of allFields(struct), else empty. */
  readonly offsets: readonly number[]
  /** Distance of array elements or of a matrix's stored rows (columns when column major), else 0. */
  readonly stride: number
}

/** What decides how constant buffers are packed. */
export interface PackingRules {
  /** Of matrices that say nothing. */
  readonly orientation: Orientation
  readonly native16Bit: boolean
  /** DXC keeps room for structured buffers declared inside: its type of them has one element as a member. */
  readonly structuredBuffersTakeRoom: boolean
}

/** The rules of a compilation. What #pragma pack_matrix said is in the types. */
export const packingRules = (
  orientation: Orientation,
  native16Bit: boolean,
  binding: 'dxc' | 'llvm' | 'slang',
): PackingRules => ({ orientation, native16Bit, structuredBuffersTakeRoom: binding === 'dxc' })

/** Goes where the last member ended, across rows too. */
const UNALIGNED = 0

/** Bytes a scalar takes in buffers: bool takes 4, minimum precision what 16-bit types take. */
export function scalarBytes(type: ScalarType, native16Bit: boolean): number {
  switch (type.name) {
    case 'double':
    case 'int64_t':
    case 'uint64_t':
      return 8
    case 'float16_t':
    case 'int16_t':
    case 'uint16_t':
    case 'min16float':
    case 'min10float':
    case 'min16int':
    case 'min12int':
    case 'min16uint':
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

/** Layout inside a constant buffer; `alignment` is 16 for what starts a row, else what DXC takes for the scalar's size. */
export function cbufferLayout(type: Type, rules: PackingRules): Layout {
  switch (type.kind) {
    case 'scalar': {
      const bytes = scalarBytes(type, rules.native16Bit)
      return { size: bytes, alignment: bytes, offsets: [], stride: 0 }
    }
    case 'vector': {
      const bytes = scalarBytes(type.element, rules.native16Bit)
      return { size: bytes * type.size, alignment: bytes, offsets: [], stride: 0 }
    }
    case 'matrix':
      return cbufferMatrix(type, rules)
    case 'enum':
      // Inside structs DXC aligns every enum by 4.
      return { ...cbufferLayout(type.underlying, rules), alignment: 4 }
    case 'array': {
      const element = cbufferLayout(type.element, rules)
      const stride = roundUp(element.size, 16)
      // DXC computes an array of none like any other: it gives back the padding of an element that is not there.
      const size = type.size >= 0 && element.size > 0 ? stride * (type.size - 1) + element.size : 0
      return { size, alignment: 16, offsets: [], stride }
    }
    case 'struct':
      return cbufferStruct(type, rules)
    case 'object':
      return cbufferObject(type, rules)
    default:
      return NONE
  }
}

/** One register (two for wide 64-bit lines) a row, or a column when column major; the last line is not padded. 16-bit ones count as 4 bytes. */
function cbufferMatrix(type: MatrixType, { orientation, native16Bit }: PackingRules): Layout {
  const rowMajor = (type.orientation ?? orientation) === 'row_major'
  const bytes = scalarBytes(type.element, false)
  const [lines, width] = rowMajor ? [type.rows, type.columns] : [type.columns, type.rows]
  const stride = width * bytes > 16 ? 32 : 16
  const alignment = lines > 1 ? 16 : scalarBytes(type.element, native16Bit)
  return { size: stride * (lines - 1) + width * bytes, alignment, offsets: [], stride }
}

/** Views take no room but structured buffers, and these only under DXC's rules. */
function cbufferObject({ name, element }: ObjectType, rules: PackingRules): Layout {
  if (!rules.structuredBuffersTakeRoom || !element || !isOfFamily(name, 'structured')) return NONE
  return { size: cbufferLayout(element, rules).size, alignment: UNALIGNED, offsets: [], stride: 0 }
}

/** The base first, as one member; then the own fields. */
function cbufferStruct(type: StructType, rules: PackingRules): Layout {
  const offsets: number[] = []
  let end = 0
  if (type.base) {
    const base = cbufferStruct(type.base, rules)
    offsets.push(...base.offsets)
    end = base.size
  }
  for (const field of type.fields) {
    const layout = cbufferLayout(field.type, rules)
    // Even without data an aggregate starts a row.
    const at = alignInRow(end, field.type.kind === 'matrix' ? matrixField(field.type, rules) : layout)
    offsets.push(at)
    end = Math.max(end, at + layout.size)
  }
  return { size: end, alignment: 16, offsets, stride: 0 }
}

/** A matrix in a struct is placed as if it had the program's default orientation and no padding; only its size is its own. */
function matrixField({ element, rows, columns }: MatrixType, { orientation, native16Bit }: PackingRules): Layout {
  const bytes = scalarBytes(element, native16Bit)
  const lines = orientation === 'row_major' ? rows : columns
  return { size: bytes * rows * columns, alignment: lines > 1 ? 16 : bytes, offsets: [], stride: 0 }
}

/** Where a member of a struct goes from `at` on: it may not cross a row it does not start, and some things always start one. */
function alignInRow(at: number, layout: Layout): number {
  if (layout === NONE || layout.alignment === UNALIGNED || at % 16 === 0) return at
  if (layout.alignment === 16 || (at % 16) + layout.size > 16) return roundUp(at, 16)
  return roundUp(at, layout.alignment)
}

/**
 * Direct members of a buffer: without data they take no place; they align by the scalar of their storage type, which matrices do not have.
 * Structured buffers start a row, as the structs they are to DXC.
 */
export function placeMember(at: number, type: Type, layout: Layout): number {
  if (layout.size === 0) return at
  const alignment =
    layout.alignment === 16 || type.kind === 'object'
      ? 16
      : type.kind === 'matrix'
        ? 1
        : type.kind === 'enum'
          ? layout.size
          : layout.alignment
  return alignInRow(at, { ...layout, alignment })
}

/** Whether direct members of this type live in minimum precision rows of their own. */
export function isMinRow(type: Type): boolean | undefined {
  if (type.kind === 'array') return undefined
  const element =
    type.kind === 'scalar' ? type : type.kind === 'vector' || type.kind === 'matrix' ? type.element : undefined
  // A bool matrix counts too: its storage type in DXC is one of single bits.
  return element !== undefined && (/^min1/.test(element.name) || (type.kind === 'matrix' && element.name === 'bool'))
}

// ---- the layout as a tree ------------------------------------------------------------------------------------------------------------

/** Whose rules: constant buffers (rows of 16 bytes), or structured and byte address buffers. */
export type LayoutRules = 'constants' | 'structured'

/** A type with its bytes in a buffer. */
export interface LayoutNode {
  /** Name of the member; a base's node has the base's name. */
  readonly name: string
  readonly type: Type
  readonly isBase: boolean
  /** Bytes from the start of the whole tree. */
  readonly offset: number
  readonly size: number
  /** Bytes between this and the member before it (or the start of the parent). */
  readonly padding: number
  /** Arrays: from element to element. Matrices: from row to row (column to column when column major). Else 0. */
  readonly stride: number
  readonly rowMajor: boolean
  /** Members of a struct; of an array of structs those of its first element; else none. */
  readonly members: readonly LayoutNode[]
  /** Bytes behind the last member of a struct up to its size. */
  readonly tail: number
  /** Bit fields that share this integer. */
  readonly bits?: readonly BitField[] | undefined
}

export interface LayoutOptions extends PackingRules {
  readonly rules: LayoutRules
}

/** The layout of a type under the rules of the options. */
export const layoutOf = (type: Type, options: LayoutOptions): Layout =>
  options.rules === 'constants' ? cbufferLayout(type, options) : structuredLayout(type, options.native16Bit)

/** The tree of a type at a byte offset; pure. */
export function layoutTree(type: Type, options: LayoutOptions, name = '', offset = 0): LayoutNode {
  return layoutNode(type, options, { name, offset, padding: 0, isBase: false })
}

/** The tree of a buffer's placed members: cbuffer and tbuffer blocks, $Globals. Overlaps and disorder (packoffset) show as negative padding. */
export function layoutMembers(
  members: readonly { readonly name: string; readonly type: Type; readonly offset: number }[],
  options: LayoutOptions,
): LayoutNode[] {
  let end = 0
  return members.map(({ name, type, offset }) => {
    const node = layoutNode(type, options, { name, offset, padding: offset - end, isBase: false })
    end = offset + node.size
    return node
  })
}

function layoutNode(
  type: Type,
  options: LayoutOptions,
  at: Pick<LayoutNode, 'name' | 'offset' | 'padding' | 'isBase'>,
): LayoutNode {
  const { rules, orientation, native16Bit } = options
  const layout = layoutOf(type, options)
  const { stride } = layout
  const size = Math.max(0, layout.size)
  const inner = innermost(type)
  const rowMajor = inner.kind === 'matrix' && (inner.orientation ?? orientation) === 'row_major'
  const members = inner.kind === 'struct' ? structNodes(inner, options, at.offset) : []
  const last = members.at(-1)
  const tail = type.kind === 'struct' ? at.offset + size - (last ? last.offset + last.size : at.offset) : 0
  const lines =
    inner === type && inner.kind === 'matrix' && rules === 'structured'
      ? denseStride(inner, rowMajor, native16Bit)
      : stride
  return { ...at, type, size, stride: lines, rowMajor, members, tail }
}

const denseStride = (type: MatrixType, rowMajor: boolean, native16Bit: boolean): number =>
  scalarBytes(type.element, native16Bit) * (rowMajor ? type.columns : type.rows)

function structNodes(type: StructType, options: LayoutOptions, start: number): LayoutNode[] {
  const { offsets } = layoutOf(type, options)
  const nodes: LayoutNode[] = []
  let end = start
  const add = (member: Type, name: string, offset: number, isBase: boolean, bits?: readonly BitField[]): void => {
    const node = layoutNode(member, options, { name, offset, padding: offset - end, isBase })
    nodes.push(bits ? { ...node, bits } : node)
    end = offset + node.size
  }
  if (type.base) add(type.base, type.base.name, start, true)
  const own = offsets.length - type.fields.length
  type.fields.forEach((field, i) => {
    add(field.type, fieldTitle(field), start + offsets[own + i]!, false, field.bits)
  })
  return nodes
}
