// Names that users gave (files, macros, parts) as text may show them.

/**
 * A name without control characters, which could move a terminal's cursor, recolour it or break a line in two: each stands as an
 * escape, `\n`, `\t` or `\x1b`. Characters that turn the direction of writing around are escaped too.
 */
export function shownName(name: string): string {
  return name.replace(/[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu, escaped)
}

const SHORT: ReadonlyMap<string, string> = new Map([
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
])

function escaped(char: string): string {
  const code = char.codePointAt(0)!.toString(16)
  return SHORT.get(char) ?? (code.length <= 2 ? `\\x${code.padStart(2, '0')}` : `\\u${code.padStart(4, '0')}`)
}

/** A line of text with names of a file: control characters in them must not reach a terminal. */
export const printable = (line: string): string =>
  line.replace(/\p{Cc}/gu, c => `\\x${c.charCodeAt(0).toString(16).padStart(2, '0')}`)
