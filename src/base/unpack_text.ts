// Strings of a table as the bundle holds them: `~` and three digits stand for a piece of what came before. configs/pack_text.js writes this form.

import { lazy } from './lazy.ts'

const DIGITS = 94
const FIRST = 33
const SHORTEST = 11
/** Arguments of one call. */
const CHUNK = 8192

/** Gives the strings, in the order in which they stand in the source. They are unpacked when they are first asked for. */
export const unpackText = (packed: string): (() => readonly string[]) => lazy(() => unpacked(packed))

/** Units are copied in one array: text that grows is copied as a whole each time. */
function unpacked(packed: string): string[] {
  const digit = (at: number): number => packed.charCodeAt(at) - FIRST
  let length = packed.length
  for (let at = packed.indexOf('~'); at >= 0; at = packed.indexOf('~', at + 4)) length += digit(at + 3) + SHORTEST - 4
  const units = new Uint16Array(length)
  let end = 0
  let from = 0
  for (let at = packed.indexOf('~'); at >= 0; at = packed.indexOf('~', from)) {
    while (from < at) units[end++] = packed.charCodeAt(from++)
    const start = end - (digit(at + 1) * DIGITS + digit(at + 2))
    const size = digit(at + 3) + SHORTEST
    units.copyWithin(end, start, start + size)
    end += size
    from = at + 4
  }
  while (from < packed.length) units[end++] = packed.charCodeAt(from++)
  let text = ''
  for (let at = 0; at < length; at += CHUNK) text += String.fromCharCode(...units.subarray(at, at + CHUNK))
  return text.split('\n\n')
}

/** The object of strings whose entries are the lines of a text, `key=value`. A line without a key has the number after that of the line above. */
export function unpackObject(text: string): object {
  let key = ''
  return Object.fromEntries(
    text.split('\n').map(line => {
      const end = line.indexOf('=')
      key = line.slice(0, end) || key.replace(/\d+/, number => `${Number(number) + 1}`)
      return [key, line.slice(end + 1)]
    }),
  )
}

/**
 * The rows of a table that is one text: rows end with a line, columns are between bars. The first line has what empty columns stand for, `^` is
 * what stands above; `numbers` are the columns that hold numbers.
 */
export function unpackRows(text: string, numbers: readonly number[]): (string | number)[][] {
  const [usual, ...rows] = text.split('\n').map((line): (string | number)[] => line.split('|'))
  let above = usual!
  for (const row of rows) {
    for (let i = 0; i < row.length; i++) {
      if (row[i] === '^') row[i] = above[i]!
      else row[i] ||= usual![i]!
    }
    for (const column of numbers) row[column] = Number(row[column])
    above = row
  }
  return rows
}
