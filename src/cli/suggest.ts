// "Did you mean": the nearest of some words by edit distance, or none when nothing is near enough.

/** The closest candidate within a third of the word's length (at least 1 edit); undefined when there is none. Case counts half. */
export function closestWord(word: string, candidates: readonly string[]): string | undefined {
  let best: string | undefined
  let least = Math.max(1, Math.floor(word.length / 3)) + 0.1
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) > least) continue
    const distance = editDistance(word, candidate)
    if (distance < least) {
      least = distance
      best = candidate
    }
  }
  return best
}

/** Edits to turn a into b: insertions, deletions, replacements; a change of case counts half. Quadratic, so for words only. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1]
    for (let j = 0; j < b.length; j++)
      next.push(Math.min(row[j + 1]! + 1, next[j]! + 1, row[j]! + replacementCost(a[i]!, b[j]!)))
    row = next
  }
  return row[b.length]!
}

function replacementCost(a: string, b: string): number {
  if (a === b) return 0
  return a.toLowerCase() === b.toLowerCase() ? 0.5 : 1
}
