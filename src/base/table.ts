// Tables from words to facts.

/**
 * A table whose keys are compared with words that somebody else wrote. A plain object would answer for `constructor`, `__proto__` and the other
 * names that every object has.
 */
export const table = <V>(rows: { readonly [word: string]: V }): ReadonlyMap<string, V> => new Map(Object.entries(rows))
