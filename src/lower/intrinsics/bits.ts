// Bits: counts, reversals, reinterpretations, half conversions, packed bytes.

import type { Value } from '../../ir/function.ts'
import { Op } from '../../ir/ops.ts'
import { bitWidth, F16, F32, F64, I1, I8, I16, I32 } from '../../ir/types.ts'
import { DxilOp } from '../../spec/dxil_ops.ts'
import type { Builder } from '../core/builder.ts'
import { irType, isUnsigned } from '../core/scalars.ts'
import { argElement, argValues, each, type Family, type Intrinsic, resultElement, writeOut } from './family.ts'

const i8 = (b: Builder, n: number): Value => b.constant(I8, n)

/** Position of the highest set bit from below; the operation counts from above, and gives -1 for none. */
function firstBitHigh(b: Builder, x: Value, isUint: boolean): Value {
  const fromTop = b.dx(isUint ? DxilOp.FirstbitHi : DxilOp.FirstbitSHi, I32, [x])
  const position = b.binary(Op.Sub, b.i32(bitWidth(b.typeOf(x)) - 1), fromTop)
  return b.select(b.icmp('eq', fromTop, b.i32(-1)), b.i32(-1), position)
}

/** Same bits, other type; between types of one IR type nothing happens. */
const reinterpret: Intrinsic = (lowerer, e) => {
  const target = irType(resultElement(e), lowerer.b.native16Bit)
  return argValues(lowerer, e)[0]!.map(v => {
    const from = lowerer.b.typeOf(v)
    if (from === target) return v
    if (from === I1) return lowerer.b.emit(Op.ZExt, target, [v])
    // Without 16-bit types the result of asfloat16() has 32, its argument, a literal, 16: it keeps its value.
    if (from === F16 && target === F32) return lowerer.b.emit(Op.FPExt, target, [v])
    return lowerer.b.emit(Op.BitCast, target, [v])
  })
}

/** asuint(double, out low, out high), else a reinterpretation. */
const asuint: Intrinsic = (lowerer, e) => {
  if (e.args.length !== 3) return reinterpret(lowerer, e)
  const values = argValues(lowerer, e)[0]!
  const pairs = values.map(v => lowerer.b.dxMany(DxilOp.SplitDouble, 'splitdouble', [v]))
  writeOut(
    lowerer,
    e,
    1,
    pairs.map(p => lowerer.b.extract(p, 0, I32)),
  )
  writeOut(
    lowerer,
    e,
    2,
    pairs.map(p => lowerer.b.extract(p, 1, I32)),
  )
  return []
}

/** Sums of absolute differences of a window of bytes sliding over the source. */
const msad4: Intrinsic = (lowerer, e) => {
  const { b } = lowerer
  const [reference, source, accumulated] = argValues(lowerer, e) as [
    readonly Value[],
    readonly Value[],
    readonly Value[],
  ]
  const [low, high] = source as [Value, Value]
  const windows = [low]
  for (const shift of [8, 16, 24]) {
    const rest = b.binary(Op.LShr, low, b.i32(shift))
    windows.push(b.dx(DxilOp.Bfi, I32, [b.i32(shift), b.i32(32 - shift), high, rest]))
  }
  return windows.map((w, i) => b.dx(DxilOp.Msad, I32, [reference[0]!, w, accumulated[i]!]))
}

function dotPacked(opcode: number): Intrinsic {
  return (lowerer, e) => {
    const [x, y, sum] = argValues(lowerer, e)
    return [lowerer.b.dx(opcode, I32, [sum![0]!, x![0]!, y![0]!])]
  }
}

/** float + dot of two half2. */
const dot2add: Intrinsic = (lowerer, e) => {
  const [x, y, sum] = argValues(lowerer, e)
  return [lowerer.b.dx(DxilOp.Dot2AddHalf, F32, [sum![0]!, ...x!, ...y!])]
}

/** mode 0 truncates, 1 clamps to unsigned bytes, 2 to signed ones. */
function pack(mode: number): Intrinsic {
  return (lowerer, e) => [lowerer.b.dx(DxilOp.Pack4x8, I32, [i8(lowerer.b, mode), ...argValues(lowerer, e)[0]!])]
}

/** mode 0 unsigned, 1 signed bytes. */
function unpack(mode: number): Intrinsic {
  return (lowerer, e) => {
    const { b } = lowerer
    const element = irType(resultElement(e), b.native16Bit)
    const name = element === I16 ? 'dx.types.fouri16' : 'dx.types.fouri32'
    const type = lowerer.module.types.struct(name, [element, element, element, element])
    const four = b.emit(Op.Dx, type, [i8(b, mode), argValues(lowerer, e)[0]![0]!], DxilOp.Unpack4x8)
    return [0, 1, 2, 3].map(i => b.extract(four, i, element))
  }
}

/** Pairs of low and high words, the carry of the low ones into the high ones. */
const addUint64: Intrinsic = (lowerer, e) => {
  const { b } = lowerer
  const [x, y] = argValues(lowerer, e)
  const words: Value[] = []
  if (x!.length % 2 !== 0) {
    lowerer.unsupported('an odd number of words', e, "'AddUint64'")
    return x!
  }
  for (let i = 0; i + 1 < x!.length; i += 2) {
    const low = b.dxMany(DxilOp.UAddc, 'i32c', [x![i]!, y![i]!])
    const carry = b.emit(Op.ZExt, I32, [b.extract(low, 1, I1)])
    const high = b.binary(Op.Add, x![i + 1]!, y![i + 1]!)
    words.push(b.extract(low, 0, I32), b.binary(Op.Add, high, carry))
  }
  return words
}

/** Counting operations give i32 whatever they count in. */
const count = (opcode: number): Intrinsic => each((b, args) => b.dx(opcode, I32, args))

export const BITS: Family = {
  AddUint64: addUint64,
  asdouble: each((b, [low, high]) => b.dx(DxilOp.MakeDouble, F64, [low!, high!])),
  asfloat: reinterpret,
  asfloat16: reinterpret,
  asint: reinterpret,
  asint16: reinterpret,
  asuint,
  asuint16: reinterpret,
  countbits: count(DxilOp.Countbits),
  dot2add,
  dot4add_i8packed: dotPacked(DxilOp.Dot4AddI8Packed),
  dot4add_u8packed: dotPacked(DxilOp.Dot4AddU8Packed),
  f16tof32: each((b, [x]) => b.dx(DxilOp.LegacyF16ToF32, F32, [x!])),
  f32tof16: each((b, [x]) => b.dx(DxilOp.LegacyF32ToF16, I32, [x!])),
  firstbithigh: each((b, [x], e) => firstBitHigh(b, x!, isUnsigned(argElement(e, 0)))),
  firstbitlow: count(DxilOp.FirstbitLo),
  msad4,
  pack_clamp_s8: pack(2),
  pack_clamp_u8: pack(1),
  pack_s8: pack(0),
  pack_u8: pack(0),
  unpack_s8s16: unpack(1),
  unpack_s8s32: unpack(1),
  unpack_u8u16: unpack(0),
  unpack_u8u32: unpack(0),
}
