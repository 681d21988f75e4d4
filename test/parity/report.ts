// Sums up judgements: how many of each kind, and within a kind how many of each cause with an example.

import { type Judgement, KINDS, type Kind } from './judge.ts'
import type { Skip } from './run_lines.ts'

export interface Summary {
  readonly considered: number
  readonly kinds: Readonly<Record<Kind, number>>
  readonly skipped: Readonly<Record<string, number>>
  readonly instructionRatio: {
    readonly mean: number
    readonly median: number
    readonly p90: number
    readonly max: number
  }
  /** Cases that DXC accepts: the share we compile and its validator accepts; of those, the share with equal parts. */
  readonly valid: readonly [number, number]
  readonly equalParts: Readonly<Record<string, readonly [number, number]>>
  /** Cases that DXC rejects: the share we reject; of those where both name a line, the share with the same. */
  readonly rejected: readonly [number, number]
  readonly sameLine: readonly [number, number]
  /** The first error on the same line, or all errors on the same lines in another order. */
  readonly sameLines: readonly [number, number]
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
    instructionRatio: { mean: geometricMean(ratios), median: at(0.5), p90: at(0.9), max: at(1) },
    ...shares(judgements),
  }
}

/** Of ratios; a program of no instructions counts as one. */
const geometricMean = (list: readonly number[]): number =>
  Math.exp(list.reduce((sum, x) => sum + Math.log(Math.max(x, 0.01)), 0) / Math.max(1, list.length))

const BOTH_ACCEPT: readonly Kind[] = ['agree-accept', 'parts-differ', 'table-differs']
const DXC_REJECTS: readonly Kind[] = ['agree-reject', 'only-we-accept']

function shares(
  judgements: readonly Judgement[],
): Pick<Summary, 'valid' | 'equalParts' | 'rejected' | 'sameLine' | 'sameLines'> {
  const both = judgements.filter(j => BOTH_ACCEPT.includes(j.kind))
  const rejects = judgements.filter(j => DXC_REJECTS.includes(j.kind))
  const failed = judgements.filter(j => j.kind === 'oracle-failed')
  const equalParts: Record<string, readonly [number, number]> = {}
  for (const name of ['SFI0', 'ISG1', 'OSG1', 'PSG1', 'PSV0', 'RTS0', 'RDAT']) {
    const having = both.filter(j => j.parts?.[name] !== undefined)
    equalParts[name] = [having.filter(j => j.parts![name]).length, having.length]
  }
  const three = ['ISG1', 'OSG1', 'PSV0']
  equalParts['ISG1+OSG1+PSV0'] = [both.filter(j => three.every(n => j.parts?.[n] !== false)).length, both.length]
  const placed = rejects.filter(j => j.errorLines !== undefined && j.errorLines[1] > 0)
  const isFirstSame = ({ errorLines: [a, b] = [0, 1] }: Judgement): boolean => a === b
  return {
    valid: [both.length, judgements.length - rejects.length - failed.length],
    equalParts,
    rejected: [rejects.filter(j => j.kind === 'agree-reject').length, rejects.length],
    sameLine: [placed.filter(isFirstSame).length, placed.length],
    sameLines: [placed.filter(j => isFirstSame(j) || j.sameLines).length, placed.length],
  }
}

const share = ([n, of]: readonly [number, number]): string =>
  `${n} of ${of} (${((100 * n) / Math.max(1, of)).toFixed(1)} %)`

export function formatSummary(summary: Summary, judgements: readonly Judgement[]): string {
  const out: string[] = [`${summary.considered} cases`]
  for (const kind of KINDS)
    if (summary.kinds[kind] > 0) out.push(`  ${String(summary.kinds[kind]).padStart(5)} ${kind}`)
  const { mean, median, p90, max } = summary.instructionRatio
  out.push(`DXC accepts, we compile and it validates: ${share(summary.valid)}`)
  for (const [name, n] of Object.entries(summary.equalParts)) out.push(`  identical ${name}: ${share(n)}`)
  out.push(
    `DXC rejects, so do we: ${share(summary.rejected)}; first error on the same line: ${share(summary.sameLine)}, or all on the same lines in another order: ${share(summary.sameLines)}`,
  )
  out.push(
    `instructions, ours over DXC's: mean ${mean.toFixed(3)}, median ${median.toFixed(2)}, p90 ${p90.toFixed(2)}, max ${max.toFixed(2)}`,
  )
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
