// Expressions: one function a node kind; everything that decides types lives in the files this one calls.
// Invariant: never throws on bad input; a reported problem gives an expression of the error type.

import type * as A from '../../tree/ast.ts'
import { isTypeNode } from '../../tree/ast.ts'
import { structuredLayout } from '../../tree/layout.ts'
import {
  BOOL,
  DOUBLE,
  elementOf,
  FLOAT,
  INT,
  INT64,
  isFloat,
  isLiteral,
  LITERAL_FLOAT,
  LITERAL_INT,
  UINT,
  UINT64,
} from '../../tree/numeric.ts'
import type { ArithmeticOp, ConstantValue, Expr, VarSymbol } from '../../tree/typed.ts'
import { type ScalarType, STRING, scalar, typeText, VOID } from '../../tree/types.ts'
import { builtinConstant, isNewConstant } from '../core/builtin_constants.ts'
import { type Checker, quietly, report } from '../core/context.ts'
import { lookupName, memberScope, reportUnknown } from '../core/names.ts'
import type { Entity } from '../core/scopes.ts'
import { isIntrinsic } from '../core/signatures.ts'
import { requireConcreteCast } from '../symbols/interfaces.ts'
import { evaluateScalar, isIntegralConstant, joinedTruth, truth, wraps } from '../values/constants.ts'
import { isConstantBuffer, warnComma } from '../values/conversions.ts'
import { toScalar } from '../values/fold.ts'
import { heapByName } from '../values/heaps.ts'
import { exprUnchecked, inBounds } from '../values/index_bounds.ts'
import { cast, construct } from '../values/initializers.ts'
import { errorExpr, literal, settled } from '../values/literals.ts'
import { checkCall, resolveUser } from './calls.ts'
import { namesFunction } from './function_names.ts'
import { fieldOf, leveledIndex, memberOf, needsDefinition, refuseStaticResource, subscript } from './members.ts'
import { assignment, binaryOperation, conditional, increment, unaryOperation } from './operators.ts'
import { warnPrecedence } from './precedence.ts'

export function checkExpr(cx: Checker, node: A.Expr): Expr {
  cx.nested++
  const value = checkNode(cx, node)
  cx.nested--
  cx.watch?.typed(node, value)
  return value
}

function checkNode(cx: Checker, node: A.Expr): Expr {
  switch (node.kind) {
    case 'int_literal':
      return intLiteral(cx, node)
    case 'float_literal':
      return floatLiteral(cx, node)
    case 'bool_literal':
      return literal(BOOL, node.value, node)
    case 'string_literal':
      return { ...errorExpr(node), type: STRING }
    case 'paren':
      return { ...checkExpr(cx, node.inner), pos: node.pos, end: node.end }
    case 'name_expr':
      return name(cx, node)
    case 'this':
      return thisExpr(cx, node)
    case 'call':
      return checkCall(cx, node)
    case 'construct':
      return constructExpr(cx, node)
    case 'cast':
      return castExpr(cx, node)
    case 'member':
      return memberOf(cx, exprUnchecked(cx, node.object), node)
    case 'index':
      return leveledIndex(cx, node) ?? index(cx, node)
    case 'unary':
      return unary(cx, node)
    case 'postfix':
      return increment(
        cx,
        node.op === '++' ? 1 : -1,
        false,
        checkExpr(cx, node.operand),
        { pos: node.end - 2, end: node.end },
        node,
      )
    case 'binary':
      return binaryChain(cx, node)
    case 'assign':
      return assign(cx, node)
    case 'conditional': {
      const condition = checkExpr(cx, node.condition)
      const known = truth(condition)
      const whenTrue = operandIf(cx, known !== false, node.whenTrue)
      const whenFalse = operandIf(cx, !known, node.whenFalse)
      return conditional(cx, condition, whenTrue, whenFalse, node, node)
    }
    case 'init_list':
      report(cx, 'E2223', node, { what: 'an initializer list' })
      return errorExpr(node)
    case 'sizeof':
      return sizeOf(cx, node)
    case 'state_block':
    case 'error_expr':
      return errorExpr(node)
  }
}

// Functions of the hottest calls make their closures elsewhere: with one inside, V8 allocates a context at each call.
function constructExpr(cx: Checker, node: A.ConstructExpr): Expr {
  const type = quietly(cx, () => cx.typeOf(node.type))
  const args = node.args.map(arg => exprUnchecked(cx, arg))
  return construct(cx, type, args, node)
}

