// Gives the elements of a signature their registers, as DXC does by default ("prefix-stable": what comes later never moves what came before)
// or with -pack-optimized. Source of the rules: facts "Packing", sections 2 to 5.

import { type Interpretation, PACKING_KIND, type SignaturePoint } from '../spec/semantics.ts'
import { packOptimized } from './optimized.ts'
import { ELEMENT_CLASS, type PackedElement, type Place, RegisterFile } from './register_file.ts'

/** An element to be placed. */
export interface ElementToPack {
  readonly interpretation: Interpretation
  /** Index of the first row. */
  readonly semanticIndex: number
  readonly rows: number
  readonly cols: number
  /** INTERPOLATION_MODE */
  readonly interpolation: number
  /** Bits of a component: 16 for native 16-bit types, 32 for others (min precision too). */
  readonly width: number
  /** Output stream of a geometry shader. */
  readonly stream: number
}

/** 'optimized' is -pack-optimized. */
export type PackingStrategy = 'prefix-stable' | 'optimized'

/** Where each element begins: undefined for those without register; null where there was no room, which is an error. */
export function packSignature(
  elements: readonly ElementToPack[],
  point: SignaturePoint,
  strategy: PackingStrategy = 'prefix-stable',
): readonly (Place | undefined | null)[] {
  const packing = PACKING_KIND[point]
  if (packing === 'None') return elements.map(() => undefined)
  if (packing === 'Target')
    return elements.map(e => (e.interpretation === 'Target' ? { row: e.semanticIndex, col: 0 } : undefined))
  if (packing === 'InputAssembler') return packInOrder(elements)
  if (strategy === 'optimized') return packStreams(elements)
  const streams = new Map<number, PrefixStable>()
  return elements.map(e => {
    const registers = classOf(e.interpretation)
    if (registers === undefined) return undefined
    let file = streams.get(e.stream)
    if (!file) streams.set(e.stream, (file = new PrefixStable()))
    const { rows, cols, interpolation, width } = e
    return file.place({ class: registers, rows, cols, interpolation, width }) ?? null
  })
}

/** Each stream has a register file of its own. */
function packStreams(elements: readonly ElementToPack[]): (Place | undefined | null)[] {
  const places: (Place | undefined | null)[] = elements.map(() => undefined)
  for (const stream of new Set(elements.map(e => e.stream))) {
    const ids = elements.flatMap((e, i) => (e.stream === stream && classOf(e.interpretation) !== undefined ? [i] : []))
    const found = packOptimized(ids.map(i => ({ ...elements[i]!, class: classOf(elements[i]!.interpretation)! })))
    ids.forEach((i, at) => {
      places[i] = found[at]
    })
  }
  return places
}

function classOf(i: Interpretation): number | undefined {
  return (ELEMENT_CLASS as Readonly<Partial<Record<Interpretation, number>>>)[i]
}

/** Vertex shader inputs: a row of their own each. */
function packInOrder(elements: readonly ElementToPack[]): (Place | undefined | null)[] {
  let next = 0
  return elements.map(e => {
    if (classOf(e.interpretation) === undefined) return undefined
    const row = next
    next += e.rows
    return next <= 32 ? { row, col: 0 } : null
  })
}

const PRIVATE_ROWS = 2

class PrefixStable {
  readonly #file = new RegisterFile()
  /** Clip and cull distances share two registers with nobody else; their rows in the file stand here when known. */
  readonly #clipCull = new RegisterFile(PRIVATE_ROWS)
  readonly #clipCullRows: number[] = []

  place(e: PackedElement): Place | undefined {
    if (e.class === ELEMENT_CLASS.ClipCull) return this.#placeClipCull(e)
    if (e.class === ELEMENT_CLASS.TessFactor && e.rows > 1) return this.#file.pack(e, 0, 32, 3)
    return this.#file.pack(e)
  }

  #placeClipCull(e: PackedElement): Place | undefined {
    const own = this.#clipCull.pack(e)
    if (!own) return undefined
    if (!this.#reserve(e, own.row, e.rows)) return undefined
    const row = this.#clipCullRows[own.row]!
    if (e.rows > 1 && this.#clipCullRows[own.row + 1] !== row + 1) return undefined
    return { row, col: own.col }
  }

  /** Rows of the file for the private rows first..first+rows-1; false when the file is full. */
  #reserve(e: PackedElement, first: number, rows: number): boolean {
    const known = this.#clipCullRows.length
    const wanted = first + rows
    if (wanted <= known) return true
    const whole = { ...e, cols: 4 }
    // Both rows at once must be neighbours; a second one for a multi-row element must follow the first.
    if (known === 0 || rows === 1) {
      const place = this.#file.pack({ ...whole, rows: wanted - known })
      if (!place) return false
      for (let r = 0; r < wanted - known; r++) this.#clipCullRows.push(place.row + r)
      return true
    }
    const from = this.#clipCullRows[0]! + 1
    const place = this.#file.pack({ ...whole, rows: 1 }, from, this.#clipCullRows[0]! + 2)
    if (!place) return false
    // DXC looks further than the next row, but notes the next row all the same.
    this.#clipCullRows.push(from)
    return true
  }
}
