/** A command line as words: blanks separate, quotes keep together, as a shell reads `-D "A=1 2"`. */
export function splitWords(line: string): string[] {
  const words: string[] = []
  for (const [word] of line.matchAll(/(?:"[^"]*"?|'[^']*'?|[^\s"'])+/g))
    words.push(word.replace(/"([^"]*)"?|'([^']*)'?/g, (_, a, b) => a ?? b ?? ''))
  return words
}
