// Expressions: one function a node kind; everything that decides types lives in the files this one calls.
// Invariant: never throws on bad input; a reported problem gives an expression of the error type.

import { extended } from '../../../base/extended.ts'
import type { Span } from '../../../diag/sources.ts'
import type * as A from '../../tree/ast.ts'
import { codePosition } from '../../tree/code_position.ts'
import { holdsObject } from '../../tree/components.ts'
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
import { isTypeNode } from '../../tree/type_nodes.ts'
import type { ArithmeticOp, ConstantValue, Expr, VarSymbol } from '../../tree/typed.ts'
import { isScoped, type ScalarType, STRING, scalar, type Type, typeText, VOID } from '../../tree/types.ts'
import { builtinConstant } from '../core/builtin_constants.ts'
import { isIncompleteStruct, refuseUndefined } from '../core/complete.ts'
import { type Checker, report, unevaluated } from '../core/context.ts'
import { placeOf } from '../core/lvalues.ts'
import { lookupName, memberScope, reportMeantType, reportUnknown } from '../core/names.ts'
import type { Entity, FieldName } from '../core/scopes.ts'
import { isIntrinsic } from '../core/signatures.ts'
import { declaredOf, shownType, typeName } from '../core/type_names.ts'
import { warnNewConstant } from '../symbols/availability.ts'
import { requireConcreteCast } from '../symbols/interfaces.ts'
import { evaluateScalar } from '../values/constants.ts'
import { isConstantBuffer, warnComma } from '../values/conversions.ts'
import { toScalar } from '../values/fold.ts'
import { heapByName } from '../values/heaps.ts'
import { exprUnchecked, inBounds } from '../values/index_bounds.ts'
import { cast, construct } from '../values/initializers.ts'
import { integralConstant, joinedTruth, toleranceOfSizes, truth } from '../values/integral_constants.ts'
import { warnRange } from '../values/literal_loss.ts'
import { errorExpr, literal, settled } from '../values/literals.ts'
import { modifies } from '../values/unsequenced.ts'
import { checkCall, resolveUser } from './calls.ts'
import { namesFunction } from './function_names.ts'
import { fieldOf, leveledIndex, memberOf, needsDefinition, refuseStaticResource, subscript } from './members.ts'
import { assignment, binaryOperation, conditional, increment, unaryOperation } from './operators.ts'
import { warnPrecedence } from './precedence.ts'

export function checkExpr(checker: Checker, node: A.Expr): Expr {
  checker.nested++
  const value = checkNode(checker, node)
  checker.nested--
  checker.watch?.typed(node, value)
  return value
}

function checkNode(checker: Checker, node: A.Expr): Expr {
  switch (node.kind) {
    case 'int_literal':
      return intLiteral(checker, node)
    case 'float_literal':
      return floatLiteral(checker, node)
    case 'bool_literal':
      return literal(BOOL, node.value, node)
    case 'string_literal':
      return { ...errorExpr(node), type: STRING }
    case 'paren':
      return parenthesised(checkExpr(checker, node.inner), node)
    case 'name_expr':
      return name(checker, node)
    case 'this':
      return thisExpr(checker, node)
    case 'call':
      return checkCall(checker, node)
    case 'construct':
      return constructExpr(checker, node)
    case 'cast':
      return castExpr(checker, node)
    case 'member':
      return memberOf(checker, exprUnchecked(checker, node.object), node)
    case 'index':
      return leveledIndex(checker, node) ?? index(checker, node)
    case 'unary':
      return unary(checker, node)
    case 'postfix':
      return postfix(checker, node)
    case 'binary':
      return binaryChain(checker, node)
    case 'assign':
      return assign(checker, node)
    case 'conditional': {
      const condition = checkExpr(checker, node.condition)
      const known = truth(checker, condition)
      const whenTrue = operandIf(checker, known !== false, node.whenTrue)
      const whenFalse = operandIf(checker, !known, node.whenFalse)
      return conditional(checker, condition, whenTrue, whenFalse, node.question, node)
    }
    case 'init_list':
      report(checker, 'E1016', node, {})
      return errorExpr(node)
    case 'sizeof':
      return sizeOf(checker, node)
    case 'state_block':
    case 'error_expr':
      return errorExpr(node)
  }
}

