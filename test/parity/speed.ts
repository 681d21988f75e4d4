// Compile times over another compiler's test folder, dxilkit and DXC in one run: npx tsx test/parity/speed.ts FOLDER [--stage cs,vs,ps].
// Both in process and warm; DXC's time is taken inside its own process around the compile call, after all of ours: beside a second process that works,
// neither has the caches to itself (in turns, ours took 15 % longer, DXC 5 %, 2026-12-01). Only cases that both accept count.
// What is timed is the bundle that ships (dist/index.js): tsx rewrites the sources, which costs about a tenth. --warm says how many rounds over
// all cases come first: V8 goes on compiling hot code for thousands of compiles. --compiles says how many compiles of each stage come first instead:
// with rounds the code of a stage that has few cases is cold where that of others is hot. --cases says how many of each stage are measured at most, so that
// rounds are the same for all: V8 makes fast code for what it has seen last.
// --best counts the fastest run of each instead of the median: what other processes take on a busy machine is left out of it.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { quantile } from '../../bench/statistics.ts'
import type { CompileResult } from '../../src/api/compile.ts'
import { decodeText, fileIncluder } from '../../src/api/node.ts'
import { parseFlags } from '../../src/cli/flag_parser.ts'
import { compileJob } from '../../src/cli/options.ts'
import { ROOT } from '../oracle/available.ts'
import { Dxc, OracleError } from '../oracle/dxc.ts'
import { type ParityCase, readRunLines } from './run_lines.ts'

const USAGE = `usage: npx tsx test/parity/speed.ts FOLDER [--stage cs,vs,ps] [--filter TEXT] [--runs N] [--warm N | --compiles N] [--best] [--every N] [--cases N] [--json FILE] [--slow N]
`

const { compile }: typeof import('../../src/api/compile.ts') = await import(
  pathToFileURL(join(ROOT, 'dist/index.js')).href
)

interface Timing {
  readonly file: string
  readonly words: readonly string[]
  readonly ours: number
  readonly theirs: number
  readonly phases: Readonly<Record<string, number>>
}

const fastest: Choose = times => Math.min(...times)
/** One number for the runs of a case. */
type Choose = (times: readonly number[]) => number
const median = (values: readonly number[]): number => quantile(values, 0.5)

function collect(root: string, filter: string, stages: readonly string[]): ParityCase[] {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(f => /\.(hlsl|fx|test)$/.test(f))
  const chosen = files.filter(f => f.includes(filter)).sort()
  return chosen.flatMap(f => readRunLines(readFileSync(join(root, f), 'utf8'), f, { stages, newestMinor: 8 }).cases)
}

/** A compile of the case, ready to run again and again. */
function ours(root: string, { file, words }: ParityCase): () => CompileResult {
  const path = join(root, file)
  const job = compileJob(parseFlags([...words, path]))
  const source = decodeText(readFileSync(path))
  const options = { ...job.compile, fileName: path, include: fileIncluder(job.includeDirs) }
  return () => compile(source, options)
}

/** undefined: not accepted, flags we do not have, or an exception, which the parity run reports. */
function attempt(run: () => CompileResult): CompileResult | undefined {
  try {
    const result = run()
    return result.ok ? result : undefined
  } catch {
    return undefined
  }
}

/** Stages take turns: code that V8 made for one stage alone is thrown away at the next. */
function warmInTurn(all: readonly { readonly stage: string; readonly run: () => void }[], compiles: number): void {
  const stages = [...new Set(all.map(c => c.stage))].map(stage => all.filter(c => c.stage === stage))
  for (let i = 0; i < compiles; i++) for (const own of stages) own[i % own.length]!.run()
}

/** So many of each stage, evenly spread, stages taking turns. */
function atMost(all: readonly ParityCase[], count: number): ParityCase[] {
  const stages = [...new Set(all.map(stageOf))].map(stage => all.filter(c => stageOf(c) === stage))
  const turns = Array.from({ length: count }, (_, i) => i)
  return turns.flatMap(i =>
    stages.flatMap(own => (i < own.length ? [own[Math.floor((i * own.length) / Math.min(count, own.length))]!] : [])),
  )
}

/** undefined for what we do not accept. */
function measure(root: string, c: ParityCase, runs: number, choose: Choose): Omit<Timing, 'theirs'> | undefined {
  if (!attempt(() => ours(root, c)())) return undefined
  const run = ours(root, c)
  const times: number[] = []
  const phases = new Map<string, number[]>()
  for (let i = 0; i < runs; i++) {
    const start = performance.now()
    const result = run()
    times.push(performance.now() - start)
    for (const p of result.phases) phases.set(p.name, [...(phases.get(p.name) ?? []), p.ms])
  }
  const each = Object.fromEntries([...phases].map(([name, list]) => [name, choose(list)]))
  return { file: c.file, words: c.words, ours: choose(times), phases: each }
}

