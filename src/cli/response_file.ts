// `@file` on the command line: the file's words take its place. Words are split at blanks; quotes keep blanks, a backslash in quotes
// escapes a quote.

import { UsageError } from './host.ts'

const MAX_DEPTH = 8

/**
 * Replaces every `@file` by the words of that file; a file may name others.
 * @throws UsageError when files nest too deeply, for instance because one names itself
 */
export function expandResponseFiles(words: readonly string[], read: (path: string) => string, depth = 0): string[] {
  return words.flatMap(word => {
    if (!word.startsWith('@') || word.length === 1) return [word]
    const path = word.slice(1)
    if (depth === MAX_DEPTH) throw new UsageError(`response file '${path}': more than ${MAX_DEPTH} files deep`)
    return expandResponseFiles(splitWords(read(path)), read, depth + 1)
  })
}

/** The words of a text, quotes taken off. */
export function splitWords(text: string): string[] {
  const words: string[] = []
  for (const [word] of text.matchAll(/(?:[^\s"']|"(?:[^"\\]|\\.)*(?:"|$)|'[^']*(?:'|$))+/g))
    words.push(
      word.replace(/"((?:[^"\\]|\\.)*)"?|'([^']*)'?/gs, (_, double?: string, single?: string) => {
        return double === undefined ? (single ?? '') : double.replace(/\\(["\\])/g, '$1')
      }),
    )
  return words
}
