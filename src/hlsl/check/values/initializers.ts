// Initialiser lists, constructors and casts: everything that builds a value out of components.

import { extended } from '../../../base/extended.ts'
import type { Span } from '../../../diag/sources.ts'
import { isOfFamily } from '../../../spec/object_types.ts'
import type * as A from '../../tree/ast.ts'
import { holdsBits } from '../../tree/bit_fields.ts'
import { leafCount, leafTypes, leavesOf } from '../../tree/components.ts'
import { countOf, elementOf, hasLiteral, isNumeric } from '../../tree/numeric.ts'
import type { Expr } from '../../tree/typed.ts'
import {
  array,
  isScoped,
  type MatrixType,
  matrix,
  type NumericType,
  sameType,
  type Type,
  type VectorType,
  vector,
} from '../../tree/types.ts'
import { type Checker, report } from '../core/context.ts'
import { canonicalName, type Declared, exprTypeName, shownType, typeName } from '../core/type_names.ts'
import { storedLeaves } from './bit_fields.ts'
import { castable, conversionCost, converted, convertInit, convertTo } from './conversions.ts'
import { exprUnchecked } from './index_bounds.ts'
import { warnLiteral } from './literal_loss.ts'
import { errorExpr, settled } from './literals.ts'

/** An initialiser for a variable of the type; unsized arrays take their size from it (see the result's type). Static: or const. */
export function initializer(
  checker: Checker,
  node: A.Expr,
  to: Declared,
  what: string,
  at: Span,
  isStatic: boolean,
): Expr {
  const { type } = to
  if (node.kind === 'init_list') return initList(checker, node, type, isStatic)
  const value = checker.expr(node)
  if (value.type.kind === 'error' || type.kind === 'error') return errorExpr(node)
  if (type.kind === 'array' && type.size < 0 && value.type.kind === 'array')
    return convertInit(checker, value, value, what, at)
  return convertInit(checker, value, to, what, at)
}

/** `{ ... }` for any type: leaves in order, each converted to its leaf's type. */
function initList(checker: Checker, node: A.InitListExpr, type: Type, isStatic = false): Expr {
  const items: Expr[] = []
  let failed = !gatherItems(checker, node, items)
  if (type.kind === 'error' || failed) return errorExpr(node)
  if (items.length === 1 && items[0]!.type === type) return items[0]!
  const target = sized(type, items)
  const leaves = convertItems(checker, items, target, node)
  failed = leaves === undefined
  if (failed) return errorExpr(node)
  const { pos, end } = node
  if (target.kind === 'scalar' || target.kind === 'enum') return leaves![0]!
  if (isNumeric(target)) return { kind: 'construct', type: target, args: leaves!, pos, end }
  const stored = holdsBits(target) ? storedLeaves(node, target, items, leaves!, isStatic) : leaves!
  return { kind: 'init-list', type: target, leaves: stored, pos, end }
}

/** Nested braces only group: all items in one row. */
function gatherItems(checker: Checker, node: A.InitListExpr, out: Expr[]): boolean {
  let good = true
  for (const item of node.items) {
    if (item.kind === 'init_list') good = gatherItems(checker, item, out) && good
    else {
      const value = exprUnchecked(checker, item)
      if (value.type.kind === 'error') good = false
      else out.push(value)
    }
  }
  return good
}

/** An unsized array gets the size its items give. */
function sized(type: Type, items: readonly Expr[]): Type {
  if (type.kind !== 'array' || type.size >= 0) return type
  const each = leafCount(type.element)
  const total = items.reduce((sum, item) => sum + leafCount(item.type), 0)
  return array(type.element, each === 0 ? 0 : Math.ceil(total / each))
}

function convertItems(checker: Checker, items: readonly Expr[], type: Type, node: Span): Expr[] | undefined {
  // Counted before they are listed: an array of resources may be of any length.
  const wanted = leafCount(type)
  const have = items.reduce((sum, item) => sum + leafCount(item.type), 0)
  if (have !== wanted) {
    countError(checker, node, wanted, have)
    return undefined
  }
  const targets = leafTypes(type)
  const sources: Expr[] = []
  for (const item of items) spread(item, sources)
  const out: Expr[] = []
  for (let i = 0; i < sources.length; i++) {
    const source = sources[i]!
    const to = targets[i]!
    const isScopedOrTo = to.kind === 'enum' || isScoped(source.type)
    const isConvertible = conversionCost(source.type, to) !== undefined || castable(source.type, to)
    if (isScopedOrTo ? !sameType(source.type, to) : !isConvertible) {
      report(checker, 'E2165', node, {})
      return undefined
    }
    warnLiteral(checker, source, { type: to, isNamed: true })
    out.push(converted(source, to))
  }
  return out
}

/** Leaves of one item; constructors and splats of literals are taken apart rather than indexed. */
function spread(item: Expr, out: Expr[]): void {
  if (item.kind === 'construct') for (const arg of item.args) spread(arg, out)
  else if (item.kind === 'init-list') for (const leaf of item.leaves) out.push(leaf)
  else if (item.kind === 'convert' && item.operand.kind === 'literal' && isNumeric(item.type))
    for (let i = 0; i < countOf(item.type); i++) out.push(item.operand)
  else leavesOf(item, out)
}

function countError(checker: Checker, span: Span, expected: number, have: number): void {
  const args = { expected, have, s: expected === 1 ? '' : 's' }
  if (have < expected) report(checker, 'E2160', span, args)
  else report(checker, 'E2161', span, args)
}

