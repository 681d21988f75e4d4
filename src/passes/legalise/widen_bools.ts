// Extends bools to 64 bits in two steps. One step is valid DXIL, but vkd3d-shader 2.1 reads such a true as 0x1_00000001 or refuses the shader,
// while both single steps are right there; every other consumer folds the two into one.

import { type Func, NO_VALUE } from '../../ir/function.ts'
import type { Module } from '../../ir/module.ts'
import { Op } from '../../ir/ops.ts'
import { I1, I32, I64 } from '../../ir/types.ts'
import type { Pass } from '../common/pass.ts'

export const widenBools: Pass = {
  name: 'widen_bools',
  run(m: Module, f: Func): boolean {
    let changed = false
    for (const b of f.blocks)
      for (let v = f.first(b); v !== NO_VALUE; v = f.next(v)) {
        const op = f.op(v)
        if ((op !== Op.ZExt && op !== Op.SExt) || f.type(v) !== I64) continue
        const source = f.operandAt(v, 0)
        if (m.typeOf(f, source) !== I1) continue
        f.setOperand(v, 0, f.insertBefore(v, op, I32, [source]))
        changed = true
      }
    return changed
  },
}
