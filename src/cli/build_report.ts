// What a build says when it is over.

import { shownName } from '../base/shown_name.ts'
import { jobText } from './build_jobs.ts'
import { type DeadAxis, deadAxes, type EqualGroups, equalGroups } from './build_results.ts'
import type { BuildOutcome } from './build_run.ts'

/** The form of --json: docs/build.md. Times are milliseconds. */
export interface BuildSummary {
  readonly ok: boolean
  /** Shaders that are there now: compiled or up to date. */
  readonly built: number
  readonly compiled: number
  readonly upToDate: number
  readonly failed: number
  readonly warnings: number
  /** Different containers. */
  readonly different: number
  readonly ms: number
  readonly equal: EqualGroups
  readonly deadAxes: readonly DeadAxis[]
}

export function summaryOf(outcome: BuildOutcome): BuildSummary {
  const { built, compiled, upToDate, failed, ms } = outcome
  return {
    ok: failed === 0,
    built: built.length,
    compiled: compiled.filter(({ ok }) => ok).length,
    upToDate,
    failed,
    warnings: built.reduce((sum, b) => sum + b.warnings, 0),
    different: new Set(built.map(b => b.facts.sha256)).size,
    ms: Math.round(ms),
    equal: equalGroups(built),
    deadAxes: failed === 0 ? deadAxes(built) : [],
  }
}

const ROWS = 5
const count = (n: number, what: string): string => `${n} ${what}${n === 1 ? '' : 's'}`

/** One line, and tables of what stands out when several jobs were compiled. @param isWhole also the groups of equal containers */
export function reportText(outcome: BuildOutcome, isWhole: boolean): string {
  const summary = summaryOf(outcome)
  const { built, compiled, upToDate, failed, warnings, different, ms } = summary
  const lines: string[] = []
  if (compiled > ROWS) lines.push(...tables(outcome))
  const facts = [
    `${count(built + failed, 'shader')}, ${different} different`,
    `${compiled} compiled, ${upToDate} up to date${failed > 0 ? `, ${failed} failed` : ''}`,
    ...(warnings > 0 ? [count(warnings, 'warning')] : []),
    `${(ms / 1000).toFixed(2)} s`,
  ]
  for (const { source, entry, target, axis, spared } of summary.deadAxes)
    lines.push(`${axis} changes nothing in ${source} ${entry} ${target}: ${count(spared, 'permutation')} would do`)
  if (isWhole) lines.push(...equalLines(summary.equal))
  if (outcome.stale > 0)
    lines.push(`${count(outcome.stale, 'output')} of earlier builds that nothing makes any more: --prune removes them`)
  return `${[...lines, facts.join('; ')].map(shownName).join('\n')}\n`
}

function tables({ built, compiled }: BuildOutcome): string[] {
  const slow = [...compiled].sort((a, b) => b.ms - a.ms).slice(0, ROWS)
  const large = new Map(built.map(b => [b.facts.sha256, b]))
  const sizes = [...large.values()].sort((a, b) => b.facts.size - a.facts.size).slice(0, ROWS)
  const loud = compiled.filter(c => c.ok && c.diagnostics.length > 0).slice(0, ROWS)
  const row = (value: string, what: string): string => `  ${value.padStart(12)}  ${what}`
  return [
    'slowest',
    ...slow.map(({ ms, job }) => row(`${ms.toFixed(1)} ms`, jobText(job))),
    'largest',
    ...sizes.map(({ facts, job }) => row(`${facts.size} bytes`, jobText(job))),
    ...(loud.length > 0 ? ['with warnings'] : []),
    ...loud.map(({ diagnostics, job }) => row(String(diagnostics.length), jobText(job))),
  ]
}

function equalLines({ containers, programs }: EqualGroups): string[] {
  const lines = (title: string, groups: readonly (readonly string[])[]): string[] =>
    groups.flatMap(group => [`${title}:`, ...group.map(output => `  ${output}`)])
  return [...lines('equal containers', containers), ...lines('equal programs, other parts differ', programs)]
}
