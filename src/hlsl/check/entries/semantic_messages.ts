// Semantics of an entry point that are missing or unknown. DXC reports those of fields at the line of the entry point; where the field is,
// a note says.

import { nearest } from '../../../base/nearest.ts'
import type { Span } from '../../../diag/sources.ts'
import { interpretationOf, parseSemantic, type SignaturePoint, systemValues } from '../../../spec/semantics.ts'
import type { FunctionSymbol } from '../../tree/typed.ts'
import type { ScalarType } from '../../tree/types.ts'
import { type Checker, note, report } from '../core/context.ts'

/** What carries a semantic: a parameter, a field, the entry point for its result. */
export interface SemanticPlace extends Span {
  readonly semanticSpan?: Span | undefined
  readonly name: string
}

/** `what`: parameters or outputs. */
export function reportMissingSemantic(checker: Checker, entry: FunctionSymbol, at: SemanticPlace, what: string): void {
  const error = report(checker, 'E2304', startOfLine(checker, entry), { what })
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

/** An SV_ name that there is not, or not at this point of this stage. */
export function reportInvalidSemantic(
  checker: Checker,
  entry: FunctionSymbol,
  at: SemanticPlace,
  semantic: string,
  point: SignaturePoint,
): void {
  const { stage, shaderModel } = checker.options
  // The patch constant function is looked at later than the entry point, and so are system values that may come in and not go out.
  if (point === 'PCIn' || point === 'PCOut')
    return void report(checker, 'E3093', startOfLine(checker, entry), {
      semantic: semantic.replace(/\d+$/, ''),
      stage: 'hs',
    })
  const isOwn = at === entry || entry.params.some(param => param === at)
  const place = at.semanticSpan ?? at
  const name = semantic.replace(/\d+$/, '')
  const args = { semantic: name, stage: `${stage} ${shaderModel.major}.${shaderModel.minor}` }
  const error = report(checker, 'E2305', isOwn ? place : startOfLine(checker, entry), args)
  const guess = guessSemantic(semantic, point, shaderModel.minor)
  if (guess !== undefined) note(checker, error, 'N2060', place, { guess })
  else if (!isOwn) note(checker, error, 'N2063', place, { semantic, name: at.name })
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
