// Functions named without being called, where their value is thrown away: `f;`, `(void)f`, `f, 1`.

import type * as A from '../../tree/ast.ts'
import type { Checker } from '../core/context.ts'
import { lookupName } from '../core/names.ts'

/** Whether an expression is the name of exactly one function. Intrinsics are functions from their first call on. */
export function namesFunction(checker: Checker, node: A.Expr): boolean {
  let at = node
  while (at.kind === 'paren') at = at.inner
  const last = at.kind === 'name_expr' ? at.name.parts[at.name.parts.length - 1]! : undefined
  if (at.kind !== 'name_expr' || !last || last.templateArgs) return false
  const found = lookupName(checker, at.name)
  if (found === 'failed') return false
  const one = found?.kind === 'functions' && found.list.length === 1 ? found.list[0]! : undefined
  // Who names a function without a body needs one, too.
  if (one && !one.hasBody) checker.fn?.entity.calls.set(one, { pos: at.pos, end: at.end })
  return found ? Boolean(one?.symbol && (!one.owner || one.isStatic)) : checker.calledIntrinsics.has(last.name)
}
