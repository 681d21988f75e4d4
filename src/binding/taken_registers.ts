// Registers taken so far, by class and space. Ranges may overlap: what declarations ask for is recorded as it is.
// Invariant: the ranges of a space are sorted by lower bound.

import { RESOURCE_CLASSES, type ResourceClass } from '../spec/resource_classes.ts'
import type { Placement, TakenRange } from './binding.ts'
import { LAST_REGISTER } from './register_space.ts'

export class TakenRegisters {
  readonly #spaces = new Map<string, TakenRange[]>()
  readonly #ends = new Map<string, number>()
  readonly #used = new Set<number>()

  /** Taken ranges of a class in a space, ascending. */
  ranges(kind: ResourceClass, space: number): readonly TakenRange[] {
    return this.#spaces.get(`${kind} ${space}`) ?? []
  }

  /** True when something of any class lies in the space, or it was reserved. */
  isUsed(space: number): boolean {
    return this.#used.has(space)
  }

  /** Marks a space as used although nothing lies in it. */
  reserveSpace(space: number): void {
    this.#used.add(space)
  }

  /** First of `count` spaces side by side that nothing uses. */
  unusedSpaces(count: number): number {
    let first = 0
    for (let space = 0; space < first + count; space++) if (this.#used.has(space)) first = space + 1
    return first
  }

  take({ request, space, lower, upper }: Placement): void {
    const key = `${request.class} ${space}`
    let list = this.#spaces.get(key)
    if (!list) this.#spaces.set(key, (list = []))
    this.#used.add(space)
    this.#ends.set(key, Math.max(this.#ends.get(key) ?? 0, upper + 1))
    let at = list.length
    while (at > 0 && list[at - 1]!.lower > lower) at--
    list.splice(at, 0, { lower, upper, owner: request })
  }

  /** Start of the first free run of `size` registers; undefined when there is none. */
  firstFree(kind: ResourceClass, space: number, size: number): number | undefined {
    let lower = 0
    for (const range of this.ranges(kind, space)) {
      if (range.lower - lower >= size) break
      lower = Math.max(lower, range.upper + 1)
    }
    return lower + size - 1 > LAST_REGISTER ? undefined : lower
  }

  /** Start of the free run that reaches the last register; undefined when that is taken. */
  lastFree(kind: ResourceClass, space: number): number | undefined {
    const lower = this.end(kind, space)
    return lower > LAST_REGISTER ? undefined : lower
  }

  /** The register behind the highest taken one. */
  end(kind: ResourceClass, space: number): number {
    return this.#ends.get(`${kind} ${space}`) ?? 0
  }
}

/** Most pairs that overlappingPairs() names. */
export const MAX_OVERLAPS = 1000

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
