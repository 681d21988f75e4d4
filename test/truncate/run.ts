// Compiles the shaders of a folder cut off at random places: npx tsx test/truncate/run.ts FOLDER [--places N] [--seed S] [--filter TEXT].
// Every case must end in success or in errors with places, within the time limit. The shaders stay where they are; nothing is kept.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { parseFlags } from '../../src/cli/flag_parser.ts'
import { compileJob } from '../../src/cli/options.ts'
import { CompileClient } from '../parity/compile_client.ts'
import { readRunLines } from '../parity/run_lines.ts'
import { cutPlaces, type Finding, judgeOutcome, LIMIT_MS } from './truncations.ts'

const USAGE = `usage: npx tsx test/truncate/run.ts FOLDER [--places N] [--seed S] [--filter TEXT] [--jobs N] [--save FOLDER]
  --places  cuts of each source, 50     --seed  which places, 1     --save  write the sources that fail here
`
const STAGES = ['cs', 'vs', 'ps', 'lib', 'hs', 'ds', 'gs', 'ms', 'as']
const COMPILED_AS_THEY_ARE = ['cs', 'vs', 'ps', 'lib']

interface Source {
  readonly file: string
  readonly text: string
  readonly words: readonly string[]
}

/** The file's first RUN line decides the arguments; what has none, or another stage, is a compute shader. */
function readSource(root: string, file: string): Source {
  const text = readFileSync(join(root, file), 'utf8')
  const first = readRunLines(text, file, { stages: STAGES, newestMinor: 8 }).cases[0]
  if (!first || !isJob(first.words)) return { file, text, words: ['-T', 'cs_6_6', '-E', 'main'] }
  const [stage, , minor] = first.profile.split('_')
  if (COMPILED_AS_THEY_ARE.includes(stage!)) return { file, text, words: first.words }
  return { file, text, words: first.words.map(w => (w === first.profile ? `cs_6_${minor}` : w)) }
}

/** Whether the flags go together: the command line refuses some that the test's compiler takes. */
function isJob(words: readonly string[]): boolean {
  try {
    compileJob(parseFlags([...words, 'in.hlsl']))
    return true
  } catch {
    return false
  }
}

interface Found extends Finding {
  readonly file: string
  readonly place: number
  readonly words: readonly string[]
}

interface Totals {
  compiles: number
  accepted: number
  slowest: number
  slowestCase: string
  readonly found: Found[]
}

interface Work {
  readonly root: string
  readonly sources: readonly Source[]
  readonly places: number
  readonly seed: number
  readonly save: string | undefined
}

async function cutAll(work: Work, jobs: number): Promise<Totals> {
  const totals: Totals = { compiles: 0, accepted: 0, slowest: 0, slowestCase: '', found: [] }
  let next = 0
  const run = async (): Promise<void> => {
    // Twice the limit, so that a slow end is told from none.
    const client = new CompileClient(2 * LIMIT_MS)
    while (next < work.sources.length) await cutOne(work, work.sources[next++]!, client, totals)
    client.close()
  }
  await Promise.all(Array.from({ length: jobs }, run))
  return totals
}

async function cutOne(work: Work, source: Source, client: CompileClient, totals: Totals): Promise<void> {
  const { file, words, text } = source
  for (const place of cutPlaces(file, text.length, work.places, work.seed)) {
    const cut = text.slice(0, place)
    const outcome = await client.compile({ path: join(work.root, file), words, source: cut })
    totals.compiles++
    if (outcome.verdict === 'accepted') totals.accepted++
    if (outcome.ms > totals.slowest) {
      totals.slowest = outcome.ms
      totals.slowestCase = `${file} at ${place}`
    }
    const finding = judgeOutcome(outcome)
    if (!finding) continue
    totals.found.push({ ...finding, file, place, words })
    process.stdout.write(`${finding.kind}: ${file} at ${place} (${words.join(' ')})\n  ${finding.cause}\n`)
    if (work.save !== undefined) writeFileSync(join(work.save, `${totals.found.length}-${basename(file)}`), cut)
  }
}

function summary(sources: number, { compiles, accepted, slowest, slowestCase, found }: Totals): string {
  const lines = [
    `${sources} sources, ${compiles} compiles: ${accepted} accepted, ${compiles - accepted - found.length} with located errors, ${found.length} findings`,
    `slowest ${slowest.toFixed(0)} ms (${slowestCase})`,
  ]
  const groups = new Map<string, number>()
  for (const f of found) groups.set(`${f.kind}: ${f.cause}`, (groups.get(`${f.kind}: ${f.cause}`) ?? 0) + 1)
  for (const [group, count] of [...groups].sort((a, b) => b[1] - a[1]))
    lines.push(`${String(count).padStart(6)} ${group}`)
  return `${lines.join('\n')}\n`
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      places: { type: 'string', default: '50' },
      seed: { type: 'string', default: '1' },
      filter: { type: 'string', default: '' },
      jobs: { type: 'string', default: '2' },
      save: { type: 'string' },
    },
  })
  const root = positionals[0]
  if (root === undefined) {
    process.stderr.write(USAGE)
    return 2
  }
  if (values.save !== undefined) mkdirSync(values.save, { recursive: true })
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter(f => /\.(hlsl|hlsli|fx|h)$/.test(f) && f.includes(values.filter))
    .sort()
  const sources = files.map(f => readSource(root, f))
  const work = { root, sources, places: Number(values.places), seed: Number(values.seed), save: values.save }
  const totals = await cutAll(work, Number(values.jobs))
  process.stdout.write(summary(sources.length, totals))
  return totals.found.length > 0 ? 1 : 0
}

process.exitCode = await main()
