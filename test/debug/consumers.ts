// What debuggers make of our debug files and containers: DxcPdbUtils compared with what it says of DXC's for the same command, PIX's passes and PIX's
// debug information over the programs.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compile, containerBytes, readContainer, replaceBitcode } from '../../src/api/index.ts'
import { fileIncluder } from '../../src/api/node.ts'
import { parseFlags } from '../../src/cli/flag_parser.ts'
import { compileJob } from '../../src/cli/options.ts'
import { corpusFiles } from '../corpus/files.ts'
import { type CompileResult, type Dxc, OracleError } from '../oracle/dxc.ts'
import { findInclude } from '../parity/judge.ts'
import { readRunLines } from '../parity/run_lines.ts'

export interface Command {
  /** The file, as both compilers are told. */
  readonly name: string
  readonly source: string
  readonly words: readonly string[]
  /** Which release of DXC knows it. */
  readonly release: 'dxc' | 'dxc-new'
}

const STAGES = ['vs', 'hs', 'ds', 'gs', 'ps', 'cs', 'as', 'ms', 'lib']
/** Debug information and optimisation are what a comparison says itself. */
const OWN_FLAGS = /^[-/](O[0-3d]|Zi|Zs|Zss|Zsb|Qembed_debug|Qstrip_debug|Qsource_in_debug_module|Qpdb_in_private)$/

/** The commands that a folder of shader tests names, each source and command once. */
export function folderCommands(root: string): Command[] {
  const seen = new Set<string>()
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(f => f.endsWith('.hlsl'))
  return files.sort().flatMap(file => {
    const path = join(root, file)
    const source = readFileSync(path, 'utf8')
    return readRunLines(source, file, { stages: STAGES, newestMinor: 9 }).cases.flatMap(test => {
      const words = test.words.filter(w => !OWN_FLAGS.test(w))
      const key = JSON.stringify([source, words])
      if (seen.has(key)) return []
      seen.add(key)
      const version = test.newestValidator ? ['-validator-version', test.newestValidator] : []
      const release = test.newestValidator ? ('dxc-new' as const) : ('dxc' as const)
      return [{ name: path.replaceAll('\\', '/'), source, words: [...words, ...version], release }]
    })
  })
}

/** Every compilation that a shader of the corpus names. */
export function corpusCommands(): Command[] {
  const folder = join(process.cwd(), 'corpus')
  return corpusFiles().flatMap(file => {
    const source = readFileSync(join(folder, file), 'utf8')
    return [...source.matchAll(/^\/\/ args: (.*)$/gm)].map(([, words]) => ({
      name: file.replaceAll('\\', '/'),
      source,
      words: words!.split(/\s+/).filter(w => w !== ''),
      release: /_6_9\b/.test(words!) ? ('dxc-new' as const) : ('dxc' as const),
    }))
  })
}

/** How programs with debug information are asked for. */
export const DEBUG_WORDS: readonly (readonly string[])[] = [
  ['-Zi', '-Fd', 'x.pdb'],
  ['-Zs', '-Fd', 'x.pdb'],
  ['-Zi', '-Qembed_debug', '-Od'],
]

/** What PIX runs over programs; each line in one go. */
export const PIX_PASSES: readonly (readonly string[])[] = [
  ['-dxil-annotate-with-virtual-regs'],
  ['-dxil-dbg-value-to-dbg-declare', '-dxil-annotate-with-virtual-regs'],
  [
    '-dxil-dbg-value-to-dbg-declare',
    '-dxil-annotate-with-virtual-regs',
    '-hlsl-dxil-debug-instrumentation,UAVSize=1048576',
  ],
  ['-hlsl-dxil-pix-shader-access-instrumentation,config=U0:0:10i0;S0:0:10i0;.256;272;1024.'],
]
/** Of the later release alone. */
const LATER_PASSES: readonly (readonly string[])[] = [
  [
    '-dxil-dbg-value-to-dbg-declare',
    '-dxil-annotate-with-virtual-regs',
    '-hlsl-dxil-non-uniform-resource-index-instrumentation',
  ],
  ['-dxil-annotate-with-virtual-regs', '-hlsl-dxil-debugbreak-instrumentation'],
]
/** Of some stages alone, by the prefix of the profile. */
const PIX_PASSES_OF: Readonly<Record<string, readonly (readonly string[])[]>> = {
  ps: [
    ['-hlsl-dxil-add-pixel-hit-instrmentation,rt-width=16,num-pixels=64'],
    ['-hlsl-dxil-constantColor'],
    ['-hlsl-dxil-remove-discards'],
    ['-hlsl-dxil-force-early-z'],
    ['-hlsl-dxil-reduce-msaa-to-single'],
  ],
  ms: [['-hlsl-dxil-pix-meshshader-output-instrumentation,expand-payload=0,UAVSize=8192']],
  as: [['-hlsl-dxil-PIX-add-tid-to-as-payload,dispatchArgY=3,dispatchArgZ=7']],
  lib: [['-hlsl-dxil-pix-dxr-invocations-log,maxNumEntriesInLog=24']],
}

export interface Made {
  readonly container: Uint8Array
  readonly pdb: Uint8Array | undefined
}

