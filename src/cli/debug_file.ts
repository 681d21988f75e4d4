// The debug file of a container: the one that its ILDN part names, beside it.

import { basename, dirname, join } from 'node:path'
import { containerBytes, debugNameOf, FormatError } from '../api/index.ts'
import { isFile, readInput } from './files.ts'
import type { Host } from './host.ts'

/** The container in the debug file beside `file`; undefined when there is none that can be read. */
export async function debugContainerBeside(
  host: Host,
  file: string,
  bytes: Uint8Array,
): Promise<Uint8Array | undefined> {
  if (file === '-') return undefined
  const folder = dirname(file)
  const name = debugNameOf(bytes)
  const own = `${basename(file).replace(/\.[^.]*$/, '')}.pdb`
  // A debug name may hold the folders of the machine that made it.
  const names = [...(name === undefined ? [] : [name, name.replace(/^.*[/\\]/, '')]), own]
  for (const candidate of names) {
    const path = join(folder, candidate)
    if (candidate === '' || !isFile(path)) continue
    try {
      return await containerBytes(readInput(host, path))
    } catch (error) {
      if (!(error instanceof FormatError)) throw error
    }
  }
  return undefined
}
