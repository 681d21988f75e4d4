// What a build remembers: which files each output was made of, by content. A journal of JSON lines: every job that is done adds a line, so that a build that
// is killed goes on where it was; a line that was cut off counts as not there. A build that changed something writes the file anew, as a whole.

import { appendFileSync, mkdirSync, readFileSync, type Stats, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { type ContainerFacts, type ReadFile, sha256Of } from './build_worker.ts'
import { type Host, UsageError } from './host.ts'
import { Outputs } from './outputs.ts'

/** A job that went well. */
export interface JobRecord {
  readonly output: string
  /** Hash of the command line and of the compiler. */
  readonly identity: string
  /** Paths with hashes of what was read; `-` stands for a path where there was nothing. */
  readonly files: readonly (readonly [path: string, hash: string])[]
  /** Outputs with size and time as they were written. */
  readonly outputs: readonly (readonly [path: string, size: number, mtime: number])[]
  readonly sha256: string
  readonly warnings: number
}

type Line =
  | { readonly state: number; readonly compiler: string }
  | { readonly file: string; readonly hash: string; readonly size: number; readonly mtime: number; readonly at: number }
  | { readonly list: number; readonly files: JobRecord['files'] }
  | ({ readonly done: string; readonly list: number } & Omit<JobRecord, 'files' | 'output'>)
  | { readonly container: ContainerFacts }

interface KnownFile {
  readonly hash: string
  readonly size: number
  readonly mtime: number
  /** When it was hashed: a file changed in the same moment may look unchanged. */
  readonly at: number
}

const FORMAT = 1
const GONE = '-'
/** Times of files are that coarse on some systems. */
const COARSE_MS = 2000

export class BuildState {
  readonly #path: string
  readonly #compiler: string
  readonly #files = new Map<string, KnownFile>()
  readonly #jobs = new Map<string, JobRecord>()
  readonly #facts = new Map<string, ContainerFacts>()
  readonly #lists = new Map<string, number>()
  /** Of this run, so that every file is looked at once. */
  readonly #looked = new Map<string, string>()
  #isNew = true

  constructor(path: string, compiler: string) {
    this.#path = path
    this.#compiler = compiler
  }

  /** Reads what an earlier build remembers; nothing when there is none, or it is of another compiler. */
  load(): this {
    let text = ''
    try {
      text = readFileSync(this.#path, 'utf8')
    } catch {
      return this
    }
    const lists = new Map<number, JobRecord['files']>()
    for (const [i, part] of text.split('\n').entries()) {
      const line = parsed(part)
      if (!line) continue
      if (i === 0 && !('state' in line && line.state === FORMAT && line.compiler === this.#compiler)) return this
      this.#take(line, lists)
    }
    this.#isNew = false
    return this
  }

  #take(line: Line, lists: Map<number, JobRecord['files']>): void {
    if ('file' in line) this.#files.set(line.file, line)
    else if ('container' in line) this.#facts.set(line.container.sha256, line.container)
    else if ('files' in line) lists.set(line.list, line.files)
    else if ('done' in line) {
      const { done, list, identity, outputs, sha256, warnings } = line
      const files = lists.get(list)
      if (files) this.#jobs.set(done, { output: done, identity, files, outputs, sha256, warnings })
    }
  }

  /** The record of a job whose inputs and outputs are as they were. */
  upToDate(output: string, identity: string): (JobRecord & { readonly facts: ContainerFacts }) | undefined {
    const record = this.#jobs.get(output)
    const facts = record && this.#facts.get(record.sha256)
    if (!facts || record.identity !== identity) return undefined
    const isSame =
      record.files.every(([path, hash]) => this.#hashOf(path) === hash) &&
      record.outputs.every(([path, size, mtime]) => {
        const stat = statOf(path)
        return stat?.size === size && stat.mtimeMs === mtime
      })
    return isSame ? { ...record, facts } : undefined
  }

  /** Size and time first; content when they differ. */
  #hashOf(path: string): string {
    let hash = this.#looked.get(path)
    if (hash === undefined) {
      hash = this.#lookAt(path)
      this.#looked.set(path, hash)
    }
    return hash
  }

  #lookAt(path: string): string {
    const stat = statOf(path)
    if (!stat?.isFile()) return GONE
    const known = this.#files.get(path)
    const isSure =
      known && stat.size === known.size && stat.mtimeMs === known.mtime && known.mtime + COARSE_MS < known.at
    if (isSure) return known.hash
    const at = Date.now()
    const hash = sha256Of(readFileSync(path))
    this.#files.set(path, { hash, size: stat.size, mtime: stat.mtimeMs, at })
    return hash
  }

  /** Notes a job that is done, on disk too. */
  done(
    record: Omit<JobRecord, 'files' | 'outputs'>,
    read: readonly ReadFile[],
    absent: readonly string[],
    outputs: readonly string[],
    facts: ContainerFacts,
  ): void {
    const at = Date.now()
    const lines: Line[] = []
    if (this.#isNew) lines.push({ state: FORMAT, compiler: this.#compiler })
    for (const { path, hash, size, mtime } of read) {
      const known = this.#files.get(path)
      if (known && known.hash === hash && known.mtime === mtime && known.mtime + COARSE_MS < known.at) continue
      this.#files.set(path, { hash, size, mtime, at })
      lines.push({ file: path, hash, size, mtime, at })
    }
    const files = [...read.map(({ path, hash }) => [path, hash] as const), ...absent.map(path => [path, GONE] as const)]
    const written = outputs.map(path => {
      const stat = statOf(path)
      return [path, stat?.size ?? -1, stat?.mtimeMs ?? 0] as const
    })
    const whole: JobRecord = { ...record, files, outputs: written }
    if (!this.#facts.has(facts.sha256)) lines.push({ container: facts })
    this.#facts.set(facts.sha256, facts)
    this.#jobs.set(record.output, whole)
    lines.push(...this.#jobLines(whole))
    mkdirSync(dirname(this.#path), { recursive: true })
    const text = lines.map(line => `${JSON.stringify(line)}\n`).join('')
    try {
      // A line that was cut off must not swallow the next one.
      appendFileSync(this.#path, this.#isNew ? text : `\n${text}`, this.#isNew ? { flag: 'w' } : {})
    } catch (error) {
      throw new UsageError(`cannot write '${this.#path}'`, { cause: error })
    }
    this.#isNew = false
  }

  #jobLines({ output, files, ...rest }: JobRecord): Line[] {
    const key = JSON.stringify(files)
    const known = this.#lists.get(key)
    const list = known ?? this.#lists.size
    this.#lists.set(key, list)
    const { identity, outputs, sha256, warnings } = rest
    const line: Line = { done: output, list, identity, outputs, sha256, warnings }
    return known === undefined ? [{ list, files }, line] : [line]
  }

  /** Outputs of earlier builds that none of these jobs makes. */
  stale(outputs: ReadonlySet<string>): readonly JobRecord[] {
    return [...this.#jobs.values()].filter(record => !outputs.has(record.output))
  }

  forget(output: string): void {
    this.#jobs.delete(output)
  }

  /** Writes everything anew, without what is not needed any more. */
  save(host: Host): void {
    this.#lists.clear()
    const needed = new Set([...this.#jobs.values()].flatMap(record => record.files.map(([path]) => path)))
    const blobs = new Set([...this.#jobs.values()].map(record => record.sha256))
    const lines: Line[] = [{ state: FORMAT, compiler: this.#compiler }]
    for (const [file, { hash, size, mtime, at }] of this.#files)
      if (needed.has(file)) lines.push({ file, hash, size, mtime, at })
    for (const facts of this.#facts.values()) if (blobs.has(facts.sha256)) lines.push({ container: facts })
    for (const record of this.#jobs.values()) lines.push(...this.#jobLines(record))
    const outputs = new Outputs({ ...host, files: undefined as never })
    outputs.needFolder(dirname(this.#path))
    outputs.add(this.#path, lines.map(line => `${JSON.stringify(line)}\n`).join(''))
    outputs.commit()
  }
}

function parsed(line: string): Line | undefined {
  if (line === '') return undefined
  try {
    return JSON.parse(line) as Line
  } catch {
    return undefined
  }
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}
