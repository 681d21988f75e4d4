// Identities of float arithmetic. Without FAST only those that keep every bit, signed zeros and NaN included; DXC's default is FAST.

import { roundToHalf } from '../../base/float16.ts'
import { type Func, NO_VALUE, type Value } from '../../ir/function.ts'
import type { Module } from '../../ir/module.ts'
import { Flag, Op } from '../../ir/ops.ts'
import { F16, F32, F64, I1, I32, I64 } from '../../ir/types.ts'
import { boundOf } from '../analyse/value_bounds.ts'
import { constantLast, floatOf, type Rule, rewrite } from '../common/simplify_rules.ts'

const isFast = (f: Func, v: Value): boolean => (f.flags(v) & Flag.FAST) !== 0
/** x when v is -x, written -0 - x, or under FAST 0 - x. */
export function negated(m: Module, f: Func, v: Value): Value {
  if (f.op(v) !== Op.FSub) return NO_VALUE
  const zero = floatOf(m, f.operandAt(v, 0))
  return Object.is(zero, -0) || (zero === 0 && isFast(f, v)) ? f.operandAt(v, 1) : NO_VALUE
}

/** x + 0 and what an integer is as a float are never -0. */
const isNoNegativeZero = (m: Module, f: Func, v: Value): boolean =>
  f.op(v) === Op.SIToFP || f.op(v) === Op.UIToFP || (f.op(v) === Op.FAdd && Object.is(floatOf(m, f.operandAt(v, 1)), 0))

const fadd: Rule = (m, f, v) => {
  const swapped = constantLast(f, v)
  const a = f.operandAt(v, 0)
  const b = f.operandAt(v, 1)
  const c = floatOf(m, b)
  if (Number.isNaN(c)) return b
  // x + -0 is x for every x; x + 0 turns -0 into 0.
  if (Object.is(c, -0) || (c === 0 && (isFast(f, v) || isNoNegativeZero(m, f, a)))) return a
  const positive = negated(m, f, b)
  if (positive !== NO_VALUE) return rewrite(f, v, Op.FSub, [a, positive], 0, f.flags(v))
  // -x + y -> y - x; under FAST reassociate chooses the signs of all terms
  const first = isFast(f, v) ? NO_VALUE : negated(m, f, a)
  if (first !== NO_VALUE && b >= 0) return rewrite(f, v, Op.FSub, [b, first], 0, f.flags(v))
  // (x - y) + y -> x, FAST: rounding and an infinite y do not matter.
  if (isFast(f, v) && isFastOp(f, a, Op.FSub) && f.operandAt(a, 1) === b) return f.operandAt(a, 0)
  if (isFast(f, v) && isFastOp(f, b, Op.FSub) && f.operandAt(b, 1) === a) return f.operandAt(b, 0)
  const sum = sharedDivisor(f, v, a, b) || joined(m, f, v, a, c, 1) || sumOfIntegers(m, f, v, a, b)
  if (sum !== NO_VALUE) return sum
  const mix = mixOfProducts(f, v, a, b) || mixOfProducts(f, v, b, a)
  if (mix !== NO_VALUE) return mix
  // x + x -> x * 2, FAST: LLVM's reassociation does so, and then it is the same as a product that was written.
  if (a === b && isFast(f, v)) return rewrite(f, v, Op.FMul, [a, m.constants.float(f.type(v), 2)], 0, f.flags(v))
  return swapped ? v : NO_VALUE
}

/** x / z + y / z -> (x + y) / z, and differences, FAST. */
function sharedDivisor(f: Func, v: Value, a: Value, b: Value): Value {
  if (!isFast(f, v) || !isFastOp(f, a, Op.FDiv) || !isFastOp(f, b, Op.FDiv)) return NO_VALUE
  const z = f.operandAt(a, 1)
  if (f.operandAt(b, 1) !== z || f.singleUser(a) !== v || f.singleUser(b) !== v) return NO_VALUE
  const terms = [f.operandAt(a, 0), f.operandAt(b, 0)]
  const sum = f.insertBefore(v, f.op(v), f.type(v), terms, 0, f.flags(v))
  return rewrite(f, v, Op.FDiv, [sum, z], 0, f.flags(v))
}

