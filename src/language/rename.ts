// Definitions, references and new names. A new name is tried before it is given: every name has to mean afterwards what it meant before.

import { Analysis, type AnalysisInput } from './analysis.ts'
import type { RenameRange } from './language_service.ts'
import { macroAt, macroPlaces, textOf } from './macros.ts'
import type { FileRange } from './model.ts'
import type { Occurrence, Place, SymbolInfo } from './symbol_index.ts'

export const toFileRange = (analysis: Analysis, { file, start, end }: Place): FileRange => ({
  file,
  range: analysis.linesOf(file).range(start, end),
})

export function definitionAt(analysis: Analysis, offset: number): FileRange | undefined {
  const include = includeAt(analysis, offset)
  if (include) return include
  const { symbol } = analysis.index.at(analysis.file, offset) ?? {}
  if (symbol) return symbol.definition && toFileRange(analysis, symbol.definition)
  const macro = macroAt(analysis, offset)
  return macro && toFileRange(analysis, macro.definition)
}

/** `#include "x"`: the file. */
function includeAt(analysis: Analysis, offset: number): FileRange | undefined {
  const lineStart = analysis.text.lastIndexOf('\n', offset - 1) + 1
  const line = /.*/.exec(analysis.text.slice(lineStart))![0]
  if (!/^\s*#\s*include\b/.test(line)) return undefined
  const found = analysis.sources.files.find(f => {
    const at = f.includedAt === 0 ? undefined : analysis.offsetOf(f.includedAt)
    return at !== undefined && at >= lineStart && at <= lineStart + line.length
  })
  return found && { file: found.name, range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } } }
}

/** Every place of what is at an offset, by file and in order. */
export function referencesAt(analysis: Analysis, offset: number, withDeclaration: boolean): FileRange[] {
  return placesAt(analysis, offset, withDeclaration).map(place => toFileRange(analysis, place))
}

function placesAt(analysis: Analysis, offset: number, withDeclaration: boolean): readonly Place[] {
  const { symbol } = analysis.index.at(analysis.file, offset) ?? {}
  if (symbol) return sorted(symbol.places.filter(place => withDeclaration || !place.isDeclaration))
  const macro = macroAt(analysis, offset)
  return macro ? sorted(macroPlaces(analysis, macro.name)) : []
}

const sorted = <T extends Place>(places: readonly T[]): T[] =>
  [...places].sort((a, b) => (a.file === b.file ? a.start - b.start : a.file < b.file ? -1 : 1))

/** The name at an offset that can be renamed, or why it cannot. */
export function renameRange(analysis: Analysis, offset: number): RenameRange {
  const found = analysis.index.at(analysis.file, offset)
  if (!found) {
    const macro = macroAt(analysis, offset)
    if (!macro) return { problem: 'there is no name of the program here' }
    return { range: analysis.linesOf(analysis.file).range(macro.start, macro.end), name: macro.name }
  }
  const problem = obstacle(found.symbol)
  if (problem !== undefined) return { problem }
  return { range: analysis.linesOf(analysis.file).range(found.start, found.end), name: found.symbol.name }
}

function obstacle(symbol: SymbolInfo): string | undefined {
  if (!symbol.definition) return `'${symbol.name}' is not declared in these files`
  if (symbol.hidden > 0) return `a macro makes the name '${symbol.name}' out of parts`
  if (symbol.places.some(p => p.isAmbiguous))
    return `'${symbol.name}' stands in a macro or template where it means several things`
  return undefined
}

export type RenameResult = { readonly places: readonly Place[] } | { readonly problem: string }

/** Where a new name has to be written. */
export function renameAt(analysis: Analysis, input: AnalysisInput, offset: number, newName: string): RenameResult {
  if (!/^[A-Za-z_]\w*$/.test(newName)) return { problem: `'${newName}' is no name` }
  const can = renameRange(analysis, offset)
  if ('problem' in can) return can
  const places = placesAt(analysis, offset, true)
  if (newName === can.name) return { places: [] }
  const problem = changesMeaning(analysis, input, places, newName)
  return problem === undefined ? { places } : { problem }
}

/** What else would change when the names at these places were another one; undefined: nothing. */
function changesMeaning(
  analysis: Analysis,
  input: AnalysisInput,
  places: readonly Place[],
  newName: string,
): string | undefined {
  const texts = new Map(
    analysis.files.map(file => [
      file,
      replaced(
        textOf(analysis, file),
        places.filter(p => p.file === file),
        newName,
      ),
    ]),
  )
  const after = new Analysis({
    ...input,
    text: texts.get(analysis.file) ?? input.text,
    include: (...request) => {
      const found = input.include(...request)
      return found && 'text' in found ? { ...found, text: texts.get(found.name) ?? found.text } : found
    },
  })
  const errors = ({ messages }: Analysis): number => messages.filter(m => m.severity === 'error').length
  if (errors(after) > errors(analysis))
    return `with the name '${newName}' there are errors: ${after.messages.find(m => m.severity === 'error')?.message}`
  const builtins = ({ watch }: Analysis): number =>
    [...watch.values.values()].filter(v => v.kind === 'intrinsic').length
  const clash = `'${newName}' would mean something else in places`
  if (builtins(after) !== builtins(analysis)) return clash
  const partners = new Map<SymbolInfo, SymbolInfo>()
  const taken = new Set<SymbolInfo>()
  for (const file of analysis.files) {
    const before = analysis.index.of(file)
    const now = after.index.of(file)
    if (before.length !== now.length) return clash
    for (let i = 0; i < before.length; i++) {
      const [was, is] = [(before[i] as Occurrence).symbol, (now[i] as Occurrence).symbol]
      const partner = partners.get(was)
      if (partner === undefined && !taken.has(is)) {
        partners.set(was, is)
        taken.add(is)
      } else if (partner !== is) return clash
    }
  }
  return undefined
}

function replaced(text: string, places: readonly Place[], newName: string): string {
  let out = ''
  let at = 0
  for (const { start, end } of sorted(places)) {
    out += text.slice(at, start) + newName
    at = end
  }
  return out + text.slice(at)
}
