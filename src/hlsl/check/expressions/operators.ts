// Operators: unary, binary, assignment, conditional, increments, with HLSL's promotions. Facts measured with DXC.
// Invariant: results obey the typed tree's rules; binary chains are built in a loop, so their depth does not matter.

import { extended } from '../../../base/extended.ts'
import type { Span } from '../../../diag/sources.ts'
import type * as A from '../../tree/ast.ts'
import { codePosition } from '../../tree/code_position.ts'
import { holdsObject } from '../../tree/components.ts'
import {
  BOOL,
  bitsOf,
  columnsOf,
  combineElements,
  countOf,
  elementOf,
  FLOAT,
  hasLiteral,
  INT,
  INT64,
  isFloat,
  isLiteral,
  isNumeric,
  LITERAL_INT,
  rowsOf,
  stored,
  usualElement,
  withElement,
} from '../../tree/numeric.ts'
import type { ArithmeticOp, CompareOp, ConditionalExpr, Expr, LiteralExpr } from '../../tree/typed.ts'
import {
  CHAR,
  type EnumType,
  isScoped,
  type Mutable,
  type NumericType,
  type ScalarType,
  sameType,
  type Type,
} from '../../tree/types.ts'
import { type Checker, report } from '../core/context.ts'
import { placeOf } from '../core/lvalues.ts'
import { canonicalName, type Declared, declaredOf, exprTypeName, shownType, typeName } from '../core/type_names.ts'
import { checkAssignable } from '../values/assignable.ts'
import { warnBitFieldLoss } from '../values/bit_fields.ts'
import { warnCoherence } from '../values/coherence.ts'
import { evaluateScalar } from '../values/constants.ts'
import {
  castable,
  commonShape,
  conversionCost,
  converted,
  convertTo,
  narrows,
  truncates,
  warnLoss,
} from '../values/conversions.ts'
import { foldArithmetic, foldCompare, foldUnary, leavesType } from '../values/fold.ts'
import { boolLike, compared, errorExpr, literal, literalKind, settled } from '../values/literals.ts'
import { fitsInto } from '../values/narrowing.ts'
import { reportVectorCondition, reportVectorLogic } from './vector_logic.ts'

const COMPARISONS: ReadonlySet<string> = new Set(['<', '<=', '>', '>=', '==', '!='])
const EQUALITY: ReadonlySet<string> = new Set(['==', '!='])
const INTEGER_ONLY: ReadonlySet<string> = new Set(['&', '|', '^', '<<', '>>', '~'])

/** The numeric value of an operand: enums as their integers; undefined (reported) when it is no number. `beside`: the other operand's type. */
function numericOperand(checker: Checker, expr: Expr, at: Span, beside?: Type): Expr | undefined {
  const { type } = expr
  if (type.kind === 'error') return undefined
  if (isNumeric(type)) return expr
  if (type.kind === 'enum' && !type.scoped) return converted(expr, countsAs(type, beside))
  if (type.kind === 'enum') report(checker, 'E2108', at, {})
  else report(checker, 'E2105', at, {})
  return undefined
}

/** Whether an operator that takes integers only is given something else. */
function wantsInteger(op: string, type: Type): boolean {
  const element = elementOf(type)
  return INTEGER_ONLY.has(op) && element !== undefined && (isFloat(element) || isScoped(type))
}

/** The same, of an operator that may take integers only. */
function integerOperand(checker: Checker, op: string, expr: Expr, at: Span, beside?: Type): Expr | undefined {
  if (!wantsInteger(op, expr.type)) return numericOperand(checker, expr, at, beside)
  report(checker, 'E2106', at, {})
  return undefined
}

/** What an enum is beside a number, whatever its own integers are: a number of that kind, an int beside a bool or a whole literal. */
function countsAs(type: EnumType, beside: Type | undefined): ScalarType {
  const element = beside && isNumeric(beside) ? elementOf(beside) : undefined
  if (!element) return type.underlying
  if (isLiteral(element)) return element === LITERAL_INT ? INT : FLOAT
  return element === BOOL ? INT : element
}

/** The enum that both operands are of. What is computed of them is of it, too. */
const commonEnum = (a: Type, b: Type): EnumType | undefined =>
  a.kind === 'enum' && a === b && !a.scoped ? a : undefined

const isShift = (op: string): op is '<<' | '>>' => op === '<<' || op === '>>'

