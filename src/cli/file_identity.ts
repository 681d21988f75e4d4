// Which file a path means: by device and inode, so that other spellings, links and another case of letters are seen through.

import { lstatSync, readlinkSync, statSync } from 'node:fs'
import { basename, dirname, isAbsolute, join } from 'node:path'

/** Equal for two paths exactly when they lead to one file. */
export type FileIdentity = string

interface StatNumbers {
  readonly dev: bigint
  readonly ino: bigint
}

export const identityOfStat = ({ dev, ino }: StatNumbers): FileIdentity => `${dev}:${ino}`

/** undefined for what does not exist and for devices and pipes, which are no files that could be lost. */
export function identityOf(path: string): FileIdentity | undefined {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false })
  return stat?.isFile() ? identityOfStat(stat) : undefined
}

/** The files that a command has read, will read or has written, with the names the user gave. */
export class CommandFiles {
  readonly #names = new Map<FileIdentity, string>()
  readonly #written = new Map<FileIdentity, string>()

  /** Notes a file by its path; one that cannot be looked at is nobody's loss. */
  note(path: string): void {
    try {
      this.noteIdentity(identityOf(path), path)
    } catch {
      // Unreadable paths are reported where they are read.
    }
  }

  noteIdentity(identity: FileIdentity | undefined, name: string): void {
    if (identity !== undefined && !this.#names.has(identity)) this.#names.set(identity, name)
  }

  /** Under which name a file that is an input was given; undefined when it is none. */
  nameOf(identity: FileIdentity): string | undefined {
    return this.#names.get(identity)
  }

  /** Notes an output, by its place and by the file that is there now. */
  noteWritten(place: FileIdentity, target: string, name: string): void {
    this.#written.set(place, name)
    const identity = identityOf(target)
    if (identity !== undefined) this.#written.set(identity, name)
  }

  /** The name of the output that was written there before. */
  writtenAs(...identities: readonly FileIdentity[]): string | undefined {
    for (const identity of identities) {
      const name = this.#written.get(identity)
      if (name !== undefined) return name
    }
    return undefined
  }
}

const MAX_LINKS = 40

/** Where a path leads once links are followed, also when there is nothing yet at their end. @throws what lstat and readlink throw */
export function throughLinks(path: string): string {
  let at = path
  for (let i = 0; i < MAX_LINKS; i++) {
    if (!lstatSync(at, { throwIfNoEntry: false })?.isSymbolicLink()) return at
    const next = readlinkSync(at)
    at = isAbsolute(next) ? next : join(dirname(at), next)
  }
  throw Object.assign(new Error('too many symbolic links'), { code: 'ELOOP' })
}

/** Where a file is or would be made: its folder and its name there. @throws what stat throws */
export function placeIdentity(path: string): FileIdentity {
  return `${identityOfStat(statSync(dirname(path), { bigint: true }))}/${basename(path)}`
}
