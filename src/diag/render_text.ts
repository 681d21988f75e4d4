// Diagnostics as clang prints them: file:line:column, the source line, the caret, ranges and fix-its, the notes.
// Invariant: every line printed ends with a newline; nothing but the diagnostics and the sources is consulted.

import type { Severity } from './codes.ts'
import type { Diagnostic, FixIt } from './diagnostics.ts'
import { snippet } from './snippet.ts'
import type { ExpansionPoint, Location, Sources, Span } from './sources.ts'
import { warningFlag } from './warning_names.ts'

/** How a place is written, by -fdiagnostics-format: `f:9:1:`, `f(9,1) :` or `f +9:1:`. */
export type PlaceStyle = 'clang' | 'msvc' | 'vi'

export interface RenderTextOptions {
  /** ANSI colours. */
  readonly color: boolean
  /** Default clang. */
  readonly style?: PlaceStyle
  /** Columns that source lines may take; longer ones are cut around the caret. Default 400. */
  readonly width?: number | undefined
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
const BOLD_GREEN = '\x1b[0;1;32m'
const GREEN = '\x1b[0;32m'
const RESET = '\x1b[0m'

/** Columns of the source lines shown where nobody says how wide the terminal is. */
const MAX_WIDTH = 400

/** Prints the list in its order; '' when it is empty. The include stack is printed when it changes. */
export function renderText(
  list: readonly Diagnostic[],
  sources: Sources,
  options: RenderTextOptions = { color: false },
): string {
  const renderer = new Renderer(sources, options)
  for (const diagnostic of list) renderer.add(diagnostic)
  return renderer.text
}

class Renderer {
  readonly #sources: Sources
  readonly #options: RenderTextOptions
  readonly #out: string[] = []
  #lastIncludedAt = 0
  /** Place and severity of what was printed last: the same lines are not shown twice. */
  #lastPos = -1
  #lastSeverity: Severity = 'note'

  constructor(sources: Sources, options: RenderTextOptions) {
    this.#sources = sources
    this.#options = options
  }

  get text(): string {
    return this.#out.join('')
  }

  add(diagnostic: Diagnostic): void {
    const includedAt = this.#sources.fileAt(diagnostic.span.pos)?.includedAt ?? 0
    if (includedAt !== 0 && includedAt !== this.#lastIncludedAt) this.#out.push(includeStack(includedAt, this.#sources))
    this.#lastIncludedAt = includedAt
    this.#one(diagnostic)
  }

  #one(diagnostic: Diagnostic): void {
    const { span, severity, ranges, fixIts } = diagnostic
    const message = diagnostic.message + warningFlag(diagnostic)
    const at = this.#sources.locate(span.pos)
    this.#head(at, severity, message, severity === 'note' ? '' : BOLD)
    const isKnown = span.pos === this.#lastPos && (this.#lastSeverity !== 'note' || severity === 'note')
    if (at && !(isKnown && ranges.length === 0 && fixIts.length === 0))
      this.#snippet(at, this.#sources.fileStart(span.pos), this.#fileRanges(diagnostic), this.#fileFixIts(fixIts))
    this.#lastPos = span.pos
    this.#lastSeverity = severity
    this.#expansion(diagnostic)
    for (const note of diagnostic.notes) this.#one(note)
  }

  #head(at: Location | undefined, severity: Severity, message: string, bold: string): void {
    const place = at ? placeText(at, this.#options) : ''
    if (this.#options.color)
      this.#out.push(`${BOLD}${place}${COLORS[severity]}${severity}: ${RESET}${bold}${message}${RESET}\n`)
    else this.#out.push(`${place}${severity}: ${message}\n`)
  }

  /** What is underlined: the span itself, the ranges, and what a fix-it would replace. */
  #marked({ span, ranges, fixIts }: Diagnostic): readonly Span[] {
    return [span, ...ranges, ...fixIts.map(fix => fix.span)]
  }

