// Removes stores of outputs that another of the same block overwrites. Outputs are written in place where a row or component of them is chosen at
// run time, often behind zeros for all.

import { effectOf } from '../../ir/effects.ts'
import { type Func, NO_VALUE, type Value } from '../../ir/function.ts'
import { Op } from '../../ir/ops.ts'
import { DxilOp } from '../../spec/dxil_ops.ts'
import type { Pass } from '../common/pass.ts'

export const overwrittenOutputs: Pass = {
  name: 'overwritten_outputs',
  run(_m, f) {
    let changed = false
    for (const b of f.blocks) {
      /** The last store of each component since anything else was done that others notice. */
      const last = new Map<string, Value>()
      for (let v = f.first(b); v !== NO_VALUE; v = f.next(v)) {
        if (!isOutput(f, v)) {
          if (effectOf(f, v) === 'write' && f.op(v) === Op.Dx) last.clear()
          continue
        }
        const [element, row, component] = f.operands(v) as [Value, Value, Value]
        if (row >= 0) continue
        const key = `${element} ${row} ${component}`
        const before = last.get(key)
        last.set(key, v)
        if (before === undefined) continue
        f.remove(before)
        changed = true
      }
    }
    return changed
  },
}

const isOutput = (f: Func, v: Value): boolean =>
  f.op(v) === Op.Dx && (f.aux(v) === DxilOp.StoreOutput || f.aux(v) === DxilOp.StorePatchConstant)
