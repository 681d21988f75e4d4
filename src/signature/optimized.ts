// Packing as -pack-optimized asks: groups of elements, sorted, each placed where it first fits.
// Source of the rules: facts "Packing", section 5.

import { ELEMENT_CLASS, type PackedElement, type Place, REGISTERS, RegisterFile } from './register_file.ts'

const { Arb, SV, SGV, TessFactor, ClipCull } = ELEMENT_CLASS
const PRIVATE_ROWS = 2

/** Where each element begins; null where there was no room. */
export function packOptimized(elements: readonly PackedElement[]): (Place | null)[] {
  const file = new RegisterFile()
  const places: (Place | null)[] = elements.map(() => null)
  let start = 0
  const group = (has: (e: PackedElement) => boolean): number[] => sorted(elements, has)
  const greedy = (ids: readonly number[], fromCol = 0): void => {
    for (const id of ids) places[id] = file.pack(elements[id]!, start, REGISTERS, fromCol) ?? null
  }
  const isWide = (e: PackedElement): boolean => e.cols === 4 && (e.class === Arb || e.class === SV)
  const wide = group(isWide)
  greedy(wide)
  for (const id of wide) start = Math.max(start, (places[id]?.row ?? -1) + elements[id]!.rows)
  greedy(
    group(e => e.class === TessFactor && e.rows > 1),
    3,
  )
  greedy(group(e => e.class === Arb && !isWide(e)))
  greedy(group(e => (e.class === SV && !isWide(e)) || (e.class === TessFactor && e.rows === 1)))
  placeClipCull(
    file,
    elements,
    group(e => e.class === ClipCull),
    start,
    places,
  )
  greedy(group(e => e.class === SGV))
  return places
}

/** Ids of a group in the order of placing. */
function sorted(elements: readonly PackedElement[], has: (e: PackedElement) => boolean): number[] {
  const ids = elements.flatMap((e, id) => (has(e) ? [id] : []))
  return ids.sort((a, b) => {
    const [x, y] = [elements[a]!, elements[b]!]
    return x.interpolation - y.interpolation || y.rows - x.rows || y.cols - x.cols || a - b
  })
}

/** Clip and cull distances fill two private rows first; each of them then goes into the file as one element. */
function placeClipCull(
  file: RegisterFile,
  elements: readonly PackedElement[],
  ids: readonly number[],
  start: number,
  places: (Place | null)[],
): void {
  if (ids.length === 0) return
  if (ids.some(id => elements[id]!.rows > 1)) {
    placeNeighbours(file, elements, ids, start, places)
    return
  }
  const own = new RegisterFile(PRIVATE_ROWS)
  const rows: number[][] = [[], []]
  for (const id of ids) {
    const place = own.pack(elements[id]!)
    if (place) rows[place.row]!.push(id)
  }
  for (const row of rows) {
    if (row.length === 0) continue
    const cols = row.reduce((sum, id) => sum + elements[id]!.cols, 0)
    const place = file.pack({ ...elements[row[0]!]!, cols }, start)
    if (!place) continue
    let { col } = place
    for (const id of row) {
      places[id] = { row: place.row, col }
      col += elements[id]!.cols
    }
  }
}

/** Elements of two rows need a pair of neighbouring registers that takes all. */
function placeNeighbours(
  file: RegisterFile,
  elements: readonly PackedElement[],
  ids: readonly number[],
  start: number,
  places: (Place | null)[],
): void {
  for (let row = start; row + 1 < REGISTERS; row++) {
    const trial = file.copy(row, PRIVATE_ROWS)
    const found = ids.map(id => trial.pack(elements[id]!))
    if (found.includes(undefined)) continue
    for (const id of ids) places[id] = file.pack(elements[id]!, row, PRIVATE_ROWS) ?? null
    return
  }
}
