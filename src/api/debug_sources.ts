// What a debug file says it was made of.

import { checkBytes } from '../base/arguments.ts'
import { readContainer } from '../container/container.ts'
import { decodePart } from '../container/parts.ts'
import { sourceArguments, sourceFiles } from '../container/source_info.ts'

export interface DebugSources {
  /** Names and texts, the main file first. */
  readonly files: readonly { readonly name: string; readonly text: string }[]
  /** Flags without dash, with their values or ''. */
  readonly arguments: readonly { readonly name: string; readonly value: string }[]
}

/**
 * The sources and arguments in the container of a debug file (containerBytes() opens it); undefined when it has none.
 * @throws FormatError for a damaged container
 */
export function debugSources(container: Uint8Array): DebugSources | undefined {
  checkBytes('debugSources', container)
  const part = readContainer(container).parts.find(p => p.name === 'SRCI')
  if (!part) return undefined
  const info = decodePart('SRCI', part.data, part.offset)
  return { files: sourceFiles(info), arguments: sourceArguments(info) }
}
