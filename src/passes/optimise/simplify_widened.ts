// Numbers that are widened for one operation and narrowed behind it: (float)((double)a * 3) is a * 3. The wider format has more than twice the
// digits, so that rounding twice gives what rounding once does. Without optimisation numbers stay as wide as they are written: a shader that
// computes with doubles says so among its flags.

import { roundToHalf } from '../../base/float16.ts'
import { type Func, NO_VALUE, type Value } from '../../ir/function.ts'
import type { Module } from '../../ir/module.ts'
import { ICMP, Op } from '../../ir/ops.ts'
import { bitWidth, F16, F32, F64, I1, I32, type Type } from '../../ir/types.ts'
import { evaluate } from '../analyse/evaluate.ts'
import { boundOf, unsignedOf } from '../analyse/value_bounds.ts'
import { floatOf, intOf, type Rule, rewrite } from '../common/simplify_rules.ts'

const EXACT: ReadonlySet<number> = new Set([Op.FAdd, Op.FSub, Op.FMul, Op.FDiv])

/** Narrowing exactly what was widened, or what was computed or chosen of widened numbers alone. */
export const fpTrunc: Rule = (m, f, v) => {
  const type = f.type(v)
  const a = f.operandAt(v, 0)
  if (m.options.optimization === 0)
    return f.op(a) === Op.FPExt && m.typeOf(f, f.operandAt(a, 0)) === type ? f.operandAt(a, 0) : NO_VALUE
  if (f.op(a) === Op.FPExt) return sourceAs(m, f, v, a, type) || rewrite(f, v, Op.FPTrunc, [f.operandAt(a, 0)])
  const first = f.op(a) === Op.Select ? 1 : 0
  if ((first === 0 && !EXACT.has(f.op(a))) || f.singleUser(a) !== v) return NO_VALUE
  const [x, y] = [f.operandAt(a, first), f.operandAt(a, first + 1)]
  if (!isNarrow(m, f, x, type) || !isNarrow(m, f, y, type)) return NO_VALUE
  const operands = [sourceAs(m, f, v, x, type), sourceAs(m, f, v, y, type)]
  return rewrite(f, v, f.op(a), first === 1 ? [f.operandAt(a, 0), ...operands] : operands, 0, f.flags(a))
}

/**
 * To an integer: of what was widened, or of an integer that became a float. Numbers that do not fit an integer have no value when they become
 * one, so a float that holds every integer of the shorter of both types is skipped: uint16_t((float)x) is uint16_t(x).
 */
export const toInteger: Rule = (m, f, v) => {
  const a = f.operandAt(v, 0)
  const made = f.op(a)
  if (m.options.optimization === 0) return NO_VALUE
  if (made === Op.FPExt) return rewrite(f, v, f.op(v), [f.operandAt(a, 0)])
  if (made !== Op.SIToFP && made !== Op.UIToFP) return NO_VALUE
  const source = f.operandAt(a, 0)
  const [from, to] = [bitWidth(m.typeOf(f, source)), bitWidth(f.type(v))]
  const isSigned = made === Op.SIToFP && f.op(v) === Op.FPToSI
  const digits = Math.min(from - Number(made === Op.SIToFP), to - Number(f.op(v) === Op.FPToSI))
  if (digits > DIGITS[f.type(a)]!) return NO_VALUE
  return from === to ? source : rewrite(f, v, from > to ? Op.Trunc : isSigned ? Op.SExt : Op.ZExt, [source])
}

/** Binary digits of a float. */
export const DIGITS: Readonly<Record<number, number>> = { [F16]: 11, [F32]: 24, [F64]: 53 }

/** Two numbers widened alike compare as they are; so does one with a constant that it can be. */
export function compareNarrow(m: Module, f: Func, v: Value): Value {
  const [a, b] = [f.operandAt(v, 0), f.operandAt(v, 1)]
  const wide = f.op(a) === Op.FPExt ? a : b
  if (f.op(wide) !== Op.FPExt || m.options.optimization === 0) return NO_VALUE
  const type = m.typeOf(f, f.operandAt(wide, 0))
  const isSame = (o: Value): boolean =>
    floatOf(m, o) === undefined
      ? f.op(o) === Op.FPExt && m.typeOf(f, f.operandAt(o, 0)) === type
      : isNarrow(m, f, o, type) && !isDenormal(floatOf(m, o)!, type)
  if (!isSame(a) || !isSame(b)) return NO_VALUE
  return rewrite(f, v, Op.FCmp, [sourceAs(m, f, v, a, type), sourceAs(m, f, v, b, type)], f.aux(v), f.flags(v))
}