/** lerp(s * q, p * q, w), which is w * (p * q - s * q) + s * q -> (w * (p - s) + s) * q, FAST. Nothing else has a use for the products. */
function mixOfProducts(f: Func, v: Value, weighted: Value, start: Value): Value {
  if (!isFast(f, v) || !isFastOp(f, start, Op.FMul) || !isProductFor(f, weighted, v)) return NO_VALUE
  for (const at of [0, 1]) {
    const difference = f.operandAt(weighted, at)
    if (!isFastOp(f, difference, Op.FSub) || f.operandAt(difference, 1) !== start) continue
    const end = f.operandAt(difference, 0)
    if (f.singleUser(difference) !== weighted || !isProductFor(f, end, difference) || !hasTwoUses(f, start)) continue
    const parts = withoutSharedFactor(f, start, end)
    if (!parts) return NO_VALUE
    const [s, p, q] = parts
    const put = (op: number, x: Value, y: Value): Value => f.insertBefore(v, op, f.type(v), [x, y], 0, f.flags(v))
    const mixed = put(Op.FAdd, put(Op.FMul, f.operandAt(weighted, 1 - at), put(Op.FSub, p, s)), s)
    return rewrite(f, v, Op.FMul, [mixed, q], 0, f.flags(v))
  }
  return NO_VALUE
}

const isProductFor = (f: Func, v: Value, user: Value): boolean => isFastOp(f, v, Op.FMul) && f.singleUser(v) === user

function hasTwoUses(f: Func, v: Value): boolean {
  const second = f.nextUse(f.firstUse(v))
  return second !== 0 && f.nextUse(second) === 0
}

/** [s, p, q] of the products s * q and p * q. */
function withoutSharedFactor(f: Func, first: Value, second: Value): [Value, Value, Value] | undefined {
  for (const i of [0, 1])
    for (const j of [0, 1])
      if (f.operandAt(first, i) === f.operandAt(second, j))
        return [f.operandAt(first, 1 - i), f.operandAt(second, 1 - j), f.operandAt(first, i)]
  return undefined
}

const isFastOp = (f: Func, v: Value, op: number): boolean => f.op(v) === op && isFast(f, v)

/** (x + y) - y -> x and x - (x - y) -> y, FAST. */
function withoutRest(f: Func, v: Value, a: Value, b: Value): Value {
  if (!isFast(f, v)) return NO_VALUE
  if (isFastOp(f, a, Op.FAdd)) {
    if (f.operandAt(a, 0) === b) return f.operandAt(a, 1)
    if (f.operandAt(a, 1) === b) return f.operandAt(a, 0)
  }
  return isFastOp(f, b, Op.FSub) && f.operandAt(b, 0) === a ? f.operandAt(b, 1) : NO_VALUE
}

const fsub: Rule = (m, f, v) => {
  const a = f.operandAt(v, 0)
  const b = f.operandAt(v, 1)
  const c = floatOf(m, b)
  if (Number.isNaN(floatOf(m, a))) return a
  if (Number.isNaN(c)) return b
  if (Object.is(c, 0) || (c === 0 && isFast(f, v))) return a
  // x - 3 -> x + -3, so that it is one of the other sums with constants
  if (c !== undefined) return rewrite(f, v, Op.FAdd, [a, m.constants.float(f.type(v), -c)], 0, f.flags(v))
  // 0 - x -> -x, so that both are one value
  if (Object.is(floatOf(m, a), 0) && isFast(f, v))
    return rewrite(f, v, Op.FSub, [m.constants.float(f.type(v), -0), b], 0, f.flags(v))
  if (a === b && (isFast(f, v) || isOfInteger(f, a))) return m.constants.float(f.type(v), 0)
  const rest = withoutRest(f, v, a, b) || sharedDivisor(f, v, a, b) || sumOfIntegers(m, f, v, a, b)
  if (rest !== NO_VALUE) return rest
  if (Object.is(floatOf(m, a), -0) && f.op(b) === Op.FMul && f.singleUser(b) === v) {
    // -(x * c) -> x * -c, -(-x * y) -> x * y
    const [x, y] = [f.operandAt(b, 0), f.operandAt(b, 1)]
    const factor = floatOf(m, y)
    const other = factor === undefined ? negated(m, f, x) : m.constants.float(f.type(v), -factor)
    if (other !== NO_VALUE) return rewrite(f, v, Op.FMul, factor === undefined ? [other, y] : [x, other], 0, f.flags(v))
  }
  const positive = negated(m, f, b)
  if (positive === NO_VALUE) return joined(m, f, v, b, floatOf(m, a), -1)
  if (Object.is(floatOf(m, a), -0)) return positive
  return rewrite(f, v, Op.FAdd, [a, positive], 0, f.flags(v))
}

