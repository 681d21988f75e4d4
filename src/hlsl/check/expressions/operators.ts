// Operators: unary, binary, assignment, conditional, increments, with HLSL's promotions. Facts measured with DXC.
// Invariant: results obey the typed tree's rules; binary chains are built in a loop, so their depth does not matter.

import type { Span } from '../../../diag/sources.ts'
import type * as A from '../../tree/ast.ts'
import {
  BOOL,
  bitsOf,
  combineElements,
  countOf,
  elementOf,
  hasLiteral,
  INT,
  INT64,
  isFloat,
  isLiteral,
  isNumeric,
  LITERAL_INT,
  stored,
  usualElement,
  withElement,
} from '../../tree/numeric.ts'
import type { ArithmeticOp, CompareOp, ConditionalExpr, ConstantValue, Expr, LiteralExpr } from '../../tree/typed.ts'
import { type Mutable, type NumericType, type ScalarType, sameType, type Type, typeText } from '../../tree/types.ts'
import { type Checker, report } from '../core/context.ts'
import { placeOf } from '../core/lvalues.ts'
import { checkAssignable } from '../values/assignable.ts'
import { warnBitFieldLoss } from '../values/bit_fields.ts'
import { evaluateScalar } from '../values/constants.ts'
import { commonShape, conversionCost, converted, convertTo, narrows, warnLoss } from '../values/conversions.ts'
import { foldArithmetic, foldCompare, foldUnary, leavesType } from '../values/fold.ts'
import { boolLike, compared, errorExpr, literal, literalKind, settled } from '../values/literals.ts'
import { reportVectorCondition, reportVectorLogic } from './vector_logic.ts'

const COMPARISONS: ReadonlySet<string> = new Set(['<', '<=', '>', '>=', '==', '!='])
const INTEGER_ONLY: ReadonlySet<string> = new Set(['&', '|', '^', '<<', '>>'])

/** The numeric value of an operand: enums as their integers; undefined (reported) when it is no number. */
function numericOperand(cx: Checker, expr: Expr, at: Span): Expr | undefined {
  const { type } = expr
  if (type.kind === 'error') return undefined
  if (isNumeric(type)) return expr
  if (type.kind === 'enum' && !type.scoped) return converted(expr, type.underlying)
  if (type.kind === 'enum') report(cx, 'E2108', at, {})
  else report(cx, 'E2105', at, {})
  return undefined
}

/** Binary operators on checked operands. `at` is the operator's place. */
export function binaryOperation(cx: Checker, op: A.BinaryOp, left: Expr, right: Expr, at: Span): Expr {
  const span = { pos: left.pos, end: right.end }
  if (op === ',') return { kind: 'comma', type: right.type, left: settled(left), right, ...span }
  if (op === '&&' || op === '||') return logical(cx, op, left, right, at, span)
  if (left.type.kind === 'enum' && left.type === right.type && COMPARISONS.has(op))
    return enumCompare(op, left, right, span)
  if (COMPARISONS.has(op) && (left.type.kind === 'struct' || right.type.kind === 'struct')) {
    const type = typeText(left.type.kind === 'struct' ? left.type : right.type)
    report(cx, 'E2107', at, { type })
    return errorExpr(span)
  }
  const a = numericOperand(cx, left, at)
  const b = a && numericOperand(cx, right, at)
  if (!a || !b) return errorExpr(span)
  if (op === '<<' || op === '>>') return shift(cx, op, a, b, at, span)
  const type = operationType(cx, op, a, b, at)
  if (!type) return errorExpr(span)
  if (COMPARISONS.has(op)) return compare(op as CompareOp, operand(cx, a, type), operand(cx, b, type), span)
  checkDivision(cx, op, type, at)
  return arithmetic(op as ArithmeticOp, operand(cx, a, type), operand(cx, b, type), type, span)
}