  #fileRanges(diagnostic: Diagnostic): Span[] {
    const sources = this.#sources
    return this.#marked(diagnostic).map(({ pos, end }) => ({
      pos: sources.fileStart(pos),
      end: end > pos ? sources.fileEnd(end) : pos,
    }))
  }

  /** None when one of them lies in a macro's expansion: other uses of the macro may not need it. */
  #fileFixIts(fixIts: readonly FixIt[]): readonly FixIt[] {
    return fixIts.some(({ span }) => this.#sources.expansionAt(span.pos)) ? [] : fixIts
  }

  /** Where in a macro's body the trouble is, innermost first, as clang's notes say. */
  #expansion(diagnostic: Diagnostic): void {
    const points: ExpansionPoint[] = []
    const sources = this.#sources
    for (let point = sources.expansionAt(diagnostic.span.pos); point; point = sources.expansionAt(point.use.pos))
      points.push(point)
    // A deep nest says the same thing over and over: its ends are enough.
    const shown = points.length > 6 ? [...points.slice(0, 3), ...points.slice(-3)] : points
    for (const point of shown.reverse()) {
      const at = sources.locate(point.spelling)
      if (!at) continue
      this.#head(at, 'note', `expanded from macro '${point.macro}'`, '')
      const ranges = this.#marked(diagnostic).map(range => spelledRange(range, point, sources))
      this.#snippet(
        at,
        sources.fileStart(point.spelling),
        ranges.filter(range => range !== undefined),
        [],
      )
    }
  }

  /** pos and the ranges are places in files. */
  #snippet(at: Location, pos: number, ranges: readonly Span[], fixIts: readonly FixIt[]): void {
    const start = pos - (at.column - 1)
    const end = start + at.lineText.length
    const shown = fixIts.filter(fix => fix.text !== '')
    // Fix-its of other lines cannot be shown here, and a part of them would mislead.
    const isShown = shown.every(({ span, text }) => span.pos >= start && span.pos <= end && !/[\r\n]/.test(text))
    const lines = snippet(
      at.lineText,
      at.column - 1,
      ranges
        .filter(range => range.end > start && range.pos < end)
        .map(range => ({ start: range.pos - start, end: range.end - start })),
      isShown ? shown.map(({ span, text }) => ({ at: span.pos - start, text })) : [],
      this.#options.width || MAX_WIDTH,
    )
    const paint = (text: string, color: string): string => (this.#options.color ? `${color}${text}${RESET}` : text)
    this.#out.push(`${lines.line}\n${paint(lines.carets, BOLD_GREEN)}\n`)
    if (lines.fixIts !== '') this.#out.push(`${paint(lines.fixIts, GREEN)}\n`)
  }
}

/** The part of a range that was written in this macro's body, as a place in that body. */
function spelledRange(range: Span, of: ExpansionPoint, sources: Sources): Span | undefined {
  const start = spelledAt(range.pos, of, sources)
  if (start === undefined || range.end <= range.pos) return undefined
  const last = spelledAt(range.end - 1, of, sources)
  return last === undefined ? undefined : { pos: start, end: last + 1 }
}

function spelledAt(pos: number, { use, macro }: ExpansionPoint, sources: Sources): number | undefined {
  for (let point = sources.expansionAt(pos); point; point = sources.expansionAt(point.use.pos))
    if (point.use.pos === use.pos && point.macro === macro) return sources.fileStart(point.spelling)
  return undefined
}

/** Columns count bytes of UTF-8, as clang's do. */
function placeText(at: Location, options: RenderTextOptions): string {
  return PLACES[options.style ?? 'clang'](at.file, at.line, 1 + utf8Length(at.lineText.slice(0, at.column - 1)))
}

function utf8Length(text: string): number {
  let length = 0
  for (const char of text) {
    const code = char.codePointAt(0)!
    length += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
  }
  return length
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
