// Identities of comparisons and selects, among them the round trip of a bool through i32 memory.

import { type Func, NO_VALUE, type Value } from '../../ir/function.ts'
import type { Module } from '../../ir/module.ts'
import { FCMP, Flag, ICMP, Op } from '../../ir/ops.ts'
import { bitWidth, HANDLE, I1, I32, I64, isFloat, isInt as isIntType, type Type } from '../../ir/types.ts'
import { comparisonByBits, demandBits } from '../analyse/demanded_bits.ts'
import { evaluate } from '../analyse/evaluate.ts'
import { floatOfBits } from '../analyse/evaluate_conversions.ts'
import { comparisonByBound, holdsForEqual, isNeverNegative, onesOf, unsignedOf } from '../analyse/value_bounds.ts'
import { valueWhere } from '../analyse/value_where.ts'
import { isCommutative, swappedFloatPredicate, swappedPredicate } from '../common/same_instruction.ts'
import {
  exponentOf,
  floatOf,
  intOf,
  inverseOf,
  isAllOnes,
  isInt,
  isUndef,
  notOf,
  type Rule,
  rewrite,
} from '../common/simplify_rules.ts'
import { negated } from './simplify_float.ts'
import { compareNarrow, compareSource, DIGITS } from './simplify_widened.ts'

const icmp: Rule = (m, f, v) => {
  const a = f.operandAt(v, 0)
  const b = f.operandAt(v, 1)
  const p = f.aux(v)
  if (a === b) return m.constants.bool(holdsForEqual(p))
  if (a < 0 && b > 0) return rewrite(f, v, Op.ICmp, [b, a], swappedPredicate(p))
  const c = intOf(m, b)
  const decided = c === undefined ? undefined : (comparisonByBound(m, f, p, a, b) ?? comparisonByBits(m, f, p, a, b))
  if (decided !== undefined) return m.constants.bool(decided)
  const source = compareSource(m, f, v)
  if (source !== NO_VALUE) return source
  if (p === ICMP.ne && m.typeOf(f, a) === I1 && c === undefined) return rewrite(f, v, Op.Xor, [a, b])
  if (c === undefined) return p <= ICMP.ne ? withoutShared(m, f, v, a, b) : NO_VALUE
  // ~x < c is x > ~c
  const not = notOf(m, f, a, m.typeOf(f, a))
  if (not > 0 && m.typeOf(f, a) !== I1)
    return rewrite(f, v, Op.ICmp, [not, evaluate(m, Op.Xor, f.type(a), 0, [b, f.operandAt(a, 1)])], swappedPredicate(p))
  // Nothing is greater than 0 but what differs from it, where nothing is less.
  if (isInt(c, 0) && (p === ICMP.ugt || (p === ICMP.sgt && isNeverNegative(m, f, a))))
    return rewrite(f, v, Op.ICmp, [a, b], ICMP.ne)
  if (p === ICMP.eq || p === ICMP.ne) return equality(m, f, v, a, c, p === ICMP.eq)
  const whole = unshifted(m, f, v)
  if (whole !== NO_VALUE) return whole
  const mask = bitsCompared(m, f, v)
  return mask !== 0 && demandBits(m, f, v, 0, mask) ? v : NO_VALUE
}

/** x >> 7 < 3 is x < 384, x >> 7 > 3 is x > 511: of unsigned numbers, if the comparison is the only user of the shift. */
function unshifted(m: Module, f: Func, v: Value): Value {
  const [a, b] = f.operands(v) as [Value, Value]
  const p = f.aux(v)
  if (f.op(a) !== Op.LShr || f.singleUser(a) !== v || p >= ICMP.sgt || m.options.optimization === 0) return NO_VALUE
  const type = f.type(a)
  const [n, c] = [unsignedOf(m, f.operandAt(a, 1)), unsignedOf(m, b)]
  if (type === I64 || n === undefined || n >= bitWidth(type) || c === undefined) return NO_VALUE
  // The numbers that are shifted to c are those from c << n to (c + 1 << n) - 1: > and <= compare with the last one, < and >= with the first.
  const last = p === ICMP.ugt || p === ICMP.ule ? 1 : 0
  const bound = (c + last) * 2 ** n - last
  return bound <= onesOf(bitWidth(type))
    ? rewrite(f, v, Op.ICmp, [f.operandAt(a, 0), m.constants.int(type, bound)], p)
    : NO_VALUE
}

