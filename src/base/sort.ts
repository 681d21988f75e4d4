// Sorting of short lists, which most are: the engine's own sort copies the list and calls out of compiled code for every comparison.

const SHORT = 16

/** Sorts a list in place; equal items keep their order. Negative: `a` comes first. */
export function sortInPlace<T>(list: T[], compare: (a: T, b: T) => number): T[] {
  if (list.length > SHORT) return list.sort(compare)
  for (let i = 1; i < list.length; i++) {
    const item = list[i]!
    let at = i
    for (; at > 0 && compare(list[at - 1]!, item) > 0; at--) list[at] = list[at - 1]!
    list[at] = item
  }
  return list
}
