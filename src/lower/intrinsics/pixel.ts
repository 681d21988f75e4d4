// Functions of pixel shaders: inputs evaluated elsewhere in the pixel, discarding, facts about the render target.

import type { Value } from '../../ir/function.ts'
import { Op } from '../../ir/ops.ts'
import { F32, I1, I8, I32, type Type, VOID } from '../../ir/types.ts'
import { DxilOp } from '../../spec/dxil_ops.ts'
import type { Lowerer } from '../core/lowerer.ts'
import { argValues, type Family, type Intrinsic } from './family.ts'

/** The load a value comes straight from; a truth value is a comparison of one. */
function inputLoad(l: Lowerer, v: Value): Value | undefined {
  const { f } = l.b
  const at = v > 0 && f.op(v) === Op.ICmp ? f.operandAt(v, 0) : v
  return at > 0 && f.op(at) === Op.Dx && f.aux(at) === DxilOp.LoadInput ? at : undefined
}

/** The same components of an input as another operation gives them; the argument must be an input as it came. */
function evaluate(
  opcode: number,
  more: (l: Lowerer, args: readonly (readonly Value[])[]) => readonly Value[],
): Intrinsic {
  return (l, e) => {
    const args = argValues(l, e)
    const extra = more(l, args)
    return args[0]!.map(v => {
      const load = inputLoad(l, v)
      if (load === undefined) {
        l.diagnostics.report('E3011', e, {})
        return v
      }
      const { f } = l.b
      const [id, row, col] = f.operands(load) as [Value, Value, Value]
      const type: Type = f.type(load)
      const value = l.b.dx(opcode, type, [id, row, col, ...extra])
      return load === v ? value : l.b.icmp('ne', value, l.b.i32(0))
    })
  }
}

/** Discards where any component is below zero. */
const clip: Intrinsic = (l, e) => {
  const { b } = l
  const [values] = argValues(l, e)
  const below = values!.map(v => b.fcmp('olt', v, b.constant(b.typeOf(v), 0)))
  b.emit(Op.Dx, VOID, [below.reduce((x, y) => b.binary(Op.Or, x, y))], DxilOp.Discard)
  return []
}

export const PIXEL: Family = {
  EvaluateAttributeSnapped: evaluate(DxilOp.EvalSnapped, (_, args) => args[1]!.slice(0, 2)),
  EvaluateAttributeAtSample: evaluate(DxilOp.EvalSampleIndex, (_, args) => [args[1]![0]!]),
  EvaluateAttributeCentroid: evaluate(DxilOp.EvalCentroid, () => []),
  GetAttributeAtVertex: evaluate(DxilOp.AttributeAtVertex, (l, args) => [l.b.emit(Op.Trunc, I8, [args[1]![0]!])]),
  GetRenderTargetSampleCount: l => [l.b.dx(DxilOp.RenderTargetGetSampleCount, I32, [])],
  GetRenderTargetSamplePosition: (l, e) => {
    const [index] = argValues(l, e)
    const position = l.b.dxMany(DxilOp.RenderTargetGetSamplePosition, 'SamplePos', [index![0]!])
    return [l.b.extract(position, 0, F32), l.b.extract(position, 1, F32)]
  },
  IsHelperLane: l => {
    const { b } = l
    // Functions of a library may be called by pixel shaders; DXC asks in all of them, and everywhere where it does not optimise.
    const { target, options } = l.module
    const isAsked = l.module.atLeast(6) && (target.stage === 'lib' || options.optimization === 0)
    const mayHave = l.program.stage === 'ps' || isAsked
    if (!mayHave) return [b.bool(false)]
    if (l.module.atLeast(6)) return [b.dx(DxilOp.IsHelperLane, I1, [])]
    // Helper lanes cover nothing.
    const answer = b.icmp('eq', b.dx(DxilOp.Coverage, I32, []), b.i32(0))
    l.helperAnswers.push({ f: b.f, answer })
    return [answer]
  },
  clip,
}