/** Type both operands are brought to; bool arithmetic is int arithmetic, bool comparison stays bool. */
function operationType(cx: Checker, op: string, a: Expr, b: Expr, at: Span): NumericType | undefined {
  const typeA = a.type as NumericType
  const typeB = b.type as NumericType
  let element = combineElements(elementOf(typeA)!, elementOf(typeB)!)
  if (element === BOOL && !COMPARISONS.has(op)) element = INT
  if (INTEGER_ONLY.has(op) && isFloat(element)) {
    report(cx, 'E2106', at, {})
    return undefined
  }
  const shape = commonShape(typeA, typeB)
  if (!shape) {
    report(cx, 'E2103', b, { from: typeText(typeB), to: typeText(typeA) })
    return undefined
  }
  return withElement(shape, element)
}

/** An operand brought to the operation's type. */
function operand(cx: Checker, expr: Expr, type: NumericType): Expr {
  if (expr.type === type) return expr
  const to = elementOf(type)!
  if (isLiteral(to)) return literalOperand(expr, type)
  warnLoss(cx, expr, type, expr)
  warnNarrowing(cx, expr, type)
  return converted(expr, type)
}

/** Between literals only the kind and shape can differ. */
function literalOperand(expr: Expr, type: NumericType): Expr {
  if (expr.kind === 'literal' && type.kind === 'scalar')
    return literal(type, type === LITERAL_INT ? BigInt(expr.value) : Number(expr.value), expr)
  return { kind: 'convert', type, operand: expr, explicit: false, pos: expr.pos, end: expr.end }
}

function warnNarrowing(cx: Checker, expr: Expr, type: Type): void {
  const from = elementOf(expr.type)
  const to = elementOf(type)
  if (!from || !to || isLiteral(from) || expr.kind === 'literal' || bitsOf(from) <= bitsOf(to) || to === BOOL) return
  report(cx, 'W2102', expr, { from: typeText(expr.type), to: typeText(type) })
}

/** DXIL has no signed division of such numbers, and no remainder of doubles. */
function checkDivision(cx: Checker, op: string, type: Type, at: Span): void {
  const name = op === '/' || op === '%' ? elementOf(type)?.name : undefined
  if (name === 'min16int' || name === 'min12int') report(cx, 'E2350', at, {})
  if (op === '%' && name === 'double') report(cx, 'E2721', at, {})
}

function arithmetic(op: ArithmeticOp, left: Expr, right: Expr, type: NumericType, span: Span): Expr {
  if (left.kind === 'literal' && right.kind === 'literal' && type.kind === 'scalar') {
    const value = foldArithmetic(op, left.value, right.value, type)
    if (value !== undefined) {
      const result: Mutable<LiteralExpr> = literal(type, value, span)
      if (overflows(op, left, right, value, type)) result.overflows = true
      // What a sum of literals stands for depends on its parts: `3 - 5` is unsigned where `-2` is not.
      if (type === LITERAL_INT) result.standsFor = combineElements(literalKind(left), literalKind(right))
      return result
    }
  }
  return { kind: 'binary', op, type, left, right, pos: span.pos, end: span.end }
}

/** A result that wrapped around is no constant expression, nor is what is computed from it. */
function overflows(
  op: ArithmeticOp,
  left: LiteralExpr,
  right: LiteralExpr,
  value: ConstantValue,
  type: ScalarType,
): boolean {
  return left.overflows === true || right.overflows === true || leavesType(op, left.value, right.value, type, value)
}

function compare(op: CompareOp, left: Expr, right: Expr, span: Span): Expr {
  if (left.kind === 'literal' && right.kind === 'literal')
    return literal(BOOL, foldCompare(op, left.value, right.value), span)
  const whole = { kind: 'binary', op, type: boolLike(left.type), left, right, pos: span.pos, end: span.end } as const
  return hasLiteral(left.type) ? compared(whole) : whole
}

function enumCompare(op: string, left: Expr, right: Expr, span: Span): Expr {
  const underlying = elementOf(left.type)!
  return compare(op as CompareOp, converted(left, underlying), converted(right, underlying), span)
}

