// Identities of conversions, phis and DXIL math operations.

import { type Func, NO_VALUE, type Value } from '../../ir/function.ts'
import { makesHandle } from '../../ir/handles.ts'
import type { Module } from '../../ir/module.ts'
import { Flag, ICMP, Op } from '../../ir/ops.ts'
import { bitWidth, I1, I32, I64, type Type } from '../../ir/types.ts'
import { DxilOp } from '../../spec/dxil_ops.ts'
import { evaluate } from '../analyse/evaluate.ts'
import { comparisonByBound, isNeverNegative } from '../analyse/value_bounds.ts'
import { floatOf, intOf, isInt, isUndef, type Rule, rewrite } from '../common/simplify_rules.ts'
import { computeWide, fpTrunc, toInteger } from './simplify_widened.ts'

/** trunc of an extension: the source, a shorter extension or a shorter trunc; of a mask that only takes higher bits: of what is masked. */
const trunc: Rule = (m, f, v) => {
  const a = f.operandAt(v, 0)
  const op = f.op(a)
  if (op === Op.Trunc || (op === Op.And && keepsLow(m, f, a, f.type(v))))
    return rewrite(f, v, Op.Trunc, [f.operandAt(a, 0)])
  // Without optimisation a shader that computes with 64 bits says so among its flags.
  const isKept = m.options.optimization === 0 && f.type(a) === I64
  if (isKept && (NARROWING.has(op) || op === Op.LShr || op === Op.AShr || op === Op.Shl)) return NO_VALUE
  if (NARROWING.has(op)) return narrow(m, f, v, a)
  if (op === Op.AShr) return narrowSigned(m, f, v, a)
  if (op === Op.LShr || op === Op.Shl) return narrowShift(m, f, v, a) || ofTwoWords(m, f, v, a)
  if (op !== Op.ZExt && op !== Op.SExt) return NO_VALUE
  const source = f.operandAt(a, 0)
  const from = m.typeOf(f, source)
  if (from === f.type(v)) return source
  return rewrite(f, v, bitWidth(from) < bitWidth(f.type(v)) ? op : Op.Trunc, [source])
}

/** Whether an `and` with a constant leaves the bits of a narrower type alone. */
function keepsLow(m: Module, f: Func, and: Value, type: Type): boolean {
  const mask = intOf(m, f.operandAt(and, 1))
  return mask !== undefined && BigInt.asIntN(bitWidth(type), BigInt(mask)) === -1n
}

/** Operations whose low bits only depend on the low bits of their operands. */
const NARROWING: ReadonlySet<number> = new Set([Op.Add, Op.Sub, Op.Mul, Op.And, Op.Or, Op.Xor])

/** trunc of operations on values that were as narrow before: the operations on those. */
function narrow(m: Module, f: Func, v: Value, a: Value): Value {
  const operands = f.operands(a)
  // What somebody else uses stays as wide as it is, and what it is computed of, too.
  const depth = f.singleUser(a) === v ? MOST_NARROWED : 0
  if (!operands.every(o => isNarrowable(m, f, a, o, f.type(v), depth))) return NO_VALUE
  return rewrite(
    f,
    v,
    f.op(a),
    operands.map(o => asNarrow(m, f, v, o)),
  )
}

/** Operations below each other that `narrow` looks through. */
const MOST_NARROWED = 4

const isExtended = (m: Module, f: Func, o: Value, type: Type): boolean =>
  (f.op(o) === Op.ZExt || f.op(o) === Op.SExt) && m.typeOf(f, f.operandAt(o, 0)) === type

/** An extension of what is wider than `type` itself: the high word in `(uint16_t)((uint64_t)high << 32 | low)`. */
const isWider = (m: Module, f: Func, o: Value, type: Type): boolean =>
  (f.op(o) === Op.ZExt || f.op(o) === Op.SExt) && bitWidth(m.typeOf(f, f.operandAt(o, 0))) > bitWidth(type)

/** Whether a user's operand was as narrow before, or is computed of such values for that user alone. */
function isNarrowable(m: Module, f: Func, user: Value, o: Value, type: Type, depth: number): boolean {
  if (o < 0) return intOf(m, o) !== undefined && type !== I1
  if (isExtended(m, f, o, type)) return true
  if (isWider(m, f, o, type)) return f.singleUser(o) === user
  const isShift = f.op(o) === Op.Shl && f.operandAt(o, 1) < 0
  if (depth === 0 || f.singleUser(o) !== user || !(isShift || NARROWING.has(f.op(o)))) return false
  return f.operands(o).every(x => isNarrowable(m, f, o, x, type, depth - 1))
}