/** The bits of its first operand that a comparison for order depends on: x < 256 on those from 256 up, signed x < 0 on the sign. 0 if on others. */
function bitsCompared(m: Module, f: Func, v: Value): number {
  const [a, b] = f.operands(v) as [Value, Value]
  const bits = bitWidth(m.typeOf(f, a))
  const c = unsignedOf(m, b)
  if (c === undefined || bits > 32 || m.options.optimization === 0) return 0
  const all = onesOf(bits)
  const p = f.aux(v)
  // x > 255 is x >= 256.
  const from = p === ICMP.ugt || p === ICMP.ule || p === ICMP.sgt || p === ICMP.sle ? (c === all ? 0 : c + 1) : c
  if (p >= ICMP.sgt) return from === 0 ? (all & ~(all >>> 1)) >>> 0 : 0
  return exponentOf(from, 32) === undefined ? 0 : (all & ~(from - 1)) >>> 0
}

/** a == c or a != c with a constant. */
function equality(m: Module, f: Func, v: Value, a: Value, c: number | bigint, equal: boolean): Value {
  const type = m.typeOf(f, a)
  const wantsTrue = (isTrue: boolean, condition: Value): Value =>
    isTrue ? condition : rewrite(f, v, Op.Xor, [condition, m.constants.bool(true)])
  if (type === I1) return wantsTrue(isInt(c, 1) === equal, a)
  const op = f.op(a)
  const source = op === Op.ZExt || op === Op.SExt || op === Op.Select ? f.operandAt(a, 0) : NO_VALUE
  if (source !== NO_VALUE && op !== Op.Select && m.typeOf(f, source) === I1) {
    if (isInt(c, 0)) return wantsTrue(!equal, source)
    if (isInt(c, op === Op.ZExt ? 1 : -1)) return wantsTrue(equal, source)
    return m.constants.bool(!equal)
  }
  // x & 0x80000000 != 0 is x < 0.
  if (op === Op.And && isInt(c, 0) && isSignBit(type, intOf(m, f.operandAt(a, 1)))) {
    const [predicate, bound] = equal ? [ICMP.sgt, -1] : [ICMP.slt, 0]
    const by = type === I64 ? m.constants.int64(BigInt(bound)) : m.constants.int(type, bound)
    return rewrite(f, v, Op.ICmp, [f.operandAt(a, 0), by], predicate)
  }
  if (op === Op.And && isInt(c, 0)) {
    const unshifted = testedBits(m, f, v, a)
    if (unshifted !== NO_VALUE) return unshifted
  }
  if (op === Op.SRem && isInt(c, 0)) {
    const low = lowBits(m, f, v, a)
    if (low !== NO_VALUE) return low
  }
  // Sums of other widths are what flags of a shader tell.
  if (isInt(c, 0) && type === I32 && mostCounted(m, f, a) < 2 ** 31) return wantsTrue(!equal, anyCounted(f, v, a))
  if (op === Op.Shl && f.operandAt(a, 0) < 0) return shiftedConstant(m, f, v, a, equal)
  const undone = undoneArithmetic(m, f, v, a)
  if (undone !== NO_VALUE) return undone
  if (op !== Op.Select) return NO_VALUE
  const x = intOf(m, f.operandAt(a, 1))
  const y = intOf(m, f.operandAt(a, 2))
  if (x === undefined || y === undefined) return NO_VALUE
  if (x === c && y !== c) return wantsTrue(equal, source)
  if (x !== c && y === c) return wantsTrue(!equal, source)
  return m.constants.bool((x === c) === equal)
}