/** The left operand decides the element type; a literal takes that of the right one. */
function shift(cx: Checker, op: '<<' | '>>', a: Expr, b: Expr, at: Span, span: Span): Expr {
  const typeA = a.type as NumericType
  const typeB = b.type as NumericType
  let element = elementOf(typeA)!
  const amount = elementOf(typeB)!
  if (isFloat(element) || isFloat(amount)) {
    report(cx, 'E2106', at, {})
    return errorExpr(span)
  }
  if (element === LITERAL_INT && amount !== LITERAL_INT) {
    element = amount.name === 'uint' ? amount : INT
    if (b.kind !== 'literal') report(cx, 'W2103', at, {})
  }
  if (element === BOOL) element = INT
  const shape = commonShape(typeA, typeB)
  if (!shape) {
    report(cx, 'E2103', b, { from: typeText(typeB), to: typeText(typeA) })
    return errorExpr(span)
  }
  const type = withElement(shape, element)
  return arithmetic(op, operand(cx, a, type), shiftAmount(cx, b, type), type, span)
}

function shiftAmount(cx: Checker, expr: Expr, type: NumericType): Expr {
  if (expr.type === type) return expr
  if (isLiteral(elementOf(type)!)) return literalOperand(expr, type)
  warnLoss(cx, expr, type, expr)
  return converted(expr, type)
}

function logical(cx: Checker, op: '&&' | '||', left: Expr, right: Expr, at: Span, span: Span): Expr {
  const a = numericOperand(cx, left, at)
  const b = a && numericOperand(cx, right, at)
  if (!a || !b) return errorExpr(span)
  const modern = cx.options.hlslVersion >= 2021
  const typeA = a.type as NumericType
  const typeB = b.type as NumericType
  if (modern && (typeA.kind !== 'scalar' || typeB.kind !== 'scalar')) {
    reportVectorLogic(cx, op, left, right, at)
    return errorExpr(span)
  }
  const shape = modern ? BOOL : commonShape(typeA, typeB)
  if (!shape) {
    report(cx, 'E2103', span, { from: typeText(typeB), to: typeText(typeA) })
    return errorExpr(span)
  }
  const type = withElement(shape, BOOL)
  const x = convertTo(cx, a, type)
  const y = convertTo(cx, b, type)
  return { kind: 'logical', op, type, shortCircuit: modern, left: x, right: y, pos: span.pos, end: span.end }
}

export function unaryOperation(cx: Checker, op: '+' | '-' | '!' | '~', value: Expr, span: Span): Expr {
  const source = numericOperand(cx, value, span)
  if (!source) return errorExpr(span)
  const given = source.type as NumericType
  const element = elementOf(given)!
  if (op === '!') return not(source, given, span)
  if (op === '~' && isFloat(element)) {
    report(cx, 'E2106', span, {})
    return errorExpr(span)
  }
  const type = element === BOOL ? withElement(given, INT) : given
  const x = converted_(source, type)
  if (x.kind === 'literal') return folded(op, x, elementOf(type)!, span)
  return { kind: 'unary', op, type, operand: x, pos: span.pos, end: span.end }
}

/** A sign makes what an argument stands for signed. */
function folded(op: '+' | '-' | '~', x: LiteralExpr, element: ScalarType, span: Span): Expr {
  const value = literal(element, foldUnary(op, x.value, element), span)
  if (element !== LITERAL_INT) return value
  const kind = literalKind(x)
  return { ...value, standsFor: op === '-' ? (bitsOf(kind) === 64 ? INT64 : INT) : kind }
}

const converted_ = (expr: Expr, type: NumericType): Expr => (expr.type === type ? expr : converted(expr, type))

function not(source: Expr, given: NumericType, span: Span): Expr {
  const type = withElement(given, BOOL)
  const x = converted(source, type)
  if (x.kind === 'literal') return literal(BOOL, !x.value, span)
  return { kind: 'unary', op: '!', type, operand: x, pos: span.pos, end: span.end }
}

