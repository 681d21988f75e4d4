// The list of messages under the editor: place, text, source line with caret, notes, fixes.

import type { Message } from '../../../src/diag/message.ts'
import { fixesIn, fixLabel } from '../editor/diagnostics.ts'
import { h } from '../ui/dom.ts'

export interface MessageEvents {
  goTo(file: string, line: number, column: number): void
  fix(message: Message): void
}

/** Columns a line of source is shown with at most. */
const WIDEST = 160

/** The line and below it a caret, with `~` to the end of the range; undefined where there is no line. */
function caretText(m: Message): string | undefined {
  if (m.line === 0 || m.lineText === '') return undefined
  const line = m.lineText.replaceAll('\t', ' ').slice(0, WIDEST)
  const column = Math.min(m.column, WIDEST)
  const end = m.endLine === m.line ? Math.min(m.endColumn, line.length + 1) : line.length + 1
  return `${line}\n${' '.repeat(column - 1)}^${'~'.repeat(Math.max(0, end - column - 1))}`
}

function item(m: Message, events: MessageEvents): HTMLElement {
  const place = m.line > 0 ? `${m.file}:${m.line}:${m.column}` : m.file
  const fixes = fixesIn(m, m.file)
  const caret = caretText(m)
  return h(
    'li',
    { class: `message ${m.severity}` },
    h(
      'p',
      {},
      m.line > 0 &&
        h('button', { type: 'button', class: 'link', onclick: () => events.goTo(m.file, m.line, m.column) }, place),
      ' ',
      h('b', { class: 'severity' }, m.severity),
      ' ',
      h('span', { class: 'said' }, m.message),
      m.option !== '' && h('span', { class: 'note' }, ` [${m.option}]`),
      ' ',
      m.code !== '' &&
        h('a', { class: 'code', href: `../docs/messages.html#${m.code}`, target: '_blank', rel: 'noopener' }, m.code),
      ' ',
      fixes.length > 0 &&
        h('button', { type: 'button', class: 'plain', onclick: () => events.fix(m) }, fixLabel(fixes)),
    ),
    caret !== undefined && h('pre', { class: 'caret' }, caret),
    m.notes.length > 0 &&
      h(
        'ul',
        {},
        m.notes.map(inner => item(inner, events)),
      ),
  )
}

export function showMessages(list: HTMLElement, messages: readonly Message[], events: MessageEvents): void {
  list.replaceChildren(...messages.map(m => item(m, events)))
}
