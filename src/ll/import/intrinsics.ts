// llvm.* and llvm.dx.* functions that are no resource's: mathematics lane by lane, thread ids, wave operations, barriers.

import { table } from '../../base/table.ts'
import {
  absolute,
  atan2,
  cross,
  dot,
  isNormal,
  isSpecialFloat,
  length,
  lerp,
  normalize,
  step,
} from '../../ir/expansions.ts'
import type { Value } from '../../ir/function.ts'
import { Op } from '../../ir/ops.ts'
import { fixedResultType } from '../../ir/result_types.ts'
import { bitWidth, F32, F64, I1, I8, I32, I64, isFloat, type Type, VOID } from '../../ir/types.ts'
import { DxilOp } from '../../spec/dxil_ops.ts'
import { LANE_OPERATIONS, LN_2, LOG2_E, LOG10_2 } from '../../spec/lane_operations.ts'
import type { Importer } from './importer.ts'
import type { Leaf, Leaves } from './leaves.ts'
import type { Call } from './resource_intrinsics.ts'

type Rule = (c: Call) => Leaves
/** One lane: its operands, one from each argument. */
type Lane = (s: Importer, x: readonly Value[]) => Value

/** Lane by lane; scalar arguments next to vectors are the same for all lanes. */
const each =
  (lane: Lane): Rule =>
  c => {
    const args = c.args.map((_, n) => c.values(n))
    const count = Math.max(...args.map(a => a.length), 1)
    return Array.from({ length: count }, (_, k) =>
      lane(
        c.s,
        args.map(a => a[a.length === 1 ? 0 : k] ?? c.s.fail('the arguments are not of one length')),
      ),
    )
  }

/** A DXIL operation of the argument's type. */
const op = (opcode: number): Rule => each((s, x) => s.dx(opcode, s.typeOf(x[0]!), x))
/** ... with an i32 or other fixed result. */
const opTo = (opcode: number, type: Type): Rule => each((s, x) => s.dx(opcode, type, x))
const times = (s: Importer, x: Value, n: number): Value => s.binary(Op.FMul, x, s.constant(s.typeOf(x), n))
const dx = (s: Importer, opcode: number, ...x: Value[]): Value => s.dx(opcode, s.typeOf(x[0]!), x)

const clamp = (low: number, high: number): Rule => each((s, [x, a, b]) => dx(s, high, dx(s, low, x!, a!), b!))

/** dot2..4: the lanes are arguments of their own. */
const dotOp =
  (opcode: number): Rule =>
  c => [
    c.s.dx(
      opcode,
      c.s.typeOf(c.value(0)),
      c.args.map((_, n) => c.value(n)),
    ),
  ]

/** exp(log(x) * y). */
const power = (s: Importer, x: Value, y: Value): Value => dx(s, DxilOp.Exp, s.binary(Op.FMul, dx(s, DxilOp.Log, x), y))

/** Classes of numbers that an operation tests for, by LLVM's mask. */
const FP_CLASSES = new Map([
  [0x3, DxilOp.IsNaN],
  [0x204, DxilOp.IsInf],
  [0x1f8, DxilOp.IsFinite],
  [0x108, DxilOp.IsNormal],
])

const fpClass: Rule = c => {
  const opcode = FP_CLASSES.get(c.s.constantInt(c.value(1)) ?? 0)
  if (opcode === undefined) return c.s.unsupported('a test for these classes of floating point numbers')
  return c.values(0).map(x => (opcode === DxilOp.IsNormal ? isNormal(c.s, x) : isSpecialFloat(c.s, opcode, x)))
}

const combined = (s: Importer, op: number, lanes: readonly Value[]): Value => lanes.reduce((a, b) => s.binary(op, a, b))
/** The lanes of the last argument, behind what the arguments in front of it begin with. */
const reduce =
  (op: number): Rule =>
  c => [
    combined(
      c.s,
      op,
      c.args.flatMap((_, n) => c.values(n)),
    ),
  ]