/** An `isNarrowable` as a value of v's type, in front of v. */
function asNarrow(m: Module, f: Func, v: Value, o: Value): Value {
  const type = f.type(v)
  const known = intOf(m, o)
  if (known !== undefined) return m.constants.int(type, Number(BigInt.asIntN(32, BigInt(known))))
  if (isExtended(m, f, o, type)) return f.operandAt(o, 0)
  if (isWider(m, f, o, type)) return f.insertBefore(v, Op.Trunc, type, [f.operandAt(o, 0)], 0, 0, f.loc(o))
  const by = f.op(o) === Op.Shl ? shiftOf(m, f, o) : 0
  if (by === undefined || by >= bitWidth(type)) return m.constants.int(type, 0)
  const operands = f.operands(o).map(x => asNarrow(m, f, v, x))
  // The high word of `high << 32 | low` is not there any more.
  if (f.op(o) === Op.Or && isInt(intOf(m, operands[1]!), 0)) return operands[0]!
  return f.insertBefore(v, f.op(o), type, operands, 0, 0, f.loc(o))
}

/** trunc of shifts up and down of an extended value that lose no bit above: one shift of the narrow value. */
function narrowShift(m: Module, f: Func, v: Value, shift: Value): Value {
  const type = f.type(v)
  // How far the bits move up; what follows is undone from the outside in.
  let up = 0
  let at = shift
  if (f.op(at) === Op.LShr) {
    const down = shiftOf(m, f, at)
    if (down === undefined) return NO_VALUE
    up -= down
    at = f.operandAt(at, 0)
  }
  if (f.op(at) === Op.Shl) {
    const by = shiftOf(m, f, at)
    if (by !== undefined && at === shift && by >= bitWidth(type)) return m.constants.int(type, 0)
    if (by === undefined || by > bitWidth(f.type(at)) - bitWidth(type)) return NO_VALUE
    up += by
    at = f.operandAt(at, 0)
  }
  // Copies of the sign are above all bits that stay where nothing moves down.
  const isSigned = f.op(at) === Op.SExt && f.op(shift) === Op.Shl
  if ((f.op(at) !== Op.ZExt && !isSigned) || m.typeOf(f, f.operandAt(at, 0)) !== type) return NO_VALUE
  const source = f.operandAt(at, 0)
  if (up === 0) return source
  if (Math.abs(up) >= bitWidth(type)) return m.constants.int(type, 0)
  return rewrite(f, v, up > 0 ? Op.Shl : Op.LShr, [source, m.constants.int(type, Math.abs(up))])
}

/** trunc of a signed shift of an extended value: (sext(x) << 3) >> 7 is x >> 4. */
function narrowSigned(m: Module, f: Func, v: Value, shift: Value): Value {
  const type = f.type(v)
  const down = shiftOf(m, f, shift)
  let at = f.operandAt(shift, 0)
  const up = f.op(at) === Op.Shl ? shiftOf(m, f, at) : 0
  if (up !== 0) at = f.operandAt(at, 0)
  if (down === undefined || up === undefined || down < up || up > bitWidth(f.type(shift)) - bitWidth(type))
    return NO_VALUE
  if (f.op(at) !== Op.SExt || !isExtended(m, f, at, type)) return NO_VALUE
  const source = f.operandAt(at, 0)
  if (down === up) return source
  return rewrite(f, v, Op.AShr, [source, m.constants.int(type, Math.min(down - up, bitWidth(type) - 1))])
}

/** (high << 32 | low) >> k as a word: high >> (k - 32), or both shifted and put together. */
function ofTwoWords(m: Module, f: Func, v: Value, shift: Value): Value {
  const k = f.op(shift) === Op.LShr && f.type(v) === I32 ? shiftOf(m, f, shift) : undefined
  const both = f.operandAt(shift, 0)
  if (k === undefined || f.op(both) !== Op.Or || f.type(both) !== I64) return NO_VALUE
  if (f.singleUser(shift) !== v || f.singleUser(both) !== shift) return NO_VALUE
  const words = wordsOf(m, f, both, 0, 1) ?? wordsOf(m, f, both, 1, 0)
  if (words === undefined) return NO_VALUE
  const [high, low] = words
  const moved = (op: number, x: Value, by: number): Value => {
    if (by === 0) return x
    const n = m.constants.int(I32, by)
    return x < 0 ? evaluate(m, op, I32, 0, [x, n]) : f.insertBefore(v, op, I32, [x, n], 0, 0, f.loc(v))
  }
  if (k >= 32) return moved(Op.LShr, high, k - 32)
  return k === 0 ? low : rewrite(f, v, Op.Or, [moved(Op.LShr, low, k), moved(Op.Shl, high, 32 - k)])
}

