// Functions of pixel shaders: inputs evaluated elsewhere in the pixel, discarding, facts about the render target.

import type { Value } from '../../ir/function.ts'
import { Op } from '../../ir/ops.ts'
import { F16, F32, I1, I8, I16, I32, VOID } from '../../ir/types.ts'
import { DxilOp } from '../../spec/dxil_ops.ts'
import { VALUE_COLUMN } from '../../spec/signature_access.ts'
import type { Lowerer } from '../core/lowerer.ts'
import { argValues, type Family, type Intrinsic } from './family.ts'

/** The load a value comes straight from; a truth value is a comparison of one. */
function inputLoad(lowerer: Lowerer, v: Value): Value | undefined {
  const { f } = lowerer.b
  const at = v > 0 && f.op(v) === Op.ICmp ? f.operandAt(v, 0) : v
  return at > 0 && f.op(at) === Op.Dx && f.aux(at) === DxilOp.LoadInput ? at : undefined
}

/** What passes/legalise/find_inputs.ts finds the load by; undefined of what no input is. */
function bitsOf({ b }: Lowerer, v: Value): Value | undefined {
  const type = b.typeOf(v)
  if (type === F16 || type === F32) return b.emit(Op.BitCast, I32, [type === F16 ? b.emit(Op.FPExt, F32, [v]) : v])
  return type === I32 ? v : type === I16 ? b.emit(Op.ZExt, I32, [v]) : undefined
}

/** The same components of an input as another operation gives them; the argument must be an input as it came, through variables at most. */
function evaluate(
  opcode: number,
  more: (lowerer: Lowerer, args: readonly (readonly Value[])[]) => readonly Value[],
): Intrinsic {
  return (lowerer, e) => {
    const args = argValues(lowerer, e)
    const extra = more(lowerer, args)
    return args[0]!.map(v => {
      const { b } = lowerer
      const load = inputLoad(lowerer, v)
      if (load === undefined) {
        const bits = bitsOf(lowerer, v)
        if (bits !== undefined)
          return b.dx(opcode, b.typeOf(v), [bits, b.i32(0), b.constant(I8, VALUE_COLUMN), ...extra])
        lowerer.diagnostics.report('E3011', e, {})
        return v
      }
      const value = b.dx(opcode, b.f.type(load), [...b.f.operands(load).slice(0, 3), ...extra])
      return load === v ? value : b.icmp('ne', value, b.i32(0))
    })
  }
}

/** Discards where any component is below zero. */
const clip: Intrinsic = (lowerer, e) => {
  const { b } = lowerer
  const [values] = argValues(lowerer, e)
  const below = values!.map(v => b.fcmp('olt', v, b.constant(b.typeOf(v), 0)))
  b.emit(Op.Dx, VOID, [below.reduce((x, y) => b.binary(Op.Or, x, y))], DxilOp.Discard)
  return []
}

export const PIXEL: Family = {
  EvaluateAttributeSnapped: evaluate(DxilOp.EvalSnapped, (_, args) => args[1]!.slice(0, 2)),
  EvaluateAttributeAtSample: evaluate(DxilOp.EvalSampleIndex, (_, args) => [args[1]![0]!]),
  EvaluateAttributeCentroid: evaluate(DxilOp.EvalCentroid, () => []),
  GetAttributeAtVertex: evaluate(DxilOp.AttributeAtVertex, (lowerer, args) => [
    lowerer.b.emit(Op.Trunc, I8, [args[1]![0]!]),
  ]),
  GetRenderTargetSampleCount: lowerer => [lowerer.b.dx(DxilOp.RenderTargetGetSampleCount, I32, [])],
  GetRenderTargetSamplePosition: (lowerer, e) => {
    const [index] = argValues(lowerer, e)
    const position = lowerer.b.dxMany(DxilOp.RenderTargetGetSamplePosition, 'SamplePos', [index![0]!])
    return [lowerer.b.extract(position, 0, F32), lowerer.b.extract(position, 1, F32)]
  },
  IsHelperLane: lowerer => {
    const { b } = lowerer
    // Functions of a library may be called by pixel shaders; DXC asks in all of them, and everywhere where it does not optimise.
    const { target, options } = lowerer.module
    const isAsked = lowerer.module.atLeast(6) && (target.stage === 'lib' || options.optimization === 0)
    const mayHave = lowerer.program.stage === 'ps' || isAsked
    if (!mayHave) return [b.bool(false)]
    if (lowerer.module.atLeast(6)) return [b.dx(DxilOp.IsHelperLane, I1, [])]
    // Helper lanes cover nothing.
    const answer = b.icmp('eq', b.dx(DxilOp.Coverage, I32, []), b.i32(0))
    lowerer.helperAnswers.push({ f: b.f, answer })
    return [answer]
  },
  clip,
}
