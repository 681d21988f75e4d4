// The source with the cost of each line: a heat map, from statistics and the texts that debug information carries.

import type { OpGroup } from '../spec/op_groups.ts'
import type { CodeStatistics, LineStatistics, Statistics } from '../stats/model.ts'
import { escapeHtml } from './escape.ts'

export interface SourceInput {
  readonly statistics: Statistics
  /** Lines of the sources by name; files that are missing show only the lines with code. */
  readonly sources: ReadonlyMap<string, readonly string[]>
}

/** Columns of numbers: title, explanation, value of a line. */
const COLUMNS: readonly (readonly [title: string, explanation: string, of: (line: LineStatistics) => number | null])[] =
  [
    ['Instr', 'instructions', line => line.instructions],
    [
      'ALU',
      'arithmetic, comparisons, conversions',
      line => sum(line, ['float', 'integer', 'conversion', 'comparison', 'select']),
    ],
    [
      'Tex',
      'samples, gathers, loads, stores and queries of textures',
      line => sum(line, ['textureSample', 'textureGather', 'textureLoad', 'textureStore', 'resourceQuery']),
    ],
    ['Mem', 'buffers, constants, group-shared and local memory, atomics', line => sum(line, MEMORY)],
    ['Flow', 'branches', line => sum(line, ['branch'])],
    ['Regs', 'most live registers, estimated', line => line.registers],
    ['Loop', 'depth of loops', line => line.loopDepth],
  ]

const MEMORY: readonly OpGroup[] = [
  'bufferLoad',
  'bufferStore',
  'constantLoad',
  'groupSharedLoad',
  'groupSharedStore',
  'localLoad',
  'localStore',
  'recordLoad',
  'recordStore',
  'atomic',
]

const sum = ({ mix }: CodeStatistics, groups: readonly OpGroup[]): number =>
  groups.reduce((n, g) => n + (mix[g] ?? 0), 0)

/** Shades from none to the most of a column. */
const SHADES = 8

/** The tab's panel. */
export function sourcePanel({ statistics, sources }: SourceInput): string {
  const { lines, withoutLine } = statistics
  const most = COLUMNS.map(([, , of]) => lines.reduce((m, line) => Math.max(m, of(line) ?? 0), 0))
  const files = [...new Set(lines.map(line => line.file))]
  const note = withoutLine > 0 ? ` ${withoutLine} of ${statistics.instructions} instructions have no line.` : ''
  return `<section id="source" role="tabpanel" aria-labelledby="tab-source" tabindex="0">
<p class="legend">Less <span class="shades" aria-hidden="true">${Array.from({ length: SHADES }, (_, i) => `<i class="q${i + 1}"></i>`).join('')}</span> more: each column is shaded by its own greatest number.${escapeHtml(note)}</p>
${files
  .map(file =>
    fileTable(
      file,
      sources.get(file),
      lines.filter(line => line.file === file),
      most,
    ),
  )
  .join('')}</section>`
}

function fileTable(
  file: string,
  text: readonly string[] | undefined,
  lines: readonly LineStatistics[],
  most: readonly number[],
): string {
  const byLine = new Map(lines.map(line => [line.line, line]))
  const numbers = text ? text.map((_, i) => i + 1) : lines.map(line => line.line)
  const rows = numbers.map(n => lineRow(n, text?.[n - 1] ?? byLine.get(n)?.text ?? '', byLine.get(n), most))
  const heads = COLUMNS.map(
    ([title, explanation]) => `<th scope="col" class="num" title="${escapeHtml(explanation)}">${title}</th>`,
  )
  return `<h2>${escapeHtml(file)}</h2>
<div class="heat"><table><thead><tr><th scope="col" class="num">Line</th>${heads.join('')}<th scope="col">Source</th></tr></thead><tbody>
${rows.join('\n')}
</tbody></table></div>
`
}

function lineRow(number: number, text: string, line: LineStatistics | undefined, most: readonly number[]): string {
  const cells = COLUMNS.map(([, , of], i) => {
    const value = line ? of(line) : 0
    return `<td class="num${shade(value ?? 0, most[i]!)}">${value === null ? '?' : value || ''}</td>`
  })
  const heat = shade(line?.instructions ?? 0, most[0]!)
  return `<tr><th scope="row" class="num">${number}</th>${cells.join('')}<td class="code${heat}">${escapeHtml(text)}</td></tr>`
}

const shade = (value: number, most: number): string =>
  value > 0 ? ` q${Math.max(1, Math.ceil((SHADES * value) / most))}` : ''
