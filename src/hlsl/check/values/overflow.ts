// Whole expressions that compute with constants what their type does not hold, as clang warns of them: only operators at the top are looked into.

import type { Expr } from '../../tree/typed.ts'
import { type Checker, report } from '../core/context.ts'
import { shownType } from '../core/type_names.ts'
import { eachOverflow } from './integral_constants.ts'
import { operatorOf } from './literal_loss.ts'

/** Warns of what overflows in an expression that is no part of another. */
export function warnOverflow(checker: Checker, whole: Expr): void {
  const parts: Expr[] = []
  let first = whole
  for (; first.kind === 'comma'; first = first.left) parts.push(first.right)
  warnPart(checker, first)
  for (let part = parts.pop(); part; part = parts.pop()) warnPart(checker, part)
}

function warnPart(checker: Checker, part: Expr): void {
  let expr = part
  while (expr.kind === 'convert') expr = expr.operand
  if (expr.kind !== 'binary' && expr.kind !== 'logical' && expr.kind !== 'assign') return
  eachOverflow(checker, expr.kind === 'assign' ? expr.value : expr, (at, result) =>
    report(checker, 'W2440', operatorOf(checker, at), { value: String(result), type: shownType(at.type) }),
  )
}
