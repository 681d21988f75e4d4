// Messages as an editor shows them: at their place in the file, or at the #include that leads to it.

import type { Message, MessageRange } from '../diag/message.ts'
import type { Analysis } from './analysis.ts'
import { LineMap } from './line_map.ts'
import type { CodeActionText, LanguageDiagnostic, TextEdit, TextRange } from './model.ts'
import { type EntrySettings, profilePlace } from './targets.ts'

export interface FileDiagnostics {
  readonly list: readonly LanguageDiagnostic[]
}

const SEVERITY: ReadonlyMap<string, 1 | 2 | 3> = new Map([
  ['error', 1],
  ['warning', 2],
])

export function toDiagnostics(analysis: Analysis, messages: readonly Message[]): FileDiagnostics {
  return { list: messages.map(message => toDiagnostic(analysis, message)) }
}

function toDiagnostic(analysis: Analysis, message: Message): LanguageDiagnostic {
  const { file } = analysis
  const isHere = message.file === file || message.line === 0
  const [include] = message.includedFrom
  const related = message.notes
    .filter(n => n.line > 0)
    .map(n => ({ file: n.file, range: rangeOf(n), message: n.message }))
  const text = message.option === '' ? message.message : `${message.message} [${message.option}]`
  const common = { severity: SEVERITY.get(message.severity) ?? 3, code: message.code }
  if (isHere) {
    const fix = message.fixIts.every(f => f.file === file) ? message.fixIts.map(editOf) : []
    return { ...common, range: wordRange(analysis, message), message: text, related, fix }
  }
  const line = Math.max(0, (include?.line ?? 1) - 1)
  const lines = new LineMap(analysis.text)
  const range = { start: { line, character: 0 }, end: lines.positionAt(lines.offsetAt({ line, character: 1e6 })) }
  const there = { file: message.file, range: rangeOf(message), message: text }
  const where = `in ${message.file.split(/[\\/]/).at(-1)}:${message.line}:${message.column}: ${text}`
  return { ...common, range, message: where, related: [there, ...related], fix: [] }
}

const rangeOf = ({
  line,
  column,
  endLine,
  endColumn,
}: Pick<MessageRange, 'line' | 'column' | 'endLine' | 'endColumn'>): TextRange => ({
  start: { line: Math.max(0, line - 1), character: Math.max(0, column - 1) },
  end: { line: Math.max(0, endLine - 1), character: Math.max(0, endColumn - 1) },
})

/** An empty place is shown as the word or character there. */
function wordRange(analysis: Analysis, message: Message): TextRange {
  const range = rangeOf(message)
  if (message.line === 0) return { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } }
  const lines = analysis.linesOf(analysis.file)
  const start = lines.offsetAt(range.start)
  const end = lines.offsetAt(range.end)
  if (end > start) return range
  const length = /^(?:\w+|.)?/.exec(analysis.text.slice(start))![0].length
  return lines.range(start, start + length)
}

const editOf = (fix: Message['fixIts'][number]): TextEdit => ({ range: rangeOf(fix), newText: fix.text })

/** What is offered for the diagnostics that a range touches. */
export function codeActions({ list }: FileDiagnostics, range: TextRange): CodeActionText[] {
  return list.flatMap((diagnostic, i) =>
    diagnostic.fix.length > 0 && touches(diagnostic.range, range)
      ? [{ title: titleOf(diagnostic), edits: diagnostic.fix, diagnostic: i }]
      : [],
  )
}

function titleOf({ fix }: LanguageDiagnostic): string {
  const [first] = fix
  const isEmpty = ({ range: { start, end } }: TextEdit): boolean =>
    start.line === end.line && start.character === end.character
  if (fix.length > 1 || !first) return `Apply the fix (${fix.length} edits)`
  if (first.newText === '') return 'Remove it'
  const text = first.newText.trim()
  return isEmpty(first) ? `Insert '${text}'` : `Change to '${text}'`
}

function touches(a: TextRange, b: TextRange): boolean {
  const before = (p: TextRange['start'], q: TextRange['start']): boolean =>
    p.line < q.line || (p.line === q.line && p.character < q.character)
  return !before(a.end, b.start) && !before(b.end, a.start)
}

/** A message about an entry point as a whole, at the comment that tells how the file is compiled, if there is one. */
export function atComment(message: Message, file: string, text: string, { target }: EntrySettings): Message {
  const place = profilePlace(text, target)
  if (!place) return message
  const { start, end } = new LineMap(text).range(...place)
  const [line, column] = [start.line + 1, start.character + 1]
  return { ...message, file, line, column, endLine: end.line + 1, endColumn: end.character + 1 }
}
