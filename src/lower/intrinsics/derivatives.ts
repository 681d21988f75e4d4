// Functions of pixel quads: derivatives, votes. Compute shaders have quads too, from shader model 6.6 on.

import { Op } from '../../ir/ops.ts'
import { I1, I8, I32 } from '../../ir/types.ts'
import { DxilOp } from '../../spec/dxil_ops.ts'
import { argValues, each, type Family, type Intrinsic, op } from './family.ts'

/** Below shader model 6.7 the votes of the other three lanes are read one by one; the kinds are those of quadOp. */
function vote(kind: 0 | 1): Intrinsic {
  return (lowerer, e) => {
    const { b } = lowerer
    const own = argValues(lowerer, e)[0]![0]!
    if (lowerer.module.atLeast(7)) return [b.dx(DxilOp.QuadVote, I1, [own, b.constant(I8, kind)])]
    const mask = b.emit(Op.SExt, I32, [own])
    const others = [0, 1, 2].map(across => b.dx(DxilOp.QuadOp, I32, [mask, b.constant(I8, across)]))
    const all = others.reduce((x, y) => b.binary(kind === 0 ? Op.Or : Op.And, x, y), mask)
    return [b.icmp('ne', all, b.i32(0))]
  }
}

export const DERIVATIVES: Family = {
  ddx: op(DxilOp.DerivCoarseX),
  ddy: op(DxilOp.DerivCoarseY),
  fwidth: each((b, [x]) => {
    const type = b.typeOf(x!)
    const change = (opcode: number) => b.dx(DxilOp.FAbs, type, [b.dx(opcode, type, [x!])])
    return b.binary(Op.FAdd, change(DxilOp.DerivCoarseX), change(DxilOp.DerivCoarseY))
  }),
  QuadAll: vote(1),
  QuadAny: vote(0),
}
