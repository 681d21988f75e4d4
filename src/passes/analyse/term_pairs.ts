// Pairs of operands that several sums or products have, so that each is computed once: of r * a * 255 and g * a * 255, a * 255.

import type { Value } from '../../ir/function.ts'
import type { Term } from './linear_sums.ts'

/** Chains of more operands look for no pairs. */
const MAX_PAIRED = 10
/** Keys of pairs stay whole numbers. */
export const MAX_VALUES = 2 ** 24

/** Two operands that are added with the same sign or subtracted, or multiplied. */
export interface Pair {
  readonly a: Value
  readonly b: Value
  /** How many chains have another operand of the chain together with `a`, if more than one. */
  readonly others: Map<Value, number>
}

/** Pairs are of terms that are added or subtracted as they are. */
export const isWeighted = (list: readonly Term[]): boolean =>
  list.length > 1 && list.length <= MAX_PAIRED && list.some(([, n]) => n !== 1 && n !== -1)

export const listKey = (list: readonly Term[]): string =>
  list
    .map(([v, n]) => `${v} ${n}`)
    .sort()
    .join()

export const sameOperands = ([x, y]: readonly Value[], a: Value, b: Value): boolean =>
  (x === a && y === b) || (x === b && y === a)

/** Kinds of pairs. */
export const [DIFFERENCE, SUM, PRODUCT] = [1, 2, 3]

export const keyOf = (a: Value, b: Value, kind: number): number => (a * MAX_VALUES + b) * 4 + kind

/** Calls `found` with each pair of the terms; of a difference the first one is positive. */
export function forPairs(
  list: readonly Term[],
  isSumTree: boolean,
  found: (a: Value, b: Value, kind: number) => void,
): void {
  const values = list.length < 2 ? [] : list.filter(([, n]) => n === 1 || n === -1)
  if (values.length > MAX_PAIRED) return
  for (let i = 0; i < values.length; i++) {
    const [x, n] = values[i]!
    for (let k = i + 1; k < values.length; k++) {
      const [y, o] = values[k]!
      const isDifference = isSumTree && n !== o
      const isInOrder = isDifference ? n > 0 : x < y
      found(isInOrder ? x : y, isInOrder ? y : x, isSumTree ? (isDifference ? DIFFERENCE : SUM) : PRODUCT)
    }
  }
}

/**
 * The pair in front; of a difference its positive one first. Behind it come those that most chains have with it: then of x + a + b + c and
 * y + a + b + c all of a + b + c is computed once.
 */
export function withFirst(list: readonly [Value, number][], first: Pair | undefined): readonly [Value, number][] {
  if (!first) return list
  const isFirst = ([v]: readonly [Value, number]): boolean => v === first.a || v === first.b
  const chains = (v: Value): number => first.others.get(v) ?? 0
  const front = list.filter(isFirst).sort(([, n], [, o]) => o - n)
  // Two that are subtracted are added up first only where nothing is positive in front of them.
  return front[0]![1] < 0
    ? list
    : [...front, ...list.filter(t => !isFirst(t)).sort(([v], [w]) => chains(w) - chains(v))]
}
