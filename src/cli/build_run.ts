// A build once: what is not up to date is compiled on threads, and what was made is put together.

import { mkdirSync, statSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import type { Tinypool } from 'tinypool'
import { formatMessages, type Message } from '../api/index.ts'
import { processors, threadPool } from '../api/node_pool.ts'
import { type BuildJob, jobText } from './build_jobs.ts'
import type { BuildPlan } from './build_plan.ts'
import { BuildProgress } from './build_progress.ts'
import { JobQueue } from './build_queue.ts'
import { archiveOf, type Built, manifestOf } from './build_results.ts'
import { BuildState } from './build_state.ts'
import {
  type BuildReply,
  type BuildTask,
  buildTask,
  claimTable,
  finishJob,
  inFolder,
  jobIn,
  sha256Of,
} from './build_worker.ts'
import { dependencyRule } from './depfile.ts'
import { CommandFiles } from './file_identity.ts'
import { isFile, removeUnchanged } from './files.ts'
import { holdSignals } from './hold_signals.ts'
import { type Host, wantsColor } from './host.ts'
import { Outputs } from './outputs.ts'
import { packageVersion } from './version.ts'

export interface RunSettings {
  /** Threads at most; undefined: one for each processor. */
  readonly threads?: number | undefined
  /** Milliseconds until other threads are started; undefined: what suits the machine. */
  readonly headStart?: number
  /** Everything is compiled, whatever was made before. */
  readonly force: boolean
  /** The first error ends the build. */
  readonly failFast: boolean
  /** Outputs of earlier builds that no job makes are removed. */
  readonly prune: boolean
  /** OUTPUT.d beside each output. */
  readonly depfiles: boolean
  /** One rule for the whole build. */
  readonly depfile?: string | undefined
}

/** A job that was compiled. */
export interface Timed {
  readonly job: BuildJob
  readonly ms: number
  readonly isEqual: boolean
  readonly ok: boolean
  readonly diagnostics: readonly Message[]
}

export interface BuildOutcome {
  readonly built: readonly Built[]
  readonly compiled: readonly Timed[]
  readonly upToDate: number
  readonly failed: number
  readonly stale: number
  readonly ms: number
  /** Everything that was read or looked for, for --watch. */
  readonly watched: readonly string[]
}

/** The threads of one or several builds. */
export class Threads {
  #pool: Promise<Tinypool> | undefined

  /** A number for the state of the files, which no earlier build of this process had. */
  begin(): number {
    return performance.now()
  }

  run(task: BuildTask, threads: number, signal: AbortSignal): Promise<BuildReply[]> {
    this.#pool ??= threadPool(threads)
    return this.#pool.then(pool => pool.run(task, { name: 'buildTask', signal }) as Promise<BuildReply[]>)
  }

  /** Tasks that no thread has begun are not carried out. */
  async cancel(): Promise<void> {
    ;(await this.#pool)?.cancelPendingTasks()
  }

  async end(): Promise<void> {
    await (await this.#pool)?.destroy()
  }
}

/**
 * Milliseconds of a build without other threads: a small one is done before they have started. V8 compiles a program on threads of its own in its
 * first seconds, which leave nothing of a second processor.
 */
const headStart = (): number => (processors() > 2 ? 150 : 3000)

/** @throws UsageError for files that cannot be written */
export async function buildOnce(
  host: Host,
  plan: BuildPlan,
  settings: RunSettings,
  threads: Threads,
): Promise<BuildOutcome> {
  const build = new Build(host, plan, settings, threads)
  return build.run()
}

interface Waiting {
  readonly index: number
  readonly reply: BuildReply
}

class Build {
  readonly #host: Host
  readonly #plan: BuildPlan
  readonly #settings: RunSettings
  readonly #threads: Threads
  readonly #state: BuildState
  readonly #start = performance.now()
  readonly #identities: readonly string[]
  readonly #built = new Map<number, Built>()
  readonly #compiled: Timed[] = []
  readonly #watched = new Set<string>()
  readonly #written = new CommandFiles()
  /** Containers by what they are made of; null: their maker had messages, so that everybody has to compile. */
  readonly #made = new Map<string, Uint8Array | null>()
  readonly #waiting = new Map<string, Waiting[]>()
  readonly #stop = new AbortController()
  #again: number[] = []
  #upToDate = 0
  #failed = 0
  /** A signal came. */
  #isEnding = false

  constructor(host: Host, plan: BuildPlan, settings: RunSettings, threads: Threads) {
    this.#host = host
    this.#plan = plan
    this.#settings = settings
    this.#threads = threads
    this.#state = new BuildState(inFolder(plan.folder, plan.state), compilerBuild())
    if (!settings.force) this.#state.load()
    // Debug information has the paths, which count from where the command runs.
    this.#identities = plan.jobs.map(({ words }) =>
      sha256Of(JSON.stringify([words, words.some(w => /^[-/]Z[is]/.test(w)) ? plan.folder : ''])),
    )
  }

  async run(): Promise<BuildOutcome> {
    const { jobs } = this.#plan
    const pending: number[] = []
    for (const [index, job] of jobs.entries()) {
      const known = this.#state.upToDate(job.output, this.#identities[index]!)
      if (!known) pending.push(index)
      else {
        this.#upToDate++
        const read = known.files.flatMap(([path, hash]) => (hash === '-' ? [] : [path]))
        for (const [path] of known.files) this.#watched.add(path)
        this.#built.set(index, { job, facts: known.facts, files: this.#shown(read), warnings: known.warnings })
      }
    }
    const progress = new BuildProgress(this.#host, pending.length)
    // What threads have begun they finish, so that no temporary file is left; then the signal ends the process.
    const release = holdSignals(() => {
      this.#isEnding = true
      void this.#threads.cancel()
    })
    try {
      await this.#compile(pending, progress)
    } finally {
      progress.clear()
      release()
    }
    if (this.#isEnding) await new Promise(resolve => setTimeout(resolve, 1000))
    const stale = this.#removeStale()
    const built = [...this.#built].sort(([a], [b]) => a - b).map(([, b]) => b)
    if (this.#failed === 0) this.#finish(built, pending.length > 0 || stale > 0)
    const { ms, watched } = { ms: performance.now() - this.#start, watched: [...this.#watched] }
    const { length: total } = this.#state.stale(new Set(jobs.map(j => j.output)))
    return {
      ...{ built, compiled: this.#compiled, upToDate: this.#upToDate, failed: this.#failed },
      ...{ stale: total, ms, watched },
    }
  }

  /** Paths as the manifest has them. */
  #shown(paths: readonly string[]): string[] {
    const { folder } = this.#plan
    return paths.map(path => (folder === '.' ? path : relative(folder, path)).replaceAll('\\', '/'))
  }

  async #compile(pending: readonly number[], progress: BuildProgress): Promise<void> {
    const generation = this.#threads.begin()
    // Each task that waits listens.
    process.getBuiltinModule('node:events').setMaxListeners(0, this.#stop.signal)
    const claims = claimTable(pending.length)
    const most = Math.max(1, this.#settings.threads ?? processors())
    const jobOf = (isForced: boolean) => (index: number) => {
      const { words, source } = this.#plan.jobs[index]!
      return { index, words, source, isForced }
    }
    let todo = pending.map(jobOf(false))
    while (todo.length > 0 && !this.#stop.signal.aborted && !this.#isEnding) {
      const queue = new JobQueue(todo)
      this.#again = []
      const compile = async (jobs: readonly (typeof todo)[number][], isHere: boolean): Promise<void> => {
        const replies = await this.#replies({ folder: this.#plan.folder, jobs, claims, generation }, isHere, most - 1)
        for (const reply of replies) this.#take(reply, progress)
        progress.show(jobText(this.#plan.jobs[jobs[0]!.index]!))
      }
      const others: Promise<void>[] = []
      let running = 0
      const elsewhere = async (): Promise<void> => {
        running++
        for (let jobs = queue.elsewhere(most); jobs.length > 0; jobs = queue.elsewhere(most)) await compile(jobs, false)
        running--
      }
      // This thread takes part: it has its code compiled already, and would have little else to do. Replies are taken between its jobs.
      for (let job = queue.here(); job; job = queue.here()) {
        const start = performance.now()
        await compile([job], true)
        queue.took(performance.now() - start)
        if (start - this.#start < (this.#settings.headStart ?? headStart())) continue
        while (running < most - 1 && queue.hasForOthers) {
          const other = elsewhere()
          // What another thread throws is thrown below.
          other.catch(() => {})
          others.push(other)
        }
      }
      await Promise.all(others)
      todo = this.#again.map(jobOf(true))
    }
  }

  /** None when an error has ended the build. */
  async #replies(task: BuildTask, isHere: boolean, threads: number): Promise<BuildReply[]> {
    const { signal } = this.#stop
    if (signal.aborted || this.#isEnding) return []
    if (isHere) {
      // Lets Ctrl-C through.
      await new Promise(resolve => setImmediate(resolve))
      return buildTask(task)
    }
    try {
      return await this.#threads.run(task, threads, signal)
    } catch (error) {
      if (signal.aborted || this.#isEnding) return []
      throw error
    }
  }

  #take(reply: BuildReply, progress: BuildProgress): void {
    const { index, key, isClaimed, container } = reply
    if (isClaimed) {
      const made = this.#made.get(key)
      if (made) this.#borrow({ index, reply }, made, progress)
      else if (made === null) this.#again.push(index)
      else this.#waiting.set(key, [...(this.#waiting.get(key) ?? []), { index, reply }])
      return
    }
    this.#note(reply, progress)
    if (key === '') return
    // One with messages is no container for others: they would miss theirs.
    const isShared = reply.ok && reply.diagnostics.every(m => m.code === 'W1160')
    const made = isShared ? container! : null
    if (made || !this.#made.get(key)) this.#made.set(key, made)
    const waiting = this.#waiting.get(key) ?? []
    this.#waiting.delete(key)
    for (const other of waiting)
      if (made) this.#borrow(other, made, progress)
      else this.#again.push(other.index)
  }

  /** A job whose container another thread has made. */
  #borrow({ index, reply }: Waiting, container: Uint8Array, progress: BuildProgress): void {
    const job = jobIn(this.#plan.folder, this.#plan.jobs[index]!.words)
    const { diagnostics } = reply
    const result = {
      ok: true,
      container,
      diagnostics,
      text: '',
      includes: reply.files.slice(1).map(f => f.path),
      phases: [],
      dumps: [],
    } as const
    const finished = finishJob(
      job,
      result,
      this.#written,
      reply.files.map(f => f.path),
    )
    this.#note({ ...reply, ...finished, ok: true, isEqual: true }, progress)
  }

  #note(reply: BuildReply, progress: BuildProgress): void {
    const { index, ok, diagnostics, files, absent, outputs, facts, ms, isEqual } = reply
    const job = this.#plan.jobs[index]!
    for (const path of [...files.map(f => f.path), ...absent]) this.#watched.add(path)
    this.#compiled.push({ job, ms, isEqual, ok, diagnostics })
    if (diagnostics.length > 0) {
      const { stderr } = this.#host
      const text = formatMessages(diagnostics, {
        color: wantsColor(this.#host, stderr),
        width: stderr.columns ?? 1_000_000,
      })
      progress.write(job.axes.length > 0 ? `${jobText(job)}:\n${text}` : text)
    }
    if (ok && facts) {
      const warnings = diagnostics.length
      const record = { output: job.output, identity: this.#identities[index]!, sha256: facts.sha256, warnings }
      this.#state.done(record, files, absent, outputs, facts)
      this.#built.set(index, { job, facts, files: this.#shown(files.map(f => f.path)), warnings })
      if (this.#settings.depfiles)
        this.#writeDepfile(
          `${outputs[0]}.d`,
          outputs[0]!,
          files.map(f => f.path),
        )
    } else {
      this.#failed++
      if (this.#settings.failFast) this.#stop.abort()
    }
    progress.step()
  }

  #writeDepfile(path: string, target: string, files: readonly string[]): void {
    const [source = '', ...rest] = files
    this.#write(path, dependencyRule(target, source, rest))
  }

  #write(path: string, data: string | Uint8Array): void {
    mkdirSync(dirname(path), { recursive: true })
    const outputs = new Outputs({ ...this.#host, files: this.#written })
    outputs.add(path, data)
    outputs.commit()
  }

  #removeStale(): number {
    if (!this.#settings.prune) return 0
    const stale = this.#state.stale(new Set(this.#plan.jobs.map(j => j.output)))
    for (const { output, outputs } of stale) {
      removeUnchanged(outputs)
      this.#state.forget(output)
    }
    return stale.length
  }

  #finish(built: readonly Built[], hasChanged: boolean): void {
    const { folder, manifest, archive, file } = this.#plan
    const { depfile } = this.#settings
    if (hasChanged) this.#state.save(this.#host)
    const manifestPath = manifest && inFolder(folder, manifest)
    if (manifestPath && (hasChanged || !isFile(manifestPath)))
      this.#write(manifestPath, `${JSON.stringify(manifestOf(built, compilerName()), null, 1)}\n`)
    const archivePath = archive && inFolder(folder, archive)
    if (archivePath && (hasChanged || !isFile(archivePath))) this.#write(archivePath, archiveOf(this.#plan, built))
    if (depfile !== undefined) {
      const sources = new Set(built.flatMap(b => b.files.map(f => inFolder(folder, f))))
      this.#write(depfile, dependencyRule(archivePath ?? manifestPath ?? depfile, file, [...sources].sort()))
    }
  }
}

const compilerName = (): string => `dxilkit ${packageVersion()}`

/** The same and what tells installations of one version apart, so that results of another one are not taken for ours. */
function compilerBuild(): string {
  const stat = statSync(new URL('./library.js', import.meta.url), { throwIfNoEntry: false })
  return stat ? `${compilerName()} ${stat.size} ${stat.mtimeMs}` : compilerName()
}