/** Is any (or every) lane not zero? */
const lanes =
  (combine: number): Rule =>
  c => {
    const { s } = c
    const tests = c.values(0).map(v => s.truth(v))
    return [combined(s, combine, tests)]
  }

const sign: Rule = each((s, [x]) => {
  const type = s.typeOf(x!)
  const zero = s.constant(type, 0)
  const [above, below] = isFloat(type)
    ? [s.fcmp('ogt', x!, zero), s.fcmp('olt', x!, zero)]
    : [s.icmp('sgt', x!, zero), s.icmp('slt', x!, zero)]
  return s.binary(Op.Sub, s.emit(Op.ZExt, I32, [above]), s.emit(Op.ZExt, I32, [below]))
})

/** Funnel shift of two words, the shift counted modulo their width. */
const funnel = (left: boolean): Rule =>
  each((s, [high, low, n]) => {
    const type = s.typeOf(high!)
    const zero = s.constant(type, 0)
    const most = s.constant(type, bitWidth(type) - 1)
    const by = s.binary(Op.And, n!, most)
    const rest = s.binary(Op.And, s.binary(Op.Sub, zero, by), most)
    const top = s.binary(Op.Shl, high!, left ? by : rest)
    const bottom = s.binary(Op.LShr, low!, left ? rest : by)
    return s.select(s.icmp('eq', by, zero), left ? high! : low!, s.binary(Op.Or, top, bottom))
  })

/** Zeros in front or behind; all bits for zero, unless that is undefined. */
function zeros(opcode: number): Rule {
  return c => {
    const { s } = c
    const isUndefined = s.constantInt(c.leaves(1)[0]) !== 0
    return c.values(0).map(x => {
      const type = s.typeOf(x)
      const found = s.dx(opcode, I32, [x])
      const none = isUndefined ? found : s.select(s.icmp('eq', found, s.i32(-1)), s.i32(bitWidth(type)), found)
      return s.resized(none, type)
    })
  }
}

/** The bytes in the other order: each moved to its place and masked. */
function swapBytes(s: Importer, x: Value): Value {
  const type = s.typeOf(x)
  if (type === I64) return s.unsupported('swapping the bytes of 64 bits')
  const bytes = bitWidth(type) / 8
  const moved = Array.from({ length: bytes }, (_, n) => {
    const to = bytes - 1 - n
    const shift = Math.abs(to - n) * 8
    const there = s.binary(to > n ? Op.Shl : Op.LShr, x, s.constant(type, shift))
    return s.binary(Op.And, there, s.constant(type, 0xff << (to * 8)))
  })
  return combined(s, Op.Or, moved)
}

/** A product with its high word: two results. */
const wide =
  (opcode: number): Rule =>
  c => {
    const row = c.s.dx(opcode, fixedResultType(c.s.module.types, 'twoi32')!, [c.value(0), c.value(1)])
    // The operation gives the high word first.
    return [1, 0].map((index): Leaf => ({ kind: 'lazy', row, index, type: I32 }))
  }

const splitDouble: Rule = c => {
  const { s } = c
  const rows = c.values(0).map(v => s.dx(DxilOp.SplitDouble, fixedResultType(s.module.types, 'splitdouble')!, [v]))
  return [0, 1].flatMap(index => rows.map((row): Leaf => ({ kind: 'lazy', row, index, type: I32 })))
}

// ---- threads, waves, barriers -----------------------------------------------------------------------------------------------------------

const id =
  (opcode: number): Rule =>
  c => [
    c.s.dx(
      opcode,
      I32,
      c.args.map((_, n) => c.value(n)),
    ),
  ]
const barrier =
  (mode: number): Rule =>
  c => {
    c.s.dx(DxilOp.Barrier, VOID, [c.s.i32(mode)])
    return []
  }
