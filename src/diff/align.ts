// Alignment of two sequences of integer keys: which element of one is which of the other, in order.
// Invariant: matches ascend on both sides, and time is bounded: hopeless stretches get a coarser alignment, not a longer wait.

import { diffArrays } from 'diff'

/** Called for each match, in no particular order. */
export type OnMatch = (a: number, b: number) => void

/** A half-open stretch of both sequences. */
export interface Stretch {
  readonly aFrom: number
  readonly aTo: number
  readonly bFrom: number
  readonly bTo: number
}

/** Nesting of anchors inside gaps between anchors; deeper ones go to the edit-distance search. */
const MAX_DEPTH = 12
/** Edits the search may try in one stretch; its time and memory grow with the square. */
const MAX_EDITS = 600
/** How far ahead the coarse alignment looks for an equal key. */
const WINDOW = 64

export function align(a: ArrayLike<number>, b: ArrayLike<number>, onMatch: OnMatch): void {
  alignStretch(a, b, { aFrom: 0, aTo: a.length, bFrom: 0, bTo: b.length }, onMatch)
}

/** Aligns one stretch: equal ends, then keys that occur once on both sides, then a shortest edit script in between. */
export function alignStretch(
  a: ArrayLike<number>,
  b: ArrayLike<number>,
  stretch: Stretch,
  onMatch: OnMatch,
  depth = 0,
): void {
  const { aFrom, aTo, bFrom, bTo } = trimmed(a, b, stretch, onMatch)
  if (aFrom === aTo || bFrom === bTo) return
  const inner = { aFrom, aTo, bFrom, bTo }
  const anchors = depth < MAX_DEPTH ? uniqueAnchors(a, b, inner) : []
  if (anchors.length === 0) {
    shortestEdits(a, b, inner, onMatch)
    return
  }
  let aAt = aFrom
  let bAt = bFrom
  for (const [i, j] of anchors) {
    alignStretch(a, b, { aFrom: aAt, aTo: i, bFrom: bAt, bTo: j }, onMatch, depth + 1)
    onMatch(i, j)
    aAt = i + 1
    bAt = j + 1
  }
  alignStretch(a, b, { aFrom: aAt, aTo, bFrom: bAt, bTo }, onMatch, depth + 1)
}

function trimmed(a: ArrayLike<number>, b: ArrayLike<number>, stretch: Stretch, onMatch: OnMatch): Stretch {
  let { aFrom, aTo, bFrom, bTo } = stretch
  while (aFrom < aTo && bFrom < bTo && a[aFrom] === b[bFrom]) onMatch(aFrom++, bFrom++)
  while (aFrom < aTo && bFrom < bTo && a[aTo - 1] === b[bTo - 1]) onMatch(--aTo, --bTo)
  return { aFrom, aTo, bFrom, bTo }
}

/** Keys found once in either stretch, reduced to the longest run that ascends on both sides. */
function uniqueAnchors(a: ArrayLike<number>, b: ArrayLike<number>, s: Stretch): (readonly [number, number])[] {
  const inA = onceOnly(a, s.aFrom, s.aTo)
  const inB = onceOnly(b, s.bFrom, s.bTo)
  const pairs: (readonly [number, number])[] = []
  for (const [key, i] of inA) {
    const j = inB.get(key) ?? -1
    if (i >= 0 && j >= 0) pairs.push([i, j])
  }
  return longestAscent(pairs)
}

/** Position of each key, -1 where there are several; in the order of first occurrence. */
function onceOnly(keys: ArrayLike<number>, from: number, to: number): Map<number, number> {
  const found = new Map<number, number>()
  for (let i = from; i < to; i++) found.set(keys[i]!, found.has(keys[i]!) ? -1 : i)
  return found
}

/** Longest increasing subsequence by the second number; the first ascends already. */
function longestAscent(pairs: readonly (readonly [number, number])[]): (readonly [number, number])[] {
  const ends: number[] = []
  const before: number[] = []
  pairs.forEach(([, j], n) => {
    let low = 0
    let high = ends.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (pairs[ends[middle]!]![1] < j) low = middle + 1
      else high = middle
    }
    before[n] = low > 0 ? ends[low - 1]! : -1
    ends[low] = n
  })
  const run: (readonly [number, number])[] = []
  for (let n = ends.at(-1) ?? -1; n >= 0; n = before[n]!) run.push(pairs[n]!)
  return run.reverse()
}

function shortestEdits(a: ArrayLike<number>, b: ArrayLike<number>, s: Stretch, onMatch: OnMatch): void {
  const changes = diffArrays(slice(a, s.aFrom, s.aTo), slice(b, s.bFrom, s.bTo), { maxEditLength: MAX_EDITS })
  if (!changes) {
    coarse(a, b, s, onMatch)
    return
  }
  let i = s.aFrom
  let j = s.bFrom
  for (const change of changes) {
    const count = change.value.length
    if (change.removed) i += count
    else if (change.added) j += count
    else for (let n = 0; n < count; n++) onMatch(i++, j++)
  }
}

const slice = (keys: ArrayLike<number>, from: number, to: number): number[] =>
  Array.prototype.slice.call(keys, from, to)

/** Takes the nearest equal key a little ahead; linear, and right only by luck where both sides differ everywhere. */
function coarse(a: ArrayLike<number>, b: ArrayLike<number>, s: Stretch, onMatch: OnMatch): void {
  let j = s.bFrom
  for (let i = s.aFrom; i < s.aTo && j < s.bTo; i++) {
    const end = Math.min(s.bTo, j + WINDOW)
    for (let at = j; at < end; at++)
      if (a[i] === b[at]) {
        onMatch(i, at)
        j = at + 1
        break
      }
  }
}
