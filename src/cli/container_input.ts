// Inputs that are containers: a container itself, or a debug file, which stands for the container in it.

import { containerBytes, EditError, FormatError } from '../api/index.ts'
import { inputName, readInput } from './files.ts'
import { BadFile, type Host, UsageError } from './host.ts'

/** Bytes of the container in a file. @throws UsageError when it cannot be read, BadFile for a damaged debug file */
export async function readContainerInput(host: Host, file: string): Promise<Uint8Array> {
  const bytes = readInput(host, file)
  try {
    return await containerBytes(bytes)
  } catch (error) {
    if (error instanceof FormatError) throw new BadFile(inputName(file), error)
    throw error
  }
}

/** Runs what reads or edits a container; its complaints name the file. @throws BadFile for damage, UsageError for impossible edits */
export function onContainer<T>(file: string, run: () => T): T {
  try {
    return run()
  } catch (error) {
    if (error instanceof FormatError) throw new BadFile(inputName(file), error)
    if (error instanceof EditError) throw new UsageError(`'${inputName(file)}': ${error.message}`)
    throw error
  }
}
