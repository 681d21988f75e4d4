// Columns of the comment header. Widths count bytes of UTF-8, as DXC's do; a cell wider than its column is not cut.

import { utf8 } from '../base/c_string.ts'

/** Every line of the header is a comment. */
export const COMMENT = ';'

export function left(text: string, width: number): string {
  return text + ' '.repeat(missing(text, width))
}

export function right(text: string, width: number): string {
  return ' '.repeat(missing(text, width)) + text
}

function missing(text: string, width: number): number {
  const ascii = !/[^\0-\x7f]/.test(text)
  return Math.max(0, width - (ascii ? text.length : utf8(text).length))
}

/** `xyzw` with a blank for every component the mask lacks. */
export function maskColumns(mask: number): string {
  return [...'xyzw'].map((c, i) => ((mask >> i) & 1 ? c : ' ')).join('')
}

/** `xyzw` without the components the mask lacks. */
export function maskLetters(mask: number): string {
  return maskColumns(mask).replaceAll(' ', '')
}
