// Builtins and types that a later shader model brings: reported once for each entry point and exported function that reaches their use.

import type { Span } from '../../../diag/sources.ts'
import { isOfFamily } from '../../../spec/object_types.ts'
import type { Expr } from '../../tree/typed.ts'
import { innermost, type Type } from '../../tree/types.ts'
import { type Checker, report } from '../core/context.ts'
import type { Signature } from '../core/signatures.ts'

const isOlder = ({ options: { shaderModel } }: Checker, major: number, minor: number): boolean =>
  shaderModel.major < major || (shaderModel.major === major && shaderModel.minor < minor)

export function checkVersion(checker: Checker, name: string, { since }: Signature, span: Span): void {
  if (!since || !isOlder(checker, ...since)) return
  const version = since.join('.')
  // DXC quotes the name twice, but for barriers.
  const quoted = (entry: string): string => (name === 'Barrier' ? `'${entry}'` : `''${entry}''`)
  checker.fn?.entity.late.push((_, { name: entry }) => {
    report(checker, 'E2176', span, { name, user: quoted(entry), version })
  })
}

/** CalculateLevelOfDetail and its like take samplers that compare since shader model 6.8. */
export function checkComparison(checker: Checker, name: string, args: readonly Expr[], at: Span): void {
  const [sampler] = args
  if (!name.startsWith('CalculateLevelOfDetail') || !isOlder(checker, 6, 8)) return
  if (sampler?.type.kind === 'object' && sampler.type.name === 'SamplerComparisonState')
    checker.fn?.entity.late.push(() => void report(checker, 'E2669', at, { name }))
}

/** `at`: where the type of a variable is written, or the type of a static method. */
export function checkHitObject(checker: Checker, type: Type, at: Span): void {
  const inner = innermost(type)
  if (inner.kind !== 'object' || !isOfFamily(inner.name, 'hit object') || !isOlder(checker, 6, 9)) return
  const { stage, shaderModel } = checker.options
  const target = `${stage}_${shaderModel.major}_${shaderModel.minor}`
  checker.fn?.entity.late.push(() => void report(checker, 'E2665', at, { target }))
}
