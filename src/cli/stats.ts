// `dxilkit stats`: what programs consist of, as text, JSON or CSV; by lines of source where the file or the debug file beside it has debug information.

import type { CommandModule } from 'yargs'
import {
  type CodeStatistics,
  type FunctionStatistics,
  type LineStatistics,
  type NamedStatistics,
  OP_GROUPS,
  type Statistics,
  statisticsCsv,
  stats,
} from '../api/index.ts'
import { shownName } from '../base/shown_name.ts'
import { onContainer, readContainerInput } from './container_input.ts'
import { debugContainerBeside } from './debug_file.ts'
import { inputName } from './files.ts'
import { EXIT, type ExitCode, type Host, UsageError } from './host.ts'
import { expandInputs, forEachInput } from './inputs.ts'

export interface StatsArguments {
  readonly files: readonly string[]
  readonly json: boolean
  readonly csv: boolean
}

/** @throws UsageError, BadFile */
export async function runStats(host: Host, { files, json, csv }: StatsArguments): Promise<ExitCode> {
  if (json && csv) throw new UsageError('--json and --csv exclude each other')
  const isOneOfMany = expandInputs(files).length > 1
  const rows: NamedStatistics[] = []
  const code = await forEachInput(
    host,
    files,
    async (file, host) => {
      const bytes = await readContainerInput(host, file)
      const debugContainer = await debugContainerBeside(host, file, bytes)
      const statistics = onContainer(file, () => stats(bytes, { debugContainer }))
      if (csv) rows.push({ file: inputName(file), statistics })
      else if (json) host.stdout.write(`${JSON.stringify(isOneOfMany ? { file, ...statistics } : statistics)}\n`)
      else {
        const lines = [...(isOneOfMany ? [`${inputName(file)}:`] : []), ...statisticsLines(statistics)]
        host.stdout.write(`${lines.map(shownName).join('\n')}\n`)
      }
      return EXIT.ok
    },
    json,
  )
  if (csv) host.stdout.write(statisticsCsv(rows))
  return code
}

function statisticsLines(s: Statistics): string[] {
  const needs = [
    s.needsWaves && 'the lanes of a wave',
    s.needsQuads && 'the lanes of a quad',
    s.needsHelperLanes && 'helper lanes',
  ].filter(Boolean)
  const memory = [
    s.groupSharedBytes > 0 && `${s.groupSharedBytes} bytes group-shared`,
    s.staticBytes > 0 && `${s.staticBytes} bytes of constant arrays`,
  ].filter(Boolean)
  const lines = [
    `${s.stage.toLowerCase()} shader, shader model ${s.shaderModel}, by ${s.creator || 'an unnamed compiler'}`.replace(
      /^library shader/,
      'library',
    ),
    `  ${codeText(s)}, ${plural(s.branches, 'branch', 'branches')}, ${plural(s.loops, 'loop')}`,
    ...(memory.length > 0 ? [`  ${memory.join(', ')}`] : []),
    ...(s.waveLanes ? [`  waves of ${[...new Set(s.waveLanes)].join(' to ')} lanes`] : []),
    ...(needs.length > 0 ? [`  needs ${needs.join(', ')}`] : []),
    ...mixLines(s),
  ]
  for (const f of s.functions) lines.push('', ...functionLines(f))
  if (s.lines.length > 0) lines.push(...sourceLines(s))
  return lines
}

const plural = (n: number, word: string, words = `${word}s`): string => `${n} ${n === 1 ? word : words}`

const codeText = ({ instructions, registers }: CodeStatistics): string =>
  `${plural(instructions, 'instruction')}, at most ${registers === null ? 'an unknown number of' : registers} live registers`

function mixLines({ instructions, mix }: CodeStatistics): string[] {
  const width = String(instructions).length
  return OP_GROUPS.flatMap(([group, words]) => {
    const count = mix[group] ?? 0
    const share = `${((100 * count) / instructions).toFixed(1)} %`
    return count > 0 ? [`  ${String(count).padStart(width)} ${share.padStart(7)}  ${words}`] : []
  })
}

function functionLines(f: FunctionStatistics): string[] {
  const loops = f.loops > 0 ? `${plural(f.loops, 'loop')} up to ${f.loopDepth} deep` : 'no loops'
  const names = f.operations.map(({ name, count }) => `${name} ${count}`)
  return [
    `${f.stage ? `${f.stage.toLowerCase()} ` : ''}function ${f.name}`,
    `  ${codeText(f)}, ${plural(f.blocks, 'block')}, ${plural(f.branches, 'branch', 'branches')}, ${loops}`,
    ...(f.localBytes > 0 ? [`  ${f.localBytes} bytes of local arrays`] : []),
    `  ${names.join(', ')}`,
  ]
}

/** Groups that a table of lines sums up. */
const isTexture = (group: string): boolean => /^(texture|resourceQuery)/.test(group)
const isMemory = (group: string): boolean => /^(buffer|constant|groupShared|local|record)|^atomic$/.test(group)

function sumOf({ mix }: CodeStatistics, fits: (group: string) => boolean): number {
  return Object.entries(mix).reduce((sum, [group, n]) => sum + (fits(group) ? n : 0), 0)
}

const COLUMNS = ['line', 'instr', 'tex', 'mem', 'regs', 'loop']

function sourceLines({ lines, withoutLine }: Statistics): string[] {
  const shown: string[] = []
  let file: string | undefined
  for (const line of lines) {
    if (line.file !== file) shown.push('', line.file, columns(COLUMNS))
    file = line.file
    shown.push(`${columns(lineCells(line))}  ${line.text}`.trimEnd())
  }
  if (withoutLine > 0) shown.push('', `${plural(withoutLine, 'instruction')} without a line`)
  return shown
}

const columns = (cells: readonly (string | number)[]): string => cells.map(c => String(c).padStart(6)).join('')

const lineCells = (line: LineStatistics): readonly (string | number)[] => [
  line.line,
  line.instructions,
  sumOf(line, isTexture),
  sumOf(line, isMemory),
  line.registers ?? '?',
  line.loopDepth,
]

interface StatsWords {
  files: string[]
  json: boolean
  csv: boolean
}

/** The command line of it. @param unmask gives a word its '-' back */
export const statsCommand = (
  host: Host,
  choose: (action: () => ExitCode | Promise<ExitCode>) => void,
  unmask: (word: string) => string,
): CommandModule<object, StatsWords> => ({
  command: 'stats <files..>',
  describe: 'instructions by what they do, live registers, loops, memory, needs; by lines of source',
  builder: y =>
    y
      .positional('files', {
        type: 'string',
        array: true,
        demandOption: true,
        describe: 'containers, folders, patterns; debug files beside them are read, too',
      })
      .option('json', { type: 'boolean', default: false, describe: 'as JSON' })
      .option('csv', { type: 'boolean', default: false, describe: 'as CSV: a row for each program, function, line' }),
  handler: ({ files, json, csv }) => choose(() => runStats(host, { files: files.map(unmask), json, csv })),
})
