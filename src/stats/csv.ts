// Statistics as comma separated values: a row for each program, function and line of source, all with the same columns.

import { OP_GROUP_NAMES } from '../spec/op_groups.ts'
import type { CodeStatistics, Statistics } from './model.ts'

/** A file's statistics with its name. */
export interface NamedStatistics {
  readonly file: string
  readonly statistics: Statistics
}

type Cell = string | number | null

/** Columns in front of the groups of instructions. */
const HEAD = [
  'file',
  'scope',
  'name',
  'line',
  'instructions',
  'registers',
  'loop depth',
  'branches',
  'loops',
  'group-shared bytes',
]

/** `scope` says what a row is about. */
export function csvText(files: readonly NamedStatistics[]): string {
  const rows: (readonly Cell[])[] = [[...HEAD, ...OP_GROUP_NAMES]]
  for (const { file, statistics: s } of files) {
    rows.push(row([file, 'program', s.stage, null], s, [s.branches, s.loops, s.groupSharedBytes]))
    for (const f of s.functions) rows.push(row([file, 'function', f.name, null], f, [f.branches, f.loops, null]))
    for (const line of s.lines)
      rows.push(row([file, 'line', line.file, line.line], line, [line.mix.branch ?? 0, null, null]))
  }
  return rows.map(cells => `${cells.map(cellText).join(',')}\r\n`).join('')
}

const row = (front: readonly Cell[], code: CodeStatistics, back: readonly Cell[]): readonly Cell[] => [
  ...front,
  code.instructions,
  code.registers,
  code.loopDepth,
  ...back,
  ...OP_GROUP_NAMES.map(group => code.mix[group] ?? 0),
]

function cellText(cell: Cell): string {
  const text = cell === null ? '' : String(cell)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
