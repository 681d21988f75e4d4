// The table of an engine run: a line a theme, the long cases with the kinds of instructions that make them long, and what is wrong.

import { quantile } from '../../bench/statistics.ts'
import { kindDifferences } from '../parity/count_code.ts'
import type { Row } from './judge.ts'
import type { Timing } from './speed.ts'

/** Cases with more instructions than this are listed, ours over DXC's. */
export const LONG = 1.1
const KINDS_SHOWN = 8

export const ratioOf = ({ ours, theirs }: Row): number | undefined =>
  ours && theirs && ours.total / Math.max(1, theirs.total)

const COLUMNS = ['theme', 'files', 'cases', 'valid', 'tables', 'parts', 'run', 'exact', 'near', 'mean', 'p99', 'max']

function themeLine(theme: string, rows: readonly Row[]): string[] {
  const ratios = rows.flatMap(r => ratioOf(r) ?? [])
  const mean = Math.exp(ratios.reduce((sum, x) => sum + Math.log(x), 0) / Math.max(1, ratios.length))
  const count = (has: (r: Row) => boolean): string => String(rows.filter(has).length)
  return [
    theme,
    String(new Set(rows.map(r => r.shader.file)).size),
    String(rows.length),
    count(r => r.valid),
    count(r => r.sameTable),
    count(r => r.refused === undefined && r.otherParts.length === 0),
    count(r => r.ran !== undefined),
    count(r => r.ran === 'exact'),
    count(r => r.ran === 'near'),
    mean.toFixed(3),
    quantile(ratios, 0.99).toFixed(3),
    Math.max(0, ...ratios).toFixed(3),
  ]
}

export function table(rows: readonly Row[]): string {
  const themes = [...new Set(rows.map(r => r.shader.theme))]
  const lines = [
    COLUMNS,
    ...themes.map(t =>
      themeLine(
        t,
        rows.filter(r => r.shader.theme === t),
      ),
    ),
    themeLine('all', rows),
  ]
  const widths = COLUMNS.map((_, i) => Math.max(...lines.map(l => l[i]!.length)))
  return lines
    .map(l => l.map((c, i) => (i === 0 ? c.padEnd(widths[i]!) : c.padStart(widths[i]!))).join('  '))
    .join('\n')
}

export const faultLines = (rows: readonly Row[]): string[] =>
  rows.flatMap(r => r.problems.map(p => `${r.name}\n    ${p.slice(0, 1500)}`))

export function longLines(rows: readonly Row[], least = LONG): string[] {
  const long = rows.filter(r => (ratioOf(r) ?? 0) > least).sort((a, b) => ratioOf(b)! - ratioOf(a)!)
  return long.map(r => {
    const kinds = kindDifferences(r.ours!, r.theirs!).map(([kind, n]) => `${n > 0 ? '+' : ''}${n} ${kind}`)
    const shown = kinds.length > 2 * KINDS_SHOWN ? [...kinds.slice(0, KINDS_SHOWN), '...', ...kinds.slice(-4)] : kinds
    return `${ratioOf(r)!.toFixed(2).padStart(6)}  ${r.ours!.total}/${r.theirs!.total}  ${r.name}\n        ${shown.join(', ')}`
  })
}

export function speedLines(timings: readonly Timing[]): string[] {
  const ratios = timings.map(t => t.ours / t.theirs)
  const slowest = [...timings].sort((a, b) => b.ours / b.theirs - a.ours / a.theirs).slice(0, 10)
  return [
    `compile time, warm, ours over DXC's, CPU time: median ${quantile(ratios, 0.5).toFixed(3)}, p90 ${quantile(ratios, 0.9).toFixed(3)}, max ${Math.max(...ratios).toFixed(3)}`,
    ...slowest.map(
      t => `  ${(t.ours / t.theirs).toFixed(3)}  ${t.ours.toFixed(1)} ms / ${t.theirs.toFixed(1)} ms  ${t.name}`,
    ),
  ]
}
