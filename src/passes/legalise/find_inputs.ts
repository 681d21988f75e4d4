// Inputs that are evaluated elsewhere in the pixel and came through variables: the operations begin with the bits of a value, which must be an
// element as it was loaded once locals are values and constant branches are gone. DXC looks before loops are unrolled, too.

import { type Func, NO_VALUE, type Value } from '../../ir/function.ts'
import { Op } from '../../ir/ops.ts'
import type { Type } from '../../ir/types.ts'
import { DxilOp } from '../../spec/dxil_ops.ts'
import { EVALUATIONS, VALUE_COLUMN } from '../../spec/signature_access.ts'
import type { Pass } from '../common/pass.ts'

export const findInputs: Pass = {
  name: 'find_inputs',
  run(m, f) {
    let changed = false
    for (const b of f.blocks)
      for (let v = f.first(b); v !== NO_VALUE; v = f.next(v)) {
        if (f.op(v) !== Op.Dx || !EVALUATIONS.has(f.aux(v))) continue
        const [bits, , column, ...more] = f.operands(v)
        if (m.constants.numberOf(column!) !== VALUE_COLUMN) continue
        const load = loadOf(f, bits!, f.type(v))
        if (load === NO_VALUE) continue
        f.setOperands(v, [...f.operands(load).slice(0, 3), ...more])
        changed = true
      }
    return changed
  },
}

/** The load of an element that the bits are of, of the type that is wanted; 0: they are of something else. */
function loadOf(f: Func, bits: Value, wanted: Type): Value {
  let v = bits
  while (v > 0 && CASTS.has(f.op(v))) v = f.operandAt(v, 0)
  return v > 0 && f.op(v) === Op.Dx && f.aux(v) === DxilOp.LoadInput && f.type(v) === wanted ? v : NO_VALUE
}

/** What lowering makes 32 bits with. */
const CASTS: ReadonlySet<number> = new Set([Op.BitCast, Op.FPExt, Op.ZExt])