/**
 * c + sign * (x + d) -> c + sign * d + sign * x, FAST, and the same for d - x in place of x + d: (x + 2) + 3 -> x + 5, 3 - (x + 2) -> 1 - x.
 * The sum has no other user.
 */
function joined(m: Module, f: Func, v: Value, sum: Value, c: number | undefined, sign: 1 | -1): Value {
  if (!c || !isFast(f, v) || f.singleUser(sum) !== v || m.options.optimization === 0) return NO_VALUE
  const isDifference = isFastOp(f, sum, Op.FSub)
  const d = isDifference || isFastOp(f, sum, Op.FAdd) ? floatOf(m, f.operandAt(sum, isDifference ? 0 : 1)) : undefined
  // -x is no sum.
  if (!d) return NO_VALUE
  const type = f.type(v)
  const rest = roundTo(type, c + sign * d)
  if (rest !== 0 && !isNormal(type, rest)) return NO_VALUE
  const x = f.operandAt(sum, isDifference ? 1 : 0)
  const constant = m.constants.float(type, rest)
  return isDifference === (sign === 1)
    ? rewrite(f, v, Op.FSub, [constant, x], 0, f.flags(v))
    : rewrite(f, v, Op.FAdd, [x, constant], 0, f.flags(v))
}

/** Floats of integers are finite, but for halves. */
const isOfInteger = (f: Func, v: Value): boolean =>
  (f.op(v) === Op.SIToFP || f.op(v) === Op.UIToFP) && f.type(v) !== F16

/** float(i) + float(j) -> float(i + j), and differences, where all of them are exact: no integer is negative or has more than 22 bits. */
function sumOfIntegers(m: Module, f: Func, v: Value, a: Value, b: Value): Value {
  if (f.type(v) !== F32 || !isOfInteger(f, a) || !isOfInteger(f, b)) return NO_VALUE
  if (f.singleUser(a) !== v || f.singleUser(b) !== v) return NO_VALUE
  const terms = [f.operandAt(a, 0), f.operandAt(b, 0)]
  if (!terms.every(i => m.typeOf(f, i) === I32 && boundOf(m, f, i) < 2 ** 22)) return NO_VALUE
  const sum = f.insertBefore(v, f.op(v) === Op.FAdd ? Op.Add : Op.Sub, I32, terms, 0, 0, f.loc(v))
  return rewrite(f, v, Op.SIToFP, [sum])
}

const fmul: Rule = (m, f, v) => {
  const swapped = constantLast(f, v)
  const a = f.operandAt(v, 0)
  const c = floatOf(m, f.operandAt(v, 1))
  if (c === 1) return a
  if (Number.isNaN(c)) return f.operandAt(v, 1)
  // NaN and infinity do not matter under FAST, unless they are known: infinity * 0 is NaN, as in the normal of (0, 0, 0). The zero keeps the
  // sign it was written with, as in LLVM.
  if (c === 0 && isFast(f, v) && Number.isFinite(floatOf(m, a) ?? 0)) return f.operandAt(v, 1)
  if (c === -1) return rewrite(f, v, Op.FSub, [m.constants.float(f.type(v), -0), a], 0, f.flags(v))
  // -x * c -> x * -c, -x * -y -> x * y
  const positive = negated(m, f, a)
  const other = c === undefined ? negated(m, f, f.operandAt(v, 1)) : m.constants.float(f.type(v), -c)
  if (positive !== NO_VALUE && other !== NO_VALUE) return rewrite(f, v, Op.FMul, [positive, other], 0, f.flags(v))
  // (d / x) * c -> (d * c) / x
  const d = isFast(f, v) && isFastOp(f, a, Op.FDiv) ? floatOf(m, f.operandAt(a, 0)) : undefined
  if (c !== undefined && d !== undefined && f.singleUser(a) === v) return over(m, f, v, d * c, f.operandAt(a, 1))
  return multiplied(m, f, v, a, c) ?? (swapped ? v : NO_VALUE)
}

