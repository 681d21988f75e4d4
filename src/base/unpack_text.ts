// Strings of a table as the bundle holds them: `~` and three digits stand for a piece of what came before. configs/pack_text.js writes this form.

const DIGITS = 94
const FIRST = 33
const SHORTEST = 6

/** The strings, in the order in which they stand in the source. */
export function unpackText(packed: string): string[] {
  const digit = (at: number): number => packed.charCodeAt(at) - FIRST
  let out = ''
  let from = 0
  for (let at = packed.indexOf('~'); at >= 0; at = packed.indexOf('~', from)) {
    out += packed.slice(from, at)
    const start = out.length - (digit(at + 1) * DIGITS + digit(at + 2))
    out += out.slice(start, start + digit(at + 3) + SHORTEST)
    from = at + 4
  }
  return (out + packed.slice(from)).split('\n\n')
}
