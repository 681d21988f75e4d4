// Fills a folder with containers made by DXC from shader sources, to prove our readers and writers on:
// npx tsx test/roundtrip/collect.ts OUT FOLDER... [--dxc dxc|dxc-new] [--debug-every N] [--prefix P]
// Sources with RUN comments are compiled as those say; others for every profile their name or text asks for. Nothing is kept in the project.

import { appendFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { parseHeader } from '../corpus/header.ts'
import { Dxc, OracleError } from '../oracle/dxc.ts'
import { compilerWords, runCommands } from '../parity/run_lines.ts'

/** One compile in the index, a JSON line each. */
export interface SetEntry {
  readonly id: string
  /** Which DXC made it. */
  readonly from: 'dxc' | 'dxc-new'
  readonly file: string
  readonly args: readonly string[]
  readonly bytes: number
}

/** Flags whose output is no container, and tools behind the same driver. */
const OTHER_OUTPUT =
  /^[-/](P|M|MD|MF|dumpbin|ast-dump|verify.*|help|recompile|spirv|rewrite.*|Odump|metal|extractrootsignature|setrootsignature)$/
/** Flags with a file name behind them; the container comes back in memory. */
const NAMES_A_FILE = /^[-/](Fo|Fc|Fh|Fe|Fd|Fi|Fre|Frs|Fsh|Vn|ftime-trace)$/

/** The words for the compiler, or undefined when this command makes no container. */
function containerWords(words: readonly string[]): string[] | undefined {
  const kept: string[] = []
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!
    if (OTHER_OUTPUT.test(word) || /^-(spirv|fspv|fvk)/.test(word)) return undefined
    if (NAMES_A_FILE.test(word)) i++
    else if (word !== '%s' && !/^[-/](Fo|Fc|Fh|Fd|Fe)\S/.test(word) && !/^-(ftime-|external)/.test(word))
      kept.push(word)
  }
  const profile = kept[kept.findIndex(w => w === '-T' || w === '/T') + 1] ?? kept.find(w => /^[-/]T[a-z]/.test(w))
  return profile !== undefined && words.includes('%s') && !/rootsig/.test(profile) ? kept : undefined
}

/** 'DXBC' as bytes: -fcgl and the like give text or bare bitcode instead. */
const DXBC = '68,88,66,67'

interface Job {
  readonly root: string
  readonly file: string
  readonly args: readonly string[]
}

const DEBUG = ['-Zi', '-Qembed_debug']

/** The compiles a shader of the project's own corpus names in its header; none for other files. */
function corpusArgs(text: string, file: string): (readonly string[])[] {
  return text.startsWith('// dxilkit-corpus') ? parseHeader(text, file).compiles.map(c => c.args) : []
}

function jobsOf(root: string, debugEvery: number): Job[] {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(f => /\.(hlsl|fx|test|ll)$/.test(f))
  const jobs: Job[] = []
  const seen = new Set<string>()
  for (const file of files.sort()) {
    const text = readFileSync(join(root, file), 'utf8')
    for (const args of corpusArgs(text, file))
      jobs.push({ root, file, args }, { root, file, args: [...args, ...DEBUG] })
    for (const line of runCommands(text))
      for (const command of line.split(/\||&&|;/)) {
        const words = compilerWords(command)
        const args = words && containerWords(words)
        if (!args || file.endsWith('.ll')) continue
        const key = JSON.stringify([text, args])
        if (seen.has(key)) continue
        seen.add(key)
        jobs.push({ root, file, args })
        if (debugEvery > 0 && jobs.length % debugEvery === 0)
          jobs.push({ root, file, args: [...args.filter(a => !/^[-/]Z[is]/.test(a)), ...DEBUG] })
      }
  }
  return jobs
}

function findInclude(path: string, wanted: string): string | undefined {
  const folder = dirname(path)
  for (const candidate of [join(folder, wanted), join('/', wanted), join(folder, basename(wanted))])
    try {
      return readFileSync(candidate, 'utf8')
    } catch {}
  return undefined
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      dxc: { type: 'string', default: 'dxc' },
      'debug-every': { type: 'string', default: '3' },
      prefix: { type: 'string', default: '' },
    },
  })
  const [out, ...roots] = positionals
  if (out === undefined || roots.length === 0 || (values.dxc !== 'dxc' && values.dxc !== 'dxc-new')) {
    process.stderr.write(
      'usage: npx tsx test/roundtrip/collect.ts OUT FOLDER... [--dxc dxc|dxc-new] [--debug-every N] [--prefix P]\n',
    )
    return 2
  }
  mkdirSync(out, { recursive: true })
  const from = values.dxc
  const dxc = await Dxc.shared(from)
  const prefix = values.prefix + (from === 'dxc' ? '' : 'n')
  const counts = { made: 0, rejected: 0, failed: 0 }
  for (const root of roots)
    for (const job of jobsOf(root, Number(values['debug-every']))) {
      const path = join(root, job.file)
      try {
        const result = await dxc.compile(readFileSync(path, 'utf8'), job.args, {
          includes: w => findInclude(path, w),
          timeoutMs: 8000,
        })
        if (!result.container || Array.from(result.container.subarray(0, 4)).join() !== DXBC) {
          counts.rejected++
          continue
        }
        const id = `${prefix}${String(counts.made++).padStart(5, '0')}`
        writeFileSync(join(out, `${id}.dxil`), result.container)
        const pdb = result.outputs.get('pdb')
        if (pdb) writeFileSync(join(out, `${id}.pdb`), pdb)
        const text = await dxc.disassemble(result.container)
        if (text.ok) writeFileSync(join(out, `${id}.ll`), text.text)
        const entry: SetEntry = {
          id,
          from,
          file: join(basename(root), job.file),
          args: job.args,
          bytes: result.container.length,
        }
        appendFileSync(join(out, 'index.jsonl'), JSON.stringify(entry) + '\n')
      } catch (error) {
        if (!(error instanceof OracleError)) throw error
        counts.failed++
      }
    }
  process.stdout.write(
    `${from}: ${counts.made} containers, ${counts.rejected} rejected, ${counts.failed} compiles that broke the compiler\n`,
  )
  return 0
}

process.exitCode = await main()
