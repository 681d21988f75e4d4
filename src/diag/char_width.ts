// How many columns characters take on a terminal, and what is printed for those that a terminal must not see.

/** First and last code point of characters two columns wide (East Asian, emoji). */
const WIDE: readonly number[] = [
  0x1100, 0x115f, 0x2e80, 0x303e, 0x3041, 0x33ff, 0x3400, 0x4dbf, 0x4e00, 0x9fff, 0xa000, 0xa4cf, 0xac00, 0xd7a3,
  0xf900, 0xfaff, 0xfe30, 0xfe6f, 0xff00, 0xff60, 0xffe0, 0xffe6, 0x1f300, 0x1f64f, 0x1f680, 0x1f6ff, 0x1f900, 0x1f9ff,
  0x20000, 0x3fffd,
]

/** First and last code point of marks that take no column of their own. */
const COMBINING: readonly number[] = [
  0x300, 0x36f, 0x483, 0x489, 0x591, 0x5bd, 0x610, 0x61a, 0x64b, 0x65f, 0x6d6, 0x6dc, 0x900, 0x902, 0x93c, 0x93c, 0x941,
  0x948, 0xe31, 0xe31, 0xe34, 0xe3a, 0xe47, 0xe4e, 0x1ab0, 0x1aff, 0x1dc0, 0x1dff, 0x20d0, 0x20ff, 0xfe00, 0xfe0f,
  0xfe20, 0xfe2f, 0xe0100, 0xe01ef,
]

/** Control characters, those that turn the direction of writing, those without a shape, halves of surrogate pairs. */
const UNPRINTABLE: readonly number[] = [
  0, 0x1f, 0x7f, 0x9f, 0xad, 0xad, 0x200b, 0x200f, 0x2028, 0x202e, 0x2060, 0x206f, 0xd800, 0xdfff, 0xfeff, 0xfeff,
  0xfff9, 0xfffb,
]

function isIn(ranges: readonly number[], code: number): boolean {
  for (let i = 0; i < ranges.length && ranges[i]! <= code; i += 2) if (code <= ranges[i + 1]!) return true
  return false
}

/** Columns of a printable character. */
export function charWidth(code: number): number {
  if (code < 0x300) return 1
  return isIn(WIDE, code) ? 2 : isIn(COMBINING, code) ? 0 : 1
}

/** What is shown for a character: itself, or `<U+202E>`. Tabs are the caller's. */
export function printableChar(char: string): string {
  const code = char.codePointAt(0)!
  return isIn(UNPRINTABLE, code) ? `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>` : char
}

/** Columns that a text takes. */
export function textWidth(text: string): number {
  let width = 0
  for (const char of text) width += charWidth(char.codePointAt(0)!)
  return width
}
