// Tables from words to facts.

/**
 * A table whose keys are compared with words that somebody else wrote. A plain object would answer for `constructor`, `__proto__` and the other
 * names that every object has.
 */
export const table = <V>(rows: { readonly [word: string]: V }): ReadonlyMap<string, V> => new Map(Object.entries(rows))

/** Rows as they are. Of their type only the names in front are told: declarations do not repeat the rest, however many rows there are. */
export const named = <N extends string, R extends readonly unknown[]>(
  rows: readonly (readonly [N, ...R])[],
): typeof rows => rows

/** Numbers by name as they are, of whose type only the names are told. */
export const numbered = <N extends string>(numbers: Readonly<Record<N, number>>): typeof numbers => numbers

/** For lists in the order of their offsets. */
export const byOffset = (a: { readonly offset: number }, b: { readonly offset: number }): number => a.offset - b.offset
