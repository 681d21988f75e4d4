// The bytes of a file as hex lines, each with what its bytes are. A range begins a line of its own, so that no line mixes
// fields. Text comes in chunks: the whole of a big file need not be in memory at once.

import { checkArgument, checkBytes, STRING } from '../base/arguments.ts'
import { hex } from '../base/bytes.ts'
import { printable } from '../base/shown_name.ts'
import type { FieldValue } from '../container/io.ts'
import { type ByteRange, byteRanges } from './byte_map.ts'

const PER_LINE = 16
const BYTES_WIDTH = PER_LINE * 3 - 1
const CHUNK = 1 << 16

/**
 * Hex lines of the ranges, in chunks of whole lines.
 * @param ranges of bytes, as mapBytes makes them, or some of them
 */
export function* formatHex(bytes: Uint8Array, ranges: Iterable<ByteRange>): Generator<string> {
  let text = 'offset    bytes                                            text              what\n'
  for (const range of ranges) {
    const end = range.offset + range.size
    let label = `  ${rangeLabel(range)}`
    for (let at = range.offset; at < end; at += PER_LINE) {
      text += hexLine(bytes, at, Math.min(end, at + PER_LINE)) + label + '\n'
      label = ''
      if (text.length < CHUNK) continue
      yield text
      text = ''
    }
  }
  yield text
}

/** Hex lines of a file, or of one part of it with its header. */
export function hexLines(bytes: Uint8Array, part?: string): Generator<string> {
  checkBytes('hexLines', bytes)
  if (part !== undefined) checkArgument('hexLines', 'part', part, STRING)
  return formatHex(bytes, part === undefined ? byteRanges(bytes) : ofPart(byteRanges(bytes), part))
}

function* ofPart(ranges: Iterable<ByteRange>, part: string): Generator<ByteRange> {
  for (const range of ranges) if (range.part === part) yield range
}

function hexLine(bytes: Uint8Array, from: number, to: number): string {
  const row = bytes.subarray(from, to)
  // Printable ASCII as itself, everything else as a dot: these lines go to terminals.
  let ascii = ''
  for (const byte of row) ascii += byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.'
  return `${from.toString(16).padStart(8, '0')}  ${hex(row, ' ').padEnd(BYTES_WIDTH)}  ${ascii.padEnd(PER_LINE)}`
}

/** Part, path, value and name of a range in one line; bytes that are on the line already are not repeated. */
function rangeLabel(range: ByteRange): string {
  const where = range.part || (range.kind === 'header' ? 'header' : '-')
  const what = range.path || range.kind
  const value = range.value instanceof Uint8Array ? '' : valueText(range.value)
  const shown = [value, range.name].filter(Boolean).join(' ')
  return printable(shown === '' ? `${where}  ${what}` : `${where}  ${what} = ${shown}`)
}

const LONGEST = 96

/** A field's value as text: numbers in decimal, wider ones and words in hex, bytes as hex digits; cut when very long. */
export function valueText(value: FieldValue | string | undefined, longest = LONGEST): string {
  if (value === undefined) return ''
  if (typeof value === 'number') return String(value)
  if (typeof value === 'bigint') return `0x${value.toString(16)}`
  if (typeof value === 'string') return cut(value, longest)
  if (value instanceof Uint8Array) {
    const text = hex(value.subarray(0, longest / 2))
    return value.length > longest / 2 ? `${text}…` : text
  }
  return cut(Array.from(value.subarray(0, longest), word => `0x${word.toString(16)}`).join(' '), longest)
}

const cut = (text: string, longest: number): string => (text.length <= longest ? text : `${text.slice(0, longest)}…`)
