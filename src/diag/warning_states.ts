// What `#pragma dxc diagnostic` makes of warnings from place to place. A state holds from the pragma on, also in the files included behind it.
// Invariant: nothing is kept before the first such pragma.

import type { Sources } from './sources.ts'
import { codesNamed, type WarningLevel } from './warning_names.ts'

/** By code; what is not in it is as the options say. */
type State = ReadonlyMap<string, WarningLevel>

const PLAIN: State = new Map()

export class WarningStates {
  /** Ascending by position within each file; files lie one behind another. */
  readonly #points: { readonly pos: number; readonly state: State }[] = []
  readonly #stack: State[] = []
  #state: State = PLAIN
  #sorted = true

  /** The source has pragmas about warnings. */
  get isUsed(): boolean {
    return this.#points.length > 0
  }

  push(): void {
    this.#stack.push(this.#state)
  }

  /** Back to the state of the last push, from `pos` on; false when there was none. */
  pop(pos: number, sources: Sources): boolean {
    const state = this.#stack.pop()
    if (!state) return false
    this.#change(pos, state, sources)
    return true
  }

  /** From `pos` on warnings of this name (without -W) are of that level. A name we have no warnings of changes nothing. */
  set(name: string, level: WarningLevel, pos: number, sources: Sources): void {
    const state = new Map(this.#state)
    for (const code of codesNamed(name)) state.set(code, level)
    this.#change(pos, state, sources)
  }

  /** A file begins, or goes on behind an include, at `pos`. */
  enter(pos: number): void {
    if (this.#points.length > 0) this.#add(pos, this.#state)
  }

  /** The level of a warning at a place in a file; undefined: as the options say. */
  levelAt(pos: number, code: string): WarningLevel | undefined {
    const points = this.#points
    if (points.length === 0) return undefined
    if (!this.#sorted) points.sort((a, b) => a.pos - b.pos)
    this.#sorted = true
    let low = 0
    let high = points.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (points[middle]!.pos <= pos) low = middle + 1
      else high = middle
    }
    return points[low - 1]?.state.get(code)
  }

  #change(pos: number, state: State, sources: Sources): void {
    // What was read before is as the options say, in whatever file.
    if (this.#points.length === 0) for (const file of sources.files) this.#add(file.base, PLAIN)
    this.#state = state
    this.#add(pos, state)
  }

  #add(pos: number, state: State): void {
    const last = this.#points[this.#points.length - 1]
    if (last && last.pos > pos) this.#sorted = false
    this.#points.push({ pos, state })
  }
}
