// The shape of an explanation of buffer layouts. Offsets and sizes are bytes.
// Invariant: LayoutExplanation is JSON as it is; its fields are documented in docs/cli.md and keep their meaning.

import type { DeclaredAt } from './bindings_model.ts'

/** The rows or columns of a matrix in memory. */
export interface MatrixLines {
  readonly order: 'row_major' | 'column_major'
  readonly lines: number
  /** Bytes of a line that hold values. */
  readonly lineSize: number
  /** From line to line. */
  readonly lineStride: number
}

export interface MemberExplanation {
  readonly name: string
  /** A base struct: its members belong to the buffer or struct around it by name. */
  readonly isBase: boolean
  /** From the buffer on, e.g. `lights[0].color`; of arrays the first element's. */
  readonly path: string
  /** As HLSL writes it, arrays with their dimensions. */
  readonly type: string
  /** From the start of the buffer. */
  readonly offset: number
  readonly size: number
  /** Arrays: dimensions, outermost first; else null. */
  readonly dims: readonly number[] | null
  /** Arrays: from element to element of the innermost dimension; the outer ones follow without gaps of their own. Else null. */
  readonly stride: number | null
  /** Matrices and arrays of them: how a matrix lies in memory. */
  readonly matrix: MatrixLines | null
  /** The bit fields that share this integer, unnamed ones too; its name is theirs with `|` between. Else null. */
  readonly bits: readonly BitFieldExplanation[] | null
  /** Members of structs; of arrays of structs those of the first element. */
  readonly members: readonly MemberExplanation[]
}

export interface BitFieldExplanation {
  /** '' without one. */
  readonly name: string
  readonly type: string
  /** The lowest bit in the integer. */
  readonly firstBit: number
  readonly width: number
}

export type GapReason =
  | 'crosses-row' // would not fit what is left of a 16-byte row
  | 'starts-row' // arrays, structs and matrices of several lines begin a row
  | 'alignment' // scalars and structs begin at a multiple of their alignment
  | 'array-element' // every element but the last takes whole rows
  | 'matrix-line' // every line but the last takes a whole row
  | 'view' // DXC's room for a structured buffer, which is bound and not stored
  | 'packoffset' // the source says so
  | 'min-precision' // 16-bit min precision members have rows of their own
  | 'tail' // up to a whole row, or to the alignment of the struct

/** Reasons whose text speaks of what `at` names without naming it. */
export const NEEDS_PLACE: ReadonlySet<GapReason> = new Set<GapReason>(['array-element', 'matrix-line', 'view'])

export interface GapExplanation {
  readonly offset: number
  readonly size: number
  /** How often: once an element of the arrays around it, once a line of a matrix. `size` is that of one. */
  readonly times: number
  readonly reason: GapReason
  /** Path of the member it stands in front of, or (array-element, matrix-line, view, tail) inside or behind. */
  readonly at: string
  readonly text: string
}

/** An order of members that makes the buffer or a struct in it smaller. */
export interface ReorderHint {
  /** Name of the buffer, or of the struct. */
  readonly of: string
  readonly order: readonly string[]
  /** Bytes in whole rows (constants), or of one element. */
  readonly before: number
  readonly after: number
}

export interface BufferExplanation {
  /** Variables with this layout: one name, or all structured buffers of one element type. */
  readonly names: readonly string[]
  readonly kind: 'cbuffer' | 'tbuffer' | 'structured'
  /** `cbuffer`, `tbuffer`, `ConstantBuffer<T>`, `StructuredBuffer<T>`; one for each name. */
  readonly types: readonly string[]
  readonly declared: DeclaredAt | null
  /** End of the last member; of structured buffers the stride. */
  readonly size: number
  /** What it occupies: whole rows of 16 bytes; of structured buffers the stride. */
  readonly occupied: number
  /** Bytes that hold values. */
  readonly data: number
  /** occupied - data. */
  readonly wasted: number
  readonly members: readonly MemberExplanation[]
  readonly gaps: readonly GapExplanation[]
  readonly hints: readonly ReorderHint[]
}

export interface LayoutExplanation {
  readonly file: string
  /** In order of declaration, $Globals first. */
  readonly buffers: readonly BufferExplanation[]
}

/** 12.5 of 100: no percent of nothing. */
export const percentWasted = ({ wasted, occupied }: BufferExplanation): number =>
  occupied === 0 ? 0 : Math.round((wasted / occupied) * 1000) / 10