/** (x * d + e) * c -> x * (d * c) + e * c, FAST, where both constants stay normal numbers: as LLVM does, and for no other sum. */
function multiplied(m: Module, f: Func, v: Value, sum: Value, c: number | undefined): Value | undefined {
  const op = f.op(sum)
  if (c === undefined || (op !== Op.FAdd && op !== Op.FSub)) return undefined
  if (!isFast(f, v) || !isFast(f, sum)) return undefined
  const type = f.type(v)
  const isSwapped = f.operandAt(sum, 0) < 0
  const product = f.operandAt(sum, isSwapped ? 1 : 0)
  const d = isFastOp(f, product, Op.FMul) ? floatOf(m, f.operandAt(product, 1)) : undefined
  const e = floatOf(m, f.operandAt(sum, isSwapped ? 0 : 1))
  if (d === undefined || e === undefined || !isOnlyScaled(m, f, sum, v)) return undefined
  const [factor, rest] = [d * c, e * c].map(n => roundTo(type, n)) as [number, number]
  if (!isNormal(type, factor) || !isNormal(type, rest)) return undefined
  const x = f.operandAt(product, 0)
  const scaled =
    factor === 1 ? x : f.insertBefore(v, Op.FMul, type, [x, m.constants.float(type, factor)], 0, f.flags(v))
  const constant = m.constants.float(type, rest)
  return rewrite(f, v, op, isSwapped ? [constant, scaled] : [scaled, constant], 0, f.flags(v))
}

/**
 * Whether multiplied() makes the sum dead without making more code: v is its only user, or all users are products with constants to which a
 * constant is added, as in lerp(3, 7, sum). Then sum * c + d becomes x * e + g: two instructions as before.
 */
function isOnlyScaled(m: Module, f: Func, sum: Value, v: Value): boolean {
  if (f.singleUser(sum) === v) return true
  let users = 0
  for (let slot = f.firstUse(sum); slot !== 0; slot = f.nextUse(slot)) {
    const user = f.userAt(slot)
    if (++users > MOST_SCALED || !isFastOp(f, user, Op.FMul) || f.operandAt(user, 1) >= 0) return false
    const added = f.singleUser(user)
    const isSum = isFastOp(f, added, Op.FAdd) || isFastOp(f, added, Op.FSub)
    if (!isSum || f.operands(added).every(o => floatOf(m, o) === undefined)) return false
  }
  return true
}

/** Each user looks at all the others. */
const MOST_SCALED = 8

/** (x / y) / z -> x / (y * z), z / (x / y) -> (z * y) / x, FAST: one division less, which LLVM leaves to constants where there are some. */
function overQuotient(m: Module, f: Func, v: Value): Value {
  const [a, b] = [f.operandAt(v, 0), f.operandAt(v, 1)]
  if (!isFast(f, v) || a < 0 || m.options.optimization === 0) return NO_VALUE
  const product = (x: Value, y: Value): Value => f.insertBefore(v, Op.FMul, f.type(v), [x, y], 0, f.flags(v), f.loc(v))
  if (isFastOp(f, a, Op.FDiv) && f.singleUser(a) === v)
    return rewrite(f, v, Op.FDiv, [f.operandAt(a, 0), product(f.operandAt(a, 1), b)], 0, f.flags(v))
  if (isFastOp(f, b, Op.FDiv) && f.singleUser(b) === v)
    return rewrite(f, v, Op.FDiv, [product(a, f.operandAt(b, 1)), f.operandAt(b, 0)], 0, f.flags(v))
  return NO_VALUE
}

const fdiv: Rule = (m, f, v) => {
  const a = f.operandAt(v, 0)
  const b = f.operandAt(v, 1)
  const c = floatOf(m, b)
  if (Number.isNaN(floatOf(m, a))) return a
  if (Number.isNaN(c)) return b
  // 0 / x -> 0, x / x -> 1, x / -x -> -1, FAST: x is no zero, no NaN and not infinite.
  if (isFast(f, v)) {
    if (floatOf(m, a) === 0 && c !== 0) return a
    if (a === b && a >= 0) return m.constants.float(f.type(v), 1)
    if (negated(m, f, a) === b || negated(m, f, b) === a) return m.constants.float(f.type(v), -1)
  }
  if (c === undefined) return constantOverProduct(m, f, v, a, b) || overQuotient(m, f, v)
  if (c === 1) return a
  const positive = negated(m, f, a)
  if (positive !== NO_VALUE) return rewrite(f, v, Op.FDiv, [positive, m.constants.float(f.type(v), -c)], 0, f.flags(v))
  const isRounded = isFast(f, v) && !(a >= 0 && choosesConstants(f, a))
  const reciprocal = exactReciprocal(f.type(v), c) ?? (isRounded ? normalReciprocal(f.type(v), c) : undefined)
  if (reciprocal === undefined) return NO_VALUE
  return rewrite(f, v, Op.FMul, [a, m.constants.float(f.type(v), reciprocal)], 0, f.flags(v))
}