/** `condition ? a : b` on checked operands. */
export function conditional(cx: Checker, condition: Expr, a: Expr, b: Expr, at: Span, span: Span): Expr {
  if (condition.type.kind === 'error' || a.type.kind === 'error' || b.type.kind === 'error') return errorExpr(span)
  const areVoid = a.type.kind === 'void' && b.type.kind === 'void'
  const isUsual = cx.options.hlslVersion > 2021 && (areVoid || (a.type.kind === 'scalar' && b.type.kind === 'scalar'))
  const test = conditionOf(cx, condition, [a, b], isUsual, span)
  if (!test) return errorExpr(span)
  const scalar = test.type === BOOL
  if (isUsual && areVoid) return choose(test, a, b, a.type, true, span)
  if ((a.type.kind === 'enum' || a.type.kind === 'object') && sameType(a.type, b.type))
    return choose(test, a, b, a.type, scalar && (!isCounted(a.type) || takesOneArm(cx, test, INT)), span)
  const valueA = arm(cx, a, a)
  const valueB = valueA && arm(cx, b, b)
  if (!valueA || !valueB) return errorExpr(span)
  const typeA = valueA.type as NumericType
  const typeB = valueB.type as NumericType
  const shape = commonShape(typeA, typeB)
  if (!shape) {
    report(cx, 'E2103', at, { from: typeText(typeB), to: typeText(typeA) })
    return errorExpr(span)
  }
  const full = scalar ? shape : (commonShape(shape, test.type as NumericType) ?? shape)
  const combine = isUsual ? usualElement : combineElements
  const element = combine(elementOf(typeA)!, elementOf(typeB)!)
  const type = withElement(full, full.kind === 'scalar' ? element : stored(element))
  const isPlace = isUsual && typeA === typeB && isWholePlace(a) && isWholePlace(b)
  const choice = choose(
    test,
    operand(cx, valueA, type),
    operand(cx, valueB, type),
    type,
    scalar && takesOneArm(cx, test, full),
    span,
  )
  return isPlace ? { ...choice, isPlace } : choice
}

/** Components and elements of resources have no address that could be chosen. */
const isWholePlace = (expr: Expr): boolean =>
  placeOf(expr) !== 'value' &&
  (/^(var|member|assign|conditional)$/.test(expr.kind) || (expr.kind === 'index' && expr.base.type.kind === 'array'))

/** `(c ? x : y) = v` assigns in the arm that is chosen. `store` makes the assignment to one place. */
function inArms(target: ConditionalExpr, span: Span, store: (place: Expr) => Expr): Expr {
  const arm = (place: Expr): Expr =>
    place.kind === 'conditional' && place.isPlace ? inArms(place, span, store) : store(place)
  const { condition, type } = target
  return { ...choose(condition, arm(target.then), arm(target.else), type, true, span), isPlace: true }
}

/** Unscoped enums count as numbers, scoped ones and objects do not. */
const isCounted = (type: Type): boolean => type.kind === 'enum' && !type.scoped

/** Before HLSL 2021 numbers are chosen after both arms were evaluated, unless they are scalars and the condition is a constant. */
const takesOneArm = (cx: Checker, condition: Expr, result: Type): boolean =>
  cx.options.hlslVersion >= 2021 || (result.kind === 'scalar' && evaluateScalar(condition) !== undefined)

function arm(cx: Checker, expr: Expr, at: Span): Expr | undefined {
  if (
    expr.type.kind === 'struct' ||
    expr.type.kind === 'array' ||
    expr.type.kind === 'object' ||
    expr.type.kind === 'void'
  ) {
    report(cx, 'E2112', at, {})
    return undefined
  }
  return numericOperand(cx, expr, at)
}

function conditionOf(
  cx: Checker,
  condition: Expr,
  arms: readonly Expr[],
  isUsual: boolean,
  span: Span,
): Expr | undefined {
  const value = numericOperand(cx, condition, condition)
  if (!value) return undefined
  const type = value.type as NumericType
  const isModern = cx.options.hlslVersion >= 2021
  // float1 is a vector.
  if (isUsual || (isModern ? type.kind === 'scalar' : countOf(type) === 1)) return converted(value, BOOL)
  if (!isModern) return converted(value, withElement(type, BOOL))
  reportVectorCondition(cx, condition, arms, span)
  return undefined
}

function choose(condition: Expr, a: Expr, b: Expr, type: Type, shortCircuit: boolean, span: Span): ConditionalExpr {
  return {
    kind: 'conditional',
    type,
    shortCircuit,
    condition,
    // biome-ignore lint/suspicious/noThenProperty: the branch's name in the typed tree
    then: a,
    else: b,
    pos: span.pos,
    end: span.end,
  }
}

