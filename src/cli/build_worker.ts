// What a thread of a build does: compiles command lines, writes their outputs, and says what they read. What permutations share is kept between calls.

import { statSync } from 'node:fs'
import { dirname, isAbsolute, join } from 'node:path'
import { type CompileResult, compile, type Reflection, Reuse, readContainer, reflect } from '../api/index.ts'
import { decodeText, fileIncluder, ReadError, readBytes } from '../api/node.ts'
import { lazy } from '../base/lazy.ts'
import { messageNowhere } from '../diag/message.ts'
import { addOutputs, needsWhole } from './compile.ts'
import { CommandFiles } from './file_identity.ts'
import { isFile } from './files.ts'
import { parseFlags } from './flag_parser.ts'
import { type Host, UsageError } from './host.ts'
import { type CompileJob, compileJob } from './options.ts'
import { Outputs } from './outputs.ts'

/** Plain data. */
export interface BuildTask {
  readonly folder: string
  readonly jobs: readonly { readonly index: number; readonly words: readonly string[]; readonly isForced?: boolean }[]
  /** Shared by the threads: which containers somebody is making. */
  readonly claims: BigInt64Array
  /** Grows when files may have changed. */
  readonly generation: number
}

/** A file that a compilation read. */
export interface ReadFile {
  readonly path: string
  readonly hash: string
  readonly size: number
  readonly mtime: number
}

export interface ContainerFacts {
  readonly sha256: string
  /** Of the program part alone. */
  readonly program: string
  readonly size: number
  /** null when there is no program: root signatures. */
  readonly reflection: Reflection | null
}

/** Plain data. */
export interface BuildReply {
  readonly index: number
  readonly ok: boolean
  readonly diagnostics: CompileResult['diagnostics']
  readonly files: readonly ReadFile[]
  /** Paths where an include was looked for in vain: a file there would be another source. */
  readonly absent: readonly string[]
  readonly outputs: readonly string[]
  readonly ms: number
  /** Nothing was compiled: an equal source was before. */
  readonly isEqual: boolean
  readonly key: string
  /** Somebody else makes the container of this key. */
  readonly isClaimed: boolean
  readonly container: Uint8Array | undefined
  readonly facts: ContainerFacts | undefined
}

/** One thread's memory. */
class Thread {
  readonly reuse = new Reuse(10_000)
  readonly facts = new Map<string, ContainerFacts>()
  generation = -1
  files = new Map<string, (ReadFile & { readonly text: string }) | undefined>()
  written = new CommandFiles()

  begin(generation: number): void {
    if (generation === this.generation) return
    this.generation = generation
    this.files = new Map()
    this.written = new CommandFiles()
  }

  /** A file as it was when it was first asked for. */
  read(path: string): (ReadFile & { readonly text: string }) | undefined {
    if (!this.files.has(path)) this.files.set(path, readNoted(path))
    return this.files.get(path)
  }
}

/** Loaded when it is needed: it takes longer to load than a small compile. */
const crypto = lazy(() => process.getBuiltinModule('node:crypto'))

export const sha256Of = (data: string | Uint8Array): string => crypto().createHash('sha256').update(data).digest('hex')

function readNoted(path: string): (ReadFile & { readonly text: string }) | undefined {
  try {
    // First the time: a change in between is then seen as one the next time.
    const stat = statSync(path, { throwIfNoEntry: false })
    if (!stat?.isFile()) return undefined
    const bytes = readBytes(path)
    return { path, hash: sha256Of(bytes), size: stat.size, mtime: stat.mtimeMs, text: decodeText(bytes) }
  } catch {
    return undefined
  }
}

const thread = new Thread()

/** Carries out a task; see BuildReply. What is thrown is a bug of ours. */
export function buildTask(task: BuildTask): BuildReply[] {
  thread.begin(task.generation)
  return task.jobs.map(({ index, words, isForced }) => {
    const start = performance.now()
    const reply = attempt(() => buildOne(task, words, isForced === true))
    return { ...reply, index, ms: performance.now() - start }
  })
}

/** A path that counts from the folder. */
export const inFolder = (folder: string, path: string): string =>
  folder === '.' || isAbsolute(path) ? path : join(folder, path)

/** The job of a command line whose paths count from the folder. */
export function jobIn(folder: string, words: readonly string[]): CompileJob {
  const job = compileJob(parseFlags(words, isFile))
  const at = (path: string): string => inFolder(folder, path)
  const placed = Object.fromEntries(Object.entries(job.outputs).map(([kind, path]) => [kind, at(path)]))
  const { debugPath, dependencyPath } = job
  return {
    ...job,
    input: at(job.input),
    includeDirs: job.includeDirs.map(at),
    outputs: placed,
    debugPath: debugPath === undefined ? undefined : at(debugPath),
    dependencyPath: dependencyPath === undefined ? undefined : at(dependencyPath),
  }
}

