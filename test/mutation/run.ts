// Command: how many small faults in the passes and in binding the tests notice.
// npm run mutation -- [--count N] [--seed S] [--seconds T] [--in src/passes,src/binding] [--list FILE] [--again FILE] [--tests passes/,ir/] [--times]
// First every test file runs alone, without a fault, and V8 says which tests execute which mutants. Then each mutant gets a process of its own, which runs
// the tests that execute it, the quickest first, until one fails; a mutant that no test executes survives at once. It is noticed when an unchanged test
// fails, throws or hangs. --again takes the survivors of an earlier list; --tests says how the names of test files begin; --times what each file takes.
// A survivor is printed: it is a test to write, or changes nothing that a program can show. Every file has its share of mutants, by its size.

import { fork } from 'node:child_process'
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../oracle/available.ts'
import { compiledMutants, type Mutant, mutantsOf, planted } from './mutants.ts'
import type { Answer, Places, Question, TestId } from './witness.ts'

/** How the names of the test files begin that know passes and binding. */
const TESTS =
  'passes/,ir/,lower/,expressions/,parity/code_sizes,parity/found,bindings/,explain/golden,ll/,corpus/corpus,fuzz/,documents/0024,documents/policies,documents/slang'
/** A mutant hangs when its tests take so many times longer than they did, and so many seconds. */
const PATIENCE = { times: 5, seconds: 60 }

const args = process.argv.slice(2)
const option = (name: string, otherwise: string): string => {
  const at = args.indexOf(`--${name}`)
  return at < 0 ? otherwise : (args[at + 1] ?? otherwise)
}
const count = Number(option('count', '100'))
const seconds = Number(option('seconds', '1e9'))
const list = option('list', '')

/** A generator of numbers from 0 to 1 (mulberry32), so that a seed means the same mutants everywhere. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A fault and where it is in the compiled file. */
interface Planned {
  readonly source: Mutant
  readonly compiled: Mutant
}

const compiledPath = (file: string): string => join(ROOT, 'dist', file.replace(/\.ts$/, '.js'))
const named = (m: Mutant): string => `${m.file}:${m.line}: ${m.before} -> ${m.after}`.replaceAll(/\s+/g, ' ')

function chosen(): Planned[] {
  const all: Planned[] = []
  for (const folder of option('in', 'src/passes,src/binding').split(','))
    for (const file of readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).sort()) {
      if (!file.endsWith('.ts')) continue
      const mutants = mutantsOf(join(folder, file), readFileSync(join(ROOT, folder, file), 'utf8'))
      const compiled = compiledMutants(mutants, readFileSync(compiledPath(join(folder, file)), 'utf8'))
      all.push(...mutants.map((source, i) => ({ source, compiled: compiled[i]! })))
    }
  const again = option('again', '')
  if (again) {
    const survivors = readFileSync(again, 'utf8')
      .split('\n')
      .flatMap(line => /^survived (.*?)( \[.*)?$/.exec(line)?.[1] ?? [])
    return all.filter(m => survivors.includes(named(m.source)))
  }
  const next = numbers(Number(option('seed', '1')))
  process.stdout.write(`${all.length} mutants can be made, ${Math.min(count, all.length)} are\n`)
  return all
    .map(mutant => ({ mutant, key: next() }))
    .sort((a, b) => a.key - b.key)
    .slice(0, count)
    .map(m => m.mutant)
}

/** Asks a process of its own; undefined when it was stopped because it took too long. */
function ask(question: Question, env: NodeJS.ProcessEnv, ms: number): Promise<Answer[] | undefined> {
  return new Promise(done => {
    const answers: Answer[] = []
    const child = fork(join(ROOT, 'dist/test/mutation/witness.js'), {
      cwd: ROOT,
      execArgv: [],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env: { ...process.env, ...env },
    })
    const stop = setTimeout(() => child.kill('SIGKILL'), ms)
    child.on('message', (answer: Answer) => answers.push(answer))
    child.on('exit', (_, signal) => {
      clearTimeout(stop)
      done(signal === 'SIGKILL' ? undefined : answers)
    })
    child.send(question)
  })
}

/** A test, how long it takes, and the mutants it executes. */
interface Known {
  readonly test: TestId
  readonly ms: number
  readonly executes: ReadonlySet<Planned>
}

