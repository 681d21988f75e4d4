// Feeds damaged containers and bitcode to every reader: npx tsx test/mutate/run.ts [FOLDER] [--count N] [--seed S] [--jobs N] [--guided] [--one NUMBER]
// FOLDER has containers to start from (default: the project's own corpus, compiled here). A child process does the work, so that a
// hang or a lack of memory is a finding too. --guided keeps mutants that reach new code and mutates them further.

import { type ChildProcess, fork } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Coverage } from './coverage.ts'
import { exercise } from './exercise.ts'
import { mutant } from './mutate.ts'
import { loadPool } from './pool.ts'

/** Megabytes a child may take. */
const MEMORY_LIMIT = 512
/** Silence of a child that long is a hang, ms. A report comes every REPORT inputs. */
const HANG = 30_000
const REPORT = 200
/** One mutant in so many also goes through what builds on the readers: diff, page, assembling. */
const DEEP = 100

interface Job {
  readonly folder: string
  readonly seed: number
  readonly from: number
  readonly to: number
  readonly guided: boolean
}

interface Progress {
  /** Numbers below this are done. */
  readonly done: number
  readonly findings: readonly string[]
  readonly rss: number
  readonly note?: string
}

async function work(job: Job): Promise<void> {
  const pool = loadPool(job.folder)
  const coverage = new Coverage()
  if (job.guided) await coverage.start()
  let findings: string[] = []
  let note = `${pool.length} seeds`
  for (let n = job.from; n < job.to; n++) {
    for (const f of exercise(mutant(pool, job.seed, n), n % DEEP === 0))
      findings.push(`#${n} ${f.reader}: ${f.message}`)
    if ((n + 1) % REPORT !== 0 && n + 1 < job.to) continue
    if (job.guided && (await coverage.fresh()) > 0) await keepFresh(job, n, pool, coverage)
    note = job.guided ? `pool ${pool.length}, ${coverage.size} pieces reached` : note
    const rss = Math.round(process.memoryUsage().rss / 2 ** 20)
    process.send!({ done: n + 1, findings, rss, note } satisfies Progress)
    findings = []
  }
}

/** Something in the last batch reached new code: its shorter members join the pool, as V8 does not say which one it was. */
async function keepFresh(job: Job, n: number, pool: Uint8Array[], coverage: Coverage): Promise<void> {
  const fixed = [...pool]
  for (let k = n - (n % REPORT); k <= n; k += 40) if (pool.length < 3000) pool.push(mutant(fixed, job.seed, k))
  await coverage.fresh()
}

/** Runs one child to its end; the number where it died, or undefined. */
function runChild(job: Job, onProgress: (p: Progress) => void): Promise<number | undefined> {
  return new Promise(resolve => {
    const child: ChildProcess = fork(fileURLToPath(import.meta.url), ['--child'], {
      execArgv: [...process.execArgv, `--max-old-space-size=${MEMORY_LIMIT - 150}`],
    })
    let done = job.from
    let timer = setTimeout(() => child.kill('SIGKILL'), HANG)
    child.on('message', (p: Progress) => {
      clearTimeout(timer)
      timer = setTimeout(() => child.kill('SIGKILL'), HANG)
      done = p.done
      onProgress(p)
    })
    child.on('exit', () => {
      clearTimeout(timer)
      resolve(done >= job.to ? undefined : done)
    })
    child.send(job)
  })
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      count: { type: 'string', default: '100000' },
      seed: { type: 'string', default: '1' },
      jobs: { type: 'string', default: '2' },
      guided: { type: 'boolean', default: false },
      one: { type: 'string' },
      out: { type: 'string' },
    },
  })
  const folder = positionals[0] ?? ''
  const seed = Number(values.seed)
  if (values.one !== undefined) {
    const bytes = mutant(loadPool(folder), seed, Number(values.one))
    if (values.out !== undefined) writeFileSync(values.out, bytes)
    process.stdout.write(`${JSON.stringify(exercise(bytes))}\n`)
    return 0
  }
  const count = Number(values.count)
  const jobs = Number(values.jobs)
  const classes = new Map<string, string[]>()
  const found = (line: string): void => {
    const [, number, text] = /^#(\d+) (.*)$/s.exec(line)!
    const key = text!.replace(/\d+/g, 'N')
    classes.set(key, [...(classes.get(key) ?? []), number!])
  }
  let total = 0
  let rss = 0
  let note = ''
  const lane = async (lane: number): Promise<void> => {
    let from = Math.floor((count * lane) / jobs)
    const to = Math.floor((count * (lane + 1)) / jobs)
    while (from < to) {
      const start: number = from
      let last = from
      const died = await runChild({ folder, seed, from: start, to, guided: values.guided }, p => {
        total += p.done - last
        last = p.done
        rss = Math.max(rss, p.rss)
        note = p.note ?? note
        for (const line of p.findings) found(line)
        if (process.stderr.isTTY) process.stderr.write(`\r${total} of ${count}, ${classes.size} classes, ${note}   `)
      })
      if (died === undefined) return
      found(`#${died} child died or hung within the next ${REPORT} inputs`)
      from = died + REPORT
    }
  }
  const begin = performance.now()
  await Promise.all(Array.from({ length: jobs }, (_, i) => lane(i)))
  const seconds = Math.round((performance.now() - begin) / 1000)
  for (const [text, numbers] of classes)
    process.stdout.write(`${numbers.length} x ${text}   [${numbers.slice(0, 5).join(' ')}]\n`)
  process.stdout.write(
    `${total} mutants, seed ${seed}, ${seconds} s, largest process ${rss} MB, ${note}, ${classes.size} classes of findings\n`,
  )
  return classes.size === 0 && rss <= MEMORY_LIMIT ? 0 : 1
}

if (process.argv.includes('--child')) process.once('message', (job: Job) => void work(job).then(() => process.exit(0)))
else process.exitCode = await main()
