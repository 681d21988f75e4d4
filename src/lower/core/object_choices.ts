// One of two resources: an index into one array when they are of the same, else a select of handles, which must have become one of
// them when optimisation is done (passes/legalise/resolve_handles.ts).

import type { Value } from '../../ir/function.ts'
import type { Lowerer } from './lowerer.ts'

/** `yes` or `no` by an i1. */
export function chooseObject(lowerer: Lowerer, condition: Value, yes: Value, no: Value): Value {
  if (yes === no) return yes
  const a = lowerer.object(yes)
  const b = lowerer.object(no)
  if (a.resource === b.resource && a.handle === undefined && b.handle === undefined) {
    const index = lowerer.b.select(condition, a.index, b.index)
    return lowerer.addObject({ ...a, index, nonUniform: a.nonUniform || b.nonUniform })
  }
  return lowerer.handleObject(lowerer.b.select(condition, lowerer.handleValue(yes), lowerer.handleValue(no)), a.type)
}