/** A cast; an init list under it is the C99 compound form, which HLSL does not have. */
function castExpr(cx: Checker, node: A.CastExpr): Expr {
  const type = quietly(cx, () => cx.typeOf(node.type))
  const operand = type.kind === 'void' ? discarded(cx, node.operand) : exprUnchecked(cx, node.operand)
  if (!requireConcreteCast(cx, type, node)) return errorExpr(node)
  if (type.kind !== 'void') warnComma(cx, operand)
  return cast(cx, operand, type, node)
}

/** An operand whose value nobody takes: a function need not be called there. */
const discarded = (cx: Checker, node: A.Expr): Expr =>
  namesFunction(cx, node) ? nothing(cx, node) : exprUnchecked(cx, node)

const nothing = (cx: Checker, node: A.Expr): Expr => cast(cx, literal(INT, 0, node), VOID, node)

function intLiteral(cx: Checker, node: A.IntLiteral): Expr {
  const isConforming = cx.options.hlslVersion > 2021
  const type = isConforming ? conformingInt(node) : legacyInt(node)
  if (isConforming && type === UINT64 && node.radix === 10 && !node.suffix.startsWith('u'))
    report(cx, 'W2342', node, {})
  return literal(type, toScalar(node.value, type), node)
}

/** Up to HLSL 2021 the suffix decides, and the value is cut to the type: `l` is int as well. */
function legacyInt({ suffix, radix }: A.IntLiteral): ScalarType {
  switch (suffix) {
    case '':
      return LITERAL_INT
    case 'u':
    case 'ul':
      return UINT
    case 'l':
      return radix === 10 ? INT : UINT
    case 'll':
      return INT64
    case 'ull':
      return UINT64
  }
}

/** From HLSL 202x on the first type that holds the value, as in C++; decimals without `u` prefer signed ones. */
function conformingInt({ value, suffix, radix }: A.IntLiteral): ScalarType {
  const isUnsigned = suffix.startsWith('u')
  const isLong = suffix.endsWith('l')
  const allowsUnsigned = isUnsigned || radix !== 10
  const bits = value.toString(2).length
  if (!isLong && !isUnsigned && bits <= 31) return INT
  if (!isLong && allowsUnsigned && bits <= 32) return UINT
  return !isUnsigned && bits <= 63 ? INT64 : UINT64
}

function floatLiteral(cx: Checker, node: A.FloatLiteral): Expr {
  const type = floatType(cx, node)
  const { fixed } = node
  if (fixed === undefined) return literal(type, toScalar(node.value, type), node)
  const at = { pos: node.end - fixed.length, end: node.end }
  if (cx.options.hlslVersion <= 2021) report(cx, 'W2341', at, { suffix: fixed })
  if (node.suffix === 'h' && !cx.options.native16Bit) {
    report(cx, 'E2340', at, { suffix: fixed })
    return errorExpr(node)
  }
  return literal(type, toScalar(node.value, type), node)
}

function floatType(cx: Checker, node: A.FloatLiteral): ScalarType {
  switch (node.suffix) {
    case '':
      return cx.options.hlslVersion > 2021 ? FLOAT : LITERAL_FLOAT
    case 'f':
      return FLOAT
    case 'h':
      if (cx.options.native16Bit) return scalar('float16_t')
      return cx.options.hlslVersion > 2021 ? scalar('half') : FLOAT
    case 'l':
      return DOUBLE
  }
}

function name(cx: Checker, node: A.NameExpr): Expr {
  const found = lookupName(cx, node.name)
  const last = node.name.parts[node.name.parts.length - 1]!
  if (found === 'failed') return errorExpr(node)
  switch (found?.kind) {
    case 'var':
      cx.used?.add(found)
      needsDefinition(cx, found, node)
      refuseStaticResource(cx, found)
      if (found.storage === 'groupshared') cx.fn?.entity.shared.add(found)
      return variable(found, node)
    case 'constant':
      return found.type.kind === 'scalar' || found.type.kind === 'enum'
        ? literal(found.type, found.value, node)
        : errorExpr(node)
    case 'field':
      return implicitMember(cx, last.name, node)
    case undefined:
      if (isIntrinsic(last.name)) report(cx, 'E2007', last, { name: last.name })
      else {
        const heap = heapByName(cx, last.name, node)
        if (heap) return heap
        const constant = node.name.parts.length === 1 ? builtinConstant(last.name) : undefined
        if (constant !== undefined) {
          warnNewConstant(cx, last)
          return literal(UINT, constant, node)
        }
        reportUnknown(cx, node.name, false)
      }
      return errorExpr(node)
    default:
      reportNoValue(cx, found!, last)
      return errorExpr(node)
  }
}

