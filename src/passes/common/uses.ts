// Where values are used.

import type { Block, Func, Value } from '../../ir/function.ts'
import { Op } from '../../ir/ops.ts'

/** An operand of an instruction. */
export interface Use {
  readonly user: Value
  readonly i: number
}

/** Every operand that is one of the values: a user that has a value twice is listed twice. */
export const usesOf = (f: Func, values: readonly Value[]): Use[] =>
  values.flatMap(v =>
    [...new Set(f.users(v))].flatMap(user => f.operands(user).flatMap((o, i) => (o === v ? [{ user, i }] : []))),
  )

/** Where an operand is needed: a phi needs it at the end of the predecessor. */
export function placeOf(f: Func, { user, i }: Use): Block {
  const own = f.blockOf(user)
  return f.op(user) === Op.Phi ? f.predecessors(own)[i]! : own
}