/** Enums do not convert into each other, and no number converts into one: not even the amount that one is shifted by, `e << 1`. Several do, `e << int2(1, 2)`. */
function clashes(checker: Checker, op: string, left: Expr, right: Expr, at: Span): boolean {
  const to = left.type
  if (to.kind !== 'enum' || to.scoped || to === right.type || wantsInteger(op, right.type)) return false
  const isAmount = isShift(op) && isNumeric(right.type) && countOf(right.type) === 1
  const isClash = right.type.kind === 'enum' ? !right.type.scoped : isAmount
  if (isClash) report(checker, 'E2103', at, { from: exprTypeName(checker, right), to: shownType(to) })
  return isClash
}

/** Structs, objects and arrays are not compared; DXC names each type once. */
function refuseEquality(checker: Checker, types: readonly Type[], at: Span): boolean {
  const whole = types.filter(({ kind }) => kind === 'struct' || kind === 'object')
  for (const type of whole)
    if (type === whole[0] || !sameType(type, whole[0]!))
      report(checker, type.kind === 'struct' ? 'E2107' : 'E2119', at, { type: canonicalName(type) })
  const isArray = whole.length === 0 && types.some(({ kind }) => kind === 'array')
  if (isArray) report(checker, 'E2120', at, {})
  return isArray || whole.length > 0
}

/** In an instance of a template, a character in quotes: there alone DXC compares it with one of a string. */
const isCharacter = (checker: Checker, expr: Expr): boolean =>
  !!checker.fn?.entity.depth && !!checker.diagnostics.sources.textOf(expr)?.startsWith("'")

/** Binary operators on checked operands. `at` is the operator's place. */
export function binaryOperation(checker: Checker, op: A.BinaryOp, left: Expr, right: Expr, at: Span): Expr {
  const span = { pos: left.pos, end: right.end }
  if (op === ',') return { kind: 'comma', type: right.type, left: settled(left), right, ...span }
  if (op === '&&' || op === '||') return logical(checker, op, left, right, at, span)
  const isComparison = COMPARISONS.has(op)
  if (isComparison && left.type.kind === 'enum' && left.type === right.type && (!left.type.scoped || EQUALITY.has(op)))
    return enumCompare(op, left, right, at.pos, span)
  const whole = commonEnum(left.type, right.type)
  if (whole) {
    const value = binaryOperation(
      checker,
      op,
      converted(left, whole.underlying),
      converted(right, whole.underlying),
      at,
    )
    return converted(value, whole)
  }
  if (clashes(checker, op, left, right, right)) return errorExpr(span)
  if (EQUALITY.has(op) && refuseEquality(checker, [left.type, right.type], at)) return errorExpr(span)
  if (EQUALITY.has(op) && left.type === CHAR && isCharacter(checker, right))
    return enumCompare(op, left, converted(right, CHAR), at.pos, span)
  if (EQUALITY.has(op) && (isScoped(left.type) || isScoped(right.type))) {
    if (left.type.kind !== 'error' && right.type.kind !== 'error') report(checker, 'E2165', at, {})
    return errorExpr(span)
  }
  const a = integerOperand(checker, op, left, at, isShift(op) ? INT : right.type)
  const b = a && integerOperand(checker, op, right, at, left.type)
  if (!a || !b) return errorExpr(span)
  if (isShift(op)) return shift(checker, op, a, b, at, span)
  const type = operationType(checker, op, a, b)
  if (!type) return errorExpr(span)
  const to: Declared = { type, operands: [a, b] }
  if (isComparison)
    return compare(op as CompareOp, comparedOperand(checker, a, to), comparedOperand(checker, b, to), at.pos, span)
  checkDivision(checker, op, type, at)
  return arithmetic(op as ArithmeticOp, operand(checker, a, to), operand(checker, b, to), type, at, span)
}

/** Type both operands are brought to; bool arithmetic is int arithmetic, bool comparison stays bool. */
function operationType(checker: Checker, op: string, a: Expr, b: Expr): NumericType | undefined {
  const typeA = a.type as NumericType
  const typeB = b.type as NumericType
  let element = combineElements(elementOf(typeA)!, elementOf(typeB)!)
  if (element === BOOL && !COMPARISONS.has(op)) element = INT
  const shape = commonShape(typeA, typeB)
  if (!shape) {
    report(checker, 'E2103', b, { from: exprTypeName(checker, b), to: exprTypeName(checker, a) })
    return undefined
  }
  return withElement(shape, element)
}

