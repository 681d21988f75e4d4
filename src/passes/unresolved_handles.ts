// Resources that are still chosen at run time after optimisation: the runtime needs one binding per use, so these are errors.

import type { Module } from '../ir/module.ts'
import { Op } from '../ir/ops.ts'
import { HANDLE } from '../ir/types.ts'

/** Source positions of values that are one handle or another. */
export function unresolvedHandles(module: Module): number[] {
  const found: number[] = []
  for (const f of module.functions)
    for (const b of f.blocks)
      for (let v = f.first(b); v !== 0; v = f.next(v))
        if (f.type(v) === HANDLE && f.op(v) !== Op.Handle) found.push(f.pos(v))
  return found
}