/** Reports the name of a type, a namespace or a function where a value has to stand. */
function reportNoValue(cx: Checker, found: Entity, last: A.NamePart): void {
  const methods = found.kind === 'functions' && cx.fn?.self ? found.list.filter(f => f.owner && !f.isStatic) : []
  if (methods.length === 0) return void report(cx, 'E2007', last, { name: last.name })
  const takesNothing = methods.some(f => f.decl.params.length === 0)
  report(cx, 'E2438', last, { guess: takesNothing ? '; did you mean to call it with no arguments?' : '' })
}

function warnNewConstant(cx: Checker, { name, pos, end }: A.NamePart): void {
  const { stage, shaderModel } = cx.options
  if (shaderModel.minor >= 9 || !isNewConstant(name)) return
  report(cx, 'W2651', { pos, end }, { name, target: `${stage}_${shaderModel.major}_${shaderModel.minor}` })
}

const variable = (symbol: VarSymbol, { pos, end }: A.NameExpr): Expr => ({
  kind: 'var',
  type: symbol.type,
  symbol,
  pos,
  end,
})

/** A field named inside a method: `this.field`. */
function implicitMember(cx: Checker, fieldName: string, node: A.NameExpr): Expr {
  const self = cx.fn?.self
  const found = self && memberScope(cx, self)?.member(fieldName)
  if (!self || found?.kind !== 'field') {
    report(cx, 'E2013', node, { name: fieldName })
    return errorExpr(node)
  }
  return fieldOf({ kind: 'this', type: self, pos: node.pos, end: node.pos }, found, node)
}

function thisExpr(cx: Checker, node: A.ThisExpr): Expr {
  const self = cx.fn?.self
  if (self) return { kind: 'this', type: self, pos: node.pos, end: node.end }
  report(cx, 'E2012', node, {})
  return errorExpr(node)
}

function index(cx: Checker, node: A.IndexExpr): Expr {
  const object = cx.uncheckedIndices.has(node) ? exprUnchecked(cx, node.object) : indexedObject(cx, node.object)
  const at = checkExpr(cx, node.index)
  return overloaded(cx, '[]', object, [at], node, node) ?? subscript(cx, object, at, node)
}

/** What is subscripted may itself be an element beyond the end of an array: DXC looks at the last index alone. */
function indexedObject(cx: Checker, node: A.Expr): Expr {
  let at = node
  while (at.kind === 'paren') at = at.inner
  if (at.kind !== 'index' || cx.uncheckedIndices.has(at)) return checkExpr(cx, node)
  cx.uncheckedIndices.add(at)
  const object = checkExpr(cx, node)
  cx.uncheckedIndices.delete(at)
  if (object.kind !== 'index' || object.base.type.kind === 'array') return object
  return inBounds(cx, object.base, object.index, at) ? object : errorExpr(node)
}

function unary(cx: Checker, node: A.UnaryExpr): Expr {
  const operand = checkExpr(cx, node.operand)
  if (operand.type.kind === 'error') return errorExpr(node)
  switch (node.op) {
    case '++':
    case '--':
      return increment(cx, node.op === '++' ? 1 : -1, true, operand, node, node)
    case '*':
    case '&':
      report(cx, 'E2116', node, {})
      return errorExpr(node)
    default:
      return unaryOperation(cx, node.op, operand, node)
  }
}

const reachedIf = (cx: Checker, when: boolean, run: () => Expr): Expr =>
  when || !cx.fn ? run() : cx.fn.reach.only(false, run)

/** An operand that is evaluated in one case only. */
const operandIf = (cx: Checker, when: boolean, node: A.Expr): Expr =>
  when || !cx.fn ? checkExpr(cx, node) : notReached(cx, node)

const notReached = (cx: Checker, node: A.Expr): Expr => reachedIf(cx, false, () => checkExpr(cx, node))

const commaOperand = (cx: Checker, node: A.Expr): Expr =>
  namesFunction(cx, node) ? nothing(cx, node) : checkExpr(cx, node)

/** Left-leaning chains may have a hundred thousand links. */
function binaryChain(cx: Checker, node: A.BinaryExpr): Expr {
  const spine: A.BinaryExpr[] = []
  let at: A.Expr = node
  while (at.kind === 'binary') {
    spine.push(at)
    at = at.left
  }
  let left = spine[spine.length - 1]!.op === ',' ? commaOperand(cx, at) : checkExpr(cx, at)
  // Of `false && x` the right side is not evaluated.
  let known: boolean | undefined
  let isLogical = false
  for (let i = spine.length - 1; i >= 0; i--) {
    const { op, right, opSpan } = spine[i]!
    warnPrecedence(cx, spine[i]!)
    let value: Expr
    if (op === '&&' || op === '||') {
      if (!isLogical) known = truth(left)
      isLogical = true
      value = operandIf(cx, known !== (op === '||'), right)
      known = joinedTruth(op, known, truth(value))
    } else {
      isLogical = false
      value = op === ',' ? commaOperand(cx, right) : checkExpr(cx, right)
    }
    left = overloaded(cx, op, left, [value], opSpan, spine[i]!) ?? binaryOperation(cx, op, left, value, opSpan)
  }
  return left
}

