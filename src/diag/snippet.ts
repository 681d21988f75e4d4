// The lines under a message: the source line, the caret with `~~~` under ranges, and the fix-its at their columns.
// A line that is wider than asked for is cut around what is marked, with `...` where something is missing, as clang does.
// Offsets are UTF-16 units of the line; columns are what a terminal shows.

import { charWidth, printableChar, textWidth } from './char_width.ts'

/** A half-open range of offsets in the line. */
export interface LineRange {
  readonly start: number
  readonly end: number
}

export interface LineFixIt {
  readonly at: number
  readonly text: string
}

export interface Snippet {
  readonly line: string
  readonly carets: string
  /** '' without fix-its. */
  readonly fixIts: string
}

const TAB = 8
/** Generated sources have lines of megabytes: only so much on each side of the caret is looked at, and no more than four times what can be shown. */
const REACH = 4096
const FRONT = '  ...'
const BACK = '...'

/** The text of each character as printed, and the column that each offset is in. */
interface ColumnMap {
  /** By offset; '' for the second unit of a surrogate pair. One more than there are offsets. */
  readonly pieces: readonly string[]
  /** By offset, the end included. */
  readonly columns: readonly number[]
}

/** @param width columns that the longest line may take */
export function snippet(
  lineText: string,
  caret: number,
  ranges: readonly LineRange[],
  fixIts: readonly LineFixIt[],
  width: number,
): Snippet {
  const reach = Math.min(REACH, 4 * Math.max(width, 80))
  let from = Math.max(0, caret - reach)
  if (isLowSurrogate(lineText, from)) from++
  let to = Math.min(lineText.length, caret + reach)
  if (isLowSurrogate(lineText, to)) to--
  const text = lineText.slice(from, to)
  const map = columnMap(text)
  const within = (offset: number): number => Math.max(0, Math.min(offset - from, text.length))
  const at = (offset: number): number => map.columns[within(offset)]!
  const marks = new Array<string>(map.columns[text.length]!).fill(' ')
  for (const { start, end } of ranges) {
    const trimmed = trim(text, within(start), within(end))
    for (let column = map.columns[trimmed.start]!; column < map.columns[trimmed.end]!; column++) marks[column] = '~'
  }
  // A caret behind the end of the line stands on its own.
  while (marks.length <= at(caret)) marks.push(' ')
  marks[at(caret)] = '^'
  const inserted = fixItLine(fixIts, at)
  const lines = { line: map.pieces.join(''), carets: marks.join('').trimEnd(), fixIts: inserted }
  const isWhole = from === 0 && to === lineText.length
  const widest = Math.max(map.columns[text.length]!, lines.carets.length, textWidth(inserted))
  return isWhole && widest <= width ? lines : cut(lines, text, map, width, from > 0, to < lineText.length)
}

const isLowSurrogate = (text: string, at: number): boolean =>
  at > 0 &&
  at < text.length &&
  (text.charCodeAt(at) & 0xfc00) === 0xdc00 &&
  (text.charCodeAt(at - 1) & 0xfc00) === 0xd800

function columnMap(text: string): ColumnMap {
  const pieces: string[] = []
  const columns: number[] = []
  let column = 0
  for (const char of text) {
    const piece = char === '\t' ? ' '.repeat(TAB - (column % TAB)) : printableChar(char)
    const width = piece === char ? charWidth(char.codePointAt(0)!) : piece.length
    for (let unit = 0; unit < char.length; unit++) {
      pieces.push(unit === 0 ? piece : '')
      columns.push(column)
    }
    column += width
  }
  columns.push(column)
  return { pieces, columns }
}

/** A range without the blanks at its ends. */
function trim(text: string, start: number, end: number): LineRange {
  while (start < end && isBlank(text, start)) start++
  while (end > start && isBlank(text, end - 1)) end--
  return { start, end }
}

