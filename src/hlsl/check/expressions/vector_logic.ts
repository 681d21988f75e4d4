// Operators that take scalars only since HLSL 2021, applied to vectors: the function that does it component by component is offered.

import { type FixIt, replacement } from '../../../diag/diagnostics.ts'
import type { Span } from '../../../diag/sources.ts'
import type { Expr } from '../../tree/typed.ts'
import { type Checker, report, tokenBehind } from '../core/context.ts'

/** `v > 0 ? a : b` */
export function reportVectorCondition(checker: Checker, condition: Expr, arms: readonly Expr[], span: Span): void {
  report(
    checker,
    'E2111',
    tokenBehind(checker, condition.end, span.end),
    {},
    { ranges: [span], fixIts: callInstead(checker, 'select', [condition, ...arms], span) },
  )
}

/** `a && b` */
export function reportVectorLogic(checker: Checker, op: '&&' | '||', left: Expr, right: Expr, at: Span): void {
  const name = op === '&&' ? 'and' : 'or'
  const span = { pos: left.pos, end: right.end }
  const fixIts = callInstead(checker, name, [left, right], span)
  report(checker, 'E2110', at, { function: name }, { ranges: [left, right], fixIts })
}

/** `name(args)` in place of the span, as long as all of it was written in one place. */
function callInstead(checker: Checker, name: string, args: readonly Expr[], span: Span): FixIt[] {
  const texts = args.map(arg => checker.diagnostics.sources.textOf(arg))
  return texts.includes(undefined) ? [] : [replacement(span, `${name}(${texts.join(', ')})`)]
}