function assign(cx: Checker, node: A.AssignExpr): Expr {
  const target = checkExpr(cx, node.left)
  const value = checkExpr(cx, node.right)
  const result = overloaded(cx, node.op, target, [value], node.opSpan, node)
  if (result) return result
  const op = node.op === '=' ? undefined : (node.op.slice(0, -1) as ArithmeticOp)
  return assignment(cx, op, target, value, node.opSpan)
}

/** An operator of a struct, as a member or a free function; undefined when no operand is a struct that has one. */
function overloaded(
  cx: Checker,
  op: string,
  left: Expr,
  others: readonly Expr[],
  at: { readonly pos: number; readonly end: number },
  span: { readonly pos: number; readonly end: number },
): Expr | undefined {
  const userTyped = left.type.kind === 'struct' || others.some(o => o.type.kind === 'struct')
  if (!userTyped) return undefined
  const name = `operator${op}`
  const member = left.type.kind === 'struct' ? memberScope(cx, left.type)?.member(name) : undefined
  if (member?.kind === 'functions') return resolveUser(cx, member, { name, args: others, self: left, at, span })
  if (op === '=') return undefined
  const free = cx.scope.lookup(name)
  return free?.kind === 'functions' ? resolveUser(cx, free, { name, args: [left, ...others], at, span }) : undefined
}

function sizeOf(cx: Checker, node: A.SizeofExpr): Expr {
  const { operand } = node
  const value = isTypeNode(operand) ? undefined : reachedIf(cx, false, () => checkExpr(cx, operand))
  const found = value ? value.type : cx.typeOf(node.operand as A.TypeNode)
  if (found.kind === 'error') return errorExpr(node)
  if (value && isBitField(value)) {
    report(cx, 'E2292', node.operand, {})
    return errorExpr(node)
  }
  const wrong =
    found.kind === 'void'
      ? 'an incomplete type'
      : found.kind === 'scalar' && isLiteral(found)
        ? 'literal type'
        : undefined
  if (wrong) {
    report(cx, 'E2278', found.kind === 'void' ? node : node.operand, { what: wrong, type: typeText(found) })
    return errorExpr(node)
  }
  const type = found
  if (type.kind === 'object' && !isConstantBuffer(type)) {
    report(cx, 'E2155', node, { type: typeText(type) })
    return errorExpr(node)
  }
  return literal(UINT, structuredLayout(type, cx.options.native16Bit).size, node)
}

/** A compound assignment to a bit field stands for it, a plain one does not. */
const isBitField = (expr: Expr): boolean =>
  expr.kind === 'bit-field' || (expr.kind === 'assign' && expr.op !== undefined && expr.target.kind === 'bit-field')

/** A constant scalar of any type, or of one that a template argument can have, or undefined after reporting. */
export function constantValue(cx: Checker, node: A.Expr, isTemplateArg = false): ConstantValue | undefined {
  const value = settled(checkExpr(cx, node))
  if (value.type.kind === 'error') return undefined
  if (isTemplateArg && value.type.kind === 'scalar' && isFloat(value.type)) {
    report(cx, 'E2358', node, { type: typeText(value.type) })
    return undefined
  }
  const isWrapped = isTemplateArg && ((value.kind === 'literal' && value.overflows === true) || wraps(value))
  const result = isWrapped ? undefined : evaluateScalar(value)
  if (result === undefined) report(cx, 'E2220', node, {})
  return result
}

/** A constant integer for array sizes: "variable length arrays" is what DXC calls anything else. */
export function constantInt(cx: Checker, node: A.Expr): number | undefined {
  const value = settled(checkExpr(cx, node))
  if (value.type.kind === 'error') return undefined
  const element = elementOf(value.type)
  const result = isIntegralConstant(cx, value) ? evaluateScalar(value) : undefined
  if (!element || isFloat(element)) {
    report(cx, 'E2212', node, { type: typeText(value.type) })
    return undefined
  }
  // DXC points at the bracket.
  if (result === undefined) report(cx, 'E2210', { pos: node.pos - 1, end: node.end }, {})
  return result === undefined ? undefined : Number(result)
}
