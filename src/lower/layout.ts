// Byte layouts of types in structured/raw buffers and in constant buffers, under one set of options.
// Facts: structured buffers align by the largest scalar; constant buffers place by 16-byte rows (arrays, structs and matrices start rows).

import { allFields, type MatrixType, type StructType, type Type } from '../hlsl/types.ts'
import { elementOf, scalarBytes } from './scalars.ts'

export type Orientation = 'row_major' | 'column_major'

interface Extent {
  readonly size: number
  readonly align: number
}

export class Layout {
  readonly native16Bit: boolean
  readonly #defaultOrientation: Orientation
  readonly #extents = new Map<Type, Extent>()
  readonly #offsets = new Map<StructType, readonly number[]>()
  readonly #rowSizes = new Map<Type, number>()
  readonly #rowOffsets = new Map<StructType, readonly number[]>()

  constructor(native16Bit: boolean, defaultOrientation: Orientation) {
    this.native16Bit = native16Bit
    this.#defaultOrientation = defaultOrientation
  }

  isRowMajor(type: MatrixType): boolean {
    return (type.orientation ?? this.#defaultOrientation) === 'row_major'
  }
  /** Bytes of one scalar component of a numeric or enum type; 0 for others. */
  componentBytes(type: Type): number {
    const element = elementOf(type)
    return element ? scalarBytes(element, this.native16Bit) : 0
  }

  // ---- structured and raw buffers ------------------------------------------------------------------------------------------------

  /** Size in bytes, padded to the alignment. */
  size(type: Type): number {
    return this.#extent(type).size
  }
  align(type: Type): number {
    return this.#extent(type).align
  }
  /** Byte offsets of allFields(struct). */
  fieldOffsets(type: StructType): readonly number[] {
    this.#extent(type)
    return this.#offsets.get(type) ?? []
  }

  #extent(type: Type): Extent {
    const known = this.#extents.get(type)
    if (known) return known
    const extent = this.#computeExtent(type)
    this.#extents.set(type, extent)
    return extent
  }

  #computeExtent(type: Type): Extent {
    const bytes = this.componentBytes(type)
    switch (type.kind) {
      case 'scalar':
      case 'enum':
        return { size: bytes, align: bytes }
      case 'vector':
        return { size: bytes * type.size, align: bytes }
      case 'matrix':
        return { size: bytes * type.rows * type.columns, align: bytes }
      case 'array': {
        const element = this.#extent(type.element)
        return { size: element.size * Math.max(type.size, 0), align: element.align }
      }
      case 'struct':
        return this.#structExtent(type)
      case 'object':
      case 'void':
      case 'string':
      case 'error':
        return { size: 0, align: 1 }
    }
  }

  #structExtent(type: StructType): Extent {
    let end = 0
    let align = 1
    const offsets: number[] = []
    if (type.base) {
      const base = this.#extent(type.base)
      offsets.push(...this.fieldOffsets(type.base))
      end = base.size
      align = base.align
    }
    for (const field of type.fields) {
      const extent = this.#extent(field.type)
      const at = roundUp(end, extent.align)
      offsets.push(at)
      end = at + extent.size
      align = Math.max(align, extent.align)
    }
    this.#offsets.set(type, offsets)
    return { size: roundUp(end, align), align }
  }

  // ---- constant buffers ----------------------------------------------------------------------------------------------------------

  /** Size in a constant buffer, without tail padding. */
  rowSize(type: Type): number {
    const known = this.#rowSizes.get(type)
    if (known !== undefined) return known
    const size = this.#computeRowSize(type)
    this.#rowSizes.set(type, size)
    return size
  }
  /** Bytes from one array element to the next in a constant buffer. */
  rowStride(element: Type): number {
    return roundUp(this.rowSize(element), 16)
  }
  /** Byte offsets of allFields(struct) in a constant buffer. */
  rowFieldOffsets(type: StructType): readonly number[] {
    this.rowSize(type)
    return this.#rowOffsets.get(type) ?? []
  }
  /** Bytes between the rows (row_major) or columns of a matrix in a constant buffer. */
  matrixRowStride(type: MatrixType): number {
    const inner = this.isRowMajor(type) ? type.columns : type.rows
    return inner * matrixBytes(this.componentBytes(type)) > 16 ? 32 : 16
  }

  #computeRowSize(type: Type): number {
    const bytes = this.componentBytes(type)
    switch (type.kind) {
      case 'scalar':
      case 'enum':
        return bytes
      case 'vector':
        return bytes * type.size
      case 'matrix': {
        const [outer, inner] = this.isRowMajor(type) ? [type.rows, type.columns] : [type.columns, type.rows]
        return this.matrixRowStride(type) * (outer - 1) + inner * matrixBytes(bytes)
      }
      case 'array':
        return type.size < 1 ? 0 : this.rowStride(type.element) * (type.size - 1) + this.rowSize(type.element)
      case 'struct':
        return this.#structRows(type)
      case 'object':
      case 'void':
      case 'string':
      case 'error':
        return 0
    }
  }

  #structRows(type: StructType): number {
    let end = 0
    const offsets: number[] = []
    for (const field of allFields(type)) {
      const size = this.rowSize(field.type)
      const at = size === 0 ? end : this.#place(end, size, field.type)
      offsets.push(at)
      end = at + size
    }
    this.#rowOffsets.set(type, offsets)
    return end
  }

  #place(offset: number, size: number, type: Type): number {
    if (offset % 16 === 0) return offset
    if (this.#startsRow(type) || (offset % 16) + size > 16) return roundUp(offset, 16)
    return roundUp(offset, this.componentBytes(type) || 4)
  }

  #startsRow(type: Type): boolean {
    if (type.kind === 'matrix') return (this.isRowMajor(type) ? type.rows : type.columns) > 1
    return type.kind === 'array' || type.kind === 'struct'
  }
}

/** Matrices of 16-bit components are spaced as if of 32-bit ones. */
const matrixBytes = (componentBytes: number): number => (componentBytes === 8 ? 8 : 4)

const roundUp = (n: number, to: number): number => Math.ceil(n / to) * to
