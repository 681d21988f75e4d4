// The bytes of a layout that hold nothing, each gap with its reason. Gaps inside arrays are listed once with how often they occur.

import { byOffset } from '../base/table.ts'
import {
  cbufferLayout,
  isMinRow,
  type LayoutNode,
  type LayoutOptions,
  layoutOf,
  placeMember,
  scalarBytes,
  structuredLayout,
} from '../hlsl/tree/layout.ts'
import { allFields, type MatrixType, type Type, typeText } from '../hlsl/tree/types.ts'
import type { GapExplanation, GapReason, MatrixLines } from './layout_model.ts'

/** Bytes of a type that hold values. */
export function dataBytes(type: Type, native16Bit: boolean): number {
  switch (type.kind) {
    case 'scalar':
      return scalarBytes(type, native16Bit)
    case 'vector':
      return scalarBytes(type.element, native16Bit) * type.size
    case 'matrix':
      return scalarBytes(type.element, native16Bit) * type.rows * type.columns
    case 'enum':
      return scalarBytes(type.underlying, native16Bit)
    case 'array':
      return Math.max(type.size, 0) * dataBytes(type.element, native16Bit)
    case 'struct':
      return allFields(type).reduce((sum, f) => sum + dataBytes(f.type, native16Bit), 0)
    default:
      return 0
  }
}

export interface Extent {
  readonly size: number
  readonly occupied: number
  /** Alignment of a structured element. */
  readonly alignment: number
  /** cbuffer, tbuffer or $Globals, whose members may have packoffset. */
  readonly isBlock: boolean
}

/** All gaps of a buffer's members, ascending. */
export function gapsOf(nodes: readonly LayoutNode[], options: LayoutOptions, extent: Extent): GapExplanation[] {
  const gaps: GapExplanation[] = []
  const walk = new GapWalk(options, gaps)
  const sorted = extent.isBlock ? [...nodes].sort(byOffset) : nodes
  walk.members(sorted, '', 0, 1, extent.isBlock)
  const end = nodes.reduce((most, n) => Math.max(most, n.offset + n.size), 0)
  if (extent.occupied > end) {
    const size = extent.occupied - end
    const text =
      options.rules === 'constants'
        ? `the last row is not full`
        : `an element's size is a multiple of its alignment, ${extent.alignment}`
    gaps.push({ offset: end, size, times: 1, reason: 'tail', at: '', text })
  }
  return gaps.sort(byOffset)
}

class GapWalk {
  readonly #options: LayoutOptions
  readonly #out: GapExplanation[]

  constructor(options: LayoutOptions, out: GapExplanation[]) {
    this.#options = options
    this.#out = out
  }

  /** @param times how often these members occur, being in arrays */
  members(nodes: readonly LayoutNode[], prefix: string, start: number, times: number, isBlock: boolean): void {
    let end = start
    let minRow = false
    for (const node of nodes) {
      const path = node.isBase ? prefix : prefix === '' ? node.name : `${prefix}.${node.name}`
      const size = node.offset - end
      if (size > 0) {
        const [reason, text] = this.#reason(node, end, isBlock, minRow)
        this.#add(end, size, times, reason, path, text)
      }
      minRow = isMinRow(node.type) ?? minRow
      this.#inside(node, path, times)
      end = Math.max(end, node.offset + node.size)
    }
  }