/** What cannot be written is an error of its job. */
function attempt(run: () => Omit<BuildReply, 'index' | 'ms'>): Omit<BuildReply, 'index' | 'ms'> {
  try {
    return run()
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    const diagnostics = error.lines.map(line => messageNowhere('E4409', 'error', line))
    return { ...NOTHING, ok: false, diagnostics, files: [], absent: [] }
  }
}

const NOTHING = { isEqual: false, key: '', isClaimed: false, container: undefined, facts: undefined, outputs: [] }

function buildOne(
  { folder, claims }: BuildTask,
  words: readonly string[],
  isForced: boolean,
): Omit<BuildReply, 'index' | 'ms'> {
  const job = jobIn(folder, words)
  const files = new Map<string, ReadFile>()
  const absent = new Set<string>()
  const note = (path: string): (ReadFile & { readonly text: string }) | undefined => {
    const file = thread.read(path)
    if (file) files.set(path, { path, hash: file.hash, size: file.size, mtime: file.mtime })
    else absent.add(path)
    return file
  }
  const source = note(job.input)
  const seen = () => ({ files: [...files.values()], absent: [...absent] })
  if (!source) {
    const diagnostics = [
      messageNowhere('E4000', 'error', `cannot read file '${job.input}': ${whyNot(job.input)}`, job.input),
    ]
    return { ...NOTHING, ...seen(), ok: false, diagnostics }
  }
  const options = { ...job.compile, fileName: job.input, include: fileIncluder(job.includeDirs, note) }
  const claim = isForced || needsWhole(job) ? () => true : (key: string) => claimIn(claims, key)
  const { result, origin, key, isClaimed = false } = thread.reuse.compile(source.text, options, claim)
  const { ok } = result
  const flags = job.compile.noWarnings ? [] : job.warnings.map(text => messageNowhere('W1160', 'warning', text))
  const diagnostics = [...flags, ...result.diagnostics]
  const common = { ...NOTHING, ...seen(), ok, diagnostics, key, isClaimed, isEqual: origin === 'equal' }
  if (isClaimed || !ok) return common
  const again: Again = made => compile(source.text, { ...options, ...made })
  const finished = finishJob(job, result, thread.written, [...files.keys()], again)
  return { ...common, ...finished, container: result.container }
}

function whyNot(path: string): string {
  try {
    readBytes(path)
    return 'it cannot be read'
  } catch (error) {
    return error instanceof ReadError ? error.message : String(error)
  }
}

type Again = Parameters<typeof addOutputs>[4]

/** Writes the outputs of a compilation. @param again for a job that needsWhole() @throws UsageError when they cannot be written */
export function finishJob(
  job: CompileJob,
  result: CompileResult & { readonly ok: true },
  written: CommandFiles,
  inputs: readonly string[],
  again: Again = () => ({}),
): { readonly outputs: readonly string[]; readonly facts: ContainerFacts } {
  const host: Host = { ...SILENT, files: written }
  for (const input of inputs) written.note(input)
  const outputs = new Outputs(host)
  const paths: string[] = []
  const recording = {
    add: (path: string, data: string | Uint8Array): void => {
      paths.push(path)
      outputs.needFolder(dirname(path))
      outputs.add(path, data)
    },
  }
  addOutputs(job, result, recording, true, again)
  outputs.commit()
  return { outputs: paths, facts: factsOf(result.container) }
}

const SILENT: Host = {
  stdout: { isTerminal: false, write: () => {} },
  stderr: { isTerminal: false, write: () => {} },
  env: {},
  readStdin: () => {
    throw new UsageError('a build cannot read standard input')
  },
}

function factsOf(container: Uint8Array): ContainerFacts {
  const sha256 = sha256Of(container)
  let facts = thread.facts.get(sha256)
  if (!facts) {
    const program = readContainer(container).parts.find(part => part.name === 'DXIL')
    facts = {
      sha256,
      program: program ? sha256Of(program.data) : sha256,
      size: container.length,
      reflection: program ? reflect(container) : null,
    }
    thread.facts.set(sha256, facts)
  }
  return facts
}

/** Whether nobody else has this key. The table is never full: it has several slots for each job. */
function claimIn(claims: BigInt64Array, key: string): boolean {
  const value = crypto().createHash('sha256').update(key).digest().readBigInt64LE() || 1n
  const mask = claims.length - 1
  for (let at = Number(BigInt.asUintN(30, value)) & mask; ; at = (at + 1) & mask) {
    const found = Atomics.compareExchange(claims, at, 0n, value)
    if (found === 0n) return true
    if (found === value) return false
  }
}

/** Room for as many claims as there are jobs. */
export function claimTable(jobs: number): BigInt64Array {
  let size = 64
  while (size < jobs * 4) size *= 2
  return new BigInt64Array(new SharedArrayBuffer(size * 8))
}
