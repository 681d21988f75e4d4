// Colours for terminals, by what a text means. Invariant: without colour the text is the same, letter for letter.

export type Role = 'heading' | 'explicit' | 'implicit' | 'free' | 'bad' | 'plain'

export type Paint = (role: Role, text: string) => string

const CODES: Readonly<Record<Role, string>> = {
  heading: '1',
  explicit: '36',
  implicit: '32',
  free: '2',
  bad: '31',
  plain: '',
}

/** Escape sequences when colour is wanted, else the text as it is. */
export const painter = (color: boolean): Paint =>
  color
    ? (role, text) => (CODES[role] === '' || text === '' ? text : `\x1b[${CODES[role]}m${text}\x1b[0m`)
    : (_role, text) => text

/** Names may hold anything; control characters and marks that turn text around must not reach a terminal. */
export const printable = (text: string): string => text.replace(/[\p{Cc}\p{Bidi_Control}]/gu, '?')

export interface Column {
  readonly head: string
  readonly right?: boolean
}

/** Rows under a head, columns as wide as their widest cell. paint: how a row's cells are coloured, after padding. */
export function tableLines(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  paint: (row: number, column: number, text: string) => string,
  paintHead: (text: string) => string,
): string[] {
  const widths = columns.map((c, i) => Math.max(c.head.length, ...rows.map(row => row[i]!.length)))
  const pad = (text: string, i: number): string =>
    columns[i]!.right ? text.padStart(widths[i]!) : text.padEnd(widths[i]!)
  const line = (cells: readonly string[], style: (text: string, i: number) => string): string => {
    const shown = cells.map((cell, i) => {
      const padded = i === cells.length - 1 ? (columns[i]!.right ? pad(cell, i) : cell) : pad(cell, i)
      return padded.replace(cell, () => style(cell, i))
    })
    return shown.join('  ').trimEnd()
  }
  return [
    line(
      columns.map(c => c.head),
      text => (text === '' ? '' : paintHead(text)),
    ),
    ...rows.map((row, r) => line(row, (text, c) => (text === '' ? '' : paint(r, c, text)))),
  ]
}