/** 3 << x == 12 is x == 2, and 3 << x == 8 is false. 4 << x == 0 has several solutions, since bits are shifted out. */
function shiftedConstant(m: Module, f: Func, v: Value, shift: Value, equal: boolean): Value {
  const type = f.type(shift)
  const bits = bitWidth(type)
  const [k, c] = [unsignedOf(m, f.operandAt(shift, 0)), unsignedOf(m, f.operandAt(v, 1))]
  if (bits > 32 || !k || c === undefined) return NO_VALUE
  const fits: number[] = []
  for (let n = 0; n < bits; n++) if ((k * 2 ** n) % 2 ** bits === c) fits.push(n)
  if (fits.length === 0) return m.constants.bool(!equal)
  return fits.length === 1
    ? rewrite(f, v, Op.ICmp, [f.operandAt(shift, 1), m.constants.int(type, fits[0]!)], f.aux(v))
    : NO_VALUE
}

/** x % 4 == 0 is (x & 3) == 0 for negative x, too, where nobody else needs the remainder. */
function lowBits(m: Module, f: Func, v: Value, remainder: Value): Value {
  const type = f.type(remainder)
  const n = exponentOf(intOf(m, f.operandAt(remainder, 1)), bitWidth(type))
  if (n === undefined || type === I64 || f.singleUser(remainder) !== v) return NO_VALUE
  const mask = m.constants.int(type, 2 ** n - 1)
  const bits = f.insertBefore(v, Op.And, type, [f.operandAt(remainder, 0), mask], 0, 0, f.loc(remainder))
  return rewrite(f, v, Op.ICmp, [bits, f.operandAt(v, 1)], f.aux(v))
}

const COUNTING: ReadonlySet<number> = new Set([Op.Add, Op.Mul, Op.ICmp])

/** The most that sums and products of conditions as numbers, for others and for comparisons, can be; Infinity for anything else. */
function mostCounted(m: Module, f: Func, o: Value, depth = 6): number {
  const op = f.op(o)
  if (op === Op.ZExt && m.typeOf(f, f.operandAt(o, 0)) === I1) return 1
  if ((op !== Op.Add && op !== Op.Mul) || depth === 0 || f.users(o).some(u => !COUNTING.has(f.op(u)))) return Infinity
  if (f.operandAt(o, 0) === f.operandAt(o, 1)) return Infinity
  const [x, y] = f.operands(o).map(part => mostCounted(m, f, part, depth - 1)) as [number, number]
  return op === Op.Add ? x + y : x * y
}

/** Whether what is counted is not 0, in front of v: whether any part of a sum is not, and all of a product. */
function anyCounted(f: Func, v: Value, o: Value): Value {
  if (f.op(o) === Op.ZExt) return f.operandAt(o, 0)
  const parts = f.operands(o).map(part => anyCounted(f, v, part))
  return f.insertBefore(v, f.op(o) === Op.Add ? Op.Or : Op.And, I1, parts, 0, 0, f.loc(o))
}

/** x + 2 == 7 is x == 5, also where the sum wraps; x - y == 0 and (x ^ y) == 0 are x == y. */
function undoneArithmetic(m: Module, f: Func, v: Value, a: Value): Value {
  const op = f.op(a)
  if (op !== Op.Add && op !== Op.Sub && op !== Op.Xor) return NO_VALUE
  const [x, y] = f.operands(a) as [Value, Value]
  const c = f.operandAt(v, 1)
  if (isInt(intOf(m, c), 0) && op !== Op.Add) return rewrite(f, v, Op.ICmp, [x, y], f.aux(v))
  // How often a loop runs is read off the sum. Constants stand on the right of sums, and only on the left of differences.
  const isDifference = op === Op.Sub
  if (f.op(x) === Op.Phi || x < 0 !== isDifference) return NO_VALUE
  const rest = evaluate(m, op === Op.Xor ? op : Op.Sub, f.type(a), 0, isDifference ? [x, c] : [c, y])
  return rest === NO_VALUE ? NO_VALUE : rewrite(f, v, Op.ICmp, [isDifference ? y : x, rest], f.aux(v))
}

