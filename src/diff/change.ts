// A difference between two values that have a name or a place.

/** `a` or `b` missing: the thing exists on the other side only. Values are text or numbers, long ones shortened. */
export interface Change {
  /** What differs, e.g. 'resource[2].type' or '!dx.valver[0][1]'. */
  readonly path: string
  readonly a?: string | number
  readonly b?: string | number
}

/** Differences of two records of texts, in the order of the first record's keys. */
export function recordChanges(
  a: Readonly<Record<string, string | number>>,
  b: Readonly<Record<string, string | number>>,
  prefix = '',
): Change[] {
  const changes: Change[] = []
  for (const key of new Set([...Object.keys(a), ...Object.keys(b)]))
    if (a[key] !== b[key])
      changes.push({
        path: prefix + key,
        ...(a[key] === undefined ? {} : { a: a[key] }),
        ...(b[key] === undefined ? {} : { b: b[key] }),
      })
  return changes
}
