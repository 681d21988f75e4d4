// Reading inputs and writing outputs. Outputs are collected and then put in place together, each by renaming a finished
// temporary file, so that a failure leaves what was there before.

import { accessSync, constants, lstatSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { hasCode, ReadError, readBytes, systemReason } from '../api/node.ts'
import { type Host, UsageError } from './host.ts'

/** Bytes of a file, or of standard input for `-`. @throws UsageError when it cannot be read */
export function readInput(host: Host, path: string): Uint8Array {
  try {
    return path === '-' ? host.readStdin() : readBytes(path)
  } catch (error) {
    if (!(error instanceof ReadError)) throw error
    throw new UsageError(`cannot read '${inputName(path)}': ${error.message}`, { cause: error })
  }
}

/** Name of an input in messages. */
export function inputName(path: string): string {
  return path === '-' ? '<stdin>' : path
}

export function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true
}

export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}

interface Output {
  readonly path: string
  readonly data: string | Uint8Array
}

/** The output files of one command. Nothing is on disk before commit(). */
export class Outputs {
  readonly #host: Host
  readonly #list: Output[] = []

  constructor(host: Host) {
    this.#host = host
  }

  /** Plans an output; `-` is standard output. @throws UsageError when two outputs go to one place */
  add(path: string, data: string | Uint8Array): void {
    if (path === '') throw new UsageError('an output file has no name')
    if (this.#list.some(o => o.path === path)) throw new UsageError(`two outputs go to '${path}'`)
    this.#list.push({ path, data })
  }

  /** Writes everything: all temporary files first, then all renames. @throws UsageError, after removing what was begun */
  commit(): void {
    const begun: { readonly temporary: string; readonly path: string }[] = []
    try {
      for (const { path, data } of this.#list) {
        if (path === '-') continue
        attemptWrite(path, () => {
          // Devices and pipes (/dev/null, a fifo) must be written to, not replaced.
          if (isSpecial(path)) return writeFileSync(path, data)
          const target = throughLinks(path)
          const mode = modeOf(target)
          const name = `.${basename(target).slice(0, 100)}.${process.pid}-${begun.length}.tmp`
          begun.push({ temporary: join(dirname(target), name), path: target })
          writeFileSync(join(dirname(target), name), data, { mode })
        })
      }
      for (const { temporary, path } of begun) attemptWrite(path, () => renameSync(temporary, path))
    } catch (error) {
      for (const { temporary } of begun) rmSync(temporary, { force: true })
      throw error
    }
    for (const { path, data } of this.#list) if (path === '-') this.#host.stdout.write(data)
  }
}

function isSpecial(path: string): boolean {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat?.isDirectory()) throw new UsageError(`cannot write '${path}': it is a directory`)
  return stat !== undefined && !stat.isFile()
}

/** Where a symbolic link leads, so that renaming replaces the file and not the link. */
function throughLinks(path: string): string {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ? realpathSync(path) : path
}

/** Permissions of the file that is replaced, which must be writable (renaming would not mind); new files get the usual ones. */
function modeOf(path: string): number {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat) accessSync(path, constants.W_OK)
  return (stat?.mode ?? 0o666) & 0o777
}

function attemptWrite(path: string, run: () => void): void {
  try {
    run()
  } catch (error) {
    if (error instanceof UsageError || !hasCode(error)) throw error
    throw new UsageError(`cannot write '${path}': ${systemReason(error)}`, { cause: error })
  }
}