/** What stands in parentheses keeps where its code stands; messages have the parentheses. */
const parenthesised = (inner: Expr, { pos, end }: A.ParenExpr): Expr =>
  extended(inner, { at: inner.kind === 'literal' ? inner.at : codePosition(inner), pos, end })

// Functions of the hottest calls make their closures elsewhere: with one inside, V8 allocates a context at each call.
function constructExpr(checker: Checker, node: A.ConstructExpr): Expr {
  const type = checker.typeOf(node.type)
  const args = node.args.map(arg => exprUnchecked(checker, arg))
  return construct(checker, type, args, node)
}

/** A cast; an init list under it is the C99 compound form, which HLSL does not have. */
function castExpr(checker: Checker, node: A.CastExpr): Expr {
  const type = checker.typeOf(node.type)
  const operand = type.kind === 'void' ? discarded(checker, node.operand) : exprUnchecked(checker, node.operand)
  if (!requireConcreteCast(checker, type, node)) return errorExpr(node)
  if (type.kind !== 'void') warnComma(checker, operand)
  return cast(checker, operand, type, node)
}

/** An operand whose value nobody takes: a function need not be called there. */
const discarded = (checker: Checker, node: A.Expr): Expr =>
  namesFunction(checker, node) ? nothing(checker, node) : exprUnchecked(checker, node)

const nothing = (checker: Checker, node: A.Expr): Expr => cast(checker, literal(INT, 0, node), VOID, node)

