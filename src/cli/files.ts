// Reading inputs and writing outputs. Outputs are collected and then put in place together, each by renaming a finished
// temporary file, so that a failure leaves what was there before.

import { accessSync, closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { type Host, UsageError } from './host.ts'

/** Larger inputs are refused before they are read. */
const MAX_INPUT = 0x7fffffff

/** Bytes of a file, or of standard input for `-`. @throws UsageError when it cannot be read */
export function readInput(host: Host, path: string): Uint8Array {
  if (path === '-') return attempt('read', 'standard input', () => host.readStdin())
  return attempt('read', path, () => readFile(path))
}

/** The stat and the read are of the same open file, so a folder or a giant never gets as far as reading. */
function readFile(path: string): Uint8Array {
  const file = openSync(path, 'r')
  try {
    const stat = fstatSync(file)
    if (stat.isDirectory()) throw new UsageError(`cannot read '${path}': it is a directory`)
    if (stat.size > MAX_INPUT) throw new UsageError(`cannot read '${path}': it is larger than 2 GiB`)
    return readFileSync(file)
  } finally {
    closeSync(file)
  }
}

const utf8 = new TextDecoder('utf-8', { ignoreBOM: false })
const utf16 = new TextDecoder('utf-16le')

/** Source text of bytes: UTF-8 with or without a mark, UTF-16 with one. Bytes that are neither become U+FFFD, which the lexer reports. */
export function decodeText(bytes: Uint8Array): string {
  if (bytes.length >= 2 && bytes[0] === 0xff && bytes[1] === 0xfe) return utf16.decode(bytes)
  return utf8.decode(bytes)
}

/** Name of an input in messages. */
export function inputName(path: string): string {
  return path === '-' ? '<stdin>' : path
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
    const begun: { temporary: string; path: string }[] = []
    try {
      for (const { path, data } of this.#list) {
        if (path === '-') continue
        attempt('write', path, () => {
          // Devices and pipes (/dev/null, a fifo) must be written to, not replaced.
          if (isSpecial(path)) return writeFileSync(path, data)
          const target = throughLinks(path)
          const temporary = join(dirname(target), `.${basename(target).slice(0, 200)}.${process.pid}-${begun.length}.tmp`)
          begun.push({ temporary, path: target })
          writeFileSync(temporary, data, { flag: 'wx', mode: modeOf(target) })
        })
      }
      for (const { temporary, path } of begun) attempt('write', path, () => renameSync(temporary, path))
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

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or directory',
  EACCES: 'permission denied',
  EPERM: 'operation not permitted',
  EISDIR: 'it is a directory',
  ENOTDIR: 'a part of the path is not a directory',
  ENAMETOOLONG: 'the name is too long',
  ELOOP: 'too many symbolic links',
  ENOSPC: 'no space left on the device',
  EROFS: 'the file system is read-only',
  ERR_INVALID_ARG_VALUE: 'the name holds a NUL character',
  EEXIST: 'a temporary file is in the way',
}

/** Runs a file operation; its errors become UsageErrors that name the file. */
function attempt<T>(verb: 'read' | 'write', path: string, run: () => T): T {
  try {
    return run()
  } catch (error) {
    if (error instanceof UsageError || !(error instanceof Error) || !('code' in error)) throw error
    const code = String(error.code)
    throw new UsageError(`cannot ${verb} '${path}': ${REASONS[code] ?? code}`, { cause: error })
  }
}
