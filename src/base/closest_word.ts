// "Did you mean" for words of the command line.

import { nearest } from './nearest.ts'

/** The closest candidate within a third of the word's length (at least 1 edit); undefined when there is none. Case counts half. */
export const closestWord = (word: string, candidates: readonly string[]): string | undefined =>
  nearest(word, candidates, Math.max(1, Math.floor(word.length / 3)))
