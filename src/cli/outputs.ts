// Output files. They are collected and then put in place together, each by renaming a finished temporary file, so that a failure, a
// full disk or a killed process leaves either what was there before or the whole new file.
// Invariant: no output overwrites a file that the command read, and no two outputs go to one file.
// Files are not flushed to the disk (fsync): that costs tens of milliseconds a file, and the usual file systems write the data of a file before
// they rename it over another. What a power failure may take is the newest state of a file, not the one before.

import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { hasCode, systemReason } from '../api/node.ts'
import { type FileIdentity, identityOf, placeIdentity, throughLinks } from './file_identity.ts'
import { holdSignals } from './hold_signals.ts'
import { type Host, UsageError } from './host.ts'

type Data = string | Uint8Array

interface Output {
  /** As the user wrote it. */
  readonly path: string
  readonly data: Data
  /** The file that was read to be edited, which this output may replace. */
  readonly edited: FileIdentity | undefined
}

/** The output files of one command. Nothing is on disk before commit(). */
export class Outputs {
  readonly #host: Host
  readonly #list: Output[] = []
  readonly #folders: string[] = []

  constructor(host: Host) {
    this.#host = host
  }

  /** Plans an output; `-` is standard output. @throws UsageError when two outputs go to one place */
  add(path: string, data: Data): void {
    this.#add({ path, data, edited: undefined })
  }

  /** Plans what an edit of `input` made; it may replace that file, and no other that was read. @throws as add() does */
  addEdited(path: string, data: Data, input: string): void {
    this.#add({ path, data, edited: input === '-' ? undefined : identityOf(input) })
  }

  /** A folder that is made before anything is written, if anything is. */
  needFolder(path: string): void {
    this.#folders.push(path)
  }

  #add(output: Output): void {
    const { path } = output
    if (path === '') throw new UsageError('an output file has no name')
    const place = standardStream(path) ?? path
    if (this.#list.some(o => (standardStream(o.path) ?? o.path) === place))
      throw new UsageError(`two outputs go to '${path}'`)
    this.#list.push(output)
  }

  /** Writes everything: pipes and devices first, then all temporary files, then all renames. @throws UsageError, after removing what was begun */
  commit(): void {
    if (this.#list.length === 0) return
    for (const path of this.#folders) attemptWrite(path, () => mkdirSync(path, { recursive: true }))
    const plans = this.#plans()
    // A pipe's reader may be slow: Ctrl-C must work while it is waited for.
    for (const { path, data, kind } of plans)
      if (kind === 'special') attemptWrite(path, () => writeFileSync(path, data))
    const files = plans.filter(plan => plan.kind === 'file')
    if (files.length > 0) {
      const release = holdSignals()
      try {
        replaceFiles(files)
        for (const { place, target, path } of files) this.#host.files?.noteWritten(place, target, path)
      } finally {
        release()
      }
    }
    for (const { kind, data } of plans) {
      if (kind === 'stdout') this.#host.stdout.write(data)
      if (kind === 'stderr') this.#host.stderr.write(data)
    }
  }

  /** Where everything goes. @throws UsageError for what must not be written or cannot be */
  #plans(): Plan[] {
    const seen = new Map<FileIdentity, string>()
    const { files } = this.#host
    return this.#list.map(output => {
      const plan = planOf(output)
      if (plan.kind !== 'file') return plan
      const { path } = output
      const input = plan.identity === output.edited ? undefined : files?.nameOf(plan.identity)
      if (input !== undefined)
        throw new UsageError(
          `refusing to overwrite input file '${input}'${input === path ? '' : ` (output '${path}' is the same file)`}`,
        )
      const other = seen.get(plan.identity) ?? (plan.isEdit ? undefined : files?.writtenAs(plan.identity, plan.place))
      if (other !== undefined) throw new UsageError(`two outputs go to '${other}': '${path}' is the same file`)
      seen.set(plan.identity, path)
      return plan
    })
  }
}

interface FilePlan {
  readonly kind: 'file'
  readonly path: string
  readonly data: Data
  /** Where links end. */
  readonly target: string
  /** Of the file that is there, else its place. */
  readonly identity: FileIdentity
  readonly place: FileIdentity
  /** Of the file that is there. */
  readonly stat: Stats | undefined
  readonly isEdit: boolean
}

type Plan = FilePlan | { readonly kind: 'special' | 'stdout' | 'stderr'; readonly path: string; readonly data: Data }

