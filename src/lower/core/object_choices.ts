// One of two resources: an index into one array when they are of the same, else a select of handles, which must have become one of
// them when optimisation is done (passes/legalise/resolve_handles.ts).

import type { Value } from '../../ir/function.ts'
import type { Lowerer } from './lowerer.ts'

/** `yes` or `no` by an i1. */
export function chooseObject(l: Lowerer, condition: Value, yes: Value, no: Value): Value {
  if (yes === no) return yes
  const a = l.object(yes)
  const b = l.object(no)
  if (a.resource === b.resource && a.handle === undefined && b.handle === undefined) {
    const index = l.b.select(condition, a.index, b.index)
    return l.addObject({ ...a, index, nonUniform: a.nonUniform || b.nonUniform })
  }
  return l.handleObject(l.b.select(condition, l.handleValue(yes), l.handleValue(no)), a.type)
}
