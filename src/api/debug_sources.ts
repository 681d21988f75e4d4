// What a debug file says it was made of.

import { checkBytes } from '../base/arguments.ts'
import { readContainer } from '../container/container.ts'
import { decodePart } from '../container/parts.ts'
import { sourceArguments, sourceFiles } from '../container/source_info.ts'
import { textOf } from '../inspect/source_lines.ts'
import { shownModule } from '../listing/listing.ts'
import type { Module } from '../llvm/model/module.ts'

export interface DebugSources {
  /** Names and texts, the main file first. */
  readonly files: readonly { readonly name: string; readonly text: string }[]
  /** Flags without dash, with their values or ''. */
  readonly arguments: readonly { readonly name: string; readonly value: string }[]
}

/**
 * The sources and arguments in the container of a debug file (containerBytes() opens it), or in the program with debug information of any other;
 * undefined when it has none.
 * @throws FormatError for a damaged container
 */
export function debugSources(container: Uint8Array): DebugSources | undefined {
  checkBytes('debugSources', container)
  const { parts } = readContainer(container)
  const part = parts.find(p => p.name === 'SRCI')
  if (!part) return parts.some(p => p.name === 'ILDB') ? moduleSources(shownModule(container)) : undefined
  const info = decodePart('SRCI', part.data, part.offset)
  return { files: sourceFiles(info), arguments: sourceArguments(info) }
}

function moduleSources(module: Module): DebugSources | undefined {
  const rows = (name: string): string[][] =>
    // The second name is that of the first compilers.
    ((module.findNamed(`dx.source.${name}`) ?? module.findNamed(`llvm.dbg.${name}`))?.operands ?? []).map(row =>
      row.kind === 'node' ? row.operands.map(o => (o ? textOf(o) : '')) : [],
    )
  const files = rows('contents').flatMap(([name = '', text = '']) => (name === '' ? [] : [{ name, text }]))
  if (files.length === 0) return undefined
  const main = rows('mainFileName')[0]?.[0]
  files.sort((a, b) => Number(b.name === main) - Number(a.name === main))
  return { files, arguments: pairsOf(rows('args').flat()).filter(({ name, value }) => name !== 'D' || value !== '') }
}

/** The words of a command line as flags with their values: what begins with no dash is the value of the flag in front. */
function pairsOf(words: readonly string[]): { name: string; value: string }[] {
  const pairs: { name: string; value: string }[] = []
  // Older compilers keep slashes; with dashes around, a slash begins a path.
  const flag = words.some(w => w.startsWith('-')) ? /^-/ : /^[/]/
  for (const word of words)
    if (flag.test(word)) pairs.push({ name: word.slice(1), value: '' })
    else if (pairs.length > 0 && pairs.at(-1)!.value === '') pairs.at(-1)!.value = word
  return pairs
}