function planOf({ path, data, edited }: Output): Plan {
  const kind = standardStream(path)
  if (kind) return { kind, path, data }
  return attemptWrite(path, () => {
    const stat = statSync(path, { throwIfNoEntry: false })
    if (stat?.isDirectory()) throw new UsageError(`cannot write '${path}': it is a directory`)
    // Devices and pipes (/dev/null, a fifo) must be written to, not replaced.
    if (stat !== undefined && !stat.isFile()) return { kind: 'special', path, data }
    if (stat === undefined && /[/\\]$/.test(path))
      throw new UsageError(`cannot write '${path}': there is no such directory`)
    const target = throughLinks(path)
    // Renaming would not mind a file that is read-only.
    if (stat) accessSync(target, constants.W_OK)
    const place = placeIdentity(target)
    return {
      kind: 'file',
      path,
      data,
      target,
      identity: identityOf(target) ?? place,
      place,
      stat,
      isEdit: edited !== undefined,
    }
  })
}

/** `-` and the names systems have for the standard streams; opening those could replace the file a stream was redirected to. */
function standardStream(path: string): 'stdout' | 'stderr' | undefined {
  if (path === '-') return 'stdout'
  const match = /^\/(?:dev\/(?:std(out|err)|fd\/([12]))|proc\/self\/fd\/([12]))$/.exec(path)
  if (!match) return undefined
  return match[1] === 'out' || match[2] === '1' || match[3] === '1' ? 'stdout' : 'stderr'
}

function replaceFiles(files: readonly FilePlan[]): void {
  const begun = new Map<FilePlan, string>()
  try {
    for (const plan of files) attemptWrite(plan.path, () => begun.set(plan, writeTemporary(plan)))
    checkCase(begun)
    for (const [plan, temporary] of begun)
      attemptWrite(plan.path, () => {
        renameSync(temporary, plan.target)
        begun.delete(plan)
      })
  } finally {
    for (const temporary of begun.values()) rmSync(temporary, { force: true })
  }
}

/** Writes a file beside the target and returns its path; the permissions are those of the file it will replace. */
function writeTemporary({ target, data, stat }: FilePlan): string {
  const { file, path } = openTemporary(target, stat ? 0o600 : 0o666)
  try {
    writeFileSync(file, data)
    if (stat) keepPermissions(file, stat)
  } catch (error) {
    rmSync(path, { force: true })
    throw error
  } finally {
    closeSync(file)
  }
  return path
}

const ATTEMPTS = 16

/** A new file under a name nobody can guess. A file or link of that name is never opened: another name is tried instead. */
function openTemporary(target: string, mode: number): { readonly file: number; readonly path: string } {
  const start = `.${basename(target).slice(0, 60)}`
  for (let attempt = 1; ; attempt++) {
    // Nobody gains by guessing it, because the file must be new; `crypto` takes longer to load than a compile.
    const random = Math.random().toString(36).slice(2)
    const path = join(dirname(target), `${start}.${random}.tmp`)
    try {
      return { file: openSync(path, 'wx', mode), path }
    } catch (error) {
      if (!hasCode(error) || error.code !== 'EEXIST' || attempt === ATTEMPTS) throw error
    }
  }
}

const SET_IDS = 0o6000

/** Owner, group and mode as they were; where another owner's cannot be kept, its set-id bits go as well. */
function keepPermissions(file: number, { uid, gid, mode }: Stats): void {
  let kept = mode & 0o7777
  if (process.getuid && (uid !== process.getuid() || gid !== process.getgid?.()))
    try {
      fchownSync(file, uid, gid)
    } catch (error) {
      if (!hasCode(error)) throw error
      kept &= ~SET_IDS
    }
  fchmodSync(file, kept)
}

/** Two new names that differ in case alone are one file where the file system does not tell letters apart. */
function checkCase(begun: ReadonlyMap<FilePlan, string>): void {
  const seen = new Map<string, FilePlan>()
  for (const [plan, temporary] of begun) {
    const key = resolve(plan.target).normalize('NFC').toLowerCase()
    const other = seen.get(key)
    const swapped = join(dirname(temporary), basename(temporary).toUpperCase())
    if (other && !plan.stat && identityOf(swapped) === identityOf(temporary))
      throw new UsageError(`two outputs go to '${other.path}': '${plan.path}' is the same file`)
    seen.set(key, plan)
  }
}

function attemptWrite<T>(path: string, run: () => T): T {
  try {
    return run()
  } catch (error) {
    if (error instanceof UsageError || !hasCode(error)) throw error
    throw new UsageError(`cannot write '${path}': ${systemReason(error)}`, { cause: error })
  }
}
