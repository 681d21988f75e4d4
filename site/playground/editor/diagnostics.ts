// Messages of the compiler as diagnostics of the editor, with their fix-its as actions.

import type { Diagnostic } from '@codemirror/lint'
import type { ChangeSpec, Text } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import type { Message, MessageFixIt } from '../../../src/diag/message.ts'

/** Offset of a line and column that count from 1; inside of the text whatever they say. */
export function offsetOf(doc: Text, line: number, column: number): number {
  if (line < 1) return 0
  const found = doc.line(Math.min(line, doc.lines))
  return Math.min(found.to, found.from + Math.max(0, column - 1))
}

/** Fix-its of one file are made together; those of other files are not offered here. */
export const fixesIn = (message: Message, file: string): readonly MessageFixIt[] =>
  message.fixIts.every(fix => fix.file === file) ? message.fixIts : []

export function fixLabel(fixes: readonly MessageFixIt[]): string {
  const [fix] = fixes
  if (fixes.length !== 1 || !fix) return 'Fix all'
  const isInsertion = fix.line === fix.endLine && fix.column === fix.endColumn
  if (fix.text === '') return 'Remove'
  return `${isInsertion ? 'Insert' : 'Replace with'} ${fix.text}`
}

export function applyFixes(view: EditorView, fixes: readonly MessageFixIt[]): void {
  const { doc } = view.state
  const changes: ChangeSpec[] = fixes.map(fix => ({
    from: offsetOf(doc, fix.line, fix.column),
    to: offsetOf(doc, fix.endLine, fix.endColumn),
    insert: fix.text,
  }))
  view.dispatch({ changes, userEvent: 'input.fix' })
}

/** With notes below the message, as the text rendering has them. */
function textOf({ message, option, notes }: Message): string {
  const name = option === '' ? '' : ` [${option}]`
  return [message + name, ...notes.map(note => `note: ${note.message}`)].join('\n')
}

export function diagnosticsOf(messages: readonly Message[], file: string, doc: Text): Diagnostic[] {
  return messages
    .filter(m => m.file === file && m.line > 0)
    .map(m => {
      const from = offsetOf(doc, m.line, m.column)
      const to = Math.max(from, offsetOf(doc, m.endLine, m.endColumn))
      const fixes = fixesIn(m, file)
      return {
        from,
        to: to === from ? Math.min(doc.length, from + 1) : to,
        severity: m.severity === 'note' ? 'info' : m.severity,
        message: textOf(m),
        ...(m.code === '' ? {} : { source: m.code }),
        actions: fixes.length === 0 ? [] : [{ name: fixLabel(fixes), apply: view => applyFixes(view, fixes) }],
      } satisfies Diagnostic
    })
}
