// Where instructions come from. A location of an instruction (Loc) is a position of the source, or below zero the number of a row of this
// table: position, line and column, scope, and the location of the call that was lowered in line around it.
//
//   void main() { f(); }   // a row for the call: scope main, inlined at nothing
//   void f() { g = 1; }    // a row for the store: scope f, inlined at the row of the call

/** A position of the source (0: none), or the negative number of a row of Locations. */
export type Loc = number

export interface LocationRow {
  /** Position in the sources, for messages. */
  readonly pos: number
  readonly line: number
  readonly column: number
  /** Number of the scope in the module's debug information. */
  readonly scope: number
  /** Location of the call; 0 in the function itself. */
  readonly inlinedAt: Loc
}

export class Locations {
  readonly #rows: LocationRow[] = []

  /** Adds a row, equal to another or not: calls at the same place are still two calls. */
  add(row: LocationRow): Loc {
    this.#rows.push(row)
    return -this.#rows.length
  }

  /** The row of a location; undefined for one that is only a position. */
  row(loc: Loc): LocationRow | undefined {
    return loc < 0 ? this.#rows[-loc - 1] : undefined
  }

  pos(loc: Loc): number {
    return loc < 0 ? (this.#rows[-loc - 1]?.pos ?? 0) : loc
  }
}
