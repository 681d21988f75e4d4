// Subobjects: globals of predeclared struct types whose initialisers are constants. Nothing else may be done with them.

import type { Span } from '../../../diag/sources.ts'
import { type SubobjectFieldKind, subobjectRow } from '../../../spec/subobjects.ts'
import type * as A from '../../tree/ast.ts'
import { leafCount } from '../../tree/components.ts'
import { elementOf, UINT } from '../../tree/numeric.ts'
import type { Expr, SubobjectValue } from '../../tree/typed.ts'
import { innermost, sameType, type Type } from '../../tree/types.ts'
import { type Checker, report } from '../core/context.ts'
import { evaluateScalar } from '../values/constants.ts'
import { convertInit, convertTo } from '../values/conversions.ts'

/** Whether a type is that of subobjects, or an array of such. */
export function isSubobject(type: Type): boolean {
  const inner = innermost(type)
  return inner.kind === 'struct' && subobjectRow(inner.name) !== undefined
}

/** Reports a subobject that is declared anywhere but at global scope. */
export function refuseSubobject(checker: Checker, type: Type, at: Span): boolean {
  if (!isSubobject(type)) return false
  report(checker, 'E2480', at, {})
  return true
}

/** Keeps the subobject that a global variable declares; what is wrong with it is reported. */
export function declareSubobject(checker: Checker, node: A.VariableDecl, type: Type): void {
  const row = type.kind === 'struct' ? subobjectRow(type.name) : undefined
  if (checker.scope !== checker.global) return void report(checker, 'E2480', node, {})
  if (node.modifiers.some(m => m.name === 'extern')) return void report(checker, 'E2481', node, { what: 'subobject' })
  const { init } = node
  if (!init) return void report(checker, 'E2482', node, {})
  if (init.kind !== 'init_list') return void refuseValue(checker, init, type, node.nameSpan)
  if (!row) return void report(checker, 'E2165', init, {})
  const items = init.items.map(item => argument(checker, item))
  if (items.includes(undefined)) return
  const have = items.reduce((sum, item) => sum + item!.count, 0)
  const expected = row.fields.length
  if (have !== expected) {
    const how = have < expected ? 'few' : 'many'
    return void report(checker, 'E2484', init, { how, expected, s: expected === 1 ? '' : 's', have })
  }
  const isString = (kind: SubobjectFieldKind): boolean => kind !== 'uint'
  if (items.length === expected && items.some((item, i) => item!.isString !== isString(row.fields[i]![1])))
    return void report(checker, 'E2165', init, {})
  const values: SubobjectValue[] = []
  for (const [i, [, kind]] of row.fields.entries()) {
    const value = isString(kind) ? stringValue(checker, items[i]!, kind) : uintValue(checker, items[i]!)
    if (value === undefined) return
    values.push(value)
  }
  const { pos, end } = init.items[0]!
  checker.subobjects.push({ name: node.name, type: row, values, pos, end })
}

/** A subobject has a list of values; a copy of another one is none. */
function refuseValue(checker: Checker, init: A.Expr, type: Type, at: Span): void {
  const value = checker.expr(init)
  if (value.type.kind === 'error') return
  if (sameType(value.type, type)) report(checker, 'E2487', init, {})
  else convertInit(checker, value, { type }, 'a variable', at)
}

/** An item of the list; one in braces of its own has no value. */
interface Argument {
  readonly node: A.Expr
  readonly value: Expr | undefined
  readonly count: number
  readonly isString: boolean
}

function argument(checker: Checker, node: A.Expr): Argument | undefined {
  if (node.kind === 'init_list') {
    const items = node.items.map(item => argument(checker, item))
    if (items.includes(undefined)) return undefined
    return { node, value: undefined, count: items.reduce((sum, item) => sum + item!.count, 0), isString: false }
  }
  const value = checker.expr(node)
  if (value.type.kind === 'error' && node.kind !== 'string_literal') return undefined
  const isString = node.kind === 'string_literal' || value.type.kind === 'string'
  return { node, value, count: isString ? 1 : leafCount(value.type), isString }
}

function stringValue(checker: Checker, { node }: Argument, kind: SubobjectFieldKind): string | undefined {
  if (node.kind !== 'string_literal') return void report(checker, 'E2485', node, { type: 'string' })
  if (node.value === '' && (kind === 'name' || kind === 'signature')) return void report(checker, 'E2486', node, {})
  return node.value
}

function uintValue(checker: Checker, { node, value }: Argument): number | undefined {
  const isScalar = value !== undefined && elementOf(value.type) !== undefined && leafCount(value.type) === 1
  const converted = isScalar ? convertTo(checker, value, UINT, node) : undefined
  const constant = converted && evaluateScalar(converted)
  if (constant !== undefined) return Number(constant) >>> 0
  if (converted?.type.kind !== 'error') report(checker, 'E2485', node, { type: 'unsigned int' })
  return undefined
}
