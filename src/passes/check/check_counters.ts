// What uses of hidden counters forbid: counting up and down on one resource, and counters of globally coherent resources. Runs on hl code.

import type { Value } from '../../ir/function.ts'
import type { Module, Resource } from '../../ir/module.ts'
import { Op } from '../../ir/ops.ts'

export interface CounterProblem {
  /** 'directions': the counter goes both ways; 'coherent': the resource is globally coherent. */
  readonly kind: 'directions' | 'coherent'
  readonly resource: Resource
  /** Of the update that disagrees with the first one, or of the first one. */
  readonly pos: number
}

/** Elements of one array share what is known of their counters, as they share the record of their binding. */
export function counterProblems(module: Module): CounterProblem[] {
  const problems: CounterProblem[] = []
  const directions = new Map<Resource, number>()
  for (const f of module.definitions)
    for (const b of f.blocks)
      for (let v: Value = f.first(b); v !== 0; v = f.next(v)) {
        if (f.op(v) !== Op.UpdateCounter) continue
        const handle = f.operandAt(v, 0)
        const resource = f.op(handle) === Op.Handle ? module.resources[f.aux(handle)] : undefined
        if (!resource) continue
        const first = directions.get(resource)
        if (first === undefined) {
          directions.set(resource, f.aux(v))
          if (resource.globallyCoherent) problems.push({ kind: 'coherent', resource, pos: f.pos(v) })
        } else if (first !== 0 && first !== f.aux(v)) {
          directions.set(resource, 0)
          problems.push({ kind: 'directions', resource, pos: f.pos(v) })
        }
      }
  return problems
}