const isDenormal = (x: number, type: Type): boolean => x !== 0 && Math.abs(x) < (type === F16 ? 2 ** -14 : 2 ** -126)

/** Whether a number is one of a narrower type, widened. */
function isNarrow(m: Module, f: Func, o: Value, type: Type): boolean {
  const c = floatOf(m, o)
  if (c !== undefined) return Object.is(type === F16 ? roundToHalf(c) : type === F32 ? Math.fround(c) : c, c)
  return f.op(o) === Op.FPExt && bitWidth(m.typeOf(f, f.operandAt(o, 0))) <= bitWidth(type)
}

/** A number that `isNarrow` in its type, in front of v; of a longer type than that one NO_VALUE. */
function sourceAs(m: Module, f: Func, v: Value, o: Value, type: Type): Value {
  const c = floatOf(m, o)
  if (c !== undefined) return m.constants.float(type, c)
  const source = f.operandAt(o, 0)
  const from = m.typeOf(f, source)
  if (from === type) return source
  return bitWidth(from) < bitWidth(type) ? f.insertBefore(v, Op.FPExt, type, [source]) : NO_VALUE
}

/**
 * Two integers widened alike compare as they are, so does one with a constant that it can be. What a cut leaves as it was compares before the cut:
 * (trunc x & 3) == 1 is (x & 3) == 1. So a shader asks for short or long integers only where it computes with them.
 */
export function compareSource(m: Module, f: Func, v: Value): Value {
  const [a, b] = [f.operandAt(v, 0), f.operandAt(v, 1)]
  const p = f.aux(v)
  const op = f.op(a)
  if (m.options.optimization === 0) return NO_VALUE
  if (op !== Op.ZExt && op !== Op.SExt) return compareUncut(m, f, v)
  const source = f.operandAt(a, 0)
  const type = m.typeOf(f, source)
  if (type === I1)
    return p === ICMP.ne && f.op(b) === op && m.typeOf(f, f.operandAt(b, 0)) === I1
      ? rewrite(f, v, Op.Xor, [source, f.operandAt(b, 0)])
      : NO_VALUE
  let other = f.op(b) === op ? f.operandAt(b, 0) : NO_VALUE
  const c = intOf(m, b)
  if (c !== undefined) {
    other = evaluate(m, Op.Trunc, type, 0, [b])
    if (evaluate(m, op, m.typeOf(f, a), 0, [other]) !== b) return beyond(m, p, op === Op.SExt, BigInt(c) < 0n)
  }
  if (other === NO_VALUE || m.typeOf(f, other) !== type) return NO_VALUE
  return rewrite(f, v, Op.ICmp, [source, other], op === Op.ZExt && p >= ICMP.sgt ? p - ICMP.sgt + ICMP.ugt : p)
}

/** A comparison with a constant that no number widened so reaches. */
function beyond(m: Module, p: number, isSigned: boolean, isNegative: boolean): Value {
  const isUnsigned = p >= ICMP.ugt && p < ICMP.sgt
  if (isSigned && isUnsigned) return NO_VALUE
  const isLess = isUnsigned || !isNegative
  const isGreaterAsked = (p - ICMP.ugt) % 4 < 2
  return m.constants.bool(p === ICMP.ne || (p !== ICMP.eq && isGreaterAsked !== isLess))
}