/** Where clang points for an operand: at the operator that stands behind its beginning, unless parentheses stand around it. */
function atOperator(expr: Expr): Span {
  const isBare = expr.kind === 'binary' ? expr.left.pos === expr.pos : expr.kind === 'incdec' && expr.at === undefined
  return isBare ? { pos: codePosition(expr), end: expr.end } : expr
}

/** An operand brought to the operation's type. */
function operand(checker: Checker, expr: Expr, named: Declared): Expr {
  const type = named.type as NumericType
  if (expr.type === type) return expr
  const to = elementOf(type)!
  if (isLiteral(to)) return literalOperand(expr, type)
  warnLoss(checker, expr, named, atOperator(expr))
  return converted(expr, type)
}

/** DXC says nothing of a whole literal that the number it is compared with cannot be. */
const comparedOperand = (checker: Checker, expr: Expr, to: Declared): Expr =>
  expr.type === LITERAL_INT && !isLiteral(elementOf(to.type)!) ? converted(expr, to.type) : operand(checker, expr, to)

/** Between literals only the kind and shape can differ. */
function literalOperand(expr: Expr, type: NumericType): Expr {
  if (expr.kind === 'literal' && type.kind === 'scalar')
    return literal(type, type === LITERAL_INT ? BigInt(expr.value) : Number(expr.value), expr)
  return { kind: 'convert', type, operand: expr, explicit: false, pos: expr.pos, end: expr.end }
}

/** DXIL has no signed division of such numbers, and no remainder of doubles. */
function checkDivision(checker: Checker, op: string, type: Type, at: Span): void {
  const name = op === '/' || op === '%' ? elementOf(type)?.name : undefined
  if (name === 'min16int' || name === 'min12int') report(checker, 'E2350', at, {})
  if (op === '%' && name === 'double') report(checker, 'E2721', at, {})
}

function arithmetic(op: ArithmeticOp, left: Expr, right: Expr, type: NumericType, at: Span, span: Span): Expr {
  if (isPlainLiteral(left) && isPlainLiteral(right) && type.kind === 'scalar') {
    const value = foldArithmetic(op, left.value, right.value, type)
    // What leaves its type is no constant expression everywhere, so that it stays an operation.
    if (value !== undefined && !leavesType(op, left.value, right.value, type, value)) {
      const result: Mutable<LiteralExpr> = literal(type, value, span)
      // What a sum of literals stands for depends on its parts: `3 - 5` is unsigned where `-2` is not.
      if (type === LITERAL_INT) result.standsFor = combineElements(literalKind(left), literalKind(right))
      result.at = at.pos
      return result
    }
  }
  return { kind: 'binary', op, type, left, right, at: at.pos, pos: span.pos, end: span.end }
}

/** A literal of which nothing else has to be known. */
const isPlainLiteral = (expr: Expr): expr is LiteralExpr => expr.kind === 'literal' && expr.from === undefined

function compare(op: CompareOp, left: Expr, right: Expr, at: number, span: Span): Expr {
  if (isPlainLiteral(left) && isPlainLiteral(right))
    return literal(BOOL, foldCompare(op, left.value, right.value), span)
  const whole = {
    kind: 'binary',
    op,
    type: boolLike(left.type),
    left,
    right,
    at,
    pos: span.pos,
    end: span.end,
  } as const
  return hasLiteral(left.type) ? compared(whole) : whole
}

function enumCompare(op: string, left: Expr, right: Expr, at: number, span: Span): Expr {
  const underlying = elementOf(left.type)!
  return compare(op as CompareOp, converted(left, underlying), converted(right, underlying), at, span)
}

/** The left operand decides the element type; a literal takes that of the right one. */
function shift(checker: Checker, op: '<<' | '>>', a: Expr, b: Expr, at: Span, span: Span): Expr {
  const typeA = a.type as NumericType
  const typeB = b.type as NumericType
  let element = elementOf(typeA)!
  const amount = elementOf(typeB)!
  if (element === LITERAL_INT && amount !== LITERAL_INT) {
    element = amount.name === 'uint' ? amount : INT
    report(checker, 'W2103', at, {})
  }
  if (element === BOOL) element = INT
  const shape = commonShape(typeA, typeB)
  if (!shape) {
    report(checker, 'E2103', b, { from: exprTypeName(checker, b), to: exprTypeName(checker, a) })
    return errorExpr(span)
  }
  const type = withElement(shape, element)
  return arithmetic(op, operand(checker, a, { type }), shiftAmount(b, type), type, at, span)
}

