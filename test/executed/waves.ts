// Operations across the lanes of a wave, for those that are there.

import type { Type } from '../../src/llvm/model/types.ts'
import type { Instruction } from '../../src/llvm/model/values.ts'
import { DxilOp, dxilOpRow } from '../../src/spec/dxil_ops.ts'
import { rounded, unsigned, wrapped } from './arithmetic.ts'
import { type Datum, isMany, isScalar, type Scalar, unsupported } from './data.ts'
import type { Lane } from './machine.ts'

type Combine = (type: Type, isUnsigned: boolean, a: Scalar, b: Scalar) => Scalar

function arithmetic(type: Type, made: number | bigint): Scalar {
  return type.isFloatingPoint ? rounded(type, Number(made)) : wrapped(type.width, made)
}

const isInteger = (type: Type): boolean => type.kind === 'int'
const SUM: Combine = (type, _, a, b) =>
  isInteger(type) ? arithmetic(type, BigInt(a) + BigInt(b)) : arithmetic(type, Number(a) + Number(b))
const PRODUCT: Combine = (type, _, a, b) =>
  isInteger(type) ? arithmetic(type, BigInt(a) * BigInt(b)) : arithmetic(type, Number(a) * Number(b))
const key = (type: Type, isUnsigned: boolean, v: Scalar): Scalar =>
  isUnsigned && isInteger(type) ? unsigned(type.width, v) : v
const LEAST: Combine = (type, u, a, b) => (key(type, u, a) <= key(type, u, b) ? a : b)
const MOST: Combine = (type, u, a, b) => (key(type, u, a) >= key(type, u, b) ? a : b)
const AND: Combine = (type, _, a, b) => wrapped(type.width, BigInt(a) & BigInt(b))
const OR: Combine = (type, _, a, b) => wrapped(type.width, BigInt(a) | BigInt(b))
const XOR: Combine = (type, _, a, b) => wrapped(type.width, BigInt(a) ^ BigInt(b))

const ACTIVE = [SUM, PRODUCT, LEAST, MOST]
const BITS = [AND, OR, XOR]
const MULTI = [SUM, AND, OR, XOR, PRODUCT]

/** What each prefix begins with. */
const neutral = (combine: Combine, type: Type): Scalar =>
  arithmetic(type, combine === PRODUCT ? 1 : combine === AND ? -1 : 0)

/** Of a wave: a quad. */
export const LANES = 4

/** Whether lanes wait for each other at an operation. */
export const meets = (opcode: number): boolean => /\b(wave|barrier|derivative)\b/.test(dxilOpRow(opcode)?.[9] ?? '')

/** Lanes 0 and 1 lie side by side, 2 and 3 below them. */
const ACROSS_X = 1
const ACROSS_Y = 2

