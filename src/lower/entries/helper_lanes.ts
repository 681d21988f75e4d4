// IsHelperLane below shader model 6.6, behind discards.

import type { Value } from '../../ir/function.ts'
import { Op } from '../../ir/ops.ts'
import { I32, VOID } from '../../ir/types.ts'
import { DxilOp } from '../../spec/dxil_ops.ts'
import type { Lowerer } from '../core/lowerer.ts'

/**
 * Makes IsHelperLane of a function true behind its discards. A lane that is discarded becomes a helper lane, but Coverage() keeps its value;
 * so the answers read a variable that holds the coverage, and 0 once the lane is discarded.
 */
export function rememberDiscards(lowerer: Lowerer): void {
  const { b } = lowerer
  const { f } = b
  const answers = lowerer.helperAnswers.filter(a => a.f === f)
  if (answers.length === 0) return
  const discards: Value[] = []
  for (const block of f.blocks)
    for (let v = f.first(block); v !== 0; v = f.next(v))
      if (f.op(v) === Op.Dx && f.aux(v) === DxilOp.Discard) discards.push(v)
  if (discards.length === 0) return
  const place = b.alloca(I32)
  const start = f.blockOf(place)
  f.append(start, Op.Store, VOID, [place, f.append(start, Op.Dx, I32, [], DxilOp.Coverage)])
  for (const discard of discards) {
    const condition = f.operandAt(discard, 0)
    const old = f.insertBefore(discard, Op.Load, I32, [place])
    const left = f.insertBefore(discard, Op.Select, I32, [condition, b.i32(0), old])
    f.insertBefore(discard, Op.Store, VOID, [place, left])
  }
  for (const { answer } of answers) f.setOperand(answer, 0, f.insertBefore(answer, Op.Load, I32, [place]))
}