  #add(offset: number, size: number, times: number, reason: GapReason, at: string, text: string): void {
    this.#out.push({ offset, size, times, reason, at, text })
  }

  #reason(node: LayoutNode, end: number, isBlock: boolean, wasMin: boolean): readonly [GapReason, string] {
    const { type, offset, name } = node
    const what = `${name} (${typeText(type)})`
    if (this.#options.rules === 'structured') {
      const { alignment } = structuredLayout(type, this.#options.native16Bit)
      return ['alignment', `${what} is aligned to ${alignment} bytes`]
    }
    const layout = cbufferLayout(type, this.#options)
    if (isBlock && placeMember(end, type, layout) !== offset) {
      const isMin = isMinRow(type)
      if (
        !this.#options.native16Bit &&
        isMin !== undefined &&
        isMin !== wasMin &&
        offset % 16 === 0 &&
        offset - end < 16
      )
        return [
          'min-precision',
          `min precision members have rows of their own, and ${what} ${isMin ? 'begins' : 'ends'} one`,
        ]
      return ['packoffset', `packoffset puts ${what} at ${offset}`]
    }
    if (layout.alignment === 16 || (isBlock && type.kind === 'object'))
      return ['starts-row', `${what} starts a row, as ${kindText(type)} do`]
    const left = 16 - (end % 16)
    if (layout.size > left) return ['crosses-row', `${what} needs ${layout.size} bytes, ${left} are left in the row`]
    return [
      'alignment',
      `${what} is aligned to ${offset - end < layout.alignment ? layout.alignment : layout.size} bytes`,
    ]
  }

  #inside(node: LayoutNode, path: string, times: number): void {
    let inner = node.type
    let count = 1
    let first = path
    for (; inner.kind === 'array'; inner = inner.element) {
      count *= Math.max(inner.size, 0)
      first += '[0]'
    }
    if (count === 0) return
    if (inner !== node.type) this.#between(node, inner, count, path, times)
    if (inner.kind === 'object') this.#view(node, inner, path, times * count)
    if (inner.kind === 'matrix') this.#lines(node, inner, first, times * count)
    if (inner.kind === 'struct') this.#struct(node, inner, first, times * count)
  }

  /** What elements leave of their rows; the last one leaves nothing to the array. */
  #between({ offset, type }: LayoutNode, inner: Type, count: number, path: string, times: number): void {
    const { size } = this.#layout(inner)
    const stride = innermostStride(type, this.#options)
    const left = stride - size
    if (left <= 0 || count < 2) return
    const text = `every element but the last takes whole rows: ${size} of ${stride} bytes are used`
    this.#add(offset + size, left, times * (count - 1), 'array-element', path, text)
  }

  #view({ offset }: LayoutNode, type: Type, path: string, times: number): void {
    const { size } = this.#layout(type)
    if (size > 0)
      this.#add(offset, size, times, 'view', path, 'DXC keeps the room of an element for a structured buffer')
  }

  #lines(node: LayoutNode, type: MatrixType, path: string, times: number): void {
    const { lines, lineSize, lineStride } = matrixLines(type, node.rowMajor, this.#options)
    const left = lineStride - lineSize
    if (left <= 0) return
    const word = node.rowMajor ? 'row' : 'column'
    const text = `every ${word} has a row of its own: ${lineSize} of ${lineStride} bytes are used`
    if (lines > 1) this.#add(node.offset + lineSize, left, times * (lines - 1), 'matrix-line', path, text)
    // 16-bit matrices count as 32-bit ones, so that their last line leaves something too.
    const rest = this.#layout(type).size - lineStride * (lines - 1) - lineSize
    if (rest > 0) this.#add(node.offset + lineStride * (lines - 1) + lineSize, rest, times, 'matrix-line', path, text)
  }

  #struct(node: LayoutNode, type: Type, path: string, times: number): void {
    this.members(node.members, path, node.offset, times, false)
    const { size } = this.#layout(type)
    const last = node.members.at(-1)
    const end = last ? last.offset + last.size : node.offset
    const tail = node.offset + size - end
    if (tail <= 0) return
    const { alignment } = structuredLayout(type, this.#options.native16Bit)
    this.#add(
      end,
      tail,
      times,
      'tail',
      path,
      `the size of ${typeText(type)} is a multiple of its alignment, ${alignment}`,
    )
  }

  #layout(type: Type) {
    return layoutOf(type, this.#options)
  }
}

/** How a matrix lies in memory: in constant buffers a line takes one row, or two. */
export function matrixLines(type: MatrixType, rowMajor: boolean, options: LayoutOptions): MatrixLines {
  const [lines, width] = rowMajor ? [type.rows, type.columns] : [type.columns, type.rows]
  const lineSize = width * scalarBytes(type.element, options.native16Bit)
  const wide = width * scalarBytes(type.element, false) > 16
  const lineStride = options.rules === 'structured' ? lineSize : wide ? 32 : 16
  return { order: rowMajor ? 'row_major' : 'column_major', lines, lineSize, lineStride }
}

/** From one element to the next, of an array of arrays in its innermost dimension. */
export function innermostStride(type: Type, options: LayoutOptions): number {
  let inner = type
  while (inner.kind === 'array' && inner.element.kind === 'array') inner = inner.element
  return layoutOf(inner, options).stride
}

function kindText(type: Type): string {
  if (type.kind === 'array') return 'arrays'
  if (type.kind === 'object') return 'structured buffers'
  return type.kind === 'struct' ? 'structs' : 'matrices of several lines'
}
