// Registers of four components that signature elements are packed into, under D3D12's rules of who may sit beside whom.
// Source of the rules: DXC's DxilSignatureAllocator; facts: "Packing", sections 3 and 4.

/** Classes of elements with rules of their own; bits, because a free cell remembers which may not come. */
export const ELEMENT_CLASS = { Arb: 1, SV: 2, SGV: 4, TessFactor: 8, ClipCull: 16 } as const

/** What the registers need to know of an element. */
export interface PackedElement {
  /** ELEMENT_CLASS */
  readonly class: number
  readonly rows: number
  readonly cols: number
  /** INTERPOLATION_MODE; 0: any. */
  readonly interpolation: number
  /** Bits of a component in a register: 16, 32, or 0 where it does not matter. */
  readonly width: number
}

export interface Place {
  readonly row: number
  readonly col: number
}

export const REGISTERS = 32
const COLUMNS = 4
const OCCUPIED = 128
// An element of several rows continues downwards, upwards, or both.
const DOWN = 1
const UP = 2
const { Arb, SV, SGV, TessFactor, ClipCull } = ELEMENT_CLASS

interface Register {
  /** Per component: OCCUPIED, or the classes that may not sit there. */
  readonly cells: number[]
  interpolation: number
  indexing: number
  isFixed: boolean
  width: number
}

// In a register the order is Arb, then system values, then generated ones.
const FORBIDS_LEFT: Readonly<Record<number, number>> = {
  [Arb]: SGV | SV | TessFactor | ClipCull,
  [SV]: SGV,
  [TessFactor]: SGV,
  [ClipCull]: SGV,
  [SGV]: 0,
}
const FORBIDS_RIGHT: Readonly<Record<number, number>> = {
  [Arb]: 0,
  [SV]: Arb,
  [TessFactor]: Arb,
  [ClipCull]: Arb,
  [SGV]: Arb | SV | TessFactor | ClipCull,
}

export class RegisterFile {
  /** Those that something looked at. */
  readonly #registers: Register[] = []
  readonly #count: number

  constructor(count = REGISTERS) {
    this.#count = count
  }

  #at(row: number): Register {
    return (this.#registers[row] ??= { cells: [0, 0, 0, 0], interpolation: 0, indexing: 0, isFixed: false, width: 0 })
  }

  /** Places the element at the first fitting row of [fromRow, fromRow + rowCount) and column; undefined when there is none. */
  pack(e: PackedElement, fromRow = 0, rowCount = this.#count, fromCol = 0): Place | undefined {
    const lastRow = Math.min(fromRow + rowCount, this.#count) - e.rows
    for (let row = fromRow; row <= lastRow; row++) {
      if (!this.#rowsFit(e, row)) continue
      for (let col = fromCol; col <= COLUMNS - e.cols; col++)
        if (this.#cellsFit(e, row, col)) {
          this.#place(e, row, col)
          return { row, col }
        }
    }
    return undefined
  }

  /** Some of the registers as a file of their own, as they are now. */
  copy(first: number, count: number): RegisterFile {
    const made = new RegisterFile(count)
    for (let i = 0; i < count; i++) {
      const from = this.#at(first + i)
      made.#registers[i] = { ...from, cells: [...from.cells] }
    }
    return made
  }

  #rowsFit(e: PackedElement, row: number): boolean {
    for (let r = 0; r < e.rows; r++) {
      const register = this.#at(row + r)
      const flags = indexingOf(e, r)
      if (register.indexing !== 0 && (e.class === SV || e.class === SGV)) return false
      if (register.isFixed && (flags & ~register.indexing) !== 0) return false
      if (e.class === TessFactor && (register.indexing & ~flags) !== 0) return false
      if (register.interpolation !== 0 && register.interpolation !== e.interpolation) return false
      if (register.width !== 0 && register.width !== e.width) return false
      if (!hasRun(register.cells, e)) return false
    }
    return true
  }

  #cellsFit(e: PackedElement, row: number, col: number): boolean {
    for (let r = 0; r < e.rows; r++)
      for (let c = 0; c < e.cols; c++)
        if ((this.#at(row + r).cells[col + c]! & (OCCUPIED | e.class)) !== 0) return false
    return true
  }

  #place(e: PackedElement, row: number, col: number): void {
    const left = FORBIDS_LEFT[e.class]!
    const right = FORBIDS_RIGHT[e.class]!
    for (let r = 0; r < e.rows; r++) {
      const register = this.#at(row + r)
      register.interpolation = e.interpolation
      register.width = e.width
      register.indexing |= indexingOf(e, r)
      if (e.class === SV || e.class === SGV || e.class === TessFactor) register.isFixed = true
      for (let c = 0; c < COLUMNS; c++) {
        if (c >= col && c < col + e.cols) register.cells[c] = OCCUPIED
        else if (register.cells[c] !== OCCUPIED) register.cells[c]! |= c < col ? left : right
      }
    }
  }
}

function indexingOf(e: PackedElement, row: number): number {
  return (row > 0 ? UP : 0) | (row < e.rows - 1 ? DOWN : 0)
}

function hasRun(cells: readonly number[], e: PackedElement): boolean {
  let free = 0
  for (const cell of cells) {
    free = (cell & (OCCUPIED | e.class)) === 0 ? free + 1 : 0
    if (free >= e.cols) return true
  }
  return false
}