/** The two words of an `or` of 64 bits, one operand of which is the high word alone and the other one the low word. */
function wordsOf(m: Module, f: Func, both: Value, up: number, down: number): readonly [Value, Value] | undefined {
  const [high, low] = [f.operandAt(both, up), f.operandAt(both, down)]
  const known = low < 0 ? intOf(m, low) : undefined
  const isWord = typeof known === 'bigint' && BigInt.asUintN(32, known) === known
  if (!isWord && (f.op(low) !== Op.ZExt || !isExtended(m, f, low, I32))) return undefined
  const word = isWord ? m.constants.int(I32, Number(BigInt.asIntN(32, known))) : f.operandAt(low, 0)
  const c = high < 0 ? intOf(m, high) : undefined
  if (typeof c === 'bigint')
    return BigInt.asUintN(32, c) === 0n ? [m.constants.int(I32, Number(BigInt.asIntN(32, c >> 32n))), word] : undefined
  if (f.op(high) !== Op.Shl || shiftOf(m, f, high) !== 32 || f.singleUser(high) !== both) return undefined
  const source = f.operandAt(high, 0)
  return isExtended(m, f, source, I32) ? [f.operandAt(source, 0), word] : undefined
}

/** How far a shift goes, where that is known and within the type. */
function shiftOf(m: Module, f: Func, v: Value): number | undefined {
  const by = Number(intOf(m, f.operandAt(v, 1)) ?? -1)
  return by >= 0 && by < bitWidth(f.type(v)) ? by : undefined
}

/**
 * Extensions of extensions: a zero-extended value is never negative, so a sign extension of it extends with zeros. What was cut short
 * before is masked, or shifted up and down.
 */
const extend: Rule = (m, f, v) => {
  const a = f.operandAt(v, 0)
  const inner = f.op(a)
  if (inner === Op.Trunc && m.typeOf(f, f.operandAt(a, 0)) === f.type(v)) return lowBits(m, f, v, a)
  if (inner === Op.ZExt) return rewrite(f, v, Op.ZExt, [f.operandAt(a, 0)])
  if (f.op(v) === Op.SExt && m.options.optimization !== 0 && isNeverNegative(m, f, a))
    return rewrite(f, v, Op.ZExt, [a])
  return inner === Op.SExt && f.op(v) === Op.SExt ? rewrite(f, v, Op.SExt, [f.operandAt(a, 0)]) : computeWide(m, f, v)
}

function lowBits(m: Module, f: Func, v: Value, trunc: Value): Value {
  const type = f.type(v)
  const source = f.operandAt(trunc, 0)
  const bits = bitWidth(f.type(trunc))
  if (bits === 1 || type === I64) return NO_VALUE
  if (f.op(v) === Op.ZExt) return rewrite(f, v, Op.And, [source, m.constants.int(type, 2 ** bits - 1)])
  // A shift down has extended the sign already.
  if (f.op(source) === Op.AShr && (shiftOf(m, f, source) ?? 0) >= bitWidth(type) - bits) return source
  if (f.singleUser(trunc) !== v) return NO_VALUE
  const by = m.constants.int(type, bitWidth(type) - bits)
  const up = f.insertBefore(v, Op.Shl, type, [source, by])
  return rewrite(f, v, Op.AShr, [up, by])
}

const bitCast: Rule = (m, f, v) => {
  const a = f.operandAt(v, 0)
  if (m.typeOf(f, a) === f.type(v)) return a
  if (f.op(a) !== Op.BitCast) return NO_VALUE
  const source = f.operandAt(a, 0)
  return m.typeOf(f, source) === f.type(v) ? source : rewrite(f, v, Op.BitCast, [source])
}

/**
 * A phi whose operands are all one value (or the phi itself, or undef) is that value. With undef among them the value must be a
 * constant, since another one need not be defined on the edges where undef came from.
 */
const phi: Rule = (m, f, v) => {
  let same: Value = NO_VALUE
  let undefs = false
  for (let i = 0, n = f.operandCount(v); i < n; i++) {
    const o = f.operandAt(v, i)
    if (o === v || o === same) continue
    if (isUndef(m, o)) undefs = true
    else if (same !== NO_VALUE) return NO_VALUE
    else same = o
  }
  if (same === NO_VALUE) return m.constants.undef(f.type(v))
  return undefs && same > 0 ? NO_VALUE : same
}

/** Operations where applying them twice is applying them once. */
const IDEMPOTENT: ReadonlySet<number> = new Set([
  ...[DxilOp.FAbs, DxilOp.Saturate, DxilOp.Round_ne, DxilOp.Round_ni, DxilOp.Round_pi, DxilOp.Round_z],
])
const MIN_MAX: ReadonlySet<number> = new Set([
  ...[DxilOp.FMax, DxilOp.FMin, DxilOp.IMax, DxilOp.IMin, DxilOp.UMax, DxilOp.UMin],
])

const MADS: ReadonlySet<number> = new Set([DxilOp.FMad, DxilOp.IMad, DxilOp.UMad])