const isBlank = (text: string, at: number): boolean => text[at] === ' ' || text[at] === '\t'

/** Each fix-it at its column, or one blank behind the one before it when that is longer. */
function fixItLine(fixIts: readonly LineFixIt[], columnOf: (offset: number) => number): string {
  let out = ''
  let end = 0
  for (const { at, text } of [...fixIts].sort((a, b) => a.at - b.at)) {
    const wanted = columnOf(at)
    const column = wanted < end ? end + 1 : wanted
    out += ' '.repeat(column - end) + text
    end = column + textWidth(text)
  }
  return out
}

/** Grows the marked part by a word on each side, in turns, as long as it fits. */
function cut(
  lines: Snippet,
  text: string,
  { pieces, columns }: ColumnMap,
  width: number,
  moreInFront: boolean,
  moreBehind: boolean,
): Snippet {
  const columnEnd = (line: string): number => textWidth(line.trimEnd())
  const blanks = (line: string): number => line.length - line.trimStart().length
  let first = Math.min(blanks(lines.carets), lines.fixIts === '' ? Number.MAX_SAFE_INTEGER : blanks(lines.fixIts))
  let last = Math.max(columnEnd(lines.carets), columnEnd(lines.fixIts))
  const room = Math.max(1, width - FRONT.length - BACK.length)
  if (last - first > room) {
    // What is marked is itself wider than the room: the caret counts.
    first = Math.max(first, lines.carets.indexOf('^') - (room >> 1))
    last = Math.min(last, first + room)
  }
  let start = offsetAt(columns, first)
  let end = Math.max(start, offsetAt(columns, last))
  const beyond = Math.max(0, last - columns[end]!)
  for (let isGrowing = true; isGrowing; ) {
    isGrowing = false
    const before = wordBefore(text, start)
    if (before < start && columns[end]! + beyond - columns[before]! <= room) {
      start = before
      isGrowing = true
    }
    const after = wordAfter(text, end)
    if (after > end && columns[after]! + beyond - columns[start]! <= room) {
      end = after
      isGrowing = true
    }
  }
  // A word that alone fills a line is cut inside.
  if (columns[end]! - columns[start]! < room / 2) {
    while (start > 0 && columns[end]! + beyond - columns[start]! < (room * 3) / 4) start--
    while (end < text.length && columns[end]! + beyond - columns[start]! < room) end++
    if (pieces[start] === '' && start > 0) start--
    if (pieces[end] === '') end++
  }
  const isCutInFront = moreInFront || start > 0
  const front = isCutInFront ? FRONT : ''
  const back = moreBehind || end < text.length ? BACK : ''
  const skip = columns[start]!
  const shift = (line: string): string =>
    line.trim() === '' ? '' : ' '.repeat(front.length) + clip(line, skip, columns[end]! + beyond)
  return {
    line: front + pieces.slice(start, end).join('') + back,
    carets: shift(lines.carets),
    fixIts: shift(lines.fixIts),
  }
}

/** The part of a line of marks or fix-its that lies in columns first..last; before the first column stand only blanks. */
function clip(line: string, first: number, last: number): string {
  let out = ''
  let column = first
  for (const char of line.slice(first)) {
    if (column >= last) break
    out += char
    column += charWidth(char.codePointAt(0)!)
  }
  return out.trimEnd()
}

/** The offset whose character covers a column. */
function offsetAt(columns: readonly number[], column: number): number {
  let low = 0
  let high = columns.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if (columns[middle]! >= column) high = middle
    else low = middle + 1
  }
  return low
}

function wordBefore(text: string, at: number): number {
  while (at > 0 && isBlank(text, at - 1)) at--
  while (at > 0 && !isBlank(text, at - 1)) at--
  return at
}

function wordAfter(text: string, at: number): number {
  while (at < text.length && isBlank(text, at)) at++
  while (at < text.length && !isBlank(text, at)) at++
  return at
}
