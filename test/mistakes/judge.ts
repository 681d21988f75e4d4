// When our messages are no worse than DXC's for the same source: the same verdict, the first error at the same place, every fix-it line
// that DXC prints, and every note.

export interface Entry {
  /** 0 when it has no place. */
  readonly line: number
  readonly column: number
  readonly severity: string
  readonly text: string
  /** The line under the caret line; '' when there is none. */
  readonly fixIts: string
}

const HEAD = /^(?:([^\s:]+):(\d+):(?:(\d+):)? )?(fatal error|error|warning|note): (.*)$/
const CARETS = /^[ ~]*\^[ ~]*$/

/** The messages of a log that either compiler printed. */
export function entriesOf(log: string): Entry[] {
  const lines = log.split('\n')
  const entries: Entry[] = []
  for (const [i, line] of lines.entries()) {
    const [, , row, column, severity, text] = HEAD.exec(line) ?? []
    if (severity === undefined) continue
    // Message, source line, carets, fix-its.
    const below = CARETS.test(lines[i + 2] ?? '') ? (lines[i + 3] ?? '') : ''
    entries.push({
      line: Number(row ?? 0),
      column: Number(column ?? 0),
      severity: severity === 'fatal error' ? 'error' : severity,
      text: text!,
      fixIts: HEAD.test(below) || !/^\s*\S/.test(below) ? '' : below.trimEnd(),
    })
  }
  return entries
}

const isError = (entry: Entry): boolean => entry.severity === 'error'
const place = (entry: Entry): string => `${entry.line}:${entry.column}`

/** What is worse in ours, one complaint a line; empty when nothing is. */
export function worseThan(theirs: string, ours: string): string[] {
  const complaints: string[] = []
  const their = entriesOf(theirs)
  const our = entriesOf(ours)
  if (their.some(isError) !== our.some(isError)) return [`verdict: DXC ${their.some(isError) ? 'refuses' : 'accepts'}`]
  const theirFirst = their.find(entry => isError(entry) && entry.line > 0)
  const ourFirst = our.find(entry => isError(entry) && entry.line > 0)
  if (theirFirst && (!ourFirst || place(theirFirst) !== place(ourFirst)))
    complaints.push(
      `first error: ${place(theirFirst)} ${theirFirst.text} | ${ourFirst ? `${place(ourFirst)} ${ourFirst.text}` : 'nowhere'}`,
    )
  // What stands behind the second error follows from the first one as often as not.
  const errors = their.flatMap((entry, i) => (isError(entry) && entry.line > 0 ? [i] : []))
  for (const entry of their.slice(0, errors[1])) {
    if (entry.severity === 'error' || entry.line === 0) continue
    if (!our.some(other => other.severity === entry.severity && place(other) === place(entry)))
      complaints.push(`${entry.severity} missing: ${place(entry)} ${entry.text}`)
  }
  for (const entry of their)
    if (entry.fixIts !== '' && !our.some(other => place(other) === place(entry) && other.fixIts === entry.fixIts))
      complaints.push(`fix-it missing: ${place(entry)} ${entry.fixIts.trim()}`)
  return complaints
}