/** mad with a factor of zero is its third operand; infinity and NaN only matter to precise values. */
function addsNothing(m: Module, f: Func, v: Value): boolean {
  if ((f.flags(v) & Flag.PRECISE) !== 0) return false
  for (let i = 0; i < 2; i++) {
    const o = f.operandAt(v, i)
    if (isInt(intOf(m, o), 0) || floatOf(m, o) === 0) return true
  }
  return false
}

/** x * 1 + y -> x + y */
function madByOne(m: Module, f: Func, v: Value): Value {
  const [a, b, c] = f.operands(v) as [Value, Value, Value]
  const other = floatOf(m, a) === 1 ? b : floatOf(m, b) === 1 ? a : NO_VALUE
  return other === NO_VALUE ? NO_VALUE : rewrite(f, v, Op.FAdd, [other, c], 0, Flag.FAST)
}

/** min and max of equal values, and of integers with a bound that decides. */
function minMax(m: Module, f: Func, v: Value, opcode: number): Value {
  const a = f.operandAt(v, 0)
  const b = f.operandAt(v, 1)
  if (a === b) return a
  if (opcode === DxilOp.FMax || opcode === DxilOp.FMin || a >= 0 === b >= 0) return NO_VALUE
  const [x, c] = a < 0 ? [b, a] : [a, b]
  const isMax = opcode === DxilOp.IMax || opcode === DxilOp.UMax
  const isSigned = opcode === DxilOp.IMax || opcode === DxilOp.IMin
  const known = intOf(m, c)
  if (known === undefined) return NO_VALUE
  const half = 1n << BigInt(bitWidth(f.type(v)) - 1)
  const least = isSigned ? -half : 0n
  const most = isSigned ? half - 1n : 2n * half - 1n
  const n = isSigned ? BigInt(known) : BigInt.asUintN(bitWidth(f.type(v)), BigInt(known))
  if (n === (isMax ? least : most)) return x
  if (n === (isMax ? most : least)) return c
  const above = comparisonByBound(m, f, isSigned ? ICMP.sle : ICMP.ule, x, c)
  if (above === true) return isMax ? c : x
  const below = comparisonByBound(m, f, isSigned ? ICMP.sge : ICMP.uge, x, c)
  return below === true ? (isMax ? x : c) : NO_VALUE
}

const dx: Rule = (m, f, v) => {
  const a = f.operandCount(v) > 0 ? f.operandAt(v, 0) : NO_VALUE
  const opcode = f.aux(v)
  if (MADS.has(opcode) && addsNothing(m, f, v)) return f.operandAt(v, 2)
  if (IDEMPOTENT.has(opcode) && f.op(a) === Op.Dx && f.aux(a) === opcode) return a
  if (MIN_MAX.has(opcode)) return minMax(m, f, v, opcode)
  if (opcode === DxilOp.FMad && (f.flags(v) & Flag.PRECISE) === 0) return madByOne(m, f, v)
  return opcode === DxilOp.Bfrev && f.op(a) === Op.Dx && f.aux(a) === opcode ? f.operandAt(a, 0) : NO_VALUE
}

/** A vector put together of all lanes of another is that one. */
const insertElement: Rule = (m, f, v) => {
  const shape = m.types.shape(f.type(v))
  const last = shape.kind === 'vector' ? shape.count - 1 : 0
  const whole = f.op(f.operandAt(v, 1)) === Op.ExtractElement ? f.operandAt(f.operandAt(v, 1), 0) : NO_VALUE
  if (whole <= 0 || f.type(whole) !== f.type(v)) return NO_VALUE
  for (let i = last, at = v; i >= 0; i--, at = f.operandAt(at, 0)) {
    if (f.op(at) !== Op.InsertElement || intOf(m, f.operandAt(at, 2)) !== i) return NO_VALUE
    const lane = f.operandAt(at, 1)
    if (f.op(lane) !== Op.ExtractElement || f.operandAt(lane, 0) !== whole || intOf(m, f.operandAt(lane, 1)) !== i)
      return NO_VALUE
  }
  return whole
}

/** A handle that turned out to be known needs no type of its own. */
const handleFromValue: Rule = (_m, f, v) => {
  const known = f.operandAt(v, 0)
  return known > 0 && makesHandle(f.op(known)) ? known : NO_VALUE
}

export const VALUE_RULES: ReadonlyMap<number, Rule> = new Map([
  [Op.Trunc, trunc],
  [Op.ZExt, extend],
  [Op.SExt, extend],
  [Op.BitCast, bitCast],
  [Op.InsertElement, insertElement],
  [Op.FPTrunc, fpTrunc],
  [Op.FPToSI, toInteger],
  [Op.FPToUI, toInteger],
  [Op.Phi, phi],
  [Op.Dx, dx],
  [Op.HandleFromValue, handleFromValue],
])
