// Registers taken so far, by class and space. Ranges may overlap: what declarations ask for is recorded as it is.
// Invariant: the runs of a space are sorted, disjoint and do not touch, so that searching costs the number of holes, not of resources.

import { RESOURCE_CLASSES, type ResourceClass, UNBOUNDED } from '../spec/resource_classes.ts'
import type { BindingRequest, Placement } from './binding.ts'
import { LAST_REGISTER } from './register_space.ts'

interface Run {
  lower: number
  upper: number
}

/** One class in one space. */
class Registers {
  readonly placed: Placement[] = []
  readonly runs: Run[] = []

  take(placement: Placement): void {
    this.placed.push(placement)
    const { runs } = this
    // The runs from `first` to before `end` overlap the new one or touch it.
    const first = this.#firstEndingFrom(placement.lower - 1)
    let { lower, upper } = placement
    let end = first
    for (; end < runs.length && runs[end]!.lower <= upper + 1; end++) {
      lower = Math.min(lower, runs[end]!.lower)
      upper = Math.max(upper, runs[end]!.upper)
    }
    if (end === first + 1) runs[first] = { lower, upper }
    else runs.splice(first, end - first, { lower, upper })
  }

  firstFree(size: number): number | undefined {
    let lower = 0
    for (const run of this.runs) {
      if (run.lower - lower >= size) break
      lower = run.upper + 1
    }
    return lower + size - 1 > LAST_REGISTER ? undefined : lower
  }

  #firstEndingFrom(register: number): number {
    let low = 0
    let high = this.runs.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.runs[middle]!.upper < register) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** What a resource that begins at a register takes; an unbounded one takes all behind it. */
export function placementOf(request: BindingRequest, space: number, lower: number, how: Placement['how']): Placement {
  const upper = request.rangeSize === UNBOUNDED ? LAST_REGISTER : lower + request.rangeSize - 1
  return { request, space, lower, upper, how }
}

export class TakenRegisters {
  readonly #registers = new Map<string, Registers>()
  readonly #used = new Set<number>()
  /** All spaces below are used. */
  #lowest = 0

  /** Marks a space as used although nothing lies in it. */
  reserveSpace(space: number): void {
    this.#used.add(space)
  }

  /** First of `count` spaces side by side that nothing uses. */
  unusedSpaces(count: number): number {
    while (this.#used.has(this.#lowest)) this.#lowest++
    let first = this.#lowest
    for (let space = first; space < first + count; space++) if (this.#used.has(space)) first = space + 1
    return first
  }

  take(placement: Placement): void {
    const { request, space } = placement
    const key = `${request.class} ${space}`
    let registers = this.#registers.get(key)
    if (!registers) this.#registers.set(key, (registers = new Registers()))
    registers.take(placement)
    this.#used.add(space)
  }

  /** Start of the first free run of `size` registers; undefined when there is none. */
  firstFree(kind: ResourceClass, space: number, size: number): number | undefined {
    const registers = this.#registers.get(`${kind} ${space}`)
    if (registers) return registers.firstFree(size)
    return size - 1 > LAST_REGISTER ? undefined : 0
  }

  /** Start of the free run that reaches the last register; undefined when that is taken. */
  lastFree(kind: ResourceClass, space: number): number | undefined {
    const lower = this.end(kind, space)
    return lower > LAST_REGISTER ? undefined : lower
  }

  /** The register behind the highest taken one. */
  end(kind: ResourceClass, space: number): number {
    const last = this.#registers.get(`${kind} ${space}`)?.runs.at(-1)
    return last ? last.upper + 1 : 0
  }
}

/** Most pairs that overlappingPairs() names. */
const MAX_OVERLAPS = 1000

/**
 * Every pair of placements that share registers of a class and space, the one with the lower start first; sorted by class, space, start.
 * Costs a sort and the pairs found, of which at most MAX_OVERLAPS are returned.
 */
export function overlappingPairs(placements: readonly Placement[]): (readonly [Placement, Placement])[] {
  const rank = (p: Placement): number => RESOURCE_CLASSES.indexOf(p.request.class)
  const sorted = [...placements].sort(
    (a, b) => rank(a) - rank(b) || a.space - b.space || a.lower - b.lower || a.request.order - b.request.order,
  )
  const pairs: (readonly [Placement, Placement])[] = []
  for (const [i, first] of sorted.entries())
    for (let k = i + 1; k < sorted.length; k++) {
      const second = sorted[k]!
      if (second.request.class !== first.request.class || second.space !== first.space) break
      if (second.lower > first.upper) break
      pairs.push([first, second])
      if (pairs.length === MAX_OVERLAPS) return pairs
    }
  return pairs
}