async function timeDxc(
  root: string,
  c: ParityCase,
  runs: number,
  choose: Choose,
  dxc: Dxc,
): Promise<number | undefined> {
  const path = join(root, c.file)
  const includes = (wanted: string): string | undefined => {
    for (const at of [join(dirname(path), wanted), join('/', wanted), join(dirname(path), basename(wanted))])
      try {
        return readFileSync(at, 'utf8')
      } catch {}
    return undefined
  }
  try {
    const result = await dxc.compile(readFileSync(path, 'utf8'), c.words, { includes, runs })
    return result.ok && result.container ? choose(result.times) : undefined
  } catch (error) {
    if (error instanceof OracleError) return undefined
    throw error
  }
}

const stageOf = ({ words }: { readonly words: readonly string[] }): string =>
  words[words.indexOf('-T') + 1]!.split('_')[0]!

function report(timings: readonly Timing[], slow: number): string {
  const ratios = timings.map(t => t.ours / t.theirs)
  const sum = (list: readonly number[]): number => list.reduce((a, b) => a + b, 0)
  const phases = new Map<string, number>()
  for (const t of timings)
    for (const [name, ms] of Object.entries(t.phases)) phases.set(name, (phases.get(name) ?? 0) + ms)
  const [mine, theirs] = [timings.map(t => t.ours), timings.map(t => t.theirs)]
  const lines = [
    `${timings.length} cases that both accept, warm, in process:`,
    `  dxilkit median ${median(mine).toFixed(2)} ms, p90 ${quantile(mine, 0.9).toFixed(2)} ms, total ${sum(mine).toFixed(0)} ms`,
    `  DXC     median ${median(theirs).toFixed(2)} ms, p90 ${quantile(theirs, 0.9).toFixed(2)} ms, total ${sum(theirs).toFixed(0)} ms`,
    `  median over median ${(median(mine) / median(theirs)).toFixed(3)}, p90 over p90 ${(quantile(mine, 0.9) / quantile(theirs, 0.9)).toFixed(3)}`,
    `  ratio of each: median ${median(ratios).toFixed(3)}, p90 ${quantile(ratios, 0.9).toFixed(3)}, max ${Math.max(...ratios).toFixed(3)}`,
    `  by phase  ${[...phases].map(([name, ms]) => `${name} ${ms.toFixed(0)}`).join(', ')} ms`,
  ]
  for (const stage of new Set(timings.map(stageOf))) {
    const own = timings.filter(t => stageOf(t) === stage).map(t => t.ours / t.theirs)
    lines.push(
      `  ${stage.padEnd(4)} ${own.length} cases: ratio median ${median(own).toFixed(3)}, p90 ${quantile(own, 0.9).toFixed(3)}`,
    )
  }
  const slowest = [...timings].sort((a, b) => b.ours / b.theirs - a.ours / a.theirs).slice(0, slow)
  for (const t of slowest)
    lines.push(
      `${(t.ours / t.theirs).toFixed(2).padStart(8)}  ${t.ours.toFixed(1)} ms / ${t.theirs.toFixed(1)} ms  ${t.file} ${t.words.join(' ')}`,
    )
  return `${lines.join('\n')}\n`
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      stage: { type: 'string', default: 'cs,vs,ps' },
      filter: { type: 'string', default: '' },
      runs: { type: 'string', default: '5' },
      warm: { type: 'string', default: '3' },
      compiles: { type: 'string' },
      best: { type: 'boolean', default: false },
      every: { type: 'string', default: '1' },
      cases: { type: 'string' },
      json: { type: 'string' },
      slow: { type: 'string', default: '20' },
    },
  })
  const root = positionals[0]
  if (root === undefined) {
    process.stderr.write(USAGE)
    return 2
  }
  const all = collect(root, values.filter, values.stage.split(','))
  const chosen = all.filter((_, i) => i % Number(values.every) === 0)
  const cases = values.cases === undefined ? chosen : atMost(chosen, Number(values.cases))
  // Rounds over everything, so that the engine has compiled the hot paths before anything is measured.
  const rounds = (list: readonly ParityCase[], count: number): void => {
    for (let round = 0; round < count; round++) for (const c of list) attempt(() => ours(root, c)())
  }
  if (values.compiles === undefined) rounds(cases, Number(values.warm))
  else
    warmInTurn(
      cases.map(c => ({ stage: stageOf(c), run: () => attempt(ours(root, c)) })),
      Number(values.compiles),
    )
  const [runs, choose] = [Number(values.runs), values.best ? fastest : median]
  const measured = cases.map(c => measure(root, c, runs, choose))
  const dxc = await Dxc.shared()
  const timings: Timing[] = []
  for (const [i, timing] of measured.entries()) {
    if (!timing) continue
    const theirs = await timeDxc(root, cases[i]!, runs, choose, dxc)
    if (theirs !== undefined) timings.push({ ...timing, theirs })
  }
  if (values.json !== undefined) writeFileSync(values.json, JSON.stringify(timings, null, 1))
  process.stdout.write(report(timings, Number(values.slow)))
  return 0
}

process.exit(await main())