/** A cast or constructor, with the type that it names. */
type Written = Span & { readonly type?: A.TypeNode }

const named = (type: Type, { type: typeNode }: Written): Declared => ({ type, typeNode, isNamed: !typeNode })

/** `T(args)`: a cast for one argument, a constructor for several. */
export function construct(checker: Checker, type: Type, args: readonly Expr[], span: Written): Expr {
  if (type.kind === 'error' || args.some(arg => arg.type.kind === 'error')) return errorExpr(span)
  if (args.length === 1) return constructOne(checker, type, args[0]!, span)
  if (args.length === 0) {
    if (type.kind === 'object' && isOfFamily(type.name, 'ray query', 'hit object'))
      return { kind: 'init-list', type, leaves: [], pos: span.pos, end: span.end }
    report(checker, 'E2975', span, { type: shownType(type) })
    return errorExpr(span)
  }
  if (!isNumeric(type)) {
    report(checker, 'E2162', span, {})
    return errorExpr(span)
  }
  const have = args.reduce((sum, arg) => sum + leafCount(arg.type), 0)
  if (have !== countOf(type)) {
    countError(checker, args[0]!, countOf(type), have)
    return errorExpr(span)
  }
  if (type.kind === 'scalar') return converted(args[0]!, type)
  return built(checker, type, args, span)
}

/** One argument is a conversion, but only between equal component counts: float2(1) is an error, (float2)1 is not. */
function constructOne(checker: Checker, type: Type, arg: Expr, span: Written): Expr {
  if ((type.kind === 'enum' || (isScoped(arg.type) && isNumeric(type))) && !sameType(type, arg.type)) {
    report(checker, 'E2165', arg, {})
    return errorExpr(span)
  }
  const have = leafCount(arg.type)
  const hasParts = isNumeric(type) || type.kind === 'struct' || type.kind === 'array'
  if (hasParts && arg.type.kind !== 'object' && arg.type.kind !== 'string' && have !== leafCount(type)) {
    countError(checker, arg, leafCount(type), have)
    return errorExpr(span)
  }
  warnLiteral(checker, arg, named(type, span))
  return cast(checker, arg, type, span)
}

function built(checker: Checker, type: VectorType | MatrixType, args: readonly Expr[], span: Written): Expr {
  const element = elementOf(type)!
  const parts: Expr[] = []
  for (const arg of args) {
    const sources: Expr[] = []
    if (isNumeric(arg.type) || arg.type.kind === 'enum') sources.push(arg)
    else spread(arg, sources)
    for (const source of sources) {
      const to = partType(source.type, element)
      if (isScoped(source.type)) {
        report(checker, 'E2165', args[0]!, {})
        return errorExpr(span)
      }
      if (!to) {
        report(checker, 'E2103', source, { from: exprTypeName(checker, source), to: canonicalName(element) })
        return errorExpr(span)
      }
      warnLiteral(checker, source, { type: to })
      parts.push(converted(source, to))
    }
  }
  return { kind: 'construct', type, args: parts, typeNode: span.type, pos: span.pos, end: span.end }
}

function partType(type: Type, element: NumericType): Type | undefined {
  if (type.kind === 'enum') return element
  if (!isNumeric(type)) return undefined
  return type.kind === 'scalar'
    ? element
    : type.kind === 'vector'
      ? vectorOf(element, type.size)
      : matrixOf(element, type.rows, type.columns)
}

/** Explicit conversion `(T)x`. */
export function cast(checker: Checker, value: Expr, type: Type, span: Written): Expr {
  if (value.type.kind === 'error' || type.kind === 'error') return errorExpr(span)
  if (type.kind === 'void')
    return { kind: 'convert', type, operand: settled(value), explicit: true, pos: span.pos, end: span.end }
  if (!castable(value.type, type)) {
    report(checker, 'E2103', span, { from: exprTypeName(checker, value), to: typeName(checker, named(type, span)) })
    return errorExpr(span)
  }
  if (!isNumeric(type) && type.kind !== 'enum' && hasLiteral(value.type)) {
    // A literal splatted into a struct or array takes the type of each leaf; int or float until then.
    const { pos, end } = span
    return { kind: 'convert', type, operand: settled(value), explicit: true, pos, end }
  }
  const result = converted(value, type, true)
  if (result.kind === 'comma') return { ...result, isCast: true, pos: span.pos, end: span.end }
  if (result.kind === 'convert') return extended(result, { typeNode: span.type, pos: span.pos, end: span.end })
  return result === value ? value : { ...result, pos: span.pos, end: span.end }
}

/** A condition: bool scalar. `what` is the statement's name. */
export function conditionValue(checker: Checker, value: Expr, what: string, bool: Type): Expr {
  if (value.type.kind === 'error') return errorExpr(value)
  const numeric = isNumeric(value.type) || value.type.kind === 'enum'
  if (!numeric || (isNumeric(value.type) && countOf(value.type) > 1)) {
    report(checker, 'E2113', value, { what })
    return errorExpr(value)
  }
  return convertTo(checker, value, bool)
}

const vectorOf = (element: NumericType, size: number): Type => vector(elementOf(element)!, size)
const matrixOf = (element: NumericType, rows: number, columns: number): Type =>
  matrix(elementOf(element)!, rows, columns)
