// Builtins and types that a later shader model brings: reported for the first entry point or exported function that reaches their use.

import type { Span } from '../../../diag/sources.ts'
import { isOfFamily } from '../../../spec/object_types.ts'
import { OFFLINE_MINOR } from '../../../spec/stages.ts'
import type * as A from '../../tree/ast.ts'
import { isNodeObject } from '../../tree/nodes.ts'
import type { Expr } from '../../tree/typed.ts'
import { innermost, type Type } from '../../tree/types.ts'
import { isNewConstant } from '../core/builtin_constants.ts'
import { type Checker, report } from '../core/context.ts'
import type { FunctionEntity } from '../core/scopes.ts'
import type { Signature } from '../core/signatures.ts'
import { typeName } from '../core/type_names.ts'

const isOlder = ({ options: { shaderModel } }: Checker, major: number, minor: number): boolean =>
  shaderModel.major < major || (shaderModel.major === major && shaderModel.minor < minor)

/** Complains when an entry point or exported function reaches the place, of the first or of each; DXC does not look behind errors. */
function whenReached(checker: Checker, complain: (entry: string) => void, ofEach = false): void {
  let isTold = checker.earlierErrors > 0
  checker.fn?.entity.late.push((_, { name }) => {
    if (!isTold && checker.earlierErrors === 0) complain(name)
    isTold = !ofEach
  })
}

const targetOf = ({ options: { stage, shaderModel } }: Checker): string =>
  `${stage}_${shaderModel.major}_${shaderModel.minor}`

/** Constants of shader model 6.9; outside of functions libraries alone use them. */
export function warnNewConstant(checker: Checker, { name, pos, end }: A.NamePart): void {
  if (!isOlder(checker, 6, 9) || !isNewConstant(name)) return
  const warn = (): void => void report(checker, 'W2651', { pos, end }, { name, target: targetOf(checker) })
  if (checker.fn) whenReached(checker, warn)
  else if (checker.options.stage === 'lib') warn()
}

export function checkVersion(checker: Checker, name: string, { since }: Signature, span: Span): void {
  const isGone = name === 'GetRemainingRecursionLevels' && !hasNodes(checker)
  if (!isGone && !(since && isOlder(checker, ...since))) return
  // DXC quotes the name twice, but for barriers, whose uses it tells of every entry point.
  const isBarrier = name === 'Barrier'
  const quoted = (entry: string): string => (isBarrier ? `'${entry}'` : `''${entry}''`)
  const problem = isGone
    ? `is unavailable; it was removed in shader model ${WITHOUT_NODES.join('.')}`
    : `requires shader model ${since!.join('.')} or greater`
  whenReached(checker, entry => report(checker, 'E2176', span, { name, user: quoted(entry), problem }), isBarrier)
}

/** CalculateLevelOfDetail and its like take samplers that compare since shader model 6.8. */
export function checkComparison(checker: Checker, name: string, args: readonly Expr[], at: Span): void {
  const [sampler] = args
  if (!name.startsWith('CalculateLevelOfDetail') || !isOlder(checker, 6, 8)) return
  if (sampler?.type.kind === 'object' && sampler.type.name === 'SamplerComparisonState')
    whenReached(checker, () => report(checker, 'E2669', at, { name }))
}

/** The first shader model without work graphs. Libraries for linking may become older shaders. */
const WITHOUT_NODES = [6, 10] as const

const hasNodes = (checker: Checker): boolean =>
  checker.options.shaderModel.minor === OFFLINE_MINOR || isOlder(checker, ...WITHOUT_NODES)

/** A node of a library whose shader model has none. */
export function requireNodes(checker: Checker, at: Span): void {
  if (!hasNodes(checker)) report(checker, 'E2671', at, { target: targetOf(checker) })
}

function complainOfType(checker: Checker, type: Type, at: Span | A.TypeNode): void {
  const inner = innermost(type)
  if (inner.kind !== 'object') return
  const target = targetOf(checker)
  if (isOfFamily(inner.name, 'hit object') && isOlder(checker, 6, 9)) report(checker, 'E2665', at, { target })
  if (!isNodeObject(inner) || hasNodes(checker)) return
  const typeNode = 'kind' in at ? at : undefined
  const name = typeName(checker, { type: inner, typeNode })
  report(checker, 'E2670', at, { type: name.startsWith("'") ? name : `'${name}'`, target })
}

/** `at`: where the type of a variable is written, or the type of a static method. */
export function checkAvailable(checker: Checker, type: Type, at: Span | A.TypeNode): void {
  if (innermost(type).kind === 'object') whenReached(checker, () => complainOfType(checker, type, at))
}

/** What a function that is reached takes and gives. */
export function checkAvailableTypes(checker: Checker, { symbol, decl }: FunctionEntity): void {
  if (!symbol || checker.earlierErrors > 0) return
  complainOfType(checker, symbol.returnType, decl.returnType)
  for (const [i, { type }] of symbol.params.entries()) complainOfType(checker, type, decl.params[i]?.type ?? decl)
}
