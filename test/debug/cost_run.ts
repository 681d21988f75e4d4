// npm run debuginfo:cost -- [FOLDER] [--every N] [--rounds 12] [--file]: what -Zi costs. Every command of the corpus, or of a folder of shader tests, is compiled without
// and with debug information in turn. Times are those of the processor, so other programs on the machine hardly change them.

import { parseArgs } from 'node:util'
import { compile, readContainer } from '../../src/api/index.ts'
import { fileIncluder } from '../../src/api/node.ts'
import { parseFlags } from '../../src/cli/flag_parser.ts'
import { UsageError } from '../../src/cli/host.ts'
import { type CompileJob, compileJob } from '../../src/cli/options.ts'
import { type Command, corpusCommands, folderCommands } from './consumers.ts'

const { values, positionals } = parseArgs({
  options: {
    every: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '12' },
    /** A debug file instead of a container with the program in it. */
    file: { type: 'boolean', default: false },
  },
  allowPositionals: true,
})
const [folder] = positionals

interface Cost {
  readonly name: string
  /** Least microseconds of any round. */
  plain: number
  debug: number
  readonly isSame: boolean
}

const program = (container: Uint8Array): Buffer =>
  Buffer.from(readContainer(container).parts.find(p => p.name === 'DXIL')!.data)

function timed<T>(run: () => T): [result: T, microseconds: number] {
  const start = process.cpuUsage()
  const result = run()
  const { user, system } = process.cpuUsage(start)
  return [result, user + system]
}

/** Undefined for a command line that is refused. */
function jobOf(words: readonly string[]): CompileJob | undefined {
  try {
    return compileJob(parseFlags(words))
  } catch (error) {
    if (error instanceof UsageError) return undefined
    throw error
  }
}

/** Undefined where the command does not compile. */
function prepare({ name, source, words }: Command): { cost: Cost; round: () => void } | undefined {
  const job = jobOf([...words, name])
  if (!job) return undefined
  const plain = { ...job.compile, fileName: name, include: fileIncluder(job.includeDirs) }
  const debug = { ...plain, debug: 'full', embedDebug: !values.file } as const
  const [a, b] = [compile(source, plain), compile(source, debug)]
  if (a.ok !== b.ok) throw new Error(`${name} ${words.join(' ')}: only one of both compiles`)
  if (!a.ok || !b.ok) return undefined
  const isSame = program(a.container).equals(program(b.container))
  const cost: Cost = { name: `${name} ${words.join(' ')}`, plain: Infinity, debug: Infinity, isSame }
  const round = (): void => {
    cost.plain = Math.min(cost.plain, timed(() => compile(source, plain))[1])
    cost.debug = Math.min(cost.debug, timed(() => compile(source, debug))[1])
  }
  return { cost, round }
}

const all = folder === undefined ? corpusCommands() : folderCommands(folder)
const costs: Cost[] = []
const rounds: (() => void)[] = []
for (const command of all.filter((_, i) => i % Number(values.every) === 0)) {
  const prepared = prepare(command)
  if (!prepared) continue
  costs.push(prepared.cost)
  rounds.push(prepared.round)
}
for (let n = 0; n < Number(values.rounds); n++) for (const round of rounds) round()

const sum = (of: (c: Cost) => number): number => costs.reduce((s, c) => s + of(c), 0)
const ratios = costs.map(c => c.debug / c.plain).sort((a, b) => a - b)
const at = (share: number): string => ratios[Math.floor((ratios.length - 1) * share)]!.toFixed(2)
for (const { name } of costs.filter(c => !c.isSame)) console.log(`${name}: another program with debug information`)
console.log(
  `${costs.length} programs, ${costs.filter(c => c.isSame).length} the same with debug information; ${Math.round(sum(c => c.plain) / 1000)} ms without, ` +
    `${Math.round(sum(c => c.debug) / 1000)} ms with: ${(sum(c => c.debug) / sum(c => c.plain)).toFixed(2)} in all, median ${at(0.5)}, p90 ${at(0.9)}`,
)
process.exitCode = costs.some(c => !c.isSame) ? 1 : 0
