// Sums up judgements: how many of each kind, and within a kind how many of each cause with an example.

import { type Judgement, KINDS, type Kind } from './judge.ts'
import type { Skip } from './run_lines.ts'

export interface Summary {
  readonly considered: number
  readonly kinds: Readonly<Record<Kind, number>>
  readonly skipped: Readonly<Record<string, number>>
  readonly instructionRatio: { readonly median: number; readonly p90: number; readonly max: number }
}

export function summarize(judgements: readonly Judgement[], skips: readonly Skip[]): Summary {
  const kinds = Object.fromEntries(KINDS.map(k => [k, judgements.filter(j => j.kind === k).length])) as Record<
    Kind,
    number
  >
  const ratios = judgements.flatMap(j => j.instructionRatio ?? []).sort((a, b) => a - b)
  const at = (share: number): number => ratios[Math.min(ratios.length - 1, Math.floor(ratios.length * share))] ?? 0
  return {
    considered: judgements.length,
    kinds,
    skipped: Object.fromEntries(countBy(skips.map(s => s.reason))),
    instructionRatio: { median: at(0.5), p90: at(0.9), max: at(1) },
  }
}

export function formatSummary(summary: Summary, judgements: readonly Judgement[]): string {
  const out: string[] = [`${summary.considered} cases`]
  for (const kind of KINDS)
    if (summary.kinds[kind] > 0) out.push(`  ${String(summary.kinds[kind]).padStart(5)} ${kind}`)
  const { median, p90, max } = summary.instructionRatio
  out.push(`instructions, ours over DXC's: median ${median.toFixed(2)}, p90 ${p90.toFixed(2)}, max ${max.toFixed(2)}`)
  const skipped = Object.entries(summary.skipped).filter(([reason]) => !reason.startsWith('stage '))
  if (skipped.length > 0) out.push(`left out: ${skipped.map(([reason, n]) => `${n} ${reason}`).join(', ')}`)
  for (const kind of KINDS) {
    if (kind.startsWith('agree')) continue
    const some = judgements.filter(j => j.kind === kind)
    if (some.length > 0) out.push('', `== ${kind} (${some.length})`)
    for (const [cause, n] of countBy(some.map(j => j.cause))) {
      const files = [...new Set(some.filter(j => j.cause === cause).map(j => j.file))]
      out.push(`${String(n).padStart(4)} ${cause}`, ...files.slice(0, 3).map(f => `       ${f}`))
    }
  }
  return `${out.join('\n')}\n`
}

/** Most frequent first, then by name. */
function countBy(keys: readonly string[]): [string, number][] {
  const counts = new Map<string, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
}
