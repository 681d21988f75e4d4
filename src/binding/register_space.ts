// The registers of one class in one space: taken ranges, kept sorted and disjoint.

export const LAST_REGISTER = 0xffffffff

interface Range<T> {
  readonly lower: number
  readonly upper: number
  readonly owner: T
}

export class RegisterSpace<T> {
  readonly #ranges: Range<T>[] = []
  /** The range that reaches to the end of the space, if one does. */
  unbounded: T | undefined

  /** Taken ranges in ascending order, bounds inclusive. */
  get ranges(): readonly Range<T>[] {
    return this.#ranges
  }

  /** The owner of the first taken range that has a register in lower..upper. */
  overlapping(lower: number, upper: number): T | undefined {
    const next = this.#ranges[this.#firstEndingAtOrAfter(lower)]
    return next && next.lower <= upper ? next.owner : undefined
  }

  /** Takes lower..upper; returns the owner that already holds part of it (and takes nothing then). */
  insert(owner: T, lower: number, upper: number): T | undefined {
    const at = this.#firstEndingAtOrAfter(lower)
    const next = this.#ranges[at]
    if (next && next.lower <= upper) return next.owner
    this.#ranges.splice(at, 0, { lower, upper, owner })
    return undefined
  }

  /** Takes what is free of lower..upper. */
  block(owner: T, lower: number, upper: number): void {
    for (let at = lower; at <= upper; ) {
      const next = this.#ranges[this.#firstEndingAtOrAfter(at)]
      const end = next && next.lower <= upper ? next.lower - 1 : upper
      if (end >= at) this.insert(owner, at, end)
      at = (end < upper ? next!.upper : end) + 1
    }
  }

  /** Start of the first free run of `size` registers; undefined when there is none. A run of none is all registers, as in DXC, which
      computes its last register modulo 2^32. */
  firstFree(size: number): number | undefined {
    if (size === 0) return this.#ranges.length === 0 ? 0 : undefined
    let lower = 0
    for (const range of this.#ranges) {
      if (range.lower - lower >= size) break
      lower = range.upper + 1
    }
    return lower + size - 1 > LAST_REGISTER ? undefined : lower
  }

  /** The register behind the last taken one; undefined when that was the last of all. */
  firstBehindAll(): number | undefined {
    const last = this.#ranges[this.#ranges.length - 1]
    const lower = last ? last.upper + 1 : 0
    return lower > LAST_REGISTER ? undefined : lower
  }

  #firstEndingAtOrAfter(register: number): number {
    let low = 0
    let high = this.#ranges.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#ranges[middle]!.upper < register) low = middle + 1
      else high = middle
    }
    return low
  }
}