function compareUncut(m: Module, f: Func, v: Value): Value {
  const [a, b] = [f.operandAt(v, 0), f.operandAt(v, 1)]
  const c = unsignedOf(m, b)
  const cut = f.op(a) === Op.And ? f.operandAt(a, 0) : a
  const mask = cut === a ? undefined : unsignedOf(m, f.operandAt(a, 1))
  if (c === undefined || f.op(cut) !== Op.Trunc || (cut !== a && (mask === undefined || f.singleUser(a) !== v)))
    return NO_VALUE
  const source = f.operandAt(cut, 0)
  const type = m.typeOf(f, source)
  // Neither the number nor the constant is negative for a comparison with signs.
  const limit = 2 ** (bitWidth(f.type(a)) - Number(f.aux(v) >= ICMP.sgt))
  if (c >= limit || (mask ?? boundOf(m, f, source)) >= limit) return NO_VALUE
  const wide = (n: Value): Value => evaluate(m, Op.ZExt, type, 0, [n])
  const masked = cut === a ? source : f.insertBefore(v, Op.And, type, [source, wide(f.operandAt(a, 1))], 0, 0, f.loc(a))
  return rewrite(f, v, Op.ICmp, [masked, wide(b)], f.aux(v))
}

const MODULAR: ReadonlySet<number> = new Set([Op.Add, Op.Sub, Op.Mul, Op.And, Op.Or, Op.Xor])
/** Operations in a row that `computeWide` looks through. */
const MOST_WIDENED = 8

/**
 * An extension of arithmetic on numbers that were cut short: the arithmetic is done before the cut, as in LLVM. uint(min16uint(x) * min16uint(3))
 * is (x * 3) & 65535, so that a shader without other short numbers does not ask for them in its flags.
 */
export function computeWide(m: Module, f: Func, v: Value): Value {
  const a = f.operandAt(v, 0)
  const from = m.typeOf(f, a)
  if (f.type(v) !== I32 || from === I1 || m.options.optimization === 0 || f.op(a) === Op.Trunc) return NO_VALUE
  const isSigned = f.op(v) === Op.SExt
  const bits = bitWidth(from)
  const by = isSigned || f.op(a) !== Op.LShr ? 0 : Number(intOf(m, f.operandAt(a, 1)) ?? bits)
  const tree = by > 0 ? f.operandAt(a, 0) : a
  if (by >= bits || (by > 0 && f.singleUser(a) !== v) || !isCut(m, f, tree, isSigned, MOST_WIDENED)) return NO_VALUE
  const wide = widen(m, f, v, tree)
  if (!isSigned) {
    const down = by > 0 ? f.insertBefore(v, Op.LShr, I32, [wide, m.constants.int(I32, by)]) : wide
    return rewrite(f, v, Op.And, [down, m.constants.int(I32, 2 ** (bits - by) - 1)])
  }
  const up = m.constants.int(I32, 32 - bits)
  return rewrite(f, v, Op.AShr, [f.insertBefore(v, Op.Shl, I32, [wide, up]), up])
}

/** Whether a value is computed of 32 bits that were cut short and of constants, for one user each. */
function isCut(m: Module, f: Func, o: Value, isSigned: boolean, depth: number): boolean {
  if (o < 0) return intOf(m, o) !== undefined
  const op = f.op(o)
  if (op === Op.Trunc) return m.typeOf(f, f.operandAt(o, 0)) === I32
  if (depth === 0 || !isAlone(f, o)) return false
  const isShift = op === Op.Shl && !isSigned && intOf(m, f.operandAt(o, 1)) !== undefined
  if (!isShift && !MODULAR.has(op)) return false
  return isCut(m, f, f.operandAt(o, 0), isSigned, depth - 1) && isCut(m, f, f.operandAt(o, 1), isSigned, depth - 1)
}

/** Whether a value has one user; the float that `toInteger` has skipped is none. */
const isAlone = (f: Func, o: Value): boolean =>
  f.users(o).filter(u => f.isUsed(u) || (f.op(u) !== Op.UIToFP && f.op(u) !== Op.SIToFP)).length === 1

/** The value of an `isCut` in 32 bits, in front of v. */
function widen(m: Module, f: Func, v: Value, o: Value): Value {
  const c = intOf(m, o)
  if (c !== undefined) return m.constants.int(I32, Number(BigInt.asUintN(bitWidth(m.typeOf(f, o)), BigInt(c))))
  if (f.op(o) === Op.Trunc) return f.operandAt(o, 0)
  const operands = [widen(m, f, v, f.operandAt(o, 0)), widen(m, f, v, f.operandAt(o, 1))]
  return f.insertBefore(v, f.op(o), I32, operands, 0, 0, f.loc(o))
}