/** How far something is shifted takes few bits. */
function shiftAmount(expr: Expr, type: NumericType): Expr {
  if (expr.type === type) return expr
  return isLiteral(elementOf(type)!) ? literalOperand(expr, type) : converted(expr, type)
}

function logical(checker: Checker, op: '&&' | '||', left: Expr, right: Expr, at: Span, span: Span): Expr {
  const a = numericOperand(checker, left, at)
  const b = a && numericOperand(checker, right, at)
  if (!a || !b) return errorExpr(span)
  const modern = checker.options.hlslVersion >= 2021
  const typeA = a.type as NumericType
  const typeB = b.type as NumericType
  if (modern && (typeA.kind !== 'scalar' || typeB.kind !== 'scalar')) {
    reportVectorLogic(checker, op, left, right, at)
    return errorExpr(span)
  }
  const shape = modern ? BOOL : commonShape(typeA, typeB)
  if (!shape) {
    report(checker, 'E2103', span, { from: exprTypeName(checker, b), to: exprTypeName(checker, a) })
    return errorExpr(span)
  }
  const type = withElement(shape, BOOL)
  const x = convertTo(checker, a, type)
  const y = convertTo(checker, b, type)
  return {
    kind: 'logical',
    op,
    type,
    shortCircuit: modern,
    left: x,
    right: y,
    at: at.pos,
    pos: span.pos,
    end: span.end,
  }
}

export function unaryOperation(checker: Checker, op: '+' | '-' | '!' | '~', value: Expr, span: Span): Expr {
  const { type: whole } = value
  if (op !== '!' && whole.kind === 'enum' && !whole.scoped)
    return converted(unaryOperation(checker, op, converted(value, whole.underlying), span), whole)
  const source = integerOperand(checker, op, value, span)
  if (!source) return errorExpr(span)
  const given = source.type as NumericType
  const element = elementOf(given)!
  if (op === '!') return not(source, given, span)
  const type = element === BOOL ? withElement(given, INT) : given
  const x = converted_(source, type)
  const folded = isPlainLiteral(x) ? foldedUnary(op, x, elementOf(type)!, span) : undefined
  if (folded) return folded
  return { kind: 'unary', op, type, operand: x, pos: span.pos, end: span.end }
}

/** A sign makes what an argument stands for signed. The least integer has no opposite. */
function foldedUnary(op: '+' | '-' | '~', x: LiteralExpr, element: ScalarType, span: Span): Expr | undefined {
  const value = literal(element, foldUnary(op, x.value, element), span)
  if (op === '-' && leavesType(op, 0, x.value, element, value.value)) return undefined
  if (element !== LITERAL_INT) return value
  const kind = literalKind(x)
  return extended(value, { standsFor: op === '-' ? (bitsOf(kind) === 64 ? INT64 : INT) : kind })
}

const converted_ = (expr: Expr, type: NumericType): Expr => (expr.type === type ? expr : converted(expr, type))

function not(source: Expr, given: NumericType, span: Span): Expr {
  const type = withElement(given, BOOL)
  const x = converted(source, type)
  if (isPlainLiteral(x)) return literal(BOOL, !x.value, span)
  return { kind: 'unary', op: '!', type, operand: x, pos: span.pos, end: span.end }
}