const SHARED: ReadonlySet<number> = new Set([Op.Add, Op.Sub, Op.Xor])
const zeroOf = (m: Module, type: Type): Value => m.constants.zero(type)

/** x + z == y + z is x == y, and so with differences and xor; x + z == x is z == 0. */
function withoutShared(m: Module, f: Func, v: Value, a: Value, b: Value): Value {
  const op = f.op(a)
  for (const [sum, x] of [
    [a, b],
    [b, a],
  ] as const) {
    const at = SHARED.has(f.op(sum)) ? f.operands(sum).indexOf(x) : -1
    if (at === 0 || (at === 1 && f.op(sum) !== Op.Sub))
      return rewrite(f, v, Op.ICmp, [f.operandAt(sum, 1 - at), zeroOf(m, f.type(sum))], f.aux(v))
  }
  // (x & 7) == (x & 16) is (x & 23) == 0
  if (op === Op.And && f.op(b) === op && f.operandAt(a, 0) === f.operandAt(b, 0) && f.singleUser(a) === v) {
    const bits = evaluate(m, Op.Xor, f.type(a), 0, [f.operandAt(a, 1), f.operandAt(b, 1)])
    if (bits === NO_VALUE) return NO_VALUE
    const masked = f.insertBefore(v, op, f.type(a), [f.operandAt(a, 0), bits], 0, 0, f.loc(v))
    return rewrite(f, v, Op.ICmp, [masked, zeroOf(m, f.type(a))], f.aux(v))
  }
  // x >> 3 == y >> 3 is (x ^ y) < 8
  if (op === Op.LShr && f.op(b) === op && f.operandAt(a, 1) === f.operandAt(b, 1)) {
    const by = f.operandAt(a, 1) < 0 ? unsignedOf(m, f.operandAt(a, 1))! : 0
    const type = f.type(a)
    if (by === 0 || by >= bitWidth(type) || type === I64 || f.singleUser(a) !== v || f.singleUser(b) !== v)
      return NO_VALUE
    const differ = f.insertBefore(v, Op.Xor, type, [f.operandAt(a, 0), f.operandAt(b, 0)], 0, 0, f.loc(v))
    return rewrite(f, v, Op.ICmp, [differ, m.constants.int(type, 2 ** by)], f.aux(v) === ICMP.eq ? ICMP.ult : ICMP.uge)
  }
  if (op !== f.op(b) || !SHARED.has(op)) return NO_VALUE
  for (let i = 0; i < 2; i++)
    for (let j = 0; j < 2; j++)
      if (f.operandAt(a, i) === f.operandAt(b, j) && (i === j || op !== Op.Sub))
        return rewrite(f, v, Op.ICmp, [f.operandAt(a, 1 - i), f.operandAt(b, 1 - j)], f.aux(v))
  return NO_VALUE
}

/** ((x >> 3) & 1) == 0 is (x & 8) == 0, and the same for shifts up, where the mask keeps all its bits and nobody else needs the shift. */
function testedBits(m: Module, f: Func, v: Value, masked: Value): Value {
  const shift = f.operandAt(masked, 0)
  const op = f.op(shift)
  const type = f.type(masked)
  if ((op !== Op.LShr && op !== Op.Shl) || f.singleUser(shift) !== masked || f.singleUser(masked) !== v) return NO_VALUE
  const [by, mask] = [f.operandAt(shift, 1), f.operandAt(masked, 1)]
  if (by >= 0 || mask >= 0) return NO_VALUE
  const moved = evaluate(m, op === Op.LShr ? Op.Shl : Op.LShr, type, 0, [mask, by])
  if (moved === NO_VALUE || evaluate(m, op, type, 0, [moved, by]) !== mask) return NO_VALUE
  const bits = f.insertBefore(v, Op.And, type, [f.operandAt(shift, 0), moved], 0, 0, f.loc(masked))
  return rewrite(f, v, Op.ICmp, [bits, f.operandAt(v, 1)], f.aux(v))
}

