// Diagnostics as clang prints them: file:line:column, the source line, the caret, ranges and fix-its, the notes.
// Invariant: every line printed ends with a newline; nothing but the messages is consulted.

import {
  ARRAY,
  BOOLEAN,
  type Check,
  checkArgument,
  checkOptions,
  listOf,
  type OptionTable,
  oneOf,
  record,
  STRING,
  wholeNumber,
} from '../base/arguments.ts'
import { shownName } from '../base/shown_name.ts'
import type { Severity } from './codes.ts'
import type { Message, MessageFixIt, MessageRange } from './message.ts'
import { snippet } from './snippet.ts'
import { warningFlag } from './warning_names.ts'

/** How a place is written, by -fdiagnostics-format: `f:9:1:`, `f(9,1) :` or `f +9:1:`. */
export type PlaceStyle = 'clang' | 'msvc' | 'vi'

export interface FormatMessagesOptions {
  /** ANSI colours; default false. */
  readonly color?: boolean
  /** Default clang. */
  readonly style?: PlaceStyle
  /** Columns that source lines may take; longer ones are cut around the caret. Default 400. */
  readonly width?: number | undefined
}

/** What checks take for messages. */
export const MESSAGES: Check = {
  ...listOf(record('', { severity: STRING, message: STRING, includedFrom: ARRAY, expansions: ARRAY, notes: ARRAY })),
  what: 'an array of messages',
}

const FORMAT_OPTIONS: OptionTable<FormatMessagesOptions> = {
  color: BOOLEAN,
  style: oneOf('clang', 'msvc', 'vi'),
  width: wholeNumber(0, 1_000_000),
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

/**
 * Prints messages in their order, with caret lines and notes; '' when there are none. The stack of includes is printed when it
 * changes.
 */
export function formatMessages(messages: readonly Message[], options: FormatMessagesOptions = {}): string {
  checkArgument('formatMessages', 'messages', messages, MESSAGES)
  checkOptions('formatMessages', options, FORMAT_OPTIONS)
  const renderer = new Renderer(options)
  for (const message of messages) renderer.add(message)
  return renderer.text
}

/** Errors behind which clang reads nothing more, and says so. */
const FATAL: ReadonlySet<string> = new Set(['E1007', 'E1101', 'E2226'])

class Renderer {
  readonly #options: FormatMessagesOptions
  readonly #out: string[] = []
  #lastStack = ''
  /** Place and severity of what was printed last: the same lines are not shown twice. */
  #lastPlace = ''
  #lastSeverity: Severity = 'note'
  /** Bytes of UTF-8 in front of a unit of a line, counted for the message before: lines of generated sources have thousands of messages. */
  #counted = { lineText: '', unit: 0, bytes: 0 }

  constructor(options: FormatMessagesOptions) {
    this.#options = options
  }

  get text(): string {
    return this.#out.join('')
  }

  add(message: Message): void {
    const stack = includeStack(message.includedFrom)
    if (stack !== this.#lastStack) this.#out.push(stack)
    this.#lastStack = stack
    this.#one(message)
  }

  #one(message: Message): void {
    const { severity, ranges, fixIts, expansions } = message
    const isPlaced = message.line > 0
    this.#head(
      isPlaced ? message : undefined,
      severity,
      shownText(message.message) + warningFlag(message),
      severity === 'note' ? '' : BOLD,
      FATAL.has(message.code) ? 'fatal error' : severity,
    )
    const place = [message, ...expansions].map(at => `${at.file}:${at.line}:${at.column}`).join('\n')
    const isKnown = place === this.#lastPlace && (this.#lastSeverity !== 'note' || severity === 'note')
    // The message's own range, further ones, and what a fix-it would replace are underlined.
    if (isPlaced && !(isKnown && ranges.length === 0 && fixIts.length === 0))
      this.#snippet(message, [message, ...ranges, ...fixIts], fixIts)
    this.#lastPlace = place
    this.#lastSeverity = severity
    for (const expansion of expansions) {
      this.#head(expansion, 'note', `expanded from macro '${shownName(expansion.macro)}'`, '')
      this.#snippet(expansion, expansion.ranges, [])
    }
    for (const note of message.notes) this.#one(note)
  }

  #head(at: Place | undefined, severity: Severity, message: string, bold: string, word: string = severity): void {
    const place = at ? this.#placeText(at) : ''
    if (this.#options.color)
      this.#out.push(`${BOLD}${place}${COLORS[severity]}${word}: ${RESET}${bold}${message}${RESET}\n`)
    else this.#out.push(`${place}${word}: ${message}\n`)
  }

  /** Columns count bytes of UTF-8, as clang's do. */
  #placeText({ file, line, column, lineText }: Place): string {
    const unit = column - 1
    const { lineText: known, unit: from, bytes } = this.#counted
    const isBehind = lineText === known && unit >= from
    const counted = isBehind ? bytes + utf8Length(lineText.slice(from, unit)) : utf8Length(lineText.slice(0, unit))
    this.#counted = { lineText, unit, bytes: counted }
    return PLACES[this.#options.style ?? 'clang'](shownName(file), line, 1 + counted)
  }

  #snippet(at: Place, ranges: readonly MessageRange[], fixIts: readonly MessageFixIt[]): void {
    const { file, line, lineText } = at
    const shown = fixIts.filter(fix => fix.text !== '')
    // Fix-its of other lines cannot be shown here, and a part of them would mislead.
    const isShown = shown.every(fix => fix.file === file && fix.line === line && !/[\r\n]/.test(fix.text))
    const lines = snippet(
      lineText,
      at.column - 1,
      ranges
        .filter(range => range.file === file && range.line <= line && range.endLine >= line)
        .map(range => ({
          start: range.line < line ? 0 : range.column - 1,
          end: range.endLine > line ? lineText.length : range.endColumn - 1,
        })),
      isShown ? shown.map(({ column, text }) => ({ at: column - 1, text })) : [],
      this.#options.width || MAX_WIDTH,
    )
    const paint = (text: string, color: string): string => (this.#options.color ? `${color}${text}${RESET}` : text)
    this.#out.push(`${lines.line}\n${paint(lines.carets, BOLD_GREEN)}\n`)
    if (lines.fixIts !== '') this.#out.push(`${paint(lines.fixIts, GREEN)}\n`)
  }
}

interface Place {
  readonly file: string
  readonly line: number
  readonly column: number
  readonly lineText: string
}

/** Tabs may stand in a message; other control characters may not. */
function shownText(text: string): string {
  return text.split('\t').map(shownName).join('\t')
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
function includeStack(includedFrom: Message['includedFrom']): string {
  const lines = includedFrom.map(({ file, line }) => `In file included from ${shownName(file)}:${line}:\n`)
  if (lines.length > 2 * STACK_ENDS)
    lines.splice(STACK_ENDS, lines.length - 2 * STACK_ENDS, `(${lines.length - 2 * STACK_ENDS} more)\n`)
  return lines.join('')
}

/** Levels shown at each end of a long stack of includes. */
const STACK_ENDS = 5
