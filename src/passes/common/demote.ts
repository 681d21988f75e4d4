// Values that go through variables: what several definitions of one value give, promote_locals makes phis of again.

import type { Func, Value } from '../../ir/function.ts'
import type { Module } from '../../ir/module.ts'
import { Op } from '../../ir/ops.ts'
import { VOID } from '../../ir/types.ts'

/**
 * Keeps a value in a variable of its own, which other definitions can store to as well: the uses that `isOther` names load it. A phi uses its operand at
 * the end of the predecessor. The value's type is storable.
 * @param isOther for the user and the number of its operand
 * @returns the variable
 */
export function demote(m: Module, f: Func, v: Value, isOther: (user: Value, i: number) => boolean): Value {
  const type = f.type(v)
  const variable = f.prepend(f.entry, Op.Alloca, m.types.pointer(type), [], 0, 0, f.loc(v))
  for (const user of new Set(f.users(v))) {
    const isPhi = f.op(user) === Op.Phi
    const preds = f.predecessors(f.blockOf(user))
    for (const [i, o] of f.operands(user).entries()) {
      if (o !== v || !isOther(user, i)) continue
      // Edges from one block must agree: they have the first one's load.
      const first = isPhi ? preds.indexOf(preds[i]!) : i
      const at = isPhi ? f.terminator(preds[i]!) : user
      const value = first < i ? f.operandAt(user, first) : f.insertBefore(at, Op.Load, type, [variable], 0, 0, f.loc(v))
      f.setOperand(user, i, value)
    }
  }
  const at = f.behindPhis(f.next(v))
  f.insertBefore(at, Op.Store, VOID, [variable, v], 0, 0, f.loc(v))
  return variable
}