function testFiles(): string[] {
  const all = readdirSync(join(ROOT, 'test'), { recursive: true, encoding: 'utf8' }).sort()
  const names = option('tests', TESTS).split(',')
  const wanted = all.filter(f => f.endsWith('.test.ts') && names.some(t => f.startsWith(t)))
  return wanted.map(f => compiledPath(join('test', f)))
}

/** Runs a file without a fault. */
async function coverage(path: string, mutants: readonly Planned[]): Promise<Known[]> {
  const files = [...new Set(mutants.map(m => m.source.file))]
  const groups = files.map(file => mutants.filter(m => m.source.file === file))
  const places: Places[] = groups.map((group, i) => ({
    path: compiledPath(files[i]!),
    starts: group.map(m => m.compiled.start),
  }))
  const answers = await ask({ kind: 'cover', path, places }, {}, 1e6)
  if (answers?.at(-1)?.kind !== 'end') throw new Error(`${path} does not come to its end`)
  const hit = (hits: readonly (readonly number[])[]): Planned[] =>
    hits.flatMap((indices, i) => indices.map(index => groups[i]![index]!))
  const loaded = answers.flatMap(a => (a.kind === 'loaded' ? hit(a.hits) : []))
  const ran = answers.filter(a => a.kind === 'ran')
  const failed = ran.find(a => a.error !== undefined)
  if (failed) throw new Error(`${path} fails without a fault: ${failed.title}: ${failed.error}`)
  // What runs once a process may serve every test of the file.
  const once = ran.flatMap(a => hit(a.hits).filter(m => m.source.isOnce))
  return ran.map(a => ({
    test: { path, title: a.title },
    ms: a.ms,
    executes: new Set([...loaded, ...once, ...hit(a.hits)]),
  }))
}

const folder = mkdtempSync(join(tmpdir(), 'dxilkit-mutation-'))

/** How the mutant ends: 'survived' or 'noticed', and by what. */
async function verdict({ source, compiled }: Planned, known: readonly Known[]): Promise<[string, string]> {
  if (known.length === 0) return ['survived', 'no test executes it']
  const path = compiledPath(source.file)
  const code = join(folder, 'mutant.js')
  writeFileSync(code, planted(readFileSync(path, 'utf8'), compiled))
  const tests = [...known].sort((a, b) => a.ms - b.ms)
  const patience = tests.reduce((ms, t) => ms + t.ms, 0) * PATIENCE.times + PATIENCE.seconds * 1000
  const env = { MUTANT_OF: path, MUTANT_CODE: code }
  const answers = await ask({ kind: 'judge', tests: tests.map(t => t.test) }, env, patience)
  if (!answers) return ['noticed', 'it hangs']
  const failed = answers.find(a => a.kind === 'failed')
  if (failed) return ['noticed', failed.test.title]
  return answers.at(-1)?.kind === 'end' ? ['survived', `${tests.length} tests`] : ['noticed', 'the process dies']
}

const mutants = chosen()
const start = Date.now()
const spent = (): number => Math.round((Date.now() - start) / 1000)
const counts = { noticed: 0, survived: 0 }
try {
  const known: Known[] = []
  for (const path of testFiles()) {
    const of = await coverage(path, mutants)
    known.push(...of)
    if (args.includes('--times'))
      process.stdout.write(`${spent()} s: ${path} ${Math.round(of.reduce((ms, k) => ms + k.ms, 0))} ms\n`)
  }
  const total = known.reduce((ms, k) => ms + k.ms, 0)
  process.stdout.write(
    `${known.length} tests of ${Math.round(total / 1000)} s; ${spent()} s to know what they execute\n`,
  )
  for (const mutant of mutants) {
    if (spent() > seconds) break
    const [end, why] = await verdict(
      mutant,
      known.filter(k => k.executes.has(mutant)),
    )
    counts[end as keyof typeof counts]++
    if (list) appendFileSync(list, `${end} ${named(mutant.source)} [${why.slice(0, 80)}] ${spent()} s\n`)
    if (end === 'survived') process.stdout.write(`survived ${named(mutant.source)} [${why}]\n`)
  }
} finally {
  rmSync(folder, { recursive: true })
}
process.stdout.write(`${spent()} s: ${counts.noticed} noticed, ${counts.survived} survived\n`)
