// Reading inputs. Every file read is noted, so that no output can overwrite it.

import { rmSync, type Stats, statSync } from 'node:fs'
import { fileIncluder, hasCode, ReadError, readBytes } from '../api/node.ts'
import { type Host, UsageError } from './host.ts'

/** Bytes of a file, or of standard input for `-`. @throws UsageError when it cannot be read */
export function readInput(host: Host, path: string): Uint8Array {
  noteInput(host, path)
  try {
    return path === '-' ? host.readStdin() : readBytes(path)
  } catch (error) {
    if (!(error instanceof ReadError)) throw error
    throw new UsageError(`cannot read '${inputName(path)}': ${error.message}`, { cause: error })
  }
}

/** Notes a file that is read now or later. */
export function noteInput(host: Host, path: string): void {
  if (path !== '-') host.files?.note(path)
  // Standard input may come from a file, too.
  else host.files?.noteIdentity(host.stdinIdentity?.(), inputName(path))
}

/** fileIncluder() that notes what it finds. */
export function notedIncluder(host: Host, includeDirs: readonly string[]): ReturnType<typeof fileIncluder> {
  const find = fileIncluder(includeDirs)
  return (...request) => {
    const found = find(...request)
    if (found && 'name' in found) host.files?.note(found.name)
    return found
  }
}

/** Name of an input in messages. */
export function inputName(path: string): string {
  return path === '-' ? '<stdin>' : path
}

export const isFile = (path: string): boolean => statOf(path)?.isFile() === true

export const isFolder = (path: string): boolean => statOf(path)?.isDirectory() === true

/** undefined for what is not there or cannot be looked at (a loop of links, a name too long). */
export function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch (error) {
    if (hasCode(error)) return undefined
    throw error
  }
}

/** Removes files that are as they were written. */
export function removeUnchanged(files: readonly (readonly [path: string, size: number, mtime: number])[]): void {
  for (const [path, size, mtime] of files) {
    const stat = statOf(path)
    if (stat?.isFile() && stat.size === size && stat.mtimeMs === mtime) rmSync(path, { force: true })
  }
}