function intLiteral(checker: Checker, node: A.IntLiteral): Expr {
  const isConforming = checker.options.hlslVersion > 2021
  const type = isConforming ? conformingInt(node) : legacyInt(node)
  if (isConforming && type === UINT64 && node.radix === 10 && !node.suffix.startsWith('u'))
    report(checker, 'W2342', node, {})
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

function floatLiteral(checker: Checker, node: A.FloatLiteral): Expr {
  const type = floatType(checker, node)
  const { fixed } = node
  const value = toScalar(node.value, type)
  warnRange(checker, node, Number(value), type)
  if (fixed === undefined) return literal(type, value, node)
  const at = { pos: node.end - fixed.length, end: node.end }
  if (checker.options.hlslVersion <= 2021) report(checker, 'W2341', at, { suffix: fixed })
  if (node.suffix === 'h' && !checker.options.native16Bit) {
    report(checker, 'E2340', at, { suffix: fixed })
    return errorExpr(node)
  }
  return literal(type, value, node)
}

function floatType(checker: Checker, node: A.FloatLiteral): ScalarType {
  switch (node.suffix) {
    case '':
      return checker.options.hlslVersion > 2021 ? FLOAT : LITERAL_FLOAT
    case 'f':
      return FLOAT
    case 'h':
      if (checker.options.native16Bit) return scalar('float16_t')
      return checker.options.hlslVersion > 2021 ? scalar('half') : FLOAT
    case 'l':
      return DOUBLE
  }
}

function name(checker: Checker, node: A.NameExpr): Expr {
  const found = lookupName(checker, node.name)
  const last = node.name.parts[node.name.parts.length - 1]!
  if (found === 'failed') return errorExpr(node)
  switch (found?.kind) {
    case 'var':
      checker.used?.add(found)
      needsDefinition(checker, found, node)
      refuseStaticResource(checker, found)
      if (found.storage === 'groupshared') checker.fn?.entity.shared.add(found)
      return variable(found, node)
    case 'constant':
      return found.type.kind === 'scalar' || found.type.kind === 'enum'
        ? literal(found.type, found.value, node)
        : errorExpr(node)
    case 'field':
      return implicitMember(checker, found, node)
    case undefined:
      if (isIntrinsic(last.name)) report(checker, 'E2007', last, { name: last.name })
      else {
        const heap = heapByName(checker, last.name, node)
        if (heap) return heap
        const constant = node.name.parts.length === 1 ? builtinConstant(last.name) : undefined
        if (constant !== undefined) {
          warnNewConstant(checker, last)
          return literal(UINT, constant, node)
        }
        reportUnknown(checker, node.name, false)
      }
      return errorExpr(node)
    default:
      reportNoValue(checker, found!, last)
      return errorExpr(node)
  }
}

/** Reports the name of a type, a namespace or a function where a value has to stand. */
function reportNoValue(checker: Checker, found: Entity, last: A.NamePart): void {
  const methods = found.kind === 'functions' && checker.fn?.self ? found.list.filter(f => f.owner && !f.isStatic) : []
  if (methods.length === 0) return void report(checker, 'E2007', last, { name: last.name })
  const takesNothing = methods.some(f => f.decl.params.length === 0)
  report(checker, 'E2438', last, { guess: takesNothing ? '; did you mean to call it with no arguments?' : '' })
}

const variable = (symbol: VarSymbol, { pos, end }: A.NameExpr): Expr => ({
  kind: 'var',
  type: symbol.type,
  symbol,
  pos,
  end,
})

/** A field named inside a method: `this.field`. `Base::field` may have a name that the struct itself gives another. */
function implicitMember(checker: Checker, named: FieldName, node: A.NameExpr): Expr {
  const self = checker.fn?.self
  const { name: fieldName } = node.name.parts.at(-1)!
  const found = self && memberScope(checker, self)?.member(fieldName)
  if (!self || found?.kind !== 'field') {
    report(checker, 'E2013', node, { name: fieldName })
    return errorExpr(node)
  }
  let record = checker.records.get(self)?.base
  while (record && record.scope.own(fieldName) !== named) record = record.base
  const object = { kind: 'this', type: self, pos: node.pos, end: node.pos } as const
  return fieldOf(object, record ? named : found, node)
}

function thisExpr(checker: Checker, node: A.ThisExpr): Expr {
  const self = checker.fn?.self
  if (self) return { kind: 'this', type: self, pos: node.pos, end: node.end }
  report(checker, 'E2012', node, {})
  return errorExpr(node)
}

function index(checker: Checker, node: A.IndexExpr): Expr {
  const object = checker.uncheckedIndices.has(node)
    ? exprUnchecked(checker, node.object)
    : indexedObject(checker, node.object)
  const at = checkExpr(checker, node.index)
  return overloaded(checker, '[]', object, [at], node, node) ?? subscript(checker, object, at, node)
}

/** What is subscripted may itself be an element beyond the end of an array: DXC looks at the last index alone. */
function indexedObject(checker: Checker, node: A.Expr): Expr {
  let at = node
  while (at.kind === 'paren') at = at.inner
  if (at.kind !== 'index' || checker.uncheckedIndices.has(at)) return checkExpr(checker, node)
  checker.uncheckedIndices.add(at)
  const object = checkExpr(checker, node)
  checker.uncheckedIndices.delete(at)
  if (object.kind !== 'index' || object.base.type.kind === 'array') return object
  return inBounds(checker, object.base, object.index, at) ? object : errorExpr(node)
}

function postfix(checker: Checker, node: A.PostfixExpr): Expr {
  const operand = checkExpr(checker, node.operand)
  if (refuseCast(checker, node.operand, operand, [])) return errorExpr(node)
  return increment(checker, node.op === '++' ? 1 : -1, false, operand, { pos: node.end - 2, end: node.end }, node)
}

function unary(checker: Checker, node: A.UnaryExpr): Expr {
  const operand = checkExpr(checker, node.operand)
  if (operand.type.kind === 'error') return errorExpr(node)
  switch (node.op) {
    case '++':
    case '--':
      return refuseCast(checker, node.operand, operand, [])
        ? errorExpr(node)
        : increment(checker, node.op === '++' ? 1 : -1, true, operand, node, node)
    case '*':
    case '&':
      report(checker, 'E2116', node, {})
      return errorExpr(node)
    default:
      return unaryOperation(checker, node.op, operand, node)
  }
}

const reachedIf = (checker: Checker, when: boolean, run: () => Expr): Expr =>
  when || !checker.fn ? run() : checker.fn.reach.only(false, run)

/** An operand that is evaluated in one case only. */
const operandIf = (checker: Checker, when: boolean, node: A.Expr): Expr =>
  when || !checker.fn ? checkExpr(checker, node) : notReached(checker, node)

const notReached = (checker: Checker, node: A.Expr): Expr => reachedIf(checker, false, () => checkExpr(checker, node))

const commaOperand = (checker: Checker, node: A.Expr): Expr =>
  namesFunction(checker, node) ? nothing(checker, node) : checkExpr(checker, node)

/** Left-leaning chains may have a hundred thousand links. */
function binaryChain(checker: Checker, node: A.BinaryExpr): Expr {
  const spine: A.BinaryExpr[] = []
  let at: A.Expr = node
  while (at.kind === 'binary') {
    spine.push(at)
    at = at.left
  }
  let left = spine[spine.length - 1]!.op === ',' ? commaOperand(checker, at) : checkExpr(checker, at)
  // Of `false && x` the right side is not evaluated.
  let known: boolean | undefined
  let isLogical = false
  for (let i = spine.length - 1; i >= 0; i--) {
    const { op, right, opSpan } = spine[i]!
    let value: Expr
    if (op === '&&' || op === '||') {
      if (!isLogical) known = truth(checker, left)
      isLogical = true
      value = operandIf(checker, known !== (op === '||'), right)
      known = joinedTruth(op, known, truth(checker, value))
    } else {
      isLogical = false
      value = op === ',' ? commaOperand(checker, right) : checkExpr(checker, right)
    }
    warnPrecedence(checker, spine[i]!, left, value)
    left =
      overloaded(checker, op, left, [value], opSpan, spine[i]!) ?? binaryOperation(checker, op, left, value, opSpan)
  }
  return left
}

function assign(checker: Checker, node: A.AssignExpr): Expr {
  const target = checkExpr(checker, node.left)
  const value = checkExpr(checker, node.right)
  const result = overloaded(checker, node.op, target, [value], node.opSpan, node)
  if (result) return result
  if (refuseCast(checker, node.left, target, [node.right])) return errorExpr(node)
  const op = node.op === '=' ? undefined : (node.op.slice(0, -1) as ArithmeticOp)
  return assignment(checker, op, target, value, node.opSpan)
}

/** `(int)i = 2`, whatever type i has: reports it. Casts to vectors and structs may be assigned to. */
function refuseCast(checker: Checker, node: A.Expr, target: Expr, ranges: readonly A.Expr[]): boolean {
  let cast = node
  while (cast.kind === 'paren') cast = cast.inner
  if (cast.kind !== 'cast' || target.type.kind !== 'scalar') return false
  const operand = target.kind === 'convert' ? target.operand : target
  if (operand.type.kind !== 'scalar' || placeOf(operand) === 'value') return false
  report(checker, 'E2135', cast, {}, { ranges })
  return true
}

/** An operator that a struct has; undefined when it has none. Only an index finds the one of a base. */
function overloaded(
  checker: Checker,
  op: string,
  left: Expr,
  others: readonly Expr[],
  at: { readonly pos: number; readonly end: number },
  span: { readonly pos: number; readonly end: number },
): Expr | undefined {
  if (left.type.kind !== 'struct') return undefined
  const name = `operator${op}`
  const scope = memberScope(checker, left.type)
  const member = op === '[]' ? scope?.member(name) : scope?.own(name)
  // The comma of templates, which are never found, stays that of the language.
  return member?.kind === 'functions' && (op !== ',' || member.list.some(({ symbol }) => symbol))
    ? resolveUser(checker, member, { name, args: others, self: left, at, span })
    : undefined
}

function sizeOf(checker: Checker, node: A.SizeofExpr): Expr {
  const { operand } = node
  const named = operand.kind === 'paren' ? operand.inner : operand
  if (named.kind === 'name_expr' && !lookupName(checker, named.name) && reportMeantType(checker, named.name))
    return errorExpr(node)
  const value = isTypeNode(operand) ? undefined : unevaluated(checker, () => checkExpr(checker, operand))
  if (value && modifies(value)) report(checker, 'W2443', { pos: operand.pos, end: operand.pos + 1 }, {})
  const found = value ? value.type : checker.typeOf(node.operand as A.TypeNode)
  if (found.kind === 'error') return errorExpr(node)
  if (value && isBitField(value)) {
    report(checker, 'E2292', node.operand, {})
    return errorExpr(node)
  }
  const isIncomplete =
    (found.kind === 'array' && found.size < 0) || found.kind === 'void' || isIncompleteStruct(checker, found)
  if (refuseUndefined(checker, found, node)) return errorExpr(node)
  if (isIncomplete || (found.kind === 'scalar' && isLiteral(found))) {
    const what = isIncomplete ? 'an incomplete type' : 'literal type'
    report(checker, 'E2278', isIncomplete ? node : node.operand, { what, type: shownType(found) })
    return errorExpr(node)
  }
  const type = found
  if (type.kind === 'string' || (holdsObject(type) && !isConstantBuffer(type))) {
    const declared = value ? declaredOf(value) : { type, typeNode: operand as A.TypeNode }
    report(checker, 'E2155', value ? node.operand : node, { type: typeName(checker, declared) })
    return errorExpr(node)
  }
  return literal(UINT, sizeInBytes(checker, type), node)
}

/** As in a structured buffer; but scalars of minimum precision, alone or in an array, have 2 bytes to DXC. */
function sizeInBytes(checker: Checker, type: Type): number {
  const { size } = structuredLayout(type, checker.options.native16Bit)
  let element = type
  while (element.kind === 'array') element = element.element
  return element.kind === 'scalar' && element.name.startsWith('min') && !checker.options.native16Bit ? size / 2 : size
}

/** A compound assignment to a bit field stands for it, a plain one does not. */
const isBitField = (expr: Expr): boolean =>
  expr.kind === 'bit-field' || (expr.kind === 'assign' && expr.op !== undefined && expr.target.kind === 'bit-field')

/** A constant scalar of any type, or of one that a template argument can have, or undefined after reporting. */
export function constantValue(checker: Checker, node: A.Expr, isTemplateArg = false): ConstantValue | undefined {
  const value = settled(checkExpr(checker, node))
  if (value.type.kind === 'error') return undefined
  const isFit = value.type.kind !== 'string' && !(value.type.kind === 'scalar' && isFloat(value.type))
  if (isTemplateArg && !isFit) {
    report(checker, 'E2358', node, { type: shownType(value.type) })
    return undefined
  }
  // As for DXC, enumerators of an enum class are no arguments.
  const isScopedArg = isTemplateArg && isScoped(value.type)
  const constant = isTemplateArg ? integralConstant(checker, value, toleranceOfSizes(checker)) : evaluateScalar(value)
  const result = isScopedArg ? undefined : constant
  const what = isTemplateArg ? `non-type template argument of type '${typeText(value.type)}'` : 'expression'
  if (result === undefined) report(checker, 'E2220', node, { what })
  return result
}

/** DXC points at the bracket in front of a size. */
function bracketBefore(checker: Checker, { pos, end }: A.Expr): Span {
  const isBlank = (at: number): boolean => /\s/.test(checker.diagnostics.sources.textOf({ pos: at, end: at + 1 }) ?? '')
  let at = pos - 1
  while (isBlank(at)) at--
  return { pos: at, end }
}

/** A constant integer for array sizes: "variable length arrays" is what DXC calls anything else. */
export function constantInt(checker: Checker, node: A.Expr): number | undefined {
  const value = settled(checkExpr(checker, node))
  if (value.type.kind === 'error') return undefined
  const element = elementOf(value.type)
  const result = integralConstant(checker, value, toleranceOfSizes(checker))
  if (!element || isFloat(element) || isScoped(value.type)) {
    report(checker, 'E2212', node, { type: shownType(value.type) })
    return undefined
  }
  if (result === undefined) report(checker, 'E2210', bracketBefore(checker, node), {})
  return result === undefined ? undefined : Number(result)
}
