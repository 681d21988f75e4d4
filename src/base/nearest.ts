// "Did you mean": the nearest of some words by edit distance, or none when nothing is near enough.

/** Words compared for one suggestion: sources have any number of names, and a wrong one may be found anywhere. */
const MAX_COMPARED = 20_000
/** Nobody mistypes longer words. */
const MAX_LENGTH = 100

export class Nearest {
  readonly #word: string
  #best: string | undefined
  #least = Number.POSITIVE_INFINITY
  #compared = 0

  constructor(word: string) {
    this.#word = word
  }

  /** Of candidates as near as each other the first one stays. `limit`: edits that are not too many. */
  consider(candidate: string, limit = strictLimit(this.#word)): void {
    const least = Math.min(this.#least, limit + 0.1)
    if (candidate === this.#word || Math.abs(candidate.length - this.#word.length) > least) return
    if (this.#word.length > MAX_LENGTH || ++this.#compared > MAX_COMPARED) return
    const distance = editDistance(this.#word, candidate, least)
    if (distance >= least) return
    this.#least = distance
    this.#best = candidate
  }

  considerAll(candidates: Iterable<string>, limit?: number): this {
    for (const candidate of candidates) this.consider(candidate, limit)
    return this
  }

  get best(): string | undefined {
    return this.#best
  }
}

/** Edits that may lie between a word and one of many that exist anyway, or as in DXC the name of a type. */
const strictLimit = (word: string): number => Math.floor(word.length / 3)

/** Edits that may lie between a word and one of the few that its author chose; words of one or two letters are not guessed. */
export const looseLimit = (word: string): number => (word.length < 3 ? 0 : Math.floor((word.length + 2) / 3))

/** The nearest of some words; `limit`: edits that are not too many, by default a third of the word's length. */
export const nearest = (word: string, candidates: Iterable<string>, limit?: number): string | undefined =>
  new Nearest(word).considerAll(candidates, limit).best

/** Edits to turn a into b: insertions, deletions, replacements; a change of case counts half. From `limit` on it stops counting. */
function editDistance(a: string, b: string, limit: number): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1]
    let least = i + 1
    for (let j = 0; j < b.length; j++) {
      const value = Math.min(row[j + 1]! + 1, next[j]! + 1, row[j]! + replacementCost(a[i]!, b[j]!))
      next.push(value)
      if (value < least) least = value
    }
    if (least >= limit) return limit
    row = next
  }
  return row[b.length]!
}

function replacementCost(a: string, b: string): number {
  if (a === b) return 0
  return a.toLowerCase() === b.toLowerCase() ? 0.5 : 1
}
