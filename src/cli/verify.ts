// -verify: the messages of a compilation against `// expected-error {{text}}` comments, as clang's tests are written.
// A directive names the severity, optionally a line (@12, @+1, @-2), a count (2, 1+, 0+) and a part of the message's text.

import type { Message } from '../api/index.ts'

interface Expectation {
  readonly severity: string
  readonly line: number
  readonly text: string
  readonly least: number
  readonly most: number
  /** Line of the directive itself. */
  readonly at: number
}

const DIRECTIVE =
  /expected-(error|warning|note)(?:@(?:([+-])?(\d{1,7})))?\s*(?:(\d{1,5})(\+)?(?:-(\d{1,5}))?)?\s*\{\{(.*?)\}\}/gs
const NONE = /expected-no-diagnostics/

/** Notes about a missing include that only this compiler gives; tests written for DXC do not expect them. */
const OWN_NOTES: ReadonlySet<string> = new Set(['N1160', 'N1161'])

/** Complaints, one a line; empty when the messages are exactly the expected ones. */
export function verifyMessages(source: string, file: string, messages: readonly Message[]): string[] {
  const expected = expectations(source)
  if (expected.length === 0 && !NONE.test(source)) return [`${file}: no expected directives found`]
  const seen = messages.flatMap(m => [m, ...m.notes]).filter(({ code }) => !OWN_NOTES.has(code))
  const taken = new Set<Message>()
  const complaints: string[] = []
  for (const e of expected) {
    let count = 0
    for (const message of seen) {
      if (count === e.most) break
      if (taken.has(message) || !matches(e, message)) continue
      taken.add(message)
      count++
    }
    if (count < e.least)
      complaints.push(`${file}:${e.at}: ${e.severity} expected at line ${e.line} but not seen: ${e.text}`)
  }
  for (const m of seen)
    if (!taken.has(m)) complaints.push(`${m.file || file}:${m.line}: ${m.severity} seen but not expected: ${m.message}`)
  return complaints
}

function matches(e: Expectation, message: Message): boolean {
  return message.severity === e.severity && message.line === e.line && message.message.includes(e.text)
}

function expectations(source: string): Expectation[] {
  const found: Expectation[] = []
  let line = 1
  let counted = 0
  for (const match of source.matchAll(DIRECTIVE)) {
    const [, severity = '', sign, lineNumber, count, plus, upTo, text = ''] = match
    for (; counted < match.index; counted++) if (source.charCodeAt(counted) === 10) line++
    const offset = Number(lineNumber ?? 0)
    const least = count === undefined ? 1 : Number(count)
    found.push({
      severity,
      line: sign === '+' ? line + offset : sign === '-' ? line - offset : lineNumber === undefined ? line : offset,
      text: text.trim(),
      least,
      most: plus ? Number.MAX_SAFE_INTEGER : upTo === undefined ? least : Number(upTo),
      at: line,
    })
  }
  return found
}