const isSignBit = (type: Type, x: number | bigint | undefined): boolean =>
  x !== undefined && BigInt(x) === -(1n << BigInt(bitWidth(type) - 1))

/** How a can compare to b, as bits of predicates: NaN with nothing, infinity with nothing beyond it (InstSimplify's folds). FAST: there is no NaN in `x != x`. */
function outcomesOf(m: Module, f: Func, a: Value, b: Value, isFast: boolean): number {
  if (isNotANumber(m, f, a) || isNotANumber(m, f, b)) return FCMP.uno
  if (a === b) return isFast && m.options.optimization > 0 ? FCMP.oeq : FCMP.ueq
  const bound = floatOf(m, b)
  return bound === Infinity ? FCMP.ule : bound === -Infinity ? FCMP.uge : FCMP.true
}

/** A NaN, as a constant or by its bits, which stay a conversion. */
function isNotANumber(m: Module, f: Func, v: Value): boolean {
  const bits = f.op(v) === Op.BitCast ? intOf(m, f.operandAt(v, 0)) : undefined
  return Number.isNaN(bits === undefined ? floatOf(m, v) : floatOfBits(f.type(v), bits))
}

const fcmp: Rule = (m, f, v) => {
  const p = f.aux(v)
  const isFast = (f.flags(v) & Flag.FAST) !== 0
  const can = outcomesOf(m, f, f.operandAt(v, 0), f.operandAt(v, 1), isFast)
  if ((p & can) === 0 || (p & can) === can) return m.constants.bool((p & can) !== 0)
  const a = f.operandAt(v, 0)
  const b = f.operandAt(v, 1)
  if (a < 0 && b > 0) return rewrite(f, v, Op.FCmp, [b, a], swappedFloatPredicate(p), f.flags(v))
  const whole = m.options.optimization > 0 ? compareWhole(m, f, v, a) : NO_VALUE
  if (whole !== NO_VALUE) return whole
  // -x < c -> x > -c, -x < -y -> x > y
  const c = floatOf(m, b)
  const x = negated(m, f, a)
  const y = c === undefined ? negated(m, f, b) : m.constants.float(m.typeOf(f, a), -c)
  if (x !== NO_VALUE && y !== NO_VALUE) return rewrite(f, v, Op.FCmp, [x, y], swappedFloatPredicate(p), f.flags(v))
  return compareNarrow(m, f, v)
}

/** An integer as a float compares as it is with what every rounding leaves on its side: (float)i > 2.5 is i > 2. */
function compareWhole(m: Module, f: Func, v: Value, a: Value): Value {
  const c = floatOf(m, f.operandAt(v, 1))
  const isSigned = f.op(a) === Op.SIToFP
  if (c === undefined || (!isSigned && f.op(a) !== Op.UIToFP) || !(Math.abs(c) < 2 ** DIGITS[f.type(a)]!))
    return NO_VALUE
  const x = f.operandAt(a, 0)
  const type = m.typeOf(f, x)
  const bits = bitWidth(type)
  if (bits === 1 || bits > 32) return NO_VALUE
  const [least, most] = isSigned ? [-(2 ** (bits - 1)), 2 ** (bits - 1) - 1] : [0, 2 ** bits - 1]
  // Integers that are equal to c, greater and less: the bits of the predicate, without that of NaN.
  const [isEqual, isGreater, isLess] = [1, 2, 4].map(bit => (f.aux(v) & bit) !== 0)
  if (isGreater === isLess) {
    if (isEqual === isGreater) return m.constants.bool(isEqual === true)
    if (Number.isInteger(c) && c >= least && c <= most)
      return rewrite(f, v, Op.ICmp, [x, m.constants.int(type, c)], isEqual ? ICMP.eq : ICMP.ne)
    return m.constants.bool(isGreater === true)
  }
  // x > n, or x <= n
  const n = isEqual === isGreater ? Math.ceil(c) - 1 : Math.floor(c)
  if (n < least) return m.constants.bool(isGreater === true)
  if (n >= most) return m.constants.bool(isLess === true)
  const p = isSigned ? ICMP.sgt : ICMP.ugt
  return rewrite(f, v, Op.ICmp, [x, m.constants.int(type, n)], isGreater ? p : inverseOf(p))
}