/** `target op= value` and `target = value` on checked operands. */
export function assignment(cx: Checker, op: ArithmeticOp | undefined, target: Expr, value: Expr, at: Span): Expr {
  const span = { pos: target.pos, end: value.end }
  if (target.type.kind === 'error' || value.type.kind === 'error') return errorExpr(span)
  if (!checkAssignable(cx, target, at)) return errorExpr(span)
  if (target.kind === 'conditional') return inArms(target, span, place => assignment(cx, op, place, value, at))
  if (op !== undefined) return compound(cx, op, target, value, at, span)
  if (conversionCost(value.type, target.type) === undefined) {
    const code = isNumeric(value.type) && target.type.kind === 'enum' ? 'E2103' : 'E2104'
    report(cx, code, at, { from: typeText(value.type), to: typeText(target.type) })
    return errorExpr(span)
  }
  warnLoss(cx, value, target.type, value)
  warnBitFieldLoss(cx, target, value, at)
  return assign(undefined, undefined, target, converted(value, target.type), span)
}

/** The compound assignments a bool may be the target of. */
const BITWISE: ReadonlySet<ArithmeticOp> = new Set(['&', '|', '^'])

function compound(cx: Checker, op: ArithmeticOp, target: Expr, value: Expr, at: Span, span: Span): Expr {
  const to = target.type
  if (!isNumeric(to)) {
    report(cx, 'E2105', at, {})
    return errorExpr(span)
  }
  if (elementOf(to) === BOOL && !BITWISE.has(op)) {
    report(cx, 'E2109', at, {})
    return errorExpr(span)
  }
  const source = numericOperand(cx, value, at)
  if (!source) return errorExpr(span)
  const isShift = op === '<<' || op === '>>'
  const element = isShift ? elementOf(to)! : combineElements(elementOf(to)!, elementOf(source.type)!)
  if (INTEGER_ONLY.has(op) && (isFloat(element) || isFloat(elementOf(source.type)!))) {
    report(cx, 'E2106', at, {})
    return errorExpr(span)
  }
  const type = withElement(to, element)
  if (conversionCost(source.type, type) === undefined) {
    report(cx, 'E2103', at, { from: typeText(source.type), to: typeText(to) })
    return errorExpr(span)
  }
  checkDivision(cx, op, type, at)
  // How far something is shifted takes few bits.
  if (!isShift) warnLoss(cx, source, type, source)
  if (!isShift) warnNarrowed(cx, source, element, to)
  return assign(op, type, target, converted(source, type), span)
}

/** What is computed with more bits than its target has. */
function warnNarrowed(cx: Checker, source: Expr, element: ScalarType, to: NumericType): void {
  if (narrows(element, elementOf(to)!)) report(cx, 'W2102', source, { from: typeText(source.type), to: typeText(to) })
}

const assign = (
  op: ArithmeticOp | undefined,
  computeType: NumericType | undefined,
  target: Expr,
  value: Expr,
  span: Span,
): Expr => ({ kind: 'assign', op, computeType, target, value, type: target.type, pos: span.pos, end: span.end })

/** ++ and --. */
export function increment(cx: Checker, delta: 1 | -1, prefix: boolean, target: Expr, at: Span, span: Span): Expr {
  const { type } = target
  if (type.kind === 'error') return errorExpr(span)
  if (type.kind === 'enum') {
    report(cx, 'E2114', at, { verb: delta === 1 ? 'increment' : 'decrement', type: typeText(type) })
    return errorExpr(span)
  }
  if (!isNumeric(type)) {
    report(cx, 'E2105', at, {})
    return errorExpr(span)
  }
  if (!checkAssignable(cx, target, at)) return errorExpr(span)
  if (elementOf(type) === BOOL) {
    report(cx, 'E2109', at, {})
    return errorExpr(span)
  }
  if (target.kind === 'conditional') return inArms(target, span, place => increment(cx, delta, prefix, place, at, span))
  return { kind: 'incdec', prefix, delta, target, type, pos: span.pos, end: span.end }
}