/** Compiled as the command line compiles. @throws when it is refused */
export function made(command: Command): Made {
  const own = compileOwn(command)
  if (typeof own === 'string') throw new Error(`${command.name} ${command.words.join(' ')}: ${own}`)
  return own
}

/** The messages where it is refused. */
function compileOwn({ name, source, words }: Command): Made | string {
  const job = compileJob(parseFlags([...words, name]))
  const result = compile(source, { ...job.compile, fileName: name, include: fileIncluder(job.includeDirs) })
  if (!result.ok) return result.text
  return { container: result.container, pdb: result.pdb?.bytes }
}

export interface Compared {
  /** Lines that only DXC's or only ours has; hashes and names made of them, and who made the file, are left out. */
  readonly theirs: readonly string[]
  readonly ours: readonly string[]
  /** The hash that DxcPdbUtils reads is that of the container. */
  readonly isOwnHash: boolean
}

function compileDxc(dxc: Dxc, { name, source, words }: Command): Promise<CompileResult> {
  return dxc.compile(source, words, { name, includes: wanted => findInclude(name, wanted) })
}

type Refusal = 'DXC refuses' | 'only DXC compiles it' | 'DXC writes no debug file that loads'

/** @returns where there is nothing to compare, why */
export async function compareUtils(dxc: Dxc, command: Command): Promise<Compared | Refusal> {
  const other = await compileDxc(dxc, command)
  if (!other.container) return 'DXC refuses'
  const own = compileOwn(command)
  if (typeof own === 'string') return 'only DXC compiles it'
  const theirs = await dxc.debugInfo(other.outputs.get('pdb') ?? other.container)
  const ours = await dxc.debugInfo(own.pdb ?? own.container)
  if (theirs[0] !== 'load=0' && ours[0] === theirs[0]) return 'DXC writes no debug file that loads'
  const digest = Buffer.from(readContainer(own.container).parts.find(p => p.name === 'HASH')!.data).toString('hex')
  const rest = (lines: readonly string[]): string[] =>
    lines.filter(line => !/^(two\.)?(hash|version|name=[0-9a-f]{32}\.pdb)/.test(line))
  const [a, b] = [rest(ours), rest(theirs)]
  return {
    ours: a.filter(line => !b.includes(line)),
    theirs: b.filter(line => !a.includes(line)),
    isOwnHash: ours.includes(`hash=${digest}`) && ours[0] === 'load=0',
  }
}

export interface PixResult {
  /** Passes that did not run, with what the optimizer says. */
  readonly failures: readonly string[]
  /** Other passes did not run, and do not run over DXC's program either. */
  readonly failsAsTheirs: boolean
  /** Instructions that PIX knows; of these with a line, and with variables. */
  readonly instructions: number
  readonly lines: number
  readonly variables: number
}

/** PIX's passes over the program with debug information, and what PIX's debug information then says. */
export async function runPix(dxc: Dxc, command: Command): Promise<PixResult> {
  const { container, pdb } = made(command)
  const holder = pdb ? await containerBytes(pdb) : container
  const stage = /^(\w+?)_/.exec(command.words[command.words.indexOf('-T') + 1] ?? '')?.[1] ?? ''
  const failures: string[] = []
  let failsAsTheirs = false
  const ofStage = Object.hasOwn(PIX_PASSES_OF, stage) ? PIX_PASSES_OF[stage]! : []
  const later = command.release === 'dxc-new' ? LATER_PASSES : []
  for (const passes of [...PIX_PASSES, ...ofStage, ...later]) {
    const failure = await runPasses(dxc, holder, passes)
    if (failure === undefined) continue
    const other = await compileDxc(dxc, command)
    const theirs = other.outputs.get('pdb')
    const theirFailure = await runPasses(dxc, theirs ? await containerBytes(theirs) : other.container!, passes)
    if (theirFailure === failure) failsAsTheirs = true
    else failures.push(`${passes.join(' ')}: ${failure}`)
  }
  const numbered = await dxc.optimize(holder, ['-opt-mod-passes', ...PIX_PASSES[1]!])
  if (!numbered.ok) return { failures, failsAsTheirs, instructions: 0, lines: 0, variables: 0 }
  const lines = await dxc.debugInfo(replaceBitcode(holder, 'ILDB', numbered.module), 1_000_000)
  const having = (key: string): number =>
    new Set(lines.filter(line => line.startsWith('pix.') && line.includes(`.${key}=`)).map(line => line.split('.')[1]))
      .size
  return {
    failures,
    failsAsTheirs,
    instructions: having('function'),
    lines: having('line'),
    variables: having('variable'),
  }
}

/** What is wrong, or undefined. */
async function runPasses(dxc: Dxc, holder: Uint8Array, passes: readonly string[]): Promise<string | undefined> {
  try {
    const { ok, module, text } = await dxc.optimize(holder, ['-opt-mod-passes', ...passes, '-hlsl-dxilemit'])
    return ok && module.length > 0 ? undefined : `fails: ${text}`
  } catch (error) {
    if (error instanceof OracleError) return error.message.split('\n')[0]!
    throw error
  }
}
