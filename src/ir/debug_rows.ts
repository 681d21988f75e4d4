// What variables hold, beside the code: a row stands in front of an instruction and says which value (a part of) a variable has from there on, or
// in which memory it lives. Rows are no instructions and no uses, so that code with them is what it is without. The function keeps them right when
// instructions are replaced, moved or removed; passes only have to say what a copy, a promoted or a split variable means.
// Invariant: every row stands in the list of its place and, when it has a value, in that of the value.

import { type Block, NO_VALUE, type Value } from './value.ts'

/** The part of a variable that a row tells of, in bits. */
export interface Piece {
  readonly offset: number
  /** Of one element. */
  readonly bits: number
  /** Arrays in memory: elements and bits from one to the next, outermost first, flattened row by row in memory. */
  readonly dims: readonly (readonly [count: number, stride: number])[]
}

export interface DebugRow {
  /** Number in the module's debug information; NO_VARIABLE for a place to stop at (stepRow()). */
  readonly variable: number
  /** Where the variable is declared, in this copy of its function. */
  readonly loc: number
  readonly piece: Piece
  /** The value is the variable's memory: what it holds, it holds wherever the variable is visible. */
  readonly isMemory: boolean
  /** NO_VALUE: from here on nobody knows. */
  value: Value
}

export const NO_VARIABLE = -1

/** A place where stepping stops though it may have no code; programs with debug information get an instruction without effect there. */
export const stepRow = (loc: number): DebugRow => ({
  variable: NO_VARIABLE,
  loc,
  piece: { offset: 0, bits: 0, dims: [] },
  isMemory: false,
  value: NO_VALUE,
})

export class DebugRows {
  readonly #before = new Map<Value, DebugRow[]>()
  /** Rows at the end of a block without terminator; the next instruction there gets them. */
  readonly #atEnd = new Map<Block, DebugRow[]>()
  readonly #byValue = new Map<Value, DebugRow[]>()

  // ---- reading -------------------------------------------------------------------------------------------------------------------

  /** Rows in front of an instruction, in order. */
  before(v: Value): readonly DebugRow[] {
    return this.#before.get(v) ?? []
  }

  /** Rows that name a value. */
  of(v: Value): readonly DebugRow[] {
    return this.#byValue.get(v) ?? []
  }

  // ---- building ------------------------------------------------------------------------------------------------------------------

  /** @param isFirst in front of the other rows there */
  addBefore(at: Value, row: DebugRow, isFirst = false): void {
    if (isFirst) this.#before.set(at, [row, ...this.before(at)])
    else push(this.#before, at, row)
    this.#name(row)
  }

  /** Part of the memory `whole` is the memory `part` from now on: rows about it in front of `at`, where `pieceOf` knows a piece. */
  split(whole: Value, part: Value, at: Value, pieceOf: (piece: Piece) => Piece | undefined): void {
    for (const row of this.of(whole)) {
      const piece = row.isMemory ? pieceOf(row.piece) : undefined
      if (piece) this.addBefore(at, { ...row, piece, value: part })
    }
  }

  /** At the end of a block that has no terminator yet. */
  addAtEnd(b: Block, row: DebugRow): void {
    push(this.#atEnd, b, row)
    this.#name(row)
  }

  /** Copies of the rows in front of `from`, at the end of an unfinished block; `map` gives the copies of values. */
  copyToEnd(from: Value, b: Block, map: (v: Value) => Value): void {
    for (const row of this.before(from))
      this.addAtEnd(b, { ...row, value: row.isMemory || row.value === NO_VALUE ? row.value : map(row.value) })
  }

  setValue(row: DebugRow, value: Value): void {
    this.#unname(row)
    row.value = value
    this.#name(row)
  }

  // ---- what the function tells ----------------------------------------------------------------------------------------------------

  appended(b: Block, v: Value): void {
    const rows = this.#atEnd.get(b)
    if (rows === undefined) return
    this.#atEnd.delete(b)
    this.#before.set(v, [...rows, ...this.before(v)])
  }

  /** v leaves its place, or the function; `next` stands behind it in block b, NO_VALUE at the end. */
  left(v: Value, next: Value, b: Block): void {
    const rows = this.#before.get(v)
    if (rows === undefined) return
    this.#before.delete(v)
    if (next !== NO_VALUE) this.#before.set(next, [...rows, ...this.before(next)])
    else this.#atEnd.set(b, [...rows, ...(this.#atEnd.get(b) ?? [])])
  }

  /** The rows at the end of `from` now stand at the end of `to`, behind others there. */
  endMoved(from: Block, to: Block): void {
    const rows = this.#atEnd.get(from)
    if (rows === undefined) return
    this.#atEnd.delete(from)
    for (const row of rows) push(this.#atEnd, to, row)
  }

  replaced(v: Value, by: Value): void {
    const rows = this.#byValue.get(v)
    if (rows === undefined) return
    this.#byValue.delete(v)
    for (const row of rows) {
      row.value = by
      this.#name(row)
    }
  }

  /** The value is gone and nothing took its place. */
  forget(v: Value): void {
    const rows = this.#byValue.get(v)
    if (rows === undefined) return
    this.#byValue.delete(v)
    for (const row of rows) row.value = NO_VALUE
  }

  /** The rows in front of v go with it. */
  drop(v: Value): void {
    for (const row of this.before(v)) this.#unname(row)
    this.#before.delete(v)
  }

  /** Takes the rows in front of v for which `isTaken` holds out of the function. */
  take(v: Value, isTaken: (row: DebugRow) => boolean): DebugRow[] {
    const rows = this.before(v)
    const taken = rows.filter(isTaken)
    if (taken.length === 0) return []
    this.#before.set(
      v,
      rows.filter(row => !taken.includes(row)),
    )
    for (const row of taken) this.#unname(row)
    return taken
  }

  dropEnd(b: Block): void {
    for (const row of this.#atEnd.get(b) ?? []) this.#unname(row)
    this.#atEnd.delete(b)
  }

  #name(row: DebugRow): void {
    if (row.value > 0) push(this.#byValue, row.value, row)
  }

  #unname(row: DebugRow): void {
    const rows = this.#byValue.get(row.value)
    const at = rows?.indexOf(row) ?? -1
    if (at >= 0) rows!.splice(at, 1)
  }
}

function push<K>(lists: Map<K, DebugRow[]>, key: K, row: DebugRow): void {
  const list = lists.get(key)
  if (list) list.push(row)
  else lists.set(key, [row])
}

/** What part of a variable an element of its memory is, by the element's flattened number. */
export function elementPiece(piece: Piece, index: number): Piece {
  let { offset } = piece
  let rest = index
  for (let d = piece.dims.length - 1; d >= 0; d--) {
    const [count, stride] = piece.dims[d]!
    offset += (rest % count) * stride
    rest = Math.floor(rest / count)
  }
  return { offset, bits: piece.bits, dims: [] }
}

/** What part of a variable every kth element of its memory is, from the rth on; undefined when no piece can say it. */
export function interleavedPiece(piece: Piece, k: number, r: number): Piece | undefined {
  const outer = piece.dims.slice(0, -1)
  const last = piece.dims.at(-1)
  if (last === undefined || last[0] % k !== 0) return undefined
  const [count, stride] = last
  const inner: Piece['dims'] = count === k ? [] : [[count / k, stride * k]]
  return { offset: piece.offset + r * stride, bits: piece.bits, dims: [...outer, ...inner] }
}