/** c / (x * d) -> (c / d) / x and c / (x / d) -> (c * d) / x, FAST, where the constant stays a normal number. */
function constantOverProduct(m: Module, f: Func, v: Value, a: Value, b: Value): Value {
  const isProduct = isFastOp(f, b, Op.FMul)
  const c = floatOf(m, a)
  if (c === undefined || !isFast(f, v) || !(isProduct || isFastOp(f, b, Op.FDiv))) return NO_VALUE
  const d = floatOf(m, f.operandAt(b, 1))
  const e = isProduct ? undefined : floatOf(m, f.operandAt(b, 0))
  // c / (e / x) -> x * (c / e)
  const factor = e === undefined ? 0 : roundTo(f.type(v), c / e)
  if (isNormal(f.type(v), factor))
    return rewrite(f, v, Op.FMul, [f.operandAt(b, 1), m.constants.float(f.type(v), factor)], 0, f.flags(v))
  if (d === undefined) return NO_VALUE
  return over(m, f, v, isProduct ? c / d : c * d, f.operandAt(b, 0))
}

/** c / x instead of v, where c is a normal number. */
function over(m: Module, f: Func, v: Value, c: number, x: Value): Value {
  const factor = roundTo(f.type(v), c)
  if (!isNormal(f.type(v), factor)) return NO_VALUE
  return rewrite(f, v, Op.FDiv, [m.constants.float(f.type(v), factor), x], 0, f.flags(v))
}

/** Choices among constants, one in the other: they become one choice, and then each constant is divided exactly. */
function choosesConstants(f: Func, v: Value, depth = 0): boolean {
  const op = f.op(v)
  if (depth > MOST_CHOICES || (op !== Op.Select && op !== Op.Phi)) return false
  return f.operands(v).every((o, i) => o < 0 || (op === Op.Select && i === 0) || choosesConstants(f, o, depth + 1))
}

const MOST_CHOICES = 3

/** Exponent of the largest power of two whose reciprocal is a normal number, too. */
const rangeOf = (type: number): number => (type === F16 ? 14 : type === F32 ? 126 : type === F64 ? 1022 : 0)
const roundTo = (type: number, n: number): number => (type === F16 ? roundToHalf(n) : type === F32 ? Math.fround(n) : n)
const isNormal = (type: number, n: number): boolean => Number.isFinite(n) && Math.abs(n) >= 2 ** -rangeOf(type)

/** 1/c when c is a power of two and both are normal numbers: then multiplying gives the same bits as dividing. */
function exactReciprocal(type: number, c: number): number | undefined {
  const range = rangeOf(type)
  const magnitude = Math.abs(c)
  if (!(magnitude >= 2 ** -range && magnitude <= 2 ** range)) return undefined
  const exponent = Math.round(Math.log2(magnitude))
  return 2 ** exponent === magnitude ? 1 / c : undefined
}

/** 1/c rounded, when c and the result are normal numbers: what LLVM does under fast-math. */
function normalReciprocal(type: number, c: number): number | undefined {
  const reciprocal = roundTo(type, 1 / c)
  return isNormal(type, c) && isNormal(type, reciprocal) ? reciprocal : undefined
}

/**
 * What was widened becomes a float: the narrow integer itself does, a condition as an unsigned one of one bit. So a shader asks for 64-bit integers
 * only where it computes with them.
 */
const intToFloat: Rule = (m, f, v) => {
  const a = f.operandAt(v, 0)
  const isSigned = f.op(a) === Op.SExt
  if (f.op(a) !== Op.ZExt && !(isSigned && f.op(v) === Op.SIToFP)) return NO_VALUE
  const source = f.operandAt(a, 0)
  if (m.typeOf(f, source) !== I1 && (m.options.optimization === 0 || f.type(a) !== I64)) return NO_VALUE
  return rewrite(f, v, isSigned ? Op.SIToFP : Op.UIToFP, [source])
}

export const FLOAT_RULES: ReadonlyMap<number, Rule> = new Map([
  [Op.UIToFP, intToFloat],
  [Op.SIToFP, intToFloat],
  [Op.FAdd, fadd],
  [Op.FSub, fsub],
  [Op.FMul, fmul],
  [Op.FDiv, fdiv],
])
