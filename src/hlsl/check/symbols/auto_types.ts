// `auto`: the type of a variable is that of its initialiser. HLSL 202x has it, and earlier languages as an extension.

import type * as A from '../../tree/ast.ts'
import { concreteOf, elementOf, hasLiteral, withElement } from '../../tree/numeric.ts'
import type { ParamSymbol } from '../../tree/typed.ts'
import { ERROR, type NumericType, sameType, type Type } from '../../tree/types.ts'
import { type Checker, report, unevaluated } from '../core/context.ts'
import { hasRepeats, placeOf } from '../core/lvalues.ts'
import { lookupName } from '../core/names.ts'
import { shownType } from '../core/type_names.ts'
import { heapName } from '../values/heaps.ts'
import { referenceTo, typeOfFunction } from './function_types.ts'

const isAuto = ({ type }: A.VariableDecl): boolean =>
  type.kind === 'named_type' && type.name.parts.length === 1 && type.name.parts[0]!.name === 'auto'

/** The type of a variable declared with `auto`, the error type after reporting; undefined for any other declaration. */
export function autoType(checker: Checker, node: A.VariableDecl): Type | undefined {
  if (!isAuto(node)) return undefined
  const { init, name, nameSpan } = node
  if (node.dims.length > 0)
    return failed(() => report(checker, 'E2341', { pos: nameSpan.end, end: node.end }, { name }))
  if (!init) return failed(() => report(checker, 'E2342', nameSpan, { name }))
  if (init.kind === 'init_list') return failed(() => report(checker, 'E2343', init, {}))
  if (checker.options.hlslVersion <= 2021) report(checker, 'W2340', node.type, {})
  // Checked again, and reported about, as what the variable begins with.
  checker.silent++
  const { type } = checker.expr(init)
  checker.silent--
  const heap = heapName(type)
  return heap ? failed(() => report(checker, 'E2748', nameSpan, { heap })) : deducedType(type)
}

/** What `__decltype(x)` stands for: the type of a name or member, else of a value. That of another place is a reference, which only templates take. */
export function typeOfOperand(checker: Checker, part: A.NamePart, isArgument = false): Type {
  const operand = part.templateArgs![0] as A.Expr
  const found = operand.kind === 'name_expr' ? lookupName(checker, operand.name) : 'failed'
  const ofFunction = found === 'failed' ? undefined : typeOfFunction(checker, found, part)
  if (ofFunction) return ofFunction
  const value = unevaluated(checker, () => checker.expr(operand))
  // What is written for the caller is a reference, too.
  const isWritten = value.kind === 'var' && /out/.test((value.symbol as ParamSymbol).mode)
  const isNamed = (operand.kind === 'name_expr' && !isWritten) || (operand.kind === 'member' && value.kind === 'member')
  const place = operand.kind === 'cast' ? 'value' : placeOf(value)
  const isPlace = value.kind === 'assign' ? value.op !== undefined : place !== 'value' && !hasRepeats(value)
  const isOther = place === 'const' || (isWritten && operand.kind === 'name_expr')
  if (isPlace && !isNamed && isArgument) return referenceTo(checker, value.type, isOther, part)
  return isPlace && !isNamed
    ? failed(() => report(checker, 'E1033', part, { what: 'references' }))
    : deducedType(value.type)
}

/** Variables of one declaration with `auto` have one type: `auto a = 1, b = 2.5` is an error. */
export function checkDeductions(checker: Checker, list: readonly A.Declaration[]): void {
  if (list.length > 1) checkAlike(checker, list)
}

function checkAlike(checker: Checker, list: readonly A.Declaration[]): void {
  const [first, ...others] = list.filter((d): d is A.VariableDecl => d.kind === 'variable' && d.init !== undefined)
  if (!first || others.length === 0 || !isAuto(first)) return
  const typeOf = (d: A.VariableDecl): Type => {
    const errors = checker.silentErrors
    checker.silent++
    const type = autoType(checker, d)
    checker.silent--
    checker.silentErrors = errors
    return type ?? ERROR
  }
  const type = typeOf(first)
  for (const other of others) {
    const its = typeOf(other)
    if (type.kind === 'error' || its.kind === 'error' || sameType(type, its)) continue
    const names = { name: first.name, other: other.name }
    report(checker, 'E2357', first.type, { first: shownType(type), second: shownType(its), ...names })
    return
  }
}

function failed(say: () => void): Type {
  say()
  return ERROR
}

/** Literals stand for int and float where a type is deduced, whatever their values. */
export function deducedType(type: Type): Type {
  const element = hasLiteral(type) ? elementOf(type) : undefined
  return element ? withElement(type as NumericType, concreteOf(element)) : type
}