const select: Rule = (m, f, v) => {
  const condition = f.operandAt(v, 0)
  const yes = f.operandAt(v, 1)
  const no = f.operandAt(v, 2)
  if (yes === no) return yes
  // A resource that was not assigned on some way is an error to be found.
  const isHandle = f.type(v) === HANDLE
  if (!isHandle && isUndef(m, no)) return yes
  if (!isHandle && isUndef(m, yes)) return no
  if (isUndef(m, condition)) return yes < 0 ? yes : no
  const known = intOf(m, condition)
  if (known !== undefined) return known === 1 ? yes : no
  const opposite = condition > 0 ? notOf(m, f, condition, I1) : NO_VALUE
  if (opposite !== NO_VALUE) return rewrite(f, v, Op.Select, [opposite, no, yes], 0, f.flags(v))
  if (chooses(f, yes, condition)) return rewrite(f, v, Op.Select, [condition, f.operandAt(yes, 1), no], 0, f.flags(v))
  if (chooses(f, no, condition)) return rewrite(f, v, Op.Select, [condition, yes, f.operandAt(no, 2)], 0, f.flags(v))
  return f.type(v) === I1
    ? logic(m, f, v)
    : knownArm(m, f, v) ||
        selectOfComparison(f, v) ||
        integerOfCondition(m, f, v) ||
        ofConstant(m, f, v) ||
        ofSameOperation(m, f, v) ||
        ofTwoConditions(m, f, v)
}

/** c ? x : (d ? x : y) is (c || d) ? x : y, and c ? (d ? x : y) : y is (c && d) ? x : y. Selects of several components share the joined condition. */
function ofTwoConditions(m: Module, f: Func, v: Value): Value {
  const [condition, yes, no] = f.operands(v) as [Value, Value, Value]
  if (m.options.optimization === 0 || f.type(v) === HANDLE) return NO_VALUE
  const isInner = (o: Value): boolean => o > 0 && f.op(o) === Op.Select && f.singleUser(o) === v
  const joined = (op: number, o: Value): Value =>
    f.insertBefore(v, op, I1, [condition, f.operandAt(o, 0)], 0, 0, f.loc(v))
  if (isInner(no) && f.operandAt(no, 1) === yes)
    return rewrite(f, v, Op.Select, [joined(Op.Or, no), yes, f.operandAt(no, 2)], 0, f.flags(v))
  if (isInner(yes) && f.operandAt(yes, 2) === no)
    return rewrite(f, v, Op.Select, [joined(Op.And, yes), f.operandAt(yes, 1), no], 0, f.flags(v))
  return NO_VALUE
}

/** Choices that move in front of one operation after another before the next walk goes on with them. */
const MAX_MOVES = 8

/**
 * c ? x / a : x / b is x / (c ? a : b), and so with every operation of two operands and every conversion; what is chosen then may be the same operation
 * again: c ? (x >> 8 & 15) : (y >> 8 & 15) is (c ? x : y) >> 8 & 15.
 */
