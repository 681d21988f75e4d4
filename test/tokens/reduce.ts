// Makes a differing mutant small: takes runs of tokens out as long as the difference keeps its kind and its cause.

import { type Comparison, compare } from './compare.ts'
import { print, scan, type Token } from './scan.ts'

const MOST_TRIES = 400

/** @returns the smallest text found that differs in the same way */
export async function reduce(text: string, words: readonly string[], found: Comparison): Promise<string> {
  let tokens: readonly Token[] = scan(text)
  let tries = 0
  const isSame = async (candidate: readonly Token[]): Promise<boolean> => {
    if (++tries > MOST_TRIES) return false
    const { kind, cause } = await compare(print(candidate), words)
    return kind === found.kind && cause === found.cause
  }
  for (let size = tokens.length >> 1; size >= 1; size = size > 1 ? size >> 1 : 0)
    for (let at = 0; at < tokens.length; ) {
      const without = [...tokens.slice(0, at), ...tokens.slice(at + size)]
      if (await isSame(without)) tokens = without
      else at += size
    }
  return print(tokens)
}
