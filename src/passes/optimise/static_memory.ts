// Static arrays that stay in memory become variables of the module, as in DXC: what is stored to them first, before anything else happens to
// them, is what they begin with. Elements at constant indices have addresses that are constants, too.

import { type Func, NO_VALUE, type Value } from '../../ir/function.ts'
import type { Module } from '../../ir/module.ts'
import { Op } from '../../ir/ops.ts'
import { type LocalArray, rewriteArrays } from '../analyse/local_arrays.ts'
import type { Pass } from '../common/pass.ts'
import { intOf } from '../common/simplify_rules.ts'
import { isTabular } from './hoist_arrays.ts'

export const staticMemory: Pass = {
  name: 'static_memory',
  run(m, f) {
    // Functions of a library run more than once, and each time begins with the same values.
    if (f.statics.size === 0 || m.target.stage === 'lib') return false
    return rewriteArrays(m, f, array => {
      const name = f.statics.get(array.alloca)
      if (name === undefined || !isTabular(array.element)) return false
      replace(m, f, array, name)
      return true
    })
  },
}

function replace(m: Module, f: Func, { alloca, element, count }: LocalArray, name: string): void {
  const zero = m.constants.zero(element)
  const values = new Array<Value>(count).fill(zero)
  for (const [index, store] of firstStores(m, f, alloca, count)) {
    values[index] = f.operandAt(store, 1)
    f.remove(store)
  }
  const variable = m.addGlobal(name, m.types.array(element, count), 0, undefined, values)
  for (const gep of f.users(alloca))
    if (f.isUsed(gep)) f.setOperand(gep, 0, variable)
    else f.remove(gep)
  f.remove(alloca)
}

/** Stores of constants, each the first to its element, in front of everything that reads the array or stores at an index of run time. */
function firstStores(m: Module, f: Func, alloca: Value, count: number): ReadonlyMap<number, Value> {
  const found = new Map<number, Value>()
  const written = new Set<number>()
  for (let v = f.first(f.entry); v !== NO_VALUE; v = f.next(v)) {
    const op = f.op(v)
    if (op !== Op.Load && op !== Op.Store) continue
    const gep = f.operandAt(v, 0)
    if (f.op(gep) !== Op.Gep || f.operandAt(gep, 0) !== alloca) continue
    const index = intOf(m, f.operandAt(gep, 1))
    if (op === Op.Load || typeof index !== 'number' || index < 0 || index >= count) break
    if (f.operandAt(v, 1) < 0 && !written.has(index)) found.set(index, v)
    written.add(index)
  }
  return found
}
