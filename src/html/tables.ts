// Tables and sections of the page, as HTML. Every text goes through escapeHtml on its way in.

import { escapeHtml } from './escape.ts'

/** A cell: text, or a number that is aligned to the right. */
export type Cell = string | number

export function htmlTable(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const cell = (value: Cell): string =>
    typeof value === 'number' ? `<td class="num">${value}</td>` : `<td>${escapeHtml(value)}</td>`
  const body = rows.map(row => `<tr>${row.map(cell).join('')}</tr>`).join('\n')
  const heads = head.map(h => `<th scope="col">${escapeHtml(h)}</th>`).join('')
  return `<div class="scroll"><table><thead><tr>${heads}</tr></thead><tbody>\n${body}</tbody></table></div>\n`
}

/** Facts as term and text; those without a text are left out. */
export function htmlFacts(facts: readonly (readonly [term: string, text: string | number | undefined])[]): string {
  const shown = facts.filter(([, text]) => text !== undefined && text !== '')
  if (shown.length === 0) return ''
  return `<dl>${shown.map(([term, text]) => `<dt>${escapeHtml(term)}</dt><dd>${escapeHtml(String(text))}</dd>`).join('')}</dl>\n`
}

export function htmlSection(title: string, body: string, level: 2 | 3 = 2): string {
  return `<h${level}>${escapeHtml(title)}</h${level}>\n${body}`
}

export const htmlNone = (text: string): string => `<p class="none">${escapeHtml(text)}</p>\n`
