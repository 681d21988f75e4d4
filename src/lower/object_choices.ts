// One of several resources: an index into one array when they are of the same, else a select of handles, which must have become one of
// them when optimisation is done (passes/unresolved_handles.ts).

import type { Value } from '../ir/function.ts'
import { objectCandidates } from './cells.ts'
import type { Lowerer } from './lowerer.ts'
import type { MemoryPlace } from './places.ts'

/** `yes` or `no` by an i1. */
export function chooseObject(l: Lowerer, condition: Value, yes: Value, no: Value): Value {
  if (yes === no) return yes
  const a = l.object(yes)
  const b = l.object(no)
  if (
    a.resource === b.resource &&
    a.chosen === undefined &&
    b.chosen === undefined &&
    a.dims.length === b.dims.length
  ) {
    const index = l.b.select(condition, a.index, b.index)
    return l.addObject({ ...a, index, nonUniform: a.nonUniform || b.nonUniform })
  }
  if (a.dims.length > 0 || b.dims.length > 0) {
    l.unsupported('choosing an array of resources at run time', { pos: l.b.pos, end: l.b.pos })
    return yes
  }
  return l.addObject({ ...a, chosen: l.b.select(condition, l.handle(yes), l.handle(no)) })
}

/** An object variable, or an element of an array of them; undefined when nothing was ever put there. */
export function loadObject(l: Lowerer, p: MemoryPlace): Value | undefined {
  const { index, objects } = objectCandidates(l.b, p)
  const known = l.b.constantInt(index)
  if (known !== undefined) return objects[known]
  let chosen: Value | undefined
  for (let i = objects.length - 1; i >= 0; i--) {
    const candidate = objects[i]
    if (candidate === undefined) continue
    chosen = chosen === undefined ? candidate : chooseObject(l, l.b.icmp('eq', index, l.b.i32(i)), candidate, chosen)
  }
  return chosen
}