export function together(
  lanes: readonly Lane[],
  inst: Instruction,
  opcode: number,
  args: readonly (readonly Datum[])[],
): readonly Datum[] {
  const first = args.map(a => a[0])
  const type = inst.operands[1]?.type.scalar ?? inst.type
  const sample = first[0]
  // Vectors component by component.
  if (isMany(sample) && opcode !== DxilOp.WaveMatch) {
    const columns = sample.map((_, c) =>
      together(
        lanes,
        inst,
        opcode,
        args.map(([v, ...rest]) => [(v as readonly Datum[])[c], ...rest]),
      ),
    )
    return lanes.map((_, i) => columns.map(column => column[i]))
  }
  const everyone = (made: Datum): readonly Datum[] => lanes.map(() => made)
  const isDefined = first.every(isScalar)
  const mask = (test: (i: number) => boolean): number =>
    lanes.reduce((m, l, i) => (test(i) ? m | (1 << l.index) : m), 0)
  const of = (index: number): number => lanes.findIndex(l => l.index === index)
  const fold = (combine: Combine, u: boolean, members: readonly number[], start?: Scalar): Datum => {
    const values = members.map(i => first[i])
    if (!values.every(isScalar)) return undefined
    const all = start === undefined ? values : [start, ...values]
    return all.length === 0 ? undefined : all.reduce((a, b) => combine(type, u, a, b))
  }
  const indices = lanes.map((_, i) => i)
  switch (opcode) {
    case DxilOp.Barrier:
    case DxilOp.BarrierByMemoryType:
    case DxilOp.BarrierByMemoryHandle:
    case DxilOp.BarrierByNodeRecordHandle:
      return everyone(undefined)
    case DxilOp.WaveGetLaneIndex:
      return lanes.map(l => l.index)
    case DxilOp.WaveGetLaneCount:
      return everyone(LANES)
    case DxilOp.WaveIsFirstLane: {
      const least = Math.min(...lanes.map(l => l.index))
      return lanes.map(l => Number(l.index === least))
    }
    case DxilOp.WaveAnyTrue:
      return everyone(isDefined ? Number(first.some(v => v !== 0)) : undefined)
    case DxilOp.WaveAllTrue:
      return everyone(isDefined ? Number(first.every(v => v !== 0)) : undefined)
    case DxilOp.WaveActiveAllEqual:
      return everyone(isDefined ? Number(first.every(v => v === first[0])) : undefined)
    case DxilOp.WaveActiveBallot:
      return everyone(isDefined ? [mask(i => first[i] !== 0), 0, 0, 0] : [undefined, undefined, undefined, undefined])
    case DxilOp.WaveAllBitCount:
      return everyone(isDefined ? first.filter(v => v !== 0).length : undefined)
    case DxilOp.WavePrefixBitCount:
      return isDefined ? lanes.map((_, i) => first.slice(0, i).filter(v => v !== 0).length) : everyone(undefined)
    case DxilOp.WaveReadLaneAt:
      return args.map(([, lane]) => (lane === undefined ? undefined : first[of(Number(lane))]))
    case DxilOp.WaveReadLaneFirst:
      return everyone(first[0])
    case DxilOp.WaveActiveOp:
      return everyone(fold(ACTIVE[Number(args[0]![1])]!, args[0]![2] === 1, indices))
    case DxilOp.WaveActiveBit:
      return everyone(fold(BITS[Number(args[0]![1])]!, false, indices))
    case DxilOp.WavePrefixOp: {
      const combine = ACTIVE[Number(args[0]![1])]!
      return lanes.map((_, i) => fold(combine, false, indices.slice(0, i), neutral(combine, type)))
    }
    case DxilOp.WaveMultiPrefixOp: {
      const combine = MULTI[Number(args[0]![5])]!
      return lanes.map((_, i) => {
        const members = indices.filter(n => n < i && ((Number(args[i]![1]) >> lanes[n]!.index) & 1) === 1)
        return fold(combine, false, members, neutral(combine, type))
      })
    }
    case DxilOp.WaveMultiPrefixBitCount:
      return lanes.map(
        (_, i) =>
          indices.filter(n => n < i && ((Number(args[i]![1]) >> lanes[n]!.index) & 1) === 1 && first[n] !== 0).length,
      )
    case DxilOp.WaveMatch:
      return lanes.map((_, i) => [mask(n => String(first[n]) === String(first[i])), 0, 0, 0])
    case DxilOp.QuadReadLaneAt:
      return args.map(([, lane], i) =>
        lane === undefined ? undefined : first[of((lanes[i]!.index & ~3) + (Number(lane) & 3))],
      )
    case DxilOp.QuadOp: {
      const across = [ACROSS_X, ACROSS_Y, ACROSS_X | ACROSS_Y][Number(args[0]![1])]!
      return lanes.map(l => first[of(l.index ^ across)])
    }
    case DxilOp.QuadVote:
      return everyone(Number(args[0]![1] === 0 ? first.some(v => v !== 0) : first.every(v => v !== 0)))
    case DxilOp.DerivCoarseX:
    case DxilOp.DerivCoarseY:
    case DxilOp.DerivFineX:
    case DxilOp.DerivFineY: {
      const isX = opcode === DxilOp.DerivCoarseX || opcode === DxilOp.DerivFineX
      const isFine = opcode === DxilOp.DerivFineX || opcode === DxilOp.DerivFineY
      const step = isX ? ACROSS_X : ACROSS_Y
      return lanes.map(l => {
        const from = isFine ? l.index & ~step : 0
        const [a, b] = [first[of(from)], first[of(from | step)]]
        return typeof a === 'number' && typeof b === 'number' ? rounded(type, b - a) : undefined
      })
    }
    default:
      return unsupported(`operation ${opcode} across lanes`)
  }
}
