// What debuggers make of our debug files and containers: DxcPdbUtils compared with what it says of DXC's for the same command, PIX's passes and PIX's
// debug information over the programs.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compile, containerBytes, readContainer, replaceBitcode } from '../../src/api/index.ts'
import { parseFlags } from '../../src/cli/flag_parser.ts'
import { compileJob } from '../../src/cli/options.ts'
import { corpusFiles } from '../corpus/files.ts'
import type { Dxc } from '../oracle/dxc.ts'

export interface Command {
  /** The file, as both compilers are told. */
  readonly name: string
  readonly source: string
  readonly words: readonly string[]
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
/** Of some stages alone, by the prefix of the profile. */
const PIX_PASSES_OF: Readonly<Record<string, readonly (readonly string[])[]>> = {
  ps: [
    ['-hlsl-dxil-add-pixel-hit-instrmentation,rt-width=16,num-pixels=64'],
    ['-hlsl-dxil-constantColor'],
    ['-hlsl-dxil-remove-discards'],
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
export function compileOwn({ name, source, words }: Command): Made {
  const job = compileJob(parseFlags([...words, name]))
  const result = compile(source, { ...job.compile, fileName: name })
  if (!result.ok) throw new Error(`${name} ${words.join(' ')}: ${result.text}`)
  return { container: result.container, pdb: result.pdb?.bytes }
}

export interface Compared {
  /** Lines that only DXC's or only ours has; hashes and names made of them are left out, since the programs differ. */
  readonly theirs: readonly string[]
  readonly ours: readonly string[]
  /** The hash that DxcPdbUtils reads is that of the container. */
  readonly isOwnHash: boolean
}

/** Undefined where DXC refuses the program. */
export async function compareUtils(dxc: Dxc, command: Command): Promise<Compared | undefined> {
  const other = await dxc.compile(command.source, command.words, { name: command.name })
  if (!other.container) return undefined
  const own = compileOwn(command)
  const theirs = await dxc.debugInfo(other.outputs.get('pdb') ?? other.container)
  const ours = await dxc.debugInfo(own.pdb ?? own.container)
  const digest = Buffer.from(readContainer(own.container).parts.find(p => p.name === 'HASH')!.data).toString('hex')
  const rest = (lines: readonly string[]): string[] => lines.filter(l => !/^(hash=|name=[0-9a-f]{32}\.pdb)/.test(l))
  const [a, b] = [rest(ours), rest(theirs)]
  return {
    ours: a.filter(l => !b.includes(l)),
    theirs: b.filter(l => !a.includes(l)),
    isOwnHash: ours.includes(`hash=${digest}`) && ours[0] === 'load=0',
  }
}

export interface PixResult {
  /** Passes that did not run, with what the optimizer says. */
  readonly failures: readonly string[]
  /** Instructions that PIX knows; of these with a line, and with variables. */
  readonly instructions: number
  readonly lines: number
  readonly variables: number
}

/** PIX's passes over the program with debug information, and what PIX's debug information then says. */
export async function runPix(dxc: Dxc, command: Command): Promise<PixResult> {
  const { container, pdb } = compileOwn(command)
  const holder = pdb ? await containerBytes(pdb) : container
  const stage = /^(\w+?)_/.exec(command.words[command.words.indexOf('-T') + 1] ?? '')?.[1] ?? ''
  const failures: string[] = []
  for (const passes of [...PIX_PASSES, ...(Object.hasOwn(PIX_PASSES_OF, stage) ? PIX_PASSES_OF[stage]! : [])]) {
    const { ok, module, text } = await dxc.optimize(holder, ['-opt-mod-passes', ...passes])
    if (!ok || module.length === 0) failures.push(`${passes.join(' ')}: ${text}`)
  }
  const numbered = await dxc.optimize(holder, ['-opt-mod-passes', ...PIX_PASSES[1]!])
  if (!numbered.ok) return { failures, instructions: 0, lines: 0, variables: 0 }
  const lines = await dxc.debugInfo(replaceBitcode(holder, 'ILDB', numbered.module), 1_000_000)
  const having = (key: string): number =>
    new Set(lines.filter(l => l.startsWith('pix.') && l.includes(`.${key}=`)).map(l => l.split('.')[1])).size
  return { failures, instructions: having('function'), lines: having('line'), variables: having('variable') }
}
