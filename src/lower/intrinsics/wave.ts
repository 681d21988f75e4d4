// Wave and quad functions: plain DXIL operations on each component.

import type { Value } from '../../ir/function.ts'
import { Op } from '../../ir/ops.ts'
import { I1, I8, I32 } from '../../ir/types.ts'
import { DxilOp } from '../../spec/dxil_ops.ts'
import { isUnsigned } from '../core/scalars.ts'
import { argElement, argValues, type Family, type Intrinsic } from './family.ts'

/** Opcode with constant i8 operands behind the value: the operation's kind, and whether it is unsigned. */
function reduction(opcode: number, kind: number, hasSign = true): Intrinsic {
  return (lowerer, e) => {
    const tail = [lowerer.b.constant(I8, kind)]
    if (hasSign) tail.push(lowerer.b.constant(I8, isUnsigned(argElement(e, 0)) ? 1 : 0))
    return argValues(lowerer, e)[0]!.map(v => lowerer.b.dx(opcode, lowerer.b.typeOf(v), [v, ...tail]))
  }
}

/** value, four words of the mask, kind, sign. */
function multiPrefix(kind: number, isBitwise = false): Intrinsic {
  return (lowerer, e) => {
    const [values, mask] = argValues(lowerer, e)
    const unsigned = !isBitwise && isUnsigned(argElement(e, 0)) ? 1 : 0
    const tail = [...mask!, lowerer.b.constant(I8, kind), lowerer.b.constant(I8, unsigned)]
    return values!.map(v => lowerer.b.dx(DxilOp.WaveMultiPrefixOp, lowerer.b.typeOf(v), [v, ...tail]))
  }
}

const multiPrefixCount: Intrinsic = (lowerer, e) => {
  const [values, mask] = argValues(lowerer, e)
  return [lowerer.b.dx(DxilOp.WaveMultiPrefixBitCount, I32, [values![0]!, ...mask!])]
}

/** Each component through an operation that gives the same type; further operands are scalars. */
function perComponent(opcode: number): Intrinsic {
  return (lowerer, e) => {
    const [values, ...rest] = argValues(lowerer, e)
    const tail = rest.map(r => r[0]!)
    return values!.map(v => lowerer.b.dx(opcode, lowerer.b.typeOf(v), [v, ...tail]))
  }
}

/** No or bool operands and one result of a fixed type. */
const fixed =
  (opcode: number, type: typeof I1): Intrinsic =>
  (lowerer, e) => {
    const args = argValues(lowerer, e).map(a => a[0]!)
    return [lowerer.b.dx(opcode, type, args)]
  }

const ballot =
  (opcode: number): Intrinsic =>
  (lowerer, e) => {
    const four: Value = lowerer.b.dxMany(opcode, 'fouri32', argValues(lowerer, e)[0]!)
    return [0, 1, 2, 3].map(i => lowerer.b.extract(four, i, I32))
  }

const quad = (kind: number): Intrinsic => reduction(DxilOp.QuadOp, kind, false)

/** Lanes that agree in every component. */
const match: Intrinsic = (lowerer, e) => {
  const { b } = lowerer
  const lanes = argValues(lowerer, e)[0]!
  const vectors = b.module.atLeast(9) ? [lanes] : lanes.map(v => [v])
  const masks = vectors.map(v => b.dxMany(DxilOp.WaveMatch, 'fouri32', v))
  return [0, 1, 2, 3].map(i => masks.map(m => b.extract(m, i, I32)).reduce((x, y) => b.binary(Op.And, x, y)))
}

export const WAVE: Family = {
  QuadReadAcrossDiagonal: quad(2),
  QuadReadAcrossX: quad(0),
  QuadReadAcrossY: quad(1),
  QuadReadLaneAt: perComponent(DxilOp.QuadReadLaneAt),
  WaveActiveAllEqual: (lowerer, e) =>
    argValues(lowerer, e)[0]!.map(v => lowerer.b.dx(DxilOp.WaveActiveAllEqual, I1, [v])),
  WaveActiveAllTrue: fixed(DxilOp.WaveAllTrue, I1),
  WaveActiveAnyTrue: fixed(DxilOp.WaveAnyTrue, I1),
  WaveActiveBallot: ballot(DxilOp.WaveActiveBallot),
  WaveActiveBitAnd: reduction(DxilOp.WaveActiveBit, 0, false),
  GetGroupWaveCount: fixed(DxilOp.GetGroupWaveCount, I32),
  GetGroupWaveIndex: fixed(DxilOp.GetGroupWaveIndex, I32),
  WaveActiveBitOr: reduction(DxilOp.WaveActiveBit, 1, false),
  WaveActiveBitXor: reduction(DxilOp.WaveActiveBit, 2, false),
  WaveActiveCountBits: fixed(DxilOp.WaveAllBitCount, I32),
  WaveActiveMax: reduction(DxilOp.WaveActiveOp, 3),
  WaveActiveMin: reduction(DxilOp.WaveActiveOp, 2),
  WaveActiveProduct: reduction(DxilOp.WaveActiveOp, 1),
  WaveActiveSum: reduction(DxilOp.WaveActiveOp, 0),
  WaveGetLaneCount: fixed(DxilOp.WaveGetLaneCount, I32),
  WaveGetLaneIndex: fixed(DxilOp.WaveGetLaneIndex, I32),
  WaveIsFirstLane: fixed(DxilOp.WaveIsFirstLane, I1),
  WaveMatch: match,
  WaveMultiPrefixBitAnd: multiPrefix(1, true),
  WaveMultiPrefixBitOr: multiPrefix(2, true),
  WaveMultiPrefixBitXor: multiPrefix(3, true),
  WaveMultiPrefixCountBits: multiPrefixCount,
  WaveMultiPrefixProduct: multiPrefix(4),
  WaveMultiPrefixSum: multiPrefix(0),
  WavePrefixCountBits: fixed(DxilOp.WavePrefixBitCount, I32),
  WavePrefixProduct: reduction(DxilOp.WavePrefixOp, 1),
  WavePrefixSum: reduction(DxilOp.WavePrefixOp, 0),
  WaveReadLaneAt: perComponent(DxilOp.WaveReadLaneAt),
  WaveReadLaneFirst: perComponent(DxilOp.WaveReadLaneFirst),
}
