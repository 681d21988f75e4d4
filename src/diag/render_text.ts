// Diagnostics as clang prints them: file:line:column, the source line, a caret with the range underlined, the notes.
// Invariant: every line printed ends with a newline; nothing but the diagnostics and the sources is consulted.

import type { Severity } from './codes.ts'
import type { Diagnostic } from './diagnostics.ts'
import type { Location, Sources, Span } from './sources.ts'
import { warningFlag } from './warning_names.ts'

/** How a place is written, by -fdiagnostics-format: `f:9:1:`, `f(9,1) :` or `f +9:1:`. */
export type PlaceStyle = 'clang' | 'msvc' | 'vi'

export interface RenderTextOptions {
  /** ANSI colours. */
  readonly color: boolean
  /** Default clang. */
  readonly style?: PlaceStyle
}

const PLACES: Readonly<Record<PlaceStyle, (file: string, line: number, column: number) => string>> = {
  clang: (file, line, column) => `${file}:${line}:${column}: `,
  msvc: (file, line, column) => `${file}(${line},${column}) :  `,
  vi: (file, line, column) => `${file} +${line}:${column}: `,
}

const COLORS: Readonly<Record<Severity, string>> = {
  error: '\x1b[0;1;31m',
  warning: '\x1b[0;1;35m',
  note: '\x1b[0;1;30m',
}
const BOLD = '\x1b[1m'
const GREEN = '\x1b[0;1;32m'
const RESET = '\x1b[0m'

/** Longer lines are shown in part, around the caret: generated sources have lines of megabytes. */
const MAX_WIDTH = 400
const TAB = 8

/** Prints the list in its order; '' when it is empty. The include stack is printed when it changes. */
export function renderText(
  list: readonly Diagnostic[],
  sources: Sources,
  options: RenderTextOptions = { color: false },
): string {
  const out: string[] = []
  let lastIncludedAt = 0
  for (const diagnostic of list) {
    const includedAt = sources.fileAt(diagnostic.span.pos)?.includedAt ?? 0
    if (includedAt !== 0 && includedAt !== lastIncludedAt) out.push(includeStack(includedAt, sources))
    lastIncludedAt = includedAt
    renderOne(diagnostic, sources, options, out)
  }
  return out.join('')
}

function renderOne(diagnostic: Diagnostic, sources: Sources, options: RenderTextOptions, out: string[]): void {
  const { span, severity } = diagnostic
  const message = diagnostic.message + warningFlag(diagnostic)
  const at = sources.locate(span.pos)
  const { color } = options
  const place = at ? placeText(at, options) : ''
  if (color)
    out.push(
      `${BOLD}${place}${COLORS[severity]}${severity}: ${RESET}${severity === 'note' ? '' : BOLD}${message}${RESET}\n`,
    )
  else out.push(`${place}${severity}: ${message}\n`)
  if (at) out.push(snippet(at, sources.fileStart(span.pos), sources.fileEnd(Math.max(span.end, span.pos)), color))
  renderExpansion(span, sources, options, out)
  for (const note of diagnostic.notes) renderOne(note, sources, options, out)
}

function placeText(at: Location, options: RenderTextOptions): string {
  return PLACES[options.style ?? 'clang'](at.file, at.line, at.column)
}

/** Where in a macro's body the trouble is, innermost first, as clang's notes say. */
function renderExpansion(span: Span, sources: Sources, options: RenderTextOptions, out: string[]): void {
  const points: { readonly macro: string; readonly spelling: number }[] = []
  for (let point = sources.expansionAt(span.pos); point; point = sources.expansionAt(point.use.pos)) points.push(point)
  // A deep nest says the same thing over and over: its ends are enough.
  const shown = points.length > 6 ? [...points.slice(0, 3), ...points.slice(-3)] : points
  for (const { macro, spelling } of shown.reverse()) {
    const at = sources.locate(spelling)
    if (!at) continue
    const word = options.color ? `${COLORS.note}note: ${RESET}` : 'note: '
    out.push(`${options.color ? BOLD : ''}${placeText(at, options)}${word}expanded from macro '${macro}'\n`)
    out.push(snippet(at, spelling, spelling, options.color))
  }
}

/** Outermost first. clang prints the whole stack; of two hundred levels of a cycle the ends say as much. */
function includeStack(includedAt: number, sources: Sources): string {
  const lines: string[] = []
  for (let pos = includedAt; pos !== 0; pos = sources.fileAt(pos)?.includedAt ?? 0) {
    const at = sources.locate(pos)
    if (at) lines.push(`In file included from ${at.file}:${at.line}:\n`)
  }
  lines.reverse()
  if (lines.length > 2 * STACK_ENDS)
    lines.splice(STACK_ENDS, lines.length - 2 * STACK_ENDS, `(${lines.length - 2 * STACK_ENDS} more)\n`)
  return lines.join('')
}

/** Levels shown at each end of a long stack of includes. */
const STACK_ENDS = 5

/** The source line and the caret line under it. pos and end are places in the file. */
function snippet(at: Location, pos: number, end: number, color: boolean): string {
  const { lineText } = at
  const caret = at.column - 1
  const from = lineText.length > MAX_WIDTH ? Math.max(0, caret - MAX_WIDTH / 2) : 0
  const shown = lineText.slice(from, from + MAX_WIDTH)
  const length = Math.max(1, Math.min(end - pos, from + shown.length - caret))
  const line = printable(shown)
  const before = printable(lineText.slice(from, caret)).length
  const marked = printable(lineText.slice(from, caret + length)).length
  const underline = `${' '.repeat(before)}^${'~'.repeat(Math.max(0, marked - before - 1))}`
  return color ? `${line}\n${GREEN}${underline}${RESET}\n` : `${line}\n${underline}\n`
}

/** Tabs as blanks up to the next stop, and nothing that could confuse a terminal. */
function printable(text: string): string {
  let out = ''
  for (const char of text) {
    const code = char.codePointAt(0)!
    if (char === '\t') out += ' '.repeat(TAB - (out.length % TAB))
    else if (code < 32 || (code >= 127 && code < 160)) out += `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`
    else out += char
  }
  return out
}