function ofSameOperation(m: Module, f: Func, v: Value): Value {
  if (m.options.optimization === 0) return NO_VALUE
  let choice = choiceInside(m, f, v)
  const moved = choice !== NO_VALUE
  for (let i = 1; choice !== NO_VALUE && i < MAX_MOVES; i++) choice = choiceInside(m, f, choice)
  return moved ? v : NO_VALUE
}

/** Makes v the operation of which it chose a result; the new choice, of an operand, or NO_VALUE. As LLVM makes it, the operation is not fast any more. */
function choiceInside(m: Module, f: Func, v: Value): Value {
  const [condition, yes, no] = f.operands(v) as [Value, Value, Value]
  if (f.singleUser(yes) !== v || f.singleUser(no) !== v) return NO_VALUE
  const op = f.op(yes)
  const flags = f.flags(yes) & Flag.PRECISE
  if (op !== f.op(no) || (f.flags(no) & Flag.PRECISE) !== flags) return NO_VALUE
  const pair = differentOperands(m, f, yes, no)
  if (!pair) return NO_VALUE
  const type = m.typeOf(f, pair.yes)
  const choice = f.insertBefore(v, Op.Select, type, [condition, pair.yes, pair.no], 0, 0, f.loc(v))
  rewrite(f, v, op, f.operands(yes).with(pair.at, choice), 0, flags)
  // Otherwise the operands would have two users.
  f.remove(yes)
  f.remove(no)
  return choice
}

/** The operands in which two equal operations differ, and the place of the one in the first operation. */
interface OperandPair {
  readonly yes: Value
  readonly no: Value
  readonly at: 0 | 1
}

function differentOperands(m: Module, f: Func, yes: Value, no: Value): OperandPair | undefined {
  const op = f.op(yes)
  const [a, b] = [f.operandAt(yes, 0), f.operandAt(no, 0)]
  // Objects and addresses are no numbers to choose between.
  if (op >= Op.Trunc && op <= Op.BitCast) {
    const type = m.typeOf(f, a)
    const isNumber = type === m.typeOf(f, b) && (isIntType(type) || isFloat(type))
    return isNumber ? { yes: a, no: b, at: 0 } : undefined
  }
  if (op < Op.Add || op > Op.FRem) return undefined
  const [x, y] = [f.operandAt(yes, 1), f.operandAt(no, 1)]
  if (a === b) return { yes: x, no: y, at: 1 }
  if (x === y) return { yes: a, no: b, at: 0 }
  if (!isCommutative(op)) return undefined
  if (a === y) return { yes: x, no: b, at: 1 }
  return x === b ? { yes: a, no: y, at: 0 } : undefined
}

/** c ? (c ? x : y) : z is c ? x : z. */
const chooses = (f: Func, v: Value, condition: Value): boolean =>
  f.op(v) === Op.Select && f.operandAt(v, 0) === condition

/** Selects of conditions are and, or and not. */
function logic(m: Module, f: Func, v: Value): Value {
  const condition = f.operandAt(v, 0)
  const yes = f.operandAt(v, 1)
  const no = f.operandAt(v, 2)
  if (yes === condition || isAllOnes(m, yes, I1)) {
    if (isInt(intOf(m, no), 0)) return condition
    return rewrite(f, v, Op.Or, [condition, no])
  }
  if (no === condition || isInt(intOf(m, no), 0)) return rewrite(f, v, Op.And, [condition, yes])
  // c ? !x : x is c != x
  if (notOf(m, f, yes, I1) === no || notOf(m, f, no, I1) === yes) return rewrite(f, v, Op.Xor, [condition, no])
  if (!isInt(intOf(m, yes), 0)) return NO_VALUE
  const inverse = m.constants.bool(true)
  if (isAllOnes(m, no, I1)) return rewrite(f, v, Op.Xor, [condition, inverse])
  const not = f.insertBefore(v, Op.Xor, I1, [condition, inverse])
  return rewrite(f, v, Op.And, [not, no])
}

