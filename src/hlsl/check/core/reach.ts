// Whether control can come to the place that is being checked, in order of the source: DXC compares no index with a size where it cannot, and
// wants a `return` where it can come to the end of what gives a value.

/** A loop or switch around the place. */
interface Around {
  readonly isLoop: boolean
  broke: boolean
  continued: boolean
}

export class Reach {
  /** Control can come here. */
  here = true
  /** Control can come to a `return` before. */
  returned = false
  readonly #around: Around[] = []

  return(): void {
    this.returned ||= this.here
    this.here = false
  }

  break(): void {
    const around = this.#around[this.#around.length - 1]
    if (around && this.here) around.broke = true
    this.here = false
  }

  continue(): void {
    const around = this.#around.findLast(a => a.isLoop)
    if (around && this.here) around.continued = true
    this.here = false
  }

  enter(isLoop: boolean): void {
    this.#around.push({ isLoop, broke: false, continued: false })
  }

  /** A `continue` of the innermost loop leads on to its condition. */
  get continued(): boolean {
    return this.#around[this.#around.length - 1]?.continued ?? false
  }

  /** Leaves a loop or switch, whose end control comes to by itself or not. */
  leave(falls: boolean): void {
    const { broke } = this.#around.pop()!
    this.here = falls || broke
  }

  /** Runs where control comes to only if it comes here and `when`. */
  only<T>(when: boolean, run: () => T): T {
    const { here } = this
    this.here = here && when
    const result = run()
    this.here = here
    return result
  }
}
