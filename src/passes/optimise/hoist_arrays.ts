// Local arrays that hold the same constants whenever they are read become constant tables, as in DXC: nothing is stored at run time any more.
// Where the stores stand does not matter. What is read before an element's only value is stored is undefined, so it may be that value.

import { type Func, NO_VALUE, type Value } from '../../ir/function.ts'
import type { Module } from '../../ir/module.ts'
import { Op } from '../../ir/ops.ts'
import { F16, F32, F64, I16, I32, I64, type Type } from '../../ir/types.ts'
import { elementStores, rewriteArrays } from '../analyse/local_arrays.ts'
import type { Pass } from '../common/pass.ts'
import { intOf } from '../common/simplify_rules.ts'

/** Types that tables can have elements of. */
const STORABLE: ReadonlySet<Type> = new Set([F16, F32, F64, I16, I32, I64])

export const hoistArrays: Pass = {
  name: 'hoist_arrays',
  run: (m, f) =>
    rewriteArrays(m, f, ({ alloca, element, count }) => {
      const values = STORABLE.has(element) ? storedConstants(m, f, alloca, count) : undefined
      if (values) replace(m, f, alloca, element, values)
      return values !== undefined
    }),
}

/** The one constant of each element, NO_VALUE where nothing is stored; undefined when there are others, or nothing at all. */
function storedConstants(m: Module, f: Func, alloca: Value, count: number): Value[] | undefined {
  const values = new Array<Value>(count).fill(NO_VALUE)
  let stores = 0
  for (const [at, value] of elementStores(m, f, alloca)) {
    const index = intOf(m, at)
    if (value >= 0 || typeof index !== 'number' || index < 0 || index >= count) return undefined
    if (values[index] !== NO_VALUE && values[index] !== value) return undefined
    values[index] = value
    stores++
  }
  return stores === 0 ? undefined : values
}

export const isTabular = (element: Type): boolean => STORABLE.has(element)

/** A constant table with these elements, zero where a value is missing. */
export function addTable(m: Module, element: Type, values: readonly Value[]): Value {
  const zero = m.constants.zero(element)
  const type = m.types.array(element, values.length)
  return m.addGlobal(
    `table${m.globals.length}`,
    type,
    0,
    values.map(v => v || zero),
  )
}

function replace(m: Module, f: Func, alloca: Value, element: Type, values: readonly Value[]): void {
  let table: Value = NO_VALUE
  for (const gep of f.users(alloca)) {
    const index = intOf(m, f.operandAt(gep, 1))
    for (const user of f.users(gep)) {
      if (f.op(user) === Op.Store) f.remove(user)
      else if (typeof index === 'number') {
        f.replaceAllUses(user, values[index] || m.constants.undef(element))
        f.remove(user)
      }
    }
    if (!f.isUsed(gep)) {
      f.remove(gep)
      continue
    }
    if (table === NO_VALUE) table = addTable(m, element, values)
    f.setOperand(gep, 0, table)
  }
  f.remove(alloca)
}
