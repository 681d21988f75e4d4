// Semantics of an entry point that are missing or unknown. DXC reports those of fields at the line of the entry point; where the field is,
// a note says.

import { nearest } from '../../../base/nearest.ts'
import type { Span } from '../../../diag/sources.ts'
import { interpretationOf, parseSemantic, type SignaturePoint, systemValues } from '../../../spec/semantics.ts'
import { stageOfPrefix } from '../../../spec/stages.ts'
import type { FunctionSymbol } from '../../tree/typed.ts'
import { allFields, type ScalarType, type Type } from '../../tree/types.ts'
import { type Checker, note, report } from '../core/context.ts'
import { stageOfEntry } from '../symbols/shader_stages.ts'

/** What carries a semantic: a parameter, a field, the entry point for its result. */
export interface SemanticPlace extends Span {
  readonly semanticSpan?: Span | undefined
  readonly name: string
}

/** What has no semantic; undefined in compute shaders, where it is always called a parameter. */
export type Unnamed = 'parameters' | 'outputs' | undefined

export function reportMissingSemantic(checker: Checker, entry: FunctionSymbol, at: SemanticPlace, what: Unnamed): void {
  const line = startOfLine(checker, entry)
  const error = what === undefined ? report(checker, 'E2311', line, {}) : report(checker, 'E2304', line, { what })
  if (at !== entry) note(checker, error, 'N2062', at, { name: at.name })
}

/** No element has 64 bits. DXC names the type of the code. */
export function reportWide(
  checker: Checker,
  entry: FunctionSymbol,
  at: SemanticPlace,
  semantic: string,
  { name: type }: ScalarType,
): void {
  const error = report(checker, 'E2313', startOfLine(checker, entry), {
    type: type === 'double' ? type : 'i64',
    semantic,
  })
  if (at !== entry) note(checker, error, 'N2313', at, { name: at.name, type })
}

/**
 * An SV_ name that there is not, or not at this point of this stage. DXC's front end looks at those of parameters and results, the code generator at the
 * others: fields, libraries, patch constant functions. That one knows no places, and of compute shaders no names.
 */
export function reportInvalidSemantic(
  checker: Checker,
  entry: FunctionSymbol,
  at: SemanticPlace,
  semantic: string,
  point: SignaturePoint,
): void {
  const { options } = checker
  const { major, minor } = options.shaderModel
  const isOwn = at === entry || entry.params.some(param => param === at)
  const isPatchConstant = point === 'PCIn' || point === 'PCOut'
  const place = at.semanticSpan ?? at
  const name = semantic.replace(/\d+$/, '')
  const stage = isPatchConstant ? stageOfPrefix('hs') : stageOfEntry(checker, entry)
  const error =
    isOwn && !isPatchConstant && options.stage !== 'lib'
      ? report(checker, 'E2305', place, { semantic: name, stage: `${options.stage} ${major}.${minor}` })
      : stage?.points
        ? report(checker, 'E3093', startOfLine(checker, entry), { semantic: name, stage: stage.prefix! })
        : report(checker, 'E2306', startOfLine(checker, entry), {})
  const guess = guessSemantic(semantic, point, minor)
  if (guess !== undefined) note(checker, error, 'N2060', place, { guess })
  else if (!isOwn) note(checker, error, 'N2063', place, { semantic, name: at.name })
}

/**
 * DXC's front end stops at the semantics that it refuses: drops what its code generator would say of the signature, found since the list had `mark`
 * entries.
 */
export const preferEarlySemantics = ({ diagnostics }: Checker, mark: number): void => diagnostics.prefer('E2305', mark)

/** Reports what would leave by a result or a parameter where nothing can: each field by the semantic that it has. */
export function refuseOutput(
  checker: Checker,
  entry: FunctionSymbol,
  at: SemanticPlace,
  { type, semantic, what }: { readonly type: Type; readonly semantic: string | undefined; readonly what: Unnamed },
): void {
  if (semantic !== undefined) reportInvalidSemantic(checker, entry, at, semantic, 'Nowhere')
  else if (type.kind !== 'struct') reportMissingSemantic(checker, entry, at, what)
  else
    for (const field of allFields(type))
      refuseOutput(checker, entry, field, { type: field.type, semantic: field.semantic, what })
}

/** The nearest system value that may stand at this point, with the index as written. */
function guessSemantic(text: string, point: SignaturePoint, minor: number): string | undefined {
  const { name, kind } = parseSemantic(text)
  // A system value of another stage is not misspelt.
  if (kind !== undefined) return undefined
  const here = systemValues()
    .filter(([of]) => interpretationOf(of, point, minor) !== undefined)
    .map(row => row[1])
  const guess = nearest(name, here, Math.max(2, Math.floor(name.length / 3)))
  return guess && guess + text.slice(name.length)
}

/** The beginning of the line that names the entry point. */
export function startOfLine(checker: Checker, entry: FunctionSymbol): Span {
  const { sources } = checker.diagnostics
  const pos = sources.fileStart(entry.pos)
  const column = sources.locate(pos)?.column ?? 1
  return { pos: pos - (column - 1), end: pos - (column - 1) }
}
