// Byte layouts under one set of options: hlsl/tree/layout.ts with results kept by type.

import {
  cbufferLayout,
  type PackingRules,
  structuredLayout,
  type Layout as TypeLayout,
} from '../../hlsl/tree/layout.ts'
import type { MatrixType, StructType, Type } from '../../hlsl/tree/types.ts'
import { elementOf, scalarBytes } from './scalars.ts'

export class Layout {
  readonly native16Bit: boolean
  /** Of constant buffers; matrices are ordered so in all buffers. */
  readonly packing: PackingRules
  readonly #structured = new Map<Type, TypeLayout>()
  readonly #constants = new Map<Type, TypeLayout>()
  readonly #anonymous = new Map<StructType, string>()

  constructor(packing: PackingRules) {
    this.native16Bit = packing.native16Bit
    this.packing = packing
  }

  /** Name of a struct without one, as LLVM tells them apart. */
  anonymousName(type: StructType): string {
    const known = this.#anonymous.get(type)
    if (known !== undefined) return known
    const name = this.#anonymous.size === 0 ? 'anon' : `anon.${this.#anonymous.size - 1}`
    this.#anonymous.set(type, name)
    return name
  }
  isRowMajor(type: MatrixType): boolean {
    return (type.orientation ?? this.packing.orientation) === 'row_major'
  }
  /** Bytes of one scalar component of a numeric or enum type; 0 for others. */
  componentBytes(type: Type): number {
    const element = elementOf(type)
    return element ? scalarBytes(element, this.native16Bit) : 0
  }

  // ---- structured and raw buffers ------------------------------------------------------------------------------------------------

  /** Size in bytes, padded to the alignment. */
  size(type: Type): number {
    return this.#inBuffer(type).size
  }
  align(type: Type): number {
    return this.#inBuffer(type).alignment
  }
  /** Byte offsets of allFields(struct). */
  fieldOffsets(type: StructType): readonly number[] {
    return this.#inBuffer(type).offsets
  }

  // ---- constant buffers ----------------------------------------------------------------------------------------------------------

  /** Size in a constant buffer, without tail padding. */
  rowSize(type: Type): number {
    return this.#inRows(type).size
  }
  /** Bytes from one array element to the next in a constant buffer. */
  rowStride(element: Type): number {
    return Math.ceil(this.rowSize(element) / 16) * 16
  }
  /** Byte offsets of allFields(struct) in a constant buffer. */
  rowFieldOffsets(type: StructType): readonly number[] {
    return this.#inRows(type).offsets
  }
  /** Bytes between the rows (row_major) or columns of a matrix in a constant buffer. */
  matrixRowStride(type: MatrixType): number {
    return this.#inRows(type).stride
  }

  #inBuffer(type: Type): TypeLayout {
    let layout = this.#structured.get(type)
    if (!layout) this.#structured.set(type, (layout = structuredLayout(type, this.native16Bit)))
    return layout
  }
  #inRows(type: Type): TypeLayout {
    let layout = this.#constants.get(type)
    if (!layout) this.#constants.set(type, (layout = cbufferLayout(type, this.packing)))
    return layout
  }
}