/** (a == b) ? a : b is b, (a != b) ? a : b is a; and the same with the arms exchanged. Integers only: equal floats may differ in sign. */
function selectOfComparison(f: Func, v: Value): Value {
  const c = f.operandAt(v, 0)
  if (f.op(c) !== Op.ICmp || f.aux(c) > ICMP.ne) return NO_VALUE
  const yes = f.operandAt(v, 1)
  const no = f.operandAt(v, 2)
  const a = f.operandAt(c, 0)
  const b = f.operandAt(c, 1)
  if (!((a === yes && b === no) || (a === no && b === yes))) return NO_VALUE
  return f.aux(c) === ICMP.eq ? no : yes
}

/** Which of the arms of a select (1 or 2) it takes where a value is known to be a constant; 0 where the condition says no such thing. */
function armOfEqual(m: Module, f: Func, c: Value): number {
  if (f.op(c) === Op.ICmp && f.aux(c) <= ICMP.ne) return f.operandAt(c, 1) >= 0 ? 0 : f.aux(c) === ICMP.eq ? 1 : 2
  // Zeros of either sign are equal; a NaN is equal to nothing.
  if (f.op(c) !== Op.FCmp || !floatOf(m, f.operandAt(c, 1))) return 0
  return f.aux(c) === FCMP.oeq ? 1 : f.aux(c) === FCMP.une ? 2 : 0
}

/** x == 3 ? x & 2 : y is x == 3 ? 2 : y, and x == 3 ? (x > 2 ? y : z) : w is x == 3 ? y : w. */
function knownArm(m: Module, f: Func, v: Value): Value {
  const c = f.operandAt(v, 0)
  const at = m.options.optimization === 0 ? 0 : armOfEqual(m, f, c)
  const arm = at === 0 ? NO_VALUE : f.operandAt(v, at)
  if (arm <= 0) return NO_VALUE
  const [x, constant] = [f.operandAt(c, 0), f.operandAt(c, 1)]
  const condition = f.op(arm) === Op.Select ? intOf(m, valueWhere(m, f, f.operandAt(arm, 0), x, constant)) : undefined
  const known = condition === undefined ? valueWhere(m, f, arm, x, constant) : f.operandAt(arm, condition === 1 ? 1 : 2)
  if (known === NO_VALUE) return NO_VALUE
  f.setOperand(v, at, known)
  return v
}

/** x == 0 ? K : g(x) is g(x) where g(0) is K. */
function ofConstant(m: Module, f: Func, v: Value): Value {
  const c = f.operandAt(v, 0)
  const at = armOfEqual(m, f, c)
  if (at === 0) return NO_VALUE
  const [known, other] = [f.operandAt(v, at), f.operandAt(v, 3 - at)]
  if (known >= 0 || other < 0) return NO_VALUE
  return valueWhere(m, f, other, f.operandAt(c, 0), f.operandAt(c, 1), 1) === known ? other : NO_VALUE
}

/** c ? 1 : 0 -> zext c; c ? -1 : 0 -> sext c. */
function integerOfCondition(m: Module, f: Func, v: Value): Value {
  if (!isIntType(f.type(v)) || !isInt(intOf(m, f.operandAt(v, 2)), 0)) return NO_VALUE
  const yes = intOf(m, f.operandAt(v, 1))
  if (isInt(yes, 1)) return rewrite(f, v, Op.ZExt, [f.operandAt(v, 0)])
  return isInt(yes, -1) ? rewrite(f, v, Op.SExt, [f.operandAt(v, 0)]) : NO_VALUE
}

export const COMPARE_RULES: ReadonlyMap<number, Rule> = new Map([
  [Op.ICmp, icmp],
  [Op.FCmp, fcmp],
  [Op.Select, select],
])