/** `condition ? a : b` on checked operands. */
export function conditional(checker: Checker, condition: Expr, a: Expr, b: Expr, question: Span, span: Span): Expr {
  if (condition.type.kind === 'error' || a.type.kind === 'error' || b.type.kind === 'error') return errorExpr(span)
  const areVoid = a.type.kind === 'void' && b.type.kind === 'void'
  const isUsual =
    checker.options.hlslVersion > 2021 && (areVoid || (a.type.kind === 'scalar' && b.type.kind === 'scalar'))
  const test = conditionOf(checker, condition, [a, b], isUsual, question)
  if (!test) return errorExpr(span)
  const scalar = test.type === BOOL
  if (isUsual && areVoid) return choose(test, a, b, a.type, true, span)
  if ((a.type.kind === 'enum' || a.type.kind === 'object') && sameType(a.type, b.type))
    return choose(test, a, b, a.type, scalar && (!isCounted(a.type) || takesOneArm(checker, test, INT)), span)
  if (clashes(checker, '?', a, b, b)) return errorExpr(span)
  const valueA = arm(checker, a, question, b.type)
  const valueB = valueA && arm(checker, b, question, a.type)
  if (!valueA || !valueB) return errorExpr(span)
  const typeA = valueA.type as NumericType
  const typeB = valueB.type as NumericType
  const shape = commonShape(typeA, typeB)
  if (!shape) {
    report(checker, 'E2103', span, { from: exprTypeName(checker, b), to: exprTypeName(checker, a) })
    return errorExpr(span)
  }
  const full = scalar ? shape : (commonShape(shape, test.type as NumericType) ?? shape)
  // A matrix of one row is a vector here.
  const isAlike = (x: NumericType, y: NumericType): boolean => rowsOf(x) === rowsOf(y) && columnsOf(x) === columnsOf(y)
  if (!scalar && countOf(shape) > 1 && !isAlike(shape, test.type as NumericType)) {
    report(checker, 'E2750', question, {})
    return errorExpr(span)
  }
  const combine = isUsual ? usualElement : combineElements
  const element = combine(elementOf(typeA)!, elementOf(typeB)!)
  const type = withElement(full, full.kind === 'scalar' ? element : stored(element))
  const isPlace = isUsual && typeA === typeB && isWholePlace(a) && isWholePlace(b)
  const choice = choose(
    test,
    operand(checker, valueA, { type }),
    operand(checker, valueB, { type }),
    type,
    scalar && takesOneArm(checker, test, full),
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
const takesOneArm = (checker: Checker, condition: Expr, result: Type): boolean =>
  checker.options.hlslVersion >= 2021 || (result.kind === 'scalar' && evaluateScalar(condition) !== undefined)

function arm(checker: Checker, expr: Expr, question: Span, beside: Type): Expr | undefined {
  if (
    expr.type.kind === 'struct' ||
    expr.type.kind === 'array' ||
    expr.type.kind === 'object' ||
    expr.type.kind === 'void'
  ) {
    report(checker, 'E2112', question, {})
    return undefined
  }
  return numericOperand(checker, expr, expr, beside)
}

function conditionOf(
  checker: Checker,
  condition: Expr,
  arms: readonly Expr[],
  isUsual: boolean,
  question: Span,
): Expr | undefined {
  if (isScoped(condition.type)) {
    report(checker, 'E2103', condition, { from: exprTypeName(checker, condition), to: 'bool' })
    return undefined
  }
  if (condition.type.kind !== 'enum' && !isNumeric(condition.type)) {
    report(checker, 'E2121', question, {})
    return undefined
  }
  const value = numericOperand(checker, condition, condition)!
  const type = value.type as NumericType
  const isModern = checker.options.hlslVersion >= 2021
  // float1 is a vector.
  if (isUsual || (isModern ? type.kind === 'scalar' : countOf(type) === 1)) return converted(value, BOOL)
  if (!isModern) return converted(value, withElement(type, BOOL))
  reportVectorCondition(checker, condition, arms, { pos: condition.pos, end: arms[1]!.end })
  return undefined
}

export function choose(
  condition: Expr,
  a: Expr,
  b: Expr,
  type: Type,
  shortCircuit: boolean,
  span: Span,
): ConditionalExpr {
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
export function assignment(checker: Checker, op: ArithmeticOp | undefined, target: Expr, value: Expr, at: Span): Expr {
  const span = { pos: target.pos, end: value.end }
  if (target.type.kind === 'error' || value.type.kind === 'error') return errorExpr(span)
  const to = target.type
  if (op !== undefined && to.kind !== 'enum' && !isNumeric(to)) {
    report(checker, 'E2105', at, {})
    return errorExpr(span)
  }
  const isWrong = op === undefined && conversionCost(value.type, to) === undefined
  // `t = t;` changes nothing, whatever t may hold.
  if (to.kind === 'object' && target.kind === 'var' && value.kind === 'var' && target.symbol === value.symbol)
    return { ...value, ...span }
  // That a resource may not be changed is found when code is made of it.
  if (!(isWrong && to.kind === 'object') && !checkAssignable(checker, target, at, value)) return errorExpr(span)
  if (target.kind === 'conditional') return inArms(target, span, place => assignment(checker, op, place, value, at))
  if (op !== undefined) return compound(checker, op, target, value, at, span)
  if (isWrong) {
    const isEnum = value.type.kind === 'enum' || to.kind === 'enum'
    const code = !isEnum && !holdsObject(to) && castable(value.type, to) ? 'E2104' : 'E2103'
    report(checker, code, at, { from: exprTypeName(checker, value), to: exprTypeName(checker, target) })
    return errorExpr(span)
  }
  const isOut = target.kind === 'var' && 'mode' in target.symbol && target.symbol.mode !== 'in'
  warnCoherence(checker, value.type, to, at, isOut)
  warnLoss(checker, value, declaredOf(target), at)
  warnBitFieldLoss(checker, target, value, at)
  return assign(undefined, undefined, target, converted(value, to), at.pos, span)
}

/** The compound assignments a bool may be the target of. */
const BITWISE: ReadonlySet<ArithmeticOp> = new Set(['&', '|', '^'])

function compound(checker: Checker, op: ArithmeticOp, target: Expr, value: Expr, at: Span, span: Span): Expr {
  const to = target.type
  if (!isNumeric(to)) return enumCompound(checker, op, target, value, at)
  const source = integerOperand(checker, op, target, at) && integerOperand(checker, op, value, at, to)
  if (!source) return errorExpr(span)
  if (elementOf(to) === BOOL && !BITWISE.has(op)) {
    report(checker, 'E2109', at, {})
    return errorExpr(span)
  }
  const element = isShift(op) ? elementOf(to)! : combineElements(elementOf(to)!, elementOf(source.type)!)
  const type = withElement(to, element)
  if (conversionCost(source.type, type) === undefined) {
    report(checker, 'E2103', value, { from: exprTypeName(checker, source), to: exprTypeName(checker, target) })
    return errorExpr(span)
  }
  checkDivision(checker, op, type, at)
  // How far something is shifted takes few bits.
  if (!isShift(op)) warnLoss(checker, source, to === type ? declaredOf(target) : { type }, atOperator(source))
  if (!isShift(op)) warnNarrowed(checker, source, type, target)
  return assign(op, type, target, converted(source, type), at.pos, span)
}

/** An enum takes what is computed of itself and its own values only. */
function enumCompound(checker: Checker, op: ArithmeticOp, target: Expr, value: Expr, at: Span): Expr {
  const span = { pos: target.pos, end: value.end }
  const to = target.type as EnumType
  const { type } = value
  if (to.scoped) report(checker, INTEGER_ONLY.has(op) ? 'E2106' : 'E2108', at, {})
  else if (type !== to && wantsInteger(op, type)) report(checker, 'E2106', at, {})
  else if (type !== to) {
    const isWhole = isShift(op) || !isNumeric(type)
    const from = isWhole ? type : withElement(type, countsAs(to, type))
    report(checker, 'E2103', value, { from: shownType(from), to: shownType(to) })
  } else return assign(op, to.underlying, target, converted(value, to.underlying), at.pos, span)
  return errorExpr(span)
}

/** What is computed with more bits than its target has. */
function warnNarrowed(checker: Checker, source: Expr, type: NumericType, target: Expr): void {
  const element = elementOf(target.type)!
  if (!narrows(elementOf(type)!, element) || fitsInto(checker, source, elementOf(source.type)!, element)) return
  const to = exprTypeName(checker, target)
  // What was truncated before has a type that nothing names.
  if (truncates(source.type, type)) report(checker, 'W2102', source, { from: canonicalName(type), to })
  else
    report(checker, 'W2102', atOperator(source), {
      from: typeName(checker, { ...declaredOf(source), isConst: false }),
      to,
    })
}

const assign = (
  op: ArithmeticOp | undefined,
  computeType: NumericType | undefined,
  target: Expr,
  value: Expr,
  at: number,
  span: Span,
): Expr => ({ kind: 'assign', op, computeType, target, value, type: target.type, at, pos: span.pos, end: span.end })

/** ++ and --. */
export function increment(checker: Checker, delta: 1 | -1, prefix: boolean, target: Expr, at: Span, span: Span): Expr {
  const { type } = target
  if (type.kind === 'error') return errorExpr(span)
  if (type.kind === 'enum') {
    if (isScoped(type) && !checkAssignable(checker, target, at)) return errorExpr(span)
    if (isScoped(type)) report(checker, 'E2108', at, {})
    else report(checker, 'E2114', at, { verb: delta === 1 ? 'increment' : 'decrement', type: shownType(type) })
    return errorExpr(span)
  }
  if (!isNumeric(type)) {
    report(checker, 'E2105', at, {})
    return errorExpr(span)
  }
  if (!checkAssignable(checker, target, at)) return errorExpr(span)
  if (elementOf(type) === BOOL) {
    report(checker, 'E2109', at, {})
    return errorExpr(span)
  }
  if (target.kind === 'conditional')
    return inArms(target, span, place => increment(checker, delta, prefix, place, at, span))
  return { kind: 'incdec', prefix, delta, target, type, pos: span.pos, end: span.end }
}
