// Builtins and types that a later shader model brings: reported once for each entry point and exported function that reaches their use.

import type { Span } from '../../../diag/sources.ts'
import { isOfFamily } from '../../../spec/object_types.ts'
import type * as A from '../../tree/ast.ts'
import type { Expr } from '../../tree/typed.ts'
import { innermost, type Type } from '../../tree/types.ts'
import { isNewConstant } from '../core/builtin_constants.ts'
import { type Checker, report } from '../core/context.ts'
import type { Signature } from '../core/signatures.ts'

const isOlder = ({ options: { shaderModel } }: Checker, major: number, minor: number): boolean =>
  shaderModel.major < major || (shaderModel.major === major && shaderModel.minor < minor)

/** Complains when an entry point or exported function reaches the place; DXC does not look behind errors. */
function whenReached(checker: Checker, complain: (entry: string) => void): void {
  checker.fn?.entity.late.push((_, { name }) => {
    if (checker.earlierErrors === 0) complain(name)
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
  if (!since || !isOlder(checker, ...since)) return
  const version = since.join('.')
  // DXC quotes the name twice, but for barriers.
  const quoted = (entry: string): string => (name === 'Barrier' ? `'${entry}'` : `''${entry}''`)
  whenReached(checker, entry => report(checker, 'E2176', span, { name, user: quoted(entry), version }))
}

/** CalculateLevelOfDetail and its like take samplers that compare since shader model 6.8. */
export function checkComparison(checker: Checker, name: string, args: readonly Expr[], at: Span): void {
  const [sampler] = args
  if (!name.startsWith('CalculateLevelOfDetail') || !isOlder(checker, 6, 8)) return
  if (sampler?.type.kind === 'object' && sampler.type.name === 'SamplerComparisonState')
    whenReached(checker, () => report(checker, 'E2669', at, { name }))
}

/** `at`: where the type of a variable is written, or the type of a static method. */
export function checkHitObject(checker: Checker, type: Type, at: Span): void {
  const inner = innermost(type)
  if (inner.kind !== 'object' || !isOfFamily(inner.name, 'hit object') || !isOlder(checker, 6, 9)) return
  const target = targetOf(checker)
  whenReached(checker, () => report(checker, 'E2665', at, { target }))
}