const discard: Rule = c => {
  c.s.dx(DxilOp.Discard, VOID, [c.value(0)])
  return []
}
const i8 = (s: Importer, n: number): Value => s.module.constants.int(I8, n)

/** Opcode with constant operands behind the value: kind, and whether it is unsigned. */
const wave = (opcode: number, kind: number, isUnsigned?: boolean): Rule =>
  each((s, [x]) => {
    const sign = isUnsigned === undefined ? [] : [i8(s, isUnsigned ? 1 : 0)]
    return s.dx(opcode, s.typeOf(x!), [x!, i8(s, kind), ...sign])
  })

const ballot: Rule = c => {
  const row = c.s.dx(DxilOp.WaveActiveBallot, fixedResultType(c.s.module.types, 'fouri32')!, [c.value(0)])
  return [0, 1, 2, 3].map((index): Leaf => ({ kind: 'lazy', row, index, type: I32 }))
}

const nothing: Rule = () => []
const identity: Rule = c => c.leaves(0)
const undefinedResult: Rule = c => c.s.undefs(c.i.type)

const GROUP_SYNC = 1
const UAV = 2
const SHARED = 8

/** Base names behind `llvm.`; overload suffixes follow behind a dot. */
export const INTRINSIC_RULES: ReadonlyMap<string, Rule> = table({
  ...Object.fromEntries(LANE_OPERATIONS.map(([, name, opcode]) => [name, op(opcode)])),
  fabs: op(DxilOp.FAbs),
  rint: op(DxilOp.Round_ne),
  nearbyint: op(DxilOp.Round_ne),
  exp: each((s, [x]) => dx(s, DxilOp.Exp, times(s, x!, LOG2_E))),
  log: each((s, [x]) => times(s, dx(s, DxilOp.Log, x!), LN_2)),
  log10: each((s, [x]) => times(s, dx(s, DxilOp.Log, x!), LOG10_2)),
  pow: each((s, [x, y]) => power(s, x!, y!)),
  powi: each((s, [x, n]) => power(s, x!, s.emit(Op.SIToFP, s.typeOf(x!), [n!]))),
  atan2: each((s, [y, x]) => atan2(s, y!, x!)),
  'is.fpclass': fpClass,
  'usub.sat': each((s, [x, y]) =>
    s.select(s.icmp('ult', x!, y!), s.constant(s.typeOf(x!), 0), s.binary(Op.Sub, x!, y!)),
  ),
  'uadd.with.overflow': c => {
    if (c.args[0]!.type.kind !== 'int' || c.s.typeOf(c.value(0)) !== I32) c.s.unsupported('a carry of this type')
    const row = c.s.dx(DxilOp.UAddc, fixedResultType(c.s.module.types, 'i32c')!, [c.value(0), c.value(1)])
    return [I32, I1].map((type, index): Leaf => ({ kind: 'lazy', row, index, type }))
  },
  fma: each((s, [x, y, z]) => s.dx(s.typeOf(x!) === F64 ? DxilOp.Fma : DxilOp.FMad, s.typeOf(x!), [x!, y!, z!])),
  fmuladd: each((s, [x, y, z]) => s.dx(DxilOp.FMad, s.typeOf(x!), [x!, y!, z!])),
  minnum: op(DxilOp.FMin),
  maxnum: op(DxilOp.FMax),
  minimumnum: op(DxilOp.FMin),
  maximumnum: op(DxilOp.FMax),
  smin: op(DxilOp.IMin),
  smax: op(DxilOp.IMax),
  umin: op(DxilOp.UMin),
  umax: op(DxilOp.UMax),
  abs: c => c.values(0).map(x => absolute(c.s, x)),
  ctpop: each((s, [x]) => s.resized(s.dx(DxilOp.Countbits, I32, [x!]), s.typeOf(x!))),
  // Both operations give -1 for zero, and count from the side that LLVM counts from.
  ctlz: zeros(DxilOp.FirstbitHi),
  cttz: zeros(DxilOp.FirstbitLo),
  bswap: each((s, [x]) => swapBytes(s, x!)),
  fshl: funnel(true),
  fshr: funnel(false),
  'vector.reduce.add': reduce(Op.Add),
  'vector.reduce.mul': reduce(Op.Mul),
  'vector.reduce.and': reduce(Op.And),
  'vector.reduce.or': reduce(Op.Or),
  'vector.reduce.xor': reduce(Op.Xor),
  'vector.reduce.fadd': reduce(Op.FAdd),
  'vector.reduce.fmul': reduce(Op.FMul),
  'lifetime.start': nothing,
  'lifetime.end': nothing,
  assume: nothing,
  'experimental.noalias.scope.decl': nothing,
  'experimental.convergence.entry': undefinedResult,
  'experimental.convergence.loop': undefinedResult,
  'experimental.convergence.anchor': undefinedResult,
  'dbg.value': nothing,
  'dbg.declare': nothing,
  'dbg.label': nothing,
  expect: identity,
  'launder.invariant.group': identity,
  'dx.thread.id': id(DxilOp.ThreadId),
  'dx.group.id': id(DxilOp.GroupId),
  'dx.thread.id.in.group': id(DxilOp.ThreadIdInGroup),
  'dx.flattened.thread.id.in.group': id(DxilOp.FlattenedThreadIdInGroup),
  'dx.discard': discard,
  'dx.all': lanes(Op.And),
  'dx.any': lanes(Op.Or),
  'dx.asdouble': each((s, [low, high]) => s.dx(DxilOp.MakeDouble, F64, [low!, high!])),
  'dx.splitdouble': splitDouble,
  'dx.uclamp': clamp(DxilOp.UMax, DxilOp.UMin),
  'dx.sclamp': clamp(DxilOp.IMax, DxilOp.IMin),
  'dx.nclamp': clamp(DxilOp.FMax, DxilOp.FMin),
  'dx.isinf': each((s, [x]) => isSpecialFloat(s, DxilOp.IsInf, x!)),
  'dx.isnan': each((s, [x]) => isSpecialFloat(s, DxilOp.IsNaN, x!)),
  'dx.legacyf16tof32': opTo(DxilOp.LegacyF16ToF32, F32),
  'dx.legacyf32tof16': opTo(DxilOp.LegacyF32ToF16, I32),
  'dx.imad': op(DxilOp.IMad),
  'dx.umad': op(DxilOp.UMad),
  'dx.imul': wide(DxilOp.IMul),
  'dx.umul': wide(DxilOp.UMul),
  'dx.dot2': dotOp(DxilOp.Dot2),
  'dx.dot3': dotOp(DxilOp.Dot3),
  'dx.dot4': dotOp(DxilOp.Dot4),
  'dx.dot2add': c => [
    c.s.dx(
      DxilOp.Dot2AddHalf,
      F32,
      c.args.map((_, n) => c.value(n)),
    ),
  ],
  'dx.dot4add.i8packed': dotOp(DxilOp.Dot4AddI8Packed),
  'dx.dot4add.u8packed': dotOp(DxilOp.Dot4AddU8Packed),
  'dx.fdot': c => [dot(c.s, c.values(0), c.values(1), false)],
  'dx.sdot': c => [dot(c.s, c.values(0), c.values(1), false)],
  'dx.udot': c => [dot(c.s, c.values(0), c.values(1), true)],
  'dx.normalize': c => normalize(c.s, c.values(0)),
  'dx.length': c => [length(c.s, c.values(0))],
  'dx.cross': c => cross(c.s, c.values(0), c.values(1)),
  'dx.lerp': each((s, [x, y, by]) => lerp(s, x!, y!, by!)),
  'dx.step': each((s, [edge, x]) => step(s, edge!, x!)),
  'dx.degrees': each((s, [x]) => times(s, x!, 180 / Math.PI)),
  'dx.radians': each((s, [x]) => times(s, x!, Math.PI / 180)),
  'dx.sign': sign,
  'dx.firstbituhigh': opTo(DxilOp.FirstbitHi, I32),
  'dx.firstbitshigh': opTo(DxilOp.FirstbitSHi, I32),
  'dx.firstbitlow': opTo(DxilOp.FirstbitLo, I32),
  'dx.wave.getlaneindex': id(DxilOp.WaveGetLaneIndex),
  'dx.wave.get.lane.count': id(DxilOp.WaveGetLaneCount),
  'dx.wave.is.first.lane': c => [c.s.dx(DxilOp.WaveIsFirstLane, I1, [])],
  'dx.wave.any': opTo(DxilOp.WaveAnyTrue, I1),
  'dx.wave.all': opTo(DxilOp.WaveAllTrue, I1),
  'dx.wave.all.equal': opTo(DxilOp.WaveActiveAllEqual, I1),
  'dx.wave.active.countbits': opTo(DxilOp.WaveAllBitCount, I32),
  'dx.wave.prefix.bit.count': opTo(DxilOp.WavePrefixBitCount, I32),
  'dx.wave.ballot': ballot,
  'dx.wave.readlane': op(DxilOp.WaveReadLaneAt),
  'dx.wave.reduce.and': wave(DxilOp.WaveActiveBit, 0),
  'dx.wave.reduce.or': wave(DxilOp.WaveActiveBit, 1),
  'dx.wave.reduce.xor': wave(DxilOp.WaveActiveBit, 2),
  'dx.wave.reduce.sum': wave(DxilOp.WaveActiveOp, 0, false),
  'dx.wave.reduce.usum': wave(DxilOp.WaveActiveOp, 0, true),
  'dx.wave.product': wave(DxilOp.WaveActiveOp, 1, false),
  'dx.wave.uproduct': wave(DxilOp.WaveActiveOp, 1, true),
  'dx.wave.reduce.min': wave(DxilOp.WaveActiveOp, 2, false),
  'dx.wave.reduce.umin': wave(DxilOp.WaveActiveOp, 2, true),
  'dx.wave.reduce.max': wave(DxilOp.WaveActiveOp, 3, false),
  'dx.wave.reduce.umax': wave(DxilOp.WaveActiveOp, 3, true),
  'dx.wave.prefix.sum': wave(DxilOp.WavePrefixOp, 0, false),
  'dx.wave.prefix.usum': wave(DxilOp.WavePrefixOp, 0, true),
  'dx.wave.prefix.product': wave(DxilOp.WavePrefixOp, 1, false),
  'dx.wave.prefix.uproduct': wave(DxilOp.WavePrefixOp, 1, true),
  'dx.quad.read.across.x': wave(DxilOp.QuadOp, 0),
  'dx.quad.read.across.y': wave(DxilOp.QuadOp, 1),
  'dx.quad.read.across.diagonal': wave(DxilOp.QuadOp, 2),
  'dx.group.memory.barrier': barrier(SHARED),
  'dx.group.memory.barrier.with.group.sync': barrier(SHARED | GROUP_SYNC),
  'dx.device.memory.barrier': barrier(UAV),
  'dx.device.memory.barrier.with.group.sync': barrier(UAV | GROUP_SYNC),
  'dx.all.memory.barrier': barrier(SHARED | UAV),
  'dx.all.memory.barrier.with.group.sync': barrier(SHARED | UAV | GROUP_SYNC),
})

/** The rule of an intrinsic's full name, its longest known prefix that ends at a dot. */
export function intrinsicRule(name: string): Rule | undefined {
  if (!name.startsWith('llvm.')) return undefined
  for (let base = name.slice(5); base !== ''; base = base.slice(0, Math.max(0, base.lastIndexOf('.')))) {
    if (INTRINSIC_RULES.has(base)) return INTRINSIC_RULES.get(base)
    if (!base.includes('.')) break
  }
  return undefined
}
