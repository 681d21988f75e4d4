// Statistics of containers as data.

import { BYTES, checkArgument, checkBytes, checkOptions, listOf, OBJECT, record, STRING } from '../base/arguments.ts'
import { readContainer } from '../container/container.ts'
import { csvText, type NamedStatistics } from '../stats/csv.ts'
import type { Statistics } from '../stats/model.ts'
import { containerStatistics } from '../stats/stats.ts'

export interface StatsOptions {
  /** The debug file's container, for one without debug information: see containerBytes(). */
  readonly debugContainer?: Uint8Array | undefined
}

/**
 * What the program of a container made by anyone consists of: instructions by what they do, memory operations, live registers, branches, loops, group-shared
 * memory, needs of waves and quads; by lines of the source where there is debug information. Plain data.
 * @throws FormatError when the container is damaged or has no program
 */
export function stats(container: Uint8Array, options: StatsOptions = {}): Statistics {
  checkBytes('stats', container)
  checkOptions<StatsOptions>('stats', options, { debugContainer: BYTES }, [])
  const { debugContainer } = options
  return containerStatistics(readContainer(container), debugContainer && readContainer(debugContainer))
}

const NAMED = listOf(record('an object with file and statistics', { file: STRING, statistics: OBJECT }))

/**
 * Statistics as CSV after RFC 4180 with a line of names: `scope` is `program` (`name` its stage), `function` (its name) or `line` (the source file, with
 * `line`). Cells that do not apply are empty.
 */
export function statisticsCsv(files: readonly NamedStatistics[]): string {
  checkArgument('statisticsCsv', 'files', files, NAMED)
  return csvText(files)
}
