// Axes of macros, and what the results of their combinations say of them.

import type { Variant } from '../compiler/protocol.ts'

export interface Axis {
  readonly name: string
  readonly values: readonly string[]
}

/** More combinations are not compiled in a page. */
const MOST = 1024

/** `NAME = a b c`, one axis a line; `#` begins a comment. A value `-` leaves the macro undefined. */
export function parseAxes(text: string): { readonly axes: readonly Axis[]; readonly problem: string } {
  const axes: Axis[] = []
  for (const [i, line] of text.split('\n').entries()) {
    const bare = line.replace(/(^|\s)#.*$/, '').trim()
    if (bare === '') continue
    const match = /^([A-Za-z_]\w*)\s*=\s*(\S.*)$/.exec(bare)
    if (!match) return { axes: [], problem: `line ${i + 1}: write NAME = value value ...` }
    const values = [...new Set(match[2]!.split(/[\s,]+/).filter(v => v !== ''))]
    if (axes.some(axis => axis.name === match[1]))
      return { axes: [], problem: `line ${i + 1}: ${match[1]} stands twice` }
    axes.push({ name: match[1]!, values })
  }
  const count = axes.reduce((n, axis) => n * axis.values.length, 1)
  if (count > MOST) return { axes: [], problem: `${count} combinations; the page compiles ${MOST} at most` }
  return { axes, problem: axes.length === 0 ? 'no axis' : '' }
}

/** Every combination, as the value of each axis; the last axis changes fastest. */
export function combinations(axes: readonly Axis[]): string[][] {
  let all: string[][] = [[]]
  for (const { values } of axes) all = all.flatMap(row => values.map(value => [...row, value]))
  return all
}

export const definesOf = (axes: readonly Axis[], row: readonly string[]): string[] =>
  row.flatMap((value, i) => (value === '-' ? [] : [`${axes[i]!.name}=${value}`]))

/** Axes whose value never changes the code, whatever the others are. */
export function deadAxes(
  axes: readonly Axis[],
  rows: readonly (readonly string[])[],
  results: readonly Variant[],
): string[] {
  return axes
    .filter(({ values }, axis) => {
      if (values.length < 2) return false
      const seen = new Map<string, string>()
      return rows.every((row, i) => {
        const rest = row.filter((_, j) => j !== axis).join('\n')
        const { ok, code, error } = results[i]!
        const what = ok ? code : `error ${error}`
        const known = seen.get(rest)
        seen.set(rest, known ?? what)
        return known === undefined || known === what
      })
    })
    .map(axis => axis.name)
}
